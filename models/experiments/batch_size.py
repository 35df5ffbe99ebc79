"""Few steps with large batches or many with small ones, at equal tokens (RoBERTa, Table 3)."""

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
    PublishedEffect,
    Tuning,
)

EXAMPLES = 32_000  # that every arm reads
SIZES = (16, 64, 256)
START = "bert-mini"


def _arm(batch_size: int) -> Arm:
    steps = EXAMPLES // batch_size
    changes = {
        "schedule.batch_size": batch_size,
        "schedule.steps": steps,
        "schedule.warmup_steps": steps // 10,
    }
    return Arm(f"batch_{batch_size}", f"{batch_size} × {steps:,} steps", changes)


SPEC = ExperimentSpec(
    name="batch_size",
    title="Batch size",
    group="training",
    question="Do large batches learn more from the same number of tokens?",
    systems=("BERT", "RoBERTa"),
    claims=(
        PaperClaim(
            "With as many passes over the data, and a learning rate chosen for each, larger "
            "batches give a lower perplexity and better tasks, up to a point.",
            "perplexity 3.99 with 256 sequences, 3.68 with 2K, 3.77 with 8K; MNLI 84.7, 85.2, 84.6",
            "Table 3",
            "roberta",
            (
                Contrast(
                    "Loss, batches of 64 minus batches of 16",
                    MetricPoint("batch_64", "mlm_loss"),
                    MetricPoint("batch_16", "mlm_loss"),
                    "less",
                    published=PublishedEffect(-0.081),
                    says="After as many examples, batches of 64 give a loss that is {value} "
                    "than batches of 16",
                ),
                Contrast(
                    "Loss, batches of 256 minus batches of 64",
                    MetricPoint("batch_256", "mlm_loss"),
                    MetricPoint("batch_64", "mlm_loss"),
                    "more",
                    published=PublishedEffect(0.024),
                    says="After as many examples, batches of 256 give a loss that is {value} "
                    "than batches of 64",
                ),
            ),
        ),
        PaperClaim(
            "Above a critical batch size a step gains little from more examples. It grows as the "
            "loss falls.",
            "2 · 10⁸ tokens · L^(-1/0.21)",
            "section 5.1",
            "scaling_laws",
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        start=START,
        tokenizer={"folder": START},
        size={"width": 128, "num_layers": 4, "num_heads": 4, "inner": 512, "num_positions": 128},
    ),
    tuning=Tuning((5e-4, 1.5e-3, 4.5e-3), "mlm_loss", below=True),
    arms=tuple(_arm(size) for size in SIZES),
    varies=tuple(
        f"schedule.{name}" for name in ("batch_size", "steps", "learning_rate", "warmup_steps")
    ),
    metrics=(
        Metric("mlm_loss", "Loss", "nats per token", smallest=0.02),
        Metric("mlm_accuracy", "Accuracy at masked positions", is_share=True, smallest=0.01),
    ),
    floors=(
        Floor("mlm_loss", 2.46, "a 5-gram model of the same text", below=True, baseline="5gram"),
    ),
    regime="All arms start from the same trained BERT, as a model that has not yet found out that "
    "positions matter says more about its first steps than about batches. Each reads 32,000 "
    "examples of a text that is new to it, with the best of at least three learning rates for "
    "each size, as in the paper. A large batch pays off where the gradient of a small one is "
    "mostly noise.",
    limits="The smallest batch of the paper has 256 sequences of 512 tokens, twelve times as many "
    "tokens as our largest. The paper trains from random weights for as many passes as here over "
    "far more text. On many processors a large batch also takes less time, which two cores cannot "
    "show.",
    live=LiveExample(
        "training", ("bert-mini", "roberta-mini"), "Seoul is the capital of South Korea."
    ),
    measure="held_out_alike",
    points=8,
    along="tokens",
)
