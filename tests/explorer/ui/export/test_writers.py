"""Figures that leave: formats, sizes, captions, and folders that cannot be written."""

import codecs
import csv
import errno
import io
import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from explorer.core.attention.thumbnails import thumbnails
from explorer.core.errors import UserError
from explorer.core.report.captions import Basis, Caption
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.export import files
from explorer.ui.export.choices import (
    COLUMN,
    FIGURE_SIZES,
    PAGE,
    PIXELS_PER_MM,
    SLIDE,
    ExportChoices,
    FigureSize,
)
from explorer.ui.export.layout import PADDING, SLIDE_WIDTHS, DrawnFigure, lay_out
from explorer.ui.export.writers import paint_image, render
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.charts.curve_plot import CurvePlot
from explorer.ui.graphics.charts.curves import Curve, CurveChart, Level, ticks
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.maps.head_grid import HeadGrid
from explorer.ui.graphics.maps.heat_map import HeatMap
from explorer.ui.graphics.tokens.chip import TokenChip
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.style.palette import DARK
from explorer.ui.style.theme import Theme

TOKENS = ("The", "capital", "서울", "[MASK]")


@pytest.fixture
def figure(qapp: object) -> DrawnFigure:
    values = np.eye(4, dtype=np.float32)
    parts: list[Drawing] = [
        Row(
            [
                Titled(token_row([TokenChip(token) for token in TOKENS]), "BERT mini", 0),
                Titled(HeatMap(values, TOKENS, TOKENS), "GPT-2 mini", 1),
            ]
        )
    ]
    state = State(text="The capital 서울", seed=3, selection=Selection(1, 0, 2))
    caption = Caption.of(
        "Attention", state, [("A BERT mini", "ab" * 32), ("B GPT-2 mini", "cd" * 32)]
    )
    table = Table(("token", "weight"), [("서울", np.float32(0.5)), ("a,b", float("nan"))])
    return DrawnFigure("attention", tuple(parts), table, caption)


def test_the_text_of_an_svg_stays_text(figure: DrawnFigure) -> None:
    svg = render(figure, "svg", ExportChoices()).decode("utf-8")
    for word in ("capital", "서울", "BERT mini", "seed 3"):
        assert f">{word}" in svg or word in svg.split("<text")[-1]
    assert svg.count("<text") >= 2 * len(TOKENS)
    assert "<image" not in svg


def test_an_svg_with_any_character_is_well_formed_also_in_its_title_and_caption(
    qapp: object,
) -> None:
    hostile = "".join(map(chr, range(32))) + "<b>&amp;]]>\x7f\ufffe\uffff\ud800"
    strip = token_row([TokenChip(character) for character in hostile])
    state, models = State(text=hostile), [(hostile, hostile)]
    caption = Caption.of(hostile, state, models)
    parts = (Titled(strip, hostile, note=hostile),)
    figure = DrawnFigure("attention", parts, Table(()), caption, (hostile,))
    root = ElementTree.fromstring(render(figure, "svg", ExportChoices(caption=True)))
    assert "<b>&amp;]]>" in "".join(root.itertext())


def test_a_caption_says_in_which_model_the_token_is_counted() -> None:
    models, chosen = ("gpt2-mini", "bert-mini"), Selection(2, model="bert-mini")
    state = State(models=models, selection=chosen)
    assert "· B token 2 ·" in str(Caption.of("Tokens", state, []))
    alone = State(models=models, selection=Selection(2))
    assert "· token 2 ·" in str(Caption.of("Tokens", alone, []))


def test_a_pdf_is_a_pdf_of_the_chosen_width(figure: DrawnFigure) -> None:
    data = render(figure, "pdf", ExportChoices(size=COLUMN))
    assert data.startswith(b"%PDF")
    box = data.split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert float(box[2]) == pytest.approx(89 / 25.4 * 72, abs=1)


@pytest.mark.parametrize("size", FIGURE_SIZES, ids=lambda size: size.name)
@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_a_png_has_the_size_that_was_asked_for(
    figure: DrawnFigure, size: Any, scale: float
) -> None:
    picture = QImage.fromData(
        render(figure, "png", ExportChoices(size=size, dpi=round(96 * scale)))
    )
    assert picture.width() == round(size.width * scale)
    assert picture.pixelColor(0, 0).name() == "#ffffff"


def test_a_slide_is_sixteen_to_nine(figure: DrawnFigure) -> None:
    picture = QImage.fromData(render(figure, "png", ExportChoices(size=SLIDE)))
    assert picture.width() / picture.height() == pytest.approx(16 / 9, abs=0.01)


