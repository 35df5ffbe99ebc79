"""Published checkpoints: what papers and authors state of each, every fact with its source.

Read from `resources/published/*.toml`, one file per family. The files of a checkpoint hold its
sizes and weights but not how it was trained, so a card takes that from here, or says that it is
not stated.

A file has the `model_type` of its config.json and any number of `[[training]]` tables: checkpoints
that were trained in the same way. A checkpoint has the facts of its training and its own:

    model_type = "bert"
    publisher = "Google"                     # of all checkpoints below, as `licence`, ...
    [[training]]
    objectives = ["masked"]                  # by the names of models/objectives
    objectives_source = "Devlin et al. 2018, section 3.1"
    options.masked = { rate = 0.15 }         # an option that is not here is not stated
    facts.data = { says = "...", source = "..." }
        [[training.checkpoint]]
        id = "google-bert/bert-base-uncased" # on the Hugging Face hub
        parameters = 109_482_240             # of the base model, tied tensors once
        config = { hidden_size = 768 }       # by which a folder's config.json is checked
        counted = { conv_kernel_size = 0 }   # further entries, by which its parameters are counted
        facts.steps = { says = "...", source = "..." }
        remarks.heads = { often = "24", says = "...", source = "..." }  # is often stated otherwise

A fact or a remark with `memory = true` was written from memory of its source. What was published
without weights on the hub has `on_hub = false`; without sizes, it has no `parameters`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from explorer.core.localization import mark, tr
from models.checkpoints.folders import hub_id
from models.runtime.resources import resource
from models.schema.specs import Paper

PUBLICATION, SCORES = mark("Published checkpoint"), mark("Reported scores")
# What can be stated of a checkpoint, in the order of a card: its group there and its name.
FACTS = {
    "date": (PUBLICATION, mark("First published")),
    "institution": (PUBLICATION, mark("Institution")),
    "initial_weights": (mark("Architecture"), mark("Initial weights")),
    "data": (mark("Learning"), mark("Data")),
    "data_size": (mark("Learning"), mark("Size of the data")),
    "data_tokens": (mark("Learning"), mark("Words or tokens of the data")),
    "teacher": (mark("Learning"), mark("Teacher")),
    "steps": (mark("Learning"), mark("Steps")),
    "batch": (mark("Learning"), mark("Batch size")),
    "batch_tokens": (mark("Learning"), mark("Batch size in tokens")),
    "length": (mark("Learning"), mark("Sequence length")),
    "learning_rate": (mark("Learning"), mark("Learning rate")),
    "fine_tuning": (mark("Learning"), mark("Fine-tuning")),
    "operations": (mark("Learning"), mark("Training compute")),
    "compute": (mark("Learning"), mark("Hardware and time")),
    "score": (SCORES, mark("Score")),
    "second_score": (SCORES, mark("Second score")),
}
# Where absent, there may be none.
NOT_OF_ALL = frozenset(
    {"date", "institution", "initial_weights", "teacher", "fine_tuning", "second_score"}
)
# What a card says without a fact, and remarks may be about, besides FACTS.
REMARKED = {
    "layers": (mark("Size"), mark("Layers")),
    "heads": (mark("Size"), mark("Attention heads")),
    "parameters": (mark("Size"), mark("Parameters of the base model")),
    "norms": (mark("Architecture"), mark("Layer normalisation")),
    "objective": (mark("Objective"), mark("Trained on")),
}
# How the class of a fine-tuned model ends; config.json names it under `architectures`.
FINE_TUNED = (
    *("ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering"),
    *("ForQuestionAnsweringSimple", "ForMultipleChoice", "DoubleHeadsModel"),
)


@dataclass(frozen=True)
class SourcedFact:
    """One statement about a checkpoint; `key` is one of FACTS."""

    key: str
    says: str
    source: str  # paper and table, section or appendix; or the file that says it
    memory: bool = False  # written from memory of its source

    @property
    def citation(self) -> str:
        """The source as it is shown."""
        return cite(self.source, self.memory)


@dataclass(frozen=True)
class CommonError:
    """What is often stated otherwise; `key` is one of FACTS or REMARKED."""

    key: str
    often: str  # what is often stated
    says: str  # what is right, and why
    source: str
    memory: bool = False

    @property
    def citation(self) -> str:
        """The source as it is shown."""
        return cite(self.source, self.memory)

    @property
    def place(self) -> tuple[str, str]:
        """The group and the name of the field on a card."""
        return field_place(self.key)

    @property
    def text(self) -> str:
        """The remark in one paragraph."""
        return tr("Often stated as “{often}”. {says}", often=tr(self.often), says=tr(self.says))


def field_place(key: str) -> tuple[str, str]:
    """The group and the name of a field of FACTS or REMARKED, as a card has them."""
    group, name = {**FACTS, **REMARKED}[key]
    return tr(group), tr(name)


def cite(source: str, memory: bool) -> str:
    """A source, with a note where it was not at hand."""
    return tr("{source} (from memory)", source=source) if memory else source


@dataclass(frozen=True)
class PublishedModel:
    """A checkpoint that its authors published.

    `untrained` are heads that the files hold and that pretraining did not train, by the names of
    the architecture. One that is not `on_hub` was published in files that this program does not
    open, or without weights.
    """

    id: str  # on the Hugging Face hub, if it is there
    title: str
    model_type: str  # of config.json
    publisher: str
    licence: str  # SPDX identifier; empty where none is stated
    languages: tuple[str, ...]  # in English, such as "English"
    parameters: int = 0  # of the base model, tied tensors once; 0: it has no sizes here
    stated: str = ""  # the count as paper or repository state it, such as "110M"; or empty
    aliases: tuple[str, ...] = ()  # other names under which the same files were published
    config: Mapping[str, Any] = field(default_factory=dict)
    counted: Mapping[str, Any] = field(default_factory=dict)
    paper: Paper | None = None  # None: that of the architecture
    objectives: tuple[str, ...] = ()  # empty: not stated
    objectives_source: str = ""
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by objective
    facts: tuple[SourcedFact, ...] = ()
    remarks: tuple[CommonError, ...] = ()
    untrained: tuple[str, ...] = ()
    on_hub: bool = True

    @property
    def name(self) -> str:
        """The last part of its id, as folders are usually called."""
        return self.id.rpartition("/")[2]

    def fact(self, key: str) -> SourcedFact | None:
        """What is stated of one of FACTS, if anything is."""
        return next((fact for fact in self.facts if fact.key == key), None)

    @property
    def url(self) -> str:
        return f"https://huggingface.co/{self.id}"

    def fits(self, config: Mapping[str, Any]) -> bool:
        """Whether a config.json can be that of this checkpoint."""
        expected = {"model_type": self.model_type, **self.config}
        return all(config.get(key) == value for key, value in expected.items())


@dataclass(frozen=True)
class PublishedMatch:
    """A folder that holds a published checkpoint, and by what it was recognised."""

    model: PublishedModel
    by: str


@cache
def published_models() -> tuple[PublishedModel, ...]:
    """Every checkpoint of the table, families in alphabetical order, sizes as in their file."""
    files = sorted(resource("published").glob("*.toml"))
    return tuple(model for path in files for model in read_published(path))


def published_model(name: str) -> PublishedModel | None:
    """The checkpoint with this id or alias, in any case of letters; None where there is none."""
    lowered = name.lower()
    return next(
        (m for m in published_models() if lowered in (n.lower() for n in (m.id, *m.aliases))), None
    )


def recognise(folder: Path, config: Mapping[str, Any]) -> PublishedMatch | None:
    """Which published checkpoint a folder holds, by its names and its config.json.

    Weights are not compared. None where no name fits, the sizes are others, or config.json names
    the class of a fine-tuned model.
    """
    classes = config.get("architectures")
    if isinstance(classes, list) and any(str(name).endswith(FINE_TUNED) for name in classes):
        return None
    for name, by in _names(folder, config):
        model = published_model(name) or _find_by_folder_name(name)
        if model is not None and model.on_hub and model.fits(config):
            return PublishedMatch(model, by)
    return None


def _names(folder: Path, config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a folder calls its model, and where it says so, the surest first."""
    if (cached := hub_id(folder)) is not None:
        yield cached, tr("the name of its folder in the cache of Hugging Face")
        return
    source = tr("the name of its folder and config.json")
    yield f"{folder.parent.name}/{folder.name}", source
    yield folder.name, source
    saved_from = config.get("_name_or_path")
    if isinstance(saved_from, str):
        source = tr("_name_or_path in config.json; it may have been trained further since")
        yield saved_from, source


