"""The table of `bench`: what is in it, and that both sides of a line do the same."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from models.finetuning.pipeline import HeadPipeline
from models.finetuning.run import open_finetuned
from models.finetuning.trainer import finetune_on
from models.inference.trace import trace
from models.long_texts.cost import is_sparse
from models.runtime.generators import run_to_end
from models.schema.configs import Size
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.bench import (
    compression,
    few_shot,
    finetuning,
    knowledge,
    long_texts,
    models,
    run,
    why,
)
from tests.models.oracle import ORACLES

TINY = Size(50, width=32, num_layers=2, num_heads=4, inner=48, num_positions=48)
LENGTH, TOLERANCE = 9, 1e-5
SAME_RUN = 1e-3  # after a few steps, in which rounding grows

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])


@pytest.fixture(autouse=True)
def untouched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a bench sets for its process is as it was for the next test."""
    threads = torch.get_num_threads()
    for name in ("OMP", "OPENBLAS", "MKL", "VECLIB"):
        monkeypatch.setenv(f"{name}_NUM_THREADS", str(threads))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    yield
    torch.set_num_threads(threads)


def test_every_architecture_has_a_line_and_one_that_writes_has_two() -> None:
    names = run.measurements()
    for spec in SPECS:
        assert f"forward-bundled-{spec.name}" in names
        assert (f"generate-bundled-{spec.name}" in names) == spec.generates
        assert (f"forward-bundled-{spec.name}-order" in names) == spec.reads_order
        for line in ("long", "long-flat", "long-share"):
            assert (f"{line}-{spec.name}" in names) == is_sparse(spec)


def test_explanations_and_the_ablation_of_heads_have_an_aim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(why.TABLE, "sentences", 4)
    setting = models.BenchSettings(False, time.process_time, quick=True)
    assert {"why-gradient", "why-integrated", "why-heads"} <= set(run.measurements())
    for name, make in why.paired_benchmarks().items():
        with make(tmp_path / name, setting) as benchmark:
            assert benchmark.ours() is None
            assert benchmark.most_ms is not None


