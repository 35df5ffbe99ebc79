"""Languages of which there is unequally much are sampled with an exponent."""

from __future__ import annotations

from itertools import islice

import pytest

from models.data.sources import LanguageMix, WorldSource, open_source


@pytest.mark.parametrize(
    ("alpha", "english"), [("1", 0.9), ("0.5", 0.75), ("0", 0.5)], ids=["as it is", "0.5", "equal"]
)
def test_an_exponent_brings_languages_closer(alpha: str, english: float) -> None:
    sampled = LanguageMix({"en": 90, "ko": 10}, alpha).probabilities
    assert sampled["en"] == pytest.approx(english)
    assert sum(sampled.values()) == pytest.approx(1)


def test_documents_have_the_sampled_shares() -> None:
    source = open_source("village:en90ko10@0.5")
    documents = list(islice(source.documents("train", 3), 1500))
    english = sum(document[0].isascii() for document in documents)
    assert english / len(documents) == pytest.approx(0.75, abs=0.04)
    assert documents == list(islice(open_source(source.name).documents("train", 3), 1500))


def test_equal_amounts_are_the_usual_mix() -> None:
    mixed, usual = (open_source(name) for name in ("village:en1ko1@1", "village"))
    assert list(islice(mixed.documents("train", 1), 40)) == list(
        islice(usual.documents("train", 1), 40)
    )
    assert isinstance(mixed, WorldSource)
    assert mixed.languages == ("en", "ko")


@pytest.mark.parametrize("name", ["world:en90ko0@0.5", "world:en1ko1@1.5"])
def test_a_mix_that_cannot_be_sampled_is_rejected(name: str) -> None:
    with pytest.raises(ValueError, match=r"as in world:en90ko10@0\.5"):
        open_source(name)
