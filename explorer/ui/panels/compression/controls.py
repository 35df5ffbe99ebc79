"""Above the picture: the view, the base, what the axes measure, or whose inside is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.core.compression.request import INSIDE, MAKE, OVERVIEW
from explorer.core.localization import tr
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.layouts import column
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.compression.overview import COSTS, QUALITIES

VIEW_TITLES = {
    OVERVIEW: tr("Size, speed, quality"),
    INSIDE: tr("Inside one model"),
    MAKE: tr("Make another"),
}


@dataclass(frozen=True)
class ControlChoices:
    """What there is to choose from, as titles by value, and what is chosen."""

    view: str
    bases: Mapping[str, str]
    base: str
    cost: str
    qualities: Sequence[str]
    quality: str
    subjects: Mapping[str, str]
    subject: str
    weights: Sequence[str]
    weight: str
    measures_sparsity: bool = False  # whether its curves can be asked for


class CompressionControls(OptionControls):
    """Emits `base`, `cost`, `quality`, `selected` and `weight`."""

    def __init__(self) -> None:
        super().__init__(panel_text("compression").controls)
        self.tabs = ViewTabs(VIEW_TITLES)
        self.base, self.selected = self.choice_box("base"), self.choice_box("selected")
        self.cost, self.quality = self.choice_box("cost"), self.choice_box("quality")
        self.weight, self.again = self.choice_box("weight"), self.button("again")
        self.sparsity = self.button("sparsity")
        options = FlowLine()
        for widget in (self.base, self.cost, self.quality, self.selected, self.weight):
            options.addWidget(widget)
        options.add_right(self.sparsity)
        options.add_right(self.again)
        column(self.tabs, options, into=self)

    def show_choices(self, chosen: ControlChoices) -> None:
        """The values of the view, and only the options that it has."""
        self.tabs.show_view(chosen.view)
        of_overview, inside = chosen.view == OVERVIEW, chosen.view == INSIDE
        bases = {key: tr("Base  {title}", title=title) for key, title in chosen.bases.items()}
        self.base.show_items(bases, chosen.base)
        self.base.setVisible(bool(bases))
        self.cost.show_items({n: tr(one.axis.title) for n, one in COSTS.items()}, chosen.cost)
        titles = {name: tr(QUALITIES[name].axis.title) for name in chosen.qualities}
        self.quality.show_items(titles, chosen.quality)
        self.selected.show_items(chosen.subjects, chosen.subject)
        self.weight.show_items({name: name for name in chosen.weights}, chosen.weight)
        self.cost.setVisible(of_overview)
        self.quality.setVisible(of_overview and len(titles) > 1)
        self.again.setVisible(of_overview and bool(bases))
        self.sparsity.setVisible(inside and chosen.measures_sparsity)
        self.selected.setVisible(inside and bool(chosen.subjects))
        self.weight.setVisible(inside and bool(chosen.weights))
