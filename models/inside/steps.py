"""The path of one token through a model as numbers: what a recorded pass gives, without torch.

Shapes: T tokens of the stream, S of those attended to, N numbers, H heads, V vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.schema.records import FloatArray

Relation = Literal["lookup", "sum", "scores", "softmax", "mixture", "function"]


@dataclass(frozen=True, eq=False)
class Numbers:
    """The numbers of a step under their name in its formula.

    (N,) of the token, or by head (H, N); `of_others` those of every token that is attended to,
    (S, N) or (H, S, N). `over_tokens`: N counts tokens.
    """

    name: str
    values: FloatArray
    of_others: bool = False
    over_tokens: bool = False

    @property
    def is_by_head(self) -> bool:
        return self.values.ndim == (3 if self.of_others else 2)


@dataclass(frozen=True, eq=False)
class TokenStage:
    """A stage of the path of one token.

    `section` is 0 before the first layer, then the number of the layer, and after the last one what
    the head computes. `keys` is the stream whose tokens are attended to. `after_unrecorded` tells
    whether something before it is not recorded.
    """

    title: str
    formula: str
    operands: tuple[Numbers, ...]
    result: Numbers
    relation: Relation
    factor: float
    section: int
    keys: str
    path: str
    after_unrecorded: bool
    occurrence: int = 0  # which of the steps of the whole pass with this path and title
    detail: str = ""  # what the formula leaves open

    @property
    def num_heads(self) -> int:
        """The number of heads of this step; 0 where it has none."""
        heads = (one.values.shape[0] for one in (*self.operands, self.result) if one.is_by_head)
        return next(heads, 0)


@dataclass(frozen=True, eq=False)
class TokenPath:
    """The steps of one token through one stream, and the logits (V,) that a head ends with."""

    steps: tuple[TokenStage, ...]
    num_layers: int
    logits: FloatArray | None = None
