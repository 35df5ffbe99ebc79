"""Fine-tuning with and without perturbed embeddings (DeBERTa, section 4)."""

from models.comparison.base import fine_tuning_base
from models.comparison.spec import (
    Arm,
    Claim,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
)

NUMBERS = 500, 1500
SIZES = {"plain": 0.0, "adversarial": 1.0}
TITLES = {"plain": "Without perturbation", "adversarial": "With perturbation (SiFT)"}


def _arm(kind: str, number: int) -> Arm:
    changes = {"adversarial": SIZES[kind], "num_examples": number}
    title = f"{TITLES[kind]}, {number:,} labels"
    return Arm(f"{kind}_{number}", title, changes, x=number, line=TITLES[kind])


SPEC = ExperimentSpec(
    name="adversarial",
    title="With and without adversarial training",
    group="adaptation",
    question="Does a model learn a task better when its embeddings are perturbed?",
    systems=("DeBERTa",),
    claims=(
        Claim(
            "Virtual adversarial training on normalized word embeddings (SiFT) improves "
            "fine-tuning, more so for larger models.",
            "no ablation is given; the paper uses it for the model of 1.5 billion parameters on "
            "SuperGLUE",
            "section 4",
            "deberta",
        ),
    ),
    base=fine_tuning_base("deberta-mini", "world:acceptability:en", epochs=4),
    arms=tuple(_arm(kind, number) for kind in SIZES for number in NUMBERS),
    varies=("adversarial", "num_examples"),
    metrics=(
        Metric("matthews", "Matthews correlation"),
        Metric("accuracy", "Accuracy", is_share=True),
    ),
    measurements=tuple(
        Contrast(
            f"Matthews correlation with {number:,} labels, with minus without perturbation",
            MetricPoint(f"adversarial_{number}", "matthews"),
            MetricPoint(f"plain_{number}", "matthews"),
            "more",
        )
        for number in NUMBERS[::-1]
    ),
    regime="Adversarial training should help most where a model learns few examples by heart, so "
    "there are few, and each is learned four times. All else is equal; a step with perturbation "
    "runs the model two more times.",
    limits="The paper names models a thousand times larger as those that gain. The perturbation "
    "has the size of the authors' code, about a hundredth of an embedding's standard deviation, "
    "which changes the predictions of a small model little. The weight of its loss is 1, without "
    "a search.",
    live=LiveExample("finetuning", ("deberta-mini",), "Paris of capital the is France."),
    along="x",
    x_title="Labelled examples",
)
