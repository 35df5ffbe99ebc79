"""DeBERTa beyond parity: its terms, its mask decoder, and the ways its files are written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers.models.deberta_v2.modeling_deberta_v2 import make_log_bucket_position

from models.arch.deberta import POSITION_TABLE, DebertaConfig
from models.checkpoints.checkpoint import CheckpointError, load, save
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.layers.disentangled import POSITION_TERMS, log_bucket, relative_rows
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.records import FloatArray, ModelInput
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle
from tests.models.oracle import ORACLES, SIZES

ARCHITECTURES = catalog().architectures
V1, V2 = ARCHITECTURES["deberta"], ARCHITECTURES["deberta-v2"]
versions = pytest.mark.parametrize("spec", [V1, V2], ids=["v1", "v2"])
SIZE = SIZES[0]
LENGTH = 19
TOLERANCE = 1e-5


@pytest.fixture
def example() -> ModelInput:
    return oracle.random_input(SIZE.vocab_size, LENGTH, pair=True)


def new(spec: ArchSpec, **config: Any) -> Any:
    """A random model; version 2 with so few buckets that most distances share theirs."""
    if spec is V2:
        config = {"position_buckets": 6, **config}
    model = spec.model_class(spec.config_class.from_size(SIZE, **config)).eval()
    oracle.scatter_weights(model, 0)
    return model


def assert_close(first: Any, second: Any) -> None:
    np.testing.assert_allclose(first, second, rtol=TOLERANCE, atol=TOLERANCE)


def softmax(scores: FloatArray) -> FloatArray:
    exponents = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: FloatArray = exponents / exponents.sum(axis=-1, keepdims=True)
    return weights


# The three terms ----------------------------------------------------------------------------------


@versions
def test_the_terms_add_up_to_what_the_softmax_sees(spec: ArchSpec, example: ModelInput) -> None:
    found = trace(new(spec), spec, example)
    assert list(found.streams) == ["emd", "encoder"]
    for stream in found.streams.values():
        assert tuple(stream.extra) == ("c2c", *POSITION_TERMS)
        assert stream.attention is not None
        assert all(term.shape == stream.attention.shape for term in stream.extra.values())
        assert_close(softmax(sum(stream.extra.values())), stream.attention)  # type: ignore[arg-type]


def heads_of(x: Tensor) -> Tensor:
    """(T, D) -> (H, T, K)."""
    return x.view(len(x), SIZE.num_heads, -1).transpose(0, 1)


def contents(attention: Any, x: Tensor) -> tuple[Tensor, Tensor]:
    """Query and key (H, T, K) of the contents, written out for either version."""
    if hasattr(attention, "query_bias"):
        packed = heads_of(x @ attention.qkv.weight.T)  # (H, T, 3K), head by head
        query, key, _ = packed.chunk(3, dim=-1)
        return query + heads_of(attention.query_bias[None]), key
    query, key, _ = (heads_of(part) for part in attention.qkv(x).chunk(3, dim=-1))
    return query, key


def positions(model: Any) -> tuple[Tensor, Tensor]:
    """Query and key (H, 2S, K) of every relative position, written out for either version."""
    attention, table = model.layers[0].attention, model.relative.weight
    if hasattr(attention, "query_bias"):
        return heads_of(attention.table_query(table)), heads_of(attention.table_key(table))
    query, key = contents(attention, model.relative_norm(table))
    return query, key


@versions
def test_each_term_is_that_of_the_code(spec: ArchSpec, example: ModelInput) -> None:
    """c2p is query i by the key of i - j; p2c is key j by the query of i - j, and not of j - i."""
    model = new(spec)
    found = trace(model, spec, example).streams["encoder"]
    assert found.hidden is not None
    scale = (3 * SIZE.width // SIZE.num_heads) ** -0.5
    places = np.arange(LENGTH)
    distance = places[:, None] - places
    span = model.relative.num_embeddings // 2
    if spec is V2:
        distance = log_bucket(torch.from_numpy(distance), span, SIZE.num_positions).numpy()
    with torch.no_grad():
        query, key = contents(model.layers[0].attention, torch.tensor(found.hidden[0]))
        table_query, table_key = positions(model)
    row = torch.tensor(distance + span).clamp(0, 2 * span - 1)
    expected = {
        "c2c": torch.einsum("hik,hjk->hij", query, key),
        "c2p": torch.einsum("hik,hijk->hij", query, table_key[:, row]),
        "p2c": torch.einsum("hjk,hijk->hij", key, table_query[:, row]),
    }
    for term, scores in expected.items():
        assert_close(found.extra[term][0], scores * scale)


@versions
@pytest.mark.parametrize("ablated", [("c2c",), ("c2p",), ("p2c",), ("c2p", "p2c")], ids=str)
def test_a_silent_term_adds_nothing(
    spec: ArchSpec, ablated: Sequence[str], example: ModelInput
) -> None:
    model = new(spec)
    found = trace(model, spec, example, ablate_extras=ablated)
    untouched = trace(model, spec, example)
    for stream in found.streams.values():
        assert not any(stream.extra[term].any() for term in ablated)
        assert_close(softmax(sum(stream.extra.values())), stream.attention)  # type: ignore[arg-type]
    unseen = trace(model, spec, example, ("logits",), ablate_extras=ablated)
    assert_close(unseen.logits["mlm"], found.logits["mlm"])
    assert np.abs(found.logits["mlm"] - untouched.logits["mlm"]).max() > TOLERANCE


@versions
def test_without_terms_of_position_the_order_of_words_does_not_matter(spec: ArchSpec) -> None:
    """What one term alone carries is gone with it."""
    model = new(spec, **({"conv_kernel_size": 0} if spec is V2 else {}))
    example = oracle.random_input(SIZE.vocab_size, LENGTH)
    turned = replace(example, input_ids=example.input_ids[::-1].copy())
    ablated: dict[str, Any] = {"ablate_extras": ("c2p", "p2c"), "without": ("emd",)}
    assert_close(
        trace(model, spec, turned, **ablated).logits["mlm"][::-1],
        trace(model, spec, example, **ablated).logits["mlm"],
    )
    hearing = [
        trace(model, spec, item, without=("emd",)).logits["mlm"] for item in (turned, example)
    ]
    assert np.abs(hearing[0][::-1] - hearing[1]).max() > 100 * TOLERANCE


@versions
def test_the_fused_path_learns_what_the_open_path_learns(
    spec: ArchSpec, example: ModelInput
) -> None:
    """Gradients of every weight, with padding."""
    gradients = []
    for paths in ([], ["layers.0.attention.weights", "layers.2.attention.c2p"]):
        model = new(spec)
        batch = collate([example, oracle.random_input(SIZE.vocab_size, 4)])
        with record_taps(model, paths):
            states = model(batch)
        loss = sum(state[batch.present].square().sum() for state in states.values())
        (loss + model.logits("mlm", states["emd"][0]).square().sum()).backward()
        gradients.append({name: weight.grad for name, weight in model.named_parameters()})
    for name, gradient in gradients[0].items():
        torch.testing.assert_close(gradient, gradients[1][name], rtol=1e-3, atol=1e-3, msg=name)


@versions
@pytest.mark.parametrize("paths", [[], ["layers.0.attention.weights"]], ids=["fused", "open"])
@pytest.mark.parametrize("dropped", ["dropout", "table_dropout"])
def test_attention_and_the_table_are_dropped_while_it_learns_and_not_otherwise(
    spec: ArchSpec, paths: list[str], dropped: str, example: ModelInput
) -> None:
    model = new(spec, attention_probs_dropout_prob=0.0, hidden_dropout_prob=0.0)
    setattr(model.layers[0].attention, dropped, 0.5)
    batch = collate([example])
    for training in (True, False):
        model.train(training)
        with record_taps(model, paths):
            one, two = (model(batch)["encoder"] for _ in range(2))
        assert torch.equal(one, two) != training


# Relative positions -------------------------------------------------------------------------------


@pytest.mark.parametrize(("distance", "bucket"), [(200, 169), (300, 207), (511, 255), (128, 128)])
def test_far_distances_share_the_published_buckets(distance: int, bucket: int) -> None:
    both = torch.tensor([distance, -distance])
    assert log_bucket(both, 256, 512).tolist() == [bucket, -bucket]


@pytest.mark.parametrize("num_buckets", [4, 6, 8, 9, 17, 32, 50, 256])
@pytest.mark.parametrize("max_distance", [8, 9, 24, 43, 64, 512])
def test_buckets_are_those_of_the_reference(num_buckets: int, max_distance: int) -> None:
    distance = torch.arange(1 - max_distance, max_distance)
    theirs = make_log_bucket_position(distance, num_buckets, max_distance)
    assert torch.equal(log_bucket(distance, num_buckets, max_distance), theirs.long())


def test_only_the_rows_that_a_text_uses_are_taken() -> None:
    first, end, index = relative_rows(4, span=100)
    assert (first, end) == (97, 104)
    assert index.tolist() == [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]


def test_what_is_out_of_reach_has_the_outermost_row() -> None:
    first, end, index = relative_rows(5, span=2)
    assert (first, end) == (0, 4)
    assert index[:, 0].tolist() == [2, 3, 3, 3, 3]
    assert index[0].tolist() == [2, 1, 0, 0, 0]


# The enhanced mask decoder ------------------------------------------------------------------------


class Asked(nn.Module):
    """Version 1's packed projection, whose queries come from other states than keys and values.

    The reference has a way for that which does not run (it transposes three axes as if two).
    """

    def __init__(self, projection: nn.Linear, asking: Tensor) -> None:
        super().__init__()
        self.projection, self.asking = projection, asking

    def forward(self, x: Tensor) -> Tensor:
        packed, queries = (
            self.projection(states).unflatten(-1, (SIZE.num_heads, 3, -1))
            for states in (x, self.asking)
        )
        return torch.cat([queries[..., :1, :], packed[..., 1:, :]], dim=-2).flatten(-3)


def theirs_once_more(theirs: Any, below: Tensor, asking: Tensor) -> Tensor:
    """The last layer of the reference, asked by other states: (1, T, D) -> (1, T, D)."""
    encoder, layer = theirs.deberta.encoder, theirs.deberta.encoder.layer[-1]
    mask = encoder.get_attention_mask(torch.ones(below.shape[:2]))
    found = {
        "relative_pos": encoder.get_rel_pos(below),
        "rel_embeddings": encoder.get_rel_embedding(),
    }
    if hasattr(layer.attention.self, "query_proj"):
        output: Tensor = layer(below, mask, query_states=asking, **found)[0]
        return output
    projection = layer.attention.self.in_proj
    layer.attention.self.in_proj = Asked(projection, asking)
    seen = layer.attention.output(layer.attention.self(below, mask, **found)[0], asking)
    layer.attention.self.in_proj = projection
    output = layer.output(layer.intermediate(seen), seen)
    return output


@versions
def test_the_mask_decoder_is_the_last_layer_twice_more(
    spec: ArchSpec, example: ModelInput, tmp_path: Path
) -> None:
    """Keys and values below the last layer; asked by them and the absolute positions at first."""
    model = new(spec)
    save(model, spec, tmp_path)
    theirs, _ = oracle.open_theirs(ORACLES[spec.name][""], tmp_path, "")
    found = trace(model, spec, example)
    emd, encoder = found.streams["emd"], found.streams["encoder"]
    assert emd.hidden is not None
    assert encoder.hidden is not None
    below = torch.tensor(encoder.hidden[-2])[None]
    with torch.no_grad():
        asking = below + load_file(tmp_path / "model.safetensors")[POSITION_TABLE][:LENGTH]
        expected = [asking]
        for _ in range(2):
            expected.append(theirs_once_more(theirs, below, expected[-1]))
        assert_close(emd.hidden, torch.cat(expected))
        assert_close(found.logits["mlm"], model.logits("mlm", expected[-1][0]))


@versions
def test_with_one_layer_it_stands_on_the_embeddings(spec: ArchSpec, example: ModelInput) -> None:
    model = new(spec, num_hidden_layers=1)
    found = trace(model, spec, example).streams
    emd, encoder = found["emd"].hidden, found["encoder"].hidden
    assert emd is not None
    assert encoder is not None
    table = model.emd.position.weight.detach().numpy()
    assert_close(emd[0], encoder[0] + table[:LENGTH])


@versions
def test_the_head_is_comparable_with_and_without_it(spec: ArchSpec, example: ModelInput) -> None:
    model = new(spec)
    whole = trace(model, spec, example)
    alone = trace(model, spec, example, without=("emd",))
    assert list(alone.streams) == ["encoder"]
    assert_close(alone.streams["encoder"].hidden, whole.streams["encoder"].hidden)
    last = torch.tensor(alone.streams["encoder"].hidden)[-1]
    with torch.no_grad():
        assert_close(alone.logits["mlm"], model.logits("mlm", last))
    assert np.abs(alone.logits["mlm"] - whole.logits["mlm"]).max() > 0.1


def test_a_stream_that_heads_need_cannot_be_left_out(example: ModelInput) -> None:
    with pytest.raises(ValueError, match="DeBERTa cannot do without encoder"):
        trace(new(V1), V1, example, without=("encoder",))


@versions
def test_absolute_positions_reach_the_mask_decoder_alone(
    spec: ArchSpec, example: ModelInput
) -> None:
    model = new(spec)
    before = trace(model, spec, example)
    with torch.no_grad():
        model.emd.position.weight.copy_(model.emd.position.weight.flip(0))
    after = trace(model, spec, example)
    assert np.array_equal(before.streams["encoder"].hidden, after.streams["encoder"].hidden)  # type: ignore[arg-type]
    assert np.abs(before.logits["mlm"] - after.logits["mlm"]).max() > 0.1


@versions
def test_a_head_is_switched_off_in_one_pass_alone(spec: ArchSpec, example: ModelInput) -> None:
    """Though all three passes through the last layer have the same weights."""
    model = new(spec)
    before, after = trace(model, spec, example), trace(model, spec, example, ablate=[("emd", 1, 2)])
    assert_close(after.streams["encoder"].hidden, before.streams["encoder"].hidden)
    first, second = before.streams["emd"].hidden, after.streams["emd"].hidden
    assert first is not None
    assert second is not None
    assert_close(first[:2], second[:2])
    assert np.abs(first[2] - second[2]).max() > TOLERANCE


# Files --------------------------------------------------------------------------------------------


@versions
def test_files_with_a_position_table_have_a_mask_decoder(spec: ArchSpec, tmp_path: Path) -> None:
    """As the authors' files: config.json does not speak of it, and the head has their name."""
    model = new(spec)
    save(model, spec, tmp_path)
    rename_head(tmp_path)
    forget(tmp_path, "enhanced_mask_decoder")
    loaded = load(tmp_path)
    assert loaded.streams == ("emd", "encoder")
    assert loaded.heads == ("mlm",)
    assert loaded.report.unexpected == loaded.report.missing == ()
    assert loaded.model.config == model.config
    assert set(loaded.report.ignored) == {"pooler.dense.weight"}
    batch = Batch(torch.tensor([[3, 1, 4, 1, 5]]))
    with torch.no_grad():
        assert torch.equal(model(batch)["emd"], loaded.model(batch)["emd"])