def test_a_slide_has_type_as_large_as_the_height_allows(qapp: object) -> None:
    """A plot is as high as its width asks for, so a wider one fits no better."""
    curve = Curve("a", x=[0, 1], y=[0, 1])
    made = DrawnFigure(
        "a", (CurvePlot(CurveChart((curve,))), TextBlock("a")), Table(()), Caption("A")
    )
    layout = lay_out(made, ExportChoices(size=SLIDE))
    assert layout.width == SLIDE_WIDTHS[0]
    assert layout.height * layout.zoom <= layout.paper.height() + 1e-6
    assert layout.zoom > 1


class Wide(TextBlock):
    def least_width(self) -> float:
        return 900.0


@pytest.mark.parametrize("size", FIGURE_SIZES, ids=lambda size: size.name)
def test_what_would_be_cut_off_is_set_smaller(qapp: object, size: Any) -> None:
    made = DrawnFigure("a", (Stack([Titled(Wide("a"), "A")]),), Table(()), Caption("A"))
    layout = lay_out(made, ExportChoices(size=size))
    assert layout.width >= 900
    assert layout.width * layout.zoom < layout.paper.width()
    assert layout.paper.width() == size.width


def test_the_ground_is_dark_only_when_asked_for(figure: DrawnFigure) -> None:
    picture = QImage.fromData(render(figure, "png", ExportChoices(dark=True)))
    assert picture.pixelColor(0, 0).name() == DARK.ground


def test_an_absurd_scale_is_rejected_with_a_way_out(figure: DrawnFigure) -> None:
    with pytest.raises(UserError, match="fewer dots per inch"):
        render(figure, "png", ExportChoices(size=PAGE, dpi=9600))


def test_the_numbers_leave_as_csv_and_json(figure: DrawnFigure) -> None:
    lines = render(figure, "csv", ExportChoices()).decode("utf-8-sig").splitlines()
    assert lines == ["token,weight", "서울,0.5", '"a,b",']
    document = json.loads(render(figure, "json", ExportChoices()))
    assert document["rows"] == [{"token": "서울", "weight": 0.5}, {"token": "a,b", "weight": None}]
    assert "seed 3" in document["caption"]


def test_a_spreadsheet_is_told_the_coding_of_a_csv(figure: DrawnFigure) -> None:
    assert render(figure, "csv", ExportChoices()).startswith(codecs.BOM_UTF8)


FORMULAS = ("=1+1", "+x", "-based", "@SUM(A1)", "\tx", "=\n1", "'=1", "''-a")
TEXTS = ("=", "-", "@", "a=1", "'", "it's", 'say "=1", twice', "line\nbreak", "서울", "")


@pytest.mark.parametrize("token", [*FORMULAS, *TEXTS])
def test_a_token_is_text_to_a_spreadsheet_and_can_be_read_back(token: str) -> None:
    written = Table(("token", "weight"), [(token, -0.5)]).to_csv()
    cell, weight = list(csv.reader(io.StringIO(written, newline="")))[1]
    assert weight == "-0.5"
    assert cell == (f"'{token}" if token in FORMULAS else token)


def test_every_row_of_a_long_table_is_a_line_of_its_file() -> None:
    rows = [(place, np.float32(place)) for place in range(8001)]
    found = Table(("place", "value"), rows, "Long", meta={"off": ["1.2"]})
    assert [line.split(",")[0] for line in found.to_csv().splitlines()[1:]] == [
        str(place) for place, _ in rows
    ]
    document = json.loads(found.to_json(caption="how"))
    assert [row["place"] for row in document.pop("rows")] == [place for place, _ in rows]
    assert document == {"title": "Long", "off": ["1.2"], "caption": "how"}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -np.inf])
def test_json_holds_what_is_no_number_as_nothing(value: float) -> None:
    def rejected(constant: str) -> None:
        raise AssertionError(constant)

    written = Table(("loss",), [(value,)]).to_json()
    assert json.loads(written, parse_constant=rejected)["rows"] == [{"loss": None}]


def test_an_empty_table_is_json_too() -> None:
    assert json.loads(Table(("loss",)).to_json())["rows"] == []


@pytest.mark.parametrize("file_format", ["png", "svg", "csv", "json"])
def test_a_file_is_the_same_from_any_thread(figure: DrawnFigure, file_format: Any) -> None:
    with ThreadPoolExecutor(max_workers=3) as pool:
        made = list(pool.map(lambda _: render(figure, file_format, ExportChoices()), range(6)))
    assert set(made) == {render(figure, file_format, ExportChoices())}