@specs
def test_both_sides_record_the_same_of_the_same_text(spec: ArchSpec, tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    from tests.bench.transformers_side import is_known, open_recording

    if not is_known(spec):
        pytest.skip("transformers has no class for it")
    for ordered in {False, spec.reads_order}:
        model = models.new_model(spec, TINY, tmp_path / str(ordered))
        model_input = models.fed(spec, TINY, LENGTH, ordered)
        ours = trace(model, spec, model_input, without=models.left_out(spec, ordered))
        record = open_recording(tmp_path / str(ordered), model_input)
        if record is None:  # transformers does not have it
            assert spec.name not in ORACLES
            continue
        outputs = record()
        heads = {logits.shape: logits for logits in ours.logits.values()}
        found = {
            tuple(value.shape[1:]): value[0].numpy()
            for output in outputs
            for name, value in output.items()
            if name.endswith("logits")
        }
        assert found
        for shape, logits in found.items():
            np.testing.assert_allclose(heads[shape], logits, rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize(
    "spec", [s for s in SPECS if s.generates], ids=[s.name for s in SPECS if s.generates]
)
def test_both_sides_write_the_same(spec: ArchSpec, tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    from tests.bench.transformers_side import is_known

    setting = models.BenchSettings(True, time.perf_counter)
    size = replace(TINY, num_positions=models.PROMPT + models.NUM_NEW + 1)
    with models.generation(spec, size, 1.0, tmp_path, setting) as benchmark:
        assert (benchmark.theirs is not None) == is_known(spec)  # compared with ours when opened
        if benchmark.theirs is not None:
            assert benchmark.theirs() is None  # so all of its seconds count


def test_both_sides_answer_few_shot_prompts_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("transformers")
    monkeypatch.setitem(few_shot.TABLE, "quick", 5)
    setting = models.BenchSettings(True, time.perf_counter, quick=True)
    with few_shot.answers(tmp_path, setting) as benchmark:
        assert benchmark.theirs is not None  # it was compared with ours when it was opened
        assert benchmark.theirs() is None


FEW = 40  # sentences to fine-tune on


def test_both_sides_learn_the_same_from_the_same_batches(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    pytest.importorskip("accelerate")
    from tests.bench.transformers_side import open_evaluator, open_finetuner

    setting = models.BenchSettings(False, time.perf_counter, quick=True)
    every = finetuning.sentences(setting, "learned")
    data = finetuning.replace_training(every, every.examples("train")[:FEW])
    examples = data.examples("train")
    recipe = finetuning.measured_recipe()
    run_to_end(finetune_on(recipe, data, tmp_path / "ours"))
    pipeline = finetuning.pipeline_of(recipe, data, tmp_path / "theirs")
    before = pipeline.all_logits(pipeline.rows(examples, data))
    order = finetuning.order(pipeline, data, recipe)
    open_finetuner(tmp_path / "theirs", data, recipe, order)()
    learned = open_finetuned(tmp_path / "ours").pipeline
    assert isinstance(learned, HeadPipeline)
    after = learned.all_logits(learned.rows(examples, data))
    assert np.abs(np.stack(after) - np.stack(before)).max() > 100 * SAME_RUN
    for folder, ours, tolerance in (
        (tmp_path / "theirs", before, TOLERANCE),
        (tmp_path / "theirs" / "trained", after, SAME_RUN),
    ):
        theirs = open_evaluator(folder, examples, recipe.max_length, 7)()
        np.testing.assert_allclose(np.stack(ours), theirs, rtol=0, atol=tolerance)


def test_a_line_of_the_table_can_be_asked_for_alone_and_as_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--only", "forward-bundled-albert", "--quick", "--threads", "1", "--json"]
    assert run.main(options) == 0
    table = json.loads(capsys.readouterr().out)
    (row,) = table["results"]
    assert row["name"] == "forward-bundled-albert"
    assert row["ours"] > 0
    assert row["ratio"] is None
    assert table["machine"]["threads"] == "1"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--only", "forward-bundled-word2vec"], "Nothing is called forward-bundled-word2vec."),
        (["--threads", "0"], "--threads must be at least 1, not 0."),
    ],
)
def test_an_impossible_wish_is_answered_in_a_sentence(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main(options) == run.EXIT_PROBLEM
    shown = capsys.readouterr()
    assert said in shown.err
    assert not shown.out


def test_a_missed_aim_is_marked() -> None:
    missed = run.Measurement("a", "what", 2.0, 3.0, "ms", 1.5, 2.0)
    assert "(missed)" in run.line(missed)
    assert "(missed)" not in run.line(replace(missed, ratio=2.0))
    assert "(missed)" not in run.line(replace(missed, target=None))


def test_knowledge_has_its_times_and_its_ranks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {"triples": 500, "entities": 100}
    monkeypatch.setitem(knowledge.TABLE, "quick", few)
    monkeypatch.setitem(knowledge.TABLE, "embedded", few)
    setting = models.BenchSettings(against=False, now=time.perf_counter, quick=True)
    for name, make in knowledge.paired_benchmarks().items():
        assert name in run.measurements()
        with make(tmp_path / name, setting) as benchmark:
            result = run.compare(name, benchmark, 1, time.perf_counter)
        assert result.reaches_aim is not None
        assert result.unit == "ms"
    graph = knowledge.made_up_graph(few)
    assert len(graph.entities) == 100
    assert 400 < len(graph.triples) <= 500
    assert knowledge.HITS in run.measurements()


def test_all_lengths_are_timed_in_the_same_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = [64, 128, 192]
    monkeypatch.setitem(long_texts.TABLE, "lengths", lengths)
    passes: list[int] = []
    run_pass = long_texts.MeasuredPass.run

    def watched(one: long_texts.MeasuredPass) -> float:
        passes.append(one._batch.input_ids.shape[1])
        return run_pass(one)

    monkeypatch.setattr(long_texts.MeasuredPass, "run", watched)
    name, spec = next(iter(long_texts.sparse_specs().items()))
    setting = models.BenchSettings(against=False, now=time.perf_counter, quick=True)
    (line,) = long_texts.time_per_token(name, spec, setting)
    assert passes == (1 + long_texts.QUICK_ROUNDS) * lengths
    assert line.ours >= 1


def test_products_of_whole_numbers_have_a_line_against_those_of_floats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compression, "BASE", models.BUNDLED)
    setting = models.BenchSettings(against=False, now=time.perf_counter, quick=True)
    (line,) = compression.measurements()[compression.INT8](setting)
    assert line.name in run.measurements()
    assert line.ours > 0
    assert line.reaches_aim == (line.ours <= compression.SHARE)
