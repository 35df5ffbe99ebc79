"""Pruning: single weights, attention heads or whole layers are removed, at once or in steps.

Han et al. (2015), arXiv:1506.02626, for magnitude and training in between; Zhu and Gupta (2017),
arXiv:1710.01878, for the sparsity of each step; heads as in models/compression/heads.py, layers as
in models/compression/layer_removal.py. Only removed layers make a model smaller and faster: zeros
are stored and multiplied like other numbers.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from models.checkpoints.checkpoint import LoadedModel
from models.compression.base import Compressed, Compressing, CompressionReport
from models.compression.examples import CompressionData
from models.compression.heads import (
    HeadImportance,
    ablation_importance,
    attention_units,
    gradient_importance,
    head_masks,
    mean_loss,
    sort_by_importance,
)
from models.compression.layer_removal import LayerStack, remove_layers, stacks
from models.compression.masks import (
    GLOBAL,
    LAYER,
    PATTERN,
    SCOPES,
    Masks,
    apply_masks,
    magnitude_masks,
    pattern_masks,
    sparsity_of,
)
from models.compression.quantization import copy_loaded_model, whole_module
from models.layers.quantized.layers import quantized_weights
from models.schema.batch import as_module
from models.schema.specs import CompressionSpec, Option, Paper

MAGNITUDE, HEADS, LAYERS = KINDS = ("magnitude", "heads", "layers")
GRADIENT, ABLATION = IMPORTANCES = ("gradient", "ablation")
MOST = 0.99  # of what can be removed
CLIP_NORM = 1.0
WEIGHT_DECAY = 0.01


def applies(loaded: LoadedModel) -> str:
    """Why a model cannot be pruned; empty where it can."""
    if quantized_weights(whole_module(loaded)):
        return (
            f"The model {loaded.name} is quantized. Prune the model that it was made of, then "
            "quantize."
        )
    if not prunable(loaded, embeddings=False):
        return f"The model {loaded.name} has no weight matrices to prune. Choose another model."
    return ""


def prunable(loaded: LoadedModel, embeddings: bool) -> dict[str, nn.Parameter]:
    """The weights from which single numbers can be removed: matrices, and tables if wanted.

    An output layer that is tied to a table counts as the table.
    """
    module = whole_module(loaded)
    tables = {id(p.weight) for p in module.modules() if isinstance(p, nn.Embedding)}
    absent = {id(p) for n, p in as_module(loaded.model).named_parameters() if n in loaded.absent}
    return {
        name: parameter
        for name, parameter in module.named_parameters()
        if parameter.ndim > 1
        and parameter.requires_grad
        and not name.endswith(("bias", "offset"))
        and id(parameter) not in absent
        and (embeddings or id(parameter) not in tables)
    }


def compress(
    loaded: LoadedModel, options: Mapping[str, Any], data: CompressionData | None = None
) -> Compressing:
    """Prune a copy. Raises ValueError where nothing or everything would be removed."""
    _check(options)
    ways = {MAGNITUDE: _prune_weights, HEADS: _prune_heads, LAYERS: _prune_layers}
    return (yield from ways[options["kind"]](loaded, options, data))


def needs_data(options: Mapping[str, Any]) -> bool:
    """Whether examples decide what is removed, or are learned from in between."""
    return options["kind"] != MAGNITUDE or options["training_steps"] > 0


def _check(options: Mapping[str, Any]) -> None:
    """Raises ValueError for options that contradict each other."""
    if not options["sparsity"]:
        raise ValueError(f"sparsity 0 removes nothing: set it above 0, and at most to {MOST}")
    if not options["kept_of_m"] < options["m"]:
        raise ValueError(
            f"a pattern keeps fewer than {options['m']} of {options['m']} numbers: set kept_of_m "
            f"to at most {options['m'] - 1}"
        )


def sparsity_at(step: int, steps: int, final: float) -> float:
    """The sparsity after step 1 to `steps`: fast at first, then slower (Zhu and Gupta 2017)."""
    return final * (1 - (1 - step / steps) ** 3)


# Single weights -----------------------------------------------------------------------------------


def _prune_weights(
    loaded: LoadedModel, options: Mapping[str, Any], data: CompressionData | None
) -> Compressing:
    made = copy_loaded_model(loaded)
    steps, curve = int(options["steps"]), []
    masks: Masks = {}
    for step in range(1, steps + 1):
        yield CompressionReport("removing weights", step - 1, steps)
        masks = weight_masks(made, options, sparsity_at(step, steps, options["sparsity"]))
        apply_masks(whole_module(made), masks)
        yield from _train(made, options, data, masks, step)
        curve.append(_point(made, data, sparsity_of(masks)))
    zeros = round(sum(mask.numel() - float(mask.sum()) for mask in masks.values()))
    record = {
        "sparsity": sparsity_of(masks),
        "zeros": zeros,
        "of_weights": sum(mask.numel() for mask in masks.values()),
        "by_weight": {n: round(1 - float(m.mean()), 6) for n, m in masks.items()},
        "steps": curve,
        **_effect(smaller=False),
    }
    return Compressed(made, record)


def weight_masks(
    loaded: LoadedModel, options: Mapping[str, Any], sparsity: float
) -> dict[str, Tensor]:
    """Masks of the weights of a model. Raises ValueError where there is nothing to prune."""
    weights = prunable(loaded, bool(options["embeddings"]))
    if not weights:
        raise ValueError(f"The model {loaded.name} has no weight matrices to prune")
    if options["scope"] == PATTERN:
        return pattern_masks(weights, int(options["kept_of_m"]), int(options["m"]))
    return magnitude_masks(weights, sparsity, options["scope"])


def _effect(smaller: bool) -> dict[str, bool]:
    """What is really stored in fewer bytes, and computed with fewer operations."""
    return {"stored_smaller": smaller, "computed_faster": smaller}


def _point(loaded: LoadedModel, data: CompressionData | None, sparsity: float) -> dict[str, float]:
    """The sparsity after a step, and where there are examples the held-out loss."""
    measured = {} if data is None else {"loss": mean_loss(loaded, data)}
    return {"sparsity": round(sparsity, 6), **measured}


# Training between steps ---------------------------------------------------------------------------


def _train(
    loaded: LoadedModel,
    options: Mapping[str, Any],
    data: CompressionData | None,
    masks: Masks,
    step: int,
) -> Generator[CompressionReport, None, None]:
    """Let what is left learn; what is removed stays zero. Random: examples and dropout."""
    total = int(options["training_steps"])
    if not total:
        return
    assert data is not None
    module, seed = whole_module(loaded), int(options["seed"])
    learned = [parameter for parameter in module.parameters() if parameter.requires_grad]
    rate = float(options["learning_rate"])
    optimizer = torch.optim.AdamW(learned, lr=rate, weight_decay=WEIGHT_DECAY)
    torch.manual_seed(seed)
    module.train()
    try:
        losses = data.training_losses(loaded, seed + step)
        for done, loss in enumerate(islice(losses, total), start=1):
            _update(optimizer, learned, loss)
            apply_masks(module, masks)
            yield CompressionReport("training what is left", done, total, {"loss": loss.item()})
    finally:
        module.eval()


def _update(optimizer: torch.optim.Optimizer, learned: Sequence[Tensor], loss: Tensor) -> None:
    """Raises ValueError where the loss is no number."""
    optimizer.zero_grad(set_to_none=True)
    torch.autograd.backward(loss)
    norm = nn.utils.clip_grad_norm_(learned, CLIP_NORM)
    if not bool(norm.isfinite()):
        raise ValueError("the loss is not a number any more: set a smaller learning_rate")
    optimizer.step()


# Heads --------------------------------------------------------------------------------------------


def head_importance(
    loaded: LoadedModel, importance: str, data: CompressionData
) -> Generator[CompressionReport, None, HeadImportance]:
    """Which heads go first. Raises ValueError for a model without heads of single layers."""
    units = attention_units(loaded, data)
    if not units:
        raise ValueError(
            f"The model {loaded.name} has no attention, so it has no heads to remove. Set kind to "
            f"{MAGNITUDE} or {LAYERS}."
        )
    if importance == GRADIENT:
        yield CompressionReport("measuring gradients of heads", 0, 1)
        return sort_by_importance(units, gradient_importance(loaded, units, data), normalised=True)
    total = sum(unit.num_heads for unit in units)
    values = tuple(np.zeros(unit.num_heads, dtype=np.float32) for unit in units)
    for done, (n, head, growth) in enumerate(ablation_importance(loaded, units, data), start=1):
        values[n][head] = growth
        yield CompressionReport("measuring without each head", done, total)
    return sort_by_importance(units, values, normalised=False)


def _prune_heads(
    loaded: LoadedModel, options: Mapping[str, Any], data: CompressionData | None
) -> Compressing:
    assert data is not None
    made, curve = copy_loaded_model(loaded), []
    steps = int(options["steps"])
    removed: tuple[tuple[int, int], ...] = ()
    masks: Masks = {}
    first: HeadImportance | None = None
    for step in range(1, steps + 1):
        ranked = yield from head_importance(made, options["importance"], data)
        first = first or ranked
        share = sparsity_at(step, steps, options["sparsity"])
        removed = _next_heads(ranked, removed, share)
        masks = {
            _name_in_module(made, name): mask
            for name, mask in head_masks(made, ranked.units, removed).items()
        }
        apply_masks(whole_module(made), masks)
        yield from _train(made, options, data, masks, step)
        curve.append(_point(made, data, len(removed) / len(ranked.order)))
    assert first is not None
    order = (*removed, *(one for one in ranked.order if one not in removed))
    return Compressed(made, _head_record(first, order, len(removed), curve))


def _name_in_module(loaded: LoadedModel, name: str) -> str:
    return name if loaded.task_model is None else f"model.{name}"


def _next_heads(
    ranked: HeadImportance, removed: Sequence[tuple[int, int]], share: float
) -> tuple[tuple[int, int], ...]:
    """The heads removed so far with the least important of the others.

    Raises ValueError where none or all would be removed.
    """
    total = len(ranked.order)
    count = round(share * total)
    if not 0 < count < total:
        raise ValueError(
            f"sparsity {share:.2f} of {total} heads removes {count}; from 1 to {total - 1} can be "
            f"removed: set it to {1 / total:.2f} up to {(total - 1) / total:.2f}"
        )
    others = [one for one in ranked.order if one not in removed]
    return (*removed, *others[: max(0, count - len(removed))])


def _head_record(
    ranked: HeadImportance,
    order: Sequence[tuple[int, int]],
    count: int,
    curve: Sequence[Mapping[str, float]],
) -> dict[str, Any]:
    """`order` has all heads, (unit, head): the `count` removed ones over all steps, then the others
    as they would go next."""
    units, removed = ranked.units, order[:count]
    return {
        "sparsity": len(removed) / len(ranked.order),
        "heads": [
            {"stream": units[n].stream, "layer": units[n].layer, "head": head, "unit": n}
            for n, head in removed
        ],
        "order": [list(one) for one in order],
        "importance": [
            {"stream": unit.stream, "layer": unit.layer, "values": [float(v) for v in values]}
            for unit, values in zip(units, ranked.values, strict=True)
        ],
        "steps": list(curve),
        **_effect(smaller=False),
    }


# Layers -------------------------------------------------------------------------------------------


def _prune_layers(
    loaded: LoadedModel, options: Mapping[str, Any], data: CompressionData | None
) -> Compressing:
    """One layer after the other: that without which the loss is smallest."""
    assert data is not None
    made, known = copy_loaded_model(loaded), stacks(loaded)
    total = sum(one.num_layers for one in known)
    count = round(options["sparsity"] * total)
    most = total - len(known)
    if not known:
        raise ValueError(
            f"The model {loaded.name} has no layers that can be removed: it has one, all share "
            f"their weights, or a weight reads each of them. Set kind to {MAGNITUDE} or {HEADS}."
        )
    if not 0 < count <= most:
        raise ValueError(
            f"sparsity {options['sparsity']} of {total} layers removes {count}; from 1 to {most} "
            f"can be removed: set it to {1 / total:.2f} up to {most / total:.2f}"
        )
    numbers = {one.name: list(range(one.num_layers)) for one in known}
    curve, removed = [], []
    for step in range(1, count + 1):
        stack, layer, losses = yield from _least_needed(made, stacks(made), data, step, count)
        removed.append({"stack": stack, "layer": numbers[stack].pop(layer), "losses": losses})
        made = remove_layers(made, stacks(made), {stack: [layer]})
        yield from _train(made, options, data, {}, step)
        curve.append(_point(made, data, step / total))
    record = {"sparsity": count / total, "layers": removed, "steps": curve}
    return Compressed(made, {**record, **_effect(smaller=True)})


def _least_needed(
    loaded: LoadedModel, known: Sequence[LayerStack], data: CompressionData, step: int, steps: int
) -> Generator[CompressionReport, None, tuple[str, int, dict[str, float]]]:
    """The layer without which the held-out loss is smallest, and the loss without each."""
    losses: dict[tuple[str, int], float] = {}
    places = [(one.name, layer) for one in known for layer in range(one.num_layers)]
    for done, (stack, layer) in enumerate(places):
        message = f"measuring without each layer, for layer {step} of {steps}"
        yield CompressionReport(message, done, len(places))
        losses[stack, layer] = mean_loss(remove_layers(loaded, known, {stack: [layer]}), data)
    stack, layer = min(losses, key=lambda place: losses[place])
    named = {f"{where}.{n}": loss for (where, n), loss in losses.items()}
    return stack, layer, named


SPEC = CompressionSpec(
    name="prune",
    title="Pruning",
    summary="Single weights, attention heads or whole layers are removed; what is left can learn "
    "in between.",
    papers=(
        Paper(
            "Han, Pool, Tran, Dally",
            "Learning both Weights and Connections for Efficient Neural Networks",
            2015,
            "1506.02626",
        ),
        Paper(
            "Michel, Levy, Neubig", "Are Sixteen Heads Really Better than One?", 2019, "1905.10650"
        ),
        Paper(
            "Mishra, Latorre, Pool, Stosic, Stosic, Venkatesh, Yu, Micikevicius",
            "Accelerating Sparse Deep Neural Networks",
            2021,
            "2104.08378",
        ),
        Paper(
            "Sajjad, Dalvi, Durrani, Nakov",
            "On the Effect of Dropping Layers of Pre-trained Transformer Models",
            2020,
            "2004.03844",
        ),
    ),
    options=(
        Option("kind", "What is removed", MAGNITUDE, choices=KINDS),
        Option("sparsity", "Share that is removed", 0.5, 0.0, MOST, help="Not used by n:m."),
        Option(
            "scope",
            "Smallest weights of",
            GLOBAL,
            choices=SCOPES,
            help=f"{GLOBAL}: of the whole model. {LAYER}: of each weight. {PATTERN}: all but the "
            "largest of m neighbours in a row.",
        ),
        Option("kept_of_m", "N of N:M, weights left in a group", 2, 1, 64),
        Option("m", "M of N:M, weights in a group", 4, 2, 64),
        Option("embeddings", "Embedding tables too", False, choices=(False, True)),
        Option(
            "importance",
            "Importance of heads",
            GRADIENT,
            choices=IMPORTANCES,
            help="By the gradient of a gate on each head, or by the loss without it.",
        ),
        Option("steps", "Steps of pruning", 1, 1, 20, help="Layers are removed one by one."),
        Option("training_steps", "Training steps after each", 0, 0, 100_000),
        Option("learning_rate", "Learning rate", 1e-4, 0.0, 1.0),
        Option("seed", "Seed", 0, 0, 2**31 - 1, help="Of the examples to learn from."),
    ),
    applies=applies,
    compress=compress,
    needs_data=needs_data,
    notes=(
        "Removed weights and heads are zeros: the published classes have as many heads in each "
        "layer and dense matrices, so the files and the time stay the same. Removed layers make "
        "the files smaller and the model faster.",
        "The pattern n:m saves time on hardware that multiplies 2:4 sparse matrices, which CPUs do "
        "not.",
        "Where layers differ by their number, as with bands of attention, layers after a removed "
        "one take the place before.",
    ),
)
