"""What a panel declares: its name, its place in the menu, its texts and papers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.panel_text import PanelText, panel_place, panel_text
from explorer.core.state.state import State

Group = Literal["start", "look", "make", "compare"]
GROUP_TITLES: dict[Group, str] = {
    "start": tr("Start here"),
    "look": tr("Look"),
    "make": tr("Make"),
    "compare": tr("Compare"),
}


@dataclass(frozen=True)
class PanelSpec:
    """What a panel declares; menus, help and enablement follow from it."""

    name: str
    title: str
    group: Group
    icon: str  # of resources/icons
    order: int  # within its group
    summary: str  # the line under the title
    text: PanelText  # "What am I looking at?", and the papers
    kinds: tuple[str, ...] = ()  # what must be recorded for it
    needs_models: bool = True  # False: it has a picture without a chosen model
    opens: tuple[str, ...] = ()  # endings of files that come to it, if the visible one takes none
    views: Mapping[str, str] = field(default_factory=dict)  # titles by name, if there are several

    def view_of(self, state: State) -> str:
        """The current one of the views, at first the first; "" without views."""
        chosen = str(state.settings(self.name).get("view", ""))
        return chosen if chosen in self.views else next(iter(self.views), "")

    def in_view(self, state: State, view: str) -> State:
        """The state with this view chosen; "" leaves it as it is. Raises UserError."""
        if not view:
            return state
        self.check_view(view)
        return replace(state, panel_settings=state.settings_with(self.name, view=view))

    def check_view(self, view: str) -> None:
        """Raise UserError for a view that the panel does not have."""
        if not self.views:
            raise UserError(
                tr("{spec} has one view only.", spec=self.title),
                tr("Write {name} alone.", name=self.name),
            )
        if view not in self.views:
            raise UserError(
                tr("{spec} has no view {view!r}.", spec=self.title, view=view),
                tr("Choose among {spec}.", spec=", ".join(self.views)),
            )


def panel_spec(name: str, **declared: Any) -> PanelSpec:
    """The spec of a panel whose title, place and texts are in `resources/panels/<name>.toml`."""
    return PanelSpec(name=name, text=panel_text(name), **panel_place(name), **declared)
