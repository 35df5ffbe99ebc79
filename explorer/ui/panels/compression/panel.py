"""Compression: a model and the smaller ones made of it, by size, speed and quality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from explorer.core.compression.derived import DerivationStep
from explorer.core.compression.differences import SharedInput
from explorer.core.compression.request import (
    INSIDE,
    MAKE,
    OVERVIEW,
    CompressionAnswer,
    CompressionRequest,
    ModelPoint,
    answer_to,
)
from explorer.core.compression.running import CompressionChoice
from explorer.core.compression.sparsity import REMOVED
from explorer.core.finetuning.plans import FineTuningChoice
from explorer.core.finetuning.request import LEARNING
from explorer.core.finetuning.teachers import taught_by
from explorer.core.localization import tr
from explorer.core.readable import join_names
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.slots import SLOTS
from explorer.core.state.state import JSON, State
from explorer.core.table import Table
from explorer.ui.controls.layouts import column, line, push_button, wrap_label
from explorer.ui.controls.live_run import MeasuringLine
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, TagHit, TextBlock, find_tag_hit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, mark_widgets, marks_of_view
from explorer.ui.panel_base.panel import COMPUTING, MEASURED_HERE, Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.compression.controls import VIEW_TITLES, CompressionControls
from explorer.ui.panels.compression.drawings import ModelHit
from explorer.ui.panels.compression.inside import InsidePicture
from explorer.ui.panels.compression.make_page import MakePage
from explorer.ui.panels.compression.overview import COSTS, OverviewPicture, qualities_of
from explorer.ui.panels.compression.search import SearchPicture
from explorer.ui.panels.compression.sparsity import SparsityPicture
from models.search.results import Trial, written_shape

CANCELLED = {
    OVERVIEW: tr("Cancelled. The models measured so far stay."),
    INSIDE: tr("Cancelled. The lines measured so far stay."),
}
Picture = OverviewPicture | InsidePicture | SparsityPicture


class CompressionPanel(Panel):
    spec = panel_spec("compression", views=VIEW_TITLES, needs_models=False)
    work = staticmethod(answer_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answer = CompressionAnswer("")
        self._known: dict[Any, ModelPoint] = {}
        self._pruned = ""  # the base whose quality by sparsity a person asked for
        self.progressed.connect(self._show_measuring)
        self._build()
        context.library_listeners.append(self._on_library_changed)

    # ---- requests and answers

    def request(self, state: State) -> CompressionRequest:
        self._show_controls()
        keys = self.chosen_keys
        entries = {entry.key: entry for entry in self.context.library.entries()}
        entries |= {slot.key: slot.entry for slot in self.chosen_slots}
        request = CompressionRequest(
            self.view,
            keys,
            self._chosen("base"),
            entries=tuple(entries.values()),
            known=dict(self._known),
        )
        if self.view != INSIDE:
            return request
        return replace(
            request,
            subject=self._chosen("selected"),
            weight=self._chosen("weight"),
            sentence=SharedInput(state.text, state.pair, state.seed),
            pruned=self._pruned,
        )

    def _chosen(self, name: str) -> str:
        return str(self.option(name, ""))

    def refresh(self, *, force: bool = False) -> None:
        """Refresh the panel; while it is busy, the picture of another view is not kept."""
        super().refresh(force=force)
        if self.busy:
            self._draw()

    def show_partial(self, value: CompressionAnswer) -> None:
        self.show_result(value)

    def show_result(self, value: CompressionAnswer) -> None:
        self._answer = value
        self._known |= value.versions
        entry = self.context.entry(value.base)
        if entry is not None:
            self.page.offer(value, entry)
        self._draw()

    def show_settings(self) -> None:
        super().show_settings()
        self._draw()

    @property
    def click_hint(self) -> str:
        if self.view == OVERVIEW:
            return tr("Click a model to see what was done to it.")
        is_searched = self._current_answer.search is not None
        return tr("Click a shape to see its curve and what it cost.") if is_searched else ""

    def deselect(self) -> None:
        option = {OVERVIEW: "selected", INSIDE: "trial"}.get(self.view)
        if option and self._chosen(option):
            self.set_option(option, "")

    def _on_library_changed(self) -> None:
        if self.isVisible():
            self.refresh(force=True)

    def _show_measuring(self, *_: object) -> None:
        progress = self.progress
        if self.view not in CANCELLED or not self.busy:
            self.measuring.hide()
        elif progress is not None and progress.total:
            self.measuring.show_progress(progress)

    def _cancel_measuring(self) -> None:
        self.cancel()
        self._pruned = ""
        self._show_controls()
        self.measuring.show_cancelled(CANCELLED[self.view])
        self.answered.emit()

    def _measure_on(self) -> None:
        """What was cancelled is started again."""
        if self.view == INSIDE:
            self._measure_sparsity()
        else:
            self.refresh(force=True)

    def _measure_sparsity(self) -> None:
        self._pruned = self._current_answer.base
        self.refresh(force=True)

    def _measure_again(self) -> None:
        self._known.clear()
        self.refresh(force=True)

    # ---- what is drawn

    @property
    def _current_answer(self) -> CompressionAnswer:
        """The answer, if it is for this view; else an empty one."""
        return self._answer if self._answer.view == self.view else CompressionAnswer(self.view)

    def _title(self, key: str) -> str:
        entry = self.context.entry(key)
        return key if entry is None else entry.title

    def _picture(self) -> Picture | None:
        """None where the view has none, or its answer is not there yet."""
        answer, slots = self._current_answer, {slot.key: slot.index for slot in self.slots()}
        if self.view == OVERVIEW and answer.points:
            selected = self._chosen("selected")
            return OverviewPicture(answer, slots, self._cost, self._quality, selected)
        curves = SparsityPicture(answer.curves, self._title(answer.base)) if answer.curves else None
        if answer.inside is not None:
            names = self._title(answer.base), self._title(answer.inside.key)
            slot = slots.get(answer.inside.key, len(SLOTS))
            return InsidePicture(answer.inside, names, slot, curves, self._chosen("trial"))
        return curves

    @property
    def _cost(self) -> str:
        chosen = self._chosen("cost")
        return chosen if chosen in COSTS else next(iter(COSTS))

    @property
    def _quality(self) -> str:
        """The chosen one, or the first that all models have."""
        possible = qualities_of(self._answer.points)
        chosen = self._chosen("quality")
        return chosen if chosen in possible else next(iter(possible), "loss")

    def _draw(self) -> None:
        picture, answer = self._picture(), self._current_answer
        self._show_controls()
        self._show_measuring()
        self._area.set_drawing(picture.figure() if picture else TextBlock(self._reason()))
        base = "" if answer.derived else answer.base  # that nothing is made of
        self.invitation.setVisible(bool(base) and self.view != MAKE and not self.busy)
        if base:
            text = self.spec.text.notes["no_derived"]
            self.invitation_text.setText(text.format(base=self._title(base)))
        self.note(*self._notes())
        self.show_details(self._details(picture))

    def _reason(self) -> str:
        """Why there is no picture."""
        answer, notes = self._current_answer, self.spec.text.notes
        if self.busy or self._answer.view != self.view:
            return self.progress.message if self.progress else COMPUTING
        if not answer.bases:
            return notes["no_models"]
        return "" if answer.problems or not answer.derived else notes["choose_inside"]

    def _notes(self) -> list[str]:
        answer = self._current_answer
        notes = list(answer.problems)
        if answer.earlier:
            names, base = join_names(answer.earlier), self._title(answer.base)
            text = self.spec.text.notes["derived_from_earlier"]
            notes.append(text.format(names=names, base=base))
        return notes

    def _details(self, picture: Picture | None) -> Details:
        if isinstance(picture, OverviewPicture):
            return picture.details(self._model_actions(picture.selected))
        search = picture.search if isinstance(picture, InsidePicture) else None
        return search.details(self._trial_actions(search)) if search else Details()

    def _model_actions(self, key: str) -> list[Action]:
        """What can be done with the selected model."""
        actions = [Action(tr("Make another …"), lambda: self.show_view(MAKE))]
        if key != self._answer.base:
            actions.insert(0, Action(tr("Look inside"), lambda: self.show_view(INSIDE)))
            if key not in self.state.models:
                actions.insert(0, Action(tr("Put beside the base"), lambda: self._put_beside(key)))
        return actions

    def _trial_actions(self, search: SearchPicture) -> list[Action]:
        """A shape that was not trained whole yet can be, where its search was that of the base."""
        answer, trial = self._current_answer, search.selected
        if answer.inside is None or trial in (None, search.chosen):
            return []
        steps = next((d.steps for d in answer.derived if d.entry.key == answer.inside.key), ())
        method = next((m for m in answer.methods if m.spec.name == steps[-1].method), None)
        if len(steps) > 1 or method is None or method.problem:
            return []
        return [Action(tr("Train this shape whole"), partial(self._train_whole, steps[0], trial))]

    def _train_whole(self, step: DerivationStep, trial: Trial) -> None:
        """Train a trial's shape in full, as the chosen one was, with the same options."""
        options = {**step.options, "shape": written_shape(trial.values)}
        self.show_view(MAKE)
        self.page.start_with(CompressionChoice(method=step.method, options=options))

    def _put_beside(self, key: str) -> None:
        """Choose the base and this model, in every panel."""
        first = self._answer.base, key
        others = (one for one in self.state.models if one not in first)
        self.store.update(models=(*first, *others)[: len(SLOTS)])

    def _show_controls(self) -> None:
        answer = self._answer
        self.pages.setCurrentIndex(int(self.view == MAKE))
        bases = {key: self._title(key) for key in answer.bases}
        selected = self._chosen("selected")
        chosen = {"cost": self._cost, "quality": self._quality, "selected": selected}
        can_prune = self._pruned != answer.base and len(answer.curves) < len(REMOVED)
        self.controls.show_answer(self.view, answer, bases, chosen, can_prune=can_prune)

    # ---- export

    def caption_dependencies(self) -> Basis:
        """Costs are measured on held-out text; what is inside is compared on the sentence."""
        return Basis.from_texts(self.state, self.state.seed) if self.view == INSIDE else Basis()

    def drawings(self) -> list[Drawing]:
        picture = self._picture()
        return [picture.figure()] if picture else []

    def table(self) -> Table:
        picture = self._picture()
        return picture.table() if picture else Table(())

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """The base and its models, with the hashes of the weights that were measured."""
        answer, slots = self._current_answer, {slot.key: slot.index for slot in self.slots()}
        hashes = {point.key: point.digest for point in answer.points}
        if answer.inside is not None:
            hashes = {answer.base: answer.digest, answer.inside.key: answer.inside.digest}
        return tuple(
            DrawnModel(slots.get(key), self._title(key), key, digest)
            for key, digest in hashes.items()
        )

    def caption_settings(self) -> list[str]:
        inside = self._current_answer.inside
        return [inside.weight.name] if inside and inside.weight else []

    def why_no_python(self) -> str:
        return MEASURED_HERE if self._current_answer.curves else ""

    def marks(self) -> list[Mark]:
        texts, tabs = self.spec.text.marks, self.controls.tabs
        if self.view == MAKE:
            sentences = (*texts["tabs"], *texts["make"])
            return mark_widgets(sentences, tabs, self.page.form, self.page.bar)
        return marks_of_view(self, tabs, self.controls.base, self._area.canvas)

    # ---- from the widgets

    def _on_clicked(self, hit: Any) -> None:
        """What is clicked is selected; what is selected already, or nothing, deselects."""
        target, picture = find_tag_hit(hit), self._picture()
        if isinstance(picture, InsidePicture):
            key = picture.search.trial_at(target) if picture.search and target else ""
            self.set_option("trial", "" if key == self._chosen("trial") else key)
        elif picture is not None:
            key = self._model_at(target) if target else ""
            selected = "" if key == self._chosen("selected") else key
            self.store.update_panel(self.spec.name, selected=selected, trial="")

    def _on_controls(self, values: Mapping[str, JSON]) -> None:
        """The trials of another model are others."""
        is_other = bool({"base", "selected"} & values.keys())
        self.store.update_panel(self.spec.name, **values, **({"trial": ""} if is_other else {}))

    def _model_at(self, target: TagHit) -> str:
        points = self._current_answer.points
        if isinstance(target.hit, ModelHit):
            return target.hit.key
        is_row = isinstance(target.hit, TableHit) and target.hit.row < len(points)
        return points[target.hit.row].key if is_row else ""

    def _make_first(self) -> None:
        self.show_view(MAKE)
        self.page.start()

    def _on_made(self, folder: Path) -> None:
        """The new model joins the library, and the picture."""
        entry = self.context.library.entry(str(folder))
        self.context.library_changed()
        self.store.update_panel(self.spec.name, selected=entry.key, trial="")
        self.page.show_made({entry.key: entry.title})

    def _teach(self) -> None:
        """Open Fine-tuning with the base as the teacher, for the students that are ready."""
        answer = self._answer
        if answer.teacher is None:
            return
        others = tuple(key for key in self.state.models if key != answer.base)
        settings = self.state.settings("finetuning")
        choice = taught_by(answer.teacher, FineTuningChoice.from_json(settings.get("choice", {})))
        settings = {**settings, "view": LEARNING, "choice": choice.to_json()}
        self.store.update(
            models=answer.students[: len(SLOTS)] or others,
            panel="finetuning",
            panel_settings={**self.state.panel_settings, "finetuning": settings},
        )

    # ---- building

    def _build(self) -> None:
        self.controls = CompressionControls()
        self.controls.tabs.chosen.connect(self.show_view)
        self.controls.changed.connect(self._on_controls)
        self.controls.again.clicked.connect(self._measure_again)
        self.controls.sparsity.clicked.connect(self._measure_sparsity)
        self.page = MakePage(self.context)
        self.store_choice(self.page.form)
        self.page.finished.connect(self._on_made)
        self.page.see_requested.connect(lambda: self.show_view(OVERVIEW))
        self.page.teach_requested.connect(self._teach)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._build_picture())
        self.pages.addWidget(self.page)
        self.body.addWidget(self.controls)
        self.body.addWidget(self.pages, 1)

    def _build_picture(self) -> QWidget:
        self.measuring, self._area = MeasuringLine(), CanvasArea(self.theme)
        self.measuring.cancel.clicked.connect(self._cancel_measuring)
        self.measuring.start.clicked.connect(self._measure_on)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.invitation, self.invitation_text = QWidget(), wrap_label(plain_label())
        first = push_button(tr("Make the first one"), self._make_first, style="primary")
        line(first, (self.invitation_text, 1), into=self.invitation, spacing=12)
        page = QWidget()
        column(self.measuring, self.invitation, (self._area, 1), into=page, spacing=12)
        return page


PANEL = CompressionPanel
