"""A person trains a model: choices, curves, answers, pause, cancel, resume, and what remains."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QScrollArea

import models.training.trainer
from explorer.core.engine.predicting.predictions import MaskedPrediction
from explorer.core.jobs.jobs import Done, Event, Progress, Work
from explorer.core.training.plans import (
    KOREAN_WATCH,
    LEARNING_RATE,
    RELATIVE_RATE,
    TASKS_TOO,
    WATCH,
    TrainingChoice,
    schedule_notes,
)
from explorer.core.training.runs import SentencePredictions
from explorer.ui.controls.live_run import SAVED, RunBar, RunPhase
from explorer.ui.graphics.charts.curves import SECOND_STAGE
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.figures import figure_of, hashes_of
from explorer.ui.panel_base.panel import MEASURED_HERE
from explorer.ui.panels.training.curves import run_charts
from explorer.ui.panels.training.panel import TrainingPanel
from explorer.ui.panels.training.predictions import masked_sentence, predictions_figure
from explorer.ui.style.palette import LIGHT
from models.schema.records import Candidate
from models.schema.registry import catalog
from tests.explorer.ui.laboratory import TINY, follow, laboratory, train_bert
from tests.explorer.ui.pointer import turn_real_wheel
from tests.models.tiny import little_held_out

PATIENCE_MS = 60_000


@pytest.fixture(scope="module")
def caches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("caches")


@pytest.fixture(autouse=True)
def one_cache(caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is tokenized once for all tests of this file, and little of it is held out."""
    monkeypatch.setattr("explorer.core.training.runs.caches_folder", lambda: caches)
    little_held_out(monkeypatch)


@pytest.fixture
def context(qapp: QApplication, tmp_path: Path) -> Iterator[PanelContext]:
    with laboratory(qapp, tmp_path / "models", panel="training") as made:
        yield made


@pytest.fixture
def panel(context: PanelContext, qtbot: Any) -> Iterator[TrainingPanel]:
    made = TrainingPanel(context)
    qtbot.addWidget(made)
    follow(context, made)
    made.resize(1000, 700)
    made.show()
    made.refresh()
    qtbot.waitUntil(lambda: made.message == "", timeout=PATIENCE_MS)
    made.form.show_choice(TrainingChoice(**TINY))
    yield made
    made.live.cancel()
    made.close()


def test_before_the_first_run_the_panel_says_what_will_be_here(panel: TrainingPanel) -> None:
    assert panel.drawings() == []
    assert panel.predictions.drawing is not None
    assert panel.predictions.drawing.drawings[0].text == panel.spec.text.notes["nothing_yet"]


def test_no_title_of_an_objective_is_cut(panel: TrainingPanel) -> None:
    for architecture in panel.form._choices.architectures:
        panel.form.show_choice(TrainingChoice(architecture=architecture, objectives=()))
        QApplication.processEvents()
        boxes = panel.form.fields["objectives"].boxes
        assert boxes
        assert all(box.width() >= box.sizeHint().width() for box in boxes)


