"""Quantization: weights as whole numbers of eight or four bits, products in eight bits or floats.

Jacob et al. (2017), arXiv:1712.05877, for the grids; Zafrir et al. (2019), Q8BERT,
arXiv:1910.06188, for whole transformers in eight bits; Yao et al. (2022), ZeroQuant,
arXiv:2206.01861, for a scale for each token and for each group of weights. Here the weights are
quantized after training, without further steps, as in the last.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import nn

from models.checkpoints.checkpoint import LoadedModel
from models.compression.base import Compressed, Compressing, CompressionReport
from models.compression.examples import CompressionData
from models.layers.embeddings import OffsetEmbedding
from models.layers.quantized.layers import (
    QuantizedLinear,
    dense_weights,
    has_integer_products,
    install,
    quantized_weights,
)
from models.layers.quantized.weight import ALL, HALF_BYTE, ONE_BYTE, Grid, quantize
from models.schema.batch import as_module
from models.schema.specs import CompressionSpec, Option, Paper

DYNAMIC, INT8, INT4 = SCHEMES = ("dynamic_int8", "weight_int8", "weight_int4")
AUTOMATIC, TENSOR, CHANNEL, GROUP = PER = ("automatic", "tensor", "channel", "group")
MAXIMUM, PERCENTILE = RANGES = ("maximum", "percentile")
MIN_COLUMNS = 16  # of a weight; in narrower ones the scales take as much room as is saved
FLOAT_BYTES = 4


def grid_of(options: Mapping[str, Any]) -> Grid:
    """The grid that options describe. Raises ValueError where they contradict each other.

    Automatic: a scale for each group with four bits, for each channel with eight.
    """
    scheme, per = options["scheme"], options["per"]
    if per == AUTOMATIC:
        per = GROUP if scheme == INT4 else CHANNEL
    if scheme == DYNAMIC and per == GROUP:
        raise ValueError(
            f"products of whole numbers need one scale for a channel or for a tensor: set per to "
            f"{CHANNEL} or {TENSOR}, or scheme to {INT8}"
        )
    return Grid(
        bits=HALF_BYTE if scheme == INT4 else ONE_BYTE,
        per=per,
        group=int(options["group"]),
        symmetric=bool(options["symmetric"]),
        percentile=ALL if options["range"] == MAXIMUM else float(options["percentile"]),
    )


def whole_module(loaded: LoadedModel) -> nn.Module:
    """The model, with its head for a task where it has one."""
    return as_module(loaded.model) if loaded.task_model is None else loaded.task_model


def quantizable(loaded: LoadedModel) -> tuple[str, ...]:
    """The names of the weights that can be quantized, tied ones once: matrices and tables."""
    absent = {_name_in_module(loaded, name) for name in loaded.absent}
    weights = dense_weights(whole_module(loaded))
    return tuple(
        name
        for name, weight in weights.items()
        if weight.ndim > 1
        and weight[0].numel() >= MIN_COLUMNS
        and not name.endswith("bias")
        and name not in absent
    )


def _name_in_module(loaded: LoadedModel, name: str) -> str:
    return name if loaded.task_model is None else f"model.{name}"


def applies(loaded: LoadedModel) -> str:
    """Why a model cannot be quantized; empty where it can."""
    if quantized_weights(whole_module(loaded)):
        return (
            f"The model {loaded.name} is quantized already. Quantize the model that it was made "
            "of, with other options."
        )
    if not quantizable(loaded):
        return (
            f"The model {loaded.name} has no weights to quantize: none has rows of at least "
            f"{MIN_COLUMNS} numbers. Choose a larger model."
        )
    return ""


def copy_loaded_model(loaded: LoadedModel) -> LoadedModel:
    """Return a loaded model with a copy of the module, which may be changed."""
    task_model = copy.deepcopy(loaded.task_model)
    model: Any = copy.deepcopy(loaded.model) if task_model is None else task_model.model
    return replace(loaded, model=model, task_model=task_model)


def quantize_weights(
    loaded: LoadedModel, names: Sequence[str], options: Mapping[str, Any]
) -> LoadedModel:
    """A copy of a model in which these weights are on the grid of the options."""
    made, grid = copy_loaded_model(loaded), grid_of(options)
    module = whole_module(made)
    weights = dense_weights(module)
    parts = {name: quantize(weights[name], grid) for name in names}
    install(module, parts, dynamic=options["scheme"] == DYNAMIC)
    return made


def chosen(loaded: LoadedModel, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the weights that options quantize. Raises ValueError where none is left."""
    kept = tuple(filter(None, (part.strip() for part in str(options["keep"]).split(","))))
    names = quantizable(loaded)
    for prefix in kept:
        if not any(name.startswith(prefix) for name in names):
            raise ValueError(
                f"no weight of {loaded.name} begins with {prefix!r}; there are {', '.join(names)}"
            )
    left = [name for name in names if not (kept and name.startswith(kept))]
    tables = () if options["embeddings"] else _tables(loaded)
    left = [name for name in left if name not in tables]
    if not left:
        raise ValueError("these options leave no weight to quantize: shorten keep")
    return tuple(left)


