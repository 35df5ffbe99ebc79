"""BigBird, an encoder for long texts: each block of tokens attends to a few blocks of keys.

Zaheer, Guruganesh, Dubey, Ainslie, Alberti, Ontanon, Pham, Ravula, Wang, Yang, Ahmed (2020),
arXiv:2007.14062; reference: google-research/bigbird, and `BigBirdForPreTraining` of transformers
for names and details.

A text of N blocks: the first and the last block are global, they attend to all blocks and all
blocks attend to them; every other block attends to its neighbours (the window) and to a few blocks
drawn at random, once for each layer and head. So a layer costs a constant time per token. That is
the internal construction; the extended one adds tokens that are global and in no text.

Shapes: B batch, T tokens, G extra global tokens, H heads, K width of a head, N blocks of P tokens,
Q blocks that do not attend to everything, M blocks of keys for each of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.arch.bert import (
    CLASSIFIER,
    DROPOUT,
    LARGE,
    BertConfig,
    OneEncoder,
    bert_layer_rules,
    embedding_rules,
    encoder_token_head,
    pooled_head,
    tied_head,
)
from models.inference.taps import MAX_MAP, Tap
from models.inside.attention import AttentionPass, recorded_value, split, visible_only
from models.inside.stages import Call, Stage, Value, looked_up, rest, stages_of, table_stages
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise, positions_fit, segment_rows, tie
from models.layers.encoder import ResidualNorm, encoder_taps
from models.layers.feedforward import FeedForward
from models.layers.linear import Linear
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import SequenceHead, TaskHead, TaskInputs, first_state
from models.schema.batch import Batch
from models.schema.records import BlockKind, BoolArray, IntArray, ModelInput
from models.schema.specs import (
    CLS_PAIR,
    CLS_SINGLE,
    WITH_SEGMENTS,
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

SPARSE, FULL = "block_sparse", "original_full"  # attention_type of config.json
PAPER, TRANSFORMERS = "paper", "transformers"
# Lengths with the random blocks of the paper, among the first 1,024 tokens (attention.py there).
PAPER_LENGTHS, PAPER_REACH, PAPER_LONGEST = (1024, 3072, 4096), 1024, 4096
AT_ONCE = 1 << 17  # numbers that are gathered at a time, 512 KB
NUM_KNOWN_PLANS = 256  # one for each layer, number of blocks and mode
NUM_KNOWN_LENGTHS = 8  # of short texts whose blocks are cached


@dataclass(frozen=True)
class BigBirdConfig(BertConfig):
    """The fields of a published config.json; defaults are bigbird-roberta-base.

    `computes_as` says which code is followed where the two differ: "paper" has the same random
    blocks in training and evaluation, as the authors' code; "transformers" has them in training
    alone, and in evaluation the first block counts as many times more. Texts of at most
    `longest_full` tokens get full attention in both.

    `num_global_tokens` is 0 for the internal construction; with more, which no published file has,
    so many learned vectors precede the text, attend to everything, and everything attends to
    them (extended construction, in the paper 256 and no random blocks). `global_blocks` and
    `num_window_blocks` serve ablations; a window of one block is the block itself.
    """

    vocab_size: int = 50358
    hidden_act: str = "gelu_new"
    max_position_embeddings: int = 4096
    attention_type: str = SPARSE
    block_size: int = 64
    num_random_blocks: int = 3
    use_bias: bool = True
    rescale_embeddings: bool = False
    computes_as: str = PAPER
    num_global_tokens: int = 0
    global_blocks: bool = True
    num_window_blocks: int = 3

    MAY_BE_NOTHING: ClassVar[frozenset[str]] = BertConfig.MAY_BE_NOTHING | {"num_random_blocks"}

    def __post_init__(self) -> None:
        _check_choice("attention_type", self.attention_type, (SPARSE, FULL))
        _check_choice("computes_as", self.computes_as, (PAPER, TRANSFORMERS))
        if self.num_random_blocks < 0 or self.num_global_tokens < 0:
            raise ValueError("num_random_blocks and num_global_tokens must be 0 or more")
        if self.num_window_blocks % 2 == 0:
            raise ValueError(
                "num_window_blocks must be odd, as many blocks on both sides of each block; "
                f"{self.num_window_blocks} is even"
            )
        usual = (self.num_global_tokens, self.global_blocks, self.num_window_blocks) == (0, True, 3)
        if self.computes_as == TRANSFORMERS and not usual:
            raise ValueError(
                "transformers has the internal construction with global blocks and a window of 3 "
                "blocks only; other values need computes_as = 'paper'"
            )

    @property
    def longest_full(self) -> int:
        """The longest text (tokens) with full attention, because too few blocks would be left."""
        blocks = 2 + self.num_window_blocks + 2 * self.num_random_blocks
        return blocks * self.block_size

    def is_sparse(self, length: int) -> bool:
        """Whether a text of so many tokens is read block by block."""
        return self.attention_type == SPARSE and length > self.longest_full

    def padded_length(self, length: int) -> int:
        """Return the length with padding to whole blocks, if the text is read block by block."""
        return self.num_blocks(length) * self.block_size if self.is_sparse(length) else length

    def num_blocks(self, length: int) -> int:
        """The blocks of a text; the last one is filled up with padding."""
        return -(-length // self.block_size)


def _check_choice(key: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{key} must be one of {', '.join(allowed)}, not {value!r}")


# Which blocks see which -------------------------------------------------------------------------


def random_blocks(config: BigBirdConfig, layer: int, num_blocks: int, training: bool) -> IntArray:
    """The random blocks of keys (H, N - 2, R) of the blocks 1 to N - 2, as the authors draw them.

    The number of the layer is the seed. At the paper's lengths they are among the first 1,024
    tokens, at others among the first 2 R + 5 blocks. In evaluation transformers has block 0.
    """
    heads, count = config.num_attention_heads, config.num_random_blocks
    if count == 0 or (config.computes_as == TRANSFORMERS and not training):
        return np.zeros((heads, num_blocks - 2, count), dtype=np.int64)
    if num_blocks * config.block_size in PAPER_LENGTHS:
        drawn = _drawn_near(config, layer)
        if drawn is not None:
            return drawn[:, : num_blocks - 2]
    return _drawn_anywhere(config, layer, num_blocks)


def _drawn_near(config: BigBirdConfig, layer: int) -> IntArray | None:
    """Draw blocks as `bigbird_block_rand_mask` does for the longest text.

    Returns None where too few blocks are left to draw from.
    """
    rng, count = np.random.RandomState(layer), config.num_random_blocks
    follows_file = config.computes_as == TRANSFORMERS
    longest = config.max_position_embeddings if follows_file else PAPER_LONGEST
    num_rows = longest // config.block_size
    drawn = np.zeros((config.num_attention_heads, num_rows - 2, count), dtype=np.int64)
    for head in range(config.num_attention_heads):
        for row in range(1, num_rows - 1):
            found = rng.permutation(_near(config, num_rows, row))[:count]
            if len(found) < count:
                return None
            drawn[head, row - 1] = found
    return drawn


def _near(config: BigBirdConfig, num_rows: int, row: int) -> IntArray:
    """The blocks that a row may draw. Its window is left out, but not in the last two rows."""
    middle = np.arange(1, num_rows - 1)
    last = num_rows - 1
    if 2 * config.block_size < PAPER_REACH:
        last = PAPER_REACH // config.block_size - 1
    if row <= 2:
        return middle[row + 1 : last]
    if row in (num_rows - 3, num_rows - 2):
        return middle[:last]
    if row - 2 > last:
        return middle[:last]
    if row + 1 == last:
        return middle[: row - 2]
    return np.concatenate([middle[: row - 2], middle[row + 1 : last]])


def _drawn_anywhere(config: BigBirdConfig, layer: int, num_blocks: int) -> IntArray:
    """Draw blocks as `bigbird_block_rand_mask_with_head` does for more than 2 R + 5 blocks.

    Only the first 2 R + 5 blocks are drawn from.
    """
    rng, count = np.random.RandomState(layer), config.num_random_blocks
    reach = 2 * count + 5
    drawn = np.zeros((config.num_attention_heads, num_blocks, count), dtype=np.int64)
    for row in range(1, num_blocks):
        barred = {0, row - 1, row, row + 1, reach - 1}
        barred |= {reach - 2} if row == 1 else set()
        barred |= {1} if row == reach - 2 else set()
        for head in range(config.num_attention_heads):
            order = rng.permutation(reach)
            drawn[head, row] = order[~np.isin(order, list(barred))][:count]
    return drawn[:, 1:-1]


@dataclass(frozen=True, eq=False)
class BlockPlan:
    """What one layer reads in a text of N blocks.

    Blocks of queries in `rows` (Q of them) attend to M blocks of keys each, the others to all. A
    block that is listed twice counts twice, as in the references.
    """

    rows: range
    keys: IntArray  # (H, Q, M) a block of keys in each slot
    kinds: IntArray  # (Q, M) of BlockKind; NONE is an empty slot
    num_blocks: int

    def pairs(self) -> IntArray:
        """What each block of keys is to each block of queries (H, N, N), of BlockKind."""
        heads, _, slots = self.keys.shape
        pairs = np.full((heads, self.num_blocks, self.num_blocks), BlockKind.GLOBAL)
        pairs[:, self.rows.start : self.rows.stop] = BlockKind.NONE
        rows = np.arange(self.rows.start, self.rows.stop)
        for kind in (BlockKind.RANDOM, BlockKind.WINDOW, BlockKind.GLOBAL):
            for slot in range(slots):
                of_kind = self.kinds[:, slot] == kind
                for head in range(heads):
                    pairs[head, rows[of_kind], self.keys[head, of_kind, slot]] = kind
        return pairs


@lru_cache(maxsize=NUM_KNOWN_PLANS)
def block_plan(config: BigBirdConfig, layer: int, num_blocks: int, training: bool) -> BlockPlan:
    """The plan of a layer for a text of so many blocks."""
    rows = range(1, num_blocks - 1) if config.global_blocks else range(num_blocks)
    at = np.arange(rows.start, rows.stop)[:, None]  # (Q, 1)
    reach = config.num_window_blocks // 2
    window = at + np.arange(-reach, reach + 1)  # (Q, W)
    is_inside = (window >= rows.start) & (window < rows.stop)  # global blocks have their own slots
    slots = [np.where(is_inside, window, 0)]
    kinds = [np.where(is_inside, BlockKind.WINDOW, BlockKind.NONE)]
    if config.global_blocks:
        slots.insert(0, np.broadcast_to([0, num_blocks - 1], (len(rows), 2)))
        kinds.insert(0, np.full((len(rows), 2), BlockKind.GLOBAL))
    drawn = random_blocks(config, layer, num_blocks, training)  # (H, N - 2, R)
    is_middle = (at > 0) & (at < num_blocks - 1)
    kinds.append(np.where(is_middle, BlockKind.RANDOM, BlockKind.NONE).repeat(drawn.shape[-1], 1))
    if not config.global_blocks:
        drawn = np.pad(drawn, ((0, 0), (1, 1), (0, 0)))
    fixed = np.concatenate(slots, axis=1)
    fixed = np.broadcast_to(fixed, (len(drawn), *fixed.shape))
    keys = np.concatenate([fixed, drawn], axis=-1)
    return BlockPlan(rows, keys, np.concatenate(kinds, axis=1), num_blocks)


def visibility(model_input: ModelInput, config: BigBirdConfig, layer: int) -> BoolArray | None:
    """Who sees whom in a layer in evaluation, by head (H, T, T); None: all see all."""
    length = len(model_input)
    if not config.is_sparse(length):
        return None
    pairs = block_plan(config, layer, config.num_blocks(length), training=False).pairs()
    seen = (pairs != BlockKind.NONE).repeat(config.block_size, 1).repeat(config.block_size, 2)
    return seen[:, :length, :length]


# Attention over blocks ----------------------------------------------------------------------------


class _Slots(NamedTuple):
    """A plan as tensors."""

    keys: Tensor  # (H, Q, M)
    rows: Tensor  # (H, Q, M) the same in the table of all heads' blocks (H N, …)
    is_filled: Tensor  # (Q, M)


@lru_cache(maxsize=NUM_KNOWN_PLANS)
def _slots(
    config: BigBirdConfig, layer: int, num_blocks: int, training: bool, device: torch.device
) -> _Slots:
    """Made outside of inference mode, so that a model that learns can use them again."""
    plan = block_plan(config, layer, num_blocks, training)
    first = np.arange(len(plan.keys))[:, None, None] * num_blocks
    with torch.inference_mode(False):
        return _Slots(
            torch.as_tensor(plan.keys, device=device),
            torch.as_tensor(plan.keys + first, device=device),
            torch.as_tensor(plan.kinds != BlockKind.NONE, device=device),
        )


class _Source:
    """The keys or values of a text (B, H, G + N P, K), to be gathered by blocks."""

    def __init__(self, tensor: Tensor, extra: int, size: int) -> None:
        batch, _, _, width = tensor.shape
        self._blocks = tensor[:, :, extra:].reshape(batch, -1, size * width)  # (B, H N, P K)
        self._extra = tensor[:, :, None, :extra].flatten(0, 1)  # (B H, 1, G, K)
        self._width = width

    def gather(self, rows: Tensor) -> Tensor:
        """The blocks in these rows (H, q, M), and extra tokens: (B H, q, M P + G, K)."""
        heads, count, _ = rows.shape
        found = self._blocks.index_select(1, rows.reshape(-1))  # (B, H q M, P K)
        found = found.view(len(found) * heads, count, -1, self._width)
        if not self._extra.shape[2]:
            return found
        return torch.cat([found, self._extra.expand(-1, count, -1, -1)], 2)


class _Weights(NamedTuple):
    """Attention after the softmax, as recordings read it."""

    chosen: Tensor  # (B, H, Q, P, M P + G) of the blocks that attend to a few
    full: Tensor  # (B, H, G + 2 P or G, G + N P) of what attends to everything


class BlockAttention(nn.Module):
    """Self-attention over G extra global tokens and the T tokens of a text.

    Taps: `weights` (B, H, T, T) of texts up to MAX_MAP tokens; `outside` (B, H, T), the weight on
    extra global tokens, where there are some; `heads` (B, G + T, H, K); `kinds` (1, H, N, N), of
    BlockKind; `shares` (B, H, N, N), the mean weight that tokens of a block give to each block.
    Sparse weights can be read and not changed.
    """

    part: ClassVar = "attention"
    part_title: ClassVar = "Block-sparse attention"

    def __init__(self, config: BigBirdConfig, layer: int) -> None:
        super().__init__()
        width = config.hidden_size
        if width % config.num_attention_heads:
            raise ValueError(
                f"the width {width} is not a multiple of the {config.num_attention_heads} heads"
            )
        self.config, self.layer = config, layer
        self.num_heads = config.num_attention_heads
        self.qkv = Linear(width, 3 * width, config.use_bias)
        self.output = Linear(width, width)
        self.scale = 1 / math.sqrt(width // config.num_attention_heads)
        self.weights, self.heads, self.outside = Tap(), Tap(), Tap()
        self.kinds, self.shares = Tap(), Tap()

    def forward(self, x: Tensor, present: Tensor | None) -> Tensor:
        """x (B, G + T, D), present (B, T) -> (B, G + T, D)."""
        length = x.shape[1] - self.config.num_global_tokens
        is_sparse = self.config.is_sparse(length)
        if self.kinds.active:
            self.kinds(self._pairs(length, is_sparse, x.device))
        packed = self.qkv(x)
        attended = self._sparse(packed, present) if is_sparse else self._full(packed, present)
        projected: Tensor = self.output(self.heads(attended).flatten(2))
        return projected

    def stages(self, call: Call) -> Iterator[Stage]:
        """What a token attends to lies in a few blocks; of long texts and with global tokens that
        are not of the text, the weights of all pairs are not recorded."""
        if self.config.num_global_tokens or not call.has(self.weights):
            yield from rest(call)
            return
        packed, weights = call.of(self.qkv), recorded_value(call, self.weights)
        yield from AttentionPass(
            packed.input,
            [split(part, self.num_heads) for part in packed.result.chunk(3, -1)],
            weights,
            recorded_value(call, self.heads),
            call.result,
            self.scale,
            visible_only(weights),
        ).stages()

    @property
    def _is_read(self) -> bool:
        return self.weights.active or self.shares.active or self.outside.active

    def _pairs(self, length: int, is_sparse: bool, device: torch.device) -> Tensor:
        """(1, H, N, N)."""
        count = self.config.num_blocks(length)
        if is_sparse:
            pairs = block_plan(self.config, self.layer, count, self.training).pairs()
        else:
            shape = (self.num_heads, count, count)
            pairs = np.full(shape, BlockKind.FULL)
        return torch.as_tensor(pairs, dtype=torch.float32, device=device)[None]

    def _split(self, packed: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(B, S, 3 D) -> query, key and value (B, H, S, K)."""
        split = packed.view(*packed.shape[:2], 3 * self.num_heads, -1)
        query, key, value = split.transpose(1, 2).chunk(3, 1)
        return query, key, value

    # ---- short texts

    def _full(self, packed: Tensor, present: Tensor | None) -> Tensor:
        """(B, G + T, 3 D) -> (B, G + T, H, K). Here alone weights have dropout."""
        query, key, value = self._split(packed)
        mask = _key_mask(present, self.config.num_global_tokens, packed.dtype)
        rate = self.config.attention_probs_dropout_prob if self.training else 0.0
        if not self._is_read:
            attended = functional.scaled_dot_product_attention(
                query, key, value, attn_mask=mask, dropout_p=rate
            )
            return attended.transpose(1, 2)
        weights = self._softmax(query, key, mask)  # (B, H, G + T, G + T)
        weights = self._record_full(weights, present)
        weights = functional.dropout(weights, rate) if rate else weights
        return (weights @ value).transpose(1, 2)

    def _softmax(self, query: Tensor, key: Tensor, mask: Tensor | None) -> Tensor:
        scores = (query @ key.transpose(-1, -2)) * self.scale
        return torch.softmax(scores if mask is None else scores + mask, -1)

    def _record_full(self, weights: Tensor, present: Tensor | None) -> Tensor:
        """Past the taps; a changed map takes the place of the old one."""
        extra = self.config.num_global_tokens
        seen = weights[:, :, extra:, extra:]  # (B, H, T, T)
        if extra:
            self.outside(weights[:, :, extra:, :extra].sum(-1))
        if self.shares.active:
            self.shares(_block_means(seen, present, self.config.block_size))
        changed = self.weights(seen)
        if changed is not seen:
            weights = weights.clone()
            weights[:, :, extra:, extra:] = changed
        return weights

    # ---- long texts

    def _sparse(self, packed: Tensor, present: Tensor | None) -> Tensor:
        """(B, G + T, 3 D) -> (B, G + T, H, K), with a text filled up to whole blocks."""
        config, extra = self.config, self.config.num_global_tokens
        length = packed.shape[1] - extra
        count = config.num_blocks(length)
        missing = count * config.block_size - length
        if missing:
            packed = functional.pad(packed, (0, 0, 0, missing))
            present = _filled_up(present, len(packed), length, missing, packed.device)
        query, key, value = self._split(packed)
        slots = _slots(config, self.layer, count, self.training, packed.device)
        chosen = self._chosen(query, key, value, slots, present)
        full = self._global(query, key, value, present)
        if self._is_read:
            weights = _Weights(chosen[1], full[1])
            self._record_sparse(weights, slots, present, length, count)
        size = config.block_size if config.global_blocks else 0
        first, last = full[0][:, :, : extra + size], full[0][:, :, extra + size :]
        attended = torch.cat([first, chosen[0], last], 2)  # (B, H, G + N P, K)
        return attended[:, :, : extra + length].transpose(1, 2)

    def _chosen(
        self, query: Tensor, key: Tensor, value: Tensor, slots: _Slots, present: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """What blocks with few keys read (B, H, Q P, K), and their weights where these are read.

        A few blocks at a time, so that what is gathered for them stays in the processor's cache.
        """
        extra, size = self.config.num_global_tokens, self.config.block_size
        start = size if self.config.global_blocks else 0
        asking = query[:, :, extra + start : query.shape[2] - start]  # (B, H, Q P, K)
        asking = _split_axis(asking, 2, size).flatten(0, 1)  # (B H, Q, P, K)
        sources = _Source(key, extra, size), _Source(value, extra, size)
        mask = self._slot_mask(slots, present, query)
        num_slots, rows = slots.is_filled.shape[1], asking.shape[1]
        gathered = num_slots * size * asking.shape[0] * asking.shape[-1]  # numbers for one block
        step = rows if self._is_read else max(1, AT_ONCE // gathered)
        parts = [
            self._attend(asking[:, part], sources, slots.rows[:, part], mask[:, part])
            for part in (slice(at, at + step) for at in range(0, rows, step))
        ]
        found = torch.cat([one for one, _ in parts], 1).flatten(1, 2)
        heads = query.shape[:2]
        weights = parts[0][1]
        return found.view(*heads, *found.shape[1:]), weights.view(*heads, *weights.shape[1:])

    def _attend(
        self, asking: Tensor, sources: tuple[_Source, _Source], rows: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Some blocks (B H, q, P, K) read their slots; the weights too where these are read."""
        keys, values = (source.gather(rows) for source in sources)
        if not self._is_read:
            found = functional.scaled_dot_product_attention(asking, keys, values, attn_mask=mask)
            return found, found
        weights = self._softmax(asking, keys, mask)  # (B H, q, P, M P + G)
        return weights @ values, weights

    def _slot_mask(self, slots: _Slots, present: Tensor | None, query: Tensor) -> Tensor:
        """Additive (1 or B H, Q, 1, M P + G), lowest at empty slots and padding."""
        size = self.config.block_size
        filled = slots.is_filled[None, :, :, None].expand(-1, -1, -1, size)  # (1, Q, M, P)
        if present is not None:
            found = _split_axis(present, 1, size)[:, slots.keys]  # (B, H, Q, M, P)
            filled = filled & found.flatten(0, 1)
        filled = functional.pad(filled.flatten(2), (0, self.config.num_global_tokens), value=True)
        return _additive(filled, query.dtype)[:, :, None]

    def _global(
        self, query: Tensor, key: Tensor, value: Tensor, present: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """What attends to everything reads (B, H, G + 2 P or G, K), and its weights."""
        extra, size = self.config.num_global_tokens, self.config.block_size
        asking = query[:, :, :extra]
        if self.config.global_blocks:
            asking = torch.cat([query[:, :, : extra + size], query[:, :, -size:]], 2)
        mask = _key_mask(present, extra, query.dtype)
        if not self._is_read:
            found = functional.scaled_dot_product_attention(asking, key, value, attn_mask=mask)
            return found, found
        weights = self._softmax(asking, key, mask)
        return weights @ value, weights

    # ---- recording long texts

    def _record_sparse(
        self, weights: _Weights, slots: _Slots, present: Tensor | None, length: int, count: int
    ) -> None:
        """Past the taps; the map itself is put together for texts up to MAX_MAP tokens only."""
        extra, size = self.config.num_global_tokens, self.config.block_size
        in_slots = weights.chosen[..., : weights.chosen.shape[-1] - extra]
        in_slots = _split_axis(in_slots, 4, size)  # (B, H, Q, P, M, P)
        if extra:
            self.outside(self._to_outside(weights)[:, :, :length])
        if self.shares.active:
            self.shares(self._shares(in_slots.sum(-1), weights.full, slots, present, count))
        if self.weights.active and length <= MAX_MAP:
            chosen = _scatter_slots(in_slots, slots, count).flatten(-2)  # (B, H, Q, P, N P)
            whole = weights.full[:, :, extra:, extra:]
            rows = self._concatenate_block_rows(chosen, _split_axis(whole, 2, size))
            seen = rows.flatten(2, 3)[:, :, :length, :length]
            if self.weights(seen) is not seen:
                raise ValueError("the weights of a sparse layer can be read, but not changed")

    def _shares(
        self, in_slots: Tensor, full: Tensor, slots: _Slots, present: Tensor | None, count: int
    ) -> Tensor:
        """Mean weights of blocks (B, H, N, N), from those of tokens by slot (B, H, Q, P, M)."""
        extra, size = self.config.num_global_tokens, self.config.block_size
        filled = None if present is None else _split_axis(present, 1, size)  # (B, N, P)
        rows = block_plan(self.config, self.layer, count, self.training).rows
        inner, ends = filled, filled
        if filled is not None:
            inner = filled[:, rows.start : rows.stop]
            ends = torch.cat([filled[:, : rows.start], filled[:, rows.stop :]], 1)
        chosen = _scatter_slots(_mean_of_rows(in_slots, inner)[:, :, :, None], slots, count)[
            :, :, :, 0
        ]
        whole = _split_axis(_split_axis(full[:, :, extra:, extra:], 3, size).sum(-1), 2, size)
        return self._concatenate_block_rows(chosen, _mean_of_rows(whole, ends))

    def _concatenate_block_rows(self, chosen: Tensor, whole: Tensor) -> Tensor:
        """Rows (B, H, Q, …) between those of the first and the last block (B, H, 2 or 0, …)."""
        return torch.cat([whole[:, :, :1], chosen, whole[:, :, 1:]], 2)

    def _to_outside(self, weights: _Weights) -> Tensor:
        """The weight of each token on the extra global tokens (B, H, N P)."""
        extra, size = self.config.num_global_tokens, self.config.block_size
        chosen = weights.chosen[..., weights.chosen.shape[-1] - extra :].sum(-1).flatten(2)
        whole = weights.full[:, :, extra:, :extra].sum(-1)  # (B, H, 2 P or 0)
        start = size if self.config.global_blocks else 0
        return torch.cat([whole[:, :, :start], chosen, whole[:, :, start:]], 2)


def _split_axis(x: Tensor, axis: int, size: int) -> Tensor:
    """An axis of tokens as two: of blocks, and of the tokens of a block."""
    return x.reshape(*x.shape[:axis], x.shape[axis] // size, size, *x.shape[axis + 1 :])


def _scatter_slots(in_slots: Tensor, slots: _Slots, count: int) -> Tensor:
    """Weights by slot (B, H, Q, P, M, …) as weights by block (B, H, Q, P, N, …)."""
    shape = list(in_slots.shape)
    at = slots.keys[None, :, :, None].reshape(
        1, *slots.keys.shape[:2], 1, -1, *[1] * (len(shape) - 5)
    )
    shape[4] = count
    return in_slots.new_zeros(shape).scatter_add_(4, at.expand_as(in_slots), in_slots)


def _mean_of_rows(rows: Tensor, filled: Tensor | None) -> Tensor:
    """The mean over the tokens of each block, padding aside: (B, H, N, P, …) -> (B, H, N, …)."""
    if filled is None:
        return rows.mean(3)
    weights = filled[:, None, :, :, None].to(rows.dtype)  # (B, 1, N, P, 1)
    return (rows * weights).sum(3) / weights.sum(3).clamp(min=1)


def _block_means(weights: Tensor, present: Tensor | None, size: int) -> Tensor:
    """The mean weight that the tokens of a block give to each block, padding aside.

    (B, H, T, T), present (B, T) -> (B, H, N, N).
    """
    in_block = _block_membership(weights.shape[-1], size, weights.device, weights.dtype)  # (T, N)
    rows = in_block if present is None else in_block * present[:, :, None]  # (T, N) or (B, T, N)
    rows = rows / rows.sum(-2, keepdim=True).clamp(min=1)
    return rows.mT.unsqueeze(-3) @ (weights @ in_block)


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
def _block_membership(length: int, size: int, device: torch.device, dtype: torch.dtype) -> Tensor:
    """(T, N): 1 where a token is in a block; made outside of inference mode, to be used again."""
    with torch.inference_mode(False):
        blocks = torch.arange(length, device=device) // size
        return functional.one_hot(blocks).to(dtype)


def _filled_up(
    present: Tensor | None, batch: int, length: int, missing: int, device: torch.device
) -> Tensor:
    """`present` (B, T) with padding up to whole blocks (B, N P)."""
    if present is None:
        present = torch.ones(batch, length, dtype=torch.bool, device=device)
    return functional.pad(present, (0, missing), value=False)


def _key_mask(present: Tensor | None, extra: int, dtype: torch.dtype) -> Tensor | None:
    """Additive (B, 1, 1, G + S) from `present` (B, S); extra global tokens are always there."""
    if present is None:
        return None
    return _additive(functional.pad(present, (extra, 0), value=True), dtype)[:, None, None]


def _additive(present: Tensor, dtype: torch.dtype) -> Tensor:
    """0 where something is and the lowest number elsewhere."""
    mask = torch.zeros(present.shape, dtype=dtype, device=present.device)
    return mask.masked_fill_(~present, torch.finfo(dtype).min)


# The model ----------------------------------------------------------------------------------------


class BigBirdEmbeddings(nn.Module):
    """LayerNorm(dropout(token + position + segment)). Tap `summed` (B, T, D): the output.

    Tokens are scaled by the square root of the width where config.json says so. `extra` (G, D) are
    the extra global tokens, which have neither position nor segment.
    """

    def __init__(self, config: BigBirdConfig) -> None:
        super().__init__()
        width, extra = config.hidden_size, config.num_global_tokens
        self.token = nn.Embedding(config.vocab_size, width)
        self.position = nn.Embedding(config.max_position_embeddings, width)
        self.segment = (
            nn.Embedding(config.type_vocab_size, width) if config.type_vocab_size else None
        )
        self.extra = nn.Embedding(extra, width) if extra else None
        self.norm = nn.LayerNorm(width, eps=config.layer_norm_eps)
        self.dropout = config.hidden_dropout_prob
        self.scale = math.sqrt(width) if config.rescale_embeddings else 1.0
        self.summed = Tap()

    def forward(self, ids: Tensor, segment: Tensor | None) -> Tensor:
        """ids, segment (B, T) -> (B, G + T, D)."""
        x = self.token(ids)
        x = x if self.scale == 1 else x * self.scale
        if self.segment is not None:
            x = x + (self.segment.weight[:1] if segment is None else self.segment(segment))
        text = self.summed(self._normalize(x + self.position.weight[: ids.shape[1]]))
        if self.extra is None:
            return text
        extra = self.extra.weight.expand(len(ids), -1, -1)
        return torch.cat([self._normalize(extra), text], 1)

    def stages(self, call: Call) -> Iterator[Stage]:
        tokens, segment = call.of(self.token).result, call.arguments["segment"]
        if self.scale != 1:
            yield looked_up("Token embedding", "t = E[id]", "t", tokens)
            scaled = Value("t", tokens * self.scale)
            yield Stage("Scaling", "t ← √D t", (Value("t", tokens),), scaled)
            tokens = scaled.numbers
        segments = segment_rows(self.segment, segment, len(tokens))
        yield from table_stages(
            token=tokens,
            segment=segments,
            position=self.position.weight[: len(tokens)],
        )
        yield from stages_of(call.of(self.norm))
        if self.extra is not None:
            text, both = Value("x", call.of(self.norm).result), Value("x", call.result)
            formula = "x of the text, after x of the global tokens"
            yield Stage("Global tokens before the text", formula, (text,), both)

    def _normalize(self, x: Tensor) -> Tensor:
        normed: Tensor = self.norm(apply_dropout(self, x, self.dropout))
        return normed


class BigBirdBlock(nn.Module):
    """LayerNorm(x + attention(x)), then LayerNorm(x + feed-forward(x)).

    Tap `state` (B, T, D): what leaves the block, without extra global tokens.
    """

    def __init__(self, config: BigBirdConfig, layer: int) -> None:
        super().__init__()
        width, eps, rate = config.hidden_size, config.layer_norm_eps, config.hidden_dropout_prob
        self.attention = BlockAttention(config, layer)
        self.attention_norm = ResidualNorm(width, eps, rate)
        self.feed_forward = FeedForward(width, config.intermediate_size, config.hidden_act)
        self.feed_forward_norm = ResidualNorm(width, eps, rate)
        self.num_extra = config.num_global_tokens
        self.state = Tap()

    def forward(self, x: Tensor, present: Tensor | None) -> Tensor:
        """x (B, G + T, D), present (B, T) -> (B, G + T, D)."""
        x = self.attention_norm(x, self.attention(x, present))
        x = self.feed_forward_norm(x, self.feed_forward(x))
        if not self.num_extra:
            return self.state(x)
        return torch.cat([x[:, : self.num_extra], self.state(x[:, self.num_extra :])], 1)


class BigBird(OneEncoder):
    """The encoder with its heads `mlm` (masked tokens) and `nsp` (0: the second text follows)."""

    def __init__(self, config: BigBirdConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = BigBirdEmbeddings(config)
        self.layers = nn.ModuleList(
            BigBirdBlock(config, layer) for layer in range(config.num_hidden_layers)
        )
        self.mlm = MaskedHead(
            config.hidden_size, config.vocab_size, config.hidden_act, config.layer_norm_eps
        )
        self.pooler = Linear(config.hidden_size, config.hidden_size)
        self.nsp = Linear(config.hidden_size, 2)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D). The longest text of a batch sets the blocks of all."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, G + T, D)
        for layer in self.layers:
            x = layer(x, batch.present)
        return {"encoder": x[:, self.config.num_global_tokens :]}

    def first_row(self, stream: str, num_tokens: int) -> int:
        """Rows of the text follow those of the extra global tokens."""
        return self.config.num_global_tokens

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V). `nsp`: the [CLS] state (…, D) -> (…, 2)."""
        if head == "mlm":
            return self.mlm(hidden)
        return self.nsp(torch.tanh(self.pooler(hidden)))

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        """What each block of keys is to each block of queries, its weight, and what is outside."""
        places = {"blocks": "kinds", "block_weights": "shares", "outside": "outside"}
        return {
            name: encoder_taps("layers", len(self.layers), f"attention.{place}")
            for name, place in places.items()
        }


TABLE = WeightTable(
    architectures=("BigBirdForPreTraining", "BigBirdForMaskedLM", "BigBirdModel"),
    rules=(
        *embedding_rules("bert.embeddings"),
        WeightRule("embeddings.extra.weight", "bert.embeddings.global_embeddings.weight"),
        *bert_layer_rules("bert.encoder.layer.{i}"),
        *layer_rules("pooler", "bert.pooler"),
        *layer_rules("mlm.dense", "cls.predictions.transform.dense"),
        *layer_rules("mlm.norm", "cls.predictions.transform.LayerNorm"),
        WeightRule("mlm.decoder.bias", "cls.predictions.bias"),
        *layer_rules("nsp", "cls.seq_relationship"),
    ),
    legacy=(
        (r"^(embeddings|encoder|pooler)\.", r"bert.\1."),
        *tied_head("cls.predictions", "bert.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$", r"\.embeddings\.token_type_ids$"),
    optional=("mlm.", "nsp.", "pooler."),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


# Heads of tasks -----------------------------------------------------------------------------------


class SpanHead(TaskHead):
    """A feed-forward network with its norm, and a linear layer for start and end of a span."""

    def __init__(self, config: BigBirdConfig, num_outputs: int) -> None:
        rate = config.hidden_dropout_prob
        super().__init__("encoder", config.hidden_size, num_outputs, rate)
        self.feed_forward = FeedForward(
            config.hidden_size, config.intermediate_size, config.hidden_act
        )
        self.norm = ResidualNorm(config.hidden_size, config.layer_norm_eps, rate)

    def forward(self, states: Mapping[str, Tensor], batch: TaskInputs) -> Tensor:
        """The last hidden states (B, T, D) -> logits (B, T, 2)."""
        hidden = states[self.stream]
        widened = self.feed_forward(apply_dropout(self, hidden, self.dropout))
        logits: Tensor = self.output(self.norm(hidden, widened))
        return logits


def _sequence_head(model: BigBird, num_outputs: int, classifier_dropout: float | None) -> TaskHead:
    config = model.config
    rate = config.hidden_dropout_prob if classifier_dropout is None else classifier_dropout
    head = SequenceHead(
        "encoder",
        config.hidden_size,
        num_outputs,
        rate,
        summary=first_state,
        act=config.hidden_act,
        first_dropout=rate,
    )
    initialise(head, config.initializer_range)
    return head


def _choice_head(model: BigBird, num_outputs: int) -> TaskHead:
    return pooled_head(model, num_outputs)


def _span_head(model: BigBird, num_outputs: int) -> TaskHead:
    head = SpanHead(model.config, num_outputs)
    initialise(head, model.config.initializer_range)
    return head


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "BigBirdForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classifier.dense"),
            *layer_rules("head.output", "classifier.out_proj"),
        ),
        options=DROPOUT,
    ),
    "choice": TaskHeadSpec("BigBirdForMultipleChoice", _choice_head, CLASSIFIER),
    "span": TaskHeadSpec(
        "BigBirdForQuestionAnswering",
        _span_head,
        (
            *layer_rules("head.feed_forward.widen", "qa_classifier.intermediate.dense"),
            *layer_rules("head.feed_forward.narrow", "qa_classifier.output.dense"),
            *layer_rules("head.norm", "qa_classifier.output.LayerNorm"),
            *layer_rules("head.output", "qa_classifier.qa_outputs"),
        ),
        absent=("pooler.",),
    ),
    "token": TaskHeadSpec(
        "BigBirdForTokenClassification", encoder_token_head, CLASSIFIER, options=DROPOUT
    ),
}

TEMPLATE = SpecialTokenTemplate(
    published_class="BigBirdTokenizer",
    roles={
        "pad": "<pad>",
        "eos": "</s>",
        "bos": "<s>",
        "unk": "<unk>",
        "cls": "[CLS]",
        "sep": "[SEP]",
        "mask": "[MASK]",
    },
    single=CLS_SINGLE,
    pair=CLS_PAIR,
    inputs=WITH_SEGMENTS,
)

SPEC = ArchSpec(
    name="big_bird",
    title="BigBird",
    summary="An encoder for long texts, whose attention costs a constant time per token.",
    difference=(
        "Each block of tokens attends to the first and the last block, to its neighbours and to a "
        "few random blocks, instead of to all. Time and memory grow with the length, not with its "
        "square, so that texts of 4,096 tokens fit where 512 did."
    ),
    paper=Paper(
        "Zaheer, Guruganesh, Dubey, Ainslie, Alberti, Ontanon, Pham, Ravula, Wang, Yang, Ahmed",
        "Big Bird: Transformers for Longer Sequences",
        2020,
        "2007.14062",
    ),
    reference="google-research/bigbird",
    model_type="big_bird",
    config_class=BigBirdConfig,
    model_class=BigBird,
    streams=(StreamSpec("encoder", "Encoder", visibility=visibility),),
    heads=(
        HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),
        HeadSpec(
            "nsp",
            "Next sentence",
            "encoder",
            "classify_pair",
            classes=("follows", "unrelated"),
            modules=("pooler",),
        ),
    ),
    direction="both sides, a few blocks of a long text",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=(
        Preset("bigbird-roberta-base", {}, 127_468_800),
        Preset("bigbird-roberta-large", LARGE, 359_123_968),
    ),
    template=TEMPLATE,
    extras=(
        ExtraSpec("blocks", "Blocks", "blocks", size_key="block_size"),
        ExtraSpec("block_weights", "Weight of each block", "block_weights", size_key="block_size"),
        ExtraSpec("outside", "Weight on extra global tokens", "outside"),
    ),
    notes=(
        "Random blocks are drawn once for each layer and head, with the number of the layer as the "
        "seed, and serve training and evaluation. transformers has none in evaluation: there the "
        "first block counts as many times more. With computes_as = 'transformers' in config.json "
        "this program computes the same.",
        "At 1,024, 3,072 and 4,096 tokens random blocks are among the first 1,024 tokens, at other "
        "lengths among the first 2 r + 5 blocks, as in the authors' code.",
        "A text of at most 2 r + 5 blocks gets full attention. A longer one is filled up with "
        "padding to whole blocks. In a batch the longest text decides both for all.",
        "The authors' code has a head for the next sentence, which pretraining does not use.",
        "The extended construction keeps the first and the last block global. Its extra tokens "
        "share all weights with the text; no published checkpoint in this layout has them.",
        "For questions transformers lowers the scores of the question's tokens; here an answer is "
        "a part of the passage in any case.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    config_titles={
        "attention_type": "Attention",
        "block_size": "Block size, in tokens",
        "global_blocks": "Global blocks, the first and the last",
        "num_window_blocks": "Window, in blocks",
        "num_random_blocks": "Random blocks",
        "num_global_tokens": "Extra global tokens",
        "computes_as": "Computed as in",
        "use_bias": "Queries, keys and values have a bias",
        "rescale_embeddings": "Embeddings scaled by the square root of the width",
    },
    config_values={
        "attention_type": {"block_sparse": "by blocks", "original_full": "of all tokens to all"},
        "num_random_blocks": {0: "none"},
        "num_global_tokens": {0: "none"},
        "computes_as": {"paper": "the paper"},
    },
)
