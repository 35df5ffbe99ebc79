"""Numbers and words of the Why panel: table of the export, details, captions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from explorer.core.attribution.request import DELETION, METHODS, RANDOM, WhyAnswer
from explorer.core.localization import tr
from explorer.core.table import Table
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.columns import drop_failures
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.why.figure import Columns

NUM_NAMED = 3
TABLE_COLUMNS = {
    DELETION: ("model", "method", "curve", "order", "tokens", "score_nats"),
    RANDOM: ("model", "method", "position", "token", "share", "share_shuffled"),
}
USUAL = ("model", "predicted", "instead_of", "method", "position", "token", "share")


def table(view: str, columns: Columns) -> Table:
    """Every number of the view."""
    rows_of = {DELETION: _curve_rows, RANDOM: _shuffled_rows}.get(view, _share_rows)
    rows = [
        (model.key, *row) for model, answer in drop_failures(columns) for row in rows_of(answer)
    ]
    return Table(TABLE_COLUMNS.get(view, USUAL), rows, title=tr("Why"))


def _share_rows(answer: WhyAnswer) -> Iterator[tuple[Any, ...]]:
    target = answer.target
    for name, shares in answer.shares.items():
        for at in np.flatnonzero(target.changed).tolist():
            share = float(shares[at])
            yield target.wanted, target.against, METHODS[name], at, target.labels[at], share


def _curve_rows(answer: WhyAnswer) -> Iterator[tuple[Any, ...]]:
    for title, curves in answer.titled_curves:
        orders = [("by share", curves.both)]
        orders += [(f"random {n + 1}", pair) for n, pair in enumerate(curves.random)]
        for order, pair in orders:
            for curve, values in zip(("deletion", "insertion"), pair.tolist(), strict=True):
                for count, value in zip(curves.counts.tolist(), values, strict=True):
                    yield title, curve, order, count, value


def _shuffled_rows(answer: WhyAnswer) -> Iterator[tuple[Any, ...]]:
    target = answer.target
    for one in answer.able:
        if one.randomised is not None and one.shares is not None:
            for at in np.flatnonzero(target.changed).tolist():
                shares = float(one.shares[at]), float(one.randomised[at])
                yield (one.title, at, target.labels[at], *shares)


def details(columns: Columns) -> Details:
    """What each model predicts most, and how exact the shares are."""
    rows: list[tuple[str, str]] = []
    for model, answer in drop_failures(columns):
        rows.append((f"{model.letter}  {model.title}", ""))
        best = answer.target.listed_candidates[:NUM_NAMED]
        rows += [(word, f"{share:.1%}") for (word, share), _ in best]
        if (main := answer.main) is not None and main.error is not None:
            rows.append((tr("Completeness error"), number(abs(main.error))))
    return Details(tr("Most probable"), tuple(rows)) if rows else Details()


def caption_settings(columns: Columns) -> list[str]:
    """For a caption: what is explained, and what stands for a token that is left out."""
    parts = []
    for model, answer in drop_failures(columns):
        target = answer.target
        what = (
            tr("{target} rather than {against}", target=target.wanted, against=target.against)
            if target.against
            else target.wanted
        )
        parts.append(
            tr(
                "{model} explains {what}, left out tokens become {target}",
                model=model.letter,
                what=visible(what),
                target=target.baseline,
            )
        )
    return parts
