"""A study: what a panel shows, as functions of the state and of an answer, without a widget.

The window, a command, a notebook and a report get the same figure from the same call. A study
keeps nothing: its answers are with whoever asked. Nothing here imports Qt's widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeVar

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Work
from explorer.core.layers.states import StreamStates
from explorer.core.library.library import ModelEntry
from explorer.core.library.slots import ModelSlot
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import JSON, Selection, State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing, TagHit
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.spec import PanelSpec

T = TypeVar("T")
DrawnModels = tuple[DrawnModel, ...]
ControlKind = Literal[
    "choice", "tick", "streams", "text", "number", "button", "steps", "file", "words", "search"
]


@dataclass(frozen=True)
class Control:
    """What a person sets above the picture; its title and tip are in `resources/panels`.

    A text has a `width`, or a `least_width`, in pixels; a number has `low`, `high`, `step`,
    `decimals`, and may have a text for the `lowest` value and a `suffix`; a button may have a `key`
    of the keyboard that presses it and a `style`; a file has the `files` that it can be, as Qt
    writes them; a search is set at each key. `after` are words in front of it. `at_right`: at the
    end of its line. Words are no control and have no title.
    """

    name: str
    kind: ControlKind = "choice"
    width: int = 0
    least_width: int = 0
    low: float = 0.0
    high: float = 1.0
    step: float = 1.0
    decimals: int = 0
    lowest: str = ""
    suffix: str = ""
    key: str = ""
    style: str = ""
    files: str = ""
    after: str = ""
    at_right: bool = False


@dataclass(frozen=True)
class Notice:
    """Why there is nothing to ask for: a sentence in place of the picture."""

    text: str


@dataclass(frozen=True)
class BoxChoices:
    """What a box offers, as titles by value, and what it shows; some titles may be dimmed.

    A `tip` is that of the current value, in place of the tip of the box. The `disabled` values
    cannot be chosen; their tips say why.
    """

    items: Mapping[Any, str]
    current: Any
    dimmed: Collection[Any] = ()
    tip: str = ""
    disabled: Mapping[Any, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Text:
    """What a field shows, and in pale letters where that is nothing."""

    text: str
    placeholder: str = ""


@dataclass(frozen=True)
class Steps:
    """How far a slider through so many steps is, from 0 to all of them.

    `says` is what is beside it in place of "Step 3 of 9", with {step} for the number.
    """

    count: int
    step: int
    says: str = ""


@dataclass(frozen=True)
class Disabled:
    """What a control shows that cannot be used now; its tip can say why."""

    value: bool | int | float
    why: str = ""


# What a control shows. A bool is whether a tick is set or a button can be pressed (also that of a
# file), a number is one; a tuple has the streams of models after their letters.
ControlValue = (
    BoxChoices | Text | Steps | Disabled | bool | int | float | tuple[tuple[str, StreamStates], ...]
)


@dataclass(frozen=True, eq=False)
class Situation:
    """The state of the window, and the chosen models that a study can show in it.

    `list_entries` returns all models that can be chosen. `room` is the height that there is for a
    picture, in pixels; a file has any.
    """

    spec: PanelSpec
    state: State
    slots: tuple[ModelSlot, ...]
    list_entries: Callable[[], Sequence[ModelEntry]] = tuple
    room: float | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(slot.key for slot in self.slots)

    @property
    def options(self) -> Mapping[str, JSON]:
        """The study's own options, which the session saves."""
        return self.state.settings(self.spec.name)

    @property
    def view(self) -> str:
        """The current one of the views, at first the first; "" without views."""
        return self.spec.view_of(self.state)

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the models by key."""
        return {slot.key: slot.title for slot in self.slots}

    @property
    def letters(self) -> dict[str, str]:
        """The letters of the models by key."""
        return {slot.key: slot.letter for slot in self.slots}

    def slots_in(self, values: Mapping[str, T]) -> list[tuple[ModelSlot, T]]:
        """The models that have a value, with the value, in their order."""
        return [(slot, values[slot.key]) for slot in self.slots if slot.key in values]

    def drawn_models(self, answers: Mapping[str, Any] = MappingProxyType({})) -> DrawnModels:
        """All models for a caption, with the hashes of the weights that computed the answers."""
        cards = {key: getattr(one, "card", None) for key, one in answers.items()}
        hashes = {key: card.hash for key, card in cards.items() if card is not None}
        return tuple(
            DrawnModel(slot.index, slot.title, slot.key, hashes.get(slot.key, ""))
            for slot in self.slots
        )

    def token_model(self, keys: Collection[str]) -> str:
        """The one of these models in which the selected token is counted; "" if none."""
        chosen = self.state.selection.model or next(iter(keys), "")
        return chosen if chosen in keys else ""

    def now(self, state: State) -> Situation:
        """The same models in another state."""
        return replace(self, state=state)

    def with_options(self, **changes: JSON) -> State:
        """The state with other options of the study."""
        return replace(
            self.state, panel_settings=self.state.settings_with(self.spec.name, **changes)
        )

    def with_selection(self, **changes: int | str | None) -> State:
        """The state with another token (and the model that counts it), layer or head selected.

        A token of a model that is no longer chosen selects nothing.
        """
        if (model := changes.get("model", "")) and model not in self.state.models:
            changes = {**changes, "token": None, "model": ""}
        chosen: Selection = replace(self.state.selection, **changes)  # type: ignore[arg-type]
        return replace(self.state, selection=chosen)


@dataclass(frozen=True, eq=False)
class Offer:
    """A button below the details of a figure.

    `change` returns the state after it; what it does outside of the state, such as copying a text,
    it does then.
    """

    label: str
    change: Callable[[Situation], State]


@dataclass(frozen=True, eq=False)
class StudyFigure:
    """A figure as a value: what is drawn and what is said about it.

    `depends_on` and `settings` are for its caption; `notes` are limits of the picture, and
    `instead` is a sentence on the screen where nothing is drawn.
    """

    drawings: tuple[Drawing, ...] = ()
    models: tuple[DrawnModel, ...] = ()
    depends_on: Basis = field(default_factory=Basis)
    settings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    details: Details = field(default_factory=Details)
    offers: tuple[Offer, ...] = ()
    instead: str = ""
    make_table: Callable[[], Table] = lambda: Table(())

    @cached_property
    def table(self) -> Table:
        """The numbers of the figure."""
        return self.make_table()


class Study:
    """What a panel declares. Every function is pure, but `work`, which computes on a lane's thread.

    `controls` are lines of them. With `controls_stay` they stay above a message in place of the
    picture. `marked` names the control that the short help explains; "" is the first visible one.
    `nothing` is what is known before the first answer. A study whose figure is one drawing with
    sections of its own says so by `is_one_drawing`; between others is a `gap`, in pixels. Views are
    tabs, unless a control is a box of those that there is something for.
    """

    spec: ClassVar[PanelSpec]
    controls: ClassVar[tuple[tuple[Control, ...], ...]] = ()
    controls_stay: ClassVar[bool] = False
    marked: ClassVar[str] = ""
    nothing: ClassVar[Any] = None
    is_one_drawing: ClassVar[bool] = False
    gap: ClassVar[float] = 28.0
    has_tabs: ClassVar[bool] = True

    @staticmethod
    def work(request: Any, engine: Any) -> Work:
        """Answer the request. Yields Partial and Progress; raises UserError."""
        raise AssertionError("a study must answer its requests")

    def needs_models(self, at: Situation) -> bool:
        """Whether there is nothing to request without a model."""
        return self.spec.needs_models

    def request(self, at: Situation) -> Any:
        """All that the answer depends on, as a frozen value that compares; or a Notice."""
        raise AssertionError(f"{type(self).__name__} makes no request")

    def merge(self, before: Any, part: Any) -> Any:
        """What is known of an answer after a part of it has arrived."""
        return part

    def complete(self, before: Any, whole: Any) -> Any:
        """What is known after a whole answer."""
        return whole

    def shown_view(self, answer: Any, at: Situation) -> str:
        """The view that is shown: another than the chosen one, where that has nothing to show."""
        return at.view

    def figure(self, answer: Any, at: Situation) -> StudyFigure:
        """The figure of an answer, with what is selected and set now."""
        raise AssertionError(f"{type(self).__name__} draws nothing")

    def control_values(self, answer: Any, at: Situation) -> Mapping[str, ControlValue]:
        """What the controls show; those that are left out are hidden."""
        return {}

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """The state after a person has set controls."""
        return at.with_options(**values)

    def press(self, name: str, answer: Any, at: Situation) -> State:
        """The state after a button of the controls was pressed."""
        raise AssertionError(f"{type(self).__name__} has no buttons")

    def choose_stream(self, architecture: str, stream: str, at: Situation) -> State:
        """The state after a stream was chosen for the models of an architecture."""
        stored = at.options.get("streams")
        known = stored if isinstance(stored, Mapping) else {}
        return at.with_options(streams={**known, architecture: stream})

    def click(self, hit: TagHit, answer: Any, at: Situation) -> State:
        """The state after a click on a tagged drawing."""
        return at.state

    def modified_click(self, hit: TagHit, answer: Any, at: Situation) -> State:
        """The state after a click with Ctrl or Shift held."""
        return self.click(hit, answer, at)

    def click_beside(self, at: Situation) -> State:
        """The state after a click beside all drawings."""
        return at.with_selection(token=None)

    def double_click(self, hit: TagHit, answer: Any, at: Situation) -> State:
        """The state after a double click on a tagged drawing."""
        return at.state

    def deselect(self, at: Situation) -> State:
        """The state without what is selected in this study alone; the shared selection stays."""
        return at.state

    def click_hint(self, at: Situation) -> str:
        """A sentence on what can be clicked for details at the side; "" if nothing can."""
        return ""


class AnswersStudy(Study):
    """A study with an answer, or a UserError, for each model by its key.

    An answer has the `view` that it is for, and the `card` of its model.
    """

    nothing: ClassVar[Mapping[str, Any]] = {}

    def merge(self, before: Mapping[str, Any], part: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is answered replaces what was there; the others stay until theirs is."""
        return {**before, **part}

    def fits(self, answer: Any, at: Situation) -> bool:
        """Whether the answer of a model is of what is shown now."""
        return bool(answer.view == at.view)

    def columns(self, answer: Mapping[str, Any], at: Situation) -> list[tuple[ModelSlot, Any]]:
        """The models with an answer for the current view, or a UserError, in their order."""
        return [
            (slot, one)
            for slot, one in at.slots_in(answer)
            if isinstance(one, UserError) or self.fits(one, at)
        ]
