"""Training is repeatable, survives a kill, stops at nonsense, and computes no more than it must."""

from __future__ import annotations

import json
import math
import multiprocessing
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from models.checkpoints.checkpoint import load, save
from models.data.examples import Examples, stream
from models.data.prepare import PreparedData
from models.objectives.next_sentence import pairs
from models.runtime.generators import run_to_end
from models.schema.batch import Batch
from models.schema.registry import catalog
from models.training import run_folder, trainer
from models.training.evaluation import area_under_roc, evaluate
from models.training.loss import HeadLoss
from models.training.optimizer import LEAST_SCALE, learning_rate, make_optimizer, set_rates
from models.training.recipe import Recipe, TeacherRecipe, TokenizerRecipe
from models.training.run_folder import latest
from models.training.trainer import (
    CheckpointSaved,
    DivergedError,
    HeldOutEvaluated,
    TrainingReady,
    TrainingStep,
    step_indices,
    step_shape,
    train,
)
from models.training.training_task import TrainingTask, new_training_task
from tests.models import tiny

KILLS = 5
PATIENCE_S = 60.0  # for a process to start and save
ARCHITECTURES = ("bert", "gpt2", "electra")
architectures = pytest.mark.parametrize("architecture", ARCHITECTURES)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def few_held_out_examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)
    return


def weights(folder: Path) -> dict[str, torch.Tensor]:
    """Return the weights of the last checkpoint of a run."""
    checkpoint = latest(folder)
    assert checkpoint is not None
    return dict(load_file(checkpoint / "weights.safetensors"))


def assert_same_weights(one: Path, two: Path) -> None:
    first, second = weights(one), weights(two)
    assert first.keys() == second.keys()
    for name, tensor in first.items():
        assert torch.equal(tensor, second[name]), name


# Learning -----------------------------------------------------------------------------------------


@architectures
def test_the_loss_goes_down_on_the_village(architecture: str, data: Path, tmp_path: Path) -> None:
    made_of = tiny.recipe(architecture, steps=60, batch_size=8, learning_rate=5e-3)
    found = tiny.losses(tiny.reports(made_of, tiny.ready(architecture, data), tmp_path))
    for head in found[1]:
        if head != "nsp":  # a coin that takes longer to read
            late = sum(found[step][head] for step in range(51, 61)) / 10
            assert late < 0.9 * found[1][head]


@architectures
def test_the_same_recipe_gives_the_same_losses_and_weights(
    architecture: str, data: Path, tmp_path: Path
) -> None:
    prepared, made_of = tiny.ready(architecture, data), tiny.recipe(architecture)
    one = tiny.losses(tiny.reports(made_of, prepared, tmp_path / "one"))
    two = tiny.losses(tiny.reports(made_of, prepared, tmp_path / "two"))
    assert one == two
    assert_same_weights(tmp_path / "one", tmp_path / "two")


def test_another_seed_gives_other_losses(data: Path, tmp_path: Path) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=1)
    one = tiny.losses(tiny.reports(made_of, prepared, tmp_path / "one"))
    other = replace(made_of, seed=2)
    assert one != tiny.losses(tiny.reports(other, prepared, tmp_path / "two"))


def test_a_step_draws_its_examples_from_its_number_alone(data: Path) -> None:
    prepared, made_of = tiny.ready("bert", data), tiny.recipe("bert")
    training_task = new_training_task(made_of, prepared.tokenizer, None)
    examples = Examples(prepared.train, prepared.tokenizer, pairs)
    both = [training_task.model_input(examples, number, 24) for number in (3, 4)]
    alone = training_task.model_input(examples, 4, 24)
    assert both[1].input_ids.tolist() == alone.input_ids.tolist()
    assert both[0].input_ids.tolist() != alone.input_ids.tolist()


def test_every_example_belongs_to_one_step() -> None:
    schedule = tiny.recipe("bert", batch_size=3).schedule
    numbers = [number for step in (1, 2, 3) for number in step_indices(schedule, step)]
    assert numbers == list(range(9))


def test_a_share_of_the_steps_is_long_or_of_single_sentences() -> None:
    made_of = tiny.recipe("bert", long_share=0.25, single_share=0.5)
    shapes = [step_shape(made_of, step) for step in range(1, 2001)]
    assert {shape for shape in shapes if shape[1] == 32} == {("long", 32)}
    assert {length for kind, length in shapes if kind != "long"} == {24}
    others = [kind for kind, _ in shapes if kind != "long"]
    assert len(others) / 2000 == pytest.approx(0.75, abs=0.05)
    assert others.count("singles") / len(others) == pytest.approx(0.5, abs=0.05)


def test_the_long_steps_can_be_the_last_ones() -> None:
    made_of = tiny.recipe("bert", steps=10, long_share=0.2, long_last=True)
    lengths = [step_shape(made_of, step)[1] for step in range(1, 11)]
    assert lengths == [24] * 8 + [32] * 2


def test_the_learning_rate_rises_then_falls_to_nothing() -> None:
    schedule = tiny.recipe("bert", steps=10, warmup_steps=4, learning_rate=1.0).schedule
    rates = [learning_rate(schedule, step) for step in range(1, 12)]
    assert rates[:4] == [0.25, 0.5, 0.75, 1.0]
    assert rates[4] == 1.0
    assert rates[9] == pytest.approx(1 / 6)
    assert rates[10] == 0.0


