"""Hidden states of many inputs by layer: a mean over tokens, or those of single tokens.

They are stored as float16: cosines and principal components need no more.

Shapes: B inputs of a batch, T tokens, S states by layer (the first enters layer 1), D width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from models.inference.taps import record_taps
from models.schema.batch import LanguageModel, as_module, evaluation_mode
from models.schema.records import ModelInput
from models.schema.specs import MAIN_FEED, ArchSpec, StreamSpec
from models.sentences.scoring import batches_by_length, collate_inputs
from models.tokenization import Tokenizer

Half = NDArray[np.float16]


def text_stream(model: LanguageModel, spec: ArchSpec) -> StreamSpec:
    """The last stream with a hidden state for each token of the text. Raises ValueError."""
    for name in reversed(model.streams):
        if spec.stream(name).feed == MAIN_FEED and model.hidden_taps(name):
            return spec.stream(name)
    raise ValueError(f"{spec.title} has no hidden states of the tokens of a text")


def mean_states(
    model: LanguageModel, spec: ArchSpec, tokenizer: Tokenizer, model_inputs: Sequence[ModelInput]
) -> Half:
    """The mean over the tokens of each text (N, S, D), without special ones if there are others."""
    found: list[Half] = [np.empty(0, dtype=np.float16)] * len(model_inputs)
    for index, hidden in _hidden(model, spec, tokenizer, model_inputs):
        special = model_inputs[index].encoding.special[model_inputs[index].origin]
        chosen = hidden if special.all() else hidden[:, ~special]
        found[index] = chosen.mean(1).astype(np.float16)
    return np.stack(found)


def states_at(
    model: LanguageModel,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    model_inputs: Sequence[ModelInput],
    position: int,
) -> Half:
    """The states at one position (N, S, D); NaN for texts that are too short for it."""
    found: list[Half | None] = [None] * len(model_inputs)
    shape: tuple[int, ...] = ()
    for index, hidden in _hidden(model, spec, tokenizer, model_inputs):
        shape = (len(hidden), hidden.shape[-1])
        if position < hidden.shape[1]:
            found[index] = hidden[:, position].astype(np.float16)
    missing = np.full(shape, np.nan, dtype=np.float16)
    return np.stack([missing if one is None else one for one in found])


def token_states(
    model: LanguageModel,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    model_inputs: Sequence[ModelInput],
    layer: int,
) -> list[Half]:
    """The states of all tokens of each text in one layer (T, D)."""
    found: list[Half] = [np.empty(0, dtype=np.float16)] * len(model_inputs)
    for index, hidden in _hidden(model, spec, tokenizer, model_inputs):
        found[index] = hidden[layer].astype(np.float16)
    return found


def _hidden(
    model: LanguageModel, spec: ArchSpec, tokenizer: Tokenizer, model_inputs: Sequence[ModelInput]
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """The states (S, T, D) of each text by its index, in the order of lengths."""
    paths = model.hidden_taps(text_stream(model, spec).name)
    device = next(as_module(model).parameters()).device
    for indices in batches_by_length(model_inputs, spec):
        batch = collate_inputs([model_inputs[n] for n in indices], spec, tokenizer).to(device)
        with (
            torch.inference_mode(),
            evaluation_mode(model),
            record_taps(as_module(model), paths) as taken,
        ):
            model(batch)
        stacked = torch.stack([taken[path].float().cpu() for path in paths]).numpy()  # (S, B, T, D)
        for row, index in enumerate(indices):
            yield index, stacked[:, row, : len(model_inputs[index])]
