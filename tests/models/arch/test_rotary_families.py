"""Decoders with rotary positions equal the reference in every option that they accept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from torch import Tensor

from models.arch.gemma import GemmaConfig
from models.arch.gemma2 import Gemma2Config
from models.arch.gemma3 import Gemma3Config
from models.arch.gpt_neox import GptNeoxConfig
from models.arch.gptj import GptJConfig
from models.arch.llama import LlamaConfig
from models.arch.mistral import MistralConfig
from models.arch.olmo import OlmoConfig
from models.arch.phi import PhiConfig
from models.arch.phi3 import Phi3Config
from models.arch.qwen2 import Qwen2Config
from models.arch.qwen3 import Qwen3Config
from models.arch.rotary_family import RotaryFamilyModel
from models.arch.smollm3 import SmolLm3Config
from models.checkpoints.checkpoint import CheckpointError, LoadedModel, load, save
from models.inference.generation import Sampling, best, generate
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.inside.record import token_path
from models.layers.rotary.positions import RotaryPositions, RotaryScaling, turn
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.registry import catalog
from models.training.recipe import Recipe
from models.training.trainer import TrainingStep
from tests.models import oracle, tiny

TOLERANCE = 1e-5
SEEDS = range(12)
WRITING_SEEDS = range(4)
NUM_WRITTEN = 100
SHARP = 0.4  # standard deviation of weights with which texts do not repeat themselves
PROMPT = [5, 11, 7, 2]
NO_ENDS = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None}

Draw = np.random.Generator
Options = dict[str, Any]


def _flag(rng: Draw) -> bool:
    return bool(rng.integers(2))


def _scaling(rng: Draw, positions: int) -> Options:
    """The entry of a random way to read longer texts; every one comes up."""
    known = max(4, positions // 2)
    kinds: list[Options] = [
        {},
        {"rope_type": "linear", "factor": 3.0},
        {"rope_type": "dynamic", "factor": 2.5},
        {
            "rope_type": "llama3",
            "factor": 8.0,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": known,
        },
        {
            "rope_type": "yarn",
            "factor": 4.0,
            "original_max_position_embeddings": known,
            "beta_fast": 8.0,
            "truncate": False,
        },
        {"rope_type": "yarn", "factor": 2.0, "mscale": 0.7, "mscale_all_dim": 1.2},
        {"rope_type": "yarn", "factor": 2.0, "attention_factor": 1.3},
    ]
    theta = float(rng.choice([100.0, 10000.0, 500000.0]))
    return {"rope_theta": theta, **kinds[int(rng.integers(len(kinds)))]}


def _long_scaling(rng: Draw, width: int, part: float) -> Options:
    count = int(width * part) // 2
    return {
        "rope_type": "longrope",
        "short_factor": rng.uniform(1, 2, count).round(2).tolist(),
        "long_factor": rng.uniform(2, 9, count).round(2).tolist(),
        "partial_rotary_factor": part,
    }


def _sizes(rng: Draw) -> Options:
    groups, in_group = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    width = 4 * int(rng.integers(1, 5))
    return {
        "vocab_size": int(rng.integers(40, 120)),
        "hidden_size": groups * in_group * width,
        "intermediate_size": int(rng.integers(8, 80)),
        "num_hidden_layers": int(rng.integers(1, 4)),
        "num_attention_heads": groups * in_group,
        "num_key_value_heads": groups,
        "max_position_embeddings": int(rng.integers(16, 40)),
        "rms_norm_eps": float(rng.choice([1e-6, 1e-5, 1e-3])),
        "tie_word_embeddings": _flag(rng),
        "hidden_act": str(rng.choice(["silu", "gelu", "relu"])),
    }


def _rotary(rng: Draw, with_width: bool = True) -> Options:
    sizes = _sizes(rng)
    width = {"head_dim": 2 * int(rng.integers(2, 9))} if with_width and _flag(rng) else {}
    scaling = _scaling(rng, sizes["max_position_embeddings"])
    return {**sizes, **width, "rope_parameters": scaling}


def _sliding(rng: Draw, layers: int) -> Options:
    kinds = rng.choice(["full_attention", "sliding_attention"], layers).tolist()
    return {
        "use_sliding_window": True,
        "sliding_window": int(rng.integers(2, 9)),
        **({"layer_types": kinds} if _flag(rng) else {}),
    }


def _llama(rng: Draw) -> Options:
    return {**_rotary(rng), "attention_bias": _flag(rng), "mlp_bias": _flag(rng)}


def _mistral(rng: Draw) -> Options:
    return {**_rotary(rng), "sliding_window": int(rng.integers(2, 9)) if _flag(rng) else None}


def _qwen2(rng: Draw) -> Options:
    options = _rotary(rng)
    layers = options["num_hidden_layers"]
    slides = _sliding(rng, layers) if _flag(rng) else {}
    return {**options, "max_window_layers": int(rng.integers(0, layers + 1)), **slides}


def _qwen3(rng: Draw) -> Options:
    return {"head_dim": 16, **_qwen2(rng), "attention_bias": _flag(rng)}


def _smollm3(rng: Draw) -> Options:
    options = _rotary(rng)
    layers = options["num_hidden_layers"]
    flags = {"no_rope_layers": rng.integers(0, 2, layers).tolist()} if _flag(rng) else {}
    return {
        **options,
        **flags,
        "no_rope_layer_interval": int(rng.integers(1, 4)),
        **(_sliding(rng, layers) if _flag(rng) else {}),
        "attention_bias": _flag(rng),
        "mlp_bias": _flag(rng),
    }


def _olmo(rng: Draw) -> Options:
    options = {k: v for k, v in _rotary(rng).items() if k != "rms_norm_eps"}
    clip = float(rng.uniform(0.05, 0.5)) if _flag(rng) else None
    return {**options, "attention_bias": _flag(rng), "clip_qkv": clip}


def _olmo2(rng: Draw) -> Options:
    return {**_rotary(rng), "attention_bias": _flag(rng)}


def _phi3(rng: Draw) -> Options:
    options = {**_sizes(rng), "rope_parameters": None}
    width = options["hidden_size"] // options["num_attention_heads"]
    if _flag(rng):
        part = float(rng.choice([0.5, 1.0]))
        options["rope_parameters"] = _long_scaling(rng, width, part)
        options["original_max_position_embeddings"] = int(rng.integers(8, 14))
    return {**options, "sliding_window": int(rng.integers(2, 9)) if _flag(rng) else None}


def _whole_heads(rng: Draw, widths: tuple[int, ...]) -> Options:
    """Sizes without groups, with heads of one of these widths; norms are LayerNorms."""
    sizes, width = _sizes(rng), int(rng.choice(widths))
    for key in ("num_key_value_heads", "rms_norm_eps"):
        del sizes[key]
    return {
        **sizes,
        "hidden_size": width * sizes["num_attention_heads"],
        "layer_norm_eps": float(rng.choice([1e-6, 1e-5, 1e-3])),
        "hidden_act": str(rng.choice(["gelu", "gelu_new", "gelu_fast", "relu"])),
    }


def _gpt_neox(rng: Draw) -> Options:
    options = _whole_heads(rng, (6, 8, 16, 24))
    scaling = _scaling(rng, options["max_position_embeddings"])
    part = float(rng.choice([0.25, 0.5, 0.75, 1.0]))
    if scaling.get("rope_type") in ("dynamic", "yarn"):
        part = max(part, 0.5) if options["hidden_size"] % 8 == 0 else 1.0  # some pairs, all whole
    return {
        **options,
        "rope_parameters": {**scaling, "partial_rotary_factor": part},
        "use_parallel_residual": _flag(rng),
        "attention_bias": _flag(rng),
    }


def _phi(rng: Draw) -> Options:
    groups = _sizes(rng)["num_key_value_heads"]
    options = _whole_heads(rng, (4, 8, 16))
    heads, scaling = (
        options["num_attention_heads"],
        _scaling(rng, options["max_position_embeddings"]),
    )
    part = float(rng.choice([0.5, 1.0]))
    if scaling.get("rope_type") == "dynamic":
        part = 1.0  # one pair alone has no frequency that could change
    return {
        **options,
        "num_key_value_heads": groups if heads % groups == 0 else None,
        "rope_parameters": {**scaling, "partial_rotary_factor": part},
        "qk_layernorm": _flag(rng),
    }


def _gptj(rng: Draw) -> Options:
    """As many positions as are written: the reference has a table of their angles."""
    options = _whole_heads(rng, (4, 8, 24))
    heads = options["num_attention_heads"]
    width = options["hidden_size"] // heads
    return {
        "vocab_size": options["vocab_size"],
        "n_positions": NUM_WRITTEN + len(PROMPT),
        "n_embd": options["hidden_size"],
        "n_layer": options["num_hidden_layers"],
        "n_head": heads,
        "n_inner": options["intermediate_size"] if _flag(rng) else None,
        "rotary_dim": 2 * int(rng.integers(1, width // 2 + 1)),
        "activation_function": options["hidden_act"],
        "layer_norm_epsilon": options["layer_norm_eps"],
        "tie_word_embeddings": options["tie_word_embeddings"],
    }


def _gemma(rng: Draw) -> Options:
    options = {"head_dim": 12, **_rotary(rng), "attention_bias": _flag(rng)}
    activations = ["gelu_pytorch_tanh", "gelu", "silu", "relu"]
    return {**options, "hidden_act": str(rng.choice(activations))}


def _gemma2(rng: Draw) -> Options:
    """Windows that matter, and caps that do: the scores of random weights are small."""
    options = {"head_dim": 12, **_rotary(rng), "attention_bias": _flag(rng)}
    kinds = ["full_attention", "sliding_attention"]
    listed = {"layer_types": rng.choice(kinds, options["num_hidden_layers"]).tolist()}
    return {
        **options,
        "hidden_activation": options["hidden_act"],
        "sliding_window": int(rng.integers(2, 9)),
        **(listed if _flag(rng) else {}),
        "query_pre_attn_scalar": int(rng.integers(1, 40)),
        "attn_logit_softcapping": float(rng.uniform(0.1, 2)) if _flag(rng) else None,
        "final_logit_softcapping": float(rng.uniform(0.1, 2)) if _flag(rng) else None,
    }


def _gemma3(rng: Draw) -> Options:
    """Two θ, of which one may be scaled; layers by their number or by their names."""
    options = {**_gemma2(rng), "attn_logit_softcapping": None}
    return {
        **options,
        "sliding_window_pattern": int(rng.integers(1, 4)),
        "rope_parameters": {
            "full_attention": {"rope_type": "default", **options["rope_parameters"]},
            "sliding_attention": {"rope_type": "default", "rope_theta": 50.0},
        },
    }


@dataclass(frozen=True)
class Family:
    name: str  # the model_type
    config: Any
    model: Any
    draw: Callable[[Draw], Options]
    beyond: int = 7  # tokens that the reference reads beyond its positions
    scales: bool = False  # token vectors by √D


FAMILIES = (
    Family("llama", transformers.LlamaConfig, transformers.LlamaForCausalLM, _llama),
    Family("mistral", transformers.MistralConfig, transformers.MistralForCausalLM, _mistral),
    Family("qwen2", transformers.Qwen2Config, transformers.Qwen2ForCausalLM, _qwen2),
    Family("qwen3", transformers.Qwen3Config, transformers.Qwen3ForCausalLM, _qwen3),
    Family("smollm3", transformers.SmolLM3Config, transformers.SmolLM3ForCausalLM, _smollm3),
    Family("olmo", transformers.OlmoConfig, transformers.OlmoForCausalLM, _olmo),
    Family("olmo2", transformers.Olmo2Config, transformers.Olmo2ForCausalLM, _olmo2),
    Family("gpt_neox", transformers.GPTNeoXConfig, transformers.GPTNeoXForCausalLM, _gpt_neox),
    Family(
        "gemma",
        transformers.GemmaConfig,
        transformers.GemmaForCausalLM,
        _gemma,
        scales=True,
    ),
    Family(
        "gemma2",
        transformers.Gemma2Config,
        transformers.Gemma2ForCausalLM,
        _gemma2,
        scales=True,
    ),
    Family(
        "gemma3_text",
        transformers.Gemma3TextConfig,
        transformers.Gemma3ForCausalLM,
        _gemma3,
        scales=True,
    ),
    Family("gptj", transformers.GPTJConfig, transformers.GPTJForCausalLM, _gptj, beyond=0),
    Family("phi", transformers.PhiConfig, transformers.PhiForCausalLM, _phi),
    Family("phi3", transformers.Phi3Config, transformers.Phi3ForCausalLM, _phi3),
)
families = pytest.mark.parametrize("family", FAMILIES, ids=[one.name for one in FAMILIES])


def reference(family: Family, seed: int, **others: Any) -> Any:
    """A random model of the reference, computing step by step."""
    options = family.draw(np.random.default_rng((seed, len(family.name))))
    config = family.config(**{**options, **NO_ENDS, **others})
    model = family.model._from_config(config, attn_implementation="eager").eval()
    oracle.scatter_weights(model, seed)
    return model


def opened(theirs: Any, folder: Path) -> LoadedModel:
    theirs.save_pretrained(folder)
    loaded = load(folder)
    report = loaded.report
    assert not (report.missing)
    assert not (report.unexpected)
    assert not (report.wrong_shape)
    assert not report.unknown_config_keys
    return loaded


def batches(theirs: Any, beyond: int) -> list[Batch]:
    """A text longer than the positions of config.json; a short one beside it, with padding."""
    positions, vocab = theirs.config.max_position_embeddings, theirs.config.vocab_size
    long = oracle.random_input(vocab, positions + beyond, seed=1)
    short = oracle.random_input(vocab, 6, seed=2)
    middle = oracle.random_input(vocab, positions // 2, seed=3)
    return [collate([long]), collate([short]), collate([middle, short])]


def assert_close(ours: Tensor, theirs: Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)


@families
@pytest.mark.parametrize("seed", SEEDS)
def test_states_attention_and_logits_are_those_of_the_reference(
    family: Family, seed: int, tmp_path: Path
) -> None:
    theirs = reference(family, seed)
    loaded = opened(theirs, tmp_path)
    model: Any = loaded.model
    for batch in batches(theirs, family.beyond):
        present = (
            torch.ones_like(batch.input_ids).bool() if batch.present is None else batch.present
        )
        inputs = {"input_ids": batch.input_ids, "attention_mask": present.long()}
        with torch.no_grad():
            output = theirs(**inputs, output_attentions=True, output_hidden_states=True)
        with torch.inference_mode():
            fused = model.logits("lm", model(batch)["decoder"])
            hidden, maps = model.hidden_taps("decoder"), model.attention_taps("decoder")
            with record_taps(model, [*hidden, *maps]) as record:
                model(batch)
        assert_close(fused[present], output.logits[present])
        for path, state in zip(hidden, output.hidden_states, strict=True):
            assert_close(record[path][present], state[present])
        for path, weights in zip(maps, output.attentions, strict=True):
            rows, others = (one.transpose(1, 2)[present] for one in (record[path], weights))
            assert_close(rows, others)


@families
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_saved_here_opens_there_with_the_same_logits(
    family: Family, seed: int, tmp_path: Path
) -> None:
    loaded = opened(reference(family, seed), tmp_path / "theirs")
    model: Any = loaded.model
    save(model, loaded.spec, tmp_path / "ours")
    theirs, report = family.model.from_pretrained(
        tmp_path / "ours", attn_implementation="eager", output_loading_info=True
    )
    assert not (report["missing_keys"])
    assert not (report["unexpected_keys"])
    assert not (report["mismatched_keys"])
    assert theirs.config.model_type == family.name
    batch = batches(theirs, family.beyond)[0]
    with torch.no_grad():
        expected = theirs.eval()(input_ids=batch.input_ids).logits
        assert_close(model.logits("lm", model(batch)["decoder"]), expected)


def write(model: Any, prompt: list[int], count: int) -> list[int]:
    """The most probable tokens, one after the other, from the caches."""
    caches, fed = model.begin(torch.tensor(prompt), count)
    written: list[int] = []
    with torch.inference_mode():
        for _ in range(count):
            hidden = model.step(torch.tensor([fed]), caches)[:, -1]
            written.append(int(model.logits("lm", hidden).argmax()))
            fed = written[-1:]
    return written


def sharp_reference(family: Family, seed: int, **others: Any) -> Any:
    """A random model that does not find all tokens alike, as small weights do."""
    theirs = reference(family, seed, **others)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in theirs.parameters():
            if parameter.dim() == 2:
                parameter.normal_(std=SHARP, generator=generator)
        if family.scales:
            theirs.get_input_embeddings().weight /= theirs.config.hidden_size**0.5
    return theirs


def reference_text(theirs: Any, prompt: list[int], count: int) -> list[int]:
    out = theirs.generate(
        torch.tensor([prompt]),
        attention_mask=torch.ones(1, len(prompt), dtype=torch.long),
        do_sample=False,
        max_new_tokens=count,
    )
    written: list[int] = out[0, len(prompt) :].tolist()
    return written


@families
def test_a_hundred_tokens_are_those_that_the_reference_writes(
    family: Family, tmp_path: Path
) -> None:
    """Also beyond the positions of config.json, and where frequencies change on the way."""
    variety = []
    for seed in WRITING_SEEDS:
        theirs = sharp_reference(family, seed, tie_word_embeddings=seed % 2 == 0)
        expected = reference_text(theirs, PROMPT, NUM_WRITTEN)
        model = opened(theirs, tmp_path / str(seed)).model
        assert write(model, PROMPT, NUM_WRITTEN) == expected
        variety.append(len(set(expected)))
    assert max(variety) > 10, "all texts repeat themselves"


def test_the_panel_writes_the_same_text(tmp_path: Path) -> None:
    theirs = sharp_reference(FAMILIES[0], 1, max_position_embeddings=128)
    loaded = opened(theirs, tmp_path)
    tokenizer: Any = SimpleNamespace(token=str, eos_id=None, vocab_size=10**6)
    model: Any = loaded.model
    steps = list(generate(model, tokenizer, PROMPT, Sampling(max_new_tokens=NUM_WRITTEN)))
    assert best(steps) == reference_text(theirs, PROMPT, NUM_WRITTEN)


def test_a_text_is_read_again_where_all_frequencies_change(tmp_path: Path) -> None:
    """Phi-3's LongRoPE: past the known length the keys in the caches would have other angles."""
    phi3 = FAMILIES[-1]
    long = _long_scaling(np.random.default_rng(0), 8, 1.0)
    theirs = sharp_reference(
        phi3,
        0,
        hidden_size=32,
        num_attention_heads=4,
        num_key_value_heads=2,
        rope_parameters=long,
        original_max_position_embeddings=20,
        max_position_embeddings=128,
        sliding_window=None,
    )
    model: Any = opened(theirs, tmp_path).model
    expected = reference_text(theirs, PROMPT, 40)
    assert write(model, PROMPT, 40) == expected
    caches, fed = model.begin(torch.tensor(PROMPT), 40)
    with torch.inference_mode():
        model.step(torch.tensor([fed]), caches)
        for cache in caches:  # two hypotheses, as in a beam search
            cache.reorder(torch.tensor([0, 0]))
        both = torch.tensor([expected[:30], expected[:30]])
        stepped = model.step(both, caches)[:, -1]
        whole = model(Batch(torch.tensor([[*PROMPT, *expected[:30]]])))["decoder"][:, -1]
    assert_close(stepped, whole.expand_as(stepped))


