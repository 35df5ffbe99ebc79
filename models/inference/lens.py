"""Logit lens: what a model's own head predicts from the states of every layer, not only the last.

nostalgebraist (2020), interpreting GPT: the logit lens. A head was trained on the last states
alone, so what it makes of earlier ones is a projection, not a prediction of the model (Belrose et
al. 2023, arXiv:2303.08112).

Shapes: S states by layer with the input of the first one, N positions, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from models.inference.mask_filling import as_query
from models.inference.trace import trace
from models.schema.batch import FinallyNormed, LanguageModel, as_module, evaluation_mode
from models.schema.records import FloatArray, ModelInput, Trace
from models.schema.specs import ArchSpec, HeadSpec


@dataclass(frozen=True, eq=False)
class LayerStates:
    """The states of one layer at N positions; `last` are those that its stream ends with.

    `number` counts the layers of the stream from 1; 0 is what enters the first one.
    """

    stream: str
    number: int
    values: FloatArray  # (N, D)
    last: bool


def head_of_stream(spec: ArchSpec, heads: Sequence[HeadSpec], stream: str) -> HeadSpec | None:
    """The first head that predicts tokens from a stream, also where another one comes between."""
    reading = (head for head in heads if head.predicts == "token")
    return next((h for h in reading if stream in (h.stream, h.fallback_stream)), None)


def hidden_path(
    spec: ArchSpec, head: HeadSpec, stream: str, traced: Trace, positions: Sequence[int]
) -> tuple[LayerStates, ...]:
    """The states on the way to a head, from those that enter `stream` on: S of (N, D).

    Where the head reads a stream that continues `stream`, the states of both; a stream that reads
    an order runs beside the other from its first layer on, and is the way itself.
    """
    read = head.read(traced.streams)
    by_order = spec.stream(read).direction == "by_order"
    ways = [read] if by_order or read == stream else [stream, read]
    states: list[LayerStates] = []
    for name in ways:
        hidden = traced.streams[name].hidden
        assert hidden is not None
        first = 0 if name == ways[0] else 1  # what enters the second are states of the first
        for number in range(first, len(hidden)):
            last = number == len(hidden) - 1
            states.append(LayerStates(name, number, hidden[number, list(positions)], last))
    return tuple(states)


def lens_logits(model: LanguageModel, head: HeadSpec, states: LayerStates) -> FloatArray:
    """The head's logits (N, V) for the states of a layer, after the final norm if there is one.

    The last states of a stream have passed it already.
    """
    with torch.inference_mode(), evaluation_mode(model):
        device = next(as_module(model).parameters()).device
        hidden = torch.from_numpy(np.array(states.values)).to(device)  # (N, D)
        if not states.last and isinstance(model, FinallyNormed):
            hidden = model.final_norm(states.stream, hidden)
        logits = model.logits(head.name, hidden)
    values: FloatArray = logits.float().cpu().numpy()
    return values


def masked_trace(
    model: LanguageModel,
    spec: ArchSpec,
    model_input: ModelInput,
    positions: Sequence[int],
    mask_id: int,
) -> Trace:
    """The hidden states of a pass that must predict some positions, which have the mask token.

    Where an architecture reads a factorization order, these positions come last in it.
    """
    ids = model_input.input_ids.copy()
    ids[list(positions)] = mask_id
    query = as_query(spec, replace(model_input, input_ids=ids), positions)
    return trace(model, spec, query, kinds=("hidden",))
