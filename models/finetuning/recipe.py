"""A fine-tuning recipe: everything that decides a run, read from and written to TOML.

The same recipe, model, data and program give the same weights. An unknown key is rejected.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from models.knowledge.kagnet.recipe import GraphRecipe
from models.training.recipe import (
    FLOAT32,
    TeacherRecipe,
    check_precision_name,
    part_from_table,
    readable_recipe,
)

WAYS: Mapping[str, str] = {
    "all": "All parameters",
    "head": "The head alone",
    "last_layers": "The last layers and the head",
    "lora": "LoRA and the head",
}
STYLES: Mapping[str, str] = {
    "head": "A new head",
    "gpt": "Last token and language-model loss (as GPT)",
    "text": "Text to text",
    "graph": "Paths of a knowledge graph (choices)",
    "features": "Features of a frozen model, read by an LSTM (words)",
}
FEATURES: Mapping[str, str] = {
    "embeddings": "The embeddings",
    "second_to_last": "The layer before the last one",
    "last": "The last layer",
    "last_four": "The last four layers, side by side",
}
ALL_LAYERS = -1  # of `transferred_layers`
USUAL_FEATURES = "last_four"  # the best of Devlin et al. (2018), table 7
LORA_MODULES: Mapping[str, str] = {
    "query": "Query",
    "key": "Key",
    "value": "Value",
    "output": "Attention output",
    "feed_forward": "Feed-forward",
}
MAX_BATCH_TOKENS = 10_000_000  # batch_size times max_length

# (field, least value, greatest value); None: no limit
RANGES: tuple[tuple[str, float, float | None], ...] = (
    ("last_layers", 1, None),
    ("layer_decay", 0, 1),
    ("lora_rank", 1, None),
    ("epochs", 1, None),
    ("batch_size", 1, None),
    ("warmup_share", 0, 1),
    ("weight_decay", 0, None),
    ("max_length", 8, None),
    ("adversarial", 0, None),
    ("auxiliary_lm", 0, None),
    ("num_examples", 0, None),
    ("transferred_layers", ALL_LAYERS, None),
    ("seed", 0, 2**63 - 1),
    ("patience", 0, None),
)
ABOVE_ZERO = ("layer_decay", "head_rate", "lora_alpha", "learning_rate", "clip_norm")


@dataclass(frozen=True)
class FineTuningRecipe:
    """A run of fine-tuning.

    `model` and `data` are names or paths, as `checkpoint_folder` and `open_set` take them. Defaults
    follow Devlin et al. (2018, A.3): 3 epochs of batches of 32 at 5e-5; LoRA's follow Hu et al.
    (2021), query and value with rank 8.

    way: "all" parameters learn, the "head" alone, the "last_layers" with the head, or "lora".
    style: "head" adds a new head; "gpt" does as Radford et al. (2018); "text" as T5; "graph" scores
    choices with a knowledge graph as KagNet, by the table `graph`; "features" lets an LSTM tag
    words by `features` of a frozen model, as section 5.3 of Devlin et al. (2018).
    With `transferred_layers`, the layers above so many lowest ones begin with fresh weights.
    `layer_decay` multiplies the rate of each layer by that of the layer above, 1 for equal rates;
    `head_rate` that of the new head, so that it learns faster than what was pretrained.
    """

    model: str
    data: str
    name: str = ""  # of the fine-tuned model; empty: that of the folder
    task: str = ""  # of models.tasks; empty: that of the data
    columns: Mapping[str, Any] = field(default_factory=dict)  # of an own table, see `open_set`
    skip_bad_rows: bool = False  # rows of a file that cannot be used
    style: str = "head"
    way: str = "all"
    last_layers: int = 1
    frozen_embeddings: bool = False
    layer_decay: float = 1.0
    head_rate: float = 1.0
    lora_rank: int = 8
    lora_alpha: float = 16.0
    lora_modules: tuple[str, ...] = ("query", "value")
    epochs: int = 3
    batch_size: int = 32
    learning_rate: float = 5e-5
    warmup_share: float = 0.1  # of the steps
    weight_decay: float = 0.01
    clip_norm: float = 1.0
    precision: str = FLOAT32  # of products while training; weights always have 32 bits
    max_length: int = 128  # in tokens; fewer where the model has fewer positions
    class_weights: bool = False  # rare classes count more, by their frequency in training
    adversarial: float = 0.0  # SiFT: weight of the loss of perturbed embeddings; 0: off
    auxiliary_lm: float = 0.0  # weight of the language-model loss of the style "gpt"; 0: off
    num_examples: int = 0  # of the training split; 0: all
    seed: int = 1
    patience: int = 0  # epochs without a better dev metric before the run stops; 0: off
    from_scratch: bool = False  # the same architecture and size with fresh weights
    transferred_layers: int = ALL_LAYERS  # 0: only the embeddings are pretrained
    features: str = USUAL_FEATURES  # of the style "features"
    teaching: TeacherRecipe | None = None  # a model fine-tuned for the same task teaches this one
    graph: GraphRecipe | None = None  # of the style "graph"; None: its defaults

    def __post_init__(self) -> None:
        for name in ("model", "data"):
            if not getattr(self, name):
                raise ValueError(f"{name} must not be empty")
        _check_choice("style", self.style, STYLES)
        _check_choice("way", self.way, WAYS)
        _check_choice("features", self.features, FEATURES)
        check_precision_name(self.precision)
        self._check_numbers()
        self._check_lora()
        self._check_combinations()

    def _check_numbers(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError(f"{item.name} must be a finite number")
        for name, low, high in RANGES:
            value = getattr(self, name)
            if value < low or (high is not None and value > high):
                limits = f"at least {low}" if high is None else f"between {low} and {high:,}"
                raise ValueError(f"{name} must be {limits}, not {value}")
        for name in ABOVE_ZERO:
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be above zero, not {getattr(self, name)}")
        if self.batch_size * self.max_length > MAX_BATCH_TOKENS:
            raise ValueError(
                f"batch_size times max_length must be at most {MAX_BATCH_TOKENS:,} tokens"
            )

    def _check_lora(self) -> None:
        if self.way == "lora" and not self.lora_modules:
            raise ValueError(f"lora_modules must name at least one of {', '.join(LORA_MODULES)}")
        for name in self.lora_modules:
            _check_choice("lora_modules", name, LORA_MODULES)
        if len(set(self.lora_modules)) < len(self.lora_modules):
            raise ValueError("lora_modules must name each kind of layer once")

    def _check_combinations(self) -> None:
        """Raises ValueError for options that contradict each other."""
        if self.auxiliary_lm and self.style != "gpt":
            raise ValueError('auxiliary_lm belongs to the style "gpt"; set it to 0')
        if self.auxiliary_lm and self.way == "head":
            raise ValueError("auxiliary_lm trains more than the head alone; set it to 0")
        if self.style == "text" and self.way == "head":
            raise ValueError('the style "text" has no new head; choose another way')
        if self.style == "text" and (self.adversarial or self.class_weights):
            raise ValueError('adversarial and class_weights need a head; style "text" has none')
        if self.way == "head" and self.from_scratch:
            raise ValueError("from_scratch would leave random weights frozen; choose way 'all'")
        if self.transferred_layers != ALL_LAYERS and (self.from_scratch or self.way != "all"):
            raise ValueError(
                'layers with fresh weights must learn: with transferred_layers, choose way "all" '
                "and set from_scratch to false"
            )
        if self.style == "features" and self.way != "head":
            raise ValueError('the style "features" leaves the model frozen; choose way "head"')
        if self.style == "features" and self.adversarial:
            raise ValueError('the style "features" has no adversarial loss; set adversarial to 0')
        if self.graph is not None and self.style != "graph":
            raise ValueError('the table graph belongs to the style "graph"; leave it out')
        if self.style == "graph" and (self.adversarial or self.class_weights):
            raise ValueError('style "graph" has neither adversarial nor class_weights; drop them')
        if self.teaching is not None:
            self._check_teaching()

    def _check_teaching(self) -> None:
        """Raises ValueError for options that a student has no use for."""
        assert self.teaching is not None
        if self.teaching.teacher == self.model and not self.from_scratch:
            raise ValueError(
                f"{self.model} would be its own teacher: choose another model as the student"
            )
        if self.style != "head" or self.way != "all":
            raise ValueError('a student of a teacher needs style "head" and way "all"')
        if self.adversarial or self.class_weights:
            raise ValueError("a student learns from its teacher: drop adversarial, class_weights")
        if self.patience:
            raise ValueError(
                "patience would end the run before the predictions are learned; set it to 0"
            )

    @property
    def pretrained_models(self) -> tuple[str, ...]:
        """The models that the weights depend on; of one from scratch, the size and vocabulary."""
        if self.teaching is None:
            return (self.model,)
        return (self.model, *self.teaching.models)

    @classmethod
    def read(cls, path: Path) -> FineTuningRecipe:
        """Read a TOML file. Raises OSError, and ValueError that names the file."""
        with readable_recipe(path) as table:
            return cls.from_dict(table)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FineTuningRecipe:
        """Parse a dictionary. Raises ValueError for unknown, missing or impossible keys."""
        data = dict(data)
        modules = data.get("lora_modules")
        if isinstance(modules, list) and all(isinstance(name, str) for name in modules):
            data["lora_modules"] = tuple(modules)
        if data.get("teaching") is not None:
            data["teaching"] = part_from_table(TeacherRecipe, data["teaching"], "teaching")
        if data.get("graph") is not None:
            data["graph"] = part_from_table(GraphRecipe, data["graph"], "graph")
        return part_from_table(cls, data, "recipe")

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of plain values, as JSON holds them, without tables that are not there.

        Without later options that have their defaults: earlier recipes are equal to these.
        """
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        absent = {
            "teaching": None,
            "graph": None,
            "precision": FLOAT32,
            "transferred_layers": ALL_LAYERS,
            "features": USUAL_FEATURES,
            "head_rate": 1.0,
        }
        return {k: v for k, v in plain.items() if k not in absent or v != absent[k]}

    def to_toml(self) -> str:
        """The recipe as TOML; what has its default value is left out."""
        usual = {item.name: item.default for item in fields(self)}
        given = {
            name: value
            for name, value in self.to_dict().items()
            if name not in ("columns", "teaching", "graph") and getattr(self, name) != usual[name]
        }
        lines = [f"{name} = {_toml(value)}" for name, value in given.items()]
        if self.columns:
            lines += ["", "[columns]"]
            lines += [f"{_toml(name)} = {_toml(value)}" for name, value in self.columns.items()]
        if self.graph is not None:
            lines += ["", "[graph]"]
            lines += [f"{name} = {_toml(value)}" for name, value in asdict(self.graph).items()]
        if self.teaching is not None:
            lines += ["", "[teaching]", f"method = {_toml(self.teaching.method)}"]
            lines += [f"teacher = {_toml(self.teaching.teacher)}", "", "[teaching.options]"]
            lines += [f"{name} = {_toml(value)}" for name, value in self.teaching.options.items()]
        return "\n".join(lines) + "\n"


def _check_choice(name: str, value: object, known: Mapping[str, str]) -> None:
    if value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, not {value!r}")


def _toml(value: Any) -> str:
    """A plain value in TOML; its texts, numbers and lists are those of JSON but for U+007F."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
