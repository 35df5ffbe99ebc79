"""Decoders between GPT-2 and Llama equal the reference in every option that they accept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from torch import Tensor
from transformers.models.bloom.modeling_bloom import _get_alibi_slopes

from models.arch.bloom import BloomConfig
from models.arch.falcon import Falcon, FalconConfig
from models.arch.gpt_neo import GptNeoConfig
from models.arch.mixtral import Mixtral, MixtralConfig
from models.arch.opt import OptConfig
from models.arch.qwen2_moe import Qwen2MoeConfig
from models.arch.qwen3_moe import Qwen3MoeConfig
from models.checkpoints.checkpoint import load, save
from models.finetuning.lora import LowRank
from models.inference.generation import Sampling, best, generate
from models.inference.taps import record_taps
from models.inference.trace import layers_of_extra, trace
from models.inside.contributions import contributions
from models.inside.record import token_path
from models.layers.attention import Attention
from models.layers.decoders.alibi import Alibi, slopes_of_heads
from models.layers.decoders.blocks import PreNormDecoderBlock
from models.layers.decoders.causal_decoder import TokenDecoder
from models.layers.decoders.experts import MixtureOfExperts, MixtureWithSharedExpert
from models.layers.feedforward import FeedForward
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.meta_models import operations
from models.schema.registry import catalog
from models.tokenization import byte_bpe, open_tokenizer
from tests.models import oracle
from tests.models.arch.test_rotary_families import (
    NO_ENDS,
    NUM_WRITTEN,
    PROMPT,
    SEEDS,
    WRITING_SEEDS,
    Draw,
    Family,
    Options,
    _qwen2,
    _qwen3,
    _rotary,
    _scaling,
    assert_close,
    opened,
    reference,
    reference_text,
    sharp_reference,
    write,
)

LONGEST = 40  # tokens of the texts that are read


def _flag(rng: Draw) -> bool:
    return bool(rng.integers(2))


def _sizes(rng: Draw, names: str) -> Options:
    """A random size under these names: of vocabulary, width, layers and heads."""
    heads = int(rng.integers(1, 7))
    sizes = rng.integers(40, 120), heads * 4 * rng.integers(1, 5), rng.integers(1, 4), heads
    return {name: int(size) for name, size in zip(names.split(), sizes, strict=True)}


def _opt(rng: Draw) -> Options:
    sizes = _sizes(rng, "vocab_size hidden_size num_hidden_layers num_attention_heads")
    return {
        **sizes,
        "ffn_dim": int(rng.integers(8, 80)),
        "max_position_embeddings": LONGEST + int(rng.integers(0, 9)),
        "word_embed_proj_dim": int(rng.choice([8, 20, sizes["hidden_size"]])),
        "activation_function": str(rng.choice(["relu", "gelu"])),
        "do_layer_norm_before": _flag(rng),
        "_remove_final_layer_norm": _flag(rng),
        "layer_norm_elementwise_affine": _flag(rng),
        "enable_bias": _flag(rng),
        "tie_word_embeddings": _flag(rng),
    }


def _gpt_neo(rng: Draw) -> Options:
    sizes = _sizes(rng, "vocab_size hidden_size num_layers num_heads")
    kinds = rng.choice(["global", "local"], sizes["num_layers"]).tolist()
    types: list[Any] = [[[kinds[0]], 1], [kinds[1:], 1]] if len(kinds) > 1 else [[kinds, 1]]
    return {
        **sizes,
        "attention_types": types,
        "window_size": int(rng.integers(1, 9)),
        "intermediate_size": int(rng.integers(8, 80)) if _flag(rng) else None,
        "max_position_embeddings": LONGEST + int(rng.integers(0, 9)),
        "activation_function": str(rng.choice(["gelu_new", "relu", "gelu"])),
        "layer_norm_epsilon": float(rng.choice([1e-6, 1e-5, 1e-3])),
        "tie_word_embeddings": _flag(rng),
    }


def _bloom(rng: Draw) -> Options:
    return {
        **_sizes(rng, "vocab_size hidden_size n_layer n_head"),
        "apply_residual_connection_post_layernorm": _flag(rng),
        "layer_norm_epsilon": float(rng.choice([1e-6, 1e-5, 1e-3])),
        "tie_word_embeddings": _flag(rng),
        "pretraining_tp": int(rng.integers(1, 3)),
    }


def _falcon(rng: Draw) -> Options:
    """Each of the kinds: two norms and groups, one norm and groups, one key, and ALiBi."""
    sizes = _sizes(rng, "vocab_size hidden_size num_hidden_layers num_attention_heads")
    groups, in_group = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    grouped = {
        "new_decoder_architecture": True,
        "num_attention_heads": groups * in_group,
        "num_kv_heads": groups,
        "hidden_size": groups * in_group * 4 * int(rng.integers(1, 5)),
        "multi_query": _flag(rng),
    }
    parallel = _flag(rng)
    kinds: list[Options] = [
        {**grouped, "num_ln_in_parallel_attn": [None, 2][int(rng.integers(2))]},
        {**grouped, "num_ln_in_parallel_attn": 1},
        {"multi_query": True, "parallel_attn": parallel},
        {"multi_query": False, "parallel_attn": parallel},
    ]
    return {
        **sizes,
        **kinds[int(rng.integers(len(kinds)))],
        "alibi": _flag(rng),
        "bias": _flag(rng),
        "ffn_hidden_size": int(rng.integers(8, 80)) if _flag(rng) else None,
        "max_position_embeddings": int(rng.integers(16, 40)),
        "rope_parameters": _scaling(rng, 30),
        "activation": str(rng.choice(["gelu", "relu", "gelu_new"])),
        "layer_norm_epsilon": float(rng.choice([1e-6, 1e-5, 1e-3])),
        "tie_word_embeddings": _flag(rng),
    }


def _mixtral(rng: Draw) -> Options:
    experts, options = int(rng.integers(1, 7)), _rotary(rng)
    width = options["hidden_size"] // options["num_attention_heads"]
    return {
        "head_dim": width,  # without it the reference cannot scale its frequencies
        **options,
        "sliding_window": int(rng.integers(2, 9)) if _flag(rng) else None,
        "num_local_experts": experts,
        "num_experts_per_tok": int(rng.integers(1, experts + 1)),
    }


def _experts(rng: Draw, layers: int) -> Options:
    experts = int(rng.integers(1, 7))
    return {
        "num_experts": experts,
        "num_experts_per_tok": int(rng.integers(1, experts + 1)),
        "moe_intermediate_size": int(rng.integers(8, 40)),
        "norm_topk_prob": _flag(rng),
        "decoder_sparse_step": int(rng.integers(1, 3)),
        "mlp_only_layers": [int(rng.integers(layers))] if _flag(rng) else [],
    }


def _qwen2_moe(rng: Draw) -> Options:
    options = _qwen2(rng)
    return {
        "head_dim": options["hidden_size"] // options["num_attention_heads"],
        **options,
        **_experts(rng, options["num_hidden_layers"]),
        "shared_expert_intermediate_size": int(rng.integers(8, 40)),
        "qkv_bias": _flag(rng),
    }


def _qwen3_moe(rng: Draw) -> Options:
    """Heads that make up the width in some, where the reference cannot scale frequencies."""
    left_out, plain = {"layer_types"}, {}
    if _flag(rng):
        left_out, plain = left_out | {"head_dim"}, {"rope_parameters": {"rope_theta": 100.0}}
    options = {k: v for k, v in {**_qwen3(rng), **plain}.items() if k not in left_out}
    return {**options, **_experts(rng, options["num_hidden_layers"])}


FAMILIES = (
    Family("opt", transformers.OPTConfig, transformers.OPTForCausalLM, _opt),
    Family("gpt_neo", transformers.GPTNeoConfig, transformers.GPTNeoForCausalLM, _gpt_neo),
    Family("bloom", transformers.BloomConfig, transformers.BloomForCausalLM, _bloom),
    Family("falcon", transformers.FalconConfig, oracle.OneBiasFalcon, _falcon),
    Family("mixtral", transformers.MixtralConfig, oracle.EagerMixtral, _mixtral),
    Family("qwen2_moe", transformers.Qwen2MoeConfig, oracle.EagerQwen2Moe, _qwen2_moe),
    Family("qwen3_moe", transformers.Qwen3MoeConfig, oracle.EagerQwen3Moe, _qwen3_moe),
)
families = pytest.mark.parametrize("family", FAMILIES, ids=[one.name for one in FAMILIES])
STATED = {
    "opt",
    "gpt_neo",
    "falcon",
    "mixtral",
    "qwen2_moe",
    "qwen3_moe",
}  # whose positions must be raised for long texts


def batches(theirs: Any) -> list[Batch]:
    """A long text; one token; a short text beside another, with padding."""
    vocab = theirs.config.vocab_size
    long, short, middle = (
        oracle.random_input(vocab, length, seed=length) for length in (LONGEST, 1, LONGEST // 2)
    )
    return [collate([long]), collate([short]), collate([middle, short])]


def last_states(model: Any, state: Tensor) -> Tensor:
    """The last hidden states as the reference returns them."""
    narrowed = getattr(model, "narrowed", None)
    return state if narrowed is None else narrowed(state)


@families
@pytest.mark.parametrize("seed", SEEDS)
def test_states_attention_and_logits_are_those_of_the_reference(
    family: Family, seed: int, tmp_path: Path
) -> None:
    theirs = reference(family, seed)
    model: Any = opened(theirs, tmp_path).model
    for batch in batches(theirs):
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
                recorded = model.logits("lm", model(batch)["decoder"])
            states = [record[path] for path in hidden]
            states[-1] = last_states(model, states[-1])
        for logits in (fused, recorded):
            assert_close(logits[present], output.logits[present])
        for state, expected in zip(states, output.hidden_states, strict=True):
            assert_close(state[present], expected[present])
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
    batch = batches(theirs)[0]
    with torch.no_grad():
        expected = theirs.eval()(input_ids=batch.input_ids).logits
        assert_close(model.logits("lm", model(batch)["decoder"]), expected)


@families
def test_a_hundred_tokens_are_those_that_the_reference_writes(
    family: Family, tmp_path: Path
) -> None:
    variety = []
    room = {"max_position_embeddings": 128} if family.name in STATED else {}
    for seed in WRITING_SEEDS:
        theirs = sharp_reference(family, seed, **room)
        expected = reference_text(theirs, PROMPT, NUM_WRITTEN)
        model: Any = opened(theirs, tmp_path / str(seed)).model
        assert write(model, PROMPT, NUM_WRITTEN) == expected
        tokenizer: Any = SimpleNamespace(token=str, eos_id=None, vocab_size=10**6)
        steps = list(generate(model, tokenizer, PROMPT, Sampling(max_new_tokens=NUM_WRITTEN)))
        assert best(steps) == expected
        variety.append(len(set(expected)))
    assert max(variety) > 10, "all texts repeat themselves"


@families
@pytest.mark.parametrize("seed", range(6))
def test_inside_shows_a_whole_pass_and_a_logit_adds_up(
    family: Family, seed: int, tmp_path: Path
) -> None:
    """Of random configurations; each step follows from those before it."""
    loaded = opened(reference(family, seed), tmp_path)
    spec, fed = loaded.spec, oracle.random_input(loaded.model.config.size.vocab_size, 9)
    path = token_path(loaded.model, spec, fed, "decoder", 4, spec.heads[0])
    assert not [step.title for step in path.steps if step.after_unrecorded]
    parts = contributions(loaded.model, spec, fed, spec.heads[0], "decoder", 4, 3)
    assert abs(parts.remainder) < 1e-3 * max(1.0, abs(parts.logit))


# What is special in one family --------------------------------------------------------------------


def test_opt_counts_its_positions_from_the_third_row() -> None:
    spec = catalog().architectures["opt"]
    model = oracle.random_model(spec)
    with torch.no_grad():
        before = model(Batch(torch.tensor([[5, 6, 7]])))["decoder"]
        model.position.weight[:2] = 9.0
        model.position.weight[5:] = 9.0
        after = model(Batch(torch.tensor([[5, 6, 7]])))["decoder"]
    assert torch.equal(before, after)


@pytest.mark.parametrize(
    ("kind", "theirs"),
    [
        ("sequence", transformers.OPTForSequenceClassification),
        ("span", transformers.OPTForQuestionAnswering),
    ],
)
def test_the_task_heads_of_a_narrow_opt_read_narrowed_states(
    kind: str, theirs: Any, tmp_path: Path
) -> None:
    config = transformers.OPTConfig(
        **_opt_350m(), bos_token_id=None, eos_token_id=None, pad_token_id=None
    )
    expected = theirs._from_config(config, attn_implementation="eager").eval()
    oracle.scatter_weights(expected, 0)
    expected.save_pretrained(tmp_path)
    task: Any = load(tmp_path).task_model
    batch = Batch(torch.tensor([[5, 6, 7, 8]]))
    with torch.no_grad():
        output = expected(input_ids=batch.input_ids)
        ours = task(batch)
    if kind == "sequence":
        assert_close(ours, output.logits)
    else:
        assert_close(ours[..., 0], output.start_logits)
        assert_close(ours[..., 1], output.end_logits)


TEXTS = ("The capital of France is Paris.", "The bank was closed on Sunday.") * 9


def test_opt_begins_a_text_with_its_token_as_the_published_class_does(tmp_path: Path) -> None:
    template = catalog().architectures["opt"].template
    byte_bpe.train(TEXTS, 300, template=template).save(tmp_path / "whole")
    model = json.loads((tmp_path / "whole/tokenizer.json").read_text())["model"]
    (tmp_path / "vocab.json").write_text(json.dumps(model["vocab"]))
    merges = [" ".join(pair) for pair in model["merges"]]
    (tmp_path / "merges.txt").write_text("\n".join(["#version: 0.2", *merges]))
    named = {"bos_token": "</s>", "eos_token": "</s>", "unk_token": "</s>", "pad_token": "<pad>"}
    entries = {"tokenizer_class": "GPT2Tokenizer", "add_bos_token": True, **named}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(entries))
    theirs = transformers.GPT2Tokenizer.from_pretrained(tmp_path)
    ours = open_tokenizer(tmp_path, template=template)
    for text, pair in (("The capital of France", None), ("The bank", "is closed.")):
        assert ours.encode(text, pair).ids.tolist() == theirs(text, pair)["input_ids"]


def test_a_tokenizer_json_that_puts_tokens_around_a_text_has_the_last_word(tmp_path: Path) -> None:
    template = catalog().architectures["opt"].template
    byte_bpe.train(TEXTS, 300, template=byte_bpe.ANGLE_BRACKETS).save(tmp_path)
    encoded = open_tokenizer(tmp_path, template=template).encode("The capital")
    assert (encoded.tokens[0], encoded.tokens[-1]) == ("<s>", "</s>")


def test_bloom_puts_no_tokens_around_a_text_though_its_vocabulary_has_some(tmp_path: Path) -> None:
    template = catalog().architectures["bloom"].template
    byte_bpe.train(TEXTS, 300, template=template).save(tmp_path)
    encoded = open_tokenizer(tmp_path, template=template).encode("The capital")
    assert not encoded.special.any()
    theirs = transformers.AutoTokenizer.from_pretrained(tmp_path)
    assert theirs("The capital")["input_ids"] == encoded.ids.tolist()


def _opt_350m() -> Options:
    return {
        "vocab_size": 61,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "ffn_dim": 48,
        "max_position_embeddings": 24,
        "word_embed_proj_dim": 16,
        "do_layer_norm_before": False,
    }


def test_gpt_neo_sees_a_window_in_its_local_layers() -> None:
    spec = catalog().architectures["gpt_neo"]
    size = Size(50, 32, num_layers=4, num_heads=4, inner=48, num_positions=32)
    config = GptNeoConfig.from_size(size, window_size=4)
    model = spec.model_class(config).eval()
    maps = trace(model, spec, oracle.random_input(50, 12)).streams["decoder"].attention
    assert maps is not None
    assert [(layer[0] > 0).sum(-1).max() for layer in maps] == [12, 4, 12, 4]


def test_gpt_neo_reads_its_kinds_of_layers_in_both_ways() -> None:
    kinds = ["global", "local", "global", "local"]
    in_turns = {"attention_types": [[["global", "local"], 2]]}
    for entries in (in_turns, {"attention_layers": kinds}, {**in_turns, "attention_layers": kinds}):
        config, unknown = GptNeoConfig.from_json(json.dumps({"num_layers": 4, **entries}))
        assert config == GptNeoConfig(num_layers=4)
        assert config.bands == (None, 256, None, 256)
        assert unknown == ()
    written = json.loads(config.to_json())["attention_types"]
    assert (
        transformers.GPTNeoConfig(num_layers=4, attention_types=written).attention_layers == kinds
    )


def test_inside_shows_scores_of_gpt_neo_without_a_scale_and_without_biases() -> None:
    spec = catalog().architectures["gpt_neo"]
    path = token_path(
        oracle.random_model(spec), spec, oracle.random_input(61, 9), "decoder", 4, spec.heads[0]
    )
    formulas = {step.title: step.formula for step in path.steps if step.section == 1}
    assert formulas["Scores"] == "s = q · k"
    assert formulas["Key"] == "k = W_k x"
    assert formulas["Output projection"] == "y = W_o o + b_o, with o of all heads"


@pytest.mark.parametrize("heads", [1, 2, 3, 6, 8, 12, 16, 71])
def test_slopes_are_those_of_the_reference(heads: int) -> None:
    torch.testing.assert_close(
        slopes_of_heads(heads), _get_alibi_slopes(heads, torch.device("cpu")), rtol=1e-6, atol=0
    )


def test_alibi_takes_from_a_score_what_grows_with_the_distance() -> None:
    bias = Alibi(2)(3, 5, torch.zeros(1))
    assert bias.shape == (1, 2, 3, 5)
    slopes = slopes_of_heads(2)
    assert torch.allclose(bias[0, :, 0, :3], -slopes[:, None] * torch.tensor([2.0, 1.0, 0.0]))
    assert torch.equal(bias[0, :, 2, 4], torch.zeros(2))
    assert torch.equal(Alibi(2)(5, 5, torch.zeros(1))[:, :, 2:], bias)
    assert Alibi(2)(1, 4, torch.zeros(1, dtype=torch.bfloat16)).dtype == torch.bfloat16


def test_alibi_is_a_step_between_scores_and_mask_and_can_be_switched_off() -> None:
    spec = catalog().architectures["bloom"]
    model, fed = oracle.random_model(spec), oracle.random_input(61, 9)
    path = token_path(model, spec, fed, "decoder", 4, spec.heads[0])
    titles = [step.title for step in path.steps if step.section == 1]
    first = titles.index("Scores")
    assert titles[first : first + 3] == ["Scores", "Bias by distance (ALiBi)", "Attention mask"]
    with_bias = trace(model, spec, fed)
    bias = with_bias.streams["decoder"].extra["bias"]
    np.testing.assert_allclose(bias, Alibi(4)(9, 9, torch.zeros(1))[0])
    without = trace(model, spec, fed, ablate_extras=["bias"])
    assert not np.allclose(with_bias.logits["lm"], without.logits["lm"])


def test_any_decoder_can_have_alibi_in_place_of_a_table() -> None:
    """With GPT-2's attention: fused, recorded and from caches it computes the same."""
    torch.manual_seed(0)
    blocks = (
        PreNormDecoderBlock(
            Attention(16, 4, 0.0), FeedForward(16, 32, "gelu"), partial(torch.nn.LayerNorm, 16)
        )
        for _ in range(2)
    )
    model = TokenDecoder(50, 16, blocks, 0.3, alibi=Alibi(4)).eval()
    ids = torch.tensor([[5, 7, 9, 11, 13, 2, 3]])
    with torch.inference_mode():
        fused = model(Batch(ids))["decoder"]
        with record_taps(model, model.attention_taps("decoder")):
            assert_close(model(Batch(ids))["decoder"], fused)
        caches, _ = model.begin(ids[0], 0)
        steps = [model.step(part, caches) for part in (ids[:, :3], ids[:, 3:5], ids[:, 5:6])]
        assert_close(torch.cat(steps, 1), fused[:, :6])
        swapped = model(Batch(ids[:, [1, 0, 2, 3, 4, 5, 6]]))["decoder"]
    assert not torch.allclose(swapped[:, 2:], fused[:, 2:])


