"""How far one may trust the shares of tokens: deletion and insertion, and shuffled weights.

Shapes: T tokens, K of them that have a share.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np
import torch
from scipy.stats import spearmanr
from torch import nn

from models.attribution.methods import Explained
from models.schema.records import FloatArray, IntArray

ORDERS = 10  # random ones that deletion is compared with
FEWEST = 3  # tokens that a rank correlation needs


@dataclass(frozen=True, eq=False)
class Faithfulness:
    """Scores after 0, 1, … K tokens, in the order of their shares, and in random orders.

    Deletion begins with the text and puts the baseline in the place of the most important tokens
    first; insertion begins with baselines. A good order falls quickly and rises quickly (Petsiuk et
    al. 2018, arXiv:1806.07421). Areas are means over the curve.
    """

    deletion: FloatArray  # (K + 1,)
    insertion: FloatArray  # (K + 1,)
    random: FloatArray  # (orders, 2, K + 1) deletion and insertion

    @property
    def areas(self) -> tuple[float, float]:
        return float(self.deletion.mean()), float(self.insertion.mean())

    @property
    def random_areas(self) -> FloatArray:
        """(orders, 2)"""
        means: FloatArray = self.random.mean(-1)
        return means


def faithfulness(
    explained: Explained, shares: FloatArray, random: FloatArray | None = None, seed: int = 0
) -> Faithfulness:
    """The curves of one method; those of random orders, where they are known, are taken over."""
    places = np.flatnonzero(explained.changed)
    order = places[np.argsort(-shares[places], kind="stable")]
    deletion, insertion = _curves(explained, order)
    if random is None:
        rng = np.random.default_rng(seed)
        random = np.stack([_curves(explained, rng.permutation(places)) for _ in range(ORDERS)])
    return Faithfulness(deletion, insertion, random)


def _curves(explained: Explained, order: IntArray) -> FloatArray:
    """Deletion and insertion (2, K + 1) in an order of places (K,)."""
    left_out = np.zeros((len(order) + 1, explained.length), dtype=bool)
    for number, place in enumerate(order, 1):
        left_out[number:, place] = True
    scores = explained.scores(np.concatenate([left_out, explained.changed & ~left_out]))
    return scores.reshape(2, -1)


def with_shuffled_weights(module: nn.Module, seed: int) -> nn.Module:
    """A copy whose weights are shuffled within each tensor: what was learned is lost.

    An attribution that stays the same does not show what the model learned (Adebayo et al. 2018,
    Sanity Checks for Saliency Maps, arXiv:1810.03292).
    """
    shuffled, generator = copy.deepcopy(module), torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in shuffled.parameters():
            order = torch.randperm(parameter.numel(), generator=generator).to(parameter.device)
            parameter.copy_(parameter.flatten()[order].view_as(parameter))
    return shuffled


def rank_correlation(explained: Explained, one: FloatArray, other: FloatArray) -> float:
    """Spearman's, of the shares (T,) of two methods; NaN of too few tokens, or of equal shares."""
    first, second = one[explained.changed], other[explained.changed]
    if len(first) < FEWEST or np.ptp(first) == 0 or np.ptp(second) == 0:
        return float("nan")
    return float(spearmanr(first, second).statistic)