# Rotation -----------------------------------------------------------------------------------------


def test_a_product_of_query_and_key_depends_on_their_distance_alone() -> None:
    rotary = RotaryPositions(8, 100.0, 64)
    query, key = torch.randn(2, 1, 8, generator=torch.Generator().manual_seed(0))
    products = [
        turn(query, rotary.angles(place + 3, place + 4, query))
        @ turn(key, rotary.angles(place, place + 1, key)).t()
        for place in (0, 5, 40)
    ]
    for product in products[1:]:
        torch.testing.assert_close(product, products[0])


def test_neighbours_are_turned_as_pairs() -> None:
    rotary = RotaryPositions(4, 100.0, 64, of_neighbours=True)
    x = torch.tensor([[1.0, 0.0, 1.0, 0.0, 5.0]])
    turned = turn(x, rotary.angles(2, 3, x))
    angles = torch.tensor([2.0, 0.2])
    expected = torch.stack([angles.cos(), angles.sin()], -1).flatten()
    torch.testing.assert_close(turned, torch.cat([expected, torch.tensor([5.0])])[None])


def test_position_zero_is_not_turned() -> None:
    x = torch.randn(1, 8, generator=torch.Generator().manual_seed(0))
    angles = RotaryPositions(8, 100.0, 64).angles(0, 1, x)
    assert torch.equal(turn(x, angles), x)


