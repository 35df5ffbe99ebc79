"""Activation patching: states of one run put into another, and how far its prediction moves.

Vig et al. (2020), arXiv:2004.12265; Meng et al. (2022), arXiv:2202.05262 (causal tracing). Many
patches are rows of one batch: copies of one input, each with another state replaced.

Shapes: T tokens, D width, H heads, K width of a head, P patches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest

import torch
from torch import Tensor

from models.attribution.methods import ExplainedPrediction
from models.inference.taps import attach_listeners, taps
from models.layers.feedforward import FeedForward
from models.schema.batch import (
    Batch,
    LanguageModel,
    as_module,
    collate,
    evaluation_mode,
    inputs_at_once,
)
from models.schema.records import FloatArray
from models.schema.specs import MAIN_FEED, ArchSpec

HIDDEN, ATTENTION, HEAD, FEED_FORWARD = "hidden", "attention", "head", "feed_forward"
KINDS = (HIDDEN, ATTENTION, HEAD, FEED_FORWARD)


@dataclass(frozen=True)
class Output:
    """What passes a tap at its nth call in a pass, as layers may share a module.

    `copies` says how often the tokens follow each other in it, as where two streams are one tensor.
    """

    path: str
    call: int = 0
    copies: int = 1


Site = tuple[Output, ...]  # what is replaced together: one layer of every stream that is read
States = Mapping[tuple[str, int], Tensor]  # by path and call: (T, D), or (T, H, K) of heads


@dataclass(frozen=True)
class Patch:
    """One run: at a site, tokens `into` get the states of the tokens `of` of the other run.

    `head` replaces the output of this head alone; None replaces all.
    """

    site: Site
    into: tuple[int, ...]
    of: tuple[int, ...]
    head: int | None = None


@dataclass(frozen=True)
class _Recorded:
    """A tensor at a tap, in the order of the forward pass."""

    path: str
    call: int
    tensor: Tensor  # (1, …)


def sites(explained: ExplainedPrediction, stream: str, kind: str) -> tuple[Site, ...]:
    """Return where states on the way to a head on `stream` can be replaced, first layer first.

    Of hidden states, the first are those that enter the first layer. Empty where the model has no
    such place. In an encoder-decoder they are those of the encoder, which reads the text.
    """
    levels = _levels(explained.model, explained.spec, stream)
    if kind == FEED_FORWARD:
        return _feed_forward_sites(explained, [hidden for hidden, _ in levels])
    paths = [hidden for hidden, _ in levels] if kind == HIDDEN else [heads for _, heads in levels]
    ran = {one.path for one in _record(explained, {path for each in paths for path in each})}
    found = (tuple(Output(path) for path in each if path in ran) for each in paths)
    return tuple(site for site in found if site)


def num_heads(explained: ExplainedPrediction, layers: Sequence[Site]) -> int:
    """Heads of each layer, the fewest where layers differ; 0 without attention."""
    paths = {site[0].path for site in layers}
    return min((one.tensor.shape[2] for one in _record(explained, paths)), default=0)


def states_only(
    explained: ExplainedPrediction, model: LanguageModel, spec: ArchSpec
) -> ExplainedPrediction:
    """Return the prediction with this input in another model, which gives states but no score."""

    def score(batch: Batch) -> Tensor:
        model(batch)
        return torch.zeros(len(batch.input_ids), device=batch.input_ids.device)

    return replace(explained, model=model, spec=spec, score=score)


def states_at(explained: ExplainedPrediction, layers: Sequence[Site]) -> States:
    """What passes these sites, to be put into another run."""
    paths = {output.path for site in layers for output in site}
    return {(one.path, one.call): one.tensor[0].clone() for one in _record(explained, paths)}


def patched_scores(
    explained: ExplainedPrediction, states: States, patches: Sequence[Patch]
) -> Iterator[FloatArray]:
    """The score of each patched run (P,), part by part."""
    step = inputs_at_once(explained.length)
    for start in range(0, len(patches), step):
        some = patches[start : start + step]
        replaced: dict[str, _Replacement] = {}
        for row, patch in enumerate(some):
            for output in patch.site:
                one = replaced.setdefault(output.path, _Replacement())
                one.add(row, patch, output, states[output.path, output.call], explained.length)
        module = as_module(explained.model)
        with torch.inference_mode(), evaluation_mode(module), attach_listeners(module, replaced):
            scores: FloatArray = explained.score(_batch(explained, len(some))).float().cpu().numpy()
        yield scores


@dataclass
class _Replacement:
    """A listener that replaces rows of the batch at some calls of its tap."""

    calls: int = 0
    by_call: dict[int, list[tuple[tuple[Tensor | int, ...], Tensor]]] = field(default_factory=dict)

    def add(self, row: int, patch: Patch, output: Output, states: Tensor, length: int) -> None:
        """Replace in one copy; `length` is that of the input."""
        own = len(states) // output.copies
        into = [n * length + at for n in range(output.copies) for at in patch.into]
        of = [n * own + at for n in range(output.copies) for at in patch.of]
        indices = partial(torch.tensor, dtype=torch.long, device=states.device)
        place: tuple[Tensor | int, ...] = row, indices(into)
        values = states[indices(of)]
        if patch.head is not None:
            place, values = (*place, patch.head), values[:, patch.head]
        self.by_call.setdefault(output.call, []).append((place, values))

    def __call__(self, tensor: Tensor) -> Tensor | None:
        here = self.by_call.get(self.calls)
        self.calls += 1
        if here is None:
            return None
        changed = tensor.clone()
        for place, values in here:
            changed[place] = values
        return changed


# ---- where states are


def _levels(model: LanguageModel, spec: ArchSpec, stream: str) -> list[tuple[list[str], list[str]]]:
    """Return by depth the taps of hidden states and of the heads' outputs of the layer before."""
    levels: list[tuple[list[str], list[str]]] = []
    for n, streams in enumerate(_ways(model, spec, stream)):
        hidden = list(zip_longest(*(model.hidden_taps(name) for name in streams)))
        heads = list(zip_longest(*(_head_taps(model, name) for name in streams)))
        hidden = hidden[1:] if n else hidden  # what enters a second stack are states of the first
        first = [()] if n == 0 else []  # nothing comes before what enters the first layer
        for states, outputs in zip_longest(hidden, [*first, *heads], fillvalue=()):
            levels.append(([*filter(None, states)], [*filter(None, outputs)]))
    return levels


