"""Which experts each token passes in each layer, and with which shares.

Shapes: L layers with experts, T tokens, E experts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.layers.states import StreamStates
from explorer.core.localization import tr
from models.schema.records import FloatArray
from models.schema.specs import ArchSpec, ExtraSpec


@dataclass(frozen=True)
class PassedExpert:
    """An expert that a token passes, counted from 1, and its share of what the layer computes."""

    number: int
    share: float


@dataclass(frozen=True, eq=False)
class ExpertShares:
    """The shares of the experts; 0 of one that a token does not pass. Layers count from 1."""

    layers: tuple[int, ...]  # (L,)
    shares: FloatArray  # (L, T, E)

    def passed(self, layer: int, token: int) -> tuple[PassedExpert, ...]:
        """The experts that a token passes in a layer, by its index, the largest share first."""
        shares = self.shares[layer, token]
        best = np.argsort(-shares, kind="stable")[: np.count_nonzero(shares)]
        return tuple(PassedExpert(int(n) + 1, float(shares[n])) for n in best)

    @cached_property
    def first(self) -> np.ndarray:
        """The expert with the largest share of each token (L, T), counted from 1."""
        best: np.ndarray = self.shares.argmax(-1) + 1
        return best

    @cached_property
    def use(self) -> FloatArray:
        """How many of the tokens pass each expert, 0 to 1: (L, E)."""
        use: FloatArray = (self.shares > 0).mean(1, dtype=np.float32)
        return use

    @property
    def num_passed(self) -> int:
        """Experts that a token passes in a layer, at most."""
        return int((self.shares > 0).sum(-1).max(initial=0))


def experts_of(engine: Engine, states: StreamStates) -> ExpertShares:
    """The experts of the text that a stream read. Raises UserError for a model without any."""
    from models.inference.trace import layers_of_extra

    card, stream = states.card, states.stream.name
    extra = _declared(card.spec)
    traced = None
    if extra is not None:
        streams = engine.trace(card.key, states.model_input, (extra.name,)).streams
        traced = streams[stream].extra.get(extra.name) if stream in streams else None
    if extra is None or traced is None:
        raise UserError(
            tr("{title} has no experts: each token passes all of a layer.", title=card.title),
            tr("Choose a model with experts, such as {names}.", names=", ".join(_titles())),
        )
    layers = layers_of_extra(engine.load_model(card.key).model, stream, extra.name)
    return ExpertShares(layers, traced)


def _declared(spec: ArchSpec) -> ExtraSpec | None:
    """The recording of an architecture that holds the shares of experts."""
    return next((extra for extra in spec.extras if extra.kind == "shares"), None)


def _titles() -> list[str]:
    """The architectures that have experts."""
    from models.schema.registry import catalog

    specs = catalog().architectures.values()
    return [spec.title for spec in specs if _declared(spec) is not None]