def _tables(loaded: LoadedModel) -> frozenset[str]:
    """The names of embedding tables, those that are tied to an output layer included."""
    modules = whole_module(loaded).named_modules()
    kinds = (nn.Embedding, OffsetEmbedding)
    return frozenset(f"{path}.weight" for path, part in modules if isinstance(part, kinds))


def compress(
    loaded: LoadedModel, options: Mapping[str, Any], data: CompressionData | None = None
) -> Compressing:
    """Place the weights of a copy on a grid. Draws nothing; `data` is not read."""
    grid_of(options)
    names = chosen(loaded, options)
    yield CompressionReport(f"quantizing {len(names)} weights", 0, 1)
    made = quantize_weights(loaded, names, options)
    yield CompressionReport("quantized", 1, 1)
    return Compressed(made, _record(loaded, made, names))


def _record(base: LoadedModel, made: LoadedModel, names: Sequence[str]) -> dict[str, Any]:
    """What run.json states of it besides the options."""
    module = whole_module(made)
    before = dense_weights(whole_module(base))
    after = dense_weights(module)
    parts = quantized_weights(module, every_name=False)
    layers = (part for part in module.modules() if isinstance(part, QuantizedLinear))
    in_bytes = sum(t.nbytes for part in parts.values() for t in part.tensors().values())
    return {
        "bits": next(iter(parts.values())).bits,
        "quantized_weights": sum(before[name].numel() for name in names),
        "quantized_bytes": in_bytes,
        "float32_bytes": FLOAT_BYTES * sum(before[name].numel() for name in names),
        "left_in_float": sorted(before.keys() - set(names)),
        "integer_product_weights": sum(part.weight.numel() for part in layers if part.dynamic),
        "integer_products": has_integer_products(),
        "errors": {name: _relative_error(before[name], after[name]) for name in names},
    }


def _relative_error(before: torch.Tensor, after: torch.Tensor) -> float:
    """The root mean square of the rounding error, divided by that of the weight."""
    exact = before.detach().float()
    size = float(exact.square().mean().sqrt())
    error = float((after.detach() - exact).square().mean().sqrt())
    return round(error / size, 6) if size else 0.0


SPEC = CompressionSpec(
    name="quantize",
    title="Quantization",
    summary="Weights become whole numbers of eight or four bits; with eight, products can be "
    "computed in whole numbers too.",
    papers=(
        Paper(
            "Jacob, Kligys, Chen, Zhu, Tang, Howard, Adam, Kalenichenko",
            "Quantization and Training of Neural Networks for Efficient "
            "Integer-Arithmetic-Only Inference",
            2017,
            "1712.05877",
        ),
        Paper(
            "Zafrir, Boudoukh, Izsak, Wasserblat", "Q8BERT: Quantized 8Bit BERT", 2019, "1910.06188"
        ),
        Paper(
            "Yao, Aminabadi, Zhang, Wu, Li, He",
            "ZeroQuant: Efficient and Affordable Post-Training Quantization for Large-Scale "
            "Transformers",
            2022,
            "2206.01861",
        ),
    ),
    options=(
        Option(
            "scheme",
            "Scheme",
            DYNAMIC,
            choices=SCHEMES,
            help="dynamic_int8 quantizes activations for each token, too, and multiplies whole "
            "numbers; the others store weights in 8 or 4 bits and multiply floats.",
        ),
        Option(
            "per",
            "One scale for each",
            AUTOMATIC,
            choices=PER,
            help="Automatic: a group of neighbours with 4 bits, a channel (row) with 8.",
        ),
        Option("group", "Numbers in a group", 32, 8, 1024, help="Neighbours in a row of a weight."),
        Option(
            "symmetric",
            "Symmetric grid",
            True,
            choices=(True, False),
            help="The grid has its zero in the middle; otherwise at a whole number that is stored.",
        ),
        Option(
            "range",
            "Range",
            MAXIMUM,
            choices=RANGES,
            help="The grid reaches to the largest number, or to a percentile; numbers outside are "
            "clipped.",
        ),
        Option("percentile", "Percentile", 99.9, 50.0, ALL, help="Of the absolute values."),
        Option("embeddings", "Embedding tables too", True, choices=(True, False)),
        Option(
            "keep",
            "Weights left in float",
            "",
            help="Beginnings of their names, separated by commas.",
        ),
    ),
    applies=applies,
    compress=compress,
    notes=(
        "Activations have a symmetric grid with a scale for each token, which is measured while "
        "the model runs; attention scores, norms and activation functions are computed in floats.",
        "Weights of layers that are no plain products, such as convolutions, are stored as whole "
        "numbers and computed with as floats.",
    ),
)
