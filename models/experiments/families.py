"""Nine tasks by nine families, with the mean that GLUE takes."""

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
    "similarity": "world:similarity:en",
    "entailment": "world:entailment:en",
    "entities": "world:entities:en",
    "acceptability_ko": "world:acceptability:ko",
    "sentiment_ko": "world:sentiment:ko",
    "similarity_ko": "world:similarity:ko",
    "entities_ko": "world:entities:ko",
}
TITLES = {
    "bert": "BERT",
    "roberta": "RoBERTa",
    "albert": "ALBERT",
    "electra": "ELECTRA",
    "deberta": "DeBERTa",
    "distilbert": "DistilBERT",
    "xlnet": "XLNet",
    "gpt2": "GPT-2",
    "t5": "T5",
}

SPEC = ExperimentSpec(
    name="families",
    title="Nine tasks by nine families",
    group="adaptation",
    question="Which pretrained model learns tasks best?",
    systems=tuple(TITLES.values()),
    claims=(
        PaperClaim(
            "After the same pretraining, a small ELECTRA is better at tasks than a small BERT.",
            "GLUE 79.9 for ELECTRA-Small, 75.1 for BERT-Small",
            "Table 1",
            "electra",
            untestable="the bundled models were pretrained for different numbers of steps, with "
            "different vocabularies",
            would_take="models that were pretrained on the same text for the same number of "
            "steps, with one vocabulary",
        ),
        PaperClaim(
            "A distilled student keeps most of what its teacher can do.",
            "GLUE 77.0 for DistilBERT, 79.5 for BERT base",
            "Table 1",
            "distilbert",
            (
                Contrast(
                    "Mean over tasks, DistilBERT as a share of BERT",
                    MetricPoint("distilbert", "average"),
                    MetricPoint("bert", "average"),
                    paper="more",
                    is_ratio=True,
                    null=0.9,
                    smallest=0.02,
                    published=PublishedEffect(0.97, 0.94, 1.0),
                    says="The distilled student keeps {value} of the mean over the tasks of its "
                    "teacher",
                ),
            ),
        ),
        PaperClaim(
            "A model that reads both sides is better at tasks than a left-to-right one.",
            "GLUE 79.6 for BERT base, 75.1 for OpenAI GPT",
            "Table 1",
            "bert",
            untestable="the bundled models were pretrained for different numbers of steps, with "
            "different vocabularies",
            would_take="models that were pretrained on the same text for the same number of "
            "steps, with one vocabulary",
        ),
    ),
    base=fine_tuning_base("bert-mini", SETS["acceptability"]),
    arms=tuple(Arm(name, title, {"model": f"{name}-mini"}) for name, title in TITLES.items()),
    varies=("model",),
    metrics=(
        Metric("average", "Mean over the nine tasks", smallest=0.01),
        Metric("acceptability", "Acceptability, Matthews correlation", smallest=0.02),
        Metric("sentiment", "Sentiment, accuracy", smallest=0.01),
        Metric("similarity", "Similarity, Pearson correlation", smallest=0.02),
        Metric("entailment", "Entailment, accuracy", smallest=0.01),
        Metric("entities", "Named entities, F1", smallest=0.01),
        Metric("acceptability_ko", "Korean acceptability, Matthews correlation", smallest=0.02),
        Metric("sentiment_ko", "Korean sentiment, accuracy", smallest=0.01),
        Metric("similarity_ko", "Korean similarity, Pearson correlation", smallest=0.02),
        Metric("entities_ko", "Korean named entities, F1", smallest=0.01),
    ),
    measurements=(
        Contrast(
            "Mean over tasks, ELECTRA minus BERT",
            MetricPoint("electra", "average"),
            MetricPoint("bert", "average"),
        ),
        Contrast(
            "Mean over tasks, BERT minus GPT-2",
            MetricPoint("bert", "average"),
            MetricPoint("gpt2", "average"),
        ),
    ),
    regime="Nine bundled models learn the same 1,500 examples of each task with the same rate "
    "and number of steps, with the head that its family has for the task. Each task counts the "
    "same in the mean, whatever its metric.",
    limits="The bundled models differ in pretraining steps, vocabulary and size, so the table "
    "compares these nine models and not their architectures. A common learning rate suits some "
    "families better than others. The tasks are made from templates. Paraphrases, questions about "
    "paragraphs and continuations are left out: with so few examples all models guess, as most do "
    "in entailment.",
    live=LiveExample(
        "finetuning", ("bert-mini", "electra-mini"), "Paris of capital the is France."
    ),
    sets=SETS,
)
