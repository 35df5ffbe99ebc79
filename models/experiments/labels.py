"""Pretrained or from scratch, by the number of labelled examples (T5, Table 1)."""

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

EPOCHS = {16: 20, 64: 10, 256: 8, 1024: 5, 4096: 3, 8550: 3}  # by the number of examples
STARTS = {"pretrained": "Pretrained", "scratch": "From scratch"}


def _arm(start: str, number: int) -> Arm:
    title = f"{STARTS[start]}, {number:,} labels"
    changes = {
        "num_examples": number,
        "epochs": EPOCHS[number],
        "from_scratch": start == "scratch",
    }
    return Arm(f"{start}_{number}", title, changes, x=number, line=STARTS[start])


SPEC = ExperimentSpec(
    name="labels",
    title="Pretrained or from scratch",
    group="adaptation",
    question="How many labelled examples does pretraining replace?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "Without pretraining, the same model is much worse at tasks.",
            "GLUE 83.28 with pretraining, 66.22 without",
            "Table 1",
            "t5",
            (
                Contrast(
                    "Matthews correlation with 8,550 labels, pretrained minus from scratch",
                    MetricPoint("pretrained_8550", "matthews"),
                    MetricPoint("scratch_8550", "matthews"),
                    paper="more",
                    says="With 8,550 labels, the pretrained model has a Matthews correlation "
                    "that is {value} than that of one from scratch",
                ),
            ),
        ),
        PaperClaim(
            "A pretrained language model with 100 labelled examples does as well as a model "
            "trained from scratch on 100 times as many.",
            "error on IMDb by number of examples",
            "abstract, Figure 3",
            "ulmfit",
            (
                Contrast(
                    "Matthews correlation, pretrained with 64 labels minus from scratch with 4,096",
                    MetricPoint("pretrained_64", "matthews"),
                    MetricPoint("scratch_4096", "matthews"),
                    paper="more",
                    says="With 64 labels, the pretrained model has a Matthews correlation that "
                    "is {value} than that of one from scratch with 4,096",
                ),
            ),
        ),
    ),
    base=fine_tuning_base("bert-mini", "world:acceptability:en"),
    arms=tuple(_arm(start, number) for start in STARTS for number in EPOCHS),
    varies=("num_examples", "epochs", "from_scratch"),
    metrics=(
        Metric("matthews", "Matthews correlation", smallest=0.02),
        Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),
    ),
    measurements=(
        Contrast(
            "Matthews correlation with 1,024 labels, pretrained minus from scratch",
            MetricPoint("pretrained_1024", "matthews"),
            MetricPoint("scratch_1024", "matthews"),
        ),
        Contrast(
            "Matthews correlation with 256 labels, pretrained minus from scratch",
            MetricPoint("pretrained_256", "matthews"),
            MetricPoint("scratch_256", "matthews"),
        ),
    ),
    floors=(
        Floor(
            "matthews",
            0.05,
            "always answering one class",
            arms=("scratch_8550", "scratch_4096", "pretrained_8550"),
        ),
    ),
    regime="Whether a sentence is acceptable depends on word order, agreement and the kinds of "
    "words, which a model that was pretrained on sentences has seen. With fewer labels there are "
    "more epochs, the same for both. The model from scratch has the same size and vocabulary.",
    limits="Both have the same steps and rate, 1,600 steps at most. In them the model from scratch "
    "gives nearly all sentences one class, while the papers train theirs until they improve no "
    "more, so the difference is larger here. The vocabulary comes from the pretraining text for "
    "both.",
    live=LiveExample("finetuning", ("bert-mini",), "Paris of capital the is France."),
    along="x",
    x_title="Labelled examples",
    x_is_logarithmic=True,
)
