"""DistilBERT's distillation: soft targets, masked tokens and the direction of hidden states.

Sanh, Debut, Chaumond, Wolf (2019), arXiv:1910.01108; reference: the distillation example of
huggingface/transformers, distiller.py and scripts/extract_distilbert.py. The paper does not give
the weights of the losses; those below are of the authors' single-GPU example.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from models.arch.bert import Bert
from models.arch.distilbert import DistilBert, DistilBertConfig
from models.schema.batch import Batch
from models.schema.specs import DistillationSpec, Option, Paper
from models.training.loss import HeadLoss, gather, token_loss

TEMPERATURE = 2.0
WEIGHTS = {"ce": 5.0, "mlm": 2.0, "cos": 1.0}
SIX_OF_TWELVE = (0, 2, 4, 7, 9, 11)  # scripts/extract_distilbert.py


def make_student(teacher: Bert, num_layers: int | None = None) -> DistilBert:
    """A student of the teacher's width that starts from every other of its layers.

    `num_layers` None is half of the teacher's; another number takes layers evenly spread, and for
    the six of BERT base see `chosen_layers`. Token and position tables and the masked-token head
    are copied too. Draws nothing: all weights are copies.

    The student has no dropout, whatever its teacher has (published DistilBERT: 0.1): the twin that
    it is compared with is built from a `Size`, which has none by default, and the two shall
    differ in their teacher alone. A recipe with dropout in a student is rejected.
    Raises ValueError for a number of layers that the teacher does not have.
    """
    size = teacher.config.size
    num_layers = max(1, size.num_layers // 2) if num_layers is None else num_layers
    if not 1 <= num_layers <= size.num_layers:
        raise ValueError(f"a student can have 1 to {size.num_layers} layers, not {num_layers}")
    config = DistilBertConfig.from_size(
        replace(size, num_layers=num_layers, dropout=0.0), activation=teacher.config.hidden_act
    )
    student = DistilBert(config)
    student.embeddings.load_state_dict(
        {k: v for k, v in teacher.embeddings.state_dict().items() if not k.startswith("segment")}
    )
    for layer, source in zip(
        student.layers, chosen_layers(size.num_layers, num_layers), strict=True
    ):
        layer.load_state_dict(teacher.layers[source].state_dict())
    student.mlm.load_state_dict(teacher.mlm.state_dict())
    return student


def chosen_layers(of_teacher: int, of_student: int) -> list[int]:
    """Which teacher layers a student starts from: every other one, from the first, at half size.

    Six of twelve are those of the authors' script, which are not quite every other one.
    """
    if (of_teacher, of_student) == (12, 6):
        return list(SIX_OF_TWELVE)
    return [index * of_teacher // of_student for index in range(of_student)]


def losses(
    student: DistilBert, teacher: Bert, batch: Batch, options: Mapping[str, Any]
) -> dict[str, HeadLoss]:
    """The three terms, each in nats or, for `cos`, as 1 - cosine, summed over its places.

    `ce` is KL(teacher || student) of the softened predictions, times the squared temperature. It
    and `cos` go over every token, or over the masked ones with `masked_only`.
    """
    temperature = float(options.get("temperature", TEMPERATURE))
    targets = batch.targets["mlm"]
    own = student(batch)["encoder"]  # (B, T, D)
    with torch.no_grad():
        taught = teacher(batch)["encoder"]
    if options.get("masked_only", False):
        own_places, taught_places = gather(own, targets), gather(taught, targets)
    else:
        present = batch.input_ids >= 0 if batch.present is None else batch.present
        own_places, taught_places = own[present], taught[present]  # (N, D)
    with torch.no_grad():
        soft = teacher.logits("mlm", taught_places).float()  # (N, V)
    logits = student.logits("mlm", own_places).float()
    return {
        "ce": _soft_loss(logits, soft, temperature),
        "mlm": token_loss(student.logits("mlm", gather(own, targets)), targets.labels),
        "cos": _direction_loss(own_places, taught_places),
    }


def _soft_loss(logits: Tensor, soft: Tensor, temperature: float) -> HeadLoss:
    divergence = functional.kl_div(
        functional.log_softmax(logits / temperature, dim=-1),
        functional.log_softmax(soft / temperature, dim=-1),
        reduction="sum",
        log_target=True,
    )
    total = divergence * temperature**2
    return HeadLoss(total, len(logits), logits.detach(), soft.argmax(-1))


def _direction_loss(own: Tensor, taught: Tensor) -> HeadLoss:
    cosine = functional.cosine_similarity(own, taught, dim=-1)  # (N,)
    return HeadLoss((1 - cosine).sum(), len(own), cosine.detach(), torch.ones_like(cosine))


SPEC = DistillationSpec(
    name="distilbert",
    title="DistilBERT",
    summary="The student is trained on the teacher's softened predictions, on the masked tokens, "
    "and on the direction of the teacher's hidden states.",
    paper=Paper(
        "Sanh, Debut, Chaumond, Wolf",
        "DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter",
        2019,
        "1910.01108",
    ),
    teachers=("bert",),
    student="distilbert",
    terms=("ce", "mlm", "cos"),
    options=(
        Option("temperature", "Temperature", TEMPERATURE, 0.5, 20.0),
        Option("weight_ce", "Weight of the soft targets", WEIGHTS["ce"], 0.0, 100.0),
        Option("weight_mlm", "Weight of the masked tokens", WEIGHTS["mlm"], 0.0, 100.0),
        Option("weight_cos", "Weight of the hidden states", WEIGHTS["cos"], 0.0, 100.0),
        Option("masked_only", "Only at masked positions", False, choices=(False, True)),
        Option("from_teacher", "Start from the teacher's layers", True, choices=(False, True)),
    ),
    make_student=make_student,
    loss=losses,
    notes=(
        "The paper does not state the weights of the losses; the authors' examples use 5, 2, 1 and "
        "equal parts.",
        "The authors also freeze the position table and mask rare tokens more often; this program "
        "does not.",
    ),
)
