"""MobileBERT's distillation: feature maps and attention layer by layer, then the predictions.

Sun, Yu, Song, Liu, Yang, Zhou (2020), arXiv:2004.02984, section 3.4 on; reference:
google-research/google-research, folder mobilebert: run_pretraining.py, distill_util.py,
lamb_optimizer.py and the command in README.md, whose weights these are.

Teacher and student have the same number of layers, heads, and width between layers, so that each
layer is compared with one. The authors' teacher is IB-BERT; a BERT has states of the same kind and
can teach as well. Shapes: B batch, T queries, S keys, D width, H heads, N places, V
vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.arch.bert import Bert
from models.arch.mobilebert import MobileBert, MobileBertConfig
from models.inference.taps import attach_listeners
from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.roles import ChangingRates, ComparedLayers, EqualDepth
from models.schema.specs import DistillationSpec, Option, Paper
from models.training.loss import HeadLoss, gather, token_loss

PROGRESSIVE, JOINT, AUXILIARY = WAYS = ("progressive", "joint", "auxiliary")
TRANSFER_SHARE = 0.32  # of the steps: 240,000, before 500,000 of pre-training distillation
EARLIER_RATE = 0.1  # of layers before the one that learns; distill_util.py
WEIGHTS = {
    "feature": 100.0,
    "mean": 5000.0,
    "variance": 5.0,
    "attention": 1.0,
    "mlm": 0.5,
    "ce": 0.5,
    "nsp": 1.0,
}
LAYER_TERMS = ("feature", "mean", "variance", "attention")
NORM_EPS = 1e-12  # of the layer norm without parameters
LEAST_WEIGHT = 1e-12  # of attention, whose logarithm is taken
COPIED = ("embeddings.", "mlm.", "pooler.", "nsp.")
INHERITED = ("embedding_size", "type_vocab_size", "classifier_activation", "initializer_range")
OUTSIDE = ""  # parameters outside of layers, by the beginning of their names


@dataclass(frozen=True)
class TransferPhase:
    """What is compared with the teacher: some layers (from 0), the predictions, or both."""

    layers: tuple[int, ...]
    predictions: bool


def phase_at(progress: float, num_layers: int, options: Mapping[str, Any]) -> TransferPhase:
    """The phase of a run of which this share of the steps is done.

    Progressive: one layer after the other, for equally long, then the predictions. Joint: all
    layers at once, then the predictions. Auxiliary: all layers and the predictions throughout.
    """
    way = options.get("way", PROGRESSIVE)
    share = float(options.get("transfer_share", TRANSFER_SHARE))
    every = tuple(range(num_layers))
    if way == AUXILIARY:
        return TransferPhase(every, predictions=True)
    if progress >= share:
        return TransferPhase((), predictions=True)
    if way == JOINT:
        return TransferPhase(every, predictions=False)
    return TransferPhase(
        (min(num_layers - 1, int(progress / share * num_layers)),), predictions=False
    )


def learning_rates(
    progress: float, num_layers: int, options: Mapping[str, Any]
) -> dict[str, float]:
    """What the learning rate is multiplied by, by the beginning of parameters' names; 0 freezes.

    While layers learn one after the other, those before the current one have a small rate, or
    none; later layers, embeddings and heads are frozen.
    """
    phase = phase_at(progress, num_layers, options)
    parts = [f"layers.{layer}." for layer in range(num_layers)]
    if phase.predictions or len(phase.layers) != 1 or options.get("way") == JOINT:
        return {**dict.fromkeys(parts, 1.0), OUTSIDE: 1.0}
    (current,) = phase.layers
    earlier = float(options.get("earlier_rate", EARLIER_RATE))
    rates = [earlier] * current + [1.0] + [0.0] * (num_layers - current - 1)
    return {**dict(zip(parts, rates, strict=True)), OUTSIDE: 0.0}


def layer_map(
    teacher_layers: int, student_layers: int, options: Mapping[str, Any] | None = None
) -> list[int]:
    """Each layer learns from that of the same number. Raises ValueError for other numbers."""
    if student_layers != teacher_layers:
        raise ValueError(f"a student must have {teacher_layers} layers, not {student_layers}")
    return list(range(teacher_layers))


def student_size(teacher: Size) -> Size:
    """The teacher's, with feed-forward networks as wide as the states between layers.

    Without dropout, as the authors' student learns without it.
    """
    return replace(teacher, inner=teacher.width, dropout=0.0)


def make_student(teacher: MobileBert | Bert, num_layers: int | None = None) -> MobileBert:
    """A student of the teacher's depth and width between layers, narrow inside its layers.

    Token, position and segment tables with their projection, and the heads, are copied; the layers
    and the norm of the embeddings are new. A BERT has no projection and a token table as wide as
    its states: the student's projection then passes on the token itself, at first without its
    neighbours. Draws from torch's generator. Raises ValueError for another number of layers than
    the teacher's.
    """
    of_teacher = teacher.config
    if num_layers not in (None, of_teacher.num_hidden_layers):
        raise ValueError(
            "each layer of this student learns from one of its teacher, so it must have "
            f"{of_teacher.num_hidden_layers} layers, not {num_layers}"
        )
    entries = {name: getattr(of_teacher, name) for name in INHERITED if hasattr(of_teacher, name)}
    widths = {"embedding_size": of_teacher.hidden_size}  # of a teacher without a narrow table
    config = MobileBertConfig.from_size(student_size(of_teacher.size), **{**widths, **entries})
    student = MobileBert(config)
    weights = {
        name: weight
        for name, weight in teacher.state_dict().items()
        if name.startswith(COPIED) and not name.startswith("embeddings.norm.")
    }
    if isinstance(teacher, Bert):
        weights |= _passing_on(student.embeddings.project)
    student.load_state_dict(weights, strict=False)
    return student


def _passing_on(project: nn.Linear) -> dict[str, Tensor]:
    """A projection (D, 3 E) that leaves the middle one of three tokens as it is; D equals E."""
    neighbour = torch.zeros(project.out_features, project.out_features)
    token = torch.eye(project.out_features)
    weight = torch.cat([neighbour, token, neighbour], dim=1)
    names = ("embeddings.project.weight", "embeddings.project.bias")
    return dict(zip(names, (weight, torch.zeros(project.out_features)), strict=True))


@dataclass(frozen=True)
class LayerOutputs:
    """The last hidden states (B, T, D) of a pass; of some layers the states and the attention.

    states: (B, T, D) by layer; attention: (B, H, T, S) by layer, with gradients.
    """

    last: Tensor
    states: Mapping[int, Tensor]
    attention: Mapping[int, Tensor]


def run_layers(model: MobileBert | Bert, batch: Batch, layers: Sequence[int]) -> LayerOutputs:
    """A pass that records these layers."""
    states: dict[int, Tensor] = {}
    attention: dict[int, Tensor] = {}

    def store(into: dict[int, Tensor], layer: int, tensor: Tensor) -> None:
        into[layer] = tensor

    hidden, weights = model.hidden_taps("encoder"), model.attention_taps("encoder")
    listeners = {hidden[layer + 1]: partial(store, states, layer) for layer in layers}
    listeners |= {weights[layer]: partial(store, attention, layer) for layer in layers}
    with attach_listeners(model, listeners):
        last = model(batch)["encoder"]
    return LayerOutputs(last, states, attention)


def losses(
    student: MobileBert,
    teacher: MobileBert | Bert,
    batch: Batch,
    options: Mapping[str, Any],
    progress: float = 0.0,
) -> dict[str, HeadLoss]:
    """The terms of the phase that this share of the steps has reached."""
    phase = phase_at(progress, len(student.layers), options)
    own = run_layers(student, batch, phase.layers)
    with torch.no_grad():
        taught = run_layers(teacher, batch, phase.layers)
    terms: dict[str, HeadLoss] = {}
    if phase.layers:
        terms |= transfer_losses(own, taught, batch)
    if phase.predictions:
        terms |= prediction_losses(student, teacher, own.last, taught.last, batch)
    return terms


def transfer_losses(own: LayerOutputs, taught: LayerOutputs, batch: Batch) -> dict[str, HeadLoss]:
    """Compute the losses of every layer over tokens that are not padding; `mean.2` is of layer 2.

    `feature`: mean squared error of the states after a layer norm without parameters. `mean` and
    `variance` of each state: squared and absolute difference. `attention`: KL(teacher || student)
    for each head and query, in nats. Of several layers each has its part of their mean, so that
    all of them weigh as much as one does alone.
    """
    present = batch.input_ids >= 0 if batch.present is None else batch.present
    found: dict[str, HeadLoss] = {}
    for layer in own.states:
        mine, theirs = (one.states[layer][present].float() for one in (own, taught))  # (N, D)
        maps = (_rows(one.attention[layer], present) for one in (own, taught))
        errors = {
            "feature": (_normalize_states(mine) - _normalize_states(theirs)).square().mean(-1),
            "mean": (mine.mean(-1) - theirs.mean(-1)).square(),
            "variance": (mine.var(-1, correction=0) - theirs.var(-1, correction=0)).abs(),
            "attention": _divergence(*maps),
        }
        for term, values in errors.items():
            found[f"{term}.{layer + 1}"] = _part_of_mean(values.flatten(), len(own.states))
    return found


def _rows(attention: Tensor, present: Tensor) -> Tensor:
    """The rows of queries that are not padding: (B, H, T, S) -> (N, H, S)."""
    return attention.transpose(1, 2)[present].float()


def _normalize_states(states: Tensor) -> Tensor:
    return functional.layer_norm(states, states.shape[-1:], eps=NORM_EPS)


def _divergence(own: Tensor, taught: Tensor) -> Tensor:
    """KL(taught || own) of attention weights (N, H, S) -> (N, H); both are 0 at padding."""
    logarithms = (each.clamp_min(LEAST_WEIGHT).log() for each in (taught, own))
    theirs, mine = logarithms
    return (taught * (theirs - mine)).sum(-1)


def _part_of_mean(values: Tensor, num_layers: int) -> HeadLoss:
    """Losses by place (N,) of one of so many layers."""
    labels = torch.zeros_like(values)
    return HeadLoss(values.sum(), num_layers * len(values), values.detach(), labels)


def prediction_losses(
    student: MobileBert, teacher: MobileBert | Bert, own: Tensor, taught: Tensor, batch: Batch
) -> dict[str, HeadLoss]:
    """Pre-training distillation, from the last hidden states (B, T, D) of both.

    `mlm`: the masked tokens; `ce`: KL(teacher || student) at the same places; `nsp`, where the
    batch has pairs. All in nats.
    """
    targets = batch.targets["mlm"]
    logits = student.logits("mlm", gather(own, targets)).float()  # (N, V)
    with torch.no_grad():
        soft = teacher.logits("mlm", gather(taught, targets)).float()
    divergence = functional.kl_div(
        logits.log_softmax(-1), soft.log_softmax(-1), reduction="sum", log_target=True
    )
    terms = {
        "mlm": token_loss(logits, targets.labels),
        "ce": HeadLoss(divergence, len(logits), logits.detach(), soft.argmax(-1)),
    }
    if pairs := batch.targets.get("nsp"):
        terms["nsp"] = token_loss(student.logits("nsp", gather(own, pairs)), pairs.labels)
    return terms


SPEC = DistillationSpec(
    name="mobilebert",
    title="MobileBERT",
    summary="The student learns its teacher's states and attention, one layer after the other, "
    "then the teacher's predictions and the masked tokens.",
    paper=Paper(
        "Sun, Yu, Song, Liu, Yang, Zhou",
        "MobileBERT: a Compact Task-Agnostic BERT for Resource-Limited Devices",
        2020,
        "2004.02984",
    ),
    teachers=("mobilebert", "bert"),
    student="mobilebert",
    terms=tuple(WEIGHTS),
    options=(
        Option(
            "way",
            "Layers learn",
            PROGRESSIVE,
            choices=WAYS,
            help=(
                "Progressive: one after the other, then the predictions. Joint: all at once, then "
                "the predictions. Auxiliary: all layers and the predictions throughout"
            ),
        ),
        Option(
            "transfer_share",
            "Share of steps for the layers",
            TRANSFER_SHARE,
            0.01,
            0.99,
            help="Progressive and joint: the steps before the predictions are learned",
        ),
        Option(
            "earlier_rate",
            "Rate of earlier layers",
            EARLIER_RATE,
            0.0,
            1.0,
            help="Progressive: times the learning rate; 0 freezes a layer once it has learned",
        ),
        Option("weight_feature", "Weight of the feature maps", WEIGHTS["feature"], 0.0, 1e5),
        Option("weight_mean", "Weight of the means", WEIGHTS["mean"], 0.0, 1e5),
        Option("weight_variance", "Weight of the variances", WEIGHTS["variance"], 0.0, 1e5),
        Option("weight_attention", "Weight of the attention", WEIGHTS["attention"], 0.0, 1e5),
        Option("weight_mlm", "Weight of the masked tokens", WEIGHTS["mlm"], 0.0, 100.0),
        Option("weight_ce", "Weight of the soft targets", WEIGHTS["ce"], 0.0, 100.0),
        Option("weight_nsp", "Weight of the next sentence", WEIGHTS["nsp"], 0.0, 100.0),
        Option("from_teacher", "Copy embeddings and heads", True, choices=(False, True)),
    ),
    make_student=make_student,
    loss=losses,
    roles=(
        EqualDepth(student_size),
        ChangingRates(learning_rates),
        ComparedLayers(layer_map, LAYER_TERMS),
    ),
    notes=(
        "The authors' teacher is IB-BERT. A BERT can teach here too; the student then has its "
        "token table, as wide as its states.",
        "Weights, the small rate of earlier layers and the equal mix of soft and hard targets are "
        "those of the authors' code.",
        "There, the terms of mean and variance compare each layer of the student with all layers "
        "of the teacher; here each layer with its own. Attention is compared by cross-entropy "
        "there and by KL divergence here; their gradients are the same.",
        "The authors train the two phases as two runs, each with its own schedule, by LAMB; here "
        "one run and one schedule have both.",
    ),
)
