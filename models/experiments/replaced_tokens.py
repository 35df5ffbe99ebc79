"""The five objectives between BERT and ELECTRA (ELECTRA, Table 5)."""

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


def _original(name: str, title: str, *, all_tokens: bool) -> Arm:
    options = {"replaced_mlm": {"all_tokens": all_tokens}}
    return Arm(name, title, {"objectives": ("replaced_mlm",), "options": options})


SPEC = ExperimentSpec(
    name="replaced_tokens",
    title="Masked or replaced tokens",
    group="objective",
    question="Does it help to learn from every token instead of 15 % of them?",
    systems=("ELECTRA", "BERT"),
    claims=(
        PaperClaim(
            "ELECTRA is better than BERT after as much computation.",
            "GLUE score: BERT 82.2, ELECTRA 85.0",
            "Table 5",
            "electra",
            (
                Contrast(
                    "ELECTRA minus BERT",
                    MetricPoint("all", "quality"),
                    MetricPoint("masked", "quality"),
                    paper="more",
                    published=PublishedEffect(0.028),
                    says="After the same training, a linear function of ELECTRA's states has a "
                    "mean of both tasks that is {value} than one of BERT's",
                ),
            ),
        ),
        PaperClaim(
            "Most of the gain of ELECTRA comes from a loss on all tokens.",
            "GLUE score: ELECTRA 15% 82.4, ELECTRA 85.0",
            "Table 5",
            "electra",
            (
                Contrast(
                    "Loss at all tokens minus loss at 15 %",
                    MetricPoint("all", "quality"),
                    MetricPoint("chosen", "quality"),
                    paper="more",
                    published=PublishedEffect(0.026),
                    says="With a loss at all tokens, the mean of both tasks is {value} than with "
                    "a loss at 15 % of them",
                ),
            ),
        ),
        PaperClaim(
            "Some of the gain comes from text without mask tokens.",
            "GLUE score: BERT 82.2, Replace MLM 82.4",
            "Table 5",
            "electra",
            (
                Contrast(
                    "Replace MLM minus BERT",
                    MetricPoint("replace_mlm", "quality"),
                    MetricPoint("masked", "quality"),
                    paper="more",
                    published=PublishedEffect(0.002, 0.0, 0.01),
                    says="Without mask tokens in the input, the mean of both tasks is {value} "
                    "than with them",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "electra",
        objectives=("replaced_token",),
        options={"replaced_token": {"chosen_only": False}},
        config={"initializer_range": 0.05},
        schedule__learning_rate=3e-3,
        schedule__steps=1500,
    ),
    arms=(
        Arm(
            "masked",
            "Masked tokens (BERT)",
            {"architecture": "bert", "objectives": ("masked",), "options": {}},
        ),
        _original("replace_mlm", "Replace MLM (at 15 %)", all_tokens=False),
        Arm(
            "chosen",
            "ELECTRA 15 %",
            {"options.replaced_token.chosen_only": True},
        ),
        _original("all_tokens_mlm", "All-Tokens MLM (at all)", all_tokens=True),
        Arm("all", "ELECTRA (at all)"),
    ),
    varies=(
        "architecture",
        "objectives",
        "options",
        "options.replaced_token.chosen_only",
        "options.replaced_mlm.all_tokens",
    ),
    metrics=(
        Metric("quality", "Mean of both tasks", is_share=True, smallest=0.01),
        Metric("acceptable", "Accuracy: is a sentence acceptable", is_share=True, smallest=0.01),
        Metric(
            "similarity",
            "Correlation with the similarity of two sentences",
            is_share=True,
            smallest=0.01,
        ),
    ),
    measurements=(
        Contrast(
            "ELECTRA with a loss at 15 % minus BERT",
            MetricPoint("chosen", "quality"),
            MetricPoint("masked", "quality"),
        ),
        Contrast(
            "All-Tokens MLM minus BERT",
            MetricPoint("all_tokens_mlm", "quality"),
            MetricPoint("masked", "quality"),
        ),
    ),
    floors=(Floor("acceptable", 0.55, "chance, by 5 points"),),
    regime="The models read the same text for the same number of steps. In a step all but BERT "
    "compute a generator of a quarter of the width too, so the chart shows them by time. In both "
    "MLM arms the large model reads the generator's samples and predicts the original tokens, at "
    "the chosen 15 % or at all positions; at all positions it can copy a token, with a probability "
    "that it learns. What the pretrained model offers is measured without changing it, by linear "
    "functions of its hidden states that judge sentences (as in CoLA) and compare two of them (as "
    "in STS-B). None of the objectives is trained on these tasks.",
    limits="The paper pretrains models of 110M parameters far longer, and fine-tunes them on eight "
    "tasks. In short training the discriminator learns little until the generator's replacements "
    "become plausible. Sentences that are not acceptable have swapped words or a wrong article, "
    "which is closer to detecting replaced tokens than most tasks are. The paper does not say how "
    "the loss of the generator is weighted in its MLM arms; here it counts as much as the other "
    "loss. BERT replaces a tenth of the chosen tokens by random ones, the generator's input has "
    "none.",
    live=LiveExample(
        "masking",
        ("bert-mini", "electra-mini"),
        "Seoul is the capital of South Korea.",
    ),
    measure="frozen_tasks",
    points=4,
    along="seconds",
)
