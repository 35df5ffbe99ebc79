"""Where a model's parameters are: in the token table, in attention, in the feed-forward layers …"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# The first rule that a name contains decides; the names are those of models.layers and models.arch.
ROLES = (
    ("norm", "Normalisation"),
    ("embeddings", "Embeddings"),
    ("attention", "Attention"),
    ("feed_forward", "Feed-forward"),
)
REST = "Heads and the rest"


@dataclass(frozen=True)
class Share:
    """The parameters of one role."""

    role: str
    count: int
    fraction: float  # of all


def role_of(name: str) -> str:
    """The role of a parameter by its path in the model."""
    return next((title for part, title in ROLES if part in name), REST)


def shares(sizes: Mapping[str, int]) -> list[Share]:
    """Parameters by role, the largest first, from sizes by name (tied ones named once)."""
    counts: dict[str, int] = {}
    for name, size in sizes.items():
        counts[role_of(name)] = counts.get(role_of(name), 0) + size
    total = sum(counts.values())
    found = [Share(role, count, count / total) for role, count in counts.items()]
    return sorted(found, key=lambda share: -share.count)
