"""Which passes of a model run from a tape, and for how long a tape holds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from torch import Tensor, nn

from models.layers.keeping import Keeper
from models.tape import Again, Tape, equal, replayed

Outputs = TypeVar("Outputs")

NUM_KINDS = 64  # of passes of one model that are counted
NUM_TAPES = 16  # of one model; each holds what layers keep for its length
# Passes through the modules before one is written down, which takes what so many others save.
WORTH_WRITING = 32


class Tapes:
    """The passes of one model in inference mode, by what is asked of it.

    The first of a kind go through the modules; one is written down on the way, and every later one
    runs from its tape, if that gave the same bits when it was tried. All is forgotten when a weight
    has changed, and when it could have: see `Keeper`. Modules must stay where and what they are.
    """

    def __init__(self, module: nn.Module) -> None:
        parts = list(module.modules())
        self._places = [(part._parameters, name) for part in parts for name in part._parameters]
        self._weights: list[_Weight] = []
        self._counts: dict[Hashable, int] = {}
        self._tapes: dict[Hashable, Again | None] = {}  # None for what cannot be written down
        for part in parts:
            if isinstance(part, Keeper):
                part.on_forget(self.forget)

    def run(
        self, key: Hashable, inputs: Sequence[Tensor], through: Callable[[], Outputs]
    ) -> Outputs:
        """What `through` returns: tensors in lists, tuples and dictionaries.

        They follow from weights, inputs and the key alone, which tells the shapes of the inputs.
        """
        if not self._stand():
            self.forget()
            self._weights = self._as_they_are()
        again = self._tapes.get(key)
        if again is not None:
            found: Outputs = replayed(again, inputs)
            return found
        if key in self._tapes:
            return through()
        count = self._counts.pop(key, 0) + 1
        _make_room(self._counts, NUM_KINDS)
        self._counts[key] = count
        return through() if count < WORTH_WRITING else self._write(key, inputs, through)

    def _write(
        self, key: Hashable, inputs: Sequence[Tensor], through: Callable[[], Outputs]
    ) -> Outputs:
        through()  # so that layers keep what belongs to this kind, and it is not written down
        with Tape(inputs) as tape:
            outputs = through()
        found = None
        for products_alone in (True, False):  # alone, if nothing comes out otherwise
            again = tape.again(outputs, products_alone=products_alone)
            if again is not None and equal(replayed(again, inputs), outputs):
                found = again
                break
        _make_room(self._tapes, NUM_TAPES)
        self._tapes[key] = found
        self._counts.pop(key, None)
        return outputs

    def forget(self) -> None:
        self._counts.clear()
        self._tapes.clear()

    def _stand(self) -> bool:
        """Whether all weights are what they were; unknown ones are not."""
        for table, name, weight, _, version, place in self._weights:
            if (
                table.get(name) is not weight
                or weight._version != version
                or weight.data_ptr() != place
            ):
                return False
        return bool(self._weights)

    def _as_they_are(self) -> list[_Weight]:
        """Nothing where one does not tell when it changes."""
        found = [
            (table, name, weight)
            for table, name in self._places
            if (weight := table.get(name)) is not None
        ]
        if any(weight.is_inference() for _, _, weight in found):
            return []
        return [
            _Weight(table, name, weight, weight.detach(), weight._version, weight.data_ptr())
            for table, name, weight in found
        ]


class _Weight(NamedTuple):
    """Where it is found, which tensor it is, and how often and where its numbers were written."""

    table: Mapping[str, Tensor | None]
    name: str
    tensor: Tensor
    numbers: Tensor  # keeps the memory, so that no other weight comes to lie there
    version: int
    place: int


def _make_room(remembered: dict[Hashable, Any], size: int) -> None:
    """Drop what is there longest, where there are `size` already."""
    if len(remembered) >= size:
        del remembered[next(iter(remembered))]
