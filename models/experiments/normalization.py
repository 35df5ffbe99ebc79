"""Pre-LN against post-LN, with and without warm-up, by depth (Xiong et al., 2020)."""

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
)

XAVIER = 0.125  # standard deviation of first weights that keeps the variance at width 64
DEPTHS = (2, 4, 8)
SIDES = {"gpt1": ("post", "Post-LN (GPT-1)"), "gpt2": ("pre", "Pre-LN (GPT-2)")}
WARM_UPS = {100: "warm-up", 0: "no warm-up"}


def _arm(architecture: str, warmup: int, depth: int) -> Arm:
    side, title = SIDES[architecture]
    line = f"{title}, {WARM_UPS[warmup]}"
    changes = {
        "architecture": architecture,
        "schedule.warmup_steps": warmup,
        "size.num_layers": depth,
    }
    name = f"{side}_{depth}" if warmup else f"{side}_{depth}_cold"
    return Arm(name, f"{line}, {depth} layers", changes, x=depth, line=line)


SPEC = ExperimentSpec(
    name="normalization",
    title="Pre-LN or post-LN",
    group="training",
    question="Does a deep model learn without warm-up if it normalises before each sublayer?",
    systems=("GPT-1", "GPT-2"),
    claims=(
        PaperClaim(
            "With the LayerNorm after each sublayer, a large rate without warm-up makes training "
            "unstable; with it before, it does not.",
            "BLEU on IWSLT14 German-English: post-LN 8.45 without warm-up, about 34 with it "
            "(from memory)",
            "section 3",
            "pre_ln",
            (
                Contrast(
                    "Loss without warm-up, 8 layers, post-LN minus pre-LN",
                    MetricPoint("post_8_cold", "loss"),
                    MetricPoint("pre_8_cold", "loss"),
                    paper="more",
                    says="Without warm-up, a model of 8 layers with post-LN has a loss that is "
                    "{value} than with pre-LN",
                ),
            ),
        ),
        PaperClaim(
            "With the LayerNorm before each sublayer, the warm-up can be left out.",
            "no number; about as good without warm-up",
            "section 4",
            "pre_ln",
            (
                Contrast(
                    "Loss of pre-LN, 8 layers, without warm-up minus with it",
                    MetricPoint("pre_8_cold", "loss"),
                    MetricPoint("pre_8", "loss"),
                    paper="equal",
                    says="With pre-LN, leaving the warm-up out gives a loss that is {value} "
                    "than with it",
                ),
            ),
        ),
        PaperClaim(
            "With post-LN, the gradients near the output are large at the first step.",
            "a theorem, and gradient norms in a figure",
            "section 3",
            "pre_ln",
            (
                Contrast(
                    "Gradient norm of the last layer, 8 layers, post-LN as a share of pre-LN",
                    MetricPoint("post_8", "last_layer_gradient"),
                    MetricPoint("pre_8", "last_layer_gradient"),
                    paper="more",
                    is_ratio=True,
                    null=1.0,
                    smallest=0.05,
                    says="Before the first step, the gradient of the last layer with post-LN has "
                    "{value} of the norm that it has with pre-LN",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "gpt2",
        objectives=("causal",),
        config={"initializer_range": XAVIER},
        size__width=64,
        size__inner=256,
        schedule__learning_rate=3e-3,
        schedule__steps=300,
    ),
    arms=tuple(
        _arm(architecture, warmup, depth)
        for architecture in SIDES
        for warmup in WARM_UPS
        for depth in DEPTHS
    ),
    varies=("architecture", "schedule.warmup_steps", "size.num_layers"),
    metrics=(
        Metric("loss", "Loss", "nats per token", smallest=0.05),
        Metric("diverged", "Runs that did not learn to use context", is_share=True, smallest=0.1),
        Metric(
            "first_layer_gradient",
            "Gradient norm of the first layer before the first step",
            smallest=0.05,
        ),
        Metric(
            "last_layer_gradient",
            "Gradient norm of the last layer before the first step",
            smallest=0.05,
        ),
    ),
    floors=(
        Floor(
            "loss",
            5.83,
            "a unigram model of the same text",
            below=True,
            baseline="unigram",
            arms=("pre_8", "pre_8_cold", "post_8"),
        ),
    ),
    regime="Decoders of width 64 with 2, 4 and 8 layers learn for 300 steps at a rate that is high "
    "for them, so that the first steps can do harm. Text, vocabulary and batches are equal. A run "
    "counts as one that did not learn to use context if its loss is not below that of the best "
    "constant prediction. A loss above that of equal probabilities is shown as theirs.",
    limits="GPT-2 differs from GPT-1 in two more points: a LayerNorm after the last layer, and "
    "first weights of the residual projections that are smaller the deeper the model is. The paper "
    "measures translation and BERT. The optimiser and its clipping of gradients are the same on "
    "both sides; other rates move the border between learning and not learning.",
    live=LiveExample("layers", ("gpt1-mini", "gpt2-mini"), "Seoul is the capital of South Korea."),
    text_changes={"tokenizer.vocab_size": 6000},
    measure="first_gradients",
    along="x",
    x_title="Layers",
)
