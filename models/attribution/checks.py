"""How far one may trust the shares of tokens: deletion and insertion, and shuffled weights.

Shapes: T tokens, K of them that have a share.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from scipy.stats import kendalltau, spearmanr
from torch import nn

from models.attribution.methods import ExplainedPrediction
from models.schema.records import FloatArray, IntArray

ORDERS = 10  # random ones that deletion is compared with
MOST_POINTS = 40  # of a curve, so that a long text takes no longer
FEWEST = 3  # tokens that a rank correlation needs


@dataclass(frozen=True, eq=False)
class Curves:
    """Scores after `counts` (P,) tokens of an order: 0, some between, and all.

    Deletion begins with the text and puts the baseline in the place of the most important tokens
    first; insertion begins with baselines.
    """

    counts: IntArray  # (P,)
    deletion: FloatArray  # (P,)
    insertion: FloatArray  # (P,)

    @property
    def both(self) -> FloatArray:
        """(2, P)"""
        return np.stack([self.deletion, self.insertion])


@dataclass(frozen=True, eq=False)
class Faithfulness(Curves):
    """The curves in the order of the shares of a method, and in random orders.

    A good order falls quickly and rises quickly (Petsiuk et al. 2018, arXiv:1806.07421). Areas are
    means over the curve.
    """

    random: FloatArray  # (orders, 2, P) deletion and insertion

    @classmethod
    def of(cls, own: Curves, random: Sequence[Curves]) -> Faithfulness:
        others = np.stack([one.both for one in random])
        return cls(own.counts, own.deletion, own.insertion, others)

    @property
    def areas(self) -> tuple[float, float]:
        return float(self.deletion.mean()), float(self.insertion.mean())

    @property
    def random_areas(self) -> FloatArray:
        """(orders, 2)"""
        means: FloatArray = self.random.mean(-1)
        return means


def random_orders(explained: ExplainedPrediction, seed: int) -> Iterator[FloatArray]:
    """Made-up shares (T,) that put the tokens in random orders."""
    rng = np.random.default_rng(seed)
    for _ in range(ORDERS):
        yield rng.permutation(explained.length).astype(np.float32)


def curves_by(explained: ExplainedPrediction, shares: FloatArray) -> Curves:
    """Deletion and insertion, the tokens with the largest shares (T,) first."""
    places = np.flatnonzero(explained.changed)
    order = places[np.argsort(-shares[places], kind="stable")]
    points = min(len(order), MOST_POINTS) + 1
    counts = np.unique(np.linspace(0, len(order), points).round().astype(np.int64))
    left_out = np.zeros((len(counts), explained.length), dtype=bool)
    for row, count in enumerate(counts.tolist()):
        left_out[row, order[:count]] = True
    scores = explained.scores(np.concatenate([left_out, explained.changed & ~left_out]))
    deletion, insertion = scores.reshape(2, -1)
    return Curves(counts, deletion, insertion)


def shuffle_weights(module: nn.Module, seed: int) -> nn.Module:
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


def rank_correlation(explained: ExplainedPrediction, one: FloatArray, other: FloatArray) -> float:
    """Return Spearman's correlation of the shares (T,) of two methods, over changed tokens."""
    return spearman(one[explained.changed], other[explained.changed])


def spearman(first: FloatArray, second: FloatArray) -> float:
    """Spearman's rank correlation of (N,) numbers; NaN of too few, or of equal ones."""
    return float("nan") if _no_order(first, second) else float(spearmanr(first, second).statistic)


def kendall(first: FloatArray, second: FloatArray) -> float:
    """Kendall's rank correlation of (N,) numbers, tau-b; NaN of too few, or of equal ones."""
    return float("nan") if _no_order(first, second) else float(kendalltau(first, second).statistic)


def _no_order(first: FloatArray, second: FloatArray) -> bool:
    return len(first) < FEWEST or np.ptp(first) == 0 or np.ptp(second) == 0
