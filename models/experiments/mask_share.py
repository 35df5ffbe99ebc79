"""What the chosen tokens become: 80 % [MASK], 10 % random, 10 % unchanged, or others (BERT)."""

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

SHARES = (80, 10, 10), (100, 0, 0), (80, 20, 0), (80, 0, 20), (0, 80, 20), (0, 100, 0)


def _arm(masked: int, random: int, unchanged: int) -> Arm:
    return Arm(
        f"mask_{masked}_random_{random}",
        f"{masked}/{unchanged}/{random}",
        {"options.masked.mask_share": masked / 100, "options.masked.random_share": random / 100},
    )


SPEC = ExperimentSpec(
    name="mask_share",
    title="80/10/10 or [MASK] alone",
    group="objective",
    question="Should some of the chosen tokens be random or unchanged instead of [MASK]?",
    systems=("BERT", "RoBERTa", "DistilBERT"),
    claims=(
        PaperClaim(
            "Tasks have no [MASK], so some chosen tokens stay or become random. After "
            "fine-tuning the difference is small.",
            "MNLI 84.2 with 80/10/10, 84.3 with [MASK] alone, 83.6 with random tokens alone",
            "Table 8",
            "bert",
            untestable="nothing is fine-tuned here",
        ),
        PaperClaim(
            "Without fine-tuning, where the hidden states are used as they are, a model that was "
            "trained with [MASK] alone is worse.",
            "NER (feature-based) 94.9 with 80/10/10, 94.0 with [MASK] alone",
            "Table 8",
            "bert",
            untestable="no task reads the states here, and a model trained with [MASK] alone "
            "never predicts a token that it sees",
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=3e-3,
        schedule__steps=1200,
    ),
    arms=tuple(_arm(*shares) for shares in SHARES),
    varies=("options.masked.mask_share", "options.masked.random_share"),
    metrics=(
        Metric(
            "masked_mlm_accuracy",
            "Accuracy where the input is [MASK]",
            is_share=True,
            smallest=0.01,
        ),
        Metric(
            "unchanged_mlm_accuracy",
            "Accuracy where the input is the token",
            is_share=True,
            smallest=0.01,
        ),
        Metric(
            "random_mlm_accuracy",
            "Accuracy where the input is a random token",
            is_share=True,
            smallest=0.01,
        ),
        Metric(
            "masked_mlm_loss", "Loss where the input is [MASK]", "nats per token", smallest=0.02
        ),
    ),
    measurements=(
        Contrast(
            "Accuracy at unchanged tokens, 80/10/10 minus [MASK] alone",
            MetricPoint("mask_80_random_10", "unchanged_mlm_accuracy"),
            MetricPoint("mask_100_random_0", "unchanged_mlm_accuracy"),
        ),
        Contrast(
            "Accuracy at [MASK], 80/10/10 minus [MASK] alone",
            MetricPoint("mask_80_random_10", "masked_mlm_accuracy"),
            MetricPoint("mask_100_random_0", "masked_mlm_accuracy"),
        ),
        Contrast(
            "Accuracy at [MASK], 80/10/10 minus random tokens alone",
            MetricPoint("mask_80_random_10", "masked_mlm_accuracy"),
            MetricPoint("mask_0_random_100", "masked_mlm_accuracy"),
        ),
    ),
    floors=(
        Floor(
            "masked_mlm_loss", 2.46, "a 5-gram model of the same text", below=True, baseline="5gram"
        ),
    ),
    regime="As in Table 8, 80/10/10 means 80 % [MASK], 10 % unchanged and 10 % random tokens "
    "among the "
    "chosen ones. The difference between training and use is measured directly: each model "
    "predicts the "
    "same held-out tokens three times, from [MASK], from the token itself and from a random token. "
    "The first is how a model is trained, the second is how a task uses it.",
    limits="The paper measures tasks after fine-tuning, or uses the hidden states as features. "
    "Here the prediction of tokens stands for both. In a model trained with [MASK] alone, the "
    "weights above the hidden states of other tokens were never trained, and a small classifier "
    "could still find the token in them.",
    live=LiveExample(
        "masking",
        ("bert-mini",),
        "Seoul is the capital of South Korea. Many people live in Seoul.",
    ),
    measure="held_out_by_option",
    measure_options={
        "masked": {"mask_share": 1.0, "random_share": 0.0},
        "unchanged": {"mask_share": 0.0, "random_share": 0.0},
        "random": {"mask_share": 0.0, "random_share": 1.0},
    },
    takes_own_text=True,
)
