"""What every architecture's configuration has in common: sizes, and reading a config.json.

A configuration is a frozen dataclass whose fields carry the published names (`hidden_size` …), so
that config.json is read and written without a table.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from reprlib import repr as short
from typing import Any, ClassVar, Literal, Self

from models.schema.parsing import parse_object

# Keys that every published config.json may carry and that do not touch the mathematics.
BOOKKEEPING = frozenset(
    """
    _name_or_path _num_labels architectures auto_map bos_token_id chunk_size_feed_forward
    classifier_dropout classifier_dropout_prob classifier_pooling cls_dropout cls_token_id
    directionality dtype end_n_top eos_token_id finetuning_task gradient_checkpointing id2label
    label2id language legacy local_files_only model_type n_ctx name num_labels output_attentions
    output_hidden_states output_past pad_token_id padding_idx pooler_dropout pooler_fc_size
    pooler_hidden_act pooler_hidden_size pooler_num_attention_heads pooler_num_fc_layers
    pooler_size_per_head pooler_type prefix problem_type qa_dropout quantization_config
    return_dict sep_token_id seq_classif_dropout start_n_top summary_activation
    summary_first_dropout summary_last_dropout summary_proj_to_labels summary_type
    summary_use_proj task_specific_params tie_weights_ tie_word_embeddings tokenizer_class
    torch_dtype torchscript transformers_version true_hidden_size use_bfloat16 use_cache
    use_mems_eval use_mems_train use_return_dict
    """.split()  # noqa: SIM905 - a word list reads better than forty quoted strings
)

# An entry has the type of its field's annotation, None beside it where that allows it.
EXAMPLES: Mapping[str, Any] = {"int": 0, "float": 0.0, "str": "", "bool": False}
LISTS: Mapping[str, type] = {"tuple[str, ...]": str, "tuple[int, ...]": int}
MAX_ENTRIES = 10_000  # of a list

DEPTH_ENDINGS = ("layer", "layers")  # of the names of whole numbers that count layers
MAX_LAYERS = 1000  # as deep as anybody went: Wang et al. (2022), DeepNet, arXiv:2203.00555
MAX_NUMBER = 10**9  # no size comes near

# A row of a table is added to each token; attention knows which two tokens share one; or neither.
Segments = Literal["added", "relative", "unused"]


@dataclass(frozen=True)
class Size:
    """The size of a model in the words of this program, as a recipe gives it.

    Its heads need not divide the width: some published models have heads of a width of their own.
    """

    vocab_size: int
    width: int = 128
    num_layers: int = 4
    num_heads: int = 4
    inner: int = 512
    num_positions: int = 128
    dropout: float = 0.0

    def __post_init__(self) -> None:
        for name in ("vocab_size", "width", "num_layers", "num_heads", "inner", "num_positions"):
            largest = MAX_LAYERS if name == "num_layers" else MAX_NUMBER
            if not 1 <= getattr(self, name) <= largest:
                raise ValueError(f"{name} must be at least 1, and at most {largest:,}")
        if not 0 <= self.dropout < 1:
            raise ValueError("dropout must lie between 0 and 1")


@dataclass(frozen=True)
class ModelConfig:
    """Base of the configurations. `FIXED` names keys that are known with some values only.

    `ALIASES` are other names that published files have for a key, as the reference reads them:
    where a file has both, the other name counts.

    What is a positive whole number by default counts something that there must be, unless
    `MAY_BE_NOTHING` names it; 0 or -1 stand for none. `SIZED` names for every word of a Size the
    keys that take it; the first of them gives it back. `PAD_KEYS` are entries that a fresh model
    takes from its tokenizer: the id of the padding token. Where config.json has no entry for the
    inner width of the feed-forward network, it is `INNER_WIDTHS` widths. `INITIAL_STD` is the entry
    with the standard deviation of initial weights. `LAYERS_ALIKE` says that all layers after the
    first have the same weights; where that depends on other entries, `layers_alike` says so.
    """

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    ALIASES: ClassVar[Mapping[str, str]] = {}
    MAY_BE_NOTHING: ClassVar[frozenset[str]] = frozenset()
    PAD_KEYS: ClassVar[tuple[str, ...]] = ()
    INNER_WIDTHS: ClassVar[int] = 0
    INITIAL_STD: ClassVar[str] = "initializer_range"
    LAYERS_ALIKE: ClassVar[bool] = True
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]]

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """The configuration of a model of this size; `overrides` are further keys, or the same."""
        entries = {key: getattr(size, word) for word, keys in cls.SIZED.items() for key in keys}
        return cls(**{**entries, **overrides})

    @property
    def size(self) -> Size:
        """The sizes of this configuration in the words of the program.

        1 for a number that the architecture does not have, as a recurrent one has no heads.
        """
        own = {word: getattr(self, keys[0]) for word, keys in self.SIZED.items()}
        inner = max(1, self.INNER_WIDTHS * own["width"])
        return Size(**{"num_heads": 1, "inner": inner, **own})

    @classmethod
    def keys_of_size(cls) -> dict[str, str]:
        """Which keys of config.json a size says already, and by which of its words.

        Those that give a word back; a key that only follows it until somebody says otherwise, such
        as ELECTRA's `embedding_size`, is none of them.
        """
        return {keys[0]: word for word, keys in cls.SIZED.items()}

    @property
    def first_position(self) -> int | None:
        """The row of its position table that is added to the first token.

        None where positions are relative: no row is added, and attention knows distances.
        """
        return 0

    @property
    def num_written_positions(self) -> int:
        """Positions of what a model writes, which a decoder beside an encoder may count itself."""
        return self.size.num_positions

    @property
    def never_written(self) -> tuple[int, ...]:
        """Ids that a model that writes never chooses, however probable they are."""
        return ()

    def padded_length(self, length: int) -> int:
        """Tokens of a text with the padding that the model itself adds, such as to whole blocks."""
        return length

    @property
    def layers_alike(self) -> bool:
        """Whether all layers after the first have the same weights."""
        return self.LAYERS_ALIKE

    @property
    def segments(self) -> Segments:
        """What the model does with the segment of a token."""
        return "added" if getattr(self, "type_vocab_size", 0) > 1 else "unused"

    @classmethod
    def from_parts(cls, parts: Mapping[str, ModelConfig]) -> Self:
        """Build it from the configurations of a checkpoint's subfolders; most models have ""."""
        config = parts[""]
        assert isinstance(config, cls)
        return config

    def untie(self) -> Self | None:
        """Return a copy with a tensor for every place, for files whose numbers differ there.

        None where nothing is shared that the files name more than once.
        """
        return None

    def infer_from_names(self, names: Collection[str]) -> Self:
        """Return a copy with what only the published names of the tensors reveal."""
        return self

    def published_classes(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The published classes of a weight table that a model of this configuration can be."""
        return names

    def parts(self) -> dict[str, ModelConfig]:
        """The configurations that are saved, by subfolder of the checkpoint."""
        return {"": self}

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Read a config.json. Returns the configuration and the keys it does not know.

        Raises ValueError when the text is no JSON object, a value has the wrong type or one that no
        model can have, or a key of `FIXED` sets a variant that this architecture does not have.
        """
        data = cls.resolve_aliases(parse_object(text))
        known = {item.name for item in fields(cls)}
        for key, allowed in cls.FIXED.items():
            if key in data and data[key] not in allowed:
                raise ValueError(f"{key} = {short(data[key])} is a variant that is not supported")
        entries = {key: cls.check_entry(key, data[key]) for key in sorted(known & set(data))}
        strange = set(data) - known - BOOKKEEPING - set(cls.FIXED)
        try:
            return cls(**entries), tuple(sorted(strange))
        except TypeError as error:
            raise ValueError(f"the configuration is incomplete: {error}") from error

    @classmethod
    def resolve_aliases(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """The entries of a config.json by the names of the fields."""
        stated = {key: value for key, value in data.items() if key not in cls.ALIASES}
        renamed = {name: data[other] for other, name in cls.ALIASES.items() if other in data}
        return stated | {name: value for name, value in renamed.items() if value is not None}

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        """The value of an entry; a whole number is a float as well.

        Raises ValueError where its type is not the entry's, or where no model can have it.
        """
        entry = next(item for item in fields(cls) if item.name == key)
        kind, _, nothing = str(entry.type).partition(" | ")
        if value is None and nothing:
            return None
        if kind in LISTS:
            return _check_list(key, value, LISTS[kind])
        typed = _coerce_type(key, value, EXAMPLES[kind])
        if isinstance(typed, float):
            _check_fraction(key, typed)
        elif isinstance(typed, int) and not isinstance(typed, bool):
            usual = entry.default if isinstance(entry.default, int) else 0
            _check_count(key, typed, counts=usual > 0 and key not in cls.MAY_BE_NOTHING)
        return typed

    def to_json(self, **bookkeeping: Any) -> str:
        """The text of a config.json."""
        return json.dumps({**bookkeeping, **asdict(self)}, indent=2, sort_keys=True) + "\n"


def check_heads(config: ModelConfig, width: str, heads: str) -> None:
    """Raise ValueError where the number of heads does not divide the width; both are entries."""
    wide, count = getattr(config, width), getattr(config, heads)
    if wide % count:
        raise ValueError(f"{width} = {wide} is not a multiple of {heads} = {count}")


def checked_option(key: str, value: Any, default: Any) -> Any:
    """The value of an entry that is no field, of the type of its default. Raises ValueError.

    None is the default, but an activation of None is none.
    """
    if value is None:
        return None if key.endswith("activation") else default
    typed = _coerce_type(key, value, 0.0 if "drop" in key else default)
    if isinstance(typed, float):
        _check_fraction(key, typed)
    return typed


def _coerce_type(key: str, value: Any, example: Any) -> Any:
    """The value, if its type is that of the example."""
    if isinstance(example, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value) if abs(value) <= MAX_NUMBER else math.inf
    numeric = isinstance(example, int | float) and not isinstance(example, bool)
    if numeric and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ValueError(f"{key} must be a number, not {short(value)}")
    if isinstance(example, int) and isinstance(value, float) and not isinstance(example, bool):
        raise ValueError(f"{key} must be a whole number, not {short(value)}")
    if isinstance(example, str) and not isinstance(value, str):
        raise ValueError(f"{key} must be a text, not {short(value)}")
    if isinstance(example, bool) and not isinstance(value, bool):
        raise ValueError(f"{key} must be true or false, not {short(value)}")
    return value


def _check_list(key: str, value: Any, kind: type) -> tuple[Any, ...]:
    is_list = isinstance(value, list | tuple) and len(value) <= MAX_ENTRIES
    if not is_list or not all(type(one) is kind for one in value):
        if kind is str:
            raise ValueError(f"{key} must be a list of texts, not {short(value)}")
        raise ValueError(f"{key} must be a list of whole numbers, not {short(value)}")
    if kind is int and not all(abs(one) <= MAX_NUMBER for one in value):
        raise ValueError(f"{key} must hold numbers up to {MAX_NUMBER:,}, not {short(value)}")
    return tuple(value)


def _check_fraction(key: str, value: float) -> None:
    largest = 1.0 if "drop" in key else math.inf
    if not (math.isfinite(value) and 0 <= value <= largest):
        limits = "lie between 0 and 1" if "drop" in key else "be a number from 0 on"
        raise ValueError(f"{key} must {limits}, not {value!r}")


def _check_count(key: str, value: int, counts: bool) -> None:
    """`counts`: there must be one at least. Layers are always counted."""
    is_depth = key.endswith(DEPTH_ENDINGS)
    smallest, largest = 1 if counts or is_depth else -1, MAX_LAYERS if is_depth else MAX_NUMBER
    if not smallest <= value <= largest:
        raise ValueError(f"{key} must lie between {smallest} and {largest:,}")
