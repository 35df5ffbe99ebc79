"""What the controls of the Attention panel offer for the models that are shown."""

from __future__ import annotations

from explorer.core.attention.request import AttentionAnswer
from explorer.core.attention.view import AttentionView
from explorer.ui.panels.attention.column import COMPARABLE_VIEWS, comparable_pair, place_name
from explorer.ui.panels.attention.controls import (
    ControlSettings,
    ModelSettings,
    Streams,
    Switch,
)
from explorer.ui.panels.attention.scene import Scene


def settings_for(scene: Scene) -> ControlSettings:
    """What the line above the figure shows."""
    views, options = scene.shown, scene.options
    pair = comparable_pair(scene.shown_columns) is not None
    return ControlSettings(
        selection=scene.selection,
        views=scene.views,
        view=scene.view,
        num_layers=max((shown.maps.num_layers for shown in views), default=0),
        num_heads=max((shown.maps.num_heads for shown in views), default=0),
        hide_specials=options.hide_specials,
        root_scale=options.root_scale,
        difference=pair if len(views) > 1 else None,
        with_difference=options.with_difference,
        comparable_view=scene.view in COMPARABLE_VIEWS,
        any_off=any(answer.is_ablated for _, answer in scene.answered),
        alone=scene.alone is not None,
    )


def model_settings(scene: Scene) -> dict[str, ModelSettings]:
    """What the options of each model show, by key."""
    return {slot.key: _of_model(scene, slot.key, answer) for slot, answer in scene.answered}


def _of_model(scene: Scene, key: str, answer: AttentionAnswer) -> ModelSettings:
    view, options = answer.view, scene.options
    spec = view.card.spec
    title = next(slot.title for slot in scene.slots if slot.key == key)
    terms = tuple(
        (extra.name, extra.title, extra.name not in options.silent)
        for extra in spec.extras
        if extra.ablatable
    )
    return ModelSettings(
        key=key,
        title=title,
        architecture=spec.title,
        streams=_streams(view),
        terms=terms,
        order=options.with_order if spec.ordered else None,
        writing=_writing(view, options.decoder_text),
        switch=_switch(scene, key, answer),
    )


def _streams(view: AttentionView) -> Streams | None:
    """The choices of an architecture of several streams, also where only one of them ran."""
    spec, several = view.card.spec, len(view.streams) > 1
    if len(spec.streams) == 1:
        return None
    titles = {stream.name: stream.title for stream in (view.streams if several else spec.streams)}
    return Streams(spec.name, titles, view.stream.name, several)


def _writing(view: AttentionView, text: str) -> tuple[str, str] | None:
    """The typed text of the decoder, and the model's own output."""
    if view.rows.of_text:
        return None
    own = view.fed.written if view.fed.own_words else ""
    return text, f"by itself: {own}" if own else "by itself"


def _switch(scene: Scene, key: str, answer: AttentionAnswer) -> Switch:
    """The chosen head in this model."""
    head = scene.head_in(key, scene.selection.layer, scene.selection.head)
    if head is None:
        return Switch()
    verb = "on" if head in answer.off else "off"
    name = place_name(head.layer, head.head)
    return Switch(f"Switch {name[0].lower()}{name[1:]} {verb}", enabled=True)
