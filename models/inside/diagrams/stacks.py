"""Streams that are computed in turn are one stack of layers; some stacks are above others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.inside.diagrams.diagram import DiagramPart, StackTitle
from models.inside.record import RecordedPass, completed_states, numbers_of_stream
from models.inside.stages import Stage
from models.schema.batch import LanguageModel
from models.schema.specs import ArchSpec


class StreamStacks:
    """The streams of each step of a pass, and the streams whose layers are one stack."""

    def __init__(self, model: LanguageModel, passed: RecordedPass, stages: Sequence[Stage]) -> None:
        self.stages = stages
        known = {name: completed_states(model, passed, name) for name in model.streams}
        self.bounds = {name: bounds for name, bounds in known.items() if bounds}
        self.ranges = {name: numbers_of_stream(model, passed, name) for name in self.bounds}
        self.streams = [self._streams_of(stage) for stage in stages]
        self.stacks = self._find_stacks()

    def _streams_of(self, stage: Stage) -> tuple[str, ...]:
        """The stream that a step names, or those on whose way it is computed.

        A step that is not about tokens, of a layer that declares nothing, is of none; so is one of
        a stream that ends before its first layer, as XLNet's query stream without a target.
        """
        if any(one.numbers.dim() < 2 for one in (*stage.operands, stage.result)):
            return ()
        if stage.stream:
            return (stage.stream,) if stage.stream in self.bounds else ()
        within = (name for name, (first, last) in self.ranges.items() if first <= stage.at <= last)
        return tuple(within)

    def _find_stacks(self) -> list[tuple[str, ...]]:
        """Streams whose layers are computed in turn are one stack; stacks in their order."""
        spans: dict[str, tuple[int, int]] = {}
        for stage, streams in zip(self.stages, self.streams, strict=True):
            if stage.relation == "lookup" or (len(streams) > 1 and not self._is_in_layer(stage)):
                continue
            for name in streams:
                first, last = spans.get(name, (stage.at, stage.at))
                spans[name] = min(first, stage.at), max(last, stage.at)
        for name in dict.fromkeys(name for streams in self.streams for name in streams):
            spans.setdefault(name, (self.bounds[name][0], self.bounds[name][-1]))
        stacks: list[tuple[tuple[str, ...], int]] = []
        for name, (first, last) in sorted(spans.items(), key=lambda one: one[1]):
            if stacks and first <= stacks[-1][1]:
                names, end = stacks[-1]
                stacks[-1] = (*names, name), max(end, last)
            else:
                stacks.append(((name,), last))
        order = list(self.bounds)
        return [tuple(sorted(names, key=order.index)) for names, _ in stacks]

    def _is_in_layer(self, stage: Stage) -> bool:
        return all(stage.at > self.bounds[name][0] for name in self.bounds)

    def main_bounds(self, stack: Sequence[str]) -> list[int]:
        """When the states of the stream with most layers were complete."""
        return max((self.bounds[name] for name in stack), key=len)


def stack_titles(
    spec: ArchSpec, stacks: Sequence[Sequence[str]], parts: Sequence[DiagramPart]
) -> Iterator[StackTitle]:
    for number, streams in enumerate(stacks):
        title = " / ".join(spec.stream(name).title for name in streams)
        own = [n for n, part in enumerate(parts) if part.stack == number]
        has_input = any(parts[n].kind == "table" for n in own)
        entered = [
            parts[link.source]
            for n in own
            for link in parts[n].links
            if parts[n].steps
            and parts[link.source].stack != number
            and link.role != "samples"
            and not set(parts[link.source].streams) & set(streams)
        ]
        reads = None if has_input or not entered else entered[0].stack
        yield StackTitle(title, tuple(streams), reads)
