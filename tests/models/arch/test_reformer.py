"""Reformer: parity in several chunks, reversible layers, what is recorded, and lengths that fit."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn.utils import parametrize

from models.arch import reformer
from models.arch.reformer import SPEC, TABLE, Reformer, ReformerConfig
from models.checkpoints.checkpoint import CheckpointError, load, save
from models.inference.generation import Sampling, generate
from models.inference.mask_filling import mask_logits
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.layers.long_texts import chunked_attention
from models.schema.batch import Batch, num_parameters
from models.schema.configs import Size
from models.training.training_task import new_training_task
from tests.models import oracle, tiny

VOCAB = 50
SIZE = Size(VOCAB, width=32, num_layers=4, num_heads=4, inner=64, num_positions=96)
SHORT_CHUNKS = {"lsh_attn_chunk_length": 8, "local_attn_chunk_length": 8, "num_buckets": 8}
NUM_RANDOM = 12


def made(dropout: float = 0.0, seed: int = 0, **entries: Any) -> Reformer:
    """A model of several chunks, with wide weights, in evaluation mode."""
    size = replace(SIZE, dropout=dropout)
    config = ReformerConfig.from_size(size, **{**SHORT_CHUNKS, "num_hashes": 2, **entries})
    model = Reformer(config).eval()
    oracle.scatter_weights(model, seed)
    return model


def ids_of(length: int, rows: int = 2, seed: int = 0) -> Tensor:
    return torch.randint(0, VOCAB, (rows, length), generator=torch.Generator().manual_seed(seed))


# Parity -------------------------------------------------------------------------------------------


def random_entries(seed: int) -> dict[str, Any]:
    """A configuration of either direction whose texts have several chunks."""
    rnd = random.Random(seed)
    causal, width, heads = rnd.random() < 0.6, rnd.choice([16, 24]), rnd.choice([1, 2, 4])
    after = 0 if causal else rnd.choice([0, 1])
    return {
        "vocab_size": VOCAB,
        "hidden_size": width,
        "attention_head_size": rnd.choice([4, 8]),
        "num_attention_heads": heads,
        "feed_forward_size": 30,
        "attn_layers": [rnd.choice(["local", "lsh"]) for _ in range(rnd.randint(1, 4))],
        "axial_pos_embds": rnd.random() < 0.7,
        "axial_pos_shape": [8, 12],
        "axial_pos_embds_dim": [4, width - 4],
        "max_position_embeddings": 96,
        "local_attn_chunk_length": rnd.choice([4, 8, 12]),
        "lsh_attn_chunk_length": rnd.choice([4, 8]),
        "local_num_chunks_before": rnd.choice([0, 1, 1, 2]),
        "lsh_num_chunks_before": rnd.choice([1, 1, 2]),
        "local_num_chunks_after": after,
        "lsh_num_chunks_after": after,
        "num_hashes": rnd.choice([1, 2, 3]),
        "num_buckets": rnd.choice([4, 8, [2, 4]]),
        "hash_seed": rnd.choice([1, 7]),
        "hidden_act": rnd.choice(["relu", "gelu"]),
        "is_decoder": causal,
    }


def their_model(entries: dict[str, Any]) -> Any:
    """The unchanged class of the reference; only its score of a token for itself is another.

    -1e5 leaves two decimals in 32 bits, so that the rounds of a token that sees nothing but itself
    add up to 1.004. -100 has the same effect without that error.
    """
    causal = entries["is_decoder"]
    kind = transformers.ReformerModelWithLMHead if causal else transformers.ReformerForMaskedLM
    model = kind(transformers.ReformerConfig(**entries)).eval()
    oracle.scatter_weights(model, 3)
    with torch.no_grad():
        model.lm_head.bias.zero_()
    for name, buffer in model.named_buffers():
        if name.endswith("self_mask_value_float32"):
            buffer.fill_(-100.0)
    return model


@pytest.mark.parametrize("seed", range(NUM_RANDOM))
@pytest.mark.parametrize("way", ["theirs", "ours"])
def test_texts_of_several_chunks_have_the_logits_of_the_reference(
    seed: int, way: str, tmp_path: Path
) -> None:
    entries = random_entries(seed)
    theirs = their_model(entries)
    if way == "theirs":
        theirs.save_pretrained(tmp_path)
        loaded = load(tmp_path)
        assert not loaded.report.unknown_config_keys
        ours: Any = loaded.model
    else:
        ours = Reformer(ReformerConfig(**entries)).eval()
        oracle.scatter_weights(ours, 4)
        with torch.no_grad():
            ours.lm.bias.zero_()
        save(ours, SPEC, tmp_path)
        named = json.loads((tmp_path / "config.json").read_text())["architectures"]
        assert named == [type(theirs).__name__]
        opened, report = type(theirs).from_pretrained(tmp_path, output_loading_info=True)
        assert not report["missing_keys"]
        assert not report["unexpected_keys"]
        theirs.load_state_dict(opened.state_dict())
    (head,) = (head.name for head in SPEC.heads_of(ours))
    for length in (1, 3, 4 + 3 * seed, 48, 49 + seed):
        ids = ids_of(length, seed=seed)
        lengths = torch.tensor([length, max(1, length - seed - 1)])
        present = torch.arange(length) < lengths[:, None]
        with torch.no_grad():
            reference = theirs(ids, attention_mask=present.long()).logits
            mine = ours.logits(head, next(iter(ours(Batch(ids, present=present)).values())))
        torch.testing.assert_close(mine[present], reference[present], rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("name", ["reformer-enwik8", "reformer-crime-and-punishment"])
def test_with_its_head_a_published_size_has_as_many_parameters_as_the_reference(name: str) -> None:
    totals = {"reformer-enwik8": 149_182_722, "reformer-crime-and-punishment": 2_748_224}
    preset = next(preset for preset in SPEC.presets if preset.name == name)
    with torch.device("meta"):
        assert num_parameters(Reformer(ReformerConfig(**preset.config))) == totals[name]


def test_greedy_text_is_that_of_the_reference(tmp_path: Path) -> None:
    entries = {**random_entries(0), "is_decoder": True, "num_hashes": 1}
    entries |= {"local_num_chunks_after": 0, "lsh_num_chunks_after": 0, "attn_layers": ["lsh"] * 2}
    theirs = their_model(entries)
    theirs.save_pretrained(tmp_path)
    ours: Any = load(tmp_path).model
    prompt = ids_of(21, rows=1)
    expected = theirs.generate(
        prompt, max_new_tokens=12, do_sample=False, use_cache=False, eos_token_id=None
    )[0, 21:]
    tokenizer = NumberedTokens()
    steps = generate(ours, tokenizer, prompt[0].tolist(), Sampling(max_new_tokens=12))  # type: ignore[arg-type]
    assert [step.id for step in steps] == expected.tolist()


class NumberedTokens:
    """The part of a tokenizer that writing needs."""

    vocab_size = VOCAB
    eos_id = None

    def token(self, id: int) -> str:
        return str(id)


def test_writing_goes_on_from_what_was_fed_and_beams_follow_their_rows() -> None:
    model, ids = made(), ids_of(30)
    with torch.no_grad():
        whole = model(Batch(ids))["decoder"]
        caches, first = model.begin(ids[0, :20], room=10)
        assert first == ids[0, :20].tolist()
        model.step(ids[:, :20], caches)
        caches[0].reorder(torch.tensor([1, 0]))
        later = model.step(ids[:, 20:], caches)
        swapped = torch.cat([ids.flip(0)[:, :20], ids[:, 20:]], 1)
        assert torch.equal(later, model(Batch(swapped))["decoder"][:, 20:])
    assert not torch.equal(later, whole[:, 20:])


# Reversible layers --------------------------------------------------------------------------------


def gradients(model: Reformer, ids: Tensor, present: Tensor | None = None) -> dict[str, Tensor]:
    """Return the gradients of all weights by a loss that depends on every state."""
    torch.manual_seed(5)
    (hidden,) = model(Batch(ids, present=present)).values()
    shape = torch.Generator().manual_seed(1)
    loss = (hidden * torch.randn(hidden.shape, generator=shape)).mean()
    loss = loss + model.logits("lm", hidden).square().mean()
    model.zero_grad()
    loss.backward()
    return {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}


def stored(model: Reformer) -> Reformer:
    """Return a model with these weights that stores its activations."""
    other = Reformer(replace(model.config, reversible=False))
    other.load_state_dict(model.state_dict())
    return other.train(model.training)


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {"hash_seed": 3},
        {"chunk_size_feed_forward": 7},
        {"is_decoder": False},
        {"attn_layers": ["lsh"], "lsh_attention_probs_dropout_prob": 0.2},
    ],
    ids=str,
)
@pytest.mark.parametrize("dropout", [0.0, 0.3])
@pytest.mark.parametrize("length", [5, 64, 70])
def test_gradients_of_reversible_layers_are_those_of_stored_ones(
    entries: dict[str, Any], dropout: float, length: int
) -> None:
    # A recomputed state may fall on the other side of relu's kink, which gelu does not have.
    model = made(dropout, **{"hidden_act": "gelu", **entries}).train()
    ids = ids_of(length)
    present = torch.arange(length) < torch.tensor([length, length - 3])[:, None]
    mine, theirs = gradients(model, ids, present), gradients(stored(model), ids, present)
    assert mine.keys() == theirs.keys() == dict(model.named_parameters()).keys()
    for name, grad in mine.items():
        scale = theirs[name].abs().max().clamp(min=1e-6)
        torch.testing.assert_close(grad / scale, theirs[name] / scale, rtol=1e-4, atol=1e-4)


def test_dropout_differs_from_step_to_step_and_is_repeated_by_its_seed() -> None:
    model, batch = made(0.3).train(), Batch(ids_of(40))
    found = []
    for seed in (1, 2, 1):
        torch.manual_seed(seed)
        found.append(model(batch)["decoder"])
    assert torch.equal(found[0], found[2])
    assert not torch.equal(found[0], found[1])


class Saved:
    """What autograd stores for the backward pass while this is entered, each tensor once."""

    def __init__(self, model: nn.Module) -> None:
        self._weights = {weight.untyped_storage().data_ptr() for weight in model.parameters()}
        self._tensors: dict[int, Tensor] = {}
        self._hooks = torch.autograd.graph.saved_tensors_hooks(self._keep, lambda tensor: tensor)

    def _keep(self, tensor: Tensor) -> Tensor:
        if tensor.untyped_storage().data_ptr() not in self._weights:
            self._tensors.setdefault(tensor.untyped_storage().data_ptr(), tensor)
        return tensor

    def __enter__(self) -> Saved:
        self._hooks.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._hooks.__exit__(*error)  # type: ignore[arg-type]

    def numbers(self, floating: bool) -> int:
        """How many numbers are stored, floats or whole ones."""
        kinds = (t for t in self._tensors.values() if t.is_floating_point() == floating)
        return sum(tensor.numel() for tensor in kinds)


def saved_by(num_layers: int, **entries: Any) -> Saved:
    model = Reformer(
        ReformerConfig.from_size(
            replace(SIZE, num_layers=num_layers, dropout=0.1), **{**SHORT_CHUNKS, **entries}
        )
    ).train()
    with Saved(model) as saved:
        hidden = model(Batch(ids_of(96)))["decoder"]
    hidden.sum().backward()
    return saved


def test_what_a_reversible_stack_stores_does_not_grow_with_its_depth() -> None:
    shallow, deep = saved_by(2), saved_by(12)
    assert shallow.numbers(floating=True) == deep.numbers(floating=True) > 0
    buckets = 2 * SIZE.num_heads * 96  # of each layer that hashes, whole numbers
    grown = deep.numbers(floating=False) - shallow.numbers(floating=False)
    assert grown == 5 * buckets
    kept = saved_by(2, reversible=False), saved_by(12, reversible=False)
    assert kept[1].numbers(floating=True) > 4 * kept[0].numbers(floating=True)


def test_weights_can_be_frozen_parametrized_and_asked_for_their_gradients() -> None:
    model, batch = made().train(), Batch(ids_of(40))
    layer: Any = model.layers[0]
    layer.attention_norm.requires_grad_(False)
    parametrize.register_parametrization(layer.feed_forward.widen, "weight", Doubled())
    weights = [weight for weight in model.layers.parameters() if weight.requires_grad]
    loss = model(batch)["decoder"].square().mean()
    found = torch.autograd.grad(loss, weights)
    assert all(grad.abs().sum() > 0 for grad in found)
    assert all(weight.grad is None for weight in model.parameters())


class Doubled(nn.Module):
    def forward(self, weight: Tensor) -> Tensor:
        return 2 * weight


def test_gradients_of_recorded_states_are_those_of_the_weights_below() -> None:
    model = made().train()
    with record_taps(model, []), torch.enable_grad():
        states: list[Tensor] = []
        model.layers[1].state.listener = states.append  # type: ignore[union-attr]
        model(Batch(ids_of(20)))
        model.layers[1].state.listener = None  # type: ignore[union-attr]
    states[0].sum().backward()
    first: Any = model.layers[0]
    assert first.attention.output.weight.grad is not None
    assert all(weight.grad is None for weight in model.layers[2].parameters())


def test_pieces_of_the_feed_forward_network_change_nothing() -> None:
    model, batch = made(), Batch(ids_of(50))
    pieces = made(chunk_size_feed_forward=7)
    with torch.no_grad():
        torch.testing.assert_close(pieces(batch)["decoder"], model(batch)["decoder"])


# Hashing ------------------------------------------------------------------------------------------


def test_evaluation_repeats_its_rotations_and_training_draws_new_ones() -> None:
    model, batch = made(), Batch(ids_of(80))
    with torch.no_grad():
        assert torch.equal(model(batch)["decoder"], model(batch)["decoder"])
        model.train()
        assert not torch.equal(model(batch)["decoder"], model(batch)["decoder"])
        fixed = made(hash_seed=1).train()
        assert torch.equal(fixed(batch)["decoder"], fixed(batch)["decoder"])


def test_chunks_are_the_sorted_buckets_and_padding_has_the_last_one() -> None:
    model = made(num_hashes=3)
    example = oracle.random_input(VOCAB, 61)
    extra = trace(model, SPEC, example, ("extra",)).streams["decoder"].extra
    buckets, chunks = extra["buckets"], extra["chunks"]
    assert buckets.shape == chunks.shape == (2, SIZE.num_heads, 3, 64)  # layers 1 and 3 hash
    assert (buckets[..., 61:] == 8).all()
    assert buckets[..., :61].max() < 8
    for number in range(3):
        of_round = buckets[:, :, number]
        order = np.argsort(of_round, axis=-1, kind="stable")
        sorted_chunks = np.take_along_axis(chunks[:, :, number], order, axis=-1)
        expected = 8 * number + np.arange(64) // 8
        assert (sorted_chunks == expected).all()
    assert extra["full"].shape == (2, SIZE.num_heads, 61, 61)


def test_above_the_longest_map_no_matrix_of_all_tokens_is_recorded_and_states_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, example = made(num_hashes=2), oracle.random_input(VOCAB, 61)
    kinds = ("attention", "hidden", "extra")
    short = trace(model, SPEC, example, kinds).streams["decoder"]
    monkeypatch.setattr(reformer, "MAX_MAP", 60)
    monkeypatch.setattr(chunked_attention, "MAX_MAP", 60)
    long = trace(model, SPEC, example, kinds).streams["decoder"]
    assert short.attention is not None
    assert "full" in short.extra
    assert long.attention is None
    assert long.extra.keys() == {"buckets", "chunks", "local_chunks", "queries"}
    np.testing.assert_allclose(long.hidden, short.hidden, atol=1e-5)
    named = trace(model, SPEC, example, ("attention", "buckets")).streams["decoder"]
    assert named.extra.keys() == {"buckets"}


def test_a_text_of_one_chunk_is_not_hashed_and_has_full_attention() -> None:
    model = made()
    found = trace(model, SPEC, oracle.random_input(VOCAB, 7), ("attention", "extra"))
    stream = found.streams["decoder"]
    assert stream.attention is not None
    assert (stream.extra["buckets"] == -1).all()
    assert (stream.extra["chunks"] == 0).all()
    np.testing.assert_array_equal(stream.extra["full"], stream.attention[[1, 3]])


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("length", [1, 8, 9, 24, 70])
def test_attention_stays_within_what_is_visible_and_local_layers_reach_all_of_it(
    causal: bool, length: int
) -> None:
    model = made(is_decoder=causal)
    example = oracle.random_input(VOCAB, length)
    (stream,) = trace(model, SPEC, example, ("attention",)).streams.values()
    assert stream.attention is not None
    for layer, maps in enumerate(stream.attention):
        declared = SPEC.stream(model.streams[0]).visible(example, model.config, layer)
        assert declared is not None
        assert (maps[:, ~declared] == 0).all()
        if model.config.kinds[layer] == "local" or length <= 8:
            assert (maps[:, declared] > 0).all()


def test_a_token_attends_to_itself_only_where_nothing_else_is_in_sight() -> None:
    model = made()
    example = oracle.random_input(VOCAB, 70)
    maps = trace(model, SPEC, example, ("attention",)).streams["decoder"].attention
    assert maps is not None
    itself = np.diagonal(maps[1], axis1=-2, axis2=-1)  # (H, T), of a layer that hashes
    assert set(np.unique(itself.round(5))) == {0.0, 1.0}
    assert (itself[:, 0] == 1).all()


# The variant of masked tokens ---------------------------------------------------------------------


def test_a_model_of_masked_tokens_sees_both_sides_and_fills_its_masks(tmp_path: Path) -> None:
    model = made(is_decoder=False)
    save(model, SPEC, tmp_path)
    loaded = load(tmp_path)
    assert loaded.streams == ("encoder",)
    assert loaded.heads == ("mlm",)
    example = oracle.random_input(VOCAB, 20)
    logits = mask_logits(loaded.model, SPEC, example, [4, 9])
    assert logits.shape == (2, VOCAB)
    ids = ids_of(20, rows=1)
    changed = torch.cat([ids[:, :19], (ids[:, 19:] + 1) % VOCAB], 1)
    with torch.no_grad():
        first, second = (model(Batch(each))["encoder"][0, 18] for each in (ids, changed))
    assert not torch.equal(first, second)


def test_a_recipe_of_masked_tokens_makes_such_a_model(tmp_path: Path) -> None:
    prepared = tiny.ready("reformer", tmp_path)
    recipe = replace(tiny.recipe("reformer"), objectives=("masked",))
    task = new_training_task(recipe, prepared.tokenizer, None)
    assert task.model.streams == ("encoder",)


# Files and bad input ------------------------------------------------------------------------------


def test_files_of_2020_lose_their_constants_and_keep_their_bias(tmp_path: Path) -> None:
    save(made(), SPEC, tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    tensors["lm_head.decoder.bias"] = tensors["lm_head.bias"].clone()
    name = "reformer.encoder.layers.1.attention.self_attention.mask_value_float16"
    tensors[name] = torch.tensor(-1e4)
    save_file(tensors, tmp_path / "model.safetensors")
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "chunk_size_lm_head": 0}))
    loaded = load(tmp_path)
    assert not loaded.report.unexpected
    assert not loaded.report.unknown_config_keys
    model: Any = loaded.model
    assert model.lm.bias.abs().sum() > 0
    assert torch.equal(model.logits("lm", torch.zeros(1, 64))[0], model.lm.bias)


def test_the_bias_of_the_head_is_not_learned() -> None:
    model = made().train()
    model.logits("lm", model(Batch(ids_of(20)))["decoder"]).sum().backward()
    assert model.lm.bias.grad is not None
    assert not model.lm.bias.grad.any()


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ({"attn_layers": ["global"]}, "known are local, lsh"),
        ({"num_buckets": 7}, "even"),
        ({"num_buckets": [4, 3]}, "even"),
        ({"axial_pos_shape": [4, 4]}, r"A shape that fits is \[8, 12\]"),
        ({"axial_pos_shape": [96]}, "two numbers each"),
        ({"axial_pos_embds_dim": [8, 8]}, "add up to hidden_size 32"),
        ({"local_num_chunks_after": 1}, "attends to no later chunk"),
        ({"lsh_num_chunks_before": -1}, "must not be negative"),
    ],
    ids=str,
)
def test_a_configuration_that_fits_nothing_is_rejected_with_what_is_possible(
    entries: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        ReformerConfig.from_size(SIZE, **entries)


def test_layers_that_config_json_counts_otherwise_are_rejected(tmp_path: Path) -> None:
    save(made(), SPEC, tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "num_hidden_layers": 3}))
    with pytest.raises(CheckpointError, match="attn_layers has 4 layers, num_hidden_layers is 3"):
        load(tmp_path)


def test_layers_are_repeated_from_the_first_one_where_a_size_has_more() -> None:
    config = ReformerConfig.from_size(SIZE, attn_layers=["local", "local", "lsh"])
    assert config.kinds == ("local", "local", "lsh", "local")


@pytest.mark.parametrize("length", [1, 7, 8, 9, 64, 95, 96])
def test_a_text_of_any_length_up_to_the_positions_fits(length: int) -> None:
    model = made(local_attn_chunk_length=12)
    with torch.no_grad():
        assert model(Batch(ids_of(length)))["decoder"].shape == (2, length, 64)
    padded = model.config.padded_length(length)
    assert padded == (length if length <= 8 else math.ceil(length / 24) * 24)


def test_a_text_longer_than_the_positions_is_rejected_with_how_many_fit() -> None:
    with pytest.raises(ValueError, match="97 tokens do not fit into the model's 96 positions"):
        made()(Batch(ids_of(97)))


def test_sizes_have_chunks_that_divide_their_positions() -> None:
    for positions, chunk in ((24, 24), (96, 48), (1024, 64), (131, 64)):
        config = ReformerConfig.from_size(replace(SIZE, num_positions=positions))
        assert (config.lsh_attn_chunk_length, config.local_attn_chunk_length) == (chunk, chunk)
        assert math.prod(config.axial_pos_shape) == positions


def test_every_weight_has_a_published_name() -> None:
    assert {rule.ours.split(".")[0] for rule in TABLE.rules} == {
        *("token", "position", "layers", "norm", "lm"),
    }
