"""The learning rates that were tried for the arms of a comparison, as files in resources."""

from __future__ import annotations

import json
from collections.abc import Mapping

from models.comparison.results import TriedRates
from models.runtime.files import read_object, write_text
from models.runtime.resources import resource

RATES = "rates"  # the folder in resources


def tried_rates(name: str, text: str = "") -> dict[str, TriedRates]:
    """The rates that were tried for each arm of a comparison; {} where none were.

    `text` is the name of a text in place of the mini-world. Raises OSError and ValueError where
    the file cannot be read.
    """
    path = resource(RATES, f"{name}.{text}.json" if text else f"{name}.json")
    if not path.is_file():
        return {}
    try:
        return {arm: TriedRates.from_dict(tried) for arm, tried in read_object(path).items()}
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"The file {path.name} of learning rates is damaged.") from error


def write_rates(name: str, rates: Mapping[str, TriedRates]) -> None:
    """Raises OSError."""
    path = resource(RATES, f"{name}.json")
    path.parent.mkdir(exist_ok=True)
    content = {arm: tried.to_dict() for arm, tried in rates.items()}
    write_text(path, json.dumps(content, indent=1) + "\n")
