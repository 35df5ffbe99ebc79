"""Fine-tuning: models learn a task from labelled examples, and what they then get right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from explorer.core.finetuning.confusion import Order
from explorer.core.finetuning.finetuned import DataReference
from explorer.core.finetuning.own_tables import TableChoice, TableReport
from explorer.core.finetuning.plans import recipe_words
from explorer.core.finetuning.request import (
    CHANGES,
    LEARNING,
    RESULTS,
    SENTENCE,
    FineTuningAnswer,
    FineTuningRequest,
    answers_to,
)
from explorer.core.finetuning.teachers import data_of_choice
from explorer.core.jobs.progress_text import describe
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import message, tr
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.form import decimal, fill, named_box, snug
from explorer.ui.controls.layouts import column, line, muted_label, push_button
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, find_tag_hit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, mark_widgets
from explorer.ui.panel_base.panel import COMPUTING, RUN_HERE, Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.finetuning.changes import ChangesPicture
from explorer.ui.panels.finetuning.form import TEXTS
from explorer.ui.panels.finetuning.learning import FineTuningPage
from explorer.ui.panels.finetuning.own_table import OwnTables
from explorer.ui.panels.finetuning.result_tables import CellChoice
from explorer.ui.panels.finetuning.results import ResultOptions, ResultsPicture
from explorer.ui.panels.finetuning.sentence import SentencePicture

VIEW_TITLES = {
    LEARNING: tr("Fine-tune"),
    RESULTS: tr("Results"),
    SENTENCE: tr("Your sentence"),
    CHANGES: tr("What changed"),
}
MAX_ODDS = 99.0  # in logits
CELLS = ((tr("Counts"), False), (tr("Shares of each true class"), True))
ORDERS = ((tr("Most confident first"), "confidence"), (tr("Largest loss first"), "loss"))
Picture = ResultsPicture | SentencePicture | ChangesPicture


class FineTuningPanel(Panel):
    spec = panel_spec("finetuning", views=VIEW_TITLES, needs_models=False)
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answers: dict[str, FineTuningAnswer] = {}  # the last one of each view
        self._keys: tuple[str, ...] | None = None  # the chosen models at the last refresh
        self.progressed.connect(self._on_progressed)
        self._build()
        context.library_listeners.append(self._on_library_changed)

    # ---- requests and answers

    def request(self, state: State) -> FineTuningRequest:
        view = self.view
        if view == LEARNING:
            keys = self.chosen_keys
            return FineTuningRequest(view, keys, entries=tuple(self.context.library.entries()))
        keys = tuple(one.key for one in self._subjects(self.chosen_slots))
        data = data_of_choice(self.form.choice) if view != SENTENCE else DataReference()
        text, pair = (state.text, state.pair) if view == SENTENCE else ("", "")
        entries = tuple(self.context.library.entries()) if view == RESULTS else ()
        return FineTuningRequest(view, keys, text, pair, data, entries)

    def refresh(self, *, force: bool = False) -> None:
        """Refresh the panel, and the estimate if other models are chosen."""
        keys = self.chosen_keys
        if keys != self._keys:
            self._keys = keys
            self.page.estimate.refresh()
        super().refresh(force=force)
        if self.busy:
            self._draw()

    def show_partial(self, value: FineTuningAnswer) -> None:
        """The models that are measured already."""
        self.show_result(value)

    def show_result(self, value: FineTuningAnswer) -> None:
        self._answers[value.view] = value
        if value.view == LEARNING:
            self.page.offer(value)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Nothing here is a token, a layer or a head."""

    def show_settings(self) -> None:
        super().show_settings()
        self._draw()

    @property
    def click_hint(self) -> str:
        return self.spec.text.notes["click_metric"] if self.view == RESULTS else ""

    def _on_progressed(self) -> None:
        if self.view != LEARNING and self.view not in self._answers:
            self._draw()

    def _on_library_changed(self) -> None:
        if self.isVisible():
            self.refresh(force=True)

    # ---- the models of the views

    def _subjects(self, slots: Sequence[ModelSlot]) -> list[DrawnModel]:
        """The models of the run of this session with their first seed, then those chosen."""
        chosen = {slot.key: slot.index for slot in slots}
        from_run = [
            DrawnModel(chosen.get(role.key, role.slot), self._title(role.key), role.key)
            for role in self.page.roles
            if role.key and role.is_first
        ]
        known = {one.key for one in from_run}
        rest = (slot for slot in slots if slot.key not in known)
        return [*from_run, *(DrawnModel(slot.index, slot.title, slot.key) for slot in rest)]

    def _title(self, key: str) -> str:
        entry = self.context.entry(key)
        return key if entry is None else entry.title

    # ---- an own table

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
        self._draw()

    def _on_finished(self) -> None:
        self._draw()
        self.show_details(self.page.details())

    # ---- what is drawn

    def _draw(self) -> None:
        """The view, or the present work."""
        picture = self._picture()
        self._show_controls(picture)
        if self.view == LEARNING:
            self.page.show_learned(self._title)
        else:
            self.area.set_drawing(self._build_drawing(picture))
        self.note(*self._notes())

    def _picture(self) -> Picture | None:
        """Return the picture of the view's last answer; None where no model has one."""
        answer, subjects = self._answer, self._drawn_subjects()
        makers: dict[str, Callable[[], Picture]] = {
            RESULTS: lambda: ResultsPicture(answer, subjects, self._options()),
            SENTENCE: lambda: SentencePicture(answer, subjects, self._read_threshold()),
            CHANGES: lambda: ChangesPicture(answer, subjects),
        }
        return makers[self.view]() if answer.digests else None

    @property
    def _answer(self) -> FineTuningAnswer:
        """The last one of the view; an empty one before it."""
        return self._answers.get(self.view) or FineTuningAnswer(self.view)

    def _drawn_subjects(self) -> list[DrawnModel]:
        """The models of the last answer; one that is not chosen any more has no colour."""
        known = {one.key: one for one in self._subjects(self.slots())}
        keys = dict.fromkeys([*known, *self._answer.digests])
        return [known.get(key) or DrawnModel(None, self._title(key), key) for key in keys]

    def _build_drawing(self, picture: Picture | None) -> Drawing:
        """The picture, and below it why other models have none."""
        notes = self.spec.text.notes
        if self.view not in self._answers:
            return TextBlock(describe(self.progress) if self.progress else COMPUTING)
        if self.view == SENTENCE and not self.state.text.strip():
            return TextBlock(notes["no_text"])
        problems = self._problems()
        if picture is None:
            empty = notes["no_finetuned"] if self._subjects(self.slots()) else notes["no_models"]
            return Stack([TextBlock(empty), *problems])
        return Stack([picture.figure(), *problems]) if problems else picture.figure()

    def _problems(self) -> list[Drawing]:
        """Sentences on models without an answer; a model that was just the beginning has none."""
        page = self.page
        bases = {plan.base for plan in page.plans} if any(r.key for r in page.roles) else set()
        problems = self._answer.problems.items()
        return [TextBlock(text) for key, text in problems if key not in bases]

    def _notes(self) -> list[str]:
        """What a person must know of the data and the results."""
        results = self._answer.results.values()
        facts = self.page.facts.values() if self.view == LEARNING else results
        notes = dict.fromkeys(message(note) for one in facts for note in one.notes)
        several = len({one.data for one in results}) > 1
        return [*notes, *([self.spec.text.notes["different_tasks"]] if several else [])]

    def _read_threshold(self) -> float | None:
        """The null threshold that a person chose; None for that of each model."""
        value = self.option("threshold", None)
        return value if isinstance(value, float) else None

    def _options(self) -> ResultOptions:
        order: Order = "loss" if self.option("order", "") == "loss" else "confidence"
        cell = CellChoice.from_json(self.option("cell", None))
        return ResultOptions(bool(self.option("shares", False)), order, cell)

    def _show_controls(self, picture: Picture | None) -> None:
        self.tabs.show_view(self.view)
        self.pages.setCurrentIndex(0 if self.view == LEARNING else 1)
        options = self._options()
        self.cells.setCurrentIndex(int(options.shares))
        self.order.setCurrentIndex(int(options.order == "loss"))
        threshold = picture.null_threshold if isinstance(picture, SentencePicture) else None
        self.threshold_line.setVisible(threshold is not None)
        if threshold is not None:
            with QSignalBlocker(self.threshold):
                self.threshold.setValue(threshold)
            self.best.setEnabled(self._read_threshold() is not None)
        results = picture.columns if isinstance(picture, ResultsPicture) else []
        has_matrix = any(one.result.matrix is not None for one in results)
        has_lists = any(one.result.classified for one in results)
        for widget, shown in zip(self.choosers, (has_matrix, has_lists), strict=True):
            widget.setVisible(shown)
        self.results_line.setVisible(has_matrix or has_lists)
        self.changes_line.setVisible(isinstance(picture, ChangesPicture))
        if isinstance(picture, ChangesPicture):
            models = [(one.title, one.key) for one, _ in picture.columns]
            fill(self.compared, models, self.compared.currentData())
            self.compared.setVisible(len(models) > 1)

    # ---- from the widgets

    def _on_clicked(self, hit: Any) -> None:
        picture, target = self._picture(), find_tag_hit(hit)
        if not isinstance(picture, ResultsPicture) or target is None:
            return
        cell, details = picture.cell_at(target), picture.details(target)
        if cell is not None:
            self.set_option("cell", cell.to_json())
        elif details is not None:
            self.show_details(details)

    def open_attention(self) -> None:
        """Show the model before and after in the Attention panel, with their difference."""
        change = self._answer.changes.get(self.compared.currentData())
        if change is None:
            return
        entries, folder = self.context.library.entries(), change.base_folder
        base = next((one.key for one in entries if one.folder == folder), str(folder))
        self.store.update(
            models=(base, change.key),
            panel="attention",
            panel_settings=self.state.settings_with("attention", view="map", difference=True),
        )

    # ---- export

    def caption_dependencies(self) -> Basis:
        """The sentence where it is judged."""
        is_judged = self.view == SENTENCE
        return Basis(self.state.text, self.state.pair) if is_judged else Basis()

    def caption_settings(self) -> list[str]:
        """The recipes of the models: data, number of examples, what learned, and the seed."""
        plans = self.page.plans
        if self.view == LEARNING and plans:
            of_run = {int(str(plan.recipe["seed"])) for plan in plans}
            num_train = next((one.num_train for one in self.page.facts.values()), None)
            return recipe_words(plans[0].recipe, num_train, sorted(of_run))
        words: list[str] = []
        for one in self._answer.results.values():
            record, seeds = one.record or {}, one.seeds.seeds if one.seeds else ()
            if "recipe" in record:
                words += recipe_words(record["recipe"], record.get("num_train"), seeds)
        return list(dict.fromkeys(words))

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """The models of the run, or those with an answer; a run has a key once it is finished."""
        if self.view == LEARNING and (roles := self.page.roles):
            return tuple(DrawnModel(role.slot, role.title, role.key) for role in roles)
        if self.view == LEARNING:
            return tuple(
                one for one in super().figure_models() if one.key in self._answer.histories
            )
        digests = self._answer.digests
        drawn = (one for one in self._drawn_subjects() if one.key in digests)
        return tuple(replace(one, digest=digests[one.key]) for one in drawn)

    def why_no_python(self) -> str:
        return RUN_HERE if self.view == LEARNING and self.page.roles else ""

    def drawings(self) -> list[Drawing]:
        if self.view == LEARNING:
            return [self.curves.build_drawing()] if self.curves.grown else []
        picture = self._picture()
        return [] if picture is None else [picture.figure()]

    def table(self) -> Table:
        if self.view == LEARNING:
            return self.curves.table()
        picture = self._picture()
        return Table(()) if picture is None else picture.table()

    def marks(self) -> list[Mark]:
        texts = self.spec.text.marks
        widgets: dict[str, Sequence[QWidget]] = {
            LEARNING: (self.form, self.page.bar, self.curves),
            RESULTS: (self.results_line, self.area.canvas),
            SENTENCE: (self.area.canvas, self.threshold_line),
            CHANGES: (self.changes_line, self.area.canvas),
        }
        marked = mark_widgets(texts["tabs"], self.tabs)
        return [*marked, *mark_widgets(texts[self.view], *widgets[self.view])]

    # ---- building

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.page = FineTuningPage(self.context, lambda: self.chosen_slots)
        self.form, self.live, self.curves = self.page.form, self.page.live, self.page.curves
        self.store_choice(self.form)
        self.form.fields["data"].file_chosen.connect(self.open_file)
        self.page.begun.connect(self._on_begun)
        self.page.updated.connect(self._draw)
        self.page.finished.connect(self._on_finished)
        self.page.see_requested.connect(lambda: self.show_view(RESULTS))
        self.page.try_requested.connect(lambda: self.show_view(SENTENCE))
        self.tables = OwnTables(self.context, self, self._use_table, self.page.bar.status.setText)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.page)
        self.pages.addWidget(self._build_picture())
        self.body.addWidget(self.tabs)
        self.body.addWidget(self.pages, 1)
        self._show_controls(None)

    def _build_picture(self) -> QWidget:
        """The figure of the other views, with the controls of two of them."""
        self.cells = named_box(tr("Cells"), partial(self.set_option, "shares"))
        self.order = named_box(tr("Order of the examples"), partial(self.set_option, "order"))
        fill(self.cells, CELLS, None)
        fill(self.order, ORDERS, None)
        self.results_line, self.changes_line = QWidget(), QWidget()
        self.choosers = QWidget(), QWidget()
        parts = ((tr("Cells"), self.cells), (tr("Examples"), self.order))
        for whole, (name, box) in zip(self.choosers, parts, strict=True):
            line(muted_label(name), box, into=whole)
        line(*self.choosers, None, into=self.results_line, spacing=24)
        self.compared = named_box(tr("Model"), lambda _: None)
        words = TEXTS["attention"]
        button = push_button(words["title"], self.open_attention, words["tip"])
        line(button, self.compared, None, into=self.changes_line)
        self.area = CanvasArea(self.theme)
        self.area.canvas.clicked.connect(self._on_clicked)
        page = QWidget()
        lines = self.results_line, self._build_threshold(), self.changes_line
        column(*lines, (self.area, 1), into=page, spacing=12)
        return page

    def _build_threshold(self) -> QWidget:
        """Build the line for the null odds above which a question has no answer."""
        self.threshold = snug(decimal(-MAX_ODDS, MAX_ODDS, 0.5, 2))
        self.threshold.setAccessibleName(TEXTS["threshold"]["title"])
        set_tip(self.threshold, TEXTS["threshold"]["tip"])
        self.threshold.valueChanged.connect(partial(self.set_option, "threshold"))
        reset = partial(self.set_option, "threshold", None)
        self.best = push_button(TEXTS["best"]["title"], reset, TEXTS["best"]["tip"])
        self.threshold_line = QWidget()
        name = muted_label(TEXTS["threshold"]["title"])
        line(name, self.threshold, self.best, None, into=self.threshold_line)
        return self.threshold_line

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was visible."""
        self._requested = None
        super().showEvent(event)


PANEL = FineTuningPanel
