"""Heads for fine-tuning: one linear layer for each token, or for one state of the whole text.

Shapes: B batch, T tokens, D width, C outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from models.inside.stages import Call, Stage, Value, looked_up, norm_formula, plain, rest
from models.layers.dropout import apply_dropout
from models.layers.feedforward import activation
from models.layers.linear import Linear


class TaskInputs(Protocol):
    """What a head may read of a batch besides the hidden states."""

    @property
    def input_ids(self) -> Tensor:
        """(B, T)."""

    @property
    def present(self) -> Tensor | None:
        """(B, T), False on padding; None without padding."""


Summary = Callable[[Tensor, TaskInputs], Tensor]  # (B, T, D) -> (B, D)


class LayerMix(nn.Module):
    """gamma * sum of s_j h_j over layers j, s the softmax of learned scores.

    (B, T, L, D) -> (B, T, D). Peters et al. (2018), arXiv:1802.05365, equation 1. At first it is
    the mean of the layers.
    """

    def __init__(self, num_layers: int) -> None:
        super().__init__()
        self.scores = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(1))

    @property
    def shares(self) -> Tensor:
        """s (L,), which add up to one."""
        return self.scores.softmax(-1)

    def forward(self, layers: Tensor) -> Tensor:
        mixed: Tensor = self.gamma * (self.shares.unsqueeze(-1) * layers).sum(-2)
        return mixed

    def stages(self, call: Call) -> Iterator[Stage]:
        yield looked_up("Learned mix of all layers", "x = γ Σ sⱼ hⱼ", "x", call.result)


class TaskHead(nn.Module):
    """Dropout and a linear layer for each token: (B, T, D) -> (B, T, C). Reads one stream.

    With `mixed_layers` that entry of the states has so many layers (B, T, L, D), of which it reads
    a learned mix.
    """

    def __init__(
        self,
        stream: str,
        width: int,
        num_outputs: int,
        dropout: float,
        bias: bool = True,
        mixed_layers: int = 0,
    ) -> None:
        super().__init__()
        self.stream = stream
        self.dropout = dropout
        self.mix = LayerMix(mixed_layers) if mixed_layers else None
        self.output = Linear(width, num_outputs, bias)

    def forward(self, states: Mapping[str, Tensor], batch: TaskInputs) -> Tensor:
        """The last hidden states (B, T, D) by stream -> logits."""
        hidden = states[self.stream]
        hidden = hidden if self.mix is None else self.mix(hidden)
        read = apply_dropout(self, self.read(hidden, batch), self.dropout)
        logits: Tensor = self.output(read)
        return logits

    @property
    def reads_first(self) -> bool:
        """Whether it reads the first hidden state only."""
        return False

    def read(self, hidden: Tensor, batch: TaskInputs) -> Tensor:
        """What the linear layer reads of the hidden states (B, T, D)."""
        return hidden

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from rest(call, self.output)
        yield _linear_stage("Logits", call.of(self.output), "x", "y")


class SequenceHead(TaskHead):
    """Logits (B, C) of the whole text.

    A state for the whole text, dropout, dense, activation, dropout, linear layer. `act` is
    empty for none.
    """

    def __init__(
        self,
        stream: str,
        width: int,
        num_outputs: int,
        dropout: float,
        *,
        summary: Summary,
        dense: bool = True,
        act: str = "",
        first_dropout: float = 0.0,
        bias: bool = True,
        mixed_layers: int = 0,
    ) -> None:
        super().__init__(stream, width, num_outputs, dropout, bias, mixed_layers)
        self.summary = summary
        self.dense = Linear(width, width) if dense else None
        self.act = activation(act) if act else None
        self.first_dropout = first_dropout

    @property
    def reads_first(self) -> bool:
        return self.summary is first_state or isinstance(self.summary, ModelPooler)

    def read(self, hidden: Tensor, batch: TaskInputs) -> Tensor:
        """(B, T, D) -> (B, D)."""
        x = apply_dropout(self, self.summary(hidden, batch), self.first_dropout)
        if self.dense is not None:
            x = self.dense(x)
        return x if self.act is None else self.act(x)

    def stages(self, call: Call) -> Iterator[Stage]:
        hidden = call.arguments["states"][self.stream]
        if self.mix is not None:
            hidden = call.of(self.mix).output
            yield from self.mix.stages(call.of(self.mix))
        read = Value("s", _rows(self.summary(hidden, call.arguments["batch"])))
        if isinstance(self.summary, ModelPooler):
            yield from self.summary.stages(call, hidden)
        else:
            yield _summary_stage(self.summary, plain(hidden), read)
        if self.dense is not None:
            yield (dense := _linear_stage("Dense layer", call.of(self.dense), "s", "h"))
            read = dense.result
        end = call.of(self.output)
        if self.act is not None:
            active = Value("a", _rows(end.arguments_given[0][0]))
            yield Stage("Activation", f"a = φ({read.name})", (read,), active)
            read = active
        yield _linear_stage("Logits", end, read.name, "y")


class TransformedHead(TaskHead):
    """Dense layer, activation and LayerNorm before dropout and the linear layer.

    Of a state for the whole text, (B, T, D) -> (B, C), or without a `summary` of each token,
    (B, T, D) -> (B, T, C). `biases` are those of the dense layer and the norm.
    """

    def __init__(
        self,
        stream: str,
        width: int,
        num_outputs: int,
        dropout: float,
        *,
        summary: Summary | None,
        act: str,
        eps: float,
        biases: tuple[bool, bool],
    ) -> None:
        super().__init__(stream, width, num_outputs, dropout)
        self.summary = summary
        self.dense = Linear(width, width, biases[0])
        self.act = activation(act)
        self.norm = nn.LayerNorm(width, eps=eps, bias=biases[1])

    @property
    def reads_first(self) -> bool:
        return self.summary is first_state

    def read(self, hidden: Tensor, batch: TaskInputs) -> Tensor:
        """(B, T, D) -> (B, D) or (B, T, D)."""
        x = hidden if self.summary is None else self.summary(hidden, batch)
        normed: Tensor = self.norm(self.act(self.dense(x)))
        return normed

    def stages(self, call: Call) -> Iterator[Stage]:
        dense, norm, end = call.of(self.dense), call.of(self.norm), call.of(self.output)
        read = "x"
        if self.summary is not None:
            read, hidden = "s", plain(call.arguments["states"][self.stream])
            summed = Value(read, _rows(dense.arguments_given[0][0]))
            yield _summary_stage(self.summary, hidden, summed)
        yield (made := _linear_stage("Dense layer", dense, read, "h"))
        active = Value("a", _rows(norm.arguments_given[0][0]))
        yield Stage("Activation", "a = φ(h)", (made.result,), active)
        formula = norm_formula(self.norm).replace("x", "a")
        normed = Value("n", _rows(norm.output))
        yield Stage("Layer normalization", f"n = {formula}", (active,), normed)
        yield _linear_stage("Logits", end, "n", "y")


class ModelPooler:
    """BERT's pooler: dense and tanh of the first state. The dense layer is the model's `pooler`."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def __call__(self, hidden: Tensor, batch: TaskInputs) -> Tensor:
        """(B, T, D) -> (B, D)."""
        return torch.tanh(self.model.pooler(hidden[:, 0]))

    def stages(self, call: Call, hidden: Tensor) -> Iterator[Stage]:
        """Yield the stages of the pooling of hidden (1, T, D), which reads the first state."""
        dense = call.of(self.model.pooler)
        yield _summary_stage(first_state, plain(hidden), Value("s", _rows(hidden[:, 0])))
        yield _linear_stage("Pooler, dense layer", dense, "s", "h")
        pooled = Value("s", _rows(torch.tanh(dense.output)))
        yield Stage("Pooler, tanh", "s = tanh(h)", (Value("h", _rows(dense.output)),), pooled)


