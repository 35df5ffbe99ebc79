"""BigBird's blocks: those of the references, computed without a map of all tokens, and recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

from models.arch.big_bird import (
    MAX_MAP,
    SPEC,
    BigBird,
    BigBirdConfig,
    BlockAttention,
    block_plan,
    random_blocks,
)
from models.checkpoints.checkpoint import load, save
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.schema.batch import Batch, num_parameters
from models.schema.records import BlockKind, StreamTrace
from tests.models import oracle

TOLERANCE = 1e-5
SMALL = BigBirdConfig(
    vocab_size=61,
    hidden_size=16,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=32,
    max_position_embeddings=128,
    block_size=4,
    num_random_blocks=1,
    hidden_dropout_prob=0.0,
    attention_probs_dropout_prob=0.0,
)
LONG, SHORT = 50, 28  # the longest that SMALL reads in full is 28
VARIANTS = {
    "internal": {},
    "extended": {"num_global_tokens": 3},
    "extended without random blocks": {"num_global_tokens": 5, "num_random_blocks": 0},
    "no global blocks": {"global_blocks": False},
    "no random blocks": {"num_random_blocks": 0},
    "a window of one": {"num_window_blocks": 1},
    "a window of five": {"num_window_blocks": 5},
    "extra tokens alone are global": {"num_global_tokens": 2, "global_blocks": False},
}
variants = pytest.mark.parametrize("entries", VARIANTS.values(), ids=VARIANTS)


def random_model(**entries: Any) -> BigBird:
    model = BigBird(replace(SMALL, **entries)).eval()
    oracle.scatter_weights(model, 5)
    return model


def random_ids(length: int, rows: int = 1) -> Tensor:
    generator = torch.Generator().manual_seed(length)
    return torch.randint(0, SMALL.vocab_size, (rows, length), generator=generator)


def padded(length: int) -> Batch:
    """Two texts, the second a third shorter."""
    present = torch.ones(2, length, dtype=torch.bool)
    present[1, length - length // 3 :] = False
    return Batch(random_ids(length, 2), present=present)


# ---- the reference


def sizes(seed: int) -> dict[str, Any]:
    """A configuration and a length with enough blocks, drawn from the seed."""
    rng = np.random.default_rng(seed)
    heads, size, count = int(rng.integers(1, 4)), int(rng.integers(2, 7)), int(rng.integers(1, 4))
    length = (5 + 2 * count) * size + int(rng.integers(1, 40))
    return {
        "vocab_size": 61,
        "hidden_size": heads * 2 * int(rng.integers(2, 6)),
        "num_hidden_layers": int(rng.integers(1, 4)),
        "num_attention_heads": heads,
        "intermediate_size": int(rng.integers(8, 50)),
        "max_position_embeddings": length + int(rng.integers(size, 20)),
        "block_size": size,
        "num_random_blocks": count,
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
        "use_bias": bool(rng.integers(2)),
        "rescale_embeddings": bool(rng.integers(2)),
        "length": length,
    }


CASES = [
    *(sizes(seed) for seed in range(5)),
    {  # the blocks of the paper's lengths
        **sizes(5),
        "block_size": 16,
        "num_random_blocks": 3,
        "length": 1024,
        "max_position_embeddings": 1024,
    },
]
cases = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["length"]))
modes = pytest.mark.parametrize("training", [True, False], ids=["training", "evaluation"])


def theirs_of(case: dict[str, Any]) -> Any:
    entries = {key: value for key, value in case.items() if key != "length"}
    config = transformers.BigBirdConfig(**entries)
    model = transformers.BigBirdForPreTraining._from_config(config, attn_implementation="eager")
    oracle.scatter_weights(model, 1)
    return model


def computing_as_theirs(folder: Path) -> BigBird:
    """Their folder, opened with the entry of config.json that follows them."""
    path = folder / "config.json"
    entries = json.loads(path.read_text())
    path.write_text(json.dumps({**entries, "computes_as": "transformers"}))
    model = load(folder).model
    assert isinstance(model, BigBird)
    return model


def assert_same(ours: BigBird, theirs: Any, batch: Batch) -> None:
    """Hidden states of all layers and logits, at every place that is not padding."""
    assert batch.present is not None
    paths = ours.hidden_taps("encoder")
    with torch.no_grad(), record_taps(ours, paths) as record:
        states = ours(batch)["encoder"]
        logits = [ours.logits("mlm", states), ours.logits("nsp", states[:, 0])]
    with torch.no_grad():
        expected = theirs(
            input_ids=batch.input_ids,
            attention_mask=batch.present.long(),
            output_hidden_states=True,
        )
    length, here = batch.input_ids.shape[1], batch.present
    for path, hidden in zip(paths, expected.hidden_states, strict=True):
        assert_close(record[path][here], hidden[:, :length][here])
    assert_close(logits[0][here], expected.prediction_logits[:, :length][here])
    assert_close(logits[1], expected.seq_relationship_logits)


def assert_close(ours: Tensor, theirs: Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)


@cases
@modes
def test_long_texts_are_read_as_transformers_reads_them_both_ways(
    case: dict[str, Any], training: bool, tmp_path: Path
) -> None:
    theirs = theirs_of(case).train(training)
    theirs.save_pretrained(tmp_path / "theirs")
    ours = computing_as_theirs(tmp_path / "theirs").train(training)
    assert ours.config.is_sparse(case["length"])
    assert_same(ours, theirs, padded(case["length"]))
    oracle.scatter_weights(ours, 2)
    save(ours, SPEC, tmp_path / "ours")
    again, report = transformers.BigBirdForPreTraining.from_pretrained(
        tmp_path / "ours", attn_implementation="eager", output_loading_info=True
    )
    assert not report["missing_keys"]
    assert not report["unexpected_keys"]
    assert_same(ours, again.train(training), padded(case["length"]))


@pytest.mark.parametrize("case", CASES[:-1], ids=lambda case: str(case["length"]))
def test_the_paper_has_the_random_blocks_of_training_in_evaluation(
    case: dict[str, Any], tmp_path: Path
) -> None:
    """But at the paper's lengths, where the authors draw for 4,096 tokens whatever the table."""
    theirs = theirs_of(case).train()
    theirs.save_pretrained(tmp_path)
    ours = load(tmp_path).model
    assert isinstance(ours, BigBird)
    assert ours.config.computes_as == "paper"
    assert_same(ours.eval(), theirs, padded(case["length"]))


