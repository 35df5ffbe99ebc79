"""Distillation: a small model learns from a large one, compared with one that learns alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget

from explorer.core.distillation.students import Measurements, ModelRoles
from explorer.core.distillation.views import (
    ATTENTION,
    LABELS,
    LEARNING,
    NUMBERS,
    VIEWS,
    ViewAnswer,
    ViewRequest,
    answer_to,
)
from explorer.core.errors import UserError
from explorer.core.library.library import ModelEntry
from explorer.core.state.state import Selection, State
from explorer.core.training.plans import DistillationChoice
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.graphics.drawing import Drawing, Placed
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.caption import Basis, Drawn
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget
from explorer.ui.panel_base.message_page import COMPUTING
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.distillation.figure import MapChoice, Role, roles_of
from explorer.ui.panels.distillation.learning import LearningPage
from explorer.ui.panels.distillation.picture_page import PicturePage
from explorer.ui.panels.distillation.pictures import StudentPictures
from explorer.ui.panels.distillation.roles_line import RolesLine, SeeButton
from explorer.ui.panels.distillation.tables import learning_table
from explorer.ui.style.colours import SPACINGS

VIEW_TITLES = {
    LABELS: "Soft and hard labels",
    LEARNING: "Learning curves",
    NUMBERS: "In numbers",
    ATTENTION: "Attention",
}


class DistillationPanel(Panel):
    spec = PanelSpec(
        name="distillation",
        views=VIEWS,
        title="Distillation",
        group="make",
        icon="distillation",
        order=2,
        needs_models=False,
        summary="A small student learns the probabilities that a large teacher predicts.",
        text=panel_text("distillation"),
    )
    work = staticmethod(answer_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._entries: tuple[ModelEntry, ...] | None = None
        self._answer: ViewAnswer | None = None
        self._known: dict[tuple[ModelRoles, tuple[str, ...]], Measurements] = {}
        self._chosen: tuple[object, ...] = ()  # the models beside which it was drawn
        self._doing = COMPUTING
        self.progressed.connect(self._on_progressed)
        self._build()
        self.learning.form.show_choice(DistillationChoice.from_json(self.option("choice", {})))
        context.library_listeners.append(self._on_library_changed)

    # ---- what is compared

    def request(self, state: State) -> ViewRequest:
        if self._entries is None:
            self._entries = tuple(self.context.library.entries())
        return ViewRequest(
            self.view,
            self.learning.form.choice.method,
            self._wished(),
            entries=self._entries,
            known=dict(self._known),
        ).of_sentence(state)

    def refresh(self, *, force: bool = False) -> None:
        """As of every panel; a picture of another view or of other models does not stay."""
        super().refresh(force=force)
        moved, self._chosen = self.state.models != self._chosen, self.state.models
        if self.busy and self._current is None:
            self._doing = COMPUTING
            self._draw()
        elif moved and self._answer is not None:  # the colours are those of the chips
            self._draw()

    @property
    def _current(self) -> ViewAnswer | None:
        """The answer, if it is for this view and these models.

        That of another text stays until the next is there, as its picture shows the text.
        """
        answer = self._answer
        if answer is None or answer.asked.subject != self.request(self.state).subject:
            return None
        return answer

    def show_partial(self, value: ViewAnswer) -> None:
        """Who is compared, before it is known how."""
        if self._current is None:
            self._answer = value
            self._offer()
            self._draw()

    def show_result(self, value: ViewAnswer) -> None:
        self._answer = value
        if isinstance(value.content, Measurements):
            self._known[value.cast, value.content.version] = value.content
        self._offer()

    def _on_progressed(self, text: str) -> None:
        self._show_measuring()
        if text != self._doing:
            self._doing = text
            if self._is_awaited:
                self._draw()

    @property
    def _is_awaited(self) -> bool:
        """Whether there is nothing yet to show in this view."""
        answer = self._current
        return answer is None or (answer.content is None and not answer.problem)

    def _show_measuring(self) -> None:
        """The progress of this view, or that it was cancelled."""
        line, progress = self.picture.measuring, self.progress
        if self.view != NUMBERS or self._current is None or not self._is_awaited:
            line.hide()
        elif not self.busy:
            line.show_cancelled()
        elif progress is not None and progress.total:
            line.show_progress(progress)

    def _cancel_measuring(self) -> None:
        self.cancel()
        self._draw()
        self.answered.emit()

    def _measure_again(self) -> None:
        self._doing = COMPUTING
        self.refresh(force=True)

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
        if not self.state.text.strip():
            return ""
        return {
            LABELS: "Click a token to mask that one instead, and to see it here.",
            ATTENTION: "Click a row to see here what its token attends to.",
        }.get(self.view, "")

    def show_settings(self) -> None:
        choice = DistillationChoice.from_json(self.option("choice", {}))
        if choice != self.learning.form.chosen:
            self.learning.form.show_choice(choice)
        self._draw()

    def show_view(self, view: str) -> None:
        super().show_view(view)
        self._draw()

    # ---- who is compared

    def _wished(self) -> ModelRoles:
        saved = self.option("cast", {})
        names = saved if isinstance(saved, Mapping) else {}
        return ModelRoles(*(str(names.get(name, "")) for name in ("teacher", "student", "alone")))

    def _choose_cast(self, cast: ModelRoles) -> None:
        self.learning.leave_run()
        self.set_option(
            "cast", {"teacher": cast.teacher, "student": cast.student, "alone": cast.alone}
        )

    def _on_finished(self, learned: ModelRoles) -> None:
        """Compare the models of a finished run, unless the user has chosen others meanwhile."""
        self.context.library_changed()
        library = self.context.library
        self._choose_cast(ModelRoles(*(library.entry(key).key for key in learned.present)))
        if self.view == LEARNING:
            self.show_view(NUMBERS)

    def _offer(self) -> None:
        assert self._answer is not None
        self.cast.offer(self._answer.method, self._entries or (), self._answer.cast)
        self.learning.offer(self._answer)

    @property
    def roles(self) -> tuple[Role, ...]:
        """Who is compared, or learns, each with its colour."""
        followed = self.learning.followed
        if self.view == LEARNING and followed is not None:
            return self._roles_of(followed)
        return () if self._answer is None else self._roles_of(self._answer.cast)

    def _roles_of(self, cast: ModelRoles) -> tuple[Role, ...]:
        titles = {key: Path(key).name for key in cast.present}  # of runs that are no models yet
        titles |= {entry.key: entry.title for entry in self._entries or ()}
        places = {key: place for place, key in enumerate(self.state.models)}
        return roles_of(cast, places, titles)

    # ---- what is drawn

    @property
    def _pictures(self) -> StudentPictures | None:
        """The request of the view; None until its models are known."""
        answer = self._current
        if answer is None:
            return None
        roles = self._roles_of(answer.cast)
        return StudentPictures(answer, roles, self.temperature, self._map_choice())

    def basis(self) -> Basis:
        """Numbers are measured on held-out text, and curves were; the sentence is not in them."""
        state = self.state
        if self.view == ATTENTION:
            return Basis(state.text, state.pair, selection=state.selection)
        return Basis.of_texts(state) if self.view == LABELS else Basis()

    def marks(self) -> list[Mark]:
        picture = self.picture
        sections = ["The teacher and its students side by side, on the same scale."]
        if self.view == "labels":
            sections = [
                "Click a token: the models predict it while it is masked.",
                "",
                "Teacher, hard label and student: the teacher's whole distribution is the target.",
            ]
        return [
            *mark_widget(
                self.tabs, "What the student learns from, how it learned, and how alike they are."
            ),
            *mark_widget(
                self.cast,
                "Which model is the teacher, which the student, which learned without one.",
            ),
            *mark_widget(
                picture.softness, "A higher temperature makes the teacher's distribution flatter."
            ),
            *mark_widget(self.learning, "Train a student, and watch its curves."),
            *mark_sections(picture.area.canvas, *sections),
        ]

    def drawings(self) -> list[Drawing]:
        if self.view == LEARNING:
            shown = self.learning.followed is not None or self._current is not None
            grown = self.learning.curves.grown
            return [self.learning.curves.drawing()] if shown and grown else []
        picture = self._pictures.figure() if self._pictures else None
        return [] if picture is None else [picture]

    def made_with(self) -> list[str]:
        """The scale of the colours of attention."""
        if self.view != ATTENTION:
            return []
        return [f"weights on a {SPACINGS[self._map_choice().root_scale]}"]

    def drawn(self) -> tuple[Drawn, ...]:
        """The teacher and its students, who need not be among the chosen models."""
        return tuple(Drawn(role.slot, role.heading, role.key) for role in self.roles)

    def table(self) -> Table:
        if self.view == LEARNING:
            curves = self.learning.curves
            return learning_table(curves, self.roles) if self.drawings() else Table(())
        return self._pictures.table() if self._pictures else Table(())

    def _draw(self) -> None:
        """The picture of the view, or what is being done for it."""
        pictures = self._pictures
        self._show_view(pictures)
        if self.view == LEARNING:
            self.learning.show_learned(self._current, self._doing)
        else:
            self._show_measuring()
            self.picture.show_picture(pictures, self._doing)
        self.use.offer(self.roles)
        self.note(*(pictures.limits() if pictures else ()))
        selected = self.state.selection.token is not None
        self.show_details(pictures.details(selected=selected) if pictures else Details())

    def _show_view(self, pictures: StudentPictures | None) -> None:
        view = self.view
        self.tabs.show_view(view)
        self.pages.setCurrentIndex(1 if view == LEARNING else 0)
        self.new.setVisible(view != LEARNING)
        self.picture.show_controls(view, pictures, self.temperature, self.state.selection)

    # ---- temperature, layer, head, token

    @property
    def temperature(self) -> float:
        options = self._answer.method.options if self._answer else ()
        usual = next((float(o.default) for o in options if o.name == "temperature"), 1.0)
        return self.learning.form.value("temperature", usual)

    def _on_choice(self, choice: DistillationChoice) -> None:
        self.set_option("choice", choice.to_json())
        self._draw()

    def _map_choice(self) -> MapChoice:
        chosen = self.state.selection
        counted = self.counting([role.key for role in self.roles])
        token = chosen.token if counted else None
        return MapChoice(chosen.layer, chosen.head, token, bool(self.option("root_scale", False)))

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
        self._build_picture()
        self.learning = LearningPage(self.context, self._roles_of)
        self.learning.form.changed.connect(self._on_choice)
        self.learning.begun.connect(lambda: self.show_view(LEARNING))
        self.learning.finished.connect(self._on_finished)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.picture)
        self.pages.addWidget(self.learning)
        self.body.addWidget(self.tabs)
        self.body.addWidget(self.cast)
        self.body.addWidget(self.pages, 1)
        self._show_view(None)

    def _build_top(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.use = SeeButton(self.store)
        self.new = QPushButton("New student")
        set_tip(self.new, "Choose how it is trained, and follow the training")
        self.new.clicked.connect(lambda: self.show_view(LEARNING))
        self.cast = RolesLine()
        self.cast.changed.connect(self._choose_cast)
        self.cast.add_right(self.new)
        self.cast.add_right(self.use)

    def _build_picture(self) -> None:
        self.picture = PicturePage(self.theme)
        self.picture.softness.changed.connect(
            lambda value: self.learning.form.set_value("temperature", value)
        )
        self.picture.place.layer_chosen.connect(lambda layer: self.select(layer=layer))
        self.picture.place.head_chosen.connect(lambda head: self.select(head=head))
        self.picture.place.root_scale_chosen.connect(
            lambda root: self.set_option("root_scale", root)
        )
        self.picture.measuring.cancel_requested.connect(self._cancel_measuring)
        self.picture.measuring.start_requested.connect(self._measure_again)
        self.picture.area.canvas.clicked.connect(self._on_clicked)

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was shown."""
        self._entries = None
        super().showEvent(event)


PANEL = DistillationPanel
