"""Masked tokens, replaced tokens at 15 % of the positions or at all (ELECTRA, Table 5)."""

from models.comparison.base import base_recipe
from models.comparison.spec import Arm, Cell, Claim, Contrast, ExperimentSpec, Live, Metric

SPEC = ExperimentSpec(
    name="replaced_tokens",
    title="Masked or replaced tokens",
    group="objective",
    question="Does it help to learn from every token instead of 15 % of them?",
    systems=("ELECTRA", "BERT"),
    claims=(
        Claim(
            "Most of the gain of ELECTRA comes from a loss on all tokens; some comes from text "
            "without mask tokens.",
            "GLUE score: BERT 82.2, Replace MLM 82.4, ELECTRA 15% 82.4, All-Tokens MLM 84.3, "
            "ELECTRA 85.0",
            "Table 5",
            "electra",
        ),
    ),
    base=base_recipe(
        "electra",
        objectives=("replaced_token",),
        options={"replaced_token": {"chosen_only": False}},
        config={"initializer_range": 0.05},
        schedule__learning_rate=1.5e-3,
        schedule__steps=2500,
    ),
    arms=(
        Arm(
            "masked",
            "Masked tokens (BERT)",
            {"architecture": "bert", "objectives": ("masked",), "options": {}},
        ),
        Arm(
            "chosen",
            "Replaced, loss at 15 %",
            {"options.replaced_token.chosen_only": True},
        ),
        Arm("all", "Replaced, loss at all (ELECTRA)"),
    ),
    varies=("architecture", "objectives", "options", "options.replaced_token.chosen_only"),
    metrics=(
        Metric("quality", "Mean of both tasks", is_share=True),
        Metric("acceptable", "Accuracy: is a sentence acceptable", is_share=True),
        Metric("similarity", "Correlation with the similarity of two sentences", is_share=True),
    ),
    contrasts=(
        Contrast("ELECTRA minus BERT", Cell("all", "quality"), Cell("masked", "quality"), "more"),
        Contrast(
            "Loss at all tokens minus loss at 15 %",
            Cell("all", "quality"),
            Cell("chosen", "quality"),
            "more",
        ),
        Contrast(
            "ELECTRA with a loss at 15 % minus BERT",
            Cell("chosen", "quality"),
            Cell("masked", "quality"),
            "equal",
            0.02,
        ),
    ),
    regime="The models read the same text for the same number of steps. In one step ELECTRA "
    "computes a generator of a quarter of the width too, so the chart shows them by time. What "
    "the pretrained model offers is measured without changing it, by linear functions of its "
    "hidden states that judge sentences (as in CoLA) and compare two of them (as in STS-B). "
    "Neither of the objectives is trained on these tasks.",
    limits="The paper fine-tunes a model of 110M parameters after a million steps on eight tasks. "
    "In short training the discriminator learns little until the generator's replacements become "
    "plausible. Sentences that are not acceptable have swapped words or a wrong article, which is "
    "closer to detecting replaced tokens than most tasks are. Replace MLM and All-Tokens MLM need "
    "a second output over the vocabulary and are not part of this comparison.",
    live=Live(
        "masking",
        ("bert-mini", "electra-mini"),
        "Seoul is the capital of South Korea.",
    ),
    measure="frozen_tasks",
    points=4,
    along="seconds",
)
