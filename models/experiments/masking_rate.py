"""How many tokens to mask: few slow down learning, many leave no context (BERT, ELECTRA, T5)."""

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
    Tuning,
)

RATES = (5, 15, 40, 80)  # those that the claims name

SPEC = ExperimentSpec(
    name="masking_rate",
    title="How much to mask",
    group="objective",
    question="How many tokens should be masked?",
    systems=("BERT", "RoBERTa", "DistilBERT"),
    claims=(
        PaperClaim(
            "15 % of the tokens are chosen. Too little masking makes training expensive, and too "
            "much leaves too little context.",
            "15 %; the reasons are not in the paper, Wettig et al. (2022) name them as a common "
            "belief",
            "section 3.1",
            "bert",
            (
                Contrast(
                    "Accuracy, 15 % minus 80 %",
                    MetricPoint("rate_15", "mlm_accuracy"),
                    MetricPoint("rate_80", "mlm_accuracy"),
                    "more",
                    says="Trained with 15 % of the tokens masked, the model has an accuracy that "
                    "is {value} than with 80 %",
                ),
                Contrast(
                    "Accuracy, 15 % minus 5 %",
                    MetricPoint("rate_15", "mlm_accuracy"),
                    MetricPoint("rate_5", "mlm_accuracy"),
                    "more",
                    says="Trained with 15 % of the tokens masked, the model has an accuracy that "
                    "is {value} than with 5 %",
                ),
            ),
        ),
        PaperClaim(
            "Large models learn more with 40 % than with 15 %.",
            "40 % better than 15 %",
            "abstract",
            "masking_rate",
            (
                Contrast(
                    "Accuracy, 40 % minus 15 %",
                    MetricPoint("rate_40", "mlm_accuracy"),
                    MetricPoint("rate_15", "mlm_accuracy"),
                    "more",
                    says="Trained with 40 % of the tokens masked, the model has an accuracy that "
                    "is {value} than with 15 %",
                ),
            ),
        ),
        PaperClaim(
            "80 % still gives most of the quality.",
            "80 % keeps 95 % of the performance",
            "abstract",
            "masking_rate",
            (
                Contrast(
                    "Accuracy with 80 % as a share of that with 15 %",
                    MetricPoint("rate_80", "mlm_accuracy"),
                    MetricPoint("rate_15", "mlm_accuracy"),
                    "more",
                    is_ratio=True,
                    null=0.9,
                    smallest=0.02,
                    published=PublishedEffect(0.95, 0.9, 1.0),
                    says="Trained with 80 % of the tokens masked, the model keeps {value} of the "
                    "accuracy that it has with 15 %",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        config={"initializer_range": 0.05},
        schedule__length=20,
        schedule__long_length=20,
        schedule__batch_size=64,
        schedule__learning_rate=3e-3,
        schedule__steps=2000,
    ),
    tuning=Tuning((1.5e-3, 3e-3, 6e-3), "mlm_loss", below=True),
    arms=tuple(
        Arm(f"rate_{rate}", f"{rate} %", {"options.masked.rate": rate / 100}, x=rate)
        for rate in RATES
    ),
    varies=("options.masked.rate", "schedule.learning_rate"),
    metrics=(
        Metric("mlm_accuracy", "Accuracy with 15 % masked", is_share=True, smallest=0.01),
        Metric("mlm_loss", "Loss with 15 % masked", "nats per token", smallest=0.02),
    ),
    floors=(
        Floor("mlm_loss", 2.41, "a 5-gram model of the same text", below=True, baseline="5gram"),
    ),
    regime="Examples of 20 tokens, with which a small model learns early to use positions, and the "
    "best of at least three learning rates for each arm. At 5 % a step has a third of the "
    "predictions that it has at 15 %, and at 80 % a prediction sees one token in five. All models "
    "are measured on the same held-out positions, of which 15 % are masked.",
    limits="The best rate depends on the size of the model, on the number of steps and on the "
    "text. The papers measure tasks after fine-tuning, not the prediction of masked tokens. A "
    "model that was trained at 15 % is also measured at the rate that it knows.",
    on_mini_world="Sentences of the mini-world are short and regular, so a few tokens of context "
    "often suffice.",
    live=LiveExample(
        "masking",
        ("bert-mini",),
        "Seoul is the capital of South Korea. Many people live in Seoul.",
    ),
    measure="held_out_alike",
    along="x",
    x_title="Tokens chosen, %",
)
