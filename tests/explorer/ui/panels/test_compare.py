"""A person compares objectives, learning curves and cards."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from shiboken6 import delete, isValid

from explorer.core.comparison.comparison import (
    ADD_PAIR,
    ADD_TARGET,
    NEEDS_PAIR,
    NEEDS_TARGET,
    TargetPrediction,
    compare,
)
from explorer.core.comparison.differences import NOT_GIVEN, CardField
from explorer.core.comparison.pretraining_runs import CurveChoice, PretrainingRun
from explorer.core.comparison.request import CARDS, LEARNING, OBJECTIVES, ComparisonResult
from explorer.core.comparison.selection import Chosen, ObjectiveTag
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.errors import UserError
from explorer.core.library.cards import OF_THE_MACHINE, SECONDS
from explorer.core.library.library import Library
from explorer.core.library.published import PublishedMatch, published_model
from explorer.core.library.slots import ModelSlot
from explorer.core.state.state import Selection
from explorer.core.training.runs import CurvePoint, LossHistory
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.charts.curves import SECOND_STAGE
from explorer.ui.graphics.drawing import Drawing, Tagged, TagHit, TextBlock, Titled, find_tag_hit
from explorer.ui.graphics.table_drawing import PAD_X, TableCell, TableDrawing, TableHit
from explorer.ui.graphics.tokens.chip import TokenChip
from explorer.ui.graphics.tokens.token_rows import TokenHit, TokenRow, TokenRows
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.figures import figure_of, hashes_of
from explorer.ui.panels.compare.cards import ALL_SAME, ModelCards
from explorer.ui.panels.compare.learning import NO_CURVES, NO_RUNS, LearningScene
from explorer.ui.panels.compare.learning_view import FULL, LearningView
from explorer.ui.panels.compare.objectives import (
    LOSS,
    NO_TARGETS,
    PROBABILITY,
    UNKNOWN,
    TaskSummary,
    figure,
    predicted_chip,
    target_chip,
)
from explorer.ui.panels.compare.panel import ComparePanel
from explorer.ui.panels.compare.study import NO_MODELS, NO_TEXT, sentence_in
from explorer.ui.style import fonts
from explorer.ui.style.theme import Theme
from models.schema.records import TokenChange
from models.schema.registry import catalog
from tests.explorer.ui.panel_bench import NUM_POSITIONS, Bench, bench, small_models

TEXT = "the capital of france is paris ."
ALL = ("bert", "gpt2", "electra", "distilbert")
METRICS = {
    "bert": {"mlm_loss": 2.0, "mlm_accuracy": 0.5, "nsp_loss": 0.6},
    "gpt2": {"lm_loss": 1.5, "lm_accuracy": 0.6},
    "electra": {"mlm_loss": 4.0, "rtd_loss": 0.3, "rtd_auc": 0.9},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Small models; all but DistilBERT tell how they learned."""
    root = small_models(tmp_path_factory.mktemp("models"))
    for name, metrics in METRICS.items():
        told = json.loads((root / name / "run.json").read_text(encoding="utf-8"))
        curve = [
            {"step": n, "tokens": 500_000 * n, "seconds": 10.0 * n, **metrics} for n in (1, 2, 3)
        ]
        objectives = catalog().architectures[name].objectives
        recipe = {"name": name, "architecture": name, "objectives": objectives}
        counted = {"unigram": 6.5, "5gram": 2.5}
        run = {**told, "name": name, "curve": curve, "recipe": recipe, "baselines": counted}
        (root / name / "run.json").write_text(json.dumps(run), encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def engine(folder: Path) -> Engine:
    """One for the whole file, so that no model is read twice."""
    return Engine(Library(bundled=folder))


@pytest.fixture
def panel(folder: Path, engine: Engine, qtbot: Any) -> Iterator[Bench]:
    with bench(ComparePanel, folder, qtbot, engine=engine, text=TEXT, models=ALL, seed=1) as found:
        yield found


def show(panel: Bench, view: str) -> None:
    """Choose a tab as a person does."""
    panel.panel.controls.tabs.setCurrentIndex((OBJECTIVES, LEARNING, CARDS).index(view))
    panel.settle()


def leaves(drawings: list[Any], kind: type) -> Iterator[Any]:
    for drawing in drawings:
        if isinstance(drawing, kind):
            yield drawing
        inner = list(getattr(drawing, "drawings", []))
        yield from leaves(inner, kind)


def rows_of(panel: Bench, key: str, head: str) -> TokenRows:
    found = leaves(panel.panel.drawings(), Tagged)
    drawing: TokenRows = next(each.drawing for each in found if each.tag == ObjectiveTag(key, head))
    return drawing


def predicted(rows: TokenRows) -> list[int]:
    """The positions at which something must be predicted."""
    must = rows.rows[1].chips if len(rows.rows) > 1 else ()
    return [n for n, chip in enumerate(must) if chip is not None and not chip.plain]


def fields(drawn: TableDrawing) -> dict[str, tuple[TableCell, ...]]:
    """The values of each field of the cards."""
    return {row.cells[0].text: row.cells[1:] for row in drawn.rows if not row.heading}


def value_of(drawn: TableDrawing, field: str, column: int) -> TableHit:
    rows = [row.cells[0].text for row in drawn.rows]
    return TableHit(rows.index(field), column)


def summaries(panel: Bench) -> list[TaskSummary]:
    return list(leaves(panel.panel.drawings(), TaskSummary))


def said(panel: Bench) -> str:
    """Words in the picture, or those that stand in its place."""
    return " ".join(block.text for block in leaves([panel.canvas.drawing], TextBlock))


def table(panel: Bench) -> TableDrawing:
    found: TableDrawing = next(leaves([panel.canvas.drawing], TableDrawing))
    return found


def names(panel: Bench) -> list[str]:
    """The curves on the screen."""
    return [curve.name for curve in panel.panel.learning.curves.chart.curves]


# ---- objectives


def test_every_model_has_its_rows_and_says_on_how_many_tokens_it_has_a_loss(
    panel: Bench,
) -> None:
    titles = [summary.title for summary in summaries(panel) if summary.title]
    assert titles == ["BERT", "GPT-2", "ELECTRA", "DistilBERT"]
    shares = [summary.share for summary in summaries(panel) if summary.share is not None]
    answers = panel.panel.answer.answers
    tasks = [task for key in ALL for task in answers[key].tasks]
    assert shares == [task.coverage.share_in_percent / 100 for task in tasks]
    assert shares[1] == pytest.approx(1 - 1 / len(answers["gpt2"].tasks[0].rows.tokens))
    assert shares[3] == 1  # ELECTRA's discriminator


def test_what_is_drawn_is_what_is_asked(panel: Bench) -> None:
    rows = rows_of(panel, "bert", "mlm")
    chosen = [
        n for n, chip in enumerate(rows.chips) if chip and chip.change is not TokenChange.KEPT
    ]
    assert predicted(rows) == chosen
    assert not rows_of(panel, "gpt2", "lm").rows[1].chips[0].dimmed
    assert f"{NEEDS_PAIR} {ADD_PAIR}" in said(panel)


def test_an_objective_that_writes_asks_for_the_text_to_write_and_for_no_pair() -> None:
    answer = compare(Engine(Library()), "t5-mini", MaskingQuestion(TEXT))
    slot = ModelSlot(0, "t5", SimpleNamespace(title="T5"))  # type: ignore[arg-type]
    words = " ".join(b.text for b in leaves([figure([(slot, answer)], {}, 1)], TextBlock))
    assert f"{NEEDS_TARGET} {ADD_TARGET}" in words
    assert NEEDS_PAIR not in words


def test_a_file_says_that_a_second_text_is_needed_and_not_what_to_do(panel: Bench) -> None:
    svg = render(figure_of(panel.panel, {}), "svg", ExportChoices()).decode("utf-8")
    assert NEEDS_PAIR in svg
    assert ADD_PAIR not in svg


def test_a_new_draw_takes_the_next_seed_for_every_model(panel: Bench) -> None:
    before = [chip.change for chip in rows_of(panel, "bert", "mlm").chips]
    for seed in (2, 3):
        panel.qtbot.mouseClick(panel.panel.controls.made["draw_again"], Qt.MouseButton.LeftButton)
        panel.settle()
        assert panel.store.state.seed == seed
    assert [chip.change for chip in rows_of(panel, "bert", "mlm").chips] != before
    panel.change(seed=1)
    assert [chip.change for chip in rows_of(panel, "bert", "mlm").chips] == before


def test_a_click_marks_the_same_characters_in_every_model_and_tells_of_the_place(
    panel: Bench,
) -> None:
    row = 3
    panel.click(ObjectiveTag("bert", "mlm"), TokenHit(row))
    assert panel.store.state.selection.token == row
    for key, head in (("bert", "mlm"), ("distilbert", "mlm"), ("electra", "rtd")):
        assert rows_of(panel, key, head).marked == {row}
    assert rows_of(panel, "gpt2", "lm").marked
    assert panel.panel.details.title.endswith("in BERT")
    panel.click(ObjectiveTag("gpt2", "lm"), TokenHit(0))
    rows = dict(panel.panel.details.rows)
    place = panel.panel.answer.answers["gpt2"].tasks[0].places[0]
    assert float(rows["Loss in nats"]) == pytest.approx(place.loss, rel=1e-2)
    panel.panel.deselect()
    assert rows_of(panel, "gpt2", "lm").marked == {0}  # still selected for all panels
    panel.store.select(token=None)
    assert panel.panel.details.rows == ()


def test_the_keyboard_walks_along_the_tokens_and_selects(panel: Bench) -> None:
    panel.canvas.setFocus()
    for _ in range(3):
        panel.qtbot.keyClick(panel.canvas, Qt.Key.Key_Right)
    panel.qtbot.keyClick(panel.canvas, Qt.Key.Key_Return)
    assert panel.store.state.selection.token == 2


def test_a_pair_is_judged_as_a_whole(panel: Bench) -> None:
    panel.change(pair="it is in europe .")
    rows = rows_of(panel, "bert", "nsp")
    assert len(rows.chips) == 1
    assert rows.rows[1].chips[0].text == UNKNOWN
    assert any("is unknown" in line for one in summaries(panel) for line in one.lines)


def test_masks_set_by_the_user_are_kept_and_can_be_cleared_here(panel: Bench) -> None:
    panel.change(masks={"bert": {3: True}})
    assert 3 in predicted(rows_of(panel, "bert", "mlm"))
    assert "set by a click" in " ".join(panel.panel.notes)
    panel.qtbot.mouseClick(panel.panel.controls.made["clear"], Qt.MouseButton.LeftButton)
    panel.settle()
    assert panel.store.state.masks == {}
    assert panel.panel.notes == ()


def test_the_other_models_stay_until_their_new_answers_come(panel: Bench) -> None:
    before = panel.panel.answer.answers
    again = compare(panel.panel.context.engine, "bert", MaskingQuestion("mina has a ball ."))
    panel.panel.show_partial(ComparisonResult(OBJECTIVES, answers={"bert": again}, seed=1))
    shown = panel.panel.answer.answers
    assert shown["bert"] is again
    assert [shown[key] for key in ALL[1:]] == [before[key] for key in ALL[1:]]
    assert [one.title for one in summaries(panel) if one.title] == [
        slot.title for slot in panel.panel.slots()
    ]


def test_masks_set_by_the_user_hold_for_a_model_that_is_chosen_later(panel: Bench) -> None:
    panel.change(masks={"bert": {3: True}}, models=("electra",))
    assert panel.panel.answer.answers["electra"].overridden
    assert 3 in predicted(rows_of(panel, "electra", "mlm"))


def test_a_mask_in_the_text_masks_nothing_else_and_the_panel_says_so(panel: Bench) -> None:
    panel.change(text="the [MASK] of france")
    assert predicted(rows_of(panel, "bert", "mlm")) == [2]
    assert "already contains a mask" in " ".join(panel.panel.notes)


def test_without_a_text_or_a_model_the_tabs_stay_and_a_line_says_what_to_do(panel: Bench) -> None:
    panel.change(text=" ")
    assert said(panel) == NO_TEXT
    assert panel.panel.drawings() == []
    panel.change(text="the", models=())
    assert said(panel) == NO_MODELS
    assert panel.panel.controls.tabs.isVisible()


def test_one_token_asks_nothing_of_a_causal_model(panel: Bench) -> None:
    panel.change(text="a", models=("gpt2",))
    assert NO_TARGETS in said(panel)


def test_a_text_that_does_not_fit_is_cut_and_the_panel_says_so(panel: Bench) -> None:
    panel.change(text="the capital of france " * 5000, models=("bert", "gpt2"))
    assert "they take 24 at most" in " ".join(panel.panel.notes)
    assert len(rows_of(panel, "gpt2", "lm").chips) == NUM_POSITIONS


def test_a_model_that_cannot_be_read_is_named_and_the_others_answer(
    folder: Path, tmp_path: Path, qtbot: Any
) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    (copy / "gpt2" / "tokenizer.json").write_text("{}", encoding="utf-8")
    with bench(ComparePanel, copy, qtbot, text=TEXT, models=("bert", "gpt2")) as found:
        assert predicted(rows_of(found, "bert", "mlm"))
        assert found.panel.answer.answers["gpt2"].problem
        assert found.panel.answer.answers["gpt2"].problem in said(found)


# ---- learning curves


def test_chosen_models_stand_on_one_axis_in_their_colours(panel: Bench) -> None:
    show(panel, LEARNING)
    assert names(panel) == ["A BERT", "B GPT-2", "C ELECTRA"]
    assert [curve.slot for curve in panel.panel.learning.curves.chart.curves] == [0, 1, 2]
    assert panel.panel.learning.curves.chart.curves[1].x == pytest.approx([0.5, 1.0, 1.5])
    assert panel.panel.learning.curves.chart.x_title == "million tokens seen"
    assert panel.panel.learning.curves.chart.y_title == "nats"
    assert "not on one scale" in " ".join(panel.panel.notes)


def test_the_axis_and_the_measure_are_chosen_and_kept(panel: Bench) -> None:
    show(panel, LEARNING)
    learning = panel.panel.learning
    for box, data in ((learning.axis_box, "seconds"), (learning.metric_box, "token_accuracy")):
        box.setCurrentIndex(box.findData(data))
        box.activated.emit(box.currentIndex())
        panel.settle()
    assert names(panel) == ["A BERT", "B GPT-2"]
    assert learning.curves.chart.curves[0].x == [10.0, 20.0, 30.0]
    assert learning.curves.chart.x_title == "seconds of training"
    assert learning.curves.chart.y_title == "share"
    assert learning.curves.chart.levels == ()
    kept = json.loads(json.dumps(panel.store.state.settings("compare")["learning"]))
    assert CurveChoice.from_json(kept) == learning.scene.choice


def test_seconds_of_several_runs_are_said_to_be_those_of_a_machine(panel: Bench) -> None:
    show(panel, LEARNING)
    assert OF_THE_MACHINE in " ".join(panel.panel.notes)
    panel.change(models=("bert",))
    assert OF_THE_MACHINE not in " ".join(panel.panel.notes)


def test_count_models_are_levels_in_the_colour_of_their_run(panel: Bench) -> None:
    show(panel, LEARNING)
    learning = panel.panel.learning
    assert [(one.name, one.value) for one in learning.curves.chart.levels] == [
        (f"{name}: 5-gram", 2.5) for name in names(panel)
    ]
    panel.qtbot.mouseClick(learning.level_boxes["unigram"], Qt.MouseButton.LeftButton)
    panel.settle()
    assert len(learning.curves.chart.levels) == 6
    assert {one.slot for one in learning.curves.chart.levels} == {0, 1, 2}


def test_a_run_that_is_no_chosen_model_joins_in_a_colour_of_its_own(panel: Bench) -> None:
    panel.change(models=("gpt2",))
    show(panel, LEARNING)
    assert names(panel) == ["A GPT-2"]
    panel.qtbot.mouseClick(panel.panel.learning.buttons["bert"], Qt.MouseButton.LeftButton)
    panel.settle()
    assert names(panel) == ["A GPT-2", "BERT"]
    assert panel.panel.learning.curves.chart.curves[1].slot == 4
    for key in ("gpt2", "bert"):
        panel.qtbot.mouseClick(panel.panel.learning.buttons[key], Qt.MouseButton.LeftButton)
        panel.settle()
    assert panel.panel.learning.hint.text() == NO_CURVES
    assert panel.panel.drawings() == []


def test_no_more_runs_are_shown_than_colours_can_tell_apart(
    folder: Path, tmp_path: Path, qtbot: Any
) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    for number in range(6):
        shutil.copytree(copy / "bert", copy / f"more-{number}")
    keys = [f"more-{number}" for number in range(6)]
    kept = {"view": LEARNING, "learning": {"shown": ["bert", *keys]}}
    settings = {"compare": kept}
    with bench(ComparePanel, copy, qtbot, models=("bert",), panel_settings=settings) as found:
        slots = [curve.slot for curve in found.panel.learning.curves.chart.curves]
        assert slots == [0, 4, 5, 6, 7]
        assert not found.panel.learning.buttons["more-5"].isEnabled()
        assert found.panel.learning.buttons["more-5"].toolTip() == FULL
        assert found.panel.learning.full.isVisible()
        found.qtbot.mouseClick(found.panel.learning.buttons["more-0"], Qt.MouseButton.LeftButton)
        found.settle()
        assert found.panel.learning.buttons["more-5"].isEnabled()
        assert not found.panel.learning.full.isVisible()


def test_where_a_run_went_on_from_another_a_line_and_a_note_say_so(
    folder: Path, tmp_path: Path, qtbot: Any
) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    run = json.loads((copy / "bert" / "run.json").read_text(encoding="utf-8"))
    first = {"name": "bert-first", "steps": 3, "tokens": 1_500_000, "seconds": 30.0}
    told = {**run, "before": [{**first, "curve": run["curve"]}]}
    (copy / "bert" / "run.json").write_text(json.dumps(told), encoding="utf-8")
    settings = {"compare": {"view": LEARNING}}
    models = ("bert", "gpt2")
    with bench(ComparePanel, copy, qtbot, models=models, panel_settings=settings) as found:
        assert [curve.joints for curve in found.panel.learning.curves.chart.curves] == [[1.5], []]
        notes = " ".join(found.panel.notes)
        assert "BERT: trained in several stages, one after the other" in notes
        svg = render(figure_of(found.panel, {}), "svg", ExportChoices()).decode("utf-8")
        assert SECOND_STAGE in svg


def test_where_no_model_tells_how_it_learned_the_view_says_so(
    folder: Path, tmp_path: Path, qtbot: Any
) -> None:
    copy = Path(shutil.copytree(folder / "distilbert", tmp_path / "copy" / "distilbert")).parent
    settings = {"compare": {"view": LEARNING}}
    with bench(ComparePanel, copy, qtbot, models=("distilbert",), panel_settings=settings) as found:
        assert found.panel.learning.hint.text() == NO_RUNS
        assert found.panel.drawings() == []


def test_a_new_run_is_offered_as_soon_as_the_library_knows_it(
    folder: Path, tmp_path: Path, qtbot: Any
) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    settings = {"compare": {"view": LEARNING}}
    with bench(ComparePanel, copy, qtbot, models=("bert",), panel_settings=settings) as found:
        shutil.copytree(copy / "bert", copy / "newer")
        found.panel.context.library_changed()
        found.panel.refresh()  # as the window does
        found.settle()
        assert "newer" in found.panel.learning.buttons


# ---- cards


def test_only_what_differs_is_shown_until_all_is_asked_for(panel: Bench) -> None:
    panel.change(models=("bert", "distilbert"))
    show(panel, CARDS)
    few = fields(table(panel))
    assert all(any(cell.differs is not None for cell in cells) for cells in few.values())
    assert "Family" in few
    assert "Width" not in few
    panel.qtbot.mouseClick(panel.panel.controls.made["only_differences"], Qt.MouseButton.LeftButton)
    panel.settle()
    assert "Width" in fields(table(panel))


@pytest.mark.parametrize(("taken", "said"), [("5,615", True), ("30", False)])
def test_other_seconds_on_a_card_are_said_to_be_those_of_a_machine(
    panel: Bench, taken: str, said: bool
) -> None:
    told = [(CardField("Learning", SECONDS, seconds),) for seconds in ("30", taken)]
    cards = ModelCards(
        list(zip(panel.panel.slots()[:2], told, strict=True)), only_differences=False
    )
    (titled,) = leaves([cards.picture([])], Titled)
    assert (OF_THE_MACHINE in titled.note) == said


def test_a_file_is_as_wide_as_the_longest_word_of_a_card_needs(panel: Bench) -> None:
    show(panel, CARDS)
    cards = table(panel)
    words = [w for cells in fields(cards).values() for c in cells for w in c.text.split()]
    room = min(area.rect.width() for area in cards.layout(cards.least_width()).cells if area.column)
    assert max(map(fonts.text_width, words)) + 2 * PAD_X <= room + 0.1


def test_a_click_on_a_card_tells_the_field_of_every_model(panel: Bench) -> None:
    panel.change(models=("bert", "gpt2"))
    show(panel, CARDS)
    panel.click(CARDS, value_of(table(panel), "Segments", 2))
    assert panel.panel.details.title == "Segments"
    assert panel.panel.details.rows == (("BERT", "2"), ("GPT-2", NOT_GIVEN))


def test_a_click_on_a_published_fact_tells_its_source_and_opens_its_page(
    folder: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "explorer.ui.panels.compare.cards.QDesktopServices",
        SimpleNamespace(openUrl=lambda url: opened.append(url.toString())),
    )
    model = published_model("distilbert-base-uncased")
    assert model is not None
    found = PublishedMatch(model, "the name of its folder and config.json")
    monkeypatch.setattr("explorer.core.engine.engine.recognise", lambda folder, config: found)
    with bench(ComparePanel, folder, qtbot, text=TEXT, models=("bert", "distilbert")) as panel:
        show(panel, CARDS)
        panel.click(CARDS, value_of(table(panel), "Hardware and time", 2))
        source = "Source for DistilBERT: Sanh et al. 2019, section 3"
        assert panel.panel.details.text == source
        panel.click(CARDS, value_of(table(panel), "On the hub", 2))
        (action,) = panel.panel.details.actions
        action.run()
        assert opened == ["https://huggingface.co/distilbert/distilbert-base-uncased"]
        rows = panel.panel.table().rows
        assert any(source in str(row[-2]) for row in rows)


def test_where_paper_and_code_differ_is_told_below_the_cards_of_the_chosen(panel: Bench) -> None:
    show(panel, CARDS)
    told = said(panel)
    specs = catalog().architectures
    assert specs["gpt2"].notes[0] in told
    assert specs["electra"].notes[0] in told
    assert specs["xlnet"].notes[0] not in told
    masked = catalog().objectives["masked"].notes[0]
    assert told.count(masked) == 1, "said once, though two models learned by it"
    panel.change(models=("gpt2",))
    assert specs["electra"].notes[0] not in said(panel)
    assert specs["gpt2"].notes[0] in said(panel)


def test_what_stands_above_the_cards_goes_with_them_when_the_notes_come(panel: Bench) -> None:
    show(panel, CARDS)
    area = panel.panel.area
    pinned = panel.canvas.drawing.find_pinned_part(area.viewport().width())
    assert pinned.bottom < panel.canvas.height(), "the notes stand below"
    area.resize(area.width(), 120)
    area.verticalScrollBar().setValue(int(pinned.bottom) + 1)
    assert not area.head.isVisible()


def test_arrow_keys_walk_over_the_cards(panel: Bench) -> None:
    panel.change(models=("bert", "gpt2"))
    show(panel, CARDS)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right):
        panel.qtbot.keyClick(panel.canvas, key)
    assert find_tag_hit(panel.canvas.current) == TagHit(CARDS, TableHit(2, 2))


