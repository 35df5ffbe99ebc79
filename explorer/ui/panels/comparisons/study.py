"""Comparisons: a gallery of questions, and for each a page with the measured answer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from explorer.core.comparisons.pages import (
    ComparisonsRequest,
    Gallery,
    Page,
    answers_to,
    stamps,
)
from explorer.core.comparisons.tours import tours
from explorer.core.localization import tr
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.comparisons.gallery import CardHit, gallery
from explorer.ui.panels.comparisons.page import figure, table
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Situation,
    Study,
    StudyFigure,
    Text,
)
from models.comparison.catalog import experiments

ALL_SYSTEMS = tr("All models")


class ComparisonsStudy(Study):
    """The cards that match what is searched, or the page that is open."""

    spec = panel_spec("comparisons", needs_models=False)
    controls = (
        (
            Control("search", "search"),
            Control("system"),
            *(Control(name, "button") for name in ("back", "live", "tour")),
            Control("statements", "button", at_right=True),
            Control("first_tour", "button", style="primary", at_right=True),
        ),
    )
    is_one_drawing = True
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> ComparisonsRequest:
        name = opened(at)
        return ComparisonsRequest(name, stamps((name,) if name else tuple(experiments())))

    def figure(self, answer: Gallery | Page, at: Situation) -> StudyFigure:
        """A result is the same for every text and all models, so its caption names none."""
        if isinstance(answer, Page):
            return StudyFigure((figure(answer),), make_table=partial(table, answer))
        cards = answer.find_cards(*(str(at.options.get(name, "")) for name in ("search", "system")))
        return StudyFigure((gallery(cards),), make_table=partial(_list_outcomes, answer))

    def control_values(
        self, answer: Gallery | Page | None, at: Situation
    ) -> dict[str, ControlValue]:
        if isinstance(answer, Page):
            shown: dict[str, ControlValue] = {"back": True, "live": True}
            return shown | ({"tour": True} if answer.spec.name in tours() else {})
        titles = {"": ALL_SYSTEMS} | {one: one for one in (answer.systems if answer else ())}
        return {
            "search": Text(str(at.options.get("search", ""))),
            "system": BoxChoices(titles, str(at.options.get("system", ""))),
            "statements": True,
            "first_tour": True,
        }

    def press(self, name: str, answer: Gallery | Page, at: Situation) -> State:
        """Go back to the gallery, or to sentence, models and panel where the effect is visible."""
        if name == "back" or not isinstance(answer, Page):
            return at.with_options(opened="")
        live = answer.spec.live
        return replace(
            at.in_panel(live.panel, **live.settings),
            text=live.text,
            pair=live.pair,
            models=live.models,
            selection=Selection(live.token, live.layer, live.head),
        )

    def click(self, hit: TagHit, answer: Gallery | Page, at: Situation) -> State:
        card = hit.hit
        return at.with_options(opened=card.name) if isinstance(card, CardHit) else at.state

    def click_beside(self, at: Situation) -> State:
        return at.state

    def click_hint(self, at: Situation) -> str:
        return "" if opened(at) else self.spec.text.notes["click_card"]


def opened(at: Situation) -> str:
    """The comparison whose page is open; "" for the gallery."""
    name = str(at.options.get("opened", ""))
    return name if name in experiments() else ""


def _list_outcomes(answer: Gallery) -> Table:
    """The outcome of every card."""
    rows = [(one.spec.name, one.spec.question, one.outcome, one.verdict) for one in answer.cards]
    return Table(("comparison", "question", "outcome", "verdict"), rows)


STUDY = ComparisonsStudy()
