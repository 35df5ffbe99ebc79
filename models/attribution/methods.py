"""Which tokens caused a prediction: gradients, tokens left out, and attention.

A score is a log-probability in nats, or the difference of two (why A and not B). Methods give each
token of the text its share of it. They answer different questions and often disagree (Jain &
Wallace 2019, arXiv:1902.10186).

Shapes: T tokens, B inputs at once, D width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
import torch
from torch import Tensor, nn

from models.inference.taps import Listener, attach_listeners
from models.schema.batch import (
    Batch,
    LanguageModel,
    MixedInput,
    as_module,
    collate,
    evaluation_mode,
    inputs_at_once,
)
from models.schema.records import BoolArray, FloatArray, ModelInput
from models.schema.specs import MAIN_FEED, ArchSpec, HeadSpec

STEPS = 50  # of integrated gradients
Score = Callable[[Batch], Tensor]  # (B,) in nats
Module = nn.Module  # a pretrained model, or one with a head for a task


@dataclass(frozen=True, eq=False)
class ExplainedPrediction:
    """A prediction to be explained: what the model is fed, and the score of its prediction.

    `changed` (T,) are the tokens that get a share. The others, such as special tokens and the mask
    that is predicted, are the same in every input. `baseline` is the id that stands for no
    information where a token is left out: the mask token, where a model has one.
    """

    model: LanguageModel
    spec: ArchSpec
    model_input: ModelInput  # as it is before the architecture adds the feeds that it needs
    score: Score
    changed: BoolArray
    baseline: int

    @property
    def length(self) -> int:
        return len(self.model_input)

    def leave_out(self, left_out: BoolArray) -> Batch:
        """Inputs (B, T) in which the tokens of `left_out` (B, T) are the baseline."""
        return collate([self._variant(row) for row in left_out], with_targets=False).to(
            next(as_module(self.model).parameters()).device
        )

    def _variant(self, left_out: BoolArray) -> ModelInput:
        fed = self.model_input
        ids = np.where(left_out & self.changed, self.baseline, fed.input_ids)
        others = {  # characters follow from the ids
            name: values
            for name, values in fed.feeds.items()
            if self.spec.input(name).role != "characters"
        }
        return self.spec.apply_all_feeds(replace(fed, input_ids=ids, feeds=others), self.model)

    def scores(self, left_out: BoolArray) -> FloatArray:
        """Compute the score of each input (B,), without gradients."""
        step = inputs_at_once(self.length)
        with torch.inference_mode(), evaluation_mode(self.model):
            parts = [
                self.score(self.leave_out(left_out[start : start + step])).float().cpu().numpy()
                for start in range(0, len(left_out), step)
            ]
        values: FloatArray = np.concatenate(parts)
        return values

    @cached_property
    def both_ends(self) -> tuple[float, float]:
        """The score of the text, and of the baseline in place of all its tokens."""
        whole, empty = self.scores(np.stack([np.zeros_like(self.changed), self.changed]))
        return float(whole), float(empty)


def word_score(
    model: LanguageModel,
    head: HeadSpec,
    positions: Sequence[int],
    wanted: Sequence[int],
    against: Sequence[int] | None = None,
) -> Score:
    """The log-probability of a word of N tokens, which a head predicts at N rows of its stream.

    With `against`, the difference to that of another word of N tokens.
    """

    def score(batch: Batch) -> Tensor:
        logits = _rows(model, head, batch, positions)  # (B, N, V)
        each = [
            log_odds(logits[:, n], id, None if against is None else against[n])
            for n, id in enumerate(wanted)
        ]
        return torch.stack(each).sum(0)

    return score


def head_logits(
    model: LanguageModel, model_input: ModelInput, head: HeadSpec, positions: Sequence[int]
) -> FloatArray:
    """What a head predicts at rows of its stream: logits (N, V)."""
    device = next(as_module(model).parameters()).device
    with torch.inference_mode(), evaluation_mode(model):
        rows = _rows(model, head, collate([model_input], with_targets=False).to(device), positions)
    logits: FloatArray = rows[0].cpu().numpy()
    return logits


def _rows(model: LanguageModel, head: HeadSpec, batch: Batch, positions: Sequence[int]) -> Tensor:
    """Logits (B, N, V) at rows of the head's stream."""
    states = model(batch)
    hidden = states[head.read(states)]  # (B, T, D)
    return model.logits(head.name, hidden[:, list(positions)]).float()


def log_odds(logits: Tensor, wanted: int, against: int | None) -> Tensor:
    """Return log p(wanted) from logits (B, V), minus log p(against) if there is one: (B,)."""
    if against is not None:
        return logits[:, wanted] - logits[:, against]
    return logits.log_softmax(-1)[:, wanted]


# ---- methods


@dataclass(frozen=True, eq=False)
class Attribution:
    """The share of each token (T,) in nats, 0 for those that are not changed.

    `error` is, of integrated gradients, what their sum is off the score's difference to the
    baseline (Sundararajan et al. 2017, section 3: completeness); None of other methods.
    """

    shares: FloatArray
    error: float | None = None


def gradient_times_input(explained: ExplainedPrediction) -> Attribution:
    """The gradient of the score times what enters the first layer, summed over the width."""
    ends = _Ends.of(explained)
    gradients = ends.gradients(explained, np.ones(1, dtype=np.float32))
    parts = [(whole * gradients[path]).sum(-1) for path, (_, whole) in ends.states.items()]
    return Attribution(_shares(explained, parts))