def test_the_same_model_twice_does_not_differ(folder: Path, tmp_path: Path, qtbot: Any) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    shutil.copytree(copy / "bert", copy / "again")
    settings = {"compare": {"view": CARDS}}
    models = ("bert", "again")
    with bench(ComparePanel, copy, qtbot, models=models, panel_settings=settings) as found:
        assert said(found) == ALL_SAME


# ---- leaving the window


def test_a_caption_names_the_runs_that_are_drawn_even_if_their_weights_are_gone(
    panel: Bench,
) -> None:
    class Broken:
        def card(self, key: str) -> None:
            raise UserError(f"{key} cannot be read.", "Copy it again.")

    show(panel, LEARNING)
    shown = panel.panel.learning.scene.visible_runs
    assert shown
    caption = figure_of(panel.panel, hashes_of(panel.panel, Broken())).caption
    assert [name for name, _ in caption.models] == [one.name for one in shown]
    assert not any(digest for _, digest in caption.models)


@pytest.mark.parametrize("view", [OBJECTIVES, LEARNING, CARDS])
def test_every_view_leaves_as_a_file_of_every_kind(panel: Bench, view: str) -> None:
    show(panel, view)
    figure = figure_of(panel.panel, {})
    assert render(figure, "png", ExportChoices(dark=True, dpi=96)).startswith(b"\x89PNG")
    options = ExportChoices(dpi=96)
    assert b"<svg" in render(figure, "svg", options)
    assert render(figure, "pdf", options).startswith(b"%PDF")
    lines = render(figure, "csv", options).decode().splitlines()
    assert len(lines) == 1 + len(figure.table.rows)
    assert len(json.loads(render(figure, "json", options))["rows"]) == len(figure.table.rows)


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_every_text_is_painted_at_every_width(
    folder: Path, engine: Engine, qtbot: Any, theme_name: str
) -> None:
    state: dict[str, Any] = {"models": ALL, "pair": "mina"}
    with bench(ComparePanel, folder, qtbot, theme_name, engine=engine, **state) as found:
        for text in ("a", "x" * 400, "프랑스의 수도는 파리이다", "[MASK] is paris"):
            found.change(text=text)
            paint_at_two_widths(found)
        for view in (LEARNING, CARDS):
            show(found, view)
            paint_at_two_widths(found)


