"""The request of the Inside panel and its work: the steps of one token, and its logit in parts."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from explorer.core.attention.inputs import AttentionQuery, generate_decoder_input
from explorer.core.attention.matching import counterpart
from explorer.core.comparison.rows import rows_of
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.feeding.decided_masks import MaskingQuestion, decisions, masks_overridden
from explorer.core.engine.labels import label
from explorer.core.engine.predicting.probabilities import softmax, top_k
from explorer.core.errors import UserError, as_user_errors
from explorer.core.inside.answer import (
    InsideAnswer,
    LogitParts,
    ScoredPrediction,
    append_probabilities,
)
from explorer.core.inside.tasks import add_classes, task_reading, task_states
from explorer.core.jobs.by_model import answers_by_model
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.languages.scripts import scripts_of, sort_foreign_last
from explorer.core.layers.states import StreamStates, states_of
from explorer.core.localization import message, tr
from explorer.core.readable import model_name
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import State
from models.schema.specs import MAIN_FEED, HeadSpec

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.tokenization import Tokenizer

MAX_TOKENS = 256  # followed at once: every score of every layer is recorded
NUM_CANDIDATES = 10
LEAST_TEMPERATURE, MOST_TEMPERATURE = 0.1, 5.0


@dataclass(frozen=True)
class InsideChoice(FormChoice):
    """The panel's own options: words as they are read, and the text that they belong to.

    `streams` are pairs "architecture=stream". `written` is the place of the token of a decoder's
    own text, as "model=place".
    """

    wanted: str = ""
    against: str = ""
    text: str = ""
    temperature: float = 1.0
    streams: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


@dataclass(frozen=True)
class InsideRequest:
    """What the numbers depend on; the step, the head and the other token do not belong to it."""

    keys: tuple[str, ...]
    query: AttentionQuery
    masks: MaskingQuestion
    token: int | None
    token_of: str
    choice: InsideChoice


Answers = dict[str, InsideAnswer | UserError]  # by model
Reports = Generator[Progress, None, InsideAnswer]


def request_of(
    state: State, keys: tuple[str, ...], token_of: str, choice: InsideChoice
) -> InsideRequest:
    """The request for these models."""
    masks = MaskingQuestion(state.text, state.pair, state.seed, masks=masks_overridden(state))
    streams = (pair.partition("=") for pair in choice.streams)
    query = AttentionQuery(
        text=state.text,
        pair=state.pair,
        seed=state.seed,
        streams=tuple(sorted((name, stream) for name, _, stream in streams)),
        with_order=False,
    )
    token = state.selection.token
    return InsideRequest(keys, query, masks, token, token_of if token is not None else "", choice)


def answers_to(request: InsideRequest, engine: Engine) -> Work:
    """Each model as soon as it is ready; the problem of a model is its answer."""
    return answers_by_model(
        request.keys, tr("Reading with"), lambda key: _answer(request, engine, key)
    )


def _answer(request: InsideRequest, engine: Engine, key: str) -> Reports:
    from models.inside.diagrams.derive import diagram_of
    from models.inside.record import path_of, record

    loaded = engine.load_model(key)
    if loaded.task_model is None:
        states = yield from _read(request, engine, key)
        head, usual, task = _head(states), None, None
    else:
        states, usual = task_states(engine, key, request.query)
        head, task = None, task_reading(loaded.task_model, states)
    if max(len(states.labels), len(states.model_input)) > MAX_TOKENS:
        raise UserError(
            tr(
                "The text has more than {max_tokens} tokens in {states}, and every score of every "
                "layer is recorded here.",
                max_tokens=MAX_TOKENS,
                states=states.card.title,
            ),
            tr("Shorten the text."),
        )
    row = _row(engine, states, request, head, usual)
    yield Progress(tr("Following a token through {key}", key=model_name(key)))
    with as_user_errors():
        passed = record(loaded.model, loaded.spec, states.model_input, task)
        path = path_of(loaded.model, passed, states.stream.name, row, head, task)
        diagram = diagram_of(loaded.model, loaded.spec, states.model_input, passed, task)
    answer = InsideAnswer(states, row, path, diagram, _key_labels(engine, states), head)
    answer = replace(answer, temperature=request.choice.temperature)
    if path.logits is None:
        return replace(answer, problem=_no_head(states))
    yield Progress(tr("Taking a logit of {key} apart", key=model_name(key)))
    if task is not None:
        words = request.choice.wanted, request.choice.against
        return add_classes(answer, task, loaded.spec, words)
    return _add_logit_parts(engine, answer, request.choice)


def _read(
    request: InsideRequest, engine: Engine, key: str
) -> Generator[Progress, None, StreamStates]:
    """The text with the masks that were set, as the chosen stream has it."""
    chosen = decisions(engine, key, request.masks)
    forced = {at: True for at, masked in chosen.items() if masked}
    query = _choose_stream(engine.card(key), request.query)
    yield from generate_decoder_input(engine, key, query, forced)
    return states_of(engine, key, query, forced, predicting=True)


# ---- which token and which head


def _choose_stream(card: ModelCard, query: AttentionQuery) -> AttentionQuery:
    """Choose the stream of the head that predicts tokens, unless a stream is chosen."""
    head, name = card.token_head, card.spec.name
    if head is None or name in dict(query.streams):
        return query
    return replace(query, streams=(*query.streams, (name, head.stream)))


def _head(states: StreamStates) -> HeadSpec | None:
    """The head that predicts tokens from the last states of this very stream."""
    from models.inference.lens import head_of_stream

    card, name = states.card, states.stream.name
    head = head_of_stream(card.spec, card.head_specs, name)
    streams = [stream.name for stream in states.streams]
    return head if head is not None and head.read(streams) == name else None


def _no_head(states: StreamStates) -> str:
    return tr(
        "No head of {states} reads its {lower}, so there is no logit to take apart",
        states=states.card.title,
        lower=tr(states.stream.title).lower(),
    )


def _row(
    engine: Engine,
    states: StreamStates,
    request: InsideRequest,
    head: HeadSpec | None,
    usual: int | None,
) -> int:
    """The selected token in this stream; else the usual one, the first mask, or the last word's."""
    if not states.of_text:
        return _written_row(states, request.choice, usual or 0)
    encoding, token = states.encoding, request.token
    if token is not None and request.token_of not in ("", states.card.key):
        source = engine.encode(request.token_of, request.query.text, request.query.pair)
        token = counterpart(source, encoding, token)
    found = states.index_of(token)
    if found is not None or usual is not None:
        return usual or 0 if found is None else found
    mask = engine.tokenizer(states.card.key).mask_id
    ids = states.model_input.input_ids.tolist()
    if head is not None and mask in ids:
        return int(ids.index(mask))
    words = [n for n, name in enumerate(states.labels) if any(map(str.isalnum, name))]
    own = [n for n in words if not encoding.special[states.places[n]]]
    return own[-1] if own else len(states.labels) - 1


