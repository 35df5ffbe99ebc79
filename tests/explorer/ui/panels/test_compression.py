"""The Compression panel, driven as a person drives it."""

import json
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt

from explorer.core.compression.request import INSIDE, MAKE, OVERVIEW, Method
from explorer.core.compression.sparsity import REMOVED
from explorer.core.finetuning.plans import FineTuningChoice
from explorer.ui.graphics.charts.interval_chart import PointHit
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.panel_base.panel import MEASURED_HERE
from explorer.ui.panels.compression.drawings import HeadRanks, ModelHit
from explorer.ui.panels.compression.form import CompressionForm
from explorer.ui.panels.compression.panel import CompressionPanel
from explorer.ui.panels.compression.search import CURVES
from explorer.ui.panels.compression.search import TRIALS as TRIALS_TAG
from explorer.ui.style.colours import Scale
from explorer.ui.style.palette import LIGHT
from models.checkpoints.checkpoint import load
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.trainer import finetune
from models.runtime.generators import run_to_end
from models.schema.registry import catalog
from models.search.results import ABOVE_BUDGET, FINISHED, STOPPED
from tests.explorer.labelled_files import write_sentences
from tests.explorer.ui.panel_bench import ANSWER_MS, Bench, bench, small_models, tagged_areas
from tests.models import tiny

