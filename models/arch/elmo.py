"""ELMo, two language models of opposite direction whose layers are mixed for each task.

Peters, Neumann, Iyyer, Gardner, Clark, Lee, Zettlemoyer (2018), Deep contextualized word
representations, arXiv:1802.05365; reference: allenai/bilm-tf for characters, convolutions, clipping
and residual sums.

A word is read by its characters, so that there is no unknown input. The two directions share the
layer of the words and the softmax, and neither reads what the other has computed.

Shapes: B batch, T tokens, C character slots of a word, D projection, K cell, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Self

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, Value, function_of, looked_up, residual, stages_of
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise
from models.layers.feedforward import activation
from models.layers.linear import Linear
from models.layers.task_heads import SequenceHead, TaskHead, mean_state
from models.schema.batch import Batch
from models.schema.configs import ModelConfig, Size
from models.schema.records import NO_ORIGIN, BoolArray, IntArray, ModelInput
from models.schema.specs import (
    CHARACTER_FEED,
    TOKENS,
    ArchSpec,
    HeadSpec,
    InputSpec,
    Paper,
    Preset,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)
from models.tokenization.words import TEMPLATE

DIRECTIONS = ("forward", "backward")
# Numbers of characters: 0 for a token that is padding, then 1 + those of the reference.
FIRST_BYTE, NUM_BYTES = 1, 256
BEGIN_TEXT, END_TEXT, BEGIN_WORD, END_WORD, NO_CHARACTER = range(257, 262)
MARKS = {
    0: "",
    BEGIN_TEXT: "<S>",
    END_TEXT: "</S>",
    BEGIN_WORD: "<w>",
    END_WORD: "</w>",
    NO_CHARACTER: "",
}
TEXT_MARKS = {TEMPLATE.roles["bos"]: BEGIN_TEXT, TEMPLATE.roles["eos"]: END_TEXT}
CARRY_BIAS = 2.0  # of fresh highways, which at first let their input through
FORGET_BIAS = 1.0  # of fresh cells; the reference adds it at each step instead
CELL_WIDTHS = 8  # how many projections a cell has in the published sizes
SMALL_FILTERS = "1x16 2x16 3x32 4x32 5x32"  # of a fresh small model


@dataclass(frozen=True)
class ElmoConfig(ModelConfig):
    """The sizes of the two language models; defaults are the original model.

    `filters` are the convolutions of a word, each as width x number; `max_characters` is C, with
    the marks of begin and end. A state is clipped to `cell_clip`, a projection to
    `projection_clip`, on both sides of 0; 0 is no limit. There is no limit of length:
    `n_positions` is where this program cuts a text.
    """

    vocab_size: int = 793_471
    projection_size: int = 512
    cell_size: int = 4096
    num_layers: int = 2
    num_characters: int = 262
    max_characters: int = 50
    character_width: int = 16
    filters: str = "1x32 2x32 3x64 4x128 5x256 6x512 7x1024"
    num_highways: int = 2
    activation: str = "relu"
    cell_clip: float = 3.0
    projection_clip: float = 3.0
    dropout: float = 0.1
    n_positions: int = 512

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {"num_characters": (262,)}
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("projection_size",),
        "num_layers": ("num_layers",),
        "num_positions": ("n_positions",),
        "dropout": ("dropout",),
    }

    def __post_init__(self) -> None:
        """Raises ValueError for filters that no word can be read with."""
        for width, _ in self.convolutions:
            if width > self.max_characters:
                raise ValueError(
                    f"a filter over {width} characters does not fit into {self.max_characters}"
                )

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Cells are eight times as wide as projections, and convolutions few."""
        usual = {
            "cell_size": CELL_WIDTHS * size.width,
            "filters": SMALL_FILTERS,
            "num_highways": 1,
        }
        return super().from_size(size, **{**usual, **overrides})

    @property
    def convolutions(self) -> tuple[tuple[int, int], ...]:
        """(width, number) of each convolution. Raises ValueError."""
        try:
            pairs = [tuple(map(int, part.split("x"))) for part in self.filters.split()]
            parsed = tuple((width, count) for width, count in pairs)
        except ValueError:
            parsed = ()
        if not parsed or min(map(min, parsed)) < 1:
            raise ValueError("filters must name widths and numbers, such as 1x32 2x64")
        return parsed

    @property
    def first_position(self) -> None:
        return None