def test_a_text_may_be_longer_than_those_that_bloom_learned_from() -> None:
    spec = catalog().architectures["bloom"]
    model = oracle.random_model(spec)
    length = model.config.seq_length + 5
    with torch.no_grad():
        states = model(Batch(torch.full((1, length), 7)))["decoder"]
    assert torch.isfinite(states).all()


def test_bloom_reads_older_names_of_its_entries() -> None:
    entries = {"n_embed": 32, "num_attention_heads": 4, "n_layer": 2, "offset_alibi": 100}
    config, unknown = BloomConfig.from_json(json.dumps({**entries, "masked_softmax_fusion": True}))
    assert (config.hidden_size, config.n_head, config.n_layer) == (32, 4, 2)
    assert unknown == ()


@pytest.mark.parametrize("seed", [0, 3, 6, 7, 9])
def test_falcon_adds_its_bias_once_as_the_fused_attention_of_the_reference(
    seed: int, tmp_path: Path
) -> None:
    family = next(one for one in FAMILIES if one.name == "falcon")
    options = family.draw(np.random.default_rng((seed, len(family.name))))
    assert options["alibi"]
    theirs = transformers.FalconForCausalLM(family.config(**{**options, **NO_ENDS})).eval()
    assert theirs.config._attn_implementation == "sdpa"
    oracle.scatter_weights(theirs, seed)
    model: Any = opened(theirs, tmp_path).model
    for batch in batches(theirs):
        present = (
            torch.ones_like(batch.input_ids).bool() if batch.present is None else batch.present
        )
        with torch.no_grad():
            expected = theirs(input_ids=batch.input_ids, attention_mask=present.long()).logits
            assert_close(model.logits("lm", model(batch)["decoder"])[present], expected[present])


