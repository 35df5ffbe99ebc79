"""Filling masked places of an encoder: all at once, or one after the other.

All at once, each place is predicted without knowing what the others become: BERT takes masked
tokens for independent of each other (the remark on which XLNet is built: Yang et al. 2019,
arXiv:1906.08237), so that two founders of different companies can meet in one name. One after the
other, each prediction uses those before it. `WordReplacer` makes other texts of what is predicted.

Shapes: T tokens, N places to fill, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import torch

from models.checkpoints.checkpoint import LoadedModel
from models.inference.generation import BROKEN_WEIGHTS
from models.runtime.generators import run_to_end
from models.schema.batch import LanguageModel, as_module, collate, evaluation_mode
from models.schema.factorization_order import GIVEN
from models.schema.records import Candidate, Encoding, FloatArray, IntArray, ModelInput
from models.schema.specs import ORDER_FEED, ArchSpec
from models.tokenization import Tokenizer

Order = Literal["confident", "left"]


@dataclass(frozen=True)
class Filling:
    """What a model wrote into masked places; entry n of every tuple belongs to `positions[n]`."""

    positions: tuple[int, ...]  # ascending
    order: tuple[int, ...]  # the same positions as they were filled, one after the other
    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    probabilities: tuple[float, ...]  # of each token when it was chosen
    joint: float  # their product


@dataclass(frozen=True, eq=False)
class MaskedPositions:
    """Masked positions of a text that a model fills with one of its heads; ascending, each once.

    Raises ValueError for an architecture that fills none, a tokenizer without a mask token, and
    positions outside the encoding.
    """

    model: LanguageModel
    spec: ArchSpec
    tokenizer: Tokenizer
    encoding: Encoding
    positions: Sequence[int]

    def __post_init__(self) -> None:
        if self.spec.head_for("fill_mask") is None:
            raise ValueError(f"{self.spec.title} has no head that fills masked positions")
        places = sorted({int(position) for position in self.positions})
        if not places:
            raise ValueError("no position was given to fill")
        if places[0] < 0 or places[-1] >= len(self.encoding):
            raise ValueError(f"positions must lie within the {len(self.encoding)} tokens")
        if self.tokenizer.mask_id is None:
            raise ValueError("this tokenizer has no mask token, so there is nothing to fill")
        object.__setattr__(self, "positions", tuple(places))

    def ids(self) -> IntArray:
        """Ids (T,) of the text with the mask token at every position."""
        assert self.tokenizer.mask_id is not None
        ids = self.encoding.ids.copy()
        ids[list(self.positions)] = self.tokenizer.mask_id
        return ids

    def predict(self, ids: IntArray, places: Sequence[int]) -> FloatArray:
        """What the head predicts at positions of ids (T,): probabilities (N, V)."""
        fed = replace(ModelInput.clean(self.encoding), input_ids=ids.copy())
        return _softmax(mask_logits(self.model, self.spec, fed, places))

    def fill(self, chosen: Mapping[int, tuple[int, float]]) -> Filling:
        """What was chosen, as ids and probabilities by place, in the order of filling."""
        ids, probabilities = zip(*(chosen[place] for place in self.positions), strict=True)
        return Filling(
            positions=tuple(self.positions),
            order=tuple(chosen),
            ids=ids,
            tokens=tuple(self.tokenizer.token(id) for id in ids),
            probabilities=probabilities,
            joint=math.prod(probabilities),
        )


def fill_independent(masked: MaskedPositions) -> Filling:
    """Take the most probable token at each place, from one forward pass with all of them masked."""
    probabilities = masked.predict(masked.ids(), masked.positions)  # (N, V)
    surest = zip(probabilities.argmax(-1).tolist(), probabilities.max(-1).tolist(), strict=True)
    return masked.fill(dict(zip(masked.positions, surest, strict=True)))


def fill_one_by_one(masked: MaskedPositions, order: Order = "confident") -> Filling:
    """Mask the places and fill one per forward pass; the next one is fed what was written.

    `order`: "confident" fills the position of the most confident prediction first, "left" goes
    from left to right.
    """
    return run_to_end(steps_one_by_one(masked, order))


def steps_one_by_one(
    masked: MaskedPositions, order: Order = "confident"
) -> Generator[int, None, Filling]:
    """Fill as `fill_one_by_one` does; yields before each pass how many positions are filled."""
    ids = masked.ids()
    chosen: dict[int, tuple[int, float]] = {}  # in the order of filling
    while left := [place for place in masked.positions if place not in chosen]:
        yield len(chosen)
        probabilities = masked.predict(ids, left)  # (places left, V)
        n = int(probabilities.max(-1).argmax()) if order == "confident" else 0
        token = int(probabilities[n].argmax())
        chosen[left[n]] = token, float(probabilities[n, token])
        ids[left[n]] = token
    return masked.fill(chosen)


def mask_logits(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput, positions: Sequence[int]
) -> FloatArray:
    """What the head that fills masked positions predicts at some: logits (N, V)."""
    head = spec.head_for("fill_mask")
    assert head is not None
    fed = spec.apply_all_feeds(as_query(spec, model_input, positions), model)
    device = next(as_module(model).parameters()).device
    with torch.inference_mode(), evaluation_mode(model):
        states = model(collate([fed]).to(device))
        hidden = states[head.read(states)]  # (1, T, D)
        logits = model.logits(head.name, hidden[0, list(positions)])  # (N, V)
    rows: FloatArray = logits.float().cpu().numpy()
    return rows


def as_query(spec: ArchSpec, model_input: ModelInput, positions: Sequence[int]) -> ModelInput:
    """The model input with everything but these positions given, which no token may see.

    An architecture that reads a factorization order predicts them at one position of the order, so
    that they do not see each other either; others are fed the mask token, and no more.
    """
    if not spec.reads_order:
        return model_input
    order = np.full(len(model_input), GIVEN)
    order[list(positions)] = GIVEN + 1
    return model_input.with_feed(ORDER_FEED, order)


def candidates(logits: FloatArray, tokenizer: Tokenizer, k: int) -> tuple[Candidate, ...]:
    """The k most probable tokens of one place, from its logits (V,). Nothing is filtered.

    Rows of a published table that are no tokens of the tokenizer are left out. Raises ValueError
    for logits that are not finite, and for k below 1.
    """
    if k < 1:
        raise ValueError(f"at least one candidate must be shown, not {k}")
    probabilities = _softmax(logits)
    named = probabilities[: tokenizer.vocab_size]
    best = np.argsort(-named, kind="stable")[:k].tolist()
    best_tokens = [(id, tokenizer.token(id), float(probabilities[id])) for id in best]
    return tuple(Candidate(id, token, mass, mass) for id, token, mass in best_tokens)


def _softmax(logits: FloatArray) -> FloatArray:
    """Probabilities along the last axis."""
    if not np.isfinite(logits).all():
        raise ValueError(BROKEN_WEIGHTS)
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    probabilities: FloatArray = powers / powers.sum(-1, keepdims=True)
    return probabilities


# Other words --------------------------------------------------------------------------------------

WordPlace = tuple[int, int, tuple[str, ...]]  # characters [start, end), and candidates


@dataclass(frozen=True, eq=False)
class WordReplacer:
    """Replaces a share of the words of a text by candidates of a masked language model.

    Jiao et al. (2019), arXiv:1909.10351, data augmentation. A word of one token is masked alone;
    of the K most probable other tokens, words are candidates. Words of several tokens stay, as the
    paper takes neighbours in GloVe for them, which are not here.
    """

    loaded: LoadedModel
    share: float  # of the words, p_t
    num_candidates: int  # K
    _known: dict[str, list[WordPlace]] = field(default_factory=dict)

    def replace_words(self, text: str, rng: np.random.Generator) -> str:
        """The text with other words; equal numbers of `rng` give equal texts."""
        if not text.strip():
            return text
        for start, end, words in reversed(self.places(text)):  # later words move no earlier ones
            if rng.random() < self.share:
                text = text[:start] + words[int(rng.integers(len(words)))] + text[end:]
        return text

    def places(self, text: str) -> list[WordPlace]:
        """The words of one token in a text, each with its candidates; computed once."""
        if text not in self._known:
            self._known[text] = self._places(text)
        return self._known[text]

    def _places(self, text: str) -> list[WordPlace]:
        tokenizer = self.loaded.tokenizer
        assert tokenizer is not None
        room = self.loaded.model.config.size.num_positions
        encoding = tokenizer.encode(text, max_length=room)
        positions = _one_token_words(encoding)
        if not positions:
            return []
        logits = self._logits(encoding, positions)  # (N, V)
        logits[torch.arange(len(positions)), encoding.ids[positions].tolist()] = -torch.inf
        best = logits.topk(min(self.num_candidates, logits.shape[1])).indices.tolist()
        places: list[WordPlace] = []
        for position, ids in zip(positions, best, strict=True):
            words = [word for word in map(self._word, ids) if word]
            if words:
                start, end = encoding.offsets[position].tolist()
                places.append((start, end, tuple(words)))
        return places

    def _logits(self, encoding: Encoding, positions: list[int]) -> torch.Tensor:
        """What is predicted at each position while it alone is masked (N, V)."""
        loaded, clean = self.loaded, ModelInput.clean(encoding)
        head = loaded.spec.head_for("fill_mask")
        assert head is not None
        assert loaded.tokenizer is not None
        assert loaded.tokenizer.mask_id is not None
        rows = []
        for position in positions:
            ids = encoding.ids.copy()
            ids[position] = loaded.tokenizer.mask_id
            masked = as_query(loaded.spec, replace(clean, input_ids=ids), [position])
            rows.append(loaded.spec.apply_all_feeds(masked, loaded.model))
        device = next(as_module(loaded.model).parameters()).device
        with torch.inference_mode(), evaluation_mode(loaded.model):
            states = loaded.model(collate(rows, loaded.tokenizer.pad_id or 0, False).to(device))
            hidden = states[head.read(states)][list(range(len(rows))), positions]  # (N, D)
            logits = loaded.model.logits(head.name, hidden).float().cpu()
        size = loaded.tokenizer.vocab_size
        return logits[:, :size].clone()

    def _word(self, id: int) -> str:
        """The text of a token that is a word, or a number; empty for others."""
        tokenizer = self.loaded.tokenizer
        assert tokenizer is not None
        if id in tokenizer.special_ids or tokenizer.vocabulary.continuation[id]:
            return ""
        word = tokenizer.decode([id]).strip()
        return word if word.isalnum() else ""


def _one_token_words(encoding: Encoding) -> list[int]:
    """The positions of words and numbers of one token."""
    numbers, counts = np.unique(encoding.word, return_counts=True)
    single = set(numbers[counts == 1].tolist())
    return [
        position
        for position in np.flatnonzero(~encoding.special & ~encoding.unknown).tolist()
        if int(encoding.word[position]) in single and encoding.surface(position).strip().isalnum()
    ]