def _ways(model: LanguageModel, spec: ArchSpec, stream: str) -> list[list[str]]:
    """The stacks that lead to a head, one after the other, and the streams of each."""
    if stream not in model.streams:
        return []
    read = spec.stream(stream)
    if spec.is_decoder_input(read.feed):
        encoders = [s for s in model.streams if spec.stream(s).feed == MAIN_FEED]
        return [[name] for name in encoders if model.hidden_taps(name)]
    others = (head.fallback_stream for head in spec.heads if head.stream == stream)
    before = next((name for name in others if name in model.streams), "")
    if not before:
        return [[stream]]
    return [[before, stream]] if read.direction == "by_order" else [[before], [stream]]


def _head_taps(model: LanguageModel, stream: str) -> list[str]:
    return [path.removesuffix("weights") + "heads" for path in model.attention_taps(stream)]


def _feed_forward_sites(
    explained: ExplainedPrediction, levels: Sequence[Sequence[str]]
) -> tuple[Site, ...]:
    """The feed-forward outputs between two depths; empty where a layer has none for each token."""
    module, length = as_module(explained.model), explained.length
    networks = {
        path
        for path in taps(module)
        if isinstance(module.get_submodule(path.rpartition(".")[0]), FeedForward)
        and path.endswith(".added")
    }
    depth_of = {path: depth for depth, paths in enumerate(levels) for path in paths}
    found: list[list[Output]] = [[] for _ in levels]
    depth = -1
    for one in _record(explained, networks | set(depth_of)):
        if one.path in depth_of:
            depth = max(depth, depth_of[one.path])
        elif 0 <= depth < len(levels) - 1:
            rows = one.tensor.shape[1]
            if one.tensor.dim() != 3 or rows < length:
                return ()
            copies = 1 if rows % length else rows // length
            found[depth + 1].append(Output(one.path, one.call, copies))
    return tuple(map(tuple, found[1:])) if all(found[1:]) else ()


# ---- one pass


def _record(explained: ExplainedPrediction, paths: set[str]) -> list[_Recorded]:
    """The tensors at the taps while the score is computed."""
    records: list[_Recorded] = []

    def watch(path: str) -> _Watch:
        return _Watch(path, records)

    module = as_module(explained.model)
    watched = {path: watch(path) for path in paths}
    with torch.inference_mode(), evaluation_mode(module), attach_listeners(module, watched):
        explained.score(_batch(explained, 1))
    return records


@dataclass
class _Watch:
    """A listener that notes what passes its tap."""

    path: str
    records: list[_Recorded]
    calls: int = 0

    def __call__(self, tensor: Tensor) -> None:
        self.records.append(_Recorded(self.path, self.calls, tensor))
        self.calls += 1


def _batch(explained: ExplainedPrediction, copies: int) -> Batch:
    """Collate copies of the input into one batch."""
    fed = explained.spec.apply_all_feeds(explained.model_input, explained.model)
    device = next(as_module(explained.model).parameters()).device
    return collate([fed] * copies, with_targets=False).to(device)