def test_angles_made_in_inference_mode_can_be_learned_with() -> None:
    rotary = RotaryPositions(4, 77.0, 64)
    with torch.inference_mode():
        rotary.angles(0, 3, torch.zeros(1))
    x = torch.ones(3, 4, requires_grad=True)
    turn(x, rotary.angles(0, 3, x)).sum().backward()  # type: ignore[no-untyped-call]
    assert x.grad is not None


def test_a_scaling_keeps_its_entries_through_config_json() -> None:
    scaling = {"rope_type": "yarn", "factor": 4.0, "beta_fast": 16.0, "truncate": False}
    text = json.dumps({"rope_scaling": scaling, "rope_theta": 5e5})
    config, unknown = LlamaConfig.from_json(text)
    assert unknown == ()
    assert config.rope_scaling == RotaryScaling.parse(scaling)
    written = json.loads(config.to_json())
    assert written["rope_scaling"] == scaling
    assert LlamaConfig.from_json(json.dumps(written))[0] == config


def test_both_ways_to_write_positions_are_read() -> None:
    joined = {"rope_theta": 500.0, "rope_type": "linear", "factor": 2.0}
    apart = {"rope_theta": 500.0, "rope_scaling": {"type": "linear", "factor": 2.0}}
    one, two = (
        LlamaConfig.from_json(json.dumps(entries))[0]
        for entries in ({"rope_parameters": joined}, apart)
    )
    assert one == two
    plain = LlamaConfig.from_json('{"rope_parameters": {"rope_type": "default"}}')[0]
    assert plain == LlamaConfig()