@pytest.mark.parametrize(
    ("options", "steps"),
    [
        ({}, ["Layer normalization"]),
        ({"new_decoder_architecture": True}, ["Layer normalization"] * 2),
        (
            {"alibi": True, "multi_query": False, "parallel_attn": False},
            ["Layer normalization", "Residual connection", "Layer normalization"],
        ),
    ],
    ids=["one-norm", "two-norms", "in-turn"],
)
def test_inside_shows_the_kinds_of_falcon_blocks(options: Options, steps: list[str]) -> None:
    spec = catalog().architectures["falcon"]
    size = Size(50, 32, num_layers=2, num_heads=4, inner=48, num_positions=32)
    model = spec.model_class(FalconConfig.from_size(size, **options)).eval()
    path = token_path(model, spec, oracle.random_input(50, 9), "decoder", 4, spec.heads[0])
    titles = [step.title for step in path.steps if step.section == 1]
    shown = [title for title in titles if title in ("Layer normalization", "Residual connection")]
    assert shown == [*steps, "Residual connection"]
    assert ("Bias by distance (ALiBi)" in titles) == ("alibi" in options)
    assert ("Rotation of the keys" in titles) == ("alibi" not in options)


def test_a_low_rank_update_of_grouped_keys_changes_keys_alone() -> None:
    """Rows of groups lie between those of queries in Falcon's packed weight."""
    size = Size(50, 32, num_layers=1, num_heads=4, inner=48, num_positions=32)
    config = FalconConfig.from_size(size, new_decoder_architecture=True, num_kv_heads=2)
    attention = Falcon(config).layers[0].attention
    rows = attention.projection_rows
    update = LowRank(attention.qkv.weight.shape, 3, [1], 2, 2.0, attention.num_packed, rows)
    torch.nn.init.ones_(update.up[0])
    before = attention._unpack(attention.qkv.weight.t())
    after = attention._unpack(update(attention.qkv.weight).t())
    assert [torch.equal(*pair) for pair in zip(before, after, strict=True)] == [True, False, True]


