"""Which published model answers a need: task, language, size and licence."""

import pytest

from explorer.core.hub.needs import NOT_STATED, ModelNeeds, need_choices, uses_of
from explorer.core.library.published import PublishedModel, published_model, published_models


def model(name: str) -> PublishedModel:
    found = published_model(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "uses"),
    [
        ("google-bert/bert-base-uncased", {"fills", "encodes"}),
        ("openai-community/gpt2", {"writes"}),
        ("google-t5/t5-base", {"both"}),
        ("facebook/bart-base", {"both"}),
        ("klue/bert-base", {"fills", "encodes"}),
    ],
)
def test_what_a_model_is_for_follows_from_its_architecture(name: str, uses: set[str]) -> None:
    assert uses_of(model(name)) == uses


def test_korean_encoders_that_fit_a_small_machine_are_found() -> None:
    needs = ModelNeeds(use="encodes", language="Korean", size="150")
    fitting = {one.id for one in published_models() if one.on_hub and needs.fit(one)}
    assert {"klue/bert-base", "monologg/koelectra-small-v3-discriminator"} <= fitting
    assert "google-bert/bert-base-multilingual-cased" not in fitting  # 178 million
    assert "skt/kogpt2-base-v2" not in fitting  # it only writes
    assert all("Korean" in model(one).languages for one in fitting)


def test_several_languages_are_three_or_a_number_of_others() -> None:
    needs = ModelNeeds(language="many")
    assert needs.fit(model("FacebookAI/xlm-roberta-base"))
    assert needs.fit(model("bigscience/bloom-560m"))
    assert not needs.fit(model("google-bert/bert-base-uncased"))


def test_every_choice_is_answered_by_some_model() -> None:
    known = [one for one in published_models() if one.on_hub]
    for name, choices in need_choices().items():
        for value in choices:
            assert any(ModelNeeds(**{name: value}).fit(one) for one in known), (name, value)


def test_a_licence_that_is_not_stated_is_a_choice() -> None:
    assert ModelNeeds(licence=NOT_STATED).fit(model("YituTech/conv-bert-base"))
    assert not ModelNeeds(licence=NOT_STATED).fit(model("openai-community/gpt2"))


@pytest.mark.parametrize("saved", [None, 3, [], {"use": "flies", "size": 7, "other": "x"}])
def test_needs_of_a_damaged_session_are_none(saved: object) -> None:
    assert ModelNeeds.from_json(saved) == ModelNeeds()


def test_needs_are_saved_and_read_again() -> None:
    needs = ModelNeeds(use="writes", size="500")
    assert ModelNeeds.from_json(needs.to_json()) == needs
