"""The picture of size, speed and quality, of models whose measurements are given."""

from __future__ import annotations

from typing import Any

from explorer.core.compression.derived import DerivationStep
from explorer.core.compression.request import OVERVIEW, CompressionAnswer, ModelPoint
from explorer.ui.graphics.charts.interval_chart import IntervalLines
from explorer.ui.graphics.drawing import Titled
from explorer.ui.panels.compression.overview import OverviewPicture
from explorer.ui.style.palette import LIGHT
from models.compression.measure import CompressionPoint

WEIGHTS = 1000
ZEROS = {"computed_faster": False, "stored_smaller": False}


def point(name: str, left: int | None, milliseconds: float, *steps: DerivationStep) -> ModelPoint:
    measured = CompressionPoint(name, 2 * WEIGHTS, WEIGHTS, milliseconds, 20, 1.5, 0.5, None)
    return ModelPoint(name, name, name, steps, measured, left)


def pruned(kind: str, **record: Any) -> DerivationStep:
    return DerivationStep("compression", "prune", "base", "base", {"kind": kind}, record=record)


def picture(*points: ModelPoint) -> OverviewPicture:
    base = point("base", WEIGHTS, 2.0)
    answer = CompressionAnswer(OVERVIEW, ("base",), "base", points=(base, *points))
    return OverviewPicture(answer, {}, "bytes", "accuracy", "")


def lines(*points: ModelPoint) -> IntervalLines:
    titled = picture(*points)._build_pruning_chart()
    assert isinstance(titled, Titled)
    chart = titled.drawing
    assert isinstance(chart, IntervalLines)
    return chart


def test_a_searched_shape_is_no_point_of_removed_weights(qapp: object) -> None:
    searched = DerivationStep("compression", "search", "base", "base", record={"trials": [{}]})
    chart = lines(
        point("half", 500, 2.0, pruned("magnitude")),
        point("most", 100, 2.0, pruned("magnitude")),
        point("shape", 313, 1.0, searched),
    )
    (line,) = chart.series
    assert [dot.x for dot in line.points] == [0.0, 50.0, 90.0]


def test_each_kind_of_removal_has_a_line_that_looks_different(qapp: object) -> None:
    kinds = ("magnitude", "heads", "layers", "n:m", "each weight")
    chart = lines(*(point(kind, 900 - 10 * n, 2.0, pruned(kind)) for n, kind in enumerate(kinds)))
    looks = {(one.colour(LIGHT), one.dashes) for one in chart.series}
    assert len(looks) == len(kinds)


def test_a_model_of_zeros_is_never_called_faster(qapp: object) -> None:
    heads = point("few-heads", 500, 1.0, pruned("heads", **ZEROS))
    layers = point("few-layers", 500, 1.0, pruned("layers", computed_faster=True))
    both = point(
        "both",
        500,
        1.0,
        pruned("heads", **ZEROS),
        DerivationStep("compression", "quantize", "", ""),
    )
    said = picture(heads, layers, both).speed()
    faster = said.partition("Faster here: ")[2].partition(".")[0]
    assert "few-layers" in said.partition("As many operations")[0]
    assert "both" in said.partition("As many operations")[0]
    assert "few-heads" in said.partition("As many operations")[2]
    assert "few-heads" not in faster


def test_bytes_have_their_share_of_the_base_and_of_32_bit_floats(qapp: object) -> None:
    table = picture(
        point("int8", None, 2.0, DerivationStep("compression", "quantize", "", ""))
    )._table()
    below = [row.cells[1].below for row in table.rows]
    assert below == ["50% of 32-bit", "100%, 50% of 32-bit"]
