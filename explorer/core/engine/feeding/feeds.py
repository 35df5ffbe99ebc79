"""Which inputs the streams of a model read and attend to, by name."""

from __future__ import annotations

from models.schema.records import ModelInput
from models.schema.specs import ArchSpec


def key_feeds(spec: ArchSpec, feed: str) -> tuple[str, ...]:
    """The feeds that the streams on one feed attend to, and their own."""
    streams = [stream for stream in spec.streams if stream.feed == feed]
    others = [spec.stream(stream.columns).feed for stream in streams if stream.columns]
    return tuple(dict.fromkeys([*others, feed]))


def num_fed(spec: ArchSpec, model_input: ModelInput, feed: str) -> int:
    """How many tokens the streams on one feed are given, those that they attend to included."""
    return sum(len(model_input.ids_of(name)) for name in key_feeds(spec, feed))