def test_a_run_without_warm_up_begins_at_the_full_rate() -> None:
    schedule = tiny.recipe("bert", steps=10, warmup_steps=0, learning_rate=1.0).schedule
    assert learning_rate(schedule, 1) == 1.0


@pytest.mark.parametrize("relative", [False, True])
def test_a_relative_rate_is_scaled_by_the_size_of_each_tensor(relative: bool) -> None:
    schedule = replace(
        tiny.recipe("bert", steps=10, warmup_steps=0, learning_rate=0.1).schedule,
        relative_rate=relative,
        weight_decay=0.0,
    )
    values = (2.0, -0.5, 0.0)
    weights = torch.nn.ParameterList([torch.full((3, 2), value) for value in values])
    optimizer = make_optimizer(weights, schedule)
    for weight in weights:
        weight.grad = torch.ones_like(weight)
    set_rates(optimizer, schedule, step=1)
    optimizer.step()
    moved = [
        value - weight.detach()[0, 0].item() for value, weight in zip(values, weights, strict=True)
    ]
    expected = [0.2, 0.05, 0.1 * LEAST_SCALE] if relative else [0.1, 0.1, 0.1]
    assert moved == pytest.approx(expected, rel=1e-4)


def test_metrics_are_reported_when_they_are_due(data: Path, tmp_path: Path) -> None:
    made_of = tiny.recipe("bert", steps=5, evaluate_every=2, save_every=3)
    found = list(tiny.reports(made_of, tiny.ready("bert", data), tmp_path))
    assert [report.step for report in found if isinstance(report, HeldOutEvaluated)] == [2, 4, 5]
    assert [report.step for report in found if isinstance(report, CheckpointSaved)] == [3, 5]
    tokens = [report.tokens for report in found if isinstance(report, TrainingStep)]
    assert tokens == sorted(tokens)
    assert tokens[0] > 0


def test_run_json_holds_recipe_metrics_and_baselines(data: Path, tmp_path: Path) -> None:
    made_of = tiny.recipe("gpt2", steps=4, evaluate_every=2)
    found = list(tiny.reports(made_of, tiny.ready("gpt2", data), tmp_path))
    run = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert Recipe.from_dict(run["recipe"]) == made_of
    assert [point["step"] for point in run["curve"]] == [2, 4]
    baselines = next(report for report in found if isinstance(report, TrainingReady)).baselines
    assert run["baselines"] == dict(baselines)
    assert 0 < baselines["5gram"] < baselines["unigram"] < math.log(500)


