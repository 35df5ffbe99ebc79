"""What objectives do to a sentence, and what a model predicts: engine in, examples out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import DYNAMIC, MaskingQuestion, decisions
from explorer.core.engine.feeding.feeds import num_fed
from explorer.core.engine.feeding.mask_tokens import own_spelling
from explorer.core.engine.feeding.model_input import (
    NUM_EPOCHS,
    Options,
    corrupt,
    epochs,
    open_positions,
)
from explorer.core.engine.labels import label, labels
from explorer.core.engine.predicting.detection import detection_result
from explorer.core.engine.predicting.predictions import mask_predictions, reverse_predictions
from explorer.core.languages.translations import translation_gain, world_pair
from explorer.core.localization import mark, tr
from explorer.core.masking.classification import entity_result, pair_predictions
from explorer.core.masking.example import DecoderTarget, LossShare, MaskingExample
from explorer.core.masking.filling import decode_fillings, fill_positions
from explorer.core.masking.masks import LossCoverage, grid
from explorer.core.masking.user_overrides import order_from_clicks
from models.runtime.generators import map_progress
from models.schema.records import NO_ORIGIN, IntArray, ModelInput, Span, TokenChange
from models.schema.roles import PredictionOrder, SentinelSpans
from models.schema.specs import ObjectiveSpec

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

COPIES = "copies"  # the option of objectives that can fix their masks
COPY = "copy"  # the option that says which copy
NO_HEAD = mark(
    "{title} holds no head that predicts anything, so there is nothing to learn from a sentence."
)
OTHER_CHECKPOINT = tr("Choose a checkpoint that was saved with its pretraining heads.")


# ---- what is fed


def fed(engine: Engine, key: str, question: MaskingQuestion) -> MaskingExample:
    """What a model is fed, before it predicts anything. Raises UserError."""
    encoding = engine.encode(key, question.text, question.pair)
    card, objectives = engine.card(key), engine.objectives(key)
    tokenizer = engine.tokenizer(key)
    left_open = frozenset(open_positions(engine, key, encoding))
    sampled = not left_open if question.draw is None else question.draw
    forced = decisions(engine, key, question)
    has_order = any(spec.role(PredictionOrder) for spec in objectives)
    overridden = has_order and question.order is not None
    model_input = corrupt(
        engine,
        key,
        encoding,
        question.seed,
        _options(objectives, question),
        forced,
        sampled,
        order=order_from_clicks(question.order or (), len(encoding)) if overridden else None,
    )
    names = labels(tokenizer, encoding)
    spans = _spans(objectives, model_input)
    learns = bool(objectives) or card.detecting_head is not None
    return MaskingExample(
        key=key,
        card=card,
        objectives=objectives,
        model_input=model_input,
        names=names,
        fed=_fed_names(tokenizer, model_input, names),
        spans=spans,
        target=_target(tokenizer, card, model_input, names, spans),
        forced=forced,
        masks_in_text=left_open,
        own_mask=own_spelling(tokenizer) if left_open else None,
        sampled=sampled,
        overridden=overridden,
        translation=_translation(card, question),
        problem="" if learns else tr(NO_HEAD, title=card.title),
        hint="" if learns else OTHER_CHECKPOINT,
    )


def _translation(card: ModelCard, question: MaskingQuestion) -> str:
    """Return the mini-world's translation of the text, for a model that reads languages.

    Empty if a second text is given or no translation is known.
    """
    if card.spec.language_input is None or question.pair.strip():
        return ""
    pair = world_pair(question.text)
    return "" if pair is None else pair.texts[1]


def _fed_names(
    tokenizer: Tokenizer, model_input: ModelInput, names: Sequence[str]
) -> tuple[str, ...]:
    """Names of the rows (R,): those of the sentence where they still are its tokens."""
    ids = model_input.encoding.ids
    return tuple(
        names[origin] if origin != NO_ORIGIN and ids[origin] == id else label(tokenizer, id)
        for id, origin in zip(model_input.input_ids.tolist(), model_input.origin, strict=True)
    )


def _spans(objectives: Iterable[ObjectiveSpec], model_input: ModelInput) -> tuple[Span, ...]:
    """The span that each sentinel replaces."""
    roles = (spec.role(SentinelSpans) for spec in objectives)
    return next((one.find(model_input) for one in roles if one is not None), ())


def _target(
    tokenizer: Tokenizer,
    card: ModelCard,
    model_input: ModelInput,
    names: Sequence[str],
    spans: Sequence[Span],
) -> DecoderTarget | None:
    """The target of the decoder, in a model that has one after its encoder."""
    head = card.token_head
    if head is None or not card.predicts_in_decoder:
        return None
    target = model_input.targets.get(head.name)
    if target is None:
        return None
    positions: list[int | None] = [None] * len(target)
    span_of: list[int | None] = [None] * len(target)
    for number, span in enumerate(spans):
        first, end = span.target
        span_of[first:end] = [number] * (end - first)
        positions[first + 1 : end] = range(*span.origin)
    ids = target.labels.tolist()
    if not spans:
        positions = _written_positions(model_input, ids)
    return DecoderTarget(
        labels=tuple(
            label(tokenizer, id) if at is None else names[at]
            for id, at in zip(ids, positions, strict=True)
        ),
        special=tuple(id in tokenizer.special_ids for id in ids),
        positions=tuple(None if at is None else int(at) for at in positions),
        spans=tuple(span_of),
    )


def _written_positions(model_input: ModelInput, ids: Sequence[int]) -> list[int | None]:
    """The tokens of the sentence that a decoder writes: those that are not fed, or all of them."""
    whole = model_input.encoding.ids
    unfed = np.flatnonzero(model_input.unfed_tokens)
    written = unfed if whole[unfed].tolist() == list(ids[: len(unfed)]) else np.arange(len(whole))
    return [*written.tolist(), *[None] * (len(ids) - len(written))][: len(ids)]


# ---- what is predicted


def run_predictions(
    engine: Engine, example: MaskingExample, question: MaskingQuestion
) -> Iterator[MaskingExample]:
    """Yields the example with more and more predictions; the last one is whole. Raises UserError.

    Between forward passes that belong together, the example is yielded unchanged.
    """
    card, model_input = example.card, example.model_input
    assert card is not None
    assert model_input is not None
    example = replace(
        example,
        guesses=mask_predictions(engine, card, model_input),
        reverse=reverse_predictions(engine, card, model_input),
    )
    example = replace(example, gain=translation_gain(engine, card, model_input))
    yield example
    example = replace(example, entities=entity_result(engine, card, model_input))
    if (streams := card.optional_streams) is not None:
        without = mask_predictions(engine, card, model_input, without=(streams[0].name,))
        example = replace(example, without_stream=without)
    if (detection := detection_result(engine, card, model_input)) is not None:
        example = replace(example, detection=detection)
        yield example
    if card.fills:
        filling = fill_positions(engine, card.key, example.encoding, _positions_to_fill(example))
        example = replace(example, filled=(yield from map_progress(filling, lambda _: example)))
        yield example
    if example.has_output_text and card.writes:
        num_targets = len(example.target.labels) if example.target else 0
        writing = decode_fillings(engine, card, model_input, num_targets)
        example = replace(example, written=(yield from map_progress(writing, lambda _: example)))
        yield example
    if card.pair_heads and example.encoding.pair is not None:
        example = replace(example, pairs=pair_predictions(engine, card, example.encoding))
    if example.masks_tokens:
        example = _over_epochs(engine, example, question)
    yield replace(example, whole=True)


def own_masks(example: MaskingExample) -> list[int]:
    """Positions masked by the user: mask tokens in the text, and tokens masked by a click."""
    special = example.encoding.special
    overridden = {
        at
        for at, masked in (example.forced or {}).items()
        if masked and 0 <= at < len(special) and not special[at]
    }
    return sorted(example.masks_in_text | overridden)


def _positions_to_fill(example: MaskingExample) -> list[int]:
    """The positions to fill: those masked by the user, else those that the objective sampled."""
    sampled = np.isin(example.changes, (TokenChange.MASKED, TokenChange.HIDDEN))
    return own_masks(example) or np.flatnonzero(sampled).tolist()


def _over_epochs(
    engine: Engine, example: MaskingExample, question: MaskingQuestion
) -> MaskingExample:
    """Add the masks of NUM_EPOCHS epochs: sampled in each, and fixed if an objective allows it."""
    chosen = _options(example.objectives, question)
    sampled = replace(example, epochs=_epochs(engine, example, question, chosen))
    fixing = [spec.name for spec in example.objectives if _can_fix(spec)]
    if not fixing or question.copies == DYNAMIC:
        return sampled
    return replace(sampled, fixed=_from_copies(engine, example, question, chosen, fixing))


def _epochs(
    engine: Engine,
    example: MaskingExample,
    question: MaskingQuestion,
    options: Options,
) -> IntArray:
    """Return the TokenChange (E, T) of each token in each epoch."""
    encoding = example.encoding
    return grid(epochs(engine, example.key, encoding, question.seed, NUM_EPOCHS, options))


def _from_copies(
    engine: Engine,
    example: MaskingExample,
    question: MaskingQuestion,
    options: Options,
    fixing: Sequence[str],
) -> IntArray:
    """Return the `_epochs` for which the objectives `fixing` use their fixed masks in turn."""
    model_inputs = []
    for epoch in range(NUM_EPOCHS):
        copy = {COPIES: question.copies, COPY: epoch}
        fixed = {**options, **{name: {**options[name], **copy} for name in fixing}}
        model_inputs.append(
            corrupt(engine, example.key, example.encoding, question.seed, fixed, epoch=epoch)
        )
    return grid(model_inputs)


def _can_fix(spec: ObjectiveSpec) -> bool:
    return any(option.name == COPIES for option in spec.options)


def _options(
    objectives: Sequence[ObjectiveSpec], question: MaskingQuestion
) -> dict[str, dict[str, Any]]:
    chosen = dict(question.options)
    return {
        spec.name: {item.name: chosen[item.name] for item in spec.options if item.name in chosen}
        for spec in objectives
    }


def shares(example: MaskingExample) -> tuple[LossShare, ...]:
    """On how many of the tokens of each stream there is a loss, counted from the targets.

    Of an encoder-decoder, the tokens of both count as fed. A head that classifies every token
    learns from all of them, except masks in the text, whose true token is unknown. Predictions
    about whole texts, such as the next sentence, are about no token and are left out.
    """
    card, model_input = example.card, example.model_input
    if card is None or model_input is None:
        return ()
    shares = []
    for name in _list_trained_heads(example.objectives):
        head = card.spec.head(name)
        if head.predicts in ("class", "entity"):  # of whole texts, or of mentions
            continue
        stream = card.spec.stream(head.stream)
        count = num_fed(card.spec, model_input, stream.feed)
        num_targets = len(model_input.targets.get(name, ()))
        targets = count - len(example.masks_in_text) if head.predicts == "flag" else num_targets
        shares.append((tr(stream.title), LossCoverage(count, targets)))
    if len(shares) == 1:
        return (LossShare(card.title, shares[0][1]),)
    return tuple(LossShare(title, count) for title, count in shares)


def _list_trained_heads(objectives: Iterable[ObjectiveSpec]) -> list[str]:
    """The heads that objectives train, each once."""
    return list(dict.fromkeys(head for spec in objectives for head in (spec.heads or (spec.head,))))