def test_a_run_draws_curves_is_asked_and_joins_the_library(
    panel: TrainingPanel, context: PanelContext, qtbot: Any
) -> None:
    assert not panel.use.isVisible()
    qtbot.mouseClick(panel.bar.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    loss, accuracy = panel.curves.charts
    assert loss.title == "Masked tokens: loss"
    assert [level.name for level in loss.levels] == ["unigram", "5-gram"]
    assert [curve.name for curve in loss.curves] == ["training", "held out"]
    assert accuracy.y_title == "share"
    held_out = [point for point in panel.curves.points if point.held_out]
    assert [point.step for point in held_out] == [1, 2, 3, 4, 5, 6]
    sentence, answers = panel.predictions.drawing.drawing.drawings
    assert sentence.text == WATCH
    assert len(answers.rows) == 6
    entry = context.library.entry("tiny")
    assert (entry.problem, entry.origin) == (None, "own")
    assert panel.details.title == "tiny"
    qtbot.mouseClick(panel.use, Qt.MouseButton.LeftButton)
    assert context.store.state.models == (entry.key,)
    assert context.store.state.panel == "masking"
    assert panel.use.text() == "Try it in Masking"
    assert panel.use.isEnabled(), "it leads there also once the model is chosen"


def test_what_is_shown_can_be_exported(panel: TrainingPanel, qtbot: Any) -> None:
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    image = QImage(600, 900, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    for drawing in panel.drawings():
        size = drawing.size(600)
        drawing.paint(painter, image.rect().toRectF(), panel.theme.palette)
        assert size.height() > 100
    painter.end()
    names = {row[5] for row in panel.table().rows}
    assert {"mlm", "mlm_loss", "mlm_accuracy"} <= names


REFORMER = {**TINY, "architecture": "reformer", "objectives": ("causal",), "tokenizer": "unigram"}


def test_memory_by_layers_is_drawn_where_activations_can_be_computed_again(
    panel: TrainingPanel, context: PanelContext, qtbot: Any
) -> None:
    assert not panel.memory.isVisible()
    settings = {"choice": TrainingChoice(**{**REFORMER, "batch_size": 4}).to_json()}
    context.store.update_panel("training", **settings)  # as a tour does
    qtbot.waitUntil(panel.memory.isVisible, timeout=PATIENCE_MS)
    (figure,) = panel.drawings()
    again, stored = figure.drawing.series
    assert (again.name, stored.name) == ("Reversible layers", "Activations stored")
    assert [point.x for point in again.points] == [point.x for point in stored.points]
    last = len(again.points) - 1
    assert stored.points[last].mean - stored.points[0].mean > 10 * (
        again.points[last].mean - again.points[0].mean
    )
    assert "Reformer of width 16, steps of 4 × 48 tokens" in figure.note
    assert "Reformer of width 16, steps of 4 × 48 tokens" in caption(panel, context)
    table = panel.table()
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert {row["value"] for row in rows} == {"bytes_recomputed", "bytes_stored"}
    in_table = [row["number"] / 1e6 for row in rows if row["value"] == "bytes_stored"]
    assert in_table == [point.mean for point in stored.points]
    assert panel.why_no_python() == MEASURED_HERE
    panel.form.set_value("architecture", "bert")
    qtbot.waitUntil(lambda: not panel.memory.isVisible(), timeout=PATIENCE_MS)
    assert (panel.drawings(), panel.why_no_python()) == ([], "")


def test_memory_by_layers_gives_way_to_a_run(panel: TrainingPanel, qtbot: Any) -> None:
    panel.form.show_choice(TrainingChoice(**{**REFORMER, "steps": 100_000}))
    qtbot.waitUntil(panel.memory.isVisible, timeout=PATIENCE_MS)
    panel.start()
    assert not panel.memory.isVisible()
    qtbot.waitUntil(lambda: len(panel.curves.points) > 2, timeout=PATIENCE_MS)
    assert "layers" not in panel.table().columns


def stop_midway(panel: TrainingPanel, qtbot: Any, steps: int = 100_000) -> None:
    """Begin a run, and cancel it once its curves have some points."""
    panel.form.show_choice(TrainingChoice(**{**TINY, "steps": steps}))
    panel.start()
    qtbot.waitUntil(lambda: len(panel.curves.points) > 2, timeout=PATIENCE_MS)
    panel.live.cancel()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.CANCELLED, timeout=PATIENCE_MS)


def caption(panel: TrainingPanel, context: PanelContext) -> str:
    return str(figure_of(panel, hashes_of(panel, context.engine)).caption)


def test_a_caption_names_the_weights_of_a_finished_run_and_the_step_of_another(
    panel: TrainingPanel, context: PanelContext, qtbot: Any
) -> None:
    stop_midway(panel, qtbot)
    told = caption(panel, context)
    assert f"step {panel.curves.points[-1].step:,} of 100,000" in told
    assert "tiny (" not in told, "its weights are no model's yet"
    panel.form.show_choice(TrainingChoice(**{**TINY, "name": "whole"}))
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    digest = context.engine.card(panel._made).hash[:12]
    told = caption(panel, context)
    assert f"whole ({digest}) · bert learning masked · text village:en · 6 steps" in told


def test_a_vocabulary_that_fell_short_is_explained_below_the_curves(
    panel: TrainingPanel, qtbot: Any
) -> None:
    panel.form.show_choice(TrainingChoice(**{**TINY, "vocab_size": 50_000}))
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    (said,) = (line for line in panel.notes if "vocabulary" in line)
    entry = panel.context.library.entry("tiny")
    found = json.loads((entry.folder / "config.json").read_text("utf-8"))["vocab_size"]
    assert f"has {found:,} of 50,000 tokens" in said
    panel.form.show_choice(TrainingChoice(**{**TINY, "name": "enough"}))
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    assert not any("vocabulary" in line for line in panel.notes)


def test_the_wheel_over_curves_scrolls_the_column_and_zooms_with_ctrl(
    panel: TrainingPanel, qtbot: Any
) -> None:
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    panel.resize(1000, 420)
    QApplication.processEvents()
    plot = panel.curves.views[0].plot
    (area,) = (one for one in panel.findChildren(QScrollArea) if one.isAncestorOf(plot))
    bar = area.verticalScrollBar()
    assert bar.maximum() > 0
    before = plot.axes.x
    turn_real_wheel(plot)
    assert bar.value() > 0
    assert plot.axes.x == before
    bar.setValue(0)
    turn_real_wheel(plot, Qt.KeyboardModifier.ControlModifier)
    assert bar.value() == 0
    assert plot.axes.x != before
    assert "Ctrl" in plot.toolTip()


def test_a_model_is_asked_in_the_language_of_its_text_unless_a_person_wrote_the_question(
    panel: TrainingPanel,
) -> None:
    assert panel.form.choice.watch == WATCH
    panel.form.fields["text"].chosen.emit("village:ko")
    assert panel.form.fields["watch"].text() == panel.form.choice.watch == KOREAN_WATCH
    panel.form.fields["text"].chosen.emit("world")
    assert panel.form.choice.watch == WATCH
    own = "Tom eats [MASK]."
    panel.form.fields["watch"].setText(own)
    panel.form.fields["watch"].editingFinished.emit()
    panel.form.fields["text"].chosen.emit("village:ko")
    assert panel.form.choice.watch == own


def test_a_paused_run_waits_and_goes_on(panel: TrainingPanel, qtbot: Any) -> None:
    panel.form.show_choice(TrainingChoice(**{**TINY, "steps": 100_000}))
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.RUNNING, timeout=PATIENCE_MS)
    qtbot.mouseClick(panel.bar.pause, Qt.MouseButton.LeftButton)
    assert panel.live.phase is RunPhase.PAUSED
    assert panel.bar.go_on.isVisible()
    assert not panel.bar.pause.isVisible()
    qtbot.mouseClick(panel.bar.go_on, Qt.MouseButton.LeftButton)
    before = len(panel.curves.points)
    qtbot.waitUntil(lambda: len(panel.curves.points) > before + 2, timeout=PATIENCE_MS)


