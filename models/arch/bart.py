"""BART, an encoder and a decoder that learn to write a spoiled text as it was.

Lewis, Liu, Goyal, Ghazvininejad, Mohamed, Levy, Stoyanov, Zettlemoyer (2019), BART: Denoising
Sequence-to-Sequence Pre-training for Natural Language Generation, Translation, and Comprehension,
arXiv:1910.13461; reference: facebookresearch/fairseq, examples/bart, and
`BartForConditionalGeneration` of transformers for names and details.
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
    BartFamilyModel,
    add_default_feeds,
    published_size,
    starts,
    task_heads,
    weight_table,
)
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset
from models.tokenization.byte_bpe import ANGLE_BRACKETS


@dataclass(frozen=True)
class BartConfig(BartFamilyConfig):
    """The entries of a published config.json; defaults are bart-large's.

    The table of positions has two rows more than `max_position_embeddings` says: the first two
    stand for no place in a text.
    """

    EMBEDDING_NORM: ClassVar[bool] = True
    OFFSET: ClassVar[int] = 2


SPEC = ArchSpec(
    name="bart",
    title="BART",
    summary="An encoder reads a spoiled text, and a decoder writes it as it was.",
    difference=(
        "BERT's encoder and GPT's decoder in one model: the encoder reads a text with masked spans "
        "and permuted sentences, the decoder writes the whole text as it was. One mask stands for "
        "a span of any length, so that the model must also find how many words are missing."
    ),
    paper=Paper(
        "Lewis, Liu, Goyal, Ghazvininejad, Mohamed, Levy, Stoyanov, Zettlemoyer",
        "BART: Denoising Sequence-to-Sequence Pre-training for Natural Language Generation, "
        "Translation, and Comprehension",
        2019,
        "1910.13461",
    ),
    reference="facebookresearch/fairseq, examples/bart",
    model_type="bart",
    config_class=BartConfig,
    model_class=BartFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    inputs=INPUTS,
    direction=DIRECTION,
    positions="learned, absolute",
    objectives=("text_infilling",),
    tokenizers=("byte_bpe",),
    tables={"": weight_table(BartConfig, "BartForConditionalGeneration", "BartModel")},
    presets=(
        Preset("bart-base", published_size(768, 3072, 6, 12), 139_420_416),
        Preset("bart-large", {}, 406_291_456),
    ),
    generates=True,
    template=ANGLE_BRACKETS,
    add_default_feeds=add_default_feeds,
    starts=starts,
    notes=(
        "The encoder's and the decoder's table of positions has two rows more than config.json "
        "says; the first two are of no position.",
        "For a class of the whole text the encoder and the decoder read the same text, and the "
        "head reads the decoder's state at the last end of a text.",
        "The head has a bias that published files leave at 0. Here it learns with the other "
        "weights; in the class of transformers it stays as it is.",
        "Pretraining also permutes the sentences of a document; here spans are masked alone.",
    ),
    post_norm=True,
    task_heads=task_heads("BartForSequenceClassification", "BartForQuestionAnswering"),
    config_titles=CONFIG_TITLES,
)
