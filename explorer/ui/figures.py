"""From panels to figures: what the window exports, and the command line without a window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from explorer.core.errors import UserError
from explorer.core.jobs import Work
from explorer.ui.export import Caption, Figure
from explorer.ui.panel import Panel, PanelContext


def figure_of(panel: Panel, hashes: Mapping[str, str]) -> Figure:
    """What a panel shows now; `hashes` are those of the checkpoints, by key."""
    models = [(model.name, hashes.get(model.key, "")) for model in panel.drawn()]
    settings = [*_other_view(panel), *panel.made_with()]
    caption = Caption.of(panel.spec.title, panel.state, models, settings)
    return Figure(panel.spec.name, tuple(panel.drawings()), panel.table(), caption)


def _other_view(panel: Panel) -> list[str]:
    """By the name that the command line knows, unless the panel opens with it."""
    return [f"view {panel.view}"] if panel.view in panel.spec.views[1:] else []


def hashes_of(panel: Panel, engine: Any) -> dict[str, str]:
    """The hashes of the checkpoints in a panel's figure, by key."""
    return {model.key: hash_of(model.key, engine) for model in panel.drawn() if model.key}


def hash_of(key: str, engine: Any) -> str:
    """A checkpoint's hash; empty where it cannot be read, as a curve needs no weights."""
    try:
        return str(engine.card(key).hash)
    except UserError:
        return ""


def compute(panel: Panel) -> bool:
    """Answer the panel's request here and now, without a window or threads.

    False where it has nothing to show (its message says why). Raises what its work raises.
    """
    request = panel.request(panel.state)
    if request is None:
        return False
    panel.show_result(_last_word(type(panel).work(request, panel.context.engine)))
    panel.show_selection(panel.state.selection)
    return bool(panel.drawings())


def figures(context: PanelContext, panels: Sequence[type[Panel]]) -> Iterator[Figure]:
    """The figures of several panels, one after the other. Raises UserError."""
    if not context.slots(context.store.state):
        raise UserError("There is no model to draw.", "Name one that the library lists.")
    for kind in panels:
        panel = kind(context)
        try:
            if compute(panel):
                yield figure_of(panel, hashes_of(panel, context.engine))
        finally:
            panel.close()
            panel.deleteLater()


def _last_word(work: Work) -> object:
    """Run a job to its end."""
    try:
        while True:
            next(work)
    except StopIteration as end:
        return end.value