TEXT = "the capital of france is paris ."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Models with random weights, and an own folder for what is made of them."""
    monkeypatch.setenv("PLM_EXPLORER_HOME", str(tmp_path / "home"))
    return small_models(tmp_path / "models")


@pytest.fixture
def shown(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(CompressionPanel, folder, qtbot, models=("bert", "gpt2"), text=TEXT) as found:
        yield found


def make_first(found: Bench) -> str:
    """Press the button of the empty state and wait; returns the key of the new model."""
    found.panel.invitation.findChild(type(found.panel.page.see)).click()
    found.qtbot.waitUntil(lambda: found.panel.page.see.isVisibleTo(found.panel), timeout=ANSWER_MS)
    found.settle()
    entry = next(e for e in found.panel.context.library.entries() if e.origin == "own")
    return entry.key


def trial(number: int, width: int, state: str, *losses: float) -> dict[str, Any]:
    """A trial of a search as run.json has it, with a loss at every third step."""
    curve = [[3 * n, loss] for n, loss in enumerate(losses, 1)]
    values = {"size.width": width, "size.inner": 2 * width}
    record = {"number": number, "values": values, "state": state, "curve": curve}
    return record | {"parameters": 100 * width, "milliseconds": 40 / width, "seconds": 1.0}


TRIALS = [
    trial(0, 4, FINISHED, 5.0, 4.5, 4.0),
    trial(1, 8, FINISHED, 5.0, 3.0, 2.0),
    trial(2, 12, FINISHED, 5.0, 4.0, 3.0),  # larger and worse
    trial(3, 16, STOPPED, 5.5),
    trial(4, 32, ABOVE_BUDGET),
]
SEARCHED = {
    "method": "search",
    "options": {"parameters": 60.0, "milliseconds": 0.0, "steps": 3, "seed": 7},
    "trials": TRIALS,
    "importance": {},
    "shape": {"size.width": 8, "size.inner": 16},
}


@pytest.fixture
def searched(folder: Path, qtbot: Any) -> Iterator[Bench]:
    """What was searched for the shape of a smaller BERT, as the view of its inside draws it."""
    loaded = load(folder / "bert")
    base = {"name": "bert", "hash": loaded.hash}
    recipe = tiny.recipe("bert", tiny.write_text(folder.parent)).to_dict()
    (folder / "bert" / "run.json").write_text(json.dumps({**loaded.run, "recipe": recipe}))
    shutil.copytree(folder / "bert", folder / "smaller")
    run = json.dumps({"title": "Smaller", "compression": {**SEARCHED, "base": base}})
    (folder / "smaller" / "run.json").write_text(run)
    options = {"compression": {"view": INSIDE}}
    with bench(
        CompressionPanel, folder, qtbot, models=("bert",), text=TEXT, panel_settings=options
    ) as found:
        yield found


def test_every_shape_that_was_tried_can_be_selected(searched: Bench) -> None:
    said = dict(searched.panel.details.rows)
    assert said["Held-out loss"] == "2.00 at step 9", "the best one is selected at first"
    searched.click(TRIALS_TAG, ModelHit("2"))
    said = dict(searched.panel.details.rows)
    assert (said["Width"], said["State"], said["Held-out loss"]) == (
        "12",
        "finished",
        "3.00 at step 9",
    )
    areas = tagged_areas(searched.canvas.drawing, searched.canvas.rect().toRectF())
    curves = next(drawing for tag, drawing, _ in areas if tag == CURVES).series
    assert [one.pale for one in curves] == [False, True, True, False], "2, 3, and the front 0, 1"
    assert curves[0].colour(LIGHT) != curves[3].colour(LIGHT)
    searched.click(CURVES, PointHit(1, 0))
    assert dict(searched.panel.details.rows)["State"] == "stopped early"
    searched.click(TRIALS_TAG, ModelHit("3"))
    assert dict(searched.panel.details.rows)["Width"] == "8", "a second click deselects"


def test_a_selected_shape_is_trained_whole(searched: Bench) -> None:
    panel = searched.panel
    assert not panel.details.actions, "the chosen one was trained whole"
    searched.click(TRIALS_TAG, ModelHit("2"))
    (action,) = panel.details.actions
    action.run()
    assert panel.view == MAKE
    searched.qtbot.waitUntil(lambda: panel.page.see.isVisibleTo(panel), timeout=ANSWER_MS)
    searched.settle()
    entry = next(e for e in panel.context.library.entries() if e.origin == "own")
    made = load(entry.folder)
    assert made.model.config.size.width == 12
    assert made.run["compression"]["options"]["steps"] == made.run["steps"] == 3


def test_without_derived_models_a_button_makes_the_first_one(shown: Bench) -> None:
    assert shown.panel.invitation.isVisibleTo(shown.panel)
    assert [row[0] for row in shown.panel.table().rows] == ["BERT"]
    key = make_first(shown)
    assert shown.panel.view == MAKE
    shown.panel.page.see.click()
    shown.settle()
    assert not shown.panel.invitation.isVisibleTo(shown.panel)
    assert len(shown.panel.table().rows) == 2
    assert shown.panel.details.title
    shown.panel.details.actions[0].run()
    shown.settle()
    assert shown.store.state.models == ("bert", key, "gpt2")


def test_a_clicked_model_says_what_was_done_and_opens_inside(shown: Bench) -> None:
    key = make_first(shown)
    shown.panel.show_view(OVERVIEW)
    shown.settle()
    shown.panel.deselect()
    shown.settle()
    shown.click("picture", ModelHit(key))
    said = dict(shown.panel.details.rows)
    assert said["Made from"] == "bert"
    next(a for a in shown.panel.details.actions if a.label == "Look inside").run()
    shown.settle()
    inside = shown.panel.answer.inside
    assert inside.weight.name in inside.weights
    assert inside.before
    assert len(inside.before) == len(inside.after)
    assert "Logits" in inside.errors
    quantities = {row[0] for row in shown.panel.table().rows}
    assert {"error", "rise of the loss, this layer alone", "weights before"} <= quantities


def test_a_broken_derived_model_is_named_and_the_others_are_drawn(shown: Bench) -> None:
    key = make_first(shown)
    broken = Path(key).with_name("broken")
    shutil.copytree(key, broken)
    weights = broken / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    shown.panel.show_view(OVERVIEW)
    shown.panel.context.library_changed()
    shown.settle()
    assert len(shown.panel.table().rows) == 2
    assert any("broken" in note and "cut off" in note for note in shown.panel.notes)


def test_the_measurements_stay_until_the_files_change(shown: Bench) -> None:
    make_first(shown)
    shown.panel.show_view(OVERVIEW)
    shown.settle()
    before = [point.measured for point in shown.panel.answer.points]
    shown.panel.show_view(INSIDE)
    shown.settle()
    shown.panel.show_view(OVERVIEW)
    shown.settle()
    after = [point.measured for point in shown.panel.answer.points]
    assert all(old is new for old, new in zip(before, after, strict=True))


def test_removed_heads_are_drawn_with_their_importance(shown: Bench) -> None:
    panel = shown.panel
    panel.show_view(MAKE)
    shown.settle()
    for name, value in (("method", "prune"), ("options.kind", "heads"), ("name", "few-heads")):
        panel.page.form.set_value(name, value)
    panel.page.start()
    shown.qtbot.waitUntil(lambda: panel.page.see.isVisibleTo(panel), timeout=ANSWER_MS)
    panel.show_view(INSIDE)
    shown.settle()
    inside = panel.answer.inside
    assert inside.importance.shape == (2, 4)
    assert len(inside.removed) == 4
    assert inside.order[:4] == inside.removed
    assert sorted(inside.order) == [(row, head) for row in range(2) for head in range(4)]
    rows = panel.table().rows
    assert any(row[0] == "importance" for row in rows)
    assert [row[3] for row in rows if row[0] == "order of removal"] == [1, 2, 3, 4]


def test_the_map_of_heads_has_their_rank_and_strikes_removed_ones(qapp: Any) -> None:
    ranks = {(0, 1): 1, (0, 0): 2}
    shares, columns = np.array([[0.9, 0.25]]), ["head 1", "head 2"]
    heads = HeadRanks(shares, ["layer 1"], columns, ranks, [(0, 1)], scale=Scale(1.0))
    assert "would go as number 2" in heads.describe(CellHit(0, 0))
    assert "removed as number 1" in heads.describe(CellHit(0, 1))
    lines = [mark.args for mark in heads.laid_out(300).marks if isinstance(mark, partial)]
    texts = (line for line in lines if line[1] in ("1", "2", "0.25"))
    assert {text: face[-1] for _, text, _, face, *_ in texts} == {
        "1": True,
        "2": False,
        "0.25": False,
    }


def test_quality_by_sparsity_is_measured_on_demand_and_drawn_for_each_kind(shown: Bench) -> None:
    panel = shown.panel
    panel.show_view(INSIDE)
    shown.settle()
    assert not panel.table().rows
    assert not panel.why_no_python()
    panel.controls.made["sparsity"].click()
    shown.settle()
    losses = [row for row in panel.table().rows if row[0] == "loss by sparsity"]
    assert {row[1] for row in losses} == set(REMOVED)
    assert len({row[3] for row in losses if row[2] == 0}) == 1, "all begin with the base"
    assert [row[2] for row in losses if row[1] == "Whole layers"] == [0.0, 0.5]
    assert not panel.controls.made["sparsity"].isVisibleTo(panel)
    make_first(shown)
    panel.show_view(INSIDE)
    shown.settle()
    quantities = {row[0] for row in panel.table().rows}
    assert {"loss by sparsity", "weights before"} <= quantities, "they stay with the base"
    assert panel.why_no_python() == MEASURED_HERE, "another process has not measured them"
    panel.show_view(OVERVIEW)
    shown.settle()
    assert not panel.why_no_python()


def test_cancelled_curves_can_be_measured_on(shown: Bench) -> None:
    panel = shown.panel
    panel.show_view(INSIDE)
    shown.settle()
    panel.controls.made["sparsity"].click()
    shown.qtbot.waitUntil(lambda: panel.measuring.isVisibleTo(panel), timeout=ANSWER_MS)
    panel.measuring.cancel.click()
    shown.settle()
    assert panel.controls.made["sparsity"].isVisibleTo(panel)
    assert len(panel.answer.curves) < len(REMOVED)
    panel.measuring.start.click()
    shown.settle()
    assert panel.answer.curves.keys() == REMOVED.keys()


def test_a_base_that_cannot_be_pruned_says_so_when_its_curves_are_asked_for(shown: Bench) -> None:
    key = make_first(shown)
    shown.change(models=(key,))
    shown.panel.set_option("base", key)
    shown.panel.show_view(INSIDE)
    shown.settle()
    shown.panel.controls.made["sparsity"].click()
    shown.settle()
    assert sum("is quantized. Prune the model" in note for note in shown.panel.notes) == 1


def test_a_method_that_does_not_fit_says_why_and_cannot_be_started(shown: Bench) -> None:
    key = make_first(shown)
    shown.change(models=(key,))
    assert shown.panel.answer.base == "bert"
    shown.panel.set_option("base", key)
    shown.settle()
    page = shown.panel.page
    assert page.form.choice.name.startswith(Path(key).name)
    assert "quantized already" in page.problem.text()
    assert not page.bar.start.isEnabled()


def test_a_cancelled_model_leaves_nothing_behind(shown: Bench) -> None:
    panel = shown.panel
    panel.show_view(MAKE)
    shown.settle()
    for name, value in (("method", "prune"), ("options.training_steps", 5000)):
        panel.page.form.set_value(name, value)
    panel.page.start()
    live = panel.page.live
    shown.qtbot.waitUntil(
        lambda: live.progress is not None and live.progress.done > 1, timeout=ANSWER_MS
    )
    panel.page.bar.cancel.click()
    shown.qtbot.waitUntil(lambda: not live.alive, timeout=ANSWER_MS)
    assert not panel.page.see.isVisibleTo(panel)
    assert not panel.page.bar.resume.isVisibleTo(panel)
    runs = Path(panel.context.library.new_run_folder("x")).parent
    assert not runs.exists() or not list(runs.iterdir())


def test_a_kind_of_student_brings_its_own_options(qapp: Any) -> None:
    form = CompressionForm()
    form.offer("bert-mini", [Method(one) for one in catalog().compressions.values()])
    form.set_value("method", "distill")
    form.set_value("options.temperature", 4.0)
    assert form.choice.options["temperature"] == 4.0
    form.set_value("options.kind", "tinybert")
    assert form.choice.options["temperature"] == 1.0, "that of another kind is not taken over"
    assert "options.layer_map" in form.fields
    assert form.fields["options.learning_rate"].value() == form.choice.options["learning_rate"] > 0
    form.set_value("method", "quantize")
    assert "options.layer_map" not in form.fields
    assert form.choice.options.keys() == {
        one.name for one in catalog().compressions["quantize"].options
    }


def test_a_fine_tuned_base_teaches_a_student_in_fine_tuning(
    shown: Bench, folder: Path, tmp_path: Path
) -> None:
    data = write_sentences(tmp_path / "data")
    library = shown.panel.context.library
    teacher, student = (library.new_run_folder(name) for name in ("teacher", "student"))
    recipe = FineTuningRecipe(str(folder / "bert"), str(data), epochs=1, max_length=16)
    run_to_end(finetune(recipe, teacher))
    shutil.copytree(folder / "bert", student)
    run = json.loads((student / "run.json").read_text(encoding="utf-8"))
    run["recipe"] = {"teaching": {"method": "tinybert", "teacher": "bert"}}
    (student / "run.json").write_text(json.dumps(run), encoding="utf-8")
    shown.panel.show_view(MAKE)
    shown.settle()
    page = shown.panel.page
    assert [page.distil.isVisible(), page.teach.isVisible()] == [True, False]
    shown.panel.context.library_changed()
    shown.store.update(models=(str(teacher), "gpt2"))
    shown.settle()
    page.form.set_value("method", "distill")
    assert "fine-tuning with this one as its teacher" in page.problem.text()
    assert [page.distil.isVisible(), page.teach.isVisible()] == [False, True]
    shown.qtbot.mouseClick(page.teach, Qt.MouseButton.LeftButton)
    state = shown.store.state
    assert (state.panel, state.models) == ("finetuning", (str(student),))
    choice = FineTuningChoice.from_json(state.settings("finetuning")["choice"])
    assert (choice.teacher, choice.data) == (str(teacher), str(data))
