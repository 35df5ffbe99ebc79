"""A batch of model inputs as tensors, and what a model must offer to be trained and traced."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np
import torch
from torch import Tensor, nn

from models.knowledge.entity_vectors import EntityVectors
from models.layers.attention import KeyValueCache, RelativeBias
from models.schema.configs import ModelConfig
from models.schema.records import ModelInput
from models.schema.specs import InputSpec

MOST_INPUTS = 32  # of texts that are fed in many variants in one pass
MOST_WEIGHTS = MOST_INPUTS * 64**2  # of an attention head in all of them; that many of 64 tokens


@dataclass(frozen=True)
class BatchTargets:
    """The places of a batch that one head must predict."""

    rows: Tensor  # (N,) which example
    positions: Tensor  # (N,)
    labels: Tensor  # (N,)


@dataclass(frozen=True)
class Batch:
    """Inputs of a model: B examples of T tokens, padded on the right.

    `present` is False on padding, None without padding. `special` is True on special tokens; no
    model is fed it, measures leave such tokens out. `without` names streams that the model leaves
    out, where their heads can do without them. `first_only` says that of the last hidden states
    only the first one is read, so that a model may return (B, 1, D).
    """

    input_ids: Tensor  # (B, T)
    segment: Tensor | None = None  # (B, T); None: all zero
    present: Tensor | None = None  # (B, T)
    special: Tensor | None = None  # (B, T); None: not known
    feeds: Mapping[str, Tensor] = field(default_factory=dict)
    targets: Mapping[str, BatchTargets] = field(default_factory=dict)
    without: Collection[str] = ()
    first_only: bool = False

    @property
    def inputs(self) -> dict[str, Tensor]:
        """All tensors that a model is fed, by name."""
        inputs = {"input_ids": self.input_ids, **self.feeds}
        if self.segment is not None:
            inputs["segment"] = self.segment
        if self.present is not None:
            inputs["present"] = self.present
        return inputs

    @property
    def num_tokens(self) -> int:
        """Tokens that are not padding."""
        count = self.input_ids.numel() if self.present is None else self.present.sum()
        return int(count)

    def to(self, device: torch.device | str) -> Batch:
        """Return the batch on another device, or this one where it is there already."""
        if self.input_ids.device == torch.device(device):
            return self

        def move(tensor: Tensor | None) -> Tensor | None:
            return None if tensor is None else tensor.to(device)

        targets = {
            head: BatchTargets(t.rows.to(device), t.positions.to(device), t.labels.to(device))
            for head, t in self.targets.items()
        }
        return replace(
            self,
            input_ids=self.input_ids.to(device),
            segment=move(self.segment),
            present=move(self.present),
            special=move(self.special),
            feeds={name: feed.to(device) for name, feed in self.feeds.items()},
            targets=targets,
        )


@runtime_checkable
class LanguageModel(Protocol):
    """What an architecture's model offers besides being an nn.Module."""

    config: ModelConfig

    def __call__(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D) of every stream.

        Beside them there may be what heads of tasks read, under a name of its own.
        """

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """The head's output for hidden states (…, D) of its stream."""

    @property
    def streams(self) -> tuple[str, ...]:
        """The streams that this model has; a checkpoint may hold only a part of its kind."""

    def attention_taps(self, stream: str) -> list[str]:
        """Tap paths of the attention weights of a stream, first layer first.

        Each ends in `weights`; the tap `heads` next to it has the heads' outputs, (B, T, H, K).
        """

    def hidden_taps(self, stream: str) -> list[str]:
        """Tap paths of the hidden states of a stream: what enters layer 0, then each output."""


@runtime_checkable
class ExtraTaps(Protocol):
    """A model that has more to record than attention and hidden states."""

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        """Tap paths by the name of an ExtraSpec, first layer first; its kind gives the shape."""


@runtime_checkable
class MixedInput(Protocol):
    """A model of which the first hidden states of a stream are each made of several tokens."""

    def token_tap(self, stream: str) -> str:
        """The path of the tap (B, T, E) that every token passes alone, before that."""


@runtime_checkable
class FinallyNormed(Protocol):
    """A model of which the last hidden states of a stream have passed a norm, and no others have.

    A head that is to read the output of an earlier layer needs the same norm before it.
    """

    def final_norm(self, stream: str, hidden: Tensor) -> Tensor:
        """Apply the norm to hidden states (…, D) of a stream."""


@runtime_checkable
class EntityModel(Protocol):
    """A model that reads the entities of a text, whose vectors are a table that never learns.

    The table lies beside the weights in the folder of the model; None where there is none yet.
    """

    entities: EntityVectors | None

    @property
    def vector_width(self) -> int:
        """Numbers in the vector of an entity."""

    def use_entities(self, table: EntityVectors) -> None:
        """Read the entities of this table. Raises ValueError where its vectors do not fit."""

    def entity_name(self, id: int) -> str:
        """The name of an entity by its id, of which the first are special."""

    def entity_logits(self, hidden: Tensor, candidates: Tensor | None = None) -> Tensor:
        """How well states (…, D) fit entities (C,) by id, or all: (…, C)."""


class StreamwiseModel(LanguageModel, Protocol):
    """A model whose encoders run one after the other while it learns."""

    def states_for(self, head: str, batch: Batch) -> Tensor:
        """The last hidden states (B, T, D) that a head reads; its encoder alone runs."""

    def token_tables(self) -> tuple[Tensor, Tensor] | None:
        """The parameters through which generator and discriminator learn their token tables.

        One and the same where they share it; None where one of both is absent.
        """


