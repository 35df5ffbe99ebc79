"""Pegasus, an encoder and a decoder that learn to write the sentences that sum a text up.

Zhang, Zhao, Saleh, Liu (2019), PEGASUS: Pre-training with Extracted Gap-sentences for Abstractive
Summarization, arXiv:1912.08777; reference: google-research/pegasus, and
`PegasusForConditionalGeneration` of transformers for names and details.
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
    published_size,
    starts,
    weight_table,
)
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset
from models.tokenization.unigram import TWO_MASKS


@dataclass(frozen=True)
class PegasusConfig(BartFamilyConfig):
    """The entries of a published config.json; defaults are those of the reference's class."""

    decoder_start_token_id: int | None = 0

    PRE_NORM: ClassVar[bool] = True
    LAST_NORM: ClassVar[bool] = True
    SINUSOIDS: ClassVar[bool] = True


SPEC = ArchSpec(
    name="pegasus",
    title="Pegasus",
    summary="An encoder reads a text, and a decoder writes what sums it up.",
    difference=(
        "Pretraining looks like summarization: the sentences that have most in common with the "
        "rest of a document are taken out, and the decoder writes them. Positions are sinusoids, "
        "and each sublayer normalises what it reads."
    ),
    paper=Paper(
        "Zhang, Zhao, Saleh, Liu",
        "PEGASUS: Pre-training with Extracted Gap-sentences for Abstractive Summarization",
        2019,
        "1912.08777",
    ),
    reference="google-research/pegasus",
    model_type="pegasus",
    config_class=PegasusConfig,
    model_class=NormedBartFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    inputs=INPUTS,
    direction=DIRECTION,
    positions="sinusoidal, absolute",
    objectives=("gap_sentences",),
    tokenizers=("unigram",),
    tables={"": weight_table(PegasusConfig, "PegasusForConditionalGeneration", "PegasusModel")},
    presets=(
        Preset(
            "pegasus-large",
            {"vocab_size": 96103, "scale_embedding": True, **published_size(1024, 4096, 16, 16)},
            570_797_056,
            absent=2_097_152,
        ),
    ),
    generates=True,
    template=TWO_MASKS,
    add_default_feeds=add_default_feeds,
    starts=starts,
    notes=(
        "The paper also tried to fill masked tokens, which did not help after long pretraining; "
        "pegasus-large did not learn it.",
        "Published files may hold the sinusoids as a table, which is not read: they are computed.",
    ),
    config_titles=CONFIG_TITLES,
)