def test_a_token_passes_the_experts_that_its_router_chooses() -> None:
    """Also beside another token, and on both ways of computing the shares add up to one."""
    torch.manual_seed(0)
    layer = MixtureOfExperts(8, 12, "silu", 5, 2).eval()
    x = torch.randn(2, 3, 8)
    with torch.no_grad(), record_taps(layer, ["shares"]) as record:
        output = layer(x)
        shares = record["shares"]
        by_hand = sum(
            shares[..., index, None] * expert(x) for index, expert in enumerate(layer.experts)
        )
    assert ((shares > 0).sum(-1) == 2).all()
    assert_close(shares.sum(-1), torch.ones(2, 3))
    assert_close(output, by_hand)
    best = layer.router(x).topk(2, -1).indices
    assert (shares.gather(-1, best) > 0).all()


def test_the_shares_of_the_experts_are_recorded_and_are_steps_of_inside() -> None:
    spec = catalog().architectures["mixtral"]
    model, fed = oracle.random_model(spec), oracle.random_input(61, 9)
    shares = trace(model, spec, fed).streams["decoder"].extra["experts"]
    assert shares.shape == (3, 9, 8)
    np.testing.assert_allclose(shares.sum(-1), 1, rtol=1e-5)
    path = token_path(model, spec, fed, "decoder", 4, spec.heads[0])
    titles = [step.title for step in path.steps if step.section == 1]
    first = titles.index("Router")
    assert titles[first : first + 3] == ["Router", "Choice of experts", "Mixture of experts"]
    chosen = next(step for step in path.steps if step.title == "Choice of experts")
    np.testing.assert_allclose(chosen.result.values, shares[0, 4], rtol=1e-5)