def _written_row(states: StreamStates, choice: InsideChoice, usual: int) -> int:
    """The chosen token of a text that is the model's own."""
    pairs = dict(pair.rpartition("=")[::2] for pair in choice.written)
    place = pairs.get(states.card.key, "")
    return min(int(place), len(states.labels) - 1) if place.isdecimal() else usual


def _key_labels(engine: Engine, states: StreamStates) -> dict[str, tuple[str, ...]]:
    """The tokens of every stream that this model reads, by its name."""
    card, fed = states.card, states.model_input
    named = {}
    for stream in card.spec.streams:
        if stream.name in card.streams and stream.feed in (MAIN_FEED, *fed.feeds):
            rows = rows_of(engine.tokenizer(card.key), card.spec, fed, stream.feed, card.title)
            named[stream.name] = tuple(token.text for token in rows.tokens)
    return named


# ---- the logit


def _add_logit_parts(engine: Engine, answer: InsideAnswer, choice: InsideChoice) -> InsideAnswer:
    """Add the top predictions, and the contributions to the logit of one word."""
    tokenizer = engine.tokenizer(answer.card.key)
    logits = answer.path.logits
    assert logits is not None
    logits = logits[: tokenizer.vocab_size]
    ids, shares = top_k(softmax(logits, choice.temperature), NUM_CANDIDATES)
    candidates = [
        ScoredPrediction(label(tokenizer, int(id)).strip(), float(logits[id]), float(share))
        for id, share in zip(ids, shares, strict=True)
    ]
    encoding = answer.states.model_input.encoding
    scripts = scripts_of(encoding.text, encoding.pair or "")
    fallbacks: list[str] = []
    wanted = _id(tokenizer, choice.wanted, fallbacks)
    wanted = int(ids[0]) if wanted is None else wanted
    against = _id(tokenizer, choice.against, fallbacks)
    states, mask = answer.states, tokenizer.mask_id
    fed = int(states.model_input.input_ids[states.places[answer.row]])
    answer = replace(
        answer,
        reads_word=answer.reads_own_row and fed != mask,
        path=append_probabilities(answer.path, logits, choice.temperature),
        candidates=tuple(
            replace(one, is_foreign=foreign)
            for one, foreign in sort_foreign_last(candidates, lambda one: one.name, scripts)
        ),
        fallbacks=tuple(fallbacks),
    )
    return _taken_apart(engine, answer, wanted, None if against == wanted else against)


def _id(tokenizer: Tokenizer, word: str, fallbacks: list[str]) -> int | None:
    """The token of a word as inside a sentence; its first token where it has several."""
    if not word:
        return None
    spellings = tokenizer.encode_ids([f" {word}", word])
    ids = next((ids for ids in spellings if len(ids) == 1), spellings[0])
    if not len(ids) or tokenizer.unk_id in ids:
        fallbacks.append(tr("“{word}” is not in the vocabulary, so it is left out.", word=word))
        return None
    if len(ids) > 1:
        first = label(tokenizer, int(ids[0])).strip()
        fallbacks.append(
            tr(
                "“{word}” has {ids} tokens; the logit is that of the first, “{first}”.",
                word=word,
                ids=len(ids),
                first=first,
            )
        )
    return int(ids[0])


def _taken_apart(
    engine: Engine, answer: InsideAnswer, wanted: int, against: int | None
) -> InsideAnswer:
    from models.inside.contributions import contributions

    states, tokenizer = answer.states, engine.tokenizer(answer.card.key)
    loaded = engine.load_model(answer.card.key)
    assert answer.head is not None
    try:
        made_of = contributions(
            loaded.model,
            loaded.spec,
            states.model_input,
            answer.head,
            states.stream.name,
            answer.row,
            wanted,
            against,
        )
    except ValueError as error:
        title, reason = answer.card.title, message(str(error))
        problem = tr("There is no sum for {title}: {reason}", title=title, reason=reason)
        return replace(answer, problem=problem)
    logits = answer.path.logits
    assert logits is not None
    made_of = made_of.round_to_logit(
        float(logits[wanted] - (0 if against is None else logits[against]))
    )
    names = [label(tokenizer, id).strip() if id is not None else "" for id in (wanted, against)]
    return replace(answer, parts=LogitParts(names[0], names[1], made_of))
