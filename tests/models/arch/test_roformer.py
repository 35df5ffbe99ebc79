"""What is RoFormer's own: neighbours of a head are turned, by fixed waves of each position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers

from models.arch.roformer import SPEC, RoFormerConfig, turn_neighbours
from models.checkpoints.checkpoint import load, save
from models.inference.taps import record_taps
from models.inside.record import token_path
from models.layers.embeddings import Sinusoids
from models.schema.batch import collate
from models.schema.configs import Size
from tests.models import oracle

TOLERANCE = 1e-5
SEEDS = range(12)


def draw(rng: np.random.Generator) -> dict[str, Any]:
    """A random configuration; every option comes up."""
    heads = int(rng.integers(1, 5))
    narrow = {"embedding_size": int(rng.integers(8, 40))} if rng.integers(2) else {}
    return {
        "vocab_size": int(rng.integers(40, 120)),
        "hidden_size": 2 * heads * int(rng.integers(2, 9)),
        "num_hidden_layers": int(rng.integers(1, 4)),
        "num_attention_heads": heads,
        "intermediate_size": int(rng.integers(8, 80)),
        "max_position_embeddings": int(rng.integers(16, 40)),
        "hidden_act": str(rng.choice(["gelu", "relu", "swish"])),
        "layer_norm_eps": float(rng.choice([1e-12, 1e-5])),
        "type_vocab_size": int(rng.integers(1, 4)),
        "rotary_value": bool(rng.integers(2)),
        **narrow,
    }


def assert_close(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("seed", SEEDS)
def test_states_attention_and_logits_are_those_of_the_reference(seed: int, tmp_path: Path) -> None:
    config = transformers.RoFormerConfig(**draw(np.random.default_rng(seed)))
    theirs = transformers.RoFormerForMaskedLM._from_config(config).eval()
    oracle.scatter_weights(theirs, seed)
    theirs.save_pretrained(tmp_path / "theirs")
    loaded = load(tmp_path / "theirs")
    model: Any = loaded.model
    assert not loaded.report.unexpected
    assert not loaded.report.unknown_config_keys
    long, short = (
        oracle.random_input(config.vocab_size, n, seed=n)
        for n in (config.max_position_embeddings, 5)
    )
    for batch in (collate([long]), collate([short]), collate([long, short])):
        present = torch.ones_like(batch.input_ids) if batch.present is None else batch.present
        with torch.no_grad():
            output = theirs(
                input_ids=batch.input_ids,
                attention_mask=present.long(),
                output_hidden_states=True,
                output_attentions=True,
            )
        rows = present.bool()
        with torch.inference_mode():
            fused = model.logits("mlm", model(batch)["encoder"])
            hidden, maps = model.hidden_taps("encoder"), model.attention_taps("encoder")
            with record_taps(model, [*hidden, *maps]) as record:
                model(batch)
        assert_close(fused[rows], output.logits[rows])
        for path, state in zip(hidden, output.hidden_states, strict=True):
            assert_close(record[path][rows], state[rows])
        for path, weights in zip(maps, output.attentions, strict=True):
            assert_close(record[path].transpose(1, 2)[rows], weights.transpose(1, 2)[rows])
    save(model, loaded.spec, tmp_path / "ours")
    again = transformers.RoFormerForMaskedLM.from_pretrained(tmp_path / "ours").eval()
    with torch.no_grad():
        ids = collate([long]).input_ids
        assert_close(again(input_ids=ids).logits, theirs(input_ids=ids).logits)


def test_a_score_depends_on_the_distance_alone() -> None:
    waves = Sinusoids(60, 8).weight
    query, key = torch.randn(2, 8, generator=torch.Generator().manual_seed(0))
    products = [
        turn_neighbours(query, waves[at + 3]) @ turn_neighbours(key, waves[at]) for at in (0, 5, 40)
    ]
    for product in products[1:]:
        torch.testing.assert_close(product, products[0])
    assert torch.equal(turn_neighbours(query, waves[0]), query)


@pytest.mark.parametrize("values", [False, True])
def test_inside_shows_the_rotation_before_the_scores(values: bool) -> None:
    size = Size(61, width=32, num_layers=2, num_heads=4, inner=48, num_positions=24)
    model = SPEC.model_class(RoFormerConfig.from_size(size, rotary_value=values)).eval()
    fed = oracle.random_input(61, 9)
    path = token_path(model, SPEC, fed, "encoder", 4, SPEC.heads[0])
    titles = [step.title for step in path.steps if step.section == 1]
    assert titles.index("Rotation of the queries") < titles.index("Scores")
    assert ("Rotation of the values" in titles) == values
    assert "Position embedding" not in [step.title for step in path.steps]


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ({"is_decoder": True}, "is_decoder = True"),
        ({"add_cross_attention": True}, "add_cross_attention = True"),
        ({"tie_word_embeddings": False}, "tie_word_embeddings = False"),
        ({"hidden_size": 12 * 7}, "hidden_size = 84"),
    ],
)
def test_what_is_not_accepted_is_named(entries: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        RoFormerConfig.from_json(json.dumps(entries))
