"""The Fine-tuning panel: its study, the page that makes models, and the dialog of own tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLayout, QStackedWidget, QWidget

from explorer.core.finetuning.own_tables import TableChoice, TableReport
from explorer.core.finetuning.plans import recipe_words
from explorer.core.finetuning.request import (
    CHANGES,
    LEARNING,
    RESULTS,
    SENTENCE,
    FineTuningAnswer,
)
from explorer.core.jobs.progress_text import describe
from explorer.core.localization import message, tr
from explorer.core.report.captions import DrawnModel
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.controls.layouts import column
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, find_tag_hit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, mark_widgets
from explorer.ui.panel_base.panel import COMPUTING, RUN_HERE
from explorer.ui.panels.finetuning.learning import FineTuningPage
from explorer.ui.panels.finetuning.own_table import OwnTables
from explorer.ui.panels.finetuning.results import ResultsPicture
from explorer.ui.panels.finetuning.study import (
    STUDY,
    chosen_subjects,
    picture_of,
    problems_of,
)
from explorer.ui.studies.contract import Situation, StudyFigure
from explorer.ui.studies.panel import StudyPanel


class FineTuningPanel(StudyPanel):
    study = STUDY
    form_view = LEARNING

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._keys: tuple[str, ...] | None = None  # the chosen models at the last refresh
        self.progressed.connect(self._on_progressed)
        context.library_listeners.append(self._on_library_changed)

    def make_body(self) -> QLayout:
        self.page = FineTuningPage(self.context, lambda: self.chosen_slots)
        self.form, self.live, self.curves = self.page.form, self.page.live, self.page.curves
        self.store_choice(self.form)
        self.form.fields["data"].file_chosen.connect(self.open_file)
        self.page.begun.connect(self._on_begun)
        self.page.updated.connect(self.redraw)
        self.page.finished.connect(self._on_finished)
        self.page.see_requested.connect(lambda: self.show_view(RESULTS))
        self.page.try_requested.connect(lambda: self.show_view(SENTENCE))
        self.tables = OwnTables(self.context, self, self._use_table, self.page.bar.status.setText)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.page)
        self.pages.addWidget(self.area)
        return column(self.pages)

    # ---- requests and answers

    def request(self, state: State) -> Any:
        """A request for the models of the run of this session, too."""
        found = super().request(state)
        if self.view == LEARNING:
            return found
        at = Situation(self.spec, state, self.chosen_slots, self.context.entries)
        subjects = chosen_subjects(self.answer.made, at)
        return replace(found, keys=tuple(one.key for one in subjects))

    def refresh(self, *, force: bool = False) -> None:
        """Refresh the panel, and the estimate if other models are chosen."""
        keys = self.chosen_keys
        if keys != self._keys:
            self._keys = keys
            self.page.estimate.refresh()
        super().refresh(force=force)
        if self.busy:
            self.redraw()

    def show_result(self, value: FineTuningAnswer) -> None:
        if value.view == LEARNING:
            self.page.offer(value)
        super().show_result(value)

    def show_selection(self, selection: Selection) -> None:
        """Details of a metric stay: nothing here is a token, a layer or a head."""
        self.redraw()

    def _on_progressed(self) -> None:
        if self.view != LEARNING and self.view not in self.answer.answers:
            self.redraw()

    def _on_library_changed(self) -> None:
        if self.isVisible():
            self.refresh(force=True)

    # ---- what is shown

    def redraw(self) -> None:
        said = self.details
        super().redraw()
        self.show_details(said)
        if self.view == LEARNING:
            self.page.show_learned(self.title_of_entry)
            facts = self.page.facts.values()
            self.note(*dict.fromkeys(message(note) for one in facts for note in one.notes))
        elif not self.figure.drawings:
            self.area.set_drawing(self._say_instead())
            self.note(*self.figure.notes)

    def on_canvas(self, figure: StudyFigure) -> Sequence[Drawing]:
        """Below the picture, why other models have none."""
        problems = problems_of(self.answer, self.situation())
        return [Stack([*figure.drawings, *problems])] if problems else figure.drawings

    def title_of_entry(self, key: str) -> str:
        """The title of any model; the key of one that is gone."""
        entry = self.context.entry(key)
        return key if entry is None else entry.title

    def _say_instead(self) -> Drawing:
        """The present work, or why there is nothing."""
        if self.view not in self.answer.answers:
            return TextBlock(describe(self.progress) if self.progress else COMPUTING)
        text = TextBlock(self.figure.instead)
        is_empty = self.view == SENTENCE and not self.state.text.strip()
        return text if is_empty else Stack([text, *problems_of(self.answer, self.situation())])

    def show_view_and_form(self) -> None:
        super().show_view_and_form()
        self.pages.setCurrentIndex(0 if self.view == LEARNING else 1)

    # ---- what a person does

    def _on_clicked(self, hit: Any, *, modified: bool = False) -> None:
        """A metric says its formula at the side."""
        picture, target = picture_of(self.answer, self.situation()), find_tag_hit(hit)
        details = None
        if isinstance(picture, ResultsPicture) and target is not None:
            details = picture.details(target)
        if details is not None:
            self.show_details(details)
        else:
            super()._on_clicked(hit, modified=modified)

    def open_file(self, path: str) -> None:
        """Ask what the columns of a file are, unless its layout is known."""
        chosen, earlier = self.form.choice, None
        if path == chosen.data and chosen.columns:
            earlier = TableChoice.from_settings(chosen.columns, chosen.skip_bad_rows)
        self.tables.open(Path(path), earlier)

    def _use_table(self, report: TableReport) -> None:
        known, path = report.recognized, str(report.path)
        settings = {} if known else report.settings
        self.form.use_file(path, settings, report.choice.skip_bad_rows)
        self.page.bar.status.setText(
            tr("{name}: {known}, whose columns are known.", name=report.path.name, known=known)
            if known
            else ""
        )

    def _on_begun(self) -> None:
        self.show_details(Details())
        self._take_run()
        self.redraw()

    def _on_finished(self) -> None:
        self._take_run()
        self.redraw()
        self.show_details(self.page.details())

    def _take_run(self) -> None:
        """The models of the run with their first seed are drawn before those that are chosen."""
        roles, plans = self.page.roles, self.page.plans
        made = tuple(
            DrawnModel(role.slot, self.title_of_entry(role.key), role.key)
            for role in roles
            if role.key and role.is_first
        )
        bases = frozenset(plan.base for plan in plans) if made else frozenset()
        self.answer = replace(self.answer, made=made, bases=bases)

    # ---- export

    def caption_settings(self) -> list[str]:
        """The recipe of the run: data, number of examples, what learned, and the seeds."""
        plans = self.page.plans
        if self.view != LEARNING or not plans:
            return super().caption_settings()
        of_run = {int(str(plan.recipe["seed"])) for plan in plans}
        num_train = next((one.num_train for one in self.page.facts.values()), None)
        return recipe_words(plans[0].recipe, num_train, sorted(of_run))

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """The models of the run, or those with an answer; a run has a key once it is finished."""
        if self.view == LEARNING and (roles := self.page.roles):
            return tuple(DrawnModel(role.slot, role.title, role.key) for role in roles)
        return super().figure_models()

    def why_no_python(self) -> str:
        return RUN_HERE if self.view == LEARNING and self.page.roles else ""

    def drawings(self) -> list[Drawing]:
        """The curves of the run, without those that were hidden in a legend."""
        if self.view == LEARNING:
            return [self.curves.build_drawing()] if self.curves.grown else []
        return super().drawings()

    def table(self) -> Table:
        return self.curves.table() if self.view == LEARNING else super().table()

    def marks(self) -> list[Mark]:
        texts, made = self.spec.text.marks, self.controls.made
        widgets: dict[str, Sequence[QWidget | None]] = {
            LEARNING: (self.form, self.page.bar, self.curves),
            RESULTS: (self.controls.first_visible, self.area.canvas),
            SENTENCE: (self.area.canvas, made["threshold"]),
            CHANGES: (made["attention"], self.area.canvas),
        }
        marked = mark_widgets(texts["tabs"], self.controls.tabs)
        return [*marked, *mark_widgets(texts[self.view], *widgets[self.view])]

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was visible."""
        self._requested = None
        super().showEvent(event)


PANEL = FineTuningPanel
