"""The request of the Attention panel, and its work."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from explorer.core.attention.head_effect import AblationEffect, effect
from explorer.core.attention.inputs import AttentionQuery, generate_decoder_input
from explorer.core.attention.positions.request import (
    MOST_CLIP,
    USUAL_CLIP,
    PositionsRequest,
    positions_work,
)
from explorer.core.attention.survey.request import HeadsRequest, heads_work
from explorer.core.attention.thumbnails import Thumbnails, thumbnails
from explorer.core.attention.view import AttentionView, drop_missing_heads, view
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.feeding.decided_masks import decisions
from explorer.core.errors import UserError
from explorer.core.jobs.by_model import answers_by_model
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.languages.alignment import held_out_rates
from explorer.core.localization import tr
from explorer.core.masking.questions import question
from explorer.core.state.state import JSON, Head, State
from models.schema.records import Encoding

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine


@dataclass(frozen=True)
class AttentionOptions:
    """The panel's own options, as a session keeps them. `view` is "" until one is chosen.

    `streams` are chosen by architecture. `alone` is the model whose picture fills the panel.
    `written` is the selected token of a decoder's own text, as [model, feed, position], and
    `written_of` the texts that it depends on.
    """

    view: str = ""
    streams: Mapping[str, str] = field(default_factory=dict)
    hide_specials: bool = False
    with_difference: bool = True
    with_order: bool = True
    root_scale: bool = False  # of the colours; else they are linear
    decoder_text: str = ""
    ablate_extras: tuple[str, ...] = ()  # terms of the scores that are switched off
    variant: str = ""  # another way to fill an input; empty: as usual
    clip: int = USUAL_CLIP  # of distances, in the view of positions
    alone: str | None = None
    written: Sequence[Any] | None = None
    written_of: Sequence[str] = ()

    @classmethod
    def from_settings(cls, settings: Mapping[str, JSON]) -> AttentionOptions:
        """Read the options from a session; missing ones have their defaults."""
        written = settings.get("written")
        token = cast("Mapping[str, Any]", written if isinstance(written, Mapping) else {})
        return cls(
            view=str(settings.get("view", "")),
            streams=dict(settings.get("streams", {})),
            hide_specials=bool(settings.get("hide_specials", False)),
            with_difference=bool(settings.get("difference", True)),
            with_order=bool(settings.get("order", True)),
            root_scale=bool(settings.get("root_scale", False)),
            decoder_text=str(settings.get("decoder_text", "")),
            ablate_extras=tuple(settings.get("silent", ())),
            variant=str(settings.get("variant", "")),
            clip=_clip(settings.get("clip")),
            alone=settings.get("alone"),
            written=token.get("token"),
            written_of=token.get("of", ()),
        )


def _clip(stored: JSON) -> int:
    """A distance at which others are cut off, as it was stored."""
    return min(max(stored, 0), MOST_CLIP) if type(stored) is int else USUAL_CLIP


@dataclass(frozen=True)
class AttentionRequest:
    """What the maps depend on; which of them is drawn large does not belong to it."""

    query: AttentionQuery
    keys: tuple[str, ...]
    off: tuple[tuple[Head, ...], ...]  # the heads that are switched off, one entry per model


@dataclass(frozen=True, eq=False)
class AttentionAnswer:
    """All that the picture of one model is drawn from.

    `effect` is what the prediction loses by the ablation; None while it is measured, and where it
    cannot be.
    """

    view: AttentionView
    thumbnails: Thumbnails
    off: tuple[Head, ...] = ()  # of all streams
    effect: AblationEffect | None = None
    measuring: bool = False

    @property
    def card(self) -> ModelCard:
        return self.view.card

    @property
    def encoding(self) -> Encoding:
        return self.view.encoding

    @property
    def ablated_extras(self) -> tuple[str, ...]:
        """The titles of the terms that are switched off."""
        return tuple(extra.title for extra in self.view.ablated_extras)

    @property
    def is_ablated(self) -> bool:
        """Whether any head or term is switched off."""
        return bool(self.off or self.ablated_extras)


Answers = dict[str, AttentionAnswer | UserError]  # by model


def request_of(state: State, keys: tuple[str, ...], options: AttentionOptions) -> AttentionRequest:
    """The request for these models."""
    query = AttentionQuery(
        text=state.text,
        pair=state.pair,
        seed=state.seed,
        streams=tuple(sorted(options.streams.items())),
        hide_specials=options.hide_specials,
        with_order=options.with_order,
        decoder_text=options.decoder_text,
        ablate_extras=options.ablate_extras,
        variant=options.variant,
        masking=question(state),
        with_bias=options.view == "bias",
        with_alignment=options.view == "alignment",
    )
    off = tuple(tuple(sorted(state.ablated.get(key, ()))) for key in keys)
    return AttentionRequest(query, keys, off)


def work(request: AttentionRequest | HeadsRequest | PositionsRequest, engine: Engine) -> Work:
    """The maps of one text, the scores of all heads over many, or how positions are told."""
    if isinstance(request, HeadsRequest):
        return heads_work(request, engine)
    if isinstance(request, PositionsRequest):
        return positions_work(request, engine)
    return answer(request, engine)


def answer(request: AttentionRequest, engine: Engine) -> Work:
    """Each model as soon as its forward pass is done; the effects of ablations come last."""
    answers = yield from answers_by_model(
        request.keys,
        tr("Reading with"),
        lambda key: _answer_of(engine, request, request.keys.index(key)),
    )
    ablated = {
        key: answered
        for key, answered in answers.items()
        if isinstance(answered, AttentionAnswer) and answered.is_ablated
    }
    if ablated:  # whose effects take longer to measure
        yield Partial(dict(answers))
    for key, answered in ablated.items():
        answers[key] = yield from _add_effect(engine, key, answered)
    return answers


def _answer_of(
    engine: Engine, request: AttentionRequest, index: int
) -> Generator[Progress | Partial, None, AttentionAnswer]:
    """One model's answer, without the effect of its ablation. Raises UserError."""
    key, query = request.keys[index], request.query
    off = tuple(drop_missing_heads(engine, key, request.off[index]))
    assert query.masking is not None
    masks = {at: True for at, masked in decisions(engine, key, query.masking).items() if masked}
    yield from generate_decoder_input(engine, key, query, masks)
    viewed = view(engine, key, query, masks, off)
    if query.with_alignment and viewed.alignment is not None:
        rates = yield from held_out_rates(engine, key, viewed.stream.name)
        viewed = replace(viewed, alignment=replace(viewed.alignment, held_out=rates))
    answered = AttentionAnswer(viewed, thumbnails(viewed.maps.heads), off)
    return replace(answered, measuring=answered.is_ablated)


def _add_effect(
    engine: Engine, key: str, answered: AttentionAnswer
) -> Generator[Progress | Partial, None, AttentionAnswer]:
    """Add to an answer the effect of its ablation on the model's predictions."""
    extras = [extra.name for extra in answered.view.ablated_extras]
    lost = yield from effect(
        engine, key, answered.view.model_input, answered.view.stream.name, answered.off, extras
    )
    return replace(answered, effect=lost, measuring=False)
