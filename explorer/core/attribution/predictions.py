"""The prediction that is explained: of a word of the sentence, or of what fine-tuning added.

Every model explains the same word. One that fills masks has it masked; one that reads from left to
right predicts it from what is before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import numpy as np

from explorer.core.attribution.target import (
    LOG_ODDS,
    LOG_PROBABILITY,
    AttributionTarget,
    WordQuestion,
)
from explorer.core.attribution.tasks import task_target
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import (
    add_objective_and_model_feeds,
    add_objective_feeds,
    corrupt,
)
from explorer.core.engine.feeding.typed_masks import SPELLED, has_mask
from explorer.core.engine.groups import overlap, spans
from explorer.core.engine.labels import label, labels
from explorer.core.engine.predicting.predictions import position_shift
from explorer.core.errors import UserError, as_user_errors
from explorer.core.localization import tr
from models.attribution.baseline import baseline_of
from models.schema.records import (
    NO_ORIGIN,
    BoolArray,
    Encoding,
    FloatArray,
    IntArray,
    ModelInput,
    TokenChange,
)
from models.schema.specs import HeadSpec

if TYPE_CHECKING:
    from models.attribution.methods import ExplainedPrediction, Module
    from models.schema.batch import LanguageModel
    from models.tokenization import Tokenizer

NUM_CANDIDATES = 8
WORD = re.compile(r"\w+")


def target_of(engine: Engine, key: str, question: WordQuestion) -> AttributionTarget:
    """What a model is asked: what its task is, or a word. Raises UserError where it can neither."""
    task = task_target(engine, key, question)
    if task is not None:
        return task
    card = engine.card(key)
    head = card.token_head
    if head is None or card.guesses_untrained:
        raise UserError(
            tr(
                "{card} has no trained head that predicts tokens: there is no word to explain.",
                card=card.title,
            ),
            tr("Choose another model."),
        )
    encoding = engine.encode(key, question.text, question.pair)
    continues = head.task == "next_token" and not card.predicts_in_decoder
    if continues and question.span is None and has_mask(question.text, question.pair):
        encoding, fed = _cut_before_mask(engine, key, question)
        return _target(engine, key, question, head, encoding, fed)
    places = _places(engine, key, encoding, question)
    if not places:
        raise UserError(tr("There is no word to predict."), tr("Type a longer sentence above."))
    if card.predicts_in_decoder:
        fed = _written(engine, key, encoding, head, places)
    elif head.task == "fill_mask":
        fed = _mask_word(engine, key, encoding, places)
    else:
        fed = _predict_continuation(engine, key, encoding, head, places)
    return _target(engine, key, question, head, encoding, fed)


# ---- which word


def _places(
    engine: Engine, key: str, encoding: Encoding, question: WordQuestion
) -> tuple[int, ...]:
    """The tokens of the word that is explained, in this model."""
    if question.span is not None:
        return _tokens_over(encoding, 0, question.span)
    masks = _mask_places(engine, key, encoding)
    if question.token is not None:
        chosen = _word_at(engine, key, encoding, question)
        same = [at for at in masks if at in chosen]
        return tuple(same or chosen)
    if masks:
        return _run(masks)
    return _last_word(encoding)


def _mask_places(engine: Engine, key: str, encoding: Encoding) -> list[int]:
    """Masks that are in the text itself."""
    vocabulary = engine.tokenizer(key).vocabulary
    open_ids = {engine.tokenizer(key).mask_id, *vocabulary.sentinel_ids} - {None}
    return [at for at, id in enumerate(encoding.ids.tolist()) if id in open_ids]


def _run(places: Sequence[int]) -> tuple[int, ...]:
    """The first of them, and those that follow it without a break."""
    return tuple(at for n, at in enumerate(places) if at == places[0] + n)


def _last_word(encoding: Encoding) -> tuple[int, ...]:
    """The tokens of the last word of the text that was not cut off."""
    for word in reversed(list(WORD.finditer(encoding.text))):
        if places := _tokens_over(encoding, 0, word.span()):
            return places
    return ()


def _word_at(
    engine: Engine, key: str, encoding: Encoding, question: WordQuestion
) -> tuple[int, ...]:
    """The tokens over the word of which another model's token is a part."""
    source = engine.encode(question.token_of or key, question.text, question.pair)
    at = question.token
    if at is None or not 0 <= at < len(source) or source.special[at]:
        return _last_word(encoding)
    segment = int(source.segment[at]) if source.pair is not None else 0
    start, end = (int(place) for place in spans(source, segment)[at])
    text = question.pair if segment else question.text
    for word in WORD.finditer(text):
        if word.start() < end and start < word.end():
            return _tokens_over(encoding, segment, word.span())
    return _tokens_over(encoding, segment, (start, end))


def _tokens_over(encoding: Encoding, segment: int, span: tuple[int, int]) -> tuple[int, ...]:
    place: IntArray = np.array([span], dtype=np.int64)
    over = overlap(place, spans(encoding, segment)).any(axis=0) & ~encoding.special
    return tuple(np.flatnonzero(over).tolist())


