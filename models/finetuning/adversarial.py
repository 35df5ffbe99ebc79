"""SiFT: predictions that do not change when the word embeddings are perturbed.

He, Liu, Gao, Chen (2020), DeBERTa, arXiv:2006.03654, section 4 (scale-invariant fine-tuning), after
the virtual adversarial training of Miyato et al. (2018), arXiv:1704.03976; reference:
microsoft/DeBERTa, DeBERTa/sift/sift.py.

The perturbation belongs to the normalized embeddings, (e - mean) / deviation, so that its size does
not depend on the scale of a model's embeddings. Here it is multiplied by the deviation and added to
e, which is the same and leaves the clean pass of any architecture as it is.

Shapes: B batch, T tokens, E width of the word embeddings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

from models.schema.batch import Batch, LanguageModel, as_module
from models.schema.specs import TaskHeadKind

# Defaults of the reference's command line.
INITIAL_DEVIATION = 1e-2  # of the random perturbation, cut off at twice this
STEP_SIZE = 1e-4  # of the one step that makes it adversarial
NORM_EPS = 1e-7
GRADIENT_EPS = 1e-6
NO_TABLE = "this model reads its tokens from no table of word embeddings; set adversarial to 0"


def perturbation_loss(
    model: LanguageModel,
    logits_of: Callable[[Batch], Tensor],
    batch: Batch,
    clean: Tensor,
    divergence: Callable[[Tensor, Tensor], Tensor],
) -> Tensor:
    """The divergence () of the predictions with an adversarial perturbation from the clean logits.

    The perturbation is drawn at random and then goes one step to where the divergence grows.
    `divergence` compares perturbed with clean logits. Raises ValueError for a model that reads its
    tokens from no embedding table.
    """
    delta = _random_perturbation(model, batch)
    with _add_perturbation(model, batch, delta):
        first = divergence(logits_of(batch), clean.detach())
    (gradient,) = torch.autograd.grad(first, delta, allow_unused=True)
    if gradient is None:
        raise ValueError(NO_TABLE)
    with _add_perturbation(model, batch, step_perturbation(delta.detach(), gradient)):
        return divergence(logits_of(batch), clean)


def step_perturbation(delta: Tensor, gradient: Tensor) -> Tensor:
    """A perturbation (B, T, E) after its step: the greatest entry of each token moves by one."""
    largest = gradient.abs().amax(-1, keepdim=True)
    return delta + STEP_SIZE * gradient / (GRADIENT_EPS + largest)


def symmetric_divergence(perturbed: Tensor, clean: Tensor) -> Tensor:
    """KL(p‖q) + KL(q‖p) of logits (…, C), averaged over all distributions, in nats.

    As in the reference, no gradient goes through the distribution whose expectation is taken.
    """
    p, q = clean.log_softmax(-1), perturbed.log_softmax(-1)
    there = p.exp().detach() * (p.detach() - q)
    back = q.exp().detach() * (q.detach() - p)
    return (there + back).sum(-1).mean()


def divergence_for(
    kind: TaskHeadKind, batch: Batch, examples: Sequence[int], *, multi_label: bool = False
) -> Callable[[Tensor, Tensor], Tensor]:
    """How predictions of a kind differ; the squared difference of scores (B, 1).

    With `multi_label` each class is a distribution of yes and no. Of tokens, padding does not
    count; a span has a distribution of starts and one of ends over the places of its row; choices
    one over the rows of an example. `examples` (B,) says which example a row belongs to.
    """
    present = batch.present
    sizes = [len(list(rows)) for _, rows in groupby(examples)]

    def difference(perturbed: Tensor, clean: Tensor) -> Tensor:
        if multi_label:
            yes_or_no = [torch.stack((x, torch.zeros_like(x)), -1) for x in (perturbed, clean)]
            return symmetric_divergence(*yes_or_no)
        if kind == "sequence" and clean.shape[-1] == 1:
            return functional.mse_loss(perturbed, clean)
        distributions = [_distributions(kind, x, present, sizes) for x in (perturbed, clean)]
        return symmetric_divergence(*distributions)

    return difference


def _distributions(
    kind: TaskHeadKind, logits: Tensor, present: Tensor | None, sizes: Sequence[int]
) -> Tensor:
    """Logits whose last axis is what a softmax goes over."""
    lowest = torch.finfo(logits.dtype).min
    if kind == "choice":
        return pad_sequence(list(torch.split(logits.flatten(), list(sizes))), True, lowest)
    if kind == "span":
        if present is not None:
            logits = logits.masked_fill(~present[..., None], lowest)
        return logits.transpose(1, 2)  # (B, 2, T)
    if kind == "token" and present is not None:
        return logits[present]  # (N, C)
    return logits


def _random_perturbation(model: LanguageModel, batch: Batch) -> Tensor:
    table = next(_tables(model), None)
    if table is None:
        raise ValueError(NO_TABLE)
    ids = batch.input_ids
    noise = torch.randn(*ids.shape, table.embedding_dim, device=ids.device) * INITIAL_DEVIATION
    return noise.clamp(-2 * INITIAL_DEVIATION, 2 * INITIAL_DEVIATION).requires_grad_()


def _tables(model: LanguageModel) -> Iterator[nn.Embedding]:
    """The tables with a row for each token."""
    for part in as_module(model).modules():
        if isinstance(part, nn.Embedding) and part.num_embeddings == model.config.size.vocab_size:
            yield part


@contextmanager
def _add_perturbation(model: LanguageModel, batch: Batch, delta: Tensor) -> Iterator[None]:
    """Add a perturbation (B, T, E) of the normalized embeddings wherever the batch is read."""

    def hook(table: nn.Module, inputs: tuple[Any, ...], embedded: Tensor) -> Tensor | None:
        if inputs[0].data_ptr() != batch.input_ids.data_ptr():  # what a decoder writes
            return None
        if embedded.shape != delta.shape:
            return None
        fixed = embedded.detach()  # no gradient goes from here to the table, as in the reference
        variance = fixed.var(-1, unbiased=False, keepdim=True)
        return fixed + delta * (variance + NORM_EPS).sqrt()

    handles = [table.register_forward_hook(hook) for table in _tables(model)]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
