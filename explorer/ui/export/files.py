"""Which files an export writes: under which names, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count, product
from pathlib import Path

from explorer.core.errors import UserError
from explorer.core.files import write
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.ui.export.choices import ExportChoices, Format
from explorer.ui.export.layout import DrawnFigure, PageLayout, lay_out
from explorer.ui.export.writers import encode
from models.runtime.generators import run_to_end


def paths_of(
    figures: Sequence[DrawnFigure], folder: Path, formats: Sequence[Format]
) -> list[tuple[DrawnFigure, Format, Path]]:
    """The files of all figures, one figure after the other."""
    pairs = product(figures, formats)
    return [(figure, ending, folder / f"{figure.name}.{ending}") for figure, ending in pairs]


def already_there(
    figures: Sequence[DrawnFigure], folder: Path, formats: Sequence[Format]
) -> list[Path]:
    """What would be replaced."""
    return [path for *_, path in paths_of(figures, folder, formats) if os.path.lexists(path)]


def assign_free_names(
    figures: Sequence[DrawnFigure], folder: Path, formats: Sequence[Format]
) -> list[DrawnFigure]:
    """The figures under names that are free in all formats: attention, else attention-2 …"""
    free = []
    for figure in figures:
        endings = chain([""], (f"-{number}" for number in count(2)))
        named = (replace(figure, name=figure.name + ending) for ending in endings)
        free.append(next(one for one in named if not already_there([one], folder, formats)))
    return free


def draw_files(
    figures: Sequence[DrawnFigure],
    folder: Path,
    formats: Sequence[Format],
    choices: ExportChoices,
    layouts: Sequence[PageLayout],
) -> Work:
    """Draw the figures in all formats, then write the files; returns their paths.

    No file is written before all are drawn, so cancelling leaves none. Raises UserError, which
    names the figure.
    """
    laid_out = dict(zip((figure.name for figure in figures), layouts, strict=False))
    files, drawn = paths_of(figures, folder, formats), []
    for number, (figure, file_format, path) in enumerate(files):
        yield Progress(
            tr(
                "Drawing {number} of {files}: {path}",
                number=number + 1,
                files=len(files),
                path=path.name,
            ),
            number,
            len(files),
        )
        try:
            drawn.append((path, encode(figure, laid_out.get(figure.name), file_format, choices)))
        except UserError as error:
            raise UserError(f"{figure.caption.title}: {error.message}", error.hint) from error
    yield Progress(tr("Writing the files"), len(files), len(files))
    for number, (path, data) in enumerate(drawn):
        try:
            write(path, data)
        except UserError as error:
            done = (
                tr(" {number} of {drawn} files are written.", number=number, drawn=len(drawn))
                if number
                else ""
            )
            raise UserError(f"{error.message}{done}", error.hint) from error
    return [path for path, _ in drawn]


def export(
    figure: DrawnFigure, folder: Path, formats: Sequence[Format], choices: ExportChoices
) -> list[Path]:
    """Write the figure in each format. Raises UserError."""
    layout = lay_out(figure, choices)
    written: list[Path] = run_to_end(draw_files([figure], folder, formats, choices, [layout]))
    return written
