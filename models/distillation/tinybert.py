"""TinyBERT's distillation: attention scores, hidden states and embeddings of mapped layers.

Jiao, Yin, Shang, Jiang, Chen, Li, Wang, Liu (2019), arXiv:1909.10351; reference: huawei-noah,
TinyBERT, general_distill.py and task_distill.py. After the layers, the predictions are learned.

Shapes: B batch, T tokens, H heads, D width of the student, E of the teacher, V outputs, N places.
Layers are counted from 0 in code, and from 1 in options and names of terms, as in the paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.arch.bert import Bert
from models.inference.taps import attach_listeners
from models.layers.embeddings import initialise
from models.layers.linear import Linear
from models.schema.batch import Batch
from models.schema.roles import ComparedLayers, LearnedBeside, TaskTeaching
from models.schema.specs import DistillationSpec, Option, Paper
from models.tasks.base import TaskModel
from models.training.loss import HeadLoss, gather

SCORES, PROBABILITIES = ATTENTIONS = ("scores", "probabilities")
TAPS = {SCORES: "scores", PROBABILITIES: "weights"}  # of an attention layer
SHARED, SEPARATE = PROJECTIONS = ("shared", "separate")
UNIFORM, LAST, FIRST = MAPS = ("uniform", "last", "first")
LAYER_TERMS = ("attention", "hidden", "embedding")
TASKS = ("sequence", "span", "token")  # kinds of heads whose predictions are compared
PREDICTION_SHARE = 0.25  # task_distill.py: 3 epochs of predictions after 10 of layers
ROUNDING = 1e-9


# Which layers belong together -------------------------------------------------------------------


def layer_map(
    teacher_layers: int, student_layers: int, options: Mapping[str, Any] | None = None
) -> list[int]:
    """The teacher's layer for each of the student's, counted from 0: g(m) - 1 for m from 1.

    "uniform" is g(m) = m N / M for N and M layers, rounded down; "last" and "first" take
    neighbours from one end; otherwise the option lists the teacher's layers, counted from 1.
    Raises ValueError for more layers than the teacher has, and for an impossible list.
    """
    if not 1 <= student_layers <= teacher_layers:
        raise ValueError(f"a student can have 1 to {teacher_layers} layers, not {student_layers}")
    name = str((options or {}).get("layer_map", UNIFORM)).strip()
    if name == UNIFORM:
        return [(m + 1) * teacher_layers // student_layers - 1 for m in range(student_layers)]
    if name in (LAST, FIRST):
        skipped = teacher_layers - student_layers if name == LAST else 0
        return [skipped + m for m in range(student_layers)]
    return _listed_layers(name, teacher_layers, student_layers)


def _listed_layers(name: str, teacher_layers: int, student_layers: int) -> list[int]:
    words = name.replace(",", " ").split()
    layers = [int(word) - 1 for word in words if word.isascii() and word.isdigit()]
    if len(layers) < len(words) or not all(0 <= layer < teacher_layers for layer in layers):
        raise ValueError(
            f"layer_map must be {', '.join(MAPS)}, or layers of the teacher from 1 to "
            f"{teacher_layers}, such as 2,4; not {name!r}"
        )
    if len(layers) != student_layers:
        raise ValueError(
            f"layer_map lists {len(layers)} layers of the teacher, and the student has "
            f"{student_layers} layers: list one for each"
        )
    return layers


# What learns beside the student -----------------------------------------------------------------


class Projection(nn.Module):
    """Maps the student's states to the width of its teacher; with bias, as in the reference.

    One for the embeddings and all layers, as in the authors' code, or one for each: entry 0 is then
    that of the embeddings. The paper writes W_e for embeddings and W_h for hidden states.
    """

    def __init__(self, width: int, teacher_width: int, num_layers: int, *, separate: bool) -> None:
        super().__init__()
        count = num_layers + 1 if separate else 1
        self.layers = nn.ModuleList(Linear(width, teacher_width) for _ in range(count))

    def forward(self, states: Tensor, layer: int) -> Tensor:
        """States (…, D) of a layer, 0 for the embeddings -> (…, E)."""
        projected: Tensor = self.layers[min(layer, len(self.layers) - 1)](states)
        return projected


def make_projection(
    student: Bert | TaskModel, teacher: Bert | TaskModel, options: Mapping[str, Any]
) -> Projection:
    """The projection of a pair, with weights of torch's generator.

    Raises ValueError where student and teacher cannot be compared, or no loss is left.
    """
    check_pair(student, teacher, options)
    own, taught = encoder(student).config, encoder(teacher).config
    separate = options.get("projection", SHARED) == SEPARATE
    projection = Projection(
        own.hidden_size, taught.hidden_size, own.num_hidden_layers, separate=separate
    )
    initialise(projection, own.initializer_range)
    return projection


def check_pair(
    student: Bert | TaskModel, teacher: Bert | TaskModel, options: Mapping[str, Any]
) -> None:
    """Raises ValueError where student and teacher cannot be compared, or no loss is left."""
    own, taught = encoder(student).config, encoder(teacher).config
    layer_map(taught.num_hidden_layers, own.num_hidden_layers, options)
    heads = own.num_attention_heads, taught.num_attention_heads
    if _weight("attention", options) and heads[0] != heads[1]:
        raise ValueError(
            f"the student has {heads[0]} heads and its teacher {heads[1]}, and attention is "
            f"compared head by head: set num_heads to {heads[1]}, or weight_attention to 0"
        )
    share = _share(options)
    if share < 1 and not any(_weight(term, options) for term in LAYER_TERMS):
        raise ValueError(
            "weight_attention, weight_hidden and weight_embedding are all 0, so the layers learn "
            "nothing: set one above 0, or prediction_share to 1"
        )
    if share and not _weight("prediction", options):
        raise ValueError(
            "weight_prediction is 0, so the last steps learn nothing: set it above 0, or "
            "prediction_share to 0"
        )
    if isinstance(student, TaskModel):
        _check_task(student, teacher, share)


def _check_task(student: TaskModel, teacher: Bert | TaskModel, share: float) -> None:
    if not isinstance(teacher, TaskModel) or teacher.kind != student.kind:
        raise ValueError("the teacher is not fine-tuned for this kind of task: choose one that is")
    if student.kind not in TASKS:
        raise ValueError(
            f"predictions of the kind {student.kind!r} are not distilled; "
            f"possible are {', '.join(TASKS)}"
        )
    names = student.labels, teacher.labels
    if names[0] != names[1] or student.num_outputs != teacher.num_outputs:
        raise ValueError(
            f"the teacher has the labels {', '.join(names[1]) or 'of a score'}, and the data "
            f"{', '.join(names[0]) or 'a score'}: choose a teacher of the same task"
        )
    if not share:
        raise ValueError("prediction_share is 0, so the head of the task would learn nothing")


def encoder(model: Bert | TaskModel) -> Bert:
    """The encoder of a model with or without a head for a task."""
    if isinstance(model, TaskModel):
        assert isinstance(model.model, Bert)
        return model.model
    return model


# Losses -----------------------------------------------------------------------------------------


def losses(
    student: Bert | TaskModel,
    teacher: Bert | TaskModel,
    batch: Batch,
    options: Mapping[str, Any],
    auxiliary: Projection,
    progress: float,
) -> dict[str, HeadLoss]:
    """Compute losses of layers, and for the last `prediction_share` of the steps of predictions.

    A term whose weight is 0 is left out.
    """
    if progress + _share(options) >= 1 - ROUNDING:
        return {"prediction": prediction_loss(student, teacher, batch, options)}
    return layer_losses(encoder(student), encoder(teacher), batch, options, auxiliary)


def layer_losses(
    student: Bert, teacher: Bert, batch: Batch, options: Mapping[str, Any], auxiliary: Projection
) -> dict[str, HeadLoss]:
    """Mean squared errors: `attention.m` and `hidden.m` of each layer m, from 1, and `embedding`.

    Padding is left out. The reference sets masked columns of the scores to zero in both models, and
    counts padding in its means.
    """
    pairs = layer_map(len(teacher.layers), len(student.layers), options)
    kind = str(options.get("attention", SCORES)) if _weight("attention", options) else ""
    own = record(student, batch, kind, range(len(student.layers)))
    with torch.no_grad():
        taught = record(teacher, batch, kind, pairs)
    found: dict[str, HeadLoss] = {}
    for m, (one, other) in enumerate(zip(own.attention, taught.attention, strict=True), start=1):
        found[f"attention.{m}"] = attention_loss(one, other, batch.present)
    for m, (one, other) in enumerate(zip(own.hidden, taught.hidden, strict=True)):
        term = f"hidden.{m}" if m else "embedding"
        if _weight(term, options):
            found[term] = state_loss(one, other, batch.present, partial(auxiliary, layer=m))
    return found


@dataclass(frozen=True)
class EncoderRecording:
    """What passed an encoder, with its graph."""

    hidden: Sequence[Tensor]  # (B, T, D): embeddings, then some layers
    attention: Sequence[Tensor]  # (B, H, T, T) of these layers; none where it was not wanted


def record(model: Bert, batch: Batch, attention: str, layers: Sequence[int]) -> EncoderRecording:
    """Embeddings, and the hidden states and attention of some layers.

    `attention` is "scores" (over sqrt(K), before the softmax), "probabilities", or empty.
    """
    (entered, *states), weights = model.hidden_taps("encoder"), model.attention_taps("encoder")
    hidden = [entered, *(states[layer] for layer in layers)]
    places = [weights[layer].removesuffix("weights") for layer in layers if attention]
    tapped = [place + TAPS[attention] for place in places]
    passed: dict[str, Tensor] = {}
    listeners = {path: partial(passed.__setitem__, path) for path in (*hidden, *tapped)}
    with attach_listeners(model, listeners):
        model(batch)
    return EncoderRecording([passed[path] for path in hidden], [passed[path] for path in tapped])


def attention_loss(own: Tensor, taught: Tensor, present: Tensor | None) -> HeadLoss:
    """The squared error of attention (B, H, T, T) over heads and pairs of tokens."""
    errors = (own.float() - taught.float()).square()
    if present is None:
        return _squared_error_loss(errors, errors.numel())
    pairs = present[:, None, :, None] & present[:, None, None, :]  # (B, 1, T, T)
    return _squared_error_loss(errors.masked_fill(~pairs, 0.0), int(pairs.sum()) * own.shape[1])


def state_loss(own: Tensor, taught: Tensor, present: Tensor | None, project: Any) -> HeadLoss:
    """The squared error of states: own (B, T, D), projected, and taught (B, T, E)."""
    if present is not None:
        own, taught = own[present], taught[present]  # (N, D), (N, E)
    errors = (project(own).float() - taught.float()).square()
    return _squared_error_loss(errors, errors.numel())


def _squared_error_loss(errors: Tensor, count: int) -> HeadLoss:
    total = errors.sum()
    detached = total.detach()[None]
    return HeadLoss(total, count, detached, torch.zeros_like(detached))


def prediction_loss(
    student: Bert | TaskModel, teacher: Bert | TaskModel, batch: Batch, options: Mapping[str, Any]
) -> HeadLoss:
    """Cross-entropy of the student's predictions against the teacher's, in nats, over places.

    At masked tokens, or of the task; a score is compared by its squared error.
    """
    temperature = float(options.get("temperature", 1.0))
    own = _predictions(student, batch)
    with torch.no_grad():
        taught = _predictions(teacher, batch)
    if own.shape[-1] == 1:
        return _squared_error_loss((own - taught).square(), len(own))
    soft = (taught / temperature).softmax(-1)
    total = -(soft * functional.log_softmax(own / temperature, dim=-1)).sum()
    return HeadLoss(total, len(own), own.detach(), taught.argmax(-1))


def _predictions(model: Bert | TaskModel, batch: Batch) -> Tensor:
    """Logits (N, V), one row for each distribution; of a score (N, 1)."""
    if not isinstance(model, TaskModel):
        if "mlm" not in batch.targets:
            raise ValueError(
                "predictions are learned at masked tokens: name the objective 'masked', or set "
                "prediction_share to 0"
            )
        return model.logits("mlm", gather(model(batch)["encoder"], batch.targets["mlm"])).float()
    logits: Tensor = model(batch).float()
    if model.kind == "sequence":
        return logits
    present = torch.ones_like(batch.input_ids, dtype=torch.bool)
    present = present if batch.present is None else batch.present
    if model.kind == "token":
        return logits[present]
    lowest = torch.finfo(logits.dtype).min
    return logits.masked_fill(~present[..., None], lowest).transpose(1, 2).flatten(0, 1)  # (2 B, T)


def _weight(term: str, options: Mapping[str, Any]) -> float:
    return SPEC.weight(term, options)


def _share(options: Mapping[str, Any]) -> float:
    return float(options.get("prediction_share", PREDICTION_SHARE))


TASK_OPTIONS = (
    Option("copies", "Augmented copies", 0, 0, 100, help="Of each example; the paper has 20"),
    Option("replaced", "Share of words to replace", 0.4, 0.0, 1.0),
    Option("candidates", "Candidates for a word", 15, 1, 1000),
    Option(
        "augment_with",
        "Masked language model",
        "",
        help="That proposes other words; a bundled name or a folder",
        fills_masks=True,
    ),
)

SPEC = DistillationSpec(
    name="tinybert",
    title="TinyBERT",
    summary="A narrower student is trained on the attention scores, hidden states and embeddings "
    "of mapped layers of its teacher, then on its predictions.",
    paper=Paper(
        "Jiao, Yin, Shang, Jiang, Chen, Li, Wang, Liu",
        "TinyBERT: Distilling BERT for Natural Language Understanding",
        2019,
        "1909.10351",
    ),
    teachers=("bert",),
    student="bert",
    terms=("attention", "hidden", "embedding", "prediction"),
    options=(
        Option(
            "layer_map",
            "Layer map",
            UNIFORM,
            help="uniform, last, first, or the teacher's layer for each layer of the student, "
            "counted from 1, such as 2,4",
        ),
        Option(
            "projection",
            "Projection",
            SHARED,
            choices=PROJECTIONS,
            help="shared: one for all states, as in the authors' code; separate: one for the "
            "embeddings and one for each layer",
        ),
        Option(
            "attention",
            "Attention as",
            SCORES,
            choices=ATTENTIONS,
            help="Scores before the softmax, as in the paper, or probabilities after it",
        ),
        Option("weight_attention", "Weight of the attention", 1.0, 0.0, 100.0),
        Option("weight_hidden", "Weight of the hidden states", 1.0, 0.0, 100.0),
        Option("weight_embedding", "Weight of the embeddings", 1.0, 0.0, 100.0),
        Option("weight_prediction", "Weight of the predictions", 1.0, 0.0, 100.0),
        Option(
            "prediction_share",
            "Share of steps for predictions",
            PREDICTION_SHARE,
            0.0,
            1.0,
            help="The last steps learn the teacher's predictions alone, those before them the "
            "layers. 0 is the paper's general distillation: the student then predicts nothing",
        ),
        Option("temperature", "Temperature", 1.0, 0.5, 20.0),
    ),
    loss=losses,
    roles=(
        ComparedLayers(layer_map, ("attention", "hidden")),
        LearnedBeside(make_projection),
        TaskTeaching(TASK_OPTIONS),
    ),
    notes=(
        "The paper writes one projection for the embeddings and one for the hidden states; the "
        "authors' code has one for all of them.",
        "The authors' code makes 30 augmented copies of an example by default, the paper 20.",
        "For words of several tokens the paper takes neighbours in GloVe, which are not here: such "
        "words are not replaced.",
        "The reference also leaves stop words as they are, and gives the model that fills a mask "
        "the whole sentence as a second text; this program does not.",
        "The reference counts padding in its mean squared errors; this program leaves it out.",
    ),
)
