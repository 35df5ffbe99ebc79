"""What is ERNIE's own: the row of a task among the embeddings."""

from __future__ import annotations

from typing import Any

import torch

from models.arch.ernie import SPEC, BaiduErnieConfig
from models.inside.record import record, stages_of_stream
from models.schema.batch import collate
from tests.models import oracle
from tests.models.oracle import SIZES


def model(**entries: Any) -> Any:
    return SPEC.model_class(BaiduErnieConfig.from_size(SIZES[0], **entries)).eval()


def test_without_a_task_there_is_no_table_of_tasks() -> None:
    names = {name for name, _ in model().named_parameters()}
    assert not any("task" in name for name in names)
    assert "embeddings.task.weight" in dict(model(use_task_id=True).named_parameters())


def test_the_first_row_is_added_to_every_token_and_the_others_to_none() -> None:
    ours = model(use_task_id=True)
    batch = collate([oracle.model_input(list(range(5, 15)))])
    with torch.no_grad():
        before = ours(batch)["encoder"]
        ours.embeddings.task.weight[1:] += 1
        assert torch.equal(ours(batch)["encoder"], before)
        ours.embeddings.task.weight[0, 0] += 1
        assert not torch.allclose(ours(batch)["encoder"], before)


def test_the_task_is_one_of_the_embeddings_that_are_added_in_the_steps() -> None:
    ours = model(use_task_id=True)
    passed = record(ours, SPEC, oracle.model_input(list(range(5, 15))))
    stages = stages_of_stream(ours, passed, "encoder")
    assert "Task embedding" in {stage.title for stage in stages}
    total = next(stage for stage in stages if stage.title == "Sum of the embeddings")
    assert total.formula == "x = t + p + s + a"
    added = sum(operand.numbers for operand in total.operands)
    torch.testing.assert_close(added, total.result.numbers)
