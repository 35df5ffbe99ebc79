"""How many attention heads can be removed, the least important first (Michel et al. 2019)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
)

PERCENTS = (0, 12.5, 25, 37.5, 50, 62.5, 75, 87.5)
ORDERS = {
    "by_gradient": "Least important first, by gradient",
    "by_ablation": "Least important first, by ablation",
    "at_random": "At random",
}


def _difference(
    title: str, arm: str, first: tuple[str, float], second: tuple[str, float]
) -> Contrast:
    """The accuracy with some heads removed minus that with others removed."""
    return Contrast(title, MetricPoint(arm, *first), MetricPoint(arm, *second))


def _arm(name: str, title: str, objective: str) -> Arm:
    model = f"{name}-mini"
    changes = {
        "architecture": name,
        "objectives": (objective,),
        "start": model,
        "tokenizer.folder": model,
    }
    return Arm(name, title, changes)


SPEC = ExperimentSpec(
    name="head_removal",
    title="How many heads are needed",
    group="size",
    question="How many attention heads can a trained model lose, and does it matter which?",
    systems=("BERT", "RoBERTa", "GPT-2"),
    claims=(
        PaperClaim(
            "Up to 40 % of BERT's heads can be removed, the least important first, without a "
            "noticeable loss.",
            "about 40 % of the heads of BERT, and 20 % of those of a translation model",
            "Section 4.2, Figure 3",
            "sixteen_heads",
            (
                Contrast(
                    "BERT without 37.5 % of its heads, by gradient, minus all heads",
                    MetricPoint("bert", "by_gradient", 37.5),
                    MetricPoint("bert", "by_gradient", 0.0),
                    "equal",
                    says="Without 37.5 % of its heads, the least important first, BERT predicts "
                    "{value} of the tokens correctly than with all of them",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        start="bert-mini",
        tokenizer={"folder": "bert-mini"},
        size={"width": 128, "num_layers": 4, "num_heads": 4, "inner": 512, "num_positions": 128},
        schedule__steps=1,
        schedule__learning_rate=1e-12,
    ),
    arms=(
        _arm("bert", "BERT", "masked"),
        _arm("roberta", "RoBERTa", "masked"),
        _arm("gpt2", "GPT-2", "causal"),
    ),
    varies=("architecture", "objectives", "start", "tokenizer.folder"),
    metrics=tuple(
        Metric(name, title, is_share=True, smallest=0.01) for name, title in ORDERS.items()
    ),
    measurements=(
        _difference(
            "BERT without 12.5 % of its heads, by gradient, minus all heads",
            "bert",
            ("by_gradient", 12.5),
            ("by_gradient", 0.0),
        ),
        _difference(
            "BERT without 37.5 % of its heads, by ablation, minus all heads",
            "bert",
            ("by_ablation", 37.5),
            ("by_ablation", 0.0),
        ),
        *(
            _difference(
                f"{title} without half of its heads, by {order} minus at random",
                arm,
                (f"by_{order}", 50.0),
                ("at_random", 50.0),
            )
            for arm, title, order in (
                ("bert", "BERT", "gradient"),
                ("bert", "BERT", "ablation"),
                ("roberta", "RoBERTa", "gradient"),
                ("gpt2", "GPT-2", "gradient"),
            )
        ),
    ),
    regime="The bundled models are not trained here. Each has 16 heads, four in each of four "
    "layers; those that are removed give zeros, and nothing is trained again. Importance is the "
    "mean absolute gradient of a gate on the head, normalised by layer as in the paper, or the "
    "growth of the loss without the head alone. It is measured on half of the held-out examples, "
    "and the accuracy of predicted tokens on the other half. Seeds change the examples and the "
    "random order.",
    limits="BERT base has 144 heads and the paper measures tasks after fine-tuning; here a head "
    "is a sixteenth of the model, and the accuracy of predicted tokens is measured, which a small "
    "model without spare heads loses sooner. A difference of at most one percentage point counts "
    "as none. The three models learned for different numbers of steps, so they compare no "
    "architectures.",
    live=LiveExample("attention", ("bert-mini",), "The capital of France is [MASK]."),
    measure="without_heads",
    measure_options={"percents": PERCENTS, "num_examples": 512},
    along="x",
    x_title="Heads removed, %",
    quick_steps=1,
)
