"""What a model is fed to score a sentence, and which of its tokens are scored.

Words are masked, not tokens, and they follow from the text and the seed alone: so models that cut a
text in other ways mask the same words. A model that writes beside an encoder has the words dropped
and writes them; one that reads from one side predicts every token that something comes before.

Shapes: T tokens, N scored tokens.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from models.checkpoints.checkpoint import LoadedModel
from models.inference.mask_filling import as_query
from models.schema.records import Encoding, IntArray, ModelInput, Targets
from models.schema.specs import HeadSpec, ObjectiveSpec
from models.tokenization import Tokenizer
from models.tokenization.base import Vocabulary

MASKED_SHARE = 0.15  # of the words, as of the tokens in Devlin et al. (2018), arXiv:1810.04805
WORD = re.compile(r"\w+")
NO_SPACE = re.compile(r"\S+")  # in place of words where a text has none

PredictionMode = Literal["masked", "next", "written"]
Span = tuple[int, int]  # characters [start, end)


def masked_words(text: str, seed: int) -> tuple[Span, ...]:
    """The words of a text that are masked, from left to right: a share of them, at least one."""
    words = [match.span() for match in WORD.finditer(text)]
    words = words or [match.span() for match in NO_SPACE.finditer(text)]
    if not words:
        return ()
    count = max(1, round(MASKED_SHARE * len(words)))
    return tuple(sorted(random.Random(f"{seed} {text}").sample(words, count)))


def tokens_over(encoding: Encoding, words: Sequence[Span]) -> IntArray:
    """The tokens (N,) that share a character with one of the words."""
    starts, ends = encoding.offsets.T  # (T,)
    over = np.zeros(len(encoding), dtype=bool)
    for start, end in words:
        over |= (starts < end) & (start < ends)
    return np.flatnonzero(over & ~encoding.special)


def prepare_input(encoding: Encoding, objectives: Sequence[ObjectiveSpec]) -> ModelInput:
    """The text as it is, with the feeds that objectives give to every text."""
    model_input = ModelInput.clean(encoding)
    for objective in objectives:
        model_input = objective.prepare_input(model_input)
    return model_input


@dataclass(frozen=True, eq=False)
class InputBuilder:
    """Makes inputs with targets for one head of a model that predicts tokens.

    `objectives` are those that the model learned by, `dropping` is the one whose words its decoder
    writes. Raises ValueError where the model cannot be scored.
    """

    loaded: LoadedModel
    tokenizer: Tokenizer
    head: HeadSpec
    objectives: Sequence[ObjectiveSpec] = ()
    dropping: ObjectiveSpec | None = None

    def __post_init__(self) -> None:
        title, mode = self.loaded.spec.title, self.mode
        if mode == "masked" and self.tokenizer.mask_id is None:
            raise ValueError(f"the tokenizer of this {title} has no mask token")
        sentinels = self.tokenizer.vocabulary.sentinel_ids
        if mode == "written" and (self.dropping is None or not sentinels):
            raise ValueError(
                f"this {title} has no tokens that stand for what is left out, so it scores no "
                "sentence"
            )

    @property
    def mode(self) -> PredictionMode:
        """How the head predicts: masked tokens, the next one, or what its decoder writes."""
        spec = self.loaded.spec
        if spec.is_decoder_input(spec.stream(self.head.stream).feed):
            return "written"
        return "masked" if self.head.task == "fill_mask" else "next"

    def build(self, encoding: Encoding, words: Sequence[Span]) -> ModelInput:
        """The input, complete, with the targets of the head alone; N may be 0.

        `words` are masked; a head that predicts the next token needs none.
        """
        if self.mode == "next":
            model_input = self.predict_continuation(encoding)
        elif self.mode == "masked":
            model_input = self.mask_places(encoding, tokens_over(encoding, words))
        else:
            model_input = self.drop_places(encoding, tokens_over(encoding, words))
        return self.add_feeds(model_input)

    def add_feeds(self, model_input: ModelInput) -> ModelInput:
        """The input with every feed that the model needs."""
        return self.loaded.spec.apply_all_feeds(model_input, self.loaded.model)

    def prepare_plain(self, encoding: Encoding) -> ModelInput:
        return prepare_input(encoding, self.objectives)

    def mask_places(self, encoding: Encoding, places: IntArray) -> ModelInput:
        """These tokens masked, as targets; a mask that the text itself has is fed, and is none."""
        mask, clean = self.tokenizer.mask_id, self.prepare_plain(encoding)
        assert mask is not None
        places = places[encoding.ids[places] != mask]
        ids = clean.input_ids.copy()
        ids[places] = mask
        masked = as_query(self.loaded.spec, replace(clean, input_ids=ids), places.tolist())
        return masked.with_targets(self.head.name, places, encoding.ids[places])

    def predict_continuation(self, encoding: Encoding) -> ModelInput:
        """Every token of the text but the first, or the last for one that reads from the end."""
        stream = self.loaded.spec.stream(self.head.stream)
        shift = -1 if stream.direction == "right_to_left" else 1
        places = np.flatnonzero(~encoding.special)
        sources = places - shift
        inside = (sources >= 0) & (sources < len(encoding))
        clean = self.prepare_plain(encoding)
        return clean.with_targets(self.head.name, sources[inside], encoding.ids[places[inside]])

    def drop_places(self, encoding: Encoding, places: IntArray) -> ModelInput:
        """These tokens dropped, as targets; the sentinels that the decoder writes are none."""
        assert self.dropping is not None
        assert self.dropping.override is not None
        vocabulary, name = self._free(encoding), self.head.name
        decisions = dict.fromkeys(places.tolist(), True)
        rng = np.random.default_rng(0)  # overrides draw nothing
        clean = self.prepare_plain(encoding)
        dropped: ModelInput = self.dropping.override(clean, decisions, vocabulary, rng)
        written = dropped.targets.get(name, Targets(*2 * (np.empty(0, dtype=np.int64),)))
        words = ~np.isin(written.labels, self._marks)
        return replace(dropped, targets={}).with_targets(
            name, written.positions[words], written.labels[words]
        )

    @cached_property
    def _marks(self) -> list[int]:
        """Ids that are no words: special tokens but the unknown one, and sentinels."""
        special = self.tokenizer.special_ids - {self.tokenizer.unk_id}
        return sorted({*special, *self.tokenizer.vocabulary.sentinel_ids})

    def _free(self, encoding: Encoding) -> Vocabulary:
        """The vocabulary without the sentinels that the text itself has."""
        vocabulary, ids = self.tokenizer.vocabulary, set(encoding.ids.tolist())
        free = tuple(id for id in vocabulary.sentinel_ids if id not in ids)
        return replace(vocabulary, sentinel_ids=free)