def test_one_expert_more_computes_for_every_token_times_its_gate() -> None:
    """By hand; the shares come from the softmax over all experts."""
    torch.manual_seed(0)
    layer = MixtureWithSharedExpert(8, 12, "silu", 5, 2, False, 20).eval()
    x = torch.randn(2, 3, 8)
    with torch.no_grad(), record_taps(layer, ["shares", "shared_share"]) as record:
        output = layer(x)
        shares, gate = record["shares"], record["shared_share"]
        by_hand = gate * layer.shared(x)
        for index, expert in enumerate(layer.experts):
            by_hand = by_hand + shares[..., index, None] * expert(x)
        probabilities = layer.router(x).softmax(-1)
    assert_close(output, by_hand)
    assert ((shares > 0).sum(-1) == 2).all()
    assert_close(shares, probabilities * (shares > 0))
    assert (shares.sum(-1) < 1).all()
    assert ((gate > 0) & (gate < 1)).all()


def test_layers_without_experts_have_one_network_and_record_no_shares() -> None:
    spec = catalog().architectures["qwen2_moe"]
    size = Size(50, 32, num_layers=5, num_heads=4, inner=48, num_positions=32)
    config = spec.config_class.from_size(size, decoder_sparse_step=2, mlp_only_layers=[3])
    model = spec.model_class(config).eval()
    kinds = [type(layer.feed_forward).__name__ for layer in model.layers]
    mixed = "MixtureWithSharedExpert"
    assert kinds == ["GatedFeedForward", mixed, *["GatedFeedForward"] * 3]
    fed = oracle.random_input(50, 9)
    extra = trace(model, spec, fed).streams["decoder"].extra
    assert extra["experts"].shape == (1, 9, 8)
    assert extra["shared"].shape == (1, 9, 1)
    assert layers_of_extra(model, "decoder", "experts") == (2,)
    path = token_path(model, spec, fed, "decoder", 4, spec.heads[0])
    by_section = {n: [s.title for s in path.steps if s.section == n] for n in (1, 2)}
    assert "Router" not in by_section[1]
    first = by_section[2].index("Router")
    assert by_section[2][first + 1 : first + 5] == [
        "Choice of experts",
        "Shared expert",
        "Gate of the shared expert",
        "Mixture of experts",
    ]
    assert not [step.title for step in path.steps if step.after_unrecorded]


