"""The Tokens panel as a person uses it: pieces under their characters, in every model's row."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.core.state.state import Selection
from explorer.ui.graphics.drawing import find_tag_hit
from explorer.ui.graphics.tokens.token_rows import TEXT_HEIGHT, TokenHit, TokenRows
from explorer.ui.panels.tokens.panel import TokensPanel
from explorer.ui.panels.tokens.study import VIEW_TITLES, VOCABULARIES
from tests.explorer.shapes import shaped_models
from tests.explorer.ui.panel_bench import NUM_POSITIONS, Bench, bench, small_models

TEXT = "the capital of france ☂"
MODELS = ("bert", "gpt2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def tokens(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(TokensPanel, folder, qtbot, text=TEXT, models=MODELS) as found:
        yield found


def pieces(panel: TokensPanel) -> TokenRows:
    drawing: Any = panel.drawings()[0]
    return drawing.drawings[0].drawing


def column_of(panel: TokensPanel, key: str, name: str) -> list[Any]:
    table = panel.table()
    at = table.columns.index(name)
    return [row[at] for row in table.rows if row[0] == key]


def test_each_model_has_a_row_with_exactly_the_tokens_that_it_is_fed(tokens: Bench) -> None:
    first, second = pieces(tokens.panel).rows
    assert first.chips[0].text == "[CLS]"
    assert first.chips[0].special
    assert first.chips[-1].text == "[SEP]"
    assert second.chips[0].text == "the"
    assert column_of(tokens.panel, "bert", "token")[:3] == ["[CLS]", "the", "capital"]


def test_ids_segments_and_positions_stand_below_the_pieces(tokens: Bench) -> None:
    first, second = pieces(tokens.panel).rows
    assert first.below == ("id", "segment", "position id")
    assert second.below == ("id", "position id")  # GPT-2 has no segment embedding
    identifier = str(column_of(tokens.panel, "bert", "id")[2])
    assert first.chips[2].below == (identifier, "0", "2")


def test_without_a_sentence_the_vocabularies_are_still_a_click_away(tokens: Bench) -> None:
    tokens.change(text="")
    assert "no text to tokenize" in tokens.panel.message
    tabs = tokens.panel.controls.tabs
    assert tabs.isVisible()
    tabs.setCurrentIndex([*VIEW_TITLES].index(VOCABULARIES))
    tokens.settle()
    assert not tokens.panel.message


def test_the_second_text_of_a_pair_is_segment_1(tokens: Bench) -> None:
    tokens.change(pair="it is in europe")
    segments = [chip.below[1] for chip in pieces(tokens.panel).rows[0].chips]
    assert segments[0] == "0"
    assert segments[-1] == "1"


def test_a_piece_without_a_name_in_the_vocabulary_is_marked(tokens: Bench) -> None:
    first, second = pieces(tokens.panel).rows
    assert [chip.text for chip in first.chips if chip.unknown] == ["[UNK]"]
    assert not any(chip.unknown for chip in second.chips)
    assert [chip.text for chip in second.chips][-3:] == ["☂¹", "☂²", "☂³"]


def test_white_space_is_part_of_the_pieces_of_a_byte_level_tokenizer(tokens: Bench) -> None:
    assert pieces(tokens.panel).rows[1].chips[1].text == " capital"
    assert any(column.text == " capital" for column in pieces(tokens.panel).layout.columns)


@pytest.mark.qt_log_ignore("does not support raise", extend=True)  # the tip, offscreen
def test_hovering_a_piece_marks_the_same_characters_in_every_row(tokens: Bench) -> None:
    seen: list[Any] = []
    tokens.canvas.hovered.connect(seen.append)
    place = tokens.place_of("pieces", TokenHit(2, 0))
    tokens.qtbot.mouseMove(tokens.canvas, place)
    tokens.qtbot.waitUntil(lambda: bool(seen))
    assert pieces(tokens.panel).counterparts(find_tag_hit(seen[-1]).hit) == ((2,), (1,))


def test_a_click_selects_a_piece_and_says_what_is_known_of_it(tokens: Bench) -> None:
    tokens.click("pieces", TokenHit(1, 1))
    assert tokens.store.state.selection.token == 1
    assert pieces(tokens.panel).selected == TokenHit(1, 1)
    rows = dict(tokens.panel.details.rows)
    assert rows["Token"] == "Ġcapital"
    assert rows["In BERT"] == "capital"
    assert rows["Characters"] == "3 to 10"


def test_a_position_id_is_told_beside_the_position_where_it_is_another(
    tmp_path: Path, qtbot: Any
) -> None:
    both = {"models": ("roberta", "bert"), "text": TEXT}
    with bench(TokensPanel, shaped_models(tmp_path, both["models"]), qtbot, **both) as found:
        assert column_of(found.panel, "roberta", "position")[:2] == [0, 1]
        assert column_of(found.panel, "roberta", "position_id")[:2] == [2, 3]
        told = [position_rows(found, key) for key in both["models"]]
    assert told[0] == {"Position": "1", "Position id": "3"}  # ids begin behind that of padding
    assert told[1] == {"Position": "1"}


def position_rows(found: Bench, key: str) -> dict[str, str]:
    """What the side tells of the second token of a model."""
    found.change(selection=Selection(token=1, model=key))
    return {name: value for name, value in found.panel.details.rows if "Position" in name}


def test_the_arrow_keys_lead_from_row_to_row_also_where_nothing_is_shared(tokens: Bench) -> None:
    rows = pieces(tokens.panel)
    assert rows.neighbour(TokenHit(2, 0), 0, 1) == TokenHit(1, 1)
    assert rows.rows[0].chips[0].text == "[CLS]"  # which GPT-2 has not
    assert rows.neighbour(TokenHit(0, 0), 0, 1) == TokenHit(0, 1)


def test_a_click_beside_everything_selects_nothing(tokens: Bench) -> None:
    tokens.click("pieces", TokenHit(2, 0))
    tokens.canvas.clicked.emit(None)
    assert tokens.store.state.selection.token is None
    assert tokens.panel.details.title == ""


def test_pieces_are_counted_by_word_and_by_character(tokens: Bench) -> None:
    tokens.change(text="the capital", models=("bert",))
    facts: Any = tokens.panel.drawings()[0]
    cells = [cell.text for cell in facts.drawings[1].rows[0].cells]
    assert tuple(cells[1:6]) == ("2", "2", "0", "1.00", "0.200")


def test_rows_are_switched_off_by_their_boxes(tokens: Bench) -> None:
    tokens.panel.controls.made["segments"].click()
    assert pieces(tokens.panel).rows[0].below == ("id", "position id")
    assert tokens.store.state.settings("tokens")["segments"] is False


def test_a_text_that_does_not_fit_is_cut_and_the_panel_says_so(tokens: Bench) -> None:
    tokens.change(text="the capital of france " * 4000)
    assert len(pieces(tokens.panel).rows[0].chips) == NUM_POSITIONS
    assert "they take 24 at most" in tokens.panel.notes[0]
    assert " 15,978" in tokens.panel.notes[0]


def test_without_a_text_or_a_model_the_panel_says_what_to_do(tokens: Bench) -> None:
    tokens.change(text="  ")
    assert "Type a sentence" in tokens.message
    tokens.change(text="the", models=())
    assert "No model is chosen" in tokens.message


def test_a_model_whose_tokenizer_is_damaged_is_named_and_the_others_are_shown(
    folder: Path, tmp_path: Path, qtbot: Any
) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    (copy / "gpt2" / "tokenizer.json").write_text("{}", encoding="utf-8")
    with bench(TokensPanel, copy, qtbot, text=TEXT, models=MODELS) as found:
        assert len(pieces(found.panel).rows) == 1
        assert found.panel.notes[0].startswith("GPT-2: ")


@pytest.mark.parametrize("theme_name", ["light", "dark"])
@pytest.mark.parametrize(
    "text",
    ["a", "x" * 400, "프랑스의 수도는 파리이다", "e\u0301 שלום 👩‍👩‍👧", "[MASK] is [SEP] paris"],
)
def test_every_text_is_painted_at_every_width(
    folder: Path, qtbot: Any, theme_name: str, text: str
) -> None:
    with bench(TokensPanel, folder, qtbot, theme_name, text=text, models=MODELS) as found:
        for width in (300, 1400):
            found.panel.resize(width, 500)
            assert not found.panel.grab().isNull()


def test_every_token_stands_in_the_picture_once(tokens: Bench) -> None:
    tokens.change(text=f"{'x' * 300} the capital")
    drawing = pieces(tokens.panel)
    for width in (280.0, 900.0):
        hits = [target.hit for target in drawing.laid_out(width).targets]
        for k, row in enumerate(drawing.rows):
            positions = [hit.position for hit in hits if hit.row == k]
            assert positions == list(range(len(row.chips)))


def test_a_line_of_special_tokens_alone_keeps_no_room_for_text(tokens: Bench) -> None:
    rows = pieces(tokens.panel)
    for width in range(250, 700, 5):
        *lines, last = rows.lines(width)
        if lines and not any(cell.text for cell in last.cells):
            break
    first_row = [min(top for top in line.tops if top is not None) for line in (lines[-1], last)]
    assert first_row[0] >= lines[-1].top + TEXT_HEIGHT
    assert first_row[1] == last.top


def test_a_part_of_a_character_tells_its_bytes_and_its_name_in_the_vocabulary(
    tokens: Bench,
) -> None:
    tokens.change(text="☂", models=("gpt2",))
    tokens.change(selection=Selection(token=0))
    told = dict(tokens.panel.details.rows)
    assert (told["Token"], told["Bytes"]) == ("â", "E2")
    tokens.change(text="the")
    tokens.change(selection=Selection(token=0))
    assert "Bytes" not in dict(tokens.panel.details.rows)
