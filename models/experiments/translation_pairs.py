"""Masked tokens of texts alone, or of translated pairs as well (XLM, Table 1)."""

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

TASK_SHARE = 0.5
PAIRS = {"objectives": ("masked", "translation"), "schedule.task_share": TASK_SHARE}
BASE = base_recipe(
    "xlm",
    objectives=("masked",),
    data="world",
    data_tokens=800_000,
    tokenizer__family="word_bpe",
    tokenizer__vocab_size=5000,
    config={"init_std": 0.05},
    schedule__steps=6000,
    schedule__warmup_steps=300,
)

SPEC = ExperimentSpec(
    name="translation_pairs",
    title="Translated pairs",
    group="objective",
    question="Do translated pairs bring the words of two languages together?",
    systems=("XLM",),
    claims=(
        PaperClaim(
            "Masked language modelling on translated pairs, in addition to texts of single "
            "languages, makes representations that transfer better between languages.",
            "average accuracy on XNLI: 75.1 with pairs, 71.5 without",
            "Table 1",
            "xlm",
            (
                Contrast(
                    "Words retrieved after the last layer, MLM + TLM minus MLM",
                    MetricPoint("mlm_tlm", "retrieval"),
                    MetricPoint("mlm", "retrieval"),
                    paper="more",
                    says="With translated pairs, the states of the last layer retrieve {value} "
                    "of the words of the other language than without",
                ),
            ),
        ),
    ),
    base=BASE,
    arms=(Arm("mlm", "MLM"), Arm("mlm_tlm", "MLM + TLM", PAIRS)),
    varies=("objectives", "schedule.task_share"),
    metrics=(
        Metric("best_retrieval", "Words retrieved, best layer", is_share=True, smallest=0.01),
        Metric("retrieval", "Words retrieved by layer", is_share=True, smallest=0.01),
        Metric("english_loss", "Loss in English", "nats per masked token", smallest=0.02),
        Metric("korean_loss", "Loss in Korean", "nats per masked token", smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Words retrieved at the best layer, MLM + TLM minus MLM",
            MetricPoint("mlm_tlm", "best_retrieval"),
            MetricPoint("mlm", "best_retrieval"),
        ),
    ),
    floors=(Floor("best_retrieval", 0.005, "guessing among 200 words"),),
    regime="Both models read English and Korean with one vocabulary, for equally many steps. Half "
    "of the steps of one are translated pairs. A word is right if, of up to 200 words of the other "
    "language, the one with the most similar state is its translation. Each word is read in a "
    "sentence alone, and its translation in the translation of another sentence.",
    limits="The numbers of the paper are accuracies on XNLI, of models that were fine-tuned. "
    "English and Korean share no script here, so hardly any tokens. With pairs, a model reads "
    "fewer texts of single languages in the same steps, which its loss in them shows. The "
    "mini-world has every sentence in both languages.",
    live=LiveExample(
        "masking", ("xlm-mini",), "The capital of France is Paris.", "프랑스의 수도는 파리이다."
    ),
    measure="cross_lingual",
    along="x",
    x_title="Layer",
)