# Characters ---------------------------------------------------------------------------------------


def words(model_input: ModelInput) -> list[str]:
    """The words that a model is fed, of which an unknown one has its letters, where they are known.

    Training text is stored as ids, so there an unknown word is empty; so is a token that was put in
    the place of another one.
    """
    encoding, texts = model_input.encoding, []
    fed = zip(model_input.input_ids.tolist(), model_input.origin.tolist(), strict=True)
    for id, origin in fed:
        if origin == NO_ORIGIN or encoding.ids[origin] != id:
            texts.append("")
        elif encoding.special[origin]:
            texts.append(encoding.tokens[origin])
        else:
            unknown = bool(encoding.unknown[origin])
            texts.append(encoding.surface(origin) if unknown else encoding.tokens[origin])
    return texts


@lru_cache(maxsize=1 << 15)
def character_ids(word: str, room: int) -> IntArray:
    """The row (C,) of a word: begin, its bytes in UTF-8, end. What does not fit is cut off."""
    mark = TEXT_MARKS.get(word)
    inside = [mark] if mark else [FIRST_BYTE + byte for byte in _bytes(word)[: room - 2]]
    row = np.full(room, NO_CHARACTER, dtype=np.int64)
    row[: len(inside) + 2] = [BEGIN_WORD, *inside, END_WORD]
    row.flags.writeable = False
    return row


def _bytes(word: str) -> bytes:
    return word.encode("utf-8", errors="replace")


def add_characters(model_input: ModelInput, config: ElmoConfig) -> ModelInput:
    """Add the feed of characters (T, C) of each word, unless it exists already."""
    if CHARACTER_FEED in model_input.feeds:
        return model_input
    rows = [character_ids(word, config.max_characters) for word in words(model_input)]
    return model_input.with_feed(CHARACTER_FEED, np.stack(rows))


def too_long(model_input: ModelInput, config: ElmoConfig) -> BoolArray:
    """Which words (T,) are longer than their slots."""
    room = config.max_characters - 2
    return np.array([len(_bytes(word)) > room for word in words(model_input)], dtype=np.bool_)


def character_name(id: int) -> str:
    """A byte as a letter of ASCII or as two hexadecimal digits, a mark by its name."""
    if id in MARKS:
        return MARKS[id]
    byte = id - FIRST_BYTE
    return chr(byte) if 0x20 < byte < 0x7F else f"{byte:02X}"


