"""What is ConvBERT's own: convolutions beside heads, and feed-forward networks in groups."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers

from models.arch.convbert import SPEC, ConvBertConfig, DynamicConvolution
from models.checkpoints.checkpoint import load, save
from models.compression.heads import attention_units, head_masks
from models.inference.taps import record_taps
from models.inside.contributions import contributions
from models.inside.record import token_path
from models.schema.batch import collate
from models.schema.configs import Size
from models.schema.meta_models import meta_model, operations
from tests.models import oracle

TOLERANCE = 1e-5
SEEDS = range(12)
SIZE = Size(61, width=32, num_layers=2, num_heads=2, inner=48, num_positions=24)


def draw(rng: np.random.Generator) -> dict[str, Any]:
    """A random configuration; every option comes up."""
    ratio, attending = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    groups = int(rng.choice([1, 2, 4]))
    # With fewer heads than the ratio, one attends.
    heads = ratio * attending if attending > 1 else int(rng.integers(1, 2 * ratio))
    return {
        "vocab_size": int(rng.integers(40, 120)),
        "hidden_size": 4 * attending * int(rng.integers(2, 6)),
        "embedding_size": int(rng.integers(8, 40)),
        "num_hidden_layers": int(rng.integers(1, 4)),
        "num_attention_heads": heads,
        "intermediate_size": 4 * int(rng.integers(4, 20)),
        "max_position_embeddings": int(rng.integers(16, 40)),
        "hidden_act": str(rng.choice(["gelu", "relu", "gelu_new"])),
        "layer_norm_eps": float(rng.choice([1e-12, 1e-5])),
        "type_vocab_size": int(rng.integers(1, 4)),
        "head_ratio": ratio,
        "conv_kernel_size": int(rng.choice([1, 3, 9])),
        "num_groups": groups,
    }


def assert_close(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("seed", SEEDS)
def test_states_attention_and_logits_are_those_of_the_reference(seed: int, tmp_path: Path) -> None:
    config = transformers.ConvBertConfig(**draw(np.random.default_rng(seed)), pad_token_id=None)
    theirs = transformers.ConvBertForMaskedLM._from_config(config, attn_implementation="eager")
    theirs.eval()
    oracle.scatter_weights(theirs, seed)
    theirs.save_pretrained(tmp_path / "theirs")
    loaded = load(tmp_path / "theirs")
    model: Any = loaded.model
    assert not loaded.report.unexpected
    assert not loaded.report.unknown_config_keys
    texts = [
        oracle.random_input(config.vocab_size, n, seed=n)
        for n in (config.max_position_embeddings, 5)
    ]
    together = collate(texts)
    assert together.present is not None
    for row, text in enumerate(texts):
        batch = collate([text])
        with torch.no_grad():
            output = theirs(batch.input_ids, output_hidden_states=True, output_attentions=True)
        with torch.inference_mode():
            fused = model.logits("mlm", model(batch)["encoder"])
            padded = model(together)["encoder"][row : row + 1, : len(text)]
            hidden, maps = model.hidden_taps("encoder"), model.attention_taps("encoder")
            with record_taps(model, [*hidden, *maps]) as record:
                model(batch)
        assert_close(fused, output.logits)
        assert_close(padded, output.hidden_states[-1])  # theirs reads padding
        for path, state in zip(hidden, output.hidden_states, strict=True):
            assert_close(record[path], state)
        for path, weights in zip(maps, output.attentions, strict=True):
            assert_close(record[path], weights)
    save(model, loaded.spec, tmp_path / "ours")
    again = transformers.ConvBertForMaskedLM.from_pretrained(tmp_path / "ours").eval()
    with torch.no_grad():
        ids = collate(texts[:1]).input_ids
        assert_close(again(ids).logits, theirs(ids).logits)


def test_a_published_encoder_opens_without_a_head(tmp_path: Path) -> None:
    """As the authors' files are: the encoder alone, which learned to detect replaced tokens."""
    transformers.ConvBertModel(oracle._convbert(SIZE)).save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.spec is SPEC
    assert "mlm" not in loaded.heads
    assert not loaded.report.unexpected


