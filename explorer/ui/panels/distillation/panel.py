"""Distillation: a small model learns from a large one, compared with one that learns alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from explorer.core.distillation.layer_pairs import LayerPairs
from explorer.core.distillation.rate_schedule import RateSchedule
from explorer.core.distillation.students import (
    AttentionComparison,
    Measurements,
    ModelRoles,
    SoftLabels,
)
from explorer.core.distillation.views import (
    ATTENTION,
    LABELS,
    LAYERS,
    LEARNING,
    NUMBERS,
    SCHEDULE,
    ViewAnswer,
    ViewRequest,
    answer_to,
)
from explorer.core.errors import UserError
from explorer.core.library.library import ModelEntry
from explorer.core.localization import mark, tr
from explorer.core.readable import join_names
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.core.training.plans import panel_for
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.layouts import column, push_button
from explorer.ui.controls.live_run import MeasuringLine
from explorer.ui.controls.run_page import TryModelInPanelButton
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Placed, Stack, TextBlock
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widgets
from explorer.ui.panel_base.panel import COMPUTING, RUN_HERE, Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.distillation.attention import AttentionPicture
from explorer.ui.panels.distillation.controls import (
    TEMPERATURES,
    PlaceLine,
    RolesLine,
    TemperatureLine,
)
from explorer.ui.panels.distillation.labels import LabelsPicture
from explorer.ui.panels.distillation.layers import LayersPicture
from explorer.ui.panels.distillation.learning import StudentsPage, learning_table, token_head
from explorer.ui.panels.distillation.measurements import MeasurementsPicture
from explorer.ui.panels.distillation.roles import NOTES, RoleModel, StudentPicture, roles_of
from explorer.ui.panels.distillation.schedule import SchedulePicture
from explorer.ui.style.colours import SPACINGS

VIEW_TITLES = {
    LABELS: tr("Soft and hard labels"),
    LEARNING: tr("Learning curves"),
    NUMBERS: tr("In numbers"),
    ATTENTION: tr("Attention"),
    LAYERS: tr("Layers"),
    SCHEDULE: tr("Layers that learn"),
}
PICTURES: Mapping[type, Callable[..., StudentPicture]] = {  # of answers without further choices
    Measurements: MeasurementsPicture,
    RateSchedule: SchedulePicture,
    LayerPairs: LayersPicture,
}
TEMPERATURE = "options.temperature"  # a field of the form
WITHOUT_ROLE = mark("Neither teacher nor student of this comparison: {names}.")
OTHER_VOCABULARY = mark("{name} has another vocabulary and cannot be compared.")


class DistillationPanel(Panel):
    spec = panel_spec("distillation", views=VIEW_TITLES, needs_models=False)
    work = staticmethod(answer_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._entries: tuple[ModelEntry, ...] | None = None
        self._answer: ViewAnswer | None = None
        self._known: dict[tuple[ModelRoles, tuple[str, ...]], Measurements] = {}
        self._chosen: tuple[object, ...] = ()  # the chosen models when it was drawn
        self._doing = COMPUTING
        self.progressed.connect(self._on_progressed)
        self._build()
        context.library_listeners.append(self._on_library_changed)

    # ---- requests and answers

    def request(self, state: State) -> ViewRequest:
        if self._entries is None:
            self._entries = tuple(self.context.library.entries())
        return ViewRequest(
            self.view,
            self.learning.form.chosen.method,
            self._choose_roles(state),
            state.models,
            entries=self._entries,
            known=dict(self._known),
        ).add_sentence(state)

    def _choose_roles(self, state: State) -> ModelRoles:
        """The roles that were chosen here, until models without a role are chosen above."""
        roles = ModelRoles.from_json(self.option("cast", {}))
        above = self.option("chosen_above", None)
        if not isinstance(above, list):
            return roles
        before, now = set(map(str, above)), set(state.models)
        return roles if before <= now <= before | set(roles.present_roles) else ModelRoles()

    def refresh(self, *, force: bool = False) -> None:
        """Refresh the panel; a picture of another view or of other models is not kept."""
        super().refresh(force=force)
        moved, self._chosen = self.state.models != self._chosen, self.state.models
        if self.busy and self._current_answer is None:
            self._doing = COMPUTING
            self._draw()
        elif moved and self._answer is not None:  # the colours are those of the chips
            self._draw()

    @property
    def _current_answer(self) -> ViewAnswer | None:
        """The answer, if it is for this view and these models.

        That of another text stays until the next is there, as its picture shows the text.
        """
        answer = self._answer
        if answer is None or answer.request.subject != self.request(self.state).subject:
            return None
        return answer

    def show_partial(self, value: ViewAnswer) -> None:
        """The models that are compared, before the comparison."""
        if self._current_answer is None:
            self._show_answer(value)
            self._draw()

    def show_result(self, value: ViewAnswer) -> None:
        if isinstance(value.content, Measurements):
            self._known[value.roles, value.content.version] = value.content
        self._show_answer(value)

    def _show_answer(self, answer: ViewAnswer) -> None:
        self._answer = answer
        self.roles_line.offer(answer.choices.methods, self._entries or (), answer.roles)
        self.learning.offer(answer)

    def _on_progressed(self, text: str) -> None:
        self._show_measuring()
        if text != self._doing:
            self._doing = text
            if self._is_awaited:
                self._draw()

    @property
    def _is_awaited(self) -> bool:
        """Whether there is nothing yet to show in this view."""
        answer = self._current_answer
        return answer is None or (answer.content is None and not answer.problem)

    def _show_measuring(self) -> None:
        """The progress of this view, or that it was cancelled."""
        line, progress = self.measuring, self.progress
        if self.view != NUMBERS or self._current_answer is None or not self._is_awaited:
            line.hide()
        elif not self.busy:
            line.show_cancelled()
        elif progress is not None and progress.total:
            line.show_progress(progress)

    def _cancel_measuring(self) -> None:
        self.cancel()
        self._draw()
        self.answered.emit()

    def _on_library_changed(self) -> None:
        """Models came, went, or were trained again in their folders."""
        self._entries = None
        if self.isVisible():
            self.refresh(force=True)

    def show_error(self, error: UserError) -> None:
        self.say(
            str(error), Action(tr("Train a teacher"), lambda: self.store.update(panel="training"))
        )

    def show_selection(self, selection: Selection) -> None:
        """Draw, with what is selected; it follows each result."""
        self._draw()

    @property
    def click_hint(self) -> str:
        return NOTES.get(f"click_{self.view}", "") if self.state.text.strip() else ""

    def show_settings(self) -> None:
        super().show_settings()
        self._draw()

    # ---- the models that are compared

    def _choose_models(self, models: ModelRoles) -> None:
        self.learning.leave_run()
        above = list(self.state.models)
        self.store.update_panel(self.spec.name, cast=models.to_json(), chosen_above=above)

    def _on_finished(self, trained: ModelRoles) -> None:
        """Compare the models of a finished run, unless the user has chosen others meanwhile."""
        self.context.library_changed()
        library = self.context.library
        self._choose_models(ModelRoles(*(library.entry(key).key for key in trained.present_roles)))
        if self.view == LEARNING:
            self.show_view(NUMBERS)

    @property
    def roles(self) -> tuple[RoleModel, ...]:
        """The models that are compared, or learn, each with its colour."""
        followed = self.learning.followed_models
        if self.view == LEARNING and followed is not None:
            return self._roles_of(followed)
        return () if self._answer is None else self._roles_of(self._answer.roles)

    def _roles_of(self, models: ModelRoles) -> tuple[RoleModel, ...]:
        titles = {
            key: Path(key).name for key in models.present_roles
        }  # of runs that are no models yet
        titles |= {entry.key: entry.title for entry in self._entries or ()}
        slots = {one.key: one.index for one in self.slots()}
        return roles_of(models, slots, titles)

    # ---- what is drawn

    def _picture(self) -> StudentPicture | None:
        """Return the picture of the current answer; None in the learning view (widgets)."""
        if self._current_answer is None:
            return None
        content, roles = self._current_answer.content, self._roles_of(self._current_answer.roles)
        if isinstance(content, SoftLabels):
            selected = self.state.selection.token is not None
            return LabelsPicture(content, roles, self.temperature, selected=selected)
        if isinstance(content, AttentionComparison):
            selection = self.state.selection
            if not self.choose_token_model([role.key for role in self.roles]):
                selection = replace(selection, token=None)
            return AttentionPicture(content, roles, selection, root_scale=self.root_scale)
        make = PICTURES.get(type(content))
        return None if make is None else make(content, roles)

    def caption_dependencies(self) -> Basis:
        """Numbers are measured on held-out text, and curves were; the sentence is not in them."""
        state = self.state
        if self.view == ATTENTION:
            return Basis(state.text, state.pair, selection=state.selection)
        return Basis.from_texts(state) if self.view == LABELS else Basis()

    def marks(self) -> list[Mark]:
        texts = self.spec.text.marks
        widgets = self.tabs, self.roles_line, self.temperature_line, self.learning
        sections = texts.get(self.view, texts["others"])
        marked = mark_widgets(texts["parts"], *widgets)
        return [*marked, *mark_sections(self.area.canvas, *sections)]

    def why_no_python(self) -> str:
        return RUN_HERE if self.view == LEARNING and self.learning.followed_models else ""

    def drawings(self) -> list[Drawing]:
        if self.view == LEARNING:
            curves, known = (
                self.learning.curves,
                self.learning.followed_models or self._current_answer,
            )
            return [curves.build_drawing()] if known and curves.grown else []
        picture = self._picture()
        return [] if picture is None else [picture.figure()]

    def caption_settings(self) -> list[str]:
        """The scale of the colours of attention."""
        if self.view != ATTENTION:
            return []
        return [tr("weights on a {scale}", scale=SPACINGS[self.root_scale])]

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """The teacher and its students, who need not be among the chosen models."""
        return tuple(DrawnModel(role.slot, role.heading, role.key) for role in self.roles)

    def table(self) -> Table:
        if self.view == LEARNING and self.drawings():
            return learning_table(self.learning.curves, self.roles)
        picture = self._picture()
        return picture.table() if picture else Table(())

    def _draw(self) -> None:
        """The picture of the view, or the present work."""
        answer, picture = self._current_answer, self._picture()
        self._show_view(picture)
        if self.view == LEARNING:
            self.learning.show_learned(answer, self._doing)
        else:
            self._show_measuring()
            self.area.set_drawing(self._build_drawing(picture))
        titles = {role.key: role.title for role in self.roles}
        self._offer_to_try(titles if len(titles) > 1 else {})
        others = answer.with_other_vocabulary if answer else ()
        notes = [tr(OTHER_VOCABULARY, name=titles.get(key, key)) for key in others]
        if answer is not None and answer.without_role:
            names = join_names([self.title_of(key) for key in answer.without_role])
            notes.append(tr(WITHOUT_ROLE, names=names))
        self.note(*notes, *(picture.limits() if picture else ()))
        self.show_details(picture.details() if picture else Details())

    def _offer_to_try(self, titles: Mapping[str, str]) -> None:
        """The models of the comparison, in the panel that fits what they predict."""
        if self._answer is None:
            return
        spec = self._answer.choices.architectures[self._answer.taught_by.student]
        self.use.offer_in_panel(panel_for(spec, {token_head(spec)}), titles)

    def _show_view(self, picture: StudentPicture | None) -> None:
        self.tabs.show_view(self.view)
        self.pages.setCurrentIndex(1 if self.view == LEARNING else 0)
        self.new.setVisible(self.view != LEARNING)
        self.temperature_line.setVisible(self.view == LABELS)
        self.temperature_line.show_values(self.temperature, self.temperature_of_loss)
        if isinstance(picture, AttentionPicture):
            self.place.show_selection(picture)  # before it is visible, so that its sizes are known
        self.place.setVisible(isinstance(picture, AttentionPicture))

    def _build_drawing(self, picture: StudentPicture | None) -> Drawing:
        """The picture, or the present work where no line above names it already."""
        answer = self._current_answer
        if answer is None or picture is None:
            busy = "" if self.measuring.isVisibleTo(self) else self._doing
            return TextBlock((answer.problem if answer else "") or busy)
        figure, hint = picture.figure(), TextBlock("", hint=NOTES["no_student"])
        return figure if answer.roles.student else Stack([figure, hint])

    # ---- temperature, layer, head, token

    @property
    def temperature(self) -> float:
        """The temperature of the picture: at first that of the loss."""
        chosen = self.option("temperature", None)
        if isinstance(chosen, int | float) and not isinstance(chosen, bool):
            return min(max(float(chosen), TEMPERATURES[0]), TEMPERATURES[1])
        return self.temperature_of_loss or 1.0

    @property
    def temperature_of_loss(self) -> float | None:
        """The temperature that the form sets; None where the method has none."""
        form = self.learning.form
        return float(form.value(TEMPERATURE)) if TEMPERATURE in form.fields else None

    @property
    def root_scale(self) -> bool:
        """Whether the colours of attention are those of the square root."""
        return bool(self.option("root_scale", False))

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
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        new = self.spec.text.controls["new"]
        self.new = push_button(new["title"], lambda: self.show_view(LEARNING), new["tip"])
        self.use = TryModelInPanelButton(self.store)
        self.roles_line = RolesLine(self.new, self.use)
        self.roles_line.changed.connect(self._choose_models)
        self.learning = StudentsPage(self.context, self._roles_of)
        self.store_choice(self.learning.form)
        self.learning.begun.connect(lambda: self.show_view(LEARNING))
        self.learning.finished.connect(self._on_finished)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._build_picture())
        self.pages.addWidget(self.learning)
        self.body.addWidget(self.tabs)
        self.body.addWidget(self.roles_line)
        self.body.addWidget(self.pages, 1)
        self._show_view(None)

    def _build_picture(self) -> QWidget:
        """The picture of teacher and students, with controls and the progress above it."""
        self.temperature_line, self.place = TemperatureLine(), PlaceLine()
        self.measuring, self.area = MeasuringLine(), CanvasArea(self.theme)
        self.temperature_line.chosen.connect(lambda value: self.set_option("temperature", value))
        self.temperature_line.applied.connect(
            lambda: self.learning.form.set_value(TEMPERATURE, self.temperature)
        )
        self.place.chosen.connect(lambda kind, index: self.select(**{kind: index}))
        self.place.scale.chosen.connect(lambda root: self.set_option("root_scale", root))
        self.measuring.cancel.clicked.connect(self._cancel_measuring)
        self.measuring.start.clicked.connect(lambda: self.refresh(force=True))
        self.area.canvas.clicked.connect(self._on_clicked)
        above = self.temperature_line, self.place, self.measuring
        page = QWidget()
        column(*above, (self.area, 1), into=page, spacing=12)
        return page

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was visible."""
        self._entries = None
        super().showEvent(event)


PANEL = DistillationPanel