def test_phi3_reads_the_first_names_of_its_scaling() -> None:
    factors = {"short_factor": [1.0] * 48, "long_factor": [2.0] * 48}
    read = [
        Phi3Config.from_json(json.dumps({"rope_scaling": {"type": name, **factors}}))[0]
        for name in ("su", "yarn", "longrope")
    ]
    assert read[0] == read[1] == read[2]


# What is seen and shown ---------------------------------------------------------------------------


def test_a_sliding_layer_sees_its_window_alone() -> None:
    size = Size(50, 32, num_layers=3, num_heads=4, inner=48, num_positions=32)
    config = Qwen2Config.from_size(
        size, use_sliding_window=True, sliding_window=4, max_window_layers=1
    )
    model = RotaryFamilyModel(config).eval()
    spec = catalog().architectures["qwen2"]
    maps = trace(model, spec, oracle.random_input(50, 12)).streams["decoder"].attention
    assert maps is not None
    widths = [(layer[0] > 0).sum(-1).max() for layer in maps]
    assert widths == [12, 4, 4]


@pytest.mark.parametrize(
    "name", ["llama", "qwen3", "olmo2", "phi3", "gpt_neox", "phi", "gptj", "gemma", "gemma2"]
)
def test_inside_shows_the_rotation_before_the_scores(name: str) -> None:
    spec = catalog().architectures[name]
    model = oracle.random_model(spec)
    fed = oracle.random_input(61, 9)
    path = token_path(model, spec, fed, "decoder", 4, spec.heads[0])
    titles = [step.title for step in path.steps if step.section == 1]
    assert titles.index("Rotation of the queries") < titles.index("Scores")
    assert titles.index("Rotation of the keys") < titles.index("Scores")
    turned = next(step for step in path.steps if step.title == "Rotation of the queries")
    before, after = turned.operands[0].values, turned.result.values  # (H, K)
    angles = model.rotary.angles(4, 5, torch.zeros(1))
    np.testing.assert_allclose(turn(torch.from_numpy(before)[:, None], angles)[:, 0], after)
    assert not np.allclose(before, after)


