"""What global, window and random blocks are worth, each left out (BigBird, Table 1)."""

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

LENGTH, BLOCK = 128, 4
METRIC = "mlm_accuracy"


def _against(arm: str, title: str) -> Contrast:
    return Contrast(
        f"Accuracy, {title} minus all three",
        MetricPoint(arm, METRIC),
        MetricPoint("all", METRIC),
    )


SPEC = ExperimentSpec(
    name="block_parts",
    title="Global, window and random blocks",
    group="length",
    question="Which of BigBird's blocks does a model need?",
    systems=("BigBird",),
    claims=(
        PaperClaim(
            "Random blocks or a window alone are not enough for the quality of full attention, "
            "nor are both together.",
            "masked tokens predicted at 512 tokens: 64.2 % by BERT-base, 60.1 % with random "
            "blocks, 58.3 % with a window, 62.7 % with both; SQuAD 88.5, 83.0, 76.4 and 85.1",
            "Table 1",
            "big_bird",
            (
                Contrast(
                    "Accuracy, without global blocks minus full attention",
                    MetricPoint("no_global", METRIC),
                    MetricPoint("full", METRIC),
                    paper="less",
                    published=PublishedEffect(-0.015),
                    says="With a window and random blocks, the accuracy at masked positions is "
                    "{value} than with full attention",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "big_bird",
        objectives=("masked",),
        data="long-summary:en@105",
        tokenizer__vocab_size=1000,
        config={"initializer_range": 0.05, "block_size": BLOCK, "num_random_blocks": 2},
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
        schedule__batch_size=16,
        schedule__length=LENGTH,
        schedule__long_length=LENGTH,
        schedule__learning_rate=2e-3,
    ),
    arms=(
        Arm("full", "Full attention", {"config.attention_type": "original_full"}),
        Arm("all", "Global, window and random"),
        Arm("no_random", "Without random blocks", {"config.num_random_blocks": 0}),
        Arm("no_window", "Without the window", {"config.num_window_blocks": 1}),
        Arm("no_global", "Without global blocks", {"config.global_blocks": False}),
    ),
    varies=(
        "config.attention_type",
        "config.num_random_blocks",
        "config.num_window_blocks",
        "config.global_blocks",
    ),
    metrics=(
        Metric(METRIC, "Accuracy at masked positions", is_share=True, smallest=0.01),
        Metric("recall", "Facts recalled", is_share=True, smallest=0.02),
        Metric("mlm_loss", "Loss at masked positions", "nats per token", smallest=0.02),
    ),
    measurements=(
        _against("no_global", "without global blocks"),
        _against("no_window", "without the window"),
        _against("no_random", "without random blocks"),
        Contrast(
            "Accuracy, all three minus full attention",
            MetricPoint("all", METRIC),
            MetricPoint("full", METRIC),
        ),
    ),
    floors=(Floor("recall", 0.1, "guessing, which is right in 8 %"),),
    regime=f"Blocks have {BLOCK} tokens, so a text has 32; each attends to two global, three "
    "neighbouring and two random ones. Without a window a block attends to itself. The other "
    "parts are as they are, so fewer parts are fewer blocks.",
    limits="The paper trains models of the size of BERT-base on far more text. Its table has one "
    "part alone, and random blocks with a window; here one part of three is left out. Random "
    "blocks lie among the first nine of a text, as in the authors' code.",
    on_mini_world=f"Texts of {LENGTH} tokens begin with a summary of eight facts, each of which "
    "is stated once more between sentences of the village. Most masked tokens can be predicted "
    "from near ones; a value of the summary needs the fact. The summary begins in the first, "
    "global block, which is where global blocks help most.",
    live=LiveExample("attention", ("bert-mini",), "Seoul is the capital of South Korea."),
    measure="recall_by_distance",
)
