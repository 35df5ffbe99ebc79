"""What a pass over a long text costs, and what it records by blocks and chunks."""

from __future__ import annotations

import numpy as np
import pytest

from models.inference.trace import trace
from models.long_texts.cost import (
    MeasuredPass,
    count_operations,
    is_sparse,
    learning_peak,
    make_untrained,
    typical,
)
from models.long_texts.recorded import block_means, record, replace_hashing
from models.schema.configs import Size
from models.schema.registry import catalog
from tests.bench.models import model_input_of, random_ids

SPECS = catalog().architectures
SIZE = Size(61, width=16, num_layers=2, num_heads=2, inner=32, num_positions=256)


def made(name: str, **entries: object) -> tuple[object, object]:
    return make_untrained(SPECS[name], SIZE, **entries), SPECS[name]


def test_weights_written_out_need_the_square_of_the_length_and_the_kernel_does_not() -> None:
    model, spec = made("bert")
    text = {n: model_input_of(random_ids(n, SIZE)) for n in (128, 256)}
    fused = [MeasuredPass(model, spec, text[n]).peak_bytes() for n in (128, 256)]
    written = [
        MeasuredPass(model, spec, text[n], written_out=True).peak_bytes() for n in (128, 256)
    ]
    assert fused[1] / fused[0] < 2.6
    assert written[1] / written[0] > 3
    assert written[1] >= 2 * 256 * 256 * 4  # one layer's weights of two heads


def test_reversible_layers_hold_as_much_for_six_layers_as_for_two_and_others_do_not() -> None:
    text = model_input_of(random_ids(192, SIZE))
    peaks = {
        (reversible, depth): learning_peak(
            make_untrained(
                SPECS["reformer"], Size(61, 16, depth, 2, 32, 256), reversible=reversible
            ),
            SPECS["reformer"],
            text,
        )
        for reversible in (True, False)
        for depth in (2, 6)
    }
    assert peaks[True, 6] < 1.15 * peaks[True, 2]
    assert peaks[False, 6] > 1.8 * peaks[False, 2]


def test_operations_grow_faster_than_the_length_with_full_attention_alone() -> None:
    full, blocks = (
        [count_operations(*made(name), length) / length for length in (128, 256)]  # type: ignore[arg-type]
        for name in ("bert", "reformer")
    )
    assert full[1] > 1.2 * full[0]
    assert blocks[1] == pytest.approx(blocks[0], rel=0.01)
    assert [name for name in ("bert", "big_bird", "reformer") if is_sparse(SPECS[name])] == [
        *("big_bird", "reformer")
    ]


def test_a_slow_pass_is_timed_once_and_the_first_of_several_only_warms_up() -> None:
    model, spec = made("bert")
    seconds = list(MeasuredPass(model, spec, model_input_of(random_ids(16, SIZE))).seconds())
    assert len(seconds) == 5
    assert typical([9.0, 1.0, 3.0, 2.0]) == 2.0
    assert typical([9.0]) == 9.0


def test_means_of_blocks_are_those_of_the_recorded_weights() -> None:
    model, spec = made("bert")
    text = model_input_of(random_ids(20, SIZE))
    whole = trace(model, spec, text, kinds=("attention",)).streams["encoder"].attention
    assert whole is not None
    means = block_means(model, spec, text, 8)
    assert means.shape == (2, 3, 3)
    expected = whole[1].mean(0)[8:16, 16:20].mean(0).sum()
    assert means[1, 1, 2] == pytest.approx(expected, abs=1e-6)
    np.testing.assert_allclose(means.sum(-1), 1, atol=1e-5)


def test_each_layer_records_its_chunks_and_no_other_kind_is_computed() -> None:
    model, spec = made("reformer")
    text = model_input_of(random_ids(200, SIZE))
    found = record(model, spec, text, {"chunks"})
    assert [(one.layer, one.extra.name) for one in found] == [(0, "local_chunks"), (1, "chunks")]
    assert found[0].values.shape == (2, 1, 256)
    assert found[0].values[0, 0, 199] == 199 // model.config.local_attn_chunk_length
    other = replace_hashing(model, spec, num_buckets=4, num_hashes=3)
    buckets = record(other, spec, text, {"buckets"})[0].values
    assert buckets.shape == (2, 3, 256)
    assert set(np.unique(buckets[:, :, :200])) <= {0, 1, 2, 3}
