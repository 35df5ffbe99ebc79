"""The icon of the program as Windows (.ico) and macOS (.icns) need it, drawn from its SVG.

    python packaging/icons.py build/program.ico build/program.icns

Both formats are containers of PNG pictures. Qt's own writers put in one size alone, and its list
of contents in .icns is wrong, so the containers are written here.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SVG = Path(__file__).parents[1] / "resources" / "icons" / "program.svg"
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)  # pixels
# Apple's types of PNG entries, by pixels; 32, 64 and 1024 are 16, 32 and 512 at double density.
ICNS_TYPES = {32: b"ic11", 64: b"ic12", 128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}


def main(paths: list[str]) -> int:
    """Write each file in the format of its ending; returns the exit code."""
    for path in paths:
        write_icon(Path(path))
    return 0


def write_icon(path: Path) -> Path:
    """Write .ico or .icns, and return the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes({".ico": ico, ".icns": icns}[path.suffix]())
    return path


def ico() -> bytes:
    """A directory with 16 bytes for each picture, then the pictures."""
    pictures = [png(size) for size in ICO_SIZES]
    offset = 6 + 16 * len(pictures)  # of the header and the directory
    directory = struct.pack("<HHH", 0, 1, len(pictures))
    for size, picture in zip(ICO_SIZES, pictures, strict=True):
        side = size % 256  # 0 means 256
        directory += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return directory + b"".join(pictures)


def icns() -> bytes:
    """Entries of a type, a length and a picture."""
    entries = b"".join(_entry(kind, png(size)) for size, kind in ICNS_TYPES.items())
    return _entry(b"icns", entries)


def _entry(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack(">I", 8 + len(content)) + content


def png(size: int) -> bytes:
    """The icon as a PNG of so many pixels a side."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(SVG)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return buffer.data().data()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
