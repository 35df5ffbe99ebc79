"""The Masking panel with objectives that hide otherwise than BERT's, as a person uses it."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QResizeEvent

from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.masking.questions import ORDER_WAITS, MaskingChoice
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.graphics.tokens.chip import TokenChip, span_colour
from explorer.ui.graphics.tokens.token_grid import VisibilityGrid
from explorer.ui.graphics.tokens.token_rows import TokenHit, TokenRows, token_row
from explorer.ui.panels.masking.column import MaskingTag
from explorer.ui.panels.masking.inputs import MUST_WRITE
from explorer.ui.panels.masking.panel import MaskingPanel
from explorer.ui.style import theme
from explorer.ui.style.palette import LIGHT
from models.schema.records import TokenChange
from tests.explorer.shapes import shaped_models
from tests.explorer.ui.panel_bench import Bench, bench
from tests.explorer.ui.panels.test_masking import _all, changes, said, tagged_drawing, title_of

TEXT = "the capital of france is paris . it is in europe ."
KEYS = ("roberta", "albert", "t5", "xlnet", "deberta")
WIDE = ("bert", "t5", "xlnet", "deberta")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shaped_models(tmp_path_factory.mktemp("shapes"))


@pytest.fixture(scope="module")
def engine(folder: Path) -> Engine:
    """One for all tests: models are loaded once."""
    return Engine(Library(bundled=folder))


@pytest.fixture
def masking(folder: Path, engine: Engine, qtbot: Any) -> Iterator[Bench]:
    opened = bench(MaskingPanel, folder, qtbot, engine=engine, text=TEXT, models=WIDE, seed=1)
    with opened as found:
        yield found


def example(masking: Bench, key: str) -> Any:
    return masking.panel.answer[key]


# ---- T5


def test_the_corrupted_text_and_what_must_be_written_share_the_colours_of_their_spans(
    masking: Bench,
) -> None:
    fed: TokenRows = tagged_drawing(masking.panel, "input", "t5")
    target: TokenRows = tagged_drawing(masking.panel, "target", "t5")
    spans = example(masking, "t5").spans
    assert spans
    for number, span in enumerate(spans):
        assert fed.chips[span.position].span == number
        written = target.chips[slice(*span.target)]
        assert [chip.span for chip in written] == [number] * len(written)
        assert target.chips[span.target[0]].text == fed.chips[span.position].text


def test_a_click_on_a_sentinel_brings_its_span_back(masking: Bench) -> None:
    (span, *_) = example(masking, "t5").spans
    masking.click(MaskingTag("input", "t5"), TokenHit(span.position))
    assert not example(masking, "t5").spans
    masking.store.undo()
    masking.settle()
    assert example(masking, "t5").spans[0].origin == span.origin


def test_a_click_on_a_token_masks_it_in_every_model_in_its_own_way(masking: Bench) -> None:
    masking.change(panel_settings={"masking": {"draw": False}})
    position = example(masking, "bert").names.index("paris")
    masking.click(MaskingTag("input", "bert"), TokenHit(position))
    assert changes(masking.panel, "bert")[position] is TokenChange.MASKED
    for key in ("t5", "xlnet", "deberta"):
        hidden = np.flatnonzero(example(masking, key).changes != TokenChange.KEPT)
        pieces = [example(masking, key).encoding.surface(at).strip() for at in hidden]
        assert "".join(pieces) == "paris"
    masking.click(MaskingTag("input", "bert"), TokenHit(position))
    assert masking.store.state.masks == {}


def test_the_title_above_what_must_be_written_is_not_cut_beside_three_models(
    masking: Bench,
) -> None:
    (title,) = [one for one in titled(masking.panel) if one.title == MUST_WRITE]
    for width in (120, 160, 200, 300):
        assert "…" not in title.shown_title(width)
    assert title.shown_title(300) == MUST_WRITE


def test_selecting_what_must_be_written_selects_the_token_of_the_sentence(masking: Bench) -> None:
    (span, *_) = example(masking, "t5").spans
    row = span.target[0] + 1
    masking.click(MaskingTag("target", "t5"), TokenHit(row))
    assert masking.store.state.selection.token == span.origin[0]
    assert tagged_drawing(masking.panel, "predictions", "t5").selected == row
    rows = dict(masking.panel.details.rows)
    assert rows["Objective"] == "dropped with its span"
    assert rows["Fed"] == example(masking, "t5").fed[span.position]


def test_a_sentinel_of_the_target_is_no_token_of_the_sentence(masking: Bench) -> None:
    masking.click(MaskingTag("target", "t5"), TokenHit(0))
    assert masking.store.state.selection.token is None


# ---- XLNet


def test_the_turns_stand_under_the_tokens_which_keep_their_places(masking: Bench) -> None:
    strip: TokenRows = tagged_drawing(masking.panel, "input", "xlnet")
    order = example(masking, "xlnet").order.tolist()
    assert [chip.below for chip in strip.chips] == [(str(turn) if turn else "•",) for turn in order]
    assert [chip.text for chip in strip.chips] == list(example(masking, "xlnet").names)


def test_a_cell_says_who_sees_whom_and_a_click_selects_its_row(masking: Bench) -> None:
    grid: VisibilityGrid = tagged_drawing(masking.panel, "visibility", "xlnet")
    (target, *_) = example(masking, "xlnet").guesses
    hit = CellHit(target.place, target.place)
    assert "attends to itself" in grid.describe(hit)
    assert grid.predicted == {guess.place for guess in example(masking, "xlnet").guesses}
    masking.click(MaskingTag("visibility", "xlnet"), CellHit(target.place, 0))
    assert masking.store.state.selection.token == target.place
    assert tagged_drawing(masking.panel, "visibility", "xlnet").selected == target.place


def framed(grid: VisibilityGrid) -> list[bool]:
    """Which rows have a line along their upper edge, in the colour of what is predicted."""
    palette = LIGHT
    picture = QImage(300, 300, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    grid.paint(painter, QRectF(0, 0, 300, 300), palette)
    painter.end()
    fit = grid.cells(QRectF(0, 0, 300, 300))
    cells = [fit.cell(row, 1) for row in range(len(grid.tokens))]
    lines = {palette.chosen, palette.accent}
    return [
        any(
            picture.pixelColor(round(cell.center().x()), y).name() in lines
            for y in range(int(cell.top()) - 1, int(cell.top()) + 3)
        )
        for cell in cells
    ]


def test_only_predicted_rows_are_framed_whichever_is_selected() -> None:
    sees, order = np.tri(3, dtype=bool), np.arange(1, 4)
    grid = VisibilityGrid(sees, ("a", "b", "c"), order, predicted={2}, selected=0)
    assert framed(grid) == [False, False, True]


def test_an_order_is_clicked_token_by_token_and_taken_back(masking: Bench) -> None:
    controls = masking.panel.order
    assert not controls.back.isEnabled()
    controls.overridden.click()
    masking.settle()
    for place in (3, 1):
        masking.click(MaskingTag("input", "xlnet"), TokenHit(place))
    order = example(masking, "xlnet").order.tolist()
    assert (order[3], order[1], order[0]) == (1, 2, 3)
    assert controls.field.text().split() == [str(turn) for turn in order]
    assert masking.store.state.masks == {}
    masking.qtbot.mouseClick(controls.back, Qt.MouseButton.LeftButton)
    masking.settle()
    order = example(masking, "xlnet").order.tolist()
    assert (order[3], order[0], order[1]) == (1, 2, 3)
    controls.overridden.click()
    masking.settle()
    assert not example(masking, "xlnet").overridden


def test_the_line_of_the_order_wraps_and_its_field_holds_every_turn_where_there_is_room(
    masking: Bench,
) -> None:
    line = masking.panel.order
    line.show_order(range(1, 15), MaskingChoice(order_by_hand=True), 14)
    turns = line.field.fontMetrics().horizontalAdvance(" ".join(map(str, range(1, 15))))
    for width in (1000, 600, 300):
        size = QSize(width, line.heightForWidth(width))
        line.resize(size)
        QCoreApplication.sendEvent(line, QResizeEvent(size, size))  # now, also while it is hidden
        line.layout().setGeometry(QRect(0, 0, width, line.height()))
        shown = [line.overridden, line.field, line.back, line.every_token]
        assert all(
            not one.geometry().intersects(other.geometry()) for one, other in combinations(shown, 2)
        )
        assert max(one.geometry().right() for one in shown) < width
        assert turns < line.field.width() or width == 300


def test_the_first_of_an_order_by_the_user_is_named_and_is_no_target(masking: Bench) -> None:
    masking.panel.order.overridden.click()
    masking.settle()
    masking.click(MaskingTag("input", "xlnet"), TokenHit(4))
    cell = title_of(masking.panel, "Which tokens attend to which")
    assert "never a target" in cell.note
    assert example(masking, "xlnet").guess_at(4) is None
    name = example(masking, "xlnet").names[4].strip()
    assert any(
        f"{name} comes first and attends to nothing" in part.note for part in titled(masking.panel)
    )


def titled(panel: Any) -> Iterator[Any]:
    def walk(drawings: list[Drawing]) -> Iterator[Any]:
        for drawing in drawings:
            if hasattr(drawing, "note"):
                yield drawing
            yield from walk(list(getattr(drawing, "drawings", ())))

    return walk(panel.drawings())


def test_an_order_is_typed_and_a_wrong_one_is_rejected_where_it_stands(masking: Bench) -> None:
    controls = masking.panel.order
    controls.overridden.click()
    masking.settle()
    length = len(example(masking, "xlnet").names)
    controls.field.setText("3 1 2")
    controls.field.returnPressed.emit()
    assert f"from 1 to {length}" in controls.problem.text()
    backwards = " ".join(str(turn) for turn in range(length, 0, -1))
    controls.field.setText(backwards)
    controls.field.returnPressed.emit()
    masking.settle()
    assert example(masking, "xlnet").order.tolist() == list(range(length, 0, -1))
    assert controls.problem.text() == ""


def test_an_order_belongs_to_its_sentence_and_waits_there(masking: Bench) -> None:
    masking.panel.order.overridden.click()
    masking.settle()
    masking.click(MaskingTag("input", "xlnet"), TokenHit(5))
    masking.change(text="mina has a ball .")
    assert example(masking, "xlnet").order.tolist()[0] == 1
    masking.change(text=TEXT)
    assert example(masking, "xlnet").order.tolist()[5] == 1


def test_a_new_text_says_that_the_order_by_the_user_waits(masking: Bench) -> None:
    masking.panel.order.overridden.click()
    masking.settle()
    assert ORDER_WAITS not in masking.panel.notes
    masking.click(MaskingTag("input", "xlnet"), TokenHit(5))
    assert ORDER_WAITS not in masking.panel.notes
    masking.change(text="mina has a ball .")
    assert ORDER_WAITS in masking.panel.notes
    masking.change(text=TEXT)
    assert ORDER_WAITS not in masking.panel.notes


def test_a_typed_order_says_that_enter_applies_it(masking: Bench) -> None:
    controls = masking.panel.order
    controls.overridden.click()
    masking.settle()
    length = len(example(masking, "xlnet").names)
    backwards = " ".join(str(turn) for turn in range(length, 0, -1))
    assert not controls.waiting.isVisible()
    controls.field.selectAll()
    masking.qtbot.keyClicks(controls.field, backwards)
    assert controls.waiting.isVisible()
    assert example(masking, "xlnet").order.tolist()[0] == 1
    masking.qtbot.keyClick(controls.field, Qt.Key.Key_Return)
    masking.settle()
    assert not controls.waiting.isVisible()
    assert example(masking, "xlnet").order.tolist()[0] == length


def test_xlnet_alone_is_asked_for_one_token_in_six_and_others_for_a_share(masking: Bench) -> None:
    made, order = masking.panel.controls.made, masking.panel.order
    assert made["rate_percent"].isVisible()
    assert order.one_in.isVisible()
    masking.change(models=("xlnet",))
    assert not made["rate_percent"].isVisible()
    assert order.one_in.value() == 6
    before = len(example(masking, "xlnet").guesses)
    order.one_in.setValue(2)
    masking.settle()
    assert len(example(masking, "xlnet").guesses) > before
    masking.change(models=("bert",))
    assert made["rate_percent"].isVisible()
    assert not order.one_in.isVisible()


def test_another_share_is_asked_of_models_with_an_order_too(masking: Bench) -> None:
    made, order = masking.panel.controls.made, masking.panel.order
    order.one_in.setValue(3)
    masking.settle()
    made["rate_percent"].setValue(50)
    masking.settle()
    assert order.one_in.value() == 2


def test_models_that_read_the_letters_of_a_sentinel_are_named(masking: Bench) -> None:
    masking.change(text="the <extra_id_0> of france", models=("t5", "bert", "xlnet"))
    titles = [slot.title for slot in masking.panel.slots()]
    said = f"{titles[1]} and {titles[2]} read <extra_id_0> as ordinary characters."
    assert masking.panel.notes == (said,)
    masking.change(models=("t5",))
    assert "letters" not in " ".join(masking.panel.notes)


def test_every_token_can_have_a_turn_as_in_the_paper(masking: Bench) -> None:
    assert 0 in example(masking, "xlnet").order
    masking.panel.order.every_token.click()
    masking.settle()
    order = example(masking, "xlnet").order
    assert sorted(order) == list(range(1, len(order) + 1))


# ---- DeBERTa and ALBERT


def test_predictions_with_and_without_the_mask_decoder_stand_side_by_side(masking: Bench) -> None:
    behind = tagged_drawing(masking.panel, "predictions", "deberta").rows
    alone = tagged_drawing(masking.panel, "without", "deberta").rows
    assert [row.group for row in behind] == [row.group for row in alone]
    assert [row.cells for row in behind] != [row.cells for row in alone]
    assert title_of(masking.panel, "Enhanced mask decoder")
    assert title_of(masking.panel, "Encoder alone")
    masking.click(MaskingTag("predictions", "deberta"), TableHit(0))
    assert "Without the enhanced mask decoder" in dict(masking.panel.details.rows)
    notes = {getattr(one, "note", "") for one in _all(masking.panel.drawings())}
    assert "The outline is the probability without the enhanced mask decoder." in notes


def test_neighbours_that_albert_hid_are_joined_by_a_line(masking: Bench) -> None:
    masking.change(models=("albert", "bert"), panel_settings={"masking": {"rate_percent": 60}})
    strip = tagged_drawing(masking.panel, "input", "albert")
    assert tuple(chip.joined for chip in strip.chips) == example(masking, "albert").row_spans
    assert not any(chip.span is not None for chip in strip.chips)
    alone = tagged_drawing(masking.panel, "input", "bert").chips
    assert all(chip.joined is None for chip in alone)


def test_sentence_order_is_judged_beside_next_sentence(masking: Bench) -> None:
    masking.change(models=("albert", "bert"), pair="it is in europe .")
    assert title_of(masking.panel, "ALBERT: sentence order")
    assert title_of(masking.panel, "BERT: next sentence")
    assert masking.panel.controls.made["swap"].isVisible()


# ---- the sentence that all share


def test_a_mask_in_the_sentence_is_each_models_own_and_the_panel_says_so(masking: Bench) -> None:
    masking.change(text="the capital of [MASK] is paris .")
    notes = " ".join(masking.panel.notes)
    assert "each model's own: <extra_id_0> to T5, <mask> to XLNet." in notes
    kinds = changes(masking.panel, "t5")
    assert kinds.count(TokenChange.SPAN) == 1
    assert changes(masking.panel, "deberta").count(TokenChange.MASKED) == 1
    assert "The true tokens of these masked positions are unknown" in said(masking.panel)


def test_the_table_has_a_row_for_each_token_whatever_masks_it(masking: Bench) -> None:
    table = masking.panel.table()
    assert len(table.rows) == sum(len(example(masking, key).names) for key in WIDE)
    column = table.columns.index("turn")
    turns = [row[column] for row in table.rows if row[0] == "xlnet"]
    assert turns == example(masking, "xlnet").order.tolist()


@pytest.mark.parametrize("theme_name", ["light", "dark"])
@pytest.mark.parametrize("text", ["a", "프랑스의 수도는 파리이다", "[MASK] is " * 30])
def test_every_text_is_painted_at_every_width(
    folder: Path, engine: Engine, qtbot: Any, theme_name: str, text: str
) -> None:
    settings = {"masking": {"order_by_hand": True}}
    opened = bench(
        MaskingPanel,
        folder,
        qtbot,
        theme_name,
        engine=engine,
        text=text,
        models=("albert", "t5", "xlnet", "deberta"),
        pair="mina" if text == "a" else "",
        panel_settings=settings,
    )
    with opened as found:
        assert found.message == ""
        for width in (300, 1400):
            found.panel.resize(width, 500)
            assert not found.panel.grab().isNull()


def test_the_line_below_a_span_runs_from_its_first_token_to_its_last(qtbot: Any) -> None:
    spans = {"one": None, "two": 0, "three": 0, "four": None}
    strip = token_row([TokenChip(name, span=span) for name, span in spans.items()])
    palette = theme.Theme("light").palette
    picture = QImage(400, 40, QImage.Format.Format_RGB32)
    picture.fill(palette.ground)
    painter = QPainter(picture)
    strip.paint(painter, QRectF(0, 0, 400, 40), palette)
    painter.end()
    first, last = (strip.lines(400)[0].cells[n].tokens[0].rect for n in (1, 2))
    line = round(first.bottom() + 2)
    coloured = [
        x for x in range(400) if picture.pixelColor(x, line).name() == span_colour(0, palette)
    ]
    assert abs(coloured[0] - first.left()) <= 2
    assert abs(coloured[-1] - last.right()) <= 2
