"""The Knowledge panel by clicks and keys: correcting, unfolding, pulling, hiding, saving."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from explorer.core.knowledge.request import KnowledgeOptions
from explorer.ui.graphics.drawing import find_tag_hit
from explorer.ui.graphics.legend import LegendHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panels.knowledge import figure
from explorer.ui.panels.knowledge.graph_drawing import EdgeHit, NodeHit
from explorer.ui.panels.knowledge.panel import KnowledgePanel
from explorer.ui.panels.knowledge.study import options_in, shown_in
from tests.explorer.ui.panel_bench import ANSWER_MS, Bench, bench

TEXT = "파리는 프랑스에 있다."  # of the two entities named so, one is a city


@pytest.fixture
def knowledge(tmp_path: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(KnowledgePanel, tmp_path, qtbot, text=TEXT, models=()) as made:
        yield made


def click(bench: Bench, canvas: Any, wanted: Any, tag: Any = None) -> None:
    """Click the first place of a canvas with the wanted hit."""
    for y in range(1, canvas.height(), 3):
        for x in range(1, canvas.width(), 3):
            hit = canvas._hit_at(QPointF(x, y))
            inner = (
                hit
                if tag is None
                else (found.hit if (found := find_tag_hit(hit)) and found.tag == tag else None)
            )
            if inner == wanted:
                bench.qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(x, y))
                bench.settle()
                return
    raise AssertionError(f"{wanted} is not on the canvas")


def options(panel: KnowledgePanel) -> KnowledgeOptions:
    return options_in(panel.situation())


def shown(panel: KnowledgePanel) -> Any:
    """The graph of the figure."""
    return shown_in(panel.answer, panel.situation())


def place_of(panel: Any, entity: int) -> QPoint:
    target = panel.graph.drawing.laid_out(panel.graph.width(), panel.graph.height())
    rect: QRectF = target.find(NodeHit(entity)).rect
    return rect.center().toPoint()


def test_a_click_on_a_candidate_links_a_name_to_it_and_one_on_none_to_nothing(
    knowledge: Bench,
) -> None:
    panel = knowledge.panel
    mention = panel.answer.linked.mentions[0]
    assert mention.ambiguous
    click(knowledge, panel.words, TokenHit(0), figure.WORDS)
    assert "파리" in panel.details.title
    click(knowledge, panel.words, TokenHit(2), figure.CANDIDATES)
    assert panel.answer.linked.mentions[0].chosen == mention.candidates[1]
    click(knowledge, panel.words, TokenHit(len(mention.candidates) + 1), figure.CANDIDATES)
    assert panel.answer.linked.mentions[0].chosen is None
    assert mention.chosen.entity not in panel.answer.linked.entities


def test_a_node_is_selected_unfolded_by_a_key_and_pulled_by_the_pointer(knowledge: Bench) -> None:
    panel = knowledge.panel
    node = next(one for one in shown(panel).nodes if one.further and not one.linked)
    count = len(shown(panel).nodes)
    at = place_of(panel, node.entity)
    knowledge.qtbot.mouseClick(panel.graph, Qt.MouseButton.LeftButton, pos=at)
    assert panel.details.title == node.name
    panel.graph._set_hit(NodeHit(node.entity))
    QTest.keyClick(panel.graph, Qt.Key.Key_Plus)
    knowledge.settle()
    assert len(shown(panel).nodes) > count
    panel.graph.double_clicked.emit(NodeHit(node.entity))
    knowledge.settle()
    assert len(shown(panel).nodes) == count
    goal = QPoint(panel.graph.width() // 2, panel.graph.height() // 2)
    QTest.mousePress(panel.graph, Qt.MouseButton.LeftButton, pos=place_of(panel, node.entity))
    QTest.mouseMove(panel.graph, goal)
    panel.graph.pulled.emit(node.entity, (0.5, 0.5))  # the offscreen platform drops the button
    assert panel.graph.drawing.draft
    panel.graph.released.emit()
    assert not panel.graph.drawing.draft
    assert shown(panel).places[shown(panel).index_of[node.entity]].tolist() == [0.5, 0.5]
    panel.press("reset")
    assert not options(panel).pulled


def test_a_node_is_pulled_by_shift_and_the_arrow_keys(knowledge: Bench) -> None:
    panel = knowledge.panel
    entity = shown(panel).nodes[0].entity
    at = shown(panel).index_of[entity]
    panel.graph.pulled.emit(entity, (0.5, 0.5))
    panel.graph.released.emit()
    panel.graph._mark(NodeHit(entity))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(panel.graph, key, Qt.KeyboardModifier.ShiftModifier)
    x, y = shown(panel).places[at]
    assert x > 0.5 + (y - 0.5) * panel.graph.height() / panel.graph.width() > 0.5
    assert panel.graph.current == NodeHit(entity)
    assert not panel.graph.drawing.draft


def test_ctrl_and_enter_in_the_legend_show_one_relation_alone(knowledge: Bench) -> None:
    panel = knowledge.panel
    names = [one.name for one in shown(panel).relations]
    panel.legend.setFocus(Qt.FocusReason.TabFocusReason)
    panel.legend._mark(panel.legend.drawing.neighbour(None, 0, 1))
    QTest.keyClick(panel.legend, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(options(panel).hidden) == len(names) - 1


def test_a_click_in_the_legend_hides_a_relation_and_an_edge_offers_its_score(
    knowledge: Bench,
) -> None:
    panel = knowledge.panel
    triple = tuple(shown(panel).triples[0].tolist())
    panel.graph.clicked.emit(EdgeHit(*triple))
    head, relation, tail = shown(panel).name_triple(triple)
    assert panel.details.title == f"{head} · {relation} → {tail}"
    assert options(panel).triple == (head, relation, tail)
    names = [one.name for one in shown(panel).relations]
    click(knowledge, panel.legend, LegendHit(names.index(relation)))
    assert options(panel).hidden == (relation,)
    assert relation not in {row[2] for row in panel.table().rows}
    click(
        knowledge, panel.legend, LegendHit([r.name for r in shown(panel).relations].index(relation))
    )
    assert options(panel).hidden == ()


def test_the_graph_is_saved_as_graphml_and_a_searched_name_joins_it(
    knowledge: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, path = knowledge.panel, tmp_path / "graph.graphml"
    panel.controls.made["find"].setText("일본")
    panel.controls.made["find"].setModified(True)  # as by a key
    QTest.keyClick(panel.controls.made["find"], Qt.Key.Key_Return)
    knowledge.settle()
    assert "일본" in [node.name for node in shown(panel).nodes if node.linked]
    panel.controls.changed.emit({"find": "no such thing"})
    knowledge.settle()
    assert any("no such thing" in line for line in panel.notes)
    monkeypatch.setattr(panel, "ask_where", lambda: str(path))
    panel.controls.made["graphml"].click()
    knowledge.qtbot.waitUntil(
        lambda: any(str(path) in line for line in panel.notes), timeout=ANSWER_MS
    )
    assert nx.read_graphml(path).number_of_nodes() == len(shown(panel).nodes)


def test_an_own_file_with_bad_lines_is_opened_and_its_report_is_drawn(
    knowledge: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, path = knowledge.panel, tmp_path / "facts.tsv"
    path.write_text("zorb\tused for\tdigging\nzorb\tis a\n", encoding="utf-8")
    knowledge.change(panel="knowledge", text="A zorb.")
    assert panel.message  # the mini-world, in which nothing of this text is
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    panel.controls.made["file"].click()
    knowledge.settle()
    assert [node.name for node in shown(panel).nodes] == ["zorb", "digging"]
    panel.show_view("data")
    knowledge.settle()
    report = panel.answer.overview.report
    assert [one.examples for one in report.troubles] == [("line 2: zorb\tis a",)]
    assert panel.table().rows == [("used for", 1, "zorb", "digging")]
    knowledge.change(panel="knowledge")
    path.unlink()
    panel.refresh(force=True)
    knowledge.settle()
    assert "Choose the file again" in panel.message


def test_embeddings_are_trained_in_the_panel_and_then_drawn(knowledge: Bench) -> None:
    for name in ("models.knowledge.transe", "sklearn.decomposition"):
        importlib.import_module(name)  # takes seconds, of which no time limit is to know
    panel = knowledge.panel
    panel.store.update_panel("knowledge", view="embeddings", size=4, epochs=1)
    knowledge.settle()
    assert panel.answer.embedded is None
    panel.bar.start.click()
    knowledge.qtbot.waitUntil(lambda: panel.run.phase.name == "FINISHED", timeout=ANSWER_MS)
    knowledge.settle()
    assert panel.answer.embedded is not None
    assert len(panel.drawings()) == 2
    assert len(panel.table().rows) == len(panel.answer.embedded.entities)
