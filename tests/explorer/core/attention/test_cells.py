"""The cells of an attention view, as they are written to a table."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from explorer.core.attention.cells import (
    COLUMNS,
    MEASURED,
    difference_cells,
    measure_cells,
    term_cells,
    weight_cells,
)
from explorer.core.attention.inputs import AttentionQuery
from explorer.core.attention.view import ScoreTerm, view
from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library

QUERY = AttentionQuery("the capital of france is paris .")


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_each_cell_of_the_chosen_map_is_a_row_with_its_place_and_tokens(engine: Engine) -> None:
    found = view(engine, "bert-tiny", QUERY)
    rows = list(weight_cells(found, (1, None)))
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert {row[:4] for row in rows} == {("attention", "encoder", 2, "mean")}
    values = np.reshape([row[-1] for row in rows], (len(found.rows), len(found.columns)))
    assert np.array_equal(values, found.maps.pick(1, None))
    assert [row[5] for row in rows[:: len(found.columns)]] == list(found.rows.labels)
    assert [row[7] for row in rows[: len(found.columns)]] == list(found.columns.labels)


def test_a_layer_that_a_model_does_not_have_is_its_last(engine: Engine) -> None:
    found = view(engine, "bert-tiny", QUERY)
    last = found.maps.num_layers
    assert {row[2] for row in weight_cells(found, (99, 0))} == {last}


def test_terms_come_before_their_sum_and_a_stream_without_terms_has_no_score(
    engine: Engine,
) -> None:
    found = view(engine, "bert-tiny", QUERY)
    assert list(term_cells(found, (0, 0))) == []
    names: list[Any] = [SimpleNamespace(name=name) for name in ("content", "position")]
    terms = tuple(ScoreTerm(name, found.maps, off=False) for name in names)
    rows = list(term_cells(replace(found, terms=terms), (0, 0)))
    whats = [row[0] for row in rows]
    assert list(dict.fromkeys(whats)) == ["content", "position", "score"]
    content, position, score = np.reshape([row[-1] for row in rows], (3, -1))
    assert np.allclose(content + position, score)


def test_the_difference_of_a_model_and_itself_is_nothing(engine: Engine) -> None:
    found = view(engine, "bert-tiny", QUERY)
    rows = list(difference_cells(found, found, (0, 1)))
    assert {row[:4] for row in rows} == {("difference", "encoder − encoder", 1, 2)}
    assert not any(row[-1] for row in rows)


def test_every_head_has_its_measures(engine: Engine) -> None:
    found = view(engine, "bert-tiny", QUERY)
    rows = list(measure_cells(found))
    assert len(rows) == len(MEASURED) * found.maps.num_layers * found.maps.num_heads
    entropies = [row[-1] for row in rows if row[0] == "entropy"]
    assert np.allclose(entropies, np.ravel(found.facts.of("entropy")))
