"""A table of positions, rotation and a bias by distance in decoders, beyond the trained length."""

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

TRAINED, LONGEST = 32, 128
INCREASE, LOSS = "loss_increase", "loss"


def _name_cells(arm: str, other: str, title: str) -> tuple[str, MetricPoint, MetricPoint]:
    """The increase of one arm at the longest text minus that of another."""
    first, second = (MetricPoint(one, INCREASE, LONGEST) for one in (arm, other))
    return f"Increase at {LONGEST} tokens, {title}", first, second


SPEC = ExperimentSpec(
    name="decoder_positions",
    title="Rotation, ALiBi, or a table",
    group="positions",
    question="Which positions let a decoder read texts that are longer than those it learned from?",
    systems=("GPT-2", "GPT-NeoX", "Falcon"),
    claims=(
        PaperClaim(
            "Beyond the trained length, the perplexity rises more with rotation than with a bias "
            "by distance (ALiBi).",
            "curves of models that learned from 512 and 1,024 tokens: with rotation they rise, "
            "with ALiBi they do not",
            "Figure 1",
            "alibi",
            (
                Contrast(
                    *_name_cells("rotation", "alibi", "rotation minus ALiBi"),
                    paper="more",
                    says="Beyond the length of training, the loss with rotation rises by {value} "
                    "than with ALiBi",
                ),
            ),
        ),
        PaperClaim(
            "A model that turns queries and keys by their positions learns faster than one that "
            "adds a row of a table to the token.",
            "curves of BERT and RoFormer in Figure 3, without a number (from memory)",
            "section 4.2",
            "roformer",
            (
                Contrast(
                    f"Loss at {TRAINED} tokens, rotation minus a table",
                    MetricPoint("rotation", LOSS, TRAINED),
                    MetricPoint("table", LOSS, TRAINED),
                    paper="less",
                    smallest=0.02,
                    says="At the length of training, the loss with rotation is {value} than with "
                    "a table of positions",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "gpt2",
        objectives=("causal",),
        tokenizer__family="byte_bpe",
        tokenizer__vocab_size=3000,
        config={"initializer_range": 0.05},
        size__num_positions=LONGEST,
        schedule__length=TRAINED,
        schedule__learning_rate=8e-3,
        schedule__steps=1500,
        schedule__warmup_steps=150,
    ),
    arms=(
        Arm("table", "Learned table (GPT-2)"),
        Arm(
            "rotation",
            "Rotation (GPT-NeoX)",
            {
                "architecture": "gpt_neox",
                "config.tie_word_embeddings": True,
                "config.use_parallel_residual": False,
                "config.rotary_pct": 1.0,
            },
        ),
        Arm(
            "alibi",
            "ALiBi (Falcon RW)",
            {
                "architecture": "falcon",
                "config.alibi": True,
                "config.bias": True,
                "config.multi_query": False,
                "config.parallel_attn": False,
            },
        ),
    ),
    varies=(
        "architecture",
        "config.tie_word_embeddings",
        "config.use_parallel_residual",
        "config.rotary_pct",
        "config.alibi",
        "config.bias",
        "config.multi_query",
        "config.parallel_attn",
    ),
    metrics=(
        Metric(
            INCREASE, "Increase of the loss over that at 32 tokens", "nats per token", smallest=0.05
        ),
        Metric(LOSS, "Loss", "nats per token", smallest=0.05),
    ),
    measurements=(
        Contrast(*_name_cells("table", "rotation", "a table minus rotation")),
        Contrast(*_name_cells("table", "alibi", "a table minus ALiBi")),
        Contrast(f"Increase at {LONGEST} tokens, ALiBi", MetricPoint("alibi", INCREASE, LONGEST)),
        Contrast(
            f"Increase at {2 * TRAINED} tokens, rotation minus ALiBi",
            MetricPoint("rotation", INCREASE, 2 * TRAINED),
            MetricPoint("alibi", INCREASE, 2 * TRAINED),
        ),
    ),
    floors=(
        Floor(
            LOSS,
            2.65,
            "a 5-gram model of the same text",
            below=True,
            baseline="5gram",
            x=float(TRAINED),
        ),
    ),
    regime="Three decoders of three layers of width 96 with LayerNorm before each sublayer, GELU "
    "and biases, which differ in their positions alone, learn from texts of 32 tokens and are "
    "measured on texts of up to 128. Rows of the table beyond 32 never occurred in training. The "
    "learning rate is the best of four for each of them, which were tried with WordPiece tokens. "
    "Here tokens are those of byte-level BPE, with no token at the end of an example: a model "
    "would expect that one at the same place in longer texts.",
    limits="First weights are drawn as each architecture does. The models of the paper learned "
    "from texts of at least 512 tokens; here the shortest turns alone are complete within 32. With "
    "ALiBi the loss rises here as well, and up to twice the trained length by more than with "
    "rotation; at four times by less.",
    on_mini_world="The documents are short, so that a longer text adds more documents rather "
    "than more context about one.",
    live=LiveExample("inside", ("gpt2-mini", "llama-mini"), "Seoul is the capital of South Korea."),
    measure="by_length",
    measure_options={"lengths": (16, 32, 48, 64, 96, 128), "shares": {}},
    along="x",
    x_title="Tokens in the text",
)
