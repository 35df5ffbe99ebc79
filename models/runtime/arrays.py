"""Arrays in files that may be anybody's: numbers alone, and never a pickle."""

from __future__ import annotations

from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np

# What numpy raises for a header that is not its own; it reads one with Python's own parser.
DAMAGED = (ValueError, TypeError, OverflowError, EOFError, MemoryError, SyntaxError, TokenError)


def open_array(path: Path) -> np.ndarray[Any, Any]:
    """The whole numbers in a .npy file, which stay on disk until they are read.

    Raises OSError, and ValueError for a file that is damaged or holds something else; what numpy
    says of one, to load it without its protection, is nothing that a person should do.
    """
    try:
        array = np.lib.format.open_memmap(path, mode="r")
    except DAMAGED as error:
        raise ValueError(f"{path.name} is damaged, or no array of numbers") from error
    if array.dtype.kind not in "iu" or not array.ndim:
        raise ValueError(f"{path.name} holds no list of whole numbers")
    return array
