"""Marian, the transformer of 2017 with one table for both languages, as OPUS-MT has it.

Junczys-Dowmunt, Grundkiewicz, Dwojak, Hoang, Heafield, Neckermann, Seide, Germann, Aji, Bogoychev,
Martins, Birch (2018), Marian: Fast Neural Machine Translation in C++, arXiv:1804.00344; reference:
marian-nmt/marian-dev, and `MarianMTModel` of transformers for names and details. OPUS-MT are models
of Tiedemann and Thottingal (2020).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any, ClassVar, Self

from models.arch.bart_family import (
    CONFIG_TITLES,
    DIRECTION,
    INPUTS,
    STREAMS,
    BartFamilyConfig,
    BartFamilyModel,
    add_default_feeds,
    starts,
    weight_table,
)
from models.schema.configs import Size
from models.schema.parsing import parse_object
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset
from models.tokenization.paired_pieces import TWO_LANGUAGES


@dataclass(frozen=True)
class MarianConfig(BartFamilyConfig):
    """The entries of a published config.json; defaults are those of opus-mt-en-de.

    `decoder_vocab_size` is another name of `vocab_size`, as both languages share one table.
    """

    vocab_size: int = 58101
    d_model: int = 512
    encoder_layers: int = 6
    encoder_attention_heads: int = 8
    encoder_ffn_dim: int = 2048
    decoder_layers: int = 6
    decoder_attention_heads: int = 8
    decoder_ffn_dim: int = 2048
    max_position_embeddings: int = 512
    activation_function: str = "swish"
    scale_embedding: bool = True
    decoder_start_token_id: int | None = 58100
    pad_token_id: int = 58100  # what the decoder starts with

    PAD_KEYS: ClassVar[tuple[str, ...]] = ("decoder_start_token_id", "pad_token_id")
    MAY_BE_NOTHING: ClassVar[frozenset[str]] = frozenset({"decoder_start_token_id", "pad_token_id"})
    SINUSOIDS: ClassVar[bool] = True
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **BartFamilyConfig.FIXED,
        "share_encoder_decoder_embeddings": (True,),
    }

    @property
    def never_written(self) -> tuple[int, ...]:
        """The padding, whose row of the table is all zeros in published files."""
        return (self.pad_token_id,)

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Pad with the first id where the vocabulary has no place for the published padding."""
        usual = {} if cls.pad_token_id < size.vocab_size else {"pad_token_id": 0}
        return super().from_size(size, **{**usual, **overrides})

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json. Raises ValueError where the languages have tables of their own."""
        data = parse_object(text)
        size = data.pop("decoder_vocab_size", None)
        if size not in (None, data.get("vocab_size", cls.vocab_size)):
            raise ValueError(
                f"decoder_vocab_size = {short(size)} is not vocab_size, and two tables are not "
                "supported"
            )
        return super().from_json(json.dumps(data))


SPEC = ArchSpec(
    name="marian",
    title="Marian (OPUS-MT)",
    summary="An encoder reads a sentence in one language, and a decoder writes it in another.",
    difference=(
        "The transformer of 2017 with Swish in place of ReLU: trained for translation from the "
        "beginning, with sinusoidal positions and a norm after each sum. Both languages share one "
        "table of tokens, which is the output layer too."
    ),
    paper=Paper(
        "Junczys-Dowmunt, Grundkiewicz, Dwojak, Hoang, Heafield and others",
        "Marian: Fast Neural Machine Translation in C++",
        2018,
        "1804.00344",
    ),
    reference="marian-nmt/marian-dev",
    model_type="marian",
    config_class=MarianConfig,
    model_class=BartFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    inputs=INPUTS,
    direction=DIRECTION,
    positions="sinusoidal, absolute",
    objectives=("text_to_text",),
    tokenizers=("unigram",),
    tables={"": weight_table(MarianConfig, "MarianMTModel", "MarianModel")},
    presets=(Preset("opus-mt-en-de", {}, 74_410_496, absent=524_288),),
    generates=True,
    template=TWO_LANGUAGES,
    add_default_feeds=add_default_feeds,
    starts=starts,
    notes=(
        "OPUS-MT cuts the two languages with a file of SentencePiece each, and vocab.json has the "
        "pieces of both. Here all texts are cut with that of the language that is read, also "
        "those that it learns to write.",
        "Padding is never written, as in the published settings for writing.",
        "The head's bias belongs to the published model. Here it learns with the other weights; in "
        "the class of transformers it stays as it is.",
        "Published files may hold the sinusoids as a table, which is not read: they are computed.",
    ),
    post_norm=True,
    config_titles=CONFIG_TITLES,
)
