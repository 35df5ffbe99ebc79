"""The numbers of the view Hashing, for a file."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.long_texts.hashing import Hashing
from explorer.core.table import Table

RECALL = ("found_together", "found_in_this_round", "same_bucket")
KINDS = ("together", "alone", "same_bucket")  # of a recall, in the same order
COLUMNS = ("what", "buckets", "rounds", *RECALL, "angle", "probability", "measured", "pairs")
NO_RECALL = (None,) * len(RECALL)


def tabulate_hashing(found: Hashing) -> Table:
    """The recall of strong links by rounds, and collisions by angle: computed and measured."""
    return Table(COLUMNS, [*_recalls(found), *_curves(found), *_tabulate_pairs(found)])


def _recalls(found: Hashing) -> Iterator[tuple[object, ...]]:
    for count, recall in found.recalls:
        kinds = [getattr(recall, kind).mean(0) for kind in KINDS]
        for rounds, shares in enumerate(zip(*kinds, strict=True), start=1):
            yield "recall", count, rounds, *map(float, shares), None, None, None, None


def _curves(found: Hashing) -> Iterator[tuple[object, ...]]:
    for count, curve in found.curves:
        for angle, share in zip(found.curve_angles, curve, strict=True):
            yield "collision", count, 1, *NO_RECALL, angle, share, None, None


def _tabulate_pairs(found: Hashing) -> Iterator[tuple[object, ...]]:
    for count, one in found.collisions:
        for angle, share, pairs in zip(one.angles, one.shares, one.pairs, strict=True):
            known = float(share) if pairs else None
            yield "tokens", count, 1, *NO_RECALL, angle, None, known, int(pairs)