def test_a_cancelled_run_keeps_what_was_won_and_is_resumed(
    panel: TrainingPanel, context: PanelContext, qtbot: Any
) -> None:
    panel.form.show_choice(TrainingChoice(**{**TINY, "steps": 200}))
    panel.start()
    qtbot.waitUntil(lambda: len(panel.curves.points) > 2, timeout=PATIENCE_MS)
    qtbot.mouseClick(panel.bar.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.CANCELLED, timeout=PATIENCE_MS)
    assert SAVED in panel.bar.status.text()
    before = len(panel.curves.points)
    qtbot.mouseClick(panel.bar.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    assert panel.curves.points[before].step > panel.curves.points[0].step
    assert context.library.entry("tiny").problem is None


def test_a_run_that_failed_goes_on_from_its_checkpoint_and_no_curve_runs_backwards(
    panel: TrainingPanel, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    monkeypatch.setattr("explorer.core.training.runs.POINT_EVERY_S", 0.0)
    update, done = models.training.trainer.update, iter(range(1000))

    def fails_once(*given: Any) -> Any:
        if next(done) == 15:  # checkpoints are at 4, 8, 12 and 16 of 20
            raise OSError(28, "No space left on device")
        return update(*given)

    monkeypatch.setattr(models.training.trainer, "update", fails_once)
    panel.form.show_choice(TrainingChoice(**{**TINY, "steps": 20}))
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FAILED, timeout=PATIENCE_MS)
    training, held_out = panel.curves.views[0].chart.curves
    assert training.x[-1] == held_out.x[-1] == 15
    qtbot.mouseClick(panel.bar.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    steps = [float(step) for step in range(1, 21)]
    training, held_out = panel.curves.views[0].chart.curves
    assert (training.x, held_out.x) == (steps, steps)
    assert [sample.step for sample in panel._samples] == steps


def test_a_run_that_failed_before_its_first_checkpoint_begins_anew(
    panel: TrainingPanel, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    update, done = models.training.trainer.update, iter(range(1000))

    def fails_once(*given: Any) -> Any:
        if next(done) == 0:
            raise OSError(28, "No space left on device")
        return update(*given)

    monkeypatch.setattr(models.training.trainer, "update", fails_once)
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FAILED, timeout=PATIENCE_MS)
    qtbot.mouseClick(panel.bar.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    assert panel.curves.views[0].chart.curves[1].x == [1, 2, 3, 4, 5, 6]


def test_a_run_of_another_day_is_found_and_resumed(
    panel: TrainingPanel, context: PanelContext, qtbot: Any
) -> None:
    stop_midway(panel, qtbot, steps=200)
    later = TrainingPanel(context)
    qtbot.addWidget(later)
    later.refresh()
    qtbot.waitUntil(lambda: later.page.unfinished.runs.count() == 1, timeout=PATIENCE_MS)
    told = [point for point in panel.curves.points if not point.held_out]
    asked = [sample.step for sample in panel._samples]
    later.form.show_choice(panel.form.choice)
    later.page.unfinished.resume.click()
    assert not later.page.unfinished.resume.isEnabled(), "its files are read in the background"
    qtbot.waitUntil(lambda: later.live.alive, timeout=PATIENCE_MS)
    before = [point for point in later.curves.points if not point.held_out]
    # The checkpoint has points of its own, at most as far apart as those that were shown.
    assert before[0].step <= told[0].step
    assert before[-1].step >= told[-1].step
    assert [sample.step for sample in later._samples][: len(asked)] == asked
    assert later.curves.views[0].chart.curves[0].x == [point.step for point in before]
    qtbot.waitUntil(lambda: later.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    steps = later.curves.views[0].chart.curves[0].x
    assert steps[: len(before)] == [point.step for point in before]
    assert steps[-1] == 200
    assert sorted(set(steps)) == steps
    assert later.page.unfinished.runs.count() == 0
    assert context.library.entry("tiny").problem is None


def test_a_run_that_goes_on_is_not_offered_as_unfinished_until_it_is_stopped_again(
    panel: TrainingPanel, context: PanelContext, qtbot: Any
) -> None:
    stop_midway(panel, qtbot)
    assert panel.page.unfinished.runs.currentText() == "tiny", "as soon as it is stopped"
    qtbot.mouseClick(panel.page.unfinished.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.live.alive, timeout=PATIENCE_MS)
    assert not panel.page.unfinished.isVisible()
    panel.live.pause()
    assert not panel.page.unfinished.isVisible()
    panel.live.cancel()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.CANCELLED, timeout=PATIENCE_MS)
    assert panel.page.unfinished.resume.isVisible()
    assert panel.page.unfinished.resume.isEnabled()
    assert panel.page.unfinished.runs.currentText() == "tiny"


def test_a_run_that_cannot_be_read_is_said_and_can_be_tried_again(
    panel: TrainingPanel, tmp_path: Path, qtbot: Any
) -> None:
    panel.resume_run(tmp_path / "gone")
    assert panel.bar.status.text() == "Reading gone"
    qtbot.waitUntil(panel.page.unfinished.isEnabled, timeout=PATIENCE_MS)
    assert "no checkpoint in" in panel.bar.status.text()
    assert not panel.live.alive


def test_the_other_panels_get_their_answers_meanwhile(
    panel: TrainingPanel, context: PanelContext, qtbot: Any
) -> None:
    panel.form.show_choice(TrainingChoice(**{**TINY, "steps": 100_000}))
    panel.start()
    qtbot.waitUntil(lambda: len(panel.curves.points) > 0, timeout=PATIENCE_MS)
    events: list[Event] = []

    def work() -> Work:
        yield Progress("Looking")
        return "seen"

    context.jobs.submit("explore", "another panel", work, events.append)
    qtbot.waitUntil(lambda: any(isinstance(event, Done) for event in events), timeout=10_000)
    assert panel.live.alive


def test_in_a_narrow_window_no_button_is_cut_and_the_words_stand_below(
    panel: TrainingPanel, qtbot: Any
) -> None:
    bar = RunBar(panel.live, "Distil", panel.start, panel.live.cancel)
    qtbot.addWidget(bar)
    use = QPushButton("Look at them in every panel")
    bar.add(use)
    bar.resize(330, 120)
    bar.show()
    qtbot.waitUntil(lambda: bar.status.geometry().top() >= use.geometry().bottom())
    assert use.width() >= use.sizeHint().width()
    bar.resize(900, 120)
    qtbot.waitUntil(lambda: bar.status.geometry().left() > use.geometry().right())


def test_the_key_that_pauses_a_run_also_goes_on_with_it(panel: TrainingPanel, qtbot: Any) -> None:
    panel.form.show_choice(TrainingChoice(**{**TINY, "steps": 100_000}))
    bar = panel.bar

    def press() -> str:
        focus = QApplication.focusWidget()
        qtbot.keyClick(focus, Qt.Key.Key_Space)
        return str(focus.text())

    bar.start.setFocus()
    assert press() == "Train"
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.RUNNING, timeout=PATIENCE_MS)
    assert [press(), press()] == ["Pause", "Continue"]
    assert panel.live.alive
    qtbot.waitUntil(lambda: panel.live.saves, timeout=PATIENCE_MS)
    bar.cancel.setFocus()
    assert press() == "Stop and save"
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.CANCELLED, timeout=PATIENCE_MS)
    assert bar.resume.hasFocus()


@pytest.mark.parametrize(
    ("watch", "place", "gap", "shown"),
    [
        ("A baker [MASK] bread.", 2, "<mask>", "A baker <mask> bread."),
        ("A baker [MASK] bread.", 2, "", "A baker …"),
        ("A baker bakes", 2, "<mask>", "A baker <mask>"),
        ("A baker bakes", 3, "", "A baker bakes …"),
    ],
    ids=["its own mask", "what comes next", "the last word", "what comes behind"],
)
def test_a_question_is_shown_as_the_model_read_it(
    watch: str, place: int, gap: str, shown: str
) -> None:
    answer = MaskedPrediction(place, place, ())
    assert (
        masked_sentence(
            watch, SentencePredictions("run", 1, ("A", "baker", "bakes"), (answer,), gap)
        )
        == shown
    )


def test_candidates_in_another_language_are_last_and_dimmed() -> None:
    likely = {"빵": 0.5, "bread": 0.3, ".": 0.1, "을": 0.06}
    candidates = tuple(Candidate(n, word, p, p) for n, (word, p) in enumerate(likely.items()))
    sample = SentencePredictions("run", 7, (), (MaskedPrediction(2, 2, candidates),), "<mask>")
    drawn = predictions_figure("A baker [MASK] bread.", [sample])
    table = drawn.drawings[0].drawings[1]
    assert isinstance(table, TableDrawing)
    cells = [(cell.text, cell.heat, cell.muted) for cell in table.rows[0].cells[1:]]
    assert cells == [
        ("bread", 0.3, False),
        (".", 0.1, False),
        ("빵", None, True),
        ("을", None, True),
    ]


def test_what_a_finished_run_measured_is_named_as_beside_the_other_models(
    panel: TrainingPanel, qtbot: Any
) -> None:
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    told = dict(panel.details.rows)
    assert told["Masked tokens loss"].endswith(" nats")
    assert told["Masked tokens acc."].endswith("%")
    assert told["Held-out text"] == "", "a heading"
    assert told["Measured on"] == "windows of 16 tokens, cut as in its training"
    panel.start()
    assert panel.details == Details(), "the next run has not measured anything yet"
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)


