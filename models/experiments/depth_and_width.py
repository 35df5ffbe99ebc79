"""Deep and narrow or shallow and wide at equal parameters, and more of each (BERT, Table 6)."""

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

# Layers and width; 12 L D² are about equal in the first five, and twice as many in the last two.
SHAPES = (1, 168), (2, 120), (3, 96), (6, 68), (12, 48), (6, 96), (3, 136)


def _arm(layers: int, width: int) -> Arm:
    changes = {"size.num_layers": layers, "size.width": width, "size.inner": 4 * width}
    title = f"{layers} layer{'s' if layers > 1 else ''} of width {width}"
    return Arm(f"layers_{layers}_width_{width}", title, changes)


SPEC = ExperimentSpec(
    name="depth_and_width",
    title="Depth and width",
    group="size",
    question="Should a model be deep or wide, and how much does size help?",
    systems=("BERT", "RoBERTa", "GPT-2"),
    claims=(
        PaperClaim(
            "Larger models are better, whether they have more layers or wider ones.",
            "perplexity 5.84 with 3 layers of width 768, 4.68 with 6, 3.99 with 12; 3.54 with 12 "
            "of width 1024, 3.23 with 24",
            "Table 6",
            "bert",
            (
                Contrast(
                    "Loss, 6 layers minus 3, width 96",
                    MetricPoint("layers_6_width_96", "mlm_loss"),
                    MetricPoint("layers_3_width_96", "mlm_loss"),
                    "less",
                    published=PublishedEffect(-0.221),
                    says="With 6 layers, the loss is {value} than with 3 of the same width",
                ),
                Contrast(
                    "Loss, width 136 minus 96, 3 layers",
                    MetricPoint("layers_3_width_136", "mlm_loss"),
                    MetricPoint("layers_3_width_96", "mlm_loss"),
                    "less",
                    says="With width 136, the loss is {value} than with width 96",
                ),
            ),
        ),
        PaperClaim(
            "At equal parameters without embeddings, the loss depends little on the shape.",
            "6 layers of width 4288 are within 3 % of 48 layers of width 1600",
            "Figure 5",
            "scaling_laws",
            (
                Contrast(
                    "Loss, 6 layers of width 68 as a share of 2 of width 120",
                    MetricPoint("layers_6_width_68", "mlm_loss"),
                    MetricPoint("layers_2_width_120", "mlm_loss"),
                    "equal",
                    is_ratio=True,
                    null=1.0,
                    smallest=0.03,
                    says="With 6 layers of width 68, the loss is {value} of that with 2 layers "
                    "of width 120",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=3e-3,
        schedule__steps=1200,
    ),
    arms=tuple(_arm(*shape) for shape in SHAPES),
    varies=("size.num_layers", "size.width", "size.inner"),
    metrics=(
        Metric("mlm_loss", "Loss", "nats per token", smallest=0.02),
        Metric("mlm_accuracy", "Accuracy at masked positions", is_share=True, smallest=0.01),
    ),
    floors=(
        Floor("mlm_loss", 2.46, "a 5-gram model of the same text", below=True, baseline="5gram"),
    ),
    regime="Five shapes have about 330,000 parameters in their layers, two have twice as many. "
    "Data, steps and learning rate are the same, so the curves can also be read by time: "
    "narrow layers cost as many operations in total, but take longer one after the other.",
    limits="The embedding table has more parameters than the layers of such small models, and it "
    "grows with the width, so wide models have more parameters in all. Heads are four in every "
    "shape, so those of narrow models are narrow too. One learning rate for all shapes can be "
    "too high for the deepest. After 1,200 steps no model is trained to its limit.",
    live=LiveExample(
        "parameters", ("bert-mini", "albert-mini"), "Seoul is the capital of South Korea."
    ),
    measure="held_out",
    points=6,
    along="seconds",
    takes_own_text=True,
)
