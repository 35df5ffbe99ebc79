"""Two masked positions filled at once or one after the other (XLNet's argument against BERT)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
)

TEACHER = "bert-mini"
ARMS = (
    Arm("bert", "BERT"),
    Arm("roberta", "RoBERTa", {"architecture": "roberta"}),
    Arm("albert", "ALBERT", {"architecture": "albert", "config.embedding_size": 96}),
    Arm(
        "electra",
        "ELECTRA's generator",
        {
            "architecture": "electra",
            "objectives": ("replaced_token",),
            "options": {"replaced_token": {"rate": 0.3}},
            "config.generator_hidden_size": 1.0,
        },
    ),
    Arm(
        "distilbert",
        "DistilBERT",
        {
            "architecture": "distilbert",
            "config": {},
            "schedule.steps": 300,
            "tokenizer.folder": TEACHER,
            "size.width": 128,
            "size.inner": 512,
            "size.num_layers": 2,
            "size.num_positions": 128,
            "teaching": {
                "method": "distilbert",
                "teacher": TEACHER,
                "options": {"masked_only": True},
            },
        },
    ),
    Arm("deberta", "DeBERTa", {"architecture": "deberta"}),
    Arm(
        "xlnet",
        "XLNet",
        {
            "architecture": "xlnet",
            "objectives": ("permutation",),
            "options": {"permutation": {"one_in": 3}},
        },
    ),
)


def _contrasts(arm: Arm) -> tuple[Contrast, ...]:
    """One after the other minus at once: names, and the logarithm of their probability."""
    quantities = {"true names": "true", "log-probability": "log"}
    return tuple(
        Contrast(
            f"{arm.title}: {title}, one after the other minus at once",
            MetricPoint(arm.name, f"{quantity}_one_by_one"),
            MetricPoint(arm.name, f"{quantity}_at_once"),
        )
        for title, quantity in quantities.items()
    )


SPEC = ExperimentSpec(
    name="founders",
    title="At once or one after the other",
    group="objective",
    question="What happens when two masked tokens that depend on each other are filled at once?",
    systems=("BERT", "RoBERTa", "ALBERT", "ELECTRA", "DistilBERT", "DeBERTa", "XLNet"),
    claims=(
        PaperClaim(
            "BERT assumes that the masked tokens are independent of each other given the other "
            "tokens, and so cannot model their joint probability with the product rule.",
            "an assumption, not a measurement",
            "sections 1 and 2.1",
            "xlnet",
            (
                Contrast(
                    "BERT: log-probability of the true names, one after the other minus at once",
                    MetricPoint("bert", "log_one_by_one"),
                    MetricPoint("bert", "log_at_once"),
                    paper="more",
                    says="Filled one after the other, BERT gives the true names of two founders "
                    "a log-probability that is {value} than filled at once",
                ),
                Contrast(
                    "BERT: true names, one after the other minus at once",
                    MetricPoint("bert", "true_one_by_one"),
                    MetricPoint("bert", "true_at_once"),
                    paper="more",
                    says="Filled one after the other, BERT names a true founder {value} of the "
                    "time than filled at once",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        data="facts:en",
        options={"masked": {"rate": 0.3}},
        config={"initializer_range": 0.05},
        tokenizer__vocab_size=5000,
        schedule__batch_size=64,
        schedule__steps=1000,
        schedule__length=24,
        schedule__single_share=0.9,
        schedule__learning_rate=3e-3,
    ),
    arms=ARMS,
    varies=(
        "architecture",
        "objectives",
        "options.masked.rate",
        "options.permutation.one_in",
        "options.replaced_token.rate",
        "config",
        "config.initializer_range",
        "config.embedding_size",
        "config.generator_hidden_size",
        "tokenizer.folder",
        "schedule.steps",
        "size.width",
        "size.inner",
        "size.num_layers",
        "size.num_positions",
        "teaching.method",
        "teaching.teacher",
        "teaching.options.masked_only",
    ),
    metrics=(
        Metric("true_at_once", "True names, filled at once", is_share=True, smallest=0.05),
        Metric(
            "true_one_by_one",
            "True names, filled one after the other",
            is_share=True,
            smallest=0.05,
        ),
        Metric("log_at_once", "Log-probability of the true names, at once", "nats", smallest=0.1),
        Metric(
            "log_one_by_one",
            "Log-probability of the true names, one after the other",
            "nats",
            smallest=0.1,
        ),
    ),
    measurements=tuple(contrast for arm in ARMS[1:] for contrast in _contrasts(arm)),
    regime="A company with two founders has two right answers, each of two words: a first name and "
    "a family name. Filled at once, the first name of one founder can meet the family name of the "
    "other. With both answers equally probable, a model that knows them and fills both words at "
    "once gives the true names a probability of 1/2, a logarithm of -0.69; one after the other, "
    "they can have a probability of 1, a logarithm of 0. Most examples are single sentences, so "
    "that the names cannot be copied from elsewhere in the text, and about a third of the tokens "
    "are predicted, so that both words of a name are often masked together.",
    limits="24 companies are asked about, and every sentence about them can be in the training "
    "text: this is memory, not understanding. A masked language model that fills one word after "
    "the other is used as in many later programs, not as in its paper. All arms but one learn the "
    "same WordPiece vocabulary from the same text, in which each word of a name is one token; with "
    "the byte-level BPE of RoBERTa and DeBERTa and the Unigram tokens of ALBERT and XLNet they "
    "would differ in their tokens too. So RoBERTa is little else than BERT without segments. "
    "ALBERT's embeddings and ELECTRA's generator are as wide as the other models, not a quarter, "
    "which would be 24 numbers. DistilBERT begins with two layers of the bundled BERT, which knows "
    "the founders already, and has its vocabulary and width; it learns for 300 steps, the others "
    "for 1,000, and its soft targets are taken at masked positions only.",
    live=LiveExample("masking", ("bert-mini", "xlnet-mini"), "[MASK] [MASK] founded Uber."),
    measure="founders",
)
