"""GPT-3 is GPT-2 without a band, and GPT-Neo's alternation of dense and local layers with one."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from torch import Tensor

from models.arch.gpt3 import SPEC, Gpt3, Gpt3Config
from models.checkpoints.checkpoint import load, save
from models.inference.generation import Sampling, best, generate
from models.inference.numpy_decoder import one_row_decoder
from models.inference.trace import trace
from models.runtime.resources import resource
from models.schema.batch import Batch, collate, num_parameters
from models.schema.configs import Size
from models.schema.meta_models import meta_model
from models.training.recipe import Recipe
from models.training.training_task import check_recipe
from tests.models import oracle
from tests.models.oracle import ORACLES, SIZES, Outputs

TOLERANCE = 1e-5
DRAWN = [oracle.random_size(seed) for seed in range(3)]
sizes = pytest.mark.parametrize("size", [*SIZES, *DRAWN], ids=lambda s: f"{s.width}x{s.num_heads}")
bands = pytest.mark.parametrize("band", [1, 3, 7, 100])
PROMPT = [5, 11, 7, 2, 9, 30, 8]


def banded(size: Size, band: int | None, seed: int = 0) -> Gpt3:
    model = Gpt3(Gpt3Config.from_size(size, band=band)).eval()
    oracle.scatter_weights(model, seed)
    return model


def batch_of(size: Size) -> Batch:
    full = oracle.random_input(size.vocab_size, size.num_positions, seed=1)
    return collate([full, oracle.random_input(size.vocab_size, 9, seed=2)])


def assert_same(ours: Outputs, theirs: Outputs, present: Tensor) -> None:
    """Hidden states, attention and logits are equal at every place that is not padding."""
    for mine, other in zip(ours.hidden, theirs.hidden, strict=True):
        torch.testing.assert_close(mine[present], other[present], rtol=TOLERANCE, atol=TOLERANCE)
    for mine, other in zip(ours.attention, theirs.attention, strict=True):
        rows, others = mine.transpose(1, 2)[present], other.transpose(1, 2)[present]
        torch.testing.assert_close(rows, others, rtol=TOLERANCE, atol=TOLERANCE)
    mine, other = ours.logits["lm"][present], theirs.logits["lm"][present]
    torch.testing.assert_close(mine, other, rtol=TOLERANCE, atol=TOLERANCE)


# Against references -------------------------------------------------------------------------------


@sizes
def test_without_a_band_files_of_gpt2_compute_the_same_under_its_name(
    size: Size, tmp_path: Path
) -> None:
    part = ORACLES["gpt2"][""]
    theirs = oracle.make_theirs(part, size, 1)
    theirs.save_pretrained(tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "model_type": "gpt3"}))
    loaded = load(tmp_path)
    assert loaded.spec is SPEC
    assert not loaded.report.missing
    assert not loaded.report.unexpected
    batch = batch_of(size)
    assert batch.present is not None
    ours = oracle.run_ours(SPEC, "decoder", loaded.model, batch)
    assert_same(ours, oracle.run_theirs(part, theirs, batch), batch.present)


def neo_of(model: Gpt3) -> Any:
    """GPT-Neo with the weights of a model whose query, key and value have no biases.

    It does not divide its scores by the root of the width of a head, so the queries do.
    """
    config, size = model.config, model.config.size
    theirs = transformers.GPTNeoForCausalLM._from_config(
        transformers.GPTNeoConfig(
            vocab_size=size.vocab_size,
            max_position_embeddings=size.num_positions,
            hidden_size=size.width,
            num_layers=size.num_layers,
            attention_types=[[["global", "local"], 1]] * (size.num_layers // 2),
            num_heads=size.num_heads,
            intermediate_size=size.inner,
            window_size=config.band,
            bos_token_id=None,
            eos_token_id=None,
        ),
        attn_implementation="eager",
    ).eval()
    state = {
        "wte.weight": model.token.weight,
        "wpe.weight": model.position.weight,
        **_named("ln_f", model.norm),
    }
    for index, block in enumerate(model.layers):
        start = f"h.{index}"
        query, key, value = block.attention.qkv.weight.chunk(3)
        root = math.sqrt(size.width // size.num_heads)
        packed = {"q": query / root, "k": key, "v": value}
        state |= {f"{start}.attn.attention.{k}_proj.weight": v for k, v in packed.items()}
        state |= _named(f"{start}.attn.attention.out_proj", block.attention.output)
        state |= _named(f"{start}.ln_1", block.attention_norm)
        state |= _named(f"{start}.ln_2", block.feed_forward_norm)
        state |= _named(f"{start}.mlp.c_fc", block.feed_forward.widen)
        state |= _named(f"{start}.mlp.c_proj", block.feed_forward.narrow)
    theirs.transformer.load_state_dict({name: w.detach() for name, w in state.items()})
    return theirs


def _named(name: str, module: Any) -> dict[str, Tensor]:
    return {f"{name}.weight": module.weight, f"{name}.bias": module.bias}


@sizes
@bands
def test_with_a_band_it_is_gpt_neo_with_local_layers(size: Size, band: int) -> None:
    even = replace(size, num_layers=2 * math.ceil(size.num_layers / 2))
    model = banded(even, band)
    with torch.no_grad():
        for layer in model.layers:
            layer.attention.qkv.bias.zero_()
    batch = batch_of(even)
    assert batch.present is not None
    theirs = oracle.run_theirs(ORACLES["gpt2"][""], neo_of(model), batch)
    assert_same(oracle.run_ours(SPEC, "decoder", model, batch), theirs, batch.present)


# The band -----------------------------------------------------------------------------------------


@bands
def test_recorded_attention_is_zero_outside_of_the_band_and_only_there(band: int) -> None:
    model = banded(SIZES[0], band)
    ids = oracle.random_input(SIZES[0].vocab_size, 12)
    maps = trace(model, SPEC, ids).streams["decoder"].attention
    assert maps is not None
    distance = np.arange(12)[:, None] - np.arange(12)
    for layer, heads in enumerate(maps):
        reach = band if layer % 2 else 12
        expected = (distance >= 0) & (distance < reach)
        assert ((heads > 0) == expected).all()
        assert (SPEC.streams[0].visible(ids, model.config, layer) == expected).all()


@bands
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s.width}x{s.num_heads}")
def test_states_are_the_same_recorded_or_not(size: Size, band: int) -> None:
    model, batch = banded(size, band), batch_of(size)
    assert batch.present is not None
    with torch.no_grad():
        alone = model(batch)["decoder"]
    recorded = oracle.run_ours(SPEC, "decoder", model, batch).hidden[-1]
    torch.testing.assert_close(alone[batch.present], recorded[batch.present])


@pytest.mark.parametrize("band", [None, 1, 3, 7])
def test_tokens_fed_one_by_one_or_by_several_have_the_states_of_the_whole_text(
    band: int | None,
) -> None:
    model = banded(SIZES[0], band)
    ids = torch.tensor([[5, 11, 7, 2, 9, 30, 8, 1, 4, 22, 60, 3]])
    with torch.no_grad():
        whole = model(collate([oracle.model_input(ids[0].tolist())]))["decoder"]
        caches, first = model.begin(ids[0, :4], room=8)
        parts = [model.step(torch.tensor([first]), caches), model.step(ids[:, 4:9], caches)]
        parts += [model.step(ids[:, at : at + 1], caches) for at in range(9, 12)]
    torch.testing.assert_close(torch.cat(parts, 1), whole)


@pytest.mark.parametrize("band", [None, 1, 3, 7])
def test_the_numpy_decoder_has_the_logits_of_the_whole_text(band: int | None) -> None:
    model = banded(SIZES[0], band)
    ids = oracle.random_input(SIZES[0].vocab_size, SIZES[0].num_positions).input_ids.tolist()
    with torch.inference_mode():
        states = model(collate([oracle.model_input(ids)]))["decoder"]
        expected = model.logits("lm", states)[0]
        caches, first = model.begin(torch.tensor(ids[:4]), room=len(ids) - 4)
        model.step(torch.tensor([first]), caches)
    decoder = one_row_decoder(model, caches)
    assert decoder is not None
    for place in range(4, len(ids)):
        torch.testing.assert_close(
            decoder.logits(ids[place]), expected[place], rtol=1e-5, atol=1e-4
        )


@pytest.mark.parametrize("num_beams", [1, 3])
def test_it_writes_with_its_cache_what_it_predicts_without_one(num_beams: int) -> None:
    model = banded(SIZES[0], 3)
    tokenizer: Any = SimpleNamespace(token=str, eos_id=None, vocab_size=SIZES[0].vocab_size)
    method = "greedy" if num_beams == 1 else "beam"
    settings = Sampling(method, max_new_tokens=10, num_beams=num_beams)
    written = best(list(generate(model, tokenizer, PROMPT, settings)))
    assert written == _beams(model, num_beams, 10)[0]


@torch.inference_mode()
def _beams(model: Gpt3, num_beams: int, room: int) -> list[list[int]]:
    """The most probable continuations of the prompt, each computed as a whole, best first."""
    beams = [(0.0, PROMPT)]
    for _ in range(room):
        grown = []
        for score, ids in beams:
            states = model(Batch(torch.tensor([ids])))["decoder"][0, -1]
            scores = model.logits("lm", states).log_softmax(-1)
            top = scores.topk(num_beams)
            grown += [
                (score + value, [*ids, id])
                for value, id in zip(top.values.tolist(), top.indices.tolist(), strict=True)
            ]
        beams = sorted(grown, key=lambda beam: -beam[0])[:num_beams]
    return [ids[len(PROMPT) :] for _, ids in beams]


# Files and options --------------------------------------------------------------------------------


def test_its_own_folder_opens_with_its_band(tmp_path: Path) -> None:
    model = banded(SIZES[0], 5)
    save(model, SPEC, tmp_path)
    loaded: Any = load(tmp_path)
    assert loaded.spec is SPEC
    assert loaded.model.config == model.config
    assert json.loads((tmp_path / "config.json").read_text())["band"] == 5
    batch = batch_of(SIZES[0])
    with torch.no_grad():
        assert torch.equal(loaded.model(batch)["decoder"], model(batch)["decoder"])


@pytest.mark.parametrize("band", [0, -1, "wide", 2.5, True])
def test_an_impossible_band_is_rejected_in_a_sentence(band: object) -> None:
    with pytest.raises(ValueError, match="band"):
        Gpt3Config.from_json(json.dumps({"band": band}))


def test_it_starts_as_gpt2_does_with_smaller_residual_projections() -> None:
    torch.manual_seed(0)
    size = Size(300, width=64, num_layers=8, num_heads=4, inner=256, num_positions=64)
    model = Gpt3(Gpt3Config.from_size(size))
    layer = model.layers[0]
    assert layer.attention.qkv.weight.std().item() == pytest.approx(0.02, rel=0.05)
    for narrow in (layer.attention.output, layer.feed_forward.narrow):
        assert narrow.weight.std().item() == pytest.approx(0.02 / 4, rel=0.05)


def test_the_band_changes_no_parameter() -> None:
    assert num_parameters(banded(SIZES[0], None)) == num_parameters(banded(SIZES[0], 3))


@pytest.mark.parametrize("preset", SPEC.presets, ids=lambda preset: preset.name)
def test_rounded_totals_of_the_paper_are_those_of_the_sizes(preset: Any) -> None:
    """Table 2.1 rounds generously: 350M is 356 million."""
    number, unit = float(preset.stated[:-1]), {"M": 1e6, "B": 1e9}[preset.stated[-1]]
    assert preset.total == pytest.approx(number * unit, rel=0.02)
    config = Gpt3Config(**preset.config)
    assert config.n_positions == 2048
    assert config.inner == 4 * config.n_embd
    assert config.size.width % config.size.num_heads == 0


# The bundled sizes --------------------------------------------------------------------------------

RECIPES = {path.stem: Recipe.read(path) for path in resource("recipes").glob("gpt3-*.toml")}
BUNDLED_BYTES, TOKENIZER_BYTES = 4_000_000, 450_000
SIZED = {"name", "size", "schedule"}


def test_three_sizes_differ_in_size_and_learning_rate_alone() -> None:
    assert len(RECIPES) == 3
    first, *others = (recipe.to_dict() for recipe in RECIPES.values())
    for other in others:
        assert {key for key in first if first[key] != other[key]} == SIZED
        changed = {k for k, v in first["schedule"].items() if v != other["schedule"][k]}
        assert changed == {"learning_rate"}


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_can_be_trained(name: str) -> None:
    check_recipe(RECIPES[name])
    assert RECIPES[name].name == name


def test_the_middle_size_can_be_bundled_in_half_precision() -> None:
    recipe = RECIPES["gpt3-mini"]
    size = replace(recipe.size, vocab_size=recipe.tokenizer.vocab_size)
    model = meta_model(SPEC, Gpt3Config.from_size(size, **recipe.config))
    assert 2 * num_parameters(model) + TOKENIZER_BYTES < BUNDLED_BYTES