class Highway(nn.Module):
    """carry * x + (1 - carry) * relu(W x), carry = sigmoid of another layer (arXiv:1505.00387)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.transform = Linear(width, width)
        self.carry = Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """(…, F) -> (…, F)."""
        carry = self.carry(x).sigmoid()
        return carry * x + (1 - carry) * functional.relu(self.transform(x))

    def stages(self, call: Call) -> Iterator[Stage]:
        carry = call.of(self.carry).output.sigmoid()
        gate = Value("c", carry.detach().float().cpu())
        read = Value("x", call.arguments["x"].float().cpu())
        yield Stage("Highway, carry gate", "c = σ(W_c x + b_c)", (read,), gate)
        result = Value("x", call.output.detach().float().cpu())
        formula = "x ← c ⊙ x + (1 − c) ⊙ relu(W x + b)"
        yield Stage("Highway", formula, (gate, read), result)


class CharacterLayer(nn.Module):
    """A vector for each word from its characters: convolutions, maximum, highways, projection."""

    part: ClassVar = "token"

    def __init__(self, config: ElmoConfig) -> None:
        super().__init__()
        width, filters = config.character_width, config.convolutions
        self.table = nn.Embedding(config.num_characters, width)
        self.convolutions = nn.ModuleList(nn.Conv1d(width, n, size) for size, n in filters)
        self.act = activation(config.activation)
        inner = sum(n for _, n in filters)
        self.highways = nn.ModuleList(Highway(inner) for _ in range(config.num_highways))
        self.project = Linear(inner, config.projection_size)

    def forward(self, characters: Tensor) -> Tensor:
        """(B, T, C) -> (B, T, D). The maximum is over all slots, also empty ones."""
        x = self.table(characters.flatten(0, 1)).transpose(1, 2)  # (B T, E, C)
        read = [self.act(convolve(x).amax(-1)) for convolve in self.convolutions]
        features = torch.cat(read, -1)  # (B T, F)
        for highway in self.highways:
            features = highway(features)
        words: Tensor = self.project(features).view(*characters.shape[:2], -1)
        return words

    def stages(self, call: Call) -> Iterator[Stage]:
        """Characters are many vectors for each word: their convolutions are the first vector."""
        read = [self.act(call.of(part).output.amax(-1)) for part in self.convolutions]
        features = torch.cat(read, -1).float().cpu()
        formula = "x = max over the characters of φ(convolution)"
        yield looked_up("Convolutions over the characters", formula, "x", features)
        for highway in self.highways:
            yield from stages_of(call.of(highway))
        projected = Value("x", call.of(self.project).arguments["x"].float().cpu())
        yield Stage("Projection", "x ← W x + b", (projected,), Value("x", call.result))


# Two language models ------------------------------------------------------------------------------


class LstmLayer(nn.Module):
    """An LSTM with a projection (Sak et al. 2014, arXiv:1402.1128), both clipped as the reference.

    `residual` adds the input to the output, not to what the next step reads. Tap `state`
    (B, T, D), in the order of the text.
    """

    part: ClassVar = "recurrent"
    part_title: ClassVar = "LSTM with a projection"

    def __init__(self, config: ElmoConfig, *, backward: bool, residual: bool) -> None:
        super().__init__()
        width, cell = config.projection_size, config.cell_size
        self.backward, self.residual = backward, residual
        self.cell_clip, self.projection_clip = config.cell_clip, config.projection_clip
        self.dropout = config.dropout
        self.read = Linear(width, 4 * cell)
        self.recur = Linear(width, 4 * cell, bias=False)
        self.project = Linear(cell, width, bias=False)
        self.state = Tap()

    def forward(self, x: Tensor, present: Tensor | None) -> Tensor:
        """x (B, T, D), present (B, T) -> (B, T, D). The backward one starts at the last word."""
        x = apply_dropout(self, x, self.dropout)
        read = self.read(x)  # (B, T, 4 K)
        outputs = (
            self._all_at_once(x, read) if x.is_meta else self._restore_reading_order(read, present)
        )
        state: Tensor = self.state(outputs + x if self.residual else outputs)
        return state

    def _restore_reading_order(self, read: Tensor, present: Tensor | None) -> Tensor:
        """read (B, T, 4 K) -> (B, T, D)."""
        hidden = read.new_zeros(len(read), self.project.out_features)
        cell = read.new_zeros(len(read), self.project.in_features)
        steps = range(read.shape[1])
        outputs = [hidden] * len(steps)
        for at in reversed(steps) if self.backward else steps:
            there = None if present is None else present[:, at, None]
            hidden, cell = self._step(read[:, at] + self.recur(hidden), cell, there)
            outputs[at] = hidden
        return torch.stack(outputs, 1)

    def _step(self, gates: Tensor, cell: Tensor, present: Tensor | None) -> tuple[Tensor, Tensor]:
        """The projection and the cell of a step; padding leaves no trace in either."""
        enter, forget, new, out = gates.chunk(4, -1)
        cell = forget.sigmoid() * cell + enter.sigmoid() * new.tanh()
        cell = _clip(cell, self.cell_clip)
        cell = cell if present is None else cell * present
        hidden = self.project(out.sigmoid() * cell.tanh())
        return _clip(hidden, self.projection_clip), cell

    def stages(self, call: Call) -> Iterator[Stage]:
        for stage in self._steps(call):
            yield replace(stage, stream="backward" if self.backward else "forward")

    def _steps(self, call: Call) -> Iterator[Stage]:
        read = call.of(self.read)
        recurred = self._outputs_of_module(call, self.recur)
        yield function_of("Gates, from the word", "g = W x + b", read, ("x", "g"))
        previous = self._read_by_place(call, self.recur)
        yield looked_up("Output at the step before", "h₋₁, 0 at the first", "h₋₁", previous)
        both = Value("g", read.result), Value("h₋₁", previous)
        gates = read.result + recurred
        formula = "g ← g + W_h h₋₁"
        yield Stage("Gates, from the step before", formula, both, Value("g", gates))
        enter, forget, new, out = self._activate_gates(gates)
        names = {"i": enter, "f": forget, "n": new, "o": out}
        formulas = {"n": "n = tanh(g)", "i": "i = σ(g)", "f": "f = σ(g)", "o": "o = σ(g)"}
        titles = {"i": "Input gate", "f": "Forget gate", "n": "New content", "o": "Output gate"}
        for name, part in names.items():
            yield Stage(titles[name], formulas[name], (Value("g", gates),), Value(name, part))
        cells, before = self._cells(enter, forget, new)
        yield looked_up("Cell at the step before", "c₋₁, 0 at the first", "c₋₁", before)
        operands = tuple(
            Value(name, part)
            for name, part in (("f", forget), ("c₋₁", before), ("i", enter), ("n", new))
        )
        yield Stage("Cell", "c = f ⊙ c₋₁ + i ⊙ n", operands, Value("c", cells))
        hidden = _clip(self._outputs_of_module(call, self.project), self.projection_clip)
        both = Value("o", out), Value("c", cells)
        yield Stage("Output", "y = W_p (o ⊙ tanh(c))", both, Value("y", hidden))
        if self.residual:
            yield residual(read.input, hidden)

    def _order(self, count: int) -> list[int]:
        """The places in the order of the steps."""
        return list(reversed(range(count))) if self.backward else list(range(count))

    def _outputs_of_module(self, call: Call, module: nn.Module) -> Tensor:
        """What a module returned at each step, by place in the text (T, …)."""
        return self._stack_steps([step.output for step in call.calls(module)])

    def _read_by_place(self, call: Call, module: nn.Module) -> Tensor:
        return self._stack_steps([step.arguments["x"] for step in call.calls(module)])

    def _stack_steps(self, steps: Sequence[Tensor]) -> Tensor:
        rows = torch.cat(list(steps)).detach().float().cpu()  # (T, …) of one text
        return rows[self._order(len(rows))]

    @staticmethod
    def _activate_gates(gates: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        enter, forget, new, out = gates.chunk(4, -1)
        return enter.sigmoid(), forget.sigmoid(), new.tanh(), out.sigmoid()

    def _cells(self, enter: Tensor, forget: Tensor, new: Tensor) -> tuple[Tensor, Tensor]:
        """The cell (T, K) at each place, and that of the step before it."""
        cells, before = torch.zeros_like(new), torch.zeros_like(new)
        cell = torch.zeros_like(new[0])
        for at in self._order(len(new)):
            before[at] = cell
            cell = _clip(forget[at] * cell + enter[at] * new[at], self.cell_clip)
            cells[at] = cell
        return cells, before

    def _all_at_once(self, x: Tensor, read: Tensor) -> Tensor:
        """Compute all steps in one product on the meta device, where operations are counted.

        There are no numbers there, and a step for each word takes seconds.
        """
        cell = x.new_zeros(*x.shape[:-1], self.project.in_features)
        return self._step(read + self.recur(x), cell, None)[0]


def _clip(x: Tensor, limit: float) -> Tensor:
    return x.clamp(-limit, limit) if limit else x


class Elmo(nn.Module):
    """The streams `forward` and `backward`, each with a head that predicts its next word.

    Both heads are the softmax `lm`. The stream `both` is the concatenation of the two, layer by
    layer. Tap `entered` (B, T, D): the layer of the words, which both directions read.
    """

    def __init__(self, config: ElmoConfig) -> None:
        super().__init__()
        self.config = config
        self.characters = CharacterLayer(config)
        layers = range(config.num_layers)
        self.forward_layers = nn.ModuleList(
            LstmLayer(config, backward=False, residual=layer > 0) for layer in layers
        )
        self.backward_layers = nn.ModuleList(
            LstmLayer(config, backward=True, residual=layer > 0) for layer in layers
        )
        self.lm = Linear(config.projection_size, config.vocab_size)
        self.entered = Tap()
        self.both = nn.ModuleList(Tap() for _ in range(config.num_layers + 1))
        _initialise(self)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states by stream, (B, T, D) and (B, T, 2 D) of both.

        `layers` (B, T, L + 1, 2 D) are those of all layers, for the heads of tasks. Without the
        characters all words are empty.
        """
        characters = batch.feeds.get(CHARACTER_FEED)
        if characters is None:
            shape = (*batch.input_ids.shape, self.config.max_characters)
            characters = batch.input_ids.new_zeros(shape)
        x = self.entered(self.characters(characters))  # (B, T, D)
        states = {name: [x] for name in DIRECTIONS}
        for name in DIRECTIONS:
            for layer in self._layers(name):
                states[name].append(layer(states[name][-1], batch.present))
        pairs = zip(self.both, *states.values(), strict=True)
        layers = [tap(torch.cat(pair, -1)) for tap, *pair in pairs]
        last = {name: layers[-1] for name, layers in states.items()}
        return {**last, "both": layers[-1], "layers": torch.stack(layers, 2)}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """(…, D) -> (…, V): `lm` the next word of a forward state, `backward` the one before."""
        return self.lm(apply_dropout(self, hidden, self.config.dropout))

    def _layers(self, name: str) -> nn.ModuleList:
        return self.forward_layers if name == "forward" else self.backward_layers

    @property
    def streams(self) -> tuple[str, ...]:
        return (*DIRECTIONS, "both")

    def attention_taps(self, stream: str) -> list[str]:
        return []

    def hidden_taps(self, stream: str) -> list[str]:
        layers = range(self.config.num_layers)
        if stream == "both":
            return [f"both.{layer}" for layer in (*layers, len(layers))]
        return ["entered", *(f"{stream}_layers.{layer}.state" for layer in layers)]


