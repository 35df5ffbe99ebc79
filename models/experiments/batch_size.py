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
)

EXAMPLES = 64_000  # that every arm reads
RATES = {8: 5e-4, 32: 1e-3, 128: 2e-3, 512: 4e-3}  # as the square root of the batch size


def _arm(batch_size: int, rate: float) -> Arm:
    steps = EXAMPLES // batch_size
    changes = {
        "schedule.batch_size": batch_size,
        "schedule.steps": steps,
        "schedule.learning_rate": rate,
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
                    "Loss, batches of 128 minus batches of 8",
                    MetricPoint("batch_128", "mlm_loss"),
                    MetricPoint("batch_8", "mlm_loss"),
                    "less",
                    published=PublishedEffect(-0.081),
                    says="After as many examples, batches of 128 give a loss that is {value} "
                    "than batches of 8",
                ),
                Contrast(
                    "Loss, batches of 512 minus batches of 128",
                    MetricPoint("batch_512", "mlm_loss"),
                    MetricPoint("batch_128", "mlm_loss"),
                    "more",
                    published=PublishedEffect(0.024),
                    says="After as many examples, batches of 512 give a loss that is {value} "
                    "than batches of 128",
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
    base=base_recipe("bert", objectives=("masked",), config={"initializer_range": 0.05}),
    arms=tuple(_arm(size, rate) for size, rate in RATES.items()),
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
    regime="Every model reads 64,000 examples, and the learning rate grows with the square root "
    "of the batch size, as the paper chose one for each size. A large batch pays off where the "
    "gradient of a small one is mostly noise, which is late in training.",
    limits="The smallest batch of the paper has 256 sequences of 512 tokens, as many tokens as a "
    "hundred of our batches of 32. The critical size is much lower early in training, so a small "
    "model on few tokens can prefer small batches. The learning rates were set by a rule, not "
    "searched. On many processors a large batch also takes less time, which two cores cannot show.",
    live=LiveExample(
        "training", ("bert-mini", "roberta-mini"), "Seoul is the capital of South Korea."
    ),
    measure="held_out_alike",
    points=8,
    along="tokens",
)
