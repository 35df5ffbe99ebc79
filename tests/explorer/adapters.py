"""A small adapter of peft for a BERT, written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

LAYER = "bert.encoder.layer.0.attention.self.value"


def write_adapter(base: Path, folder: Path, named: str = "") -> Path:
    """A product of rank 1 for one weight of a base, which it names by its path or as is said."""
    width = load_file(base / "model.safetensors")[f"{LAYER}.weight"].shape[0]
    folder.mkdir(parents=True)
    config = {"peft_type": "LORA", "r": 1, "lora_alpha": 8}
    named = named or str(base)
    text = json.dumps({**config, "base_model_name_or_path": named})
    (folder / "adapter_config.json").write_text(text)
    pair = {"lora_A": (1, width), "lora_B": (width, 1)}
    tensors = {
        f"base_model.model.{LAYER}.{part}.weight": np.ones(shape, dtype=np.float32)
        for part, shape in pair.items()
    }
    save_file(tensors, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    return folder
