"""The decoder of the years since 2023: RMSNorm first, rotary positions, gated feed-forward.

Touvron et al. (2023), arXiv:2302.13971, which took RMSNorm (Zhang & Sennrich 2019,
arXiv:1910.07467), SwiGLU (Shazeer 2020, arXiv:2002.05202) and rotary positions (Su et al. 2021,
arXiv:2104.09864) together; without biases in most of its descendants.

Shapes: B batch, T tokens fed, S tokens seen with those in the caches, D width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, pre_norm, residual, stages_of, sum_of
from models.layers.attention import KeyValueCache
from models.layers.decoders.alibi import Alibi
from models.layers.decoders.causal_decoder import EndsInNorm
from models.layers.dropout import apply_dropout
from models.layers.rotary.positions import RotaryAngles, RotaryPositions

Norm = Callable[[], nn.Module]


class RotaryBlock(nn.Module):
    """x + attention(norm(x)), then x + feed-forward(norm(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output. `band`
    is how many tokens a row sees, itself included; None for all before it.
    """

    def __init__(
        self,
        attention: nn.Module,
        feed_forward: nn.Module,
        norm: Norm,
        band: int | None = None,
        dropout: float = 0.0,
    ) -> None:
        """`norm` makes one; `dropout` is that of what is added to the residual stream."""
        super().__init__()
        self.attention_norm = norm()
        self.attention = attention
        self.feed_forward_norm = norm()
        self.feed_forward = feed_forward
        self.band, self.dropout = band, dropout
        self.state = Tap()

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        causal: bool,
        cache: KeyValueCache | None,
        angles: RotaryAngles | None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        read = self.attention_norm(x)
        output = self.attention(read, mask, causal, cache, angles, self.band)
        x = x + apply_dropout(self, output, self.dropout)
        output = self.feed_forward(self.feed_forward_norm(x))
        state: Tensor = self.state(x + apply_dropout(self, output, self.dropout))
        return state

    def stages(self, call: Call) -> Iterator[Stage]:
        first, last = self.attention_norm, self.feed_forward_norm
        yield from pre_norm(call, [(first, self.attention), (last, self.feed_forward)])


class SandwichBlock(RotaryBlock):
    """x + norm(attention(norm(x))), then x + norm(feed-forward(norm(x))).

    What each half reads and what it adds are normalised (Ding et al. 2021, arXiv:2105.13290).
    """

    def __init__(
        self,
        attention: nn.Module,
        feed_forward: nn.Module,
        norm: Norm,
        band: int | None = None,
        dropout: float = 0.0,
    ) -> None:
        super().__init__(attention, feed_forward, norm, band, dropout)
        self.attention_output_norm = norm()
        self.feed_forward_output_norm = norm()

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        causal: bool,
        cache: KeyValueCache | None,
        angles: RotaryAngles | None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        read = self.attention_norm(x)
        attended = self.attention(read, mask, causal, cache, angles, self.band)
        x = x + apply_dropout(self, self.attention_output_norm(attended), self.dropout)
        made = self.feed_forward(self.feed_forward_norm(x))
        added = self.feed_forward_output_norm(made)
        state: Tensor = self.state(x + apply_dropout(self, added, self.dropout))
        return state

    def stages(self, call: Call) -> Iterator[Stage]:
        x = call.input
        first = self.attention_norm, self.attention, self.attention_output_norm
        last = self.feed_forward_norm, self.feed_forward, self.feed_forward_output_norm
        for parts in (first, last):
            for part in parts:
                yield from stages_of(call.of(part))
            added = residual(x, call.of(parts[-1]).result)
            yield added
            x = added.result.numbers


class ParallelBlock(RotaryBlock):
    """x + attention(norm(x)) + feed-forward(norm(x)), each with a norm of its own.

    Both read what enters the block (Wang & Komatsuzaki 2021, mesh-transformer-jax).
    """

    @property
    def norms(self) -> tuple[nn.Module, ...]:
        """The norm before attention, then that of the feed-forward network, if it has its own."""
        return self.attention_norm, self.feed_forward_norm

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        causal: bool,
        cache: KeyValueCache | None,
        angles: RotaryAngles | None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        norm, *own = self.norms
        read = norm(x)
        attended = self.attention(read, mask, causal, cache, angles, self.band)
        made = self.feed_forward(own[0](x) if own else read)
        added = apply_dropout(self, attended, self.dropout) + apply_dropout(
            self, made, self.dropout
        )
        state: Tensor = self.state(x + added)
        return state

    def stages(self, call: Call) -> Iterator[Stage]:
        norm, *own = self.norms
        for part in (norm, self.attention, *own, self.feed_forward):
            yield from stages_of(call.of(part))
        attended, made = (call.of(part).result for part in (self.attention, self.feed_forward))
        yield sum_of("Residual connection", "r", x=call.input, y=attended, f=made)


class OneNormBlock(ParallelBlock):
    """x + attention(n) + feed-forward(n), both of one norm n of x."""

    def __init__(
        self,
        attention: nn.Module,
        feed_forward: nn.Module,
        norm: Norm,
        band: int | None = None,
        dropout: float = 0.0,
    ) -> None:
        super().__init__(attention, feed_forward, norm, band, dropout)
        del self.feed_forward_norm

    @property
    def norms(self) -> tuple[nn.Module, ...]:
        return (self.attention_norm,)


class RotaryCache(KeyValueCache):
    """Keys and values of one layer; that of the first layer has the tokens (B, S) as well."""

    ids: Tensor | None = None

    def append_ids(self, ids: Tensor) -> Tensor:
        """Append (B, T) tokens; returns all of them so far."""
        before = self.ids if self.ids is None or len(self.ids) == len(ids) else self.ids[:1]
        self.ids = ids if before is None else torch.cat([before, ids], 1)
        return self.ids

    def reorder(self, rows: Tensor) -> None:
        super().reorder(rows)
        if self.ids is not None:
            self.ids = self.ids[rows]


class DecoderOptions(Protocol):
    """What the decoder itself reads of a configuration."""

    @property
    def vocab_size(self) -> int: ...

    @property
    def hidden_size(self) -> int: ...

    @property
    def initializer_range(self) -> float: ...

    @property
    def tie_word_embeddings(self) -> bool: ...

    @property
    def rotary(self) -> RotaryPositions | None:
        """How queries and keys are turned; None where no layer turns them."""

    @property
    def bands(self) -> tuple[int | None, ...]:
        """How many tokens a row sees in each layer, itself included; None for all before it."""


class RotaryDecoder(EndsInNorm):
    """A decoder whose attention turns queries and keys, with its head `lm` and a final norm.

    Texts may be longer than the positions of config.json; its quality there is another question.
    """

    def __init__(
        self,
        config: Any,
        make_block: Callable[[int], nn.Module],
        norm: Norm,
        dropout: float = 0.0,
        head_bias: bool = False,
        alibi: Alibi | None = None,
    ) -> None:
        options: DecoderOptions = config
        super().__init__(
            options.vocab_size,
            options.hidden_size,
            (make_block(layer) for layer in range(config.num_hidden_layers)),
            options.initializer_range,
            dropout,
            options.tie_word_embeddings,
            head_bias=head_bias,
            alibi=alibi,
        )
        self.config, self.rotary = config, options.rotary
        self.norm = norm()
        self.final = Tap()

    @property
    def bands(self) -> tuple[int | None, ...]:
        options: DecoderOptions = self.config
        return options.bands

    def shared(self, first: int, last: int, x: Tensor) -> tuple[Any, ...]:
        """The angles of the positions, which all layers turn by; None where none does."""
        rotary = self.rotary
        return (None if rotary is None else rotary.angles(first, last, x),)

    def new_caches(self, capacity: int) -> list[KeyValueCache]:
        return [RotaryCache(capacity) for _ in self.layers]

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens after those in the caches; returns (B, T, D).

        Where all frequencies change with the length, the text is read again from its beginning once
        it is too long, as the reference does.
        """
        rotary = self.rotary
        if rotary is None or not rotary.changes_for_long_texts:
            return super().step(input_ids, caches)
        first, known = caches[0], rotary.known_length
        assert isinstance(first, RotaryCache)
        ids, length = first.append_ids(input_ids), input_ids.shape[1]
        if first.length <= known < ids.shape[1]:
            for cache in caches:
                cache.length = 0
            return super().step(ids, caches)[:, -length:]
        return super().step(input_ids, caches)
