"""One text and one model: tokens, model input, attention and hidden states, generated text."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.engine.engine import ALL_KINDS
from explorer.core.errors import UserError, as_user_errors
from explorer.core.generation.writing import generate as write
from explorer.core.generation.writing import no_room
from explorer.core.readable import cut_off
from explorer.core.state import defaults
from explorer.core.state.texts import check_length
from models.schema.records import Encoding, GenerationStep, TokenChange, Trace
from models.schema.specs import ExtraSpec
from plm_explorer.figures import Figure, attention_figure, figure
from plm_explorer.library import Model, engine, key_of
from plm_explorer.results import Result

if TYPE_CHECKING:
    from explorer.core.masking.example import MaskingExample

AnyModel = str | Path | Model


@dataclass(frozen=True, eq=False, repr=False)
class Tokens(Result):
    """A text as a model is fed it, special tokens included."""

    model: str
    text: str
    pair: str
    encoding: Encoding

    columns = ("position", "token", "id", "characters", "segment", "special")

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.encoding.tokens

    @property
    def ids(self) -> list[int]:
        return self.encoding.ids.tolist()

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        fed = self.encoding
        return [
            (at, token, id, fed.surface(at), int(fed.segment[at]), bool(fed.special[at]))
            for at, (token, id) in enumerate(zip(self.tokens, self.ids, strict=True))
        ]

    @property
    def title(self) -> str:
        return f"{len(self.ids)} tokens of {self.model}"

    def figure(self) -> Figure:
        """The Tokens panel."""
        return figure("tokens", [self.model], self.text, pair=self.pair)

    def _notebook_figure(self) -> Figure:
        return self.figure()


@dataclass(frozen=True, eq=False, repr=False)
class Corrupted(Result):
    """What the objectives of a model did to a text, as in one training example."""

    model: str
    example: MaskingExample
    _arguments: Mapping[str, Any]  # of the figure

    columns = ("position", "token", "fed", "change")

    @property
    def fed(self) -> tuple[str, ...]:
        """The tokens that the model is fed."""
        return self.example.fed

    @property
    def masked(self) -> list[int]:
        """The positions in the text that an objective chose."""
        return np.flatnonzero(self.example.changes != TokenChange.KEPT).tolist()

    @property
    def target(self) -> tuple[str, ...]:
        """What a decoder must write; empty for a model that predicts in place."""
        return () if self.example.target is None else self.example.target.labels

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        example = self.example
        fed = [example.row_of(at) for at in range(len(example.names))]
        changes = [TokenChange(change).name.lower() for change in example.changes.tolist()]
        return [
            (at, name, None if row is None else example.fed[row], change)
            for at, (name, row, change) in enumerate(zip(example.names, fed, changes, strict=True))
        ]

    @property
    def title(self) -> str:
        titles = ", ".join(spec.title for spec in self.example.objectives)
        return f"{self.model}: {titles}"

    def figure(self) -> Figure:
        """The Masking panel, with what the model predicts."""
        return figure("masking", [self.model], **self._arguments)

    def _notebook_figure(self) -> Figure:
        """What the model is fed."""
        return self.figure().first_section


@dataclass(frozen=True, eq=False, repr=False)
class Traced(Result):
    """What was recorded of a forward pass. Arrays have the axes L layers, H heads, T tokens, D."""

    model: str
    text: str
    pair: str
    trace: Trace
    extras: tuple[ExtraSpec, ...]  # what the model records besides attention and hidden states

    columns = ("array", "shape")

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.trace.model_input.encoding.tokens

    @property
    def arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        """All arrays by name, such as "attention/encoder", as the command `trace` writes them."""
        from explorer.commands.trace import arrays_of

        return arrays_of(self.trace, self.extras)

    @property
    def attention(self) -> np.ndarray[Any, Any]:
        """The attention of the first stream that has any (L, H, T, T). Raises UserError."""
        maps = [s.attention for s in self.trace.streams.values() if s.attention is not None]
        if not maps:
            raise UserError(f"{self.model} has no attention.", "Look at `arrays` for the others.")
        return maps[0]

    @property
    def hidden(self) -> np.ndarray[Any, Any]:
        """The hidden states of the first stream (L + 1, T, D), embeddings first."""
        states = [s.hidden for s in self.trace.streams.values() if s.hidden is not None]
        return states[0]

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        return [(name, " × ".join(map(str, array.shape))) for name, array in self.arrays.items()]

    @property
    def title(self) -> str:
        return f"Forward pass of {self.model}, {len(self.tokens)} tokens"

    def figure(self) -> Figure:
        """The Attention panel, of what the model was fed. Raises UserError without attention."""
        return attention_figure(self.model, self.trace.model_input)

    def _notebook_figure(self) -> Figure | None:
        try:
            return self.figure()
        except UserError:
            return None

    def save(self, path: str | Path, dpi: int | None = None) -> Path:
        """Write the table (.csv, .json), the figure (.png, .svg, .pdf) or all arrays (.npz).

        `dpi` is for PNG. Raises UserError.
        """
        if Path(path).suffix.lower() != ".npz":
            return super().save(path, dpi)
        from explorer.commands.trace import check_target, write_npz

        check_target(Path(path))
        write_npz(Path(path), self.arrays)
        return Path(path)


@dataclass(frozen=True, eq=False, repr=False)
class Generated(Result):
    """What a model wrote after a prompt, or as an answer to it."""

    model: str
    prompt: str
    text: str  # without the prompt
    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    steps: tuple[GenerationStep, ...]
    _arguments: Mapping[str, Any]  # of the figure

    columns = ("step", "token", "id")

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        return [(*one,) for one in zip(range(len(self.ids)), self.tokens, self.ids, strict=True)]

    @property
    def title(self) -> str:
        return f"{self.prompt} → {self.text.strip()}"

    def __str__(self) -> str:
        return self.text

    def figure(self) -> Figure:
        """The Generation panel, with the candidates of each step."""
        return figure("generation", [self.model], self.prompt, **self._arguments)


def tokenize(model: AnyModel, text: str, pair: str = "") -> Tokens:
    """Cut a text, or a pair of texts, into the tokens of a model. Raises UserError.

    Here and below, tokens that the model has no room for are left out, and a warning says so.
    """
    check_length(text, pair)
    key = key_of(model)
    encoding = engine().encode(key, text, pair)
    _warn_of_cut(key, encoding.num_cut)
    return Tokens(key, text, pair, encoding)


def corrupt(
    model: AnyModel,
    text: str,
    pair: str = "",
    *,
    seed: int = defaults.SEED,
    rate: float = 0.15,
    mask: Sequence[int] | None = None,
) -> Corrupted:
    """Mask or replace tokens as the objectives of a model do in training.

    rate: the share of tokens, rounded to percent. mask: exactly these positions in place of sampled
    ones. A text that has a mask token already is masked nowhere else. Raises UserError.
    """
    from explorer.core.masking.examples import fed
    from explorer.core.masking.questions import question
    from explorer.core.state.state import State

    check_length(text, pair)
    if not 0.01 <= rate <= 1:
        raise UserError(f"rate is {rate}.", "Choose a share from 0.01 to 1.")
    key = key_of(model)
    options: dict[str, Any] = {"rate_percent": round(100 * rate)}
    masks: dict[str, dict[int, bool]] = {}
    if mask is not None:
        _check_positions(mask, engine().encode(key, text, pair))
        options["draw"], masks = False, {key: dict.fromkeys(map(int, mask), True)}
    drawn: dict[str, Any] = {"text": text, "pair": pair, "seed": seed, "masks": masks}
    state = State(**drawn, models=(key,), panel_settings={"masking": options})
    example = fed(engine(), key, question(state))
    if example.problem:
        raise UserError(example.problem, example.hint)
    if example.model_input is not None:
        _warn_of_cut(key, example.model_input.encoding.num_cut)
    return Corrupted(key, example, {**drawn, "options": options})


def _check_positions(mask: Sequence[int], encoding: Encoding) -> None:
    """Raises UserError for what is no position of a token of the text."""
    for at in mask:
        if not 0 <= at < len(encoding) or encoding.special[at]:
            raise UserError(
                f"There is no token of the text at position {at}.",
                f"Choose among {np.flatnonzero(~encoding.special).tolist()}.",
            )


def trace(model: AnyModel, text: str | Corrupted, pair: str = "") -> Traced:
    """Run a model on a text, or on what `corrupt` made of one, and record what is inside.

    Raises UserError.
    """
    key = key_of(model)
    if isinstance(text, Corrupted):
        model_input = text.example.model_input
        if model_input is None or text.model != key:
            raise UserError(f"This text was corrupted for {text.model}.", "Trace that model.")
    else:
        check_length(text, pair)
        from models.schema.records import ModelInput

        model_input = engine().apply_all_feeds(
            key, ModelInput.clean(engine().encode(key, text, pair))
        )
        _warn_of_cut(key, model_input.encoding.num_cut)
    encoding = model_input.encoding
    recorded = engine().trace(key, model_input, kinds=(*ALL_KINDS, "extra"))
    extras = engine().load_model(key).spec.extras
    return Traced(key, encoding.text, encoding.pair or "", recorded, extras)


def generate(
    model: AnyModel,
    prompt: str | Sequence[Mapping[str, str]],
    method: str = "greedy",
    *,
    max_new_tokens: int = 40,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    num_beams: int = 4,
    seed: int = defaults.SEED,
    message: bool = False,
) -> Generated:
    """Let a model continue a prompt, or answer it: "greedy", "sample" or "beam".

    top_k 0 and top_p 1 are off; the seed is that of sampling. With `message` the prompt is what a
    person says, or a conversation with system:, user: and assistant: before the turns, put into
    words by the model's chat template; so is a list such as [{"role": "user", "content": "Hi"}].
    Raises UserError, also where the prompt leaves no room for a new token.
    """
    key = key_of(model)
    options: dict[str, Any] = {
        "method": method,
        "max_new_tokens": max_new_tokens,
        "temperature": temperature,
        "top_k": top_k,
        "top_p": top_p,
        "num_beams": num_beams,
    }
    if not isinstance(prompt, str):
        from models.tokenization.chat_template import read_messages

        with as_user_errors():
            messages = read_messages(prompt)
        prompt = engine().as_message(key, messages)
    elif message:
        prompt = engine().as_message(key, prompt)
    check_length(prompt)
    running, steps = write(engine(), key, prompt, seed=seed, **options), []
    while True:
        try:
            steps.append(next(running))
        except StopIteration as end:
            out = end.value
            break
    if not out.ids:
        raise no_room(engine().entry(key).num_positions)
    _warn_of_cut(key, out.num_cut, "prompt")
    figured = {"seed": seed, "options": options}
    return Generated(key, prompt, out.text, out.ids, out.tokens, tuple(steps), figured)


def _warn_of_cut(key: str, num_cut: int, of: str = "text") -> None:
    """Warn, at the line that called the interface, of tokens that did not fit."""
    if num_cut:
        entry = engine().entry(key)
        warnings.warn(cut_off(entry.title, num_cut, entry.num_positions, of), stacklevel=3)
