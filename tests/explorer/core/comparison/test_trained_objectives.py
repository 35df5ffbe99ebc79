"""Panels show what a model was trained with, not what its family was published with."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from explorer.core.comparison.comparison import compare
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.library.unseen import SHARE, unseen_note
from explorer.core.masking.classification import predict_pair
from explorer.core.masking.examples import fed
from models.data.world.words import SeenWords

TEXT, PAIR = "the capital of france is paris .", "it is in europe ."
MASKED = {"name": "one", "architecture": "bert", "objectives": ["masked"], "data": "village"}


def engine_with(
    tiny_models: Path, folder: Path, run: dict[str, Any], name: str = "bert-tiny"
) -> Engine:
    """The small models, of which one was trained as a run says."""
    copy = Path(shutil.copytree(tiny_models, folder / "models"))
    (copy / name / "run.json").write_text(json.dumps(run), encoding="utf-8")
    return Engine(Library(bundled=copy))


@pytest.fixture
def masked_only(tiny_models: Path, tmp_path: Path) -> Engine:
    return engine_with(tiny_models, tmp_path, {"recipe": MASKED})


def names(engine: Engine, key: str = "bert-tiny") -> list[str]:
    return [spec.name for spec in engine.objectives(key)]


def test_a_model_trained_with_masking_alone_predicts_no_next_sentence(masked_only: Engine) -> None:
    assert names(masked_only) == ["masked"]
    card = masked_only.card("bert-tiny")
    assert (card.heads, card.objectives, card.pair_heads) == (("mlm",), ("masked",), ())
    assert {task.head.name for task in compare(masked_only, "bert-tiny", pair()).tasks} == {"mlm"}
    assert [one.name for one in fed(masked_only, "bert-tiny", pair()).objectives] == ["masked"]
    with pytest.raises(UserError, match="has no head for pairs"):
        predict_pair(masked_only, "bert-tiny", masked_only.encode("bert-tiny", TEXT, PAIR))


def pair() -> MaskingQuestion:
    return MaskingQuestion(TEXT, pair=PAIR)


def test_a_published_checkpoint_has_the_objectives_of_its_architecture(tiny_models: Path) -> None:
    engine = Engine(Library(bundled=tiny_models))
    assert names(engine) == ["masked", "next_sentence"]
    assert engine.card("bert-tiny").heads == ("mlm", "nsp")
    assert not engine.card("bert-tiny").trained_here
    assert engine.seen_words("bert-tiny") is None


def test_an_objective_that_is_not_the_published_one_is_shown_where_it_was_trained(
    tiny_models: Path, tmp_path: Path
) -> None:
    run = {"recipe": {**MASKED, "objectives": ["ngram_masked"]}}
    assert names(engine_with(tiny_models, tmp_path, run)) == ["ngram_masked"]


def test_a_head_of_an_earlier_stage_stays_trained(tiny_models: Path, tmp_path: Path) -> None:
    engine = engine_with(
        tiny_models, tmp_path, {"recipe": {**MASKED, "objectives": ["next_sentence"]}}
    )
    first = str(engine.entry("bert-tiny").folder)
    later = engine_with(
        tiny_models, tmp_path / "later", {"recipe": {**MASKED, "start": first}}, "bert-tiny"
    )
    assert names(later) == ["masked", "next_sentence"]
    assert later.card("bert-tiny").heads == ("mlm", "nsp")


def test_a_model_trained_here_knows_the_words_of_its_text(masked_only: Engine) -> None:
    found = masked_only.seen_words("bert-tiny")
    assert found is not None
    assert found.unseen("quantum chromodynamics.") == ["quantum", "chromodynamics"]


# ---- the sentence about words that do not occur


def said(known: dict[str, SeenWords], text: str, pair: str = "") -> str:
    note = unseen_note(known, text, pair)
    return "" if note is None else note.text


KNOWN = SeenWords.of(["the", "capital", "of", "france", "is", "paris"])
FEWER = SeenWords.of(["the", "capital", "of", "is"])


def test_a_text_of_known_words_needs_no_note() -> None:
    assert said({"bert-mini": KNOWN}, "The capital of France is Paris.") == ""
    assert said({"bert-mini": KNOWN}, "") == ""
    assert said({}, "Quantum chromodynamics.") == ""


def test_some_new_words_are_named() -> None:
    text = "The capital of France is Lyon."
    assert SHARE > 1 / 6
    assert said({"bert-mini": KNOWN}, text) == (
        "Not in the training text of bert-mini: “Lyon”. Predictions near such words mean little."
    )


def test_many_new_words_are_counted() -> None:
    assert said({"bert-mini": KNOWN}, "The gauge of chromodynamics.") == (
        "2 of 4 words do not occur in the text that bert-mini was trained on, so "
        "its predictions here mean little."
    )
    assert said({"one": KNOWN}, "Quantum!").startswith("1 of 1 words does not occur")


def test_both_sentences_of_a_pair_count() -> None:
    found = said({"one": KNOWN}, "The capital.", "Gauge bosons abound.")
    assert found.startswith("3 of 5 words do not occur")


def test_several_models_are_named_together_with_what_is_true_of_all() -> None:
    text = "Quantum France is quantum."
    found = said({"one": KNOWN, "two": KNOWN}, text)
    assert found == (
        "2 of 4 words do not occur in the text that one and two were trained on, so "
        "their predictions here mean little."
    )
    assert said({"one": KNOWN, "two": FEWER}, text).startswith("At least 2 of 4 words")


def test_a_model_that_knows_the_words_is_not_named() -> None:
    found = said({"one": KNOWN, "two": FEWER}, "Paris, France.")
    assert "one" not in found
    assert found.startswith("2 of 2 words do not occur in the text that two was")


def test_of_a_long_text_the_beginning_is_counted() -> None:
    assert "of 1,000 words" in said({"one": KNOWN}, "quantum " * 50_000)
