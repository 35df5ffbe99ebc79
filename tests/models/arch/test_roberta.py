"""What is RoBERTa's own: positions after the padding index, one segment, no pooler."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from models.arch.roberta import SPEC, RobertaConfig
from models.checkpoints.checkpoint import load, save
from models.layers.embeddings import count_positions
from models.schema.batch import Batch, collate
from models.schema.registry import num_positions
from models.training.training_task import new_training_task
from tests.models import oracle, tiny
from tests.models.oracle import SIZES

SIZE = SIZES[0]
PAD = 1
PART = oracle.ORACLES["roberta"][""]


@pytest.fixture(scope="module")
def model() -> Any:
    return oracle.random_model(SPEC, SIZE)


def padded() -> Batch:
    """Two texts without a padding token inside, the shorter one padded as in training."""
    long, short = ([5 + (7 * at) % 50 for at in range(length)] for length in (12, 4))
    return collate([oracle.model_input(long), oracle.model_input(short)], PAD)


def test_positions_start_after_the_padding_index_and_padding_has_its_own(model: Any) -> None:
    ids = torch.tensor([[7, 8, 9, 7, PAD, PAD], [PAD, 7, PAD, 8, 9, 9]])
    assert count_positions(ids, 1).tolist() == [[2, 3, 4, 5, 1, 1], [1, 2, 1, 3, 4, 5]]


def test_a_padded_batch_has_the_states_of_the_reference_on_padding_too(
    model: Any, tmp_path: Path
) -> None:
    save(model, SPEC, tmp_path)
    reference, _ = oracle.open_theirs(PART, tmp_path, "")
    ours = oracle.run_ours(SPEC, "encoder", model, padded())
    theirs = oracle.run_theirs(PART, reference, padded())
    for mine, other in zip(ours.hidden, theirs.hidden, strict=True):
        torch.testing.assert_close(mine, other, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(ours.logits["mlm"], theirs.logits["mlm"], rtol=1e-5, atol=1e-5)


def test_a_text_as_long_as_the_positions_fits_and_one_more_token_does_not(model: Any) -> None:
    length = SIZE.num_positions
    with torch.no_grad():
        states = model(collate([oracle.model_input([9] * length)]))
    assert states["encoder"].shape == (1, length, SIZE.width)
    with pytest.raises(ValueError, match=f"{length + 1} tokens do not fit"):
        model(collate([oracle.model_input([9] * (length + 1))]))


@pytest.mark.parametrize("pad_id", [0, 1, 4])
def test_the_table_has_a_row_for_every_position_after_the_padding_index(pad_id: int) -> None:
    config = RobertaConfig.from_size(SIZE, pad_token_id=pad_id)
    assert config.max_position_embeddings == SIZE.num_positions + pad_id + 1
    assert config.size == SIZE


def test_padding_is_where_the_tokenizer_has_it(tmp_path: Path) -> None:
    tokenizer = tiny.ready("bert", tmp_path).tokenizer
    training_task = new_training_task(tiny.recipe("roberta"), tokenizer, None)
    assert training_task.model.config.pad_token_id == tokenizer.pad_id == 0  # type: ignore[attr-defined]
    assert training_task.model.config.size.num_positions == tiny.SIZE["num_positions"]


def test_the_published_table_has_514_rows_for_512_tokens() -> None:
    assert RobertaConfig().max_position_embeddings == 514
    assert RobertaConfig().size.num_positions == 512


def test_a_config_alone_tells_how_many_tokens_fit() -> None:
    published = {"model_type": "roberta", "max_position_embeddings": 514}
    assert num_positions({**published, "pad_token_id": 1}) == 512
    assert num_positions({**published, "pad_token_id": 0}) == 513
    assert num_positions(published) == 512
    assert num_positions({**published, "model_type": "bert", "pad_token_id": 1}) == 514
    assert num_positions({"model_type": "roberta"}) is None


def test_a_second_text_is_told_apart_by_its_separator_alone(model: Any) -> None:
    pair = collate([oracle.random_input(SIZE.vocab_size, 9, seed=2, pair=True)])
    assert pair.segment is not None
    with torch.no_grad():
        with_segments, without = model(pair), model(replace(pair, segment=None))
    assert torch.equal(with_segments["encoder"], without["encoder"])


def test_the_head_has_gelu_whatever_the_tower_has(tmp_path: Path) -> None:
    theirs = transformers.RobertaForMaskedLM._from_config(
        transformers.RobertaConfig(
            **{**PART.config(SIZE).to_dict(), "hidden_act": "relu"}, attn_implementation="eager"
        )
    ).eval()
    oracle.scatter_weights(theirs, 3)
    theirs.save_pretrained(tmp_path)
    ours = oracle.run_ours(SPEC, "encoder", load(tmp_path).model, padded())
    expected = oracle.run_theirs(PART, theirs, padded())
    torch.testing.assert_close(ours.logits["mlm"], expected.logits["mlm"], rtol=1e-5, atol=1e-5)


def test_the_pooler_of_a_published_file_is_left_out(model: Any, tmp_path: Path) -> None:
    save(model, SPEC, tmp_path)
    path = tmp_path / "model.safetensors"
    pooler = {
        "roberta.pooler.dense.weight": torch.ones(SIZE.width, SIZE.width),
        "roberta.pooler.dense.bias": torch.ones(SIZE.width),
    }
    save_file({**load_file(path), **pooler}, path)
    loaded = load(tmp_path)
    assert set(loaded.report.ignored) == set(pooler)
    assert loaded.heads == ("mlm",)
    for name, tensor in loaded.model.state_dict().items():  # type: ignore[attr-defined]
        assert torch.equal(tensor, model.state_dict()[name]), name


def test_a_tower_alone_opens_without_its_head(tmp_path: Path) -> None:
    theirs = transformers.RobertaModel._from_config(
        PART.config(SIZE), attn_implementation="eager"
    ).eval()
    oracle.scatter_weights(theirs, 4)
    theirs.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.heads == ()
    with torch.no_grad():
        expected = theirs(input_ids=padded().input_ids, attention_mask=padded().present.long())
        states = loaded.model(padded())["encoder"]
    torch.testing.assert_close(states, expected.last_hidden_state, rtol=1e-5, atol=1e-5)


def test_what_a_preset_lacks_is_the_pooler() -> None:
    for preset in SPEC.presets:
        width = RobertaConfig(**preset.config).hidden_size
        assert preset.absent == width * width + width
