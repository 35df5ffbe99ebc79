"""What a part of a block diagram is called, what is special about it, and how large it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from models.inside.diagrams.diagram import DiagramPart, PartKind, StepKey
from models.inside.stages import Stage
from models.schema.specs import StreamSpec

TITLES: Mapping[PartKind, str] = {
    "attention": "Self-attention",
    "feed_forward": "Feed-forward network",
    "recurrent": "Recurrent layer",
}
USUAL_STEPS = {  # of attention; all others are named
    *("Query", "Key", "Value", "Scores", "Attention mask", "Softmax", "Mixture of values"),
    "Output projection",
}
DIRECTIONS = {
    "left_to_right": "causal, no later tokens",
    "right_to_left": "no earlier tokens",
    "by_order": "by factorization order",
}
GATE = "⊙"
WIDE_AND_NARROW = 2  # steps of a plain feed-forward network; of others the widths say less


def describe_part(
    kind: PartKind,
    stages: Sequence[Stage],
    title: str,
    streams: Sequence[StreamSpec],
    visible: str,
) -> DiagramPart:
    """A part without its links, called `title` or else after its kind. `visible` says which tokens
    a layer with local attention sees."""
    first = stages[0]
    steps = tuple(StepKey(one.path, one.title, one.occurrence) for one in stages)
    match kind:
        case "attention":
            crosses = bool(first.keys or any(one.keys for one in stages))
            crosses = crosses and first.keys not in {one.name for one in streams}
            title = title or ("Cross-attention" if crosses else TITLES[kind])
            lines = tuple(_attention_lines(stages, [] if crosses else streams, visible))
            return DiagramPart(kind, title, steps, lines, _heads(stages))
        case "feed_forward":
            lines = tuple(_feed_forward_lines(stages))
            size = _widths(stages) if len(stages) <= WIDE_AND_NARROW else ""
            return DiagramPart(kind, title or TITLES[kind], steps, lines, size)
        case "recurrent":
            return DiagramPart(kind, title or TITLES[kind], steps, size=_widths(stages))
        case "function":
            return DiagramPart(kind, title or first.title, steps, size=_widths(stages))
        case _:
            return DiagramPart(kind, title or first.title, steps)


def _attention_lines(
    stages: Sequence[Stage], streams: Sequence[StreamSpec], visible: str
) -> Iterator[str]:
    directions = dict.fromkeys(DIRECTIONS.get(one.direction, "") for one in streams)
    yield from filter(None, (*directions, visible))
    yield from dict.fromkeys(one.title for one in stages if one.title not in USUAL_STEPS)
    yield from dict.fromkeys(one.detail for one in stages if one.detail)


def _feed_forward_lines(stages: Sequence[Stage]) -> Iterator[str]:
    if GATE in stages[0].formula:
        yield "with a gate"
    yield from dict.fromkeys(one.detail for one in stages if one.detail)


def _heads(stages: Sequence[Stage]) -> str:
    """The number of heads and their width."""
    shapes = [one.operands[0].numbers.shape for one in stages if one.relation == "scores"]
    by_head = [shape for shape in shapes if len(shape) == 3]
    if not by_head:
        return ""
    heads, _, width = by_head[0]
    return f"{heads} heads of width {width}" if heads > 1 else f"1 head of width {width}"


def _widths(stages: Sequence[Stage]) -> str:
    """The widths of what is read, is inside and comes out."""
    first = next((one for one in stages if one.operands), stages[0])
    widths = [one.numbers.shape[-1] for one in first.operands[:1]]
    widths += [one.result.numbers.shape[-1] for one in dict.fromkeys((first, stages[-1]))]
    return " → ".join(map(str, widths))
