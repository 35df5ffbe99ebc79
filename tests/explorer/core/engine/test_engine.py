"""The engine loads, describes and traces models from folders."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

import models.arch
from explorer.core.engine import model_files
from explorer.core.engine.engine import Engine
from explorer.core.engine.tracing import seconds_per_sentence
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.library.library import Library
from explorer.core.state.state import Head
from models.checkpoints.checkpoint import save
from models.runtime.generators import run_to_end
from models.schema.configs import Size
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.tokenization import Tokenizer
from tests.models.tokenization.spiece import model_file

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_a_card_says_what_a_model_can_do(engine: Engine) -> None:
    bert, gpt2 = engine.card("bert-tiny"), engine.card("gpt2-tiny")
    assert (bert.fills, bert.writes) == (True, False)
    assert (gpt2.fills, gpt2.writes) == (False, True)
    assert bert.mask_token == "[MASK]"
    assert (bert.num_layers, bert.num_heads, bert.num_positions) == (2, 4, 24)
    assert bert.streams == ("encoder",)
    assert len(bert.hash) > 8


def test_loading_reports_each_model_and_goes_on_after_one_that_fails(engine: Engine) -> None:
    work = engine.preload(["bert-tiny", "nothing", "gpt2-tiny"])
    events = []
    while True:
        try:
            events.append(next(work))
        except StopIteration as end:
            cards = end.value
            break
    assert [e.done for e in events if isinstance(e, Progress)] == [0, 1, 2, 3]
    assert isinstance(cards["nothing"], UserError)
    assert cards["gpt2-tiny"].writes


def test_families_have_their_names_before_torch_is_there(tiny_models: Path) -> None:
    fresh = Engine(Library(bundled=tiny_models))
    entry = fresh.entry("gpt2-tiny")
    assert fresh.family(entry) == "GPT-2"
    assert fresh.family(replace(entry, architecture="deberta-v2")) == "DeBERTa v2"
    assert fresh.family(replace(entry, architecture="perceiver")) == "perceiver"


def test_a_file_that_cannot_be_imported_is_named_and_the_models_work(
    tiny_models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("SPEC = bert(", encoding="utf-8")
    monkeypatch.setattr(models.arch, "__path__", [*models.arch.__path__, str(tmp_path)])
    catalog.cache_clear()
    try:
        fresh = Engine(Library(bundled=tiny_models))
        assert fresh.broken == {}, "nobody has looked yet"
        list(fresh.preload(["bert-tiny"]))
        assert fresh.card("bert-tiny").fills
        assert list(fresh.broken) == ["models/arch/mine.py"]
        assert "SyntaxError" in fresh.broken["models/arch/mine.py"]
    finally:
        catalog.cache_clear()


def test_a_tokenizer_that_does_not_say_what_stands_around_a_text_is_framed_as_its_family_is(
    tiny_models: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "bert"
    shutil.copytree(tiny_models / "bert-tiny", folder)
    file = folder / "tokenizer.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "post_processor": None}))
    engine = Engine(Library(bundled=tiny_models))
    engine.card(str(folder))
    found = engine.encode(str(folder), TEXT)
    assert found.tokens == engine.encode("bert-tiny", TEXT).tokens
    assert (found.tokens[0], found.tokens[-1]) == ("[CLS]", "[SEP]")


def test_pieces_that_do_not_say_whose_they_are_are_framed_before_the_model_is_loaded(
    tmp_path: Path,
) -> None:
    spec, size = catalog().architectures["t5"], Size(110, width=8, num_layers=1, num_heads=1)
    save(spec.model_class(spec.config_class.from_size(size)), spec, tmp_path / "t5")
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁a", -1.0)]
    (tmp_path / "t5" / "spiece.model").write_bytes(model_file(pieces, "<unk>"))
    engine = Engine(Library(bundled=tmp_path))
    assert engine.encode("t5", "a").tokens == ("▁a", "</s>")


def test_a_model_is_loaded_once_and_again_when_its_weights_change(
    engine: Engine, tiny_models: Path
) -> None:
    first = engine.load_model("distilbert-tiny")
    assert engine.load_model("distilbert-tiny") is first
    weights = tiny_models / "distilbert-tiny" / "model.safetensors"
    weights.write_bytes(weights.read_bytes())
    assert engine.load_model("distilbert-tiny") is not first


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_a_model_is_loaded_again_when_another_of_its_files_is_mended(
    engine: Engine, tiny_models: Path, name: str
) -> None:
    first, tokenizer = engine.load_model("distilbert-tiny"), engine.tokenizer("distilbert-tiny")
    path = tiny_models / "distilbert-tiny" / name
    path.write_bytes(path.read_bytes())
    assert engine.load_model("distilbert-tiny") is not first
    assert engine.tokenizer("distilbert-tiny") is not tokenizer


def test_a_model_is_loaded_again_when_its_second_part_is_written_where_it_stands(
    tiny_models: Path, tmp_path: Path
) -> None:
    shutil.copytree(tiny_models / "electra-tiny", tmp_path / "electra")
    engine, key = Engine(Library(bundled=tiny_models)), str(tmp_path / "electra")
    first = engine.load_model(key)
    assert engine.load_model(key) is first
    generator = tmp_path / "electra" / "generator" / "model.safetensors"
    generator.write_bytes(generator.read_bytes())
    assert engine.load_model(key) is not first


def test_a_shard_that_is_written_where_it_stands_is_noticed_by_its_index(
    tiny_models: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(tiny_models / "bert-tiny", tmp_path / "bert"))
    (folder / "model.safetensors").rename(folder / "model-1-of-1.safetensors")
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {"all": "model-1-of-1.safetensors"}}))
    engine = Engine(Library(bundled=tiny_models))
    first = engine.load_model(str(folder))
    assert engine.load_model(str(folder)) is first
    index.write_bytes(index.read_bytes())
    assert engine.load_model(str(folder)) is not first


def test_a_trace_of_weights_that_are_replaced_meanwhile_is_not_remembered_as_of_the_new_ones(
    tiny_models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = str(shutil.copytree(tiny_models / "bert-tiny", tmp_path / "bert"))
    engine = Engine(Library(bundled=tiny_models))
    clean, open_ = ModelInput.clean(engine.encode(key, TEXT)), engine.tokenizer
    weights = Path(key) / "model.safetensors"
    moved = {name: 2 * tensor for name, tensor in load_file(weights).items()}

    def replacing(key: str) -> Tokenizer:
        save_file(moved, weights)
        return open_(key)

    monkeypatch.setattr(model_files, "TRUSTED_S", 0.0)
    with monkeypatch.context() as once:
        once.setattr(engine, "tokenizer", replacing)
        old = engine.trace(key, clean)
    new = engine.trace(key, clean)
    assert not np.array_equal(new.logits["mlm"], old.logits["mlm"])


def test_a_card_and_a_trace_of_one_job_are_of_one_version_whatever_happens_to_the_files(
    tiny_models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = str(shutil.copytree(tiny_models / "bert-tiny", tmp_path / "bert"))
    engine = Engine(Library(bundled=tiny_models))
    monkeypatch.setattr(model_files, "TRUSTED_S", 0.0)
    clean = ModelInput.clean(engine.encode(key, TEXT))

    def job() -> Work:
        hash_before = engine.card(key).hash
        yield Progress("Asking")
        return hash_before, engine.card(key).hash, engine.trace(key, clean).logits["mlm"]

    work, other = engine.with_file_snapshot(job()), engine.with_file_snapshot(job())
    next(work)
    weights = Path(key) / "model.safetensors"
    save_file({name: 2 * tensor for name, tensor in load_file(weights).items()}, weights)
    next(other)  # a newer job, which goes first
    newer, still_newer, seen_newer = run_to_end(other)
    before, after, seen = run_to_end(work)
    assert before == after != newer == still_newer
    assert not np.array_equal(seen, seen_newer)
    assert engine.card(key).hash == newer


def test_the_files_are_looked_at_once_for_the_many_questions_of_a_moment(
    tiny_models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    look = model_files.version

    def count(folder: Path) -> object:
        looked.append(folder)
        return look(folder)

    engine = Engine(Library(bundled=tiny_models))
    monkeypatch.setattr(model_files, "version", count)
    monkeypatch.setattr(model_files, "TRUSTED_S", 60.0)
    for _ in range(10):
        engine.encode("bert-tiny", TEXT)
    assert len(looked) == 1
    monkeypatch.setattr(model_files, "TRUSTED_S", 0.0)
    engine.entry("bert-tiny")
    assert len(looked) == 2


def test_a_text_longer_than_the_positions_is_cut_and_says_so(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", TEXT * 20)
    assert len(encoding) == 24
    assert encoding.num_cut > 0


def test_an_empty_text_is_for_the_person_to_mend(engine: Engine) -> None:
    with pytest.raises(UserError) as caught:
        engine.encode("bert-tiny", "")
    assert caught.value.hint


def test_a_trace_is_remembered_but_keeps_the_targets_of_its_own_corruption(
    engine: Engine,
) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    clean = ModelInput.clean(encoding)
    first = engine.trace("bert-tiny", clean)
    assert engine.trace("bert-tiny", clean) is first
    other = clean.with_targets("mlm", np.array([1]), np.array([7]))
    assert engine.trace("bert-tiny", other).model_input is other
    assert engine.trace("bert-tiny", other).logits["mlm"] is first.logits["mlm"]


def test_a_trace_holds_the_kinds_that_were_asked_for(engine: Engine) -> None:
    clean = ModelInput.clean(engine.encode("gpt2-tiny", TEXT))
    stream = engine.trace("gpt2-tiny", clean, ("attention",)).streams["decoder"]
    assert stream.attention is not None
    assert stream.attention.shape == (2, 4, len(clean), len(clean))
    assert stream.hidden is None


def test_switching_a_head_off_changes_the_prediction(engine: Engine) -> None:
    clean = ModelInput.clean(engine.encode("bert-tiny", TEXT))
    whole = engine.trace("bert-tiny", clean).logits["mlm"]
    without = engine.trace("bert-tiny", clean, ablate=[Head("encoder", 0, 1)]).logits["mlm"]
    assert not np.allclose(whole, without)


def test_a_head_that_does_not_exist_cannot_be_switched_off(engine: Engine) -> None:
    clean = ModelInput.clean(engine.encode("bert-tiny", TEXT))
    with pytest.raises(UserError):
        engine.trace("bert-tiny", clean, ablate=[Head("encoder", 9, 0)])


def test_parameters_and_time_are_measured(engine: Engine) -> None:
    sizes = engine.parameters("bert-tiny")
    assert sum(sizes.values()) == engine.entry("bert-tiny").parameters
    encoding = engine.encode("bert-tiny", TEXT)
    timing = seconds_per_sentence(engine, ["bert-tiny", "gpt2-tiny"], encoding, runs=2)
    assert [next(timing).done, next(timing).done] == [0, 1]  # where it can be given up
    with pytest.raises(StopIteration) as end:
        next(timing)
    assert set(end.value.value) == {"bert-tiny", "gpt2-tiny"}
    assert all(0 < seconds < 60 for seconds in end.value.value.values())
