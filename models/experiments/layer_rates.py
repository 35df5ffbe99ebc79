"""Lower learning rates for lower layers (ULMFiT, Table 7)."""

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

SPEC = ExperimentSpec(
    name="layer_rates",
    title="Lower rates for lower layers",
    group="adaptation",
    question="Should lower layers learn more slowly than upper ones?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "Fine-tuning is better if each layer learns at a lower rate than the one above it.",
            "error with equal rates and with rates divided by 2.6 from layer to layer: 6.87 and "
            "5.57 on IMDb, 6.86 and 6.21 on TREC-6, 5.81 and 5.62 on AG",
            "Table 7, Full and Full + discr",
            "ulmfit",
            untestable="after three epochs the arm with divided rates is still learning",
            would_take="longer training",
        ),
    ),
    base=fine_tuning_base("bert-mini", "world:sentiment:en"),
    tuning=Tuning((5e-4, 1e-3, 2e-3), "accuracy", seeds=(101, 102, 103)),
    arms=(
        Arm("equal", "Equal rates"),
        Arm("gentle", "Times 0.8 from layer to layer", {"layer_decay": 0.8}),
        Arm("steep", "Divided by 2.6 from layer to layer", {"layer_decay": 0.385}),
    ),
    varies=("layer_decay", "learning_rate"),
    metrics=(
        Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),
        Metric("matthews", "Matthews correlation", smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Accuracy, rates divided by 2.6 minus equal rates",
            MetricPoint("steep", "accuracy"),
            MetricPoint("equal", "accuracy"),
        ),
        Contrast(
            "Accuracy, rates times 0.8, as ELECTRA has them, minus equal rates",
            MetricPoint("gentle", "accuracy"),
            MetricPoint("equal", "accuracy"),
        ),
    ),
    floors=(Floor("accuracy", 0.5, "chance"),),
    regime="Sentiment, as IMDb: 1,500 opinions are learned three times each. The head has the full "
    "rate; the decay multiplies it from layer to layer, down to the embeddings. Each arm has the "
    "best of at least three rates, tried on other seeds.",
    limits="ULMFiT is an LSTM that was first fine-tuned as a language model on the text of the "
    "task, and its two arms differ in the rate of the last layer, too: 0.01 with lower rates "
    "below, 0.001 without. Here both have their own best rate. Lower rates shall keep what "
    "pretraining taught; a model that learns for 280 steps has little time to forget it, and low "
    "layers that learn this slowly have little time to follow. With 12 epochs instead of three, "
    "the same rates and one seed, divided rates reach 98.9 % and equal ones 99.8 %.",
    live=LiveExample("finetuning", ("bert-mini",), "The soup was not bad at all."),
    seeds=TEN_SEEDS,
)
