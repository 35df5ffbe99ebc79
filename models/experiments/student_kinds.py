"""Students of DistilBERT's and TinyBERT's kind, and MobileBERT's shape, of about the same size."""

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
)

METRIC = "mlm_accuracy"
TEACHER = "bert-mini"
FRESH = {"config.initializer_range": 0.05}  # of weights that are no copies
TINYBERT = {
    **FRESH,
    "architecture": "bert",
    "teaching.method": "tinybert",
    "teaching.options": {"prediction_share": 0.5},
}
ALONE = {**FRESH, "architecture": "bert", "teaching": None}
NARROW = {"size.width": 104, "size.num_layers": 4, "size.inner": 416}
BOTTLENECKS = {"architecture": "mobilebert", "size.num_layers": 4, "size.inner": 128}
MOBILEBERT = {
    **BOTTLENECKS,
    "teaching.method": "mobilebert",
    "teaching.options": {"way": "progressive"},
}

SPEC = ExperimentSpec(
    name="student_kinds",
    title="Shallow, narrow or both inside",
    group="teacher",
    question="Should a student of a given size have fewer layers, or narrower ones?",
    systems=("DistilBERT", "BERT", "MobileBERT"),
    claims=(
        PaperClaim(
            "A narrower student with four layers does better than students with four layers of "
            "other methods, though those are larger.",
            "average on GLUE: 77.0 with 14.5 million parameters; its teacher, BERT base, has 79.5",
            "Table 1",
            "tinybert",
            untestable="DistilBERT's kind starts from trained layers here, TinyBERT's from random "
            "weights, and 600 steps do not make up for that",
        ),
    ),
    base=base_recipe(
        "distilbert",
        objectives=("masked",),
        tokenizer={"folder": TEACHER},
        size={"width": 128, "num_layers": 2, "num_heads": 4, "inner": 512, "num_positions": 128},
        teaching={"method": "distilbert", "teacher": TEACHER, "options": {"masked_only": True}},
        schedule__steps=600,
    ),
    arms=(
        Arm("shallow", "DistilBERT's kind: 2 layers of width 128"),
        Arm("shallow_layers", "TinyBERT's kind: 2 layers of width 128", TINYBERT),
        Arm("narrow_layers", "TinyBERT's kind: 4 layers of width 104", {**TINYBERT, **NARROW}),
        Arm("shallow_alone", "Without a teacher: 2 layers of width 128", ALONE),
        Arm("narrow_alone", "Without a teacher: 4 layers of width 104", {**ALONE, **NARROW}),
        Arm("bottlenecks", "MobileBERT's kind: 4 layers of width 128, 32 inside", MOBILEBERT),
        Arm(
            "bottlenecks_alone",
            "Without a teacher: 4 layers of width 128, 32 inside",
            {**BOTTLENECKS, **FRESH, "config.embedding_size": 128, "teaching": None},
        ),
    ),
    varies=(
        "architecture",
        "config",
        "config.embedding_size",
        "config.initializer_range",
        "size.width",
        "size.num_layers",
        "size.inner",
        "teaching.method",
        "teaching.teacher",
        "teaching.options.masked_only",
        "teaching.options.prediction_share",
        "teaching.options.way",
    ),
    metrics=(
        Metric(METRIC, "Accuracy at masked positions", is_share=True, smallest=0.01),
        Metric("mlm_loss", "Loss at masked positions", "nats per token", smallest=0.02),
        Metric("parameters", "Parameters", "thousands", smallest=1.0),
        Metric("operations", "Operations for a token", "millions", smallest=0.01),
    ),
    measurements=(
        Contrast(
            "TinyBERT's kind, narrow minus shallow",
            MetricPoint("narrow_layers", METRIC),
            MetricPoint("shallow_layers", METRIC),
        ),
        Contrast(
            "TinyBERT's kind, narrow, minus the same without a teacher",
            MetricPoint("narrow_layers", METRIC),
            MetricPoint("narrow_alone", METRIC),
        ),
        Contrast(
            "MobileBERT's kind minus the same without a teacher",
            MetricPoint("bottlenecks", METRIC),
            MetricPoint("bottlenecks_alone", METRIC),
        ),
        Contrast(
            "TinyBERT's kind, narrow, minus DistilBERT's kind, which starts from layers of its "
            "teacher",
            MetricPoint("narrow_layers", METRIC),
            MetricPoint("shallow", METRIC),
        ),
    ),
    floors=(
        Floor("mlm_loss", 2.62, "a 5-gram model of the same text", below=True, baseline="5gram"),
    ),
    regime="The teacher is the bundled BERT with four layers of width 128. All read the same text "
    "with the same masks for 600 steps, which is few. The student of DistilBERT's kind starts "
    "from layers of its teacher, that of MobileBERT's kind from its embeddings and heads; the "
    "others start from random weights. TinyBERT's kind learns the layers for half of the steps, "
    "then the predictions; MobileBERT's kind learns one layer after the other for a third. The "
    "shapes have about the same number of parameters, which are measured.",
    limits="MobileBERT's own teacher is IB-BERT, and its student has a narrow token table; here "
    "the BERT of all students teaches it, and the student has its table. TinyBERT's paper compares "
    "students of other methods with their own numbers of layers after fine-tuning; here the "
    "accuracy at masked positions is measured after one distillation on text.",
    live=LiveExample(
        "distillation", ("bert-mini", "distilbert-mini"), "The capital of France is [MASK]."
    ),
    measure="held_out_by_size",
    quick_steps=60,
)