def integrated_gradients(explained: ExplainedPrediction, steps: int = STEPS) -> Attribution:
    """Gradients on the straight line from the baseline to the text, by the midpoint rule.

    Sundararajan et al. (2017), Axiomatic Attribution for Deep Networks, arXiv:1703.01365. The line
    is drawn between what enters the first layer.
    """
    ends = _Ends.of(explained)
    ways: FloatArray = (np.arange(steps, dtype=np.float32) + np.float32(0.5)) / np.float32(steps)
    gradients = ends.gradients(explained, ways)
    parts = [
        ((whole - empty) * gradients[path]).sum(-1) for path, (empty, whole) in ends.states.items()
    ]
    shares = _shares(explained, parts)
    whole, empty = explained.both_ends
    return Attribution(shares, error=float(shares.sum() - (whole - empty)))


def leave_one_out(explained: ExplainedPrediction) -> Attribution:
    """How much the score falls when the baseline is in the place of one token."""
    places = np.flatnonzero(explained.changed)
    shares = np.zeros(explained.length, dtype=np.float32)
    if len(places):
        whole, _ = explained.both_ends
        shares[places] = whole - explained.scores(np.eye(explained.length, dtype=bool)[places])
    return Attribution(shares)


def rollout(attention: FloatArray, position: int) -> FloatArray:
    """Attention rollout (T,): how much of each token reaches a position through all layers.

    Abnar & Zuidema (2020), arXiv:2005.00928: the mean of the heads and the identity, half each,
    multiplied over the layers (L, H, T, T). Not of the score: it knows no gradient and no sign.
    """
    reached = np.eye(attention.shape[-1])
    for layer in attention.mean(1):  # (T, T)
        mixed = 0.5 * layer + 0.5 * np.eye(len(layer))
        reached = mixed @ reached
    row: FloatArray = reached[position].astype(np.float32)
    return row


@dataclass(frozen=True, eq=False)
class _Ends:
    """What enters the first layers for the baseline and for the text, (T, D) each, by tap path.

    Where an architecture reads the text by several stacks, all of them, as far as the text decides
    what enters; a stack that continues another enters with its states and is none of them.
    """

    states: Mapping[str, tuple[Tensor, Tensor]]

    @classmethod
    def of(cls, explained: ExplainedPrediction) -> _Ends:
        model, spec = explained.model, explained.spec
        paths = {
            model.token_tap(name) if isinstance(model, MixedInput) else model.hidden_taps(name)[0]
            for name in model.streams
            if spec.stream(name).feed == MAIN_FEED and model.hidden_taps(name)
        }
        batch = explained.leave_out(np.stack([explained.changed, np.zeros_like(explained.changed)]))
        entering: dict[str, Tensor] = {}

        def keep(path: str) -> Listener:
            def listener(states: Tensor) -> Tensor | None:
                if states.requires_grad:  # those of a stack before
                    return None
                entering[path] = states.detach()
                return states.detach().requires_grad_()

            return listener

        with _weights_fixed(model), attach_listeners(as_module(model), {p: keep(p) for p in paths}):
            explained.score(batch)
        return cls(
            {
                path: (states[0], states[1])
                for path, states in entering.items()
                if not torch.equal(states[0], states[1])
            }
        )

    def gradients(self, explained: ExplainedPrediction, ways: FloatArray) -> dict[str, Tensor]:
        """The mean gradient (T, D) at points on the way from the baseline (0) to the text (1).

        Raises ValueError where the baseline enters the model as the text does.
        """
        if not self.states:
            raise ValueError("what enters the first layer does not depend on these tokens")
        total = {path: torch.zeros_like(whole) for path, (_, whole) in self.states.items()}
        step = inputs_at_once(explained.length)
        for start in range(0, len(ways), step):
            for path, gradient in self._sum_gradients(
                explained, ways[start : start + step]
            ).items():
                total[path] += gradient
        return {path: gradient / len(ways) for path, gradient in total.items()}

    def _sum_gradients(self, explained: ExplainedPrediction, ways: FloatArray) -> dict[str, Tensor]:
        batch = explained.leave_out(np.zeros((len(ways), explained.length), dtype=bool))
        leaves: dict[str, Tensor] = {}
        for path, (empty, whole) in self.states.items():
            way = torch.as_tensor(ways, dtype=whole.dtype, device=whole.device)[:, None, None]
            leaves[path] = (empty + way * (whole - empty)).requires_grad_()  # (B, T, D)
        listeners = {path: partial(_replace_tensor, leaf) for path, leaf in leaves.items()}
        with (
            _weights_fixed(explained.model),
            attach_listeners(as_module(explained.model), listeners),
        ):
            score = explained.score(batch).sum()
            gradients = torch.autograd.grad(score, list(leaves.values()))
        return {path: one.sum(0) for path, one in zip(leaves, gradients, strict=True)}


def _replace_tensor(leaf: Tensor, _: Tensor) -> Tensor:
    """A listener that passes on another tensor than the one that came."""
    return leaf


@contextmanager
def _weights_fixed(model: LanguageModel) -> Iterator[None]:
    """Gradients of states alone, and no dropout."""
    learning = [one for one in as_module(model).parameters() if one.requires_grad]
    with evaluation_mode(model), torch.enable_grad():
        for parameter in learning:
            parameter.requires_grad_(False)
        try:
            yield
        finally:
            for parameter in learning:
                parameter.requires_grad_()


def _shares(explained: ExplainedPrediction, parts: Sequence[Tensor]) -> FloatArray:
    """Add up the shares of several stacks; tokens that are not changed get 0."""
    total = np.zeros(explained.length, dtype=np.float32)
    for part in parts:
        total += part[: explained.length].float().cpu().numpy()  # a stack may pad what it reads
    return np.where(explained.changed, total, 0.0).astype(np.float32)