def _initialise(model: Elmo) -> None:
    """Weights by the number of inputs; gates that remember, highways that carry."""
    for part in model.modules():
        if isinstance(part, nn.Linear | nn.Conv1d):
            initialise(part, 1 / math.sqrt(part.weight[0].numel()))
        elif isinstance(part, nn.Embedding):
            initialise(part, 1.0)
        elif isinstance(part, Highway):
            nn.init.constant_(part.carry.bias, CARRY_BIAS)
        elif isinstance(part, LstmLayer):
            forget = part.read.bias.detach().chunk(4)[1]
            nn.init.constant_(forget, FORGET_BIAS)


# Files --------------------------------------------------------------------------------------------


def _same(name: str) -> WeightRule:
    return WeightRule(name, name)


def _rules() -> tuple[WeightRule, ...]:
    """Return the weight rules. No reference has this layout, so that files have our names."""
    lstm = [f"{name}_layers.{{i}}" for name in DIRECTIONS]
    biased = (
        "characters.convolutions.{i}",
        "characters.highways.{i}.transform",
        "characters.highways.{i}.carry",
        "characters.project",
        *(f"{layer}.read" for layer in lstm),
        "lm",
    )
    return (
        _same("characters.table.weight"),
        *(rule for name in biased for rule in layer_rules(name, name)),
        *(_same(f"{layer}.{part}.weight") for layer in lstm for part in ("recur", "project")),
    )