def test_inside_shows_soft_caps_of_scores_and_logits() -> None:
    spec = catalog().architectures["gemma2"]
    size = Size(50, 32, num_layers=1, num_heads=4, inner=48, num_positions=32)
    caps = {"attn_logit_softcapping": 0.5, "final_logit_softcapping": 0.3}
    model = spec.model_class(spec.config_class.from_size(size, **caps)).eval()
    oracle.scatter_weights(model, 0)
    path = token_path(model, spec, oracle.random_input(50, 9), "decoder", 4, spec.heads[0])
    capped = [step for step in path.steps if step.title == "Soft cap"]
    assert [step.result.values.ndim for step in capped] == [2, 1]  # by head; of the vocabulary
    for step, cap in zip(capped, (0.5, 0.3), strict=True):
        before, after = step.operands[0].values, step.result.values
        np.testing.assert_allclose(after, cap * np.tanh(before / cap), rtol=1e-4, atol=1e-6)
        assert np.abs(before).max() > cap >= np.abs(after).max()
    assert path.logits is not None
    np.testing.assert_allclose(path.logits, capped[1].result.values, rtol=1e-5)


def test_layers_with_a_window_turn_by_a_base_of_their_own() -> None:
    spec = catalog().architectures["gemma3"]
    size = Size(50, 32, num_layers=2, num_heads=4, inner=48, num_positions=32)
    model = spec.model_class(spec.config_class.from_size(size, sliding_window_pattern=2)).eval()
    oracle.scatter_weights(model, 0)
    path = token_path(model, spec, oracle.random_input(50, 9), "decoder", 4, spec.heads[0])
    turned = [step for step in path.steps if step.title == "Rotation of the queries"]
    for step, rotary in zip(turned, (model.local_rotary, model.rotary), strict=True):
        before = torch.from_numpy(step.operands[0].values)[:, None]  # (H, 1, K)
        after = turn(before, rotary.angles(4, 5, before))[:, 0]
        np.testing.assert_allclose(after, step.result.values, rtol=1e-5, atol=1e-6)
    assert (model.local_rotary.theta, model.rotary.theta) == (10000.0, 1000000.0)


