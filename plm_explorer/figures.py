"""Figures of the panels without a window: computed and drawn by the panels themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.files import write
from explorer.core.state import defaults
from explorer.core.state.state import Head, Selection, State
from explorer.core.state.texts import check_length
from explorer.terminal.console import needing_qt
from plm_explorer.library import Model, engine, key_of, library
from plm_explorer.tables import ending_of

if TYPE_CHECKING:
    from explorer.ui.export.choices import ExportChoices, Format
    from explorer.ui.export.layout import DrawnFigure

Ablated = Mapping[str, Sequence[tuple[str, int, int]]]
_application: list[Any] = []  # Qt's, which must exist as long as figures do


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure of a panel: a picture in Jupyter, and the numbers behind it."""

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
        return self.rendered("svg").decode()

    def rendered(self, file_format: Format) -> bytes:
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
        write(Path(path), replace(self, _choices=choices).rendered(file_format))
        return Path(path)

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
    with needing_qt():
        from explorer.commands.figures import draw, find, panel_context, start_qt

        _application[:] = [start_qt()]
        (chosen,) = find([f"{panel}:{view}" if view else panel])
        with panel_context(state, library(), engine()) as context:
            return Figure(draw(chosen, context), _choices(size, dark, caption))


def _keys(models: Sequence[str | Path | Model] | str | Path | Model) -> tuple[str, ...]:
    """The keys of the library. Raises UserError."""
    several = [models] if isinstance(models, str | Path | Model) else models
    if len(several) > defaults.MAX_MODELS:
        raise UserError(
            f"{len(several)} models do not fit side by side.",
            f"Choose {defaults.MAX_MODELS} at most.",
        )
    return tuple(key_of(model) for model in several)


def _choices(size: str, dark: bool, caption: bool) -> ExportChoices:
    from explorer.ui.export.choices import FIGURE_SIZES, ExportChoices

    sizes = {one.name: one for one in FIGURE_SIZES}
    if size not in sizes:
        raise UserError(f"There is no size {size!r}.", f"Choose among {', '.join(sizes)}.")
    return ExportChoices(size=sizes[size], dark=dark, caption=caption)
