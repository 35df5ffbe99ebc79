from __future__ import annotations

import json

import pytest

from models.checkpoints.checkpoint import load
from models.data.world.world import World
from models.runtime.resources import resource
from models.tokenization import wordpiece
from models.training.fact_probes import (
    WORDINGS,
    ProbeAccuracy,
    ProbeResults,
    _as_written,
    probe,
)


@pytest.mark.parametrize("wording", WORDINGS, ids=lambda wording: wording.name)
def test_a_probe_is_the_sentence_with_one_name_cut_out(wording) -> None:  # type: ignore[no-untyped-def]
    names = ("France", "Paris") if wording.language == "en" else ("프랑스", "파리")
    before, after, name = wording.split_at_name(*names)
    assert name == names[wording.masked == "capital"]
    assert name not in before + after
    other = names[wording.masked == "country"]
    assert other in before + after
    assert "{" not in before + after


def test_a_korean_particle_fits_the_name_that_is_masked() -> None:
    (wording,) = (one for one in WORDINGS if one.name == "ko.inverse")
    assert wording.split_at_name("한국", "서울") == ("", "은 한국의 수도이다.", "서울")
    assert wording.split_at_name("프랑스", "파리") == ("", "는 프랑스의 수도이다.", "파리")


def test_a_wording_is_left_out_where_few_names_are_one_token() -> None:
    """At the start of a text byte-level BPE has no token for most capitals."""
    facts = probe(load(resource("checkpoints", "roberta-mini")), World.load("village"))
    assert "en.inverse" not in facts.capitals


def test_a_decoder_is_probed_only_where_the_name_comes_last() -> None:
    facts = probe(load(resource("checkpoints", "gpt2-mini")), World.load())
    assert {"en.is", "en.country", "ko.is"} <= set(facts.capitals)
    assert not {"en.inverse", "ko.country"} & set(facts.capitals)
    assert facts.founders_one_by_one is None


def test_a_name_counts_as_its_tokenizer_writes_it() -> None:
    texts = ["The capital of France is Paris."] * 20
    for lowercase, expected in ((False, "Paris"), (True, "paris")):
        tokenizer = wordpiece.train(texts, 80, lowercase=lowercase)
        assert _as_written(tokenizer, "Paris") == expected


def test_facts_are_plain_json() -> None:
    facts = ProbeResults({"en.is": ProbeAccuracy.of([True, False])}, ProbeAccuracy.of([True]))
    assert json.loads(json.dumps(facts.to_dict())) == {
        "capitals": {"en.is": {"accuracy": 0.5, "count": 2}},
        "founders_in_turn": {"accuracy": 1.0, "count": 1},
    }
