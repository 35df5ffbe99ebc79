"""The samples that the program brings can be looked at."""

from pathlib import Path

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.state.defaults import examples


def test_examples_are_in_two_languages_with_names_of_their_own() -> None:
    names = [example.name for example in examples()]
    assert len(set(names)) == len(names)
    assert {example.language for example in examples()} == {"en", "ko"}
    assert any(example.pair for example in examples())
    assert all(example.text and example.shows for example in examples())


@pytest.mark.parametrize("key", ["bert-tiny", "gpt2-tiny"])
def test_every_example_can_be_tokenized(tiny_models: Path, key: str) -> None:
    engine = Engine(Library(bundled=tiny_models))
    for example in examples():
        assert len(engine.encode(key, example.text, example.pair)) > 0
