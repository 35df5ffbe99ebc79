"""How many pretrained layers a task needs (GPT-1, Figure 2)."""

from models.comparison.base import fine_tuning_base
from models.comparison.spec import (
    TEN_SEEDS,
    Arm,
    Contrast,
    ExperimentSpec,
    Floor,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
    Tuning,
)

LAYERS = 4  # of gpt1-mini


def _arm(count: int) -> Arm:
    changes = {"transferred_layers": count} if count < LAYERS else {}
    words = {0: "The embeddings alone", 1: "Embeddings and the lowest layer", LAYERS: "Everything"}
    title = words.get(count, f"Embeddings and the lowest {count} layers")
    return Arm(f"layers_{count}", title, changes)


def _step(count: int) -> Contrast:
    """One layer more against one less."""
    return Contrast(
        f"Accuracy, {count} transferred minus {count - 1}",
        MetricPoint(f"layers_{count}", "accuracy"),
        MetricPoint(f"layers_{count - 1}", "accuracy"),
        paper="more",
        says=f"With {count} transferred layers, the accuracy is {{value}} than with {count - 1}",
    )


SPEC = ExperimentSpec(
    name="transferred_layers",
    title="Transferred layers",
    group="adaptation",
    question="Which of its pretrained layers does a model need to learn a task?",
    systems=("GPT-1",),
    claims=(
        PaperClaim(
            "Each transferred layer makes the model better at a task.",
            "two curves that rise with the number of layers, from 0 to 12, on MultiNLI and RACE, "
            "without numbers",
            "section 5, Figure 2 (left)",
            "gpt1",
            tuple(_step(count) for count in range(1, LAYERS + 1)),
        ),
        PaperClaim(
            "All layers together give up to 9 % over the embeddings alone.",
            "up to 9 % for full transfer on MultiNLI",
            "section 5",
            "gpt1",
            (
                Contrast(
                    "Accuracy, everything transferred minus the embeddings alone",
                    MetricPoint(f"layers_{LAYERS}", "accuracy"),
                    MetricPoint("layers_0", "accuracy"),
                    paper="more",
                    says="With all layers transferred, the accuracy is {value} than with the "
                    "embeddings alone",
                ),
            ),
        ),
        PaperClaim(
            "Transferring the embeddings alone helps already.",
            "the text gives no number",
            "section 5",
            "gpt1",
            (
                Contrast(
                    "Accuracy, the embeddings transferred minus nothing",
                    MetricPoint("layers_0", "accuracy"),
                    MetricPoint("nothing", "accuracy"),
                    paper="more",
                    says="With transferred embeddings, the accuracy is {value} than from scratch",
                ),
            ),
        ),
    ),
    base=fine_tuning_base("gpt1-mini", "world:sentiment:en", style="gpt"),
    tuning=Tuning((5e-4, 1e-3, 2e-3), "accuracy"),
    arms=(
        Arm("nothing", "Nothing", {"from_scratch": True}),
        *map(_arm, range(LAYERS + 1)),
    ),
    varies=("transferred_layers", "from_scratch", "learning_rate"),
    metrics=(
        Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),
        Metric("matthews", "Matthews correlation", smallest=0.02),
    ),
    floors=(Floor("accuracy", 0.5, "chance"),),
    regime="GPT-1's way of fine-tuning: the last token is classified, and all parameters learn. "
    "The embeddings and the lowest layers begin as they were pretrained, those above them with "
    "fresh weights. Each arm learns from 1,500 opinions, three times, at the best of at least "
    "three learning rates, tried on another seed.",
    limits="The task is sentiment: the entailment of the mini-world, which is nearest to MultiNLI, "
    "was not learned by this model at all. It has two classes and four layers, the paper's have "
    "three classes and twelve layers, and far more labels, so sizes cannot be compared. "
    "Fresh layers have about 280 steps to learn in. The language-model loss beside that of the "
    "task is left out.",
    live=LiveExample("finetuning", ("gpt1-mini",), "The soup was not bad at all."),
    seeds=TEN_SEEDS,
)
