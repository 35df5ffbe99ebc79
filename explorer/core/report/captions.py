"""Captions: what a person needs to make a figure again, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from explorer.core.localization import tr
from explorer.core.state.program import software
from explorer.core.state.slots import SLOTS, letter_title
from explorer.core.state.state import Selection, State

if TYPE_CHECKING:
    from explorer.core.engine.cards import ModelCard


@dataclass(frozen=True)
class Basis:
    """What of the state a picture depends on; a caption is silent about what is left empty."""

    text: str = ""
    pair: str = ""
    seed: int | None = None
    selection: Selection = Selection()  # noqa: RUF009 - frozen

    @classmethod
    def of(cls, state: State) -> Basis:
        """All of it."""
        return cls(state.text, state.pair, state.seed, state.selection)

    @classmethod
    def from_texts(cls, state: State, seed: int | None = None) -> Basis:
        """Return the basis of a picture of the texts, in which a token may be marked."""
        token = Selection(state.selection.token, model=state.selection.model)
        return cls(state.text, state.pair, seed, token)


@dataclass(frozen=True)
class DrawnModel:
    """A model in a picture; its place gives the letter and the colour."""

    slot: int | None
    title: str
    key: str = ""  # in the library, if it is there
    digest: str = ""  # of the weights that computed the picture, where it is known

    @property
    def name(self) -> str:
        return letter_title(self.slot, self.title)


class Carded(Protocol):
    """An answer that knows the card of its model; None where that could not be read."""

    @property
    def card(self) -> ModelCard | None: ...


def digest_of(answer: Carded | None) -> str:
    """The hash of the weights that computed an answer; "" where it is not known."""
    return "" if answer is None or answer.card is None else answer.card.hash


@dataclass(frozen=True)
class Caption:
    """How to make the figure again."""

    title: str
    models: tuple[tuple[str, str], ...] = ()  # (letter and title, checkpoint hash)
    basis: Basis = Basis()
    token_of: str = ""  # the letter of the model in which the selected token is counted
    settings: tuple[str, ...] = ()  # of the panel, as far as they make the figure another

    @classmethod
    def of(
        cls,
        title: str,
        state: State,
        models: Sequence[tuple[str, str]],
        settings: Sequence[str] = (),
        basis: Basis | None = None,
    ) -> Caption:
        """Build a caption; the picture depends on the whole state unless a `basis` is given."""
        basis = Basis.of(state) if basis is None else basis
        letters = {key: place for place, key in enumerate(state.models)}
        place = letters.get(basis.selection.model)
        letter = "" if place is None else SLOTS[place]
        return cls(title, tuple(models), basis, letter, tuple(settings))

    def __str__(self) -> str:
        basis = self.basis
        models = (f"{name} ({digest[:12]})" if digest else name for name, digest in self.models)
        parts = [self.title, *models]
        if basis.text:
            parts.append(f"“{_short(basis.text)}”")
        if basis.pair:
            parts.append(tr("and “{text}”", text=_short(basis.pair)))
        parts += [*self.settings, *self._selected_parts()]
        parts += [] if basis.seed is None else [tr("seed {seed}", seed=basis.seed)]
        return " · ".join([*parts, software()])

    def _selected_parts(self) -> list[str]:
        """Tokens are counted from 0, as in tables; layers and heads from 1."""
        selected = self.basis.selection
        chosen = {
            f"{self.token_of} {tr('token')}".lstrip(): selected.token,
            tr("layer"): None if selected.layer is None else selected.layer + 1,
            tr("head"): None if selected.head is None else selected.head + 1,
        }
        return [f"{name} {value}" for name, value in chosen.items() if value is not None]


def _short(text: str, limit: int = 160) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
