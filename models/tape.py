"""A pass written down as the torch calls that it makes, and run again without its modules.

A pass of a small model takes a millisecond. A tenth of it goes to finding the next call: modules
call modules, ask for shapes, look at taps and at what they keep. A tape has the calls alone, one
below the other in one function, with what does not change already in place. For inputs of the same
shapes they are the same calls in the same order, so what comes out is the same bit by bit. A call
that is done before another thread has begun stays on one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch._ops import OpOverload
from torch.overrides import TorchFunctionMode

from models.threads import CAN_CHANGE, share_among

Again = Callable[..., Any]  # takes the number of threads and the inputs, returns the outputs

NUM_TEXTS = 32  # of tapes that stay compiled
# What is worth the time that other threads need to begin, on two cores of an AMD EPYC 9005.
SHARED_NUMBERS = 1 << 15  # that come out of work on rows, each the same on whichever thread
SHARED_PRODUCT = 400_000  # multiplications; in how many threads may change how they are added up
BY_ROW = frozenset({"layer_norm", "rms_norm", "softmax", "linalg_vector_norm"})
PRODUCTS = {"linear": 0, "_linear_pointwise": 0, "matmul": 0, "bmm": 0, "baddbmm": 1}  # left factor
# What a tensor can be asked without a look at its numbers.
OF_SHAPE = frozenset(
    {
        *("__len__", "dim", "ndim", "numel", "shape", "size", "stride", "storage_offset"),
        *("device", "dtype", "is_contiguous", "is_cpu", "is_inference", "data_ptr", "_version"),
    }
)


class Tape(TorchFunctionMode):
    """Writes down every torch call in a `with` block.

    Inputs and what is computed from them have names. Any other tensor is taken as it is, which
    holds for weights, and for what follows from them as long as they stay. A tensor must not be
    made there by what is no torch call, as `torch.from_numpy`.
    """

    def __init__(self, inputs: Sequence[Tensor]) -> None:
        self._inputs = [f"in{number}" for number in range(len(inputs))]
        self._names = dict(zip(map(id, inputs), self._inputs, strict=True))
        self._held: list[object] = list(inputs)  # so that nothing else gets the id of one of them
        self._constants: dict[int, tuple[str, object]] = {}
        self._lines: list[_Line] = []
        self._whole = True

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        found = func(*args, **kwargs)
        several = isinstance(found, list | tuple)
        made = found if several else [found]
        if not made or not all(isinstance(tensor, Tensor) for tensor in made):
            self._whole = self._whole and _asked(func) in OF_SHAPE
            return found
        varies = self._varies(args) or self._varies(kwargs)
        if _writes(func.__name__, kwargs):
            self._whole = self._whole and varies and self._varies(made)
        elif not varies and _holds_tensor(args):
            return found  # it follows from weights alone
        used: list[str] = []
        given = [self._written(value, used) for value in args]
        given += [f"{name}={self._written(value, used)}" for name, value in kwargs.items()]
        names = [self._name(tensor) for tensor in made]
        left = f"[{', '.join(names)}]" if several else names[0]
        call = f"{self._constant(_quickest(func))}({', '.join(given)})"
        numbers = sum(tensor.numel() for tensor in made)
        self._lines.append(
            _Line(
                f"{left} = {call}",
                [*names, *used],
                small_rows=func.__name__ in BY_ROW and numbers < SHARED_NUMBERS,
                small_product=_is_small_product(func.__name__, numbers, args),
            )
        )
        return found

    def again(self, outputs: object, *, products_alone: bool) -> Again | None:
        """The calls so far as a function of the number of threads and the inputs; new outputs.

        The outputs are tensors in lists, tuples and dictionaries. None where the numbers of a
        tensor were looked at, which could have decided what was called next. `products_alone` says
        whether small products stay on one thread.
        """
        if not self._whole:
            return None
        last: list[str] = []
        answer = self._written(outputs, last)
        change, one = self._constant(torch.set_num_threads), self._constant(1)
        needed, body = set(last), []
        below: bool | None = None  # whether the call below is alone
        for line in reversed(self._lines):
            alone = line.small_rows or (products_alone and line.small_product)
            if CAN_CHANGE and below is (not alone):
                body.append(f"{change}({one if below else 'threads'})")
            below = alone
            spent = [name for name in dict.fromkeys(line.names) if name not in needed]
            needed.update(spent)
            # A tensor goes as soon as nobody needs it.
            body.append("; ".join([line.text, *(f"{name} = None" for name in spent)]))
        if CAN_CHANGE and below:
            body.append(f"{change}({one})")
        constants = self._constants.values()
        parameters = ", ".join([*(name for name, _ in constants), "threads", *self._inputs])
        text = [f"def again({parameters}):", *reversed(body), f"return {answer}"]
        return partial(_compiled("\n    ".join(text)), *(value for _, value in constants))

    def _written(self, value: object, used: list[str]) -> str:
        """A value as it stands in the function; notes the names of inputs and of the computed."""
        name = self._names.get(id(value))
        if name is not None:
            used.append(name)
            return name
        if not self._varies(value):
            return self._constant(value)
        parts = [self._written(part, used) for part in _parts(value)]
        if isinstance(value, dict):
            pairs = zip(map(self._constant, value), parts, strict=True)
            return f"{{{', '.join(f'{key}: {part}' for key, part in pairs)}}}"
        if isinstance(value, slice):
            return f"slice({', '.join(parts)})"
        joined = ", ".join(parts)
        return f"[{joined}]" if isinstance(value, list) else f"({joined},)"

    def _varies(self, value: object) -> bool:
        """Whether it is, or holds, an input or what was computed."""
        return id(value) in self._names or any(self._varies(part) for part in _parts(value))

    def _name(self, tensor: Tensor) -> str:
        """Of a tensor that was computed; one that was changed in place keeps its name."""
        if id(tensor) not in self._names:
            self._names[id(tensor)] = f"x{len(self._held)}"
            self._held.append(tensor)
        return self._names[id(tensor)]

    def _constant(self, value: object) -> str:
        return self._constants.setdefault(id(value), (f"c{len(self._constants)}", value))[0]


class _Line(NamedTuple):
    """A call with the names in it, and whether it is done before another thread has begun."""

    text: str
    names: list[str]
    small_rows: bool
    small_product: bool


def _parts(value: object) -> Iterable[object]:
    """What a call looks for tensors in."""
    if isinstance(value, slice):
        return value.start, value.stop, value.step
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def _holds_tensor(value: object) -> bool:
    return isinstance(value, Tensor) or any(_holds_tensor(part) for part in _parts(value))


def _writes(name: str, kwargs: Mapping[str, Any]) -> bool:
    """Whether a call changes a tensor that it is given, as `add_` and `__iadd__` do."""
    in_place = name.endswith("_") and not name.endswith("__")
    with_sign = name.startswith("__i") and hasattr(Tensor, f"__{name[3:]}")
    return in_place or with_sign or "out" in kwargs


def _asked(func: Callable[..., Any]) -> str:
    """What a tensor is asked: the name of a method, or of the attribute that is read."""
    read = getattr(func, "__self__", None)
    return str(getattr(func if read is None else read, "__name__", ""))


def _is_small_product(name: str, numbers: int, args: Sequence[Any]) -> bool:
    """Whether few multiplications give these numbers."""
    place = PRODUCTS.get(name.removesuffix(".default"))
    if place is None or place >= len(args):
        return False
    return numbers * int(args[place].shape[-1]) < SHARED_PRODUCT


def _quickest(func: Callable[..., Any]) -> Callable[..., Any]:
    """An operator without what torch does in Python before it calls it."""
    found: Callable[..., Any] = func._op if isinstance(func, OpOverload) else func
    return found


@lru_cache(maxsize=NUM_TEXTS)
def _compiled(text: str) -> Again:
    """The function `again`, whose text is mostly the same for inputs of another length."""
    scope: dict[str, Again] = {}
    exec(text, scope)
    return scope["again"]


def replayed(again: Again, inputs: Sequence[Tensor]) -> Any:
    """What a tape returns for inputs; afterwards, calls are shared among as many as before."""
    threads = torch.get_num_threads()
    try:
        return again(threads, *inputs)
    finally:
        share_among(threads)


def equal(found: object, expected: object) -> bool:
    """Whether all tensors are, bit by bit."""
    if isinstance(expected, Tensor):
        return isinstance(found, Tensor) and torch.equal(found, expected)
    parts = zip(_parts(found), _parts(expected), strict=True)
    return all(equal(mine, other) for mine, other in parts)
