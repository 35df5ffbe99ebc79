"""The panels: every folder of explorer/ui/panels that defines a PANEL or a STUDY."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import GROUP_TITLES, Group
from explorer.ui.studies.drawing import PACKAGE, find_study
from explorer.ui.studies.panel import panel_of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PanelCatalog:
    """All panels in the order of the window, and the errors of those that cannot be imported."""

    panels: tuple[type[Panel], ...]
    broken: dict[str, str]

    def find(self, name: str) -> type[Panel] | None:
        return next((panel for panel in self.panels if panel.spec.name == name), None)


def find_panels() -> PanelCatalog:
    """Import all panels. Raises ValueError for two panels of one name."""
    panels: dict[str, type[Panel]] = {}
    broken: dict[str, str] = {}
    package = importlib.import_module(PACKAGE)
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        name = f"{PACKAGE}.{info.name}"
        try:
            panel = _import_panel(name) if info.ispkg else None
        except Exception as error:  # the other panels stay usable
            log.exception("the panel %s cannot be loaded", name)
            broken[name] = f"{type(error).__name__}: {error}"
            continue
        if isinstance(panel, type) and issubclass(panel, Panel):
            if panel.spec.name in panels:
                raise ValueError(f"two panels are named {panel.spec.name!r}")
            panels[panel.spec.name] = panel
    return PanelCatalog(tuple(sorted(panels.values(), key=_rank)), broken)


def _import_panel(folder: str) -> object:
    """What is declared as PANEL in a folder, or the panel of its study."""
    if find_spec(f"{folder}.panel"):
        return getattr(importlib.import_module(f"{folder}.panel"), "PANEL", None)
    study = find_study(folder.removeprefix(f"{PACKAGE}."))
    return None if study is None else panel_of(study)


def _rank(panel: type[Panel]) -> tuple[int, int, str]:
    groups: Sequence[Group] = tuple(GROUP_TITLES)
    return groups.index(panel.spec.group), panel.spec.order, panel.spec.name