def _find_by_folder_name(name: str) -> PublishedModel | None:
    """The only checkpoint whose id ends with a name."""
    models = [model for model in published_models() if model.name.lower() == name.lower()]
    return models[0] if len(models) == 1 else None


def read_published(path: Path) -> Iterator[PublishedModel]:
    """The checkpoints of one file. Raises ValueError for unknown keys and facts without source."""
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    trainings = file.pop("training")
    for training in trainings:
        checkpoints = training.pop("checkpoint")
        for checkpoint in checkpoints:
            try:
                yield _model(file, training, checkpoint)
            except TypeError as error:  # an unknown key, or one that is missing
                raise ValueError(f"{path.name}: {checkpoint.get('id')}: {error}") from error


def _model(*tables: Mapping[str, Any]) -> PublishedModel:
    """Build a model from the tables of file, training and checkpoint; later ones override."""
    merged = {key: value for table in tables for key, value in table.items()}
    facts = {key: fact for table in tables for key, fact in table.get("facts", {}).items()}
    remarks = {key: one for table in tables for key, one in table.get("remarks", {}).items()}
    unknown = (facts.keys() - FACTS.keys()) | (remarks.keys() - {*FACTS, *REMARKED})
    if unknown:
        raise TypeError(f"unknown facts or remarks {sorted(unknown)}")
    for name in ("languages", "aliases", "objectives", "untrained"):
        merged[name] = tuple(merged.get(name, ()))
    if "paper" in merged:
        merged["paper"] = Paper(**merged["paper"])
    merged["facts"] = tuple(SourcedFact(key, **facts[key]) for key in FACTS if key in facts)
    merged["remarks"] = tuple(CommonError(key, **remark) for key, remark in remarks.items())
    return PublishedModel(**merged)
