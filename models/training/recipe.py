"""A recipe: everything that decides a training run, read from and written to TOML.

The same recipe, seed and program give the same weights. An unknown key is rejected.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from models.runtime.files import read_text
from models.schema.configs import Size
from models.schema.parsing import check_values, parse_toml
from models.schema.specs import Option

Part = TypeVar("Part")

# Types of the fields below as they are written there, and what a person calls them.
TYPES: Mapping[str, Any] = {
    "str": str,
    "int": int,
    "float": int | float,
    "bool": bool,
    "tuple": tuple,
    "Mapping": Mapping,
}
FLOAT32, BFLOAT16 = PRECISIONS = ("float32", "bfloat16")
MAX_STEP_TOKENS = 10_000_000  # Brown et al. (2020), arXiv:2005.14165: GPT-3 took 3.2 million
MAX_DATA_TOKENS = 10**9
MAX_VOCABULARY = 10**6
TYPE_TITLES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "tuple": "a list",
    "Mapping": "a table",
}


def _check_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} must lie between {low} and {high:,}")


@dataclass(frozen=True)
class TokenizerRecipe:
    """Train a tokenizer of this family and size, or take that of a checkpoint folder.

    A run that begins with a model of fewer tokens gives it tokens for new names, up to this size.
    """

    family: str = "wordpiece"
    vocab_size: int = 5000
    folder: str = ""  # a checkpoint whose tokenizer is shared; a bundled name or a path

    def __post_init__(self) -> None:
        _check_range("vocab_size", self.vocab_size, 1, MAX_VOCABULARY)


@dataclass(frozen=True)
class Schedule:
    """How long and how fast. One step feeds `batch_size` examples of `length` tokens.

    A share of the steps feeds examples of `long_length`, so that late positions are learned too,
    as BERT did (Devlin et al. 2018, A.2: 90 % at 128, 10 % at 512): documents one after the other,
    as a pair of short ones would not reach there. They are drawn at random, or with `long_last`
    are the last steps of the run, as in the paper. A recipe that does not state it has at most the
    positions of its model, and at least `length`. A share of the others feeds opening sentences
    alone: a word masked there occurs nowhere else, so it must be known. A share
    of those is cut as if a mask came before every ending: what a person types as "[MASK]이다" has
    the token of a separate 이다, which no whole text has. A share of the steps feeds tasks
    with their answers (models/data/tasks.py), which only text to text can learn.

    A `relative_rate` is multiplied, for each tensor, by the root mean square of its weights: T5's
    are drawn as differently as 1 and 1/64 (Shazeer & Stern 2018, arXiv:1804.04235, section 8).
    """

    steps: int = 1000
    batch_size: int = 16
    length: int = 48
    long_length: int = 128
    long_share: float = 0.1
    long_last: bool = False
    single_share: float = 0.0
    loose_share: float = 0.0
    task_share: float = 0.0
    learning_rate: float = 1e-3
    relative_rate: bool = False
    warmup_steps: int = 200
    weight_decay: float = 0.01
    beta1: float = 0.9
    beta2: float = 0.98
    clip_norm: float = 1.0
    precision: str = FLOAT32  # of products while training; weights always have 32 bits
    evaluate_every: int = 500
    save_every: int = 1000

    def __post_init__(self) -> None:
        for item in fields(self):
            if item.name != "precision" and not math.isfinite(getattr(self, item.name)):
                raise ValueError(f"{item.name} must be a finite number")
        for name in ("steps", "batch_size", "evaluate_every", "save_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
        if self.warmup_steps < 0 or self.weight_decay < 0:
            raise ValueError("warmup_steps and weight_decay must not be negative")
        if self.length < 4 or self.long_length < self.length:
            raise ValueError("length must be at least 4, and long_length not below it")
        if self.learning_rate <= 0 or self.clip_norm <= 0:
            raise ValueError("learning_rate and clip_norm must be above zero")
        if not (0 <= self.beta1 < 1 and 0 <= self.beta2 < 1):
            raise ValueError("beta1 and beta2 must lie between 0 and 1, and below 1")
        if self.batch_size * self.long_length > MAX_STEP_TOKENS:
            raise ValueError(
                f"batch_size times long_length must be at most {MAX_STEP_TOKENS:,} tokens"
            )
        for name in ("long_share", "single_share", "loose_share", "task_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie between 0 and 1")
        check_precision_name(self.precision)


def check_precision_name(name: str) -> None:
    """Raises ValueError for what is no precision of a recipe."""
    if name not in PRECISIONS:
        raise ValueError(f"precision must be {' or '.join(PRECISIONS)}, not {name!r}")


@dataclass(frozen=True)
class TeacherRecipe:
    """Distillation: the method, the teacher and the options of the method's spec."""

    method: str
    teacher: str  # a bundled name or a checkpoint folder
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def models(self) -> tuple[str, ...]:
        """The teacher, and the model that makes more examples, if there is one."""
        helper = self.options.get("augment_with")
        return (self.teacher, helper) if isinstance(helper, str) and helper else (self.teacher,)


