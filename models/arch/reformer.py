"""Reformer, whose attention costs T log T and whose activations are computed again, not stored.

Kitaev, Kaiser, Levskaya (2020), Reformer: The Efficient Transformer, arXiv:2001.04451; reference:
google/trax, and `ReformerModelWithLMHead` of transformers for names and details. Angular LSH is
that of Andoni and others (2015), arXiv:1509.02897, reversible layers those of Gomez and others
(2017), arXiv:1707.04585.

Query and key are one vector, and similar ones fall into the same bucket of a random rotation. In
each round the tokens are sorted by (bucket, position) and cut into chunks; a token attends to its
own chunk and its neighbours, whatever their buckets. The layers are y1 = x1 + attention(x2) and
y2 = x2 + feed-forward(y1), so that x2 = y2 - feed-forward(y1) and x1 = y1 - attention(x2).

Shapes: B batch, T tokens, P tokens with the padding to whole chunks, R rounds, N chunks of all
rounds, C tokens of a chunk, J tokens of a chunk and its neighbours, D width, H heads, K width of a
head.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from reprlib import repr as short
from typing import Any, ClassVar, Self

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import MAX_MAP, Tap
from models.inside.attention import recorded_value, split
from models.inside.stages import (
    Call,
    Stage,
    Value,
    function_of,
    join_calls,
    plain,
    residual,
    rest,
    stages_of,
    table_stages,
)
from models.layers.attention import KeyValueCache
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise, positions_fit
from models.layers.feedforward import FeedForward
from models.layers.linear import Linear
from models.layers.long_texts.axial_positions import AxialPositions, axial_shape
from models.layers.long_texts.chunked_attention import (
    ChunkedAttention,
    ChunkPositions,
    ChunkShape,
    LocalAttention,
    PassState,
    look_around,
)
from models.layers.long_texts.hashing import (
    SoftmaxWithSums,
    Sorted,
    hash_vectors,
    rows_of,
    sorted_order,
    usual_buckets,
)
from models.layers.long_texts.reversible import run_reversibly, use_seed
from models.layers.task_heads import SequenceHead, TaskHead, first_state
from models.schema.batch import Batch
from models.schema.configs import ModelConfig, Size
from models.schema.parsing import parse_object
from models.schema.records import BoolArray, ModelInput
from models.schema.specs import (
    ArchSpec,
    ExtraSpec,
    HeadSpec,
    Paper,
    Preset,
    SpecialTokenTemplate,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

KINDS = ("local", "lsh")  # of attention, in the order of an alternating stack
NORM_EPS = 1e-6  # added to the mean square of a query before its root
CHUNK_LENGTHS = (16, 64)  # the shortest and the longest chunk of a configuration made of a size
MAX_SEED = 2**62
UNSORTED = -1  # the bucket of every token in a text of one chunk, which is not hashed
# Entries of published files that change no number: how the head is cut, and names of 2020.
WITHOUT_EFFECT = (
    *("chunk_size_lm_head", "num_chunks_before", "num_chunks_after", "intermediate_size"),
)


# Configuration ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReformerConfig(ModelConfig):
    """The fields of a published config.json; defaults are those of transformers.

    `attn_layers` is repeated from its beginning where there are more layers; None alternates local
    and LSH. `hash_seed` fixes the rotations of every pass. Without it each training step has new
    ones, and layer i of a model that is evaluated has those of the seed i, so that results repeat.
    `num_buckets` is one even number or two factors; None: chosen by the length of each text.
    `reversible` is a key of this program: False stores the activations, with the same results.
    """

    vocab_size: int = 320
    hidden_size: int = 256
    attention_head_size: int = 64
    num_attention_heads: int = 12
    num_hidden_layers: int | None = None  # None: as many as `attn_layers` names
    attn_layers: tuple[str, ...] | None = None
    feed_forward_size: int = 512
    chunk_size_feed_forward: int = 0  # tokens that the feed-forward network reads at once; 0: all
    hidden_act: str = "relu"
    max_position_embeddings: int = 4096
    axial_pos_embds: bool = True
    axial_pos_shape: tuple[int, ...] = (64, 64)
    axial_pos_embds_dim: tuple[int, ...] = (64, 192)
    axial_norm_std: float = 1.0
    local_attn_chunk_length: int = 64
    local_num_chunks_before: int = 1
    local_num_chunks_after: int = 0
    lsh_attn_chunk_length: int = 64
    lsh_num_chunks_before: int = 1
    lsh_num_chunks_after: int = 0
    num_hashes: int = 1
    num_buckets: int | tuple[int, ...] | None = None
    hash_seed: int | None = None
    hidden_dropout_prob: float = 0.05
    local_attention_probs_dropout_prob: float = 0.05
    lsh_attention_probs_dropout_prob: float = 0.0
    layer_norm_eps: float = 1e-12
    initializer_range: float = 0.02
    is_decoder: bool = False
    reversible: bool = True

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {"tie_word_embeddings": (False,)}
    LAYERS_ALIKE: ClassVar[bool] = False
    LISTS: ClassVar[tuple[str, ...]] = (
        *("attn_layers", "axial_pos_shape", "axial_pos_embds_dim", "num_buckets"),
    )
    MAY_BE_NOTHING: ClassVar[frozenset[str]] = frozenset(
        {"local_num_chunks_before", "lsh_num_chunks_before"}
    )
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "num_heads": ("num_attention_heads",),
        "inner": ("feed_forward_size",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("hidden_dropout_prob", "local_attention_probs_dropout_prob"),
    }

    def __post_init__(self) -> None:
        for name in self.LISTS:
            if isinstance(value := getattr(self, name), list):
                object.__setattr__(self, name, tuple(value))
        self._set_layers()
        self._check_positions()
        self._check_chunks()
        if any(factor < 2 or factor % 2 for factor in self.bucket_factors(self.longest)):
            raise ValueError(f"num_buckets = {short(self.num_buckets)}: each factor must be even")

    def _set_layers(self) -> None:
        named = self.attn_layers or KINDS
        if unknown := sorted(set(named) - set(KINDS)):
            raise ValueError(f"attn_layers has {unknown[0]!r}; known are {', '.join(KINDS)}")
        usual = len(self.attn_layers) if self.attn_layers else 6
        count = usual if self.num_hidden_layers is None else self.num_hidden_layers
        object.__setattr__(self, "num_hidden_layers", count)
        object.__setattr__(self, "attn_layers", tuple(named[i % len(named)] for i in range(count)))

    def _check_positions(self) -> None:
        if not self.axial_pos_embds:
            return
        shape, widths, longest = self.axial_pos_shape, self.axial_pos_embds_dim, self.longest
        if len(shape) != 2 or len(widths) != 2:
            raise ValueError("axial_pos_shape and axial_pos_embds_dim must have two numbers each")
        if math.prod(shape) < longest:
            raise ValueError(
                f"axial_pos_shape {short(list(shape))} has {math.prod(shape):,} positions and "
                f"max_position_embeddings is {longest:,}. A shape that fits is "
                f"{list(axial_shape(longest))}"
            )
        if sum(widths) != self.hidden_size:
            raise ValueError(
                f"axial_pos_embds_dim {list(widths)} must add up to hidden_size {self.hidden_size}"
            )

    def _check_chunks(self) -> None:
        after = max(self.local_num_chunks_after, self.lsh_num_chunks_after)
        before = min(self.local_num_chunks_before, self.lsh_num_chunks_before)
        if self.is_decoder and after:
            raise ValueError(
                "a causal model (is_decoder) attends to no later chunk: set "
                "local_num_chunks_after and lsh_num_chunks_after to 0"
            )
        if min(before, after) < 0:
            raise ValueError("the chunks before and after must not be negative")

    @property
    def longest(self) -> int:
        """The most tokens that a text may have."""
        return self.max_position_embeddings

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind of attention of each layer."""
        assert self.attn_layers is not None
        return self.attn_layers

    def padded_length(self, length: int) -> int:
        """P: a length with the padding that whole chunks of every kind of layer need.

        No padding where the text is one chunk of the shortest kind, as in the reference.
        """
        chunks = [self.chunk_shape(kind).length for kind in set(self.kinds)]
        whole = math.lcm(*chunks)
        return length if length <= min(chunks) else -(-length // whole) * whole

    def chunk_shape(self, kind: str) -> ChunkShape:
        """The chunks of a kind of attention."""
        if kind == "local":
            before, after = self.local_num_chunks_before, self.local_num_chunks_after
            return ChunkShape(self.local_attn_chunk_length, before, after)
        before, after = self.lsh_num_chunks_before, self.lsh_num_chunks_after
        return ChunkShape(self.lsh_attn_chunk_length, before, after)

    def bucket_factors(self, length: int) -> tuple[int, ...]:
        """The number of buckets, as one factor or several, for a padded length."""
        if self.num_buckets is None:
            chunk = self.lsh_attn_chunk_length
            return usual_buckets(length, chunk, self.longest // chunk)
        return (self.num_buckets,) if isinstance(self.num_buckets, int) else self.num_buckets

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Chunks that divide the positions, where any do: the longest text needs no padding."""
        positions, width = size.num_positions, size.width
        chunk = _chunk_length(positions)
        buckets = usual_buckets(positions, chunk, positions // chunk)
        usual = {
            "attention_head_size": width // size.num_heads,
            "axial_pos_shape": axial_shape(positions),
            "axial_pos_embds_dim": (width // 4, width - width // 4),
            "local_attn_chunk_length": chunk,
            "lsh_attn_chunk_length": chunk,
            "num_buckets": buckets if len(buckets) > 1 else buckets[0],
            "is_decoder": True,
        }
        return super().from_size(size, **{**usual, **overrides})

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json.

        Raises ValueError also where attn_layers has another length than num_hidden_layers says.
        """
        data = parse_object(text)
        layers, count = data.get("attn_layers"), data.get("num_hidden_layers")
        if isinstance(layers, list) and isinstance(count, int) and count != len(layers):
            raise ValueError(f"attn_layers has {len(layers)} layers, num_hidden_layers is {count}")
        kept = {key: value for key, value in data.items() if key not in WITHOUT_EFFECT}
        return super().from_json(json.dumps(kept))

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key not in cls.LISTS or isinstance(value, int) or value is None:
            return None if value is None and key in cls.LISTS else _checked_number(cls, key, value)
        kind: type[str] | type[int] = str if key == "attn_layers" else int
        if not _is_list_of(kind, value):
            wanted = "names of layers" if kind is str else "whole numbers from 1 on"
            raise ValueError(f"{key} must be a list of {wanted}, not {short(value)}")
        return tuple(value)

    def published_classes(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The class with a head of the other direction is none of this model's."""
        other = "ReformerForMaskedLM" if self.is_decoder else "ReformerModelWithLMHead"
        return tuple(name for name in names if name != other)


def _is_list_of(kind: type[str] | type[int], value: Any) -> bool:
    """Whether it is a list of texts, or of whole numbers from 1 on, with one entry at least."""
    if not isinstance(value, list | tuple) or not value:
        return False
    typed = all(type(one) is kind for one in value)
    return typed and (kind is str or min(value) >= 1)


def _checked_number(cls: type[ReformerConfig], key: str, value: Any) -> Any:
    """A number where a list is possible, too; everything else as usual."""
    if key not in cls.LISTS:
        return super(ReformerConfig, cls).check_entry(key, value)
    if key != "num_buckets" or isinstance(value, bool) or value < 2:
        raise ValueError(f"{key} must be a list, not {short(value)}")
    return value


def _chunk_length(length: int) -> int:
    """The longest chunk that divides a length, from 16 to 64 tokens; 64 where none does."""
    shortest, longest = CHUNK_LENGTHS
    if length <= longest:
        return length
    return next((c for c in range(longest, shortest - 1, -1) if length % c == 0), longest)


# Visibility ---------------------------------------------------------------------------------------


def visibility(model_input: ModelInput, config: ReformerConfig, layer: int) -> BoolArray:
    """Which tokens a token may see in a layer (T, T).

    Exact where the text is one chunk and in local layers. In an LSH layer of several chunks it is
    what hashing can reach: each token sees a part of it, which the recorded chunks say, and itself
    alone where nothing else is visible.
    """
    length = len(model_input)
    padded, places = config.padded_length(length), np.arange(length)
    before = np.tri(length, dtype=bool) if config.is_decoder else np.ones((length,) * 2, dtype=bool)
    if config.kinds[layer] == "local":
        chunk = config.local_attn_chunk_length
        return before if padded <= chunk else before & _near(places // chunk, padded, config)
    if padded > config.lsh_attn_chunk_length:
        return before
    others = before & ~np.eye(length, dtype=bool)
    return others | (np.eye(length, dtype=bool) & ~others.any(-1, keepdims=True))


def _near(chunks: np.ndarray, padded: int, config: ReformerConfig) -> BoolArray:
    """Whether the local chunk of a column (T,) is that of a row or a neighbour, in a circle."""
    count = padded // config.local_attn_chunk_length
    steps = range(-config.local_num_chunks_before, config.local_num_chunks_after + 1)
    near = [(chunks[:, None] + step) % count == chunks[None] for step in steps]
    return np.logical_or.reduce(near)


# Attention ----------------------------------------------------------------------------------------


class HashedAttention(ChunkedAttention):
    """Attention to similar tokens, by locality-sensitive hashing of shared queries and keys.

    A token does not attend to itself, unless nothing else is visible. The rounds are joined as if
    their scores were of one softmax, in which a token that several rounds find counts several
    times.

    Taps, besides those of every attention: `buckets` and `chunks` (B, H, R, P), the bucket of each
    token and its chunk, counted over all rounds, with the padding at the end; `queries` (B, H, T,
    K), the vectors that are hashed; `full` (B, H, T, T),
    the weights of the same queries without hashing, computed for a listener only, of texts up to
    MAX_MAP tokens.
    """

    excludes_self = True
    part_title: ClassVar = "Attention within hash buckets"

    def __init__(self, config: ReformerConfig) -> None:
        super().__init__(
            config.hidden_size,
            config.num_attention_heads,
            config.attention_head_size,
            config.chunk_shape("lsh"),
            config.is_decoder,
            config.lsh_attention_probs_dropout_prob,
        )
        self.config = config
        self.shared = Linear(config.hidden_size, 2 * self.inner, bias=False)  # queries, values
        self.buckets = Tap()
        self.chunks = Tap()
        self.queries = Tap()
        self.full = Tap()

    def forward(
        self, x: Tensor, state: PassState, buckets: Tensor | None, seed: int | None
    ) -> tuple[Tensor, Tensor | None]:
        """x (B, T, D) -> (B, T, D), and the buckets (B, H, R, P) that were used, if any.

        Given buckets are used as they are: those of the pass that a backward pass repeats.
        """
        batch, length, _ = x.shape
        packed = self.shared(x).view(batch, length, 2, self.num_heads, -1)
        both = packed.permute(0, 3, 1, 2, 4).flatten(3)  # (B, H, T, 2 K), a query and its value
        if self.queries.active:
            self.queries(both.chunk(2, -1)[0])
        if state.padded <= self.chunk:
            self._record_one_chunk(both)
            return self.finish(self._whole(both, state)), None
        if self.full.active and length <= MAX_MAP:
            self._whole(both, state)
        both = functional.pad(both, (0, 0, 0, state.padded - length))
        absent = state.padding_mask(length, x.device)
        if buckets is None:
            buckets = self.hash_queries(both.chunk(2, -1)[0].detach(), absent, seed)
        return self.finish(self._attend_by_chunks(both, buckets, absent, length)), buckets

    def stages(self, call: Call) -> Iterator[Stage]:
        """Scores lie in chunks of each round; recorded are the weights with all rounds joined, but
        not those of long texts."""
        if not call.has(self.weights):
            yield from rest(call)
            return
        packed = call.of(self.shared)
        query, value = (split(part, self.num_heads) for part in packed.result.chunk(2, -1))
        x, q, k = Value("x", packed.input), Value("q", query), Value("k", self.key(query))
        yield Stage("Shared query and key", "q = W_q x", (x,), q)
        yield Stage("Key", "k = q / √(mean(q²) + ε) / √K", (q,), k)
        yield Stage("Value", "v = W_v x", (x,), Value("v", value))
        if call.has(self.buckets):
            buckets = (
                recorded_value(call, self.buckets).float().transpose(1, 2)[:, : len(packed.input)]
            )
            formula = "h = number of the bucket of q in each round; −1 in a text of one chunk"
            yield Stage("Hash buckets", formula, (q,), Value("h", buckets))
        weights = Value("a", recorded_value(call, self.weights), over_tokens=True)
        formula = "a = softmax(q · k) within the chunks of similar buckets, all rounds joined"
        keys = Value("k", self.key(query), of_others=True)
        yield Stage("Softmax within chunks", formula, (q, keys), weights)
        mixed = recorded_value(call, self.heads)
        operands = weights, Value("v", value, of_others=True)
        formula = "o = Σ a v, over the tokens that are attended to"
        result = Value("o", mixed.transpose(0, 1))
        yield Stage("Mixture of values", formula, operands, result, "mixture")
        names = "o", "y"
        yield function_of("Output projection", "y = W_o o", call.of(self.output), names)

    def _whole(self, both: Tensor, state: PassState) -> Tensor:
        """Attention to the whole text: (B, H, T, 2 K) -> (B, H, T, K)."""
        query, value = both.chunk(2, -1)
        places = self.one_chunk(state, query.shape[2], query.device)
        weights = self.scores(query, self.key(query), places).softmax(-1)
        self.full(weights)
        if state.padded > self.chunk:
            return value
        return self.record_weights(weights, value)

    def _attend_by_chunks(
        self, both: Tensor, buckets: Tensor, absent: Tensor | None, length: int
    ) -> Tensor:
        """Attention in chunks of each round: (B, H, P, 2 K) -> (B, H, T, K)."""
        rounds, padded = buckets.shape[2:]
        order, inverse = sorted_order(buckets)  # (B, H, R, P)
        self._record(buckets, inverse)
        flat = inverse + torch.arange(rounds, device=order.device)[:, None] * padded
        sorted_rows = Sorted.apply(both, order.flatten(2), flat.flatten(2))  # type: ignore[no-untyped-call]
        shape = *both.shape[:2], -1, self.chunk, both.shape[-1]
        query, value = sorted_rows.view(shape).chunk(2, -1)  # (B, H, N, C, K)
        key = look_around(self.key(query), *self.around)
        places = self._places(order, absent)
        scores = self.scores(query, key, places)
        weights, sums = SoftmaxWithSums.apply(scores)  # type: ignore[no-untyped-call]
        shares = self._shares(sums.flatten(2), flat)  # (B, H, R, P)
        if self.has_map(length):
            share = shares.flatten(2).gather(2, rows_of(order)).view_as(sums)
            maps = self.as_map(weights * share, places, padded, length)
            return self.record_weights(maps, both.chunk(2, -1)[1][:, :, :length])
        found = apply_dropout(self, weights, self.dropout) @ look_around(value, *self.around)
        back = Sorted.apply(found.flatten(2, 3), flat.flatten(2), rows_of(order))  # type: ignore[no-untyped-call]
        by_round = back.view(*flat.shape, -1)[..., :length, :]
        joined: Tensor = (by_round * shares[..., :length, None]).sum(2)
        return joined

    def _shares(self, sums: Tensor, flat: Tensor) -> Tensor:
        """How much each round counts for a token: (B, H, R P) sorted -> (B, H, R, P)."""
        return sums.gather(2, flat.flatten(2)).view(flat.shape).softmax(2)

    def _places(self, order: Tensor, absent: Tensor | None) -> ChunkPositions:
        """Queries (B, H, N, C), keys (B, H, N, J), padding like the keys."""
        queries = order.view(*order.shape[:2], -1, self.chunk)
        keys = look_around(queries, *self.around)
        if absent is not None:
            wide = absent[:, None].expand(*keys.shape[:2], -1)
            absent = wide.gather(2, keys.flatten(2)).view(keys.shape)
        return ChunkPositions(queries.int(), keys.int(), absent)  # half as many bytes to compare

    def key(self, query: Tensor) -> Tensor:
        """The key of a query: of length 1 for every width, and scaled for the product."""
        mean_square = query.square().mean(-1, keepdim=True)
        return query * (mean_square + NORM_EPS).rsqrt() * self.scale

    def hash_queries(self, query: Tensor, absent: Tensor | None, seed: int | None) -> Tensor:
        """The buckets (B, H, R, P) of queries (B, H, P, K)."""
        assert seed is not None, "a layer that hashes needs a seed"
        factors = self.config.bucket_factors(query.shape[2])
        return hash_vectors(query, absent, self.config.num_hashes, factors, seed)

    def _record(self, buckets: Tensor, inverse: Tensor) -> None:
        if self.buckets.active:
            self.buckets(buckets)
        if self.chunks.active:
            rounds, padded = inverse.shape[2:]
            first = torch.arange(rounds, device=inverse.device)[:, None] * (padded // self.chunk)
            self.chunks(inverse // self.chunk + first)

    def _record_one_chunk(self, both: Tensor) -> None:
        """Every token is in chunk 0 of each round, and in no bucket."""
        shape = (*both.shape[:2], self.config.num_hashes, both.shape[2])
        for tap, number in ((self.buckets, UNSORTED), (self.chunks, 0)):
            if tap.active:
                tap(torch.full(shape, number, device=both.device))


def _attention(config: ReformerConfig, kind: str) -> LocalAttention | HashedAttention:
    """The attention of a layer of this kind."""
    if kind == "lsh":
        return HashedAttention(config)
    return LocalAttention(
        config.hidden_size,
        config.num_attention_heads,
        config.attention_head_size,
        config.chunk_shape("local"),
        config.is_decoder,
        config.local_attention_probs_dropout_prob,
    )


# Layers and model ---------------------------------------------------------------------------------


class ReformerLayer(nn.Module):
    """y1 = x1 + attention(norm(x2)), then y2 = x2 + feed-forward(norm(y1)).

    Taps: those of `attention`, and `state` (B, T, 2 D), y1 beside y2.
    """

    def __init__(self, config: ReformerConfig, number: int) -> None:
        super().__init__()
        width, eps = config.hidden_size, config.layer_norm_eps
        self.number, self.hash_seed = number, config.hash_seed
        self.dropout, self.chunk_size = config.hidden_dropout_prob, config.chunk_size_feed_forward
        self.attention_norm = nn.LayerNorm(width, eps=eps)
        self.attention = _attention(config, config.kinds[number])
        self.feed_forward_norm = nn.LayerNorm(width, eps=eps)
        self.feed_forward = FeedForward(
            width, config.feed_forward_size, config.hidden_act, config.hidden_dropout_prob
        )
        self.state = Tap()

    def forward(
        self, x1: Tensor, x2: Tensor, state: PassState
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Both halves (B, T, D) -> both halves, and the buckets of a layer that hashes."""
        with use_seed(state.layer_seed(self.number, 1), x2.device):
            attended, buckets = self.attend(x2, state)
        y1 = x1 + attended
        with use_seed(state.layer_seed(self.number, 2), x2.device):
            y2 = x2 + torch.cat([self.feed(chunk) for chunk in self.chunks_of_tokens(y1)], 1)
        if self.state.active:
            y1, y2 = self.state(torch.cat([y1, y2], -1)).chunk(2, -1)
        return y1, y2, buckets

    def stages(self, call: Call) -> Iterator[Stage]:
        """The halves x₁ and x₂ are changed in turn: what enters the norm is the other one."""
        first, second = (plain(call.arguments[name]) for name in ("x1", "x2"))
        yield from stages_of(call.of(self.attention_norm))
        yield from stages_of(call.of(self.attention))
        attended = call.of(self.attention).output[0]
        yield _rename_stage_of_half("first", residual(first, plain(attended)))
        norm, network = (
            join_calls(list(call.calls(part)))
            for part in (self.feed_forward_norm, self.feed_forward)
        )
        yield from stages_of(norm)
        yield from stages_of(network)
        yield _rename_stage_of_half("second", residual(second, network.result))

    def attend(
        self, x: Tensor, state: PassState, buckets: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        """What attention adds to the other half (B, T, D), and the buckets."""
        random = state.layer_seed(self.number, 0)
        seed = self.hash_seed
        if seed is None:
            seed = self.number if random is None else random
        found, buckets = self.attention(self.attention_norm(x), state, buckets, seed)
        return apply_dropout(self, found, self.dropout), buckets

    def feed(self, x: Tensor) -> Tensor:
        """What the feed-forward network adds to the other half (B, T, D)."""
        return apply_dropout(self, self.feed_forward(self.feed_forward_norm(x)), self.dropout)

    def chunks_of_tokens(self, x: Tensor) -> Sequence[Tensor]:
        """x (B, T, D) in chunks of tokens for the feed-forward network."""
        return torch.split(x, self.chunk_size, 1) if self.chunk_size > 0 else (x,)

    def learned_parts(self) -> tuple[list[Tensor], list[Tensor]]:
        """The weights that learn, of attention and of the feed-forward network."""
        return (
            _that_learn(self.attention_norm, self.attention),
            _that_learn(self.feed_forward_norm, self.feed_forward),
        )


def _rename_stage_of_half(name: str, stage: Stage) -> Stage:
    return replace(stage, title=f"{stage.title}, {name} half")


def _that_learn(*parts: nn.Module) -> list[Tensor]:
    return [weight for part in parts for weight in part.parameters() if weight.requires_grad]


class OutputHead(nn.Module):
    """Logits of both halves: (…, 2 D) -> (…, V), with a table of its own.

    The bias is added but not learned: transformers 5 has the tensor and leaves it out, so a model
    that learned here computes the same there.
    """

    def __init__(self, config: ReformerConfig) -> None:
        super().__init__()
        self.decoder = Linear(2 * config.hidden_size, config.vocab_size, bias=False)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))

    def forward(self, hidden: Tensor) -> Tensor:
        constant = self.bias.detach() + 0 * self.bias  # in the graph, with a gradient of zero
        logits: Tensor = self.decoder(hidden) + constant
        return logits

    def stages(self, call: Call) -> Iterator[Stage]:
        yield function_of("Token table of the head", "y = W x + b", call)


class TokenHistory(KeyValueCache):
    """The tokens that were fed so far; nothing that was computed of them is cached."""

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)
        self.ids: Tensor | None = None  # (B, S)

    def append(self, ids: Tensor) -> Tensor:
        """All tokens so far (B, S), the last of which are these (B, T)."""
        self.ids = ids if self.ids is None else torch.cat([self.ids, ids], 1)
        self.length = self.ids.shape[1]
        return self.ids

    def reorder(self, rows: Tensor) -> None:
        if self.ids is not None:
            self.ids = self.ids[rows]


class Reformer(nn.Module):
    """The stack with the head `lm`, which predicts the next token, or a masked one: `mlm`.

    Taps: `entered` (B, T, 2 D), what enters the first layer, twice the same; those of the layers;
    `final` (B, T, 2 D), both halves after the last norm.
    """

    next_token_head = "lm"

    def __init__(self, config: ReformerConfig) -> None:
        super().__init__()
        self.config = config
        width = config.hidden_size
        self.token = nn.Embedding(config.vocab_size, width)
        self.position: AxialPositions | nn.Embedding = (
            AxialPositions(
                config.axial_pos_shape,
                config.axial_pos_embds_dim,
                config.hidden_dropout_prob,
            )
            if config.axial_pos_embds
            else nn.Embedding(config.longest, width)
        )
        self.layers = nn.ModuleList(ReformerLayer(config, i) for i in range(len(config.kinds)))
        self.norm = nn.LayerNorm(2 * width, eps=config.layer_norm_eps)
        self.lm = OutputHead(config)
        self.entered = Tap()
        self.final = Tap()
        initialise(self, config.initializer_range)
        if isinstance(self.position, AxialPositions):
            for table in self.position.parameters():
                nn.init.normal_(table, std=config.axial_norm_std)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, 2 D)."""
        (stream,) = self.streams
        return {stream: self._run(batch.input_ids, batch.present)}

    def begin(self, prompt: Tensor, room: int) -> tuple[list[KeyValueCache], list[int]]:
        """An empty history, and the prompt (S,) itself to feed first."""
        ids: list[int] = prompt.tolist()
        return [TokenHistory(min(len(ids) + room, self.config.longest))], ids

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens; returns (B, T, 2 D). Everything is computed again."""
        (history,) = caches
        assert isinstance(history, TokenHistory)
        return self._run(history.append(input_ids), None)[:, -input_ids.shape[1] :]

    def _run(self, ids: Tensor, present: Tensor | None) -> Tensor:
        batch, length = ids.shape
        positions_fit(length, self.config.longest)
        rate = self.config.hidden_dropout_prob
        x = apply_dropout(self, self.token(ids), rate) + self._positions(batch, length)  # (B, T, D)
        x1 = x2 = x
        if self.entered.active:
            x1, x2 = self.entered(torch.cat([x, x], -1)).chunk(2, -1)
        seed = int(torch.randint(MAX_SEED, ())) if self.training else None
        state = PassState(seed, present, self.config.padded_length(length))
        x1, x2 = self._run_layers(x1, x2, state)
        final: Tensor = self.final(self.norm(torch.cat([x1, x2], -1)))
        return apply_dropout(self, final, rate)

    def stages(self, call: Call) -> Iterator[Stage]:
        """Both halves begin as the same vector, and enter the last norm beside each other."""
        tokens = call.of(self.token).result
        position = self._positions(1, len(tokens))[0]
        yield from table_stages(token=tokens, position=position)
        yield from rest(call, self.token, self.position, self.norm)
        both = call.of(self.norm).input
        halves = tuple(
            Value(f"r{n}", half) for n, half in zip("₁₂", both.chunk(2, -1), strict=True)
        )
        beside = Stage("Both halves", "x = r₁ beside r₂", halves, Value("x", both))
        yield replace(beside, at=call.of(self.norm).number)
        yield from stages_of(call.of(self.norm))

    def _positions(self, batch: int, length: int) -> Tensor:
        """(B, T, D), or (1, T, D) without dropout."""
        if isinstance(self.position, AxialPositions):
            positions: Tensor = self.position(batch, length)
            return positions
        table = self.position.weight[None, :length]
        if not self.training:
            return table
        return apply_dropout(self, table.expand(batch, -1, -1), self.config.hidden_dropout_prob)

    def _run_layers(self, x1: Tensor, x2: Tensor, state: PassState) -> tuple[Tensor, Tensor]:
        layers: Any = self.layers
        if self._can_reverse():
            return run_reversibly(layers, state, x1, x2)
        for layer in layers:
            x1, x2, _ = layer(x1, x2, state)
        return x1, x2

    def _can_reverse(self) -> bool:
        """Whether gradients are wanted of the result alone, with whole weights on this machine.

        Somebody who listens to a tap may want gradients of what passes it, which must be stored.
        """
        if not (self.config.reversible and torch.is_grad_enabled()):
            return False
        heard = any(isinstance(part, Tap) and part.active for part in self.layers.modules())
        return not heard and all(type(p) is nn.Parameter for p in self.layers.parameters())

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """(…, 2 D) -> (…, V): `lm` the token that comes next, `mlm` the one at its position."""
        logits: Tensor = self.lm(hidden)
        return logits

    def final_norm(self, stream: str, hidden: Tensor) -> Tensor:
        """What lies between the last layer and the head: (…, 2 D) -> (…, 2 D)."""
        normed: Tensor = self.norm(hidden)
        return normed

    @property
    def streams(self) -> tuple[str, ...]:
        return ("decoder",) if self.config.is_decoder else ("encoder",)

    def attention_taps(self, stream: str) -> list[str]:
        return [f"layers.{layer}.attention.weights" for layer in range(len(self.layers))]

    def hidden_taps(self, stream: str) -> list[str]:
        states = [f"layers.{layer}.state" for layer in range(len(self.layers) - 1)]
        return ["entered", *states, "final"]

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        """Return the taps of hashing and of local layers; a kind without layers has none."""
        kinds = self.config.kinds
        names = "buckets", "chunks", "queries", "full"
        taps = {**dict.fromkeys(names, "lsh"), "local_chunks": "local"}
        return {
            name: [
                f"layers.{layer}.attention.{name.removeprefix('local_')}"
                for layer, kind in enumerate(kinds)
                if kind == of
            ]
            for name, of in taps.items()
            if of in kinds
        }


# Published names ----------------------------------------------------------------------------------


def _layer_rules() -> tuple[WeightRule, ...]:
    ours, theirs = "layers.{i}", "reformer.encoder.layers.{i}"
    attention = f"{theirs}.attention.self_attention"
    modules = {
        "attention_norm": "attention.layer_norm",
        "feed_forward_norm": "feed_forward.layer_norm",
        "feed_forward.widen": "feed_forward.dense.dense",
        "feed_forward.narrow": "feed_forward.output.dense",
    }
    shared = tuple(f"{attention}.{name}.weight" for name in ("query_key", "value"))
    apart = tuple(f"{attention}.{name}.weight" for name in ("query", "key", "value"))
    return (
        WeightRule(f"{ours}.attention.shared.weight", shared),
        WeightRule(f"{ours}.attention.qkv.weight", apart),
        WeightRule(f"{ours}.attention.output.weight", f"{theirs}.attention.output.dense.weight"),
        *(rule for a, b in modules.items() for rule in layer_rules(f"{ours}.{a}", f"{theirs}.{b}")),
    )


EMBEDDINGS = "reformer.embeddings"
TABLE = WeightTable(
    architectures=("ReformerModelWithLMHead", "ReformerForMaskedLM", "ReformerModel"),
    rules=(
        WeightRule("token.weight", f"{EMBEDDINGS}.word_embeddings.weight"),
        WeightRule("position.first", f"{EMBEDDINGS}.position_embeddings.weights.0"),
        WeightRule("position.second", f"{EMBEDDINGS}.position_embeddings.weights.1"),
        WeightRule("position.weight", f"{EMBEDDINGS}.position_embeddings.embedding.weight"),
        *_layer_rules(),
        *layer_rules("norm", "reformer.encoder.layer_norm"),
        WeightRule("lm.decoder.weight", "lm_head.decoder.weight"),
        WeightRule("lm.bias", "lm_head.bias"),
    ),
    legacy=(
        (r"^(embeddings|encoder)\.", r"reformer.\1."),
        (r"^lm_head\.decoder\.bias$", "lm_head.bias"),
    ),
    ignored=(r"mask_value_float(16|32)$",),
    optional=("lm.",),
)


def _sequence_head(
    model: Reformer, num_outputs: int, classifier_dropout: float | None = None
) -> TaskHead:
    """Reads both halves of the first token."""
    width, (stream,) = model.config.hidden_size, model.streams
    usual = model.config.hidden_dropout_prob
    rate = usual if classifier_dropout is None else classifier_dropout
    head = SequenceHead(
        stream, width, num_outputs, rate, summary=first_state, act="tanh", first_dropout=rate
    )
    head.dense = Linear(2 * width, width)
    initialise(head, model.config.initializer_range)
    return head


def _span_head(model: Reformer, num_outputs: int) -> TaskHead:
    head = TaskHead(model.streams[0], 2 * model.config.hidden_size, num_outputs, 0.0)
    initialise(head, model.config.initializer_range)
    return head


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "ReformerForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classifier.dense"),
            *layer_rules("head.output", "classifier.out_proj"),
        ),
        options={"classifier_dropout": None},
    ),
    "span": TaskHeadSpec(
        "ReformerForQuestionAnswering",
        _span_head,
        layer_rules("head.output", "qa_outputs"),
    ),
}

PRESETS = (
    Preset(
        "reformer-enwik8",
        {
            "vocab_size": 258,
            "hidden_size": 1024,
            "attention_head_size": 128,
            "num_attention_heads": 8,
            "feed_forward_size": 4096,
            "attn_layers": (
                *("local", "local", "lsh", "local", "local", "local"),
                *("lsh", "local", "local", "local", "lsh", "local"),
            ),
            "axial_pos_shape": (128, 512),
            "axial_pos_embds_dim": (256, 768),
            "num_hashes": 4,
            "num_buckets": 512,
            "lsh_attn_chunk_length": 256,
            "local_attn_chunk_length": 128,
            "max_position_embeddings": 65536,
            "is_decoder": True,
        },
        148_654_080,
    ),
    Preset(
        "reformer-crime-and-punishment",
        {
            "num_attention_heads": 2,
            "axial_pos_shape": (512, 1024),
            "num_buckets": (64, 128),
            "max_position_embeddings": 524288,
            "is_decoder": True,
        },
        2_584_064,
    ),
)

SPEC = ArchSpec(
    name="reformer",
    title="Reformer",
    summary="A decoder for long texts: hashing finds the tokens that attend to each other.",
    difference=(
        "Attention among similar tokens only, found by locality-sensitive hashing: T log T instead "
        "of the square of T. Reversible layers, whose activations are computed again and not "
        "stored; a feed-forward network in chunks."
    ),
    paper=Paper(
        "Kitaev, Kaiser, Levskaya", "Reformer: The Efficient Transformer", 2020, "2001.04451"
    ),
    reference="google/trax",
    model_type="reformer",
    config_class=ReformerConfig,
    model_class=Reformer,
    streams=(
        StreamSpec(
            "decoder",
            "Decoder",
            "left_to_right",
            visibility=visibility,
            config={"is_decoder": True},
        ),
        StreamSpec("encoder", "Encoder", visibility=visibility, config={"is_decoder": False}),
    ),
    heads=(
        HeadSpec("lm", "Next token", "decoder", "next_token", config={"is_decoder": True}),
        HeadSpec(
            "mlm",
            "Masked tokens",
            "encoder",
            "fill_mask",
            modules=("lm",),
            config={"is_decoder": False},
        ),
    ),
    direction="left to right; both sides in models of masked tokens",
    positions="learned, axial: two small tables, one beside the other",
    objectives=("causal",),
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=PRESETS,
    generates=True,
    extras=(
        ExtraSpec("buckets", "Buckets", "buckets", size_key="num_buckets", rounds_key="num_hashes"),
        ExtraSpec(
            "chunks",
            "Chunks",
            "chunks",
            size_key="lsh_attn_chunk_length",
            around_keys=("lsh_num_chunks_before", "lsh_num_chunks_after"),
        ),
        ExtraSpec(
            "local_chunks",
            "Chunks of the text",
            "chunks",
            size_key="local_attn_chunk_length",
            around_keys=("local_num_chunks_before", "local_num_chunks_after"),
        ),
        ExtraSpec("queries", "Shared queries and keys", "hashed_vectors"),
        ExtraSpec("full", "Attention without hashing", "full_attention"),
    ),
    template=SpecialTokenTemplate(
        published_class="ReformerTokenizer",
        roles={"pad": "<pad>", "unk": "<unk>", "eos": "</s>", "mask": "<mask>"},
    ),
    task_heads=TASK_HEADS,
    notes=(
        "A token attends to its own chunk of the sorted tokens and the one before, also where "
        "their buckets differ. A token that several rounds find counts several times; the paper "
        "corrects for that, transformers and this program do not.",
        "Chunks are in a circle: without a causal mask the first chunk of a local layer sees the "
        "last one, and the first of a round the last of the round before.",
        "Which tokens share a chunk depends on the whole text. So a later token never enters a "
        "prediction itself, but can change which earlier tokens do.",
        "A text of several chunks is padded inside attention to a multiple of the chunk lengths. "
        "transformers trains only on texts as long as axial_pos_shape says; here any length up to "
        "it is learned.",
        "Rotations are random. transformers draws new ones for each pass unless hash_seed is set; "
        "here a model that is evaluated has fixed ones, so that results repeat.",
        "Generation computes the whole text again for each token.",
        "Classification reads the first token, as in transformers. In a causal model it has seen "
        "no other, so only a model with is_decoder = false can learn it.",
        "transformers 5 leaves out the bias of the language-model head. It is added here, and not "
        "learned.",
        "The published reformer-enwik8 has no tokenizer: its ids are bytes plus 2. Such ids, and "
        "SentencePiece models of other kinds than Unigram, are not read here.",
    ),
    recompute_entry="reversible",
    fed_at_once_entry="chunk_size_feed_forward",
    config_titles={
        "local_attention_probs_dropout_prob": "Attention dropout of local layers",
        "lsh_attention_probs_dropout_prob": "Attention dropout of LSH layers",
        "attn_layers": "Attention by layer",
        "local_attn_chunk_length": "Chunk of a local layer, in tokens",
        "local_num_chunks_before": "Local chunks seen before",
        "local_num_chunks_after": "Local chunks seen after",
        "lsh_attn_chunk_length": "Chunk of an LSH layer, in tokens",
        "lsh_num_chunks_before": "LSH chunks seen before",
        "lsh_num_chunks_after": "LSH chunks seen after",
        "num_hashes": "Rounds of hashing",
        "num_buckets": "Buckets, in factors",
        "hash_seed": "Seed of the rotations",
        "axial_pos_embds": "Axial positions",
        "axial_pos_shape": "Axial positions, rows and columns",
        "axial_pos_embds_dim": "Axial positions, widths of both tables",
        "axial_norm_std": "Standard deviation of initial axial positions",
        "chunk_size_feed_forward": "Tokens fed forward at once",
        "reversible": "Reversible layers",
    },
    config_values={
        "num_buckets": {None: "by the length of a text"},
        "hash_seed": {None: "none, new rotations in each training step"},
        "chunk_size_feed_forward": {0: "all"},
    },
)
