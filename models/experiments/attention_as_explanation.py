"""Whether attention weights explain a prediction (Jain & Wallace 2019, Wiegreffe & Pinter 2019)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Claim,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
)

ARMS = (
    Arm("bert", "BERT"),
    Arm("gpt2", "GPT-2", {"architecture": "gpt2", "objectives": ("causal",)}),
)
THRESHOLD = 0.1
TAU = "Kendall's τ"


def _yardstick(arm: Arm, name: str, title: str) -> Contrast:
    return Contrast(
        f"{arm.title}, agreement with leave one out: gradient × input minus {title}",
        MetricPoint(arm.name, "gradient_left_out"),
        MetricPoint(arm.name, f"{name}_left_out"),
        "more",
        THRESHOLD,
    )


def _against_random(arm: Arm) -> Contrast:
    return Contrast(
        f"{arm.title}, agreement with gradient × input: attention minus a random order",
        MetricPoint(arm.name, "attention_gradient"),
        MetricPoint(arm.name, "random_gradient"),
        "equal",
        THRESHOLD,
    )


SPEC = ExperimentSpec(
    name="attention_as_explanation",
    title="Attention as explanation",
    group="inside",
    question="Do attention weights say which tokens cause a prediction?",
    systems=("BERT", "GPT-2"),
    claims=(
        Claim(
            "Attention weights are frequently uncorrelated with gradients, and gradients agree "
            "with leaving tokens out better than attention does.",
            "Kendall's τ for each text of eight data sets, as histograms, means and standard "
            "deviations",
            "Section 4.1",
            "attention_explains_not",
        ),
        Claim(
            "Whether attention is an explanation depends on the definition of one; a test needs a "
            "baseline such as uniform weights, and several seeds.",
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
        Metric("attention_left_out", "Attention and leave one out", TAU),
        Metric("gradient_left_out", "Gradient × input and leave one out", TAU),
        Metric("rollout_left_out", "Attention rollout and leave one out", TAU),
        Metric("random_left_out", "A random order and leave one out", TAU),
        Metric("attention_gradient", "Attention and gradient × input", TAU),
        Metric("rollout_gradient", "Attention rollout and gradient × input", TAU),
        Metric("random_gradient", "A random order and gradient × input", TAU),
    ),
    measurements=(
        *(_yardstick(arm, "attention", "attention of the last layer") for arm in ARMS),
        *(_yardstick(arm, "rollout", "attention rollout") for arm in ARMS),
        *(_against_random(arm) for arm in ARMS),
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
    "its lack refute one. A difference in τ of at most 0.1 counts as none. The papers' uniform "
    "weights, adversarial attention and frozen weights are not repeated.",
    live=LiveExample("why", ("bert-mini", "gpt2-mini"), "The capital of France is Paris."),
    measure="attribution_agreement",
    measure_options={"num_examples": 200},
    along="x",
    x_title="Layer",
    quick_steps=300,
)