def test_heads_run_only_on_the_places_that_have_a_target(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = tiny.ready("bert", data)
    training_task = new_training_task(tiny.recipe("bert"), prepared.tokenizer, None)
    batch = training_task.batch(Examples(prepared.train, prepared.tokenizer, pairs), range(4), 24)
    rows: dict[str, int] = {}
    logits = training_task.model.logits

    def spy(head: str, hidden: torch.Tensor) -> torch.Tensor:
        rows[head] = hidden.shape[:-1].numel()
        return logits(head, hidden)

    monkeypatch.setattr(training_task.model, "logits", spy)
    training_task.losses(batch)
    assert rows == {"mlm": len(batch.targets["mlm"].rows), "nsp": 4}
    assert rows["mlm"] < batch.num_tokens / 5


def test_a_text_file_is_learned_from_like_the_world(tmp_path: Path) -> None:
    text = tiny.write_text(tmp_path)
    made_of = tiny.recipe("gpt2", text, steps=2)
    found = list(train(made_of, tmp_path / "run", tmp_path / "cache"))
    assert isinstance(found[-1], CheckpointSaved)
    assert (tmp_path / "run" / "model.safetensors").is_file()


def test_a_changed_file_is_tokenized_anew(tmp_path: Path) -> None:
    text = tiny.write_text(tmp_path)
    made_of = tiny.recipe("gpt2", text)
    before = run_to_end(trainer.prepare(made_of, tmp_path / "cache"))
    text.write_text("\n\n".join(tiny.village_text().split("\n\n")[:50]), encoding="utf-8")
    work = trainer.prepare(made_of, tmp_path / "cache", before.tokenizer)
    assert run_to_end(work).train.num_documents < before.train.num_documents


# Stopping and going on ----------------------------------------------------------------------------


@architectures
@pytest.mark.parametrize(("dropout", "relative_rate"), [(0.0, False), (0.2, False), (0.2, True)])
def test_a_resumed_run_has_the_losses_of_an_unbroken_one(
    architecture: str, dropout: float, relative_rate: bool, data: Path, tmp_path: Path
) -> None:
    prepared = tiny.ready(architecture, data)
    # Where single texts are fed, the head of pairs takes no step.
    settings = {"save_every": 2, "relative_rate": relative_rate, "single_share": 0.5, "beta2": 0.9}
    made_of = tiny.with_size(tiny.recipe(architecture, **settings), dropout=dropout)
    whole = tiny.losses(tiny.reports(made_of, prepared, tmp_path / "whole"))
    broken = tmp_path / "broken"
    for report in tiny.reports(made_of, prepared, broken):
        if isinstance(report, TrainingStep) and report.step == 3:
            break  # closed by the end of the loop's generator, which saves
    rest = tiny.losses(tiny.reports(made_of, prepared, broken, resume=True))
    assert min(rest) in (3, 4)
    assert rest == {step: whole[step] for step in rest}
    assert_same_weights(tmp_path / "whole", broken)


def test_a_run_that_goes_on_from_another_begins_with_its_model_and_keeps_its_curve(
    data: Path, tmp_path: Path
) -> None:
    made_of = tiny.recipe("gpt2", tiny.write_text(data), steps=2, evaluate_every=1)
    first, second, third = tmp_path / "first", tmp_path / "second", tmp_path / "third"
    list(train(made_of, first, tmp_path / "cache"))
    on = replace(made_of, name="second", start=str(first))
    pretrained = load(first)
    ready = next(r for r in train(on, second, tmp_path / "cache") if isinstance(r, TrainingReady))
    assert isinstance(ready.training_task.model, torch.nn.Module)
    assert isinstance(pretrained.model, torch.nn.Module)
    for name, weight in pretrained.model.state_dict().items():
        assert torch.equal(weight, ready.training_task.model.state_dict()[name])
    list(train(on, second, tmp_path / "cache", resume=True))
    list(train(replace(on, name="third", start=str(second)), third, tmp_path / "cache"))
    told = json.loads((third / "run.json").read_text(encoding="utf-8"))
    assert [stage["name"] for stage in told["before"]] == ["tiny", "second"]
    for stage, folder in zip(told["before"], (first, second), strict=True):
        run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        assert stage == {name: run[name] for name in stage}
        assert [point["step"] for point in stage["curve"]] == [1, 2]


def test_a_run_that_is_closed_early_keeps_its_last_step(data: Path, tmp_path: Path) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2")
    work = tiny.reports(made_of, prepared, tmp_path)
    while not (isinstance(report := next(work), TrainingStep) and report.step == 2):
        pass
    work.close()
    assert latest(tmp_path) == tmp_path / "checkpoints" / "step-00000002"


def test_a_finished_run_that_is_resumed_only_writes_its_model_again(
    data: Path, tmp_path: Path
) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=2)
    list(tiny.reports(made_of, prepared, tmp_path))
    before = (tmp_path / "model.safetensors").read_bytes()
    (tmp_path / "model.safetensors").unlink()
    assert tiny.losses(tiny.reports(made_of, prepared, tmp_path, resume=True)) == {}
    assert (tmp_path / "model.safetensors").read_bytes() == before


def test_seconds_are_those_of_the_steps_and_not_of_pauses(data: Path, tmp_path: Path) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=3)
    found = []
    for report in tiny.reports(made_of, prepared, tmp_path):
        if isinstance(report, TrainingStep):
            found.append(report.seconds)
            time.sleep(1.0)
    assert found == sorted(found)
    assert found[2] - found[1] < 1.0


def test_a_checkpoint_with_other_weights_is_not_resumed(data: Path, tmp_path: Path) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=1)
    list(tiny.reports(made_of, prepared, tmp_path))
    checkpoint = latest(tmp_path)
    assert checkpoint is not None
    weights = load_file(checkpoint / "weights.safetensors")
    renamed = {f"other.{name}": tensor for name, tensor in weights.items()}
    save_file(renamed, checkpoint / "weights.safetensors")
    with pytest.raises(ValueError, match="of another model"):
        list(tiny.reports(made_of, prepared, tmp_path, resume=True))


def test_only_matrices_and_tables_decay(data: Path) -> None:
    prepared = tiny.ready("xlnet", data)
    model = new_training_task(tiny.recipe("xlnet"), prepared.tokenizer, None).model
    assert isinstance(model, torch.nn.Module)
    names = {parameter: name for name, parameter in model.named_parameters()}
    decayed, others = make_optimizer(model, tiny.recipe("xlnet").schedule).param_groups
    assert others["weight_decay"] == 0
    assert {"layers.0.attention.qkv", "lm.weight"} & {names[p] for p in decayed["params"]}
    assert not any(p.ndim < 2 or names[p].endswith("bias") for p in decayed["params"])
    assert "layers.0.attention.content_bias" in {names[p] for p in others["params"]}


def test_what_a_decoder_writes_counts_as_seen(data: Path) -> None:
    prepared = tiny.ready("t5", data)
    training_task = new_training_task(tiny.recipe("t5"), prepared.tokenizer, None)
    batch = training_task.batch(Examples(prepared.train, prepared.tokenizer, stream), range(4), 24)
    written = len(batch.targets["lm"].rows)
    assert written > 0
    assert trainer.num_fed(training_task.spec, batch) == batch.num_tokens + written