def test_an_impossible_size_is_said_beside_the_button(panel: TrainingPanel, qtbot: Any) -> None:
    panel.form.show_choice(TrainingChoice(**{**TINY, "width": 16, "num_heads": 3}))
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FAILED, timeout=PATIENCE_MS)
    assert "not a multiple of 3 heads" in panel.bar.status.text()
    assert panel.bar.start.isVisible()


def test_a_persons_own_file_is_learned_from(
    panel: TrainingPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    text = tmp_path / "story.txt"
    lines = [f"The cat sat on mat {number}. The dog ran." for number in range(400)]
    text.write_text("\n\n".join(lines), encoding="utf-8")
    answer = lambda *_: (str(text), "")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    panel.form.fields["text"].file.click()
    assert panel.form.choice.text == str(text)
    assert panel.form.fields["text"].where.currentText() == "story.txt"
    assert not panel.form.fields["text"].language.isVisible()
    panel.form.show_choice(replace(panel.form.choice, data_tokens=3000))
    panel.start()
    qtbot.waitUntil(lambda: not panel.live.alive, timeout=PATIENCE_MS)
    assert panel.live.problem == ""


def test_a_file_that_is_gone_is_said_in_words(panel: TrainingPanel, qtbot: Any) -> None:
    panel.form.show_choice(TrainingChoice(**{**TINY, "text": "/no/such/file.txt"}))
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FAILED, timeout=PATIENCE_MS)
    assert "file.txt" in panel.bar.status.text()