def test_maps_are_those_of_transformers(tmp_path: Path) -> None:
    case = CASES[0]
    theirs = theirs_of(case).train()
    theirs.save_pretrained(tmp_path)
    ours, length = computing_as_theirs(tmp_path).train(), case["length"]
    paths = ours.attention_taps("encoder")
    with torch.no_grad(), record_taps(ours, paths) as record:
        ours(Batch(random_ids(length)))
        expected = theirs(input_ids=random_ids(length), output_attentions=True).attentions
    for path, maps in zip(paths, expected, strict=True):
        assert_close(record[path], maps[:, :, :length, :length])


def test_a_short_text_is_read_in_full_and_a_long_one_after_it_is_not() -> None:
    """transformers stays with full attention once it has read a short text."""
    model, full = random_model(), random_model(attention_type="original_full")
    with torch.no_grad():
        for length in (SHORT, LONG, SHORT):
            batch = Batch(random_ids(length))
            same = torch.allclose(model(batch)["encoder"], full(batch)["encoder"], atol=1e-6)
            assert same == (length == SHORT)


def test_large_has_as_many_parameters_as_the_reference() -> None:
    with torch.device("meta"):
        model = BigBird(BigBirdConfig(**dict(SPEC.presets[1].config)))
    assert num_parameters(model) - num_parameters(model.nsp) == 360_225_974


# ---- which blocks


