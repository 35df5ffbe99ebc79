"""TinyBERT's student without each of its losses, and with probabilities instead of scores."""

from typing import Any

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
from models.training.recipe import Recipe

METRIC = "mlm_accuracy"
TEACHER = "bert-mini"


def taught_base(**options: Any) -> Recipe:
    """A student with a quarter of its teacher's weights; `options` are those that arms vary."""
    return base_recipe(
        "bert",
        objectives=("masked",),
        tokenizer={"folder": TEACHER},
        size={"width": 52, "num_layers": 2, "num_heads": 4, "inner": 208, "num_positions": 128},
        config={"initializer_range": 0.05},
        teaching={
            "method": "tinybert",
            "teacher": TEACHER,
            "options": {"prediction_share": 0.4, **options},
        },
        schedule__steps=1200,
        schedule__learning_rate=3e-3,
    )


def _arm(name: str, title: str, option: str, value: Any) -> Arm:
    return Arm(name, title, {f"teaching.options.{option}": value})


def _against(arm: str, title: str) -> Contrast:
    return Contrast(
        f"{title} minus all losses", MetricPoint(arm, METRIC), MetricPoint("all", METRIC), "less"
    )


SPEC = ExperimentSpec(
    name="layer_losses",
    title="Losses of layers and predictions",
    group="teacher",
    question="Which of TinyBERT's losses does a narrow student need?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "All losses are useful; those of the transformer layers matter most, and of these the "
            "attention more than the hidden states.",
            "mean of MNLI-m, MNLI-mm, MRPC and CoLA: 75.6 with all, 74.1 without embeddings, 73.5 "
            "without predictions, 71.0 without attention, 72.9 without hidden states, 56.3 without "
            "both",
            "Table 3",
            "tinybert",
        ),
    ),
    base=taught_base(
        attention="scores",
        weight_attention=1.0,
        weight_hidden=1.0,
        weight_embedding=1.0,
    ),
    arms=(
        Arm("all", "All losses"),
        _arm("no_attention", "Without attention", "weight_attention", 0.0),
        _arm("no_hidden", "Without hidden states", "weight_hidden", 0.0),
        _arm("no_embedding", "Without embeddings", "weight_embedding", 0.0),
        Arm(
            "no_layers",
            "Embeddings and predictions",
            {"teaching.options.weight_attention": 0.0, "teaching.options.weight_hidden": 0.0},
        ),
        _arm("predictions", "Predictions alone", "prediction_share", 1.0),
        _arm("probabilities", "Probabilities, not scores", "attention", "probabilities"),
        Arm("undistilled", "Without a teacher", {"teaching": None}),
    ),
    varies=(
        "teaching.method",
        "teaching.teacher",
        "teaching.options.prediction_share",
        "teaching.options.attention",
        "teaching.options.weight_attention",
        "teaching.options.weight_hidden",
        "teaching.options.weight_embedding",
    ),
    metrics=(
        Metric(METRIC, "Accuracy at masked positions", is_share=True),
        Metric("mlm_loss", "Loss at masked positions", "nats per token"),
    ),
    contrasts=(
        _against("no_layers", "Embeddings and predictions"),
        _against("no_attention", "Without attention"),
        _against("no_hidden", "Without hidden states"),
        _against("no_embedding", "Without embeddings"),
        _against("probabilities", "Probabilities"),
        _against("predictions", "Predictions alone"),
        _against("undistilled", "Without a teacher"),
    ),
    regime="The teacher is the bundled BERT with four layers of width 128, the student has two of "
    "width 52, a quarter of the weights. For 60 % of 1,200 steps it learns the layers, for the "
    "rest the teacher's predictions at masked positions. All read the same text with the same "
    "masks.",
    limits="The paper distils twice, on text and then on the task with augmented data, and "
    "measures tasks; here there is one distillation on text, and the accuracy at masked positions "
    "is measured. The paper gives no numbers for probabilities, of which it states that they learn "
    "more slowly and less well than scores, and none for predictions alone. A student of "
    "predictions alone, and one without a teacher, learn them in all steps instead of 40 % of "
    "them.",
    live=LiveExample(
        "distillation", ("bert-mini", "tinybert-mini"), "The capital of France is [MASK]."
    ),
)
