"""The strange architectures are compressed like all others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from models.checkpoints.checkpoint import load
from models.compression.heads import attention_units, head_masks, mean_loss, zero_heads
from models.compression.layer_removal import stacks
from models.compression.masks import apply_masks
from models.compression.quantization import copy_loaded_model
from models.compression.run import compress_into
from models.runtime.generators import run_to_end
from models.schema.batch import as_module
from models.schema.configs import Size
from models.schema.registry import Catalog
from tests.models.compression.examples import random_data, random_folder
from tests.strange.registration import NAMES

SIZE = Size(61, width=32, num_layers=2, num_heads=4, inner=48, num_positions=24)


@pytest.mark.parametrize("options", [{}, {"scheme": "weight_int4"}], ids=["int8", "int4"])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_quantized_and_opened_again(
    name: str, options: dict[str, Any], strange_catalog: Catalog, tmp_path: Path
) -> None:
    spec = strange_catalog.architectures[name]
    loaded = random_folder(spec, SIZE, tmp_path / "base")
    made = load(run_to_end(compress_into(loaded, "quantize", options, tmp_path / "made")))
    assert made.weights.keys() == loaded.weights.keys()
    record = made.run["compression"]
    assert record["quantized_weights"] > 0.5 * record["parameters"]
    data = random_data(spec, SIZE)
    assert mean_loss(made, data) == pytest.approx(mean_loss(loaded, data), rel=0.3)


@pytest.mark.parametrize("name", NAMES)
def test_its_heads_and_layers_are_removed_where_it_has_any(
    name: str, strange_catalog: Catalog, tmp_path: Path
) -> None:
    spec = strange_catalog.architectures[name]
    loaded, data = random_folder(spec, SIZE, tmp_path / "base"), random_data(spec, SIZE)
    units = attention_units(loaded, data)
    assert bool(units) == any(stream.attends for stream in spec.streams)
    for n, unit in enumerate(units):
        made = copy_loaded_model(loaded)
        apply_masks(as_module(made.model), head_masks(made, units, [(n, 0)]))
        with zero_heads(loaded, [(unit, 0)]):
            assert mean_loss(made, data) == pytest.approx(mean_loss(loaded, data), rel=1e-5)
    options = {"kind": "layers", "sparsity": 0.5}
    if not stacks(loaded):  # a weight reads every layer
        with pytest.raises(ValueError, match="no layers that can be removed"):
            run_to_end(compress_into(loaded, "prune", options, tmp_path / "made", data))
        return
    made = load(run_to_end(compress_into(loaded, "prune", options, tmp_path / "made", data)))
    assert len(made.weights) < len(loaded.weights)
