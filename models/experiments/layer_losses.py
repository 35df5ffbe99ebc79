"""TinyBERT's student without each of its losses, and with probabilities instead of scores."""

from typing import Any

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
    PublishedEffect,
)
from models.training.recipe import Recipe

METRIC = "mlm_accuracy"
TEACHER = "bert-mini"


def _taught_base(**options: Any) -> Recipe:
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


def _against(arm: str, title: str, says: str = "") -> Contrast:
    """A student against that with all losses; of a claim where it says something."""
    cells = MetricPoint(arm, METRIC), MetricPoint("all", METRIC)
    return Contrast(f"{title} minus all losses", *cells, "less" if says else "", says=says)


SPEC = ExperimentSpec(
    name="layer_losses",
    title="Losses of layers and predictions",
    group="teacher",
    question="Which of TinyBERT's losses does a narrow student need?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "All losses are useful; those of the transformer layers matter most.",
            "mean of MNLI-m, MNLI-mm, MRPC and CoLA: 75.6 with all, 74.1 without embeddings, "
            "73.5 without predictions, 56.3 without attention and hidden states",
            "Table 3",
            "tinybert",
            (
                *(
                    _against(arm, title, says)
                    for arm, title, says in (
                        (
                            "no_layers",
                            "Embeddings and predictions",
                            "Without the losses of the layers, the accuracy of the student is "
                            "{value} than with all losses",
                        ),
                        (
                            "no_embedding",
                            "Without embeddings",
                            "Without the loss of the embeddings, the accuracy of the student is "
                            "{value} than with all losses",
                        ),
                    )
                ),
            ),
        ),
        PaperClaim(
            "Of the losses of the layers, that of the attention matters more than that of the "
            "hidden states.",
            "71.0 without attention, 72.9 without hidden states",
            "Table 3",
            "tinybert",
            (
                Contrast(
                    "Without attention minus without hidden states",
                    MetricPoint("no_attention", METRIC),
                    MetricPoint("no_hidden", METRIC),
                    paper="less",
                    published=PublishedEffect(-0.019),
                    says="Without the loss of the attention, the accuracy of the student is "
                    "{value} than without that of the hidden states",
                ),
            ),
        ),
        PaperClaim(
            "Layers evenly spread over the teacher teach better than its last or its first ones.",
            "mean of MNLI-m, MNLI-mm, MRPC and CoLA: 75.6 uniform, 70.9 last, 71.3 first layers",
            "Table 4",
            "tinybert",
            (
                _against(
                    "last",
                    "Taught by the last layers",
                    "Taught by the last layers of its teacher, the accuracy of the student is "
                    "{value} than by layers evenly spread",
                ),
                _against(
                    "first",
                    "Taught by the first layers",
                    "Taught by the first layers of its teacher, the accuracy of the student is "
                    "{value} than by layers evenly spread",
                ),
            ),
        ),
        PaperClaim(
            "The scores of the attention teach better than its probabilities.",
            "faster convergence and better performances, without a number",
            "section 3.1",
            "tinybert",
            (
                _against(
                    "probabilities",
                    "Probabilities",
                    "Taught by the probabilities of the attention, the accuracy of the student "
                    "is {value} than by its scores",
                ),
            ),
        ),
    ),
    base=_taught_base(
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
        _arm("last", "Taught by the last layers (3 and 4)", "layer_map", "last"),
        _arm("first", "Taught by the first layers (1 and 2)", "layer_map", "first"),
        Arm("undistilled", "Without a teacher", {"teaching": None}),
    ),
    varies=(
        "teaching.method",
        "teaching.teacher",
        "teaching.options.prediction_share",
        "teaching.options.attention",
        "teaching.options.layer_map",
        "teaching.options.weight_attention",
        "teaching.options.weight_hidden",
        "teaching.options.weight_embedding",
    ),
    metrics=(
        Metric(METRIC, "Accuracy at masked positions", is_share=True, smallest=0.01),
        Metric("mlm_loss", "Loss at masked positions", "nats per token", smallest=0.02),
    ),
    measurements=(
        *(
            _against(arm, title)
            for arm, title in (
                ("no_attention", "Without attention"),
                ("no_hidden", "Without hidden states"),
                ("predictions", "Predictions alone"),
                ("undistilled", "Without a teacher"),
            )
        ),
    ),
    floors=(
        Floor(
            "mlm_loss",
            2.62,
            "a 5-gram model of the same text",
            below=True,
            baseline="5gram",
            arms=("all", "no_attention", "no_hidden"),
        ),
    ),
    regime="The teacher is the bundled BERT with four layers of width 128, the student has two of "
    "width 52, a quarter of the weights. For 60 % of 1,200 steps it learns the layers, for the "
    "rest the teacher's predictions at masked positions. All read the same text with the same "
    "masks.",
    limits="The teacher did not learn on the text that its students learn on. The "
    "paper distils twice, on text and then on the task with augmented data, and "
    "measures tasks; here there is one distillation on text, and the accuracy at masked positions "
    "is measured. With two of four layers the three maps share layers: evenly spread (2 and 4) "
    "and last the fourth, evenly spread and first the second. The paper gives no numbers for "
    "probabilities, of which it states that they learn "
    "more slowly and less well than scores, and none for predictions alone. A student of "
    "predictions alone, and one without a teacher, learn them in all steps instead of 40 % of "
    "them.",
    live=LiveExample(
        "distillation", ("bert-mini", "tinybert-mini"), "The capital of France is [MASK]."
    ),
)
