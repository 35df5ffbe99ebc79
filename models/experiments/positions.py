"""Absolute and relative positions beyond the trained length (Transformer-XL, T5, DeBERTa)."""

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

TRAINED, LONGEST = 32, 128
METRIC = "loss_increase"
WEIGHTS = {"initializer_range": 0.05}


def _against(arm: str, title: str, says: str = "") -> Contrast:
    """Absolute positions against others; of a claim where it says something."""
    return Contrast(
        f"Increase at {LONGEST} tokens: absolute minus {title}",
        MetricPoint("absolute", METRIC, LONGEST),
        MetricPoint(arm, METRIC, LONGEST),
        "more" if says else "",
        says=says,
    )


SPEC = ExperimentSpec(
    name="positions",
    title="Absolute and relative positions",
    group="positions",
    question="Can a model read texts that are longer than those it was trained on?",
    systems=("BERT", "XLNet", "DeBERTa", "T5"),
    claims=(
        PaperClaim(
            "The relative positions of Transformer-XL generalise to attention lengths longer "
            "than the one observed during training.",
            "a model of 128 million parameters has its lowest perplexity, 26.77, with an "
            "attention length of 500 at evaluation",
            "Table 6",
            "transformer_xl",
            (
                _against(
                    "sinusoidal",
                    "sinusoidal distances",
                    "Beyond the length of training, the loss with absolute positions rises by "
                    "{value} than with sinusoidal distances",
                ),
            ),
        ),
        PaperClaim(
            "With distances cut at k, DeBERTa can in theory read texts far longer than k.",
            "24,528 tokens with k = 512 and 24 layers",
            "appendix A.5",
            "deberta",
            (
                _against(
                    "disentangled",
                    "disentangled",
                    "Beyond the length of training, the loss with absolute positions rises by "
                    "{value} than with disentangled ones",
                ),
            ),
        ),
        PaperClaim(
            "T5 learns one number for each head and bucket of distances; all distances beyond "
            "the largest share a bucket.",
            "32 buckets, 128 tokens",
            "section 2.1",
            "t5",
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        config=WEIGHTS,
        size__num_positions=LONGEST,
        schedule__length=TRAINED,
        schedule__learning_rate=3e-3,
        schedule__steps=1200,
    ),
    arms=(
        Arm("absolute", "Absolute (BERT)"),
        Arm(
            "buckets",
            "Buckets of distances (T5)",
            {
                "architecture": "t5",
                "objectives": ("span_corruption",),
                "config": {"relative_attention_max_distance": TRAINED},
                "schedule.learning_rate": 0.02,
                "schedule.relative_rate": True,
            },
        ),
        Arm(
            "sinusoidal",
            "Sinusoidal distances (XLNet)",
            {"architecture": "xlnet", "objectives": ("permutation",)},
        ),
        Arm(
            "disentangled",
            "Disentangled (DeBERTa)",
            {
                "architecture": "deberta",
                "config.max_relative_positions": TRAINED // 2,
                "config.enhanced_mask_decoder": False,
            },
        ),
    ),
    varies=(
        "architecture",
        "objectives",
        "config.initializer_range",
        "config.relative_attention_max_distance",
        "config.max_relative_positions",
        "config.enhanced_mask_decoder",
        "schedule.learning_rate",
        "schedule.relative_rate",
    ),
    metrics=(
        Metric(
            METRIC, "Increase of the loss over that at 32 tokens", "nats per token", smallest=0.05
        ),
        Metric("loss", "Loss", "nats per token", smallest=0.05),
    ),
    measurements=(_against("buckets", "buckets"),),
    floors=(
        Floor(
            "loss", 2.42, "a 5-gram model of the same text", below=True, baseline="5gram", x=32.0
        ),
    ),
    regime="All models are trained on texts of 32 tokens and evaluated on texts of up to 128. A "
    "learned absolute position beyond 32 never occurred in training. The relative ones are set so "
    "that no distance is new: T5's buckets end at 32, DeBERTa's distances are cut at 16, and "
    "XLNet's sinusoids need no training. DeBERTa runs without its enhanced mask decoder, which "
    "would add absolute positions.",
    limits="Each model is evaluated with its own objective (masked tokens, tokens of a "
    "permutation, dropped spans), so that only the increase of the loss over that at 32 tokens "
    "can be compared, not the loss itself. T5's texts lose as many spans at every length, since "
    "the sentinels of further spans would be new to it. The documents are short, so that a longer "
    "text adds more documents rather than more context about one.",
    live=LiveExample(
        "attention",
        ("bert-mini", "t5-mini", "xlnet-mini", "deberta-mini"),
        "Seoul is the capital of South Korea.",
        layer=0,
        head=0,
    ),
    measure="by_length",
    measure_options={
        "lengths": (16, 32, 48, 64, 96, 128),
        "shares": {"span_corruption": ("noise_density", 0.15)},
    },
    along="x",
    x_title="Tokens in the text",
    takes_own_text=True,
)