def test_what_an_objective_measures_besides_its_losses_has_a_chart() -> None:
    known: Any = SimpleNamespace(
        architectures=catalog().architectures, objectives=catalog().objectives
    )
    recipe = {"name": "run", "architecture": "electra", "objectives": ["replaced_token"]}
    *_, chart = run_charts(recipe, known, {})
    assert [getattr(curve, "value", "") for curve in chart.curves] == ["gradient_cosine"]
    assert chart.y_title == "cosine"
    assert chart.title.startswith("Token table")


def test_another_architecture_brings_its_objective_and_tokenizer(panel: TrainingPanel) -> None:
    form = panel.form
    form.fields["architecture"].setCurrentIndex(form.fields["architecture"].findData("gpt2"))
    form.fields["architecture"].activated.emit(form.fields["architecture"].currentIndex())
    assert form.choice.objectives == ("causal",)
    assert form.choice.tokenizer == "byte_bpe"
    form.fields["architecture"].setCurrentIndex(form.fields["architecture"].findData("electra"))
    form.fields["architecture"].activated.emit(form.fields["architecture"].currentIndex())
    assert form.choice.objectives == ("replaced_token",)
    assert form.choice.tokenizer == "wordpiece"


def test_another_architecture_brings_its_rate_unless_a_person_chose_one(
    panel: TrainingPanel,
) -> None:
    form = panel.form

    def choose(name: str) -> None:
        form.fields["architecture"].setCurrentIndex(form.fields["architecture"].findData(name))
        form.fields["architecture"].activated.emit(form.fields["architecture"].currentIndex())

    form.show_choice(replace(form.choice, learning_rate=LEARNING_RATE))
    choose("t5")
    assert form.choice.learning_rate == RELATIVE_RATE
    assert "relative to the RMS" in form.fields["learning_rate"].toolTip()
    choose("bert")
    assert form.choice.learning_rate == LEARNING_RATE
    assert "relative to the RMS" not in form.fields["learning_rate"].toolTip()
    form.show_choice(replace(form.choice, learning_rate=0.01))
    choose("t5")
    assert form.choice.learning_rate == 0.01


