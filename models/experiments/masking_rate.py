"""How many tokens to mask: too few teach slowly, too many leave no context (BERT, ELECTRA, T5)."""

from models.comparison.base import base_recipe
from models.comparison.spec import Arm, Cell, Claim, Contrast, ExperimentSpec, Live, Metric

RATES = (5, 15, 30, 50, 80)

SPEC = ExperimentSpec(
    name="masking_rate",
    title="How much to mask",
    group="objective",
    question="How many tokens should be masked?",
    systems=("BERT", "RoBERTa", "T5"),
    claims=(
        Claim(
            "Too little masking makes training expensive, too much leaves not enough context.",
            "15 %",
            "section 3.1",
            "bert",
        ),
    ),
    base=base_recipe("bert", objectives=("masked",)),
    arms=tuple(
        Arm(f"rate_{rate}", f"{rate} %", {"options.masked.rate": rate / 100}, x=rate)
        for rate in RATES
    ),
    varies=("options.masked.rate",),
    metrics=(Metric("mlm_accuracy", "Accuracy at masked positions", is_share=True),),
    contrasts=(
        Contrast(
            "15 % minus 80 %",
            Cell("rate_15", "mlm_accuracy"),
            Cell("rate_80", "mlm_accuracy"),
            "more",
        ),
    ),
    regime="",
    limits="",
    live=Live("masking", ("bert-mini",), "Seoul is the capital of South Korea."),
    measure="held_out_alike",
    along="x",
    x_title="Tokens chosen, %",
)
