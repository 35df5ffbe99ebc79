"""Permutation against masking at equal compute, and names of two words (XLNet, section 2.2)."""

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

PERMUTATION = {"architecture": "xlnet", "objectives": ("permutation",)}

SPEC = ExperimentSpec(
    name="permutation",
    title="Permutation or masking",
    group="objective",
    question="Does a model that predicts tokens in a random order learn how they depend on each "
    "other?",
    systems=("BERT", "XLNet"),
    claims=(
        PaperClaim(
            "A masked model predicts [New, York] independently of each other. A permutation "
            "model predicts the later one from the earlier one too, so it learns more "
            "dependencies.",
            "log p(New | is a city) + log p(York | New, is a city)",
            "section 2.6",
            "xlnet",
            (
                Contrast(
                    "What the first word says about the second, permutation minus masking",
                    MetricPoint("permutation", "dependence"),
                    MetricPoint("masking", "dependence"),
                    "more",
                    says="In a permutation model, the first word of a name says {value} about "
                    "the second than in a masked model",
                ),
            ),
        ),
        PaperClaim(
            "Trained on the same data with nearly the same recipe, XLNet is better than BERT.",
            "SQuAD 1.1 F1 92.8 → 94.0, RACE 75.1 → 77.4, MNLI 87.3 → 88.4",
            "Table 1",
            "xlnet",
            untestable="the masked model has only begun to learn names, and the two differ in how "
            "positions enter as well",
            would_take="longer training of both models, with the same relative positions",
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=1.5e-3,
        schedule__steps=3000,
    ),
    arms=(
        Arm("masking", "BERT, masking"),
        Arm("permutation", "XLNet, permutation", {**PERMUTATION, "schedule.steps": 2400}),
        Arm("permutation_long", "XLNet, permutation, as many steps as BERT", PERMUTATION),
    ),
    varies=("architecture", "objectives", "schedule.steps"),
    metrics=(
        Metric(
            "in_turn_loss",
            "Loss of a name, one word after the other",
            "nats per name",
            smallest=0.1,
        ),
        Metric("at_once_loss", "Loss of a name, both words at once", "nats per name", smallest=0.1),
        Metric(
            "dependence", "What the first word says about the second", "nats per name", smallest=0.1
        ),
        Metric(
            "second_accuracy",
            "Accuracy of the second word after the first",
            is_share=True,
            smallest=0.02,
        ),
    ),
    measurements=(
        Contrast(
            "Loss of a name in turn, permutation minus masking at equal steps",
            MetricPoint("permutation_long", "in_turn_loss"),
            MetricPoint("masking", "in_turn_loss"),
        ),
        Contrast(
            "Loss of a name in turn, permutation minus masking at equal time",
            MetricPoint("permutation", "in_turn_loss"),
            MetricPoint("masking", "in_turn_loss"),
        ),
        Contrast(
            "Loss of a name at once, permutation minus masking at equal time",
            MetricPoint("permutation", "at_once_loss"),
            MetricPoint("masking", "at_once_loss"),
        ),
    ),
    regime="Names of two words, such as South Korea, where the second word depends on the first. "
    "Both models predict the same names in held-out texts, with all other words visible. The loss "
    "of both at once treats them as independent; the loss one after the other does not. A step of "
    "XLNet takes longer, as two streams are computed, so it has fewer steps in the same time.",
    limits="The two models also differ in how positions enter: XLNet has relative ones. With 15 "
    "% masked, a masked model often sees one word of a name while it predicts the other, so it "
    "learns the dependency as well; it only cannot use it where both are masked. The paper "
    "measures tasks after fine-tuning.",
    on_mini_world="Names of the mini-world are few and occur often.",
    live=LiveExample(
        "masking",
        ("bert-mini", "xlnet-mini"),
        "Seoul is the capital of South Korea. Many people live in Seoul.",
    ),
    measure="word_pairs",
    points=6,
    along="seconds",
)
