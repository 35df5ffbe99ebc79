"""The Masking panel as a person uses it: what is asked of each model, and what it answers."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt

from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.charts.bars import Bars
from explorer.ui.graphics.drawing import Drawing, Tagged, TextBlock
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.graphics.tokens.token_grid import EpochGrid
from explorer.ui.graphics.tokens.token_rows import TokenHit, TokenRows
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.masking.column import MaskingTag
from explorer.ui.panels.masking.panel import MaskingPanel
from models.schema.records import TokenChange
from tests.explorer.ui.panel_bench import NUM_POSITIONS, Bench, bench, small_models

TEXT = "the capital of france is paris . it is in europe ."
ALL = ("bert", "gpt2", "electra", "distilbert")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def masking(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(MaskingPanel, folder, qtbot, text=TEXT, models=ALL, seed=1) as found:
        yield found


def tagged_drawing(panel: MaskingPanel, role: str, key: str) -> Any:
    """The drawing of one model in one section."""
    return next(inner for tag, inner in _tagged(panel.drawings()) if tag == MaskingTag(role, key))  # type: ignore[arg-type]


def _tagged(drawings: list[Drawing]) -> Iterator[tuple[Any, Any]]:
    for drawing in drawings:
        if isinstance(drawing, Tagged):
            yield drawing.tag, drawing.drawing
        else:
            yield from _tagged(inner(drawing))


def inner(drawing: Any) -> list[Drawing]:
    return list(getattr(drawing, "drawings", []))


def leaves(drawings: list[Any], kind: type) -> Iterator[Any]:
    for drawing in drawings:
        if isinstance(drawing, kind):
            yield drawing
        yield from leaves(inner(drawing), kind)


def said(panel: MaskingPanel) -> str:
    return " ".join(block.text for block in leaves(panel.drawings(), TextBlock))


def changes(panel: MaskingPanel, key: str) -> list[TokenChange]:
    strip: TokenRows = tagged_drawing(panel, "input", key)
    return [chip.change for chip in strip.chips]


def title_of(panel: MaskingPanel, start: str) -> Any:
    return next(drawing for drawing in _all(panel.drawings()) if drawing.title.startswith(start))


def _all(drawings: list[Drawing]) -> Iterator[Drawing]:
    for drawing in drawings:
        yield drawing
        yield from _all(inner(drawing))


def test_masked_models_mask_tokens_and_a_causal_one_masks_none(masking: Bench) -> None:
    assert set(changes(masking.panel, "bert")) > {TokenChange.KEPT}
    assert set(changes(masking.panel, "gpt2")) == {TokenChange.KEPT}


def test_a_new_draw_takes_the_next_seed_and_the_same_seed_the_same_picture(masking: Bench) -> None:
    before = changes(masking.panel, "bert")
    masking.qtbot.mouseClick(masking.panel.controls.made["draw_again"], Qt.MouseButton.LeftButton)
    masking.settle()
    assert masking.store.state.seed == 2
    assert changes(masking.panel, "bert") != before
    masking.change(seed=1)
    assert changes(masking.panel, "bert") == before


def test_a_click_masks_a_token_in_every_model_that_cuts_alike_and_undo_brings_it_back(
    masking: Bench,
) -> None:
    position = changes(masking.panel, "bert").index(TokenChange.KEPT, 1)
    masking.click(MaskingTag("input", "bert"), TokenHit(position))
    for key in ("bert", "electra", "distilbert"):
        assert changes(masking.panel, key)[position] is TokenChange.MASKED
    assert "gpt2" not in masking.store.state.masks
    assert masking.store.undo()
    masking.settle()
    assert changes(masking.panel, "bert")[position] is TokenChange.KEPT


def test_a_second_click_unmasks(masking: Bench) -> None:
    position = changes(masking.panel, "bert").index(TokenChange.KEPT, 1)
    for expected in (TokenChange.MASKED, TokenChange.KEPT, TokenChange.MASKED):
        masking.click(MaskingTag("input", "bert"), TokenHit(position))
        assert changes(masking.panel, "bert")[position] is expected


def test_a_token_that_the_objective_drew_is_left_alone_after_a_click(masking: Bench) -> None:
    drawn = changes(masking.panel, "bert")
    position = next(at for at, change in enumerate(drawn) if change is not TokenChange.KEPT)
    masking.click(MaskingTag("input", "bert"), TokenHit(position))
    assert changes(masking.panel, "bert")[position] is TokenChange.KEPT
    masking.qtbot.mouseClick(masking.panel.controls.made["clear"], Qt.MouseButton.LeftButton)
    masking.settle()
    assert changes(masking.panel, "bert") == drawn


def test_special_tokens_are_never_masked(masking: Bench) -> None:
    masking.click(MaskingTag("input", "bert"), TokenHit(0))
    assert masking.store.state.masks == {}
    assert masking.store.state.selection.token == 0


def test_every_masked_position_has_its_best_predictions(masking: Bench) -> None:
    hidden = [
        at for at, c in enumerate(changes(masking.panel, "bert")) if c is not TokenChange.KEPT
    ]
    table: TableDrawing = tagged_drawing(masking.panel, "predictions", "bert")
    assert [row.group for row in table.rows] == hidden
    for row in table.rows:
        _, truth, *candidates = row.cells
        heats = [cell.heat for cell in candidates]
        own = [heat for heat in heats if heat is not None]
        assert heats == own + [None] * (len(heats) - len(own)), "another language comes last"
        assert own == sorted(own, reverse=True)
        assert truth.text == masking.panel.answer["bert"].names[row.group]


def test_a_causal_model_gives_each_token_but_the_first_a_probability(masking: Bench) -> None:
    strip: TokenRows = tagged_drawing(masking.panel, "causal", "gpt2")
    assert strip.chips[0].below == ("–",)
    assert all(0 <= chip.heat <= 1 for chip in strip.chips[1:] if chip.heat is not None)
    guesses = masking.panel.answer["gpt2"].guesses
    assert [guess.place for guess in guesses] == list(range(1, len(strip.chips)))


def test_selecting_a_token_shows_its_candidates_in_every_model(masking: Bench) -> None:
    position = changes(masking.panel, "bert").index(TokenChange.KEPT, 4)
    masking.click(MaskingTag("input", "bert"), TokenHit(position))
    name = masking.panel.answer["bert"].names[position]
    assert masking.panel.details.title == f"{name} in BERT"
    assert title_of(masking.panel, f"Position {position}: {name}")
    rows = dict(masking.panel.details.rows)
    assert rows["Objective"] == "masked (set by a click)"
    assert "Probability of the true token" in rows


def test_the_details_mask_and_leave_alone_too(masking: Bench) -> None:
    position = changes(masking.panel, "bert").index(TokenChange.KEPT, 1)
    masking.click(MaskingTag("input", "bert"), TokenHit(position))
    actions = {action.label: action for action in masking.panel.details.actions}
    actions["Let the objective decide"].run()
    masking.settle()
    assert masking.store.state.masks == {}


def test_the_discriminator_judges_every_token_and_right_and_wrong_are_marked(
    masking: Bench,
) -> None:
    example = masking.panel.answer["electra"]
    strip: TokenRows = tagged_drawing(masking.panel, "detection", "electra")
    assert len(strip.chips) == len(example.encoding)
    for chip, truth, p in zip(
        strip.chips, example.detection.replaced, example.detection.probability, strict=True
    ):
        assert (chip.change is TokenChange.REPLACED) == truth
        assert bool(chip.below[0]) == truth  # what stood there
        right = bool(truth) == bool(p >= 0.5)
        assert chip.mark == ("wrong" if not right else "right" if truth else "")


def test_a_mask_in_the_text_is_neither_detected_nor_a_false_positive(masking: Bench) -> None:
    masking.change(text="the [MASK] of france is paris .", models=("electra", "bert"))
    example = masking.panel.answer["electra"]
    strip: TokenRows = tagged_drawing(masking.panel, "detection", "electra")
    assert strip.chips[2].mark == ""
    assert "original" not in strip.chips[2].tip
    notes = " ".join(drawing_notes(masking.canvas.drawing))
    assert f"of {len(example.encoding) - 1} original tokens" in notes
    table = masking.panel.table()
    row = dict(zip(table.columns, table.rows[2], strict=True))
    assert row["replaced"] is None
    assert row["replaced_probability"] == example.detection.probability[2]


def test_two_gaps_are_filled_in_both_ways_with_the_joint_probability_of_each(
    masking: Bench,
) -> None:
    masking.change(text="[MASK] [MASK] is in europe .", models=("bert", "gpt2"))
    both = masking.panel.answer["bert"].filled
    assert both.places == (1, 2)
    for way in (both.independent, both.sequential):
        assert way.joint == pytest.approx(np.prod(way.probabilities))
    assert sorted(both.sequential.step) == [1, 2]
    assert title_of(masking.panel, "Together")
    assert title_of(masking.panel, "One after the other")
    assert any(
        bar.label == "joint" for bars in leaves(masking.panel.drawings(), Bars) for bar in bars.bars
    )
    assert "fills no masks" in said(masking.panel)


def test_a_mask_in_the_text_stops_the_draw_until_a_person_asks_for_it(masking: Bench) -> None:
    masking.change(text="the [MASK] of france is paris .")
    assert not masking.panel.controls.made["draw"].isChecked()
    kinds = changes(masking.panel, "bert")
    assert kinds[2] is TokenChange.MASKED
    assert kinds.count(TokenChange.KEPT) == len(kinds) - 1
    assert "Only the tokens that you masked are masked" in " ".join(masking.panel.notes)
    masking.panel.controls.made["draw"].click()
    masking.settle()
    assert changes(masking.panel, "bert").count(TokenChange.KEPT) < len(kinds) - 1


def test_a_model_chosen_later_hides_what_was_masked_by_the_user(masking: Bench) -> None:
    masking.change(models=("bert",))
    masking.panel.controls.made["draw"].click()
    masking.settle()
    masking.click(MaskingTag("input", "bert"), TokenHit(2))
    masking.change(models=("bert", "electra", "gpt2"))
    for key in ("bert", "electra"):
        hidden = [
            at for at, c in enumerate(changes(masking.panel, key)) if c is not TokenChange.KEPT
        ]
        assert hidden == [2]
    assert set(changes(masking.panel, "gpt2")) == {TokenChange.KEPT}


def test_masks_go_to_a_model_that_takes_the_place_of_another_and_back(masking: Bench) -> None:
    masking.change(models=("bert",))
    masking.panel.controls.made["draw"].click()
    masking.settle()
    masking.click(MaskingTag("input", "bert"), TokenHit(2))
    masking.change(models=("electra",))
    masking.click(MaskingTag("input", "electra"), TokenHit(4))
    masking.click(MaskingTag("input", "electra"), TokenHit(2))
    masking.change(models=("bert",))
    found = changes(masking.panel, "bert")
    assert [at for at, change in enumerate(found) if change is not TokenChange.KEPT] == [4]
    masking.click(MaskingTag("input", "bert"), TokenHit(4))
    assert masking.store.state.masks == {}


def test_the_share_of_tokens_with_a_loss_is_counted_from_the_targets(masking: Bench) -> None:
    bars = title_of(masking.panel, "Share of tokens with a loss").drawing.bars
    length = len(masking.panel.answer["bert"].encoding)
    drawn = sum(change is not TokenChange.KEPT for change in changes(masking.panel, "bert"))
    seen = len(masking.panel.answer["gpt2"].encoding)
    values = {bar.label: bar.value for bar in bars}
    assert values["A  BERT"] == pytest.approx(100 * drawn / length)
    assert values["B  GPT-2"] == pytest.approx(100 * (seen - 1) / seen)
    assert values["C  Discriminator"] == 100


def test_a_pair_is_judged_and_without_one_the_panel_asks_for_it(masking: Bench) -> None:
    assert "Add a second sentence" in said(masking.panel)
    masking.change(pair="it is in europe .")
    (verdict,) = masking.panel.answer["bert"].pairs
    bars = title_of(masking.panel, "As written").drawing.bars
    assert [bar.label for bar in bars] == list(verdict.head.classes)
    assert [bar.value for bar in bars] == list(verdict.as_written)
    around = title_of(masking.panel, "Swapped").drawing.bars
    assert [bar.value for bar in around] == list(verdict.swapped)


def test_the_two_texts_change_places_and_undo_puts_them_back(masking: Bench) -> None:
    assert not masking.panel.controls.made["swap"].isVisible()
    masking.change(pair="it is in europe .")
    (before,) = masking.panel.answer["bert"].pairs
    masking.qtbot.mouseClick(masking.panel.controls.made["swap"], Qt.MouseButton.LeftButton)
    masking.settle()
    assert (masking.store.state.text, masking.store.state.pair) == ("it is in europe .", TEXT)
    (after,) = masking.panel.answer["bert"].pairs
    assert after.as_written == pytest.approx(before.swapped)
    assert masking.store.undo()
    assert masking.store.state.text == TEXT


def test_static_masks_stand_beside_dynamic_ones_and_can_be_chosen(masking: Bench) -> None:
    dynamic: EpochGrid = tagged_drawing(masking.panel, "epochs", "bert")
    static: EpochGrid = tagged_drawing(masking.panel, "fixed", "bert")
    assert (static.changes == static.changes[0]).all()
    assert dynamic.times == (dynamic.changes != TokenChange.KEPT).sum(0).tolist()
    assert set(static.times) == {0, 10}
    copies = masking.panel.controls.made["copies"]
    copies.setCurrentIndex(copies.findText("Ten static copies"))
    copies.activated.emit(copies.currentIndex())
    masking.settle()
    assert not (tagged_drawing(masking.panel, "fixed", "bert").changes == static.changes).all()
    assert title_of(masking.panel, "Ten static copies")
    copies.setCurrentIndex(copies.findText("Nothing"))
    copies.activated.emit(copies.currentIndex())
    masking.settle()
    tags = [tag.role for tag, _ in _tagged(masking.panel.drawings())]
    assert "epochs" in tags
    assert "fixed" not in tags


def test_ten_epochs_draw_anew_each_time_and_the_first_is_the_picture(masking: Bench) -> None:
    grid: EpochGrid = tagged_drawing(masking.panel, "epochs", "bert")
    assert grid.changes.shape == (10, len(masking.panel.answer["bert"].encoding))
    assert grid.changes[0].tolist() == [int(c) for c in changes(masking.panel, "bert")]
    assert len({tuple(row) for row in grid.changes.tolist()}) > 1
    assert "Nothing is sampled" in said(masking.panel)  # for GPT-2


def test_more_tokens_are_chosen_when_the_rate_is_raised(masking: Bench) -> None:
    before = changes(masking.panel, "bert").count(TokenChange.KEPT)
    masking.panel.controls.made["rate_percent"].setValue(60)
    masking.settle()
    assert changes(masking.panel, "bert").count(TokenChange.KEPT) < before


def test_a_text_that_does_not_fit_is_cut_and_the_panel_says_so(masking: Bench) -> None:
    masking.change(text="the capital of france " * 5000, models=("bert",))
    assert f"it takes {NUM_POSITIONS} at most" in masking.panel.notes[0]
    assert len(tagged_drawing(masking.panel, "input", "bert").chips) == NUM_POSITIONS


def test_without_a_text_or_a_model_the_panel_says_what_to_do(masking: Bench) -> None:
    masking.change(text=" ")
    assert "Type a sentence" in masking.message
    masking.change(text="the", models=())
    assert "No model is chosen" in masking.message


def test_one_token_alone_leaves_a_causal_model_nothing_to_predict(masking: Bench) -> None:
    masking.change(text="a", models=("gpt2",))
    assert "nothing is predicted" in said(masking.panel)
    assert not masking.panel.controls.made["draw"].isEnabled()


def test_a_model_that_cannot_be_read_is_named_and_the_others_answer(
    folder: Path, tmp_path: Path, qtbot: Any
) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    weights = copy / "gpt2" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-64])
    with bench(MaskingPanel, copy, qtbot, text=TEXT, models=("bert", "gpt2")) as found:
        assert tagged_drawing(found.panel, "predictions", "bert").rows
        assert found.panel.answer.get("gpt2") is None or found.panel.answer["gpt2"].problem


def test_the_table_has_a_row_for_each_token_of_each_model(masking: Bench) -> None:
    table = masking.panel.table()
    assert len(table.rows) == sum(len(example.names) for example in masking.panel.answer.values())
    assert table.to_csv().startswith("model,position,token,fed,change,probability,rank,loss")


@pytest.mark.parametrize("theme_name", ["light", "dark"])
@pytest.mark.parametrize("text", ["a", "x" * 400, "프랑스의 수도는 파리이다", "[MASK] is paris"])
def test_every_text_is_painted_at_every_width(
    folder: Path, qtbot: Any, theme_name: str, text: str
) -> None:
    with bench(
        MaskingPanel, folder, qtbot, theme_name, text=text, models=ALL, pair="mina"
    ) as found:
        for width in (300, 1400):
            found.panel.resize(width, 500)
            assert not found.panel.grab().isNull()


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"draw": False},
        {"draw": False, "masks": {"bert": {2: True}}},
        {"models": ("gpt2",), "text": "the"},
        {"text": f"{TEXT} " * 3, "rate_percent": 90},
    ],
    ids=["drawn", "nothing masked", "one mask", "one token", "many places"],
)
def test_what_a_person_can_do_is_said_on_the_screen_and_in_no_file(
    masking: Bench, state: dict[str, Any]
) -> None:
    options = {name: state[name] for name in ("draw", "rate_percent") if name in state}
    masking.store.update_panel("masking", **options)
    masking.change(**{name: value for name, value in state.items() if name not in options})
    svg = render(figure_of(masking.panel, {}), "svg", ExportChoices()).decode("utf-8")
    words = set(re.findall(r"[A-Za-z]+", " ".join(re.findall(r"<text[^>]*>([^<]*)", svg))))
    assert {"What", "each", "model", "fed"} <= words
    assert not words & {"Click", "click", "Select", "select", "Add", "Mask", "Write"}
    assert "Click a token" in " ".join(drawing_notes(masking.canvas.drawing))


def drawing_notes(drawing: Any) -> Iterator[str]:
    yield getattr(drawing, "note", "")
    for one in inner(drawing):
        yield from drawing_notes(one)
