"""The decoder of the GPT family: tables, blocks with causal attention, and a tied head.

Shapes: B batch, T tokens fed, S tokens seen with those in the caches, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, rest, table_stages
from models.layers.attention import KeyValueCache, causal_mask, padding_mask
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.linear import Linear
from models.layers.task_heads import (
    SequenceHead,
    TaskHead,
    TaskInputs,
    last_state,
    projected_summary,
)


class DecoderConfig(Protocol):
    """The entries of a published config.json that the decoder itself reads."""

    @property
    def vocab_size(self) -> int: ...

    @property
    def n_positions(self) -> int: ...

    @property
    def n_embd(self) -> int: ...

    @property
    def embd_pdrop(self) -> float:
        """The dropout of what enters the first block."""

    @property
    def initializer_range(self) -> float: ...


class CausalDecoder(nn.Module):
    """Token and position tables, blocks, and the head `lm`, tied to the tokens and without a bias.

    A block maps (x, additive mask, causal, cache) to (B, T, D) and has the taps
    `attention.weights`, `attention.heads` and `state`. Tap `entered` (B, T, D): what enters the
    first block, token and position.
    """

    next_token_head = "lm"

    def __init__(self, config: DecoderConfig, blocks: Iterable[nn.Module]) -> None:
        super().__init__()
        width = config.n_embd
        self.dropout, self.initial_std = config.embd_pdrop, config.initializer_range
        self.token = nn.Embedding(config.vocab_size, width)
        self.position = nn.Embedding(config.n_positions, width)
        self.layers = nn.ModuleList(blocks)
        self.lm = Linear(width, config.vocab_size, bias=False)
        self.entered = Tap()
        initialise(self, self.initial_std)
        tie(self.lm, self.token)

    def forward(self, batch: TaskInputs) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        padding = padding_mask(batch.present, self.token.weight.dtype)
        return {"decoder": self._run(batch.input_ids, padding, None)}

    def begin(self, prompt: Tensor, room: int) -> tuple[list[KeyValueCache], list[int]]:
        """Empty caches, and the prompt (S,) itself to feed first."""
        ids: list[int] = prompt.tolist()
        return self.new_caches(min(len(ids) + room, self.position.num_embeddings)), ids

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens after those in the caches; returns (B, T, D)."""
        return self._run(input_ids, None, caches)

    def new_caches(self, capacity: int) -> list[KeyValueCache]:
        return [KeyValueCache(capacity) for _ in self.layers]

    def _run(
        self, ids: Tensor, padding: Tensor | None, caches: list[KeyValueCache] | None
    ) -> Tensor:
        num_cached, length = caches[0].length if caches else 0, ids.shape[1]
        end = num_cached + length
        positions_fit(end, self.position.num_embeddings)
        x = self.token(ids) + self.position.weight[num_cached:end]  # (B, T, D)
        x = self.entered(apply_dropout(self, x, self.dropout))
        bands = self.bands
        masks = {band: self._mask(length, end, padding, band) for band in set(bands)}
        for index, (layer, band) in enumerate(zip(self.layers, bands, strict=True)):
            x = layer(x, *masks[band], caches[index] if caches else None)
        return self.finish(x)

    def _mask(
        self, length: int, end: int, padding: Tensor | None, band: int | None
    ) -> tuple[Tensor | None, bool]:
        """What a block needs: an additive mask, or that it is the plain lower triangle."""
        if padding is None and (band is None or band >= end) and length in (1, end):
            return None, length > 1
        weight = self.token.weight
        mask = causal_mask(length, end, weight.device, weight.dtype, band)  # (T, S)
        return (mask if padding is None else padding + mask), False

    @property
    def bands(self) -> tuple[int | None, ...]:
        """How many tokens a row sees in each layer, itself included; None for all before it."""
        return (None,) * len(self.layers)

    def finish(self, x: Tensor) -> Tensor:
        """What becomes of the last block's output (B, T, D)."""
        return x

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`lm`: (…, D) -> (…, V), the token that comes next."""
        return self.lm(hidden)

    def stages(self, call: Call) -> Iterator[Stage]:
        tokens = call.of(self.token).result
        yield from table_stages(token=tokens, position=self.position.weight[: len(tokens)])
        yield from rest(call, self.token)

    @property
    def streams(self) -> tuple[str, ...]:
        return ("decoder",)

    def attention_taps(self, stream: str) -> list[str]:
        return [f"layers.{layer}.attention.weights" for layer in range(len(self.layers))]

    def hidden_taps(self, stream: str) -> list[str]:
        return ["entered", *(f"layers.{layer}.state" for layer in range(len(self.layers)))]


def sequence_head(model: CausalDecoder, num_outputs: int) -> TaskHead:
    """Reads the last token that is not padding, which has seen all others."""
    width = model.token.embedding_dim
    head = SequenceHead(
        "decoder", width, num_outputs, 0.0, summary=last_state, dense=False, bias=False
    )
    initialise(head, model.initial_std)
    return head


def choice_head(model: CausalDecoder, num_outputs: int, **options: Any) -> TaskHead:
    """Reads the last token of a choice that is not padding."""
    head = projected_summary("decoder", model.token.embedding_dim, num_outputs, **options)
    initialise(head, model.initial_std)
    return head
