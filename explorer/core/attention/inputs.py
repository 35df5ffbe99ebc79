"""The inputs of a model whose attention is drawn: masks, an order, and a decoder's text."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.engine.feeding.model_input import add_objective_and_model_feeds, corrupt
from explorer.core.engine.predicting.detection import detect, generates_replacements
from explorer.core.generation.writing import continuation
from explorer.core.jobs.jobs import Progress
from explorer.core.masking.examples import fed as shown_in_masking
from models.runtime.generators import run_to_end
from models.schema.records import Encoding, ModelInput
from models.schema.specs import ORDER_FEED, ArchSpec, StreamSpec

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

MAX_GENERATED = 24  # tokens that a decoder writes by itself where nobody says what it is fed


@dataclass(frozen=True)
class AttentionQuery:
    """The input and the options of an attention view, shared by all models; compares by value.

    `streams` are the chosen ones by architecture. `decoder_text` is what a decoder beside an
    encoder is fed; empty, it is what the model writes by itself. `ablate_extras` names terms of the
    scores that are switched off in every model that has them. `masking` is what Masking asks, whose
    order a model with orders is given; without it one is drawn with the seed. `with_bias` prefers
    a stream that has a bias by distance where none is chosen.
    """

    text: str
    pair: str = ""
    seed: int = 0
    streams: tuple[tuple[str, str], ...] = ()
    hide_specials: bool = False
    with_order: bool = True
    decoder_text: str = ""
    ablate_extras: tuple[str, ...] = ()
    masking: MaskingQuestion | None = None
    with_bias: bool = False
    with_alignment: bool = False  # measures it over held-out pairs too
    variant: str = ""  # of an input, in every model that has it


@dataclass(frozen=True, eq=False)
class PreparedInput:
    """What one model is given. `written` says whose words a decoder is fed; empty without one.

    `order` says of a model that is to be given an order where it comes from: drawn with the seed,
    made by what a person did, or from nowhere because nothing is to be predicted.
    """

    model_input: ModelInput
    written: str = ""  # the model's own words, or a person's
    is_generated: bool = False
    num_cut: int = 0  # tokens of a person's words that did not fit
    order: Literal["", "drawn", "made", "nowhere"] = ""
    variant: str = ""  # the title of another way to fill an input


def feed(
    engine: Engine, key: str, query: AttentionQuery, forced: Mapping[int, bool] | None = None
) -> PreparedInput:
    """The text with the masks that the user set. Raises UserError.

    A model with orders is given the one that Masking shows, unless none is wanted. A head that
    detects replaced tokens reads what the generator put in.
    """
    spec = engine.card(key).spec
    encoding = engine.encode(key, query.text, query.pair)
    if spec.reads_order:
        if not query.with_order:
            return PreparedInput(ModelInput.clean(encoding))
        return _predict_in_order(engine, key, query, forced or {})
    model_input = _read(engine, key, encoding, forced or {})
    if model_input.targets and generates_replacements(engine, key):
        model_input = detect(engine, key, model_input).trace.model_input
    if (written := decoder_feed(spec)) is not None:
        return _add_decoder_input(engine, key, model_input, written, query.decoder_text)
    return PreparedInput(model_input)


def generate_decoder_input(
    engine: Engine, key: str, query: AttentionQuery, forced: Mapping[int, bool] | None = None
) -> Generator[Progress, None, None]:
    """Let a decoder write the text that `feed` gives it, where none is typed.

    Yields after each token; the engine remembers them. Raises UserError.
    """
    spec = engine.card(key).spec
    if query.decoder_text.strip() or decoder_feed(spec) is None:
        return
    encoding = engine.encode(key, query.text, query.pair)
    yield from continuation(engine, key, _read(engine, key, encoding, forced or {}), MAX_GENERATED)


def _read(engine: Engine, key: str, encoding: Encoding, forced: Mapping[int, bool]) -> ModelInput:
    """The text with the masks that the user set."""
    if not any(forced.values()):
        return add_objective_and_model_feeds(engine, key, ModelInput.clean(encoding))
    return corrupt(engine, key, encoding, decisions=forced, sample=False)


def _predict_in_order(
    engine: Engine, key: str, query: AttentionQuery, forced: Mapping[int, bool]
) -> PreparedInput:
    """What Masking shows of a model that predicts in an order."""
    overridden = ((key, tuple(forced.items())),)
    question = MaskingQuestion(query.text, query.pair, query.seed, draw=True, masks=overridden)
    example = shown_in_masking(engine, key, query.masking or question)
    assert example.model_input is not None
    if ORDER_FEED not in example.model_input.feeds:
        return PreparedInput(example.model_input, order="nowhere")
    sampled = example.sampled and not example.overridden
    return PreparedInput(example.model_input, order="drawn" if sampled else "made")


def _add_decoder_input(
    engine: Engine, key: str, model_input: ModelInput, feed: str, text: str
) -> PreparedInput:
    """The model input with a decoder's text after what it starts with."""
    tokenizer = engine.tokenizer(key)
    start = engine.apply_all_feeds(key, ModelInput.clean(model_input.encoding)).feeds[feed]
    own = not text.strip()
    if own:
        ids = run_to_end(continuation(engine, key, model_input, MAX_GENERATED))
    else:
        ids = _ids(tokenizer, text)
    whole = np.array([*start, *ids], dtype=np.int64)
    room = engine.load_model(key).model.config.num_written_positions
    return PreparedInput(
        replace(model_input.with_feed(feed, whole[:room]), targets={}),
        written=tokenizer.decode(whole[len(start) : room].tolist()),
        is_generated=own,
        num_cut=max(0, len(whole) - room),
    )


def _ids(tokenizer: Tokenizer, text: str) -> tuple[int, ...]:
    (ids,) = tokenizer.encode_ids([text])
    return tuple(ids)


def decoder_feed(spec: ArchSpec) -> str | None:
    """The feed of the decoder in an encoder-decoder, if there is one."""
    return next((one.name for one in spec.inputs if one.role == "decoder_tokens"), None)


def has_own_text(spec: ArchSpec, feed: str) -> bool:
    """Whether the entries of a feed are no tokens of the text that is read."""
    return spec.input(feed).role != "tokens"


def key_stream(spec: ArchSpec, stream: StreamSpec) -> StreamSpec:
    """The stream whose rows are the columns of this one."""
    return spec.stream(stream.columns) if stream.columns else stream