def test_each_token_is_the_mean_of_its_neighbours_by_a_kernel_of_its_own() -> None:
    torch.manual_seed(0)
    layer = DynamicConvolution(width=12, num_heads=3, head_width=2, size=5).eval()
    x, query = torch.randn(1, 7, 12), torch.randn(1, 7, 6)
    found = layer(x, query, None)[0].view(7, 3, 2)
    kernels = layer.kernel(layer.span(x) * query).view(7, 3, 5).softmax(-1)
    values = layer.value(x)[0].view(7, 3, 2)
    for token, head in np.ndindex(7, 3):
        expected = torch.zeros(2)
        for place in range(5):
            at = token + place - 2
            if 0 <= at < 7:
                expected += kernels[token, head, place] * values[at, head]
        assert_close(found[token, head], expected)


def test_inside_shows_the_kernels_of_each_token_between_attention_and_projection() -> None:
    model = oracle.random_model(SPEC, SIZE)
    fed = oracle.random_input(61, 9)
    path = token_path(model, SPEC, fed, "encoder", 4, SPEC.heads[0])
    titles = [step.title for step in path.steps if step.section == 1]
    wanted = ["Mixture of values", "Kernel of each token", "Dynamic convolution"]
    places = [titles.index(title) for title in (*wanted, "Output projection")]
    assert places == sorted(places)
    assert titles.count("Output projection") == 1


def test_convolutions_are_a_part_of_their_own_of_a_logit() -> None:
    model = oracle.random_model(SPEC, SIZE)
    fed = oracle.random_input(61, 9)
    made_of = contributions(model, SPEC, fed, SPEC.heads[0], "encoder", 4, 7)
    kinds = {part.kind for part in made_of.parts}
    assert {"convolution", "head", "feed_forward"} <= kinds
    assert sum(part.kind == "convolution" for part in made_of.parts) == SIZE.num_layers
    assert made_of.remainder == pytest.approx(0, abs=1e-4)


class Losses:
    """A loss of one text, in place of held-out ones."""

    def held_out_losses(self, loaded: Any) -> Iterator[torch.Tensor]:
        yield loaded.model(collate([oracle.random_input(61, 9)]))["encoder"].square().mean()


def test_a_head_that_is_removed_leaves_the_convolution(tmp_path: Path) -> None:
    save(oracle.random_model(SPEC, SIZE), SPEC, tmp_path)
    loaded = load(tmp_path)
    units = attention_units(loaded, Losses())
    assert [(unit.num_heads, unit.head_width) for unit in units] == [(2, 8), (2, 8)]
    mask = head_masks(loaded, units, [(0, 1)])["layers.0.attention.output.weight"]
    assert mask[:, 8:16].sum() == 0
    assert mask.sum() == 32 * 24


def test_a_convolution_costs_the_same_for_each_token() -> None:
    shapes = meta_model(SPEC, ConvBertConfig.from_size(SIZE))
    counted = [operations(SPEC, shapes, length, heads=()) for length in (8, 16)]
    kernel = "layers.0.attention.convolution.kernel.weight"
    assert counted[1][kernel] == 2 * counted[0][kernel] == 2 * 8 * 2 * 16 * 2 * 9
    depthwise = "layers.0.attention.convolution.span.depthwise.weight"
    assert counted[0][depthwise] == 2 * 8 * 32 * 9


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ({"is_decoder": True}, "is_decoder = True"),
        ({"add_cross_attention": True}, "add_cross_attention = True"),
        ({"tie_word_embeddings": False}, "tie_word_embeddings = False"),
        ({"hidden_size": 6 * 7}, "hidden_size = 42"),
        ({"conv_kernel_size": 4}, "conv_kernel_size = 4"),
        ({"num_groups": 5}, "num_groups = 5"),
        ({"head_ratio": 0}, "head_ratio"),
        ({"type_vocab_size": 0}, "type_vocab_size"),
    ],
)
def test_what_is_not_accepted_is_named(entries: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        ConvBertConfig.from_json(json.dumps(entries))
