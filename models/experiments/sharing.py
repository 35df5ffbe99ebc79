"""Factorised embeddings and shared layers (ALBERT, Tables 3 and 4)."""

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

WIDTH, NARROW = 96, 24
TITLES = {
    "none": "nothing shared",
    "attention": "attention shared",
    "feed_forward": "feed-forward shared",
    "all": "all shared",
}
METRIC = "mlm_loss"


def _arm(size: int, sharing: str) -> Arm:
    changes = {"config.embedding_size": size, "config.sharing": sharing}
    title = f"E = {size}, {TITLES[sharing]}"
    return Arm(f"{sharing}_{size}", title, changes, line=f"E = {size}")


SPEC = ExperimentSpec(
    name="sharing",
    title="Shared layers and narrow embeddings",
    group="size",
    question="How much does a model lose when its layers share their weights?",
    systems=("ALBERT", "BERT"),
    claims=(
        PaperClaim(
            "Sharing all parameters across layers costs 2.5 points on average at embedding size "
            "768 and 1.5 points at 128; most of the loss comes from sharing the feed-forward "
            "parameters.",
            "E = 768: nothing shared 82.3 (108M parameters), attention shared 81.6 (83M), "
            "feed-forward shared 79.5 (57M), all shared 79.8 (31M); E = 128: 81.6 (89M), 81.7 "
            "(64M), 80.2 (38M), 80.1 (12M)",
            "Table 4",
            "albert",
            (
                Contrast(
                    "All shared minus nothing shared, E = 96",
                    MetricPoint(f"all_{WIDTH}", METRIC),
                    MetricPoint(f"none_{WIDTH}", METRIC),
                    "more",
                    says="With all layers shared, the loss is {value} than with nothing shared",
                ),
                Contrast(
                    "Feed-forward shared minus attention shared, E = 96",
                    MetricPoint(f"feed_forward_{WIDTH}", METRIC),
                    MetricPoint(f"attention_{WIDTH}", METRIC),
                    "more",
                    says="With the feed-forward networks shared, the loss is {value} than with "
                    "the attention shared",
                ),
            ),
        ),
        PaperClaim(
            "Without sharing, larger embeddings are better, but not by much.",
            "nothing shared: 81.3 at 64, 81.7 at 128, 81.8 at 256, 82.3 at 768",
            "Table 3",
            "albert",
            (
                Contrast(
                    "E = 24 minus E = 96, nothing shared",
                    MetricPoint(f"none_{NARROW}", METRIC),
                    MetricPoint(f"none_{WIDTH}", METRIC),
                    "more",
                    says="With embeddings of width 24, the loss is {value} than with width 96",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "albert",
        objectives=("masked",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=3e-3,
        schedule__steps=1200,
    ),
    arms=tuple(_arm(size, sharing) for size in (WIDTH, NARROW) for sharing in TITLES),
    varies=("config.embedding_size", "config.sharing"),
    metrics=(
        Metric(METRIC, "Loss at masked positions", "nats per token", smallest=0.02),
        Metric("mlm_accuracy", "Accuracy at masked positions", is_share=True, smallest=0.01),
        Metric("parameters", "Parameters", "thousands", smallest=1.0),
        Metric("operations", "Operations for one token", "millions", smallest=0.01),
    ),
    measurements=(
        Contrast(
            "Operations: all shared minus nothing shared",
            MetricPoint(f"all_{WIDTH}", "operations"),
            MetricPoint(f"none_{WIDTH}", "operations"),
        ),
    ),
    floors=(
        Floor("mlm_loss", 2.46, "a 5-gram model of the same text", below=True, baseline="5gram"),
    ),
    regime="All models have three layers of width 96, read the same text for the same number of "
    "steps and compute the same layers; only the number of different weights changes. The "
    "embedding size is the width, as in BERT, or a quarter of it.",
    limits="With three layers there is less to share than with the twelve of the paper, and the "
    "vocabulary of 3,000 tokens makes the token table a larger part of the model. The paper "
    "averages five fine-tuned tasks; here the loss at masked positions is measured.",
    live=LiveExample(
        "parameters", ("albert-mini", "bert-mini"), "Seoul is the capital of South Korea."
    ),
    measure="held_out_by_size",
    along="x",
    x_title="Parameters, thousands",
    takes_own_text=True,
)
