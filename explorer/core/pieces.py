"""How a model cuts a text, and what it is told about each piece: engine in, numbers out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from explorer.core.analysis.interlinear import trimmed, written_out
from explorer.core.analysis.tokens import Counts, counts
from explorer.core.engine import Engine
from explorer.core.labels import labels
from explorer.core.library import CONFIG_FILE
from models.catalog import scan
from models.records import Encoding
from models.specs import TokenizerSpec

SEGMENTS_KEY = "type_vocab_size"  # of config.json; families without segments leave it out


@dataclass(frozen=True, eq=False)
class Cut:
    """A text as one model is fed it."""

    key: str
    encoding: Encoding
    labels: tuple[str, ...]  # (T,) to be read
    tokenizer: str  # the title of its family
    vocab_size: int
    has_segments: bool  # whether the model adds a segment embedding
    num_added: int  # special tokens that the text itself does not hold
    counts: Counts  # of what fitted into the model's positions


def cut_text(engine: Engine, key: str, text: str, pair: str = "") -> Cut:
    """Cut a text, or a pair, with a model's tokenizer; needs no torch. Raises UserError."""
    tokenizer = engine.tokenizer(key)
    encoding = engine.encode(key, text, pair)
    (kept,) = trimmed([written_out(encoding)])
    return Cut(
        key=key,
        encoding=encoding,
        labels=labels(tokenizer, encoding),
        tokenizer=_family_title(tokenizer.family),
        vocab_size=tokenizer.vocab_size,
        has_segments=_has_segments(engine.entry(key).folder),
        num_added=int(kept.special.sum()),
        counts=counts(kept),
    )


def _family_title(name: str) -> str:
    specs, _ = scan("models.tokenization", TokenizerSpec)  # the whole catalog would bring torch in
    spec: TokenizerSpec | None = specs.get(name)
    return spec.title if spec else name


def _has_segments(folder: Path) -> bool:
    config = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))
    return int(config.get(SEGMENTS_KEY) or 0) > 1
