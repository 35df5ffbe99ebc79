"""Recalling a fact by its distance: full attention, BigBird and Reformer."""

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

LENGTH, FAR = 256, 256.0  # tokens; the second one is the upper border of a range of distances


def _against_window(arm: str, title: str, says: str = "") -> Contrast:
    """An arm against a window alone; of a claim where it says something."""
    return Contrast(
        f"Facts at 129 to 256 tokens, {title} minus a window alone",
        MetricPoint(arm, "recall_at", FAR),
        MetricPoint("window", "recall_at", FAR),
        "more" if says else "",
        says=says,
    )


SPEC = ExperimentSpec(
    name="recall_distance",
    title="Recall by distance",
    group="length",
    question="Can a model use a fact that was stated far away in its text?",
    systems=("BigBird", "Reformer"),
    claims=(
        PaperClaim(
            "Longer contexts improve tasks such as question answering, and attention to a few "
            "blocks is enough to use them.",
            "texts up to 8 times as long as before",
            "abstract",
            "big_bird",
            (
                _against_window(
                    "big_bird",
                    "BigBird",
                    "At 129 to 256 tokens, BigBird recalls {value} of the facts than a window "
                    "alone",
                ),
            ),
        ),
        PaperClaim(
            "With hashing and reversible layers a model performs on par with a Transformer.",
            "stated there without a number",
            "abstract",
            "reformer",
            (
                Contrast(
                    "Facts at 129 to 256 tokens, Reformer minus full attention",
                    MetricPoint("reformer", "recall_at", FAR),
                    MetricPoint("full", "recall_at", FAR),
                    paper="equal",
                    says="At 129 to 256 tokens, Reformer recalls {value} of the facts than full "
                    "attention",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "big_bird",
        objectives=("masked",),
        data="long-summary:en@210",
        tokenizer__vocab_size=1000,
        config={
            "initializer_range": 0.05,
            "attention_type": "original_full",
            "block_size": 8,
            "num_random_blocks": 2,
        },
        size={
            "width": 64,
            "num_layers": 2,
            "num_heads": 4,
            "inner": 256,
            "num_positions": LENGTH,
            "dropout": 0.0,
        },
        options={"masked": {"rate": 0.2}},
        schedule__steps=1500,
        schedule__batch_size=8,
        schedule__length=LENGTH,
        schedule__long_length=LENGTH,
        schedule__learning_rate=2e-3,
    ),
    arms=(
        Arm("full", "Full attention"),
        Arm("big_bird", "BigBird", {"config.attention_type": "block_sparse"}),
        Arm(
            "window",
            "BigBird's window alone",
            {
                "config.attention_type": "block_sparse",
                "config.global_blocks": False,
                "config.num_random_blocks": 0,
            },
        ),
        Arm(
            "reformer",
            "Reformer",
            {
                "architecture": "reformer",
                "config": {
                    "initializer_range": 0.05,
                    "axial_norm_std": 0.05,
                    "is_decoder": False,
                    "local_attn_chunk_length": 16,
                    "lsh_attn_chunk_length": 16,
                    "local_num_chunks_after": 1,
                    "num_buckets": 32,
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
        "config.global_blocks",
        "config.axial_norm_std",
        "config.is_decoder",
        "config.local_attn_chunk_length",
        "config.lsh_attn_chunk_length",
        "config.local_num_chunks_after",
        "config.num_buckets",
        "config.num_hashes",
    ),
    metrics=(
        Metric("recall_at", "Facts recalled, by distance", is_share=True, smallest=0.02),
        Metric("recall", "Facts recalled", is_share=True, smallest=0.02),
        Metric("mlm_loss", "Loss at masked positions", "nats per token", smallest=0.02),
    ),
    measurements=(
        _against_window("reformer", "Reformer"),
        _against_window("full", "full attention"),
    ),
    floors=(Floor("recall", 0.1, "guessing, which is right in 8 %"),),
    regime=f"Texts of {LENGTH} tokens begin with a summary of eight facts, each of which is stated "
    "once more at a distance that is drawn. The values of the summary are masked, and the model "
    "predicts them from the text after it. Its pairs of values are in no training text, so memory "
    "is of no use. In two layers a window of three blocks of 8 tokens reaches at most 23 tokens. "
    "Reformer has one layer of local attention and one with hashing.",
    limits="The papers measure tasks on real long texts; here one kind of fact is recalled, by "
    "models of about 200,000 parameters. All are encoders with the same objective, Reformer too, "
    "which its paper trains as a decoder. A guess among the values of a kind is right in 8 %, and "
    "after 1,500 steps no arm recalls clearly more: with so little training, no kind of attention "
    "learns to look up a fact, and the differences say nothing about reach.",
    live=LiveExample("attention", ("bert-mini",), "Seoul is the capital of South Korea."),
    measure="recall_by_distance",
    along="x",
    x_title="Distance in tokens, at most",
    x_is_logarithmic=True,
)