@dataclass(frozen=True)
class Recipe:
    """A run of training. `size.vocab_size` is set by the tokenizer and is 1 until then."""

    name: str
    architecture: str
    objectives: tuple[str, ...]
    data: str = "world"  # of models.data.sources
    data_tokens: int = 2_000_000  # of the source that are prepared for training
    single_data: str = ""  # where single sentences come from; empty: from data
    seed: int = 1
    start: str = ""  # a checkpoint whose weights and tokenizer the run begins with
    tokenizer: TokenizerRecipe = TokenizerRecipe()
    size: Size = field(default_factory=lambda: Size(vocab_size=1))
    config: Mapping[str, Any] = field(default_factory=dict)  # further keys of config.json
    schedule: Schedule = Schedule()
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by objective
    teaching: TeacherRecipe | None = None

    def __post_init__(self) -> None:
        _check_range("data_tokens", self.data_tokens, 1, MAX_DATA_TOKENS)
        _check_range("seed", self.seed, 0, 2**63 - 1)
        _check_heads(self.size)
        if not all(isinstance(name, str) for name in self.objectives):
            raise ValueError("objectives must be a list of texts")
        if len(set(self.objectives)) < len(self.objectives):
            raise ValueError("objectives must name each objective once")

    @property
    def pretrained_models(self) -> tuple[str, ...]:
        """The models that the weights depend on: what the run begins with, and the teacher."""
        teacher = self.teaching.teacher if self.teaching else ""
        return tuple(name for name in (self.start, teacher) if name)

    @classmethod
    def read(cls, path: Path) -> Recipe:
        """Read a TOML file. Raises OSError, and ValueError that names the file."""
        with readable_recipe(path) as table:
            return cls.from_dict(table)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """Parse nested dictionaries. Raises ValueError for unknown, missing or impossible keys."""
        data = dict(data)
        size = part_from_table(Size, data.pop("size", {}), "size", vocab_size=1)
        schedule = data.pop("schedule", {})
        fitting = _fitting_lengths(schedule, size)
        parts: dict[str, Any] = {
            "tokenizer": part_from_table(TokenizerRecipe, data.pop("tokenizer", {}), "tokenizer"),
            "size": size,
            "schedule": part_from_table(Schedule, schedule, "schedule", **fitting),
        }
        if data.get("teaching") is not None:
            parts["teaching"] = part_from_table(TeacherRecipe, data.pop("teaching"), "teaching")
        if isinstance(data.get("objectives"), list):
            data["objectives"] = tuple(data["objectives"])
        return part_from_table(cls, data, "recipe", **parts)

    def to_dict(self) -> dict[str, Any]:
        """Nested dictionaries of plain values, as JSON holds them."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain


def _fitting_lengths(schedule: Any, size: Size) -> dict[str, int]:
    """Lengths that a schedule does not state, where the usual ones do not fit to the others."""
    stated = schedule if isinstance(schedule, Mapping) else {}
    usual, room = Schedule(), size.num_positions
    length = stated.get("length", min(usual.length, room))
    if "length" in stated and not _is_a("int", length):
        return {}  # which is rejected
    return {"length": length, "long_length": max(length, min(usual.long_length, room))}


def _check_heads(size: Size) -> None:
    """Raises ValueError where the heads of a new model cannot share its width equally."""
    if size.width % size.num_heads:
        raise ValueError(f"the width {size.width} is not a multiple of {size.num_heads} heads")


@contextmanager
def readable_recipe(path: Path) -> Iterator[dict[str, Any]]:
    """The table in a TOML file. A ValueError of the block names the file, as those of reading do.

    Raises OSError and ValueError.
    """
    try:
        yield parse_toml(read_text(path))
    except ValueError as error:
        raise ValueError(f"The recipe {path.name} cannot be used: {error}") from error


def check_options(options: Mapping[str, Any], known: Sequence[Option], where: str) -> None:
    """Raises ValueError for an option that `known` does not have, or an impossible value."""
    by_name = {option.name: option for option in known}
    for name, value in options.items():
        if name not in by_name:
            raise ValueError(
                f"unknown option {name!r} of {where}; known are {', '.join(by_name) or 'none'}"
            )
        option = by_name[name]
        if option.choices and value not in option.choices:
            choices = ", ".join(map(str, option.choices))
            raise ValueError(f"{name} of {where} must be one of {choices}, not {value!r}")
        if isinstance(option.default, str) and not isinstance(value, str):
            raise ValueError(f"{name} of {where} must be a text, not {value!r}")
        if _is_a("int", option.default) and not _is_a("int", value):
            raise ValueError(f"{name} of {where} must be a whole number, not {value!r}")
        if _is_a("float", option.default) and not _is_finite(value):
            raise ValueError(f"{name} of {where} must be a finite number, not {value!r}")
        if option.minimum is not None or option.maximum is not None:
            low = -math.inf if option.minimum is None else option.minimum
            high = math.inf if option.maximum is None else option.maximum
            if not (_is_a("float", value) and low <= value <= high):
                raise ValueError(f"{name} of {where} must lie in {low} to {high}, not {value!r}")


def part_from_table(kind: type[Part], values: Any, where: str, **others: Any) -> Part:
    """A part of a recipe from a TOML table; `others` are values that the table may replace.

    Raises ValueError for an unknown or missing key and a value of another type.
    """
    if not isinstance(values, Mapping):
        raise ValueError(f"{where} must be a table, not {values!r}")
    check_values(dict(values))
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise ValueError(
            f"unknown key {unknown[0]!r} in {where}; known are {', '.join(sorted(known))}"
        )
    for name, value in values.items():
        type_name = str(known[name].type).partition("[")[0]
        if not _is_a(type_name, value):
            raise ValueError(f"{name} in {where} must be {TYPE_TITLES[type_name]}, not {value!r}")
    filled = {**others, **values}
    for name, item in known.items():
        if name not in filled and item.default is MISSING and item.default_factory is MISSING:
            raise ValueError(f"{where} lacks {name}")
    return kind(**filled)


def _is_finite(value: Any) -> bool:
    return _is_a("float", value) and -math.inf < value < math.inf


def _is_a(type_name: str, value: Any) -> bool:
    """Whether a value from TOML can be a field of this type; a whole number is a float as well."""
    if isinstance(value, bool):
        return type_name == "bool" or type_name not in TYPES
    return isinstance(value, TYPES.get(type_name, object))
