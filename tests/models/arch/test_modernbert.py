"""What is ModernBERT's own: windows that are computed as such, two θ, files of both versions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers

from models.arch.modernbert import FULL, SLIDING, SPEC, ModernBertConfig, visibility
from models.checkpoints.checkpoint import CheckpointError, load, save, save_task
from models.inference.trace import trace
from models.inside.record import record, stages_of_stream
from models.layers.long_texts.sliding_window import LEAST_BLOCK, WindowAttention
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.meta_models import BETWEEN_TOKENS, meta_model, operations
from models.schema.records import ModelInput
from tests.models import oracle
from tests.models.oracle import SIZES

LONG = Size(97, width=32, num_layers=4, num_heads=4, inner=48, num_positions=512)
PART = replace(
    oracle.ORACLES["modernbert"][""],
    config=lambda size: transformers.ModernBertConfig(
        **oracle._bert_like(size), local_attention=46, pad_token_id=None
    ),
)


def texts(*lengths: int) -> Batch:
    rng = np.random.default_rng(0)
    return collate([oracle.model_input(rng.integers(5, 97, n).tolist()) for n in lengths])


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """A model of ours and of theirs, whose windows have 23 tokens on each side."""
    folder = tmp_path_factory.mktemp("modernbert")
    theirs = oracle.save_theirs({"": PART}, LONG, folder)[""]
    return load(folder).model, theirs


@pytest.mark.parametrize("lengths", [(70,), (100,), (299,), (300, 41, 161), (93, 92), (256, 1)])
def test_long_texts_in_blocks_have_the_states_of_the_reference(
    pair: tuple[Any, Any], lengths: tuple[int, ...]
) -> None:
    ours, theirs = pair
    batch = texts(*lengths)
    with torch.inference_mode():
        found = ours(batch)["encoder"]
        logits = ours.logits("mlm", found)
    expected = oracle.run_theirs(PART, theirs, batch)
    present = torch.ones_like(batch.input_ids, dtype=torch.bool)
    present = present if batch.present is None else batch.present
    for mine, other in ((found, expected.hidden[-1]), (logits, expected.logits["mlm"])):
        torch.testing.assert_close(mine[present], other[present], rtol=1e-5, atol=1e-5)
        assert torch.isfinite(mine).all()


def test_gradients_of_blocks_are_those_of_all_scores(pair: tuple[Any, Any]) -> None:
    ours, _ = pair
    batch = texts(200, 90)
    assert batch.present is not None
    found = []
    for block in (23, 10_000):  # in blocks of 23, and without any
        for layer in ours.layers:
            layer.attention.block = block
        ours.zero_grad()
        states = ours(batch)["encoder"][batch.present]
        states.square().sum().backward()
        found.append([weight.grad.clone() for weight in ours.layers.parameters()])
    for layer in ours.layers:
        layer.attention.block = 23
    for first, last in zip(*found, strict=True):
        torch.testing.assert_close(first, last, rtol=1e-4, atol=1e-4)


def test_what_is_far_outside_of_the_windows_of_all_layers_changes_nothing() -> None:
    config = ModernBertConfig.from_size(
        LONG, layer_types=(SLIDING,) * LONG.num_layers, local_attention=20
    )
    model = SPEC.model_class(config).eval()
    one = texts(300)
    ids = one.input_ids.clone()
    ids[0, 250] = (ids[0, 250] + 1) % 97
    with torch.inference_mode():
        before, after = (
            model(replace(one, input_ids=x))["encoder"][0] for x in (one.input_ids, ids)
        )
    changed = (before != after).any(-1).nonzero().flatten().tolist()
    reach = config.reach * LONG.num_layers
    assert min(changed) >= 250 - reach
    assert max(changed) <= 250 + reach
    assert len(changed) > reach


def test_the_cost_of_windows_grows_with_the_length_and_that_of_all_tokens_with_its_square() -> None:
    def compared(kind: str, length: int) -> int:
        config = ModernBertConfig.from_size(LONG, layer_types=(kind,) * LONG.num_layers)
        return operations(SPEC, meta_model(SPEC, config), length)[BETWEEN_TOKENS]

    assert compared(FULL, 4096) == 4 * compared(FULL, 2048)
    assert compared(SLIDING, 4096) == 2 * compared(SLIDING, 2048)
    assert compared(SLIDING, 192) == compared(FULL, 192)
    assert compared(SLIDING, 4096) < compared(FULL, 4096) / 20


def test_a_block_is_as_long_as_the_window_reaches_and_never_tiny() -> None:
    shape = ModernBertConfig.from_size(LONG).attention_shape
    assert WindowAttention(shape, 64).block == 64
    assert WindowAttention(shape, 3).block == LEAST_BLOCK


def test_every_third_layer_sees_all_and_the_others_a_window() -> None:
    config = ModernBertConfig(num_hidden_layers=7, local_attention=4)
    assert config.kinds == (FULL, SLIDING, SLIDING, FULL, SLIDING, SLIDING, FULL)
    text = oracle.model_input(list(range(5, 12)))
    assert visibility(text, config, 0) is None
    near = visibility(text, config, 1)
    assert near is not None
    assert near[3].tolist() == [False, True, True, True, True, True, False]


def test_recorded_and_not_recorded_it_computes_the_same(pair: tuple[Any, Any]) -> None:
    ours, _ = pair
    rng = np.random.default_rng(1)
    text = ModelInput.clean(oracle.model_input(rng.integers(5, 97, 150).tolist()).encoding)
    with torch.inference_mode():
        alone = ours(collate([text]))["encoder"][0]
    recorded = trace(ours, SPEC, text).streams["encoder"]
    assert recorded.hidden is not None
    np.testing.assert_allclose(recorded.hidden[-1], alone.numpy(), rtol=1e-4, atol=1e-5)


def test_a_window_is_a_mask_among_the_steps_of_its_layers(pair: tuple[Any, Any]) -> None:
    ours, _ = pair
    text = oracle.model_input(list(range(5, 65)))
    stages = stages_of_stream(ours, record(ours, SPEC, text), "encoder")
    masked = {stage.path for stage in stages if stage.title == "Attention mask"}
    assert masked == {"layers.1.attention", "layers.2.attention"}
    turned = [stage for stage in stages if stage.title == "Rotation of the queries"]
    assert len(turned) == LONG.num_layers


# Files --------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    oracle.save_theirs({"": oracle.ORACLES["modernbert"][""]}, SIZES[0], tmp_path)
    return tmp_path


def edit(folder: Path, **entries: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **entries}))


def test_both_ways_to_write_theta_are_read(folder: Path) -> None:
    kinds = {
        FULL: {"rope_type": "default", "rope_theta": 5000.0},
        SLIDING: {"rope_type": "default", "rope_theta": 70.0},
    }
    edit(folder, rope_parameters=kinds)
    config: Any = load(folder).model.config
    assert (config.global_rope_theta, config.local_rope_theta) == (5000.0, 70.0)
    edit(folder, rope_parameters=None, global_rope_theta=6000.0, local_rope_theta=80)
    again = load(folder)
    config = again.model.config
    assert (config.global_rope_theta, config.local_rope_theta) == (6000.0, 80.0)
    save(again.model, SPEC, folder / "saved")
    theirs = transformers.AutoConfig.from_pretrained(folder / "saved")
    assert theirs.rope_parameters[FULL]["rope_theta"] == 6000.0
    assert theirs.rope_parameters[SLIDING]["rope_theta"] == 80.0


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"rope_parameters": {FULL: {"rope_type": "yarn"}}}, "rope_type = 'yarn'"),
        ({"rope_parameters": {SLIDING: 7}}, "sliding_attention of rope_parameters"),
        ({"rope_parameters": 7}, "rope_parameters must be an object"),
        ({"rope_scaling": {"rope_type": "linear", "factor": 2}}, "rope_scaling is not supported"),
        ({"layer_types": ["full_attention"]}, "layer_types has 1 layers"),
        ({"layer_types": ["linear_attention"] * 3}, "'linear_attention' of layer_types"),
        ({"global_attn_every_n_layers": 0}, "global_attn_every_n_layers"),
        ({"rope_parameters": {FULL: {"rope_theta": 0.5}}}, "rope_theta must lie above 1"),
        ({"hidden_activation": "mish"}, "unknown activation 'mish'"),
        ({"num_attention_heads": 5}, "num_attention_heads = 5"),
    ],
)
def test_what_is_not_supported_is_refused_by_its_name(
    folder: Path, entries: dict[str, Any], sentence: str
) -> None:
    edit(folder, **entries)
    with pytest.raises(CheckpointError, match=sentence):
        load(folder)


def test_entries_that_its_class_does_not_read_are_none_of_the_unknown(folder: Path) -> None:
    edit(folder, position_embedding_type="sans_pos", reference_compile=None, layer_norm_eps=1e-5)
    assert load(folder).report.unknown_config_keys == ()


def test_a_head_of_its_own_is_read_and_written(tmp_path: Path) -> None:
    config = oracle.ORACLES["modernbert"][""].config(SIZES[0])
    config.tie_word_embeddings = False
    theirs = transformers.ModernBertForMaskedLM(config).eval()
    oracle.scatter_weights(theirs, 0)
    theirs.save_pretrained(tmp_path / "theirs")
    ours = load(tmp_path / "theirs").model
    assert ours.mlm.decoder.weight is not ours.embeddings.token.weight  # type: ignore[attr-defined]
    save(ours, SPEC, tmp_path / "ours")
    again = transformers.ModernBertForMaskedLM.from_pretrained(tmp_path / "ours")
    assert torch.equal(again.decoder.weight, theirs.decoder.weight)


@pytest.mark.parametrize("pooling", ["cls", "mean"])
def test_a_text_is_pooled_as_config_json_says(tmp_path: Path, pooling: str) -> None:
    config = oracle.ORACLES["modernbert"][""].config(SIZES[0])
    config.classifier_pooling, config.num_labels = pooling, 3
    theirs = transformers.ModernBertForSequenceClassification(config).eval()
    oracle.scatter_weights(theirs, 0)
    theirs.save_pretrained(tmp_path / "theirs")
    loaded = load(tmp_path / "theirs")
    assert loaded.task_model is not None
    batch = texts(9, 5)
    assert batch.present is not None
    ids = batch.input_ids % SIZES[0].vocab_size
    with torch.no_grad():
        found = loaded.task_model(replace(batch, input_ids=ids))
        expected = theirs(input_ids=ids, attention_mask=batch.present.long()).logits
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-5)
    save_task(loaded.task_model, SPEC, tmp_path / "ours")
    entries = json.loads((tmp_path / "ours" / "config.json").read_text())
    assert entries["classifier_pooling"] == pooling


def test_another_pooling_is_refused(tmp_path: Path) -> None:
    config = oracle.ORACLES["modernbert"][""].config(SIZES[0])
    transformers.ModernBertForSequenceClassification(config).save_pretrained(tmp_path)
    edit(tmp_path, classifier_pooling="max")
    with pytest.raises(CheckpointError, match="classifier_pooling = 'max' is not supported"):
        load(tmp_path)


def test_a_new_head_begins_with_the_dense_layer_and_norm_of_the_masked_head() -> None:
    model: Any = oracle.random_model(SPEC, SIZES[0])
    head = SPEC.task_heads["token"].build(model, 4, classifier_dropout=0.0)
    assert torch.equal(head.dense.weight, model.mlm.dense.weight)
    assert head.dense.weight is not model.mlm.dense.weight
    assert torch.equal(head.norm.weight, model.mlm.norm.weight)
