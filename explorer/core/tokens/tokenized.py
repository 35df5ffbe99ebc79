"""How a model tokenizes a text, and its inputs at each token: engine in, numbers out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.mask_tokens import own_names
from explorer.core.engine.feeding.model_input import add_objective_and_model_feeds
from explorer.core.engine.feeding.typed_masks import places_before, rewritten
from explorer.core.engine.groups import TokenCounts, counts, groups
from explorer.core.engine.labels import labels, part_bytes
from explorer.core.errors import as_user_errors
from explorer.core.languages.shared_tokens import SharedTokens, shared_tokens
from explorer.core.localization import tr
from explorer.core.tokens.interlinear import trim_texts, written_out
from models.checkpoints.folders import CONFIG_FILE
from models.checkpoints.foreign.adapter_folders import source_folder
from models.runtime.files import read_text
from models.schema.configs import ModelConfig, Segments
from models.schema.records import Encoding, ModelInput
from models.schema.registry import scan
from models.schema.specs import POSITION_FEED, ArchSpec, InputSpec, TokenizerSpec
from models.tokenization.steps import WordSteps, steps

if TYPE_CHECKING:
    from models.tokenization import Tokenizer


@dataclass(frozen=True)
class Inputs:
    """What a model does with the place and the segment of a token, and with its characters.

    `first_position` is the row of the position table for the first token; None where positions are
    relative. `characters` (T,) are those that a model reads instead of ids, empty for one that
    reads ids; `cut` are the places of tokens with more of them than are read.
    """

    first_position: int | None
    segments: Segments
    attends: bool = True
    characters: tuple[str, ...] = ()
    cut: tuple[int, ...] = ()
    position_ids: tuple[int, ...] = ()  # (T,) where the model is fed others than one by one


@dataclass(frozen=True, eq=False)
class TokenizedText:
    """A tokenized text. `inputs` is None where they have not been read yet."""

    key: str
    encoding: Encoding
    labels: tuple[str, ...]  # (T,) to be read
    part_bytes: tuple[str, ...]  # (T,) of tokens that are a part of a character, else empty
    tokenizer: str  # the title of its family
    vocab_size: int
    num_added: int  # special tokens that the text itself does not hold
    counts: TokenCounts  # of what fitted into the model's positions
    inputs: Inputs | None = None
    shared: SharedTokens | None = None  # of a model that knows languages

    @property
    def shared_names(self) -> tuple[str, ...]:
        """The tokens that occur in both texts of a pair."""
        names = dict(zip(self.encoding.ids.tolist(), self.labels, strict=True))
        ids = self.shared.in_pair if self.shared else None
        return tuple(names[id] for id in ids or ())

    @property
    def has_segments(self) -> bool:
        """Whether the segment of a token makes a difference to the model."""
        return self.inputs is not None and self.inputs.segments != "unused"

    def position(self, at: int) -> int | None:
        """The row of the position table that the token at this place gets, if there is a table."""
        if self.inputs is None or self.inputs.first_position is None:
            return None
        if self.inputs.position_ids:
            return self.inputs.position_ids[at]
        return self.inputs.first_position + at


def cut_text(engine: Engine, key: str, text: str, pair: str = "") -> TokenizedText:
    """Cut a text, or a pair, with a model's tokenizer; needs no torch. Raises UserError."""
    return cut_with(engine.tokenizer(key), key, engine.encode(key, text, pair))


def cut_with(tokenizer: Tokenizer, key: str, encoding: Encoding) -> TokenizedText:
    """An encoding of a tokenizer, for drawing."""
    (columns,) = trim_texts([written_out(encoding)])
    return TokenizedText(
        key=key,
        encoding=encoding,
        labels=labels(tokenizer, encoding),
        part_bytes=tuple(part_bytes(tokenizer, id) for id in encoding.ids.tolist()),
        tokenizer=family_title(tokenizer.family),
        vocab_size=tokenizer.vocab_size,
        num_added=int(columns.special.sum()),
        counts=counts(columns),
    )


def add_inputs(engine: Engine, cut: TokenizedText) -> TokenizedText:
    """Add what the model adds to the embedding of a token, such as positions; imports torch."""
    spec = engine.catalog().find_by_model_type(engine.entry(cut.key).architecture)
    inputs = _inputs(engine, cut.key, cut.encoding)
    if spec is None or inputs is None or spec.language_input is None:
        return replace(cut, inputs=inputs)
    fed = add_objective_and_model_feeds(engine, cut.key, ModelInput.clean(cut.encoding)).feeds.get(
        POSITION_FEED
    )
    own = () if fed is None else tuple(fed.tolist())
    shared = shared_tokens(engine.tokenizer(cut.key), cut.encoding)
    return replace(cut, inputs=replace(inputs, position_ids=own), shared=shared)


