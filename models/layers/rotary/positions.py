"""Rotary positions: queries and keys are turned by an angle that grows with their position.

Su, Lu, Pan, Murtadha, Wen, Liu (2021), RoFormer, arXiv:2104.09864. Number j of a vector and number
j + R/2 are a pair, which is turned at position p by p · f_j, with f_j = θ^(-2j/R); in some models
numbers 2j and 2j + 1 are, as in the paper. So a product of a query and a key depends on their
distance alone. `RotaryScaling` has the published ways to read
longer texts than a model learned from; reference: modeling_rope_utils.py of transformers.

Shapes: T tokens, H heads, K width of a head, R numbers of it that are turned.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from reprlib import repr as short
from typing import Any, NamedTuple, Self

import torch
from torch import Tensor

BETA_FAST, BETA_SLOW = 32.0, 1.0  # turns within the known length (Peng et al. 2023, section 3.2)
MOST_FACTORS = 4096  # of one list; a head is never as wide
NUM_KNOWN_FREQUENCIES = 32  # of models and lengths, which are cached
LARGEST = 1e9  # of a number in the entry


class RotaryAngles(NamedTuple):
    """Cosines and sines (T, R) of the angles by which queries and keys are turned.

    `of_neighbours`: numbers 2j and 2j + 1 are a pair, else j and j + R/2.
    """

    cos: Tensor
    sin: Tensor
    of_neighbours: bool = False

    def on_cpu(self) -> RotaryAngles:
        """The same in 32 bits on the CPU."""
        cos, sin = (one.detach().float().cpu() for one in (self.cos, self.sin))
        return RotaryAngles(cos, sin, self.of_neighbours)


@dataclass(frozen=True)
class RotaryScaling:
    """The entry `rope_scaling` of a config.json: how frequencies change for longer texts.

    rope_type: "linear" divides all by `factor` (Chen et al. 2023, arXiv:2306.15595). "dynamic"
    raises θ once a text is longer than the model's positions. "yarn" divides slow ones alone (Peng
    et al. 2023, arXiv:2309.00071), and "llama3" too, with other limits (Grattafiori et al. 2024,
    arXiv:2407.21783). "longrope" has a divisor for each frequency, and others for texts that are
    longer than `original_max_position_embeddings` (Ding et al. 2024, arXiv:2402.13753).
    """

    rope_type: str
    factor: float | None = None
    original_max_position_embeddings: int | None = None
    low_freq_factor: float | None = None
    high_freq_factor: float | None = None
    attention_factor: float | None = None
    beta_fast: float | None = None
    beta_slow: float | None = None
    mscale: float | None = None
    mscale_all_dim: float | None = None
    truncate: bool | None = None
    short_factor: tuple[float, ...] | None = None
    long_factor: tuple[float, ...] | None = None

    @classmethod
    def parse(cls, entry: Mapping[str, Any]) -> Self | None:
        """The scaling of an entry; None where nothing is scaled. Raises ValueError, by name."""
        given = {key: value for key, value in entry.items() if value is not None}
        kind = given.pop("rope_type", given.pop("type", "default"))
        given.pop("type", None)
        if kind == "default":
            _check_names(given, set())
            return None
        if kind not in SCALINGS:
            known = ", ".join(["default", *SCALINGS])
            raise ValueError(
                f"rope_type = {short(kind)} of rope_scaling is not supported; known are {known}"
            )
        _check_names(given, {item.name for item in fields(cls)})
        values = {key: _check_value(key, value) for key, value in given.items()}
        for key in SCALINGS[kind].needs:
            if key not in values:
                raise ValueError(f"rope_type = {short(kind)} of rope_scaling needs {key}")
        return cls(kind, **values)

    def entries(self) -> dict[str, Any]:
        """The entry as config.json has it."""
        named = {item.name: getattr(self, item.name) for item in fields(self)}
        stated = {key: value for key, value in named.items() if value is not None}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in stated.items()}

    def __str__(self) -> str:
        return self.rope_type if self.factor is None else f"{self.rope_type}, {self.factor:g}"


def _check_names(given: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(given.keys() - known - {"original_max_position_embeddings"})
    if unknown:
        raise ValueError(f"{unknown[0]} of rope_scaling is not supported")


def _check_value(key: str, value: Any) -> Any:
    """A positive number, a flag or a list of positive numbers. Raises ValueError."""
    if key == "truncate":
        if not isinstance(value, bool):
            raise ValueError(f"{key} of rope_scaling must be true or false, not {short(value)}")
        return value
    if key in ("short_factor", "long_factor"):
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_FACTORS:
            raise ValueError(f"{key} of rope_scaling must be a list of numbers, not {short(value)}")
        return tuple(_check_number(key, one) for one in value)
    number = _check_number(key, value)
    if key == "original_max_position_embeddings":
        if number != int(number):
            raise ValueError(f"{key} of rope_scaling must be a whole number, not {short(value)}")
        return int(number)
    return number


def _check_number(key: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LARGEST:
        raise ValueError(f"{key} of rope_scaling must be a number above 0, not {short(value)}")
    return float(value)


@dataclass(frozen=True)
class RotaryPositions:
    """How a model turns its queries and keys. `width` is R, which must be even.

    `num_positions` are those of config.json. `partial` says that each head has more numbers than R;
    where R is odd, the one after them makes up the last pair, as the reference of GPT-NeoX does.
    `of_neighbours`: numbers 2j and 2j + 1 are a pair. Raises ValueError for what no text can be
    read with.
    """

    width: int
    theta: float
    num_positions: int
    scaling: RotaryScaling | None = None
    partial: bool = False
    of_neighbours: bool = False

    def __post_init__(self) -> None:
        is_even = self.width % 2 == 0
        if self.width < 1 or not (is_even or self.partial):
            raise ValueError(
                f"rotary positions turn pairs of numbers, so an even part of each head; it has "
                f"{self.width}"
            )
        if not 1 < self.theta <= LARGEST:
            raise ValueError(f"rope_theta must lie above 1, not {self.theta:g}")
        scaling = self.scaling
        if scaling is not None and self.known_length < 2:
            raise ValueError("rope_scaling is for models that know texts of 2 tokens at least")
        for key in ("short_factor", "long_factor"):
            factors = scaling and getattr(scaling, key)
            if factors and len(factors) != self.num_pairs:
                raise ValueError(
                    f"{key} of rope_scaling must have {self.num_pairs} numbers, not {len(factors)}"
                )
        if scaling and scaling.rope_type == "dynamic" and self.width < 4:
            raise ValueError("rope_type = 'dynamic' needs heads of 4 numbers at least")
        if scaling and scaling.rope_type == "yarn" and not is_even:
            raise ValueError("rope_type = 'yarn' needs an even part of each head")

    @property
    def num_pairs(self) -> int:
        """Pairs of numbers that are turned."""
        return (self.width + 1) // 2

    @property
    def known_length(self) -> int:
        """The longest text that the model learned from before its frequencies were changed."""
        original = self.scaling and self.scaling.original_max_position_embeddings
        return original or self.num_positions

    @property
    def changes_for_long_texts(self) -> bool:
        """Whether keys of a text that grows beyond `known_length` must be turned anew."""
        return self.scaling is not None and self.scaling.rope_type == "longrope"

    def angles(self, first: int, last: int, like: Tensor) -> RotaryAngles:
        """The angles of positions `first` to `last` - 1 of a text of `last` tokens so far.

        In the number format and on the device of the tensor `like`.
        """
        frequencies, factor = _frequencies(self, self._length_class(last))
        places = torch.arange(first, last, device=like.device).float()
        angles = places[:, None] * frequencies.to(like.device)  # (T, R/2)
        if self.of_neighbours:
            both = angles.repeat_interleave(2, -1)  # (T, R)
        else:
            both = torch.cat([angles, angles], -1)  # (T, R)
        cos, sin = both.cos(), both.sin()
        if factor != 1.0:
            cos, sin = cos * factor, sin * factor
        return RotaryAngles(cos.to(like.dtype), sin.to(like.dtype), self.of_neighbours)

    def _length_class(self, length: int) -> int:
        """The length, as far as frequencies depend on it."""
        kind = self.scaling.rope_type if self.scaling else ""
        if kind == "dynamic":
            return max(length, self.num_positions)
        if kind == "longrope":
            return self.known_length + (length > self.known_length)
        return 0


def turn(x: Tensor, angles: RotaryAngles) -> Tensor:
    """Turn the first R numbers of queries or keys (…, T, K), with angles (T, R)."""
    width = angles.cos.shape[-1]
    part = x[..., :width]
    if angles.of_neighbours:
        first, second = part[..., ::2], part[..., 1::2]
        across = torch.stack([-second, first], -1).flatten(-2)
    else:
        first, second = part.chunk(2, -1)
        across = torch.cat([-second, first], -1)
    turned = part * angles.cos + across * angles.sin
    return turned if width == x.shape[-1] else torch.cat([turned, x[..., width:]], -1)


# Frequencies --------------------------------------------------------------------------------------


@lru_cache(maxsize=NUM_KNOWN_FREQUENCIES)
def _frequencies(rotary: RotaryPositions, length: int) -> tuple[Tensor, float]:
    """Frequencies (R/2,) for a text of this length, and what cosines and sines are multiplied by.

    They are made outside of inference mode, so that a model that learns can use them again.
    """
    with torch.inference_mode(False), torch.device("cpu"):
        if rotary.scaling is None:
            return _plain(rotary, rotary.theta), 1.0
        return SCALINGS[rotary.scaling.rope_type].compute(rotary, rotary.scaling, length)


def _plain(rotary: RotaryPositions, theta: float) -> Tensor:
    return 1.0 / theta ** (torch.arange(0, rotary.width, 2).float() / rotary.width)


def _linear(rotary: RotaryPositions, scaling: RotaryScaling, length: int) -> tuple[Tensor, float]:
    return _plain(rotary, rotary.theta) / _factor(scaling), 1.0


def _dynamic(rotary: RotaryPositions, scaling: RotaryScaling, length: int) -> tuple[Tensor, float]:
    factor, width = _factor(scaling), rotary.width
    growth = factor * length / rotary.num_positions - (factor - 1)
    return _plain(rotary, rotary.theta * growth ** (width / (width - 2))), 1.0


def _by_wavelength(
    rotary: RotaryPositions, scaling: RotaryScaling, length: int
) -> tuple[Tensor, float]:
    """Divide waves that are too long to turn often enough within the known length."""
    low, high = scaling.low_freq_factor, scaling.high_freq_factor
    assert low is not None
    assert high is not None
    frequencies = _plain(rotary, rotary.theta)
    turns = rotary.known_length * frequencies / (2 * math.pi)
    kept = ((turns - low) / (high - low)).clamp(0, 1)  # 1 for fast ones
    return frequencies * (kept + (1 - kept) / _factor(scaling)), 1.0


def _yarn(rotary: RotaryPositions, scaling: RotaryScaling, length: int) -> tuple[Tensor, float]:
    factor, width = _factor(scaling), rotary.width
    limits = [
        width * math.log(rotary.known_length / (turns * 2 * math.pi)) / (2 * math.log(rotary.theta))
        for turns in (scaling.beta_fast or BETA_FAST, scaling.beta_slow or BETA_SLOW)
    ]
    low, high = limits
    if scaling.truncate is not False:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, width - 1)
    high += 0.001 if low == high else 0  # as the reference does
    divided = ((torch.arange(width // 2).float() - low) / (high - low)).clamp(0, 1)
    frequencies = _plain(rotary, rotary.theta)
    return frequencies * (1 - divided) + frequencies / factor * divided, _yarn_factor(scaling)


def _yarn_factor(scaling: RotaryScaling) -> float:
    """The root of the temperature of attention, which cosines and sines are multiplied by."""
    if scaling.attention_factor is not None:
        return scaling.attention_factor
    growth = math.log(max(_factor(scaling), 1.0))
    if scaling.mscale and scaling.mscale_all_dim:
        return (0.1 * scaling.mscale * growth + 1) / (0.1 * scaling.mscale_all_dim * growth + 1)
    return 0.1 * growth + 1


def _long(rotary: RotaryPositions, scaling: RotaryScaling, length: int) -> tuple[Tensor, float]:
    known = rotary.known_length
    divisors = scaling.long_factor if length > known else scaling.short_factor
    growth = scaling.factor or rotary.num_positions / known
    factor = scaling.attention_factor
    if factor is None:
        factor = 1.0 if growth <= 1 else math.sqrt(1 + math.log(growth) / math.log(known))
    return _plain(rotary, rotary.theta) / torch.tensor(divisors), factor


def _factor(scaling: RotaryScaling) -> float:
    assert scaling.factor is not None
    return scaling.factor


class _Scaling(NamedTuple):
    """A way to change frequencies, and the entries that it needs."""

    compute: Callable[[RotaryPositions, RotaryScaling, int], tuple[Tensor, float]]
    needs: tuple[str, ...]


SCALINGS: Mapping[str, _Scaling] = {
    "linear": _Scaling(_linear, ("factor",)),
    "dynamic": _Scaling(_dynamic, ("factor",)),
    "yarn": _Scaling(_yarn, ("factor",)),
    "llama3": _Scaling(_by_wavelength, ("factor", "low_freq_factor", "high_freq_factor")),
    "longrope": _Scaling(_long, ("short_factor", "long_factor")),
}
