"""T5 1.1, Flan-T5 and mT5: the gated feed-forward and the head of its own, both ways."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers

from models.arch.t5 import SPEC, T5, T5Config
from models.checkpoints.checkpoint import CheckpointError, load, save
from models.inference.generation import Sampling, best, generate
from models.schema.batch import collate, num_parameters
from models.schema.configs import Size
from models.schema.records import ModelInput
from models.schema.registry import num_positions
from tests.models import oracle
from tests.models.arch.test_parity import assert_same, batches, rows_of
from tests.models.arch.test_t5 import named
from tests.models.oracle import ORACLES, SIZES, Outputs, PublishedPart, random_size

CLASSES = {"t5": transformers.T5Config, "mt5": transformers.MT5Config}
MODELS = {
    "t5": transformers.T5ForConditionalGeneration,
    "mt5": transformers.MT5ForConditionalGeneration,
}
NUM_RANDOM = 3
SIZES_TRIED = [*SIZES, *(random_size(seed) for seed in range(NUM_RANDOM))]
sizes = pytest.mark.parametrize("size", SIZES_TRIED, ids=lambda size: f"{size.width}")
kinds = pytest.mark.parametrize("kind", CLASSES)


def part(kind: str, feed_forward: str = "gated-gelu") -> PublishedPart:
    """The reference of a version, which has no scaled states."""
    first = ORACLES["t5"][""]

    def config(size: Size) -> Any:
        usual = first.config(size).to_dict()
        names = ("vocab_size", "d_model", "d_kv", "d_ff", "num_layers", "num_decoder_layers")
        further = ("num_heads", "relative_attention_max_distance", "decoder_start_token_id")
        return CLASSES[kind](
            **{name: usual[name] for name in (*names, *further)},
            feed_forward_proj=feed_forward,
            tie_word_embeddings=False,
        )

    return replace(first, model=MODELS[kind], config=config)


def theirs_with_two_tables(reference: PublishedPart, size: Size) -> Any:
    """The library ties the head unless the files say otherwise, so the table is put there."""
    model = oracle.make_theirs(reference, size, seed=1)
    table = torch.randn(size.vocab_size, size.width, generator=torch.Generator().manual_seed(2))
    model.lm_head.weight = torch.nn.Parameter(0.1 * table)
    return model


def outputs(
    reference: PublishedPart, theirs: Any, ours: Any, size: Size
) -> list[tuple[Outputs, Any, Any]]:
    """What both compute of every batch and stream, and the places that count."""
    found = []
    for batch, stream in itertools.product(batches(reference, size), reference.streams):
        mine = oracle.run_ours(SPEC, stream, ours, batch)
        other = oracle.run_theirs(reference, theirs, batch, stream)
        found.append((mine, other, rows_of(SPEC, stream, batch)))
    return found


@kinds
@sizes
def test_what_they_saved_computes_the_same_here(kind: str, size: Size, tmp_path: Path) -> None:
    reference = part(kind)
    theirs = theirs_with_two_tables(reference, size)
    theirs.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.spec is SPEC
    assert loaded.heads == ("lm",)
    assert loaded.report == replace(loaded.report, missing=(), unexpected=(), wrong_shape=())
    assert loaded.report.unknown_config_keys == ()
    assert num_parameters(loaded.model) == theirs.num_parameters()  # type: ignore[arg-type]
    for mine, other, present in outputs(reference, theirs, loaded.model, size):
        assert_same(mine, other, present)


@sizes
def test_what_we_saved_computes_the_same_there(size: Size, tmp_path: Path) -> None:
    reference, model = part("t5"), ours(size)
    save(model, SPEC, tmp_path)
    theirs, report = oracle.open_theirs(reference, tmp_path, "")
    assert not any(report[kind] for kind in ("missing_keys", "unexpected_keys", "mismatched_keys"))
    for mine, other, present in outputs(reference, theirs, model, size):
        assert_same(mine, other, present)
    again = load(tmp_path)
    assert again.model.config == model.config
    assert not again.report.missing


def ours(size: Size, **entries: Any) -> T5:
    version = {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}
    config = T5Config.from_size(size, **{**version, "scale_decoder_outputs": False, **entries})
    model = T5(config).eval()
    oracle.scatter_weights(model, 3)
    return model


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ({}, ("relu", True, True)),
        ({"tie_word_embeddings": False}, ("relu", False, False)),
        ({"scale_decoder_outputs": False}, ("relu", True, False)),
        ({"tie_word_embeddings": False, "scale_decoder_outputs": True}, ("relu", False, True)),
        ({"feed_forward_proj": "gated-silu"}, ("gated-silu", True, True)),
        ({"dense_act_fn": "gelu_new", "is_gated_act": True}, ("relu", True, True)),
        ({"model_type": "mt5"}, ("gated-gelu", True, False)),
        (
            {"model_type": "mt5", "feed_forward_proj": "relu", "tie_word_embeddings": True},
            ("relu", True, False),
        ),
    ],
    ids=str,
)
def test_a_published_config_is_read_as_the_reference_reads_it(
    entries: Mapping[str, Any], expected: tuple[str, bool, bool]
) -> None:
    config, unknown = T5Config.from_json(json.dumps(entries))
    found = config.feed_forward_proj, config.tie_word_embeddings, config.scale_decoder_outputs
    assert (found, unknown) == (expected, ())
    again, _ = T5Config.from_json(config.to_json(model_type="t5"))
    assert again == config


@pytest.mark.parametrize("name", ["gated", "gated-", "-gelu", "relu-gated", "sparkle", ""])
def test_a_feed_forward_that_nobody_knows_is_rejected(name: str) -> None:
    with pytest.raises(ValueError, match=r"feed_forward_proj|unknown activation"):
        T5Config(feed_forward_proj=name)


@pytest.mark.parametrize("name", ["relu", "silu", "gated-silu", "gated-relu"])
def test_other_activations_compute_what_the_reference_computes(name: str, tmp_path: Path) -> None:
    reference, size = part("t5", name), SIZES[0]
    theirs = theirs_with_two_tables(reference, size)
    theirs.save_pretrained(tmp_path)
    for mine, other, present in outputs(reference, theirs, load(tmp_path).model, size):
        assert_same(mine, other, present)


def test_a_head_without_a_table_in_the_files_is_the_token_table(tmp_path: Path) -> None:
    """As the library writes a model whose head it has tied, whatever config.json says."""
    reference = part("t5")
    theirs = oracle.make_theirs(reference, SIZES[0], seed=1)
    theirs.save_pretrained(tmp_path)
    loaded: Any = load(tmp_path).model
    assert loaded.lm.weight is loaded.token.weight
    assert loaded.config.tie_word_embeddings
    for mine, other, present in outputs(reference, theirs, loaded, SIZES[0]):
        assert_same(mine, other, present)


def test_a_tied_head_is_written_once(tmp_path: Path) -> None:
    from safetensors.torch import load_file

    save(oracle.random_model(SPEC), SPEC, tmp_path / "one")
    save(ours(SIZES[0]), SPEC, tmp_path / "two")
    held = [
        "lm_head.weight" in load_file(tmp_path / name / "model.safetensors")
        for name in ("one", "two")
    ]
    assert held == [False, True]


def test_gates_of_another_shape_are_rejected(tmp_path: Path) -> None:
    save(ours(SIZES[0]), SPEC, tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "feed_forward_proj": "relu"}))
    with pytest.raises(CheckpointError, match=r"DenseReluDense.wi.weight .*is missing"):
        load(tmp_path)


@pytest.mark.parametrize("prompt", [[5, 11, 7, 2, 30], [3]])
def test_a_text_is_that_of_the_reference(prompt: list[int], tmp_path: Path) -> None:
    """Token by token in numpy, with the gate and the unscaled states."""
    model = ours(SIZES[0])
    save(model, SPEC, tmp_path)
    theirs, _ = oracle.open_theirs(part("t5"), tmp_path, "")
    ids = best(list(generate(model, named(None), prompt, Sampling("greedy", 12))), 1.0)
    with torch.no_grad():
        expected = theirs.generate(
            torch.tensor([prompt]), max_new_tokens=12, do_sample=False, eos_token_id=None
        )
    assert ids == expected[0, 1:].tolist()


def test_positions_of_mt5_have_no_end() -> None:
    assert num_positions({"model_type": "mt5"}) == 512


def test_a_gated_model_learns() -> None:
    model = ours(SIZES[0], dropout_rate=0.1).train()
    example: ModelInput = oracle.fed(SPEC, oracle.random_input(61, 9))
    states = model(collate([example]))["decoder"]
    model.logits("lm", states).logsumexp(-1).sum().backward()
    gates = [weight for name, weight in model.named_parameters() if "gated" in name]
    assert len(gates) == 2 * SIZES[0].num_layers
    assert all(weight.grad is not None and weight.grad.abs().sum() > 0 for weight in gates)
    assert model.lm.weight.grad is not None
