"""Histograms, masks and shares of zeros of one weight before and after compression."""

import numpy as np

from explorer.core.compression.weights import (
    GridPart,
    layer_of,
    shares_left,
    weight_view,
    zeros_by_layer,
)


def test_a_mask_is_drawn_in_blocks_and_its_edge_counts_what_is_there() -> None:
    matrix = np.ones((5, 4))
    matrix[:2, :2] = 0
    shares = shares_left(matrix, 2)
    np.testing.assert_array_equal(shares, [[0, 1], [1, 1], [1, 1]])


def test_the_histogram_of_a_grid_is_that_of_the_part_with_the_largest_scale() -> None:
    before = np.array([[0.1, -0.2, 0.1], [0.5, -1.0, 0.7]])
    after = np.array([[0.2, -0.2, 0.2], [0.0, -1.0, 1.0]])
    steps = np.array([[0.2], [1.0]])
    grid = GridPart(np.array([-1.0, 0.0, 1.0]), steps, "row 2", slice(1, 2))
    view = weight_view("layers.0.query", before, after, grid)
    assert view.histogram.levels == (-1.0, 0.0, 1.0)
    assert sum(view.histogram.before) <= 3
    assert view.left is None


def test_a_pruned_matrix_has_a_mask_and_one_that_was_only_rounded_has_none() -> None:
    before = np.arange(1.0, 17.0).reshape(4, 4)
    pruned = np.where(before > 8, before, 0)
    view = weight_view("w", before, pruned)
    assert view.zeros == 0.5
    assert view.left is not None
    assert view.left.mean() == 0.5
    assert weight_view("w", before, before).left is None
    coarse, fine = (GridPart(np.arange(3.0), np.array([[step]])) for step in (16.0, 2.0))
    assert weight_view("w", before, pruned, coarse).left is None
    assert weight_view("w", before, pruned, fine).left is not None


def test_zeros_are_counted_by_layer_without_vectors() -> None:
    weights = {
        "layers.0.query": np.array([[0.0, 1.0]]),
        "layers.0.output": np.array([[1.0, 1.0]]),
        "layers.1.query": np.array([[0.0, 0.0]]),
        "layers.1.bias": np.array([1.0, 1.0]),
    }
    assert zeros_by_layer(weights) == {"Layer 1": 0.25, "Layer 2": 1.0}
    assert layer_of("embeddings.token.weight") == "Embeddings"
    assert layer_of("encoder.layers.0.output") == "Encoder layer 1"
