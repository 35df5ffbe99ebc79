"""What the controls of the Attention panel offer for the models that are shown."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.attention.view import AttentionView
from explorer.ui.panels.attention.controls import ControlSettings, Streams, Switch
from explorer.ui.panels.attention.figure import COMPARABLE_VIEWS
from explorer.ui.panels.attention.parts import AttentionResult, comparable_pair, place_name
from explorer.ui.panels.attention.scene import Scene
from explorer.ui.panels.attention.term_boxes import Terms


def settings_for(scene: Scene) -> ControlSettings:
    """All that the controls show."""
    views, options = scene.shown, scene.options
    ordered = any(shown.card.spec.ordered for shown in views)
    pair = comparable_pair(scene.shown_columns) is not None
    scores = _scores(views, options.silent)
    streams = _streams(views, scores)
    own = [each.term for each in streams]
    return ControlSettings(
        selection=scene.selection,
        views=scene.views,
        view=scene.view,
        num_layers=max((shown.maps.num_layers for shown in views), default=0),
        num_heads=max((shown.maps.num_heads for shown in views), default=0),
        streams=streams,
        hide_specials=options.hide_specials,
        root_scale=options.root_scale,
        difference=pair if len(views) > 1 else None,
        with_difference=options.with_difference,
        comparable_view=scene.view in COMPARABLE_VIEWS,
        order=options.with_order if ordered else None,
        scores=tuple(score for score in scores if score not in own),
        writing=_writing(views, options.decoder_text),
        switch=_switch(scene),
        any_off=any(looked.is_cut for _, looked in scene.looked),
        alone=options.alone in [slot.key for slot in scene.slots],
    )


def _streams(views: Sequence[AttentionView], scores: Sequence[Terms]) -> tuple[Streams, ...]:
    """The choices of each architecture of several streams, also where only one of them ran."""
    found = {v.card.spec.name: v for v in reversed(views) if len(v.card.spec.streams) > 1}
    return tuple(_streams_of(shown, scores) for shown in reversed(found.values()))


def _streams_of(shown: AttentionView, scores: Sequence[Terms]) -> Streams:
    spec, several = shown.card.spec, len(shown.streams) > 1
    titles = {stream.name: stream.title for stream in (shown.streams if several else spec.streams)}
    single = (each for each in scores if len(each.terms) == 1)
    own = next((each for each in single if each.architectures == spec.title), None)
    return Streams(spec.name, spec.title, titles, shown.stream.name, several, own)


def _scores(views: Sequence[AttentionView], silent: Sequence[str]) -> tuple[Terms, ...]:
    """What can be switched off, by the scores that have it.

    Architectures that add the same terms share one line, as a switch is for all of them.
    """
    found: dict[tuple[tuple[str, str], ...], dict[str, None]] = {}  # titles of architectures
    for spec in (shown.card.spec for shown in views):
        terms = tuple((extra.name, extra.title) for extra in spec.extras if extra.ablatable)
        found.setdefault(terms, {})[spec.title] = None
    return tuple(
        Terms(" and ".join(titles), tuple((*term, term[0] not in silent) for term in terms))
        for terms, titles in found.items()
        if terms
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
    if head is None or not isinstance(answer, AttentionResult):
        return Switch()
    slot = next(slot for slot in scene.slots if slot.key == key)
    verb = "on" if head in answer.off else "off"
    tip = f"{place_name(head.layer, head.head)} of {slot.title}"
    return Switch(f"Switch {verb} in {slot.letter}", tip, enabled=True)