def test_both_ways_to_write_two_bases_are_read() -> None:
    scaling = {"rope_type": "linear", "factor": 8.0}
    apart = {"rope_theta": 5e5, "rope_local_base_freq": 500.0, "rope_scaling": scaling}
    joined = {
        "full_attention": {"rope_theta": 5e5, **scaling},
        "sliding_attention": {"rope_theta": 500.0, "rope_type": "default"},
    }
    one, two = (
        Gemma3Config.from_json(json.dumps(entries))[0]
        for entries in (apart, {"rope_parameters": joined})
    )
    assert one == two
    assert Gemma3Config.from_json(one.to_json())[0] == one


def test_inside_says_which_keys_a_head_shares() -> None:
    spec = catalog().architectures["mistral"]
    path = token_path(
        oracle.random_model(spec), spec, oracle.random_input(61, 9), "decoder", 4, spec.heads[0]
    )
    shared = next(step for step in path.steps if step.title == "Keys of the groups")
    assert shared.operands[0].values.shape[0] == 1
    assert shared.result.values.shape[0] == 4


def test_a_layer_without_positions_has_no_rotation() -> None:
    spec = catalog().architectures["smollm3"]
    size = Size(50, 32, num_layers=2, num_heads=4, inner=48, num_positions=32)
    config = SmolLm3Config.from_size(size, no_rope_layers=(1, 0))
    model = RotaryFamilyModel(config).eval()
    path = token_path(model, spec, oracle.random_input(50, 9), "decoder", 4, spec.heads[0])
    turned = [step.section for step in path.steps if step.title == "Rotation of the keys"]
    assert turned == [1]


