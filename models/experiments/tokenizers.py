"""Families and sizes of vocabularies, in English and Korean, by bits per character."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
)

FAMILIES = {"wordpiece": "WordPiece", "byte_bpe": "Byte-level BPE", "unigram": "Unigram"}
SIZES = (1000, 3000, 8000)
LANGUAGES = {"en": "English", "ko": "Korean"}


def _arm(family: str, size: int, language: str) -> Arm:
    changes = {
        "data": f"world:{language}",
        "tokenizer.family": family,
        "tokenizer.vocab_size": size,
    }
    line = f"{FAMILIES[family]}, {LANGUAGES[language]}"
    return Arm(f"{family}_{size}_{language}", f"{line}, {size:,}", changes, size, line)


SPEC = ExperimentSpec(
    name="tokenizers",
    title="Tokenizers",
    group="tokens",
    question="Which tokenizer, and which size of vocabulary, makes a text easy to predict?",
    systems=("BERT", "RoBERTa", "ALBERT", "GPT-2", "T5", "XLNet"),
    claims=(
        PaperClaim(
            "Byte-level BPE needs no unknown token, whatever the text.",
            "50K entries instead of 30K",
            "section 4.4",
            "roberta",
            (
                Contrast(
                    "Unknown tokens, Korean, byte-level BPE with 1,000 entries",
                    MetricPoint("byte_bpe_1000_ko", "unknown"),
                    paper="equal",
                    says="With 1,000 entries, byte-level BPE makes {value} of the Korean tokens "
                    "unknown",
                ),
            ),
        ),
        PaperClaim(
            "Against a vocabulary of words and characters the difference in tasks is slight.",
            "slightly worse on some tasks",
            "section 4.4",
            "roberta",
        ),
        PaperClaim(
            "Pretraining with a Unigram tokenizer is as good as with BPE or better.",
            "SQuAD 1.1 F1, MNLI, CoNLL and TyDi in English and Japanese",
            "Table 3",
            "bpe_or_unigram",
            (
                Contrast(
                    "Bits per character, English, Unigram minus byte-level BPE, 3,000 entries",
                    MetricPoint("unigram_3000_en", "bits_per_character"),
                    MetricPoint("byte_bpe_3000_en", "bits_per_character"),
                    paper="less",
                    says="In English, a model with Unigram tokens needs {value} for a character "
                    "than with byte-level BPE",
                ),
                Contrast(
                    "Bits per character, Korean, Unigram minus byte-level BPE, 3,000 entries",
                    MetricPoint("unigram_3000_ko", "bits_per_character"),
                    MetricPoint("byte_bpe_3000_ko", "bits_per_character"),
                    paper="less",
                    says="In Korean, a model with Unigram tokens needs {value} for a character "
                    "than with byte-level BPE",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "gpt2",
        objectives=("causal",),
        size__width=64,
        size__inner=256,
        size__num_layers=2,
        size__num_positions=128,
        schedule__length=48,
        schedule__batch_size=16,
        schedule__steps=1000,
        schedule__learning_rate=2e-3,
        schedule__warmup_steps=100,
    ),
    arms=tuple(
        _arm(family, size, language)
        for language in LANGUAGES
        for family in FAMILIES
        for size in SIZES
    ),
    varies=("data", "tokenizer.family", "tokenizer.vocab_size"),
    metrics=(
        Metric("bits_per_character", "Bits per character", "bits", smallest=0.05),
        Metric("tokens_per_word", "Tokens per word", smallest=0.05),
        Metric("characters_per_token", "Characters per token", smallest=0.1),
        Metric("unknown", "Unknown tokens", is_share=True, smallest=0.001),
        Metric("entries", "Entries of the vocabulary", smallest=1.0),
    ),
    measurements=(
        Contrast(
            "Bits per character, English, byte-level BPE minus WordPiece, 3,000 entries",
            MetricPoint("byte_bpe_3000_en", "bits_per_character"),
            MetricPoint("wordpiece_3000_en", "bits_per_character"),
        ),
        Contrast(
            "Unknown tokens, Korean, byte-level BPE minus WordPiece, 1,000 entries",
            MetricPoint("byte_bpe_1000_ko", "unknown"),
            MetricPoint("wordpiece_1000_ko", "unknown"),
        ),
    ),
    regime="The same small causal model reads as many tokens in every arm, at a width at which the "
    "layers cost the same. So with a larger vocabulary it reads more text in as many steps, which "
    "is one of the reasons to want one. Korean has thousands of syllables, so a small vocabulary "
    "cannot have them all as characters. Loss is given per character, which does not depend on the "
    "tokens, and an unknown token costs what its characters would cost at random.",
    limits="WordPiece and Unigram give no tokens for some spaces, so they have a little less to "
    "predict than byte-level BPE. Of each held-out document, up to four sentences after the first "
    "are predicted, from windows of the trained length: with longer tokens a model sees more text "
    "before each, as it does in training. A larger vocabulary also has more parameters in its "
    "embeddings.",
    on_mini_world="The mini-world has a few thousand different words, so a vocabulary of 8,000 "
    "holds nearly all of them as one token, and Unigram finds no use for so many.",
    live=LiveExample(
        "tokens", ("bert-mini", "roberta-mini", "albert-mini"), "서울은 대한민국의 수도이다."
    ),
    measure="per_character_in_context",
    quick_steps=60,
    along="x",
    x_title="Size of the vocabulary",
    x_is_logarithmic=True,
)