def rename_head(folder: Path) -> None:
    """Give the head the authors' names, and put their pooler beside it."""
    tensors = load_file(folder / "model.safetensors")
    for name in [name for name in tensors if name.startswith("cls.predictions.")]:
        short = name.removeprefix("cls.predictions.").removeprefix("transform.")
        tensors[f"lm_predictions.lm_head.{short}"] = tensors.pop(name)
    tensors["pooler.dense.weight"] = torch.zeros(2, 2)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})


def forget(folder: Path, *keys: str, **others: Any) -> None:
    """Take keys out of config.json, and put others in."""
    path = folder / "config.json"
    kept = {key: value for key, value in json.loads(path.read_text()).items() if key not in keys}
    path.write_text(json.dumps({**kept, **others}))


@versions
def test_a_mask_decoder_that_config_json_denies_is_not_there(
    spec: ArchSpec, tmp_path: Path
) -> None:
    save(new(spec), spec, tmp_path)
    forget(tmp_path, enhanced_mask_decoder=False)
    loaded = load(tmp_path)
    assert loaded.streams == ("encoder",)
    assert loaded.report.unexpected == (POSITION_TABLE,)


@versions
def test_the_other_name_of_the_head_opens_too(spec: ArchSpec, tmp_path: Path) -> None:
    """transformers writes it where it is told that the checkpoint is not a legacy one."""
    part = ORACLES[spec.name][""]
    config = part.config(SIZE)
    config.legacy = False
    theirs = part.model(config).eval()
    oracle.scatter_weights(theirs, 0)
    theirs.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.report.unknown_config_keys == ()
    batch = collate([oracle.random_input(SIZE.vocab_size, LENGTH)])
    ours = oracle.run_ours(spec, "encoder", loaded.model, batch).logits["mlm"]
    assert_close(ours, oracle.run_theirs(part, theirs, batch).logits["mlm"])