def test_a_recipe_can_ask_for_groups_and_for_a_scaling(tmp_path: Path) -> None:
    scaling = {"rope_type": "linear", "factor": 2.0}
    made_of = tiny.recipe("llama", steps=2)
    config = {**made_of.config, "num_key_value_heads": 2, "rope_scaling": scaling}
    made_of = Recipe.from_dict({**made_of.to_dict(), "config": config})
    prepared = tiny.ready("llama", tmp_path / "data")
    reports = list(tiny.reports(made_of, prepared, tmp_path / "run"))
    assert [report.step for report in reports if isinstance(report, TrainingStep)] == [1, 2]
    learned: Any = load(tmp_path / "run").model
    assert learned.config.num_groups == 2
    assert learned.config.rope_scaling == RotaryScaling.parse(scaling)


# What is not accepted -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "entries", "named"),
    [
        (LlamaConfig, {"rope_scaling": {"type": "ntk", "factor": 2}}, "rope_type = 'ntk'"),
        (LlamaConfig, {"rope_scaling": {"rope_type": 3}}, "rope_type = 3"),
        (LlamaConfig, {"rope_scaling": {"rope_type": "linear"}}, "needs factor"),
        (LlamaConfig, {"rope_scaling": {"rope_type": "linear", "factor": 0}}, "factor"),
        (LlamaConfig, {"rope_scaling": {"rope_type": "linear", "factor": True}}, "factor"),
        (
            LlamaConfig,
            {"rope_scaling": {"rope_type": "default", "mrope_section": [2, 3, 3]}},
            "mrope_section",
        ),
        (LlamaConfig, {"rope_scaling": "linear"}, "rope_scaling must be an object"),
        (LlamaConfig, {"rope_parameters": [1]}, "must be an object"),
        (LlamaConfig, {"rope_theta": 1}, "rope_theta"),
        (LlamaConfig, {"partial_rotary_factor": 0.5}, "partial_rotary_factor = 0.5"),
        (LlamaConfig, {"rope_parameters": {"partial_rotary_factor": 0.5}}, "partial_rotary_factor"),
        (LlamaConfig, {"num_key_value_heads": 5}, "num_key_value_heads = 5"),
        (LlamaConfig, {"num_attention_heads": 7}, "num_attention_heads = 7"),
        (LlamaConfig, {"head_dim": 7}, "an even part of each head"),
        (LlamaConfig, {"hidden_act": "xielu"}, "xielu"),
        (MistralConfig, {"attention_bias": True}, "attention_bias = True"),
        (MistralConfig, {"sliding_window": 0}, "sliding_window"),
        (
            Qwen2Config,
            {"layer_types": ["full_attention"]},
            "must be a list of 28 names",
        ),
        (Qwen2Config, {"layer_types": ["chunked_attention"] * 28}, "'chunked_attention'"),
        (Qwen2Config, {"layer_types": ["sliding_attention"] * 28}, "use_sliding_window"),
        (Qwen3Config, {"head_dim": None}, "head_dim"),
        (SmolLm3Config, {"no_rope_layers": [1, 0]}, "must be a list of 36 numbers"),
        (SmolLm3Config, {"no_rope_layers": [1, 2] * 18}, "no_rope_layers"),
        (OlmoConfig, {"clip_qkv": 0}, "clip_qkv"),
        (GptNeoxConfig, {"rotary_pct": 0}, "rotary_pct = 0"),
        (GptNeoxConfig, {"rotary_pct": 1.5}, "rotary_pct = 1.5"),
        (GptNeoxConfig, {"rope_theta": 500.0}, "rope_theta = 500.0 contradicts rotary_emb_base"),
        (
            GptNeoxConfig,
            {"rotary_pct": 0.5, "partial_rotary_factor": 0.25},
            "partial_rotary_factor = 0.25 contradicts rotary_pct = 0.5",
        ),
        (GptNeoxConfig, {"hidden_dropout_prob": 0.1}, "hidden_dropout_prob = 0.1"),
        (
            GptNeoxConfig,
            {"rotary_pct": 0.035, "rope_scaling": {"rope_type": "yarn", "factor": 2}},
            "'yarn' needs an even part",
        ),
        (GptNeoxConfig, {"rotary_pct": 0.005}, "an even part of each head"),
        (GptNeoxConfig, {"rotary_pct": 1, "hidden_size": 832}, "an even part of each head"),
        (GptNeoxConfig, {"num_attention_heads": 7}, "num_attention_heads = 7"),
        (GptNeoxConfig, {"use_parallel_residual": 1}, "use_parallel_residual"),
        (GptJConfig, {"rotary_dim": 63}, "rotary_dim = 63"),
        (GptJConfig, {"rotary_dim": 258}, "rotary_dim = 258"),
        (GptJConfig, {"rotary_dim": None}, "rotary_dim"),
        (GptJConfig, {"rotary": False}, "rotary = False"),
        (GptJConfig, {"n_head": 7}, "n_head = 7"),
        (GemmaConfig, {"use_bidirectional_attention": True}, "use_bidirectional_attention = True"),
        (GemmaConfig, {"head_dim": None}, "head_dim"),
        (GemmaConfig, {"num_key_value_heads": 3}, "num_key_value_heads = 3"),
        (Gemma2Config, {"attn_logit_softcapping": 0}, "attn_logit_softcapping"),
        (Gemma2Config, {"final_logit_softcapping": -1.0}, "final_logit_softcapping"),
        (Gemma2Config, {"query_pre_attn_scalar": 0}, "query_pre_attn_scalar"),
        (Gemma2Config, {"sliding_window": None}, "sliding_window"),
        (Gemma2Config, {"layer_types": ["full_attention"]}, "must be a list of 26 names"),
        (Gemma2Config, {"hidden_activation": "xielu"}, "xielu"),
        (Gemma2Config, {"use_bidirectional_attention": True}, "use_bidirectional_attention = True"),
        (Gemma3Config, {"attn_logit_softcapping": 50.0}, "attn_logit_softcapping"),
        (Gemma3Config, {"rope_local_base_freq": 1}, "rope_local_base_freq"),
        (Gemma3Config, {"rope_parameters": {"rope_theta": 5.0}}, "'rope_theta' of rope_parameters"),
        (Gemma3Config, {"rope_parameters": {"full_attention": 5}}, "full_attention of rope_param"),
        (
            Gemma3Config,
            {"rope_parameters": {"sliding_attention": {"rope_type": "linear", "factor": 2.0}}},
            "rope_type of sliding_attention",
        ),
        (Gemma3Config, {"rope_scaling": {"rope_type": "ntk"}}, "rope_type = 'ntk'"),
        (PhiConfig, {"partial_rotary_factor": 0}, "partial_rotary_factor = 0"),
        (PhiConfig, {"qk_layernorm": True, "head_dim": 32}, "qk_layernorm"),
        (PhiConfig, {"num_key_value_heads": 5}, "num_key_value_heads = 5"),
        (Phi3Config, {"rope_scaling": {"rope_type": "linear", "factor": 2}}, "'linear'"),
        (
            Phi3Config,
            {"rope_scaling": {"type": "su", "short_factor": [1.0], "long_factor": [1.0]}},
            "short_factor of rope_scaling must have 48 numbers",
        ),
    ],
)
def test_what_is_not_accepted_is_named(kind: Any, entries: Mapping[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        kind.from_json(json.dumps(entries))


def test_a_folder_with_an_unknown_scaling_is_refused_in_a_sentence(tmp_path: Path) -> None:
    reference(FAMILIES[0], 0).save_pretrained(tmp_path)
    path = tmp_path / "config.json"
    entries = {**json.loads(path.read_text()), "rope_scaling": {"rope_type": "spiral"}}
    path.write_text(json.dumps(entries))
    with pytest.raises(CheckpointError, match=r"rope_type = 'spiral' .* known are default, linear"):
        load(tmp_path)