def reference_blocks(layer: int, length: int, config: BigBirdConfig) -> np.ndarray:
    """The random blocks (H, N - 2, R) of transformers in training."""
    module = transformers.models.big_bird.modeling_big_bird.BigBirdBlockSparseAttention(
        transformers.BigBirdConfig(
            hidden_size=config.hidden_size, num_attention_heads=config.num_attention_heads
        )
    ).train()
    size, count = config.block_size, config.num_random_blocks
    np.random.seed(layer)  # noqa: NPY002 - the generator that they draw from
    if length in (1024, 3072, 4096):
        found = [
            module._bigbird_block_rand_mask(4096, 4096, size, size, count, last_idx=1024)
            for _ in range(config.num_attention_heads)
        ]
        found = [each[: length // size - 2] for each in found]
    else:
        plan = module._get_rand_attn_plan(length, size, count)
        found = module._bigbird_block_rand_mask_with_head(
            length, length, size, size, config.num_attention_heads, *plan
        )
    return np.stack(found)


@pytest.mark.parametrize("length", [768, 1024, 1088, 2048, 3072, 4096, 8192])
def test_random_blocks_of_the_published_size_are_those_of_the_authors(length: int) -> None:
    config = BigBirdConfig()
    for layer, training in ((0, False), (3, True), (11, False)):
        drawn = random_blocks(config, layer, config.num_blocks(length), training)
        assert np.array_equal(drawn, reference_blocks(layer, length, config))


def test_random_blocks_differ_by_layer_and_head_and_never_change() -> None:
    config = BigBirdConfig()
    first, again, other = (random_blocks(config, layer, 32, False) for layer in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert not np.array_equal(first[0], first[1])


def test_drawing_blocks_leaves_the_global_generator_alone() -> None:
    before = np.random.get_state()[2]  # noqa: NPY002 - transformers sets this generator's seed
    random_blocks(BigBirdConfig(), 5, 40, training=True)
    assert np.random.get_state()[2] == before  # noqa: NPY002


def test_each_block_has_the_kinds_of_the_paper() -> None:
    pairs = block_plan(SMALL, 0, 13, training=False).pairs()
    assert pairs.shape == (2, 13, 13)
    assert (pairs[:, [0, -1]] == BlockKind.GLOBAL).all()
    assert (pairs[:, :, [0, -1]] == BlockKind.GLOBAL).all()
    for row in range(2, 11):
        assert (pairs[:, row, row - 1 : row + 2] == BlockKind.WINDOW).all()
        assert ((pairs[:, row] == BlockKind.RANDOM).sum(-1) == 1).all()
        assert ((pairs[:, row] == BlockKind.NONE).sum(-1) == 13 - 6).all()


def test_the_extended_construction_and_ablations_leave_their_kinds_out() -> None:
    kinds = {
        name: set(np.unique(block_plan(replace(SMALL, **entries), 0, 16, False).pairs()))
        for name, entries in VARIANTS.items()
    }
    assert BlockKind.GLOBAL not in kinds["no global blocks"]
    assert BlockKind.RANDOM not in kinds["no random blocks"]
    assert BlockKind.RANDOM not in kinds["extended without random blocks"]
    assert kinds["internal"] == set(BlockKind) - {BlockKind.FULL}


# ---- what is computed


def dense(attention: BlockAttention, x: Tensor, present: Tensor) -> tuple[Tensor, Tensor]:
    """Output and weights by a map of all tokens: a block that counts twice has log 2 added."""
    config, length = attention.config, x.shape[1] - attention.config.num_global_tokens
    count, size, extra = config.num_blocks(length), config.block_size, config.num_global_tokens
    plan = block_plan(config, attention.layer, count, attention.training)
    times = np.ones((config.num_attention_heads, count, count))
    for head, (at, row) in product(range(len(times)), enumerate(plan.rows)):
        slots = plan.keys[head, at, plan.kinds[at] != BlockKind.NONE]
        times[head, row] = np.bincount(slots, minlength=count)
    blocks = torch.tensor(times).log().repeat_interleave(size, 1).repeat_interleave(size, 2)
    bias = torch.zeros(len(times), extra + length, extra + length)
    bias[:, extra:, extra:] = blocks[:, :length, :length]
    hidden = torch.nn.functional.pad(~present, (extra, 0), value=False)
    query, key, value = attention._split(attention.qkv(x))
    scores = query @ key.transpose(-1, -2) * attention.scale + bias
    weights = scores.masked_fill(hidden[:, None, None], -torch.inf).softmax(-1)
    return attention.output((weights @ value).transpose(1, 2).flatten(2)), weights


@variants
@pytest.mark.parametrize("length", [LONG, 52])
def test_blocks_compute_what_a_map_of_all_tokens_does(entries: dict[str, Any], length: int) -> None:
    config = replace(SMALL, **entries)
    attention = BlockAttention(config, layer=1).eval()
    oracle.scatter_weights(attention, 3)
    extra, present = config.num_global_tokens, padded(length).present
    assert present is not None
    assert config.is_sparse(length)
    x = torch.randn(2, extra + length, 16, generator=torch.Generator().manual_seed(1))
    paths = ["weights", "outside", "shares"]
    with torch.no_grad():
        expected, weights = dense(attention, x, present)
        alone = attention(x, present)
        with record_taps(attention, paths) as record:
            recorded = attention(x, present)
    here = torch.nn.functional.pad(present, (extra, 0), value=True)
    assert_close(alone[here], expected[here])
    assert_close(recorded[here], expected[here])
    weights = weights[:, :, extra:].transpose(1, 2)[present]  # (…, H, G + T)
    assert_close(record["weights"].transpose(1, 2)[present], weights[..., extra:])
    if extra:
        assert_close(record["outside"].transpose(1, 2)[present], weights[..., :extra].sum(-1))
    size = config.block_size
    first = record["weights"][:, :, :size, :size].sum(-1).mean(-1)  # of a block without padding
    assert_close(record["shares"][:, :, 0, 0], first)


@variants
def test_gradients_are_those_of_a_map_of_all_tokens(entries: dict[str, Any]) -> None:
    config = replace(SMALL, **entries)
    attention = BlockAttention(config, layer=0)
    oracle.scatter_weights(attention, 3)
    present = torch.ones(1, LONG, dtype=torch.bool)
    x = torch.randn(1, config.num_global_tokens + LONG, 16)
    parameters = list(attention.parameters())
    found, expected = (
        torch.autograd.grad(output.square().sum(), parameters)
        for output in (attention(x, None), dense(attention, x, present)[0])
    )
    for ours, theirs in zip(found, expected, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-4)


class LargestTensor(TorchDispatchMode):
    """The most numbers that any result of an operation has."""

    numbers = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        found = func(*args, **(kwargs or {}))
        for tensor in found if isinstance(found, tuple) else (found,):
            if isinstance(tensor, Tensor):
                self.numbers = max(self.numbers, tensor.numel())
        return found


@pytest.mark.parametrize("recorded", [False, True], ids=["alone", "recorded"])
def test_a_long_text_needs_no_map_of_all_tokens_also_while_it_is_recorded(recorded: bool) -> None:
    """No more numbers than each token has weights: for eight blocks of sixteen."""
    length = 4096
    model = random_model(
        num_random_blocks=3, max_position_embeddings=length, block_size=16, num_attention_heads=1
    )
    kinds = ("attention", "hidden", "extra") if recorded else ()
    model_input = oracle.model_input(random_ids(length)[0].tolist())
    with LargestTensor() as largest:
        trace(model, SPEC, model_input, kinds, heads=())
    assert 0 < largest.numbers <= length * 8 * 16


# ---- what is recorded


def traced(model: BigBird, length: int) -> StreamTrace:
    model_input = oracle.model_input(random_ids(length)[0].tolist())
    return trace(model, SPEC, model_input).streams["encoder"]


@variants
@pytest.mark.parametrize("length", [SHORT - 8, LONG])
def test_recorded_attention_is_what_is_declared_visible(
    entries: dict[str, Any], length: int
) -> None:
    model = random_model(**entries)
    found = traced(model, length)
    model_input = oracle.model_input([1] * length)
    assert found.attention is not None
    assert (found.outside is not None) == bool(model.config.num_global_tokens)
    for layer, maps in enumerate(found.attention):
        declared = SPEC.streams[0].visible_by_head(model_input, model.config, layer)
        assert (declared is None) == (not model.config.is_sparse(length))
        seen = np.broadcast_to(True if declared is None else declared, maps.shape)
        assert np.array_equal(maps > 0, seen)


def test_the_model_that_follows_transformers_declares_its_evaluation() -> None:
    model = random_model(computes_as="transformers")
    found = traced(model, LONG)
    assert found.attention is not None
    model_input = oracle.model_input([1] * LONG)
    seen = SPEC.streams[0].visible_by_head(model_input, model.config, 0)
    assert np.array_equal(found.attention[0] > 0, seen)
    assert BlockKind.RANDOM not in found.extra["blocks"]


@variants
def test_kinds_and_weights_of_blocks_are_recorded(entries: dict[str, Any]) -> None:
    model = random_model(**entries)
    found = traced(model, LONG)
    blocks, weights = found.extra["blocks"], found.extra["block_weights"]
    assert blocks.shape == weights.shape == (2, 2, 13, 13)
    assert np.array_equal(weights > 0, blocks != BlockKind.NONE)
    outside = 0 if found.outside is None else _by_block(found.outside)
    assert np.allclose(weights.sum(-1) + outside, 1, atol=1e-5)


def _by_block(values: np.ndarray) -> np.ndarray:
    """Means of (L, H, T) over blocks of four tokens, the last of which may have fewer."""
    starts = range(0, values.shape[-1], 4)
    return np.stack([values[..., at : at + 4].mean(-1) for at in starts], -1)


def test_of_a_short_text_all_blocks_see_all() -> None:
    found = traced(random_model(), SHORT)
    assert (found.extra["blocks"] == BlockKind.FULL).all()
    assert np.allclose(found.extra["block_weights"].sum(-1), 1, atol=1e-5)
    assert found.extra["blocks"].shape == (2, 2, 7, 7)


def test_above_the_longest_map_blocks_alone_are_recorded() -> None:
    model = random_model(max_position_embeddings=2048, block_size=32)
    whole, long = traced(model, MAX_MAP), traced(model, MAX_MAP + 1)
    assert whole.attention is not None
    assert whole.attention.shape[-1] == MAX_MAP
    assert long.attention is None
    assert long.extra["blocks"].shape == long.extra["block_weights"].shape == (2, 2, 33, 33)


def test_a_head_that_is_switched_off_gives_nothing_in_a_long_text() -> None:
    model = random_model(num_global_tokens=2)
    model_input = oracle.model_input(random_ids(LONG)[0].tolist())
    before = trace(model, SPEC, model_input)
    off = trace(model, SPEC, model_input, ablate=[("encoder", 0, 1)])
    width = SMALL.hidden_size // SMALL.num_attention_heads
    with torch.no_grad():
        for part in model.layers[0].attention.qkv.weight[2 * SMALL.hidden_size :][width:]:
            part.zero_()
        model.layers[0].attention.qkv.bias[2 * SMALL.hidden_size :][width:] = 0
    zeroed = trace(model, SPEC, model_input)
    assert not np.allclose(off.logits["mlm"], before.logits["mlm"])
    assert np.allclose(off.logits["mlm"], zeroed.logits["mlm"], atol=1e-5)


def test_the_map_of_a_long_text_can_be_read_and_not_changed() -> None:
    attention = random_model().layers[0].attention
    attention.weights.listener = torch.zeros_like
    with pytest.raises(ValueError, match="can be read, but not changed"):
        attention(torch.randn(1, LONG, 16), None)


# ---- files and configurations


@variants
def test_every_construction_is_saved_and_opens_alike(
    entries: dict[str, Any], tmp_path: Path
) -> None:
    model = random_model(**entries)
    save(model, SPEC, tmp_path)
    loaded = load(tmp_path)
    assert loaded.model.config == model.config
    with torch.no_grad():
        batch = padded(LONG)
        assert torch.equal(loaded.model(batch)["encoder"], model(batch)["encoder"])


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"attention_type": "dense"}, "attention_type must be one of block_sparse, original_full"),
        ({"computes_as": "flax"}, "computes_as must be one of paper, transformers"),
        ({"num_window_blocks": 4}, "must be odd"),
        ({"num_random_blocks": -1}, "must be 0 or more"),
        ({"num_global_tokens": 2, "computes_as": "transformers"}, "internal construction"),
        ({"num_window_blocks": 5, "computes_as": "transformers"}, "internal construction"),
    ],
)
def test_blocks_that_do_not_exist_are_rejected(entries: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(SMALL, **entries)


def test_a_text_that_is_longer_than_its_positions_is_rejected() -> None:
    with pytest.raises(ValueError, match="129 tokens do not fit"):
        random_model()(Batch(random_ids(129)))


def test_a_length_that_fits_no_blocks_is_filled_up_beyond_the_last_position() -> None:
    """126 of 126 positions are 32 blocks of 4, the last of which has two tokens."""
    model = random_model(max_position_embeddings=126)
    with torch.no_grad():
        states = model(Batch(random_ids(126)))["encoder"]
    assert states.shape == (1, 126, 16)
    assert torch.isfinite(states).all()
