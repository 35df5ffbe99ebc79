"""Distillation: a small model learns from a large one, beside its twin that learns alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from explorer.core.analysis.matching import counterpart
from explorer.core.defaults import MAX_MODELS
from explorer.core.distilling import Pair, Told, go_on, told, unfinished_pairs
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
from explorer.core.runs import Baselines, Point
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
from explorer.ui.drawing import Drawing, Placed, Stack, TextBlock
from explorer.ui.live_run import LiveRun
from explorer.ui.panel import COMPUTING, Action, Details, Drawn, Panel, PanelContext, PanelSpec
from explorer.ui.table import Table
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.cast_line import CastLine
from explorer.ui.widgets.distillation_form import DistillationForm
from explorer.ui.widgets.form import scrolling
from explorer.ui.widgets.heat_map import CellHit
from explorer.ui.widgets.learning_curves import LearningCurves, Plot
from explorer.ui.widgets.run_bar import RunBar
from explorer.ui.widgets.student_controls import PlaceLine, TemperatureLine, side_by_side
from explorer.ui.widgets.student_curves import (
    held_out_plots,
    levels_of,
    points_of,
    term_plots,
    token_head,
)
from explorer.ui.widgets.student_details import attention_details, label_details
from explorer.ui.widgets.student_figure import (
    ROLES,
    Place,
    Role,
    attention_figure,
    label_figure,
    numbers_figure,
    roles_of,
)
from explorer.ui.widgets.student_tables import (
    attention_table,
    labels_table,
    learning_table,
    numbers_table,
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
_, STUDENT, ALONE = ROLES
LEARNERS = (STUDENT, ALONE)
NO_STUDENT = (
    "No student of this teacher is compared yet. Press Distil: the student and the same student "
    "without its teacher learn one after the other, and their curves grow here."
)
CHOOSE_STUDENT = "No student is compared yet: choose one above, or press New student."
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
    asked: Request
    unfinished: tuple[Pair, ...] = ()
    strangers: tuple[str, ...] = ()
    content: Labels | Comparison | Attentions | Mapping[str, Told] | None = None
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
        self._pair: Pair | None = None  # that learns, or learned last
        self._following = False  # the learning curves are those of that pair
        self._doing = COMPUTING
        self.live = LiveRun(context.jobs, "distillation")
        self.live.told.connect(self._on_told)
        self.live.changed.connect(self._on_run_changed)
        self.live.finished.connect(lambda _: self._on_finished())
        self.progressed.connect(self._on_progressed)
        self._build()
        self.form.show_choice(DistillationChoice.from_json(self.option("choice", {})))
        context.library_listeners.append(self._on_library_changed)

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
        yield Progress("Looking for teacher and student")
        known = choices(engine)
        method = known.methods.get(request.method) or next(iter(known.methods.values()))
        cast = choose_cast(method, request.entries, request.wished)
        text = text_of(engine.entry(cast.teacher)) or DEFAULT_TEXT
        num_layers = engine.card(cast.teacher).num_layers
        begun = unfinished_pairs(request.entries)
        answer = Answer(known, method, cast, num_layers, text, request, begun)
        yield Partial(answer)
        try:
            answer = replace(answer, strangers=tuple(strangers(engine, cast)))
            content = yield from _content(request, answer, engine)
        except UserError as error:
            return replace(answer, problem=str(error))
        return replace(answer, content=content)

    def refresh(self, *, force: bool = False) -> None:
        """As of every panel; a picture of another view or of other models does not stay."""
        super().refresh(force=force)
        if self.busy and self._current is None:
            self._doing = COMPUTING
            self._draw()

    @property
    def _current(self) -> Answer | None:
        """The answer, if it is one to what is asked now: this view, of these models.

        That of another text stays until the next is there, as its picture shows the text.
        """
        answer = self._answer
        if answer is None or _subject(answer.asked) != _subject(self.request(self.state)):
            return None
        return answer

    def show_partial(self, value: Answer) -> None:
        """Who is compared, before it is known how."""
        if self._current is None:
            self._answer = value
            self._offer()
            self._draw()

    def show_result(self, value: Answer) -> None:
        self._answer = value
        if isinstance(value.content, Comparison):
            self._known[value.cast, value.content.weights, value.text] = value.content
        self._offer()

    def _on_progressed(self, text: str) -> None:
        if text != self._doing:
            self._doing = text
            if self._is_awaited:
                self._draw()

    @property
    def _is_awaited(self) -> bool:
        """Whether there is nothing yet to show in this view."""
        answer = self._current
        return answer is None or (answer.content is None and not answer.problem)

    def _on_library_changed(self) -> None:
        """Models came, went, or were trained again in their folders."""
        self._entries = None
        if self.isVisible():
            self.refresh(force=True)

    def show_error(self, error: UserError) -> None:
        self.say(str(error), Action("Train a teacher", lambda: self.store.update(panel="training")))

    def show_selection(self, selection: Selection) -> None:
        """Draw, with what is selected; it follows each result."""
        self._draw()

    @property
    def click_hint(self) -> str:
        return {
            LABELS: "Click a token to hide that one instead, and to see it here.",
            ATTENTION: "Click a row to see here where its token looks.",
        }.get(self.view, "")

    def show_settings(self) -> None:
        kept = DistillationChoice.from_json(self.option("choice", {}))
        if kept != self.form.kept:
            self.form.show_choice(kept)
        self._draw()

    def show_view(self, view: str) -> None:
        super().show_view(view)
        self._draw()

    def _wished(self) -> Cast:
        kept = self.option("cast", {})
        names = kept if isinstance(kept, Mapping) else {}
        return Cast(*(str(names.get(name, "")) for name in ("teacher", "student", "alone")))

    def _offer(self) -> None:
        assert self._answer is not None
        answer = self._answer
        self.cast.offer(answer.method, self._entries or (), answer.cast)
        self.form.offer(
            answer.choices, answer.method, answer.cast.teacher, answer.num_layers, answer.text
        )
        self._show_use()
        self._show_unfinished()

    @property
    def roles(self) -> tuple[Role, ...]:
        """Who is compared, or learns, each with its colour."""
        if self.view == LEARNING and self._following:
            return self._roles_of(_cast_of(self._pair))
        return () if self._answer is None else self._roles_of(self._answer.cast)

    def _roles_of(self, cast: Cast) -> tuple[Role, ...]:
        titles = {key: Path(key).name for key in cast.present}  # of runs that are no models yet
        titles |= {entry.key: entry.title for entry in self._entries or ()}
        return roles_of(cast, self._places, titles)

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
        self._begin(Pair(choice.teacher, folder, alone), make)

    def resume_pair(self, pair: Pair) -> None:
        """Go on with runs of another day."""
        if self.live.alive:
            return
        self._begin(pair, partial(go_on, pair, self.form.choice.device))

    def _begin(self, pair: Pair, make: Callable[[], Work]) -> None:
        self._pair = pair
        self.live.start(make, make, f"Distilling {pair.name}")
        self._follow()
        self._show_unfinished()
        self.show_view(LEARNING)

    def _follow(self) -> None:
        """Show the curves of the runs, from what they told until now."""
        self._following = True
        cast = _cast_of(self._pair)
        known = {key: told(Path(key)) for key in (cast.student, cast.alone)}
        self._show_told(cast, {key: one for key, one in known.items() if one}, live=True)

    def _on_told(self, value: Any) -> None:
        assert self._pair is not None
        if isinstance(value, Point):
            role = STUDENT if value.run == self._pair.student.name else ALONE
            self.curves.add(replace(value, run=role))
        elif isinstance(value, Baselines):
            self.curves.set_levels(value.values)

    def _on_finished(self) -> None:
        """Compare those who learned; a person who looks at something else meanwhile stays there."""
        assert self._pair is not None
        self.context.library_changed()
        library, cast = self.context.library, _cast_of(self._pair)
        keys = (library.entry(key).key for key in cast.present)
        self._choose_cast(Cast(*keys))
        if self.view == LEARNING:
            self.show_view(NUMBERS)

    def _choose_cast(self, cast: Cast) -> None:
        self._following = self.live.alive
        self.set_option(
            "cast", {"teacher": cast.teacher, "student": cast.student, "alone": cast.alone}
        )

    def _show_unfinished(self) -> None:
        """Runs of another day that can go on; this session's own has its buttons in the bar."""
        own = self._pair.student if self._pair is not None else None
        pairs = self._answer.unfinished if self._answer else ()
        found = [pair for pair in pairs if pair.student != own]
        self.unfinished.clear()
        for pair in found:
            self.unfinished.addItem(pair.name, pair)
        self._unfinished_line.setVisible(bool(found))

    def _on_run_changed(self) -> None:
        self._unfinished_line.setEnabled(not self.live.alive)

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
        self.use.setText("See in every panel" if new else "Seen in every panel")
        names = ", ".join(role.title for role in new)
        self.use.setToolTip(
            f"Choose {names} as well"
            if room
            else f"{MAX_MODELS} models stand side by side at most. Remove one first."
        )

    # ---- what is drawn

    def drawings(self) -> list[Drawing]:
        if self.view == LEARNING:
            shown = self._following or self._current is not None
            return [self.curves.drawing()] if shown and self.curves.grown else []
        picture = self._picture()
        return [] if picture is None else [picture]

    def drawn(self) -> tuple[Drawn, ...]:
        """The teacher and its students, who need not be among the chosen models."""
        return tuple(Drawn(role.slot, role.heading, role.key) for role in self.roles)

    def table(self) -> Table:
        content = self._current.content if self._current else None
        if self.view == LEARNING:
            return learning_table(self.curves.table(), self.roles) if self.drawings() else Table(())
        if isinstance(content, Labels):
            return labels_table(content, self.roles, self.temperature)
        if isinstance(content, Comparison):
            return numbers_table(content, self.roles)
        if isinstance(content, Attentions):
            return attention_table(content, self.roles, self._place())
        return Table(())

    def _picture(self) -> Drawing | None:
        """The picture of the view; None as long as it is computed, and where there is none."""
        answer, view = self._current, self.view
        if answer is None:
            return None
        if view == LABELS and isinstance(answer.content, Labels):
            return label_figure(answer.content, self.roles, self.temperature)
        if view == NUMBERS and isinstance(answer.content, Comparison):
            return numbers_figure(answer.content, self.roles)
        if view == ATTENTION and isinstance(answer.content, Attentions):
            return attention_figure(answer.content, self.roles, self._place())
        return None

    def _draw(self) -> None:
        """The picture of the view, or what is being done for it."""
        self._show_view()
        answer = self._current
        if self.view == LEARNING:
            self._show_learned(answer)
        else:
            self.area.set_drawing(self._picture_or_words(answer))
        self.note(*self._limits())
        self._show_details()

    def _picture_or_words(self, answer: Answer | None) -> Drawing:
        picture = self._picture()
        if picture is None:
            return TextBlock((answer.problem if answer else "") or self._doing)
        if answer is None or answer.cast.student:
            return picture
        return Stack([picture, TextBlock("", hint=CHOOSE_STUDENT)])

    def _show_details(self) -> None:
        """The selected token, as each model has it."""
        content = self._current.content if self._current else None
        chosen = self.state.selection.token is not None
        if self.view == LABELS and isinstance(content, Labels) and chosen:
            self.show_details(label_details(content, self.roles, self.temperature))
        elif self.view == ATTENTION and isinstance(content, Attentions):
            self.show_details(attention_details(content, self.roles, self._place()))
        else:
            self.show_details(Details())

    def _show_view(self) -> None:
        view = self.view
        with QSignalBlocker(self.tabs):
            self.tabs.setCurrentIndex(VIEWS.index(view))
        self.pages.setCurrentIndex(1 if view == LEARNING else 0)
        self.new.setVisible(view != LEARNING)
        self.softness.setVisible(view == LABELS)
        self.softness.show_temperature(self.temperature)
        self.place.setVisible(view == ATTENTION)
        self._show_place()

    def _limits(self) -> tuple[str, ...]:
        answer = self._current
        if answer is None:
            return ()
        titles = {role.key: role.title for role in self._roles_of(answer.cast)}
        lines = [
            f"{titles.get(key, key)} reads with another vocabulary and cannot be compared."
            for key in answer.strangers
        ]
        if isinstance(answer.content, Labels) and answer.content.encoding.num_cut:
            lines.append(f"{answer.content.encoding.num_cut} tokens did not fit and were cut.")
        if isinstance(answer.content, Comparison):
            halves = [titles[m.key] for m in answer.content.models if m.in_halves]
            if halves:
                lines.append(f"Stored in half precision: {', '.join(halves)}.")
        return tuple(lines)

    # ---- learning curves

    def _show_learned(self, answer: Answer | None) -> None:
        """How those who are compared learned, unless the curves of a run grow here."""
        if self._following:
            return
        if answer is not None and isinstance(answer.content, Mapping):
            self._show_told(answer.cast, answer.content, live=False)
            return
        self.curves.show_plots([], [])
        self._say_of_curves(answer.problem if answer and answer.problem else self._doing)

    def _show_told(self, cast: Cast, found: Mapping[str, Told], *, live: bool) -> None:
        """The curves of a cast, as far as its files tell."""
        points = points_of(cast, found)
        plots = self._plots(cast, found, points, live=live) if points or live else []
        self.curves.show_plots(plots, points)
        if live:
            student = Path(cast.student).name
            said = f"These curves are of {student}, and of the same student without its teacher."
            self._say_of_curves(said)
        else:
            self._say_of_curves("" if points else NO_CURVES if cast.student else NO_STUDENT)

    def _say_of_curves(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def _plots(
        self, cast: Cast, found: Mapping[str, Told], points: list[Point], *, live: bool
    ) -> list[Plot]:
        """Held-out quality of both, then the terms of the student's loss where they are told."""
        assert self._answer is not None
        method = self._answer.method
        head = token_head(self._answer.choices, method)
        parts = [(role.name, role.slot) for role in self._roles_of(cast) if role.name in LEARNERS]
        plots = held_out_plots(head, parts, levels_of(found.values()))
        if live or not all(point.held_out for point in points):
            plots += term_plots(method, head, parts)
        return plots

    # ---- temperature, layer, head

    @property
    def temperature(self) -> float:
        return self.form.value("temperature", self._default_temperature)

    @property
    def _default_temperature(self) -> float:
        options = self._answer.method.options if self._answer else ()
        return next((float(o.default) for o in options if o.name == "temperature"), 1.0)

    def _on_choice(self, choice: DistillationChoice) -> None:
        self.set_option("choice", choice.to_json())
        self._draw()

    def _place(self) -> Place:
        chosen = self.state.selection
        counted = self.counting([role.key for role in self.roles])
        return Place(chosen.layer, chosen.head, chosen.token if counted else None)

    def _show_place(self) -> None:
        content = self._current.content if self._current else None
        if not isinstance(content, Attentions):
            return
        shown = [role for role in self.roles if role.key in content.maps]
        role = shown[min(1, len(shown) - 1)]
        chosen = self.state.selection
        counts = content.maps[role.key].shape[:2]
        self.place.show_places(role.name, counts, chosen.layer, chosen.head)

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
        self._build_top()
        self.softness = TemperatureLine()
        self.softness.changed.connect(lambda value: self.form.set_value("temperature", value))
        self.place = PlaceLine()
        self.place.layer_chosen.connect(lambda layer: self.select(layer=layer))
        self.place.head_chosen.connect(lambda head: self.select(head=head))
        self.area = CanvasArea(self.theme)
        self.area.canvas.clicked.connect(self._on_clicked)
        picture = QWidget()
        layout = QVBoxLayout(picture)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.softness)
        layout.addWidget(self.place)
        layout.addWidget(self.area, 1)
        self.pages = QStackedWidget()
        self.pages.addWidget(picture)
        self.pages.addWidget(self._build_learning())
        self.body.addWidget(self.tabs)
        self.body.addWidget(self.cast)
        self.body.addWidget(self.pages, 1)
        self._show_view()

    def _build_top(self) -> None:
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("View")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for view in VIEWS:
            self.tabs.addTab(VIEW_TITLES[view])
        self.tabs.currentChanged.connect(lambda index: self.show_view(VIEWS[index]))
        self.use = QPushButton()
        self.use.clicked.connect(self._use)
        self.new = QPushButton("New student")
        self.new.setToolTip("Choose how it shall learn, and watch it")
        self.new.clicked.connect(lambda: self.show_view(LEARNING))
        self.cast = CastLine()
        self.cast.changed.connect(self._choose_cast)
        self.cast.add_right(self.new)
        self.cast.add_right(self.use)

    def _build_learning(self) -> QWidget:
        self.form = DistillationForm()
        self.form.changed.connect(self._on_choice)
        self.bar = RunBar(self.live, "Distil")
        self.bar.start_requested.connect(self.start)
        self.bar.resume.clicked.connect(self._follow)
        self.curves = LearningCurves(self.theme)
        self.hint = QLabel()
        self.hint.setProperty("muted", True)
        self.hint.setWordWrap(True)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self.bar)
        right.addWidget(self._build_unfinished())
        right.addWidget(scrolling(self.hint, self.curves), 1)
        whole = QWidget()
        line = QHBoxLayout(whole)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        line.addWidget(self.form)
        line.addLayout(right, 1)
        return whole

    def _build_unfinished(self) -> QWidget:
        self.unfinished = QComboBox()
        self.unfinished.setAccessibleName("Unfinished students")
        self.unfinished.setMinimumWidth(120)
        self.resume_unfinished = QPushButton("Resume it")
        self.resume_unfinished.clicked.connect(
            lambda: self.resume_pair(self.unfinished.currentData())
        )
        label = QLabel("Unfinished")
        label.setProperty("muted", True)
        self._unfinished_line = side_by_side(
            QWidget(), label, self.unfinished, self.resume_unfinished
        )
        self._unfinished_line.setVisible(False)
        return self._unfinished_line

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
    found = {key: told(engine.entry(key).folder) for key in (cast.student, cast.alone) if key}
    return {key: one for key, one in found.items() if one is not None and one.points}


def _subject(request: Request) -> tuple[object, ...]:
    """What a picture is of, whatever the sentence is."""
    return request.view, request.method, request.wished, request.entries


def _cast_of(pair: Pair | None) -> Cast:
    """Those who learn; their folders are their keys."""
    assert pair is not None
    return Cast(pair.teacher, str(pair.student), str(pair.alone))


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


PANEL = DistillationPanel
