"""Reversible layers or stored activations: loss, memory and time (Reformer, section 3)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    Direction,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
)

TRAINED = 4
DEPTHS = (2, 4, 8, 12)


def _contrast(
    title: str, metric: str, depth: int, paper: Direction = "", says: str = ""
) -> Contrast:
    first, second = (MetricPoint(arm, metric, float(depth)) for arm in ("reversible", "stored"))
    return Contrast(f"{title}, reversible minus stored", first, second, paper, says=says)


SPEC = ExperimentSpec(
    name="reversible",
    title="Reversible layers",
    group="length",
    question="Does it cost quality to compute activations again instead of storing them?",
    systems=("Reformer",),
    claims=(
        PaperClaim(
            "Reversible layers store activations once instead of once for each layer.",
            "an order of growth, without a measured number",
            "abstract",
            "reformer",
            (
                _contrast(
                    "Memory with 12 layers",
                    "megabytes",
                    12,
                    "less",
                    "With 12 layers, a training step with reversible layers takes {value} than "
                    "with stored activations",
                ),
            ),
        ),
        PaperClaim(
            "A reversible Transformer learns as well as a regular one with as many parameters.",
            "learning curves on enwik8 and imagenet64 that are about the same",
            "Figure 3",
            "reformer",
            (
                _contrast(
                    "Loss",
                    "lm_loss",
                    TRAINED,
                    "equal",
                    "With reversible layers, the loss is {value} than with stored activations",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "reformer",
        objectives=("causal",),
        data_tokens=200_000,
        tokenizer__vocab_size=1000,
        config={"initializer_range": 0.05, "reversible": True},
        size={
            "width": 64,
            "num_layers": TRAINED,
            "num_heads": 4,
            "inner": 256,
            "num_positions": 128,
        },
        schedule__steps=200,
        schedule__warmup_steps=20,
        schedule__batch_size=8,
        schedule__length=128,
        schedule__long_length=128,
        schedule__learning_rate=2e-3,
    ),
    arms=(
        Arm("reversible", "Computed again (reversible)"),
        Arm("stored", "Stored", {"config.reversible": False}),
    ),
    varies=("config.reversible",),
    metrics=(
        Metric("megabytes", "Peak memory of a training step", "MB", smallest=1.0),
        Metric("seconds", "Processor time of a training step", "s", smallest=0.01),
        Metric("lm_loss", "Held-out loss", "nats per token", smallest=0.02),
    ),
    measurements=(_contrast("Time with 12 layers", "seconds", 12),),
    regime=f"Both compute the same function with the same weights; {TRAINED} layers of width 64 "
    "learn in 200 steps of 1,024 tokens. Memory and time are those of one step of untrained models "
    f"with {DEPTHS[0]} to {DEPTHS[-1]} layers: activations and gradients, without the weights. The "
    "backward pass computes the input of each layer from its output, and then the layer again.",
    limits="The paper compares with a regular Transformer, whose layers are not those of a "
    "reversible one; here the layers are the same and only what is stored differs, so that losses "
    "differ by rounding alone. The paper does not state the extra time, which follows from the "
    "second computation. The model is small, so gradients are a larger part of its memory.",
    live=LiveExample(
        "training",
        ("gpt2-mini",),
        "The capital of France is",
        settings={
            "choice": {
                "name": "my-reformer",
                "architecture": "reformer",
                "objectives": ["causal"],
                "tokenizer": "unigram",
            }
        },
    ),
    measure="training_cost_by_depth",
    measure_options={"depths": DEPTHS},
    along="x",
    x_title="Layers",
)
