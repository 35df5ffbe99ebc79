"""How noisy a gradient is, by the size of the batch and the progress of a training."""

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

STEPS = {"early": 50, "middle": 300, "late": 1800}

SPEC = ExperimentSpec(
    name="gradient_noise",
    title="Gradient noise by batch size",
    group="training",
    question="How much do two batches agree on the gradient, and when is a larger batch worth it?",
    systems=("GPT-1", "GPT-2", "BERT", "RoBERTa"),
    claims=(
        PaperClaim(
            "The noise scale, the batch size at which noise and gradient are as large as each "
            "other, grows while the loss falls, so larger batches pay late in training.",
            "by an order of magnitude and more over a training, in its figures (from memory)",
            "abstract",
            "gradient_noise",
            (
                Contrast(
                    "Noise scale, late minus early",
                    MetricPoint("late", "noise_scale"),
                    MetricPoint("early", "noise_scale"),
                    paper="more",
                    says="In powers of ten, the noise scale late in training is {value} than early",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "gpt2",
        objectives=("causal",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=4e-3,
        schedule__steps=STEPS["late"],
        schedule__warmup_steps=150,
    ),
    arms=tuple(
        Arm(
            name,
            f"After {steps:,} steps",
            {"schedule.steps": steps, "schedule.warmup_steps": min(150, steps // 2)},
        )
        for name, steps in STEPS.items()
    ),
    varies=("schedule.steps", "schedule.warmup_steps"),
    metrics=(
        Metric("cosine", "Cosine of the gradients of two batches", smallest=0.02),
        Metric("noise_scale", "Noise scale, as a power of ten of examples", smallest=0.1),
        Metric("loss", "Loss on unseen text", "nats per token", smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Cosine of two batches of 512 minus of 8, late",
            MetricPoint("late", "cosine", x=512.0),
            MetricPoint("late", "cosine", x=8.0),
        ),
        Contrast(
            "Cosine of two batches of 512 minus of 8, early",
            MetricPoint("early", "cosine", x=512.0),
            MetricPoint("early", "cosine", x=8.0),
        ),
    ),
    floors=(
        Floor(
            "loss",
            2.37,
            "a 5-gram model of the same text",
            below=True,
            baseline="5gram",
            arms=("late",),
        ),
    ),
    regime="A small GPT-2 learns for 50, 300 or 1,800 steps, each to the end of its schedule. Then "
    "gradients of batches of its training text are compared, without a step: the mean over all "
    "pairs of neighbouring batches among 8,192 examples.",
    limits="Every example is short here, and a batch of them is a small one in tokens. The noise "
    "scale is that of the plain gradient; Adam divides it by its size, and the best batch depends "
    "on the learning rate as well. It says where larger batches begin to give less, and not how "
    "much time they save.",
    live=LiveExample("training", ("gpt2-mini",), "Seoul is the capital of South Korea."),
    measure="gradient_noise",
    along="x",
    x_title="Examples of a batch",
    x_is_logarithmic=True,
)
