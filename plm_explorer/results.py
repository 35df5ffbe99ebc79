"""What the functions return: tables that Jupyter shows, each with the figure of a panel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.files import write
from plm_explorer.tables import as_html, as_text, ending_of

if TYPE_CHECKING:
    from plm_explorer.figures import Figure

PICTURES = ("png", "svg", "pdf")
MAX_LINES = 20  # of a table as text
NUMBERS = ("csv", "json")


class Result:
    """Columns and rows. A subclass that has a picture says which panel draws it."""

    columns: tuple[str, ...] = ()

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """The values, in the order of `columns`."""
        raise AssertionError(f"{type(self).__name__} has no rows")

    @property
    def title(self) -> str:
        """One line above the table."""
        return type(self).__name__

    def figure(self) -> Figure:
        """The picture that a panel of the window draws of it. Raises UserError."""
        from explorer.core.errors import UserError

        raise UserError(f"{self.title} has no picture.", "Save it as .csv or .json.")

    def save(self, path: str | Path, dpi: int | None = None) -> Path:
        """Write the table (.csv, .json) or the figure (.png, .svg, .pdf). Raises UserError."""
        ending = ending_of(path, (*PICTURES, *NUMBERS))
        if ending in PICTURES:
            return self.figure().save(path, dpi)
        from explorer.core.table import Table

        table = Table(self.columns, self.rows, self.title)
        text = "\ufeff" + table.to_csv() if ending == "csv" else table.to_json()
        write(Path(path), text.encode("utf-8", "replace"))
        return Path(path)

    def _notebook_figure(self) -> Figure | None:
        """The picture above the table in a notebook."""
        return None

    def _repr_html_(self) -> str:
        from html import escape

        figure = self._notebook_figure()
        picture = "" if figure is None else f"<p>{figure.to_html()}</p>"
        return f"<p><b>{escape(self.title)}</b></p>{picture}{as_html(self.columns, self.rows)}"

    def __repr__(self) -> str:
        lines = [self.title, " | ".join(self.columns)]
        lines += [" | ".join(map(as_text, row)) for row in self.rows[:MAX_LINES]]
        return "\n".join([*lines, *(["…"] if len(self.rows) > MAX_LINES else [])])


class ResultList(Result):
    """A list of what there is, such as models or panels."""

    def __init__(self, title: str, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
        self.columns = columns
        self._title, self._rows = title, rows

    @property
    def title(self) -> str:
        return self._title

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        return self._rows

    @property
    def names(self) -> list[str]:
        """The first column: what the functions take."""
        return [str(row[0]) for row in self._rows]
