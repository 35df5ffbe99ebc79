"""The promises of the palettes: contrast, even steps, zero that is the ground."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from explorer.core.attention.position_bias import average_by_distance
from explorer.core.parameters.inventory import PARTS
from explorer.ui.graphics.charts.interval_chart import IntervalSeries
from explorer.ui.graphics.charts.scatter import Scatter
from explorer.ui.graphics.tokens.chip import TokenChip, chip_colours
from explorer.ui.panels.attention.bias_chart import BiasChart
from explorer.ui.panels.parameters.parts import part_colour
from explorer.ui.style.colours import (
    LUT_SIZE,
    MIN_CONTRAST,
    MIN_SHAPE_CONTRAST,
    Scale,
    _gamma,
    _linear,
    _oklab,
    contrast,
    even_map,
    ink_on,
    luminance,
    rgb,
    table_colour,
)
from explorer.ui.style.palette import DARK, LIGHT, Palette
from explorer.ui.style.theme import style_sheet
from models.schema.records import TokenChange

FAR_ENOUGH = 0.1  # in OKLab, where black and white are 1 apart
# Linear sRGB as people without one kind of cone see it (Machado, Oliveira and Fernandes 2009).
DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
PROTANOPIA = np.array(
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]
)
TRITANOPIA = np.array(
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ]
)
ANY_VISION = pytest.mark.parametrize(
    "seen",
    [np.eye(3), DEUTERANOPIA, PROTANOPIA, TRITANOPIA],
    ids=("all", "deut", "prot", "trit"),
)
BOTH = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)


@BOTH
def test_words_read_on_every_ground_of_the_window(palette: Palette) -> None:
    for ink in (palette.text, palette.muted, palette.accent, palette.error, palette.warning):
        for ground in (palette.ground, palette.surface, palette.raised):
            assert contrast(ink, ground) >= MIN_CONTRAST
    for selected in (palette.tint(palette.accent, 0.14),):  # a button that is checked, a row
        assert contrast(palette.text, selected) >= MIN_CONTRAST
        assert contrast(palette.accent, selected) >= MIN_CONTRAST
    assert contrast(palette.ground, palette.accent) >= MIN_CONTRAST  # of selected text


@BOTH
def test_model_colours_read_as_text_and_carry_their_letter(palette: Palette) -> None:
    for slot in range(8):  # four models, and four runs beside them
        for ground in (palette.ground, palette.surface):
            assert contrast(palette.model(slot), ground) >= MIN_CONTRAST
    assert len({palette.model(slot) for slot in range(8)}) == 8


def apart(colours: Sequence[str], seen: np.ndarray) -> float:
    """The least distance of two of these colours in OKLab, as an eye sees them."""
    linear = [seen @ _linear(rgb(colour)) for colour in colours]
    shown = [_oklab(_gamma(np.clip(light, 0, 1))) for light in linear]
    return min(float(np.linalg.norm(one - other)) for one, other in combinations(shown, 2))


@BOTH
@ANY_VISION
def test_colours_of_a_kind_are_told_apart_with_any_colour_vision(
    palette: Palette, seen: np.ndarray
) -> None:
    assert apart(palette.models, seen) >= FAR_ENOUGH
    assert apart(palette.further, seen) >= FAR_ENOUGH
    assert (
        apart([palette.change(TokenChange.RANDOM), palette.change(TokenChange.SPAN)], seen)
        >= FAR_ENOUGH
    )
    groups = Scatter(np.zeros(3), np.zeros(3), groups=("a", "b", "c")).colours(palette)
    assert apart(groups, seen) >= FAR_ENOUGH
    for ends in combinations(range(4), 2):
        table = palette.diverging_map(*ends)
        colours = [table_colour(table, index) for index in (0, LUT_SIZE // 2, LUT_SIZE - 1)]
        assert apart(colours, seen) >= FAR_ENOUGH


@BOTH
def test_every_cell_of_every_map_has_text_that_reads(palette: Palette) -> None:
    for table in (palette.sequential, palette.diverging_map(), palette.diverging_map(2, 3)):
        for index in range(LUT_SIZE):
            ground = table_colour(table, index)
            assert contrast(ink_on(ground), ground) >= MIN_CONTRAST


@BOTH
@pytest.mark.parametrize("change", list(TokenChange))
@pytest.mark.parametrize(
    "look",
    [{}, {"heat": 0.5}, {"special": True}, {"slot": 0}, {"slot": 1, "pale": True}, {"span": 2}],
)
def test_a_chip_reads_whatever_happened_to_it(
    palette: Palette, change: TokenChange, look: dict[str, object]
) -> None:
    chip = TokenChip("word", change=change, **look)
    assert contrast(*chip_colours(chip, palette)) >= MIN_CONTRAST


@BOTH
def test_zero_is_the_ground(palette: Palette) -> None:
    assert table_colour(palette.sequential, 0) == palette.ground
    middle = int(Scale(1.0, diverges=True).indices(np.zeros(1))[0])
    assert table_colour(palette.diverging_map(), middle) == palette.ground


@BOTH
def test_the_sequential_map_grows_away_from_the_ground_step_by_step(palette: Palette) -> None:
    light = [luminance(table_colour(palette.sequential, index)) for index in range(0, 256, 5)]
    steps = np.diff(light) * (1 if palette.name == "dark" else -1)
    assert (steps > 0).all()


def test_a_map_between_two_colours_has_both_ends() -> None:
    table = even_map(("#000000", "#ffffff"))
    assert table_colour(table, 0) == "#000000"
    assert table_colour(table, LUT_SIZE - 1) == "#ffffff"


def test_a_scale_puts_numbers_onto_the_map_and_survives_what_is_no_number() -> None:
    values = np.array([0.0, 0.5, 1.0, 2.0, np.nan, np.inf])
    assert Scale(1.0).indices(values).tolist() == [0, 128, 255, 255, 0, 255]
    assert Scale(1.0, root=True).indices(np.array([0.25])).tolist() == [128]
    assert Scale(2.0, diverges=True).value_at(0.0) == -2.0


def test_a_scale_is_linear_unless_its_legend_says_otherwise() -> None:
    linear, root = Scale(1.0, label="weight"), Scale(1.0, root=True, label="weight")
    assert linear.indices(np.array([0.2, 0.4])).tolist() == [51, 102]
    assert linear.value_at(0.5) == 0.5
    assert linear.legend == "weight · linear scale"
    assert root.value_at(0.5) == 0.25
    assert root.legend == "weight · square-root scale"


def test_a_scale_leaves_the_values_as_they_are() -> None:
    values = np.array([0.5, 2.0], dtype=np.float32)
    values.flags.writeable = False
    Scale(1.0).indices(values)
    assert values.tolist() == [0.5, 2.0]


def test_a_scale_without_a_maximum_is_rejected() -> None:
    with pytest.raises(ValueError, match="positive maximum"):
        Scale(0.0)


@BOTH
def test_the_style_sheet_has_no_name_left_unfilled(palette: Palette, qapp: object) -> None:
    assert "@" not in style_sheet(palette)


@BOTH
def test_every_part_of_a_model_stands_out_from_the_ground_and_from_the_others(
    palette: Palette,
) -> None:
    colours = {part: part_colour(palette, part) for part in PARTS}
    assert len(set(colours.values())) == len(PARTS)
    for colour in colours.values():
        assert contrast(colour, palette.ground) >= MIN_SHAPE_CONTRAST
        assert contrast(ink_on(colour), colour) >= MIN_CONTRAST


@BOTH
@ANY_VISION
def test_parts_of_a_model_are_told_apart_with_any_colour_vision(
    palette: Palette, seen: np.ndarray
) -> None:
    assert apart([part_colour(palette, part) for part in PARTS], seen) >= FAR_ENOUGH


def heads(count: int) -> tuple[IntervalSeries, ...]:
    return BiasChart(average_by_distance(np.zeros((count, 3, 3), dtype=np.float32))).series


@BOTH
def test_numbers_of_heads_read_and_twelve_heads_have_twelve_looks(palette: Palette) -> None:
    looks = {(one.colour(palette), one.dashes) for one in heads(12)}
    assert len(looks) == 12
    for colour, _ in looks:
        assert contrast(colour, palette.ground) >= MIN_CONTRAST
        assert contrast(colour, palette.surface) >= MIN_CONTRAST


@BOTH
@ANY_VISION
def test_heads_are_told_apart_with_any_colour_vision(palette: Palette, seen: np.ndarray) -> None:
    assert apart([one.colour(palette) for one in heads(4)], seen) >= FAR_ENOUGH


@BOTH
def test_a_pale_colour_is_no_stronger_than_it_must_be(palette: Palette) -> None:
    for colour in (palette.accent, palette.changed, palette.muted):
        found = contrast(palette.pale(colour), palette.ground)
        assert MIN_SHAPE_CONTRAST <= found < MIN_SHAPE_CONTRAST + 0.2
