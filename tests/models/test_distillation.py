"""What a student is before it has learned anything: a part of its teacher."""

from __future__ import annotations

import pytest
import torch

from models.catalog import catalog
from models.configs import Size
from models.distillation.distilbert import chosen_layers, make_student

BERT = catalog().architectures["bert"]


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


def test_a_student_of_half_of_bert_base_holds_the_published_layers() -> None:
    size = Size(50, width=8, num_layers=12, num_heads=2, inner=16, num_positions=16)
    teacher = BERT.model_class(BERT.config_class.from_size(size))
    student = make_student(teacher)
    for own, source in zip(student.layers, (0, 2, 4, 7, 9, 11), strict=True):
        theirs = teacher.layers[source].state_dict()
        assert all(torch.equal(weight, theirs[name]) for name, weight in own.state_dict().items())
