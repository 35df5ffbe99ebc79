"""Teacher, student, undistilled, and the student without each part (DistilBERT, Table 4)."""

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
)

METRIC = "mlm_accuracy"
TEACHER = "bert-mini"


def _ablation_arm(name: str, title: str, option: str, value: Any) -> Arm:
    return Arm(f"no_{name}", title, {f"teaching.options.{option}": value})


SPEC = ExperimentSpec(
    name="distillation",
    title="Teacher, student and what helps it",
    group="teacher",
    question="What does a student gain from its teacher, from each loss and from its start?",
    systems=("DistilBERT", "BERT"),
    claims=(
        PaperClaim(
            "DistilBERT has 40 % fewer parameters than BERT base, and retains 97 % of its "
            "performance on GLUE.",
            "77.0 against 79.5",
            "Table 1",
            "distilbert",
            untestable="the teacher did not learn on the text that its students learned on",
            would_take="a teacher that learned from the same text as its students",
        ),
        PaperClaim(
            "Without one of its losses the student is worse: the distillation loss matters most, "
            "the masked language modelling loss little.",
            "macro score on GLUE without the distillation loss -2.96, without the cosine loss "
            "-1.46, without the masked language modelling loss -0.31",
            "Table 4",
            "distilbert",
            untestable="the teacher did not learn on the text that its students learned on",
            would_take="a teacher that learned from the same text as its students",
        ),
        PaperClaim(
            "A student that starts from random weights is worse than one that starts from layers "
            "of its teacher.",
            "macro score on GLUE with random initial weights -3.69",
            "Table 4",
            "distilbert",
            (
                Contrast(
                    "Random initial weights minus the student",
                    MetricPoint("no_start", METRIC),
                    MetricPoint("student", METRIC),
                    paper="less",
                    says="From random weights, the accuracy of the student is {value} than from "
                    "layers of its teacher",
                ),
            ),
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
                "from_teacher": True,
            },
        },
        schedule__steps=1000,
    ),
    arms=(
        Arm(
            "teacher",
            "Teacher (4 layers)",
            {
                "architecture": "bert",
                "start": TEACHER,
                "teaching": None,
                "size.num_layers": 4,
                "schedule.steps": 1,
                "schedule.learning_rate": 1e-12,
            },
        ),
        Arm("student", "Student (2 layers)"),
        _ablation_arm("soft_targets", "Without soft targets", "weight_ce", 0.0),
        _ablation_arm("cosine", "Without cosine loss", "weight_cos", 0.0),
        _ablation_arm("masked", "Without masked tokens", "weight_mlm", 0.0),
        _ablation_arm("start", "Random initial weights", "from_teacher", False),
        Arm("undistilled", "Undistilled (2 layers)", {"teaching": None}),
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
        "teaching.options.from_teacher",
    ),
    metrics=(
        Metric(METRIC, "Accuracy at masked positions", is_share=True, smallest=0.01),
        Metric("mlm_loss", "Loss at masked positions", "nats per token", smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Student minus teacher, which did not learn on this text",
            MetricPoint("student", METRIC),
            MetricPoint("teacher", METRIC),
        ),
        Contrast(
            "Undistilled minus the student",
            MetricPoint("undistilled", METRIC),
            MetricPoint("student", METRIC),
        ),
        Contrast(
            "Without soft targets minus the student",
            MetricPoint("no_soft_targets", METRIC),
            MetricPoint("student", METRIC),
        ),
        Contrast(
            "Without cosine loss minus the student",
            MetricPoint("no_cosine", METRIC),
            MetricPoint("student", METRIC),
        ),
        Contrast(
            "Without masked tokens minus the student",
            MetricPoint("no_masked", METRIC),
            MetricPoint("student", METRIC),
        ),
    ),
    floors=(
        Floor("mlm_loss", 2.62, "a 5-gram model of the same text", below=True, baseline="5gram"),
    ),
    regime="The teacher is the bundled BERT with four layers, the student has two layers of the "
    "same width. All students and the undistilled model read the same text with the same masks "
    "for 1,000 steps, which is few: a teacher helps most where training is short. The losses are "
    "weighted 5 : 2 : 1 as in the authors' single-GPU example. The teacher is not trained here.",
    limits="The losses of the teacher are taken at masked positions only, which is five times "
    "faster; the authors take them at all tokens. The teacher's two layers less are a larger part "
    "of it than the paper's six of twelve. The paper measures GLUE after fine-tuning; here the "
    "accuracy at masked positions is measured. The seeds change the order of the text, its masks "
    "and, where they are random, the initial weights; there is one teacher.",
    live=LiveExample(
        "distillation",
        ("bert-mini", "distilbert-mini"),
        "The capital of France is [MASK].",
    ),
)