# ---- what the model is fed


@dataclass(frozen=True, eq=False)
class _Fed:
    """`positions` are rows of the head's stream that predict, `places` those of the word in what
    is read; `truth` are the word's ids, None where nobody knows them."""

    model_input: ModelInput
    positions: tuple[int, ...]
    places: tuple[int, ...]
    truth: tuple[int, ...] | None
    changed: BoolArray


def _mask_word(engine: Engine, key: str, encoding: Encoding, places: tuple[int, ...]) -> _Fed:
    """Every token of the word is masked."""
    from models.inference.mask_filling import as_query

    spec, mask = engine.card(key).spec, engine.tokenizer(key).mask_id
    if mask is None:
        raise UserError(
            tr("{engine} has no mask token.", engine=engine.card(key).title),
            tr("Choose another model."),
        )
    at = list(places)
    truth = tuple(encoding.ids[at].tolist())
    ids = encoding.ids.copy()
    ids[at] = mask
    clean = add_objective_feeds(engine, key, ModelInput.clean(encoding))
    fed = as_query(spec, replace(clean, input_ids=ids), places)
    changed = ~encoding.special & (ids != mask)
    return _Fed(fed, places, places, None if mask in truth else truth, changed)


def _predict_continuation(
    engine: Engine, key: str, encoding: Encoding, head: HeadSpec, places: tuple[int, ...]
) -> _Fed:
    """The word is predicted from what is before it, or after it by a stream that reads so."""
    shift = position_shift(engine.card(key).spec, head)
    positions = tuple(at - shift for at in places)
    if positions[0] < 0 or positions[-1] >= len(encoding):
        raise UserError(
            tr(
                "Nothing comes before the first word, from which {engine} could predict it.",
                engine=engine.card(key).title,
            ),
            tr("Choose a later word."),
        )
    every = np.arange(len(encoding))
    seen: BoolArray = every < places[0] if shift > 0 else every > places[-1]
    clean = add_objective_feeds(engine, key, ModelInput.clean(encoding))
    truth = tuple(encoding.ids[list(places)].tolist())
    return _Fed(clean, positions, places, truth, ~encoding.special & seen)


def _cut_before_mask(engine: Engine, key: str, question: WordQuestion) -> tuple[Encoding, _Fed]:
    """A model without masks continues the text before the first one."""
    title, text = engine.card(key).title, SPELLED.split(question.text, maxsplit=1)[0].rstrip()
    if _selects_a_word(engine, key, question) or not has_mask(question.text):
        raise UserError(
            tr("{title} reads from one side and has no mask.", title=title),
            tr("Take the mask out to explain another word, or write it into the first sentence."),
        )
    if not text:
        raise UserError(
            tr("Nothing comes before the mask, from which {title} could predict it.", title=title),
            tr("Write something before it."),
        )
    encoding = engine.encode(key, text)
    clean = add_objective_feeds(engine, key, ModelInput.clean(encoding))
    return encoding, _Fed(clean, (encoding.last_of_text,), (), None, ~encoding.special)


def _selects_a_word(engine: Engine, key: str, question: WordQuestion) -> bool:
    """Whether a token is selected that is no mask."""
    if question.token is None:
        return False
    counted_in = question.token_of or key
    source = engine.encode(counted_in, question.text, question.pair)
    return question.token not in _mask_places(engine, counted_in, source)


def _written(
    engine: Engine, key: str, encoding: Encoding, head: HeadSpec, places: tuple[int, ...]
) -> _Fed:
    """A decoder writes the word that its encoder reads a sentinel or a mask for."""
    if places[0] in _mask_places(engine, key, encoding):
        return _written_at_mask(engine, key, encoding, head, places[0])
    fed = corrupt(engine, key, encoding, decisions=dict.fromkeys(places, True), sample=False)
    wanted = encoding.ids[list(places)].tolist()
    targets = fed.targets.get(head.name)
    written = [] if targets is None else targets.labels.tolist()
    found = [n for n in range(len(written)) if written[n : n + len(wanted)] == wanted]
    if targets is None or not found:
        title = engine.card(key).title
        if encoding.pair is not None:
            raise UserError(
                tr("{title} reads the first sentence and writes the second.", title=title),
                tr("Choose a word of the second sentence, or remove it."),
            )
        raise UserError(
            tr("{title} predicts no token here.", title=title), tr("Choose another word.")
        )
    first = places[0] if places[0] in found else found[0]  # there, if the whole text is written
    positions = tuple(targets.positions[first : first + len(wanted)].tolist())
    ids, origin = fed.input_ids, fed.origin
    own = (origin != NO_ORIGIN) & (ids == encoding.ids[origin])
    replacing = np.flatnonzero(fed.change == TokenChange.SPAN)
    changed = own & ~encoding.special[origin]
    return _Fed(fed, positions, tuple(replacing[:1].tolist()), tuple(wanted), changed)