def test_objectives_for_other_heads_are_learned_together(panel: TrainingPanel) -> None:
    boxes = {box.objectName(): box for box in panel.form.fields["objectives"].boxes}
    boxes["next_sentence"].setChecked(True)
    assert panel.form.choice.objectives == ("masked", "next_sentence")
    boxes = {box.objectName(): box for box in panel.form.fields["objectives"].boxes}
    boxes["masked"].setChecked(False)
    assert panel.form.choice.objectives == ("next_sentence",)
    boxes = {box.objectName(): box for box in panel.form.fields["objectives"].boxes}
    boxes["next_sentence"].setChecked(False)
    assert panel.form.choice.objectives == ("next_sentence",)


def test_t5_learns_tasks_beside_spans_and_no_tasks_from_a_persons_own_text(
    panel: TrainingPanel, tmp_path: Path
) -> None:
    form = panel.form
    form.fields["architecture"].setCurrentIndex(form.fields["architecture"].findData("t5"))
    form.fields["architecture"].activated.emit(form.fields["architecture"].currentIndex())
    assert form.choice.objectives == ("text_to_text", "span_corruption")
    own = tmp_path / "own.txt"
    own.write_text("One sentence.\n", encoding="utf-8")
    form.show_choice(replace(form.choice, text=str(own)))
    assert form.choice.objectives == ("span_corruption",)
    box = next(box for box in form.fields["objectives"].boxes if box.objectName() == "text_to_text")
    assert not box.isEnabled()
    assert "has none" in box.toolTip()


