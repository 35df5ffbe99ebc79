"""Cards of published checkpoints that nobody has downloaded."""

import pytest

from explorer.core.comparison.differences import CardField, CardLine, side_by_side
from explorer.core.library.published import PublishedModel, published_model, published_models
from explorer.core.library.published_cards import (
    AT_A_GLANCE,
    GLANCE,
    common_errors,
    published_card,
)
from models.schema.registry import catalog


def named(name: str) -> PublishedModel:
    model = published_model(name)
    assert model is not None
    return model


def fields(name: str) -> dict[str, CardField]:
    return {field.name: field for field in published_card(named(name))}


def lines(*names: str) -> dict[str, CardLine]:
    cards = [published_card(named(name)) for name in names]
    return {line.name: line for line in side_by_side(cards)}


def test_bert_beside_roberta_is_the_table_of_a_lecture() -> None:
    table = lines("bert-base-uncased", "roberta-base")
    assert table["Next-sentence prediction"].values == ("yes", "no")
    assert table["Sequence length"].values[0].startswith("128 for 90%")
    assert table["Sequence length"].values[1].startswith("512")
    assert table["Masks"].values[0].startswith("static")
    assert table["Masks"].values[1].startswith("dynamic")
    assert table["Batch size"].values == ("256 sequences", "8,000 sequences")
    assert table["Size of the data"].values == ("16 GB", "160 GB")
    for name in ("Next-sentence prediction", "Masks", "Batch size", "Size of the data"):
        assert table[name].group == AT_A_GLANCE
        assert all(table[name].sources)
        assert table[name].any_differs
    assert not table["Layers"].any_differs


def test_parameters_without_the_token_table_are_those_of_the_other_weights() -> None:
    bert = fields("bert-base-uncased")
    assert bert["Parameters of the base model"].value == "109,482,240"
    assert bert["Parameters without the token table"].value == f"{109_482_240 - 30522 * 768:,}"
    shared = fields("albert-base-v2")
    assert int(shared["Parameters without the token table"].value.replace(",", "")) < 8_000_000


def test_gpt3_is_a_card_though_no_weights_were_published() -> None:
    card = fields("gpt3-175b")
    assert card["Parameters of the base model"].value == "174,604,259,328"
    assert card["Batch size in tokens"].value == "3.2 million"
    assert "300 billion" in card["Words or tokens of the data"].value
    assert card["First published"] == CardField(
        AT_A_GLANCE, "First published", "2020-05", "arXiv:2005.14165"
    )
    assert not card["On the hub"].link


def test_a_system_without_an_architecture_here_has_its_paper_and_no_sizes() -> None:
    card = fields("kagnet")
    assert card["First published"].value == "2019-09"
    assert "University of Southern California" in card["Institution"].value
    assert "Layers" not in card


@pytest.mark.parametrize("model", published_models(), ids=lambda model: model.id)
def test_every_field_has_a_name_of_its_own_a_value_and_its_remark(model: PublishedModel) -> None:
    card = published_card(model)
    names = [field.name for field in card]
    assert len({*names}) == len(names)
    assert all(field.value.strip() for field in card)
    glance = [field.name for field in card if field.group == AT_A_GLANCE]
    assert glance == [name for name in GLANCE if name in names]
    assert {field.name for field in card if field.remark} == {r.place[1] for r in model.remarks}


@pytest.mark.parametrize(
    ("name", "month"),
    [
        ("bert-base-uncased", "2018-10"),
        ("roberta-base", "2019-07"),
        ("openai-gpt", "2018-06"),
        ("gpt2", "2019-02"),
        ("gpt3-175b", "2020-05"),
        ("t5-base", "2019-10"),
        ("xlm-mlm-en-2048", "2019-01"),
        ("xlnet-base-cased", "2019-06"),
        ("albert-base-v2", "2019-09"),
        ("google/electra-base-discriminator", "2020-03"),
        ("google/mobilebert-uncased", "2020-04"),
        ("microsoft/deberta-base", "2020-06"),
        ("microsoft/deberta-v3-base", "2021-11"),
        ("distilbert-base-uncased", "2019-10"),
        ("huawei-noah/TinyBERT_General_4L_312D", "2019-09"),
        ("google/bigbird-roberta-base", "2020-07"),
        ("google/reformer-enwik8", "2020-01"),
        ("elmo-original", "2018-02"),
        ("ernie-base", "2019-05"),
        ("kagnet", "2019-09"),
    ],
)
def test_the_systems_of_the_course_have_a_month_and_an_institution(name: str, month: str) -> None:
    card = fields(name)
    assert card["First published"].value == month
    assert card["First published"].source
    assert card["Institution"].source


def test_the_list_of_common_errors_has_each_once_with_its_system() -> None:
    errors = [(one.about, one.often) for one in common_errors()]
    assert len(errors) == len(set(errors))
    assert ("BERT base", "330 to 340 million") in errors
    assert ("ELECTRA large, discriminator", "24") in errors
    assert ("DeBERTa v3 large", "12") in errors
    assert ("DeBERTa", "85 GB") in errors
    assert ("ALBERT", "July 2019") in errors
    assert ("GPT-2 and GPT-3", "new in GPT-3") in errors


def test_a_fact_from_memory_says_so() -> None:
    model = named("gpt3-175b")
    assert any(fact.memory for fact in model.facts)
    for fact in model.facts:
        assert fact.citation.endswith("(from memory)") == fact.memory


def test_masks_are_told_where_an_objective_states_its_copies() -> None:
    masked = {option.name for option in catalog().objectives["masked"].options}
    assert "copies" in masked
    for model in published_models():
        states = any("copies" in options for options in model.options.values())
        assert states == any(field.name == "Masks" for field in published_card(model))
