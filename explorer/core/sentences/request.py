"""The request of the Sentences panel and its work."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from explorer.core.attention.matching import counterpart
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, drop_traceback
from explorer.core.finetuning.finetuned import is_finetuned
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.sentences.rows import (
    CORRECT,
    Difference,
    Groups,
    RankAgreement,
    Scores,
    SentenceTable,
    difference,
    group_rows,
    groupings,
    rank_agreement,
)
from explorer.core.sentences.scores import ModelScores, scores_of
from explorer.core.sentences.source import (
    SentenceSet,
    SourceChoice,
    labelled_sets,
    read_sentences,
    source_key,
)
from explorer.core.sentences.states import METHODS, PCA, Contexts, StateMap, contexts, state_map
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import State

TABLE, SCATTER, MAP, CONTEXTS = "table", "scatter", "map", "contexts"
VIEWS = (TABLE, SCATTER, MAP, CONTEXTS)
MEAN, TOKEN = "mean", "token"
NO_ROW = -1


@dataclass(frozen=True)
class SentencesOptions(FormChoice):
    """What a person chose beside the source, as far as an answer depends on it."""

    first: str = ""  # the models whose losses are compared
    second: str = ""
    subject: str = ""  # the model whose states are drawn
    what: str = MEAN
    method: str = PCA
    colour: str = ""
    selected: int = NO_ROW


@dataclass(frozen=True)
class SentencesRequest:
    """All that the answer of one view depends on; what it does not is empty."""

    view: str
    keys: tuple[str, ...]
    source: SourceChoice
    seed: int
    version: tuple[object, ...]  # of the file
    options: SentencesOptions = field(default_factory=SentencesOptions)
    layer: int | None = None  # states counted from the input; None: the last
    text: str = ""
    pair: str = ""
    token: int | None = None
    token_of: str = ""


@dataclass(frozen=True, eq=False)
class SentencesAnswer:
    """The sentences, and what the view shows of them."""

    view: str
    table: SentenceTable
    seed: int
    pair: tuple[str, str] = ("", "")  # models whose losses are compared
    difference: Difference | None = None  # where their losses are of the same tokens or labels
    agreement: RankAgreement | None = None  # where they are not
    subject: str = ""  # the model whose states these are
    states: StateMap | Contexts | UserError | None = None
    colours: Mapping[str, str] = field(default_factory=dict)  # that there are, with titles
    groups: Groups | None = None  # of the chosen one
    sources: Mapping[str, str] = field(default_factory=labelled_sets)  # labelled sets, with titles

    @property
    def map(self) -> StateMap | None:
        return self.states if isinstance(self.states, StateMap) else None

    @property
    def contexts(self) -> Contexts | None:
        return self.states if isinstance(self.states, Contexts) else None


def request_of(
    state: State, view: str, keys: tuple[str, ...], token_of: str, source: SourceChoice
) -> SentencesRequest:
    """The request of a view for these models."""
    options = SentencesOptions.from_json(state.settings("sentences"))
    plain = SentencesRequest(view, keys, source, state.seed, source_key(source, state.seed))
    if view == TABLE:
        return plain
    if view == SCATTER:
        chosen = SentencesOptions(options.first, options.second, colour=options.colour)
        return replace(plain, options=chosen)
    layer = None if state.selection.layer is None else state.selection.layer + 1
    if view == MAP:
        token = (state.selection.token or 0) if options.what == TOKEN else None
        return replace(plain, options=options, layer=layer, token=token)
    chosen, token = SentencesOptions(subject=options.subject), state.selection.token
    texts = replace(plain, text=state.text, pair=state.pair)
    return replace(texts, options=chosen, layer=layer, token=token, token_of=token_of)


def answers_to(request: SentencesRequest, engine: Engine) -> Work:
    """The sentences at once, then each model as soon as it is scored."""
    yield Progress(tr("Reading the sentences"), unit="sentences")
    version = ("sentences", request.version)
    sentence_set = engine.results.get(version, lambda: read_sentences(request.source, request.seed))
    table = SentenceTable(sentence_set, {})
    yield Partial(SentencesAnswer(request.view, table, request.seed))
    if request.view in (TABLE, SCATTER):
        scores = yield from _scores(request, engine, sentence_set)
        return _choose_models(request, SentenceTable(sentence_set, scores))
    if (scored := request.options.colour.removeprefix(f"{CORRECT}:")) in request.keys:
        table = SentenceTable(
            sentence_set, {scored: (yield from _score(engine, scored, request, sentence_set))}
        )
    answer = yield from _add_states(request, engine, table)
    return (
        answer
        if request.view == CONTEXTS
        else _add_groupings(request, answer, _classifiers(request, engine, sentence_set))
    )


def _scores(
    request: SentencesRequest, engine: Engine, sentence_set: SentenceSet
) -> Generator[Progress | Partial, None, Scores]:
    scores: dict[str, ModelScores | UserError] = {}
    for key in request.keys:
        scores[key] = yield from _score(engine, key, request, sentence_set)
        table = SentenceTable(sentence_set, dict(scores))
        yield Partial(SentencesAnswer(request.view, table, request.seed))
    return scores


def _score(
    engine: Engine, key: str, request: SentencesRequest, sentence_set: SentenceSet
) -> Generator[Progress, None, ModelScores | UserError]:
    """The problem of a model is its answer."""
    try:
        return (yield from scores_of(engine, key, sentence_set, request.seed))
    except UserError as error:
        return drop_traceback(error)


def _choose_models(request: SentencesRequest, table: SentenceTable) -> SentencesAnswer:
    """The two models that a person chose, or the first two that have losses."""
    answer = SentencesAnswer(request.view, table, request.seed)
    able = [key for key, one in table.known.items() if one.has_losses]
    if request.view == TABLE or len(able) < 2:
        return answer
    options = request.options
    first = options.first if options.first in able else able[0]
    others = [key for key in able if key != first]
    second = options.second if options.second in others else others[0]
    one, other = table.known[first], table.known[second]
    losses = one.losses, other.losses
    compared = replace(answer, pair=(first, second))
    if one.measure == other.measure:
        compared = replace(compared, difference=difference(*losses))
    else:
        compared = replace(compared, agreement=rank_agreement(*losses))
    classifiers = {k: one.title for k, one in table.known.items() if np.isfinite(one.correct).any()}
    return _add_groupings(request, compared, classifiers)


def _add_groupings(
    request: SentencesRequest, answer: SentencesAnswer, classifiers: Mapping[str, str]
) -> SentencesAnswer:
    """Add the groupings that can colour the sentences, and their groups by the chosen one."""
    colours, table = groupings(answer.table.sentence_set, classifiers), answer.table
    by = request.options.colour
    groups = group_rows(table, by) if by in colours else None
    return replace(answer, colours=colours, groups=groups)


def _classifiers(
    request: SentencesRequest, engine: Engine, sentence_set: SentenceSet
) -> dict[str, str]:
    """Titles of the fine-tuned models, where the sentences have labels."""
    classifiers: dict[str, str] = {}
    for key in request.keys if sentence_set.has("label") else ():
        with suppress(UserError):
            if is_finetuned(engine, key):
                classifiers[key] = engine.card(key).title
    return classifiers


def _add_states(
    request: SentencesRequest, engine: Engine, table: SentenceTable
) -> Generator[Progress, None, SentencesAnswer]:
    """The map, or the contexts of the selected token, of one model."""
    options, keys = request.options, request.keys
    subject = options.subject if options.subject in keys else keys[0]
    states: StateMap | Contexts | UserError
    try:
        if request.view == MAP:
            method = options.method if options.method in METHODS else PCA
            where = request.layer, request.token, options.selected, method
            states = yield from state_map(engine, subject, table.sentence_set, *where)
        else:
            token = _token(request, engine, subject)
            texts = request.text, request.pair
            states = yield from contexts(
                engine, subject, table.sentence_set, *texts, token, request.layer
            )
    except UserError as error:
        states = drop_traceback(error)
    return SentencesAnswer(request.view, table, request.seed, subject=subject, states=states)


def _token(request: SentencesRequest, engine: Engine, subject: str) -> int:
    """The selected token as this model counts; without any the last one that is of a word."""
    own = engine.encode(subject, request.text, request.pair)
    token = request.token
    if token is not None and request.token_of not in ("", subject):
        token = counterpart(engine.encode(request.token_of, own.text, own.pair or ""), own, token)
    if token is not None:
        return token
    words = [at for at in range(len(own)) if any(map(str.isalnum, own.surface(at)))]
    return words[-1] if words else own.last_of_text
