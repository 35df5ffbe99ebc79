"""The base of all panels: a request, an answer computed in the background, and its drawing.

A request captures all that the answer depends on, on the window's thread; `work` answers it on the
thread of a lane; the newest request wins. The last picture stays until the new answer is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QScrollArea, QStackedLayout, QWidget

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Done, Event, Failed, Progress, Work
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import JSON, Selection, State
from explorer.core.table import Table
from explorer.ui.controls.form import ChoiceForm
from explorer.ui.controls.layouts import column, create_single_shot_timer, push_button, wrap_label
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.job_bridge import LatestRequest
from explorer.ui.panel_base.marks import Mark
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.style.theme import Theme

COMPUTING = tr("Computing …")
DIM_AFTER_MS = 150  # so that nothing flickers while a person types
VEIL = 150  # of 255: how much of the ground covers an old picture
# Figures that are in no state, see `why_no_python`.
RUN_HERE = tr(
    "Python cannot make this figure: it shows a run of this session. Its curves can be "
    "made again once its model is chosen and the program was restarted."
)
MEASURED_HERE = tr("Python cannot make this figure: it shows what was measured here.")
T = TypeVar("T")


class Panel(QWidget):
    """Base of all panels. A subclass puts its widgets into `self.body`, a vertical layout.

    Widgets that are useful without a picture go to `self.top`, above the body and its messages.
    """

    spec: ClassVar[PanelSpec]

    details_changed = Signal(object)  # Details
    notes_changed = Signal(object)  # tuple of lines
    library_requested = Signal()
    tour_requested = Signal(str)  # by its name
    statements_requested = Signal()
    answered = Signal()  # a result, a message or an error is on the screen

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self.context = context
        self.store = context.store
        self.theme = context.theme
        self.details = Details()
        self.notes: tuple[str, ...] = ()
        self._latest = LatestRequest(context.jobs, self.spec.name, self)
        self.busy_changed: SignalInstance = self._latest.busy_changed
        self.progressed: SignalInstance = self._latest.progressed
        self._since = self._latest.since
        self._requested: Any = None
        self._versions: Mapping[str, object] = {}  # of the models' files at the request
        self._has_answer = False
        self._answers_request = False  # whether the picture is that of the last request
        self._slots: tuple[ModelSlot, ...] = ()  # that the picture was computed for
        self._slots_requested: tuple[ModelSlot, ...] = ()
        self._texts: tuple[str, str] | None = None  # that the picture was computed from
        self.stored_form: ChoiceForm[Any] | None = None  # whose choice is the option "choice"
        self._build_frame()
        self._dim_timer = create_single_shot_timer(self, DIM_AFTER_MS, self._dim)
        self._latest.progressed.connect(self.show_progress)
        self._latest.partial_ready.connect(self._on_partial)
        self._latest.ended.connect(self._on_end)

    # ---- what a panel defines

    def request(self, state: State) -> Any:
        """All that the answer depends on, as a frozen dataclass that compares by value.

        None after `self.say(...)` when there is nothing to show.
        """
        raise AssertionError(f"{type(self).__name__} makes no request")

    @staticmethod
    def work(request: Any, engine: Any) -> Work:
        """Answer the request, on the thread of a lane: no Qt. Yields Partial and Progress."""
        raise AssertionError("a panel must answer its requests")

    def show_partial(self, value: Any) -> None:
        """Draw a part of the answer."""

    def show_result(self, value: Any) -> None:
        """Draw the answer."""
        raise AssertionError(f"{type(self).__name__} shows no result")

    def show_selection(self, selection: Selection) -> None:
        """Mark what is selected; called when it changes and after each result."""

    @property
    def click_hint(self) -> str:
        """A sentence on what can be clicked for details at the side; empty if nothing can."""
        return ""

    def deselect(self) -> None:
        """Clear a selection of the panel's own, in addition to the shared one."""

    def marks(self) -> list[Mark]:
        """What the parts of the picture are, for "What am I looking at?"."""
        return []

    def leave_enlarged_part(self) -> bool:
        """Show the whole picture again where a part fills the panel; False where none does."""
        return False

    def show_settings(self) -> None:
        """Draw again after a change of an option that is no part of the request."""
        if self.stored_form is not None:
            stored = type(self.stored_form.chosen).from_json(self.option("choice", {}))
            if stored != self.stored_form.chosen:
                self.stored_form.show_choice(stored)

    def show_error(self, error: UserError) -> None:
        """Say what went wrong, in place of the picture."""
        self.say(str(error))

    def drawings(self) -> list[Drawing]:
        """What an exported figure shows, from top to bottom; side by side with `Row`."""
        return []

    def table(self) -> Table:
        """The numbers of the figure."""
        return Table(())

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """The models of the figure, which its caption names."""
        return tuple(
            DrawnModel(slot.index, slot.title, slot.key, self.model_hash(slot.key))
            for slot in self.slots()
        )

    def model_hash(self, key: str) -> str:
        """The hash of the weights that computed the figure of a model; "" if unknown.

        The files may have changed since.
        """
        return ""

    def caption_dependencies(self) -> Basis:
        """The parts of the state on which the figure depends, for its caption."""
        return Basis.of(self.state)

    def caption_settings(self) -> list[str]:
        """Options of the panel that make the figure another, for its caption."""
        return []

    def why_no_python(self) -> str:
        """Why lines of Python cannot make this figure: it shows what is in no state.

        "" where they can.
        """
        return ""

    # ---- what a panel may use

    @property
    def state(self) -> State:
        return self.store.state

    @property
    def chosen_slots(self) -> tuple[ModelSlot, ...]:
        """The chosen models that this panel can show, for requests and controls."""
        return self.context.slots(self.state)

    @property
    def chosen_keys(self) -> tuple[str, ...]:
        return tuple(slot.key for slot in self.chosen_slots)

    def slots(self) -> tuple[ModelSlot, ...]:
        """The models that the picture was computed for, with the letters that they had.

        Others may be chosen since, until their answer is there; without a picture, the chosen ones.
        """
        return self._slots if self._has_answer else self.chosen_slots

    def letters(self) -> dict[str, str]:
        """The letters of the models of the picture, by key."""
        return {slot.key: slot.letter for slot in self.slots()}

    def slots_in(self, values: Mapping[str, T]) -> list[tuple[ModelSlot, T]]:
        """The models that have a value, with the value, in the order of the chips."""
        return [(slot, values[slot.key]) for slot in self.slots() if slot.key in values]

    def title_of(self, key: str) -> str:
        """The title of a model of the picture; the key of another."""
        return next((slot.title for slot in self.slots() if slot.key == key), key)

    def option(self, name: str, default: JSON) -> JSON:
        """One of the panel's own options, which the session saves."""
        return self.state.settings(self.spec.name).get(name, default)

    def set_option(self, name: str, value: JSON) -> None:
        self.store.update_panel(self.spec.name, **{name: value})

    def store_choice(self, form: ChoiceForm[Any]) -> None:
        """What a person sets in a form becomes the option "choice"; a stored one is shown."""
        self.stored_form = form
        form.changed.connect(lambda choice: self.set_option("choice", choice.to_json()))
        Panel.show_settings(self)

    @property
    def view(self) -> str:
        """The current one of `spec.views`, at first the first; "" without views."""
        return self.spec.view_of(self.state)

    def show_view(self, view: str) -> None:
        """Another view begins at its top, even if the one before was scrolled."""
        if view != self.view:
            for area in self.findChildren(QScrollArea):
                area.verticalScrollBar().setValue(0)
        self.set_option("view", view)

    def select(self, **changes: int | str | None) -> None:
        """Select a token (with the model that counts it), layer or head in all panels.

        The old picture can still be clicked while the next one is computed; then a token of the old
        model or text selects nothing.
        """
        model = changes.get("model", "")
        gone = bool(model) and model not in self.state.models
        if gone or self.shows_other_text:
            changes = {**changes, "token": None, "model": ""}
        self.store.select(**changes)

    @property
    def shows_other_text(self) -> bool:
        """Whether the picture is still that of the previous text."""
        return self._texts not in (None, (self.state.text, self.state.pair))

    def choose_token_model(self, keys: Sequence[str]) -> str:
        """The one of these models in which the selected token is counted; "" if none."""
        chosen = self.state.selection.model or next(iter(keys), "")
        return chosen if chosen in keys else ""

    def say(self, reason: str, action: Action | None = None) -> None:
        """One line in place of the picture: why there is none, and what to do."""
        self._message_page.set_message(reason, action)
        self._stack.setCurrentWidget(self._message_page)
        self._has_answer = False
        self.note()  # the notes were about the picture
        self.show_details(Details())

    def note(self, *lines: str) -> None:
        """Limits of the picture (text cut, rows renormalised), in small type below it.

        None are visible while a message is in its place.
        """
        lines = () if self.message else lines
        if lines != self.notes:
            self.notes = lines
            self.notes_changed.emit(lines)

    def show_details(self, details: Details) -> None:
        """Text about the picture at the side of the window; none without a picture."""
        self.details = Details() if self.message else details
        self.details_changed.emit(self.details)

    # ---- requests

    def refresh(self, *, force: bool = False) -> None:
        """Request what the state needs, unless the answer is on the screen.

        It is requested again if the files of a model have changed since.
        """
        request = None
        if self.spec.needs_models and not self.chosen_slots:
            self._say_no_models()
        else:
            request = self.request(self.state)
        if request is None:
            self.cancel()
            self._requested = None
            self.answered.emit()
            return
        slots = self.chosen_slots
        versions = {slot.key: slot.entry.version for slot in slots}
        rewritten = any(self._versions.get(key, new) != new for key, new in versions.items())
        if request == self._requested and not (force or rewritten):
            if self._answers_request:
                self._slots = slots  # the answer is the same for all of them
                self._texts = self.state.text, self.state.pair  # and for this text
            return
        self._requested, self._versions = request, versions
        self._answers_request, self._slots_requested = False, slots
        patient = self._has_answer
        if not patient:
            self.say(COMPUTING)
        work, engine = type(self).work, self.context.engine
        self._dim_timer.start()
        self._latest.start(
            lambda: engine.with_file_snapshot(work(request, engine)), patient=patient
        )

    def _say_no_models(self) -> None:
        chosen = bool(self.state.models)
        reason = (
            tr("None of the chosen models can be used.") if chosen else tr("No model is chosen.")
        )
        self.say(reason, Action(tr("Choose a model"), self.library_requested.emit))

    def cancel(self) -> None:
        """Cancel the running request."""
        self._latest.cancel()

    @property
    def message(self) -> str:
        """The line in place of the picture; empty while there is a picture."""
        visible = self._stack.currentWidget() is self._message_page
        return self._message_page.text if visible else ""

    @property
    def busy(self) -> bool:
        """Whether a request has no complete answer yet."""
        return self._latest.busy

    @property
    def progress(self) -> Progress | None:
        """The last report of the running request."""
        return self._latest.progress

    @property
    def waits(self) -> bool:
        """Whether a line says what is computed, in place of the first picture."""
        return self.busy and not self._has_answer

    def show_progress(self, message: str) -> None:
        """Say what is being done, in place of a picture that is not there yet."""
        if self.waits and message:
            self._message_page.set_message(message)

    def _dim(self) -> None:
        """Dim a picture of another text or of other models than those above it."""
        outdated = self.shows_other_text or self._slots != self.chosen_slots
        self._veil.setVisible(self.busy and self._has_answer and outdated)

    def _on_partial(self, value: Any) -> None:
        self._show_body()
        self.show_partial(value)

    def _on_end(self, event: Event) -> None:
        if isinstance(event, Done):
            self._show_body()
            self._answers_request = True
            self.show_result(event.value)
            self.show_selection(self.state.selection)
        elif not isinstance(event, Failed):  # cancelled by another than the panel
            self._requested = None
            return
        elif isinstance(event.error, UserError):
            self.show_error(event.error)
        else:
            again = Action(tr("Try again"), lambda: self.refresh(force=True))
            self.say(tr("The program made a mistake here. A window shows the details."), again)
        self.answered.emit()

    def _show_body(self) -> None:
        self._has_answer, self._slots = True, self._slots_requested
        self._dim_timer.stop()
        self._veil.hide()
        self._texts = self.state.text, self.state.pair
        self._stack.setCurrentWidget(self._body_page)
        for canvas in self.findChildren(Canvas):
            canvas.subject = self.spec.title

    # ---- building

    def _build_frame(self) -> None:
        self.top = column()
        self._stack = QStackedLayout()
        column(self.top, (self._stack, 1), into=self, spacing=16)
        self._body_page = QWidget()
        self.body = column(into=self._body_page, spacing=16)
        self._veil = Veil(self.theme, self._body_page)
        self._message_page = MessagePage()
        self._stack.addWidget(self._body_page)
        self._stack.addWidget(self._message_page)


class Veil(QWidget):
    """Covers its parent half and lets every click through."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        parent.installEventFilter(self)

    def showEvent(self, event: QShowEvent) -> None:
        self._cover()
        super().showEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = QColor(self._theme.palette.ground)
        ground.setAlpha(VEIL)
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return super().eventFilter(watched, event)

    def _cover(self) -> None:
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.raise_()


class MessagePage(QWidget):
    """The page in place of a picture: why there is none, and a button for what to do."""

    def __init__(self) -> None:
        super().__init__()
        self._action: Action | None = None
        self._label = wrap_label(plain_label(COMPUTING))
        self._label.setObjectName("panelMessage")
        self._button = push_button("", self._on_clicked)
        self._button.setVisible(False)
        layout = column(self._label, self._button, None, into=self, margins=(0, 8, 0, 0))
        layout.setAlignment(self._button, Qt.AlignmentFlag.AlignLeft)

    @property
    def text(self) -> str:
        return self._label.text()

    def set_message(self, text: str, action: Action | None = None) -> None:
        self._action = action
        self._label.setText(text)
        self._button.setVisible(action is not None)
        self._button.setText(action.label if action else "")

    def _on_clicked(self) -> None:
        if self._action is not None:
            self._action.run()