def test_a_file_holds_what_the_screen_paints(figure: DrawnFigure) -> None:
    """Of a page as wide as a canvas, at the resolution of the screen."""
    options = ExportChoices(
        size=FigureSize("test", "", 976 / PIXELS_PER_MM, density=1.0), dpi=96, caption=False
    )
    layout = lay_out(figure, options)
    page = paint_image(layout, options.palette, options.scale)
    canvas = Canvas(Theme("light"))
    canvas.set_drawing(figure.drawings[0])
    canvas.resize(round(layout.width), canvas.heightForWidth(round(layout.width)))
    shown = canvas.grab().toImage().convertToFormat(page.format())
    inside = QRect(round(PADDING), round(PADDING), shown.width(), shown.height())
    written = page.copy(inside)
    assert written.size() == shown.size()
    pixels = [np.array(image.constBits()).astype(int) for image in (written, shown)]
    assert np.abs(pixels[0] - pixels[1]).max() <= 1


def test_a_png_carries_its_caption_and_its_dots(figure: DrawnFigure) -> None:
    picture = QImage.fromData(render(figure, "png", ExportChoices(dpi=300)))
    assert picture.text("Description") == str(figure.caption)
    assert round(picture.dotsPerMeterX() * 0.0254) == 300


@pytest.mark.parametrize("size", FIGURE_SIZES, ids=lambda size: size.name)
def test_an_svg_is_as_wide_as_the_paper(figure: DrawnFigure, size: Any) -> None:
    root = ElementTree.fromstring(render(figure, "svg", ExportChoices(size=size)))
    assert float(root.attrib["width"].removesuffix("mm")) == pytest.approx(size.width_mm, abs=0.01)
    links = [value for part in root.iter() for key, value in part.items() if "href" in key]
    assert all(link.startswith("data:") for link in links)


@pytest.mark.parametrize(("side", "images"), [(4, 0), (32, 0), (40, 1), (120, 1)])
def test_only_cells_that_can_be_told_apart_are_shapes_in_vector_files(
    qapp: object, side: int, images: int
) -> None:
    names = [""] * side
    drawing = HeatMap(np.random.default_rng(0).random((side, side)), names, names)
    made = DrawnFigure("map", (drawing,), Table(()), Caption("Map"))
    svg = render(made, "svg", ExportChoices()).decode("utf-8")
    assert svg.count("<image") == images
    assert svg.count("<rect") < 1100
    assert len(svg) < 600_000


def test_thumbnails_are_small_images_in_vector_files(qapp: object) -> None:
    values = np.random.default_rng(0).random((12, 12, 30, 30)).astype(np.float32)
    made = DrawnFigure("heads", (HeadGrid(thumbnails(values)),), Table(()), Caption("Heads"))
    svg = render(made, "svg", ExportChoices()).decode("utf-8")
    assert svg.count("<image") == 144
    assert len(svg) < 1_500_000


def test_the_caption_tells_how_to_make_the_figure_again(figure: DrawnFigure) -> None:
    text = str(figure.caption)
    for part in ("A BERT mini (abababababab)", "“The capital 서울”", "layer 1", "head 3", "seed 3"):
        assert part in text


def test_a_caption_is_silent_about_what_the_picture_does_not_depend_on() -> None:
    state = State(text="red", pair="green", seed=3, selection=Selection(1, 0, 2))
    said = str(Caption.of("Parameters", state, [], [], Basis()))
    assert not any(word in said for word in ("red", "green", "token", "layer", "head", "seed"))
    said = str(Caption.of("Tokens", state, [], [], Basis(text="red", selection=Selection(1))))
    assert "“red”" in said
    assert "token 1" in said
    assert not any(word in said for word in ("green", "layer", "head", "seed"))


NOTES = ("A: the last 12 tokens were cut.", "The last layer is shown.")


def noted(figure: DrawnFigure) -> DrawnFigure:
    return replace(figure, notes=NOTES)


@pytest.mark.parametrize("caption", [True, False])
def test_notes_stand_below_the_drawing_and_above_the_caption(
    figure: DrawnFigure, caption: bool
) -> None:
    options = ExportChoices(size=SLIDE, caption=caption)
    drawn = render(noted(figure), "svg", options).decode("utf-8").split("</desc>")[1]
    places = [drawn.find(words) for words in ("capital", *NOTES, "seed 3")]
    if not caption:
        assert places.pop() == -1
    assert places == sorted(places)
    assert places[0] >= 0


