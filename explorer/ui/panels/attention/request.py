"""What is asked of every chosen model, and the work that answers it: maps, then what cuts cost."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from explorer.core.attention.head_effect import effect
from explorer.core.attention.inputs import AttentionQuery, generate_decoder_input
from explorer.core.attention.view import existing, view
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.masking.questions import question
from explorer.core.masking.user_overrides import decisions
from explorer.core.state.state import Head, State
from explorer.ui.graphics.maps.head_grid import thumbnails
from explorer.ui.panels.attention.options import AttentionOptions
from explorer.ui.panels.attention.parts import AttentionResult

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

Answers = dict[str, AttentionResult | UserError]  # by model


@dataclass(frozen=True)
class AttentionRequest:
    """What the maps depend on; which of them is shown large does not belong to it."""

    asked: AttentionQuery
    keys: tuple[str, ...]
    off: tuple[tuple[Head, ...], ...]  # one entry per model


def request_of(state: State, keys: tuple[str, ...], options: AttentionOptions) -> AttentionRequest:
    """What is asked of these models."""
    asked = AttentionQuery(
        text=state.text,
        pair=state.pair,
        seed=state.seed,
        streams=tuple(sorted(options.streams.items())),
        hide_specials=options.hide_specials,
        with_order=options.with_order,
        decoder_text=options.decoder_text,
        silence=options.silent,
        hiding=question(state),
        with_bias=options.view == "bias",
    )
    off = tuple(tuple(sorted(state.ablated.get(key, ()))) for key in keys)
    return AttentionRequest(asked, keys, off)


def answers_to(request: AttentionRequest, engine: Engine) -> Work:
    """Each model as soon as it has read; last what predictions lose by what is switched off."""
    found: Answers = {}
    for index, key in enumerate(request.keys):
        yield Progress(f"Reading with {key}", index, len(request.keys))
        try:
            found[key] = yield from _look(engine, request, index)
        except UserError as error:
            found[key] = error
        if len(found) < len(request.keys):
            yield Partial(dict(found))
    looks = [(key, looked) for key, looked in found.items() if isinstance(looked, AttentionResult)]
    cut = [(key, looked) for key, looked in looks if looked.is_cut]
    if cut:  # what that does takes longer to find
        yield Partial(dict(found))
    for key, looked in cut:
        off = [extra.name for extra in looked.view.ablated_extras]
        lost = yield from effect(
            engine, key, looked.view.corruption, looked.view.stream.name, looked.off, off
        )
        found[key] = replace(looked, effect=lost, measuring=False)
    return found


def _look(
    engine: Engine, request: AttentionRequest, index: int
) -> Generator[Progress | Partial, None, AttentionResult]:
    """One model's answer. Raises UserError."""
    key = request.keys[index]
    off = tuple(existing(engine, key, request.off[index]))
    assert request.asked.hiding is not None
    decided = decisions(engine, key, request.asked.hiding)
    forced = {at: True for at, hidden in decided.items() if hidden}
    yield from generate_decoder_input(engine, key, request.asked, forced)
    shown = view(engine, key, request.asked, forced, off)
    looked = AttentionResult(shown, thumbnails(shown.maps.heads), off)
    return replace(looked, measuring=looked.is_cut)
