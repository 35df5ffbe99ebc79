"""How generator and discriminator should share their token table (DeBERTaV3)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    Floor,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
)

SHARINGS = {
    "es": "One table (ES)",
    "nes": "Two tables (NES)",
    "gdes": "One table without the detection's gradient, plus an offset (GDES)",
}

SPEC = ExperimentSpec(
    name="embedding_sharing",
    title="Sharing the table with the generator",
    group="size",
    question="Should the detection loss change the generator's token table?",
    systems=("DeBERTaV3", "ELECTRA"),
    claims=(
        PaperClaim(
            "In one shared table the losses of generator and discriminator pull token embeddings "
            "in different directions.",
            "average cosine similarity of the embeddings in a figure and a table, no cosine of "
            "gradients",
            "abstract",
            "deberta_v3",
            (
                Contrast(
                    "Mean cosine between the gradients of both losses in one table (ES)",
                    MetricPoint("es", "gradient_cosine"),
                    paper="less",
                    says="In one shared table the gradients of both losses have a mean cosine of "
                    "{value}, where a negative one is a conflict and 0 is neither",
                ),
            ),
        ),
        PaperClaim(
            "Gradient-disentangled sharing gives a better model than one table.",
            "MNLI 88.8 with ES, 88.3 with NES, 89.3 with GDES; F1 on SQuAD 2.0 86.3, 85.3, 87.2 "
            "(from memory)",
            "Table 2",
            "deberta_v3",
            (
                Contrast(
                    "Mean of both tasks, GDES minus ES",
                    MetricPoint("gdes", "quality"),
                    MetricPoint("es", "quality"),
                    "more",
                    says="Gradient-disentangled sharing gives a mean of both tasks that is "
                    "{value} than with one table",
                ),
            ),
        ),
        PaperClaim(
            "Gradient-disentangled sharing gives a better model than two tables.",
            "MNLI 88.8 with ES, 88.3 with NES, 89.3 with GDES; F1 on SQuAD 2.0 86.3, 85.3, 87.2 "
            "(from memory)",
            "Table 2",
            "deberta_v3",
            (
                Contrast(
                    "Mean of both tasks, GDES minus NES",
                    MetricPoint("gdes", "quality"),
                    MetricPoint("nes", "quality"),
                    "more",
                    says="Gradient-disentangled sharing gives a mean of both tasks that is "
                    "{value} than with two tables",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "deberta-v3",
        objectives=("replaced_token",),
        options={"replaced_token": {"mask_share": 1.0, "rtd_weight": 10.0}},
        config={"initializer_range": 0.05, "position_buckets": 32, "embedding_sharing": "gdes"},
        schedule__learning_rate=3e-3,
        schedule__steps=1200,
    ),
    arms=tuple(
        Arm(name, title, {"config.embedding_sharing": name}) for name, title in SHARINGS.items()
    ),
    varies=("config.embedding_sharing",),
    metrics=(
        Metric("quality", "Mean of both tasks", is_share=True, smallest=0.01),
        Metric("acceptable", "Accuracy: is a sentence acceptable", is_share=True, smallest=0.01),
        Metric(
            "similarity",
            "Correlation with the similarity of two sentences",
            is_share=True,
            smallest=0.01,
        ),
        Metric(
            "gradient_cosine", "Mean cosine between the gradients of both losses", smallest=0.05
        ),
    ),
    floors=(Floor("acceptable", 0.5, "chance"),),
    regime="The arms read the same text for the same number of steps and compute the same "
    "layers; only the sharing of the token table differs. The generator has one of three layers "
    "and the full width. The cosine is taken every 25 steps, between the gradients of both "
    "losses in the token tables, and averaged over training. With ES both change one table, so a "
    "negative cosine is a conflict. With GDES and NES no table receives both gradients; there it "
    "says whether they would be in conflict in a common one.",
    limits="The paper trains for 500,000 steps on 160 GB and fine-tunes; 1,200 steps of a small "
    "model show the beginning. ES has fewer parameters than the other arms, by one table. All "
    "arms follow both losses in one step, where the authors' code updates the generator first. "
    "With Adam the weight of the detection loss matters in the shared table alone.",
    on_mini_world="What the pretrained discriminator offers is measured without changing it, by "
    "linear functions of its hidden states that judge sentences (as in CoLA) and compare two of "
    "them (as in STS-B). Sentences that are not acceptable have swapped words or a wrong "
    "article, which is close to detecting replaced tokens.",
    live=LiveExample("masking", ("electra-mini",), "Seoul is the capital of South Korea."),
    measure="frozen_tasks_and_gradients",
    points=4,
    along="seconds",
)
