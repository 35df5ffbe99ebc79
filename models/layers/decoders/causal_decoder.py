"""The decoder of the GPT family: tables, blocks with causal attention, and a tied head.

Shapes: B batch, T tokens fed, S tokens seen with those in the caches, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, rest, table_stages
from models.layers.attention import KeyValueCache, causal_mask, padding_mask
from models.layers.decoders.alibi import Alibi
from models.layers.dropout import apply_dropout
from models.layers.embeddings import dtype_of, initialise, positions_fit, tie
from models.layers.linear import Linear
from models.layers.task_heads import (
    SequenceHead,
    TaskHead,
    TaskInputs,
    last_state,
    projected_summary,
)

CLASSIFIER_DROPOUT = 0.1  # of the head for each token, where config.json states none


class TokenDecoder(nn.Module):
    """A token table, blocks with causal attention, and the head `lm`.

    A block maps (x, additive mask, causal, cache, *shared) to (B, T, D) and has the taps
    `attention.weights`, `attention.heads` and `state`. What all blocks share and how positions
    enter is that of a subclass. Tap `entered` (B, T, D): what enters the first block.
    """

    next_token_head = "lm"

    def __init__(
        self,
        vocab_size: int,
        width: int,
        blocks: Iterable[nn.Module],
        initial_std: float,
        dropout: float = 0.0,
        tied: bool = True,
        num_positions: int = 0,
        head_bias: bool = False,
        alibi: Alibi | None = None,
    ) -> None:
        """`dropout` is that of what enters the first block; `tied`: the head is the token table.

        With `num_positions` there is a table of so many positions. `head_bias`: the head has one.
        `alibi` is the bias of the scores of all layers.
        """
        super().__init__()
        self.dropout, self.initial_std = dropout, initial_std
        self.token = nn.Embedding(vocab_size, width)
        if num_positions:
            self.position = nn.Embedding(num_positions, width)
        self.alibi = alibi
        self.layers = nn.ModuleList(blocks)
        self.lm = Linear(width, vocab_size, bias=head_bias)
        self.entered = Tap()
        initialise(self, self.initial_std)
        if tied:
            tie(self.lm, self.token)

    def forward(self, batch: TaskInputs) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        padding = padding_mask(batch.present, dtype_of(self.token))
        return {"decoder": self._run(batch.input_ids, padding, None)}

    def begin(self, prompt: Tensor, room: int) -> tuple[list[KeyValueCache], list[int]]:
        """Empty caches, and the prompt (S,) itself to feed first."""
        ids: list[int] = prompt.tolist()
        return self.new_caches(self.capacity(len(ids) + room)), ids

    def capacity(self, length: int) -> int:
        """How many tokens of a text of this length the model can read."""
        return length

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
        x = self.embed(ids, num_cached)  # (B, T, D)
        shared = self.shared(num_cached, end, x)
        x = self.entered(apply_dropout(self, x, self.dropout))
        bands = self.bands
        bias = None if self.alibi is None else self.alibi(length, end, x)
        masks = {band: self._mask(x, end, padding, band, bias) for band in set(bands)}
        for index, (layer, band) in enumerate(zip(self.layers, bands, strict=True)):
            x = layer(x, *masks[band], caches[index] if caches else None, *shared)
        return self.finish(x)

    def embed(self, ids: Tensor, first: int) -> Tensor:
        """Vectors (B, T, D) of tokens (B, T) from position `first` on. Raises ValueError."""
        vectors: Tensor = self.token(ids)
        return vectors

    def shared(self, first: int, last: int, x: Tensor) -> tuple[Any, ...]:
        """What every block is given for the states x (B, T, D) of the positions from `first` on."""
        return ()

    def _mask(
        self,
        x: Tensor,
        end: int,
        padding: Tensor | None,
        band: int | None,
        bias: Tensor | None,
    ) -> tuple[Tensor | None, bool]:
        """What the states (B, T, D) need: an additive mask, or that it is the lower triangle.

        `bias` (1, H, T, S) is added to the scores, and so becomes part of the mask.
        """
        length = x.shape[1]
        sees_all = padding is None and (band is None or band >= end)
        if sees_all and (length == 1 or (length == end and bias is None)):
            return bias, length > 1
        mask = causal_mask(length, end, x.device, x.dtype, band)  # (T, S)
        for term in (padding, bias):
            mask = mask if term is None else term + mask
        return mask, False

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

    @property
    def streams(self) -> tuple[str, ...]:
        return ("decoder",)

    def attention_taps(self, stream: str) -> list[str]:
        return [f"layers.{layer}.attention.weights" for layer in range(len(self.layers))]

    def hidden_taps(self, stream: str) -> list[str]:
        return ["entered", *(f"layers.{layer}.state" for layer in range(len(self.layers)))]

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        """The bias of the scores, `bias`, in a model that has one."""
        return {} if self.alibi is None else {"bias": ["alibi.values"]}


class EndsInNorm(TokenDecoder):
    """A decoder whose last hidden states have passed a norm, `norm`, that no others have.

    Tap `final` (B, T, D): after it, which the reference reports as the last hidden state in place
    of the last block's output. A subclass makes both, the tap and the norm.
    """

    norm: nn.Module
    final: Tap

    def finish(self, x: Tensor) -> Tensor:
        """The final norm: (B, T, D) -> (B, T, D)."""
        final: Tensor = self.final(self.norm(x))
        return final

    def final_norm(self, stream: str, hidden: Tensor) -> Tensor:
        """What lies between the last block and the head: (…, D) -> (…, D)."""
        normed: Tensor = self.norm(hidden)
        return normed

    def hidden_taps(self, stream: str) -> list[str]:
        return [*super().hidden_taps(stream)[:-1], "final"]


class CausalDecoder(TokenDecoder):
    """A decoder that adds a row of a position table to each token."""

    def capacity(self, length: int) -> int:
        """As many as the table has positions."""
        return min(length, self.position.num_embeddings)

    def embed(self, ids: Tensor, first: int) -> Tensor:
        """Token and position. Raises ValueError for more tokens than the table has rows."""
        end = first + ids.shape[1]
        positions_fit(end, self.position.num_embeddings)
        vectors: Tensor = self.token(ids) + self.position.weight[first:end]
        return vectors

    def stages(self, call: Call) -> Iterator[Stage]:
        tokens = call.of(self.token).result
        yield from table_stages(token=tokens, position=self.position.weight[: len(tokens)])
        yield from rest(call, self.token)


def sequence_head(model: TokenDecoder, num_outputs: int) -> TaskHead:
    """Reads the last token that is not padding, which has seen all others."""
    width = model.token.embedding_dim
    head = SequenceHead(
        "decoder", width, num_outputs, 0.0, summary=last_state, dense=False, bias=False
    )
    initialise(head, model.initial_std)
    return head


def token_head(
    model: TokenDecoder, num_outputs: int, classifier_dropout: float | None = None
) -> TaskHead:
    """Dropout and a linear layer for each token."""
    rate = CLASSIFIER_DROPOUT if classifier_dropout is None else classifier_dropout
    head = TaskHead("decoder", model.token.embedding_dim, num_outputs, rate)
    initialise(head, model.initial_std)
    return head


def span_head(model: TokenDecoder, num_outputs: int) -> TaskHead:
    """A linear layer for each token, without dropout."""
    return token_head(model, num_outputs, 0.0)


def choice_head(model: TokenDecoder, num_outputs: int, **options: Any) -> TaskHead:
    """Reads the last token of a choice that is not padding."""
    head = projected_summary("decoder", model.token.embedding_dim, num_outputs, **options)
    initialise(head, model.initial_std)
    return head
