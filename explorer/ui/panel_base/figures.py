"""From panels to figures: what the window exports, and the command line without a window."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from explorer.core.jobs.jobs import Work
from explorer.core.report.captions import DrawnModel
from explorer.core.report.sources import hash_of, read_sources
from explorer.ui.export.layout import DrawnFigure
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.panel import Panel
from explorer.ui.studies.contract import StudyFigure
from explorer.ui.studies.drawing import captioned, pair_with_hashes, unknown_hashes
from models.runtime.generators import run_to_end
from models.schema.specs import Paper


def figure_of(panel: Panel, hashes: Mapping[str, str]) -> DrawnFigure:
    """What a panel shows now; `hashes` are those of checkpoints by key, where it knows none."""
    drawn = StudyFigure(
        tuple(panel.drawings()),
        panel.figure_models(),
        panel.caption_dependencies(),
        tuple(panel.caption_settings()),
        tuple(panel.notes),
        make_table=panel.table,
    )
    return captioned(panel.spec, panel.state, drawn, hashes)


def add_provenance(
    figure: DrawnFigure,
    drawn: Sequence[DrawnModel],
    hashes: Mapping[str, str],
    papers: Mapping[str, Paper],
    others: Collection[str] = (),
) -> DrawnFigure:
    """The figure of these models with their hashes in its caption, and with their papers, by key.

    `hashes` as of `figure_of`; papers of the panel with the titles `others` are left out.
    """
    caption = replace(figure.caption, models=pair_with_hashes(drawn, hashes))
    own = [papers[model.key] for model in drawn if model.key in papers]
    methods = [paper for paper in figure.papers if paper.title not in others]
    return replace(figure, caption=caption, papers=tuple(dict.fromkeys([*own, *methods])))


def source_reader(
    drawn: Sequence[Sequence[DrawnModel]], context: PanelContext
) -> Callable[[], Work] | None:
    """Return work that reads the papers, and hashes unknown to panels, for `add_provenance`.

    None where there is nothing to read.
    """
    unknown = tuple(dict.fromkeys(key for models in drawn for key in unknown_hashes(models)))
    keys = {model.key for models in drawn for model in models}
    entries = {key: entry for key in keys if key and (entry := context.entry(key))}
    architectures = {key: entry.architecture for key, entry in entries.items()}
    read = partial(read_sources, unknown, architectures, context.engine)
    return read if unknown or architectures else None


def hashes_of(panel: Panel, engine: Any) -> dict[str, str]:
    """The hashes that a panel does not know itself, as the files are now, by key."""
    return {key: hash_of(key, engine) for key in unknown_hashes(panel.figure_models())}


def compute(panel: Panel, answer: Any = None) -> bool:
    """Answer the panel's request here and now, without a window or threads, or show an answer.

    False where it has nothing to show (its message says why). Raises what its work raises.
    """
    request = panel.request(panel.state)
    if request is None:
        return False
    work = type(panel).work
    panel.show_result(answer or run_to_end(work(request, panel.context.engine)))
    panel.show_selection(panel.state.selection)
    return bool(panel.drawings())
