"""Runs one example through a model and records what a panel wants to see: ModelInput -> Trace."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import repeat
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor, nn

from models.inference.taps import AttachedListeners, Listener, Tap, resolved_taps, taps
from models.schema.batch import (
    Batch,
    EntityModel,
    ExtraTaps,
    LanguageModel,
    as_module,
    collate,
    evaluation_mode,
)
from models.schema.records import NO_ORIGIN, IntArray, ModelInput, StreamTrace, Trace
from models.schema.specs import ArchSpec, ExtraSpec, HeadSpec, InputSpec, StreamSpec

STACKED = ("attention", "hidden")
KINDS = (*STACKED, "extra", "logits")
HeadPlace = tuple[str, int, int]  # stream, layer, head
NUM_KNOWN_LENGTHS = 8  # whose positions are cached
HELD_TOKENS = 128  # of a text whose tensors are held until the pass is over
MOST_BYTES = 2_000_000_000  # of what is recorded of one kind
Place = tuple[str, str]  # stream, and what is recorded of it
ForwardOutput = tuple[dict[Place, Tensor], tuple[str, ...], dict[str, Tensor]]  # see `_run`
NamesOf = Callable[[IntArray], Sequence[str]]


def heads_of(model: LanguageModel, spec: ArchSpec) -> tuple[str, ...]:
    """The heads that this model has."""
    return tuple(head.name for head in spec.heads_of(model))


def trace(
    model: LanguageModel,
    spec: ArchSpec,
    model_input: ModelInput,
    kinds: Collection[str] = KINDS,
    heads: Collection[str] | None = None,
    tokens: NamesOf | None = None,
    ablate: Collection[HeadPlace] = (),
    ablate_extras: Collection[str] = (),
    without: Collection[str] = (),
) -> Trace:
    """What the model does with one model input, without dropout and gradients.

    `kinds` says what is recorded; a kind that the architecture does not yield is left out. The name
    of an extra stands for that one alone, "extra" for all.
    `heads` are those whose logits are wanted, None for all. `tokens` names ids that are not in
    the encoding. `ablate` switches attention heads off, `ablate_extras` extras of the architecture
    in every layer; `without` leaves whole streams out, whose heads then read another. A stream that
    did not run is left out. Raises ValueError where a head or something to switch off does not
    exist, for a token that the model does not know, and where the model yields NaN.
    """
    assert isinstance(model, nn.Module)
    model_input = spec.apply_all_feeds(model_input, model)
    fixed = _collect_fixed_parts(model, spec)
    _check_ids(fixed.num_ids, model_input)
    names = _select_heads(fixed.heads, heads) if "logits" in kinds else ()
    if "attention" in kinds:  # the maps of a layer, before any of them is there
        _check_bytes(4 * model.config.size.num_heads * len(model_input) ** 2)
    changes: Mapping[str, Listener] = {}
    if ablate or ablate_extras:
        changes = {**_ablations(model, ablate), **_extra_ablations(model, spec, ablate_extras)}
    batch = collate([model_input], with_targets=False).to(fixed.weight.device)
    if without:
        batch = replace(batch, without=_check_optional(spec, without))
    with torch.inference_mode(), evaluation_mode(model):
        started = time.perf_counter()
        recorded, ran, logits = _run(
            model, fixed, batch, _TraceQuery(frozenset(kinds), names, changes)
        )
        seconds = time.perf_counter() - started
    return Trace(
        model_input=model_input,
        streams=_streams(fixed, model_input, tokens, recorded, ran),
        logits={name: tensor.numpy() for name, tensor in logits.items()},
        seconds=seconds,
    )


def layers_of_extra(model: LanguageModel, stream: str, name: str) -> tuple[int, ...]:
    """The layers, counted from 1, that an extra of a stream is recorded in.

    A tap is in the layer whose output is the next one in the order in which the model was built.
    """
    assert isinstance(model, ExtraTaps)
    order = {path: place for place, path in enumerate(taps(as_module(model)))}
    outputs = [order[path] for path in model.hidden_taps(stream)[1:]]
    places = (order[path] for path in model.extra_taps(stream)[name])
    return tuple(1 + sum(output < place for output in outputs) for place in places)


class _TraceQuery(NamedTuple):
    """What is wanted of a pass."""

    kinds: frozenset[str]
    heads: Sequence[HeadSpec]
    changes: Mapping[str, Listener]  # by tap path


def _run(model: LanguageModel, fixed: _Fixed, batch: Batch, query: _TraceQuery) -> ForwardOutput:
    """One forward pass.

    Returns what was recorded where (places, …), the streams that gave states, and the logits of
    heads (R, V), all in 32 bits on the CPU.
    """
    stacks = {
        place: _Stack(taps, at_once=not _short(batch))
        for place, kind, taps in fixed.places
        if {kind, place[1]} & query.kinds and place[0] not in batch.without
    }
    recorders = [pair for stack in stacks.values() for pair in stack.listeners()]
    with AttachedListeners([*resolved_taps(as_module(model), query.changes), *recorders]):
        states = model(batch)
        logits = {
            head.name: _plain(_logits(model, head, states[head.read(states)][0]))
            for head in query.heads
        }
    recorded = {place: stack.stacked_values for place, stack in stacks.items() if stack}
    return recorded, tuple(states), logits


def _short(batch: Batch) -> bool:
    return batch.input_ids.shape[1] <= HELD_TOKENS


def _plain(tensor: Tensor) -> Tensor:
    """Return a tensor in 32 bits on the CPU."""
    return tensor if tensor.dtype is torch.float32 and tensor.is_cpu else tensor.float().cpu()


def _check_ids(num_ids: Mapping[str, int], model_input: ModelInput) -> None:
    """Raises ValueError for an id that the table of its vocabulary has no row for."""
    for feed, size in num_ids.items():
        largest = int(model_input.ids_of(feed).max(initial=0))
        if largest >= size:
            raise ValueError(
                f"the text has the token {largest}, but the model knows tokens below {size} only. "
                "Put the tokenizer beside the model that belongs to it."
            )


def _check_bytes(needed: int) -> None:
    """Raises ValueError where what is recorded would take too much memory."""
    if needed > MOST_BYTES:
        wanted, most = needed / 1e9, MOST_BYTES / 1e9
        raise ValueError(
            f"what is recorded of this text would take {wanted:,.1f} GB of memory, and "
            f"{most:,.1f} GB are the most. Use a shorter text"
        )


class _Stack:
    """What passes several taps, first layer first, in the end on top of each other: (places, …).

    A short text's tensors are held until then. A long one's are copied into their place as they
    pass, so that the model can free them and nothing is held twice.
    """

    def __init__(self, taps: Sequence[Tap], at_once: bool) -> None:
        self._taps = taps
        self._at_once = at_once
        self._tensors: list[Tensor] = []  # (1, …) each
        self._stacked: Tensor | None = None  # (places, 1, …)
        self._places = iter(range(len(taps)))  # that are empty yet

    def listeners(self) -> Iterator[tuple[Tap, Listener]]:
        return zip(self._taps, repeat(self._copy if self._at_once else self._tensors.append))

    def _copy(self, tensor: Tensor) -> None:
        if self._stacked is None:
            _check_bytes(len(self._taps) * 4 * tensor.numel())
            self._stacked = torch.empty((len(self._taps), *tensor.shape), dtype=torch.float32)
        self._stacked[next(self._places)].copy_(tensor)

    def __bool__(self) -> bool:
        """Whether anything passed."""
        return bool(self._tensors) or self._stacked is not None

    @property
    def stacked_values(self) -> Tensor:
        """All that passed."""
        if self._stacked is None:
            return _plain(torch.cat(self._tensors))
        return self._stacked.squeeze(1)


def _streams(
    fixed: _Fixed,
    model_input: ModelInput,
    tokens: NamesOf | None,
    recorded: Mapping[Place, Tensor],
    ran: Collection[str],
) -> dict[str, StreamTrace]:
    """Return the traces of the streams that ran: those with states or with anything recorded."""
    streams = {}
    for stream, keys in fixed.streams:
        arrays = {
            name: tensor.numpy() for (of, name), tensor in recorded.items() if of == stream.name
        }
        if arrays or stream.name in ran:
            rows = _row_names(model_input, fixed.inputs[stream.feed], tokens)
            other = fixed.inputs[keys.feed]
            streams[stream.name] = StreamTrace(
                rows=rows,
                columns=rows if keys is stream else _row_names(model_input, other, tokens),
                attention=arrays.get("attention"),
                hidden=arrays.get("hidden"),
                extra={
                    extra.name: arrays[extra.name] if extra.is_by_layer else arrays[extra.name][0]
                    for extra in fixed.extras
                    if extra.name in arrays and extra.kind != "outside"
                },
                outside=next(
                    (arrays[extra.name] for extra in fixed.outside if extra.name in arrays), None
                ),
            )
    return streams


@dataclass(frozen=True)
class _Fixed:
    """What stays the same as long as a model lives."""

    places: Sequence[tuple[Place, str, Sequence[Tap]]]  # with the kind of each
    heads: Sequence[HeadSpec]
    streams: Sequence[tuple[StreamSpec, StreamSpec]]  # each, and the one whose rows are its columns
    extras: Sequence[ExtraSpec]
    outside: Sequence[ExtraSpec]  # of them: the weight on what is no column
    inputs: Mapping[str, InputSpec]
    num_ids: Mapping[str, int]  # of the vocabularies, by input
    weight: nn.Parameter  # any one, which says where the model is


def _collect_fixed_parts(model: LanguageModel, spec: ArchSpec) -> _Fixed:
    """Looked up once, as taps are."""
    module = as_module(model)
    fixed = _known.get(module)
    if fixed is None:
        outside = tuple(extra for extra in spec.extras if extra.kind == "outside")
        fixed = _known[module] = _Fixed(
            places=tuple(_places(model, outside)),
            heads=spec.heads_of(model),
            streams=tuple(
                (stream, spec.stream(stream.columns or stream.name))
                for stream in map(spec.stream, model.streams)
            ),
            extras=spec.extras,
            outside=outside,
            inputs={one.name: _named_by(model, one) for one in spec.inputs},
            num_ids={one.name: n for one in spec.inputs if (n := one.num_ids(model.config))},
            weight=next(module.parameters()),
        )
    return fixed


def _named_by(model: LanguageModel, fed: InputSpec) -> InputSpec:
    """The input with the names of entities, of which each model has a table of its own."""
    if fed.role == "entities" and isinstance(model, EntityModel):
        return replace(fed, label=model.entity_name)
    return fed


_known: WeakKeyDictionary[nn.Module, _Fixed] = WeakKeyDictionary()


def _places(
    model: LanguageModel, outside: Sequence[ExtraSpec]
) -> Iterator[tuple[Place, str, Sequence[Tap]]]:
    """Yield the places of all that can be recorded, with kind and taps, first layer first.

    By stream and kind: attention (L, H, R, C), hidden (L + 1, R, D), or the name of what only this
    family has: (places, H, R, C). The weight on what is no column belongs to the attention.
    """
    available = taps(as_module(model))
    kinds = {**dict(zip(STACKED, STACKED, strict=True)), **{e.name: "attention" for e in outside}}
    for stream in model.streams:
        extras = model.extra_taps(stream) if isinstance(model, ExtraTaps) else {}
        stacked = model.attention_taps(stream), model.hidden_taps(stream)
        for name, paths in (*zip(STACKED, stacked, strict=True), *extras.items()):
            yield (stream, name), kinds.get(name, "extra"), [available[path] for path in paths]


def _extra_ablations(
    model: LanguageModel, spec: ArchSpec, names: Collection[str]
) -> dict[str, Listener]:
    """Interventions that set the named extras to zero, by tap path."""
    if not names:
        return {}
    known = {extra.name for extra in spec.extras if extra.ablatable}
    if unknown := sorted(set(names) - known):
        raise ValueError(f"{spec.title} has no {', '.join(unknown)} to switch off")
    assert isinstance(model, ExtraTaps)
    return {
        path: torch.zeros_like
        for stream in model.streams
        for name, paths in model.extra_taps(stream).items()
        if name in names
        for path in paths
    }


def _check_optional(spec: ArchSpec, names: Collection[str]) -> frozenset[str]:
    """The named streams. Raises ValueError for one that no head can do without."""
    known = {head.stream for head in spec.heads if head.fallback_stream}
    if unknown := sorted(set(names) - known):
        raise ValueError(f"{spec.title} cannot do without {', '.join(unknown)}")
    return frozenset(names)


def _select_heads(heads: Sequence[HeadSpec], names: Collection[str] | None) -> Sequence[HeadSpec]:
    """Return the heads of these names, all if None. Raises ValueError for an unknown name."""
    if names is None:
        return heads
    if unknown := sorted(set(names) - {head.name for head in heads}):
        known = ", ".join(head.name for head in heads)
        raise ValueError(f"no head {', '.join(unknown)}; this model has {known}")
    return [head for head in heads if head.name in names]


def _logits(model: LanguageModel, head: HeadSpec, hidden: Tensor) -> Tensor:
    """hidden (T, D) -> (T, V), (T,) or, from position 0 alone, (C,)."""
    return model.logits(head.name, hidden[0] if head.predicts == "class" else hidden)


def _ablations(model: LanguageModel, places: Collection[HeadPlace]) -> dict[str, Listener]:
    """Interventions that set what the given heads found to zero, by tap path."""
    heads: dict[str, list[int]] = {}
    for stream, layer, head in places:
        paths = model.attention_taps(stream) if stream in model.streams else []
        if not 0 <= layer < len(paths) or head < 0:
            raise ValueError(f"no head {head} in layer {layer} of {stream!r} to switch off")
        heads.setdefault(paths[layer].removesuffix("weights") + "heads", []).append(head)
    return {path: partial(_zero_heads, indices) for path, indices in heads.items()}


def _zero_heads(heads: list[int], outputs: Tensor) -> Tensor:
    """found (B, T, H, K) with some heads set to zero."""
    if max(heads) >= outputs.shape[2]:
        raise ValueError(f"no head {max(heads)} to switch off: there are {outputs.shape[2]}")
    outputs = outputs.clone()
    outputs[:, :, heads] = 0.0
    return outputs


def _row_names(model_input: ModelInput, fed: InputSpec, tokens: NamesOf | None) -> tuple[str, ...]:
    """The names of what a stream is fed: the encoding's own where they are still there."""
    encoding, ids = model_input.encoding, model_input.ids_of(fed.name)
    if not fed.holds_tokens:
        return tuple(map(fed.label or str, ids.tolist()))
    if len(ids) != len(model_input):
        return _name_tokens(ids, tokens)
    origin = model_input.origin
    if ids.tobytes() == encoding.ids.tobytes() and origin.tobytes() == _identity_places(len(ids)):
        return encoding.tokens
    unchanged = (origin != NO_ORIGIN) & (ids == encoding.ids[origin])
    names = [encoding.tokens[place] for place in origin.tolist()]
    changed = np.flatnonzero(~unchanged)
    if len(changed):
        for place, name in zip(changed.tolist(), _name_tokens(ids[changed], tokens), strict=True):
            names[place] = name
    return tuple(names)


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
def _identity_places(length: int) -> bytes:
    """What the places of an encoding are where none came, went or moved."""
    return np.arange(length, dtype=np.int64).tobytes()


def _name_tokens(ids: IntArray, tokens: NamesOf | None) -> tuple[str, ...]:
    """Names of ids, or the numbers themselves where nobody can name them."""
    return tuple(tokens(ids)) if tokens is not None else tuple(str(id_) for id_ in ids)