def first_state(hidden: Tensor, batch: TaskInputs) -> Tensor:
    """The state of the first token: (B, T, D) -> (B, D)."""
    return hidden[:, 0]


def last_state(hidden: Tensor, batch: TaskInputs) -> Tensor:
    """The state of the last token that is not padding: (B, T, D) -> (B, D)."""
    return hidden[:, -1] if batch.present is None else _last(hidden, batch.present)


def mean_state(hidden: Tensor, batch: TaskInputs) -> Tensor:
    """The mean state of the tokens that are not padding: (B, T, D) -> (B, D)."""
    if batch.present is None:
        return hidden.mean(1)
    weights = batch.present.to(hidden.dtype).unsqueeze(-1)  # (B, T, 1)
    return (hidden * weights).sum(1) / weights.sum(1)


class LastOfToken:
    """The state at the last place with this token; at the last token where it does not occur."""

    def __init__(self, token_id: int) -> None:
        self.token_id = token_id

    def __call__(self, hidden: Tensor, batch: TaskInputs) -> Tensor:
        """(B, T, D) -> (B, D)."""
        ids = batch.input_ids
        present = torch.ones_like(ids, dtype=torch.bool) if batch.present is None else batch.present
        marked = (ids == self.token_id) & present
        return _last(hidden, torch.where(marked.any(-1, keepdim=True), marked, present))


