"""GPT's fine-tuning with and without the language-model loss (GPT-1, Table 5)."""

from models.comparison.base import fine_tuning_base
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

NUMBERS = 256, 1024, 4096
WEIGHTS = {"with": 0.5, "without": 0.0}
TITLES = {"with": "With the auxiliary loss", "without": "Without it"}


def _arm(kind: str, number: int) -> Arm:
    changes = {"auxiliary_lm": WEIGHTS[kind], "num_examples": number}
    title = f"{TITLES[kind]}, {number:,} labels"
    return Arm(f"{kind}_{number}", title, changes, x=number, line=TITLES[kind])


SPEC = ExperimentSpec(
    name="auxiliary_loss",
    title="Auxiliary language-model loss",
    group="adaptation",
    question="Should a model go on predicting words while it learns a task?",
    systems=("GPT-2",),
    claims=(
        PaperClaim(
            "The auxiliary loss helps on large sets of labelled examples.",
            "average over tasks 74.7 with it, 75.0 without; larger sets benefit, smaller ones do "
            "not",
            "section 5",
            "gpt1",
            (
                Contrast(
                    "Matthews correlation with 4,096 labels, with minus without the auxiliary loss",
                    MetricPoint("with_4096", "matthews"),
                    MetricPoint("without_4096", "matthews"),
                    paper="more",
                    says="With 4,096 labels, the auxiliary loss gives a Matthews correlation "
                    "that is {value} than without it",
                ),
            ),
        ),
        PaperClaim(
            "It does not help on small sets.",
            "average over tasks 74.7 with it, 75.0 without; larger sets benefit, smaller ones do "
            "not",
            "section 5",
            "gpt1",
            (
                Contrast(
                    "Matthews correlation with 256 labels, with minus without the auxiliary loss",
                    MetricPoint("with_256", "matthews"),
                    MetricPoint("without_256", "matthews"),
                    paper="equal",
                    says="With 256 labels, the auxiliary loss gives a Matthews correlation that "
                    "is {value} than without it",
                ),
            ),
        ),
    ),
    base=fine_tuning_base("gpt2-mini", "world:acceptability:en", style="gpt"),
    arms=tuple(_arm(kind, number) for kind in WEIGHTS for number in NUMBERS),
    varies=("auxiliary_lm", "num_examples"),
    metrics=(
        Metric("matthews", "Matthews correlation", smallest=0.02),
        Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),
    ),
    floors=(Floor("matthews", 0.05, "always answering one class"),),
    regime="GPT's way of fine-tuning: the last token is classified, and with the weight 0.5 the "
    "model also predicts each next token of the example. Examples, steps and rates are equal.",
    limits="GPT-2's small sibling stands for GPT-1: the layer norms lie elsewhere. Half of the "
    "examples are unacceptable sentences, which the auxiliary loss teaches the model to predict "
    "as well; the tasks of the paper have no such texts but CoLA.",
    live=LiveExample("finetuning", ("gpt2-mini",), "Paris of capital the is France."),
    along="x",
    x_title="Labelled examples",
    x_is_logarithmic=True,
)
