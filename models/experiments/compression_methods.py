"""Quantize, prune or distil: accuracy by bytes, and for the same time (Q8BERT, DistilBERT)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
    Tradeoff,
    Variant,
)

TEACHER = "bert-mini"
VARIANTS = {  # of the model of every arm
    "float": "32-bit floats",
    "int8": "8-bit weights",
    "dynamic_int8": "8-bit weights and products",
    "int4": "4-bit weights",
}


def _accuracy_by(cost: str, title: str, x_title: str) -> Tradeoff:
    return Tradeoff(
        title,
        x_title,
        tuple(
            Variant(variant, f"{name}_{cost}", f"{name}_accuracy")
            for name, variant in VARIANTS.items()
        ),
    )


SPEC = ExperimentSpec(
    name="compression_methods",
    title="Quantize, prune or distil",
    group="teacher",
    question="Which way of compressing costs least, for the same bytes and for the same time?",
    systems=("BERT", "DistilBERT"),
    claims=(
        PaperClaim(
            "Weights of BERT can be stored in 8 bits, a quarter of the size, with a minimal loss "
            "of accuracy.",
            "4 times smaller",
            "Abstract",
            "q8bert",
            (
                Contrast(
                    "A quarter of the bytes: 8-bit weights minus floats",
                    MetricPoint("original", "int8_accuracy"),
                    MetricPoint("original", "float_accuracy"),
                    paper="equal",
                    says="With weights of 8 bits, the accuracy is {value} than with floats",
                ),
            ),
        ),
        PaperClaim(
            "Quantized after training instead of during it, a model with products of 8 bits loses "
            "accuracy.",
            "dynamic quantization against floats: F1 on SQuAD 80.0 and 88.5, RTE 63.3 and 69.7, "
            "SST-2 91.0 and 92.4 (from memory)",
            "Table 1",
            "q8bert",
            (
                Contrast(
                    "A quarter of the bytes: 8-bit weights and products minus floats",
                    MetricPoint("original", "dynamic_int8_accuracy"),
                    MetricPoint("original", "float_accuracy"),
                    paper="less",
                    says="With weights and products of 8 bits, the accuracy is {value} than with "
                    "floats",
                ),
            ),
        ),
        PaperClaim(
            "A model whose products are of 8 bits, too, is faster on hardware that supports them.",
            "the abstract gives no number",
            "Abstract",
            "q8bert",
            (
                Contrast(
                    "Less time: the base with products of 8 bits as a share of the base in floats",
                    MetricPoint("original", "dynamic_int8_milliseconds"),
                    MetricPoint("original", "float_milliseconds"),
                    paper="less",
                    is_ratio=True,
                    null=1.0,
                    smallest=0.05,
                    says="With products of 8 bits, a sentence takes {value} of the time that it "
                    "takes with floats",
                ),
            ),
        ),
        PaperClaim(
            "A student with the start from its teacher's layers is better with the losses of its "
            "teacher than without them.",
            "macro score on GLUE without the distillation loss -2.96, without the cosine loss "
            "-1.46",
            "Table 4",
            "distilbert",
            untestable="the teacher did not learn on the text that its students learned on",
            would_take="a teacher that learned from the same text as its students",
        ),
    ),
    base=base_recipe(
        "distilbert",
        objectives=("masked",),
        tokenizer={"folder": TEACHER},
        size={"width": 128, "num_layers": 2, "num_heads": 4, "inner": 512, "num_positions": 128},
        teaching={
            "method": "distilbert",
            "teacher": TEACHER,
            "options": {
                "weight_ce": 5.0,
                "weight_mlm": 2.0,
                "weight_cos": 1.0,
                "masked_only": True,
            },
        },
        schedule__steps=1000,
    ),
    arms=(
        Arm(
            "original",
            "The base, 4 layers",
            {
                "architecture": "bert",
                "start": TEACHER,
                "teaching": None,
                "size.num_layers": 4,
                "schedule.steps": 1,
                "schedule.learning_rate": 1e-12,
            },
        ),
        Arm("distilled", "Distilled, 2 layers"),
        Arm(
            "pruned",
            "2 layers removed, then trained",
            {"teaching.options.weight_ce": 0.0, "teaching.options.weight_cos": 0.0},
        ),
        Arm("small", "2 layers from scratch", {"teaching": None}),
    ),
    varies=(
        "architecture",
        "start",
        "size.num_layers",
        "schedule.steps",
        "schedule.learning_rate",
        "teaching.method",
        "teaching.teacher",
        "teaching.options.weight_ce",
        "teaching.options.weight_cos",
        "teaching.options.weight_mlm",
        "teaching.options.masked_only",
    ),
    metrics=(
        *(
            Metric(f"{name}_accuracy", f"Accuracy, {variant}", is_share=True, smallest=0.01)
            for name, variant in VARIANTS.items()
        ),
        Metric(
            "zeros_accuracy", "Accuracy, half of the weights zero", is_share=True, smallest=0.01
        ),
        *(
            Metric(f"{name}_kilobytes", f"Size, {variant}", "kB", smallest=50.0)
            for name, variant in VARIANTS.items()
        ),
        *(
            Metric(f"{name}_milliseconds", f"Time for a sentence, {variant}", "ms", smallest=0.05)
            for name, variant in VARIANTS.items()
        ),
    ),
    tradeoffs=(
        _accuracy_by("kilobytes", "Accuracy by size", "Kilobytes"),
        _accuracy_by("milliseconds", "Accuracy by time", "Milliseconds for a sentence"),
    ),
    measurements=(
        Contrast(
            "The same time: distilled minus layers removed, both in floats",
            MetricPoint("distilled", "float_accuracy"),
            MetricPoint("pruned", "float_accuracy"),
        ),
        Contrast(
            "The same weights of 8 bits: products of 8 bits minus products of floats",
            MetricPoint("original", "dynamic_int8_accuracy"),
            MetricPoint("original", "int8_accuracy"),
        ),
        Contrast(
            "Fewer bytes: the base in 8 bits minus the distilled model in floats; the base did "
            "not learn on this text",
            MetricPoint("original", "int8_accuracy"),
            MetricPoint("distilled", "float_accuracy"),
        ),
        Contrast(
            "The same bytes: distilled minus from scratch, both in 8 bits",
            MetricPoint("distilled", "int8_accuracy"),
            MetricPoint("small", "int8_accuracy"),
        ),
    ),
    regime="The base is the bundled BERT with four layers. The three others have two layers of "
    "the same width, so they need the same time and bytes, and read the same text with the same "
    "masks for 1,000 steps. Two start from every other layer of the base: one with its losses, "
    "the other with masked tokens alone, as after removing layers. Each is measured as it is, "
    "with weights of 8 and of 4 bits, with products of 8 bits, too, and with half of its weights "
    "set to zero, without training after that. Time is the median of one sentence on one thread.",
    limits="No single paper compares these ways; that quantizing costs less than distilling "
    "follows from figures of separate papers. Q8BERT trains with rounded weights, here they are "
    "rounded afterwards. Zeros take as much room and time as other numbers, so they are in none "
    "of the charts. The base learned for many more steps than the others. Milliseconds are those "
    "of the machine that ran the comparison. Weights of 8 or 4 bits alone become floats again at "
    "each call, which takes time. In a model of this size, calling a product costs more than "
    "computing it, so that products of 8 bits save less than in BERT base.",
    live=LiveExample(
        "compression",
        ("bert-mini", "distilbert-mini"),
        "The capital of France is [MASK].",
    ),
    measure="compressed",
    measure_options={"num_examples": 512},
)
