"""What the controls of the Attention panel offer for the models that are shown."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.attention_view import AttentionView
from explorer.ui.widgets.attention.controls import Settings, Streams, Switch
from explorer.ui.widgets.attention.figure import COMPARABLE_VIEWS
from explorer.ui.widgets.attention.parts import Looked, comparable_pair, place_name
from explorer.ui.widgets.attention.scene import Scene


def settings_for(scene: Scene) -> Settings:
    """All that the controls show."""
    views, options = scene.shown, scene.options
    ordered = any(shown.card.spec.ordered for shown in views)
    pair = comparable_pair(scene.shown_columns) is not None
    beside = len(views) > 1 and scene.view in COMPARABLE_VIEWS
    return Settings(
        selection=scene.selection,
        views=scene.views,
        view=scene.view,
        num_layers=max((shown.maps.num_layers for shown in views), default=0),
        num_heads=max((shown.maps.num_heads for shown in views), default=0),
        streams=_streams(views),
        hide_specials=options.hide_specials,
        difference=pair if beside else None,
        with_difference=options.with_difference,
        order=options.with_order if ordered else None,
        terms=_terms(views, options.silent),
        writing=_writing(views, options.decoder_text),
        switch=_switch(scene),
        any_off=any(looked.is_cut for _, looked in scene.looked),
        alone=options.alone in [slot.key for slot in scene.slots],
    )


def _streams(views: Sequence[AttentionView]) -> tuple[Streams, ...]:
    """The choices of each architecture that has several streams."""
    found = {shown.card.spec.name: shown for shown in reversed(views) if len(shown.streams) > 1}
    return tuple(
        Streams(
            name,
            shown.card.spec.title,
            {stream.name: stream.title for stream in shown.streams},
            shown.stream.name,
        )
        for name, shown in reversed(found.items())
    )


def _terms(
    views: Sequence[AttentionView], silent: Sequence[str]
) -> tuple[tuple[str, str, bool], ...]:
    """What can be switched off: (name, title, on)."""
    extras = {extra.name: extra for shown in views for extra in shown.card.spec.extras}
    return tuple(
        (name, extra.title, name not in silent) for name, extra in extras.items() if extra.silent
    )


def _writing(views: Sequence[AttentionView], text: str) -> tuple[str, str] | None:
    """What a person wrote for a decoder, and what the model writes by itself."""
    written = [shown.fed for shown in views if not shown.rows.of_text]
    if not written:
        return None
    own = next((fed.written for fed in written if fed.own_words), "")
    return text, f"by itself: {own}" if own else "by itself"


def _switch(scene: Scene) -> Switch:
    """The chosen head, in the model in which it was chosen."""
    key, chosen = scene.head_of, scene.selection
    head, answer = scene.head_in(key, chosen.layer, chosen.head), scene.answers.get(key)
    if head is None or not isinstance(answer, Looked):
        return Switch()
    slot = next(slot for slot in scene.slots if slot.key == key)
    verb = "on" if head in answer.off else "off"
    tip = f"{place_name(head.layer, head.head)} of {slot.title}"
    return Switch(f"Switch {verb} in {slot.letter}", tip, enabled=True)
