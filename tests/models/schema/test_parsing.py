"""What a text can hold is limited before it becomes values."""

import json
import math
import time

import pytest

from models.schema.parsing import (
    MAX_DEPTH,
    check_values,
    is_number,
    parse_json,
    parse_object,
    parse_toml,
)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" + "[]," * 20_000_000 + "[]]", "more than"),
        ('{"a":' * 4_000_000, "more than"),
        (nested(900), "deeply"),
        (nested(100_000), "deeply"),
        (nested(MAX_DEPTH + 1), "deeply"),
        ("[" + "9" * 400 + "]", "300 digits"),
        ("9" * 5_000, "digits"),
        ("{", "Expecting"),
        ("", "Expecting"),
    ],
)
def test_json_beyond_every_real_file_is_rejected_at_once(text: str, said: str) -> None:
    began = time.monotonic()
    with pytest.raises(ValueError, match=said):
        parse_json(text)
    assert time.monotonic() - began < 5


def test_json_of_real_files_is_read() -> None:
    assert parse_json("\ufeff" + nested(MAX_DEPTH - 1)) is not None
    assert parse_object('{"model_max_length": 1000000000000000019884624838656}')
    vocabulary = json.dumps([[f"token {i}", -i / 7] for i in range(250_000)])
    assert len(parse_json(vocabulary)) == 250_000


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none_are_rejected_where_they_are_asked_to_be(number: str) -> None:
    text = f'{{"a": [{number}]}}'
    assert not is_number(parse_object(text)["a"][0])
    with pytest.raises(ValueError, match="not finite"):
        parse_object(text, finite=True)


@pytest.mark.parametrize("value", [True, "1", None, math.nan, math.inf, 10**400, [1]])
def test_what_is_no_number_is_told_apart(value: object) -> None:
    assert not is_number(value)
    assert is_number(1)
    assert is_number(-1.5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a" + ".a" * 20_000 + " = 1", "many parts"),
        ("a = " + "[" * 20_000, "deeply"),
        ("a = " + nested(MAX_DEPTH + 1), "deeply"),
        ("a = " + "9" * 400, "300 digits"),
        ("a = 1\n" + "#" * 100_000, "characters"),
        ("a = ", "Invalid"),
    ],
)
def test_toml_beyond_every_recipe_is_rejected_at_once(text: str, said: str) -> None:
    began = time.monotonic()
    with pytest.raises(ValueError, match=said):
        parse_toml(text)
    assert time.monotonic() - began < 5


def test_the_depth_of_values_is_counted_from_the_value() -> None:
    assert check_values([[1]], depth=3) == [[1]]
    with pytest.raises(ValueError, match="deeply"):
        check_values([[1]], depth=2)
