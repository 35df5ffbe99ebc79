"""The view Steps as a person uses it: a word is chosen, and its steps are played."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter

from explorer.core.engine.labels import restore_spaces, spell_token
from explorer.core.tokens.tables import STEP_COLUMNS, step_rows
from explorer.core.tokens.tokenized import Word, cut_with
from explorer.ui.graphics.drawing import Drawing, TextBlock
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.graphics.tokens.token_rows import TokenHit, TokenRows
from explorer.ui.panels.tokens.panel import TokensPanel
from explorer.ui.panels.tokens.steps import (
    THIN_ROW,
    BoxHit,
    WordBoxes,
    _build_steps,
    build_matches,
    build_merges,
    fitting_score,
    lattice,
    scores,
)
from explorer.ui.studies.step_bar import STEP_MS, StepBar
from explorer.ui.style import fonts
from explorer.ui.style.palette import LIGHT
from models.tokenization import byte_bpe, unigram, word_bpe, wordpiece
from models.tokenization.step_records import Lattice, LatticeEdge, Matching, Merging, WordSteps
from models.tokenization.steps import steps
from tests.explorer.ui.panel_bench import TEXTS, Bench, bench, small_models, tagged_areas

TEXT = "the capital of francium ☂"
MODELS = ("bert", "gpt2")
WIDTH = 400.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def shown(folder: Path, qtbot: Any) -> Iterator[Bench]:
    settings = {"tokens": {"view": "steps"}}
    with bench(
        TokensPanel, folder, qtbot, text=TEXT, models=MODELS, panel_settings=settings
    ) as found:
        yield found


def strip(found: Bench) -> TokenRows:
    drawing: Any = found.panel.drawings()[0]
    return drawing.drawings[0].drawing  # type: ignore[no-any-return]


def bar_of(found: Bench) -> StepBar:
    bar: StepBar = found.panel.controls.made["step"]
    return bar


def texts(found: Bench) -> list[str]:
    return [chip.text for chip in strip(found).chips]


def image(drawing: Drawing) -> QImage:
    """What a drawing paints, as pixels."""
    size = drawing.size(WIDTH).toSize().expandedTo(QSize(1, 1))
    made = QImage(size, QImage.Format.Format_RGB32)
    made.fill(Qt.GlobalColor.white)
    painter = QPainter(made)
    drawing.paint(painter, made.rect().toRectF(), LIGHT)
    painter.end()
    return made


def test_the_word_that_is_cut_most_finely_is_shown_first(shown: Bench) -> None:
    assert texts(shown) == ["the", "capital", "of", "francium", "☂"]
    assert texts(shown)[strip(shown).selected.position] == "francium"
    counts = [chip.below for chip in strip(shown).chips]
    assert counts[0] == ("1", "1")
    assert int(counts[3][1]) > 1


def test_a_click_chooses_a_word_and_selects_its_first_token(shown: Bench) -> None:
    shown.click("words", TokenHit(1))
    assert strip(shown).selected == TokenHit(1)
    assert shown.store.state.selection.token == 2  # behind [CLS] and "the"
    assert shown.panel.details.title == "capital in BERT"


def test_a_token_that_is_selected_elsewhere_chooses_its_word(shown: Bench) -> None:
    shown.store.select(token=1)
    shown.settle()
    assert strip(shown).selected == TokenHit(0)


def test_the_slider_goes_through_the_steps_and_a_new_word_starts_at_its_end(
    shown: Bench,
) -> None:
    bar = bar_of(shown)
    last = bar.slider.maximum()
    assert bar.step == last > 1
    shown.qtbot.keyClick(bar.slider, Qt.Key.Key_Left)
    assert bar.step == last - 1
    assert bar.label.text() == f"Step {last - 1} of {last}"
    shown.click("words", TokenHit(1))
    assert bar.step == bar.slider.maximum()


def test_playing_goes_from_the_beginning_to_the_end_and_stops(
    shown: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar = bar_of(shown)
    bar._timer.setInterval(1)
    seen: list[int] = []
    bar.stepped.connect(seen.append)
    bar.play.click()
    assert bar.is_playing
    shown.qtbot.waitUntil(lambda: not bar.is_playing)
    assert seen == list(range(bar.slider.maximum() + 1))


def test_playing_stops_when_another_view_is_chosen(shown: Bench) -> None:
    bar_of(shown).play.click()
    shown.panel.controls.tabs.setCurrentIndex(0)
    shown.settle()
    assert not bar_of(shown).is_playing
    assert STEP_MS > 0


def test_numbers_leave_as_a_table_of_the_chosen_word(shown: Bench) -> None:
    table = shown.panel.table()
    assert {row[0] for row in table.rows} == {"bert", "gpt2"}
    assert {row[1] for row in table.rows} == {"francium", "Ġfrancium"}


def steps_of(found: Bench) -> list[tuple[Any, ...]]:
    """What leaves of the chosen word, from the column `step` on."""
    table = found.panel.table()
    return [row[table.columns.index("step") :] for row in table.rows]


def ends_of(found: Bench) -> set[tuple[str, str, bool]]:
    """The model, the tokens, and whether one is unknown, of each line that leaves."""
    columns = found.panel.table().columns
    places = [columns.index(name) for name in ("model", "tokens", "unknown")]
    return {tuple(row[place] for place in places) for row in found.panel.table().rows}


def test_a_word_of_which_nothing_merges_leaves_with_its_bytes(shown: Bench) -> None:
    shown.change(text="☂", models=("gpt2",))
    assert steps_of(shown) == [
        (0, "E2", 0, 1, None, None, True),
        (0, "98", 1, 2, None, None, True),
        (0, "82", 2, 3, None, None, True),
    ]


def test_a_word_that_is_too_long_leaves_as_the_token_that_it_becomes(shown: Bench) -> None:
    shown.change(text="a" * 101, models=("bert",))
    assert steps_of(shown) == [(1, "[UNK]", 0, 101, None, None, True)]
    assert ends_of(shown) == {("bert", "[UNK]", True)}


def test_a_word_of_which_a_part_is_no_piece_leaves_as_the_unknown_token(shown: Bench) -> None:
    shown.change(text="ball☂", models=("bert", "gpt2"))
    assert {name: unknown for name, _, unknown in ends_of(shown)} == {"bert": True, "gpt2": False}
    shown.change(models=("bert",))
    assert ends_of(shown) == {("bert", "[UNK]", True)}
    *tries, last = steps_of(shown)
    assert len(tries) > 1
    assert tries[-1][-1] is False
    assert last == (len(tries) + 1, "[UNK]", 0, tries[0][3], None, None, True)


def test_a_character_that_no_piece_of_a_lattice_stands_for_leaves_as_unknown() -> None:
    text, tokenizer = "ball☂", unigram.train(TEXTS, 200)
    cut = cut_with(tokenizer, "albert", tokenizer.encode(text))
    rows = step_rows([cut], Word(text, 0, 0, len(text), (steps(tokenizer, text),)))
    lines = [dict(zip(STEP_COLUMNS, row, strict=True)) for row in rows]
    assert all(line["unknown"] and line["tokens"].endswith("<unk>") for line in lines)
    assert [line["piece"] for line in lines if line["taken"]][-1] == "☂"


def test_what_a_word_ends_as_leaves_with_each_of_its_steps(shown: Bench) -> None:
    cuts = {cut.key: cut for cut in shown.panel.answer.cuts}
    for key, names, unknown in ends_of(shown):
        assert not unknown
        assert names in " ".join(cuts[key].encoding.tokens)


def test_a_mask_is_a_special_token_and_no_word(shown: Bench) -> None:
    shown.change(text="the <mask> ball", models=("bert",))
    assert texts(shown) == ["the", "ball"]


def test_of_a_mask_that_one_model_spells_it_is_told_that_the_other_reads_it_whole(
    shown: Bench,
) -> None:
    shown.change(text="the [MASK]")
    steps: Any = shown.panel.drawings()[0]
    of_bert, of_gpt2 = steps.drawings[1].drawing.drawings
    assert "special token" in of_bert.drawing.text
    assert "special token" not in getattr(of_gpt2.drawing, "text", "")


@pytest.mark.parametrize("text", ["a", "x" * 300, "프랑스의 수도", "👩‍👩‍👧 e\u0301", "[MASK]", "."])
@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_every_text_is_painted_at_every_width(
    folder: Path, qtbot: Any, theme_name: str, text: str
) -> None:
    settings = {"tokens": {"view": "steps"}}
    with bench(
        TokensPanel, folder, qtbot, theme_name, text=text, models=MODELS, panel_settings=settings
    ) as found:
        for width in (300, 1400):
            found.panel.resize(width, 500)
            assert not found.panel.grab().isNull()


# ---- the pictures


def one_word(family: Any, size: int, text: str) -> WordSteps:
    return steps(family.train(TEXTS, size), text)[0]


def rows_of(drawing: WordBoxes) -> list[list[str]]:
    return [[box.text for box in row.boxes] for row in drawing.rows]


def test_merges_are_rows_from_bytes_to_the_pieces_with_their_ranks(qapp: Any) -> None:
    word = one_word(byte_bpe, 400, "파리")
    assert isinstance(word.how, Merging)
    drawing = build_merges(word, word.how, len(word.how.merges), 0)
    assert rows_of(drawing)[0] == ["ED", "8C", "8C", "EB", "A6", "AC"]
    assert [character for _, _, character in drawing.characters] == ["파", "리"]
    assert rows_of(drawing)[-1] == [spell_token(piece.token) for piece in word.pieces]
    names = [row.name for row in drawing.rows]
    assert names == ["bytes", *(f"rank {merge.rank}" for merge in word.how.merges)]


def test_merges_of_characters_show_the_mark_of_a_word_end(qapp: Any) -> None:
    word = one_word(word_bpe, 120, "capital")
    assert isinstance(word.how, Merging)
    drawing = build_merges(word, word.how, len(word.how.merges), 0)
    assert rows_of(drawing)[0] == [*"capita", "l</w>"]
    assert [character for _, _, character in drawing.characters] == [*"capita", "l</w>"]
    assert rows_of(drawing)[-1] == [piece.token for piece in word.pieces]
    assert drawing.rows[0].name == "characters"


def test_tries_are_rows_from_the_longest_to_the_one_that_is_found(qapp: Any) -> None:
    word = one_word(wordpiece, 120, "hasx")
    assert isinstance(word.how, Matching)
    drawing = build_matches(word, word.how, len(word.how.tries), 0)
    assert rows_of(drawing)[0] == ["hasx"]
    assert len(drawing.rows) == len(word.how.tries)
    assert [row.height == THIN_ROW for row in drawing.rows] == [
        not one.in_vocabulary for one in word.how.tries
    ]


def test_steps_that_are_to_come_keep_their_room_and_are_not_painted(qapp: Any) -> None:
    word = one_word(byte_bpe, 400, "capital")
    assert isinstance(word.how, Merging)
    last = len(word.how.merges)
    drawings = [build_merges(word, word.how, done, 0) for done in range(last + 1)]
    assert last > 1
    assert len({drawing.size(WIDTH).height() for drawing in drawings}) == 1
    for one, other in pairwise(drawings):
        assert image(one) != image(other)
    for done, drawing in enumerate(drawings):
        assert drawing.neighbour(BoxHit(0, 0), 0, 99) == BoxHit(done, 0)


def test_a_lattice_shows_the_pieces_that_end_within_the_characters_followed(qapp: Any) -> None:
    word = one_word(unigram, 80, "capital")
    how = word.how
    assert isinstance(how, Lattice)
    half = lattice(word, how, 3, 0)
    reachable = [visible(restore_spaces(edge.piece)) for edge in how.edges if edge.end <= 3]
    assert sorted(walk(half)) == sorted(reachable)
    assert len(reachable) < len(how.edges)
    whole = lattice(word, how, len(word.word), 0)
    assert len(walk(whole)) == len(how.edges)
    longer = lattice(word, how, 99, 0)  # another model takes more steps
    assert image(longer) == image(whole)
    assert how.best.edges[0].piece.replace("▁", "␣") in walk(whole)


def test_a_way_with_characters_that_no_piece_holds_says_what_stands_for_them(qapp: Any) -> None:
    word = one_word(unigram, 200, "a☂☃☂")
    assert isinstance(word.how, Lattice)
    assert word.how.unknown == ("☂", "☃")
    said = [one.text for one in _build_steps(word, len(word.word), 0) if isinstance(one, TextBlock)]
    assert said == ["No token contains ☂, ☃; it becomes <unk>."]
    early = _build_steps(word, 1, 0)
    assert not any(isinstance(one, TextBlock) for one in early)
    heights = [
        sum(one.size(WIDTH).height() for one in each)
        for each in (early, _build_steps(word, len(word.word), 0))
    ]
    assert heights[0] == heights[1]


def test_a_score_loses_digits_in_a_narrow_box_and_is_never_cut(qapp: Any) -> None:
    edge = LatticeEdge(0, 1, "a", -12.4)
    whole, short = (fonts.text_width(text, fonts.SMALL) for text in ("-12.4", "-12"))
    assert fitting_score(scores(edge), whole) == "-12.4"
    assert fitting_score(scores(edge), whole - 1) == "-12"
    assert fitting_score(scores(edge), short - 1).strip() == ""
    assert (
        fitting_score(scores(LatticeEdge(0, 1, "a", -0.3)), fonts.text_width("0", fonts.SMALL))
        == "0"
    )


def walk(drawing: WordBoxes) -> list[str]:
    """The tokens of all boxes that the arrow keys lead to, row by row."""
    found: list[BoxHit] = []
    start = drawing.neighbour(None, 0, 0)
    while start is not None and start not in found:
        hit: BoxHit | None = start
        while hit is not None and hit not in found:
            found.append(hit)
            hit = drawing.neighbour(hit, 1, 0)
        below = drawing.neighbour(start, 0, 1)
        start = None if below is None else drawing.neighbour(below, -99, 0)
    return [drawing.describe(hit).split(": ")[0] for hit in found]


def test_what_is_pointed_at_in_the_rows_is_told(shown: Bench) -> None:
    rect = shown.canvas.rect().toRectF()
    areas = {tag: area for tag, _, area in tagged_areas(shown.canvas.drawing, rect)}
    assert areas["steps"].top() > areas["words"].bottom()
    figure = next(d for tag, d, _ in tagged_areas(shown.canvas.drawing, rect) if tag == "steps")
    hit = figure.neighbour(None, 0, 0)
    assert "vocabulary" in figure.describe(hit)
