"""Model folders: what is read, what is written, and what is said about a folder that is broken."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import re
import shutil
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import tokenizers
import torch
import transformers
from safetensors.torch import load_file, save_file
from torch import Tensor

from models.checkpoints import checkpoint
from models.checkpoints.checkpoint import CheckpointError, LoadedModel, load, save
from models.checkpoints.key_maps import sources
from models.layers.embeddings import merge_offset_tables
from models.runtime import files
from models.schema.batch import collate
from models.schema.registry import catalog, num_positions
from models.schema.specs import ArchSpec
from models.tokenization import Tokenizer, open_tokenizer
from tests.models import oracle
from tests.models.oracle import ORACLES, SIZES

ARCHITECTURES = catalog().architectures
SPECS = list(ARCHITECTURES.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
BERT, GPT2, ELECTRA = (ARCHITECTURES[name] for name in ("bert", "gpt2", "electra"))


def weights(folder: Path) -> dict[str, Tensor]:
    return load_file(folder / "model.safetensors")


def write_weights(folder: Path, tensors: dict[str, Tensor]) -> None:
    save_file({name: t.contiguous() for name, t in tensors.items()}, folder / "model.safetensors")


def edit_config(folder: Path, **entries: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **entries}))


def bert_folder(folder: Path) -> Any:
    return oracle.save_theirs(ORACLES["bert"], SIZES[0], folder)[""]


def states(model: Any, length: int = 9) -> dict[str, Tensor]:
    example = oracle.random_input(SIZES[0].vocab_size, length)
    with torch.no_grad():
        return model(collate([example]))  # type: ignore[no-any-return]


def assert_same_states(first: Any, second: Any) -> None:
    mine, other = states(first), states(second)
    assert mine.keys() == other.keys()
    for stream in mine:
        assert torch.equal(mine[stream], other[stream])


@pytest.fixture
def tokenizer(tmp_path: Path) -> Tokenizer:
    folder = tmp_path / "tokenizer"
    folder.mkdir()
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "##c"]
    (folder / "vocab.txt").write_text("\n".join(names) + "\n")
    return open_tokenizer(folder)


# There and back -----------------------------------------------------------------------------------


@specs
def test_what_was_saved_is_loaded_to_the_bit(spec: ArchSpec, tmp_path: Path) -> None:
    model = oracle.random_model(spec)
    save(model, spec, tmp_path / "model", run={"seed": 3})
    loaded = load(tmp_path / "model")
    assert_same_states(model, loaded.model)
    assert loaded.model.config == model.config
    assert loaded.heads == tuple(head.name for head in spec.heads_of(model))
    assert loaded.streams == tuple(one.name for one in spec.streams_of(model.config))
    assert (loaded.name, loaded.spec, loaded.run) == ("model", spec, {"seed": 3})
    assert loaded.report == checkpoint.LoadReport()
    assert loaded.tokenizer is None


@specs
def test_every_tensor_has_a_published_name_or_is_tied_to_one_that_has(spec: ArchSpec) -> None:
    model = oracle.random_model(spec)
    names = set(merge_offset_tables(model, model.state_dict()))
    for table in spec.tables.values():
        names -= sources(table, names).keys()
        names -= table.tied.keys()
    assert not names


@specs
def test_no_two_rules_claim_the_same_published_name(spec: ArchSpec) -> None:
    names = oracle.random_model(spec).state_dict()
    for table in spec.tables.values():
        found = [theirs for source in sources(table, names).values() for theirs in source.theirs]
        assert len(found) == len(set(found))


@specs
def test_a_loaded_model_is_in_evaluation_mode_and_in_float32(
    spec: ArchSpec, tmp_path: Path
) -> None:
    save(oracle.random_model(spec), spec, tmp_path, half=True)
    model: Any = load(tmp_path).model
    assert not model.training
    assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}


@pytest.mark.parametrize("stored", [torch.bfloat16, torch.float16, torch.float64])
@specs
def test_numbers_of_any_format_are_computed_with_as_float32(
    spec: ArchSpec, stored: torch.dtype, tmp_path: Path
) -> None:
    save(oracle.random_model(spec), spec, tmp_path / "stored")
    shutil.copytree(tmp_path / "stored", tmp_path / "same")
    for path in (tmp_path / "stored").rglob("model.safetensors"):
        folder = path.parent
        write_weights(folder, {name: t.to(stored) for name, t in weights(folder).items()})
        alike = tmp_path / "same" / folder.relative_to(tmp_path / "stored")
        write_weights(alike, {name: t.float() for name, t in weights(folder).items()})
    loaded, same = load(tmp_path / "stored"), load(tmp_path / "same")
    assert (loaded.stored, same.stored) == ((str(stored).removeprefix("torch."),), ("float32",))
    assert loaded.report == same.report
    assert_same_states(loaded.model, same.model)
    save(loaded.model, spec, tmp_path / "again")
    assert load(tmp_path / "again").stored == ("float32",)
    assert_same_states(load(tmp_path / "again").model, same.model)


@specs
def test_tied_tensors_are_left_out_and_tied_again(spec: ArchSpec, tmp_path: Path) -> None:
    model = oracle.random_model(spec)
    save(model, spec, tmp_path)
    loaded: Any = load(tmp_path).model
    pointers = [tensor.data_ptr() for tensor in loaded.state_dict().values()]
    assert len(set(pointers)) == len({t.data_ptr() for t in model.state_dict().values()})


def test_half_precision_halves_the_file_and_stays_close(tmp_path: Path) -> None:
    model = oracle.random_model(GPT2)
    save(model, GPT2, tmp_path / "whole")
    save(model, GPT2, tmp_path / "half", half=True)
    sizes = [(tmp_path / name / "model.safetensors").stat().st_size for name in ("whole", "half")]
    assert sizes[1] < 0.6 * sizes[0]
    close = states(load(tmp_path / "half").model)["decoder"]
    torch.testing.assert_close(close, states(model)["decoder"], rtol=0.02, atol=0.02)


def test_the_hash_follows_the_weights_and_nothing_else(tmp_path: Path) -> None:
    save(oracle.random_model(ELECTRA, seed=1), ELECTRA, tmp_path / "a", run={"note": "a"})
    save(oracle.random_model(ELECTRA, seed=1), ELECTRA, tmp_path / "b", run={"note": "b"})
    save(oracle.random_model(ELECTRA, seed=2), ELECTRA, tmp_path / "c")
    first, second, third = (load(tmp_path / name).hash for name in "abc")
    whole = [tmp_path / "a" / part / "model.safetensors" for part in ("", "generator")]
    assert first == hashlib.sha256(b"".join(path.read_bytes() for path in whole)).hexdigest()[:12]
    assert first == second != third


def test_the_tokenizer_travels_with_the_model_and_its_ids_stand_in_the_config(
    tmp_path: Path, tokenizer: Tokenizer
) -> None:
    save(oracle.random_model(BERT), BERT, tmp_path / "model", tokenizer)
    loaded = load(tmp_path / "model")
    assert loaded.tokenizer is not None
    assert loaded.tokenizer.encode("a b").tokens == tokenizer.encode("a b").tokens
    config = transformers.AutoConfig.from_pretrained(tmp_path / "model")
    assert (config.architectures, config.pad_token_id) == (["BertForPreTraining"], 0)
    written = json.loads((tmp_path / "model" / "config.json").read_text(encoding="utf-8"))
    ids = {name: written.get(f"{name}_token_id") for name in ("bos", "eos", "cls", "sep")}
    assert ids == {"bos": None, "eos": None, "cls": 2, "sep": 3}
    theirs = transformers.AutoTokenizer.from_pretrained(tmp_path / "model")
    assert theirs("a b")["input_ids"] == tokenizer.encode("a b").ids.tolist()


def test_saving_over_a_model_leaves_no_other_files(tmp_path: Path) -> None:
    for seed in (1, 2):
        save(oracle.random_model(GPT2, seed=seed), GPT2, tmp_path, run={})
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"config.json", "model.safetensors", "run.json"}
    assert_same_states(load(tmp_path).model, oracle.random_model(GPT2, seed=2))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_others_on_the_machine_may_read_what_was_saved(tmp_path: Path) -> None:
    save(oracle.random_model(GPT2, seed=1), GPT2, tmp_path, run={})
    assert {path.stat().st_mode & 0o044 for path in tmp_path.iterdir()} == {0o044}


def test_a_failed_write_keeps_the_old_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = oracle.random_model(GPT2, seed=1)
    save(old, GPT2, tmp_path)

    def broken_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", broken_disk)
    with pytest.raises(CheckpointError, match="No space left"):
        save(oracle.random_model(GPT2, seed=2), GPT2, tmp_path)
    monkeypatch.undo()
    assert_same_states(load(tmp_path).model, old)
    assert {path.name for path in tmp_path.iterdir()} == {"config.json", "model.safetensors"}


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CheckpointError, match="cannot be written") as caught:
        save(oracle.random_model(GPT2), GPT2, tmp_path / "file" / "model")
    assert caught.value.hint == "Choose another folder."


@pytest.mark.parametrize("text", ["{", "[" * 100_000], ids=["cut off", "endless"])
def test_a_broken_run_file_does_not_keep_a_model_from_opening(text: str, tmp_path: Path) -> None:
    save(oracle.random_model(GPT2), GPT2, tmp_path)
    (tmp_path / "run.json").write_text(text)
    assert load(tmp_path).run == {}


# Parts of a model ---------------------------------------------------------------------------------


def test_a_base_model_has_no_heads_and_says_what_is_missing(tmp_path: Path) -> None:
    theirs = bert_folder(tmp_path / "whole")
    theirs.bert.save_pretrained(tmp_path / "base")
    base = load(tmp_path / "base")
    assert base.heads == ()
    assert "cls.predictions.bias" in base.report.missing
    assert "cls.seq_relationship.weight" in base.report.missing
    assert_same_states(base.model, load(tmp_path / "whole").model)


def test_a_masked_model_without_a_pooler_has_only_the_masked_head(tmp_path: Path) -> None:
    config = ORACLES["bert"][""].config(SIZES[0])
    transformers.BertForMaskedLM(config).save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert loaded.heads == ("mlm",)
    assert "bert.pooler.dense.weight" in loaded.report.missing


def test_without_its_pooler_a_model_cannot_judge_a_pair(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    kept = {name: t for name, t in weights(tmp_path).items() if "pooler" not in name}
    write_weights(tmp_path, kept)
    assert load(tmp_path).heads == ("mlm",)


def test_classes_have_the_names_that_config_json_gives_them(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    declared = BERT.head("nsp").classes
    assert load(tmp_path).head("nsp").classes == declared
    edit_config(tmp_path, id2label={"1": "random", "0": "next"})
    assert load(tmp_path).head("nsp").classes == ("next", "random")
    assert load(tmp_path).head("mlm") is BERT.head("mlm")
    for nothing in (
        {"0": "LABEL_0", "1": "LABEL_1"},
        {"0": "a", "1": "b", "2": "c"},
        {"7": "a"},
        3,
    ):
        edit_config(tmp_path, id2label=nothing)
        assert load(tmp_path).head("nsp").classes == declared


def test_a_missing_head_is_not_invented_when_the_model_is_saved_again(tmp_path: Path) -> None:
    config = ORACLES["bert"][""].config(SIZES[0])
    transformers.BertForMaskedLM(config).save_pretrained(tmp_path / "theirs")
    loaded = load(tmp_path / "theirs")
    save(loaded.model, BERT, tmp_path / "ours", without=loaded.report.missing)
    again = load(tmp_path / "ours")
    assert (again.heads, again.report.missing) == (("mlm",), loaded.report.missing)
    config_text = json.loads((tmp_path / "ours" / "config.json").read_text())
    assert config_text["architectures"] == ["BertForMaskedLM"]


def test_a_missing_head_is_initialised_the_same_each_time(tmp_path: Path) -> None:
    bert_folder(tmp_path / "whole").bert.save_pretrained(tmp_path / "base")
    first, second = (dict(load(tmp_path / "base").model.state_dict()) for _ in range(2))  # type: ignore[attr-defined]
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert torch.equal(first["mlm.norm.weight"], torch.ones(SIZES[0].width))
    assert not first["mlm.dense.bias"].any()


@pytest.mark.parametrize("said", [["ElectraForMaskedLM"], None])
def test_an_electra_folder_of_masked_lm_is_a_generator_only(
    said: list[str] | None, tmp_path: Path
) -> None:
    part = ORACLES["electra"]["generator"]
    oracle.make_theirs(part, SIZES[0], 0).save_pretrained(tmp_path)
    edit_config(tmp_path, architectures=said)
    loaded = load(tmp_path)
    assert (loaded.streams, loaded.heads) == (("generator",), ("mlm",))
    save(loaded.model, ELECTRA, tmp_path / "again")
    assert not (tmp_path / "again" / "generator").exists()
    assert_same_states(load(tmp_path / "again").model, loaded.model)


def test_an_electra_folder_without_generator_is_a_discriminator_only(tmp_path: Path) -> None:
    oracle.make_theirs(ORACLES["electra"][""], SIZES[0], 0).save_pretrained(tmp_path)
    loaded = load(tmp_path)
    assert (loaded.streams, loaded.heads) == (("discriminator",), ("rtd",))


def test_the_towers_of_electra_share_embeddings_where_the_files_agree(tmp_path: Path) -> None:
    model = oracle.random_model(ELECTRA)
    save(model, ELECTRA, tmp_path)
    loaded: Any = load(tmp_path).model
    assert loaded.generator.embeddings is loaded.discriminator.embeddings
    assert loaded.mlm.decoder.weight is loaded.discriminator.embeddings.token.weight


def test_the_towers_of_electra_keep_embeddings_that_differ(tmp_path: Path) -> None:
    references = oracle.save_theirs(ORACLES["electra"], SIZES[0], tmp_path)
    loaded: Any = load(tmp_path).model
    for subfolder, part in (("", loaded.discriminator), ("generator", loaded.generator)):
        theirs = references[subfolder].electra.embeddings.word_embeddings.weight
        assert torch.equal(part.embeddings.token.weight, theirs)
    assert loaded.mlm.decoder.weight is loaded.generator.embeddings.token.weight


# Published names of older times -------------------------------------------------------------------


def assert_reads_like(folder: Path, reference: LoadedModel) -> LoadedModel:
    loaded = load(folder)
    assert loaded.heads == reference.heads
    assert not loaded.report.missing
    assert not loaded.report.unexpected
    assert_same_states(loaded.model, reference.model)
    return loaded


def test_gamma_and_beta_are_weight_and_bias(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    reference = load(tmp_path)
    old = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}
    tensors = {}
    for name, tensor in weights(tmp_path).items():
        for today, before in old.items():
            name = name.replace(today, before)
        tensors[name] = tensor
    write_weights(tmp_path, tensors)
    assert_reads_like(tmp_path, reference)


def test_gpt2_opens_without_its_prefix_and_with_stray_masks(tmp_path: Path) -> None:
    oracle.save_theirs(ORACLES["gpt2"], SIZES[0], tmp_path)
    reference = load(tmp_path)
    tensors = {n.removeprefix("transformer."): t for n, t in weights(tmp_path).items()}
    tensors["h.0.attn.bias"] = torch.ones(1, 1, 24, 24, dtype=torch.uint8)
    tensors["h.0.attn.masked_bias"] = torch.tensor(-1e4)
    tensors["lm_head.weight"] = tensors["wte.weight"].clone()
    write_weights(tmp_path, tensors)
    loaded = assert_reads_like(tmp_path, reference)
    assert set(loaded.report.ignored) == {
        "transformer.h.0.attn.bias",
        "transformer.h.0.attn.masked_bias",
    }


@pytest.mark.parametrize("name", ["bert", "gpt2", "electra", "distilbert"])
def test_base_models_are_saved_without_prefix_and_open_here(name: str, tmp_path: Path) -> None:
    theirs = oracle.make_theirs(ORACLES[name][""], SIZES[1], 0)
    theirs.base_model.save_pretrained(tmp_path / "base")
    theirs.save_pretrained(tmp_path / "whole")
    prefix = theirs.base_model_prefix
    assert not any(key.startswith(f"{prefix}.") for key in weights(tmp_path / "base"))
    base = load(tmp_path / "base")
    assert not base.report.unexpected
    assert_same_states(base.model, load(tmp_path / "whole").model)


def test_repeated_tied_tensors_count_once_and_position_ids_are_ignored(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    reference = load(tmp_path)
    tensors = weights(tmp_path)
    tensors["cls.predictions.decoder.weight"] = tensors[
        "bert.embeddings.word_embeddings.weight"
    ].clone()
    tensors["cls.predictions.decoder.bias"] = tensors["cls.predictions.bias"].clone()
    tensors["bert.embeddings.position_ids"] = torch.arange(24)[None]
    write_weights(tmp_path, tensors)
    assert len(assert_reads_like(tmp_path, reference).report.ignored) == 1


def test_two_names_for_one_tensor_must_hold_the_same_numbers(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    reference = load(tmp_path)
    today = "bert.embeddings.LayerNorm.weight"
    tensors = {**weights(tmp_path), "bert.embeddings.LayerNorm.gamma": weights(tmp_path)[today]}
    write_weights(tmp_path, {name: t.clone() for name, t in tensors.items()})
    assert_reads_like(tmp_path, reference)
    write_weights(tmp_path, {**weights(tmp_path), today: tensors[today] + 1})
    with pytest.raises(CheckpointError, match=f"{today} differs from .*gamma, which is the same"):
        load(tmp_path)


def test_a_name_that_no_disk_takes_is_said(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"cannot be read .*too long"):
        load(tmp_path / ("x" * 300))
    bert_folder(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    index = {"weight_map": {"a": "x" * 300}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(CheckpointError, match=r"cannot be read .*too long"):
        load(tmp_path)


@pytest.mark.parametrize("name", ["model.safetensors", "config.json"])
def test_files_that_this_person_may_not_read_are_not_called_damaged(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bert_folder(tmp_path)
    opened = Path.open

    def locked(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.name == name:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", locked)
    with pytest.raises(CheckpointError, match=rf"{name} cannot be read \(Permission denied\)"):
        load(tmp_path)


def test_positions_that_all_are_after_the_padding_are_none(tmp_path: Path) -> None:
    oracle.save_theirs(ORACLES["roberta"], SIZES[0], tmp_path)
    edit_config(tmp_path, pad_token_id=500)
    assert num_positions(json.loads((tmp_path / "config.json").read_text())) is None
    with pytest.raises(CheckpointError, match="num_positions must be at least 1"):
        load(tmp_path)


def test_true_is_no_number_of_positions() -> None:
    assert num_positions({"model_type": "bert", "max_position_embeddings": True}) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_in_place_of_the_run_file_is_not_waited_for(tmp_path: Path) -> None:
    save(oracle.random_model(GPT2), GPT2, tmp_path)
    os.mkfifo(tmp_path / "run.json")
    assert load(tmp_path).run == {}


def test_unexpected_tensors_and_config_keys_are_reported(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    write_weights(tmp_path, {**weights(tmp_path), "classifier.weight": torch.zeros(2, 32)})
    edit_config(tmp_path, shoe_size=44)
    report = load(tmp_path).report
    assert report.unexpected == ("classifier.weight",)
    assert report.unknown_config_keys == ("shoe_size",)


def test_what_transformers_writes_into_a_config_is_known(tmp_path: Path) -> None:
    for name, parts in ORACLES.items():
        oracle.save_theirs(parts, SIZES[0], tmp_path / name)
        assert load(tmp_path / name).report.unknown_config_keys == ()


def test_a_checkpoint_in_several_files_opens(tmp_path: Path) -> None:
    theirs = bert_folder(tmp_path / "one")
    theirs.save_pretrained(tmp_path / "many", max_shard_size="10KB")
    assert not (tmp_path / "many" / "model.safetensors").exists()
    assert_reads_like(tmp_path / "many", load(tmp_path / "one"))


def in_two_files(folder: Path, index: dict[str, str]) -> tuple[dict[str, Tensor], Tensor, str]:
    """A checkpoint with one tensor in both of its files, right in the first and wrong in the last.

    Returns what is right, the wrong tensor and its name; `index` is added to that of the files.
    """
    bert_folder(folder)
    right = weights(folder)
    (folder / "model.safetensors").unlink()
    name = "bert.encoder.layer.0.output.dense.weight"
    first, last = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"
    bias = "bert.encoder.layer.0.output.dense.bias"
    save_file({key: tensor for key, tensor in right.items() if key != bias}, folder / first)
    save_file({bias: right[bias], name: right[name] + 1}, folder / last)
    holders = dict.fromkeys(right, first) | {bias: last} | {name: index.get(name, first)}
    kept = {key: holders[key] for key in right if key != name or index}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": kept}))
    return right, right[name] + 1, name


@pytest.mark.parametrize("holder", [1, 2])
def test_of_a_tensor_in_two_files_the_index_says_which_one_counts(
    holder: int, tmp_path: Path
) -> None:
    name = "bert.encoder.layer.0.output.dense.weight"
    index = {name: f"model-0000{holder}-of-00002.safetensors"}
    right, wrong, _ = in_two_files(tmp_path / "two", index)
    loaded = load(tmp_path / "two")
    bert_folder(one := tmp_path / "one")
    write_weights(one, right if holder == 1 else {**right, name: wrong})
    assert_same_states(loaded.model, load(one).model)


def test_a_tensor_in_two_files_of_which_the_index_names_none_is_rejected(tmp_path: Path) -> None:
    _, _, name = in_two_files(tmp_path, {})
    assert_rejected(tmp_path, name, "in two files, with different numbers")


# Folders that cannot be used ----------------------------------------------------------------------


def assert_rejected(folder: Path, *words: str) -> CheckpointError:
    with pytest.raises(CheckpointError) as caught:
        load(folder)
    error = caught.value
    assert all(word in error.message for word in words), error.message
    assert error.hint.endswith(".")
    assert str(error) == f"{error.message} {error.hint}"
    return error


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    assert_rejected(tmp_path / "nowhere", "no folder", "nowhere")


def test_an_empty_folder_lacks_its_config(tmp_path: Path) -> None:
    assert_rejected(tmp_path, "config.json")


def test_a_folder_without_weights_is_said(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    assert_rejected(tmp_path, "no model.safetensors")


@pytest.mark.parametrize("text", ["", "{", "[1]", '"bert"', "\x00\x01", "[" * 100_000])
def test_a_config_that_is_no_json_object_is_rejected(text: str, tmp_path: Path) -> None:
    bert_folder(tmp_path)
    (tmp_path / "config.json").write_text(text)
    assert_rejected(tmp_path, "config.json is broken")


@pytest.mark.parametrize("model_type", ["rwkv", None, 7])
def test_a_foreign_model_type_is_rejected_with_those_that_are_known(
    model_type: Any, tmp_path: Path
) -> None:
    bert_folder(tmp_path)
    edit_config(tmp_path, model_type=model_type)
    assert "distilbert" in assert_rejected(tmp_path, "config.json").hint


@pytest.mark.parametrize(
    "entry",
    [
        {"num_attention_heads": 5},
        {"num_attention_heads": 0},
        {"hidden_size": -32},
        {"hidden_size": "wide"},
        {"hidden_size": None},
        {"num_hidden_layers": 10**12},
        {"num_hidden_layers": 0},
        {"intermediate_size": 10**400},
        {"hidden_dropout_prob": 1.5},
        {"hidden_dropout_prob": 10**400},
        {"layer_norm_eps": float("nan")},
        {"initializer_range": -1.0},
        {"hidden_act": "sparkle"},
        {"position_embedding_type": "relative_key"},
        {"is_decoder": True},
    ],
    ids=str,
)
def test_an_impossible_entry_of_the_config_is_rejected(entry: Any, tmp_path: Path) -> None:
    bert_folder(tmp_path)
    edit_config(tmp_path, **entry)
    assert_rejected(tmp_path, "config.json")


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("gpt2", {"n_inner": "x"}),
        ("t5", {"num_decoder_layers": 10**12}),
        ("t5", {"decoder_start_token_id": 10**6}),
        ("t5", {"relative_attention_num_buckets": 3}),
        ("t5", {"relative_attention_max_distance": 1}),
        ("deberta-v2", {"position_buckets": 1}),
        ("deberta-v2", {"position_buckets": 4, "max_relative_positions": 1}),
        ("deberta", {"relative_attention": "yes"}),
    ],
    ids=str,
)
def test_an_entry_that_only_one_family_has_is_checked_too(
    name: str, entry: Any, tmp_path: Path
) -> None:
    oracle.save_theirs(ORACLES[name], SIZES[0], tmp_path)
    edit_config(tmp_path, **entry)
    assert_rejected(tmp_path, "config.json cannot be used")


@specs
def test_an_entry_of_the_wrong_type_is_rejected_in_a_sentence_of_its_own(spec: ArchSpec) -> None:
    for part in spec.config_class.from_size(SIZES[0]).parts().values():
        content = json.loads(part.to_json())
        for key in content:
            for value in ([1], [[1] * 9_000], {"a": {}}, float("inf"), -(10**30)):
                if value == [1] and content[key] == []:  # of any length
                    continue
                with pytest.raises(ValueError, match=key) as rejected:
                    type(part).from_json(json.dumps({**content, key: value}))
                assert len(str(rejected.value)) < 150


def test_the_shapes_of_a_model_are_found_without_drawing_its_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(oracle.random_model(BERT), BERT, tmp_path)

    def drawn(*_: Any, **__: Any) -> None:
        raise AssertionError("on the meta device this imports the compiler, which takes seconds")

    monkeypatch.setattr(torch.nn.init, "_no_grad_normal_", drawn)
    load(tmp_path)


@pytest.mark.parametrize("entry", [{"vocab_size": 62}, {"hidden_size": 10**7}], ids=str)
def test_a_config_of_other_sizes_than_the_weights_is_rejected(entry: Any, tmp_path: Path) -> None:
    bert_folder(tmp_path)
    edit_config(tmp_path, **entry)
    assert_rejected(tmp_path, "word_embeddings.weight", "shape")


@specs
def test_layers_that_the_config_does_not_have_are_rejected(spec: ArchSpec, tmp_path: Path) -> None:
    save(oracle.random_model(spec), spec, tmp_path)
    tensors = weights(tmp_path)
    further = {re.sub(r"\.0\.", ".7.", name, count=1): tensors[name] for name in tensors}
    write_weights(tmp_path, {**{name: t.clone() for name, t in further.items()}, **tensors})
    assert_rejected(tmp_path, ".7.", "of a layer that config.json does not have")


def test_a_model_whose_config_counts_fewer_layers_is_rejected(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    edit_config(tmp_path, num_hidden_layers=1)
    assert_rejected(tmp_path, "bert.encoder.layer.1.", "of a layer that config.json does not have")


def test_a_head_of_another_shape_is_left_out_and_reported(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    write_weights(tmp_path, {**weights(tmp_path), "cls.seq_relationship.bias": torch.zeros(3)})
    loaded = load(tmp_path)
    assert loaded.heads == ("mlm",)
    assert loaded.report.wrong_shape == ("cls.seq_relationship.bias",)


@pytest.mark.parametrize("missing", ["attention.self.key.weight", "word_embeddings.weight"])
def test_a_missing_tensor_is_named(missing: str, tmp_path: Path) -> None:
    bert_folder(tmp_path)
    kept = {name: tensor for name, tensor in weights(tmp_path).items() if missing not in name}
    write_weights(tmp_path, kept)
    assert_rejected(tmp_path, "missing", "bert.")


@pytest.mark.parametrize("keep", [0, 4, 100, -1])
def test_weights_that_were_cut_off_are_rejected(keep: int, tmp_path: Path) -> None:
    bert_folder(tmp_path)
    path = tmp_path / "model.safetensors"
    path.write_bytes(path.read_bytes()[:keep])
    assert_rejected(tmp_path, "model.safetensors", "cut off or damaged")


def test_a_pickle_is_rejected_unopened_and_converting_is_explained(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    (tmp_path / "pytorch_model.bin").write_bytes(pickle.dumps(Explosive()))
    assert "weights_only=True" in assert_rejected(tmp_path, "pickle").hint


def test_a_pickle_in_the_clothes_of_safetensors_is_rejected(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(pickle.dumps(Explosive()))
    assert_rejected(tmp_path, "damaged")


class Explosive:
    """Whoever unpickles this fails the test."""

    def __reduce__(self) -> tuple[Any, ...]:
        return pytest.fail, ("a pickle was opened",)


def test_a_missing_shard_is_named(tmp_path: Path) -> None:
    bert_folder(tmp_path / "one").save_pretrained(tmp_path / "many", max_shard_size="10KB")
    shard = min((tmp_path / "many").glob("model-*.safetensors"))
    shard.unlink()
    assert_rejected(tmp_path / "many", shard.name)


@pytest.mark.parametrize("index", ["{}", "[]", '{"weight_map": {"a": 1}}', '{"weight_map": {}}'])
def test_a_broken_index_is_rejected(index: str, tmp_path: Path) -> None:
    bert_folder(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    (tmp_path / "model.safetensors.index.json").write_text(index)
    assert_rejected(tmp_path, "model.safetensors.index.json")


def test_an_index_cannot_point_outside_its_folder(tmp_path: Path) -> None:
    bert_folder(tmp_path / "other")
    bert_folder(tmp_path / "model")
    (tmp_path / "model" / "model.safetensors").unlink()
    index = json.dumps({"weight_map": {"a": "../other/model.safetensors"}})
    (tmp_path / "model" / "model.safetensors.index.json").write_text(index)
    assert_rejected(tmp_path / "model", "lacks model.safetensors")


def test_an_output_layer_with_a_table_of_its_own_is_rejected(tmp_path: Path) -> None:
    oracle.save_theirs(ORACLES["gpt2"], SIZES[0], tmp_path)
    tensors = weights(tmp_path)
    tensors["lm_head.weight"] = tensors["transformer.wte.weight"] + 1
    write_weights(tmp_path, tensors)
    assert_rejected(tmp_path, "lm_head.weight", "transformer.wte.weight")


def test_a_model_that_is_rejected_is_not_hashed_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bert_folder(tmp_path)
    name = "bert.embeddings.word_embeddings.weight"
    write_weights(tmp_path, {**weights(tmp_path), name: torch.zeros(1)})
    hashed, told = checkpoint._hash, []

    def waiting(folder: Path, parts: Any, adapter: None, dropped: Event) -> str:
        told.append((dropped.wait(10), hashed(folder, parts, adapter, dropped)))
        return ""

    monkeypatch.setattr(checkpoint, "_hash", waiting)
    assert_rejected(tmp_path, name)
    assert told == [(True, hashlib.sha256().hexdigest()[:12])]


def replaced_at(step: str, monkeypatch: pytest.MonkeyPatch, *replacements: Path) -> None:
    """Weights are put in the place of others, once at each call of a step of reading."""
    works, waiting = getattr(checkpoint, step), list(replacements)

    def replacing(folder: Path, *rest: Any) -> Any:
        if waiting:
            os.replace(waiting.pop(0), folder / "model.safetensors")
        return works(folder, *rest)

    monkeypatch.setattr(checkpoint, step, replacing)


def other_weights(folder: Path, path: Path, shift: float) -> Path:
    """The weights of a folder in another file, each number by so much larger."""
    save_file({name: tensor + shift for name, tensor in weights(folder).items()}, path)
    return path


@pytest.mark.parametrize("step", ["_hash", "_read_tokenizer"])
def test_weights_that_are_replaced_while_they_are_read_are_read_again(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bert"
    bert_folder(folder)
    replaced_at(step, monkeypatch, other_weights(folder, tmp_path / "new", 1.0))
    found = load(folder)
    content = (folder / "model.safetensors").read_bytes()
    assert found.hash == hashlib.sha256(content).hexdigest()[:12]
    theirs = weights(folder)["bert.embeddings.word_embeddings.weight"]
    assert any(torch.equal(theirs, ours) for ours in found.weights.values())


def test_weights_that_are_written_all_the_time_are_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bert"
    bert_folder(folder)
    several = [other_weights(folder, tmp_path / f"new-{n}", float(n)) for n in range(4)]
    replaced_at("_hash", monkeypatch, *several)
    assert_rejected(folder, "were written while they were read")


def test_a_file_that_was_not_whole_yet_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bert"
    bert_folder(folder)
    path, reads = folder / "model.safetensors", checkpoint._load
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])

    def arriving(folder: Path, *rest: Any) -> Any:
        try:
            return reads(folder, *rest)
        finally:
            if path.stat().st_size < len(whole):
                path.write_bytes(whole)

    monkeypatch.setattr(checkpoint, "_load", arriving)
    assert load(folder).hash == hashlib.sha256(whole).hexdigest()[:12]


def test_a_number_that_is_no_weight_does_not_make_a_model_quantized(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    kept = {"bert.embeddings.token_type_ids": torch.zeros(1, 24, dtype=torch.int64)}
    kept["seen"] = torch.tensor(True)
    write_weights(tmp_path, {**weights(tmp_path), **kept})
    assert set(load(tmp_path).report.unexpected) == set(kept)


@pytest.mark.parametrize("dtype", [torch.int8, torch.int64, torch.float8_e4m3fn])
@pytest.mark.parametrize("place", ["output.dense", "attention.self.key"])  # the latter is packed
def test_quantized_weights_are_rejected(place: str, dtype: torch.dtype, tmp_path: Path) -> None:
    bert_folder(tmp_path)
    tensors = weights(tmp_path)
    name = f"bert.encoder.layer.0.{place}.weight"
    write_weights(tmp_path, {**tensors, name: tensors[name].to(dtype)})
    assert_rejected(tmp_path, name, str(dtype).removeprefix("torch."), "not floats")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers_are_rejected(number: float, tmp_path: Path) -> None:
    bert_folder(tmp_path)
    tensors = weights(tmp_path)
    name = "bert.encoder.layer.0.output.dense.weight"
    tensors[name][1, 2] = number
    write_weights(tmp_path, tensors)
    assert_rejected(tmp_path, name, "NaN or infinite")


def test_a_weight_that_is_a_number_in_64_bits_only_is_rejected(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    tensors = weights(tmp_path)
    name = "bert.encoder.layer.0.output.dense.weight"
    tensors[name] = tensors[name].double()
    tensors[name][1, 2] = 1e300
    write_weights(tmp_path, tensors)
    assert_rejected(tmp_path, name, "NaN or infinite")


def test_finite_weights_whose_sum_is_not_are_no_broken_ones(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    tensors = weights(tmp_path)
    tensors["bert.encoder.layer.0.output.dense.bias"].fill_(torch.finfo(torch.float32).max)
    write_weights(tmp_path, tensors)
    assert load(tmp_path).heads == ("mlm", "nsp")


def test_a_config_that_an_editor_marked_as_utf8_opens(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    text = (tmp_path / "config.json").read_text()
    (tmp_path / "config.json").write_text(text, encoding="utf-8-sig")
    assert load(tmp_path).heads == ("mlm", "nsp")


def test_a_broken_tokenizer_is_said(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    (tmp_path / "tokenizer.json").write_text("{")
    assert_rejected(tmp_path, "tokenizer.json")


def test_a_tokenizer_of_no_known_family_is_said(tmp_path: Path) -> None:
    bert_folder(tmp_path)
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0}, "a"))
    words.save(str(tmp_path / "tokenizer.json"))
    assert_rejected(tmp_path, "WordLevel")
