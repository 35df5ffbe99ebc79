"""What a student is before it has learned anything, and what it is told to learn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from models.arch.distilbert import DistilBertConfig
from models.comparison.catalog import find_experiment
from models.distillation.distilbert import SPEC, chosen_layers, losses, make_student
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.registry import catalog
from models.training.training_task import load_pretrained, new_training_task
from tests.models import oracle

BERT = catalog().architectures["bert"]
TEMPERATURE = 3.0


@pytest.mark.parametrize(
    ("teacher", "student", "layers"),
    [
        (4, 2, [0, 2]),
        (12, 6, [0, 2, 4, 7, 9, 11]),  # scripts/extract_distilbert.py of the authors
        (24, 12, [*range(0, 24, 2)]),
        (12, 4, [0, 3, 6, 9]),
        (3, 3, [0, 1, 2]),
    ],
)
def test_a_student_starts_from_layers_all_over_its_teacher(
    teacher: int, student: int, layers: list[int]
) -> None:
    assert chosen_layers(teacher, student) == layers


def teacher_of(num_layers: int, **config: Any) -> Any:
    size = Size(50, width=8, num_layers=num_layers, num_heads=2, inner=16, num_positions=16)
    return BERT.model_class(replace(BERT.config_class.from_size(size), **config))


def test_a_student_has_half_of_the_layers_and_one_at_least_or_as_many_as_are_wanted() -> None:
    assert [len(make_student(teacher_of(n)).layers) for n in (1, 3, 4)] == [1, 1, 2]
    assert len(make_student(teacher_of(3), 3).layers) == 3
    for wanted in (0, 4):
        with pytest.raises(ValueError, match=f"can have 1 to 3 layers, not {wanted}"):
            make_student(teacher_of(3), wanted)


def test_a_student_computes_with_the_activation_of_its_teacher() -> None:
    assert make_student(teacher_of(2, hidden_act="relu")).config.activation == "relu"


def test_a_student_of_half_of_bert_base_holds_the_published_layers() -> None:
    teacher = teacher_of(12)
    student = make_student(teacher)
    for own, source in zip(student.layers, (0, 2, 4, 7, 9, 11), strict=True):
        theirs = teacher.layers[source].state_dict()
        assert all(torch.equal(weight, theirs[name]) for name, weight in own.state_dict().items())


def test_a_student_has_no_dropout_even_of_a_teacher_with_some() -> None:
    config = make_student(teacher_of(2, hidden_dropout_prob=0.1)).config
    twin = DistilBertConfig.from_size(Size(vocab_size=50))
    assert (config.dropout, config.attention_dropout) == (0, 0)
    assert (twin.dropout, twin.attention_dropout) == (0, 0)


# Losses -------------------------------------------------------------------------------------------


def batch() -> Batch:
    """Texts of nine and of five tokens, with two places to predict and one."""
    texts = []
    for length, places in ((9, [2, 7]), (5, [3])):
        clean = oracle.random_input(50, length)
        texts.append(clean.with_targets("mlm", np.array(places), clean.input_ids[places]))
    return collate(texts)


def pair() -> tuple[Any, Any]:
    """A student that has gone its own way, and its teacher."""
    torch.manual_seed(0)
    teacher = teacher_of(4).eval()
    student = make_student(teacher).eval()
    for model in (teacher, student):
        oracle.scatter_weights(model, int(model is teacher))
    return student, teacher


def outputs(model: Any, fed: Batch, places: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Hidden states and logits at places (B, T) of a batch."""
    hidden = model(fed)["encoder"][places]
    return hidden, model.logits("mlm", hidden)


@pytest.mark.parametrize("masked_only", [False, True])
def test_a_student_learns_softened_answers_and_directions_at_every_token_or_the_hidden_ones(
    masked_only: bool,
) -> None:
    (student, teacher), fed = pair(), batch()
    targets = fed.targets["mlm"]
    hidden = torch.zeros_like(fed.input_ids, dtype=torch.bool)
    hidden[targets.rows, targets.positions] = True
    assert fed.present is not None
    places = hidden if masked_only else fed.present
    options = {"temperature": TEMPERATURE, "masked_only": masked_only}
    with torch.no_grad():
        found = losses(student, teacher, fed, options)
        (own, logits), (taught, soft) = (outputs(m, fed, places) for m in (student, teacher))
        answers = outputs(student, fed, hidden)[1]
    p, q = ((each / TEMPERATURE).softmax(-1) for each in (soft, logits))
    cosine = (own * taught).sum(-1) / (own.norm(dim=-1) * taught.norm(dim=-1))
    expected = {
        "ce": TEMPERATURE**2 * (p * (p / q).log()).sum(),
        "mlm": -answers.log_softmax(-1)[torch.arange(3), targets.labels].sum(),
        "cos": (1 - cosine).sum(),
    }
    counts = {"ce": 3 if masked_only else 14, "mlm": 3, "cos": 3 if masked_only else 14}
    assert {name: loss.count for name, loss in found.items()} == counts
    for name, total in expected.items():
        torch.testing.assert_close(found[name].total, total, rtol=1e-4, atol=1e-4, msg=name)


def test_the_weights_of_the_three_terms_and_the_temperature_are_those_of_the_example() -> None:
    options = {option.name: option.default for option in SPEC.options}
    assert options == {
        "temperature": 2.0,
        "weight_ce": 5.0,
        "weight_mlm": 2.0,
        "weight_cos": 1.0,
        "masked_only": False,
        "from_teacher": True,
    }


def test_the_teacher_learns_nothing() -> None:
    student, teacher = pair()
    for loss in losses(student, teacher, batch(), {}).values():
        loss.total.backward(retain_graph=True)  # type: ignore[no-untyped-call]
    assert all(weight.grad is None for weight in teacher.parameters())
    assert all(weight.grad is not None for weight in student.parameters())


def test_a_student_that_does_not_start_from_its_teacher_has_weights_of_its_seed() -> None:
    recipe = find_experiment("distillation").recipe("no_start")
    pretrained = load_pretrained(recipe)
    assert pretrained is not None
    assert pretrained.tokenizer is not None
    copied = make_student(pretrained.model, recipe.size.num_layers)
    one, same, other = (
        new_training_task(replace(recipe, seed=seed), pretrained.tokenizer, pretrained).model
        for seed in (1, 1, 2)
    )
    first, again, others, teachers = (
        model.layers[0].attention.output.weight for model in (one, same, other, copied)
    )
    assert first.shape == teachers.shape
    assert torch.equal(first, again)
    assert not torch.equal(first, others)
    assert not torch.equal(first, teachers)
