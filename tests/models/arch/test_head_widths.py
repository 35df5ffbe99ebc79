"""Heads of a width of their own: published models whose width their heads do not divide."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers

from models.checkpoints.checkpoint import load, save
from models.inference.trace import trace
from models.schema.configs import ModelConfig, Size
from models.schema.registry import catalog
from tests.models import oracle
from tests.models.arch.test_parity import assert_same, batches, rows_of
from tests.models.oracle import ORACLES, PublishedPart

VOCABULARY = 61
DEPTH = {"num_layers": 1, "num_decoder_layers": 1}
VERSION_1_1 = {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}
SMALL = {"vocab_size": VOCABULARY, "d_model": 512, "d_kv": 64, "d_ff": 1024, "num_heads": 6}
T5 = dict(SMALL, decoder_start_token_id=0, initializer_factor=0.2, **DEPTH, **VERSION_1_1)
CRIME = {  # google/reformer-crime-and-punishment, with shorter chunks, and the default's heads
    "vocab_size": VOCABULARY,
    "hidden_size": 256,
    "attention_head_size": 64,
    "num_attention_heads": 12,
    "attn_layers": ["local", "lsh"],
    "feed_forward_size": 512,
    "max_position_embeddings": 128,
    "axial_pos_shape": (8, 16),
    "axial_pos_embds_dim": (64, 192),
    "local_attn_chunk_length": 8,
    "lsh_attn_chunk_length": 4,
    "num_buckets": 8,
    "hash_seed": 3,
    "is_decoder": True,
}
MOBILEBERT = {  # google/mobilebert-uncased with six heads
    "vocab_size": VOCABULARY,
    "num_hidden_layers": 1,
    "num_attention_heads": 6,
    "intra_bottleneck_size": 126,
    "max_position_embeddings": 64,
}
PUBLISHED: dict[str, tuple[str, Any, Any]] = {
    "t5-v1_1-small and flan-t5-small": (
        "t5",
        transformers.T5ForConditionalGeneration,
        lambda: transformers.T5Config(**T5),
    ),
    "mt5-small": (
        "t5",
        transformers.MT5ForConditionalGeneration,
        lambda: transformers.MT5Config(**T5),
    ),
    "reformer": ("reformer", None, lambda: transformers.ReformerConfig(**CRIME)),
    "mobilebert": ("mobilebert", None, lambda: transformers.MobileBertConfig(**MOBILEBERT)),
}


def reference_of(name: str) -> tuple[str, PublishedPart]:
    """The architecture here, and the class and the configuration of the reference."""
    architecture, model, config = PUBLISHED[name]
    first = ORACLES[architecture][""]
    made = replace(first, model=model or first.model, config=lambda size: config())
    return architecture, made


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_width_that_heads_do_not_divide_opens_and_computes_the_same(
    name: str, tmp_path: Path
) -> None:
    architecture, reference = reference_of(name)
    spec = catalog().architectures[architecture]
    size = Size(VOCABULARY, width=512, num_layers=1, num_heads=6, num_positions=20)
    torch.manual_seed(0)
    theirs = reference.model._from_config(reference.config(size), attn_implementation="eager")
    theirs.eval().save_pretrained(tmp_path)
    loaded = load(tmp_path)
    config: ModelConfig = loaded.model.config
    assert config.size.width % config.size.num_heads
    assert loaded.heads == tuple(head.name for head in spec.heads_of(loaded.model))
    for batch, stream in itertools.product(batches(reference, size), reference.streams):
        asked = replace(batch, without=reference.without)
        ours = oracle.run_ours(spec, stream, loaded.model, asked)
        assert_same(
            ours, oracle.run_theirs(reference, theirs, batch, stream), rows_of(spec, stream, batch)
        )


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_width_that_heads_do_not_divide_is_traced_and_saved(name: str, tmp_path: Path) -> None:
    architecture, reference = reference_of(name)
    spec = catalog().architectures[architecture]
    reference.model(reference.config(oracle.SIZES[0])).save_pretrained(tmp_path / "theirs")
    loaded = load(tmp_path / "theirs")
    save(loaded.model, spec, tmp_path / "ours")
    again = load(tmp_path / "ours")
    assert again.model.config == loaded.model.config
    example = oracle.fed(spec, oracle.random_input(VOCABULARY, 9))
    num_heads = loaded.model.config.size.num_heads
    found = trace(again.model, spec, example, ablate=[(spec.streams[0].name, 0, num_heads - 1)])
    assert found.streams[spec.streams[0].name].attention.shape[1] == num_heads
