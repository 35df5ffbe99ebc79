"""How far fine-tuning moved weights, and models of which that cannot be said."""

from pathlib import Path

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.finetuning.finetuned import DataReference
from explorer.core.finetuning.weight_changes import weight_change
from explorer.core.library.library import Library
from models.checkpoints.checkpoint import load
from models.compression.run import compress_into
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder


def test_each_layer_of_a_fine_tuned_model_has_a_change() -> None:
    change = weight_change(Engine(Library()), "bert-mini-acceptability", DataReference())
    assert {"Embeddings", "Layer 1", "Layer 4"} <= {layer.name for layer in change.layers}
    assert all(0 < layer.relative < 1 for layer in change.layers)


def test_of_a_compressed_model_it_cannot_be_said(tmp_path: Path) -> None:
    base = load(checkpoint_folder("bert-mini-acceptability"))
    made = run_to_end(compress_into(base, "quantize", {}, tmp_path / "made"))
    with pytest.raises(UserError, match="compressed after it was fine-tuned"):
        weight_change(Engine(Library()), str(made), DataReference())
