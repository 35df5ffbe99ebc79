"""What was registered before a comparison ran: a hash of all that decides its verdicts, by date.

Arms, measures, contrasts, smallest effects and guards are hashed, together with the text and the
models that arms begin with. A run whose hash is not the newest registered one is refused, until it
is registered as an amendment with a reason. Every registration stays, and pages show them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from models.comparison.evidence.guards import TWO_GROUPS
from models.comparison.evidence.intervals import MIN_SEEDS
from models.comparison.evidence.statistics import ALPHA
from models.comparison.spec import (
    REPRODUCED_WITHIN,
    AnyRecipe,
    Contrast,
    ExperimentSpec,
    Floor,
)
from models.data.labelled_sets import open_set
from models.data.sources import open_source
from models.data.texts.identity import TextIdentity
from models.finetuning.recipe import FineTuningRecipe
from models.runtime.commit import program_commit
from models.runtime.files import read_object, write_text
from models.runtime.resources import checkpoint_folder, resource

REGISTRATIONS = "registrations"  # the folder in resources
TEXT_SAMPLE = 40  # documents by which a text is recognised


@dataclass(frozen=True)
class Registration:
    """One entry: what was registered, when, at which commit, and for an amendment why.

    `after_results` is true where the results were known already. `text` is the SHA-256 of a text
    in place of the mini-world.
    """

    hash: str
    date: str  # as 2026-11-28
    commit: str
    reason: str = ""
    after_results: bool = False
    text: str = ""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Registration:
        return cls(
            hash=str(data["hash"]),
            date=str(data["date"]),
            commit=str(data["commit"]),
            reason=str(data["reason"]),
            after_results=bool(data["after_results"]),
            text=str(data.get("text", "")),
        )


def registration_file(name: str, text: str = "") -> Path:
    """`text` is the name of a text in place of the mini-world, as everywhere here."""
    return resource(REGISTRATIONS, f"{name}.{text}.json" if text else f"{name}.json")


def registrations(name: str, text: str = "") -> tuple[Registration, ...]:
    """The registrations of a comparison, the oldest first.

    Raises OSError and ValueError where their file cannot be read.
    """
    path = registration_file(name, text)
    if not path.is_file():
        return ()
    try:
        return tuple(map(Registration.from_dict, read_object(path)["registrations"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"The file {path.name} of registrations is damaged.") from error


def register(
    spec: ExperimentSpec,
    reason: str = "",
    *,
    after_results: bool = False,
    text: TextIdentity | None = None,
) -> Registration:
    """Add today's state of a comparison to its registrations, those on a text apart.

    Raises ValueError where it is registered already, and for an amendment without a reason.
    """
    path = registration_file(spec.name, text.name if text else "")
    before = registrations(spec.name, text.name if text else "")
    digest = registered_hash(spec, text)
    if before and before[-1].hash == digest:
        raise ValueError(f"{spec.name} is registered as it is already.")
    if before and not reason.strip():
        raise ValueError(
            f"{spec.name} was registered on {before[-1].date} and is different now. "
            "Say why with --reason."
        )
    today = datetime.now(UTC).date().isoformat()
    sha256 = text.sha256 if text else ""
    added = Registration(digest, today, program_commit(), reason.strip(), after_results, sha256)
    content = {"registrations": [asdict(one) for one in (*before, added)]}
    path.parent.mkdir(exist_ok=True)
    write_text(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return added


def is_registered_on(spec: ExperimentSpec, text: TextIdentity) -> bool:
    """Whether a comparison was registered for exactly these files of a text.

    Raises OSError and ValueError where the registrations cannot be read.
    """
    known = registrations(spec.name, text.name)
    return bool(known) and known[-1].text == text.sha256


def check_registered(spec: ExperimentSpec, text: TextIdentity | None = None) -> None:
    """Raises ValueError where a comparison is not registered as it is declared now."""
    known = registrations(spec.name, text.name if text else "")
    if not known:
        raise ValueError(
            f"{spec.name} is not registered. Register it before it runs: "
            f"compare --register {spec.name}. A quick run needs no registration."
        )
    if known[-1].hash != registered_hash(spec, text):
        raise ValueError(
            f"{spec.name} is not what was registered on {known[-1].date}. Undo the change, or "
            f"register it with its reason: compare --register {spec.name} --reason TEXT."
        )


def registered_hash(spec: ExperimentSpec, text: TextIdentity | None = None) -> str:
    """Return the hash of all that decides the rows and the verdicts of a comparison.

    With a `text` in place of the mini-world the hash has that of its files.
    """
    data = text.name if text else ""
    recipes = {arm.name: spec.recipe(arm.name, data=data) for arm in spec.arms}
    names = {name for recipe in recipes.values() for name in recipe.pretrained_models}
    deciding = {
        "recipes": {name: recipe.to_dict() for name, recipe in recipes.items()},
        "seeds": spec.seeds,
        "measure": [spec.measure, dict(spec.measure_options), spec.points],
        "sets": dict(spec.sets),
        "smallest": {one.name: one.smallest for one in spec.metrics},
        "contrasts": [list(map(_drop_words, claim.contrasts)) for claim in spec.claims],
        "untestable": [bool(claim.untestable) for claim in spec.claims],
        "floors": [_deciding_floor(one, on_text=text is not None) for one in spec.floors],
        "pretrained": {name: weights_hash(name) for name in sorted(names)},
        "rules": [ALPHA, MIN_SEEDS, REPRODUCED_WITHIN, TWO_GROUPS],
        "texts": [text.sha256] if text else _text_samples(recipes.values()),
    }
    return hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()[:16]


def _drop_words(contrast: Contrast) -> dict[str, Any]:
    return {key: value for key, value in asdict(contrast).items() if key not in ("title", "says")}


def _deciding_floor(floor: Floor, *, on_text: bool) -> dict[str, Any]:
    """What is declared of a floor: its level, or on a text the count model that gives the level."""
    left_out = "level" if on_text and floor.baseline else "baseline"
    return {key: value for key, value in asdict(floor).items() if key != left_out}


def _text_samples(recipes: Iterable[AnyRecipe]) -> list[str]:
    texts = {(type(recipe), recipe.data) for recipe in recipes}
    return sorted(_text_sample(kind is FineTuningRecipe, data) for kind, data in texts)


def weights_hash(name: str) -> str:
    """Return the hash of a checkpoint's weights, which changes when it is trained again."""
    files = sorted(checkpoint_folder(name).glob("*.safetensors"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


@cache
def _text_sample(is_labelled: bool, data: str) -> str:
    """Return a hash of the first documents of a built-in text, or examples of a labelled set."""
    if is_labelled:
        sample = repr(open_set(data, limit=TEXT_SAMPLE).examples("train"))
    else:
        sample = repr([*islice(open_source(data).documents("train", 1), TEXT_SAMPLE)])
    return f"{data} {hashlib.sha256(sample.encode()).hexdigest()[:16]}"
