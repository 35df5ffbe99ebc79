"""Static, ten copies or dynamic masks (RoBERTa, Table 1)."""

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

METRIC = "mlm_accuracy"

SPEC = ExperimentSpec(
    name="static_masks",
    title="Static or dynamic masks",
    group="objective",
    question="Is it better to sample new masks each time a text is read?",
    systems=("BERT", "RoBERTa"),
    claims=(
        PaperClaim(
            "Static masking in ten copies performs like the original BERT; dynamic masking is "
            "comparable or slightly better.",
            "static masks in ten copies 78.3 F1 on SQuAD 2.0, 84.3 on MNLI, 92.5 on SST-2; "
            "dynamic masks 78.7, 84.0, 92.9",
            "Table 1",
            "roberta",
            (
                Contrast(
                    "New masks each time minus ten fixed masks",
                    MetricPoint("dynamic", METRIC),
                    MetricPoint("ten_copies", METRIC),
                    "more",
                    says="With new masks each time, the accuracy on unseen text is {value} than "
                    "with ten fixed masks",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        data_tokens=70_000,
        options={"masked": {"copies": 0}},
        config={"initializer_range": 0.05},
        schedule__learning_rate=1.5e-3,
    ),
    arms=(
        Arm("static", "One fixed mask", {"options.masked.copies": 1}),
        Arm("ten_copies", "Ten fixed masks", {"options.masked.copies": 10}),
        Arm("dynamic", "New masks each time", {"options.masked.copies": 0}),
    ),
    varies=("options.masked.copies",),
    metrics=(
        Metric(METRIC, "Accuracy at masked positions of unseen text", is_share=True, smallest=0.01),
        Metric(
            "mlm_loss", "Loss at masked positions of unseen text", "nats per token", smallest=0.02
        ),
    ),
    measurements=(
        Contrast(
            "New masks each time minus one fixed mask",
            MetricPoint("dynamic", METRIC),
            MetricPoint("static", METRIC),
        ),
    ),
    floors=(
        Floor(
            "mlm_loss",
            2.84,
            "a 5-gram model of the same text",
            below=True,
            baseline="5gram",
            arms=("ten_copies", "dynamic"),
        ),
    ),
    regime="Fixed masks can only matter where the same text is read many times. RoBERTa compares "
    "over 40 epochs, in which each of the ten masks of a text is seen four times. All models are "
    "evaluated on the same unseen text with the same masks.",
    limits="The paper fine-tunes on SQuAD, MNLI and SST-2; here the accuracy at masked positions "
    "is measured directly. One fixed mask for each text is not in the paper's table: BERT's code "
    "makes ten copies in order to avoid it.",
    on_mini_world="Here about 1,600 documents are read for about 40 epochs. The text is simple "
    "and small, so that a model can learn its fixed masks by heart sooner than with books.",
    live=LiveExample(
        "masking",
        ("bert-mini", "roberta-mini"),
        "Seoul is the capital of South Korea, and many people live there.",
    ),
    measure="held_out_alike",
    points=5,
    along="tokens",
    limits_own_text=True,
    quick_steps=400,
    quick_changes={"data_tokens": 4000},  # read as often as all of it in a whole run, and more
)
