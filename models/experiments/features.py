"""Features of a frozen model or fine-tuning (BERT, Table 7)."""

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
    PublishedEffect,
)

NUMBERS = (
    "F1 on the dev set of CoNLL-2003: 96.4 with fine-tuning; with features of the embeddings "
    "91.0, of the last layer 94.9, of the last four side by side 96.1"
)
FEATURES = {
    "embeddings": "Features: the embeddings",
    "last": "Features: the last layer",
    "last_four": "Features: the last four layers",
}


def _arm(features: str) -> Arm:
    changes = {"style": "features", "way": "head", "features": features}
    return Arm(features, FEATURES[features], changes)


SPEC = ExperimentSpec(
    name="features",
    title="Features or fine-tuning",
    group="adaptation",
    question="Must a pretrained model change to be good at a task?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "Features of a frozen model, its last four layers side by side, are nearly as good as "
            "fine-tuning.",
            NUMBERS,
            "Table 7",
            "bert",
            (
                Contrast(
                    "F1, features of the last four layers minus fine-tuning",
                    MetricPoint("last_four", "f1"),
                    MetricPoint("fine_tuned", "f1"),
                    paper="equal",
                    says="With features of the last four layers, F1 is {value} than with "
                    "fine-tuning",
                ),
            ),
        ),
        PaperClaim(
            "The last four layers together are better features than the last one alone.",
            NUMBERS,
            "Table 7",
            "bert",
            (
                Contrast(
                    "F1, features of the last four layers minus the last layer",
                    MetricPoint("last_four", "f1"),
                    MetricPoint("last", "f1"),
                    paper="more",
                    published=PublishedEffect(0.012),
                    says="With features of the last four layers, F1 is {value} than with those of "
                    "the last one",
                ),
            ),
        ),
        PaperClaim(
            "Features that depend on the sentence are better than the embeddings of words.",
            NUMBERS,
            "Table 7",
            "bert",
            (
                Contrast(
                    "F1, features of the last layer minus the embeddings",
                    MetricPoint("last", "f1"),
                    MetricPoint("embeddings", "f1"),
                    paper="more",
                    published=PublishedEffect(0.039),
                    says="With features of the last layer, F1 is {value} than with embeddings",
                ),
            ),
        ),
    ),
    base=fine_tuning_base(
        "bert-mini", "world:entities:en", num_examples=200, batch_size=8, epochs=4
    ),
    arms=(Arm("fine_tuned", "Fine-tuning"), *map(_arm, FEATURES)),
    varies=("style", "way", "features", "learning_rate"),
    metrics=(
        Metric("f1", "F1 of names", is_share=True, smallest=0.01),
        Metric("accuracy", "Words with the right tag", is_share=True, smallest=0.01),
        Metric("learned_parameters", "Parameters that learn", "thousands", smallest=1.0),
    ),
    measurements=(
        Contrast(
            "F1, features of the last layer minus fine-tuning",
            MetricPoint("last", "f1"),
            MetricPoint("fine_tuned", "f1"),
        ),
    ),
    floors=(Floor("f1", 0.33, "tagging each word as most often in as many training examples"),),
    regime="Names are tagged as in CoNLL-2003, by 200 sentences that are read four times, eight at "
    "a step; the given names of the dev split are in no training sentence. As in the paper, "
    "features go into a new two-layer LSTM that reads from both sides, as wide as the model, and "
    "fine-tuning has one linear layer. Each arm has the best of at least three learning rates on a "
    "seed that is not reported.",
    limits="This model has four layers, so its last four are all of them; those of the paper are "
    "the upper third of twelve. The sentences of the mini-world are short and follow patterns, and "
    "most of the names were in the pretraining text. With more labels, every arm comes close to "
    "100 %. The LSTM is an own model of the sentence, so embeddings can use it, too.",
    live=LiveExample("finetuning", ("bert-mini",), "Jack works in Paris."),
    seeds=TEN_SEEDS,
)
