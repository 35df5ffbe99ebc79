"""Two masked positions filled at once or one after the other (XLNet's argument against BERT)."""

from models.comparison.base import base_recipe
from models.comparison.spec import Arm, Cell, Claim, Contrast, ExperimentSpec, Live, Metric

ARMS = {
    "bert": Arm("bert", "BERT"),
    "deberta": Arm("deberta", "DeBERTa", {"architecture": "deberta"}),
    "xlnet": Arm(
        "xlnet",
        "XLNet",
        {
            "architecture": "xlnet",
            "objectives": ("permutation",),
            "options": {"permutation": {"one_in": 3}},
        },
    ),
}


def _contrast(title: str, arm: str, quantity: str, threshold: float = 0.0) -> Contrast:
    return Contrast(
        f"{ARMS[arm].title}: {title}, one after the other minus at once",
        Cell(arm, f"{quantity}_one_by_one"),
        Cell(arm, f"{quantity}_at_once"),
        "more",
        threshold,
    )


SPEC = ExperimentSpec(
    name="founders",
    title="At once or one after the other",
    group="objective",
    question="What happens when two masked tokens that depend on each other are filled at once?",
    systems=("BERT", "DeBERTa", "XLNet"),
    claims=(
        Claim(
            "BERT assumes that the masked tokens are independent of each other given the other "
            "tokens, and so cannot model their joint probability with the product rule.",
            "an assumption, not a measurement",
            "section 2.1",
            "xlnet",
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        data="facts:en",
        options={"masked": {"rate": 0.3}},
        config={"initializer_range": 0.05},
        tokenizer__vocab_size=5000,
        schedule__batch_size=96,
        schedule__length=24,
        schedule__single_share=0.9,
        schedule__learning_rate=1.5e-3,
    ),
    arms=tuple(ARMS.values()),
    varies=("architecture", "objectives", "options.masked.rate", "options.permutation.one_in"),
    metrics=(
        Metric("true_at_once", "True names, filled at once", is_share=True),
        Metric("true_one_by_one", "True names, filled one after the other", is_share=True),
        Metric("log_at_once", "Log-probability of the true names, at once", "nats"),
        Metric("log_one_by_one", "Log-probability of the true names, one after the other", "nats"),
    ),
    contrasts=(
        _contrast("true names", "bert", "true"),
        _contrast("log-probability", "bert", "log"),
        _contrast("true names", "deberta", "true"),
        _contrast("true names", "xlnet", "true"),
        _contrast("log-probability", "xlnet", "log"),
    ),
    regime="A company with two founders has two right answers, each of two words: a first name and "
    "a family name. Filled at once, the first name of one founder can meet the family name of the "
    "other. With both answers equally probable, a model that knows them and fills both words at "
    "once gives the true names a probability of 1/2, a logarithm of -0.69; one after the other, "
    "they can have a probability of 1, a logarithm of 0. Most examples are single sentences, so "
    "that the names cannot be copied from elsewhere in the text, and about a third of the tokens "
    "are predicted, so that both words of a name are often masked together.",
    limits="24 companies are asked about, and every sentence about them can be in the training "
    "text: this is memory, not understanding. A masked language model that fills one word after "
    "the other is used as in many later programs, not as in its paper. ELECTRA's generator, "
    "RoBERTa, ALBERT and DistilBERT fill in the same way as BERT and are left out.",
    live=Live("masking", ("bert-mini", "xlnet-mini"), "[MASK] [MASK] founded Google."),
    measure="founders",
)
