"""The Inside panel, driven as a person drives it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt

from explorer.core.inside.vectors import score_sentence
from explorer.core.languages.scripts import is_foreign
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panels.inside.drawings import StepHit
from explorer.ui.panels.inside.figure import InsideColumn, InsideTag
from explorer.ui.panels.inside.study import STUDY, choice_in, columns_in
from explorer.ui.studies.panel import panel_of
from models.runtime.resources import resource
from tests.explorer.ui.panel_bench import Bench, bench, small_models

TEXT = "the capital of france is paris ."
PASSAGE, QUESTION = "Paris is the capital of France.", "What is the capital of France?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def shown(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(panel_of(STUDY), folder, qtbot, models=("bert", "gpt2"), text=TEXT) as found:
        yield found


def columns(found: Bench) -> list[InsideColumn]:
    return columns_in(found.panel.answer, found.panel.situation())


def candidate_tables(drawings: Sequence[Any]) -> Iterator[TableDrawing]:
    """The tables with a column of tokens, of all models."""
    for drawing in drawings:
        if isinstance(drawing, TableDrawing) and drawing.columns[0].head == "token":
            yield drawing
        yield from candidate_tables(getattr(drawing, "drawings", ()))


def go_to(found: Bench, title: str) -> None:
    steps = columns(found)[0].answer.steps
    index = next(n for n, step in enumerate(steps) if step.title == title)
    found.click(InsideTag("track", "bert"), StepHit(index))
    assert columns(found)[0].step.title == title


def test_a_key_press_goes_one_step_on_in_every_model(shown: Bench, qtbot: Any) -> None:
    first = columns(shown)[0].at
    with qtbot.waitActive(shown.panel):
        shown.panel.show()
    shown.panel.setFocus()
    qtbot.keyClick(shown.panel, Qt.Key.Key_PageDown)
    assert columns(shown)[0].at == first + 1
    qtbot.keyClick(shown.panel, Qt.Key.Key_PageUp)
    assert columns(shown)[0].at == first
    go_to(shown, "Mixture of values")
    assert {one.step.title for one in columns(shown)} == {"Mixture of values"}
    assert shown.panel.controls.made["back"].isEnabled()


def test_a_clicked_token_is_followed_in_both_models(shown: Bench) -> None:
    labels = columns(shown)[0].answer.states.labels
    shown.click(InsideTag("tokens", "bert"), TokenHit(labels.index("france")))
    shown.settle()
    rows = [one.answer.states.labels[one.answer.row].strip() for one in columns(shown)]
    assert rows == ["france", "france"]


def test_a_word_that_is_read_where_it_is_predicted_is_said_to_be(shown: Bench) -> None:
    labels = columns(shown)[0].answer.states.labels
    shown.click(InsideTag("tokens", "bert"), TokenHit(labels.index("france")))
    shown.settle()
    bert, gpt2 = (one.answer for one in columns(shown))
    assert (bert.reads_word, gpt2.reads_word) == (True, False)
    figure = "\n".join(drawing.written() for drawing in shown.panel.drawings())
    assert figure.count("“france” is not masked here") == 1
    shown.change(text=TEXT.replace("france", "[MASK]"))
    shown.settle()
    bert = columns(shown)[0].answer
    assert bert.states.labels[bert.row] == "[MASK]"
    assert not bert.reads_word


def test_scores_are_products_of_query_and_key_of_the_other_token(shown: Bench) -> None:
    go_to(shown, "Scores")
    shown.click(InsideTag("scores", "bert"), CellHit(0, 2))
    one = columns(shown)[0]
    query, key, products, scores = one.vectors
    assert one.other == 2
    np.testing.assert_allclose(products.values, query.values * key.values)
    assert scores.values[2] == pytest.approx(one.step.factor * products.values.sum(), abs=1e-4)
    assert f"{float(scores.values[2]):.4g}" in score_sentence(one.step, one.head, 2)


def test_a_temperature_changes_probabilities_and_no_logit(shown: Bench) -> None:
    before = columns(shown)[0].answer.candidates[0]
    shown.panel.controls.made["temperature"].setValue(5.0)
    shown.settle()
    answer = columns(shown)[0].answer
    after = answer.candidates[0]
    assert after.logit == pytest.approx(before.logit)
    assert after.probability < before.probability
    logits, shares = answer.steps[-3].result.values, answer.steps[-1].result.values
    np.testing.assert_allclose(answer.steps[-2].result.values, logits / 5.0, rtol=1e-6)
    assert shares.sum() == pytest.approx(1.0, abs=1e-4)


def test_the_table_has_the_numbers_of_the_step_and_every_part_of_the_logit(shown: Bench) -> None:
    rows = shown.panel.table().rows
    for one in columns(shown):
        own = [row for row in rows if row[0] == one.model.key and row[2] == "Logit in parts"]
        *parts, total = [row[-1] for row in own]
        assert sum(parts) == pytest.approx(total, abs=1e-4)
        numbers = [row for row in rows if row[0] == one.model.key and row[2] == one.step.title]
        assert len(numbers) == sum(vector.values.size for vector in one.vectors)


def test_the_map_of_heads_and_the_sums_of_kinds_have_every_part_of_the_logit(shown: Bench) -> None:
    for one in columns(shown):
        parts = one.answer.parts
        totals, mapped = parts.totals, parts.map_by_place
        assert mapped.parts == (*(f"head\u00a0{n}" for n in range(1, 5)), "feed-forward")
        assert mapped.layers == ("layer\u00a01", "layer\u00a02")
        in_map = totals["head"] + totals["feed_forward"]
        assert mapped.values.sum() == pytest.approx(in_map, abs=1e-4)
        assert sum(totals.values()) == pytest.approx(parts.made_of.logit, abs=1e-3)


def test_words_belong_to_their_sentence_and_a_long_one_counts_with_its_first_piece(
    shown: Bench,
) -> None:
    shown.panel.controls.changed.emit({"wanted": "paris", "against": "parisfrance"})
    shown.settle()
    assert columns(shown)[0].answer.parts.wanted == "paris"
    lines = [line for one in columns(shown) for line in one.answer.fallbacks]
    assert any("the logit is that of the first" in line for line in lines)
    shown.store.update(text="paris is in france .")
    shown.settle()
    assert choice_in(shown.panel.situation()).wanted == ""


def test_a_fine_tuned_model_ends_with_the_head_of_its_task(qtbot: Any) -> None:
    models = ("bert-mini-acceptability", "bert-mini-reading")
    folder = resource("checkpoints")
    with bench(panel_of(STUDY), folder, qtbot, models=models, text=PASSAGE, pair=QUESTION) as found:
        classes, answers = (one.answer for one in columns(found))
        of_head = [s.title for s in classes.steps if s.section > classes.path.num_layers]
        assert of_head[:2] == ["State of the first token", "Pooler, dense layer"]
        assert of_head[-3:] == ["Logits", "Temperature", "Probabilities"]
        assert {one.name for one in classes.candidates} == {"acceptable", "unacceptable"}
        starts, ends = answers.steps[-2:]
        for step in (starts, ends):
            assert step.result.values.sum() == pytest.approx(1.0, abs=1e-4)
        # What is read has the question first, so its tokens are a text of their own.
        assert not answers.states.of_text
        assert answers.row == starts.result.values.argmax()
        for answer in (classes, answers):
            said = {one.name: one for one in answer.candidates}[answer.parts.wanted]
            values = [part.value for part in answer.parts.made_of.parts]
            assert sum(values) == pytest.approx(said.logit, abs=1e-4)
            assert abs(answer.parts.made_of.remainder) < 1e-4
        assert answers.parts.wanted == "start"
        assert said.probability == pytest.approx(starts.result.values.max())
        found.click(InsideTag("tokens", models[1]), TokenHit(1))
        found.settle()
        assert columns(found)[1].answer.row == 1


def test_a_stream_that_joins_others_says_so_and_another_can_be_chosen(qtbot: Any) -> None:
    folder = resource("checkpoints")
    with bench(panel_of(STUDY), folder, qtbot, models=("elmo-mini",), text=TEXT) as found:
        controls = found.panel.controls
        controls.stream_chosen.emit("elmo", "both")
        found.settle()
        assert not columns(found)
        assert "joins others" in found.panel.drawings()[0].written()
        assert controls.streams[0].isVisible()
        controls.stream_chosen.emit("elmo", "backward")
        found.settle()
        assert columns(found)


def test_a_head_that_a_model_does_not_have_is_its_last_in_the_table_too(shown: Bench) -> None:
    go_to(shown, "Scores")
    shown.store.select(head=9)
    shown.settle()
    assert {row[5] for row in shown.panel.table().rows if row[2] == "Scores"} == {4}


def test_a_text_that_is_too_long_says_how_long_it_may_be(
    folder: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.core.inside.request.MAX_TOKENS", 4)
    with bench(panel_of(STUDY), folder, qtbot, models=("bert",), text=TEXT) as found:
        assert not columns(found)
        (section,) = found.panel.drawings()
        assert "more than 4 tokens" in section.drawings[0].drawing.text


def test_candidates_in_another_language_are_last_and_dimmed(shown: Bench) -> None:
    shown.change(text=TEXT.replace("paris", "[MASK]"))
    answer = columns(shown)[0].answer
    foreign = [one.is_foreign for one in answer.candidates]
    assert foreign == sorted(foreign)
    assert 0 < sum(foreign) < len(foreign)
    assert [is_foreign(one.name, frozenset({"latin"})) for one in answer.candidates] == foreign
    own = [one.probability for one in answer.candidates if not one.is_foreign]
    assert own == sorted(own, reverse=True)
    go_to(shown, "Probabilities")
    table = next(candidate_tables(shown.panel.drawings()))
    assert [row.cells[0].text for row in table.rows] == [one.name for one in answer.candidates]
    assert [row.cells[-1].heat is None for row in table.rows] == foreign
    assert [all(cell.muted for cell in row.cells) for row in table.rows] == foreign
    box = shown.panel.controls.made["wanted"]
    for one in (one for each in columns(shown) for one in each.answer.candidates):
        ink = box.itemData(box.findData(one.name), Qt.ItemDataRole.ForegroundRole)
        assert (ink == box.palette().placeholderText()) == one.is_foreign
