"""Two LSTMs that read in opposite directions, mixed by layer: recurrent, without any attention.

After Peters et al. (2018), Deep contextualized word representations, arXiv:1802.05365, with whole
tokens instead of characters, and a head for masked tokens over the mix.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn

from models.inference.taps import Tap
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise, tie
from models.layers.linear import Linear
from models.layers.masked_head import MaskedHead
from models.schema.batch import Batch
from models.schema.configs import ModelConfig
from models.schema.specs import (
    ArchSpec,
    ExtraSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

DIRECTIONS = ("forward", "backward")


@dataclass(frozen=True)
class BiLstmConfig(ModelConfig):
    """Sizes of both LSTMs; there are neither heads nor feed-forward networks."""

    vocab_size: int = 1000
    hidden_size: int = 64
    num_layers: int = 2
    n_positions: int = 256  # no limit: how long the texts were that it learned from
    dropout: float = 0.1
    initializer_range: float = 0.05

    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_layers",),
        "num_positions": ("n_positions",),
        "dropout": ("dropout",),
    }

    @property
    def first_position(self) -> None:
        return None


class LstmLayer(nn.Module):
    """One layer in one direction. Taps in the order of the text: `forget`, `state` (B, T, D)."""

    part: ClassVar = "recurrent"

    def __init__(self, width: int, backward: bool) -> None:
        super().__init__()
        self.width, self.backward = width, backward
        self.read = Linear(width, 4 * width)
        self.recur = Linear(width, 4 * width, bias=False)
        self.forget = Tap()
        self.state = Tap()

    def forward(self, x: Tensor, present: Tensor | None) -> Tensor:
        """x (B, T, D), present (B, T) -> (B, T, D). Padding leaves no trace."""
        read = self.read(x)  # (B, T, 4 D)
        hidden = cell = x.new_zeros(x.shape[0], self.width)
        steps = range(x.shape[1])
        states, forgets = {}, {}
        for at in reversed(steps) if self.backward else steps:
            gates = read[:, at] + self.recur(hidden)  # (B, 4 D)
            into, forget, out, new = gates.split(self.width, dim=-1)
            cell = forget.sigmoid() * cell + into.sigmoid() * new.tanh()
            if present is not None:
                cell = cell * present[:, at, None]
            hidden = out.sigmoid() * cell.tanh()
            states[at], forgets[at] = hidden, forget.sigmoid()
        self.forget(torch.stack([forgets[at] for at in steps], 1))
        state: Tensor = self.state(torch.stack([states[at] for at in steps], 1))
        return state


class BiLstm(nn.Module):
    """The streams `forward` and `backward`, and `mixed` of all layers of both.

    Taps: `entered` (B, T, D) and `mixed` (B, T, 2 D).
    """

    def __init__(self, config: BiLstmConfig) -> None:
        super().__init__()
        self.config = config
        width, layers = config.hidden_size, range(config.num_layers)
        self.token = nn.Embedding(config.vocab_size, width)
        self.forward_layers = nn.ModuleList(LstmLayer(width, backward=False) for _ in layers)
        self.backward_layers = nn.ModuleList(LstmLayer(width, backward=True) for _ in layers)
        self.mix = nn.Parameter(torch.zeros(config.num_layers + 1))  # one weight a layer
        self.mlm = MaskedHead(2 * width, config.vocab_size, "gelu", 1e-12, table_width=width)
        self.entered = Tap()
        self.mixed = Tap()
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states of both directions (B, T, D), and their mix (B, T, 2 D)."""
        x = apply_dropout(self, self.token(batch.input_ids), self.config.dropout)  # (B, T, D)
        x = self.entered(x)
        states = {}
        for name in DIRECTIONS:
            states[name] = [x]
            for layer in self._layers(name):
                states[name].append(layer(states[name][-1], batch.present))
        pairs = [torch.cat(pair, -1) for pair in zip(*states.values(), strict=True)]
        mixed = torch.einsum("l,lbtd->btd", self.mix.softmax(-1), torch.stack(pairs))
        return {**{name: layers[-1] for name, layers in states.items()}, "mixed": self.mixed(mixed)}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, 2 D) -> (…, V)."""
        return self.mlm(hidden)

    def _layers(self, name: str) -> nn.ModuleList:
        return self.forward_layers if name == "forward" else self.backward_layers

    @property
    def streams(self) -> tuple[str, ...]:
        return (*DIRECTIONS, "mixed")

    def attention_taps(self, stream: str) -> list[str]:
        return []

    def hidden_taps(self, stream: str) -> list[str]:
        return ["mixed"] if stream == "mixed" else ["entered", *self._taps(stream, "state")]

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        return {} if stream == "mixed" else {"forget": self._taps(stream, "forget")}

    def _taps(self, stream: str, place: str) -> list[str]:
        return [f"{stream}_layers.{layer}.{place}" for layer in range(self.config.num_layers)]


def _rules() -> tuple[WeightRule, ...]:
    layers = (f"{name}_layers.{{i}}" for name in DIRECTIONS)
    return (
        WeightRule("token.weight", "token.weight"),
        WeightRule("mix", "mix"),
        *(rule for layer in layers for rule in layer_rules(f"{layer}.read", f"{layer}.read")),
        *(
            WeightRule(f"{name}_layers.{{i}}.recur.weight", f"{name}_layers.{{i}}.recur.weight")
            for name in DIRECTIONS
        ),
        *layer_rules("mlm.dense", "mlm.dense"),
        *layer_rules("mlm.norm", "mlm.norm"),
        WeightRule("mlm.decoder.bias", "mlm.bias"),
    )


TABLE = WeightTable(
    rules=_rules(),
    architectures=("BiLstmForMaskedLM", "BiLstmModel"),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "token.weight"},
)

SPEC = ArchSpec(
    name="bilstm",
    title="BiLSTM",
    summary="Two LSTMs read the text in opposite directions; their layers are mixed.",
    difference="Recurrent: a state is carried from token to token, and there is no attention.",
    paper=Paper(
        "Peters, Neumann, Iyyer, Gardner, Clark, Lee, Zettlemoyer",
        "Deep contextualized word representations",
        2018,
        "1802.05365",
    ),
    reference="allenai/bilm-tf",
    model_type="bilstm",
    config_class=BiLstmConfig,
    model_class=BiLstm,
    streams=(
        StreamSpec("forward", "Forward", "left_to_right", attends=False),
        StreamSpec("backward", "Backward", "right_to_left", attends=False),
        StreamSpec("mixed", "Mix of the layers", attends=False),
    ),
    heads=(HeadSpec("mlm", "Masked tokens", "mixed", "fill_mask"),),
    direction="both sides, one after the other",
    positions="the order of reading",
    objectives=("masked",),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(Preset("bilstm-small", {}, 196_099),),
    extras=(ExtraSpec("forget", "Forget gate", "gates"),),
    default_positions=256,
)