@runtime_checkable
class CausalModel(LanguageModel, Protocol):
    """A model that writes: it can go on from keys and values already computed."""

    next_token_head: str  # the name of the head that predicts the next token

    def begin(self, prompt: Tensor, room: int) -> tuple[list[KeyValueCache], list[int]]:
        """The caches for a prompt (S,) and `room` further tokens, and the ids to feed first.

        A decoder is fed the prompt itself; where an encoder has read it, the decoder's start. An
        encoder also reads several prompts of one length (B, S).
        """

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens; returns the hidden states (B, T, D). Fills the caches."""


@dataclass(frozen=True, eq=False)
class DecoderParts:
    """The modules of a Pre-LN decoder.

    Each block has `attention_norm`, `attention` (with `qkv`, `output`, `num_heads`, `scale`),
    `feed_forward_norm` and `feed_forward` (with `widen`, `narrow`, `act`); one that attends to an
    encoder has `cross_norm` and `cross` (with `query`, `output`, `num_heads`, `scale`) as well.
    """

    token: nn.Embedding
    blocks: nn.ModuleList | Sequence[Any]
    norm: nn.Module
    head: nn.Linear
    position: nn.Embedding | None = None  # one row a position
    bias: RelativeBias | None = None  # added to the scores of self-attention
    head_scale: float = 1.0  # of the states that the head reads
    bands: Sequence[int | None] = ()  # tokens that each block's attention sees; None or empty: all


@runtime_checkable
class DecoderModel(Protocol):
    """A causal model whose decoder is what `DecoderParts` describes, and nothing more.

    Its caches are one a block for what is written, then one a block for what an encoder read.
    """

    def decoder_parts(self) -> DecoderParts: ...


def inputs_at_once(length: int) -> int:
    """How many inputs of a length one pass takes: the longer, the fewer."""
    return min(max(MOST_WEIGHTS // max(length, 1) ** 2, 1), MOST_INPUTS)


def collate(
    model_inputs: Sequence[ModelInput],
    pad_id: int = 0,
    with_targets: bool = True,
    inputs: Sequence[InputSpec] = (),
) -> Batch:
    """Stack model inputs of different length, padding on the right; each feed to its own length.

    Tokens are padded with `pad_id`; `inputs` says which feeds hold no tokens, whose padding is 0.
    """
    fills = {one.name: 0 for one in inputs if not one.holds_tokens}
    lengths = [len(item) for item in model_inputs]
    length = max(lengths)
    padded = min(lengths) < length
    segments = [item.segment for item in model_inputs]
    return Batch(
        input_ids=_stack([item.input_ids for item in model_inputs], length, pad_id),
        segment=_stack(segments, length, 0) if any(any(s.tolist()) for s in segments) else None,
        present=torch.arange(length) < torch.tensor(lengths)[:, None] if padded else None,
        special=_special(model_inputs, length) if with_targets else None,
        feeds={
            name: _stack([item.feeds[name] for item in model_inputs], 0, fills.get(name, pad_id))
            for name in model_inputs[0].feeds
        },
        targets=_targets(model_inputs) if with_targets else {},
    )


def _stack(arrays: Sequence[np.ndarray], length: int, fill: int) -> Tensor:
    """Arrays (T,) or (T, C) as (B, T) or (B, T, C), of at least this length."""
    if len(arrays) == 1 and len(arrays[0]) >= length:
        return torch.from_numpy(arrays[0][None].copy())  # as below, in less time
    lengths = {length, *map(len, arrays)}
    if len(lengths) == 1:
        return torch.from_numpy(np.array(arrays, dtype=np.int64))  # (B, T)
    shape = (len(arrays), max(lengths), *arrays[0].shape[1:])
    stacked = np.full(shape, fill, dtype=np.int64)
    for row, array in enumerate(arrays):
        stacked[row, : len(array)] = array
    return torch.from_numpy(stacked)  # (B, T)


def _special(model_inputs: Sequence[ModelInput], length: int) -> Tensor:
    return _stack([item.encoding.special for item in model_inputs], length, 0).bool()


def _targets(model_inputs: Sequence[ModelInput]) -> dict[str, BatchTargets]:
    heads = sorted({head for item in model_inputs for head in item.targets})
    return {head: _gather(model_inputs, head) for head in heads}


def _gather(model_inputs: Sequence[ModelInput], head: str) -> BatchTargets:
    by_row = [
        (row, item.targets[head]) for row, item in enumerate(model_inputs) if head in item.targets
    ]
    rows = np.concatenate([np.full(len(t), row) for row, t in by_row])
    positions = np.concatenate([t.positions for _, t in by_row])
    labels = np.concatenate([t.labels for _, t in by_row])
    return BatchTargets(*(torch.from_numpy(a.astype(np.int64)) for a in (rows, positions, labels)))


def as_module(model: LanguageModel | nn.Module) -> nn.Module:
    """Return a model as the nn.Module that it is."""
    assert isinstance(model, nn.Module)
    return model


def evaluation_mode(model: LanguageModel | nn.Module) -> AbstractContextManager[None]:
    """Switch dropout off for the length of a `with` block; each part's mode comes back after it."""
    module = as_module(model)
    return _switch_to_evaluation(module) if module.training else nullcontext()


@contextmanager
def _switch_to_evaluation(module: nn.Module) -> Iterator[None]:
    training = [part for part in module.modules() if part.training]
    module.eval()
    try:
        yield
    finally:
        for part in training:
            part.training = True


def num_parameters(model: nn.Module) -> int:
    """Parameters of a model, tied tensors once."""
    return sum(parameter.numel() for parameter in model.parameters())
