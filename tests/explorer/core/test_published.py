from collections import Counter
from pathlib import Path

import pytest

from explorer.core.published import FACTS, published_model, published_models, read_published
from models.catalog import catalog

MODELS = published_models()
IDS = [model.id for model in MODELS]

GOOD = """
model_type = "bert"
publisher = "Google"
licence = "Apache-2.0"
languages = ["English"]
case = "kept"

[[training]]
facts.steps = { says = "1M", source = "section 3" }
facts.data = { says = "books", source = "section 3" }

[[training.checkpoint]]
id = "google-bert/small"
title = "Small"
parameters = 5
stated = "5"

[[training.checkpoint]]
id = "google-bert/large"
title = "Large"
parameters = 9
stated = ""
facts.steps = { says = "2M", source = "section 4" }
"""


def _write(folder: Path, text: str) -> Path:
    path = folder / "bert.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_checkpoint_adds_to_the_facts_of_its_training_or_replaces_them(tmp_path: Path) -> None:
    small, large = read_published(_write(tmp_path, GOOD))
    assert [(fact.key, fact.says) for fact in small.facts] == [("data", "books"), ("steps", "1M")]
    assert [(fact.key, fact.says) for fact in large.facts] == [("data", "books"), ("steps", "2M")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("facts.data", "facts.date"),
        ('licence = "Apache-2.0"', 'license = "Apache-2.0"'),
        (', source = "section 4"', ""),
    ],
)
def test_a_wrong_key_and_a_fact_without_a_source_are_rejected(
    tmp_path: Path, before: str, after: str
) -> None:
    with pytest.raises(ValueError, match="google-bert/"):
        list(read_published(_write(tmp_path, GOOD.replace(before, after))))


def test_ids_and_aliases_name_one_checkpoint_each() -> None:
    names = Counter(name.lower() for model in MODELS for name in (model.id, *model.aliases))
    assert [name for name, count in names.items() if count > 1] == []


def test_a_checkpoint_is_found_by_its_id_and_by_the_name_that_older_files_use() -> None:
    by_id = published_model("google-bert/bert-base-uncased")
    assert by_id is not None
    assert published_model("BERT-base-uncased") == by_id
    assert by_id.url == "https://huggingface.co/google-bert/bert-base-uncased"
    assert published_model("nobody/knows-it") is None


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_objectives_and_options_are_those_of_the_program(model) -> None:
    known = catalog().objectives
    assert set(model.objectives) <= set(known)
    assert bool(model.objectives) == bool(model.objectives_source)
    assert model.options.keys() <= set(model.objectives)
    for name, options in model.options.items():
        assert options.keys() <= {option.name for option in known[name].options}


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_every_statement_says_something_and_where_it_is_from(model) -> None:
    assert model.title and model.publisher and model.languages and model.parameters > 0
    for fact in model.facts:
        assert fact.key in FACTS
        assert fact.says.strip() and fact.source.strip()
