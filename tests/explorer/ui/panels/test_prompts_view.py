"""The view Prompts of Generation: tasks in the prompt, answers, attention, accuracy by K."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog

from explorer.core.errors import UserError
from explorer.core.generation.few_shot import FewShotAnswer
from explorer.ui.graphics.charts.bars import Bars
from explorer.ui.graphics.charts.interval_chart import IntervalLines
from explorer.ui.graphics.drawing import TextBlock, Titled
from explorer.ui.graphics.maps.heat_map import HeatMap
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.generation.panel import GenerationPanel
from explorer.ui.panels.generation.study import NOT_THE_SENTENCE
from models.runtime.resources import resource
from tests.explorer.ui.panel_bench import Bench, bench

CHOICE = {"task": "capital:en", "shots": 3, "scoring": "mean", "query": 1}
MEASURING_MS = 60_000


@pytest.fixture
def prompts(qtbot: Any) -> Iterator[Bench]:
    """The bundled models, one of them no causal one."""
    settings = {"generation": {"view": "prompts", "few_shot": CHOICE}}
    with bench(
        GenerationPanel,
        resource("checkpoints"),
        qtbot,
        text="",
        models=("gpt2-mini", "bert-mini"),
        panel_settings=settings,
    ) as found:
        yield found


def choose(bench: Bench, **options: Any) -> None:
    bench.store.update_panel("generation", few_shot={**CHOICE, **options})
    bench.settle()


def answer(bench: Bench) -> FewShotAnswer:
    found = bench.panel.answer["gpt2-mini"]
    assert isinstance(found, FewShotAnswer)
    return found


def drawn(bench: Bench, kind: type) -> list[Any]:
    found: list[Any] = []

    def walk(drawing: Any) -> None:
        if isinstance(drawing, kind):
            found.append(drawing)
        for inner in getattr(drawing, "drawings", ()):
            walk(inner)

    walk(bench.panel.drawings()[0])
    return found


def test_zero_one_and_few_shot_are_side_by_side_without_a_sentence(prompts: Bench) -> None:
    titles = [titled.title for titled in drawn(prompts, Titled)]
    assert [name for name in titles if "shot" in name] == [
        "Zero-shot",
        "One-shot",
        "Few-shot, K = 3",
    ]
    assert len(drawn(prompts, Bars)) == 3
    assert prompts.panel.notes == (NOT_THE_SENTENCE,)
    assert any("No weights change" in block.text for block in drawn(prompts, TextBlock))


def test_the_prompt_is_drawn_as_it_is_sent_with_its_tokens_counted(prompts: Bench) -> None:
    few = answer(prompts).by_shots[-1]
    table = drawn(prompts, TableDrawing)[-1]
    parts = [row.cells[0].text for row in table.rows]
    assert parts == ["example 1", "example 2", "example 3", "query"]
    assert sum(int(row.cells[1].text) for row in table.rows) == few.num_tokens
    assert "".join(row.cells[2].text for row in table.rows).replace("⏎ ", "\n") == few.prompt.text


def test_choices_have_probabilities_that_sum_to_one(prompts: Bench) -> None:
    for bars in drawn(prompts, Bars):
        assert sum(bar.value for bar in bars.bars) == pytest.approx(1.0)
        assert [bar.label for bar in bars.bars if bar.note] == [answer(prompts).query.answer]


def test_a_choice_of_one_token_is_named_in_the_singular(prompts: Bench) -> None:
    scored = answer(prompts).by_shots[0].scored
    assert scored is not None
    assert 1 in scored.lengths
    for length, bar in zip(scored.lengths, drawn(prompts, Bars)[0].bars, strict=True):
        assert f" in {length} token{'s' * (length > 1)}, unconditional" in bar.tip


def test_attention_of_the_last_position_is_by_layer_and_part(prompts: Bench) -> None:
    (heat,) = drawn(prompts, HeatMap)
    assert heat.values.shape == (4, 4)
    assert heat.values.sum(1) == pytest.approx(1.0, abs=1e-5)


def test_a_model_that_fills_masks_says_why_it_has_no_answer(prompts: Bench) -> None:
    assert isinstance(prompts.panel.answer["bert-mini"], UserError)
    assert any("cannot continue a text" in block.text for block in drawn(prompts, TextBlock))


def test_examples_without_room_are_struck_and_named(prompts: Bench) -> None:
    choose(prompts, shots=30)
    few = answer(prompts).by_shots[-1]
    count = len(few.prompt.prefix.dropped)
    assert count > 0
    struck = [row for row in drawn(prompts, TableDrawing)[-1].rows if row.cells[0].struck]
    assert len(struck) == count
    notes = [titled.note for titled in drawn(prompts, Titled)]
    assert any(f"Examples 1 to {count} were dropped" in note for note in notes)


def test_a_free_answer_has_no_bars(prompts: Bench) -> None:
    choose(prompts, scoring="free")
    assert not drawn(prompts, Bars)
    assert answer(prompts).by_shots[0].best[0]


def test_another_query_and_another_seed_make_another_prompt(prompts: Bench) -> None:
    first = answer(prompts).by_shots[-1].prompt.text
    choose(prompts, query=2)
    second = answer(prompts).by_shots[-1].prompt.text
    prompts.change(seed=9)
    assert len({first, second, answer(prompts).by_shots[-1].prompt.text}) == 3


def test_a_control_changes_the_task(prompts: Bench) -> None:
    box = prompts.panel.controls.made["prompt_task"]
    box.setCurrentIndex(box.findData("made-up"))
    box.activated.emit(box.currentIndex())
    prompts.settle()
    assert answer(prompts).task.only_in_prompt


def test_an_own_table_is_a_task_and_a_bad_line_is_named(
    prompts: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("cat\tanimal\nbus\tvehicle\ndog\tanimal\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    box = prompts.panel.controls.made["prompt_task"]
    prompts.panel.controls.made["prompt_file"].click()
    prompts.settle()
    assert answer(prompts).task.title == "own.tsv"
    assert box.currentText() == "own.tsv"
    path.write_text("cat\tanimal\nbus\n", encoding="utf-8")
    prompts.panel.refresh(force=True)
    prompts.settle()
    assert "line 2" in prompts.message
    assert box.isVisible(), "another task can be chosen"


def test_accuracy_by_k_is_measured_in_the_background_against_chance(
    prompts: Bench, qtbot: Any
) -> None:
    panel, made = prompts.panel, prompts.panel.controls.made
    assert not drawn(prompts, IntervalLines)
    made["measure"].click()
    assert made["cancel_measure"].isVisible()
    qtbot.waitUntil(lambda: not panel.run.alive, timeout=MEASURING_MS)
    (chart,) = drawn(prompts, IntervalLines)
    names = [series.name for series in chart.series]
    assert names[1:] == ["chance", "majority"]
    assert [point.x for point in chart.series[0].points][:3] == [0.0, 1.0, 2.0]
    assert all(point.low is not None for point in chart.series[0].points)
    rows = [row for row in prompts.panel.table().rows if row[1] == "accuracy"]
    assert len(rows) == len(chart.series[0].points)
    choose(prompts, scoring="sum")
    assert not drawn(prompts, IntervalLines), "it was measured with another score"


def test_a_measurement_can_be_cancelled(prompts: Bench, qtbot: Any) -> None:
    choose(prompts, task="continuation:en")
    panel, made = prompts.panel, prompts.panel.controls.made
    made["measure"].click()
    qtbot.waitUntil(lambda: panel.run.progress is not None, timeout=MEASURING_MS)
    made["cancel_measure"].click()
    qtbot.waitUntil(lambda: not panel.run.alive, timeout=MEASURING_MS)
    assert "Cancelled" in made["measuring"].text()
    assert made["measure"].isVisible()


def test_the_figure_has_a_caption_and_a_table(prompts: Bench) -> None:
    figure = figure_of(prompts.panel, {})
    assert "Capital of a country" in str(figure.caption)
    kinds = {row[1] for row in prompts.panel.table().rows}
    assert {"prompt", "answer", "choice", "attention"} <= kinds


def test_the_text_view_is_one_click_away(prompts: Bench) -> None:
    prompts.panel.controls.tabs.chosen.emit("text")
    prompts.settle()
    assert prompts.message == "Type a prompt above, and the models continue it."
    prompts.panel.controls.tabs.chosen.emit("prompts")
    prompts.settle()
    assert not prompts.message