def paint_at_two_widths(panel: Bench) -> None:
    for width in (300, 1400):
        panel.panel.resize(width, 500)
        assert not panel.panel.grab().isNull()


def test_the_view_is_kept_with_the_session(folder: Path, engine: Engine, qtbot: Any) -> None:
    settings = {"compare": {"view": CARDS, "only_differences": False}}
    state: dict[str, Any] = {"models": ("bert", "gpt2"), "panel_settings": settings}
    with bench(ComparePanel, folder, qtbot, engine=engine, **state) as found:
        assert found.panel.controls.tabs.currentIndex() == 2
        assert not found.panel.controls.made["only_differences"].isChecked()
        drawings: list[Drawing] = found.panel.drawings()
        assert "Width" in fields(next(leaves(drawings, TableDrawing)))


def test_another_view_begins_at_its_top(panel: Bench) -> None:
    bar = panel.panel.area.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    show(panel, CARDS)
    assert bar.maximum() > 0
    assert bar.value() == 0


def test_the_models_stay_above_their_cards_when_these_scroll(panel: Bench) -> None:
    show(panel, CARDS)
    area = panel.panel.area
    assert not area.head.isVisible()
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert area.head.isVisible()
    assert [column.head for column in area.head.drawing.table.columns[1:]] == [
        slot.title for slot in panel.panel.slots()
    ]
    assert area.head.width() == area.canvas.width(), "columns stand below their models"
    area.verticalScrollBar().setValue(0)
    assert not area.head.isVisible()


