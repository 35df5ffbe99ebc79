"""ALBERT's layers share weights as they are told, and are seen and switched off one by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from models.arch.albert import SHARING, SPEC, Albert, AlbertConfig
from models.checkpoints.checkpoint import load, save
from models.inference.trace import trace
from models.schema.batch import collate, num_parameters
from models.schema.parsing import parse_object
from models.schema.records import ModelInput
from tests.models import oracle
from tests.models.arch.test_parity import assert_streams_agree
from tests.models.oracle import ORACLES, SIZES

SIZE = SIZES[0]  # three layers
MILLION = 1_000_000
sharings = pytest.mark.parametrize("sharing", SHARING)


def config(sharing: str, **overrides: Any) -> AlbertConfig:
    return AlbertConfig.from_size(SIZE, sharing=sharing, **overrides)


def random_albert(sharing: str, seed: int = 0) -> Albert:
    model = Albert(config(sharing)).eval()
    oracle.scatter_weights(model, seed)
    return model


def on_meta(made_of: AlbertConfig) -> Albert:
    with torch.device("meta"):
        return Albert(made_of)


def example() -> ModelInput:
    return oracle.random_input(SIZE.vocab_size, 11, pair=True)


def published(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


# How many weights ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sharing", "millions"), [("all", 12), ("attention", 64), ("feed_forward", 38), ("none", 89)]
)
def test_every_sharing_has_the_millions_of_weights_that_the_paper_counts(
    sharing: str, millions: int
) -> None:
    """Table 4 of the paper, for a token table 128 wide; its roundings go up and down."""
    heads = {head.name for head in SPEC.heads}
    named = on_meta(AlbertConfig(sharing=sharing)).named_parameters()
    base = sum(p.numel() for name, p in named if name.split(".")[0] not in heads)
    assert base == pytest.approx(millions * MILLION, abs=0.7 * MILLION)


def test_a_narrow_table_saves_what_the_paper_says() -> None:
    """V x H against V x E + E x H."""
    wide, narrow = (on_meta(AlbertConfig(embedding_size=width)) for width in (768, 128))
    assert num_parameters(wide.embeddings.token) == 30_000 * 768
    assert num_parameters(narrow.embeddings.token) == 30_000 * 128
    assert narrow.project.weight.numel() == 128 * 768


@pytest.mark.parametrize(
    ("sharing", "attentions", "feed_forwards"),
    [("all", 1, 1), ("attention", 1, 3), ("feed_forward", 3, 1), ("none", 3, 3)],
)
def test_a_shared_weight_is_one_parameter_and_every_layer_has_its_own_taps(
    sharing: str, attentions: int, feed_forwards: int
) -> None:
    model = random_albert(sharing)
    names = [name.split(".")[2] for name, _ in model.named_parameters() if "blocks" in name]
    assert names.count("attention") == 4 * attentions
    assert names.count("attention_norm") == 2 * attentions
    assert names.count("feed_forward") == 4 * feed_forwards
    assert names.count("feed_forward_norm") == 2 * feed_forwards
    assert len(set(model.attention_taps("encoder"))) == SIZE.num_layers
    assert len(set(model.hidden_taps("encoder"))) == SIZE.num_layers + 1


def test_neighbouring_layers_run_the_same_block() -> None:
    made_of = AlbertConfig(num_hidden_layers=6, num_hidden_groups=3)
    assert made_of.block_of == (0, 0, 1, 1, 2, 2)
    assert AlbertConfig(num_hidden_layers=3, num_hidden_groups=2).block_of == (0, 0, 1)


# Which setting is said how ------------------------------------------------------------------------


@pytest.mark.parametrize(("sharing", "groups"), [("all", 1), ("none", 3)])
def test_what_the_number_of_groups_says_needs_no_further_key(sharing: str, groups: int) -> None:
    written = parse_object(config(sharing).to_json())
    assert written["num_hidden_groups"] == groups
    assert "sharing" not in written


@pytest.mark.parametrize("sharing", ["attention", "feed_forward"])
def test_half_a_block_shared_is_a_key_of_its_own(sharing: str) -> None:
    written = parse_object(config(sharing).to_json())
    assert written["sharing"] == sharing
    assert written["num_hidden_groups"] == SIZE.num_layers


def test_a_published_config_is_understood_whole() -> None:
    published = """{"architectures": ["AlbertForMaskedLM"], "attention_probs_dropout_prob": 0,
        "bos_token_id": 2, "classifier_dropout_prob": 0.1, "down_scale_factor": 1,
        "embedding_size": 128, "eos_token_id": 3, "gap_size": 0, "hidden_act": "gelu_new",
        "hidden_dropout_prob": 0, "hidden_size": 768, "initializer_range": 0.02,
        "inner_group_num": 1, "intermediate_size": 3072, "layer_norm_eps": 1e-12,
        "max_position_embeddings": 512, "model_type": "albert", "net_structure_type": 0,
        "num_attention_heads": 12, "num_hidden_groups": 1, "num_hidden_layers": 12,
        "num_memory_blocks": 0, "pad_token_id": 0, "type_vocab_size": 2, "vocab_size": 30000}"""
    assert AlbertConfig.from_json(published) == (AlbertConfig(), ())
    with pytest.raises(ValueError, match="inner_group_num = 2 is a variant"):
        AlbertConfig.from_json('{"inner_group_num": 2}')


@sharings
@pytest.mark.parametrize("num_layers", [1, 2, 5])
def test_every_sharing_survives_its_config_json(sharing: str, num_layers: int) -> None:
    made_of = AlbertConfig.from_size(replace(SIZE, num_layers=num_layers), sharing=sharing)
    again, unknown = AlbertConfig.from_json(made_of.to_json(model_type="albert"))
    assert again == made_of
    assert unknown == ()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"sharing": "half"}, "sharing must be one of"),
        ({"num_hidden_groups": 0}, "num_hidden_groups must lie in 1 to 12"),
        ({"num_hidden_groups": 13}, "num_hidden_groups must lie in 1 to 12"),
    ],
    ids=str,
)
def test_an_impossible_sharing_is_rejected(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        AlbertConfig(**wrong)


# Files --------------------------------------------------------------------------------------------


@sharings
def test_every_sharing_computes_the_same_in_the_reference(sharing: str, tmp_path: Path) -> None:
    model = random_albert(sharing)
    save(model, SPEC, tmp_path)
    theirs, report = oracle.open_theirs(ORACLES["albert"][""], tmp_path, "")
    assert not report["missing_keys"]
    assert not report["unexpected_keys"]
    assert_streams_agree(SPEC, model, {"": theirs}, SIZE)


@sharings
def test_every_sharing_is_loaded_as_it_was_saved(sharing: str, tmp_path: Path) -> None:
    model = random_albert(sharing)
    save(model, SPEC, tmp_path)
    loaded: Any = load(tmp_path).model
    assert loaded.config == model.config
    assert num_parameters(loaded) == num_parameters(model)
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, loaded.state_dict()[name]), name


def test_files_with_all_shared_hold_one_block(tmp_path: Path) -> None:
    save(random_albert("all"), SPEC, tmp_path)
    groups = {name.split(".")[3] for name in published(tmp_path) if "layer_groups" in name}
    assert groups == {"0"}


def test_shares_that_somebody_trained_apart_are_loaded_apart(tmp_path: Path) -> None:
    save(random_albert("attention"), SPEC, tmp_path)
    tensors = published(tmp_path)
    changed = "albert.encoder.albert_layer_groups.1.albert_layers.0.attention.dense.weight"
    tensors[changed] = tensors[changed] + 1
    save_file(tensors, tmp_path / "model.safetensors", metadata={"format": "pt"})
    loaded: Any = load(tmp_path).model
    assert loaded.config.sharing == "none"
    weights = [block.attention.output.weight for block in loaded.blocks]
    assert torch.equal(weights[1], weights[0] + 1)
    assert torch.equal(weights[2], weights[0])


# Layer by layer -----------------------------------------------------------------------------------


def test_switching_off_a_head_leaves_the_layers_that_share_its_weights_alone() -> None:
    """As in a model whose layers have copies of the weights, one of them without the head."""
    shared, apart = random_albert("all"), random_albert("none")
    with torch.no_grad():
        for block in apart.blocks:
            block.load_state_dict(shared.blocks[0].state_dict())
        rest = {k: v for k, v in shared.state_dict().items() if not k.startswith("blocks.")}
        apart.load_state_dict(rest, strict=False)
        apart.blocks[2].attention.output.weight[:, 8:16] = 0.0  # type: ignore[index,union-attr]
    found = trace(shared, SPEC, example(), ablate=[("encoder", 2, 1)])
    expected = trace(apart, SPEC, example())
    untouched = trace(shared, SPEC, example())
    hidden, before = found.streams["encoder"].hidden, untouched.streams["encoder"].hidden
    assert hidden is not None
    assert before is not None
    assert np.array_equal(hidden[:3], before[:3])
    assert np.abs(hidden[3] - before[3]).max() > 1e-3
    np.testing.assert_allclose(hidden, expected.streams["encoder"].hidden, atol=1e-5)
    for head, logits in found.logits.items():
        np.testing.assert_allclose(logits, expected.logits[head], atol=1e-5)


def test_layers_with_the_same_weights_attend_to_different_places() -> None:
    attention = trace(random_albert("all"), SPEC, example()).streams["encoder"].attention
    assert attention is not None
    assert np.abs(attention[0] - attention[1]).max() > 1e-3


@sharings
def test_what_is_shared_is_trained_by_all_its_layers(sharing: str) -> None:
    """The gradient of a shared weight is the sum of those of its copies in the layers."""
    model, apart = random_albert(sharing), random_albert("none")
    with torch.no_grad():
        copies = {name: p for name, p in model.state_dict().items() if "blocks" not in name}
        apart.load_state_dict(copies, strict=False)
        for layer, block in enumerate(apart.blocks):
            block.load_state_dict(model.blocks[model.config.block_of[layer]].state_dict())
    batch = collate([example()])
    for one in (model, apart):
        one(batch)["encoder"].square().sum().backward()
    for part in ("attention.qkv", "feed_forward.narrow"):
        gradients = [block.get_submodule(part).weight.grad for block in apart.blocks]
        mine = {id(w): w for w in (b.get_submodule(part).weight for b in model.blocks)}
        total = sum(weight.grad for weight in mine.values())
        torch.testing.assert_close(total, sum(gradients), rtol=1e-4, atol=1e-4)
