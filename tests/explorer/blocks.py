"""A small model that reads texts of more than 28 tokens by blocks of four."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from models.checkpoints.checkpoint import save
from models.schema.configs import Size
from models.schema.registry import catalog
from tests.explorer.ui.panel_bench import TEXTS

NAME = "big_bird"
SHORT = "the capital of france is paris ."
LONG = " ".join([SHORT] * 6)


def block_model(root: Path, **entries: Any) -> Path:
    """The folder of models, with this one in it."""
    return saved(root, NAME, block_size=4, num_random_blocks=1, initializer_range=0.3, **entries)


def saved(root: Path, name: str, **entries: Any) -> Path:
    """The folder of models, with a small one of this architecture in it."""
    known = catalog()
    spec = known.architectures[name]
    tokenizer = known.tokenizers[spec.tokenizers[0]].train(TEXTS, 200, template=spec.template)
    torch.manual_seed(0)
    size = Size(tokenizer.vocab_size, 16, 2, 4, 32, 256)
    model = spec.model_class(spec.config_class.from_size(size, **entries))
    save(model, spec, root / name, tokenizer, {"title": spec.title})
    return root
