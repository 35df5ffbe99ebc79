"""What compression changed inside a model that was fine-tuned, on a sentence."""

from pathlib import Path

import pytest

from explorer.core.compression.derived import DerivedModel, steps_to
from explorer.core.compression.differences import (
    LOGITS,
    CompressionDifferences,
    SharedInput,
    compare_with_base,
    field_name,
    field_titles,
)
from explorer.core.engine.engine import Engine
from explorer.core.finetuning.sentence import predict_sentence
from explorer.core.library.library import Library
from models.checkpoints.checkpoint import load
from models.compression.run import compress_into
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder
from models.schema.registry import catalog
from models.search.results import FINISHED, SearchResult, Trial

INT4 = {"scheme": "weight_int4"}
LAYERS = {"Embeddings", "Layer 1", "Layer 4"}


def inside_of(
    base: str, folder: Path, sentence: SharedInput
) -> tuple[Engine, CompressionDifferences]:
    """The base in four bits, beside the base."""
    made = run_to_end(
        compress_into(load(checkpoint_folder(base)), "quantize", INT4, folder / "made")
    )
    engine = Engine(Library())
    derived = DerivedModel(engine.entry(str(made)), steps_to(made))
    return engine, run_to_end(compare_with_base(engine, base, derived, "", sentence))


def test_a_classifier_has_its_classes_before_and_after_and_errors_of_its_logits(
    tmp_path: Path,
) -> None:
    words = "The cat sleep on the sofa.", ""
    engine, inside = inside_of("bert-mini-acceptability", tmp_path, SharedInput(*words))
    for key, (said,) in (
        ("bert-mini-acceptability", inside.before),
        (inside.key, inside.after),
    ):
        assert dict(said.candidates) == predict_sentence(engine, key, *words).probabilities
    assert inside.before != inside.after
    assert 0 < inside.errors[LOGITS] < 1
    assert inside.logit_errors.keys() >= LAYERS
    assert all(error > 0 for error in inside.logit_errors.values())


def test_a_reader_has_its_answer_before_and_after(tmp_path: Path) -> None:
    question = "What is the capital of France?"
    _, inside = inside_of(
        "bert-mini-reading", tmp_path, SharedInput(question, "Paris is the capital of France.")
    )
    for (said,) in (inside.before, inside.after):
        assert said.place == question
        assert said.candidates[0][0] == "Paris"
    assert inside.logit_errors.keys() >= LAYERS


def test_a_reader_without_a_question_says_so_and_compares_the_layers(tmp_path: Path) -> None:
    _, inside = inside_of("bert-mini-reading", tmp_path, SharedInput("Paris is the capital."))
    assert "the passage as its pair" in inside.problem
    assert inside.errors.keys() == {f"Layer {n}" for n in (1, 2, 3, 4)}
    assert not inside.before


@pytest.mark.parametrize("text", ["", "   "])
def test_without_a_sentence_only_weights_are_compared(text: str, tmp_path: Path) -> None:
    _, inside = inside_of("bert-mini-acceptability", tmp_path, SharedInput(text))
    assert inside.weights
    assert "Type a sentence" in inside.problem


def test_states_of_a_student_are_not_compared_by_layer() -> None:
    engine = Engine(Library())
    entry = engine.entry("distilbert-mini")
    derived = DerivedModel(entry, steps_to(entry.folder))
    sentence = SharedInput("The capital of France is Paris.")
    inside = run_to_end(compare_with_base(engine, "bert-mini", derived, "", sentence))
    assert inside.has_own_weights
    assert not inside.errors
    assert inside.before
    assert len(inside.before) == len(inside.after)


def test_the_fields_of_a_searched_shape_have_titles_that_a_person_reads() -> None:
    assert field_name("size.num_layers") == "Layers"
    assert field_name("config.embedding_size") == "Embedding size"
    values = {"size.width": 8, "config.intra_bottleneck_size": 32}
    trial = Trial(0, values, FINISHED, None, None, (), 1.0)
    spec = catalog().architectures["mobilebert"]
    titles = field_titles(SearchResult((trial,), {"size.num_heads": 1.0}), spec)
    assert titles == {
        "size.num_heads": "Heads",
        "size.width": "Width",
        "config.intra_bottleneck_size": "Width inside a layer",
    }
