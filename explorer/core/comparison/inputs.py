"""Inputs that four formats build from the same documents, for the panel Differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import mark, tr
from explorer.core.state.defaults import default_models

if TYPE_CHECKING:
    from models.data.texts.input_formats import BuiltInput, InputFormat

SOURCE, DOCUMENTS = "world:en", 300
MOST_INPUTS = 100  # of a format
SHORTEST, LONGEST, USUAL_LENGTH = 32, 512, 128
FORMATS: Mapping[InputFormat, str] = {
    "segment_pair": mark("Segment pair, NSP"),
    "sentence_pair": mark("Sentence pair, NSP"),
    "full_sentences": mark("Full sentences"),
    "doc_sentences": mark("Full sentences of one document"),
}


@dataclass(frozen=True, eq=False)
class BuiltInputs:
    """The first inputs of each format; `documents` are sentences, counted in tokens of `model`."""

    model: str
    length: int
    seed: int
    documents: tuple[tuple[str, ...], ...]
    inputs: Mapping[InputFormat, tuple[BuiltInput, ...]] = field(default_factory=dict)


def built_inputs(engine: Engine, keys: tuple[str, ...], length: int, seed: int) -> Work:
    """The inputs, in tokens of the first chosen model that can be read. Raises UserError."""
    from models.data.sources import open_source
    from models.data.texts.input_formats import BUILDERS, build_inputs

    yield Progress(tr("Reading the text"))
    for key in (*keys, *default_models()):
        try:
            tokenizer = engine.tokenizer(key)
            break
        except UserError:
            continue
    with as_user_errors():
        documents = tuple(islice(open_source(SOURCE).once("train", seed), DOCUMENTS))
        lengths = [list(map(len, tokenizer.encode_ids(each))) for each in documents]
        made = {
            kind: tuple(build_inputs(lengths, kind, length, MOST_INPUTS, seed)) for kind in BUILDERS
        }
    return BuiltInputs(key, length, seed, tuple(map(tuple, documents)), made)