def test_a_run_with_tasks_says_what_its_two_losses_are_of(
    panel: TrainingPanel, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    monkeypatch.setattr("models.training.trainer.TASKS_MEASURED", 2)
    tasks = {"architecture": "t5", "objectives": ("text_to_text",), "tokenizer": "unigram"}
    panel.form.show_choice(TrainingChoice(**{**TINY, **tasks}))
    panel.start()
    qtbot.waitUntil(lambda: panel.live.phase is RunPhase.FINISHED, timeout=PATIENCE_MS)
    assert panel.notes[0] == TASKS_TOO
    assert panel.curves.points


def test_a_run_says_why_its_training_loss_peaks_now_and_then() -> None:
    plain = {"length": 32, "long_length": 128, "long_share": 0.05}
    (told,) = schedule_notes(plain)
    assert told.startswith("5% of the steps have examples of 128 tokens")
    assert schedule_notes({**plain, "long_share": 0.0}) == ()
    assert schedule_notes({**plain, "length": 128}) == ()


def test_the_choices_survive_a_restart(
    panel: TrainingPanel, context: PanelContext, qtbot: Any
) -> None:
    panel.form.fields["name"].setText("evening")
    panel.form.fields["name"].editingFinished.emit()
    later = TrainingPanel(context)
    qtbot.addWidget(later)
    assert later.form.choice == panel.form.choice
    assert later.form.choice.name == "evening"


def test_chosen_models_show_how_they_learned(
    qapp: QApplication, tmp_path: Path, caches: Path, qtbot: Any
) -> None:
    folders = [tmp_path / "models" / name for name in ("one", "two")]
    for folder in folders:
        train_bert(folder)
    with laboratory(qapp, tmp_path / "models", models=tuple(map(str, folders))) as context:
        panel = TrainingPanel(context)
        qtbot.addWidget(panel)
        panel.refresh()
        qtbot.waitUntil(lambda: bool(panel.curves.charts), timeout=PATIENCE_MS)
        loss = panel.curves.charts[0]
        assert [curve.slot for curve in loss.curves] == [0, 1]
        assert not any(curve.dashed for curve in loss.curves)
        assert panel.notes == (panel.spec.text.notes["scales"],)
        lent = panel.form.fields["tokenizer"].findText("That of one")
        panel.form.fields["tokenizer"].setCurrentIndex(lent)
        panel.form.fields["tokenizer"].activated.emit(lent)
        assert panel.form.choice.tokenizer_of == str(folders[0])
        panel.close()


def test_where_a_chosen_model_began_its_second_stage_a_named_line_stands(
    qapp: QApplication, tmp_path: Path, caches: Path, qtbot: Any
) -> None:
    folder = tmp_path / "models" / "one"
    train_bert(folder)
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    first = {"name": "one-first", "steps": 4, "tokens": 100, "seconds": 1.0, "curve": run["curve"]}
    (folder / "run.json").write_text(json.dumps({**run, "before": [first]}), encoding="utf-8")
    with laboratory(qapp, tmp_path / "models", models=(str(folder),)) as context:
        panel = TrainingPanel(context)
        qtbot.addWidget(panel)
        panel.refresh()
        qtbot.waitUntil(lambda: bool(panel.curves.charts), timeout=PATIENCE_MS)
        for curves in panel.curves.views:
            assert [curve.joints for curve in curves.chart.curves] == [(4.0,)]
            assert SECOND_STAGE in [
                entry.name for entry in curves.plot.drawing.legend(LIGHT).entries
            ]
        panel.close()
