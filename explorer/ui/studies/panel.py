"""The panel of a study: its controls and its picture, and what clicks on them change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache, partial
from typing import Any, ClassVar

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QDoubleSpinBox,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import ChoiceForm, decimal, whole
from explorer.ui.controls.layouts import column, line, muted_label, search_line
from explorer.ui.controls.option_controls import ChoiceBox, StreamControls
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.choosing import OpenFileButton
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, find_tag_hit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.panel import Panel
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Disabled,
    Notice,
    Offer,
    Situation,
    Steps,
    Study,
    StudyFigure,
    Text,
)
from explorer.ui.studies.step_bar import StepBar
from explorer.ui.style.theme import Theme


class StudyControls(StreamControls):
    """The tabs of the views, and lines of the controls that a study declares."""

    pressed = Signal(str)  # the name of a button

    def __init__(self, study: Study, theme: Theme) -> None:
        super().__init__(study.spec.text.controls)
        self._theme = theme
        self.tabs = ViewTabs(study.spec.views)
        self.made: dict[str, QWidget] = {}
        self.labels: dict[str, QLabel] = {}  # in front of controls
        self._explained: set[str] = set()  # whose tip says why they cannot be used
        column(self.tabs, *map(self._line, study.controls), into=self)
        if not (study.spec.views and study.has_tabs):
            self.tabs.hide()

    def add_keys(self, study: Study, panel: QWidget) -> None:
        """Let keys press buttons while the panel is visible."""
        for one in (one for controls in study.controls for one in controls if one.key):
            shortcut = QShortcut(QKeySequence(one.key), panel)
            shortcut.activated.connect(self._press(one.name))

    def _line(self, controls: Sequence[Control]) -> QLayout:
        """Controls that wrap like text; or words that do, after the others of their line."""
        made = [(one, widget) for one in controls for widget in self._make(one)]
        if controls[-1].kind == "words":
            *others, (_, words) = made
            return line(*(widget for _, widget in others), (words, 1), spacing=12)
        flow = FlowLine()
        for one, widget in made:
            (flow.add_right if one.at_right else flow.addWidget)(widget)
        return flow

    def show_values(self, values: Mapping[str, ControlValue]) -> None:
        """Show what a study says; what it leaves out is hidden."""
        for name, label in self.labels.items():
            label.setVisible(name in values)
        for name, widget in self.made.items():
            widget.setVisible(name in values)
            value = values.get(name)
            if isinstance(widget, QCheckBox | QAbstractSpinBox | QPushButton):
                widget.setEnabled(not isinstance(value, Disabled))
            if name in self._explained:
                set_tip(widget, self.texts[name].get("tip", ""))
                self._explained.remove(name)
            if isinstance(value, Disabled):
                if value.why:
                    set_tip(widget, value.why)
                    self._explained.add(name)
                value = value.value if not isinstance(widget, QPushButton) else False
            with QSignalBlocker(widget):
                _show_value(widget, value)
        streams = [value for value in values.values() if isinstance(value, tuple)]
        self.show_streams(streams[0] if streams else ())

    @property
    def first_visible(self) -> QWidget | None:
        """The first control that the view has."""
        return next((one for one in self.made.values() if not one.isHidden()), None)

    def _make(self, one: Control) -> list[QWidget]:
        if one.kind == "streams":
            return [*self.streams]
        widget: QWidget
        match one.kind:
            case "tick":
                widget = self.tick(one.name)
            case "text":
                widget = self._field(one)
            case "search":
                widget = self._search(one.name)
            case "number":
                widget = self._number(one)
            case "button":
                widget = self.button(one.name, self._press(one.name), one.style)
            case "file":
                widget = OpenFileButton(self.texts[one.name]["title"], one.files)
                widget.path_chosen.connect(lambda path: self.changed.emit({one.name: path}))
            case "words":
                widget = muted_label(wraps=True)
            case "steps":
                widget = self._steps(one.name)
            case _:
                widget = self.choice_box(one.name)
        self.made[one.name] = widget
        if not one.after:
            return [widget]
        self.labels[one.name] = plain_label(one.after)
        return [self.labels[one.name], widget]

    def _press(self, name: str) -> Callable[[], None]:
        return lambda: self.pressed.emit(name)

    def _number(self, one: Control) -> QAbstractSpinBox:
        bounds = one.low, one.high, one.step
        box: Any = decimal(*bounds, one.decimals) if one.decimals else whole(*map(int, bounds))
        box.setSuffix(one.suffix)
        made: QAbstractSpinBox = self.number(one.name, box)
        box.setSpecialValueText(one.lowest)
        return made

    def _steps(self, name: str) -> StepBar:
        bar = StepBar(self._theme, **self.texts[name])
        bar.stepped.connect(lambda step: self.changed.emit({name: step}))
        return bar

    def _search(self, name: str) -> QLineEdit:
        words = search_line(self.texts[name]["title"], self.texts[name]["tip"])
        words.textChanged.connect(lambda: words.setModified(False))  # each key is taken at once
        words.textChanged.connect(lambda text: self.changed.emit({name: text}))
        return words

    def _field(self, one: Control) -> QLineEdit:
        field, words = QLineEdit(), self.texts[one.name]
        field.setAccessibleName(words.get("spoken", words["title"]))
        field.setPlaceholderText(words["title"])
        set_tip(field, words["tip"])
        if one.width:
            field.setFixedWidth(one.width)
        elif one.least_width:
            field.setMinimumWidth(one.least_width)
        field.textEdited.connect(lambda: field.setModified(True))
        field.editingFinished.connect(lambda: self._on_typed(one.name, field))
        return field

    def _on_typed(self, name: str, field: QLineEdit) -> None:
        if field.isModified():
            field.setModified(False)
            self.changed.emit({name: field.text().strip()})


def _show_value(widget: QWidget, value: ControlValue | None) -> None:
    match widget, value:
        case ChoiceBox(), BoxChoices() as choices:
            _show_choices(widget, choices)
        case QCheckBox(), bool(on):
            widget.setChecked(on)
        case QPushButton(), bool(on):
            widget.setEnabled(on)
        case QSpinBox(), int(number):
            widget.setValue(number)
        case QDoubleSpinBox(), float(number):
            widget.setValue(number)
        case QLabel(), Text(words):
            widget.setText(words)
        case QLineEdit(), Text() as text:
            _show_text(widget, text)
        case StepBar(), Steps(count, step, says):
            widget.show_steps(count, step, says)


def _show_choices(box: ChoiceBox, shown: BoxChoices) -> None:
    box.show_items(shown.items, shown.current, shown.dimmed)
    for value, why in shown.disabled.items():
        box.disable(value, why)
    if shown.tip:
        set_tip(box, shown.tip)


def _show_text(field: QLineEdit, shown: Text) -> None:
    """Show a text, unless a person is typing in its field."""
    if shown.placeholder:
        field.setPlaceholderText(shown.placeholder)
    if not field.isModified() and field.text() != shown.text:
        field.setText(shown.text)
        field.setCursorPosition(0)  # so that a long text is read from its beginning


class StudyPanel(Panel):
    """Shows the figure of a study for the state, and changes the state by clicks and controls.

    The last picture stays while that of another view is computed. A form is shown in the view
    `form_view` alone.
    """

    study: ClassVar[Study]
    form_view: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.spec, cls.work = cls.study.spec, staticmethod(cls.study.work)  # type: ignore[assignment]

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.answer: Any = self.study.nothing
        self.figure = StudyFigure()
        self.controls = StudyControls(self.study, self.theme)
        self.controls.tabs.chosen.connect(self.show_view)
        self.controls.changed.connect(self._on_options)
        self.controls.pressed.connect(self.press)
        self.controls.add_keys(self.study, self)
        self.controls.stream_chosen.connect(self._on_stream)
        self.area = self.make_area()
        self.area.canvas.clicked.connect(self._on_clicked)
        self.area.canvas.modified_click.connect(partial(self._on_clicked, modified=True))
        self.area.canvas.double_clicked.connect(self._on_double_clicked)
        (self.top if self.study.controls_stay else self.body).addWidget(self.controls)
        self.body.addLayout(self.make_body(), 1)

    def make_area(self) -> CanvasArea:
        """Make what the picture is in."""
        return CanvasArea(self.theme)

    def make_body(self) -> QLayout:
        """Make what is below the controls."""
        form = self.make_form()
        if form is None:
            return column(self.area)
        self.store_choice(form)
        return line(form, (self.area, 1), spacing=16)

    def make_form(self) -> ChoiceForm[Any] | None:
        """Make the form beside the picture, whose choice is the option "choice"."""
        return None

    def situation(self) -> Situation:
        """The state, with the models that the picture was computed for."""
        return Situation(self.spec, self.state, self.slots(), self.context.entries)

    # ---- request and answer

    def request(self, state: State) -> Any:
        self.show_view_and_form()
        if self.study.controls_stay:
            self.show_controls()
        at = Situation(self.spec, state, self.chosen_slots, self.context.entries)
        if self.study.needs_models(at) and not at.slots:
            self._say_no_models()
            return None
        found = self.study.request(at)
        if isinstance(found, Notice):
            self.say(found.text)
            return None
        return found

    def refresh(self, *, force: bool = False) -> None:
        """As of every panel; letters that have moved are drawn again without a new answer."""
        before = self.slots()
        super().refresh(force=force)
        if self._answers_request and self.slots() != before:
            self.redraw()

    def show_partial(self, value: Any) -> None:
        self.answer = self.study.merge(self.answer, value)
        self.redraw()

    def show_result(self, value: Any) -> None:
        self.answer = self.study.complete(self.answer, value)  # drawn with what is selected

    def show_selection(self, selection: Selection) -> None:
        self.redraw()

    def show_settings(self) -> None:
        self.redraw()

    def show_controls(self) -> None:
        """Set the controls to the options, and to what the answers offer."""
        self.show_view_and_form()
        values = self.study.control_values(self.answer, self.situation())
        self.controls.show_values({**values, **self.own_values()})

    def own_values(self) -> Mapping[str, ControlValue]:
        """What those controls show that depend on what the panel is doing."""
        return {}

    def show_view_and_form(self) -> None:
        """Set what depends on no answer; the other controls stay until there is one."""
        super().show_settings()
        if self.spec.views:
            self.controls.tabs.show_view(self.view)
        if self.stored_form is not None:
            self.stored_form.setVisible(self.view == self.form_view)

    def redraw(self) -> None:
        """Draw the figure of the answer with what is selected and set now."""
        self.show_controls()
        if self.answer is None:
            return
        self.figure = figure = self.study.figure(self.answer, self.situation())
        if figure.drawings:
            shown = self.on_canvas(figure)
            whole = Stack(shown, self.spec.title, gap=self.study.gap)
            is_one = self.study.is_one_drawing and len(shown) == 1
            self.area.set_drawing(shown[0] if is_one else whole)
        elif figure.instead:
            self.area.set_drawing(TextBlock(figure.instead))
        if figure.drawings or figure.instead:
            self.note(*figure.notes)
        offers = (Action(one.label, partial(self._on_offer, one)) for one in figure.offers)
        self.show_details(replace(figure.details, actions=tuple(offers)))

    def on_canvas(self, figure: StudyFigure) -> Sequence[Drawing]:
        """The drawings that are on the canvas, where others are in widgets of the panel."""
        return figure.drawings

    # ---- export

    def drawings(self) -> list[Drawing]:
        return [*self.figure.drawings]

    def table(self) -> Table:
        return self.figure.table

    def figure_models(self) -> tuple[DrawnModel, ...]:
        return self.figure.models

    def caption_settings(self) -> list[str]:
        return [*self.figure.settings]

    def caption_dependencies(self) -> Basis:
        return self.figure.depends_on

    def marks(self) -> list[Mark]:
        tabs = self.controls.tabs if self.spec.views else self.controls
        return marks_of_view(self, tabs, self.option_widget(), self.area.canvas)

    def option_widget(self) -> QWidget | None:
        """What the short help calls the options of the view."""
        form = self.stored_form if self.view == self.form_view else None
        return form or self.controls.made.get(self.study.marked) or self.controls.first_visible

    # ---- what a person does

    @property
    def click_hint(self) -> str:
        return self.study.click_hint(self.situation())

    def deselect(self) -> None:
        self._take(self.study.deselect(self.situation()))

    def _take(self, state: State) -> None:
        """Change the fields of the state in which another one differs."""
        names = [one.name for one in fields(State)]
        before = self.state
        self.store.update(
            **{
                name: value
                for name in names
                if (value := getattr(state, name)) != getattr(before, name)
            }
        )

    def _on_clicked(self, hit: Any, *, modified: bool = False) -> None:
        at = self.situation()
        if hit is None:
            self._take(self.study.click_beside(at))
        elif (target := find_tag_hit(hit)) is not None and not self.shows_other_text:
            click = self.study.modified_click if modified else self.study.click
            self._take(click(target, self.answer, at))

    def _on_double_clicked(self, hit: Any) -> None:
        if (target := find_tag_hit(hit)) is not None:
            self._take(self.study.double_click(target, self.answer, self.situation()))

    def _on_offer(self, offer: Offer) -> None:
        self._take(offer.change(self.situation()))

    def _on_options(self, values: dict[str, Any]) -> None:
        self._take(self.study.change(values, self.situation()))
        self.show_controls()  # also where nothing has changed, as with the same pair again

    def press(self, name: str) -> None:
        """A button of the controls was pressed."""
        self._take(self.study.press(name, self.answer, self.situation()))

    def _on_stream(self, architecture: str, stream: str) -> None:
        self._take(self.study.choose_stream(architecture, stream, self.situation()))


@cache
def panel_of(study: Study) -> type[StudyPanel]:
    """The panel of a study that needs no more than a study's; the same one at each call."""
    name = f"{study.spec.name.title().replace('_', '')}Panel"
    return type(name, (StudyPanel,), {"study": study})
