"""What TinyBERT's student is compared with, what learns beside it, and its two stages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor

from models.arch.bert import Bert, BertConfig
from models.checkpoints.checkpoint import load, save
from models.checkpoints.folders import AUXILIARY_FILE
from models.distillation.tinybert import (
    PROBABILITIES,
    SCORES,
    SEPARATE,
    SPEC,
    Projection,
    layer_losses,
    layer_map,
    losses,
    make_projection,
    prediction_loss,
    record,
)
from models.finetuning.distillation import DistillationPipeline, augment_examples, task_method
from models.finetuning.evaluation import evaluate
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.run import new_pipeline, open_finetuned
from models.finetuning.trainer import DevEvaluated, FineTuningPrepared, finetune_on
from models.finetuning.trainer import FineTuningStep as TaskStep
from models.inference.mask_filling import WordReplacer
from models.inference.taps import record_taps
from models.layers.task_heads import TaskHead
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder, resource
from models.schema.batch import Batch, as_module, collate, num_parameters
from models.schema.configs import Size
from models.schema.registry import catalog
from models.tasks.base import TaskModel
from models.training.recipe import Recipe, TeacherRecipe
from models.training.trainer import TrainingStep, run
from models.training.training_task import (
    DistillationTask,
    check_recipe,
    load_pretrained,
    load_teacher,
    new_training_task,
)
from tests.models import oracle, tiny
from tests.models.finetuning import tiny as tiny_tasks

TASK = {"prediction_share": 0.5}
_HOME = TemporaryDirectory(prefix="plm-explorer-tinybert-")


def model_of(width: int, num_layers: int, seed: int, num_heads: int = 2) -> Bert:
    size = Size(50, width, num_layers, num_heads, 2 * width, num_positions=16)
    model = Bert(BertConfig.from_size(size)).eval()
    oracle.scatter_weights(model, seed)
    return model


def pair(**options: Any) -> tuple[Bert, Bert, Projection]:
    """A student of width 8 with two layers, its teacher of width 12 with four, the projection."""
    student, teacher = model_of(8, 2, 0), model_of(12, 4, 1)
    torch.manual_seed(0)
    return student, teacher, make_projection(student, teacher, options)


def batch() -> Batch:
    """Texts of nine and of five tokens, with two places to predict and one."""
    texts = []
    for length, places in ((9, [2, 7]), (5, [3])):
        clean = oracle.random_input(50, length)
        texts.append(clean.with_targets("mlm", np.array(places), clean.input_ids[places]))
    return collate(texts)


# Which layers belong together -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teacher", "student", "option", "layers"),
    [
        (12, 4, "uniform", [3, 6, 9, 12]),  # g(m) = 3m
        (12, 6, "uniform", [2, 4, 6, 8, 10, 12]),  # g(m) = 2m
        (4, 3, "uniform", [1, 2, 4]),
        (12, 4, "last", [9, 10, 11, 12]),
        (12, 4, "first", [1, 2, 3, 4]),
        (4, 2, "1, 4", [1, 4]),
        (4, 2, "3 3", [3, 3]),
    ],
)
def test_each_layer_of_a_student_has_one_of_its_teacher(
    teacher: int, student: int, option: str, layers: list[int]
) -> None:
    assert [layer + 1 for layer in layer_map(teacher, student, {"layer_map": option})] == layers


@pytest.mark.parametrize(
    ("student", "option", "reason"),
    [
        (5, "uniform", "can have 1 to 4 layers, not 5"),
        (0, "last", "can have 1 to 4 layers, not 0"),
        (2, "0,4", "from 1 to 4"),
        (2, "2,5", "from 1 to 4"),
        (2, "top", "must be uniform, last, first"),
        (2, "", "the student has 2 layers"),
        (2, "1,2,3", "lists 3 layers .* the student has 2"),
    ],
)
def test_an_impossible_map_is_rejected(student: int, option: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        layer_map(4, student, {"layer_map": option})


# Losses -----------------------------------------------------------------------------------------


def scores_by_hand(model: Bert, layer: int, entering: Tensor) -> Tensor:
    """q·k / sqrt(K) (B, H, T, T) of what enters a layer (B, T, D)."""
    attention = model.layers[layer].attention
    query, key, _ = torch.nn.functional.linear(
        entering, attention.qkv.weight, attention.qkv.bias
    ).chunk(3, -1)
    split = [each.unflatten(-1, (attention.num_heads, -1)).transpose(1, 2) for each in (query, key)]
    return split[0] @ split[1].transpose(2, 3) / split[0].shape[-1] ** 0.5


def states_of(model: Bert, fed: Batch) -> list[Tensor]:
    with record_taps(model, model.hidden_taps("encoder")) as passed:
        model(fed)
    return [*passed.values()]


@torch.no_grad()
def test_scores_are_those_before_the_softmax() -> None:
    model, fed = model_of(12, 2, 3), batch()
    states = states_of(model, fed)
    recorded = record(model, fed, SCORES, [0, 1]).attention
    weights = record(model, fed, PROBABILITIES, [0, 1]).attention
    assert fed.present is not None
    for layer in (0, 1):
        torch.testing.assert_close(recorded[layer], scores_by_hand(model, layer, states[layer]))
        seen = recorded[layer].masked_fill(~fed.present[:, None, None, :], -torch.inf)
        torch.testing.assert_close(seen.softmax(-1), weights[layer])


@torch.no_grad()
@pytest.mark.parametrize("option", ["uniform", "1,3"])
def test_the_losses_of_layers_are_mean_squared_errors_without_padding(option: str) -> None:
    options = {"layer_map": option}
    student, teacher, projection = pair(**options)
    fed = batch()
    found = layer_losses(student, teacher, fed, options, projection)
    own, taught = states_of(student, fed), states_of(teacher, fed)
    map_of = layer_map(4, 2, options)
    expected: dict[str, Tensor] = {}
    for m, layer in enumerate(map_of, start=1):
        one = scores_by_hand(student, m - 1, own[m - 1])
        other = scores_by_hand(teacher, layer, taught[layer])
        by_row = [(one - other)[row, :, :n, :n].flatten() for row, n in ((0, 9), (1, 5))]
        expected[f"attention.{m}"] = torch.cat(by_row).square().mean()
    dense = projection.layers[0]
    for m, place in enumerate([0, *(layer + 1 for layer in map_of)]):
        change = own[m] @ dense.weight.T + dense.bias - taught[place]
        rows = torch.cat([change[0, :9], change[1, :5]])
        expected[f"hidden.{m}" if m else "embedding"] = rows.square().mean()
    assert found.keys() == expected.keys()
    for term, loss in found.items():
        torch.testing.assert_close(loss.total / loss.count, expected[term], msg=term)


@torch.no_grad()
def test_probabilities_can_be_compared_instead_of_scores() -> None:
    options = {"attention": PROBABILITIES}
    student, teacher, projection = pair(**options)
    fed = batch()
    found = layer_losses(student, teacher, fed, options, projection)["attention.2"]
    one, other = (
        record(m, fed, PROBABILITIES, [k]).attention[0] for m, k in ((student, 1), (teacher, 3))
    )
    by_row = [(one - other)[row, :, :n, :n].flatten() for row, n in ((0, 9), (1, 5))]
    torch.testing.assert_close(found.total / found.count, torch.cat(by_row).square().mean())


@torch.no_grad()
@pytest.mark.parametrize("temperature", [1.0, 2.0])
def test_predictions_are_compared_by_their_cross_entropy(temperature: float) -> None:
    student, teacher, _ = pair()
    fed = batch()
    targets = fed.targets["mlm"]
    own, taught = (
        m.logits("mlm", m(fed)["encoder"][targets.rows, targets.positions]) / temperature
        for m in (student, teacher)
    )
    found = prediction_loss(student, teacher, fed, {"temperature": temperature})
    assert found.count == 3
    torch.testing.assert_close(found.total, -(taught.softmax(-1) * own.log_softmax(-1)).sum())


def test_the_layers_are_learned_first_and_the_predictions_last() -> None:
    student, teacher, projection = pair()
    layers = {"attention.1", "attention.2", "hidden.1", "hidden.2", "embedding"}
    for progress, terms in (
        (0.0, layers),
        (0.49, layers),
        (0.5, {"prediction"}),
        (0.9, {"prediction"}),
    ):
        assert losses(student, teacher, batch(), TASK, projection, progress).keys() == terms
    never = {"prediction_share": 0.0}
    assert losses(student, teacher, batch(), never, projection, 0.99).keys() == layers


@pytest.mark.parametrize("term", ["attention", "hidden", "embedding"])
def test_each_loss_can_be_switched_off(term: str) -> None:
    student, teacher, projection = pair()
    found = layer_losses(student, teacher, batch(), {f"weight_{term}": 0.0}, projection)
    assert found
    assert not any(name.startswith(term) for name in found)


def test_student_and_projection_learn_and_the_teacher_does_not() -> None:
    student, teacher, projection = pair()
    for loss in layer_losses(student, teacher, batch(), {}, projection).values():
        loss.total.backward(retain_graph=True)  # type: ignore[no-untyped-call]
    for weight in projection.parameters():
        assert weight.grad is not None
        assert weight.grad.abs().sum() > 0
    assert all(weight.grad is None for weight in teacher.parameters())
    assert all(weight.grad is not None for weight in student.layers.parameters())


def test_the_projection_is_one_for_all_or_one_for_each() -> None:
    assert len(pair()[2].layers) == 1
    separate = pair(projection=SEPARATE)[2]
    assert len(separate.layers) == 3
    states = torch.randn(5, 8)
    torch.testing.assert_close(separate(states, 2), separate.layers[2](states))
    assert num_parameters(Projection(312, 768, 4, separate=False)) == 240_384  # fit_dense


def test_the_weight_of_a_term_is_that_of_all_its_layers() -> None:
    assert SPEC.weight("attention.2", {"weight_attention": 3.0}) == 3.0
    assert SPEC.weight("attention.2", {}) == 1.0


# A student that does not fit ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "options", "reason"),
    [
        ((8, 5, 2), {}, "can have 1 to 4 layers, not 5"),
        ((8, 2, 4), {}, "4 heads and its teacher 2.*set num_heads to 2, or weight_attention to 0"),
        (
            (8, 2, 2),
            {f"weight_{term}": 0.0 for term in ("attention", "hidden", "embedding")},
            "the layers learn nothing",
        ),
        ((8, 2, 2), {"weight_prediction": 0.0}, "the last steps learn nothing"),
    ],
)
def test_what_cannot_be_learned_is_rejected(
    shape: tuple[int, int, int], options: dict[str, Any], reason: str
) -> None:
    width, num_layers, num_heads = shape
    student = model_of(width, num_layers, 0, num_heads)
    with pytest.raises(ValueError, match=reason):
        make_projection(student, model_of(12, 4, 1), options)


def test_without_attention_a_student_may_have_other_heads() -> None:
    student, teacher = model_of(8, 2, 0, 4), model_of(12, 4, 1)
    options = {"weight_attention": 0.0}
    projection = make_projection(student, teacher, options)
    found = layer_losses(student, teacher, batch(), options, projection)
    assert found.keys() == {"embedding", "hidden.1", "hidden.2"}


def test_predictions_need_masked_tokens() -> None:
    student, teacher, _ = pair()
    with pytest.raises(ValueError, match="name the objective 'masked'"):
        prediction_loss(student, teacher, replace(batch(), targets={}), {})


# The sizes of the paper ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "num_layers", "inner", "total"),
    [(312, 4, 1200, 14_350_248), (768, 6, 3072, 66_955_008)],
)
def test_the_published_students_have_exactly_their_parameters(
    width: int, num_layers: int, inner: int, total: int
) -> None:
    config = BertConfig(hidden_size=width, num_hidden_layers=num_layers, intermediate_size=inner)
    with torch.device("meta"):
        model = Bert(config)
    assert (
        sum(p.numel() for n, p in model.named_parameters() if n.split(".")[0] not in ("mlm", "nsp"))
        == total
    )


def test_the_recipe_makes_a_student_of_at_most_a_quarter_of_its_teacher() -> None:
    recipe = Recipe.read(resource("recipes", "tinybert-mini.toml"))
    check_recipe(recipe)
    teacher = load_pretrained(recipe)
    assert teacher is not None
    assert teacher.tokenizer is not None
    task = new_training_task(recipe, teacher.tokenizer, teacher)
    student, taught_by = (num_parameters(as_module(m)) for m in (task.model, teacher.model))
    assert 0.24 * taught_by < student <= 0.25 * taught_by


def test_the_recipe_of_the_task_stage_names_models_that_are_there() -> None:
    path = resource("recipes", "finetuning", "more", "tinybert-mini-acceptability.toml")
    recipe = FineTuningRecipe.read(path)
    assert recipe.teaching is not None
    assert task_method(recipe.teaching) is SPEC
    assert all(checkpoint_folder(name).is_dir() for name in recipe.teaching.models)


# General distillation -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("text")


@cache
def teacher_folder(data: Path) -> Path:
    """A teacher with two layers of width 32 and four heads."""
    task = new_training_task(tiny.recipe("bert"), tiny.ready("bert", data).tokenizer, None)
    folder = data / "teacher"
    save(task.model, task.spec, folder, task.tokenizer)
    return folder


def taught(
    data: Path, start: str = "", size: dict[str, int] | None = None, **options: Any
) -> Recipe:
    """A student of one layer of width 16, with dropout."""
    narrow = {"width": 16, "num_layers": 1, "inner": 32, "num_positions": 32, "num_heads": 4}
    return Recipe.from_dict(
        {
            **tiny.recipe("bert", save_every=2).to_dict(),
            "tokenizer": {},
            "size": {**narrow, **(size or {})},
            "start": start,
            "config": {} if start else {"initializer_range": 0.05},
            "teaching": {
                "method": "tinybert",
                "teacher": str(teacher_folder(data)),
                "options": options,
            },
        }
    )


def reports(recipe: Recipe, data: Path, folder: Path, resume: bool = False) -> Any:
    task = new_training_task(recipe, tiny.ready("bert", data).tokenizer, load_pretrained(recipe))
    return run(task, tiny.ready("bert", data), folder, resume, "cpu")


def test_a_student_learns_layers_then_predictions_and_its_projection_is_beside_it(
    data: Path, tmp_path: Path
) -> None:
    found = tiny.losses(reports(taught(data, **TASK), data, tmp_path / "run"))
    layers = {"attention.1", "hidden.1", "embedding"}
    assert [set(found[step]) for step in sorted(found)] == [layers] * 3 + [{"prediction"}] * 3
    student = load(tmp_path / "run")
    assert student.report.missing == ()
    assert student.report.unexpected == ()
    size = student.model.config.size
    assert (size.width, size.num_layers) == (16, 1)
    weights = load_file(tmp_path.joinpath("run", *AUXILIARY_FILE))
    assert {name: tuple(one.shape) for name, one in weights.items()} == {
        "layers.0.weight": (32, 16),
        "layers.0.bias": (32,),
    }
    held = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert held["parameters"] == num_parameters(student.model)  # type: ignore[arg-type]


def test_a_resumed_student_has_the_losses_and_the_projection_of_an_unbroken_one(
    data: Path, tmp_path: Path
) -> None:
    recipe = taught(data, size={"dropout": 0.1}, projection=SEPARATE, **TASK)
    whole = tiny.losses(reports(recipe, data, tmp_path / "whole"))
    for report in reports(recipe, data, tmp_path / "broken"):
        if isinstance(report, TrainingStep) and report.step == 3:
            break
    rest = tiny.losses(reports(recipe, data, tmp_path / "broken", resume=True))
    assert rest == {step: whole[step] for step in rest}
    for path in (("model.safetensors",), AUXILIARY_FILE):
        one, other = (load_file(tmp_path.joinpath(name, *path)) for name in ("whole", "broken"))
        assert one.keys() == other.keys()
        assert all(torch.equal(one[name], other[name]) for name in one)


def test_a_student_goes_on_from_another_and_keeps_its_curve(data: Path, tmp_path: Path) -> None:
    list(reports(taught(data, prediction_share=0.0), data, tmp_path / "general"))
    on = taught(data, start=str(tmp_path / "general"), prediction_share=1.0)
    check_recipe(on)
    task = new_training_task(on, tiny.ready("bert", data).tokenizer, load_pretrained(on))
    assert isinstance(task, DistillationTask)
    assert [stage["name"] for stage in task.before] == ["tiny"]
    general = load(tmp_path / "general").model
    assert torch.equal(task.model.embeddings.token.weight, general.embeddings.token.weight)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("size", "reason"),
    [
        ({"num_layers": 3}, "can have 1 to 2 layers, not 3"),
        ({"num_heads": 2}, "set num_heads to 4"),
    ],
)
def test_a_student_that_does_not_fit_its_teacher_is_rejected(
    size: dict[str, int], reason: str, data: Path
) -> None:
    recipe = taught(data, size=size)
    with pytest.raises(ValueError, match=reason):
        new_training_task(recipe, tiny.ready("bert", data).tokenizer, load_pretrained(recipe))


def test_heads_that_do_not_divide_the_width_are_rejected(data: Path) -> None:
    with pytest.raises(ValueError, match="the width 16 is not a multiple of 3 heads"):
        taught(data, size={"num_heads": 3})


def test_a_recipe_names_the_architecture_of_the_student(data: Path) -> None:
    with pytest.raises(ValueError, match="a student of TinyBERT is 'bert', not 'roberta'"):
        check_recipe(
            replace(taught(data), architecture="roberta", objectives=("masked",), config={})
        )


def test_a_fine_tuned_teacher_is_rejected_where_masked_tokens_are_learned() -> None:
    teaching = TeacherRecipe("tinybert", str(task_teacher()))
    with pytest.raises(ValueError, match="fine-tuned for a task"):
        load_teacher(teaching)


# Distillation of a task ---------------------------------------------------------------------------


@cache
def task_teacher() -> Path:
    """A teacher that was fine-tuned for the colours."""
    folder = Path(_HOME.name) / "teacher"
    run_to_end(finetune_on(tiny_tasks.recipe(epochs=8), tiny_tasks.colours(), folder))
    return folder


@cache
def narrow_student() -> Path:
    """A student of one layer of width 8, with the tokenizer of its teacher."""
    teacher, spec = tiny_tasks.loaded("bert"), catalog().architectures["bert"]
    assert teacher.tokenizer is not None
    size = Size(teacher.tokenizer.vocab_size, 8, 1, 2, 16, num_positions=64)
    torch.manual_seed(0)
    student = spec.model_class(spec.config_class.from_size(size, initializer_range=0.2))
    folder = Path(_HOME.name) / "student"
    save(student, spec, folder, teacher.tokenizer)
    return folder


def task_recipe(**options: Any) -> FineTuningRecipe:
    teaching = TeacherRecipe("tinybert", str(task_teacher()), {**TASK, **options})
    return replace(tiny_tasks.recipe(epochs=4), model=str(narrow_student()), teaching=teaching)


def task_losses(steps: Any) -> list[float]:
    return [report.loss for report in steps if isinstance(report, TaskStep)]


def test_a_student_learns_the_layers_then_the_predictions_of_a_task(tmp_path: Path) -> None:
    found = [*finetune_on(task_recipe(), tiny_tasks.colours(), tmp_path / "run")]
    first = next(report for report in found if isinstance(report, FineTuningPrepared))
    assert first.steps == 24
    student = open_finetuned(tmp_path / "run").pipeline
    assert student.model.config.size.width == 8
    weights = load_file(tmp_path.joinpath("run", *AUXILIARY_FILE))
    assert tuple(weights["layers.0.weight"].shape) == (16, 8)
    held = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert held["finetuning"]["recipe"]["teaching"]["teacher"] == str(task_teacher())
    start = load(narrow_student()).model
    own = student.model.embeddings.token.weight  # type: ignore[attr-defined]
    assert not torch.equal(own, start.embeddings.token.weight)  # type: ignore[attr-defined]


def test_a_student_of_a_task_comes_near_the_predictions_of_its_teacher(tmp_path: Path) -> None:
    recipe, colours = replace(task_recipe(), epochs=30), tiny_tasks.colours()
    values = task_losses(finetune_on(recipe, colours, tmp_path / "run"))
    half = len(values) // 2
    assert np.mean(values[half - 6 : half]) < np.mean(values[:6]) / 2
    teacher, student = (
        open_finetuned(folder).pipeline for folder in (task_teacher(), tmp_path / "run")
    )
    train = colours.examples("train")
    answers = [
        [one.answer for one in each.predict(each.rows(train, colours), train, colours)]
        for each in (teacher, student)
    ]
    assert sum(a == b for a, b in zip(*answers, strict=True)) >= 22


def test_each_step_of_a_task_has_the_terms_of_its_loss_and_each_epoch_the_score_of_the_teacher(
    tmp_path: Path,
) -> None:
    colours = tiny_tasks.colours()
    found = [*finetune_on(task_recipe(weight_hidden=2.0), colours, tmp_path / "run")]
    steps = [report for report in found if isinstance(report, TaskStep)]
    layers = {"attention.1", "hidden.1", "embedding"}
    assert [set(one.terms) for one in steps] == [layers] * 12 + [{"prediction"}] * 12
    terms = steps[0].terms
    total = terms["attention.1"] + 2.0 * terms["hidden.1"] + terms["embedding"]
    assert steps[0].loss == pytest.approx(total, rel=1e-5)
    held = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["finetuning"]
    assert set(held["curve"][0]) == {"step", "tokens", "seconds", "loss", *layers}
    teacher = evaluate(open_finetuned(task_teacher()).pipeline, colours.examples("dev"), colours)
    measured = [report.teacher for report in found if isinstance(report, DevEvaluated)]
    assert measured == [pytest.approx(teacher.metrics)] * 4
    assert held["teacher_metrics"] == measured[-1]


def test_a_model_is_not_its_own_teacher_unless_its_weights_are_fresh() -> None:
    teacher = str(task_teacher())
    with pytest.raises(ValueError, match="would be its own teacher"):
        replace(task_recipe(), model=teacher)
    assert replace(task_recipe(), model=teacher, from_scratch=True).teaching is not None


def test_the_head_learns_nothing_before_the_predictions() -> None:
    pipeline = new_pipeline(task_recipe(), load(narrow_student()), tiny_tasks.colours())
    assert isinstance(pipeline, DistillationPipeline)
    groups = pipeline.row_groups(tiny_tasks.colours().examples("train")[:4], tiny_tasks.colours())
    head = pipeline.task_model.head.output.weight
    pipeline.loss(groups).backward()  # type: ignore[no-untyped-call]
    assert head.grad is None
    pipeline.move_to_progress(0.5).loss(groups).backward()  # type: ignore[no-untyped-call]
    assert head.grad is not None


def test_an_interrupted_student_of_a_task_resumes_to_the_same_numbers(tmp_path: Path) -> None:
    data = tiny_tasks.colours()
    recipe = task_recipe(copies=1, augment_with=str(tiny_tasks.folder_of("bert")))
    whole = task_losses(finetune_on(recipe, data, tmp_path / "whole"))
    steps = finetune_on(recipe, data, tmp_path / "parts")
    before = [next(one for one in steps if isinstance(one, TaskStep)).loss for _ in range(5)]
    steps.close()
    after = task_losses(finetune_on(recipe, data, tmp_path / "parts", resume=True))
    assert before + after == whole
    one, other = (
        load_file(tmp_path.joinpath(name, *AUXILIARY_FILE)) for name in ("whole", "parts")
    )
    assert all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"teaching": TeacherRecipe("distilbert", "bert-mini")}, "cannot be used for fine-tuning"),
        ({"teaching": TeacherRecipe("tinybert", "x", {"copy": 1})}, "unknown option 'copy'"),
        ({"teaching": TeacherRecipe("tinybert", "x", {"layer_map": 3})}, "must be a text"),
        (
            {"teaching": TeacherRecipe("tinybert", str(tiny_tasks.folder_of("bert")))},
            "no head for a task",
        ),
        ({"model": str(tiny_tasks.folder_of("roberta"))}, "RoBERTa cannot be a student"),
    ],
)
def test_a_teacher_without_a_task_is_rejected(changes: dict[str, Any], reason: str) -> None:
    recipe = replace(task_recipe(), **changes)
    with pytest.raises(ValueError, match=reason):
        new_pipeline(recipe, load(Path(recipe.model)), tiny_tasks.colours())


def test_a_teacher_of_other_labels_is_rejected() -> None:
    data = replace(tiny_tasks.colours(), labels=("good", "bad"))
    with pytest.raises(ValueError, match="teacher of the same task"):
        new_pipeline(task_recipe(), load(narrow_student()), data)


def test_a_head_without_predictions_is_rejected() -> None:
    with pytest.raises(ValueError, match="head of the task would learn nothing"):
        new_pipeline(
            task_recipe(prediction_share=0.0), load(narrow_student()), tiny_tasks.colours()
        )


@pytest.mark.parametrize(
    "options",
    [{"style": "gpt"}, {"way": "lora"}, {"adversarial": 1.0}, {"patience": 2}],
)
def test_options_that_a_student_has_no_use_for_are_rejected(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"student|patience"):
        replace(task_recipe(), **options)


def test_a_recipe_with_a_teacher_survives_its_dictionary_and_toml(tmp_path: Path) -> None:
    recipe = task_recipe(copies=2)
    assert FineTuningRecipe.from_dict(recipe.to_dict()) == recipe
    path = tmp_path / "recipe.toml"
    path.write_text(recipe.to_toml(), encoding="utf-8")
    assert FineTuningRecipe.read(path) == recipe
    assert recipe.pretrained_models == (str(narrow_student()), str(task_teacher()))
    assert "teaching" not in tiny_tasks.recipe().to_dict()


class Fixed(TaskHead):
    """A head with these logits."""

    def __init__(self, logits: Tensor) -> None:
        super().__init__("encoder", 8, logits.shape[-1], 0.0)
        self.logits = logits

    def forward(self, states: Any, batch: Any) -> Tensor:
        return self.logits


def with_logits(kind: Any, values: Sequence[Any]) -> tuple[TaskModel, TaskModel]:
    """Student and teacher whose heads give these logits and their negatives."""
    logits = torch.tensor(values)
    return tuple(TaskModel(model_of(8, 1, 0), Fixed(sign * logits), kind) for sign in (1, -1))  # type: ignore[return-value]


@torch.no_grad()
def test_predictions_of_every_kind_of_head_are_compared_without_padding() -> None:
    fed = collate([oracle.random_input(50, 3), oracle.random_input(50, 2)])
    score = prediction_loss(*with_logits("sequence", [[1.0], [2.0]]), fed, {})
    assert (float(score.total), score.count) == (4.0 + 16.0, 2)
    rows = [[[0.0, 1.0], [2.0, 0.0], [3.0, 1.0]], [[1.0, 1.0], [0.0, 2.0], [9.0, 9.0]]]
    logits = torch.tensor(rows)
    token = prediction_loss(*with_logits("token", rows), fed, {})
    real = torch.cat([logits[0], logits[1, :2]])
    assert token.count == 5
    torch.testing.assert_close(token.total, -((-real).softmax(-1) * real.log_softmax(-1)).sum())
    span = prediction_loss(*with_logits("span", rows), fed, {})
    parts = [logits[0, :, k] for k in (0, 1)] + [logits[1, :2, k] for k in (0, 1)]
    expected = -sum(((-part).softmax(-1) * part.log_softmax(-1)).sum() for part in parts)
    assert span.count == 4
    torch.testing.assert_close(span.total, torch.as_tensor(expected))


# More examples ------------------------------------------------------------------------------------


def more(seed: int = 1, **options: Any) -> list[tuple[str, str | None]]:
    """The training examples of the colours with copies, as (text, label)."""
    chosen = {"copies": 2, "augment_with": str(tiny_tasks.folder_of("bert")), **options}
    found = run_to_end(
        augment_examples(tiny_tasks.colours(6, 2), TeacherRecipe("tinybert", "x", chosen), seed)
    )
    return [(one.text, one.label) for one in found.examples("train")]  # type: ignore[union-attr]


def test_copies_follow_from_the_seed_and_keep_their_labels() -> None:
    first = more()
    assert first == more()
    assert first != more(seed=2)
    originals = [(one.text, one.label) for one in tiny_tasks.colours(6, 2).examples("train")]  # type: ignore[union-attr]
    assert set(originals) < set(first)
    assert 6 < len(first) <= 18
    assert more(replaced=0.0) == originals


def test_only_whole_words_are_replaced_by_whole_words() -> None:
    replacer = WordReplacer(tiny_tasks.loaded("bert"), 1.0, 4)
    text = "red zzz, cat"
    (red, *_), (cat, *_) = replacer.places(text)[0], replacer.places(text)[-1]
    assert (red, cat) == (0, text.index("cat"))
    assert len(replacer.places(text)) == 2  # zzz is unknown or of several pieces
    for start, end, words in replacer.places(text):
        assert 1 <= len(words) <= 4
        assert text[start:end] not in words
        assert all(word.isalnum() for word in words)
    changed = replacer.replace_words(text, np.random.default_rng(0))
    assert " zzz, " in changed
    assert not changed.startswith("red ")
    assert replacer.replace_words("", np.random.default_rng(0)) == ""


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"augment_with": ""}, "name one as augment_with"),
        ({"augment_with": str(tiny_tasks.folder_of("gpt2"))}, "fills no masked words"),
    ],
)
def test_copies_need_a_masked_language_model(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        more(**options)


def test_questions_cannot_be_copied() -> None:
    chosen = {"copies": 1, "augment_with": str(tiny_tasks.folder_of("bert"))}
    with pytest.raises(ValueError, match="cannot be copied"):
        run_to_end(
            augment_examples(tiny_tasks.one_of("choice"), TeacherRecipe("tinybert", "x", chosen), 1)
        )
