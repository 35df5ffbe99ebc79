"""Which inputs a head's tower reads and looks at, by name."""

from __future__ import annotations

from models.schema.records import Corruption
from models.schema.specs import ArchSpec

MAIN_FEED = "input_ids"
ORDER_FEED = "order"  # at which turn each token is predicted


def seen_feeds(spec: ArchSpec, feed: str) -> tuple[str, ...]:
    """The feeds that the towers on one feed look at: its own, and those that they attend to."""
    looking = [stream for stream in spec.streams if stream.feed == feed]
    others = [spec.stream(stream.columns).feed for stream in looking if stream.columns]
    return tuple(dict.fromkeys([*others, feed]))


def num_fed(spec: ArchSpec, corruption: Corruption, feed: str) -> int:
    """How many tokens the towers on one feed are given, those that they look at included."""
    feeds = [corruption.feeds.get(name) for name in seen_feeds(spec, feed)]
    return sum(len(corruption if ids is None else ids) for ids in feeds)
