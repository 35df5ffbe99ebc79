"""A span looks alike wherever it is drawn: where it is fed, written, compared, and over epochs."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from explorer.core.comparison.comparison import OWN_FEED, ObjectivesResult, compare, limits
from explorer.core.comparison.selection import ObjectiveTag
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import ONE_MASK, MaskingQuestion
from explorer.core.library.library import Library
from explorer.core.library.slots import ModelSlot
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import fed, run_predictions
from explorer.core.masking.questions import MaskingChoice
from explorer.ui.graphics.drawing import Drawing, Group, Tagged
from explorer.ui.graphics.legend import SpanLegend
from explorer.ui.graphics.tokens.chip import span_colour
from explorer.ui.graphics.tokens.token_grid import EpochGrid
from explorer.ui.graphics.tokens.token_rows import TokenRows
from explorer.ui.panels.compare import objectives
from explorer.ui.panels.masking.column import MaskingColumn, MaskingTag
from explorer.ui.panels.masking.figure import sections
from explorer.ui.panels.masking.order_line import OrderLine
from explorer.ui.style.palette import DARK, LIGHT, Palette
from models.schema.records import TokenChange
from tests.explorer.shapes import shaped_models

pytestmark = pytest.mark.usefixtures("qapp")

TEXT = "the capital of france is paris . it is in europe ."
WRITTEN = "the <extra_id_0> of france is <extra_id_1> ."
LONG = f"{TEXT} {TEXT} {TEXT}"  # loses two spans
WIDE = 1200.0


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    root = tmp_path_factory.mktemp("shapes")
    return Library(bundled=shaped_models(root, ("t5", "bert"), num_positions=64))


@pytest.fixture(scope="module")
def engine(library: Library) -> Engine:
    return Engine(library)


def example(engine: Engine, key: str, question: MaskingQuestion) -> MaskingExample:
    return list(run_predictions(engine, fed(engine, key, question), question))[-1]


def masking(*examples: MaskingExample) -> list[Drawing]:
    columns = [MaskingColumn(slot, one.key, one) for slot, one in enumerate(examples)]
    return sections(columns, "", ONE_MASK)


def comparison(*answers: ObjectivesResult) -> Drawing:
    named = [(place, one.key, SimpleNamespace(title=one.key)) for place, one in enumerate(answers)]
    slots = [ModelSlot(*each) for each in named]  # type: ignore[arg-type]
    return objectives.figure(list(zip(slots, answers, strict=True)), {}, 1)


def everything(drawing: Any) -> list[Any]:
    inner = getattr(drawing, "drawings", ())
    return [drawing, *(found for one in inner for found in everything(one))]


def tagged(drawings: list[Drawing], tag: Any) -> Any:
    found = [one for drawing in drawings for one in everything(drawing)]
    return next(one.drawing for one in found if isinstance(one, Tagged) and one.tag == tag)


def colours(drawing: Drawing, palette: Palette) -> set[str]:
    """Every colour that is in a picture of it."""
    size = drawing.size(WIDE)
    picture = QImage(round(WIDE), round(size.height()) + 4, QImage.Format.Format_RGB32)
    picture.fill(palette.ground)
    painter = QPainter(picture)
    drawing.paint(painter, QRectF(0, 0, WIDE, size.height()), palette)
    painter.end()
    pixels = np.frombuffer(picture.constBits(), np.uint32) & 0xFFFFFF
    return {f"#{value:06x}" for value in np.unique(pixels)}


def places(drawing: Drawing, rect: QRectF, kind: type) -> list[tuple[Any, QRectF]]:
    """Return the drawings of a kind, each with its rectangle."""
    if isinstance(drawing, kind):
        return [(drawing, rect)]
    parts = drawing.place_drawings(rect) if isinstance(drawing, Group) else ()
    return [found for _, part, inside in parts for found in places(part, inside, kind)]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_span_has_one_colour_where_it_is_fed_written_compared_and_over_epochs(
    engine: Engine, palette: Palette
) -> None:
    asked = MaskingQuestion(TEXT, seed=1)
    shown = masking(example(engine, "t5", asked))
    rows = [comparison(compare(engine, "t5", asked))]
    drawn = [tagged(shown, MaskingTag(role, "t5")) for role in ("input", "target", "epochs")]
    drawn += [tagged(rows, ObjectiveTag("t5", "lm", feed)) for feed in (0, OWN_FEED)]
    for drawing in drawn:
        found = colours(drawing, palette)
        assert span_colour(0, palette) in found
        assert palette.chosen not in found


def test_the_spans_of_each_epoch_are_counted_as_they_stand_in_the_text() -> None:
    changes = np.full((2, 6), TokenChange.KEPT)
    changes[0, [1, 2, 4]] = TokenChange.SPAN
    changes[1, 5] = TokenChange.SPAN
    grid = EpochGrid(changes, list("abcdef"))
    assert grid.spans == ((None, 0, 0, None, 1, None), (None, None, None, None, None, 0))
    found = colours(grid, LIGHT)
    assert {span_colour(0, LIGHT), span_colour(1, LIGHT)} <= found


def test_masks_of_an_epoch_are_no_spans() -> None:
    grid = EpochGrid(
        np.array([[TokenChange.KEPT, TokenChange.MASKED, TokenChange.RANDOM]]), list("abc")
    )
    assert grid.spans == ((None, None, None),)


def spans_of(chips: Any) -> tuple[int | None, ...]:
    return tuple(chip.span for chip in chips)


def test_compare_numbers_spans_as_masking_does(engine: Engine) -> None:
    asked = MaskingQuestion(LONG, seed=1)
    own = example(engine, "t5", asked)
    assert len(own.spans) > 1
    rows = [comparison(compare(engine, "t5", asked))]
    read: TokenRows = tagged(rows, ObjectiveTag("t5", "lm", 0))
    written: TokenRows = tagged(rows, ObjectiveTag("t5", "lm"))
    assert own.target is not None
    assert spans_of(read.chips) == own.row_spans
    assert spans_of(written.rows[1].chips) == own.target.spans
    assert spans_of(written.chips) == (None, *own.target.spans[:-1])


def test_a_sentinel_in_the_text_has_the_colour_of_what_is_written_for_it(engine: Engine) -> None:
    shown = masking(example(engine, "t5", MaskingQuestion(WRITTEN)))
    strip: TokenRows = tagged(shown, MaskingTag("input", "t5"))
    numbers = [span for span in spans_of(strip.chips) if span is not None]
    assert numbers == [0, 1]
    assert [chip.text for chip in strip.chips if chip and chip.span == 1] == ["<extra_id_1>"]


def test_the_legend_shows_the_colours_of_as_many_spans_as_there_are(engine: Engine) -> None:
    alone = masking(example(engine, "bert", MaskingQuestion(TEXT, seed=1)))
    assert not [one for drawing in alone for one in everything(drawing) if _is_legend(one)]
    shown = masking(example(engine, "t5", MaskingQuestion(WRITTEN)))
    (legend,) = [one for drawing in shown for one in everything(drawing) if _is_legend(one)]
    found = colours(legend, LIGHT)
    assert {span_colour(0, LIGHT), span_colour(1, LIGHT)} <= found
    assert span_colour(2, LIGHT) not in found


def _is_legend(drawing: Drawing) -> bool:
    return isinstance(drawing, SpanLegend)


def test_what_stands_side_by_side_begins_on_one_line(engine: Engine) -> None:
    asked = MaskingQuestion(WRITTEN, seed=1)
    shown = masking(example(engine, "t5", asked), example(engine, "bert", asked))
    whole = QRectF(0, 0, 600, 0)
    strips = places(shown[0], whole, TokenRows)
    assert strips[0][1].top() == strips[-1][1].top()
    grids = places(shown[-1], whole, EpochGrid)
    (first, at), (second, beside) = grids[0], grids[1]
    assert at.top() == beside.top()
    rows = [grid.fit(rect.width()).top for grid, rect in grids]
    assert len(set(rows)) == 1
    assert first.tokens != second.tokens
    margins = {grid.fit(rect.width()).left for grid, rect in grids}
    assert len(margins) == 1


def test_the_order_takes_no_further_line_however_long_the_text_is(qtbot: Any) -> None:
    line = OrderLine()
    qtbot.addWidget(line)
    line.show_order([0] * 60, MaskingChoice(), 0)
    line.resize(976, 40)  # what a window of 1440 pixels leaves
    line.show()
    one = line.heightForWidth(976)
    assert not line.field.isVisible(), "the turns that are drawn stand under the tokens"
    line.show_order(range(1, 61), MaskingChoice(order_by_hand=True), 3)
    assert line.field.isVisible()
    assert line.heightForWidth(976) == one
    qtbot.keyClicks(line.field, "9")
    assert line.waiting.isVisible()
    assert line.heightForWidth(976) == one


def test_a_model_whose_text_holds_a_gap_is_named_where_the_others_still_draw(
    library: Library, engine: Engine
) -> None:
    answers = [compare(engine, key, MaskingQuestion(WRITTEN)) for key in ("t5", "bert")]
    titled = [(library.entry(one.key).title, one) for one in answers]
    assert limits(titled) == ["T5: the text already contains a mask, so nothing else is masked."]
    assert limits(titled[:1]) == ["The text already contains a mask, so nothing else is masked."]


def test_the_words_of_the_legend_wrap_where_there_is_little_room() -> None:
    legend = SpanLegend(3)
    assert legend.size(300).height() > legend.size(WIDE).height()
    assert legend.laid_out(300).right <= 300
