"""Figures of the panels without a window: computed and drawn by the panels themselves."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.errors import UserError
from explorer.core.files import write
from explorer.core.state import defaults
from explorer.core.state.state import Head, Selection, State
from explorer.core.state.texts import check_length
from explorer.terminal.console import needing_qt
from models.schema.records import ModelInput, TokenChange
from plm_explorer.library import Model, engine, key_of, library
from plm_explorer.tables import ending_of

if TYPE_CHECKING:
    from explorer.ui.export.choices import ExportChoices, Format
    from explorer.ui.export.layout import DrawnFigure

Ablated = Mapping[str, Sequence[tuple[str, int, int]]]
_application: list[Any] = []  # Qt's, which must exist as long as figures do


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure of a panel: a picture in Jupyter, and its numbers."""

    _drawn: DrawnFigure
    _choices: ExportChoices

    @property
    def caption(self) -> str:
        """How to make the figure again: models, text, settings, seed, version."""
        return str(self._drawn.caption)

    @property
    def notes(self) -> tuple[str, ...]:
        """Limits of the picture."""
        return self._drawn.notes

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of `rows`."""
        return self._drawn.table.columns

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """The numbers of the figure."""
        return [tuple(row) for row in self._drawn.table.rows]

    @cached_property
    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        return self.render("svg").decode()

    def render(self, file_format: Format) -> bytes:
        """The bytes of a file: "png", "svg", "pdf", "csv" or "json"."""
        from explorer.ui.export.writers import render

        return render(self._drawn, file_format, self._choices)

    def save(self, path: str | Path, dpi: int | None = None) -> Path:
        """Write a file whose ending names its format; one of this name is replaced.

        `dpi` is for PNG. Raises UserError.
        """
        from explorer.ui.export.choices import FORMATS, MAX_DPI, MIN_DPI

        file_format = ending_of(path, FORMATS)
        if dpi is not None and not MIN_DPI <= dpi <= MAX_DPI:
            raise UserError(f"dpi is {dpi}.", f"Choose from {MIN_DPI} to {MAX_DPI}.")
        choices = self._choices if dpi is None else replace(self._choices, dpi=dpi)
        write(Path(path), replace(self, _choices=choices).render(file_format))
        return Path(path)

    @property
    def first_section(self) -> Figure:
        """What is above the second heading."""
        (drawings, *_) = self._drawn.sections().values()
        return replace(self, _drawn=replace(self._drawn, drawings=drawings))

    def to_html(self) -> str:
        """The SVG as an image of HTML, where its names cannot meet those of other pictures."""
        data = b64encode(self.svg.encode()).decode()
        source = f"data:image/svg+xml;base64,{data}"
        return f'<img style="max-width: 100%" alt="{escape(self.caption)}" src="{source}">'

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Figure: {self.caption}>"


def figure(
    panel: str,
    models: Sequence[str | Path | Model] | str | Path | Model | None = None,
    text: str | None = None,
    *,
    pair: str = "",
    view: str = "",
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    seed: int = defaults.SEED,
    token: int | None = None,
    token_of: str = "",
    layer: int | None = None,
    head: int | None = None,
    masks: Mapping[str, Mapping[int, bool]] | None = None,
    ablated: Ablated | None = None,
    size: str = "page",
    dark: bool = False,
    caption: bool = True,
) -> Figure:
    """The figure of a panel, the same as in the window.

    panel, view: names as `panels()` lists them. models: one to four; the usual ones if left out.
    text, pair: the sentence, and a second one. options: those of the panel, as its button "Copy as
    Python" writes them. settings: options of other panels that it reads, by panel. token (a
    position in the input of the model `token_of`), layer and head: what is selected, counted from
    0. masks: by model and position, True for a masked token. ablated: heads by model, as (stream,
    layer, head). size: "column", "page" or "slide".
    Raises UserError, also where the panel has no figure for these models.
    """
    state = State(
        text=defaults.SENTENCE if text is None else text,
        pair=pair,
        seed=seed,
        models=defaults.models_for(panel) if models is None else _keys(models),
        panel=panel,
        selection=Selection(token, layer, head, token_of),
        masks={key_of(key): {**drawn} for key, drawn in (masks or {}).items()},
        ablated={
            key_of(key): tuple(Head(*one) for one in heads)
            for key, heads in (ablated or {}).items()
        },
        panel_settings={**(settings or {}), panel: dict(options or {})},
    )
    check_length(text, pair)
    return _figure(state, view, size=size, dark=dark, caption=caption)


def attention_figure(key: str, model_input: ModelInput) -> Figure:
    """The Attention panel of what one model is fed. Raises UserError for one without attention."""
    from explorer.core.attention.inputs import AttentionQuery, PreparedInput
    from explorer.core.attention.request import AttentionAnswer
    from explorer.core.attention.thumbnails import thumbnails
    from explorer.core.attention.view import view_of
    from explorer.ui.panels.attention.study import Known

    text, pair = model_input.encoding.text, model_input.encoding.pair or ""
    viewed = view_of(engine(), key, AttentionQuery(text, pair), PreparedInput(model_input))
    answers = Known({key: AttentionAnswer(viewed, thumbnails(viewed.maps.heads))})
    state = State(text=text, pair=pair, models=(key,), panel="attention")
    figure = _figure(state, answer=answers)
    if not (chosen := np.flatnonzero(model_input.change != TokenChange.KEPT).tolist()):
        return figure
    places = ", ".join(map(str, chosen))
    note = f"Positions that are masked, replaced or predicted, counted from 0: {places}."
    return replace(figure, _drawn=replace(figure._drawn, notes=(*figure.notes, note)))


def _figure(state: State, view: str = "", answer: Any = None, **paper: Any) -> Figure:
    """What the panel of a state draws; `answer` is that to its request, where it is known."""
    with needing_qt():
        from explorer.commands.figures import draw, find, panel_context, start_qt
        from explorer.ui.studies.drawing import draw_study, find_study

        _application[:] = [start_qt()]
        if (study := find_study(state.panel)) is not None:
            seen = study.spec.in_view(state, view)
            drawn = draw_study(study, seen, library(), engine(), answer)
            return Figure(drawn, _choices(**paper))
        (chosen,) = find([f"{state.panel}:{view}" if view else state.panel])
        with panel_context(state, library(), engine()) as context:
            return Figure(draw(chosen, context, answer), _choices(**paper))


def _keys(models: Sequence[str | Path | Model] | str | Path | Model) -> tuple[str, ...]:
    """The keys of the library. Raises UserError."""
    several = [models] if isinstance(models, str | Path | Model) else models
    if len(several) > defaults.MAX_MODELS:
        raise UserError(
            f"{len(several)} models do not fit side by side.",
            f"Choose {defaults.MAX_MODELS} at most.",
        )
    return tuple(key_of(model) for model in several)


def _choices(size: str = "page", dark: bool = False, caption: bool = True) -> ExportChoices:
    from explorer.ui.export.choices import FIGURE_SIZES, ExportChoices

    sizes = {one.name: one for one in FIGURE_SIZES}
    if size not in sizes:
        raise UserError(f"There is no size {size!r}.", f"Choose among {', '.join(sizes)}.")
    return ExportChoices(size=sizes[size], dark=dark, caption=caption)
