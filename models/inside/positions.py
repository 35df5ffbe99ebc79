"""How a model is told where its tokens are, read off its layers.

Shapes: P positions, D width, F frequencies, H heads, N buckets, R numbers that are turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from models.layers.attention import RelativeBias, bucket
from models.layers.decoders.alibi import Alibi, slopes_of_heads
from models.layers.embeddings import Sinusoids
from models.layers.rotary.attention import GroupedAttention
from models.layers.rotary.positions import RotaryAngles, RotaryPositions
from models.schema.batch import LanguageModel, as_module, collate, evaluation_mode
from models.schema.position_schemes import (
    FARTHEST,
    MOST_ROWS,
    DistanceBuckets,
    DistanceSlopes,
    PositionSchemes,
    PositionTable,
    Rotation,
)
from models.schema.records import FloatArray, ModelInput
from models.schema.specs import ArchSpec

REFERENCE_WIDTH, REFERENCE_HEADS, REFERENCE_BASE = 64, 8, 10000.0  # of what papers define
PAPER_BUCKETS, PAPER_DISTANCE = 32, 128  # Raffel et al. (2020), arXiv:1910.10683, section 2.1


def read_schemes(model: LanguageModel, spec: ArchSpec, model_input: ModelInput) -> PositionSchemes:
    """The schemes of a model; frequencies are those of a text of this length, at least two."""
    module = as_module(model)
    parts = list(module.modules())
    return PositionSchemes(
        tuple(_tables(module)),
        tuple(_rotations(model, spec, model_input)),
        tuple(
            DistanceSlopes(_plain(one.scale * slopes_of_heads(one.num_heads)))
            for one in parts
            if isinstance(one, Alibi)
        ),
        tuple(_learned_buckets(one) for one in parts if isinstance(one, RelativeBias)),
    )


@lru_cache
def reference_schemes() -> PositionSchemes:
    """What papers define by formulas: sinusoids, rotation, ALiBi, and the buckets of T5."""
    angles = RotaryPositions(REFERENCE_WIDTH, REFERENCE_BASE, MOST_ROWS).angles(0, 2, torch.ones(1))
    return PositionSchemes(
        (PositionTable(_plain(Sinusoids(MOST_ROWS, REFERENCE_WIDTH).weight), is_learned=False),),
        (_rotation(angles),),
        (DistanceSlopes(_plain(slopes_of_heads(REFERENCE_HEADS))),),
        tuple(_buckets(both, PAPER_BUCKETS, PAPER_DISTANCE) for both in (True, False)),
    )


def _tables(module: nn.Module) -> Iterator[PositionTable]:
    """The tables of absolute positions."""
    for path, part in module.named_modules():
        around, _, name = path.rpartition(".")
        if name != "position" or not isinstance(part, nn.Embedding | Sinusoids):
            continue
        rows = part.weight[:MOST_ROWS]
        if isinstance(part, nn.Embedding):  # also one that is kept in fewer bits
            places = torch.arange(min(part.num_embeddings, MOST_ROWS), device=_device_of(part))
            rows = part(places)
        yield PositionTable(_plain(rows), isinstance(part, nn.Embedding), around)


def _rotations(model: LanguageModel, spec: ArchSpec, model_input: ModelInput) -> Iterator[Rotation]:
    """Each kind of rotation once: what attention is given in a pass, or has as sinusoids."""
    module, given = as_module(model), list[RotaryAngles]()

    def listen(_: nn.Module, positional: tuple[Any, ...], named: dict[str, Any]) -> None:
        given.extend(v for v in (*positional, *named.values()) if isinstance(v, RotaryAngles))

    parts = list(module.modules())
    turning = [one for one in parts if isinstance(one, GroupedAttention) and one.rotates]
    hooks = [one.register_forward_pre_hook(listen, with_kwargs=True) for one in turning]
    try:
        if turning:
            batch = collate([spec.apply_all_feeds(model_input, model)], with_targets=False)
            with torch.inference_mode(), evaluation_mode(module):
                model(batch.to(next(module.parameters()).device))
    finally:
        for hook in hooks:
            hook.remove()
    found = [_rotation(one) for one in given if len(one.cos) > 1]
    for part in parts:
        waves = getattr(part, "positions", None)
        if getattr(part, "part", "") == "attention" and isinstance(waves, Sinusoids):
            sin, cos = waves.weight[1].chunk(2)
            found.append(Rotation(_plain(torch.atan2(sin, cos))))
    known = {one.frequencies.tobytes(): one for one in found}
    yield from known.values()


def _rotation(angles: RotaryAngles) -> Rotation:
    """The frequencies are the angles of the second position, each at most one radian."""
    step = torch.atan2(angles.sin[1].float(), angles.cos[1].float())  # (R,)
    half = (len(step) + 1) // 2
    return Rotation(_plain(step[::2] if angles.of_neighbours else step[:half]))


def _learned_buckets(part: RelativeBias) -> DistanceBuckets:
    table: Tensor = part.table(torch.arange(part.table.num_embeddings, device=_device_of(part)))
    kind = part.bidirectional, part.table.num_embeddings, part.max_distance
    return _buckets(*kind, _plain(table.t()))


def _buckets(
    both: bool, count: int, farthest: int, bias: FloatArray | None = None
) -> DistanceBuckets:
    distances = torch.arange(-FARTHEST, FARTHEST + 1)
    places = bucket(distances, both, count, farthest).numpy()
    return DistanceBuckets(both, count, farthest, places, bias)


def _device_of(part: nn.Module) -> torch.device:
    return next(part.parameters()).device


def _plain(tensor: Tensor) -> FloatArray:
    values: FloatArray = np.ascontiguousarray(tensor.detach().float().cpu().numpy())
    return values.copy()
