"""Figures that leave: formats, sizes, captions, and folders that cannot be written."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage

from explorer.core.errors import UserError
from explorer.core.state import Selection, State
from explorer.ui import export
from explorer.ui.drawing import Drawing, Row, TextBlock, Titled
from explorer.ui.export import (
    COLUMN,
    FIGURE_SIZES,
    PAGE,
    SLIDE,
    Caption,
    ExportOptions,
    Figure,
    render,
)
from explorer.ui.table import Table
from explorer.ui.theme import DARK
from explorer.ui.widgets.curves import Curve, CurvesDrawing, Level, ticks
from explorer.ui.widgets.heat_map import HeatMap
from explorer.ui.widgets.token_strip import TokenChip, TokenStrip

TOKENS = ("The", "capital", "서울", "[MASK]")


@pytest.fixture
def figure(qapp: object) -> Figure:
    values = np.eye(4, dtype=np.float32)
    parts: list[Drawing] = [
        Row(
            [
                Titled(TokenStrip([TokenChip(token) for token in TOKENS]), "BERT mini", 0),
                Titled(HeatMap(values, TOKENS, TOKENS), "GPT-2 mini", 1),
            ]
        )
    ]
    state = State(text="The capital 서울", seed=3, selection=Selection(1, 0, 2))
    caption = Caption.of(
        "Attention", state, [("A BERT mini", "ab" * 32), ("B GPT-2 mini", "cd" * 32)]
    )
    table = Table(("token", "weight"), [("서울", np.float32(0.5)), ("a,b", float("nan"))])
    return Figure("attention", tuple(parts), table, caption)


def test_the_text_of_an_svg_stays_text(figure: Figure) -> None:
    svg = render(figure, "svg", ExportOptions()).decode("utf-8")
    for word in ("capital", "서울", "BERT mini", "seed 3"):
        assert f">{word}" in svg or word in svg.split("<text")[-1]
    assert svg.count("<text") >= 2 * len(TOKENS)
    assert "<image" not in svg


def test_a_caption_says_in_which_model_the_token_is_counted() -> None:
    models, chosen = ("gpt2-mini", "bert-mini"), Selection(2, model="bert-mini")
    state = State(models=models, places=(1, 0), selection=chosen)
    assert "· A token 2 ·" in str(Caption.of("Tokens", state, []))
    alone = State(models=models, selection=Selection(2))
    assert "· token 2 ·" in str(Caption.of("Tokens", alone, []))


def test_a_pdf_is_a_pdf_of_the_chosen_width(figure: Figure) -> None:
    data = render(figure, "pdf", ExportOptions(size=COLUMN))
    assert data.startswith(b"%PDF")
    box = data.split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert float(box[2]) == pytest.approx(89 / 25.4 * 72, abs=1)


@pytest.mark.parametrize("size", FIGURE_SIZES, ids=lambda size: size.name)
@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_a_png_has_the_size_that_was_asked_for(figure: Figure, size: Any, scale: float) -> None:
    picture = QImage.fromData(render(figure, "png", ExportOptions(size=size, scale=scale)))
    assert picture.width() == round(size.width * scale)
    assert picture.pixelColor(0, 0).name() == "#ffffff"


def test_a_slide_is_sixteen_to_nine(figure: Figure) -> None:
    picture = QImage.fromData(render(figure, "png", ExportOptions(size=SLIDE)))
    assert picture.width() / picture.height() == pytest.approx(16 / 9, abs=0.01)


def test_the_ground_is_dark_only_when_asked_for(figure: Figure) -> None:
    picture = QImage.fromData(render(figure, "png", ExportOptions(palette=DARK)))
    assert picture.pixelColor(0, 0).name() == DARK.ground


def test_an_absurd_scale_is_refused_with_a_way_out(figure: Figure) -> None:
    with pytest.raises(UserError, match="smaller scale"):
        render(figure, "png", ExportOptions(size=PAGE, scale=100.0))


def test_the_numbers_leave_as_csv_and_json(figure: Figure) -> None:
    lines = render(figure, "csv", ExportOptions()).decode("utf-8").splitlines()
    assert lines == ["token,weight", "서울,0.5", '"a,b",']
    document = json.loads(render(figure, "json", ExportOptions()))
    assert document["rows"] == [{"token": "서울", "weight": 0.5}, {"token": "a,b", "weight": None}]
    assert "seed 3" in document["caption"]


def test_the_caption_tells_how_to_make_the_figure_again(figure: Figure) -> None:
    text = str(figure.caption)
    for part in ("A BERT mini (abababababab)", "“The capital 서울”", "layer 1", "head 3", "seed 3"):
        assert part in text


def test_a_folder_that_cannot_be_written_is_said(figure: Figure, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    with pytest.raises(UserError, match="Choose another folder"):
        export.export(figure, blocked, ["csv"], ExportOptions())


def test_a_full_disk_is_said_and_leaves_nothing_half_written(
    figure: Figure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "attention.csv").write_text("the old one", encoding="utf-8")

    def full(source: str, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UserError, match="no room left"):
        export.export(figure, tmp_path, ["csv"], ExportOptions())
    assert [path.name for path in tmp_path.iterdir()] == ["attention.csv"]
    assert (tmp_path / "attention.csv").read_text(encoding="utf-8") == "the old one"


def test_curves_leave_as_lines_and_text(qapp: object) -> None:
    curve = Curve("student", 2, False, [0, 1, 2], [3.0, float("nan"), 1.0])
    drawing = CurvesDrawing([curve], [Level("5-gram", 1.5)], ("step", "loss"))
    figure = Figure("training", (drawing,), Table(()), Caption("Training"))
    svg = render(figure, "svg", ExportOptions()).decode("utf-8")
    assert "5-gram" in svg
    assert "student" in svg


def test_curves_without_points_are_drawn_as_empty_axes(qapp: object) -> None:
    figure = Figure("training", (CurvesDrawing([Curve("a")]),), Table(()), Caption("Training"))
    assert render(figure, "pdf", ExportOptions()).startswith(b"%PDF")


def test_ticks_are_round_numbers() -> None:
    assert ticks(0, 2000) == [0, 500, 1000, 1500, 2000]
    assert ticks(0.93, 1.31)[0] == 1.0
    assert ticks(1, 1) == [1]


@pytest.mark.parametrize("size", FIGURE_SIZES, ids=lambda size: size.name)
def test_hints_for_the_screen_are_in_no_file(figure: Figure, size: Any) -> None:
    block = TextBlock("Nothing is hidden.", hint="Click a token.")
    drawn = replace(figure, drawings=(block, TextBlock("", hint="Click here.")))
    svg = render(drawn, "svg", ExportOptions(size=size)).decode("utf-8")
    assert "Nothing is hidden." in svg
    assert "Click" not in svg
