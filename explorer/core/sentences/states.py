"""The states of many sentences in one model: a map, nearest neighbours, similar contexts.

Shapes: N sentences, M tokens of all of them, S states by layer, D width.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.layers.projection import FEWEST_TOKENS, Plane, planes
from explorer.core.layers.states import layer_names
from explorer.core.localization import tr
from explorer.core.sentences.parts import Arrays, compute_in_parts, folder_of, stored_parts
from explorer.core.sentences.source import SentenceSet, SourceSentence
from explorer.core.sentences.umap_points import umap_points
from explorer.core.tokens.labels import labels
from models.schema.records import FloatArray, IntArray, ModelInput
from models.schema.specs import ObjectiveSpec

if TYPE_CHECKING:
    from models.sentences.states import Half

MAX_STATES = 2_000  # sentences whose states are computed and stored
MAX_TOKENS = 20_000  # of contexts that are compared
NUM_NEIGHBOURS = 12
NUM_CONTEXTS = 20
AROUND = 60  # characters on either side of a token
PCA, UMAP = "pca", "umap"
METHODS = {PCA: tr("Principal components"), UMAP: "UMAP"}
SAME = -2.0  # below every cosine


@dataclass(frozen=True, eq=False)
class StateMap:
    """The sentences `rows` (N,) in the plane of one layer, and the nearest of a selected one."""

    key: str
    digest: str
    stream: str  # its title
    layer_names: tuple[str, ...]
    layer: int
    rows: IntArray  # (N,) which sentences
    num_short: int  # sentences without a token at the position
    plane: Plane
    method: str
    neighbours: IntArray  # (K,) which sentences, most similar first; none without a selected one
    cosines: FloatArray  # (K,)


@dataclass(frozen=True)
class Context:
    """A token of a sentence with the words around it."""

    sentence: int
    before: str
    token: str
    after: str
    cosine: float


@dataclass(frozen=True, eq=False)
class Contexts:
    """The tokens most like the selected one in a layer."""

    key: str
    digest: str
    stream: str
    layer_names: tuple[str, ...]
    layer: int
    token: str
    num_tokens: int  # that were compared
    num_sentences: int
    rows: tuple[Context, ...]


def state_map(
    engine: Engine,
    key: str,
    sentence_set: SentenceSet,
    layer: int | None,
    position: int | None,
    selected: int,
    method: str = PCA,
) -> Generator[Progress, None, StateMap]:
    """The map of a layer, the last one without any. Raises UserError.

    A sentence is the mean of its tokens, or its token at a position.
    """
    model = _Reader.of(engine, key)
    some = sentence_set.sentences[:MAX_STATES]
    folder = folder_of("states", position, *model.subject, sentence_set.content_hash)
    lengths = [len(one.joined_text) for one in some]
    compute = partial(model.sentence_states, some, position)
    arrays = yield from compute_in_parts(
        folder, lengths, compute, tr("Reading with {model}", model=model.title)
    )
    states = arrays["states"]  # (N, S, D)
    at = states.shape[1] - 1 if layer is None else min(layer, states.shape[1] - 1)
    known = np.isfinite(states[:, at]).all(-1)
    rows, chosen = np.flatnonzero(known), states[known, at].astype(np.float32)
    if len(rows) < FEWEST_TOKENS:
        raise UserError(
            tr("{kept} sentences do not span a plane.", kept=len(rows)),
            tr("Take more, or another position."),
        )
    yield Progress(METHODS[method], unit="layers")
    cached = (str(folder), at, len(some), method)
    plane = engine.results.get(cached, lambda: _plane(chosen, method))
    neighbours, cosines = nearest(chosen, rows, selected)
    return StateMap(
        *(key, model.digest, model.stream, model.layer_names, at, rows),
        num_short=int((~known).sum()),
        plane=plane,
        method=method,
        neighbours=neighbours,
        cosines=cosines,
    )


def _plane(states: FloatArray, method: str) -> Plane:
    if method == UMAP:
        return Plane(umap_points(states), (0.0, 0.0))
    return next(iter(planes(states[None])))


def nearest(states: FloatArray, rows: IntArray, selected: int) -> tuple[IntArray, FloatArray]:
    """The sentences whose states (N, D) are most like that of a selected one, and the cosines."""
    place = np.flatnonzero(rows == selected)
    if not len(place):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
    alike = cosine(states, states[place[0]])
    alike[place[0]] = SAME
    best = np.argsort(-alike, kind="stable")[: min(NUM_NEIGHBOURS, len(rows) - 1)]
    return rows[best], alike[best]


def cosine(states: FloatArray, one: FloatArray) -> FloatArray:
    """Compute the cosine of each row (N, D) with one vector (D,); 0 where a norm is 0."""
    length = np.linalg.norm(states, axis=1) * np.linalg.norm(one)
    products = states @ one
    alike: FloatArray = np.divide(products, length, out=np.zeros_like(products), where=length > 0)
    return alike


def contexts(
    engine: Engine,
    key: str,
    sentence_set: SentenceSet,
    text: str,
    pair: str,
    token: int,
    layer: int | None,
) -> Generator[Progress, None, Contexts]:
    """The tokens of the sentences whose states are most like that of a token of a text.

    The text itself is left out where it is one of the sentences. Raises UserError.
    """
    model = _Reader.of(engine, key)
    encoding = engine.encode(key, text, pair)
    if not 0 <= token < len(encoding):
        raise UserError(
            tr("This token is not in the sentence."), tr("Select a token of the sentence.")
        )
    at = model.last_layer if layer is None else min(layer, model.last_layer)
    own = model.token_states([model.fed(text, pair)], at)[0][token].astype(np.float32)
    folder = folder_of("tokens", at, *model.subject, sentence_set.content_hash)
    compute = partial(model.flat_states, sentence_set.sentences, at)
    order = np.arange(_enough(sentence_set.sentences))
    parts = yield from stored_parts(
        folder, order, compute, tr("Reading with {model}", model=model.title)
    )
    sentence, place, states = (
        np.concatenate([part[name] for part in parts]) for name in ("sentence", "token", "states")
    )
    alike = cosine(states.astype(np.float32), own)
    same = [
        n for n, one in enumerate(sentence_set.sentences[: len(order)]) if one.joined_text == text
    ]
    alike[np.isin(sentence, same)] = SAME
    best = np.argsort(-alike, kind="stable")[:NUM_CONTEXTS]
    rows = tuple(
        model.context(sentence_set.sentences, int(sentence[n]), int(place[n]), float(alike[n]))
        for n in best.tolist()
        if alike[n] > SAME
    )
    return Contexts(
        *(key, model.digest, model.stream, model.layer_names, at),
        labels(engine.tokenizer(key), encoding)[token],
        *(len(alike), len(order), rows),
    )


def _enough(sentences: Sequence[SourceSentence]) -> int:
    """How many of the sentences have about as many tokens as are compared, by their characters."""
    characters = np.cumsum([len(one.joined_text) for one in sentences])
    return max(1, int((characters <= 4 * MAX_TOKENS).sum()))  # about four characters a token


@dataclass(frozen=True, eq=False)
class _Reader:
    """A model as far as its states need it."""

    engine: Engine
    key: str
    title: str
    digest: str
    stream: str
    last_layer: int
    subject: tuple[str, ...]
    objectives: tuple[ObjectiveSpec, ...]

    @classmethod
    def of(cls, engine: Engine, key: str) -> _Reader:
        """Raises UserError for a model without states of the tokens of a text."""
        from models.sentences.states import text_stream

        card, loaded = engine.card(key), engine.load_model(key)
        with as_user_errors():
            stream = text_stream(loaded.model, loaded.spec)
        last = len(loaded.model.hidden_taps(stream.name)) - 1
        subject = (loaded.hash, engine.tokenizer(key).hash, repr(loaded.model.config))
        names = card.title, loaded.hash, stream.title
        return cls(engine, key, *names, last, subject, engine.objectives(key))

    @property
    def layer_names(self) -> tuple[str, ...]:
        return layer_names(self.last_layer + 1, self.stream)

    def fed(self, text: str, pair: str = "") -> ModelInput:
        """Raises UserError for a text that the tokenizer cannot read."""
        from models.sentences.inputs import prepare_input

        encoding = self.engine.encode(self.key, text, pair)
        return self.engine.apply_all_feeds(self.key, prepare_input(encoding, self.objectives))

    def token_states(self, inputs: Sequence[ModelInput], layer: int) -> list[Half]:
        from models.sentences.states import token_states

        loaded, tokenizer = self.engine.load_model(self.key), self.engine.tokenizer(self.key)
        with as_user_errors():
            return token_states(loaded.model, loaded.spec, tokenizer, inputs, layer)

    def sentence_states(
        self, sentences: Sequence[SourceSentence], position: int | None, rows: IntArray
    ) -> Arrays:
        """Return the states of sentences (n, S, D): their means, or those at a position.

        NaN for a sentence that cannot be read or is too short.
        """
        from models.sentences.states import mean_states, states_at

        read, inputs = self._readable(sentences, rows)
        loaded, tokenizer = self.engine.load_model(self.key), self.engine.tokenizer(self.key)
        model = loaded.model, loaded.spec, tokenizer, inputs
        if not inputs:
            raise UserError(tr("{title} can read none of these sentences.", title=self.title))
        with as_user_errors():
            made = mean_states(*model) if position is None else states_at(*model, position)
        states = np.full((len(rows), *made.shape[1:]), np.nan, dtype=np.float16)
        states[read] = made
        return {"states": states}

    def flat_states(
        self, sentences: Sequence[SourceSentence], layer: int, rows: IntArray
    ) -> Arrays:
        """Return the states of the M tokens that are not special (M, D), and their places (M,)."""
        read, inputs = self._readable(sentences, rows)
        sentence: list[int] = []
        token: list[int] = []
        states: list[Half] = []
        for at, fed, own in zip(read, inputs, self.token_states(inputs, layer), strict=True):
            places = np.flatnonzero(~fed.encoding.special[fed.origin])
            sentence += [int(rows[at])] * len(places)
            token += places.tolist()
            states.append(own[places])
        return {
            "sentence": np.array(sentence, dtype=np.int64),
            "token": np.array(token, dtype=np.int64),
            "states": np.concatenate(states) if states else np.empty((0, 1), dtype=np.float16),
        }

    def _readable(
        self, sentences: Sequence[SourceSentence], rows: IntArray
    ) -> tuple[list[int], list[ModelInput]]:
        read: list[int] = []
        inputs: list[ModelInput] = []
        for at, row in enumerate(rows.tolist()):
            with suppress(UserError):
                inputs.append(self.fed(sentences[row].joined_text))
                read.append(at)
        return read, inputs

    def context(
        self, sentences: Sequence[SourceSentence], sentence: int, token: int, alike: float
    ) -> Context:
        text = sentences[sentence].joined_text
        encoding = self.engine.encode(self.key, text)
        start, end = encoding.offsets[token].tolist()
        piece = encoding.tokens[token] if start == end else text[start:end]
        before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
        return Context(sentence, before, piece, after, alike)
