"""Folders of compressed models: written whole or not at all, with a record of what was done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from models.checkpoints.checkpoint import LoadedModel, load, save
from models.compression.base import compression_records
from models.compression.examples import compression_data
from models.compression.measure import CompressionPoint, measure_model, num_weights, speed_note
from models.compression.run import compress_into, compression_method
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.trainer import finetune
from models.inference.generation import Sampling, generate
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder
from models.schema.registry import catalog
from models.training.recipe import Recipe
from models.training.training_task import load_pretrained


@pytest.fixture(scope="module")
def base() -> LoadedModel:
    return load(checkpoint_folder("bert-mini"))


def compressed(loaded: LoadedModel, method: str, out: Path, **options: Any) -> LoadedModel:
    return load(run_to_end(compress_into(loaded, method, options, out)))


def test_every_method_is_found_by_its_spec_and_names_its_papers() -> None:
    methods = catalog().compressions
    assert {"quantize", "prune"} <= methods.keys()
    for method in methods.values():
        assert method.papers
        assert len({option.name for option in method.options}) == len(method.options)


def test_an_unknown_method_is_an_error_that_names_the_others() -> None:
    with pytest.raises(ValueError, match=r"unknown compression method 'shrink'; known are .*prune"):
        compression_method("shrink")


def test_run_json_states_what_was_done_to_which_model(base: LoadedModel, tmp_path: Path) -> None:
    made = compressed(base, "quantize", tmp_path / "small", scheme="weight_int8")
    run = json.loads((made.folder / "run.json").read_text())
    record = run["compression"]
    assert (run["name"], run["recipe"]) == ("small", base.run["recipe"])
    assert "metrics" not in run, "they were measured of the base"
    assert (record["method"], record["options"]["scheme"]) == ("quantize", "weight_int8")
    assert record["options"].keys() == {o.name for o in compression_method("quantize").options}
    assert record["base"] == {"name": "bert-mini", "hash": base.hash}
    assert record["parameters"] == record["base_parameters"] == num_weights(base)
    assert record["bytes"] < record["base_bytes"]
    assert record["seconds"] >= 0
    assert made.tokenizer is not None


def test_a_chain_keeps_its_earlier_records(base: LoadedModel, tmp_path: Path) -> None:
    pruned = compressed(base, "prune", tmp_path / "pruned")
    half = compressed(pruned, "prune", tmp_path / "half", sparsity=0.7)
    made = compressed(half, "quantize", tmp_path / "made")
    assert compression_records(base.run) == ()
    records = compression_records(made.run)
    assert [one["method"] for one in records] == ["prune", "prune", "quantize"]
    assert [one["base"]["name"] for one in records] == ["bert-mini", "pruned", "half"]
    zeros = {
        name: int((model.weights[name] == 0).sum()) for model in (half,) for name in model.weights
    }
    assert all(int((made.weights[name] == 0).sum()) >= count for name, count in zeros.items())


@pytest.mark.parametrize("broken", [{}, {"compression": 3}, {"compression": {"earlier": [1]}}])
def test_a_strange_record_is_none(broken: dict[str, Any]) -> None:
    assert compression_records(broken) == ()


def test_a_folder_that_exists_is_never_replaced(base: LoadedModel, tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    with pytest.raises(ValueError, match="exists already"):
        compressed(base, "quantize", tmp_path / "made")


def test_closed_early_nothing_is_left_behind(base: LoadedModel, tmp_path: Path) -> None:
    reports = compress_into(base, "prune", {"kind": "heads"}, tmp_path / "made")
    next(reports)
    reports.close()
    assert not list(tmp_path.iterdir())


def test_a_failure_while_writing_leaves_nothing_behind(
    base: LoadedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("models.compression.run.write_text", full)
    with pytest.raises(OSError, match="No space"):
        compressed(base, "quantize", tmp_path / "made")
    assert not list(tmp_path.iterdir())


def test_the_base_stays_as_it_is(base: LoadedModel, tmp_path: Path) -> None:
    before = {name: weight.detach().clone() for name, weight in base.weights.items()}
    compressed(base, "quantize", tmp_path / "a")
    compressed(base, "prune", tmp_path / "b", kind="layers", sparsity=0.25)
    assert all(bool((weight == before[name]).all()) for name, weight in base.weights.items())


def test_a_model_is_a_point_of_size_speed_and_quality(base: LoadedModel, tmp_path: Path) -> None:
    data = compression_data(base, count=16)
    first = measure_model(base, data)
    small = measure_model(compressed(base, "quantize", tmp_path / "small"), data)
    assert (first.name, small.name) == ("bert-mini", "small")
    assert first.parameters == small.parameters == num_weights(base)
    assert small.bytes < first.bytes
    assert first.milliseconds > 0
    assert first.tokens == small.tokens > 8
    assert first.loss == pytest.approx(data.quality(base).loss)
    assert 0.5 < first.accuracy <= 1
    assert first.score is None


def point(name: str, milliseconds: float) -> CompressionPoint:
    return CompressionPoint(name, 1, 1, milliseconds, 12, 1.0, 0.5, None)


@pytest.mark.parametrize(
    ("milliseconds", "says"), [(5.0, ""), (10.2, "is not faster than"), (20.0, "is slower than")]
)
def test_it_is_said_when_a_model_is_not_faster(milliseconds: float, says: str) -> None:
    about = speed_note(point("whole", 10.0), point("small", milliseconds))
    assert says in about if says else not about


def test_examples_are_the_same_each_time_and_those_of_a_named_text(base: LoadedModel) -> None:
    twice = [compression_data(base, count=16) for _ in range(2)]
    assert twice[0].quality(base) == twice[1].quality(base)
    other = compression_data(base, "village:en", count=16)
    assert (twice[0].name, other.name) == ("world", "village:en")
    assert other.quality(base).loss != twice[0].quality(base).loss


def test_a_model_without_a_tokenizer_reads_no_examples(base: LoadedModel, tmp_path: Path) -> None:
    save(base.model, base.spec, tmp_path / "bare")
    with pytest.raises(ValueError, match="no tokenizer"):
        compression_data(load(tmp_path / "bare"))


@pytest.mark.parametrize("scheme", ["dynamic_int8", "weight_int4"])
def test_a_quantized_decoder_writes_with_its_own_layers(scheme: str, tmp_path: Path) -> None:
    """The numpy decoder knows floats only, so it must not take over."""
    loaded = load(checkpoint_folder("gpt2-mini"))
    made = compressed(loaded, "quantize", tmp_path / "made", scheme=scheme)
    assert made.tokenizer is not None
    prompt = made.tokenizer.encode("The capital of").ids
    model: Any = made.model
    written = run_to_end(generate(model, made.tokenizer, prompt, Sampling(max_new_tokens=8)))
    assert len(written) > 0


def test_whole_numbers_do_not_learn(base: LoadedModel, tmp_path: Path) -> None:
    made = compressed(base, "quantize", tmp_path / "made")
    recipe = {**base.run["recipe"], "start": str(made.folder)}
    with pytest.raises(ValueError, match="cannot learn"):
        load_pretrained(Recipe.from_dict(recipe))
    tuning = FineTuningRecipe.from_dict(
        {"model": str(made.folder), "data": "world:acceptability:en"}
    )
    with pytest.raises(ValueError, match="cannot learn"):
        run_to_end(finetune(tuning, tmp_path / "tuned"))
