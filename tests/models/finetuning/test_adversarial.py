"""SiFT: the divergence is that of the definition, and the step goes where it grows."""

import math
from pathlib import Path

import pytest
import torch

from models.finetuning.adversarial import (
    INITIAL_DEVIATION,
    STEP_SIZE,
    divergence_for,
    perturbation_loss,
    step_perturbation,
    symmetric_divergence,
)
from models.finetuning.pipeline import HeadPipeline
from models.finetuning.trainer import finetune_on
from models.runtime.generators import run_to_end
from models.schema.batch import Batch
from tests.models.finetuning import tiny


def test_the_divergence_of_two_distributions_is_that_of_hand() -> None:
    """p = (1/2, 1/2), q = (3/4, 1/4): KL(p‖q) + KL(q‖p) = ln 3 / 4."""
    clean = torch.tensor([[0.5, 0.5]]).log()
    perturbed = torch.tensor([[0.75, 0.25]]).log()
    assert float(symmetric_divergence(perturbed, clean)) == pytest.approx(math.log(3) / 4)
    assert float(symmetric_divergence(clean, clean)) == pytest.approx(0, abs=1e-7)


def test_the_gradient_leaves_out_the_distribution_of_the_expectation() -> None:
    """d/dz of p · (-log q) is q - p, for each side."""
    clean = torch.tensor([[0.5, 0.5]]).log().requires_grad_()
    perturbed = torch.tensor([[0.75, 0.25]]).log().requires_grad_()
    symmetric_divergence(perturbed, clean).backward()  # type: ignore[no-untyped-call]
    torch.testing.assert_close(perturbed.grad, torch.tensor([[0.25, -0.25]]))
    torch.testing.assert_close(clean.grad, torch.tensor([[-0.25, 0.25]]))


def test_the_largest_entry_of_each_token_moves_by_the_step_size() -> None:
    gradient = torch.tensor([[[1.0, -4.0], [100.0, 0.0]]])
    moved = step_perturbation(torch.zeros(1, 2, 2), gradient) / STEP_SIZE
    torch.testing.assert_close(moved, torch.tensor([[[0.25, -1.0], [1.0, 0.0]]]))


def test_scores_differ_by_their_square() -> None:
    batch = Batch(torch.zeros(2, 3, dtype=torch.long))
    difference = divergence_for("sequence", batch, [0, 1])
    assert float(difference(torch.tensor([[1.0], [2.0]]), torch.tensor([[1.0], [4.0]]))) == 2.0


def test_padding_and_other_examples_do_not_count() -> None:
    """A span's distribution ends with its text; choices are compared within their example."""
    present = torch.tensor([[True, True, False]])
    batch = Batch(torch.zeros(1, 3, dtype=torch.long), present=present)
    clean, perturbed = torch.zeros(1, 3, 2), torch.zeros(1, 3, 2)
    perturbed[0, 2] = 100.0
    assert float(divergence_for("span", batch, [0])(perturbed, clean)) == pytest.approx(0)
    assert float(divergence_for("token", batch, [0])(perturbed, clean)) == pytest.approx(0)
    rows = torch.zeros(5, 1)
    raised = torch.tensor([[1.0], [1.0], [5.0], [5.0], [5.0]])  # each example raised as a whole
    difference = divergence_for("choice", batch, [0, 0, 1, 1, 1])
    assert float(difference(raised, rows)) == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize("architecture", ["bert", "deberta", "electra", "gpt2", "t5", "xlnet"])
def test_a_perturbation_of_the_embeddings_reaches_the_predictions(architecture: str) -> None:
    data = tiny.colours()
    pipeline = tiny.pipeline_of(tiny.recipe(architecture), data)
    assert isinstance(pipeline, HeadPipeline)
    rows = pipeline.rows(data.examples("train")[:4], data)
    batch = pipeline.batch(rows)
    pipeline.module.eval()
    clean = pipeline.task_model(batch)
    torch.manual_seed(0)
    divergence = divergence_for("sequence", batch, [0, 1, 2, 3])
    loss = perturbation_loss(pipeline.model, pipeline.task_model, batch, clean, divergence)
    assert 0 < float(loss.detach()) < 1
    torch.testing.assert_close(pipeline.task_model(batch), clean)  # no hook remains


def test_the_perturbation_has_the_scale_of_the_embeddings() -> None:
    """Embeddings ten times as large are perturbed ten times as much, up to the norm after them."""
    data = tiny.colours()
    pipeline = tiny.pipeline_of(tiny.recipe("bert"), data)
    assert isinstance(pipeline, HeadPipeline)
    batch = pipeline.batch(pipeline.rows(data.examples("train")[:4], data))
    pipeline.module.eval()
    table = pipeline.task_model.get_submodule("model.embeddings.token")
    seen = []
    for factor in (1.0, 10.0):
        with torch.no_grad():
            table.weight.mul_(factor)  # type: ignore[operator]
            clean = pipeline.task_model(batch)
        entered: list[torch.Tensor] = []
        hook = table.register_forward_hook(lambda _, __, out, to=entered: to.append(out))
        torch.manual_seed(0)
        same = divergence_for("sequence", batch, [0, 1, 2, 3])
        outputs: list[torch.Tensor] = []
        norm = pipeline.task_model.get_submodule("model.embeddings.norm")
        before = norm.register_forward_pre_hook(lambda _, inputs, to=outputs: to.append(inputs[0]))
        perturbation_loss(pipeline.model, pipeline.task_model, batch, clean, same)
        hook.remove()
        before.remove()
        position = pipeline.task_model.get_parameter("model.embeddings.position.weight")
        segment = pipeline.task_model.get_parameter("model.embeddings.segment.weight")
        others = position[: batch.input_ids.shape[1]] + segment[:1]
        seen.append(float((outputs[0] - others - entered[0]).detach().abs().max()) / factor)
    assert seen[0] == pytest.approx(seen[1], rel=1e-2)
    assert 0 < seen[0] < 2 * INITIAL_DEVIATION


def test_a_run_with_adversarial_training_learns_otherwise_than_one_without(tmp_path: Path) -> None:
    found = [
        run_to_end(finetune_on(tiny.recipe("bert", adversarial=strength), tiny.colours(), folder))
        for strength, folder in ((0.0, tmp_path / "without"), (5.0, tmp_path / "with"))
    ]
    losses = [run.run["finetuning"]["curve"][-2]["loss"] for run in found]
    assert losses[0] != losses[1]
