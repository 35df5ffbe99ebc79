"""What was registered before a comparison ran: a hash of all that decides its verdicts, by date.

Arms, measures, contrasts, smallest effects and guards are hashed, together with the text and the
models that arms begin with. A run whose hash is not the newest registered one is refused, until it
is registered as an amendment with a reason. Every registration stays, and pages show them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from models.comparison.evidence.guards import TWO_GROUPS
from models.comparison.evidence.intervals import MIN_SEEDS
from models.comparison.evidence.statistics import ALPHA
from models.comparison.spec import REPRODUCED_WITHIN, Contrast, ExperimentSpec, Floor
from models.data.labelled_sets import open_set
from models.data.sources import open_source
from models.finetuning.recipe import FineTuningRecipe
from models.runtime.commit import program_commit
from models.runtime.files import read_object, write_text
from models.runtime.resources import checkpoint_folder, resource

REGISTRATIONS = "registrations"  # the folder in resources
TEXT_SAMPLE = 40  # documents by which a text is recognised


@dataclass(frozen=True)
class Registration:
    """One entry: what was registered, when, at which commit, and for an amendment why.

    `after_results` is true where the results were known already.
    """

    hash: str
    date: str  # as 2026-11-28
    commit: str
    reason: str = ""
    after_results: bool = False

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Registration:
        return cls(
            hash=str(data["hash"]),
            date=str(data["date"]),
            commit=str(data["commit"]),
            reason=str(data["reason"]),
            after_results=bool(data["after_results"]),
        )


def registration_file(name: str) -> Path:
    return resource(REGISTRATIONS, f"{name}.json")


def registrations(name: str) -> tuple[Registration, ...]:
    """The registrations of a comparison, the oldest first.

    Raises OSError and ValueError where their file cannot be read.
    """
    path = registration_file(name)
    if not path.is_file():
        return ()
    try:
        return tuple(map(Registration.from_dict, read_object(path)["registrations"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"The file {path.name} of registrations is damaged.") from error


def register(
    spec: ExperimentSpec, reason: str = "", *, after_results: bool = False
) -> Registration:
    """Add today's state of a comparison to its registrations.

    Raises ValueError where it is registered already, and for an amendment without a reason.
    """
    before, digest = registrations(spec.name), registered_hash(spec)
    if before and before[-1].hash == digest:
        raise ValueError(f"{spec.name} is registered as it is already.")
    if before and not reason.strip():
        raise ValueError(
            f"{spec.name} was registered on {before[-1].date} and is different now. "
            "Say why with --reason."
        )
    today = datetime.now(UTC).date().isoformat()
    added = Registration(digest, today, program_commit(), reason.strip(), after_results)
    content = {"registrations": [asdict(one) for one in (*before, added)]}
    registration_file(spec.name).parent.mkdir(exist_ok=True)
    text = json.dumps(content, indent=1, ensure_ascii=False)
    write_text(registration_file(spec.name), text + "\n")
    return added


def check_registered(spec: ExperimentSpec) -> None:
    """Raises ValueError where a comparison is not registered as it is declared now."""
    known = registrations(spec.name)
    if not known:
        raise ValueError(
            f"{spec.name} is not registered. Register it before it runs: "
            f"compare --register {spec.name}. A quick run needs no registration."
        )
    if known[-1].hash != registered_hash(spec):
        raise ValueError(
            f"{spec.name} is not what was registered on {known[-1].date}. Undo the change, or "
            f"register it with its reason: compare --register {spec.name} --reason TEXT."
        )


def registered_hash(spec: ExperimentSpec) -> str:
    """Return the hash of all that decides the rows and the verdicts of a comparison."""
    recipes = {arm.name: spec.recipe(arm.name) for arm in spec.arms}
    names = {name for recipe in recipes.values() for name in recipe.pretrained}
    texts = {(type(recipe), recipe.data) for recipe in recipes.values()}
    deciding = {
        "recipes": {name: recipe.to_dict() for name, recipe in recipes.items()},
        "seeds": spec.seeds,
        "measure": [spec.measure, dict(spec.measure_options), spec.points],
        "sets": dict(spec.sets),
        "smallest": {one.name: one.smallest for one in spec.metrics},
        "contrasts": [list(map(_without_words, claim.contrasts)) for claim in spec.claims],
        "untestable": [bool(claim.untestable) for claim in spec.claims],
        "floors": [_without_order(one) for one in spec.floors],
        "pretrained": {name: weights_hash(name) for name in sorted(names)},
        "rules": [ALPHA, MIN_SEEDS, REPRODUCED_WITHIN, TWO_GROUPS],
        "texts": sorted(_text_sample(kind is FineTuningRecipe, data) for kind, data in texts),
    }
    return hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()[:16]


def _without_words(contrast: Contrast) -> dict[str, Any]:
    return {key: value for key, value in asdict(contrast).items() if key not in ("title", "says")}


def _without_order(floor: Floor) -> dict[str, Any]:
    """The order says which n-gram model has the level, which decides."""
    return {key: value for key, value in asdict(floor).items() if key != "order"}


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
