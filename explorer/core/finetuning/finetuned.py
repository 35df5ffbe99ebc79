"""A model of the library that does a task, and the labelled examples on which it is measured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError, as_user_errors
from explorer.core.finetuning.runs import RECORD
from explorer.core.localization import mark, tr

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.finetuning.run import FineTunedModel
    from models.tasks.examples import LabelledSet

THRESHOLD = "best_f1_threshold"  # metric of dev: the null odds above which there is no answer
NO_HEAD = mark("{title} has no head for a task.")
NO_HEAD_HINT = tr("Fine-tune it first, or choose a model that was fine-tuned.")


@dataclass(frozen=True)
class DataReference:
    """Labelled examples by name or path, and how their file is read."""

    name: str = ""
    columns: Mapping[str, Any] | None = None
    skip_bad_rows: bool = False

    @classmethod
    def from_recipe(cls, recipe: Any) -> DataReference:
        """The data that a recipe names; without a name where it names none."""
        recipe = recipe if isinstance(recipe, Mapping) else {}
        columns, skip = recipe.get("columns") or None, bool(recipe.get("skip_bad_rows", False))
        return cls(str(recipe.get("data") or ""), columns, skip)

    @property
    def data_key(self) -> str:
        """Key that is equal for equal examples: their name, columns and treatment of bad rows."""
        return json.dumps([self.name, self.columns, self.skip_bad_rows], sort_keys=True)

    def open_data(self) -> LabelledSet:
        """Raises UserError."""
        from models.data.labelled_sets import open_set

        with as_user_errors():
            return open_set(self.name, columns=self.columns, skip_bad_rows=self.skip_bad_rows)


def is_finetuned(engine: Engine, key: str) -> bool:
    """Whether a model has a head for a task, or does one as text. Raises UserError."""
    loaded = engine.load_model(key)
    return loaded.task_model is not None or RECORD in loaded.run


def open_model(engine: Engine, key: str) -> FineTunedModel:
    """The model with what it does a task by. Raises UserError."""
    from models.finetuning.run import finetuned_model

    if not is_finetuned(engine, key):
        raise UserError(tr(NO_HEAD, title=engine.entry(key).title), NO_HEAD_HINT)
    loaded = engine.load_model(key)
    with as_user_errors():
        return finetuned_model(loaded, loaded.folder)


def record_of(engine: Engine, key: str) -> Mapping[str, Any]:
    """What run.json says of the fine-tuning; empty for a model of another program."""
    record = engine.load_model(key).run.get(RECORD)
    return record if isinstance(record, Mapping) else {}


def data_of(engine: Engine, key: str, other: DataReference) -> DataReference:
    """The data that a model was fine-tuned on; of a model that does not say it, `other`."""
    learned = DataReference.from_recipe(record_of(engine, key).get("recipe"))
    return learned if learned.name else other
