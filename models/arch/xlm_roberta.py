"""XLM-RoBERTa (XLM-R), RoBERTa on a hundred languages with one vocabulary of 250,002 pieces.

Conneau, Khandelwal, Goyal, Chaudhary, Wenzek, Guzmán, Grave, Ott, Zettlemoyer, Stoyanov (2019),
arXiv:1911.02116; reference: facebookresearch/fairseq, examples/xlmr, and `XLMRobertaForMaskedLM` of
transformers for names and details. The mathematics is RoBERTa's; the pieces are SentencePiece's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.arch.bert import LARGE
from models.arch.roberta import TABLE as ROBERTA_TABLE
from models.arch.roberta import TASK_HEADS as ROBERTA_TASK_HEADS
from models.arch.roberta import Roberta, RobertaConfig
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    rename_classes,
)
from models.tokenization.byte_bpe import ANGLE_BRACKETS


@dataclass(frozen=True)
class XlmRobertaConfig(RobertaConfig):
    """RoBERTa's entries; defaults are xlm-roberta-base."""

    vocab_size: int = 250002


TABLE = replace(ROBERTA_TABLE, architectures=("XLMRobertaForMaskedLM", "XLMRobertaModel"))

SPEC = ArchSpec(
    name="xlm-roberta",
    title="XLM-RoBERTa",
    summary="RoBERTa for a hundred languages, which share one vocabulary and all weights.",
    difference=(
        "RoBERTa's architecture and objective on 2.5 TB of web text in 100 languages. Unlike XLM "
        "it reads no language ids and learns from no translations; unlike multilingual BERT its "
        "vocabulary has 250,002 pieces, so two thirds of the base size are the token table."
    ),
    paper=Paper(
        "Conneau, Khandelwal, Goyal, Chaudhary, Wenzek, Guzmán, Grave, Ott, Zettlemoyer, Stoyanov",
        "Unsupervised Cross-lingual Representation Learning at Scale",
        2019,
        "1911.02116",
    ),
    reference="facebookresearch/fairseq, examples/xlmr",
    model_type="xlm-roberta",
    config_class=XlmRobertaConfig,
    model_class=Roberta,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=(
        Preset("xlm-roberta-base", {}, 278_043_648, absent=590_592),
        Preset("xlm-roberta-large", LARGE, 559_890_432, absent=1_049_600),
    ),
    template=replace(ANGLE_BRACKETS, published_class="XLMRobertaTokenizer"),
    default_pad_id=1,
    notes=(
        "In pretraining rare languages are sampled more often than their share of the text: shares "
        "are raised to 0.3. Here languages are mixed as the source of the texts mixes them.",
        "Published files may contain a pooler. Pretraining never used it, so it is left out.",
    ),
    post_norm=True,
    task_heads=rename_classes(ROBERTA_TASK_HEADS, "RobertaFor", "XLMRobertaFor"),
)