def _last(hidden: Tensor, chosen: Tensor) -> Tensor:
    """The state at the last chosen place (B, T) of each row: (B, T, D) -> (B, D)."""
    places = torch.arange(chosen.shape[1], device=chosen.device)
    last = (chosen * places).argmax(-1)  # (B,)
    return hidden[torch.arange(len(hidden), device=hidden.device), last]


# ---- steps


def _rows(tensor: Tensor) -> Tensor:
    """(1, D) or (1, T, D) without the batch, as rows (1, D) or (T, D)."""
    rows = plain(tensor)
    return rows if rows.dim() > 1 else rows[None]


def _linear_stage(title: str, call: Call, first: str, last: str) -> Stage:
    """What a linear layer makes of its input."""
    bias = " + b" if call.module.bias is not None else ""
    read = Value(first, _rows(call.arguments_given[0][0]))
    return Stage(title, f"{last} = W {first}{bias}", (read,), Value(last, _rows(call.output)))


def _summary_stage(summary: Summary, hidden: Tensor, read: Value) -> Stage:
    """One state for the text, of hidden (T, D)."""
    if summary is mean_state:
        formula = "s = mean of x over the tokens"
        return Stage("Mean of the tokens", formula, (Value("x", hidden),), read)
    which = "first" if summary is first_state else "last"
    if isinstance(summary, LastOfToken):
        which = "closing"
    return looked_up(
        f"State of the {which} token", f"s = x of the {which} token", "s", read.numbers
    )


SUMMARIES: Mapping[str, Summary] = {  # by summary_type of config.json
    "first": first_state,
    "last": last_state,
    "cls_index": last_state,  # the last token, where no index is given
    "mean": mean_state,
}


# What config.json says of a projected summary; other than this for some architectures.
PROJECTED_SUMMARY: Mapping[str, Any] = {
    "summary_type": "cls_index",
    "summary_activation": None,
    "summary_use_proj": True,
    "summary_proj_to_labels": True,
    "summary_first_dropout": 0.1,
}


def projected_summary(
    stream: str,
    width: int,
    num_outputs: int,
    *,
    summary_type: str,
    summary_activation: str | None,
    summary_use_proj: bool,
    summary_proj_to_labels: bool,
    summary_first_dropout: float,
) -> SequenceHead:
    """Dropout and one linear layer for a state of the text. Raises ValueError for other ones."""
    if summary_activation or not (summary_use_proj and summary_proj_to_labels):
        raise ValueError("a summary with another projection, or an activation, is not supported")
    return SequenceHead(
        stream,
        width,
        num_outputs,
        0.0,
        summary=_summary_named(summary_type),
        dense=False,
        first_dropout=summary_first_dropout,
    )


def _summary_named(summary_type: str) -> Summary:
    """Raises ValueError, naming those that there are."""
    if summary_type not in SUMMARIES:
        known = ", ".join(SUMMARIES)
        raise ValueError(f"summary_type = {summary_type!r} is not supported; known are {known}")
    return SUMMARIES[summary_type]


def summary_head(
    stream: str,
    width: int,
    num_outputs: int,
    *,
    summary_type: str,
    summary_use_proj: bool,
    summary_activation: str | None,
    summary_first_dropout: float,
    summary_last_dropout: float,
) -> SequenceHead:
    """The head that the `summary_` entries of a config.json describe. Raises ValueError."""
    return SequenceHead(
        stream,
        width,
        num_outputs,
        summary_last_dropout,
        summary=_summary_named(summary_type),
        dense=summary_use_proj,
        act=summary_activation or "",
        first_dropout=summary_first_dropout,
    )
