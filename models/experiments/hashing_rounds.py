"""Rounds of hashing against quality, in the duplication task (Reformer, Table 2)."""

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
)

LENGTH, CHUNK = 64, 8
EVALUATED = (1, 2, 4, 8)


def _arm(rounds: int) -> Arm:
    title = f"Trained with {rounds} round{'s' * (rounds > 1)}"
    changes = {"config.lsh_attn_chunk_length": CHUNK, "config.num_hashes": rounds}
    return Arm(f"rounds_{rounds}", title, changes)


def _more_rounds(arm: str, title: str, published: float) -> Contrast:
    return Contrast(
        f"{title}: {EVALUATED[-1]} rounds at evaluation minus 1",
        MetricPoint(arm, "copied", float(EVALUATED[-1])),
        MetricPoint(arm, "copied", 1.0),
        "more",
        published=PublishedEffect(published),
        says=f"{title}, a model copies {{value}} of the symbols with {EVALUATED[-1]} rounds "
        "at evaluation than with 1",
    )


SPEC = ExperimentSpec(
    name="hashing_rounds",
    title="Rounds of hashing",
    group="length",
    question="How many rounds of hashing does attention need to find what it looks for?",
    systems=("Reformer",),
    claims=(
        PaperClaim(
            "With more rounds at evaluation a model copies better, also with more than it was "
            "trained with.",
            "with eight, four, two and one rounds at evaluation: 94.8, 92.5, 76.9 and 52.5 % after "
            "training with full attention, 99.9, 99.6, 94.8 and 77.9 after training with one round "
            "(from memory)",
            "Table 2",
            "reformer",
            (
                _more_rounds("full", "Trained with full attention", 0.423),
                _more_rounds("rounds_1", "Trained with 1 round", 0.22),
            ),
        ),
        PaperClaim(
            "A model that was trained with hashing cannot copy with full attention.",
            "0.8 % with full attention at evaluation after training with hashing, 100 % after "
            "training with full attention (from memory)",
            "Table 2",
            "reformer",
            tuple(
                Contrast(
                    f"Trained with {rounds} round{'s' * (rounds > 1)}, evaluated with full "
                    "attention",
                    MetricPoint(f"rounds_{rounds}", "copied_whole"),
                    paper="less",
                    null=0.5,
                    published=PublishedEffect(0.008, 0.0, 0.1),
                    says=f"A model that was trained with {rounds} round{'s' * (rounds > 1)} of "
                    f"hashing copies {{value}} with full attention",
                )
                for rounds in (4, 2, 1)
            ),
        ),
    ),
    base=base_recipe(
        "reformer",
        objectives=("causal",),
        data="duplication",
        tokenizer__vocab_size=200,
        config={
            "attn_layers": ("lsh",),
            "axial_pos_embds": False,
            "initializer_range": 0.05,
            "lsh_attn_chunk_length": LENGTH,
            "num_buckets": 2 * LENGTH // CHUNK,
            "num_hashes": 1,
        },
        size={
            "width": 64,
            "num_layers": 1,
            "num_heads": 4,
            "inner": 128,
            "num_positions": LENGTH,
            "dropout": 0.0,
        },
        schedule__steps=1500,
        schedule__batch_size=16,
        schedule__length=LENGTH,
        schedule__long_length=LENGTH,
        schedule__learning_rate=3e-3,
    ),
    arms=(Arm("full", "Trained with full attention"), *map(_arm, (4, 2, 1))),
    varies=("config.lsh_attn_chunk_length", "config.num_hashes"),
    metrics=(
        Metric("copied", "Accuracy in the second half", is_share=True, smallest=0.01),
        Metric(
            "copied_whole", "Accuracy, evaluated with full attention", is_share=True, smallest=0.01
        ),
        Metric("lm_loss", "Loss of both halves", "nats per token", smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Evaluated with 1 round: trained with 1 round minus with full attention",
            MetricPoint("rounds_1", "copied", 1.0),
            MetricPoint("full", "copied", 1.0),
        ),
    ),
    floors=(Floor("copied", 0.05, "guessing one of 32 symbols", x=1.0),),
    regime="A text is a separator, 31 random symbols, and both once more, so that only attention "
    "to the first half predicts the second. As in the paper, the model has one layer and is "
    "evaluated with other numbers of rounds than it was trained with. Chunks have 8 tokens, and "
    "there are 16 buckets, two for each chunk.",
    limits="The texts of the paper are much longer; here a text has 64 tokens of 32 symbols, so "
    "that a chunk with its neighbour is a quarter of the text. The loss is over both halves, and "
    "the first one cannot be predicted. With full attention, too, a key is here the query of its "
    "token.",
    live=LiveExample(
        "long_texts",
        ("gpt2-mini",),
        "one two three four one two three four",
        settings={"view": "hashing"},
    ),
    measure="copied_by_setting",
    measure_options={
        "settings": (
            (None, {"lsh_attn_chunk_length": LENGTH}),
            *(
                (float(rounds), {"lsh_attn_chunk_length": CHUNK, "num_hashes": rounds})
                for rounds in EVALUATED
            ),
        )
    },
    along="x",
    x_title="Rounds at evaluation",
    x_is_logarithmic=True,
)
