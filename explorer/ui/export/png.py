"""PNG files made of bands of rows, so that whoever waits can do something between two of them.

The format is that of the PNG specification (W3C, third edition), https://www.w3.org/TR/png-3/.
Qt writes a picture in one call, which takes seconds for a large one.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Generator, Iterable, Mapping

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS, COLOUR = 8, 2  # of each channel; type 2 is red, green, blue
METRE = 1  # the unit of pHYs
NO_FILTER = 0  # smaller and faster than Qt's choice of filters for flat colours and type


def encode(
    bands: Iterable[QImage], size: QSize, dots_per_metre: int, texts: Mapping[str, str]
) -> Generator[float, None, bytes]:
    """The bytes of a file; yields the share that is done, once painted and once packed.

    `bands` are the picture's rows from the top, as RGB32; `texts` go along by their keywords.
    """
    height = size.height()
    header = struct.pack(">IIBBBBB", size.width(), height, BITS, COLOUR, 0, 0, 0)
    dots = struct.pack(">IIB", dots_per_metre, dots_per_metre, METRE)
    chunks = [SIGNATURE, _chunk(b"IHDR", header), _chunk(b"pHYs", dots)]
    chunks += [_chunk(b"iTXt", _text(keyword, text)) for keyword, text in texts.items()]
    packer, done = zlib.compressobj(), 0
    for band in bands:
        yield (done + band.height() / 2) / height
        done += band.height()
        chunks.append(_chunk(b"IDAT", packer.compress(_rows(band))))
        yield done / height
    chunks += [_chunk(b"IDAT", packer.flush()), _chunk(b"IEND", b"")]
    return b"".join(chunks)


def _rows(band: QImage) -> bytes:
    """The pixels row by row, each behind the number of its filter."""
    height, width = band.height(), band.width()
    pixels = np.frombuffer(band.constBits(), np.uint32).reshape(height, width)  # 0xffRRGGBB
    rows = np.empty((height, 1 + 3 * width), np.uint8)
    rows[:, 0] = NO_FILTER
    for channel, shift in enumerate((16, 8, 0)):
        rows[:, 1 + channel :: 3] = pixels >> shift
    return rows.tobytes()


def _text(keyword: str, text: str) -> bytes:
    """International text, neither compressed nor of a told language."""
    return keyword.encode("latin-1") + b"\0\0\0\0\0" + text.encode("utf-8", "replace")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
