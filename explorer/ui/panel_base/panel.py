"""What a panel is: it says what it asks, answers it in the background, and draws the answer.

A request captures all that the answer depends on, on the window's thread; `work` answers it on the
thread of a lane; the newest request wins. While an answer is under way the last picture stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar, cast

from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import (
    Cancelled,
    Done,
    Event,
    Failed,
    LaneName,
    Partial,
    Progress,
    Work,
)
from explorer.core.state.state import JSON, Selection, State
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.table import Table
from explorer.ui.panel_base.caption import Basis, Drawn
from explorer.ui.panel_base.context import ModelSlot, PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.job_bridge import BridgedJob
from explorer.ui.panel_base.marks import Mark
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.style.theme import SLOTS
from explorer.ui.window.message_page import COMPUTING, MessagePage

T = TypeVar("T")

PATIENCE_MS = 60  # an answer that is whole by then is not shown by halves before


class Panel(QWidget):
    """Base of all panels. A subclass puts its widgets into `self.body`, a vertical layout.

    What is of use without a picture too stands in `self.top`, above the body and its messages.
    """

    spec: ClassVar[PanelSpec]

    details_changed = Signal(object)  # Details
    busy_changed = Signal(bool)
    notes_changed = Signal(object)  # tuple of lines
    library_requested = Signal()
    progressed = Signal(str)  # what is being done, in a few words
    answered = Signal()  # a result, a message or an error stands on the screen

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.store = context.store
        self.theme = context.theme
        self.details = Details()
        self.notes: tuple[str, ...] = ()
        self._task: BridgedJob | None = None
        self._ticket = 0  # of the newest request; events of older ones are dropped
        self._busy = False
        self.progress: Progress | None = None  # of the answer that is under way, as it last told
        self._asked: Any = None
        self._versions: Mapping[str, object] = {}  # of the models' files when it was asked
        self._has_answer = False
        self._texts: tuple[str, str] | None = None  # that the picture was computed from
        self._since = QElapsedTimer()  # the newest request
        self._held: Partial | None = None  # not yet shown
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.timeout.connect(self._show_held)
        self._build_frame()

    # ---- what a panel defines

    def request(self, state: State) -> Any:
        """All that the answer depends on, as a frozen dataclass that compares by value.

        None after `self.say(...)` when there is nothing to show.
        """
        raise AssertionError(f"{type(self).__name__} makes no request")

    @staticmethod
    def work(request: Any, engine: Any) -> Work:
        """Answer the request, on the lane's thread: no Qt. Yields Partial and Progress."""
        raise AssertionError("a panel must answer its requests")

    def show_partial(self, value: Any) -> None:
        """Show what is known already."""

    def show_result(self, value: Any) -> None:
        """Show the answer."""
        raise AssertionError(f"{type(self).__name__} shows no result")

    def show_selection(self, selection: Selection) -> None:
        """Mark what is selected; called when it changes and after each result."""

    @property
    def click_hint(self) -> str:
        """What can be clicked to be told of at the side, as a sentence; empty where nothing can."""
        return ""

    @property
    def hint(self) -> str:
        """The same while a picture is there or on its way, and not in the place of one."""
        return self.click_hint if self.busy or not self.message else ""

    def deselect(self) -> None:
        """Take back a selection of the panel's own, beside the shared one."""

    def marks(self) -> list[Mark]:
        """What the parts of the picture are, for "What am I looking at?"."""
        return []

    def shrink(self) -> bool:
        """Show the whole picture again where a part fills the panel; False where none does."""
        return False

    def show_settings(self) -> None:
        """Draw again after one of the panel's own options changed that the request leaves out."""

    def show_error(self, error: UserError) -> None:
        """Say what went wrong, in place of the picture."""
        self.say(str(error))

    def drawings(self) -> list[Drawing]:
        """What an exported figure shows, from top to bottom; side by side with `Row`."""
        return []

    def table(self) -> Table:
        """The numbers behind the figure."""
        return Table(())

    def drawn(self) -> tuple[Drawn, ...]:
        """The models of the figure, which its caption names."""
        return tuple(
            Drawn(slot.index, slot.title, slot.key, self.digest(slot.key)) for slot in self.slots()
        )

    def digest(self, key: str) -> str:
        """The hash of the weights that computed what is shown of a model; "" if it keeps none.

        The files may have been written again since.
        """
        return ""

    def basis(self) -> Basis:
        """What of the state the figure depends on, which its caption names."""
        return Basis.of(self.state)

    def made_with(self) -> list[str]:
        """Options of the panel that make the figure another, for its caption."""
        return []

    # ---- what a panel may use

    @property
    def state(self) -> State:
        return self.store.state

    def letters(self) -> dict[str, str]:
        """The letters of the chosen models, by key."""
        return {key: SLOTS[place] for place, key in enumerate(self.state.models)}

    def slots(self) -> tuple[ModelSlot, ...]:
        """The chosen models that this panel can show."""
        return self.context.slots(self.state)[: self.spec.max_models]

    def slots_in(self, found: Mapping[str, T]) -> list[tuple[ModelSlot, T]]:
        """The models that something is known of, in the order of the chips, with what it is."""
        return [(slot, found[slot.key]) for slot in self.slots() if slot.key in found]

    def title_of(self, key: str) -> str:
        """What a chosen model is called; the key of one that is not chosen any more."""
        return next((slot.title for slot in self.slots() if slot.key == key), key)

    def option(self, name: str, default: JSON) -> JSON:
        """One of the panel's own options; it is kept in the session."""
        return self.state.settings(self.spec.name).get(name, default)

    def set_option(self, name: str, value: JSON) -> None:
        self.store.update_panel(self.spec.name, **{name: value})

    @property
    def view(self) -> str:
        """Which of `spec.views` is shown, the first until another is chosen; "" without views."""
        kept = str(self.option("view", ""))
        return kept if kept in self.spec.views else next(iter(self.spec.views), "")

    def show_view(self, view: str) -> None:
        """Another view begins at its top, however far the one before was scrolled."""
        if view != self.view:
            for area in self.findChildren(QScrollArea):
                area.verticalScrollBar().setValue(0)
        self.set_option("view", view)

    def select(self, **changes: int | str | None) -> None:
        """Select a token (with the model that counts it), layer or head in all panels.

        The old picture can still be clicked while the next one is computed; a token of a model or a
        text that is gone is none.
        """
        model = changes.get("model", "")
        gone = bool(model) and model not in [drawn.key for drawn in self.drawn()]
        if gone or self.shows_other_text:
            changes = {**changes, "token": None, "model": ""}
        self.store.select(**changes)

    @property
    def shows_other_text(self) -> bool:
        """Whether the picture is still that of the text before."""
        return self._texts not in (None, (self.state.text, self.state.pair))

    def counting(self, keys: Sequence[str]) -> str:
        """Which of these models the selected token is counted in; "" where none of them is."""
        chosen = self.state.selection.model or next(iter(keys), "")
        return chosen if chosen in keys else ""

    def say(self, reason: str, action: Action | None = None) -> None:
        """One line in place of the picture: why it is not there, and the way out."""
        self._message_page.tell(reason, action)
        self._stack.setCurrentWidget(self._message_page)
        self._has_answer = False
        self.note()  # what was said of a picture that is gone
        self.show_details(Details())

    def note(self, *lines: str) -> None:
        """Limits that the picture has (text cut, rows renormalised), in small type below it.

        There are none while something else is said in its place.
        """
        lines = () if self.message else lines
        if lines != self.notes:
            self.notes = lines
            self.notes_changed.emit(lines)

    def show_details(self, details: Details) -> None:
        """What the side of the window tells of the picture; nothing while there is none."""
        self.details = Details() if self.message else details
        self.details_changed.emit(self.details)

    def run(
        self,
        lane: LaneName,
        key: str,
        make: Callable[[], Work],
        on_event: Callable[[Event], None],
        title: str = "",
    ) -> BridgedJob:
        """A job of the panel's own, such as a training run; with a title it is in the jobs bar."""
        return self.context.jobs.submit(lane, key, make, on_event, title)

    # ---- the way of a request

    def refresh(self, *, force: bool = False) -> None:
        """Ask for what the state now calls for, unless that is on the screen already.

        It is not where a model's files were written again since it was asked.
        """
        request = self.request(self.state) if self._has_models() else None
        if request is None:
            self.cancel()
            self._asked = None
            self.answered.emit()
            return
        versions = {slot.key: slot.entry.version for slot in self.slots()}
        force = force or _rewritten(self._versions, versions)
        if request == self._asked and not force:
            return
        self._asked, self._versions = request, versions
        if not self._has_answer:
            self.say(COMPUTING)
        self._ticket += 1
        self._let_go()
        self._since.start()
        self._set_busy(True)
        make = partial(_answered, type(self).work, request, self.context.engine)
        on_event = partial(self._on_event, self._ticket)
        self._task = self.run("explore", self.spec.name, make, on_event)

    def _has_models(self) -> bool:
        if not self.spec.needs_models or self.slots():
            return True
        self._say_no_models()
        return False

    def _say_no_models(self) -> None:
        chosen = bool(self.state.models)
        reason = "None of the chosen models can be used." if chosen else "No model is chosen."
        self.say(reason, Action("Choose a model", self.library_requested.emit))

    def cancel(self) -> None:
        """Give up the answer that is under way."""
        self._ticket += 1  # what still arrives is late
        self._let_go()
        if self._task is not None:
            self.context.jobs.cancel(self._task)
        self._task = None
        self._set_busy(False)

    @property
    def message(self) -> str:
        """What stands in place of the picture; empty while there is a picture."""
        shown = self._stack.currentWidget() is self._message_page
        return self._message_page.text if shown else ""

    @property
    def busy(self) -> bool:
        """Whether an answer is under way that is not yet on the screen."""
        return self._busy

    def _set_busy(self, busy: bool) -> None:
        self._busy, self.progress = busy, None
        self.busy_changed.emit(busy)

    def _on_event(self, ticket: int, event: Event) -> None:
        if ticket != self._ticket:
            return
        if isinstance(event, Failed | Cancelled):
            self._show_held()  # no whole follows
        if isinstance(event, Done | Failed | Cancelled):
            self._let_go()
            self._set_busy(False)
        if isinstance(event, Progress):
            self.progress = event
            self.progressed.emit(event.message)
            if not self._has_answer:
                self._message_page.tell(event.message)
        elif isinstance(event, Partial):
            self._held = event
            early = PATIENCE_MS - self._since.elapsed() if self._has_answer else 0
            self._hold.start(max(0, early))
        elif isinstance(event, Done):
            self._show_body()
            self.show_result(event.value)
            self.show_selection(self.state.selection)
        elif isinstance(event, Failed):
            self._on_failed(event)
        if isinstance(event, Done | Failed):
            self.answered.emit()
        elif isinstance(event, Cancelled):  # from outside; the panel's own come with a new ticket
            self._asked = None

    def _show_held(self) -> None:
        """What is known already, where the whole takes longer than a moment."""
        held, self._held = self._held, None
        if held is not None:
            self._show_body()
            self.show_partial(held.value)

    def _let_go(self) -> None:
        self._hold.stop()
        self._held = None

    def _on_failed(self, event: Failed) -> None:
        if isinstance(event.error, UserError):
            self.show_error(event.error)
            return
        again = Action("Try again", lambda: self.refresh(force=True))
        self.say(
            "Something went wrong here, and it is our mistake. A window shows the details.", again
        )

    def _show_body(self) -> None:
        self._has_answer = True
        self._texts = self.state.text, self.state.pair
        self._stack.setCurrentWidget(self._body_page)

    # ---- building

    def _build_frame(self) -> None:
        frame = QVBoxLayout(self)
        frame.setContentsMargins(0, 0, 0, 0)
        frame.setSpacing(16)
        self.top = QVBoxLayout()
        self._stack = QStackedLayout()
        frame.addLayout(self.top)
        frame.addLayout(self._stack, 1)
        self._body_page = QWidget()
        self.body = QVBoxLayout(self._body_page)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(16)
        self._message_page = MessagePage()
        self._stack.addWidget(self._body_page)
        self._stack.addWidget(self._message_page)


def _answered(work: Callable[[Any, Any], Work], request: Any, engine: Any) -> Work:
    """A request as it is answered on the lane's thread."""
    return cast(Work, engine.with_file_snapshot(work(request, engine)))


def _rewritten(before: Mapping[str, object], now: Mapping[str, object]) -> bool:
    """Whether a model that was there before has other files now."""
    return any(before.get(key, version) != version for key, version in now.items())
