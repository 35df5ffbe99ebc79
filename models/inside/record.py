"""Records one forward pass and gives the steps of one token: ModelInput -> Step, Step, …

Every module is hooked for the length of one pass, so that a model that nobody looks into is as
quick as without. Shapes: T tokens of the stream, S of those attended to, N numbers, H heads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import torch
from torch import Tensor, nn

from models.inference.taps import attach_listeners, taps
from models.inside.stages import Call, Stage, Value, mark_unrecorded, plain, rest, stages_of
from models.inside.steps import Numbers, TokenPath, TokenStage
from models.schema.batch import Batch, ExtraTaps, LanguageModel, as_module, collate, evaluation_mode
from models.schema.records import FloatArray, ModelInput
from models.schema.specs import ArchSpec, HeadSpec

if TYPE_CHECKING:
    from models.tasks.base import TaskModel


@runtime_checkable
class SharedRows(Protocol):
    """A model whose layers compute the rows of several streams at once."""

    def first_row(self, stream: str, num_tokens: int) -> int:
        """Return the index of the first row of `stream` among the rows of all streams."""


def token_path(
    model: LanguageModel,
    spec: ArchSpec,
    model_input: ModelInput,
    stream: str,
    row: int,
    head: HeadSpec | None = None,
    task: TaskModel | None = None,
) -> TokenPath:
    """All steps of a row of a stream, and those of a head that reads it.

    The head of a `task` may read several tokens; its logits are then those of the whole text.
    """
    return path_of(model, record(model, spec, model_input, task), stream, row, head, task)


def path_of(
    model: LanguageModel,
    passed: RecordedPass,
    stream: str,
    row: int,
    head: HeadSpec | None = None,
    task: TaskModel | None = None,
) -> TokenPath:
    """The steps of a row of a stream in a recorded pass, as those of `token_path`."""
    bounds = completed_states(model, passed, stream)
    states = passed.states.get(stream)
    num_rows = 0 if states is None else states.shape[1]
    shared = isinstance(model, SharedRows)
    first = model.first_row(stream, num_rows) if isinstance(model, SharedRows) else 0
    own = stages_of_stream(model, passed, stream)
    stages = mark_unrecorded([stage for stage in own if shared or _has_rows(stage, num_rows)])
    steps = [_step(stage, row, num_rows, first, _section(bounds, stage.at)) for stage in stages]
    if task is not None:
        of_head, logits = task_stages(task, passed)
    elif head is None or states is None:
        return TokenPath(tuple(steps), len(bounds) - 1)
    else:
        of_head, logits = head_stages_of(model, head, states[:, row : row + 1])
    last, at = len(bounds), row if task is not None else 0
    steps += [
        replace(_step(stage, at, num_rows, 0, last), after_unrecorded=stage.after_unrecorded)
        for stage in of_head
    ]
    return TokenPath(tuple(steps), len(bounds) - 1, logits)


@dataclass(frozen=True, eq=False)
class RecordedPass:
    """The calls of one pass of a batch, and the last states (1, T, D) by stream."""

    model: LanguageModel
    call: Call
    states: Mapping[str, Tensor]
    batch: Batch

    @cached_property
    def stages(self) -> list[Stage]:
        """All steps, numbered among those with the same module and title."""
        with torch.inference_mode(), evaluation_mode(self.model):
            return number_alike(stages_of(self.call))


def record(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput, task: TaskModel | None = None
) -> RecordedPass:
    """One forward pass without dropout, with every call in it; what a `task` reads, if given."""
    module = as_module(model)
    model_input = spec.apply_all_feeds(model_input, model)
    device = next(module.parameters()).device
    batch = collate([model_input], with_targets=False).to(device)
    with (
        torch.inference_mode(),
        evaluation_mode(model),
        _calls(module) as roots,
        _force_stepwise_attention(model),
    ):
        states = model(batch) if task is None else task.states(batch)
    return RecordedPass(model, roots[0], states, batch)


def stages_of_stream(model: LanguageModel, passed: RecordedPass, stream: str) -> list[Stage]:
    """What is computed on the way to the last states of a stream, in its order."""
    first, last = numbers_of_stream(model, passed, stream)
    return [s for s in passed.stages if first <= s.at <= last and s.stream in ("", stream)]


def number_alike(stages: Iterable[Stage]) -> list[Stage]:
    """Number the steps of each module and title in their order."""
    counts: Counter[tuple[str, str]] = Counter()
    numbered = []
    for stage in stages:
        key = stage.path, stage.title
        numbered.append(replace(stage, occurrence=counts[key]))
        counts[key] += 1
    return numbered


# ---- recording


@contextmanager
def _calls(module: nn.Module) -> Iterator[list[Call]]:
    """Every call of every module below, as a tree for each call from outside."""
    roots: list[Call] = []
    running: list[Call] = []
    numbers = count()
    paths = {part: path for path, part in module.named_modules()}

    def enter(part: nn.Module, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        above = running[-1] if running else None
        call = Call(part, paths[part], next(numbers), (given, named), above)
        (roots if above is None else above.children).append(call)
        running.append(call)

    def leave(part: nn.Module, given: Any, named: Any, output: Any) -> None:
        running.pop().output = output

    handles = []
    for part in paths:
        handles.append(part.register_forward_pre_hook(enter, with_kwargs=True))
        handles.append(part.register_forward_hook(leave, with_kwargs=True))
    try:
        yield roots
    finally:
        for handle in handles:
            handle.remove()


@contextmanager
def _force_stepwise_attention(model: LanguageModel) -> Iterator[None]:
    """Attention computed step by step, as it is where somebody listens."""
    module = as_module(model)
    places = {path for stream in model.streams for path in model.attention_taps(stream)}
    beside = {path.removesuffix("weights") + "heads" for path in places}
    extras = model.extra_taps if isinstance(model, ExtraTaps) else lambda _: {}
    more = {path for name in model.streams for each in extras(name).values() for path in each}
    wanted = (places | beside | _hidden_paths(model) | more) & set(taps(module))
    with attach_listeners(module, dict.fromkeys(wanted, _ignore_tensor)):
        yield


def _ignore_tensor(tensor: Tensor) -> None:
    """A listener that only makes a tap active."""


def _hidden_paths(model: LanguageModel) -> set[str]:
    return {path for stream in model.streams for path in model.hidden_taps(stream)}


# ---- layers of a stream


def completed_states(model: LanguageModel, passed: RecordedPass, stream: str) -> list[int]:
    """Return the call number at which each hidden state of a stream was complete."""
    known = taps(as_module(model))
    calls = (next(passed.call.calls(known[path]), None) for path in model.hidden_taps(stream))
    return [call.number for call in calls if call is not None]


def numbers_of_stream(model: LanguageModel, passed: RecordedPass, stream: str) -> tuple[int, int]:
    """The first and last number of what a stream computes: after streams that ended before it."""
    bounds = completed_states(model, passed, stream)
    if not bounds:
        return 0, -1
    others = (completed_states(model, passed, name) for name in model.streams if name != stream)
    ended = (other[-1] for other in others if other and other[-1] < bounds[0])
    return max(ended, default=-1) + 1, bounds[-1]


def _section(bounds: Sequence[int], at: int) -> int:
    return next((n for n, bound in enumerate(bounds) if at <= bound), len(bounds))


# ---- one token


def _has_rows(stage: Stage, num_rows: int) -> bool:
    """Whether it is about the tokens of a stream of so many, and not about those of another."""
    values = (*stage.operands, stage.result)
    return all(
        one.numbers.dim() > 1 and (one.of_others or one.numbers.shape[-2] == num_rows)
        for one in values
    )


def _step(stage: Stage, row: int, num_rows: int, first: int, section: int) -> TokenStage:
    def numbers(value: Value) -> Numbers:
        values = value.numbers
        if not value.of_others:
            at = row + (first if values.shape[-2] > num_rows else 0)
            values = values[..., 0 if values.shape[-2] == 1 else at, :]  # one row is of the text
        return Numbers(value.name, values.detach().numpy(), value.of_others, value.over_tokens)

    return TokenStage(
        title=stage.title,
        formula=stage.formula,
        operands=tuple(map(numbers, stage.operands)),
        result=numbers(stage.result),
        relation=stage.relation,
        factor=stage.factor,
        section=section,
        keys=stage.keys,
        path=stage.path,
        after_unrecorded=stage.after_unrecorded,
        occurrence=stage.occurrence,
        detail=stage.detail,
    )


@runtime_checkable
class HeadWithStages(Protocol):
    """A model whose head does more than call its modules."""

    def head_stages(self, head: str, call: Call) -> Iterator[Stage]:
        """The stages of `logits`."""


def head_stages_of(
    model: LanguageModel, head: HeadSpec, hidden: Tensor
) -> tuple[list[Stage], FloatArray]:
    """What a head computes of hidden (1, 1, D), and its logits (V,), or one number."""
    module = as_module(model)
    with torch.inference_mode(), evaluation_mode(model):
        with _calls(module) as roots:
            logits = model.logits(head.name, hidden)
        call = Call(module, head.name, -1, ((hidden,), {}), output=logits, children=roots)
        declared = model.head_stages(head.name, call) if isinstance(model, HeadWithStages) else None
        stages = [replace(one, at=0) for one in number_alike(declared or rest(call))]
    return _select_head_stages(call.input, stages), logits.flatten().float().cpu().numpy()


def task_stages(task: TaskModel, passed: RecordedPass) -> tuple[list[Stage], FloatArray]:
    """What the head of a task computes, and its logits (C,), or (T, C) where it has all tokens."""
    with torch.inference_mode(), evaluation_mode(task):
        with _calls(task) as roots:
            logits = task.head(passed.states, passed.batch)
        stages = [replace(one, at=0) for one in number_alike(stages_of(roots[0]))]
    hidden = plain(passed.states[task.head.stream])
    return _select_head_stages(hidden, stages), plain(logits).numpy()


def _select_head_stages(hidden: Tensor, stages: Sequence[Stage]) -> list[Stage]:
    """The stages of a head that reads hidden (T, D), those after something unrecorded marked."""
    start = Stage("", "", (), Value("x", hidden), "lookup")
    return mark_unrecorded([start, *stages])[1:]
