"""The picture of an architecture search, drawn from trials that are made up."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from explorer.ui.panels.compression.drawings import CostAndQuality
from explorer.ui.panels.compression.search import SearchPicture
from explorer.ui.style.palette import LIGHT
from models.search.results import ABOVE_BUDGET, FINISHED, STOPPED, SearchResult, Trial


def trial(number: int, width: int, loss: float | None, state: str = FINISHED) -> Trial:
    values = {"size.width": width, "size.num_layers": 2}
    curve = () if loss is None else ((3, loss + 1), (9, loss))
    return Trial(number, values, state, 100 * width, 1.5, curve, 2.0)


RESULT = SearchResult(
    (
        trial(0, 16, 3.0),
        trial(1, 32, 2.0),
        trial(2, 48, 2.5),  # larger and worse than the one before
        trial(3, 64, 4.0, STOPPED),
        trial(4, 96, None, ABOVE_BUDGET),
    ),
    {"size.width": 0.9, "size.num_layers": 0.1},
    {"size.width": 32, "size.num_layers": 2},
)


TITLES = {"size.width": "Width", "size.num_layers": "Layers"}


def test_the_front_has_names_and_the_best_shape_a_ring(qapp: object) -> None:
    picture = SearchPicture(RESULT, TITLES, 0)
    chart = picture._trials()
    assert [dot.name for dot in chart.dots] == ["", "", "16 · 2", "32 · 2"]  # type: ignore[attr-defined]
    assert [dot.kind for dot in chart.dots] == [1, 2, 0, 0]  # type: ignore[attr-defined]
    assert chart.selected == "1"  # type: ignore[attr-defined]


def test_it_is_drawn_and_without_importance_too(qapp: object) -> None:
    for result in (RESULT, SearchResult(RESULT.trials[:1], {})):
        figure = SearchPicture(result, TITLES, 0).figure()
        height = figure.size(600).height()
        image = QImage(600, int(height), QImage.Format.Format_RGB32)
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        figure.paint(painter, QRectF(0, 0, 600, height), LIGHT)
        painter.end()
        colours = {image.pixel(x, y) for x in range(0, 600, 3) for y in range(0, int(height), 3)}
        assert len(colours) > 10


def test_the_table_has_every_trial_also_those_above_the_budget(qapp: object) -> None:
    rows = list(SearchPicture(RESULT, TITLES, 0).rows())
    assert ("parameters of a trial", "width 96, layers 2", ABOVE_BUDGET, 9600) in rows
    assert ("held-out loss of a trial", "width 32, layers 2", 9, 2.0) in rows
    assert ("importance", "Width", "", 0.9) in rows


def test_the_loss_is_drawn_by_parameters_and_by_milliseconds(qapp: object) -> None:
    timed = tuple(
        replace(one, milliseconds=number + 1.0) for number, one in enumerate(RESULT.trials)
    )
    picture = SearchPicture(replace(RESULT, trials=timed), TITLES, 0)
    assert picture._costs == ["parameters", "milliseconds"]
    chart = picture._trials("milliseconds")
    assert isinstance(chart, CostAndQuality)
    places = {dot.key: dot.x for dot in chart.dots}
    assert places == {str(one.number): one.milliseconds for one in picture.trials}


def test_a_declared_field_has_the_title_of_its_architecture(qapp: object) -> None:
    trial = replace(RESULT.trials[0], values={"config.intra_bottleneck_size": 32})
    titles = {"config.intra_bottleneck_size": "Width inside a layer"}
    picture = SearchPicture(SearchResult((trial,), {}), titles, 0, "0")
    assert ("Width inside a layer", "32") in picture.details().rows