@pytest.mark.parametrize("file_format", ["png", "pdf"])
def test_notes_make_a_picture_higher(figure: DrawnFigure, file_format: Any) -> None:
    plain, with_notes = (
        lay_out(each, ExportChoices()).paper.height() for each in (figure, noted(figure))
    )
    assert with_notes > plain
    made = render(noted(figure), file_format, ExportChoices(dpi=96))
    if file_format == "png":
        assert QImage.fromData(made).height() == round(with_notes)
    else:
        height = float(made.split(b"/MediaBox [")[1].split(b"]")[0].split()[3])
        assert height == pytest.approx(with_notes * 72 / 96, abs=1)


def test_notes_go_along_with_the_numbers_and_in_descriptions(figure: DrawnFigure) -> None:
    document = json.loads(render(noted(figure), "json", ExportChoices()))
    assert document["notes"] == [*NOTES]
    picture = QImage.fromData(render(noted(figure), "png", ExportChoices()))
    assert picture.text("Description").splitlines() == [*NOTES, str(figure.caption)]


def test_a_folder_that_cannot_be_written_is_said(figure: DrawnFigure, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    with pytest.raises(UserError, match="Choose another folder"):
        files.export(figure, blocked, ["csv"], ExportChoices())


def test_a_full_disk_is_said_and_leaves_nothing_half_written(
    figure: DrawnFigure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "attention.csv").write_text("the old one", encoding="utf-8")

    def full(source: str, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UserError, match="no room left"):
        files.export(figure, tmp_path, ["csv"], ExportChoices())
    assert [path.name for path in tmp_path.iterdir()] == ["attention.csv"]
    assert (tmp_path / "attention.csv").read_text(encoding="utf-8") == "the old one"


def test_a_file_that_is_open_elsewhere_is_said_and_stays(
    figure: DrawnFigure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "attention.csv").write_text("the old one", encoding="utf-8")

    def held(source: str, target: Path) -> None:
        raise PermissionError(errno.EACCES, "Access is denied")  # as Windows says

    monkeypatch.setattr(os, "replace", held)
    with pytest.raises(UserError, match="Close it where it is open"):
        files.export(figure, tmp_path, ["csv"], ExportChoices())
    assert [path.name for path in tmp_path.iterdir()] == ["attention.csv"]
    assert (tmp_path / "attention.csv").read_text(encoding="utf-8") == "the old one"


def test_a_folder_of_the_name_of_the_file_is_said_and_stays(
    figure: DrawnFigure, tmp_path: Path
) -> None:
    (tmp_path / "attention.csv").mkdir()
    with pytest.raises(UserError, match="Choose another name"):
        files.export(figure, tmp_path, ["csv"], ExportChoices())
    assert [path.name for path in tmp_path.iterdir()] == ["attention.csv"]


def test_curves_leave_as_lines_and_text(qapp: object) -> None:
    curve = Curve("student", 2, False, [0, 1, 2], [3.0, float("nan"), 1.0])
    drawing = CurvePlot(CurveChart((curve,), (Level("5-gram", 1.5),), "step", "loss"))
    figure = DrawnFigure("training", (drawing,), Table(()), Caption("Training"))
    svg = render(figure, "svg", ExportChoices()).decode("utf-8")
    assert "5-gram" in svg
    assert "student" in svg


def test_curves_without_points_are_drawn_as_empty_axes(qapp: object) -> None:
    figure = DrawnFigure(
        "training", (CurvePlot(CurveChart((Curve("a"),))),), Table(()), Caption("Training")
    )
    assert render(figure, "pdf", ExportChoices()).startswith(b"%PDF")


def test_ticks_are_round_numbers() -> None:
    assert ticks(0, 2000) == [0, 500, 1000, 1500, 2000]
    assert ticks(0.93, 1.31)[0] == 1.0
    assert ticks(1, 1) == [1]


@pytest.mark.parametrize("size", FIGURE_SIZES, ids=lambda size: size.name)
def test_hints_for_the_screen_are_in_no_file(figure: DrawnFigure, size: Any) -> None:
    block = TextBlock("Nothing is hidden.", hint="Click a token.")
    drawn = replace(figure, drawings=(block, TextBlock("", hint="Click here.")))
    svg = render(drawn, "svg", ExportChoices(size=size)).decode("utf-8")
    assert "Nothing is hidden." in svg
    assert "Click" not in svg