def _inputs(engine: Engine, key: str, encoding: Encoding) -> Inputs | None:
    """What config.json says; None where it is of no architecture that is known here."""
    entry = engine.entry(key)
    spec = engine.catalog().find_by_model_type(entry.architecture)
    if spec is None or "" not in spec.tables:
        return None
    with as_user_errors():
        text = read_text(source_folder(entry.folder) / CONFIG_FILE)
        config, _ = spec.config_of("").from_json(text)
    attends = any(stream.attends for stream in spec.streams)
    inputs = Inputs(config.first_position, config.segments, attends)
    read = next((one for one in spec.inputs if one.role == "characters"), None)
    return inputs if read is None else _add_characters(inputs, spec, config, read, encoding)


def _add_characters(
    inputs: Inputs, spec: ArchSpec, config: ModelConfig, read: InputSpec, encoding: Encoding
) -> Inputs:
    """Add the characters of each token as the model is fed them, and which tokens are cut."""
    fed = spec.apply_default_feeds(ModelInput.clean(encoding), config)
    name = read.label or str
    rows = (filter(None, map(name, row)) for row in fed.ids_of(read.name).tolist())
    cut = () if read.cuts is None else np.flatnonzero(read.cuts(fed, config)).tolist()
    return replace(inputs, characters=tuple(map(" ".join, rows)), cut=tuple(cut))


def tokenizer_specs() -> dict[str, TokenizerSpec]:
    """The families of tokenizers by name; the whole catalog would bring torch in."""
    specs, _ = scan("models.tokenization", TokenizerSpec)
    return specs


def family_title(name: str) -> str:
    spec = tokenizer_specs().get(name)
    return tr(spec.title) if spec else name


# ---- step by step


@dataclass(frozen=True, eq=False)
class Word:
    """A stretch of one text at whose ends the words of every tokenizer end, and their steps."""

    text: str
    segment: int  # 0 for the first text
    start: int  # characters
    end: int
    steps: tuple[tuple[WordSteps, ...], ...]  # by model, in the order of its words

    @property
    def num_tokens(self) -> tuple[int, ...]:
        """Its number of tokens in each model."""
        return tuple(sum(len(word.pieces) for word in words) for words in self.steps)


def cut_in_steps(engine: Engine, cuts: Sequence[TokenizedText]) -> tuple[Word, ...]:
    """How each model tokenizes the texts that it has cut, word by word.

    What does not fit into the positions of any model is left out. Raises UserError.
    """
    words: list[Word] = []
    visible = trim_texts([written_out(cut.encoding) for cut in cuts])
    tokenizers = [engine.tokenizer(cut.key) for cut in cuts]
    names = [own_names(tokenizer, "".join(_texts(visible[0]))) for tokenizer in tokenizers]
    for segment, text in enumerate(_texts(visible[0])):
        by_model = [
            _steps(tokenizer, text, own) for tokenizer, own in zip(tokenizers, names, strict=True)
        ]
        words += _words(segment, text, by_model)
    return tuple(words)


def _texts(encoding: Encoding) -> tuple[str, ...]:
    return (encoding.text,) if encoding.pair is None else (encoding.text, encoding.pair)


def _steps(tokenizer: Tokenizer, text: str, names: Iterator[str]) -> tuple[WordSteps, ...]:
    """The steps of a text in which a mask is the tokenizer's own, at places of the text."""
    fed, edges = rewritten(text, names)
    words = steps(tokenizer, fed)
    spans = np.array([(word.start, word.end) for word in words], dtype=np.int64).reshape(-1, 2)
    placed = zip(words, places_before(spans, edges).tolist(), strict=True)
    return tuple(replace(word, start=start, end=end) for word, (start, end) in placed)


def _words(segment: int, text: str, by_model: Sequence[tuple[WordSteps, ...]]) -> list[Word]:
    spans = [
        np.array([(word.start, word.end) for word in words], dtype=np.int64).reshape(-1, 2)
        for words in by_model
    ]
    steps = []
    for group in groups(len(text), spans):
        inside = tuple(
            tuple(words[n] for n in own)
            for words, own in zip(by_model, group.positions, strict=True)
        )
        match = re.search(r"\S(.*\S)?", text[group.start : group.end], re.DOTALL)
        if match is not None:
            start = group.start + match.start()
            steps.append(Word(match.group(), segment, start, start + len(match.group()), inside))
    return steps


def most_tokens(words: Sequence[Word]) -> int:
    """The index of the word with the most tokens, of several the longest; 0 of none.

    A long word is one token only after more steps than a short one, so there is more to see.
    """

    def fineness(number: int) -> tuple[int, int]:
        return max(words[number].num_tokens), len(words[number].text)

    return max(range(len(words)), key=fineness, default=0)


def tokens_of(word: Word, cut: TokenizedText) -> list[int]:
    """The places of the tokens that share a character with a word."""
    encoding = cut.encoding
    of_second = (encoding.segment == 1) & (encoding.pair is not None)
    same_text = of_second == bool(word.segment)
    start, end = encoding.offsets[:, 0], encoding.offsets[:, 1]
    inside = same_text & ~encoding.special & (start < word.end) & (end > word.start)
    positions: list[int] = np.flatnonzero(inside).tolist()
    return positions
