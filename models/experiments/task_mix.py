"""Which layers ELMo's tasks read (ELMo, Figure 2)."""

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

SETS = {
    "reading": ("Questions about a passage (as SQuAD)", "world:reading:en"),
    "entities": ("Named entities (as CoNLL 2003)", "world:entities:en"),
    "entailment": ("Entailment (as SNLI)", "world:entailment:en"),
    "sentiment": ("Sentiment (as SST-5)", "world:sentiment:en"),
}


def _contrast(title: str, arm: str, other: int, against: str) -> Contrast:
    return Contrast(
        f"{title}, weight of the first LSTM layer minus that of the {against}",
        MetricPoint(arm, "mix", 1.0),
        MetricPoint(arm, "mix", float(other)),
    )


SPEC = ExperimentSpec(
    name="task_mix",
    title="Learned mix by task",
    group="adaptation",
    question="Which layers does a task read, if it learns a weight for each?",
    systems=("ELMo",),
    claims=(
        PaperClaim(
            "Where ELMo enters the model of a task, the first LSTM layer has the highest weight, "
            "by far in SQuAD and coreference, less so in other tasks.",
            "a picture of the weights, without numbers",
            "Figure 2",
            "elmo",
            (
                Contrast(
                    "Questions, weight of the first LSTM layer minus that of the characters",
                    MetricPoint("reading", "mix", 1.0),
                    MetricPoint("reading", "mix", 0.0),
                    paper="more",
                    says="For questions, the first LSTM layer has a weight that is {value} than "
                    "that of the characters",
                ),
                Contrast(
                    "Questions, weight of the first LSTM layer minus that of the second one",
                    MetricPoint("reading", "mix", 1.0),
                    MetricPoint("reading", "mix", 2.0),
                    paper="more",
                    says="For questions, the first LSTM layer has a weight that is {value} than "
                    "that of the second one",
                ),
            ),
        ),
        PaperClaim(
            "Words as a mix of all layers help in each of six tasks.",
            "F1 on SQuAD 85.8 instead of 81.1, on CoNLL 2003 92.22 instead of 90.15; accuracy on "
            "SNLI 88.7 instead of 88.0, on SST-5 54.7 instead of 51.4",
            "Table 1",
            "elmo",
        ),
    ),
    base=fine_tuning_base("elmo-mini", SETS["reading"][1], way="head", learning_rate=1e-2),
    arms=tuple(Arm(name, title, {"data": data}) for name, (title, data) in SETS.items()),
    varies=("data",),
    metrics=(
        Metric("mix", "Learned weight of the layer", is_share=True, smallest=0.01),
        Metric("f1", "F1", smallest=0.01),
        Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),
    ),
    measurements=tuple(
        _contrast("Named entities", "entities", other, against)
        for other, against in ((0, "characters"), (2, "second one"))
    ),
    floors=(Floor("f1", 1 / 3, "always saying that there is no answer", arms=("reading",)),),
    regime="The pretrained model is frozen, as in the paper; what learns is the weight of each of "
    "its three layers, a factor for their sum, and one linear layer. The weights are a softmax, so "
    "they add up to 100 %, and begin with a third each. Each task has 1,500 examples, three times.",
    limits="In the paper a large model of its own reads the mix for each task; here it is one "
    "linear layer, so a layer counts if a linear function can use it. The weight of a layer also "
    "depends on how large its states are. The paper's first layer is that of a model that is "
    "about fifty times as large.",
    live=LiveExample(
        "layers",
        ("elmo-mini",),
        "The capital of France is Paris.",
        settings={"view": "layers"},
    ),
    along="x",
    x_title="Layer (0: the characters of the word)",
)