TABLE = WeightTable(
    rules=_rules(),
    architectures=("ElmoForLanguageModeling", "ElmoModel"),
    optional=("lm.",),
)


def _task_head(model: Elmo, num_outputs: int) -> TaskHead:
    """The learned mix of all layers, then a linear layer for each word."""
    config = model.config
    width, layers = 2 * config.projection_size, config.num_layers + 1
    head = TaskHead("layers", width, num_outputs, config.dropout, mixed_layers=layers)
    initialise(head, 1 / math.sqrt(width))
    return head


def _text_head(model: Elmo, num_outputs: int) -> TaskHead:
    """Return a head for a whole text: the mean over words of the learned mix of all layers."""
    config = model.config
    width, layers = 2 * config.projection_size, config.num_layers + 1
    head = SequenceHead(
        "layers",
        width,
        num_outputs,
        config.dropout,
        summary=mean_state,
        dense=False,
        mixed_layers=layers,
    )
    initialise(head, 1 / math.sqrt(width))
    return head


_HEAD = (
    *layer_rules("head.output", "classifier"),
    WeightRule("head.mix.scores", "scalar_mix.scores"),
    WeightRule("head.mix.gamma", "scalar_mix.gamma"),
)

TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec("ElmoForSequenceClassification", _text_head, _HEAD),
    "choice": TaskHeadSpec("ElmoForMultipleChoice", _text_head, _HEAD),
    "span": TaskHeadSpec("ElmoForQuestionAnswering", _task_head, _HEAD),
    "token": TaskHeadSpec("ElmoForTokenClassification", _task_head, _HEAD),
}