VARIANTS: list[dict[str, Any]] = [
    {"conv_kernel_size": 0},
    {"share_att_key": False, "norm_rel_ebd": "none"},
    {"position_buckets": -1, "max_relative_positions": 7, "conv_act": "tanh"},
    {"conv_kernel_size": 5, "type_vocab_size": 2},
]


@pytest.mark.parametrize("config", VARIANTS, ids=lambda config: "-".join(config))
def test_every_variant_of_version_2_opens_there(
    config: dict[str, Any], example: ModelInput, tmp_path: Path
) -> None:
    model = new(V2, **config)
    save(model, V2, tmp_path)
    part = ORACLES["deberta-v2"][""]
    theirs, report = oracle.open_theirs(part, tmp_path, "")
    assert not report["missing_keys"]
    assert not report["unexpected_keys"]
    batch = replace(collate([example]), without=("emd",))
    ours = oracle.run_ours(V2, "encoder", model, batch).logits["mlm"]
    assert_close(ours, oracle.run_theirs(part, theirs, batch).logits["mlm"])


@versions
@pytest.mark.parametrize(
    "strange",
    [
        {"relative_attention": False},
        {"position_biased_input": True},
        {"pos_att_type": ["c2p", "p2p"]},
        {"pos_att_type": []},
        {"pos_att_type": None},
        {"embedding_size": 16},
        {"attention_head_size": 4},
        {"enhanced_mask_decoder": "yes"},
    ],
    ids=str,
)
def test_a_variant_that_computes_otherwise_is_rejected(
    spec: ArchSpec, strange: dict[str, Any], tmp_path: Path
) -> None:
    save(new(spec), spec, tmp_path)
    forget(tmp_path, **strange)
    with pytest.raises(CheckpointError, match=next(iter(strange)).removeprefix("attention_")[:4]):
        load(tmp_path)


