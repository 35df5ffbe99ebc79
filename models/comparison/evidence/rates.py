"""The learning rates that were tried for the arms of a comparison, as JSON and as files."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from models.comparison.spec import TriedRates
from models.runtime.files import read_object, write_text
from models.runtime.resources import resource
from models.schema.parsing import is_number

RATES = "rates"  # the folder in resources


def tried_rates(name: str) -> dict[str, TriedRates]:
    """The rates that were tried for each arm of a comparison; {} where none were.

    Raises OSError and ValueError where the file cannot be read.
    """
    path = resource(RATES, f"{name}.json")
    if not path.is_file():
        return {}
    try:
        return rates_from_json(read_object(path))
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"The file {path.name} of learning rates is damaged.") from error


def write_rates(name: str, rates: Mapping[str, TriedRates]) -> None:
    """Raises OSError."""
    path = resource(RATES, f"{name}.json")
    path.parent.mkdir(exist_ok=True)
    lines = [f" {json.dumps(arm)}: {json.dumps(one)}" for arm, one in rates_as_json(rates).items()]
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")


def rates_as_json(rates: Mapping[str, TriedRates]) -> dict[str, Any]:
    """Convert tried rates to JSON by arm, with null for a training that failed."""
    return {
        arm: {
            "metric": tried.metric,
            "values": [
                [rate, value if math.isfinite(value) else None]
                for rate, value in sorted(tried.values.items())
            ],
            "below": tried.below,
        }
        for arm, tried in rates.items()
    }


def rates_from_json(data: Mapping[str, Any]) -> dict[str, TriedRates]:
    """Raises AttributeError, KeyError, TypeError or ValueError where the object has no rates."""
    return {str(arm): _parse_tried_rates(tried) for arm, tried in data.items()}


def _parse_tried_rates(data: Mapping[str, Any]) -> TriedRates:
    below = bool(data["below"])
    worst = math.inf if below else -math.inf
    values = {rate: worst if value is None else value for rate, value in data["values"]}
    if not values or not all(is_number(one) for pair in data["values"] for one in pair if one):
        raise ValueError("no learning rate was tried, or what was measured is no number")
    return TriedRates(str(data["metric"]), {float(k): float(v) for k, v in values.items()}, below)
