"""Next-sentence prediction, sentence-order prediction, or neither (ALBERT, Table 5)."""

from models.comparison.base import base_recipe
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

WIDTH = 96
NSP, SOP = "nsp_probe", "sop_probe"

SPEC = ExperimentSpec(
    name="sentence_objectives",
    title="Next sentence or sentence order",
    group="objective",
    question="What does a model learn from next-sentence prediction, and from sentence order?",
    systems=("BERT", "ALBERT", "RoBERTa"),
    claims=(
        PaperClaim(
            "A model trained on next-sentence prediction is no better at sentence order than one "
            "with neither objective.",
            "accuracy at sentence order: 52.0 after NSP, 53.3 with neither",
            "Table 5",
            "albert",
            (
                Contrast(
                    "At sentence order: trained on next sentence minus neither",
                    MetricPoint("nsp", SOP),
                    MetricPoint("neither", SOP),
                    "equal",
                    says="At sentence order, a model trained on next-sentence prediction has an "
                    "accuracy that is {value} than one with neither objective",
                ),
            ),
        ),
        PaperClaim(
            "A model trained on sentence order solves it, far better than one trained on "
            "next-sentence prediction.",
            "86.5 after SOP, 52.0 after NSP",
            "Table 5",
            "albert",
            (
                Contrast(
                    "At sentence order: trained on it minus trained on next sentence",
                    MetricPoint("sop", SOP),
                    MetricPoint("nsp", SOP),
                    "more",
                    published=PublishedEffect(0.345),
                    says="At sentence order, a model trained on it has an accuracy that is {value} "
                    "than one trained on next-sentence prediction",
                ),
            ),
        ),
        PaperClaim(
            "A model trained on sentence order also solves next-sentence prediction to a "
            "reasonable degree.",
            "78.9 after SOP, 90.5 after NSP, 52.4 with neither",
            "Table 5",
            "albert",
            (
                Contrast(
                    "At next sentence: trained on sentence order minus neither",
                    MetricPoint("sop", NSP),
                    MetricPoint("neither", NSP),
                    "more",
                    published=PublishedEffect(0.265),
                    says="At next-sentence prediction, a model trained on sentence order has an "
                    "accuracy that is {value} than one with neither objective",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "albert",
        objectives=("masked",),
        config={"initializer_range": 0.05, "sharing": "none", "embedding_size": WIDTH},
        schedule__learning_rate=1.5e-3,
        schedule__steps=2500,
    ),
    arms=(
        Arm("neither", "Neither"),
        Arm(
            "nsp",
            "Next sentence",
            {
                "architecture": "bert",
                "config": {"initializer_range": 0.05},
                "objectives": ("masked", "next_sentence"),
            },
        ),
        Arm("sop", "Sentence order", {"objectives": ("masked", "sentence_order")}),
    ),
    varies=("architecture", "objectives", "config.sharing", "config.embedding_size"),
    metrics=(
        Metric(SOP, "Accuracy at sentence order", is_share=True, smallest=0.02),
        Metric(NSP, "Accuracy at next-sentence prediction", is_share=True, smallest=0.02),
        Metric(
            "sop_by_topic", "Sentence order by common words alone", is_share=True, smallest=0.02
        ),
        Metric("nsp_by_topic", "Next sentence by common words alone", is_share=True, smallest=0.02),
    ),
    measurements=(
        Contrast(
            "At next sentence: trained on sentence order minus common words alone",
            MetricPoint("sop", NSP),
            MetricPoint("sop", "nsp_by_topic"),
        ),
        Contrast(
            "At next sentence: trained on it minus trained on sentence order",
            MetricPoint("nsp", NSP),
            MetricPoint("sop", NSP),
        ),
    ),
    regime="Every model is judged on both tasks in the same way: its weights are fixed, and a "
    "linear function of the last hidden state of [CLS] is fitted on training documents and "
    "evaluated on unseen ones. What the topic alone gives away is measured with a single number, "
    "the similarity of the words of the two texts: it helps to find a text of another document, "
    "and it cannot help with the order, as it is the same in both orders.",
    limits="ALBERT has a head for sentence order and BERT one for the next sentence, so the "
    "models differ in their architecture too; ALBERT runs here without sharing and with "
    "embeddings of full width, which leaves one further matrix. The model with neither reads "
    "continuous text and has never seen a pair.",
    on_mini_world="Documents of the mini-world have a topic that a few words give away, and "
    "sentences whose order is partly free.",
    live=LiveExample(
        "compare",
        ("bert-mini", "albert-mini"),
        "In Paris there is a company called Hermes.",
        pair="It makes handbags.",
    ),
    measure="sentence_pairs",
    measure_options={"tasks": ("next_sentence", "sentence_order")},
)
