"""What changed in decoders from GPT-2 to Llama, one part after the other."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    Direction,
    ExperimentSpec,
    Floor,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
    Tuning,
)

LOSS = "lm_loss"
TURNED = {"config.tie_word_embeddings": True}
GATED = {**TURNED, "size.inner": 256}  # three matrices of two thirds, as many weights


def _contrast_losses(first: str, second: str, title: str, paper: Direction, says: str) -> Contrast:
    """The loss of one arm minus that of the arm before it."""
    points = MetricPoint(second, LOSS), MetricPoint(first, LOSS)
    return Contrast(f"Loss, {title}", *points, paper=paper, says=says)


SPEC = ExperimentSpec(
    name="decoder_parts",
    title="From GPT-2 to Llama",
    group="training",
    question="Which of the parts that came after GPT-2 make a small decoder learn better?",
    systems=("GPT-2", "GPT-NeoX", "OLMo", "Llama"),
    claims=(
        PaperClaim(
            "A model that turns queries and keys by their positions learns faster than one that "
            "adds a row of a table to the token.",
            "curves of BERT and RoFormer in Figure 3, without a number (from memory)",
            "section 4.2",
            "roformer",
            (
                _contrast_losses(
                    "pre_ln",
                    "rotary",
                    "rotation minus a table of positions",
                    "less",
                    "With rotation, the loss is {value} than with a table of positions",
                ),
            ),
        ),
        PaperClaim(
            "A gated feed-forward network predicts better than one with GELU of as many weights.",
            "log-perplexity on C4, after 524,288 steps: SwiGLU 1.636, GELU 1.679 (from memory)",
            "Table 1",
            "glu_variants",
            (
                _contrast_losses(
                    "rotary",
                    "gated",
                    "SwiGLU minus GELU",
                    "less",
                    "With SwiGLU, the loss is {value} than with GELU",
                ),
            ),
        ),
        PaperClaim(
            "RMSNorm is about as good as LayerNorm.",
            "comparable performance, and 7 to 64 % less time",
            "abstract",
            "rms_norm",
            (
                _contrast_losses(
                    "gated",
                    "rms",
                    "RMSNorm minus LayerNorm",
                    "equal",
                    "With RMSNorm, the loss is {value} than with LayerNorm",
                ),
            ),
        ),
        PaperClaim(
            "Heads that share keys and values in groups are nearly as good as heads with their "
            "own.",
            "average of seven tasks with T5 XXL: 47.1 with 8 groups, 47.2 with 64 heads (from "
            "memory)",
            "Table 1",
            "grouped_queries",
            (
                _contrast_losses(
                    "rms",
                    "grouped",
                    "two heads a group minus one",
                    "equal",
                    "With two heads a group, the loss is {value} than with keys and values for "
                    "each head",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "gpt2",
        objectives=("causal",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=4e-3,
        schedule__steps=1500,
        schedule__warmup_steps=150,
    ),
    tuning=Tuning((2e-3, 4e-3, 8e-3), LOSS, below=True),
    arms=(
        Arm("pre_ln", "GPT-2"),
        Arm(
            "rotary",
            "+ rotation (GPT-NeoX)",
            {
                **TURNED,
                "architecture": "gpt_neox",
                "config.use_parallel_residual": False,
                "config.rotary_pct": 1.0,
            },
        ),
        Arm("gated", "+ SwiGLU (OLMo)", {**GATED, "architecture": "olmo"}),
        Arm("rms", "+ RMSNorm (Llama)", {**GATED, "architecture": "llama"}),
        Arm(
            "grouped",
            "+ grouped keys (Llama 3)",
            {**GATED, "architecture": "llama", "config.num_key_value_heads": 2},
        ),
    ),
    varies=(
        "architecture",
        "size.inner",
        "config.tie_word_embeddings",
        "config.use_parallel_residual",
        "config.rotary_pct",
        "config.num_key_value_heads",
    ),
    metrics=(
        Metric(LOSS, "Loss", "nats per token", smallest=0.02),
        Metric("lm_accuracy", "Accuracy of the next token", is_share=True, smallest=0.01),
    ),
    floors=(Floor(LOSS, 2.37, "a 5-gram model of the same text", below=True, baseline="5gram"),),
    regime="Decoders of three layers of width 96 learn the same tokens for as many steps. A gated "
    "network has three matrices, each of two thirds of the size, so all models but the last "
    "have about as many weights and operations; shared keys and values save some. Each arm "
    "has the part of the arm before it.",
    limits="Each arm is an architecture as it was published, so two steps change more than their "
    "name says: OLMo also has no biases and norms without weights, and Llama's RMSNorm has weights "
    "again. First weights are drawn as each of them does. One order of the parts is shown; "
    "another could give other differences. At this size nothing is said about what parts save at "
    "a large one.",
    live=LiveExample("inside", ("gpt2-mini", "llama-mini"), "Seoul is the capital of South Korea."),
)
