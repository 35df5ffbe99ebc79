"""UMAP of states, an extra: it needs a package that is not installed with the program."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

import numpy as np

from explorer.core.errors import UserError
from explorer.core.localization import tr
from models.schema.records import FloatArray

PACKAGE, INSTALL = "umap", "pip install plm-explorer[umap]"
NEIGHBOURS, SEED = 15, 0  # neighbours as in McInnes et al. (2018), arXiv:1802.03426
FEW = 4 * NEIGHBOURS  # points, below which the spectral layout it starts from may fail


def is_installed() -> bool:
    return find_spec(PACKAGE) is not None


def umap_points(states: FloatArray) -> FloatArray:
    """Points (N, 2) of states (N, D), by cosine; the same for the same states. Raises UserError."""
    if not is_installed():
        raise UserError(
            tr("UMAP is not installed."), tr("Install it with: {install}", install=INSTALL)
        )
    umap = importlib.import_module(PACKAGE)  # takes seconds
    reducer = umap.UMAP(
        n_neighbors=min(NEIGHBOURS, len(states) - 1),
        metric="cosine",
        init="random" if len(states) < FEW else "spectral",
        random_state=SEED,
        n_jobs=1,
    )
    points: FloatArray = np.asarray(reducer.fit_transform(states), dtype=np.float32)
    return points
