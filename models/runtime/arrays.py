"""Arrays in files that may be anybody's: numbers alone, and never a pickle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def open_array(path: Path) -> np.ndarray[Any, Any]:
    """The whole numbers in a .npy file, which stay on disk until they are read.

    Raises OSError, and ValueError for a file that is damaged or holds something else; what numpy
    says of one, to load it without its protection, is nothing that a person should do.
    """
    try:
        array = np.lib.format.open_memmap(path, mode="r")
    except (ValueError, TypeError, OverflowError, EOFError, MemoryError) as error:
        raise ValueError(f"{path.name} is damaged, or no array of numbers") from error
    if array.dtype.kind not in "iu" or not array.ndim:
        raise ValueError(f"{path.name} holds no list of whole numbers")
    return array
