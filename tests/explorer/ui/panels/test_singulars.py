"""One token, one triple, one example and one epoch are written as one."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.core.finetuning.confusion import ConfusionMatrix
from explorer.core.finetuning.plans import recipe_words
from explorer.core.knowledge.neighbourhood import RelationCount
from explorer.ui.panels.attention.bias_chart import _describe_distances
from explorer.ui.panels.finetuning.result_tables import CellChoice, matrix_table
from explorer.ui.panels.knowledge.figure import _relation_entry


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (-1, -1, "0.5 for a key 1 token before"),
        (-2, -2, "0.5 for a key 2 tokens before"),
        (1, 1, "0.5 for a key 1 token after"),
        (3, 3, "0.5 for a key 3 tokens after"),
    ],
)
def test_a_distance_of_one_is_one_token(first: int, last: int, words: str) -> None:
    assert _describe_distances("0.5", first, last) == words


@pytest.mark.parametrize(
    ("count", "hidden", "tip"),
    [
        (1, False, "capital of, 1 triple here: click to hide it"),
        (1, True, "capital of, 1 triple here: click to show it"),
        (1200, False, "capital of, 1,200 triples here: click to hide it"),
    ],
)
def test_a_relation_with_one_triple_says_so(count: int, hidden: bool, tip: str) -> None:
    assert _relation_entry(RelationCount(3, "capital of", count), 0, hidden).tip == tip


def test_one_example_in_a_cell_is_predicted_and_two_are(qapp: object) -> None:
    matrix = ConfusionMatrix(("good", "bad"), np.array([[1, 3], [0, 2]]))
    cells = matrix_table(matrix, CellChoice(), shares=False).rows[0].cells[1:]
    assert [cell.tip for cell in cells] == [
        "1 example of good is predicted as good (25.0%)",
        "3 examples of good are predicted as bad (75.0%)",
    ]


def test_a_recipe_of_one_epoch_one_layer_and_one_example_is_written_in_the_singular() -> None:
    recipe = {"data": "mine.tsv", "way": "last_layers", "last_layers": 1, "epochs": 1}
    assert recipe_words(recipe, 1)[1:4] == ["1 example", "last layer", "1 epoch"]
    several = recipe_words(recipe | {"last_layers": 2, "epochs": 3}, 20)
    assert several[1:4] == ["20 examples", "last 2 layers", "3 epochs"]
