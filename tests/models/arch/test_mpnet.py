"""What is MPNet's own: one bias by relative position for all layers, positions after the id 1."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers

from models.arch.mpnet import SPEC, MPNetConfig
from models.checkpoints.checkpoint import CheckpointError, load, save
from models.inference.taps import record_taps
from models.schema.batch import collate
from models.tokenization import open_tokenizer
from tests.models import oracle
from tests.models.oracle import SIZES

SIZE = SIZES[0]


@pytest.fixture(scope="module")
def model() -> Any:
    return oracle.random_model(SPEC, SIZE)


def test_all_layers_add_one_bias_which_depends_on_the_distance_alone(model: Any) -> None:
    batch = collate([oracle.model_input(list(range(5, 15)))])
    with torch.no_grad(), record_taps(model, ["bias.values"]) as found:
        model(batch)
    bias = found["bias.values"]
    assert bias.shape == (1, SIZE.num_heads, 10, 10)
    assert torch.equal(bias[..., 1:, 1:], bias[..., :-1, :-1])
    assert not torch.equal(bias, bias.transpose(2, 3))  # before and after are other buckets


def test_the_first_token_alone_has_the_state_that_it_has_among_all(model: Any) -> None:
    texts = [oracle.model_input(list(range(5, 15))), oracle.model_input([7, 8, 9])]
    batch = collate(texts, 1)
    with torch.no_grad():
        whole = model(batch)["encoder"]
        first = model(replace(batch, first_only=True))["encoder"]
    assert first.shape[1] == 1
    torch.testing.assert_close(first[:, 0], whole[:, 0], rtol=1e-5, atol=1e-5)


def test_other_numbers_of_buckets_are_refused_by_the_name_of_the_entry(tmp_path: Path) -> None:
    save(oracle.random_model(SPEC, SIZE), SPEC, tmp_path)
    path = tmp_path / "config.json"
    entries = json.loads(path.read_text())
    path.write_text(json.dumps({**entries, "relative_attention_num_buckets": 16}))
    with pytest.raises(CheckpointError, match="relative_attention_num_buckets must be 32"):
        load(tmp_path)
    with pytest.raises(ValueError, match="relative_attention_num_buckets must be 32"):
        MPNetConfig(relative_attention_num_buckets=64)


def test_positions_count_from_the_padding_id_of_the_reference_whatever_the_file_says(
    tmp_path: Path,
) -> None:
    part = oracle.ORACLES["mpnet"][""]
    theirs = oracle.make_theirs(part, SIZE, 0)
    theirs.config.pad_token_id = 0
    theirs.save_pretrained(tmp_path)
    ours = load(tmp_path).model
    batch = collate([oracle.model_input([5, 1, 6, 0, 7])])
    found = oracle.run_ours(SPEC, "encoder", ours, batch)
    expected = oracle.run_theirs(part, theirs, batch)
    torch.testing.assert_close(found.logits["mlm"], expected.logits["mlm"], rtol=1e-5, atol=1e-5)


def test_a_vocab_txt_alone_is_cut_as_the_published_class_cuts_it(tmp_path: Path) -> None:
    words = ["[UNK]", "the", "capital", "##s", "of", "paris", "is", "."]
    vocabulary = ["<s>", "<pad>", "</s>", *words, "<mask>"]
    (tmp_path / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
    (tmp_path / "tokenizer_config.json").write_text('{"tokenizer_class": "MPNetTokenizer"}')
    ours = open_tokenizer(tmp_path, template=SPEC.template)
    ours.save(tmp_path / "again")
    again = transformers.AutoTokenizer.from_pretrained(tmp_path / "again")
    assert type(again) is transformers.MPNetTokenizer
    theirs = transformers.MPNetTokenizer.from_pretrained(tmp_path)
    for text, pair in (("The capitals of Paris", None), ("Paris <mask>.", "The 수도 is")):
        expected = theirs(text, pair)["input_ids"]
        assert ours.encode(text, pair).ids.tolist() == expected
        assert again(text, pair)["input_ids"] == expected
