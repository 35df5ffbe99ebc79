"""Figures of studies without a window: no widget is made, and none of Qt's widgets imported."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.library.slots import usable_slots
from explorer.core.localization import tr
from explorer.core.report.captions import Caption, DrawnModel
from explorer.core.report.sources import hash_of
from explorer.core.state.state import State
from explorer.ui.export.layout import DrawnFigure
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.studies.contract import Notice, Situation, Study, StudyFigure
from models.runtime.generators import run_to_end

PACKAGE = "explorer.ui.panels"
NO_PICTURE = tr("there is no picture for any of these models.")
NO_PICTURE_IN_VIEW = tr("there is no picture for any of these models in this view.")


class NoFigureError(UserError):
    """A panel has no figure for the models, the text or the view; the message says why."""


def find_study(name: str) -> Study | None:
    """The study of a panel; None where its figure is made by a widget.

    Raises ImportError and whatever else its file raises.
    """
    folder = f"{PACKAGE}.{name}"
    has_one = name.isidentifier() and find_spec(folder) and find_spec(f"{folder}.study")
    return getattr(importlib.import_module(f"{folder}.study"), "STUDY", None) if has_one else None


def draw_study(
    study: Study, state: State, library: Library, engine: Any, answer: Any = None
) -> DrawnFigure:
    """The figure of a study for a state; `answer` is that to its request, where it is known.

    Raises NoFigureError if there is none, and what the work of the study raises.
    """
    at = Situation(study.spec, state, usable_slots(library, state), library.entries)
    if study.needs_models(at) and not at.slots:
        raise NoFigureError(NO_PICTURE)
    request = study.request(at)
    if isinstance(request, Notice):
        raise NoFigureError(request.text)
    if answer is None:
        answer = study.complete(study.nothing, run_to_end(study.work(request, engine)))
    chosen = at.options.get("view")
    if chosen in study.spec.views and chosen != study.shown_view(answer, at):
        raise NoFigureError(NO_PICTURE_IN_VIEW)
    figure = study.figure(answer, at)
    if not figure.drawings:
        raise NoFigureError(figure.instead or NO_PICTURE)
    hashes = {key: hash_of(key, engine) for key in unknown_hashes(figure.models)}
    return captioned(study.spec, state, figure, hashes)


def captioned(
    spec: PanelSpec, state: State, figure: StudyFigure, hashes: Mapping[str, str]
) -> DrawnFigure:
    """A figure with its caption; `hashes` are those of checkpoints by key, where it knows none."""
    # The caption names a view that the panel does not open with.
    view = spec.view_of(state)
    title = spec.views[view] if view in list(spec.views)[1:] else ""
    settings = [tr("view “{title}”", title=title)] if title else []
    models = pair_with_hashes(figure.models, hashes)
    caption = Caption.of(
        spec.title, state, models, [*settings, *figure.settings], figure.depends_on
    )
    return DrawnFigure(
        spec.name, figure.drawings, figure.table, caption, figure.notes, spec.text.papers
    )


def pair_with_hashes(
    drawn: Sequence[DrawnModel], hashes: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """The models as a caption has them."""
    return tuple((model.name, model.digest or hashes.get(model.key, "")) for model in drawn)


def unknown_hashes(drawn: Sequence[DrawnModel]) -> list[str]:
    """The keys of those models whose hash is to be read from their files."""
    return [model.key for model in drawn if model.key and not model.digest]
