"""Published checkpoints side by side before anything is downloaded, and what is often misstated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from explorer.core.comparison.lineage import TIMELINE_TITLE
from explorer.core.comparison.published import (
    ERRORS,
    ERRORS_TITLE,
    PLACES,
    READY,
    TASKS,
    TIMELINE,
    TITLE,
    changed_options,
    chosen_ids,
    chosen_models,
    errors_table,
    listing_of,
    ready_choices,
)
from explorer.core.comparison.request import ComparisonResult
from explorer.core.comparison.task_cards import TASKS_TITLE
from explorer.core.library.published import published_models
from explorer.core.library.published_cards import ListedError, common_errors
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.report.captions import DrawnModel
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import Drawing, Tagged, Titled
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.compare.cards import ModelCards, only_differences
from explorer.ui.panels.compare.tasks import tasks_figure
from explorer.ui.panels.compare.timeline import timeline_figure
from explorer.ui.studies.contract import (
    BoxChoices,
    ControlValue,
    Offer,
    Situation,
    StudyFigure,
)

NOTES = panel_text("compare").notes
CHOOSE = tr("Choose a published checkpoint above.")
OWN_CHOICE = tr("Ready choices …")
NONE = tr("none")
LISTS = {TIMELINE: TIMELINE_TITLE, ERRORS: ERRORS_TITLE, TASKS: TASKS_TITLE}


@dataclass(frozen=True)
class CheckpointSlot:
    """A published checkpoint at its place, which gives it a colour."""

    index: int
    title: str


def published_figure(result: ComparisonResult, at: Situation) -> StudyFigure:
    """The cards of the chosen checkpoints, or a list in place of them."""
    listing = listing_of(at.options)
    if listing:
        draw = {TIMELINE: timeline_figure, ERRORS: _errors_figure, TASKS: tasks_figure}
        return draw[listing](at)
    models = [model for model in chosen_models(at.options) if model.id in result.cards]
    if not models:
        return StudyFigure(instead=CHOOSE)
    cards = cards_of(result, at)
    details, offers = cards.said_of(at.options.get("field"))
    return StudyFigure(
        (cards.picture(),),
        tuple(DrawnModel(place, model.title) for place, model in enumerate(models)),
        details=details,
        offers=(*offers, *_offer_parameters([result.sizes[model.id] for model in models])),
        make_table=cards.table,
    )


def cards_of(result: ComparisonResult, at: Situation) -> ModelCards:
    """The cards of the chosen checkpoints that are known."""
    models = [model for model in chosen_models(at.options) if model.id in result.cards]
    cards = [
        (CheckpointSlot(place, model.title), result.cards[model.id])
        for place, model in enumerate(models)
    ]
    shown = only_differences(at)
    return ModelCards(cards, only_differences=shown, title=TITLE, note=NOTES["published"])


def _offer_parameters(sizes: Sequence[str]) -> list[Offer]:
    """Two checkpoints can be counted against each other in the panel Parameters."""
    names = [name for name in sizes if name][:2]
    if not names:
        return []
    return [Offer(tr("Their weights, in Parameters"), partial(_open_parameters, names))]


def _open_parameters(names: Sequence[str], at: Situation) -> State:
    choice = {"base": names[0], **({"against": names[1]} if len(names) > 1 else {})}
    return at.in_panel("parameters", view="calculator", choice=choice, part=None)


# ---- common errors


def _errors_figure(at: Situation) -> StudyFigure:
    errors = [*common_errors()]
    columns = [
        Column(tr("About"), wrap=True, share=0.13, least=80.0),
        Column(tr("Field"), wrap=True, share=0.13, least=80.0),
        Column(tr("Often stated as"), stretch=True, wrap=True, clicks=True),
        Column(tr("What is right, and why"), stretch=True, wrap=True, clicks=True),
    ]
    rows = [_error_row(number, one) for number, one in enumerate(errors)]
    table = TableDrawing(columns, rows, title=ERRORS_TITLE, long=True)
    drawing: Drawing = Titled(Tagged(table, ERRORS), ERRORS_TITLE, note=NOTES["errors"])
    details, offers = _said_of_error(errors, at.options.get("field"))
    return StudyFigure((drawing,), details=details, offers=offers, make_table=errors_table)


def _error_row(number: int, one: ListedError) -> TableRow:
    cells = (
        TableCell(one.about, bold=True),
        TableCell(one.field, muted=True),
        TableCell(one.often),
        TableCell(one.says),
    )
    return TableRow(cells, group=number, tip=tr("Source: {line}", line=one.source))


def _said_of_error(
    errors: Sequence[ListedError], number: object
) -> tuple[Details, tuple[Offer, ...]]:
    """The chosen error with its source, and the way to the card that it is about."""
    if not isinstance(number, int) or not 0 <= number < len(errors):
        return Details(), ()
    one = errors[number]
    rows = ((tr("Often stated as"), one.often),)
    text = "\n".join([one.says, tr("Source: {line}", line=one.source)])
    offer = Offer(tr("Show the card"), partial(_show_card, one))
    return Details(f"{one.about}: {one.field}", rows, text), (offer,)


def _show_card(one: ListedError, at: Situation) -> State:
    return at.with_options(published=[*one.ids[: len(PLACES)]], listing="", field=one.field)


# ---- controls


def published_controls(at: Situation) -> dict[str, ControlValue]:
    """A box of ready choices, and one for each card that finds a checkpoint by parts of a title.

    A list in place of cards has all the room.
    """
    ids = chosen_ids(at.options)
    titles = {model.id: model.title for model in published_models()}
    boxes: dict[str, ControlValue] = {READY: _ready_box(at.options, ids)}
    if listing_of(at.options):
        return boxes
    for name, one in zip(PLACES, ids, strict=True):
        boxes[name] = BoxChoices({"": NONE, **titles}, one)
    return {**boxes, "only_differences": only_differences(at)}


def _ready_box(options: Mapping[str, object], ids: Sequence[str]) -> BoxChoices:
    choices = {choice.title: tr(choice.title) for choice in ready_choices()}
    current = listing_of(options)
    for choice in ready_choices():
        same = all(one == other for one, other in zip_longest(choice.ids, ids, fillvalue=""))
        if same and not current:
            current = choice.title
    return BoxChoices({"": OWN_CHOICE, **choices, **LISTS}, current)


def change_published(values: Mapping[str, object], at: Situation) -> State:
    """The state after a person has chosen checkpoints."""
    chooses = {READY, *PLACES} & values.keys()
    others = {name: value for name, value in values.items() if name not in chooses}
    changes = changed_options(values, at.options) if chooses else {}
    return at.with_options(**{**others, **changes, **({"field": None} if chooses else {})})
