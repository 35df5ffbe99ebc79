"""Layers of a student that learn one after the other, and what each of them is compared with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from models.arch.bert import Bert, BertConfig
from models.arch.mobilebert import IB_BERT, MobileBert, MobileBertConfig
from models.checkpoints.checkpoint import load, save
from models.data.prepare import PreparedData
from models.distillation.mobilebert import (
    SPEC,
    TransferPhase,
    layer_map,
    learning_rates,
    losses,
    make_student,
    phase_at,
)
from models.inference.taps import record_taps
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.registry import catalog
from models.training.recipe import Recipe, TeacherRecipe
from models.training.trainer import TrainState, examples_by_kind, train, update
from models.training.training_task import TrainingTask, load_pretrained, new_training_task
from tests.models import oracle, tiny

SIZE = Size(50, width=16, num_layers=3, num_heads=2, inner=48, num_positions=16)
WIDE = {**IB_BERT, "intra_bottleneck_size": 24}
TRANSFER = ("feature", "mean", "variance", "attention")


def teacher_of(size: Size = SIZE, **config: Any) -> MobileBert:
    model = MobileBert(MobileBertConfig.from_size(size, **{**WIDE, **config})).eval()
    oracle.scatter_weights(model, 1)
    return model


# Phases -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "progress", "layers", "predictions"),
    [
        ("progressive", 0.0, (0,), False),
        ("progressive", 0.19, (0,), False),
        ("progressive", 0.21, (1,), False),
        ("progressive", 0.59, (2,), False),
        ("progressive", 0.6, (), True),
        ("joint", 0.0, (0, 1, 2), False),
        ("joint", 0.6, (), True),
        ("auxiliary", 0.0, (0, 1, 2), True),
        ("auxiliary", 0.9, (0, 1, 2), True),
    ],
)
def test_what_is_compared_follows_from_the_share_of_steps(
    way: str, progress: float, layers: tuple[int, ...], predictions: bool
) -> None:
    options = {"way": way, "transfer_share": 0.6}
    assert phase_at(progress, 3, options) == TransferPhase(layers, predictions)


def test_layers_after_the_current_one_are_frozen_and_earlier_ones_are_slow() -> None:
    options = {"transfer_share": 0.6, "earlier_rate": 0.25}
    rates = [learning_rates(progress, 3, options) for progress in (0.0, 0.3, 0.5, 0.7)]
    assert [list(each.values()) for each in rates] == [
        [1.0, 0.0, 0.0, 0.0],
        [0.25, 1.0, 0.0, 0.0],
        [0.25, 0.25, 1.0, 0.0],
        [1.0, 1.0, 1.0, 1.0],
    ]
    assert [*rates[0]] == ["layers.0.", "layers.1.", "layers.2.", ""]


@pytest.mark.parametrize("way", ["joint", "auxiliary"])
@pytest.mark.parametrize("num_layers", [1, 3])
def test_where_layers_learn_together_nothing_is_frozen(way: str, num_layers: int) -> None:
    for progress in (0.0, 0.9):
        assert {*learning_rates(progress, num_layers, {"way": way}).values()} == {1.0}


# The student --------------------------------------------------------------------------------------


def test_the_student_of_the_published_teacher_has_the_published_shape() -> None:
    spec = catalog().architectures["mobilebert"]
    preset = next(one for one in spec.presets if one.name == "ib-bert-large")
    with torch.device("meta"):
        config = make_student(MobileBert(MobileBertConfig(**preset.config))).config
    assert config == MobileBertConfig(hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)


def test_embeddings_and_heads_are_copied_and_layers_are_not() -> None:
    teacher = teacher_of()
    student = make_student(teacher)
    own, theirs = student.state_dict(), teacher.state_dict()
    equal = {name for name in own if name in theirs and torch.equal(own[name], theirs[name])}
    copied = {name for name in own if not name.startswith(("layers.", "embeddings.norm."))}
    assert copied <= equal
    assert not any(name.startswith("layers.") and name.endswith("weight") for name in equal)


def test_a_bert_teaches_a_student_that_begins_with_its_table_and_its_heads() -> None:
    teacher = Bert(BertConfig.from_size(SIZE)).eval()
    oracle.scatter_weights(teacher, 1)
    student, fed = make_student(teacher).eval(), batch()
    assert student.config.size == replace(SIZE, inner=SIZE.width)
    tokens, table = student.embeddings.token(fed.input_ids), teacher.embeddings.token.weight
    assert torch.equal(tokens, table[fed.input_ids])
    neighbours = torch.randn_like(tokens)
    joined = torch.cat([neighbours, tokens, neighbours], dim=-1)
    torch.testing.assert_close(student.embeddings.project(joined), tokens)
    states = torch.randn(2, SIZE.width)
    assert student.config.embedding_size == SIZE.width
    torch.testing.assert_close(student.mlm.decoder(states), teacher.mlm.decoder(states))
    torch.testing.assert_close(student.logits("nsp", states), teacher.logits("nsp", states))
    found = losses(student, teacher, fed, {"way": "auxiliary"})
    assert {f"{term}.3" for term in TRANSFER} | {"mlm", "ce", "nsp"} <= found.keys()
    assert all(torch.isfinite(loss.total) for loss in found.values())


def test_a_student_of_another_depth_is_rejected() -> None:
    assert len(make_student(teacher_of(), 3).layers) == 3
    with pytest.raises(ValueError, match="must have 3 layers, not 2"):
        make_student(teacher_of(), 2)


# Losses -------------------------------------------------------------------------------------------


def batch() -> Batch:
    """Pairs of nine and of five tokens, with two places to predict and one."""
    texts = []
    for length, places in ((9, [2, 7]), (5, [3])):
        clean = oracle.random_input(50, length, pair=True)
        marked = clean.with_targets("mlm", np.array(places), clean.input_ids[places])
        texts.append(marked.with_targets("nsp", np.array([0]), np.array([length % 2])))
    return collate(texts)


def pair() -> tuple[MobileBert, MobileBert]:
    teacher = teacher_of()
    student = make_student(teacher).eval()
    oracle.scatter_weights(student, 2)
    return student, teacher


def recorded(model: MobileBert, fed: Batch, layer: int) -> tuple[Tensor, Tensor]:
    """States (B, T, D) and attention (B, H, T, S) of a layer."""
    paths = [model.hidden_taps("encoder")[layer + 1], model.attention_taps("encoder")[layer]]
    with torch.no_grad(), record_taps(model, paths) as record:
        model(fed)
    return record[paths[0]], record[paths[1]]


def test_a_layer_learns_feature_maps_their_statistics_and_attention() -> None:
    (student, teacher), fed = pair(), batch()
    found = losses(student, teacher, fed, {"transfer_share": 0.6}, progress=0.3)
    assert tuple(found) == tuple(f"{term}.2" for term in TRANSFER)
    (own, own_maps), (taught, maps) = (recorded(model, fed, 1) for model in (student, teacher))
    assert fed.present is not None
    own, taught = own[fed.present], taught[fed.present]  # (14, D)

    def normed(states: Tensor) -> Tensor:
        mean = states.mean(-1, keepdim=True)
        return (states - mean) / ((states - mean) ** 2).mean(-1, keepdim=True).sqrt()

    divergences = []
    for row, length in enumerate((9, 5)):
        p, q = (each[row, :, :length, :length] for each in (maps, own_maps))
        divergences.append((p * (p / q).log()).sum())
    expected = {
        "feature": ((normed(own) - normed(taught)) ** 2).sum() / SIZE.width,
        "mean": ((own.mean(-1) - taught.mean(-1)) ** 2).sum(),
        "variance": (own.var(-1, correction=0) - taught.var(-1, correction=0)).abs().sum(),
        "attention": torch.stack(divergences).sum(),
    }
    for term, total in expected.items():
        loss = found[f"{term}.2"].total
        torch.testing.assert_close(loss, total, rtol=1e-4, atol=1e-4, msg=term)
    assert [loss.count for loss in found.values()] == [14, 14, 14, 14 * SIZE.num_heads]


def test_all_layers_together_are_compared_as_each_alone() -> None:
    (student, teacher), fed = pair(), batch()
    options = {"transfer_share": 0.6}
    alone = [losses(student, teacher, fed, options, share) for share in (0.1, 0.3, 0.5)]
    joint = losses(student, teacher, fed, {**options, "way": "joint"}, 0.0)
    assert joint.keys() == {name for one in alone for name in one}
    for one in alone:
        for name, loss in one.items():
            torch.testing.assert_close(joint[name].total, loss.total)
            assert joint[name].count == len(alone) * loss.count, "its part of their mean"


def test_a_model_that_equals_its_teacher_has_nothing_to_learn_of_its_layers() -> None:
    teacher = teacher_of()
    found = losses(teacher, teacher, batch(), {"way": "joint"})
    for name, loss in found.items():
        assert float(loss.total.detach()) == pytest.approx(0, abs=1e-5), name


def test_each_layer_learns_from_that_of_the_same_number() -> None:
    assert layer_map(3, 3) == [0, 1, 2]
    with pytest.raises(ValueError, match="must have 3 layers, not 2"):
        layer_map(3, 2)
    assert set(SPEC.layer_terms) <= set(SPEC.terms)


def test_predictions_are_soft_and_hard_targets_at_masked_places_and_pairs() -> None:
    (student, teacher), fed = pair(), batch()
    found = losses(student, teacher, fed, {}, progress=0.9)
    targets = fed.targets["mlm"]
    with torch.no_grad():
        states = [model(fed)["encoder"] for model in (student, teacher)]
        logits, soft = (
            model.logits("mlm", hidden[targets.rows, targets.positions])
            for model, hidden in zip((student, teacher), states, strict=True)
        )
        follows = student.logits("nsp", states[0][:, 0])
    p, q = soft.softmax(-1), logits.softmax(-1)
    labels = fed.targets["nsp"].labels
    expected = {
        "mlm": -q.log()[torch.arange(3), targets.labels].sum(),
        "ce": (p * (p / q).log()).sum(),
        "nsp": -follows.log_softmax(-1)[torch.arange(2), labels].sum(),
    }
    assert found.keys() == expected.keys()
    for term, total in expected.items():
        torch.testing.assert_close(found[term].total, total, rtol=1e-4, atol=1e-4, msg=term)


def test_the_auxiliary_way_has_all_terms_and_every_term_has_a_weight() -> None:
    (student, teacher), fed = pair(), batch()
    found = losses(student, teacher, fed, {"way": "auxiliary"})
    assert tuple(dict.fromkeys(name.partition(".")[0] for name in found)) == SPEC.terms
    named = {option.name for option in SPEC.options}
    assert {f"weight_{term}" for term in SPEC.terms} <= named


def test_the_teacher_learns_nothing() -> None:
    student, teacher = pair()
    for loss in losses(student, teacher, batch(), {"way": "auxiliary"}).values():
        loss.total.backward(retain_graph=True)  # type: ignore[no-untyped-call]
    assert all(weight.grad is None for weight in teacher.parameters())
    assert all(weight.grad is not None for weight in student.parameters())


# Runs ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> PreparedData:
    return tiny.ready("mobilebert", tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def teacher_folder(prepared: PreparedData, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("teacher") / "ib-bert"
    size = Size(prepared.tokenizer.vocab_size, **tiny.SIZE)
    spec = catalog().architectures["mobilebert"]
    save(teacher_of(size), spec, folder, prepared.tokenizer)
    return folder


def recipe_for(teacher: Path, **options: Any) -> Recipe:
    made_of = tiny.recipe("mobilebert", steps=8).to_dict()
    made_of |= {"size": {**made_of["size"], "inner": tiny.SIZE["width"]}, "config": {}}
    made_of["size"].pop("vocab_size")
    made_of["tokenizer"] = {}
    made_of["teaching"] = vars(TeacherRecipe("mobilebert", str(teacher), options))
    return Recipe.from_dict(made_of)


def task_for(recipe: Recipe, prepared: PreparedData) -> TrainingTask:
    return new_training_task(recipe, prepared.tokenizer, load_pretrained(recipe))


def moved(state: TrainState, prepared: PreparedData, step: int) -> set[str]:
    """The parts of the student that a step changes: layers, and what is outside of them."""
    module: Any = state.task.model
    before = {name: weight.detach().clone() for name, weight in module.named_parameters()}
    examples = examples_by_kind(state.task, prepared.train, prepared.singles, None)
    update(state, examples, step)
    changed = (n for n, p in module.named_parameters() if not torch.equal(p, before[n]))
    return {".".join(n.split(".")[:2]) if n.startswith("layers") else "others" for n in changed}


def test_one_layer_after_the_other_changes_and_then_everything(
    prepared: PreparedData, teacher_folder: Path
) -> None:
    recipe = recipe_for(teacher_folder, transfer_share=0.5, earlier_rate=0.0)
    state = TrainState.of(task_for(recipe, prepared))
    steps = [moved(state, prepared, step) for step in range(1, 6)]
    first, second = {"layers.0"}, {"layers.1"}
    assert steps == [first, first, second, second, {"layers.0", "layers.1", "others"}]


def test_an_earlier_layer_moves_at_its_small_rate(
    prepared: PreparedData, teacher_folder: Path
) -> None:
    recipe = recipe_for(teacher_folder, transfer_share=0.5, earlier_rate=0.1)
    state = TrainState.of(task_for(recipe, prepared))
    assert [moved(state, prepared, step) for step in (1, 3)] == [
        {"layers.0"},
        {"layers.0", "layers.1"},
    ]
    rates = {group["part"]: group["lr"] for group in state.optimizer.param_groups}
    assert rates["layers.0."] == pytest.approx(0.1 * rates["layers.1."])
    assert rates[""] == 0


def test_new_layers_are_those_of_the_seed(prepared: PreparedData, teacher_folder: Path) -> None:
    recipe = recipe_for(teacher_folder)
    torch.manual_seed(5)  # whatever was drawn before
    one = task_for(recipe, prepared).model
    two = task_for(recipe, prepared).model
    assert isinstance(one, MobileBert)
    assert isinstance(two, MobileBert)
    for name, weight in one.state_dict().items():
        assert torch.equal(weight, two.state_dict()[name]), name


def test_a_stopped_run_goes_on_to_the_same_student(
    prepared: PreparedData, teacher_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Across the boundary of two layers, with the moments of the groups of every part."""
    monkeypatch.setattr("models.training.trainer.HELD_OUT_EXAMPLES", 8)
    recipe = recipe_for(teacher_folder, transfer_share=0.75)
    cache = tmp_path / "cache"
    whole = tiny.losses(train(recipe, tmp_path / "whole", cache))
    broken = train(recipe, tmp_path / "broken", cache)
    for report in broken:
        if getattr(report, "step", 0) == 4:
            break
    broken.close()
    rest = tiny.losses(train(recipe, tmp_path / "broken", cache, resume=True))
    assert rest == {step: whole[step] for step in rest}
    assert [*rest] == [5, 6, 7, 8]
    for step, layer in ((1, 1), (6, 2)):
        assert tuple(whole[step]) == tuple(f"{term}.{layer}" for term in TRANSFER)
    assert {"mlm", "ce"} <= whole[8].keys()
    ends: list[Any] = [load(tmp_path / name).model for name in ("whole", "broken")]
    for name, weight in ends[0].state_dict().items():
        assert torch.equal(weight, ends[1].state_dict()[name]), name
