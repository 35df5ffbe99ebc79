"""Short texts first and long ones last, or long ones throughout, by time (BERT, appendix A.2)."""

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

SHORT, LONG = 32, 256

SPEC = ExperimentSpec(
    name="short_first",
    title="Short texts first",
    group="training",
    question="Does it save time to train on short texts first and on long ones last?",
    systems=("BERT", "RoBERTa"),
    claims=(
        PaperClaim(
            "Attention to long sequences costs more than in proportion. So most steps read short "
            "ones, and the last steps read long ones, to learn the late positions.",
            "90 % of the steps with 128 tokens, then 10 % with 512",
            "appendix A.2",
            "bert",
            (
                Contrast(
                    "Loss at late positions, short first minus short throughout",
                    MetricPoint("short_first", "late_mlm_loss"),
                    MetricPoint("short", "late_mlm_loss"),
                    "less",
                    says="With long texts at the end, the loss at late positions is {value} than "
                    "with short texts throughout",
                ),
                Contrast(
                    "Loss, short first minus long throughout",
                    MetricPoint("short_first", "mlm_loss"),
                    MetricPoint("long", "mlm_loss"),
                    "less",
                    says="In the same time, short texts first give a loss that is {value} than "
                    "long ones throughout",
                ),
            ),
        ),
        PaperClaim(
            "RoBERTa trains with full-length sequences only.",
            "512 tokens",
            "section 3.1",
            "roberta",
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        size__num_positions=LONG,
        schedule__batch_size=16,
        schedule__length=SHORT,
        schedule__long_length=LONG,
        schedule__long_share=0.1,
        schedule__long_last=True,
        schedule__steps=1800,
        config={"initializer_range": 0.05},
        schedule__learning_rate=2e-3,
    ),
    arms=(
        Arm("short_first", f"{SHORT} tokens, in the last 10 % of the steps {LONG}"),
        Arm(
            "mixed",
            f"{SHORT} tokens, in 10 % of the steps at random {LONG}",
            {"schedule.long_last": False},
        ),
        Arm(
            "long",
            f"{LONG} tokens throughout",
            {"schedule.length": LONG, "schedule.steps": 384, "schedule.warmup_steps": 50},
        ),
        Arm(
            "short",
            f"{SHORT} tokens throughout",
            {"schedule.long_share": 0.0, "schedule.steps": 3060},
        ),
    ),
    varies=tuple(
        f"schedule.{name}"
        for name in ("length", "long_share", "long_last", "steps", "warmup_steps")
    ),
    metrics=(
        Metric("mlm_loss", f"Loss on texts of {LONG} tokens", "nats per token", smallest=0.02),
        Metric("late_mlm_loss", f"Loss at positions from {SHORT}", "nats per token", smallest=0.02),
        Metric(
            "early_mlm_loss", f"Loss at positions before {SHORT}", "nats per token", smallest=0.02
        ),
        Metric("mlm_accuracy", f"Accuracy on texts of {LONG} tokens", is_share=True, smallest=0.01),
    ),
    floors=(
        Floor("mlm_loss", 2.42, "a 5-gram model of the same text", below=True, baseline="5gram"),
    ),
    regime="All models read about the same number of tokens, 2.6 million, which takes about the "
    "same time; the curves show it. Position embeddings that were never trained are random, so a "
    "model that has read short texts only must fail at late positions. All models are measured on "
    f"the same texts of {LONG} tokens.",
    limits="Attention is a smaller part of the cost in our model with 256 tokens than in BERT with "
    "512, so short texts save less time here. Documents of the mini-world have two to five short "
    "sentences, so a long text is several documents and its beginning says little about its end.",
    live=LiveExample(
        "attention",
        ("bert-mini",),
        "Seoul is the capital of South Korea. Many people live in Seoul.",
    ),
    measure="held_out_by_position",
    measure_options={"border": SHORT},
    points=5,
    along="seconds",
    takes_own_text=True,
)
