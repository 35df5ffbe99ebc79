"""Pretraining objectives judged by fine-tuning (ELECTRA, Table 5; RoBERTa, Table 2)."""

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

SETS = {
    "acceptability": "world:acceptability:en",
    "sentiment": "world:sentiment:en",
    "entailment": "world:entailment:en",
}

SPEC = ExperimentSpec(
    name="judged_by_tasks",
    title="Objectives judged by tasks",
    group="adaptation",
    question="Which pretraining objective helps tasks most?",
    systems=("BERT", "RoBERTa", "ELECTRA"),
    claims=(
        PaperClaim(
            "Telling replaced tokens from original ones is better pretraining than predicting "
            "masked tokens.",
            "GLUE 85.0 for ELECTRA, 82.2 for BERT",
            "Table 5",
            "electra",
            (
                Contrast(
                    "Mean over tasks, replaced tokens minus masked tokens",
                    MetricPoint("replaced", "average"),
                    MetricPoint("masked", "average"),
                    paper="more",
                    published=PublishedEffect(0.028),
                    says="Pretrained on replaced tokens, a model has a mean over the tasks that "
                    "is {value} than after masked tokens",
                ),
            ),
        ),
        PaperClaim(
            "Without next-sentence prediction, tasks do as well or better.",
            "MNLI 84.0 with it, 84.7 without; SQuAD 2.0 F1 78.7 and 79.1",
            "Table 2",
            "roberta",
            (
                Contrast(
                    "Mean over tasks, masked tokens alone minus with next sentence",
                    MetricPoint("masked", "average"),
                    MetricPoint("next_sentence", "average"),
                    paper="more",
                    published=PublishedEffect(0.006, 0.0, 0.02),
                    says="Without next-sentence prediction, the mean over the tasks is {value} "
                    "than with it",
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
    arms=(
        Arm("masked", "Masked tokens"),
        Arm(
            "next_sentence",
            "Masked tokens and next sentence",
            {"objectives": ("masked", "next_sentence")},
        ),
        Arm(
            "replaced",
            "Replaced tokens (ELECTRA)",
            {"architecture": "electra", "objectives": ("replaced_token",)},
        ),
    ),
    varies=("architecture", "objectives"),
    metrics=(
        Metric("average", "Mean over the three tasks", smallest=0.01),
        Metric("acceptability", "Acceptability, Matthews correlation", smallest=0.02),
        Metric("sentiment", "Sentiment, accuracy", smallest=0.01),
        Metric("entailment", "Entailment, accuracy", smallest=0.01),
    ),
    floors=(
        Floor("acceptability", 0.05, "chance"),
        Floor("sentiment", 0.55, "chance, by 5 points"),
    ),
    regime="Three models are pretrained on the same text for the same number of steps. Each is "
    "then fine-tuned on 1,500 examples of each task, all parameters at the same rate.",
    limits="A step of ELECTRA takes longer, as a generator learns too. Pretraining lasts minutes "
    "here; objectives that need many steps to pay off are at a disadvantage.",
    live=LiveExample(
        "finetuning", ("bert-mini", "electra-mini"), "Paris of capital the is France."
    ),
    measure="fine_tuned",
    measure_options={"sets": SETS, "num_examples": 1500},
)
