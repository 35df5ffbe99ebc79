from collections import Counter
from pathlib import Path

import pytest

from explorer.core.library.published import (
    FACTS,
    REMARKED,
    PublishedModel,
    published_model,
    published_models,
    read_published,
    recognise,
)
from explorer.core.parameters.published import count_parameters
from models.schema.registry import catalog

ARCHITECTURES = tuple(catalog().architectures.values())

MODELS = published_models()
IDS = [model.id for model in MODELS]

GOOD = """
model_type = "bert"
publisher = "Google"
licence = "Apache-2.0"
languages = ["English"]

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
        ("facts.data", "facts.dates"),
        ("facts.data", "remarks.width"),
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
def test_objectives_and_options_are_those_of_the_program(model: PublishedModel) -> None:
    known = catalog().objectives
    assert set(model.objectives) <= set(known)
    assert bool(model.objectives) == bool(model.objectives_source)
    assert model.options.keys() <= set(model.objectives)
    for name, options in model.options.items():
        assert options.keys() <= {option.name for option in known[name].options}


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_every_statement_says_something_and_where_it_is_from(model: PublishedModel) -> None:
    assert model.title
    assert model.publisher
    assert model.languages
    for fact in model.facts:
        assert fact.key in FACTS
        assert fact.says.strip()
        assert fact.source.strip()


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_every_remark_says_what_is_right_and_where_it_is_from(model: PublishedModel) -> None:
    for remark in model.remarks:
        assert remark.key in {*FACTS, *REMARKED}
        assert remark.often.strip()
        assert remark.says.endswith(".")
        assert remark.source.strip()


@pytest.mark.parametrize("model", MODELS, ids=IDS)
def test_the_stated_sizes_give_exactly_the_number_of_parameters(model: PublishedModel) -> None:
    counts = count_parameters(model)
    assert model.parameters == (0 if counts is None else sum(counts.values()))


def test_every_preset_of_an_architecture_with_a_table_is_in_it() -> None:
    """A size that a paper states alone has none, nor an architecture whose table nobody wrote."""
    names = {model.name: model for model in MODELS if not model.id.startswith("klue/")}
    types = {model.model_type for model in MODELS}
    listed = [spec for spec in ARCHITECTURES if spec.model_type in types]
    presets = [preset for spec in listed for preset in spec.presets if not preset.stated]
    assert [p.name for p in presets if p.name not in names] == []
    assert [p.name for p in presets if names[p.name].parameters != p.total] == []


def bert_base(**other: object) -> dict[str, object]:
    model = published_model("bert-base-uncased")
    assert model is not None
    return {"model_type": "bert", **model.config, "type_vocab_size": 2, **other}


def found(folder: str, config: dict[str, object]) -> str | None:
    recognition = recognise(Path(folder), config)
    return None if recognition is None else recognition.model.id


BERT = "google-bert/bert-base-uncased"


@pytest.mark.parametrize(
    "folder",
    [
        "/cache/models--google-bert--bert-base-uncased/snapshots/86b5e0934494bd15c9632b12f734a8a67f723594",
        "/models/google-bert/bert-base-uncased",
        "/models/bert-base-uncased",
        "/models/BERT-base-uncased",
    ],
)
def test_a_folder_is_recognised_by_its_name_with_the_right_sizes(folder: str) -> None:
    assert found(folder, bert_base()) == BERT
    assert found(folder, bert_base(hidden_size=128)) is None


def test_a_folder_is_recognised_by_what_it_was_saved_from_and_the_card_says_so() -> None:
    recognition = recognise(Path("/models/mine"), bert_base(_name_or_path="bert-base-uncased"))
    assert recognition is not None
    assert recognition.model.id == BERT
    assert "may have been trained further" in recognition.by


def test_a_folder_of_another_name_is_not_taken_for_a_published_checkpoint() -> None:
    assert found("/models/mine", bert_base()) is None
    assert found("/cache/models--me--bert-base-uncased/snapshots/1", bert_base()) is None


def test_a_fine_tuned_model_is_not_taken_for_the_checkpoint_it_began_with() -> None:
    config = bert_base(architectures=["BertForSequenceClassification"])
    assert found("/models/bert-base-uncased", config) is None


def test_the_name_of_two_checkpoints_alone_names_neither() -> None:
    klue = published_model("klue/roberta-base")
    assert klue is not None
    config = {"model_type": "roberta", **klue.config}
    assert found("/models/klue/roberta-base", config) == "klue/roberta-base"
    assert found("/models/roberta-base", config) is None  # the alias of another, whose sizes differ
