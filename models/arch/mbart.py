"""mBART, BART in many languages: normalised before each sublayer, with the code of a language.

Liu, Gu, Goyal, Li, Edunov, Ghazvininejad, Lewis, Zettlemoyer (2020), Multilingual Denoising
Pre-training for Neural Machine Translation, arXiv:2001.08210; reference: facebookresearch/fairseq,
examples/mbart, and `MBartForConditionalGeneration` of transformers for names and details. mBART-50
(Tang et al., 2020, arXiv:2008.00401) is the same network with more languages, whose code comes
first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from models.arch.bart_family import (
    CONFIG_TITLES,
    DIRECTION,
    INPUTS,
    STREAMS,
    BartFamilyConfig,
    NormedBartFamilyModel,
    add_default_feeds,
    rotated_right,
    starts,
    task_heads,
    weight_table,
)
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset
from models.tokenization.language_codes import LANGUAGE_LAST


@dataclass(frozen=True)
class MBartConfig(BartFamilyConfig):
    """The entries of a published config.json; defaults are mbart-large-cc25's.

    Files of translators name the language to write: as the start of the decoder, or, those of
    mBART-50, as the first id after it.
    """

    vocab_size: int = 250027
    decoder_start_token_id: int | None = None

    PRE_NORM: ClassVar[bool] = True
    EMBEDDING_NORM: ClassVar[bool] = True
    LAST_NORM: ClassVar[bool] = True
    OFFSET: ClassVar[int] = 2


SPEC = ArchSpec(
    name="mbart",
    title="mBART",
    summary="BART in many languages, which learns to translate after it learned to restore texts.",
    difference=(
        "BART's pretraining on texts of 25 languages at once, each marked with the code of its "
        "language. The whole model is then fine-tuned to translate, without new parts. Each "
        "sublayer normalises what it reads, and a last norm follows the blocks."
    ),
    paper=Paper(
        "Liu, Gu, Goyal, Li, Edunov, Ghazvininejad, Lewis, Zettlemoyer",
        "Multilingual Denoising Pre-training for Neural Machine Translation",
        2020,
        "2001.08210",
    ),
    reference="facebookresearch/fairseq, examples/mbart",
    model_type="mbart",
    config_class=MBartConfig,
    model_class=NormedBartFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    inputs=INPUTS,
    direction=DIRECTION,
    positions="learned, absolute",
    objectives=("text_infilling",),
    tokenizers=("unigram",),
    tables={"": weight_table(MBartConfig, "MBartForConditionalGeneration", "MBartModel")},
    presets=(
        Preset("mbart-large-cc25", {}, 610_851_840),
        Preset("mbart-large-50", {"vocab_size": 250054}, 610_879_488),
    ),
    generates=True,
    template=LANGUAGE_LAST,
    add_default_feeds=add_default_feeds,
    starts=starts,
    notes=(
        "The code of a language is a token. mBART reads it after the end of a text, mBART-50 "
        "before the text; src_lang of tokenizer_config.json says which one.",
        "The language that is written is decoder_start_token_id or, for mBART-50, "
        "forced_bos_token_id of config.json. Without the first, the decoder starts with the id 0.",
        "Pretraining also permutes the sentences of a document; here spans are masked alone.",
    ),
    task_heads=task_heads(
        "MBartForSequenceClassification", "MBartForQuestionAnswering", rotated_right
    ),
    config_titles=CONFIG_TITLES,
)