def test_a_new_run_does_not_write_over_another(data: Path, tmp_path: Path) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=1)
    list(tiny.reports(made_of, prepared, tmp_path))
    with pytest.raises(ValueError, match="holds a run already"):
        list(tiny.reports(made_of, prepared, tmp_path))


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("name", ["checkpoints/bert-mini", "config.json", "notes.txt"])
def test_a_run_does_not_begin_among_other_files(
    name: str, resume: bool, data: Path, tmp_path: Path
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    with pytest.raises(ValueError, match=f"other files already: {name}"):
        list(tiny.reports(tiny.recipe("gpt2"), tiny.ready("gpt2", data), tmp_path, resume))
    with pytest.raises(ValueError, match=f"other files already: {name}"):
        next(train(tiny.recipe("gpt2"), tmp_path, tmp_path / "cache", resume))
    assert (tmp_path / name).read_text() == "mine"
    assert not (tmp_path / "cache").exists(), "it is said before anything is prepared"


def test_what_a_run_did_not_write_stays_beside_its_checkpoints(data: Path, tmp_path: Path) -> None:
    others = ["step-5", "step-00000001-copy", ".building-mine", "best", ".DS_Store"]
    left = ["step-00000001", ".building-7"]  # of this run, the last by a save that was killed
    made_of = tiny.recipe("gpt2", steps=4, save_every=2)
    reports = tiny.reports(made_of, tiny.ready("gpt2", data), tmp_path)
    while not isinstance(next(reports), CheckpointSaved):
        pass
    for name in [*others, *left]:
        (tmp_path / "checkpoints" / name).mkdir()
    list(reports)
    remaining = {path.name for path in (tmp_path / "checkpoints").iterdir()}
    assert remaining == {"step-00000004", *others}
    assert latest(tmp_path) == tmp_path / "checkpoints" / "step-00000004"


def test_what_systems_leave_in_a_folder_is_no_reason_to_reject_it(
    data: Path, tmp_path: Path
) -> None:
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / ".DS_Store").touch()
    (tmp_path / "checkpoints" / ".building-3").mkdir()
    list(tiny.reports(tiny.recipe("gpt2", steps=1), tiny.ready("gpt2", data), tmp_path))
    assert (tmp_path / ".DS_Store").exists()


def test_a_run_is_not_resumed_by_another_recipe(data: Path, tmp_path: Path) -> None:
    prepared = tiny.ready("gpt2", data)
    list(tiny.reports(tiny.recipe("gpt2", steps=1), prepared, tmp_path))
    with pytest.raises(ValueError, match="another recipe"):
        list(tiny.reports(tiny.recipe("gpt2", steps=2), prepared, tmp_path, resume=True))


@pytest.mark.parametrize("name", ["weights.safetensors", "optimizer.safetensors", "progress.json"])
def test_a_damaged_checkpoint_is_named(name: str, data: Path, tmp_path: Path) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=1)
    list(tiny.reports(made_of, prepared, tmp_path))
    checkpoint = latest(tmp_path)
    assert checkpoint is not None
    content = (checkpoint / name).read_bytes()
    (checkpoint / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(ValueError, match="damaged"):
        list(tiny.reports(made_of, prepared, tmp_path, resume=True))


@pytest.mark.parametrize(
    "content", ["[]", "{}", '{"recipe": 5}', "[" * 100_000, '{"recipe": {}, "step": null}']
)
def test_a_progress_that_tells_other_things_is_damaged_too(
    content: str, data: Path, tmp_path: Path
) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=1)
    list(tiny.reports(made_of, prepared, tmp_path))
    checkpoint = latest(tmp_path)
    assert checkpoint is not None
    (checkpoint / "progress.json").write_text(content)
    with pytest.raises(ValueError, match=r"damaged.*Copy it again"):
        list(tiny.reports(made_of, prepared, tmp_path, resume=True))


@pytest.mark.parametrize("name", ["weights", "optimizer"])
def test_tensors_of_another_shape_are_not_resumed(name: str, data: Path, tmp_path: Path) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=1)
    list(tiny.reports(made_of, prepared, tmp_path))
    checkpoint = latest(tmp_path)
    assert checkpoint is not None
    path = checkpoint / f"{name}.safetensors"
    cut = {key: t[:1].clone() if t.ndim else t for key, t in load_file(path).items()}
    save_file(cut, path)
    with pytest.raises(ValueError, match="of another model"):
        list(tiny.reports(made_of, prepared, tmp_path, resume=True))


def test_a_full_disk_keeps_the_checkpoint_before_and_leaves_no_half_one(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: Any) -> None:
        raise SafetensorError("I/O error: No space left on device")

    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", steps=4, save_every=2)
    reports = tiny.reports(made_of, prepared, tmp_path)
    while not isinstance(next(reports), CheckpointSaved):
        pass
    monkeypatch.setattr(run_folder, "save_file", no_room)
    with pytest.raises(OSError, match=r"cannot be written .*No space left.*Make room"):
        list(reports)
    assert [path.name for path in (tmp_path / "checkpoints").iterdir()] == ["step-00000002"]


def test_two_trainings_do_not_write_to_one_folder(data: Path, tmp_path: Path) -> None:
    made_of, cache = tiny.recipe("gpt2", tiny.write_text(data), steps=1), tmp_path / "cache"
    first = train(made_of, tmp_path / "run", cache)
    next(first)
    with pytest.raises(ValueError, match="Another training is writing to"):
        next(train(made_of, tmp_path / "run", cache))
    first.close()
    next(train(made_of, tmp_path / "run", cache))


