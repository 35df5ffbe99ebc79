"""A person fine-tunes models, looks at what they get right, and asks them about a sentence."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from explorer.core.engine.engine import Engine
from explorer.core.finetuning.plans import FineTuningChoice
from explorer.core.finetuning.request import CHANGES, LEARNING, RESULTS, SENTENCE
from explorer.core.jobs.jobs import Jobs
from explorer.core.library.library import Library
from explorer.core.state.state import State, Store
from explorer.ui.controls.live_run import RunPhase
from explorer.ui.export.choices import FORMATS, ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.drawing import TagHit, TextBlock
from explorer.ui.graphics.table_drawing import TableDrawing, TableHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.panel_base.marks import parts
from explorer.ui.panels.finetuning.own_table import OwnTableDialog
from explorer.ui.panels.finetuning.panel import FineTuningPanel
from explorer.ui.panels.finetuning.results import MatrixTag, MetricTag
from explorer.ui.style import theme
from tests.explorer.labelled_files import write_questions, write_sentences
from tests.explorer.ui.laboratory import follow
from tests.explorer.ui.panel_bench import small_models

PATIENCE_MS = 60_000
SENTENCE_ON_TOP = "france has paris ."


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sentences(tmp_path_factory.mktemp("reviews"))


@pytest.fixture
def context(qapp: QApplication, root: Path, tmp_path: Path) -> Iterator[PanelContext]:
    library, bridge = Library(bundled=root, own=tmp_path / "runs"), JobBridge(Jobs())
    state = State(text=SENTENCE_ON_TOP, models=("bert", "electra"), panel="finetuning")
    yield PanelContext(Store(state), library, Engine(library), bridge, theme.Theme("light"))
    bridge.close()


@pytest.fixture
def panel(context: PanelContext, data: Path, qtbot: Any) -> Iterator[FineTuningPanel]:
    made = FineTuningPanel(context)
    qtbot.addWidget(made)
    follow(context, made)
    made.resize(1000, 700)
    made.show()
    made.refresh()
    qtbot.waitUntil(lambda: not made.busy, timeout=PATIENCE_MS)
    set_choice(
        made,
        FineTuningChoice(data=str(data), epochs=2, batch_size=8, learning_rate=0.01, max_length=16),
    )
    yield made
    made.live.cancel()
    made.close()


def set_choice(panel: FineTuningPanel, choice: FineTuningChoice) -> None:
    """Set all fields of the form, as a person does one after the other."""
    panel.form.show_choice(choice)
    panel.form.changed.emit(choice)


def settle(panel: FineTuningPanel, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    QApplication.processEvents()


def fine_tune(panel: FineTuningPanel, qtbot: Any) -> None:
    qtbot.mouseClick(panel.page.bar.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    settle(panel, qtbot)


def see(panel: FineTuningPanel, view: str, qtbot: Any) -> None:
    panel.show_view(view)
    settle(panel, qtbot)


def words(panel: FineTuningPanel) -> str:
    return str(render(figure_of(panel, {}), "svg", ExportChoices()))


def tables(panel: FineTuningPanel, title: str) -> list[TableDrawing]:
    area = panel.area.canvas.rect().toRectF()
    found = parts(panel.area.canvas.drawing, area)
    return [one for one, _ in found if isinstance(one, TableDrawing) and one.title == title]


def test_fields_belong_to_the_way_that_is_chosen(panel: FineTuningPanel) -> None:
    fields = panel.form.fields
    assert not fields["lora_rank"].isVisibleTo(panel.form)
    panel.form.set_value("way", "lora")
    assert fields["lora_rank"].isVisibleTo(panel.form)
    assert not fields["last_layers"].isVisibleTo(panel.form)
    panel.form.set_value("way", "last_layers")
    assert fields["last_layers"].isVisibleTo(panel.form)
    assert panel.form.choice.way == "last_layers"
    assert panel.option("choice", {})["way"] == "last_layers"


def test_the_chosen_models_learn_one_after_the_other_and_join_the_library(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    assert not panel.page.use.isVisible()
    fine_tune(panel, qtbot)
    loss, metric = panel.curves.charts
    assert loss.title == "Training loss"
    assert metric.title == "Accuracy on the dev split"
    assert [curve.slot for curve in metric.curves] == [0, 1]
    assert [level.name for level in metric.levels] == ["majority class"]
    held_out = [(point.run, point.step) for point in panel.curves.points if point.held_out]
    name = panel.form.choice.data.split("/")[-2]
    assert held_out == [(f"{m}-{name}", step) for m in ("bert", "electra") for step in (3, 6)]
    own = [entry for entry in context.library.entries() if entry.origin == "own"]
    assert [entry.problem for entry in own] == [None, None]
    assert panel.details.title == "Accuracy on the dev split"
    qtbot.mouseClick(panel.page.use, Qt.MouseButton.LeftButton)
    assert context.store.state.models == ("bert", "electra", *(entry.key for entry in own))
    assert panel.view == SENTENCE, "where the new models can be tried"
    panel.show_view(LEARNING)
    assert "2 epochs · seed 1" in str(figure_of(panel, {}).caption)


def test_results_follow_a_run_and_a_cell_lists_its_examples(
    panel: FineTuningPanel, qtbot: Any
) -> None:
    fine_tune(panel, qtbot)
    qtbot.mouseClick(panel.page.see, Qt.MouseButton.LeftButton)
    settle(panel, qtbot)
    assert panel.view == RESULTS
    first, _ = tables(panel, "Confusion matrix")
    counts = [[int(cell.text) for cell in row.cells[1:]] for row in first.rows]
    assert sum(map(sum, counts)) == 12
    key = panel.figure_models()[0].key
    row, column = next((r, c) for r in (0, 1) for c in (0, 1) if counts[r][c])
    panel.area.canvas.clicked.emit(TagHit(MatrixTag(key), TableHit(row, column + 1)))
    settle(panel, qtbot)
    (examples,) = tables(panel, "Examples")
    assert len(examples.rows) == counts[row][column]
    confidence = [max(float(cell.text) for cell in one.cells[1:3]) for one in examples.rows]
    assert confidence == sorted(confidence, reverse=True)
    panel.set_option("shares", True)
    shares = tables(panel, "Confusion matrix")[0].rows[0].cells[1].text
    assert shares.endswith("%")


def test_a_metric_tells_its_formula_at_the_side(panel: FineTuningPanel, qtbot: Any) -> None:
    fine_tune(panel, qtbot)
    see(panel, RESULTS, qtbot)
    panel.area.canvas.clicked.emit(TagHit(MetricTag(panel.form.choice.data), TableHit(0)))
    assert panel.details.title == "Accuracy"
    assert "right class" in panel.details.text
    assert [name for name, _ in panel.details.rows][-1] == "Majority class"


def test_the_sentence_on_top_is_judged_as_one_types(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    fine_tune(panel, qtbot)
    see(panel, SENTENCE, qtbot)
    before = panel.table().rows
    assert {row[2] for row in before} == {"no", "yes"}
    context.store.update(text="mina is tom .")
    settle(panel, qtbot)
    assert panel.table().rows != before
    context.store.update(text=" ")
    settle(panel, qtbot)
    assert panel.drawings() == []


def test_what_changed_is_a_bar_for_each_layer_and_opens_the_attention_panel(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    fine_tune(panel, qtbot)
    see(panel, CHANGES, qtbot)
    layers = [row[2] for row in panel.table().rows]
    assert layers[:3] == ["Embeddings", "Layer 1", "Layer 2"]
    panel.press("attention")
    assert context.store.state.panel == "attention"
    base, made = context.store.state.models
    assert base == "bert"
    assert Path(made).parent == context.library.new_run_folder("x").parent


def test_seeds_are_one_curve_name_one_column_and_a_mean(panel: FineTuningPanel, qtbot: Any) -> None:
    panel.form.set_value("num_seeds", 2)
    fine_tune(panel, qtbot)
    loss, _ = panel.curves.charts
    assert len(loss.curves) == 4
    assert [bool(curve.name) for curve in loss.curves] == [True, True, False, False]
    assert [curve.slot for curve in loss.curves] == [0, 1, 0, 1]
    assert len(loss.drop_curves({0}).curves) == 2, "a name hides all curves of its model"
    assert "seeds 1 and 2" in str(figure_of(panel, {}).caption)
    see(panel, RESULTS, qtbot)
    (metrics,) = tables(panel, "Metrics")
    assert len(metrics.columns) == 4, "the name, two models, and the majority class"
    assert " to " in metrics.rows[0].cells[1].below
    text = words(panel)
    assert "means of 2 seeds" in text
    assert "those of seed 1" in text
    assert "interval" not in text
    panel.area.canvas.clicked.emit(TagHit(MetricTag(panel.form.choice.data), TableHit(0)))
    names = [name for name, _ in panel.details.rows]
    assert names[1:4] == ["Lowest and highest", "Seed 1", "Seed 2"]
    kinds = {row[2] for row in panel.table().rows}
    assert {"seed 1", "seed 2", "mean", "lowest", "highest"} <= kinds


def test_every_view_leaves_as_a_figure(panel: FineTuningPanel, qtbot: Any) -> None:
    fine_tune(panel, qtbot)
    for view in panel.spec.views:
        see(panel, view, qtbot)
        assert panel.drawings()
        assert panel.table().rows
        for file_format in FORMATS:
            assert render(figure_of(panel, {}), file_format, ExportChoices())


def test_models_without_a_head_are_explained(panel: FineTuningPanel, qtbot: Any) -> None:
    for view in (RESULTS, SENTENCE, CHANGES):
        see(panel, view, qtbot)
        assert panel.drawings() == []
        empty, *problems = panel.area.canvas.drawing.drawings
        assert "None of the chosen models does a task yet" in empty.text
        assert len(problems) == 2


def test_a_file_that_cannot_be_used_is_a_sentence_at_the_buttons(
    panel: FineTuningPanel, tmp_path: Path, qtbot: Any
) -> None:
    path = tmp_path / "empty.tsv"
    path.write_text("", encoding="utf-8")
    set_choice(panel, replace(panel.form.choice, data=str(path)))
    panel.page.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FAILED, timeout=PATIENCE_MS)
    assert "empty.tsv" in panel.page.bar.status.text()


def test_a_stopped_run_is_resumed_to_its_end(panel: FineTuningPanel, qtbot: Any) -> None:
    set_choice(panel, replace(panel.form.choice, epochs=400))
    panel.page.start()
    qtbot.waitUntil(lambda: len(panel.curves.points) > 4, timeout=PATIENCE_MS)
    panel.live.cancel()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.CANCELLED, timeout=PATIENCE_MS)
    reached = panel.curves.last_step
    qtbot.mouseClick(panel.page.bar.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.curves.last_step > reached, timeout=PATIENCE_MS)
    assert panel.view == LEARNING


# ---- a teacher


def shown(panel: FineTuningPanel, *names: str) -> list[bool]:
    return [panel.form.fields[name].isVisibleTo(panel.form) for name in names]


def choose_teacher(panel: FineTuningPanel, context: PanelContext, qtbot: Any) -> str:
    """Fine-tune a model, which then teaches the task to the next one; returns its folder."""
    context.store.update(models=("bert",))
    fine_tune(panel, qtbot)
    (teacher,) = (entry for entry in context.library.entries() if entry.origin == "own")
    panel.form.set_value("teacher", str(teacher.folder))
    return str(teacher.folder)


def test_a_model_that_was_fine_tuned_on_the_examples_teaches_them_to_a_student(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    assert not any(shown(panel, *panel.form.fields.keys() & {"options.copies", "method"}))
    teacher = choose_teacher(panel, context, qtbot)
    assert shown(panel, "teacher", "options.copies", "options.prediction_share") == [True] * 3
    assert shown(panel, "way", "style", "adversarial", "class_weights", "patience") == [False] * 5
    filler = str(panel.form.choice.options["augment_with"])
    assert Path(filler).name == "bert", "copies are made with the teacher's base"
    panel.form.set_value("options.prediction_share", 0.5)
    panel.form.set_value("options.copies", 1)
    fine_tune(panel, qtbot)
    titles = [chart.title for chart in panel.curves.charts]
    assert titles[2:] == [
        "Attention by layer: training",
        "Hidden states by layer: training",
        "Embeddings: training",
        "Predictions: training",
    ]
    by_layer, dev = panel.curves.charts[2], panel.curves.charts[1]
    assert [curve.name for curve in by_layer.curves] == ["Layer 1", "Layer 2"]
    assert [level.name for level in dev.levels] == ["majority class", "teacher"]
    drawn = [view.chart.curves[0].x for view in panel.curves.views[2:]]
    assert all(drawn), "every term has points"
    assert max(drawn[0]) < min(drawn[-1]), "layers are learned before the predictions"
    assert f"taught by {Path(teacher).name}" in str(figure_of(panel, {}).caption)
    names = dict(panel.details.rows)
    assert f"Teacher: {Path(teacher).name}" in names
    assert any(value.endswith("% of its teacher's)") for value in names.values())

    see(panel, RESULTS, qtbot)
    assert f"was taught by {Path(teacher).name} and has" in words(panel)
    panel.area.canvas.clicked.emit(TagHit(MetricTag(panel.form.choice.data), TableHit(0)))
    assert {f"Teacher: {Path(teacher).name}", "Share of the teacher's score"} <= {
        name for name, _ in panel.details.rows
    }
    assert "teacher" in {row[2] for row in panel.table().rows}


def test_the_recorded_curves_of_a_student_have_the_terms_of_its_loss(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    teacher = choose_teacher(panel, context, qtbot)
    fine_tune(panel, qtbot)
    student = next(
        entry
        for entry in context.library.entries()
        if entry.origin == "own" and str(entry.folder) != teacher
    )
    again = FineTuningPanel(context)
    qtbot.addWidget(again)
    follow(context, again)
    again.show()
    context.store.update(models=(student.key,))
    again.refresh()
    qtbot.waitUntil(lambda: len(again.curves.charts) > 2, timeout=PATIENCE_MS)
    assert again.curves.charts[2].title == "Attention by layer: training"
    assert again.curves.charts[1].levels[1].name == "teacher"
    again.close()


def test_a_teacher_of_other_examples_is_not_offered_and_teaches_nothing(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    teacher = choose_teacher(panel, context, qtbot)
    data = panel.form.choice.data
    panel.form.set_value("data", "world:sentiment:en")
    box = panel.form.fields["teacher"]
    assert [box.itemData(i) for i in range(box.count())] == [""]
    assert panel.form.choice.teacher == ""
    assert shown(panel, "way", "style", "options.copies") == [True, True, False]
    panel.form.set_value("data", data)
    assert panel.form.choice.teacher == teacher


def test_a_model_that_cannot_be_a_student_says_why(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    teacher = choose_teacher(panel, context, qtbot)
    for model, reason in (
        ("electra", "ELECTRA cannot be a student of TinyBERT"),
        (teacher, "would be its own teacher"),
    ):
        context.store.update(models=(model,))
        settle(panel, qtbot)
        panel.page.start()
        qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FAILED, timeout=PATIENCE_MS)
        assert reason in panel.page.bar.status.text()
    context.store.update(models=())
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)


def test_a_stopped_student_is_resumed_with_its_teacher(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    choose_teacher(panel, context, qtbot)
    set_choice(panel, replace(panel.form.choice, epochs=60))
    panel.page.start()
    qtbot.waitUntil(lambda: panel.curves.last_step > 4, timeout=PATIENCE_MS)
    panel.live.cancel()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.CANCELLED, timeout=PATIENCE_MS)
    reached = panel.curves.last_step
    qtbot.mouseClick(panel.page.bar.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.curves.last_step > reached, timeout=PATIENCE_MS)
    assert panel.curves.charts[2].title == "Attention by layer: training"


# ---- questions


def null_words(panel: FineTuningPanel) -> str:
    found = parts(panel.area.canvas.drawing, panel.area.canvas.rect().toRectF())
    texts = [one.text for one, _ in found if isinstance(one, TextBlock)]
    return next(text for text in texts if text.startswith("No answer: score"))


def test_the_null_threshold_is_the_best_on_dev_until_a_person_moves_it(
    panel: FineTuningPanel, context: PanelContext, tmp_path: Path, qtbot: Any
) -> None:
    context.store.update(models=("bert",), text="france has paris .", pair="france")
    data = str(write_questions(tmp_path / "questions"))
    set_choice(panel, replace(panel.form.choice, data=data))
    fine_tune(panel, qtbot)
    see(panel, RESULTS, qtbot)
    result = panel.answer.answers[RESULTS].results[panel.figure_models()[0].key]
    best = result.metrics["best_f1_threshold"]
    assert any(f"at the null threshold {best:.2f}" in note for note in panel.notes)
    right = sum(classified.is_correct for classified in result.classified)
    assert len(result.classified) == 9
    assert right / 9 <= result.metrics["best_exact"] + 1e-6, "an F1 of 1 is an exact match"
    assert not panel.controls.made["threshold"].isVisible()

    see(panel, SENTENCE, qtbot)
    assert panel.controls.made["threshold"].isVisible()
    assert panel.controls.made["threshold"].value() == pytest.approx(best, abs=0.005)
    assert not panel.controls.made["best"].isEnabled()
    assert "the best for F1 on the dev split" in null_words(panel)
    panel.controls.made["threshold"].setValue(-90.0)
    settle(panel, qtbot)
    assert dict(row[2:] for row in panel.table().rows)["answer"] == "no answer"
    assert "threshold -90.00, chosen above" in null_words(panel)
    panel.controls.made["threshold"].setValue(90.0)
    settle(panel, qtbot)
    assert dict(row[2:] for row in panel.table().rows)["answer"] != "no answer"
    qtbot.mouseClick(panel.controls.made["best"], Qt.MouseButton.LeftButton)
    settle(panel, qtbot)
    assert panel.controls.made["threshold"].value() == pytest.approx(best, abs=0.005)
    context.store.update(text=SENTENCE_ON_TOP, pair="")


# ---- an own table


def write_reviews(folder: Path) -> Path:
    """Texts with unusual names of columns, and one row without a class."""
    rows = [
        f"{word} has {place}\t{'yes' if place % 2 else 'no'}" for place, word in enumerate("ab")
    ]
    rows += [*(f"mina is tom\t{name}" for name in ("yes", "no") * 12), "a row without class\t"]
    path = folder / "opinions.tsv"
    path.write_text("\n".join(["said\tmeant", *rows]) + "\n", encoding="utf-8")
    return path


def open_dialog(
    panel: FineTuningPanel, path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> OwnTableDialog:
    """Open the dialog as a person does: click the button and choose a file."""
    found = (str(path), "")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: found)
    panel.form.fields["data"].file.click()
    qtbot.waitUntil(lambda: not panel.tables.busy, timeout=PATIENCE_MS)
    dialog = panel.tables.dialog
    assert dialog is not None
    return dialog


def choose(dialog: OwnTableDialog, name: str, value: Any, qtbot: Any) -> None:
    dialog.form.set_value(name, value)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=PATIENCE_MS)


def test_a_person_says_what_the_columns_of_a_table_are_and_models_learn_from_it(
    panel: FineTuningPanel, tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = open_dialog(panel, write_reviews(tmp_path), qtbot, monkeypatch)
    before = panel.form.choice
    assert dialog.form.choice.header, "what no other row has in a column of classes names it"
    drawn = dialog.area.canvas.drawing
    assert isinstance(drawn, TableDrawing)
    assert [head.head for head in drawn.columns] == ["said · Text", "meant"]
    assert dialog.verdict.text() == "Choose the column of: Class."
    assert not dialog.use.isEnabled()
    choose(dialog, "label", "meant", qtbot)
    assert dialog.verdict.text().startswith("Line 28: the label is missing")
    assert not dialog.use.isEnabled()
    choose(dialog, "skip_bad_rows", True, qtbot)
    assert "2 classes: no, yes" in dialog.verdict.text()
    assert "Line 28: the label is missing" in dialog.bad.text()
    assert panel.form.choice == before, "nothing changes before the dialog is closed"
    qtbot.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    choice = panel.form.choice
    assert choice.columns == {
        "task": "classification",
        "text": "said",
        "label": "meant",
        "header": True,
    }
    assert choice.skip_bad_rows
    assert panel.option("choice", {})["columns"] == choice.columns
    fine_tune(panel, qtbot)
    assert any("1 bad row was skipped" in note for note in panel.notes)
    see(panel, RESULTS, qtbot)
    (table, *_) = tables(panel, "Rows left out")
    assert "line 28" in table.rows[0].cells[0].text


def test_a_table_that_is_cancelled_changes_nothing_and_columns_can_be_chosen_again(
    panel: FineTuningPanel, tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = panel.form.choice
    dialog = open_dialog(panel, write_reviews(tmp_path), qtbot, monkeypatch)
    dialog.reject()
    assert panel.form.choice == before
    dialog = open_dialog(panel, write_reviews(tmp_path), qtbot, monkeypatch)
    choose(dialog, "label", "meant", qtbot)
    choose(dialog, "header", False, qtbot)
    assert [dialog.form.fields["text"].itemText(i) for i in range(2)] == ["1", "2"]
    choose(dialog, "task", "choice", qtbot)
    assert {"choices", "text", "label"} <= set(dialog.form.fields)
    assert "multi_label" not in dialog.form.fields
    assert dialog.verdict.text() == "Choose the column of: Choices."
    choose(dialog, "task", "classification", qtbot)
    choose(dialog, "header", True, qtbot)
    choose(dialog, "label", "meant", qtbot)
    choose(dialog, "skip_bad_rows", True, qtbot)
    qtbot.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.form.fields["data"].columns, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.tables.dialog is not dialog, timeout=PATIENCE_MS)
    again = panel.tables.dialog
    assert again is not None
    assert again.form.choice.label == "meant"
    assert again.form.choice.skip_bad_rows
    again.reject()
    panel.form.set_value("data", "world:sentiment:en")
    assert panel.form.choice.columns == {}
    assert not panel.form.choice.skip_bad_rows


def test_a_published_file_needs_no_dialog(
    panel: FineTuningPanel, tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "train.tsv"
    rows = "".join(f"gj04\t{i % 2}\t\tRed dogs see {i}.\n" for i in range(6))
    path.write_text(rows, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: (str(path), ""))
    panel.form.fields["data"].file.click()
    qtbot.waitUntil(lambda: panel.form.choice.data == str(path), timeout=PATIENCE_MS)
    assert panel.tables.dialog is None
    assert "CoLA" in panel.page.bar.status.text()


def test_choices_are_answered_with_the_graph_in_every_view(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    panel.form.set_value("data", "world:commonsense:en")
    panel.form.set_value("style", "graph")
    set_choice(panel, replace(panel.form.choice, num_examples=16, epochs=1, max_length=32))
    fine_tune(panel, qtbot)
    assert "Accuracy" in words(panel)
    context.store.update(text="What does one use for gardening?", pair="a spade | a piano")
    for view in (RESULTS, CHANGES, SENTENCE):
        see(panel, view, qtbot)
        assert len(panel.figure_models()) == 2, view
    assert "spade" in words(panel)


def test_words_are_tagged_by_features_of_a_frozen_model_in_every_view(
    panel: FineTuningPanel, context: PanelContext, qtbot: Any
) -> None:
    panel.form.set_value("data", "world:entities:en")
    assert not panel.form.fields["features"].isVisibleTo(panel.form)
    panel.form.set_value("style", "features")
    assert panel.form.fields["features"].isVisibleTo(panel.form)
    panel.form.set_value("features", "last")
    set_choice(panel, replace(panel.form.choice, num_examples=16, epochs=1, max_length=32))
    fine_tune(panel, qtbot)
    assert "F1" in words(panel)
    context.store.update(text="Jack works in Paris.", pair="")
    for view in (RESULTS, CHANGES, SENTENCE):
        see(panel, view, qtbot)
        assert len(panel.figure_models()) == 2, view
    assert "Paris" in words(panel)