def test_a_wrapped_line_where_nothing_is_asked_has_no_empty_rows(qapp: object) -> None:
    place = TargetPrediction(
        row=0, guesses=(("token", 0.5),), truth="token", probability=0.5, rank=0
    )
    answers = [place, *[None] * 19]
    rows = [
        TokenRow((TokenChip("token"),) * 20),
        TokenRow(tuple(target_chip(one, None) for one in answers)),
        TokenRow(tuple(map(predicted_chip, answers)), below=(PROBABILITY, LOSS)),
    ]
    first, *_, last = TokenRows(rows, whole_columns=True).lines(400)
    assert last.top > first.bottom, "the text wraps"
    assert last.bottom - last.top < (first.bottom - first.top) / 2


def chosen(panel: Bench) -> Chosen | None:
    return sentence_in(panel.panel.answer, panel.panel.situation()).chosen


def test_a_token_of_a_text_of_its_own_is_no_longer_chosen_in_another_sentence(
    panel: Bench,
) -> None:
    panel.click(ObjectiveTag("bert", "mlm"), TokenHit(2))
    assert chosen(panel) == Chosen(ObjectiveTag("bert", "mlm"), 2, (TEXT, ""))
    panel.change(text="the capital of japan is tokyo .")
    assert chosen(panel) is None


