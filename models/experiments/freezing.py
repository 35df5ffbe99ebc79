"""Which layers learn when a pretrained model is fine-tuned (Lee et al. 2019)."""

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
    name="freezing",
    title="What to freeze",
    group="adaptation",
    question="How many layers of a pretrained model must learn a task?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "It is enough to fine-tune the last fourth of the layers for 90 % of the quality.",
            "90 % of the metric of full fine-tuning with a fourth of the layers",
            "abstract",
            "freezing",
            (
                Contrast(
                    "Matthews correlation, the last layer as a share of all parameters",
                    MetricPoint("last_1", "matthews"),
                    MetricPoint("all", "matthews"),
                    "more",
                    is_ratio=True,
                    null=0.9,
                    smallest=0.02,
                    says="Fine-tuning the last of four layers gives {value} of the quality of "
                    "fine-tuning all parameters; the claim is 90 %",
                ),
            ),
        ),
    ),
    base=fine_tuning_base("bert-mini", "world:acceptability:en"),
    tuning=Tuning((5e-4, 1e-3, 2e-3, 4e-3), "matthews", seeds=(101, 102), max_tried=7),
    seeds=TEN_SEEDS,
    arms=(
        Arm("head", "The head alone", {"way": "head"}),
        Arm("last_1", "The last layer and the head", {"way": "last_layers", "last_layers": 1}),
        Arm("last_2", "The last two layers and the head", {"way": "last_layers", "last_layers": 2}),
        Arm(
            "last_3", "The last three layers and the head", {"way": "last_layers", "last_layers": 3}
        ),
        Arm("layers", "All but the embeddings", {"frozen_embeddings": True}),
        Arm("all", "All parameters"),
    ),
    varies=("way", "last_layers", "frozen_embeddings", "learning_rate"),
    metrics=(
        Metric("matthews", "Matthews correlation", smallest=0.02),
        Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),
        Metric("learned_parameters", "Parameters that learn", "thousands"),
    ),
    measurements=(
        Contrast(
            "Matthews correlation, the last layer minus the head alone",
            MetricPoint("last_1", "matthews"),
            MetricPoint("head", "matthews"),
        ),
        Contrast(
            "Matthews correlation, all parameters minus the last layer",
            MetricPoint("all", "matthews"),
            MetricPoint("last_1", "matthews"),
        ),
        Contrast(
            "Matthews correlation, all parameters minus all but the embeddings",
            MetricPoint("all", "matthews"),
            MetricPoint("layers", "matthews"),
        ),
    ),
    floors=(Floor("matthews", 0.0, "chance"),),
    regime="The same 1,500 sentences are learned three times each, with the best of at least four "
    "learning rates for each arm. Acceptability needs features that were not needed to predict "
    "words, so layers must change.",
    limits="The paper freezes layers of models with 12 and 24 layers; here there are few, so the "
    "last one is a larger share of the model.",
    live=LiveExample("finetuning", ("bert-mini",), "Paris of capital the is France."),
)
