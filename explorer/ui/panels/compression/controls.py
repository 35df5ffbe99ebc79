"""Above the picture: the view, the base, what the axes measure, or whose inside is shown."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.core.compression.request import INSIDE, MAKE, OVERVIEW, CompressionAnswer
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.layouts import column
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.panels.compression.overview import COSTS, QUALITIES, qualities_of

VIEW_TITLES = {
    OVERVIEW: tr("Size, speed, quality"),
    INSIDE: tr("Inside one model"),
    MAKE: tr("Make another"),
}


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

    def show_answer(
        self,
        view: str,
        answer: CompressionAnswer,
        bases: Mapping[str, str],
        chosen: Mapping[str, str],
        *,
        can_prune: bool,
    ) -> None:
        """The values that there are, and only the options that the view has.

        `bases` are titles by key, `chosen` are the cost, the quality and the model, and `can_prune`
        says whether curves of sparsity can be asked for.
        """
        self.tabs.show_view(view)
        is_overview, is_inside, inside = view == OVERVIEW, view == INSIDE, answer.inside
        named = {key: tr("Base  {title}", title=title) for key, title in bases.items()}
        self.base.show_items(named, answer.base)
        self.base.setVisible(bool(bases))
        self.again.setVisible(is_overview and bool(bases))
        self.cost.show_items({n: tr(one.title) for n, one in COSTS.items()}, chosen["cost"])
        self.cost.setVisible(is_overview)
        qualities = {name: tr(QUALITIES[name].title) for name in qualities_of(answer.points)}
        self.quality.show_items(qualities, chosen["quality"])
        self.quality.setVisible(is_overview and len(qualities) > 1)
        models = {one.entry.key: one.entry.title for one in answer.derived}
        self.selected.show_items(models, inside.key if inside else chosen["selected"])
        self.selected.setVisible(is_inside and bool(models))
        weights = inside.weights if inside else ()
        weight = inside.weight.name if inside and inside.weight else ""
        self.weight.show_items({name: name for name in weights}, weight)
        self.weight.setVisible(is_inside and bool(weights))
        self.sparsity.setVisible(is_inside and can_prune)
