"""What reads the last states in a block diagram: heads, and streams that join others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from models.inside.diagrams.diagram import DiagramPart, PartLink, PartWeight, StepKey
from models.inside.record import RecordedPass, head_stages_of, task_stages
from models.inside.stages import Stage
from models.schema.batch import LanguageModel, as_module
from models.schema.specs import MAIN_FEED, ArchSpec

if TYPE_CHECKING:
    from models.tasks.base import TaskModel

AFTER_LAYERS = 10**6  # the layer of what is no part of a stack


@dataclass(frozen=True, eq=False)
class StreamEnds:
    """The heads of a model and the streams that they read, after a recorded pass."""

    model: LanguageModel
    spec: ArchSpec
    passed: RecordedPass
    stacks: Sequence[tuple[str, ...]]

    def _end_of(self, parts: Sequence[DiagramPart], stream: str) -> int | None:
        """The last part of a stream, which its heads read."""
        own = [n for n, one in enumerate(parts) if stream in one.streams and one.kind != "head"]
        own = [n for n in own if not _is_read_in_stack(parts, n)]
        return own[-1] if own else None

    def joined_streams(self, parts: Sequence[DiagramPart]) -> list[DiagramPart]:
        """Streams that compute nothing but join the last states of others."""
        joined = []
        others = [other for stack in self.stacks for other in stack]
        for name in self.model.streams:
            if name in others or name not in self.passed.states:
                continue
            ends = [end for other in others if (end := self._end_of(parts, other)) is not None]
            links = tuple(PartLink(end) for end in ends)
            title = self.spec.stream(name).title
            stack, layer = len(self.stacks) - 1, AFTER_LAYERS
            joined.append(
                DiagramPart(
                    "function", title, links=links, streams=(name,), stack=stack, layer=layer
                )
            )
        return joined

    def heads(self, parts: Sequence[DiagramPart]) -> list[DiagramPart]:
        heads = []
        for head in self.spec.heads_of(self.model):
            stream = head.read(self.passed.states)
            states, end = self.passed.states.get(stream), self._end_of(parts, stream)
            if states is None or end is None:
                continue
            stages, _ = head_stages_of(self.model, head, states[:, :1])
            heads.append(
                self._head_part(head.title, stages, end, parts, (head.name, *head.modules))
            )
        return heads

    def task_head(self, parts: Sequence[DiagramPart], task: TaskModel) -> list[DiagramPart]:
        end = self._end_of(parts, task.head.stream)
        if end is None:
            return []
        stages, _ = task_stages(task, self.passed)
        part = self._head_part("Head of the task", stages, end, parts, ())
        return [part]

    def _head_part(
        self,
        title: str,
        stages: Sequence[Stage],
        end: int,
        parts: Sequence[DiagramPart],
        modules: Sequence[str],
    ) -> DiagramPart:
        steps = tuple(StepKey(one.path, one.title, one.occurrence) for one in stages)
        lines = tuple(one.title for one in stages)
        weights = [
            (name, weight)
            for name, weight in as_module(self.model).named_parameters()
            if name.split(".")[0] in modules
        ]
        return DiagramPart(
            "head",
            title,
            steps,
            lines,
            links=(PartLink(end),),
            streams=parts[end].streams[:1],
            stack=parts[end].stack,
            layer=AFTER_LAYERS,
            weights=tuple(PartWeight(name, tuple(weight.shape)) for name, weight in weights),
        )


def _is_read_in_stack(parts: Sequence[DiagramPart], place: int) -> bool:
    """Whether a part is read by another of its own stack and streams."""
    own = parts[place]
    return any(
        link.source == place and part.stack == own.stack and set(part.streams) & set(own.streams)
        for part in parts
        for link in part.links
        if part.kind != "head"
    )


def link_sampled_tokens(spec: ArchSpec, parts: list[DiagramPart]) -> list[DiagramPart]:
    """Link the head of a generator to the stream that reads what it has put into the text."""
    detects = {
        one.stream: spec.stream(one.stream).feed
        for one in spec.heads
        if one.task == "detect_replacement"
    }
    fills = {one.title for one in spec.heads if one.task == "fill_mask"}
    heads = [n for n, p in enumerate(parts) if p.kind == "head" and p.title in fills]
    result = list(parts)
    for stream, feed in detects.items():
        sources = [n for n in heads if stream not in parts[n].streams]
        if feed == MAIN_FEED or not sources:
            continue
        reads = next((n for n, p in enumerate(parts) if stream in p.streams), None)
        if reads is not None:
            links = (*parts[reads].links, PartLink(sources[0], "samples"))
            result[reads] = replace(parts[reads], links=links)
    return result
