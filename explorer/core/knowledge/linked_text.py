"""The entities that a text mentions, with what a person corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.core.knowledge.sources import OpenGraph
from explorer.core.state.state import JSON
from models.knowledge.linking import Mention, Span

MAX_CORRECTED = 20  # texts whose corrections are stored
Corrections = tuple[tuple[int, int, int | None], ...]  # start, end, entity or none


@dataclass(frozen=True)
class EntityCandidate:
    """An entity that a name can mean."""

    entity: int
    name: str
    kind: str

    @property
    def title(self) -> str:
        return f"{self.name} ({self.kind})" if self.kind else self.name


@dataclass(frozen=True)
class LinkedMention:
    """A part of a text and the entity that it means; None where a person took it away."""

    start: int
    end: int
    text: str
    chosen: EntityCandidate | None
    candidates: tuple[EntityCandidate, ...]
    corrected: bool = False

    @property
    def span(self) -> Span:
        return self.start, self.end

    @property
    def ambiguous(self) -> bool:
        return len(self.candidates) > 1


@dataclass(frozen=True)
class LinkedTextAnswer:
    """A text and its mentions from left to right, none of which overlap."""

    text: str
    mentions: tuple[LinkedMention, ...]
    overlapped: tuple[str, ...] = ()  # names inside longer names, which are not linked

    @property
    def entities(self) -> tuple[int, ...]:
        """The linked entities, each once, in the order of the text."""
        linked = (one.chosen.entity for one in self.mentions if one.chosen is not None)
        return tuple(dict.fromkeys(linked))

    def parts(self) -> list[tuple[str, LinkedMention | None]]:
        """The words between the mentions, and these."""
        parts: list[tuple[str, LinkedMention | None]] = []
        at = 0
        for mention in self.mentions:
            parts += [(word, None) for word in self.text[at : mention.start].split()]
            parts.append((mention.text, mention))
            at = mention.end
        return parts + [(word, None) for word in self.text[at:].split()]


def link(opened: OpenGraph, text: str, corrections: Corrections) -> LinkedTextAnswer:
    """The mentions of a text; corrections of spans that are no mentions are ignored."""
    chosen = {(start, end): entity for start, end, entity in corrections}
    read = opened.linker.read(text)
    mentions = tuple(_link_mention(opened, mention, chosen) for mention in read.mentions)
    overlapped = tuple(dict.fromkeys(one.text for one in read.overlapped))
    return LinkedTextAnswer(text, mentions, overlapped)


def _link_mention(
    opened: OpenGraph, mention: Mention, chosen: Mapping[Span, int | None]
) -> LinkedMention:
    span, ids = mention.span, mention.candidates
    candidates = tuple(candidate(opened, entity) for entity in ids)
    wanted = chosen.get(span, mention.entity)
    corrected = span in chosen and (wanted is None or wanted in ids)
    if not corrected:
        wanted = mention.entity
    linked = next((one for one in candidates if one.entity == wanted), None)
    return LinkedMention(*span, mention.text, linked, candidates, corrected)


def candidate(opened: OpenGraph, entity: int) -> EntityCandidate:
    known = opened.graph.entities[entity]
    return EntityCandidate(entity, known.name, known.kind)


# ---- corrections in the session


def corrections_of(stored: JSON, text: str) -> Corrections:
    """Read the corrections of a text from a session; malformed ones are left out."""
    rows = stored.get(text, ()) if isinstance(stored, Mapping) else ()
    return tuple(
        (row[0], row[1], row[2])
        for row in (rows if isinstance(rows, Sequence) and not isinstance(rows, str) else ())
        if isinstance(row, Sequence)
        and len(row) == 3
        and all(isinstance(value, int) for value in row[:2])
        and (row[2] is None or isinstance(row[2], int))
    )


def store_correction(stored: JSON, text: str, span: Span, entity: int | None) -> dict[str, Any]:
    """What is stored after one more correction; the earliest texts are dropped."""
    texts = dict(stored) if isinstance(stored, Mapping) else {}
    others = [row for row in corrections_of(texts, text) if row[:2] != span]
    texts.pop(text, None)
    texts[text] = [list(row) for row in (*others, (*span, entity))]
    return dict(list(texts.items())[-MAX_CORRECTED:])