def test_a_token_of_a_draw_that_is_gone_is_no_longer_chosen(panel: Bench) -> None:
    panel.store.update_panel("compare", chosen=["bert", "mlm", -1, 99, TEXT, ""])
    panel.panel.show_selection(Selection())
    assert chosen(panel) is None
    assert panel.panel.details == Details()


def test_without_models_there_are_no_cards(panel: Bench) -> None:
    show(panel, CARDS)
    panel.change(models=())
    assert said(panel) == NO_MODELS


def test_each_view_says_what_can_be_clicked(panel: Bench) -> None:
    said = {}
    for view in (OBJECTIVES, CARDS, LEARNING):
        show(panel, view)
        said[view] = panel.panel.click_hint
    assert "token" in said[OBJECTIVES]
    assert "value" in said[CARDS]
    assert said[LEARNING] == ""
    panel.change(text=" ")
    show(panel, OBJECTIVES)
    assert panel.panel.click_hint == "", "there is no token to click"


def test_curves_stand_in_the_order_of_the_chosen_models(qapp: QApplication, qtbot: Any) -> None:
    view = LearningView(Theme("light"))
    qtbot.addWidget(view)
    history = LossHistory((CurvePoint("run", 1, {"mlm_loss": 2.0}, True, 10, 1.0),), (), {}, {})
    runs = [
        PretrainingRun(key, key, history, {"mlm": "token"}) for key in ("bert", "roberta", "xlnet")
    ]
    view.show_scene(LearningScene(runs, {"roberta": 2, "xlnet": 1}, CurveChoice()))
    assert [(one.run.key, one.slot) for one in view.scene.visible_runs] == [
        ("roberta", 2),
        ("xlnet", 1),
    ]
    assert list(view.buttons) == ["roberta", "xlnet", "bert"]


def test_a_view_that_is_gone_hears_of_no_other_theme(qapp: QApplication) -> None:
    theme = Theme("light")
    view = LearningView(theme)
    point = CurvePoint("one", 1, {"mlm_loss": 2.0}, True, 10, 1.0)
    run = PretrainingRun("one", "One", LossHistory((point,), (), {}, {}), {"mlm": "token"})
    view.show_scene(LearningScene([run], {}, CurveChoice()))
    view.close()
    delete(view)
    theme.choose("dark")  # what fails in a slot fails the test
    assert not isValid(view)
