"""Tasks by the last token of a left-to-right model or by both sides (BERT, Table 1)."""

from models.comparison.base import fine_tuning_base
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
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
    "similarity": "world:similarity:en",
}
GPT = {"model": "gpt2-mini", "style": "gpt"}

SPEC = ExperimentSpec(
    name="left_or_both",
    title="GPT's way or BERT's",
    group="adaptation",
    question="Does a task gain from a model that reads both sides?",
    systems=("BERT", "GPT-2"),
    claims=(
        PaperClaim(
            "After fine-tuning, a model that reads both sides is better than a left-to-right one "
            "of the same size.",
            "GLUE 79.6 for BERT base, 75.1 for OpenAI GPT",
            "Table 1",
            "bert",
            (
                Contrast(
                    "Mean over tasks, BERT minus GPT-2",
                    MetricPoint("bert", "average"),
                    MetricPoint("gpt", "average"),
                    "more",
                    published=PublishedEffect(0.045),
                    says="BERT has a mean over the four tasks that is {value} than that of GPT-2 "
                    "by its last token",
                ),
            ),
        ),
    ),
    base=fine_tuning_base("bert-mini", SETS["acceptability"]),
    arms=(
        Arm("bert", "BERT, a head on [CLS]"),
        Arm("gpt", "GPT-2, last token", GPT),
        Arm("gpt_auxiliary", "GPT-2, last token and auxiliary loss", {**GPT, "auxiliary_lm": 0.5}),
    ),
    varies=("model", "style", "auxiliary_lm"),
    metrics=(
        Metric("average", "Mean over the four tasks", smallest=0.01),
        Metric("acceptability", "Acceptability, Matthews correlation", smallest=0.02),
        Metric("sentiment", "Sentiment, accuracy", smallest=0.01),
        Metric("entailment", "Entailment, accuracy", smallest=0.01),
        Metric("similarity", "Similarity, Pearson correlation", smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Mean over tasks, BERT minus GPT-2 with the auxiliary loss",
            MetricPoint("bert", "average"),
            MetricPoint("gpt_auxiliary", "average"),
        ),
        Contrast(
            "Acceptability, BERT minus GPT-2",
            MetricPoint("bert", "acceptability"),
            MetricPoint("gpt", "acceptability"),
        ),
        Contrast(
            "Sentiment, BERT minus GPT-2",
            MetricPoint("bert", "sentiment"),
            MetricPoint("gpt", "sentiment"),
        ),
    ),
    regime="Both read the same 1,500 examples of each task. GPT's way marks the parts of a pair "
    "with new tokens, classifies the last token, reads both orders where the order does not "
    "matter, and can go on predicting words (weight 0.5).",
    limits="Entailment, with three classes, is hardly learned by either (chance is 0.33), and so "
    "adds noise to the mean. "
    "The two bundled models were pretrained with different vocabularies, for different "
    "numbers of steps, so this compares two pretrained models, as the paper does, and not only "
    "the direction in which they read.",
    live=LiveExample("finetuning", ("bert-mini", "gpt2-mini"), "Paris of capital the is France."),
    sets=SETS,
)
