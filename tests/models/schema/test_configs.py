"""Entries of config.json have the types that the fields of a configuration are annotated with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from models.schema.configs import MAX_ENTRIES, ModelConfig


@dataclass(frozen=True)
class ListsConfig(ModelConfig):
    """One list of each kind."""

    layer_types: tuple[str, ...] | None = None
    dilations: tuple[int, ...] = (1, 2)

    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {}


def read(**entries: Any) -> ListsConfig:
    return ListsConfig.from_json(json.dumps(entries))[0]


def test_a_list_of_config_json_is_read_and_written_as_it_was() -> None:
    config = read(layer_types=["full", "local"], dilations=[1, 4])
    assert (config.layer_types, config.dilations) == (("full", "local"), (1, 4))
    assert ListsConfig.from_json(config.to_json(model_type="lists"))[0] == config
    assert read(layer_types=None) == ListsConfig()


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ({"layer_types": "full"}, "layer_types must be a list of texts, not 'full'"),
        ({"layer_types": [1]}, "must be a list of texts"),
        ({"dilations": 3}, "dilations must be a list of whole numbers, not 3"),
        ({"dilations": [1.5]}, "must be a list of whole numbers"),
        ({"dilations": [True]}, "must be a list of whole numbers"),
        ({"dilations": None}, "must be a list of whole numbers"),
        ({"dilations": [1] * (MAX_ENTRIES + 1)}, "must be a list of whole numbers"),
        ({"dilations": [10**30]}, "must hold numbers up to 1,000,000,000"),
    ],
)
def test_what_is_no_such_list_is_rejected(entries: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read(**entries)
