"""Whether attention weights explain a prediction (Jain & Wallace 2019, Wiegreffe & Pinter 2019)."""

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

ARMS = (
    Arm("bert", "BERT"),
    Arm("gpt2", "GPT-2", {"architecture": "gpt2", "objectives": ("causal",)}),
)
SMALLEST = 0.1  # of a difference of rank correlations
TAU = "Kendall's τ"


def _difference(arm: Arm, first: str, second: str, title: str) -> Contrast:
    return Contrast(
        f"{arm.title}, agreement: {title}",
        MetricPoint(arm.name, first),
        MetricPoint(arm.name, second),
    )


SPEC = ExperimentSpec(
    name="attention_as_explanation",
    title="Attention as explanation",
    group="inside",
    question="Do attention weights say which tokens cause a prediction?",
    systems=("BERT", "GPT-2"),
    claims=(
        PaperClaim(
            "Attention weights are only weakly correlated with gradients.",
            "mean of Kendall's τ between attention and gradients from about 0.2 to 0.5 on most "
            "of the data sets",
            "Table 2 (from memory)",
            "attention_explains_not",
            tuple(
                Contrast(
                    f"{arm.title}: τ of attention and gradient × input, last layer",
                    MetricPoint(arm.name, "attention_gradient"),
                    paper="equal",
                    null=0.35,
                    smallest=0.15,
                    says=f"In {arm.title}, attention of the last layer and gradients agree with "
                    f"{{value}}",
                )
                for arm in ARMS
            ),
        ),
        PaperClaim(
            "Gradients agree with leaving tokens out better than attention does.",
            "Kendall's τ for each text of eight data sets, as histograms, means and standard "
            "deviations",
            "Section 4.1",
            "attention_explains_not",
            tuple(
                Contrast(
                    f"{arm.title}, τ with leave one out: gradient × input minus attention of the "
                    "last layer",
                    MetricPoint(arm.name, "gradient_left_out"),
                    MetricPoint(arm.name, "attention_left_out"),
                    "more",
                    says=f"In {arm.title}, gradients agree with leaving tokens out by {{value}} "
                    "than attention of the last layer does",
                )
                for arm in ARMS
            ),
        ),
        PaperClaim(
            "Whether attention is an explanation depends on the definition of one; a test needs "
            "a baseline such as uniform weights, and several seeds.",
            "an argument with four tests, not a rank correlation",
            "abstract",
            "attention_explains",
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=3e-3,
        schedule__steps=1500,
    ),
    arms=ARMS,
    varies=("architecture", "objectives"),
    metrics=(
        Metric("attention_left_out", "Attention and leave one out", TAU, smallest=SMALLEST),
        Metric("gradient_left_out", "Gradient × input and leave one out", TAU, smallest=SMALLEST),
        Metric("rollout_left_out", "Attention rollout and leave one out", TAU, smallest=SMALLEST),
        Metric("random_left_out", "A random order and leave one out", TAU, smallest=SMALLEST),
        Metric("attention_gradient", "Attention and gradient × input", TAU, smallest=SMALLEST),
        Metric(
            "rollout_gradient", "Attention rollout and gradient × input", TAU, smallest=SMALLEST
        ),
        Metric("random_gradient", "A random order and gradient × input", TAU, smallest=SMALLEST),
    ),
    measurements=(
        *(
            _difference(
                arm,
                "gradient_left_out",
                "rollout_left_out",
                "gradient × input minus attention rollout, with leave one out",
            )
            for arm in ARMS
        ),
        *(
            _difference(
                arm,
                "attention_gradient",
                "random_gradient",
                "attention minus a random order, with gradient × input",
            )
            for arm in ARMS
        ),
    ),
    regime="Both models learn the same text for the same number of steps. One token of each of 200 "
    "held-out texts is predicted, the same for both: BERT has it masked, GPT-2 reads what is "
    "before it. Explained is the token that the model thinks most probable. Methods are compared "
    "by the order of the sizes of their shares, without the signs, which attention does not have. "
    "Attention is the mean of the heads of a layer, from the position that predicts. Leave one out "
    "puts the mask token in the place of one token. Each correlation is that of one text; a value "
    "is the mean over texts. A random order agrees with nothing: its τ is about 0.",
    limits="The papers study one attention layer over a recurrent network that classifies texts; "
    "here there are three layers of four heads, whose states have mixed the tokens before. The "
    "papers measure the change of all probabilities, here it is that of one log-probability. The "
    "mask token, by which tokens are left out, is not in what GPT-2 learns. Gradients and leaving "
    "tokens out are no truth either: agreement with them does not make an explanation, nor does "
    "its lack refute one. A difference in τ of at most 0.1 counts as none; a τ "
    "from 0.2 to 0.5 counts as that of the paper. The papers' uniform "
    "weights, adversarial attention and frozen weights are not repeated.",
    live=LiveExample("why", ("bert-mini", "gpt2-mini"), "The capital of France is Paris."),
    measure="attribution_agreement",
    measure_options={"num_examples": 200},
    along="x",
    x_title="Layer",
    quick_steps=300,
)
