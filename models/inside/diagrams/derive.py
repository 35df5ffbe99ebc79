"""Derives the block diagram of a model from the declared steps of one recorded pass.

A step reads what earlier steps computed; the numbers themselves tell which, as the tests of the
steps guarantee that they are those of an earlier step. So an architecture declares nothing for its
diagram but its steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from models.inside.diagrams.diagram import (
    Diagram,
    DiagramPart,
    PartKind,
    PartLink,
    PartWeight,
)
from models.inside.diagrams.folding import fold_layers
from models.inside.diagrams.heads import StreamEnds, link_sampled_tokens
from models.inside.diagrams.stacks import StreamStacks, stack_titles
from models.inside.diagrams.values import ComputedValues, names_again, samples_read
from models.inside.diagrams.weights import weights_of_parts
from models.inside.diagrams.words import describe_part
from models.inside.record import (
    RecordedPass,
    SharedRows,
)
from models.inside.stages import Stage, ValueSample
from models.schema.batch import LanguageModel, as_module
from models.schema.records import ModelInput
from models.schema.specs import ArchSpec
from models.schema.weight_parts import declared_part

if TYPE_CHECKING:
    from models.tasks.base import TaskModel

OWNERS: Mapping[str, PartKind] = {  # kinds of modules whose steps make up one part
    "attention": "attention",
    "feed_forward": "feed_forward",
    "recurrent": "recurrent",
    "token": "table",
    "position": "table",
}


@dataclass(eq=False)
class PartStages:
    """The steps of one part, by their numbers in the pass, and where it is."""

    kind: PartKind
    path: str
    numbers: list[int]
    streams: tuple[str, ...] = ()
    stack: int = 0
    layer: int = 0
    links: list[PartLink] = field(default_factory=list)

    @property
    def group(self) -> tuple[int, int]:
        return self.stack, self.layer


def diagram_of(
    model: LanguageModel,
    spec: ArchSpec,
    model_input: ModelInput,
    passed: RecordedPass,
    task: TaskModel | None = None,
) -> Diagram:
    """The diagram of what a recorded pass computed, with the heads that read its last states.

    With a `task`, its head is in place of those of pretraining.
    """
    return _Derivation(model, spec, model_input, passed).make_diagram(task)


class _Derivation:
    """From the steps of one pass to parts; the steps are named by their numbers."""

    def __init__(
        self, model: LanguageModel, spec: ArchSpec, model_input: ModelInput, passed: RecordedPass
    ) -> None:
        self.model, self.spec, self.model_input, self.passed = model, spec, model_input, passed
        self.modules = dict(as_module(model).named_modules())
        self.stages = passed.stages
        self.layers = StreamStacks(model, passed, self.stages)
        self.streams, self.stacks = self.layers.streams, self.layers.stacks

    def make_diagram(self, task: TaskModel | None) -> Diagram:
        runs = self._find_parts()
        self._place(runs)
        runs.sort(key=lambda run: (run.stack, run.layer))  # stable: in the order of computation
        self._link(runs)
        parts = self._part_values(runs)
        num_layers = {
            n: len(self.layers.main_bounds(stack)) - 1 for n, stack in enumerate(self.stacks)
        }
        parts = self._spread_streams(parts)
        blocks = fold_layers(parts, num_layers)
        ends = StreamEnds(self.model, self.spec, self.passed, self.stacks)
        parts += ends.joined_streams(parts)
        parts += ends.task_head(parts, task) if task else ends.heads(parts)
        parts = link_sampled_tokens(self.spec, parts)
        titles = {one.name: one.title for one in self.spec.streams}
        stacks = tuple(stack_titles(self.spec, self.stacks, parts))
        return Diagram(tuple(parts), blocks, stacks, titles, self._shared_weights(parts))

    # ---- parts

    def _find_parts(self) -> list[PartStages]:
        runs: list[PartStages] = []
        last: tuple[str, int | None] | None = None
        for number, stage in enumerate(self.stages):
            if not self.streams[number]:
                last = None
                continue
            owner, kind = self._owner(stage)
            key = (owner, None) if kind else (stage.path, stage.at)
            if key == last:
                runs[-1].numbers.append(number)
            else:
                runs.append(PartStages(kind or "function", owner or stage.path, [number]))
            last = key
        parts = [part for run in runs for part in self._split(run)]
        for part in parts:
            part.streams = tuple(
                dict.fromkeys(name for n in part.numbers for name in self.streams[n])
            )
        return parts

    def _owner(self, stage: Stage) -> tuple[str, PartKind | None]:
        """The nearest module around a step that is one part, and its kind."""
        path = stage.path
        while path:
            declared = declared_part(self.modules[path]) if path in self.modules else None
            if declared is not None:
                kind = OWNERS.get(declared)
                return (path, kind) if kind else ("", None)
            path = path.rpartition(".")[0]
        return "", None

    def _split(self, run: PartStages) -> Iterator[PartStages]:
        """Steps that are one part stay together; others are parts of their own."""
        stages = [self.stages[n] for n in run.numbers]
        attends = any(stage.relation in ("scores", "mixture") for stage in stages)
        if attends or run.kind not in ("function", "attention"):
            ends_in_sum = len(stages) > 1 and stages[-1].relation == "sum"
            own = run.numbers[:-1] if ends_in_sum else run.numbers
            yield replace(run, kind="attention" if attends else run.kind, numbers=own)
            if ends_in_sum:
                yield PartStages("sum", run.path, run.numbers[-1:])
            return
        for number, stage in zip(run.numbers, stages, strict=True):
            yield PartStages(self._kind_of(stage), stage.path, [number])

    def _kind_of(self, stage: Stage) -> PartKind:
        if stage.relation == "sum":
            return "sum"
        if stage.relation == "lookup":
            return "table"
        module = self.modules.get(stage.path)
        return "norm" if module is not None and declared_part(module) == "norm" else "function"

    def _place(self, runs: Sequence[PartStages]) -> None:
        """Say of each part in which stack and layer it is."""
        for run in runs:
            run.stack = next(n for n, stack in enumerate(self.stacks) if run.streams[0] in stack)
            bounds = self.layers.main_bounds(self.stacks[run.stack])
            at = max(self.stages[n].at for n in run.numbers)
            layer = next((n for n, bound in enumerate(bounds) if at <= bound), len(bounds) - 1)
            run.layer = 0 if run.kind == "table" else layer
        for number, stack in enumerate(self.stacks):
            last = len(self.layers.main_bounds(stack)) - 1
            layers = {n: [r for r in runs if r.group == (number, n)] for n in range(1, last + 1)}
            around = {n: _module_around(own) for n, own in layers.items()}
            for n in range(2, last + 1):  # what a stream ends after the layer of another has ended
                for run in layers[n]:
                    if not _is_below(run, around[n]) and _is_below(run, around[n - 1]):
                        run.layer = n - 1
            for run in reversed(layers.get(last, [])):
                if _is_below(run, around[last]):
                    break
                run.layer = last + 1

    # ---- what reads what

    def _link(self, runs: Sequence[PartStages]) -> None:
        made_by = {number: n for n, run in enumerate(runs) for number in run.numbers}
        values = ComputedValues()
        for number, stage in enumerate(self.stages):
            if number not in made_by:
                continue
            run = runs[made_by[number]]
            for sample, is_key in samples_read(stage):
                for source in values.find(sample, names_again(stage)):
                    role = "keys" if is_key else ""
                    self._add_link(runs, run, made_by[source], role)
            is_row = stage.relation == "lookup"  # of a table, which another stage can look up again
            values.add(number, ValueSample.of(stage.result), stage.stream, is_row)
        for run in runs:
            if run.kind == "sum" and len(run.links) < 2:
                run.kind = "function"  # what is added is computed by no step
            # keys are marked where they alone come from there
            whole = {link.source for link in run.links if not link.role}
            run.links = [one for one in run.links if not (one.role and one.source in whole)]

    def _add_link(
        self, runs: Sequence[PartStages], run: PartStages, source: int, role: str
    ) -> None:
        link = PartLink(source, "keys" if role else "")
        if runs[source] is not run and link not in run.links:
            run.links.append(link)

    # ---- parts as values

    def _part_values(self, runs: Sequence[PartStages]) -> list[DiagramPart]:
        stages = [[self.stages[n] for n in run.numbers] for run in runs]
        heads = {
            name
            for head in self.spec.heads
            for name in (head.name, *head.modules)
            if name in self.modules
        }
        paths, groups = [run.path for run in runs], [run.group for run in runs]
        weights = weights_of_parts(as_module(self.model), paths, stages, groups, heads)
        return [
            replace(
                describe_part(
                    run.kind,
                    stages[n],
                    self._part_title(run),
                    [self.spec.stream(name) for name in run.streams],
                    self._visible(run),
                ),
                links=tuple(run.links),
                streams=run.streams,
                stack=run.stack,
                layer=run.layer,
                weights=weights[n],
            )
            for n, run in enumerate(runs)
        ]

    def _shared_weights(self, parts: Sequence[DiagramPart]) -> tuple[PartWeight, ...]:
        """The weights that no single part has."""
        own = {weight.name for part in parts for weight in part.weights}
        known = as_module(self.model).named_parameters()
        return tuple(PartWeight(name, tuple(w.shape)) for name, w in known if name not in own)

    def _part_title(self, run: PartStages) -> str:
        """What its module declares as `part_title`, of a function the nearest one around it."""
        path = run.path
        while path:
            title: str = getattr(type(self.modules.get(path)), "part_title", "")
            if title or run.kind != "function":
                return title if run.kind in (*OWNERS.values(), "function") else ""
            path = path.rpartition(".")[0]
        return ""

    def _visible(self, run: PartStages) -> str:
        """What a layer with local attention sees, as its stream declares it."""
        if run.kind != "attention" or len(run.streams) > 1:
            return ""
        stream = self.spec.stream(run.streams[0])
        if stream.reach is not None:
            reach = stream.reach(self.model.config, run.layer - 1)
            if reach is not None:
                return f"local, within {reach} tokens"
        if stream.visibility is None or stream.direction == "by_order":
            return ""
        seen = stream.visible(self.model_input, self.model.config, run.layer - 1)
        if seen is None:
            return ""
        possible = np.tril(np.ones_like(seen)) if stream.causal else np.ones_like(seen)
        return "sparse, some of the tokens" if bool((possible & ~seen).any()) else ""

    def _spread_streams(self, parts: list[DiagramPart]) -> list[DiagramPart]:
        """Draw parts that compute the rows of several streams at once for each stream.

        Keys and values are those of the stream that the step names.
        """
        if not isinstance(self.model, SharedRows):
            return parts
        spread: list[DiagramPart] = []
        places: dict[tuple[int, str], int] = {}
        for old, part in enumerate(parts):
            for name in part.streams:
                places[old, name] = len(spread)
                spread.append(replace(part, streams=(name,)))
        origin = {new: old for (old, _), new in places.items()}
        keys = {key.path: one.keys for one in self.stages if one.keys for key in (one,)}
        result = []
        for new, part in enumerate(spread):
            own, links = part.streams[0], []
            shared = part.kind == "attention" and keys.get(part.steps[0].path, own)
            for link in parts[origin[new]].links:
                source = places.get((link.source, own))
                if source is not None:
                    links.append(PartLink(source, link.role))
                if shared and shared != own and (link.source, str(shared)) in places:
                    links.append(PartLink(places[link.source, str(shared)], "keys"))
            result.append(replace(part, links=tuple(links)))
        return result


def _module_around(runs: Sequence[PartStages]) -> list[str]:
    """The path of the module of a layer, by its steps: what the modules of its parts are in."""
    owned = [run.path.split(".")[:-1] for run in runs if run.kind in OWNERS.values()]
    sums = [run.path.split(".") for run in runs if run.kind == "sum"]
    together = zip(*(owned or sums), strict=False)
    return [names[0] for names in takewhile(lambda names: len(set(names)) == 1, together)]


def _is_below(run: PartStages, around: Sequence[str]) -> bool:
    return run.path.split(".")[: len(around)] == list(around)
