"""The loss of each of many inputs, in batches of similar length that are padded.

Shapes: B inputs of a batch, N scored tokens, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.schema.batch import Batch, LanguageModel, as_module, collate, evaluation_mode
from models.schema.records import BoolArray, FloatArray, IntArray, ModelInput
from models.schema.specs import ArchSpec, HeadSpec
from models.tokenization import Tokenizer
from models.training.loss import gather

MAX_TOKENS = 2048  # of a batch, with its padding
MAX_LOGITS = 16_000_000  # numbers computed at once, so that a large vocabulary fits the memory
PLACED = ("buckets", "chunks")  # kinds of recordings of models in which padding moves tokens


@dataclass(frozen=True, eq=False)
class InputLosses:
    """Losses of inputs (B,): the sums over their scored tokens in nats, and how many these are."""

    totals: FloatArray
    counts: IntArray

    @property
    def means(self) -> FloatArray:
        """Nats per token; NaN where nothing is scored."""
        known = self.counts > 0
        means = np.full(len(self.totals), np.nan, dtype=np.float32)
        means[known] = self.totals[known] / self.counts[known]
        return means


def batches_by_length(model_inputs: Sequence[ModelInput], spec: ArchSpec) -> list[list[int]]:
    """The indices of all inputs, shortest first, with about as many tokens in each batch.

    Where padding would move tokens to other places, as in layers that hash, a batch has inputs of
    one length.
    """
    padded = not any(extra.kind in PLACED for extra in spec.extras)
    batches: list[list[int]] = []
    for index in sorted(range(len(model_inputs)), key=lambda n: len(model_inputs[n])):
        length, last = len(model_inputs[index]), batches[-1] if batches else []
        fits = bool(last) and (len(last) + 1) * length <= MAX_TOKENS
        if fits and (padded or len(model_inputs[last[0]]) == length):
            last.append(index)
        else:
            batches.append([index])
    return batches


def collate_inputs(
    model_inputs: Sequence[ModelInput], spec: ArchSpec, tokenizer: Tokenizer
) -> Batch:
    """Collate model inputs into a batch with targets."""
    return collate(model_inputs, tokenizer.pad_id or 0, inputs=spec.inputs)


def input_losses(
    model: LanguageModel,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    head: HeadSpec,
    model_inputs: Sequence[ModelInput],
) -> InputLosses:
    """The loss of each input at the targets of a head, without dropout and gradients."""
    nats = target_nats(model, spec, tokenizer, head, model_inputs)
    totals = np.array([one.sum(dtype=np.float64) for one in nats], dtype=np.float32)
    return InputLosses(totals, np.array([len(one) for one in nats], dtype=np.int64))


def target_nats(
    model: LanguageModel,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    head: HeadSpec,
    model_inputs: Sequence[ModelInput],
    members: BoolArray | None = None,
) -> list[FloatArray]:
    """The loss at each target (N,) of each input, in nats, without dropout and gradients.

    With `members` (V,) it is minus the log-probability that one of these tokens is there, whatever
    the target is. A head that says of each token whether it was replaced has the loss of its flag.
    """
    found = [np.empty(0, dtype=np.float32) for _ in model_inputs]
    scored = [n for n, one in enumerate(model_inputs) if len(one.targets[head.name])]
    fed = [model_inputs[n] for n in scored]
    device = next(as_module(model).parameters()).device
    chosen = None if members is None else torch.from_numpy(members).to(device)
    with torch.inference_mode(), evaluation_mode(model):
        for indices in batches_by_length(fed, spec):
            batch = collate_inputs([fed[n] for n in indices], spec, tokenizer).to(device)
            nats = _batch_nats(model, head, batch, chosen)
            counts = [len(fed[n].targets[head.name]) for n in indices]
            for n, own in zip(indices, np.split(nats, np.cumsum(counts)[:-1]), strict=True):
                found[scored[n]] = own
    return found


def _batch_nats(
    model: LanguageModel, head: HeadSpec, batch: Batch, members: Tensor | None
) -> FloatArray:
    """The loss of each target (N,); a head runs at positions with a target only."""
    states, targets = model(batch), batch.targets[head.name]
    read = states[head.read(states)]  # (B, T, D)
    if head.predicts == "flag":  # such a head may read the first token too
        flags = model.logits(head.name, read).float()[targets.rows, targets.positions]  # (N,)
        loss = functional.binary_cross_entropy_with_logits(
            flags, targets.labels.float(), reduction="none"
        )
        return np.asarray(loss.cpu())
    hidden = gather(read, targets)  # (N, D)
    some = max(1, MAX_LOGITS // model.config.size.vocab_size)
    parts: list[Tensor] = []
    for start in range(0, len(hidden), some):
        logits = model.logits(head.name, hidden[start : start + some]).float()  # (n, V)
        if members is not None:
            named = logits[:, : len(members)]
            parts.append(logits.logsumexp(-1) - named[:, members].logsumexp(-1))
        else:
            labels = targets.labels[start : start + some]
            parts.append(functional.cross_entropy(logits, labels, reduction="none"))
    nats: FloatArray = torch.cat(parts).cpu().numpy()
    return nats
