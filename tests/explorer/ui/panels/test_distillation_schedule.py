"""The picture of which parts of a student learn in which steps."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from explorer.core.distillation.rate_schedule import OTHERS, RatePeriod, RateSchedule
from explorer.ui.panels.distillation.roles import STUDENT, RoleModel
from explorer.ui.panels.distillation.schedule import ScheduleChart, SchedulePicture
from explorer.ui.style.palette import DARK, LIGHT, Palette

CONTENT = RateSchedule(
    ("Layer 1", "Layer 2", OTHERS),
    (
        RatePeriod(1, 200, (1.0, 0.0, 0.0)),
        RatePeriod(201, 400, (0.1, 1.0, 0.0)),
        RatePeriod(401, 1200, (1.0, 1.0, 1.0)),
    ),
)


def test_there_is_a_bar_for_each_part_and_stretch_as_long_as_its_steps(qapp: QApplication) -> None:
    chart = ScheduleChart(CONTENT, 1)
    found = {target.hit: target for target in chart.laid_out(600).targets}
    assert len(found) == 9
    assert found[(1, 0)].tip == "Layer 2, steps 1 to 200: frozen"
    assert found[(0, 1)].tip == "Layer 1, steps 201 to 400: learning rate x 0.1"
    short, long = (found[(0, stretch)].rect.width() + 1 for stretch in (1, 2))
    assert long == pytest.approx(4 * short)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [240, 900])
def test_a_frozen_bar_is_empty_and_a_learning_one_has_the_colour_of_the_model(
    qapp: QApplication, palette: Palette, width: int
) -> None:
    chart = ScheduleChart(CONTENT, 1)
    image = QImage(width, 150, QImage.Format.Format_ARGB32)
    image.fill(palette.ground)
    painter = QPainter(image)
    chart.paint(painter, QRectF(0, 0, width, 150), palette)
    painter.end()
    found = {target.hit: target.rect for target in chart.laid_out(width).targets}

    def colour(part: int, stretch: int) -> str:
        corner = found[(part, stretch)].bottomRight().toPoint()
        return image.pixelColor(corner.x() - 5, corner.y() - 4).name()

    assert colour(1, 0) == palette.ground.lower()
    assert colour(1, 2) == palette.model(1).lower()
    assert colour(0, 1) not in (palette.ground.lower(), palette.model(1).lower())


def test_the_table_has_every_stretch_of_every_part(qapp: QApplication) -> None:
    table = SchedulePicture(CONTENT, [RoleModel("pupil", STUDENT, "pupil", 1)]).table()
    assert len(table.rows) == 9
    assert table.rows[1] == ("pupil", "Layer 1", 201, 400, 0.1)


def test_the_ratio_of_attention_to_feed_forward_is_in_the_note(qapp: QApplication) -> None:
    roles = [RoleModel("pupil", STUDENT, "pupil", 1)]
    picture = SchedulePicture(replace(CONTENT, attention_ratio=1.4), roles).figure()
    assert "attention has 1.40 times" in picture.note  # type: ignore[attr-defined]
    assert "attention" not in SchedulePicture(CONTENT, roles).figure().note  # type: ignore[attr-defined]