@pytest.mark.parametrize("moment", ["weights", "optimizer", "rename", "clean-up"])
def test_a_death_in_the_middle_of_a_write_costs_nothing_but_time(
    moment: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second save stops at each of its parts, and nothing behind that part is done."""
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", save_every=2)
    whole = tiny.losses(tiny.reports(made_of, prepared, tmp_path / "whole"))
    broken = tmp_path / "broken"
    with monkeypatch.context() as patch:
        _die_at(moment, patch)
        with pytest.raises(Death):
            list(tiny.reports(made_of, prepared, broken))
    rest = tiny.losses(tiny.reports(made_of, prepared, broken, resume=True))
    assert min(rest) == (5 if moment == "clean-up" else 3)
    assert rest == {step: whole[step] for step in rest}
    assert_same_weights(tmp_path / "whole", broken)
    assert [path.name for path in (broken / "checkpoints").iterdir()] == ["step-00000006"]


class Death(BaseException):
    """Nobody catches it, as nobody catches a kill."""


def _die_at(moment: str, patch: pytest.MonkeyPatch) -> None:
    step = "step-00000004"
    save_file, rename, rmtree = run_folder.save_file, Path.rename, run_folder.shutil.rmtree

    def die_saving(tensors: Any, path: Path) -> None:
        if path.parent.name.endswith("-4") and path.stem == moment:
            path.write_bytes(b"half")
            raise Death
        save_file(tensors, path)

    def die_renaming(self: Path, target: Path) -> Path:
        if moment == "rename" and Path(target).name == step:
            raise Death
        return rename(self, target)

    def die_cleaning(path: Path, **options: Any) -> None:
        if moment == "clean-up" and (Path(path).parent / step).exists():
            raise Death
        rmtree(path, **options)

    patch.setattr(run_folder, "save_file", die_saving)
    patch.setattr(Path, "rename", die_renaming)
    patch.setattr(run_folder.shutil, "rmtree", die_cleaning)


def test_a_killed_run_goes_on_to_the_same_weights(data: Path, tmp_path: Path) -> None:
    """Killed for good at random moments of a run that saves at every step."""
    prepared = tiny.ready("gpt2", data)
    made_of, rng = tiny.recipe("gpt2", steps=60, save_every=1), random.Random(0)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    expected = tiny.losses(tiny.reports(made_of, prepared, whole))
    for _ in range(KILLS):
        _train_and_kill(made_of, prepared, broken, rng)
    assert _saved_step(broken) < made_of.schedule.steps, "the run ended before it was killed"
    rest = tiny.losses(tiny.reports(made_of, prepared, broken, resume=True))
    assert rest == {step: expected[step] for step in rest}
    assert_same_weights(whole, broken)


def _train_and_kill(
    made_of: Recipe, prepared: PreparedData, folder: Path, rng: random.Random
) -> None:
    """Let another process save twice more, then kill it somewhere in the next steps."""
    methods = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    child = context.Process(target=_go_on, args=(made_of, prepared, folder))
    goal = _saved_step(folder) + 2
    child.start()
    deadline = time.monotonic() + PATIENCE_S
    while _saved_step(folder) < goal and child.is_alive() and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(rng.random() * 0.05)
    child.kill()
    child.join()
    child.close()
    assert _saved_step(folder) >= goal, "the other process saved nothing"


def _go_on(made_of: Recipe, prepared: PreparedData, folder: Path) -> None:
    trainer.HELD_OUT_EXAMPLES = 8
    for _ in tiny.reports(made_of, prepared, folder, resume=True):
        pass


def _saved_step(folder: Path) -> int:
    checkpoint = latest(folder)
    return 0 if checkpoint is None else int(checkpoint.name.removeprefix("step-"))


# Rejected -----------------------------------------------------------------------------------------


def test_a_loss_that_is_no_number_stops_the_run_at_its_last_good_state(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared, made_of = tiny.ready("gpt2", data), tiny.recipe("gpt2", save_every=2)
    losses, steps = TrainingTask.losses, iter(range(1, 100))

    def poison(training_task: Any, batch: Batch, progress: float) -> Any:
        if next(steps) == 4:
            with torch.no_grad():
                next(training_task.model.parameters()).fill_(float("nan"))
        return losses(training_task, batch)

    monkeypatch.setattr(TrainingTask, "losses", poison)
    with pytest.raises(DivergedError, match="step 4"):
        list(tiny.reports(made_of, prepared, tmp_path))
    assert latest(tmp_path) == tmp_path / "checkpoints" / "step-00000002"
    assert all(torch.isfinite(tensor).all() for tensor in weights(tmp_path).values())


BROKEN_RECIPES = {
    "unknown key": ({"nmae": "x"}, "unknown key 'nmae'"),
    "unknown part key": ({"schedule": {"setps": 3}}, "unknown key 'setps' in schedule"),
    "wrong type": ({"schedule": {"steps": "many"}}, "steps in schedule must be a whole number"),
    "no steps": ({"schedule": {"steps": 0}}, "steps must be at least 1"),
    "lengths": ({"schedule": {"length": 64, "long_length": 32}}, "long_length"),
    "heads": ({"size": {"width": 30, "num_heads": 4}}, "not a multiple"),
    "depth": ({"size": {"num_layers": 10**12}}, "num_layers must be at least 1, and at most 1,000"),
    "width": ({"size": {"width": 10**12}}, "width must be at least 1, and at most"),
    "batch": ({"schedule": {"batch_size": 10**12}}, "batch_size times long_length"),
    "no number": ({"schedule": {"learning_rate": math.nan}}, "must be a finite number"),
    "moments": ({"schedule": {"beta1": 1.0}}, "beta1 and beta2 must lie between 0 and 1"),
    "warm-up": ({"schedule": {"warmup_steps": -1}}, "must not be negative"),
    "seed": ({"seed": -1}, "seed must lie between 0"),
    "no tokens": ({"data_tokens": 0}, "data_tokens must lie between 1"),
    "vocabulary": ({"tokenizer": {"vocab_size": 10**20}}, "vocab_size must lie between 1"),
    "objectives": ({"objectives": [["masked"]]}, "objectives must be a list of texts"),
    "twice": ({"objectives": ["masked", "masked"]}, "each objective once"),
    "a number for a table": ({"size": 3}, "size must be a table"),
}


@pytest.mark.parametrize("case", BROKEN_RECIPES)
def test_a_recipe_that_cannot_be_is_rejected(case: str) -> None:
    changed, message = BROKEN_RECIPES[case]
    with pytest.raises(ValueError, match=message):
        Recipe.from_dict({"name": "x", "architecture": "bert", "objectives": ["masked"], **changed})


@pytest.mark.parametrize(
    ("architecture", "other"), [("albert", "ngram_masked"), ("electra", "replaced_token")]
)
def test_two_objectives_of_one_head_cannot_be_learned_at_once(
    architecture: str, other: str, tmp_path: Path
) -> None:
    """The second would have the model predict the masks of the first."""
    made_of = replace(tiny.recipe(architecture), objectives=("masked", other))
    with pytest.raises(ValueError, match="train the same head"):
        next(train(made_of, tmp_path / "run", tmp_path / "cache"))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"architecture": "brt"}, "unknown architecture 'brt'"),
        ({"objectives": ("guess",)}, "unknown objective 'guess'"),
        ({"objectives": ("causal",)}, "no head for the objective"),
        ({"objectives": ()}, "at least one objective"),
        ({"options": {"masked": {"rat": 0.2}}}, "unknown option 'rat'"),
        ({"options": {"masked": {"rate": 7}}}, "must lie in"),
        ({"options": {"masked": {"copies": 2.5}}}, "must be a whole number"),
        ({"size": replace(tiny.recipe("bert").size, num_positions=16)}, "32 does not fit into 16"),
        ({"config": {"hidden_act": "step"}}, "unknown activation 'step'"),
        ({"start": "a", "teaching": TeacherRecipe("distilbert", "b")}, "start or teaching"),
    ],
)
def test_a_run_that_cannot_be_is_rejected_before_anything_is_prepared(
    changed: dict[str, Any], message: str, tmp_path: Path
) -> None:
    made_of = replace(tiny.recipe("bert"), **changed)
    with pytest.raises(ValueError, match=message):
        next(train(made_of, tmp_path / "run", tmp_path / "cache"))
    assert not list(tmp_path.glob("run*"))


@pytest.mark.parametrize("objectives", [("next_sentence",), ("masked", "next_sentence")])
def test_a_step_of_long_examples_trains_every_objective(
    objectives: tuple[str, ...], data: Path, tmp_path: Path
) -> None:
    made_of = replace(tiny.recipe("bert", long_share=1.0, steps=2), objectives=objectives)
    steps = [one for one in train(made_of, tmp_path / "run", data) if isinstance(one, TrainingStep)]
    assert len(steps) == 2
    assert all(step.losses for step in steps)


def test_single_sentences_are_not_fed_to_what_learns_nothing_from_them(tmp_path: Path) -> None:
    made_of = replace(tiny.recipe("bert", single_share=0.5), objectives=("next_sentence",))
    with pytest.raises(ValueError, match="learns nothing from single sentences"):
        next(train(made_of, tmp_path / "run", tmp_path))


def test_a_recipe_of_endless_brackets_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text("name = " + "[" * 100_000)
    with pytest.raises(ValueError, match=r"The recipe deep\.toml cannot be used"):
        Recipe.read(tmp_path / "deep.toml")


def test_a_recipe_may_begin_with_the_mark_that_editors_put_there(tmp_path: Path) -> None:
    text = 'name = "x"\narchitecture = "bert"\nobjectives = ["masked"]\n'
    (tmp_path / "marked.toml").write_text(text, encoding="utf-8-sig")
    assert Recipe.read(tmp_path / "marked.toml").name == "x"


def test_an_unknown_key_of_the_configuration_is_named(data: Path) -> None:
    made_of = replace(tiny.recipe("bert"), config={"hiden_act": "relu"})
    with pytest.raises(ValueError, match="unknown key 'hiden_act' in config"):
        new_training_task(made_of, tiny.ready("bert", data).tokenizer, None)


SIZED = {
    "vocab_size": {"vocab_size"},
    "width": {"hidden_size", "dim", "n_embd", "d_model", "emb_dim", "projection_size"},
    "num_layers": {"num_hidden_layers", "n_layers", "n_layer", "num_layers"},
    "num_heads": {"num_attention_heads", "n_heads", "n_head", "num_heads"},
    "inner": {
        *("intermediate_size", "hidden_dim", "n_inner", "d_ff", "d_inner", "feed_forward_size")
    },
    "num_positions": {"max_position_embeddings", "n_positions"},
    "dropout": {
        *("hidden_dropout_prob", "dropout", "resid_pdrop", "dropout_rate", "attention_dropout")
    },
}


@pytest.mark.parametrize("architecture", sorted(catalog().architectures))
def test_what_the_size_says_the_configuration_cannot_say_otherwise(
    architecture: str, tmp_path: Path
) -> None:
    spec = catalog().architectures[architecture]
    config_class, attends = spec.config_class, any(stream.attends for stream in spec.streams)
    sized = config_class.keys_of_size()
    fixed = {"inner"} if config_class.INNER_WIDTHS else set()
    fixed = fixed if attends else {"num_heads", "inner"}
    assert sorted(sized.values()) == sorted(SIZED.keys() - fixed)
    for key, word in sized.items():
        assert key in SIZED[word]
        table = "tokenizer" if word == "vocab_size" else "size"
        made_of = replace(tiny.recipe(architecture), config={key: 64})
        with pytest.raises(ValueError, match=f"{key} in config is {word} in {table}: drop it"):
            next(train(made_of, tmp_path / "run", tmp_path / "cache"))
    assert not list(tmp_path.iterdir())


def test_a_size_does_not_say_how_many_words_there_are(tmp_path: Path) -> None:
    size = replace(tiny.recipe("bert").size, vocab_size=300)
    made_of = replace(tiny.recipe("bert"), size=size)
    with pytest.raises(ValueError, match="vocab_size in size is set by the tokenizer"):
        next(train(made_of, tmp_path / "run", tmp_path / "cache"))


@pytest.mark.parametrize(
    ("recipe_of", "what"),
    [
        ({"size": {"width": 64}}, "width in size cannot be set"),
        ({"size": {"dropout": 0.1}}, "dropout in size cannot be set"),
        ({"config": {"layer_norm_epsilon": 0.5}}, "layer_norm_epsilon in config cannot be set"),
        ({"schedule": {"long_length": 64}}, "long_length 64 does not fit into 32 positions"),
        ({"tokenizer": {"family": "unigram"}}, "family in tokenizer cannot be set"),
        ({"tokenizer": {"vocab_size": 6000}}, "vocab_size in tokenizer cannot be set"),
        ({"tokenizer": {"folder": "gpt2-mini"}}, "folder in tokenizer cannot be set"),
    ],
)
def test_a_recipe_that_wants_another_model_than_it_begins_with_is_rejected(
    data: Path, recipe_of: dict[str, Any], what: str
) -> None:
    made_of = tiny.recipe("gpt2")
    prepared = tiny.ready("gpt2", data)
    training_task = new_training_task(made_of, prepared.tokenizer, None)
    save(training_task.model, training_task.spec, data / "pretrained", training_task.tokenizer)
    on = Recipe.from_dict({**made_of.to_dict(), "start": str(data / "pretrained")})
    new_training_task(on, prepared.tokenizer, load(data / "pretrained"))
    plain = on.to_dict()
    changed = {key: {**plain[key], **value} for key, value in recipe_of.items()}
    with pytest.raises(ValueError, match=what):
        new_training_task(
            Recipe.from_dict({**plain, **changed}), prepared.tokenizer, load(data / "pretrained")
        )


def test_a_run_may_say_again_which_tokenizer_its_pretrained_model_was_given(data: Path) -> None:
    made_of = replace(tiny.recipe("gpt2"), tokenizer=TokenizerRecipe("byte_bpe", 3000))
    prepared = tiny.ready("gpt2", data)  # of a text that gives fewer pieces than 3,000
    training_task = new_training_task(made_of, prepared.tokenizer, None)
    folder = data / "modest"
    run = {"recipe": made_of.to_dict()}
    save(training_task.model, training_task.spec, folder, training_task.tokenizer, run)
    on = replace(made_of, start=str(folder))
    assert new_training_task(on, prepared.tokenizer, load(folder)).tokenizer is prepared.tokenizer
    shared = replace(on, tokenizer=TokenizerRecipe(folder=str(folder)))
    assert new_training_task(shared, prepared.tokenizer, load(folder))
    save(
        training_task.model,
        training_task.spec,
        folder,
        training_task.tokenizer,
        {"recipe": ["of another program"]},
    )
    with pytest.raises(ValueError, match="vocab_size in tokenizer cannot be set"):
        new_training_task(on, prepared.tokenizer, load(folder))


def test_a_student_cannot_read_with_another_tokenizer_than_its_teacher(data: Path) -> None:
    made_of, prepared = tiny.recipe("bert"), tiny.ready("bert", data)
    teacher = new_training_task(made_of, prepared.tokenizer, None)
    folder = data / "reading-teacher"
    save(teacher.model, teacher.spec, folder, teacher.tokenizer)
    pupil = {
        **made_of.to_dict(),
        "architecture": "distilbert",
        "objectives": ["masked"],
        "size": {"num_layers": 1},
        "config": {},
        "schedule": {"length": 16, "long_length": 32},
        "tokenizer": {"family": "byte_bpe"},
        "teaching": {"method": "distilbert", "teacher": str(folder)},
    }
    with pytest.raises(ValueError, match="family in tokenizer cannot be set"):
        new_training_task(Recipe.from_dict(pupil), prepared.tokenizer, load(folder))
    pupil["tokenizer"] = {"folder": str(folder)}
    assert new_training_task(Recipe.from_dict(pupil), prepared.tokenizer, load(folder))


def test_a_model_that_no_memory_holds_is_not_begun(data: Path) -> None:
    size = replace(tiny.recipe("bert").size, width=2**20, inner=2**20)
    made_of = replace(tiny.recipe("bert"), size=size)
    with pytest.raises(ValueError, match=r"parameters needs [\d,]+ GB .* Take a smaller size"):
        new_training_task(made_of, tiny.ready("bert", data).tokenizer, None)


def test_masking_needs_a_mask_token(data: Path) -> None:
    without = tiny.ready("gpt2", data).tokenizer
    with pytest.raises(ValueError, match="mask token"):
        new_training_task(tiny.recipe("bert"), without, None)


def test_a_recipe_survives_its_dictionary() -> None:
    made_of = replace(tiny.recipe("electra"), options={"replaced_token": {"rate": 0.2}})
    assert Recipe.from_dict(made_of.to_dict()) == made_of


# Evaluation ---------------------------------------------------------------------------------------


def test_the_area_under_roc_counts_ordered_pairs() -> None:
    generator = torch.Generator().manual_seed(0)
    scores = torch.randint(0, 20, (200,), generator=generator).numpy().astype("float32")
    positive = (torch.rand(200, generator=generator) < 0.3).numpy()
    pairs = [
        1.0 if high > low else 0.5 if high == low else 0.0
        for high in scores[positive]
        for low in scores[~positive]
    ]
    assert area_under_roc(scores, positive) == pytest.approx(sum(pairs) / len(pairs))
    assert area_under_roc(scores, positive & False) == 0.5


def test_flags_are_judged_from_a_probability_of_a_half_on_and_by_their_order() -> None:
    found = [  # loss, logits and labels of two batches: three tokens of one text, one of another
        (3.0, torch.tensor([2.0, 0.3, -1.0]), torch.tensor([1.0, 1.0, 0.0])),
        (5.0, torch.tensor([0.7]), torch.tensor([0.0])),
    ]
    answers = [
        {"rtd": HeadLoss(torch.tensor(total), len(labels), logits, labels)}
        for total, logits, labels in found
    ]
    objective = replace(catalog().objectives["replaced_token"], losses=lambda *_: answers.pop(0))
    batches: Any = [None, None]
    electra = catalog().architectures["electra"]
    metrics = evaluate(torch.nn.Identity(), electra, [objective], batches)  # type: ignore[arg-type]
    assert metrics == {"rtd_loss": 2.0, "rtd_auc": 0.75, "rtd_accuracy": 0.75}


def test_special_tokens_count_in_the_loss_but_not_in_what_is_achieved() -> None:
    judged = torch.tensor([2.0, -3.0, -1.0, -4.0])
    labels = torch.tensor([0.0, 0.0, 1.0, 0.0])
    special = torch.tensor([False, True, False, True])
    answer = {"rtd": HeadLoss(torch.tensor(8.0), 4, judged, labels, special)}
    objective = replace(catalog().objectives["replaced_token"], losses=lambda *_: answer)
    electra = catalog().architectures["electra"]
    batches: Any = [None]
    metrics = evaluate(torch.nn.Identity(), electra, [objective], batches)  # type: ignore[arg-type]
    assert metrics == {"rtd_loss": 2.0, "rtd_auc": 0.0, "rtd_accuracy": 0.0}


def test_a_discriminator_is_told_which_tokens_are_special(data: Path) -> None:
    prepared: PreparedData = tiny.ready("electra", data)
    training_task = new_training_task(tiny.recipe("electra"), prepared.tokenizer, None)
    batch = training_task.batch(
        Examples(prepared.held_out, prepared.tokenizer, stream), range(4), 24
    )
    loss = training_task.losses(batch)["rtd"]
    present = batch.input_ids[batch.present] if batch.present is not None else batch.input_ids
    ids = torch.tensor([prepared.tokenizer.cls_id, prepared.tokenizer.sep_id])
    assert loss.special is not None
    assert loss.special.tolist() == torch.isin(present.flatten(), ids).tolist()


def test_held_out_metrics_do_not_depend_on_the_batch_size(data: Path) -> None:
    prepared: PreparedData = tiny.ready("bert", data)
    training_task = new_training_task(tiny.recipe("bert"), prepared.tokenizer, None)
    examples = Examples(prepared.held_out, prepared.tokenizer, pairs)

    def batches(size: int) -> list[Batch]:
        return [
            training_task.batch(examples, range(start, start + size), 24)
            for start in range(0, 8, size)
        ]

    one, two = training_task.evaluate(batches(8)), training_task.evaluate(batches(2))
    assert one == pytest.approx(two, abs=1e-5)
