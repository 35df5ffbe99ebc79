"""Time and memory of a forward pass by length: full attention, BigBird and Reformer."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
    PublishedEffect,
)

LENGTHS = (128, 256, 512, 1024, 2048, 4096, 8192)
LONGEST_WRITTEN_OUT = 2048  # whose matrix of weights takes 67 MB in each layer
SPARSE = {"big_bird": "BigBird", "reformer": "Reformer"}


def _less_time(arm: str) -> Contrast:
    return Contrast(
        f"Time at {LENGTHS[-1]:,} tokens, {SPARSE[arm]} minus full attention",
        MetricPoint(arm, "milliseconds", float(LENGTHS[-1])),
        MetricPoint("full", "milliseconds", float(LENGTHS[-1])),
    )


def _less_memory(arm: str) -> Contrast:
    return Contrast(
        f"Memory at {LONGEST_WRITTEN_OUT:,} tokens, {SPARSE[arm]} minus full attention with the "
        "matrix of its weights",
        MetricPoint(arm, "megabytes", float(LONGEST_WRITTEN_OUT)),
        MetricPoint("full", "written_megabytes", float(LONGEST_WRITTEN_OUT)),
    )


SPEC = ExperimentSpec(
    name="length_cost",
    title="Time and memory by length",
    group="length",
    question="What does a forward pass cost as the text becomes longer?",
    systems=("BigBird", "Reformer"),
    claims=(
        PaperClaim(
            "Attention to a constant number of blocks costs in proportion to the length, full "
            "attention in proportion to its square.",
            "texts up to 8 times as long on similar hardware",
            "abstract",
            "big_bird",
            (
                Contrast(
                    "BigBird: time with 8,192 tokens over that with 4,096",
                    MetricPoint("big_bird", "milliseconds", 8192.0),
                    MetricPoint("big_bird", "milliseconds", 4096.0),
                    paper="equal",
                    is_ratio=True,
                    null=2.0,
                    smallest=0.3,
                    says="With twice the tokens, BigBird takes {value} of the time",
                ),
                Contrast(
                    "Full attention: time with 8,192 tokens over that with 4,096",
                    MetricPoint("full", "milliseconds", 8192.0),
                    MetricPoint("full", "milliseconds", 4096.0),
                    paper="more",
                    is_ratio=True,
                    null=2.0,
                    smallest=0.3,
                    published=PublishedEffect(4.0),
                    says="With twice the tokens, full attention takes {value} of the time",
                ),
            ),
        ),
        PaperClaim(
            "Locality-sensitive hashing changes the cost of attention from L² to L log L.",
            "an order of growth, without a measured number",
            "abstract",
            "reformer",
            (
                Contrast(
                    "Reformer: time with 8,192 tokens over that with 4,096",
                    MetricPoint("reformer", "milliseconds", 8192.0),
                    MetricPoint("reformer", "milliseconds", 4096.0),
                    paper="equal",
                    is_ratio=True,
                    null=2.17,
                    smallest=0.3,
                    says="With twice the tokens, hashing takes {value} of the time, where L log "
                    "L is 217 %",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "big_bird",
        objectives=("masked",),
        data="village:en",
        data_tokens=20_000,
        tokenizer__vocab_size=600,
        config={"attention_type": "original_full", "block_size": 64, "num_random_blocks": 3},
        size={
            "width": 128,
            "num_layers": 2,
            "num_heads": 4,
            "inner": 512,
            "num_positions": LENGTHS[-1],
        },
        schedule__steps=1,
        schedule__warmup_steps=0,
        schedule__batch_size=1,
        schedule__length=64,
        schedule__long_length=64,
    ),
    arms=(
        Arm("full", "Full attention"),
        Arm(
            "big_bird",
            "BigBird: blocks of 64, 3 at random",
            {"config.attention_type": "block_sparse"},
        ),
        Arm(
            "reformer",
            "Reformer: chunks of 64, 2 rounds",
            {
                "architecture": "reformer",
                "config": {
                    "is_decoder": False,
                    "lsh_attn_chunk_length": 64,
                    "local_attn_chunk_length": 64,
                    "num_hashes": 2,
                },
            },
        ),
    ),
    varies=(
        "architecture",
        "config.attention_type",
        "config.block_size",
        "config.num_random_blocks",
        "config.is_decoder",
        "config.lsh_attn_chunk_length",
        "config.local_attn_chunk_length",
        "config.num_hashes",
    ),
    metrics=(
        Metric("milliseconds", "Time of a forward pass", "ms", smallest=1.0),
        Metric("megabytes", "Peak memory", "MB", smallest=1.0),
        Metric(
            "written_megabytes",
            "Peak memory with the matrix of weights written out",
            "MB",
            smallest=1.0,
        ),
    ),
    measurements=(*(_less_time(arm) for arm in SPARSE), *(_less_memory(arm) for arm in SPARSE)),
    regime="Nothing is learned, as the cost does not depend on the weights. One text of random "
    "tokens passes two layers of width 128, on one thread of a processor; what is measured is the "
    "processor's time, so other programs count little. Intervals are over repetitions. Up to 704 "
    "tokens BigBird has full attention, as in transformers; the authors advise it below 1,024. "
    "Reformer has one layer of local attention and one with hashing.",
    limits="The kernel that runs full attention here never holds the matrix of all its weights, so "
    "its memory grows with the length only; kernels of 2020 held it, and so does this program "
    f"where weights are recorded: the third metric, measured up to {LONGEST_WRITTEN_OUT:,} tokens. "
    "In a wider model attention is a smaller part of the work, and the lengths at which the curves "
    "cross lie higher. A GPU has other kernels.",
    live=LiveExample(
        "long_texts",
        ("bert-mini",),
        "Seoul is the capital of South Korea.",
        settings={"view": "curves"},
    ),
    measure="cost_by_length",
    measure_options={
        "text_lengths": LENGTHS,
        "written_out": {"full": LONGEST_WRITTEN_OUT},
    },
    along="x",
    x_title="Tokens",
    x_is_logarithmic=True,
)
