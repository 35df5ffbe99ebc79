"""How panels are found: a file in explorer/ui/panels that names its class PANEL is one."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import GROUP_TITLES, Group

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PanelCatalog:
    """All panels in the order of the window, and files that could not be read."""

    panels: tuple[type[Panel], ...]
    broken: dict[str, str]

    def find(self, name: str) -> type[Panel] | None:
        return next((panel for panel in self.panels if panel.spec.name == name), None)


def find_panels(package_name: str = "explorer.ui.panels") -> PanelCatalog:
    """The panels: each is a folder with a `panel.py`. One that cannot be imported is named."""
    found: dict[str, type[Panel]] = {}
    broken: dict[str, str] = {}
    package = importlib.import_module(package_name)
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        name = f"{package_name}.{info.name}" + (".panel" if info.ispkg else "")
        try:
            panel = getattr(importlib.import_module(name), "PANEL", None)
        except Exception as error:  # one broken file must not hide the others
            log.exception("the panel %s cannot be loaded", name)
            broken[name] = f"{type(error).__name__}: {error}"
            continue
        if isinstance(panel, type) and issubclass(panel, Panel):
            if panel.spec.name in found:
                raise ValueError(f"two panels are named {panel.spec.name!r}")
            found[panel.spec.name] = panel
    return PanelCatalog(tuple(sorted(found.values(), key=_rank)), broken)


def _rank(panel: type[Panel]) -> tuple[int, int, str]:
    groups: Sequence[Group] = tuple(GROUP_TITLES)
    return groups.index(panel.spec.group), panel.spec.order, panel.spec.name
