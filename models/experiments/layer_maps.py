"""Which of its teacher's layers a student learns from (TinyBERT, Table 4)."""

from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
)
from models.experiments.layer_losses import METRIC, taught_base

OPTION = "teaching.options.layer_map"


def _against(arm: str, title: str) -> Contrast:
    return Contrast(
        f"{title} minus uniform", MetricPoint(arm, METRIC), MetricPoint("uniform", METRIC), "less"
    )


SPEC = ExperimentSpec(
    name="layer_maps",
    title="Which layers teach the student",
    group="teacher",
    question="From which layers of its teacher should a student learn?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "Layers evenly spread over the teacher teach better than its last or its first ones.",
            "mean of MNLI-m, MNLI-mm, MRPC and CoLA: 75.6 uniform, 70.9 last, 71.3 first layers",
            "Table 4",
            "tinybert",
        ),
    ),
    base=taught_base(layer_map="uniform"),
    arms=(
        Arm("uniform", "Uniform (layers 2 and 4)"),
        Arm("last", "Last (layers 3 and 4)", {OPTION: "last"}),
        Arm("first", "First (layers 1 and 2)", {OPTION: "first"}),
    ),
    varies=(OPTION,),
    metrics=(
        Metric(METRIC, "Accuracy at masked positions", is_share=True),
        Metric("mlm_loss", "Loss at masked positions", "nats per token"),
    ),
    contrasts=(_against("last", "Last layers"), _against("first", "First layers")),
    regime="The teacher is the bundled BERT with four layers of width 128, the student has two of "
    "width 52, a quarter of the weights. For 60 % of 1,200 steps it learns attention, hidden "
    "states and embeddings, for the rest the teacher's predictions at masked positions.",
    limits="With two of four layers the three maps share layers: uniform and last the fourth, "
    "uniform and first the second. The paper has four of twelve, distils twice and measures tasks; "
    "here the accuracy at masked positions is measured after one distillation on text.",
    live=LiveExample(
        "distillation", ("bert-mini", "tinybert-mini"), "The capital of France is [MASK]."
    ),
)