def test_version_2_has_both_terms(tmp_path: Path) -> None:
    save(new(V2), V2, tmp_path)
    forget(tmp_path, pos_att_type=["c2p"])
    with pytest.raises(CheckpointError, match="pos_att_type"):
        load(tmp_path)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("term", ["c2p", "p2c"])
def test_one_term_of_positions_alone_is_that_of_the_reference(
    term: str, size: Size, tmp_path: Path
) -> None:
    """Each term left out is an ablation of the paper; the scale counts those that are left."""
    model = V1.model_class(V1.config_class.from_size(size, pos_att_type=term)).eval()
    oracle.scatter_weights(model, 0)
    save(model, V1, tmp_path)
    part = ORACLES["deberta"][""]
    theirs, report = oracle.open_theirs(part, tmp_path, "")
    assert not report["missing_keys"]
    assert not report["unexpected_keys"]
    loaded = load(tmp_path)
    assert loaded.model.config.pos_att_type == term
    length = min(LENGTH, size.num_positions)
    example = oracle.random_input(size.vocab_size, length, pair=True)
    found = trace(loaded.model, V1, example).streams["encoder"]
    assert tuple(found.extra) == ("c2c", term)
    assert found.attention is not None
    assert_close(softmax(sum(found.extra.values())), found.attention)  # type: ignore[arg-type]
    batch = replace(collate([example]), without=("emd",))
    ours = oracle.run_ours(V1, "encoder", loaded.model, batch)
    published = oracle.run_theirs(part, theirs, batch)
    assert_close(ours.logits["mlm"], published.logits["mlm"])


@versions
@pytest.mark.parametrize("key", ["relative_attention", "position_biased_input", "pos_att_type"])
def test_what_config_json_does_not_say_is_what_the_reference_takes_it_for(
    spec: ArchSpec, key: str, tmp_path: Path
) -> None:
    """Its defaults are no published checkpoint."""
    save(new(spec), spec, tmp_path)
    forget(tmp_path, key)
    with pytest.raises(CheckpointError, match=key):
        load(tmp_path)


@pytest.mark.parametrize("value", ["c2p|p2c", "p2c|c2p", ["p2c", "c2p"]], ids=str)
def test_the_terms_are_read_in_every_spelling(value: Any) -> None:
    text = new(V1).config.to_json()
    config, unknown = DebertaConfig.from_json(
        json.dumps({**json.loads(text), "pos_att_type": value})
    )
    assert config == new(V1).config
    assert unknown == ()