SPEC = ArchSpec(
    name="elmo",
    title="ELMo",
    summary="Two LSTM language models of opposite direction; each task mixes their layers.",
    difference=(
        "Unlike earlier word vectors, those of a word depend on its sentence, and they come from "
        "all layers, not the last one. No attention: each direction carries a state from word to "
        "word, and the two meet in the mix only."
    ),
    paper=Paper(
        "Peters, Neumann, Iyyer, Gardner, Clark, Lee, Zettlemoyer",
        "Deep contextualized word representations",
        2018,
        "1802.05365",
    ),
    reference="allenai/bilm-tf",
    model_type="elmo",
    config_class=ElmoConfig,
    model_class=Elmo,
    streams=(
        StreamSpec("forward", "Forward", "left_to_right", attends=False),
        StreamSpec("backward", "Backward", "right_to_left", attends=False),
        StreamSpec("both", "Both directions side by side", attends=False),
    ),
    heads=(
        HeadSpec("lm", "Next word", "forward", "next_token"),
        HeadSpec("backward", "Previous word", "backward", "next_token", modules=("lm",)),
    ),
    direction="each side by itself, in two stacks",
    positions="the order of reading",
    objectives=("bidirectional",),
    tokenizers=("words",),
    tables={"": TABLE},
    presets=(
        Preset("elmo-original", {}, 93_600_864),
        Preset(
            "elmo-medium",
            {"num_highways": 1, "cell_size": 2048, "projection_size": 256},
            28_027_744,
        ),
        Preset(
            "elmo-small",
            {"num_highways": 1, "cell_size": 1024, "projection_size": 128},
            13_593_312,
        ),
    ),
    inputs=(
        TOKENS,
        InputSpec(
            CHARACTER_FEED,
            "Characters",
            "characters",
            "num_characters",
            label=character_name,
            cuts=too_long,
        ),
    ),
    template=TEMPLATE,
    add_default_feeds=add_characters,
    notes=(
        "The published sizes are counted without the softmax over 793,471 words.",
        "The authors train with a sampled softmax, and carry states from batch to batch. Here the "
        "softmax is full, and every text begins with states of zero.",
        "A word of more than 48 bytes is cut off: 50 slots hold it with its marks. A letter of "
        "Hangul takes three bytes.",
        "Training text is stored as ids of words, so a word outside the vocabulary is read there "
        "without its letters. Everywhere else it is read with them.",
        "The published weights are HDF5 files, which this program does not open.",
    ),
    default_positions=512,
    task_heads=TASK_HEADS,
    config_titles={
        "cell_size": "Cell width",
        "cell_clip": "Cell states clipped at",
        "projection_clip": "Projections clipped at",
        "max_characters": "Characters of a word, with marks",
        "num_characters": "Character symbols",
        "character_width": "Character width",
        "filters": "Convolutions, width x number",
        "num_highways": "Highway layers",
    },
    config_values={
        "cell_clip": {0.0: "no limit"},
        "projection_clip": {0.0: "no limit"},
    },
)
