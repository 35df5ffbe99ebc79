"""The view Vocabularies as a person uses it: one is trained, compared, removed and put back."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.core.tokens.vocabularies import OwnVocabulary, VocabularyChoice, own_vocabularies
from explorer.ui.graphics.table_drawing import TableCell, TableDrawing, TableHit
from explorer.ui.graphics.tokens.token_rows import TokenRows
from explorer.ui.panels.tokens.panel import TokensPanel
from explorer.ui.panels.tokens.vocabularies import shortfall
from tests.explorer.ui.panel_bench import Bench, bench, small_models, tagged_areas

TEXT = "the capital of france"
MODELS = ("bert", "gpt2")
TRAIN_MS = 20_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "cats.txt"
    lines = [f"the cat number {n} sat on the mat of france" for n in range(60)]
    path.write_text("\n\n".join(lines), encoding="utf-8")
    return str(path)


@pytest.fixture
def shown(folder: Path, source: str, qtbot: Any) -> Iterator[Bench]:
    choice = {"family": "unigram", "size": 200, "text": source}
    settings = {"tokens": {"view": "vocabularies", "choice": choice}}
    with bench(
        TokensPanel, folder, qtbot, text=TEXT, models=MODELS, panel_settings=settings
    ) as found:
        yield found


def parts(found: Bench) -> dict[Any, Any]:
    """The tagged drawings on the canvas."""
    rect = found.canvas.rect().toRectF()
    return {tag: drawing for tag, drawing, _ in tagged_areas(found.canvas.drawing, rect)}


def table(found: Bench) -> TableDrawing:
    drawing: TableDrawing = parts(found)["table"]
    return drawing


def names(found: Bench) -> list[TableCell]:
    """The headings of the vocabularies."""
    return [row.cells[0] for row in table(found).rows if row.heading]


def train(found: Bench) -> None:
    found.panel.form.train.click()
    found.qtbot.waitUntil(lambda: not found.panel.run.alive, timeout=TRAIN_MS)
    found.settle()


def test_the_chosen_models_are_compared_before_anything_is_trained(shown: Bench) -> None:
    assert [name.text for name in names(shown)] == ["BERT", "GPT-2"]
    assert all(len(row.cells) == 6 for row in table(shown).rows if not row.heading)
    same: TokenRows = parts(shown)["same"]
    assert len(same.rows) == 2


def test_a_trained_vocabulary_joins_the_comparison_and_is_selected(shown: Bench) -> None:
    train(shown)
    assert [name.slot for name in names(shown)] == [0, 1, 4]
    assert names(shown)[2].text == "Unigram, cats.txt"
    assert table(shown).selected == table(shown).rows[6].group
    assert dict(shown.panel.details.rows)["Maximum"] == "200"
    assert shown.panel.form.status.text().startswith("Unigram, cats.txt is finished.")
    same: TokenRows = parts(shown)["same"]
    assert [chip.text for chip in same.rows[2].chips][1] == " the"


def test_a_text_that_gives_fewer_pieces_than_asked_for_is_named_as_the_reason(
    shown: Bench,
) -> None:
    shown.panel.form.fields["size"].setValue(5000)
    train(shown)
    made, rest = names(shown)[2].detail.split(" ", 1)
    assert rest.startswith("of 5,000 tokens, ")
    said = f"It has {made} of 5,000 tokens: further ones would be too rare in its text."
    assert shown.panel.form.status.text() == f"Unigram, cats.txt is finished. {said}"
    assert said in shown.panel.details.text


@pytest.mark.parametrize("num_pieces", [200, None])
def test_a_vocabulary_of_the_size_that_was_asked_for_needs_no_reason(
    num_pieces: int | None,
) -> None:
    own = OwnVocabulary("a", Path("a"), VocabularyChoice(size=200), 0.0, num_pieces)
    assert shortfall(own) == []
    assert shortfall(replace(own, vocab_size=43)) != []


def test_one_that_is_removed_can_be_put_back(shown: Bench) -> None:
    train(shown)
    shown.panel.details.actions[0].run()
    shown.settle()
    assert len(names(shown)) == 2
    assert shown.panel.form.restore_removed.isVisibleTo(shown.panel)
    shown.panel.form.restore_removed.click()
    shown.settle()
    assert len(names(shown)) == 3
    assert not shown.panel.form.restore_removed.isVisibleTo(shown.panel)


def test_a_click_selects_a_row_and_escape_deselects_it(shown: Bench) -> None:
    shown.click("table", TableHit(3))
    assert shown.panel.details.title == "GPT-2"
    assert shown.panel.details.actions == ()
    shown.panel.deselect()
    assert table(shown).selected is None


def test_training_can_be_cancelled_and_leaves_nothing(shown: Bench) -> None:
    shown.panel.form.train.click()
    shown.panel.form.cancel.click()
    shown.qtbot.waitUntil(lambda: not shown.panel.run.alive, timeout=TRAIN_MS)
    shown.settle()
    assert own_vocabularies() == ()
    assert shown.panel.form.train.isVisibleTo(shown.panel)
    assert "Nothing was saved" in shown.panel.form.status.text()


def test_what_cannot_be_learned_is_said_below_the_button(shown: Bench) -> None:
    shown.panel.form.fields["family"].setCurrentIndex(
        shown.panel.form.fields["family"].findData("byte_bpe")
    )
    shown.panel.form.fields["family"].activated.emit(0)
    shown.panel.form.fields["size"].setValue(100)
    shown.settle()
    train(shown)
    assert "too few" in shown.panel.form.status.text()


def test_a_file_that_is_gone_is_said_and_the_sentence_is_compared_all_the_same(
    folder: Path, qtbot: Any
) -> None:
    choice = {"family": "unigram", "size": 200, "text": "/no/such/file.txt"}
    settings = {"tokens": {"view": "vocabularies", "choice": choice}}
    with bench(
        TokensPanel, folder, qtbot, text=TEXT, models=MODELS, panel_settings=settings
    ) as found:
        assert "no file" in found.panel.form.status.text()
        held_out = [row for row in table(found).rows if row.cells[0].text == "held out"]
        assert [row.cells[-1].text for row in held_out] == ["–", "–"]
        sentence = [row for row in table(found).rows if row.cells[0].text == "sentence"]
        assert all(row.cells[-1].text != "–" for row in sentence)


def test_the_numbers_leave_with_a_line_for_each_vocabulary_and_text(shown: Bench) -> None:
    found = shown.panel.table()
    assert [(row[0], row[4]) for row in found.rows] == [
        ("BERT", "sentence"),
        ("BERT", "held out"),
        ("GPT-2", "sentence"),
        ("GPT-2", "held out"),
    ]
    header = found.to_csv().splitlines()[0]
    assert "pieces_per_word" in header
    assert "file_bytes" in header


def test_without_models_and_without_a_sentence_it_still_trains(
    folder: Path, source: str, qtbot: Any
) -> None:
    choice = {"family": "wordpiece", "size": 150, "text": source}
    settings = {"tokens": {"view": "vocabularies", "choice": choice}}
    with bench(TokensPanel, folder, qtbot, text=" ", models=(), panel_settings=settings) as found:
        assert found.message == ""
        train(found)
        assert [name.text for name in names(found)] == ["WordPiece, cats.txt"]


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_it_is_painted_at_every_width(folder: Path, qtbot: Any, theme_name: str) -> None:
    settings = {"tokens": {"view": "vocabularies"}}
    with bench(
        TokensPanel, folder, qtbot, theme_name, text=TEXT, models=MODELS, panel_settings=settings
    ) as found:
        for width in (360, 1400):
            found.panel.resize(width, 500)
            assert not found.panel.grab().isNull()


def test_a_model_that_is_removed_leaves_the_comparison(shown: Bench) -> None:
    train(shown)
    shown.change(models=("gpt2",))
    assert [name.text for name in names(shown)] == ["GPT-2", "Unigram, cats.txt"]
