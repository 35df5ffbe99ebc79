"""Block diagrams in the panel Inside: a click on a part leads to its step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF

import plm_explorer
from explorer.core.inside.answer import DIAGRAM, STEPS
from explorer.core.inside.diagrams import describe_part
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.panels.inside.block_strip import BlockStrip
from explorer.ui.panels.inside.diagram_drawing import DiagramDrawing, DiagramHit
from explorer.ui.panels.inside.diagram_layout import place_parts
from explorer.ui.panels.inside.diagram_lines import lines_between
from explorer.ui.panels.inside.diagram_structure import DiagramStructure
from explorer.ui.panels.inside.figure import InsideColumn, InsideTag
from explorer.ui.panels.inside.study import STUDY, columns_in
from explorer.ui.panels.inside.task_inputs import TaskInputDrawing
from explorer.ui.studies.panel import panel_of
from models.inside.diagrams.diagram import Diagram
from models.schema.registry import catalog
from tests.explorer.ui.panel_bench import Bench, bench, small_models
from tests.models.inside.test_diagrams import diagram

TEXT = "the capital of france is paris ."
WIDTHS = (220.0, 480.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def shown(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(panel_of(STUDY), folder, qtbot, models=("bert", "gpt2"), text=TEXT) as found:
        yield found


def columns(found: Bench) -> list[InsideColumn]:
    return columns_in(found.panel.answer, found.panel.situation())


def drawings_of(found: Bench, kind: type[Drawing]) -> list[Any]:
    """All drawings of a kind in the figure."""

    def inside(drawing: Any) -> Iterator[Any]:
        if isinstance(drawing, kind):
            yield drawing
        for one in getattr(drawing, "drawings", ()):
            yield from inside(one)

    return [one for drawing in found.panel.drawings() for one in inside(drawing)]


def show_diagrams(found: Bench) -> list[Diagram]:
    found.panel.show_view(DIAGRAM)
    found.settle()
    return [drawing.diagram for drawing in drawings_of(found, DiagramDrawing)]


def place_in(one: Diagram, title: str) -> int:
    return next(place for place in one.drawn if one.parts[place].title == title)


def test_the_layer_of_a_step_is_drawn_above_it_and_a_click_goes_to_another_part(
    shown: Bench,
) -> None:
    strips = drawings_of(shown, BlockStrip)
    assert [one.diagram.parts[one.current].title for one in strips] == ["Token embedding"] * 2
    bert = columns(shown)[0].answer
    first = next(n for n, step in enumerate(bert.steps) if step.section == 1)
    shown.panel.controls.changed.emit({"layer": first})
    feed_forward = place_in(bert.diagram, "Feed-forward network")
    shown.click(InsideTag("block", "bert"), DiagramHit(feed_forward))
    titles = [one.step.title for one in columns(shown)]
    assert titles == ["Feed-forward network, inner layer"] * 2
    strips = drawings_of(shown, BlockStrip)
    assert [one.diagram.parts[one.current].kind for one in strips] == ["feed_forward"] * 2
    assert "You are here" in strips[0].all_texts()


def test_a_part_of_the_strip_leads_to_its_step_in_the_layer_that_is_shown(shown: Bench) -> None:
    one = columns(shown)[0].answer
    last = [n for n, step in enumerate(one.steps) if step.section == one.path.num_layers]
    shown.panel.controls.changed.emit({"step": last[0]})
    place = one.part_of(one.steps[last[-1]])
    assert place is not None
    shown.click(InsideTag("block", "bert"), DiagramHit(place))
    assert columns(shown)[0].step.section == one.path.num_layers


def test_a_click_on_a_part_of_a_diagram_leads_to_its_step(shown: Bench) -> None:
    bert, gpt2 = show_diagrams(shown)
    attention = place_in(gpt2, "Self-attention")
    shown.click(InsideTag("diagram", "gpt2"), DiagramHit(attention))
    shown.settle()
    assert shown.panel.view == STEPS
    first, second = columns(shown)
    assert (second.step.title, second.step.path) == ("Query", "layers.0.attention")
    assert first.step.title == "Query"
    shown.panel.press("on")  # a step that is chosen afterwards counts
    assert columns(shown)[0].step.title == "Key"
    show_diagrams(shown)
    head = next(n for n in bert.drawn if bert.parts[n].kind == "head")
    shown.click(InsideTag("diagram", "bert"), DiagramHit(head))
    shown.settle()
    one = columns(shown)[0]
    assert one.answer.section_name(one.step.section) == "Output"


def test_what_differs_is_outlined_and_listed(shown: Bench) -> None:
    show_diagrams(shown)
    gpt2 = drawings_of(shown, DiagramDrawing)[1]
    outlined = {gpt2.diagram.parts[place].title for place in gpt2.unlike}
    assert {"Self-attention", "Layer normalization"} <= outlined
    assert "Token embedding" not in outlined
    written = "\n".join(drawing.written() for drawing in shown.panel.drawings())
    assert "Self-attention: causal, no later tokens" in written
    assert "Not in the other model" in written
    shown.change(models=("bert",))
    shown.settle()
    (alone,) = drawings_of(shown, DiagramDrawing)
    assert alone.unlike == {}


def test_the_tip_of_a_part_has_its_weights(shown: Bench) -> None:
    bert, _ = show_diagrams(shown)
    place = place_in(bert, "Feed-forward network")
    words = "\n".join(describe_part(bert, place))
    total = sum(weight.count for weight in bert.parts[place].weights)
    assert f"{total:,} parameters" in words
    for weight in bert.parts[place].weights:
        assert f"{weight.name}  {' × '.join(map(str, weight.shape))}" in words


def test_the_table_has_every_drawn_part(shown: Bench) -> None:
    diagrams = show_diagrams(shown)
    rows = shown.panel.table().rows
    assert len(rows) == sum(len(one.drawn) for one in diagrams)
    assert {row[0] for row in rows} == {"bert", "gpt2"}


@pytest.mark.parametrize("name", catalog().architectures)
def test_boxes_are_apart_inside_the_drawing_and_lines_end_at_them(name: str, qapp: Any) -> None:
    one = diagram(name)
    drawing = DiagramDrawing(one)
    for width in WIDTHS:
        width *= len(DiagramStructure(one).columns)
        structure = DiagramStructure(one)
        places = place_parts(structure, width, drawing.part_height)
        boxes = [places.boxes[place] for place in one.drawn]
        whole = QRectF(0, 0, width, places.height).adjusted(-2, -2, 2, 2)
        assert all(whole.contains(box) for box in boxes)
        for n, box in enumerate(boxes):
            assert not any(box.intersects(other) for other in boxes[n + 1 :]), (name, width)
        for line in lines_between(structure, places):
            ends = places.boxes[line.target].adjusted(-1, -1, 1, 1)
            assert ends.contains(line.points[-1]), (name, line)
            for frame in places.frames:
                inside = line.target in frame.block.drawn
                assert not inside or frame.rect.contains(places.boxes[line.target])


def test_lines_cross_no_box_of_the_plain_architectures(qapp: Any) -> None:
    for name in ("bert", "gpt2", "t5", "albert", "deberta", "electra", "gptj", "mobilebert"):
        one = diagram(name)
        structure = DiagramStructure(one)
        width = 300.0 * len(structure.columns)
        places = place_parts(structure, width, DiagramDrawing(one).part_height)
        for line in lines_between(structure, places):
            for start, end in zip(line.points, line.points[1:], strict=False):
                segment = QRectF(start, end).normalized().adjusted(-0.1, -0.1, 0.1, 0.1)
                crossed = [
                    one.parts[place].title
                    for place, box in places.boxes.items()
                    if place not in (line.source, line.target)
                    and box.adjusted(1, 1, -1, -1).intersects(segment)
                ]
                assert crossed == [], (
                    name,
                    one.parts[line.source].title,
                    one.parts[line.target].title,
                )


def test_the_four_inputs_of_gpt1_are_drawn_with_their_special_tokens(qapp: Any) -> None:
    spec = catalog().architectures["gpt1"]
    titles = [task.title for task in spec.task_inputs]
    assert titles == ["Classification", "Entailment", "Similarity", "Multiple choice"]
    for task in spec.task_inputs:
        sketch = TaskInputDrawing(task, spec.title).laid_out(700.0)
        assert sketch.texts.count("⟨start⟩") == sketch.texts.count("⟨extract⟩") == len(task.rows)
        assert sketch.texts.count("GPT-1") == len(task.rows)
        assert sketch.right <= 700.0


@pytest.mark.parametrize("model", ["xlnet-mini", "electra-mini", "ernie-mini", "t5-mini"])
def test_the_layer_of_a_step_is_drawn_for_a_plain_sentence(model: str) -> None:
    """XLNet's query stream then ends before its first layer, as there is nothing to predict."""
    assert plm_explorer.figure("inside", model, "Paris is in France. It is large.").rows
