"""What each remedy for long texts changes: its own cost, and no result."""

from __future__ import annotations

from models.long_texts.recorded import record
from models.long_texts.remedies import Remedies, measure_remedies
from models.schema.registry import catalog
from tests.models.oracle import random_input, random_model

LENGTH = 300


def remedies_of(name: str) -> Remedies:
    spec = catalog().architectures[name]
    model = random_model(spec)
    fed = random_input(model.config.vocab_size, min(LENGTH, model.config.size.num_positions))
    return measure_remedies(model, spec, fed, 16)


def test_each_remedy_of_reformer_costs_less_and_changes_no_state() -> None:
    found = remedies_of("reformer")
    assert found.learning is not None
    assert found.feeding is not None
    assert found.learning[1] < found.learning[0]
    assert found.feeding[1] < found.feeding[0]
    assert found.difference is not None
    assert found.difference < 1e-5
    assert found.pairs is not None
    assert found.pairs[0] == found.length**2


def test_pairs_are_those_that_the_chunks_of_all_rounds_put_side_by_side() -> None:
    spec = catalog().architectures["reformer"]
    model = random_model(spec)
    fed = random_input(model.config.vocab_size, min(LENGTH, model.config.size.num_positions))
    found = measure_remedies(model, spec, fed, 16)
    chunks = next(
        one.values for one in record(model, spec, fed, {"chunks"}) if one.extra.name == "chunks"
    )
    _, rounds, padded = chunks.shape
    size = model.config.lsh_attn_chunk_length
    around = 1 + model.config.lsh_num_chunks_before + model.config.lsh_num_chunks_after
    assert found.pairs == (found.length**2, rounds * padded * size * around)


def test_a_model_without_remedies_has_none() -> None:
    found = remedies_of("bert")
    assert (found.pairs, found.learning, found.feeding, found.difference) == (None,) * 4
