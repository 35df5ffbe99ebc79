"""Distillation: a small model learns from a large one, beside its twin that learns alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from explorer.core.analysis.matching import counterpart
from explorer.core.defaults import MAX_MODELS
from explorer.core.errors import UserError
from explorer.core.jobs import Partial, Progress, Work
from explorer.core.library import ModelEntry
from explorer.core.plans import (
    WITHOUT_TEACHER,
    Choices,
    DistillationChoice,
    choices,
    distil,
)
from explorer.core.runs import Baselines, Finished, History, Point, history
from explorer.core.state import Selection, State
from explorer.core.students import (
    DEFAULT_TEXT,
    Attentions,
    Cast,
    Comparison,
    Labels,
    attentions,
    choose_cast,
    compare,
    soft_labels,
    strangers,
    text_of,
    weights_of,
)
from explorer.ui.drawing import Drawing, Placed, TextBlock
from explorer.ui.live_run import LiveRun
from explorer.ui.panel import Action, Drawn, Panel, PanelContext, PanelSpec
from explorer.ui.table import Table
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.distillation_form import DistillationForm, short_title
from explorer.ui.widgets.flow import FlowLine
from explorer.ui.widgets.form import scrolling
from explorer.ui.widgets.heat_map import CellHit
from explorer.ui.widgets.learning_curves import LearningCurves, Line, Plot, named_levels
from explorer.ui.widgets.run_bar import RunBar
from explorer.ui.widgets.student_figure import (
    QUANTITIES,
    ROLES,
    Place,
    Role,
    attention_figure,
    attention_rows,
    label_figure,
    numbers_figure,
    roles_of,
    softened_rows,
)
from explorer.ui.widgets.token_strip import TokenHit
from models.specs import DistillationSpec, Paper

LABELS, LEARNING, NUMBERS, ATTENTION = VIEWS = ("labels", "learning", "numbers", "attention")
VIEW_TITLES = {
    LABELS: "Soft and hard labels",
    LEARNING: "Learning curves",
    NUMBERS: "In numbers",
    ATTENTION: "Attention",
}
TEACHER, STUDENT, ALONE = ROLES
SLIDER_STEPS = 200
TEMPERATURES = (0.5, 20.0)  # of the slider, whose steps are even on a logarithmic scale
NO_STUDENT = (
    "There is no student of this teacher yet. Press Distil: the student and the same student "
    "without its teacher learn one after the other, and their curves grow here."
)
NO_CURVES = "The files of this student do not tell how it learned."


Known = Mapping[tuple[Cast, tuple[str, ...], str], Comparison]  # of these weights, on this text


@dataclass(frozen=True)
class Request:
    """Only what the view depends on; the rest stays empty, so that nothing is asked twice."""

    view: str
    method: str
    wished: Cast
    text: str = ""
    pair: str = ""
    position: int | None = None
    counted_in: str = ""  # the model whose token stands at that position, "" for the teacher
    entries: tuple[ModelEntry, ...] = ()
    known: Known = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Answer:
    """Who is compared, and what the view shows of them; `problem` says why it shows nothing."""

    choices: Choices
    method: DistillationSpec
    cast: Cast
    num_layers: int  # of the teacher
    text: str  # that the teacher learned from
    strangers: tuple[str, ...] = ()
    content: Labels | Comparison | Attentions | Mapping[str, History] | None = None
    problem: str = ""


class DistillationPanel(Panel):
    spec = PanelSpec(
        name="distillation",
        views=VIEWS,
        title="Distillation",
        group="make",
        icon="distillation",
        order=2,
        needs_models=False,
        summary="A small student learns what a large teacher believes, not only what is right.",
        explanation=(
            "A hard label says which token stands at a place; the teacher's soft label says how "
            "probable it finds every token, so it also tells which wrong answers are nearly "
            "right. Dividing the logits by a temperature above 1 flattens the soft label and "
            "makes the small probabilities visible (Hinton and others). DistilBERT's student has "
            "half of the layers, starts from every other layer of its teacher and learns three "
            "things at once: the soft labels, the masked tokens, and to point its hidden states "
            "the way the teacher's point. The same student without a teacher starts from random "
            "weights and learns the masked tokens alone for as many steps, so the gap between the "
            "curves is what the teacher is worth, its weights to begin with included. Both are "
            "measured on the same held-out tokens. The paper does not state the weights of the "
            "three losses; 5, 2 and 1 are those of the authors' example."
        ),
        papers=(
            Paper(
                "Sanh, Debut, Chaumond, Wolf",
                "DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter",
                2019,
                "1910.01108",
            ),
            Paper(
                "Hinton, Vinyals, Dean",
                "Distilling the Knowledge in a Neural Network",
                2015,
                "1503.02531",
            ),
        ),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._entries: tuple[ModelEntry, ...] | None = None
        self._answer: Answer | None = None
        self._known: dict[tuple[Cast, tuple[str, ...], str], Comparison] = {}
        self._parts: dict[str, str] = {}  # of a live run: name of the run -> role
        self._started = False  # the learning curves are those of a run of this session
        self.live = LiveRun(context.jobs, "distillation")
        self.live.told.connect(self._on_told)
        self.live.finished.connect(self._on_finished)
        self._build()
        self.form.show_choice(DistillationChoice.from_json(self.option("choice", {})))

    # ---- what is compared

    def request(self, state: State) -> Request:
        view, wished = self.view, self._wished()
        method = self.form.choice.method
        if self._entries is None:
            self._entries = tuple(self.context.library.entries())
        request = Request(view, method, wished, entries=self._entries, known=self._known)
        if view == LABELS:
            token, of = state.selection.token, state.selection.model
            asked = replace(request, text=state.text, pair=state.pair)
            return replace(asked, position=token, counted_in=of)
        if view == ATTENTION:
            return replace(request, text=state.text, pair=state.pair)
        return request

    @staticmethod
    def work(request: Request, engine: Any) -> Work:
        yield Progress("Looking for teachers")
        known = choices(engine)
        method = known.methods.get(request.method) or next(iter(known.methods.values()))
        cast = choose_cast(method, request.entries, request.wished)
        text = text_of(engine.entry(cast.teacher)) or DEFAULT_TEXT
        answer = Answer(known, method, cast, engine.card(cast.teacher).num_layers, text)
        yield Partial(answer)
        try:
            answer = replace(answer, strangers=tuple(strangers(engine, cast)))
            content = yield from _content(request, answer, engine)
        except UserError as error:
            return replace(answer, problem=str(error))
        return replace(answer, content=content)

    def show_partial(self, value: Answer) -> None:
        """Who is compared, before it is known how."""
        if self._answer is None:
            self._answer = value
            self._offer()

    def show_result(self, value: Answer) -> None:
        self._answer = value
        if isinstance(value.content, Comparison):
            self._known[value.cast, value.content.weights, value.text] = value.content
        self._offer()
        self._show_notes()
        if isinstance(value.content, Mapping) and not self._started:
            self._show_histories(value.content)
        self._draw()

    def show_error(self, error: UserError) -> None:
        self.say(str(error), Action("Train a teacher", lambda: self.store.update(panel="training")))

    def show_selection(self, selection: Selection) -> None:
        if self.view == ATTENTION:
            self._draw()

    def show_settings(self) -> None:
        kept = DistillationChoice.from_json(self.option("choice", {}))
        if kept != self.form.kept:
            self.form.show_choice(kept)
        self._draw()

    def show_view(self, view: str) -> None:
        super().show_view(view)
        self._show_view()

    def _wished(self) -> Cast:
        kept = self.option("cast", {})
        names = kept if isinstance(kept, Mapping) else {}
        return Cast(*(str(names.get(name, "")) for name in ("teacher", "student", "alone")))

    def _offer(self) -> None:
        assert self._answer is not None
        answer = self._answer
        self.form.show_cast(answer.cast)
        self.form.offer(
            answer.choices, answer.method, self._entries or (), answer.num_layers, answer.text
        )
        self.form.show_cast(answer.cast)
        self._show_use()

    @property
    def roles(self) -> tuple[Role, ...]:
        """Who is compared, each with its colour."""
        if self._answer is None:
            return ()
        titles = {entry.key: entry.title for entry in self._entries or ()}
        return roles_of(self._answer.cast, self._places, titles)

    @property
    def _places(self) -> Mapping[str, int]:
        """The places of the chosen models."""
        return dict(zip(self.state.models, self.state.places, strict=True))

    # ---- a run

    def start(self) -> None:
        """Teach a student, then train the same student without its teacher."""
        if self._answer is None or self.live.alive:
            return
        choice = self.form.choice
        library = self.context.library
        folder = library.new_run_folder(choice.name)
        alone = library.new_run_folder(folder.name + WITHOUT_TEACHER)
        make = partial(distil, choice, folder, alone, self.state.seed)
        self._parts = {folder.name: STUDENT, alone.name: ALONE}
        self._started = True
        self.curves.show_plots(self._plots({}, live=True), [])
        self.live.start(make, make, f"Distilling {folder.name}")
        self.show_view(LEARNING)

    def _on_told(self, value: Any) -> None:
        if isinstance(value, Point):
            self.curves.add(replace(value, run=self._parts[value.run]))
        elif isinstance(value, Baselines):
            self.curves.set_levels(value.values)

    def _on_finished(self, result: Sequence[Finished]) -> None:
        self.context.library_changed()
        self._entries = tuple(self.context.library.entries())
        student, alone = (self.context.library.entry(str(one.folder)).key for one in result)
        teacher = self.form.choice.teacher
        self._choose_cast(Cast(teacher, student, alone))
        self.show_view(NUMBERS)

    def _choose_cast(self, cast: Cast) -> None:
        self._started = self.live.alive
        self.set_option(
            "cast", {"teacher": cast.teacher, "student": cast.student, "alone": cast.alone}
        )

    def _use(self) -> None:
        """Put those who are compared beside the other models, as far as there is room."""
        new = [role.key for role in self.roles if role.key not in self.state.models]
        self.store.update(models=(*self.state.models, *new)[:MAX_MODELS])
        self._show_use()

    def _show_use(self) -> None:
        models = self.state.models
        new = [role for role in self.roles if role.key not in models]
        room = len(models) + len(new) <= MAX_MODELS
        self.use.setVisible(len(self.roles) > 1)
        self.use.setEnabled(bool(new) and room)
        self.use.setText("Look at them in every panel" if new else "They stand side by side")
        names = ", ".join(role.title for role in new)
        self.use.setToolTip(
            f"Choose {names} as well"
            if room
            else f"{MAX_MODELS} models stand side by side at most. Remove one first."
        )

    # ---- what is drawn

    def drawings(self) -> list[Drawing]:
        if self.view == LEARNING:
            return [self.curves.drawing()] if self.curves.grown else []
        drawn = self._drawing()
        return [] if drawn is None or isinstance(drawn, TextBlock) else [drawn]

    def drawn(self) -> tuple[Drawn, ...]:
        """The teacher and its students, who need not be among the chosen models."""
        if self._answer is None:
            return ()
        return tuple(Drawn(role.slot, role.heading, role.key) for role in self.roles)

    def table(self) -> Table:
        content = self._answer.content if self._answer else None
        if self.view == LEARNING:
            return self.curves.table()
        if isinstance(content, Labels):
            rows = softened_rows(content, self.roles, self.temperature)
            columns = ("model", "token", "probability", "probability at temperature 1")
            return Table(columns, rows, meta={"temperature": self.temperature})
        if isinstance(content, Comparison):
            return _numbers_table(content, self.roles)
        if isinstance(content, Attentions):
            cells = ("model", "row", "row_token", "column", "column_token", "weight")
            return Table(cells, attention_rows(content, self.roles, self._place()))
        return Table(())

    def _drawing(self) -> Drawing | None:
        answer, view = self._answer, self.view
        if answer is None:
            return None
        if answer.problem:
            return TextBlock(answer.problem)
        if view == LABELS and isinstance(answer.content, Labels):
            return label_figure(answer.content, self.roles, self.temperature)
        if view == NUMBERS and isinstance(answer.content, Comparison):
            return numbers_figure(answer.content, self.roles)
        if view == ATTENTION and isinstance(answer.content, Attentions):
            return attention_figure(answer.content, self.roles, self._place())
        return None

    def _draw(self) -> None:
        """The picture of the view; the last one stays while another is computed."""
        self._show_view()
        drawn = self._drawing()
        if drawn is not None:
            self.area.set_drawing(drawn)

    def _show_view(self) -> None:
        view = self.view
        with QSignalBlocker(self.tabs):
            self.tabs.setCurrentIndex(VIEWS.index(view))
        self.pages.setCurrentIndex(1 if view == LEARNING else 0)
        self._temperature_line.setVisible(view == LABELS)
        self._place_line.setVisible(view == ATTENTION)
        self._show_temperature()
        self._show_place()

    def _show_notes(self) -> None:
        assert self._answer is not None
        answer, lines = self._answer, []
        titles = {role.key: role.title for role in self.roles}
        lines += [
            f"{titles.get(key, key)} reads with another vocabulary and cannot be compared."
            for key in answer.strangers
        ]
        if isinstance(answer.content, Labels) and answer.content.encoding.num_cut:
            lines.append(f"{answer.content.encoding.num_cut} tokens did not fit and were cut.")
        if isinstance(answer.content, Comparison):
            halves = [titles[m.key] for m in answer.content.models if m.in_halves]
            if halves:
                lines.append(f"Stored in half precision: {', '.join(halves)}.")
        self.note(*lines)

    # ---- learning curves

    def _show_histories(self, found: Mapping[str, History]) -> None:
        """How a student that is there already learned, as far as its files tell."""
        assert self._answer is not None
        cast = self._answer.cast
        parts = {STUDENT: cast.student, ALONE: cast.alone}
        points = [
            replace(point, run=name)
            for name, key in parts.items()
            if key in found
            for point in found[key].points
        ]
        levels = next((one.baselines for one in found.values()), {})
        self.curves.show_plots(self._plots(levels, live=False) if points else [], points)
        self.hint.setText(NO_CURVES if cast.student else NO_STUDENT)
        self.hint.setVisible(not points)

    def _plots(self, levels: Mapping[str, float], *, live: bool) -> list[Plot]:
        """Held-out quality of both, then a plot for each term of the student's loss."""
        assert self._answer is not None
        method = self._answer.method
        heads = self._answer.choices.architectures[method.student].heads
        head = next(head.name for head in heads if head.predicts == "token")
        cast = self._answer.cast if not live else Cast(self._answer.cast.teacher)
        named = replace(cast, student=cast.student or STUDENT, alone=cast.alone or ALONE)
        slot = {role.name: role.slot for role in roles_of(named, self._places, {})}
        shown = [STUDENT, ALONE] if live or cast.alone else [STUDENT]
        parts = [(name, slot[name]) for name in shown]
        loss = [Line(name, name, f"{head}_loss", slot=slot) for name, slot in parts]
        right = [Line(name, name, f"{head}_accuracy", slot=slot) for name, slot in parts]
        found = [
            Plot("Held-out loss", tuple(loss), levels=named_levels(levels)),
            Plot("Held-out accuracy", tuple(right), unit="share"),
        ]
        self.hint.setVisible(False)
        return [*found, *_term_plots(method, head, parts)] if live else found

    # ---- temperature, layer, head

    @property
    def temperature(self) -> float:
        return self.form.value("temperature", self._default_temperature)

    @property
    def _default_temperature(self) -> float:
        options = self._answer.method.options if self._answer else ()
        return next((float(o.default) for o in options if o.name == "temperature"), 1.0)

    def _show_temperature(self) -> None:
        self._temperature_value.setText(f"{self.temperature:.2f}")
        with QSignalBlocker(self.slider):
            self.slider.setValue(slider_step(self.temperature))

    def _on_slider(self, step: int) -> None:
        self.form.set_value("temperature", round(temperature_at(step), 2))

    def _on_choice(self, choice: DistillationChoice) -> None:
        self.set_option("choice", choice.to_json())
        self._draw()

    def _place(self) -> Place:
        chosen = self.state.selection
        counted = self.counting([role.key for role in self.roles])
        return Place(chosen.layer, chosen.head, chosen.token if counted else None)

    def _show_place(self) -> None:
        content = self._answer.content if self._answer else None
        if not isinstance(content, Attentions):
            return
        shown = [role.key for role in self.roles if role.key in content.maps]
        num_layers, num_heads = content.maps[shown[min(1, len(shown) - 1)]].shape[:2]
        chosen = self.state.selection
        _fill_places(self.layer, "layers", num_layers, chosen.layer)
        _fill_places(self.head, "heads", num_heads, chosen.head)

    def _on_clicked(self, hit: Any) -> None:
        while isinstance(hit, Placed):
            hit = hit.hit
        if isinstance(hit, TokenHit | CellHit):
            token = hit.position if isinstance(hit, TokenHit) else hit.row
            self.select(token=token, model=self.roles[0].key)
        elif hit is None and self.view == ATTENTION:
            self.select(token=None)

    # ---- building

    def _build(self) -> None:
        self.form = DistillationForm()
        self.form.changed.connect(self._on_choice)
        self.form.cast_changed.connect(self._choose_cast)
        self.bar = RunBar(self.live, "Distil")
        self.bar.start_requested.connect(self.start)
        self.use = QPushButton()
        self.use.clicked.connect(self._use)
        self.bar.add(self.use)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("View")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for view in VIEWS:
            self.tabs.addTab(VIEW_TITLES[view])
        self.tabs.currentChanged.connect(lambda index: self.show_view(VIEWS[index]))
        self.area = CanvasArea(self.theme)
        self.area.canvas.clicked.connect(self._on_clicked)
        self.curves = LearningCurves(self.theme)
        self.hint = QLabel()
        self.hint.setProperty("muted", True)
        self.hint.setWordWrap(True)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.area)
        self.pages.addWidget(scrolling(self.hint, self.curves))
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self.bar)
        right.addWidget(self._build_temperature())
        right.addWidget(self._build_place())
        right.addWidget(self.pages, 1)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self.form)
        line.addLayout(right, 1)
        self.body.addWidget(self.tabs)
        self.body.addLayout(line, 1)
        self._show_view()

    def _build_temperature(self) -> QWidget:
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, SLIDER_STEPS)
        self.slider.setMinimumWidth(120)
        self.slider.setMaximumWidth(280)
        self.slider.setAccessibleName("Temperature")
        self.slider.setToolTip("The temperature that the student is taught with")
        self.slider.valueChanged.connect(self._on_slider)
        self._temperature_value = QLabel()
        self._temperature_line = _line(QLabel("Temperature"), self.slider, self._temperature_value)
        return self._temperature_line

    def _build_place(self) -> QWidget:
        self.layer, self.head = QComboBox(), QComboBox()
        self.layer.setAccessibleName("Layer of the student")
        self.head.setAccessibleName("Head")
        for box in (self.layer, self.head):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.layer.activated.connect(lambda: self.select(layer=self.layer.currentData()))
        self.head.activated.connect(lambda: self.select(head=self.head.currentData()))
        self._place_line = QWidget()
        line = FlowLine(self._place_line)
        line.addWidget(_line(QLabel("Student's layer"), self.layer))
        line.addWidget(_line(QLabel("Head"), self.head))
        return self._place_line

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was shown."""
        self._entries = None
        super().showEvent(event)


def _content(request: Request, answer: Answer, engine: Any) -> Work:
    """What the view shows."""
    cast = answer.cast
    if request.view == LABELS:
        at = _position(request, cast.teacher, engine)
        return soft_labels(engine, cast, request.text, request.pair, at)
    if request.view == ATTENTION:
        return attentions(engine, cast, request.text, request.pair)
    if request.view == NUMBERS:
        known = request.known.get((cast, weights_of(engine, cast), answer.text))
        return known or (yield from compare(engine, cast, answer.text))
    found = {key: history(engine.entry(key).folder) for key in (cast.student, cast.alone) if key}
    return {key: one for key, one in found.items() if one is not None and one.points}


def _position(request: Request, teacher: str, engine: Any) -> int | None:
    """The selected token as the teacher has it; None where it has none over the same text."""
    if request.position is None or request.counted_in in ("", teacher):
        return request.position
    try:
        source = engine.encode(request.counted_in, request.text, request.pair)
    except UserError:  # its files are gone
        return None
    target = engine.encode(teacher, request.text, request.pair)
    return counterpart(source, target, request.position)


def _term_plots(
    method: DistillationSpec, head: str, parts: Sequence[tuple[str, int]]
) -> list[Plot]:
    """One plot for each term while the student learns; the twin has the masked tokens only."""
    (student, student_slot), (alone, alone_slot) = parts
    found = []
    for term in method.terms:
        lines = [Line(student, student, term, held_out=False, slot=student_slot)]
        if term == head:
            lines.append(Line(alone, alone, term, held_out=False, slot=alone_slot))
        found.append(Plot(f"{term_title(method, term)}: training", tuple(lines), unit="loss"))
    return found


def term_title(method: DistillationSpec, term: str) -> str:
    """A term by the name that the option of its weight gives it."""
    titles = {option.name: short_title(option) for option in method.options}
    return titles.get(f"weight_{term}", term)


def _numbers_table(content: Comparison, roles: Sequence[Role]) -> Table:
    by_key = {measured.key: measured for measured in content.models}
    rows = [
        (
            role.name,
            role.title,
            *(quantity.of(found) for quantity in QUANTITIES),
            found.kept,
            found.kept_error,
        )
        for role in roles
        if (found := by_key.get(role.key)) is not None
    ]
    kept = ("Share of the teacher's accuracy", "Standard error of that share")
    columns = ("part", "model", *(quantity.title for quantity in QUANTITIES), *kept)
    meta = {"places": content.places, "documents": content.documents, "text": content.text}
    return Table(columns, rows, meta=meta)


def _line(*widgets: QWidget) -> QWidget:
    """Controls side by side, from the left."""
    whole = QWidget()
    layout = QHBoxLayout(whole)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return whole


def _fill_places(box: QComboBox, kind: str, count: int, chosen: int | None) -> None:
    with QSignalBlocker(box):
        box.clear()
        box.addItem(f"average over {kind}", None)
        for index in range(count):
            box.addItem(f"{kind[:-1]} {index + 1}", index)
        box.setCurrentIndex(0 if chosen is None else min(chosen, count - 1) + 1)


def temperature_at(step: int) -> float:
    """The temperature at a step of the slider."""
    low, high = TEMPERATURES
    return float(low * (high / low) ** (step / SLIDER_STEPS))


def slider_step(temperature: float) -> int:
    """The step of the slider that is nearest to a temperature."""
    low, high = TEMPERATURES
    share = math.log(min(max(temperature, low), high) / low) / math.log(high / low)
    return round(share * SLIDER_STEPS)


PANEL = DistillationPanel
