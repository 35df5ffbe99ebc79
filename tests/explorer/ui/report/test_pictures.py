"""Pictures of a report are read by Qt without a complaint."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from explorer.ui.report.files import figure_pdf, thumbnail

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10">'
    '<rect width="20" height="10" fill="#ff0000"/>'
    '<path vector-effect="none" fill-rule="evenodd" d=""/></svg>'
)


def test_a_path_without_points_is_drawn_as_nothing_and_qt_does_not_complain(
    qapp: QApplication,
) -> None:
    """Warnings of Qt fail a test."""
    assert thumbnail(SVG, QSize(20, 10)).pixelColor(10, 5).name() == "#ff0000"
    assert figure_pdf(SVG).startswith(b"%PDF")