def _written_at_mask(
    engine: Engine, key: str, encoding: Encoding, head: HeadSpec, place: int
) -> _Fed:
    """What a decoder writes for a mask in the text itself.

    That is what comes after its sentinel, or, where the whole text is written again, after all that
    is before the mask.
    """
    spec, mask = engine.card(key).spec, encoding.ids[place]
    feed = spec.stream(head.stream).feed
    fed = add_objective_and_model_feeds(engine, key, ModelInput.clean(encoding))
    is_sentinel = mask in engine.tokenizer(key).vocabulary.sentinel_ids
    before = [mask] if is_sentinel else encoding.ids[:place].tolist()
    fed = fed.with_feed(feed, np.array([fed.feeds[feed][0], *before]))
    return _Fed(fed, (len(before),), (place,), None, ~encoding.special & (encoding.ids != mask))


# ---- what is explained of it


def _target(
    engine: Engine,
    key: str,
    question: WordQuestion,
    head: HeadSpec,
    encoding: Encoding,
    fed: _Fed,
) -> AttributionTarget:
    from models.attribution.methods import ExplainedPrediction, head_logits, word_score
    from models.schema.batch import as_module

    loaded, tokenizer = engine.load_model(key), engine.tokenizer(key)
    model, spec, positions = loaded.model, loaded.spec, fed.positions
    id, name = baseline_of(tokenizer)
    with as_user_errors():
        logits = head_logits(model, spec.apply_all_feeds(fed.model_input, model), head, positions)
    logits = logits[:, : tokenizer.vocab_size]
    fallbacks: list[str] = []
    wanted = _ids(tokenizer, question.wanted, len(positions), fallbacks)
    wanted = wanted or fed.truth or tuple(logits.argmax(-1).tolist())
    against = _ids(tokenizer, question.against, len(positions), fallbacks)

    def explain(module: Module) -> ExplainedPrediction:
        other = cast("LanguageModel", module)
        score = word_score(other, head, positions, wanted, against)
        return ExplainedPrediction(
            other, spec, spec.link_entities(fed.model_input, model), score, fed.changed, id
        )

    made = explain(as_module(model))
    return AttributionTarget(
        module=as_module(model),
        remake=explain,
        explained=made,
        changed=made.changed,
        model_input=made.model_input,
        labels=_labels(tokenizer, encoding, fed),
        places=fed.places,
        wanted=_join_tokens(tokenizer, wanted),
        against=_join_tokens(tokenizer, against) if against else "",
        baseline=name,
        unit=LOG_ODDS if against else LOG_PROBABILITY,
        candidates=_candidates(tokenizer, logits[0]),
        stream=head.stream,
        positions=positions,
        fallbacks=tuple(fallbacks),
        num_cut=encoding.num_cut,
        is_masked=_is_masked(fed),
    )


def _is_masked(fed: _Fed) -> bool:
    """Whether something else stands where the word was."""
    return fed.truth is not None and int(fed.model_input.input_ids[fed.places[0]]) != fed.truth[0]


def _ids(
    tokenizer: Tokenizer, word: str, count: int, fallbacks: list[str]
) -> tuple[int, ...] | None:
    """The ids of a word that has so many tokens, as inside a sentence; None without one."""
    if not word:
        return None
    spellings = tokenizer.encode_ids([f" {word}", word])
    for ids in spellings:
        if len(ids) == count and tokenizer.decode(list(ids)).strip().lower() == word.lower():
            return tuple(ids)
    if any(len(ids) == count for ids in spellings):
        fallbacks.append(tr("“{word}” is not in the vocabulary, so it is left out.", word=word))
    else:
        fallbacks.append(
            tr(
                "“{word}” has {spellings} tokens and {count} are predicted, so it is left out.",
                word=word,
                spellings=len(spellings[0]),
                count=count,
            )
        )
    return None


def _labels(tokenizer: Tokenizer, encoding: Encoding, fed: _Fed) -> tuple[str, ...]:
    """Return the labels of the input tokens: those of the text, else the labels of their ids."""
    own, origin = labels(tokenizer, encoding), fed.model_input.origin.tolist()
    ids = fed.model_input.input_ids.tolist()
    return tuple(
        own[at] if at >= 0 and encoding.ids[at] == id else label(tokenizer, id)
        for id, at in zip(ids, origin, strict=True)
    )


def _join_tokens(tokenizer: Tokenizer, ids: Sequence[int]) -> str:
    return tokenizer.decode(list(ids)).strip() or " ".join(label(tokenizer, id) for id in ids)


def _candidates(tokenizer: Tokenizer, logits: FloatArray) -> tuple[tuple[str, float], ...]:
    """The most probable tokens with their probabilities, from logits (V,)."""
    from models.inference.mask_filling import candidates

    with as_user_errors():
        best = candidates(logits, tokenizer, NUM_CANDIDATES)
    return tuple((label(tokenizer, one.id).strip(), one.probability) for one in best)
