"""The strongest links of full attention, and which of them rounds of hashing find."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from models.arch.reformer import SPEC
from models.inference.hashed_links import find_reached, link_recall, strongest_links
from models.inference.trace import trace
from models.schema.configs import Size
from models.schema.records import FloatArray, IntArray
from tests.models import oracle

# One head, two rounds of two chunks of two tokens: 0 1 | 2 3 and then 0 2 | 1 3.
CHUNKS: IntArray = np.array([[[0, 0, 1, 1], [2, 3, 2, 3]]])
BUCKETS: IntArray = np.array([[[0, 0, 0, 1], [4, 5, 4, 5]]])


def full_attention(*cells: tuple[int, int, float]) -> FloatArray:
    full = np.zeros((1, 4, 4), dtype=np.float32)
    for row, column, weight in cells:
        full[0, row, column] = weight
    return full


def test_the_strongest_links_are_the_greatest_weights_of_each_row() -> None:
    full = full_attention((0, 1, 0.2), (0, 2, 0.5), (0, 3, 0.3), (1, 0, 1.0))
    links = strongest_links(full, count=2)
    assert np.argwhere(links[0]).tolist() == [[0, 2], [0, 3], [1, 0]]


def test_a_token_sees_its_chunk_and_the_one_before_in_a_circle_over_all_rounds() -> None:
    seen = find_reached(CHUNKS, 4)
    first = [[True, True, False, True], [True, True, False, True]]  # chunks 0, and 3 of round 1
    assert seen[0, 0, :2].tolist() == first
    assert seen[0, 0, 2].tolist() == [True] * 4
    assert seen[0, 1, 0].tolist() == [True, False, True, True]  # chunks 2, and 1 of round 0
    alone = find_reached(CHUNKS, 4, before=0)
    assert alone[0, 0].tolist() == np.kron(np.eye(2), np.ones((2, 2))).astype(bool).tolist()


def test_padding_at_the_end_takes_places_in_chunks_and_is_no_token() -> None:
    chunks = np.array([[[0, 0, 1, 1, 2, 2]]])  # the last two tokens are padding
    seen = find_reached(chunks, 4)
    assert seen.shape == (1, 1, 4, 4)
    assert seen[0, 0, 0].tolist() == [True, True, False, False]


def test_recall_by_round_together_and_in_the_same_bucket() -> None:
    full = full_attention((3, 0, 0.6), (3, 1, 0.4), (2, 3, 1.0), (1, 2, 1.0))
    recall = link_recall(full, CHUNKS, BUCKETS, before=0, count=2)
    assert recall.num_links == 4
    assert recall.alone.tolist() == [[0.25, 0.25]]  # 2 to 3, and 3 to 1
    assert recall.together.tolist() == [[0.25, 0.5]]
    assert recall.same_bucket.tolist() == [[0.0, 0.25]]


def test_arrays_of_other_texts_and_attention_without_a_link_are_rejected() -> None:
    full = full_attention((1, 0, 1.0))
    with pytest.raises(ValueError, match="chunks"):
        link_recall(full, CHUNKS[..., :3], BUCKETS)
    with pytest.raises(ValueError, match="no link"):
        link_recall(full * 0, CHUNKS, BUCKETS)


def test_more_rounds_find_more_links_of_a_model_and_seen_links_have_weight() -> None:
    size = Size(60, width=32, num_layers=2, num_heads=4, inner=32, num_positions=128)
    config = SPEC.config_class.from_size(
        size, num_hashes=4, lsh_attn_chunk_length=8, local_attn_chunk_length=8, num_buckets=16
    )
    model = SPEC.model_class(config).eval()
    oracle.scatter_weights(model, 0)
    model_input = oracle.random_input(60, 100)
    stream = trace(model, SPEC, model_input, ("attention", "extra")).streams["decoder"]
    assert stream.attention is not None
    extra = {name: values[0] for name, values in stream.extra.items()}  # of the layer that hashes
    chunks, buckets = (extra[name].astype(np.int64) for name in ("chunks", "buckets"))
    recall = link_recall(extra["full"], chunks, buckets)
    assert (np.diff(recall.together, axis=1) >= 0).all()
    assert recall.together[:, -1].mean() > recall.together[:, 0].mean() + 0.1
    assert np.allclose(recall.alone[:, 0], recall.together[:, 0])
    seen = find_reached(chunks, 100).any(1) & np.tri(100, k=-1, dtype=bool)  # (H, T, T)
    attended = stream.attention[1] > 0
    rows = seen.any(-1)
    assert np.array_equal(attended[rows], seen[rows])
    itself = np.broadcast_to(np.eye(100, dtype=bool), attended.shape)
    assert np.array_equal(attended[~rows], itself[~rows])
    assert torch.tensor(extra["full"]).sum(-1).allclose(torch.tensor(1.0))