def test_every_second_layer_of_qwen2_moe_slides_before_those_that_see_all() -> None:
    config = Qwen2MoeConfig(
        num_hidden_layers=6, use_sliding_window=True, sliding_window=5, max_window_layers=3
    )
    assert config.bands == (5, None, 5, None, None, None)
    theirs = transformers.Qwen2MoeConfig(
        num_hidden_layers=6, use_sliding_window=True, sliding_window=5, max_window_layers=3
    )
    expected = [None if kind == "full_attention" else 5 for kind in theirs.layer_types]
    assert list(config.bands) == expected


def test_on_shapes_alone_a_token_costs_the_chosen_experts() -> None:
    size = Size(50, 32, num_layers=1, num_heads=4, inner=48, num_positions=32)
    spec = catalog().architectures["mixtral"]
    counts = []
    for chosen in (1, 2, 4):
        with torch.device("meta"):
            model = Mixtral(MixtralConfig.from_size(size, num_experts_per_tok=chosen))
        by_name = operations(spec, model, 16)
        counts.append(sum(count for name, count in by_name.items() if ".experts." in name))
    assert counts[1] == 2 * counts[0]
    assert counts[2] == 4 * counts[0]


# What is not accepted -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "entries", "named"),
    [
        (OptConfig, {"layerdrop": 0.1}, "layerdrop = 0.1"),
        (OptConfig, {"activation_dropout": 0.1}, "activation_dropout = 0.1"),
        (OptConfig, {"num_attention_heads": 7}, "num_attention_heads = 7"),
        (OptConfig, {"activation_function": "xielu"}, "xielu"),
        (OptConfig, {"word_embed_proj_dim": 0}, "word_embed_proj_dim"),
        (GptNeoConfig, {"attention_types": [[["global"], 3]]}, "num_layers is 24"),
        (GptNeoConfig, {"attention_types": [["global"], 24]}, "attention_types must be"),
        (GptNeoConfig, {"attention_types": "global"}, "attention_types must be"),
        (GptNeoConfig, {"attention_types": [[["near"], 24]]}, "'near' of attention_types"),
        (GptNeoConfig, {"attention_types": [[["global"], 10**9]]}, "attention_types must be"),
        (GptNeoConfig, {"window_size": 0}, "window_size"),
        (GptNeoConfig, {"num_heads": 7}, "num_heads = 7"),
        (BloomConfig, {"n_head": 7}, "n_head = 7"),
        (BloomConfig, {"seq_length": 0}, "seq_length"),
        (FalconConfig, {"num_attention_heads": 70}, "num_attention_heads = 70"),
        (FalconConfig, {"multi_query": False, "num_kv_heads": 5}, "num_kv_heads = 5 must divide"),
        (FalconConfig, {"multi_query": False, "num_kv_heads": 1}, "needs new_decoder_architecture"),
        (
            FalconConfig,
            {"new_decoder_architecture": True, "parallel_attn": False},
            "parallel_attn = False",
        ),
        (FalconConfig, {"num_ln_in_parallel_attn": 2}, "num_ln_in_parallel_attn = 2"),
        (FalconConfig, {"num_ln_in_parallel_attn": 3}, "num_ln_in_parallel_attn must be 1 or 2"),
        (FalconConfig, {"rope_scaling": {"rope_type": "spiral"}}, "rope_type = 'spiral'"),
        (FalconConfig, {"apply_residual_connection_post_layernorm": True}, "post_layernorm = True"),
        (FalconConfig, {"partial_rotary_factor": 0.5}, "partial_rotary_factor = 0.5"),
        (FalconConfig, {"activation": "xielu"}, "xielu"),
        (MixtralConfig, {"num_experts_per_tok": 9}, "num_experts_per_tok = 9"),
        (MixtralConfig, {"num_local_experts": 129}, "num_local_experts must lie"),
        (Qwen2MoeConfig, {"num_experts_per_tok": 61}, "num_experts_per_tok = 61"),
        (Qwen2MoeConfig, {"num_experts": 0}, "num_experts must lie"),
        (Qwen2MoeConfig, {"mlp_only_layers": ["a"]}, "mlp_only_layers"),
        (Qwen2MoeConfig, {"decoder_sparse_step": 0}, "decoder_sparse_step"),
        (Qwen3MoeConfig, {"num_local_experts": 129}, "num_experts must lie"),
        (MixtralConfig, {"router_jitter_noise": 0.1}, "router_jitter_noise = 0.1"),
    ],
)
def test_what_is_not_accepted_is_named(kind: Any, entries: Mapping[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        kind.from_json(json.dumps(entries))
