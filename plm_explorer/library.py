"""The models of this machine, and what else can be named; one library for each home folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.comparison.published import options_of, published_table
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.merging import save_merged
from explorer.core.errors import UserError
from explorer.core.hub.names import repo_id_of
from explorer.core.library.library import Library
from explorer.core.state.settings import runs_folder
from explorer.terminal.downloads import provide
from models.runtime.generators import run_to_end
from plm_explorer.results import Result, ResultList

if TYPE_CHECKING:
    from plm_explorer.figures import Figure


def library() -> Library:
    """The models that can be named: bundled, trained here, and the folders opened by `load`."""
    return _library(runs_folder())


def engine() -> Engine:
    """Holds the loaded models; for one thread."""
    return _engine(library())


@cache
def _library(own: Path) -> Library:
    return Library(own=own)


@cache
def _engine(models: Library) -> Engine:
    return Engine(models)


@dataclass(frozen=True, repr=False)
class Model(Result):
    """A loaded model; every function takes it in place of its name."""

    key: str
    card: ModelCard

    columns = ("field", "value")

    @property
    def title(self) -> str:
        return self.card.title

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        card, entry = self.card, self.card.entry
        return [
            ("name", self.key),
            ("architecture", card.spec.title),
            ("parameters", entry.parameters),
            ("layers", card.num_layers),
            ("heads", card.num_heads),
            ("positions", card.num_positions),
            ("objectives", ", ".join(card.objectives)),
            ("held-out metrics", ", ".join(f"{k} {v:.4g}" for k, v in entry.metrics.items())),
            ("hash of the weights", card.hash[:12]),
        ]


def load(
    name: str | Path, *, architecture: str = "", base: str | Path = "", offline: bool = True
) -> Model:
    """Load a model: a bundled one, one trained here, a folder, or an id on the Hugging Face hub.

    Without `offline`, an id that is not in the cache is downloaded. `architecture` is for a folder
    whose config.json names none, `base` for an adapter whose base is not found by its name. Raises
    UserError.
    """
    if architecture or base:
        key = library().open_folder(name, architecture, base).key
    else:
        _provide(str(name), offline)
        key = library().usable(str(name)).key
    return Model(key, engine().card(key))


def _provide(name: str, offline: bool) -> None:
    """Download a model of the hub that is not here. Raises UserError."""
    try:
        provide(library(), [name], offline=True)
    except UserError:
        if (repo_id := repo_id_of(name)) is None:
            raise
        if offline:
            raise UserError(
                f"{repo_id} is not in the cache of the Hugging Face hub.",
                f'Call load("{repo_id}", offline=False) to download it.',
            ) from None
        provide(library(), [name], offline=False)


def merge(model: str | Path | Model, out: str | Path) -> Model:
    """Write a model with its adapter in its weights into a new folder, and load that.

    Raises UserError.
    """
    return load(run_to_end(save_merged(engine(), key_of(model), Path(out))))


def key_of(model: str | Path | Model) -> str:
    """The key of a model in the library. Raises UserError."""
    return model.key if isinstance(model, Model) else library().usable(str(model)).key


def models() -> ResultList:
    """The models that can be loaded by name."""
    entries = [entry for entry in library().entries() if entry.problem is None]
    rows = [(one.key, one.title, one.architecture, one.parameters, one.origin) for one in entries]
    return ResultList("Models", ("name", "title", "architecture", "parameters", "origin"), rows)


def comparisons() -> ResultList:
    """The comparisons that `compare` opens or runs."""
    from models.comparison.catalog import experiments

    rows = [(spec.name, spec.title, spec.question) for spec in experiments().values()]
    return ResultList("Comparisons", ("name", "title", "question"), rows)


def panels() -> ResultList:
    """The panels that `figure` draws, with their views."""
    from explorer.terminal.console import needing_qt

    with needing_qt():
        from explorer.ui.panel_base.registry import find_panels

        specs = [panel.spec for panel in find_panels().panels]
    rows = [(one.name, one.title, ", ".join(one.views), one.summary) for one in specs]
    return ResultList("Panels", ("name", "title", "views", "what it shows"), rows)


class PublishedCards(Result):
    """Published checkpoints side by side, one row per fact, without their weights."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names, self._table = names, published_table(names)
        self.columns = self._table.columns

    @property
    def title(self) -> str:
        return self._table.title

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self._table.rows]

    def figure(self) -> Figure:
        """The view "Published models" of the panel Differences."""
        from plm_explorer.figures import figure

        return figure("compare", [], view="published", options=options_of(self._names))


def published(*names: str) -> ResultList | PublishedCards:
    """Published checkpoints: all of them, or the cards of one to four, by id, alias or title.

    "errors" in place of names: what lecture notes often state otherwise; "tasks": the tasks that
    papers report, with scores; "timeline": which model comes from which. Raises UserError.
    """
    if names:
        return PublishedCards(names)
    table = published_table(())
    return ResultList(table.title, table.columns, [tuple(row) for row in table.rows])
