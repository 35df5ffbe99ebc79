"""A model's attention to one text, ready for drawing: engine in, maps and numbers out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.core.attention.heads import AttentionMaps, HeadFacts, average_maps, facts
from explorer.core.attention.hops import hops, hops_to
from explorer.core.attention.inputs import (
    AttentionQuery,
    PreparedInput,
    feed,
    has_own_text,
    key_stream,
)
from explorer.core.attention.measures import leave_out_tokens, part
from explorer.core.attention.position_bias import BiasCurves, average_by_distance
from explorer.core.comparison.rows import rows_of
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.languages.alignment import Alignment, align_pair, word_ranges
from explorer.core.languages.translations import reads_two_languages
from explorer.core.localization import tr
from explorer.core.state.state import Head
from models.schema.factorization_order import visibility
from models.schema.records import (
    NO_ORIGIN,
    BlockKind,
    BoolArray,
    Encoding,
    FloatArray,
    IntArray,
    ModelInput,
    StreamTrace,
    TokenChange,
)
from models.schema.specs import MAIN_FEED, ORDER_FEED, ArchSpec, ExtraSpec, StreamSpec

if TYPE_CHECKING:
    from models.tokenization.base import Vocabulary

ByteArray = NDArray[np.uint8]
# Kinds of recordings that are drawn; the weight on what is no column comes with the attention.
DRAWN = ("score_term", "distance_bias", "blocks", "block_weights")
BIAS_LENGTH = 129  # tokens of a text that has every distance that published buckets distinguish


@dataclass(frozen=True, eq=False)
class TokenAxis:
    """The tokens along one side of a map: N that are left without special tokens.

    `places` are what is selected: places in the encoding, NO_ORIGIN for a token that is not of the
    text, or, where the text is the decoder's own, places in what it is fed. Of a text without a map
    of all tokens, N are blocks of `size` tokens, and a place is that of the first.
    """

    feed: str  # what holds them
    of_text: bool
    labels: tuple[str, ...]  # (N,)
    tokens: tuple[str, ...]  # (N,) exact names, to be compared between models
    fed_rows: IntArray  # (N,) of what is fed
    places: IntArray  # (N,)
    num_fed: int
    size: int = 1

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def num_hidden(self) -> int:
        return self.num_fed - len(self)

    @property
    def hidden(self) -> BoolArray:
        """Which of the tokens that are fed are left out."""
        hidden = np.ones(self.num_fed, dtype=np.bool_)
        hidden[self.fed_rows] = False
        return hidden

    def index_of(self, place: int | None) -> int | None:
        """The index of a place, None if it is left out."""
        if place is None or place == NO_ORIGIN:
            return None
        indices = np.flatnonzero((self.places <= place) & (place < self.places + self.size))
        return int(indices[0]) if len(indices) else None


@dataclass(frozen=True, eq=False)
class ScoreTerm:
    """One term of the scores, before the softmax."""

    spec: ExtraSpec
    maps: AttentionMaps
    off: bool


@dataclass(frozen=True, eq=False)
class PositionBias:
    """What is added to the scores of all layers by distance, whether it is switched off or not."""

    spec: ExtraSpec
    curves: BiasCurves
    off: bool


@dataclass(frozen=True, eq=False)
class AttentionView:
    """One stream of one model: R rows, C columns, without special tokens if they are hidden."""

    card: ModelCard
    fed: PreparedInput
    streams: tuple[StreamSpec, ...]  # to choose from: those that ran
    stream: StreamSpec
    rows: TokenAxis  # R
    columns: TokenAxis  # C
    maps: AttentionMaps
    facts: HeadFacts
    visible: tuple[BoolArray | None, ...] = ()  # by layer (R, C), or (H, R, C); None: all see all
    links: tuple[BoolArray | None, ...] = ()  # by layer, of any head and all tokens that are fed
    block_kinds: ByteArray | None = None  # (L, H, R, C) of BlockKind, in a model of blocks
    num_padded: int = 0  # tokens with the padding that the model adds
    terms: tuple[ScoreTerm, ...] = ()  # whose sum is the score
    bias: PositionBias | None = None
    alignment: Alignment | None = None  # of a pair in two languages
    ablated_extras: tuple[ExtraSpec, ...] = ()  # terms that are switched off
    removed: float = 0.0  # mean share of a row, over all heads, on excluded tokens
    num_empty: int = 0  # rows, of all heads together, that attended to nothing else: left empty

    @property
    def model_input(self) -> ModelInput:
        return self.fed.model_input

    @property
    def encoding(self) -> Encoding:
        return self.model_input.encoding

    @property
    def order(self) -> IntArray | None:
        """The position of each token in the order (T,), where there is one."""
        return self.model_input.feeds.get(ORDER_FEED)

    @property
    def row_without_visible(self) -> int | None:
        """The row that has nothing to see: the first of an order, where it does not see itself."""
        if self.order is None or not self.stream.columns:
            return None
        _, query = visibility(self.order)  # (T, T)
        empty = np.flatnonzero(~query[self.rows.fed_rows].any(-1))
        return int(empty[0]) if len(empty) else None

    def visible_in(self, layer: int | None, head: int | None = None) -> BoolArray | None:
        """Which row may attend to which column (R, C), for any layer or head; None: all to all."""
        layer, head = self.maps.nearest(layer, head)
        chosen = self.visible if layer is None else self.visible[layer : layer + 1]
        known = [_visible_in_head(each, head) for each in chosen if each is not None]
        return np.logical_or.reduce(known) if known and len(known) == len(chosen) else None

    def block_kinds_in(self, layer: int | None, head: int | None) -> ByteArray | None:
        """Why each row may attend to each column (R, C): the first BlockKind of several.

        NONE where no layer or head that is chosen does.
        """
        if self.block_kinds is None:
            return None
        layer, head = self.maps.nearest(layer, head)
        chosen = self.block_kinds if layer is None else self.block_kinds[layer : layer + 1]
        chosen = chosen if head is None else chosen[:, head : head + 1]
        lowest = np.where(chosen == BlockKind.NONE, max(BlockKind) + 1, chosen).min((0, 1))
        kinds: ByteArray = np.where(lowest > max(BlockKind), BlockKind.NONE, lowest)
        return kinds.astype(np.uint8)

    def hops_to(self, row: int) -> IntArray:
        """Return the fewest attention hops (C,) from each column to a row of the last layer.

        A path may use any head and any token, also one that is left out. NEVER without a path.
        """
        target = int(self.rows.fed_rows[row])
        return hops_to(self.links, target, self.rows.num_fed)[self.columns.fed_rows]

    def hops(self, column: int, row: int) -> int:
        """Return the fewest attention hops from a column to a row of the last layer, or NEVER."""
        source, target = int(self.columns.fed_rows[column]), int(self.rows.fed_rows[row])
        return hops(self.links, source, target, self.rows.num_fed)

    @property
    def same_text(self) -> bool:
        """Whether rows and columns are the same tokens."""
        return self.rows is self.columns

    @property
    def num_hidden(self) -> int:
        return self.rows.num_hidden + self.columns.num_hidden

    @property
    def num_rows(self) -> int:
        """The number of rows in the maps of all heads together."""
        return self.maps.num_layers * self.maps.num_heads * len(self.rows)

    @property
    def blocks(self) -> tuple[tuple[range, range], ...]:
        """Rows and columns in which the words of one language attend to those of the other."""
        if self.alignment is None:
            return ()
        first, second = (
            range(*np.searchsorted(self.rows.fed_rows, each).tolist())
            for each in word_ranges(self.model_input)
        )
        return (first, second), (second, first)

    def score(self, layer: int | None, head: int | None) -> FloatArray:
        """The sum of all terms (R, C); an average of sums is the sum of averages."""
        total: FloatArray = np.sum([term.maps.pick(layer, head) for term in self.terms], axis=0)
        return total


def view(
    engine: Engine,
    key: str,
    query: AttentionQuery,
    forced: Mapping[int, bool] | None = None,
    ablate: Collection[Head] = (),
) -> AttentionView:
    """What the model attends to. Raises UserError, also where it has no attention."""
    card = engine.card(key)
    check_attends(card)
    fed = feed(engine, key, query, forced)
    fed = replace(fed, model_input=engine.apply_all_feeds(key, fed.model_input))
    if (variant := card.spec.input_variant(query.variant)) is not None:
        fed = replace(fed, model_input=variant.apply(fed.model_input), variant=variant.title)
    return view_of(engine, key, query, fed, ablate)


def view_of(
    engine: Engine,
    key: str,
    query: AttentionQuery,
    fed: PreparedInput,
    ablate: Collection[Head] = (),
) -> AttentionView:
    """What the model attends to in an input that is complete. Raises UserError as `view`.

    Where no stream is chosen for its architecture, or one that did not run, its last is shown, or
    the first with a bias by distance where that is what is looked for.
    """
    card = engine.card(key)
    check_attends(card)
    ablated_extras = tuple(
        e for e in card.spec.extras if e.ablatable and e.name in query.ablate_extras
    )
    off = [extra.name for extra in ablated_extras]
    drawn = [extra.name for extra in card.spec.extras if extra.kind in DRAWN]
    kinds = "attention", *drawn
    traces = engine.trace(
        key, fed.model_input, kinds, drop_missing_heads(engine, key, ablate), off
    ).streams
    streams = tuple(spec for spec in card.spec.streams if spec.attends and spec.name in traces)
    stream = _chosen(card.spec, streams, traces, query)
    trace = traces[stream.name]
    known: dict[str, Any] = {
        "card": card,
        "fed": fed,
        "streams": streams,
        "stream": stream,
        "num_padded": engine.load_model(key).model.config.padded_length(len(fed.model_input)),
        "ablated_extras": ablated_extras,
    }
    if trace.attention is None:
        return AttentionView(**known, **_make_block_fields(engine, card, fed.model_input, trace))
    rows = _axis(engine, card, fed.model_input, stream.feed, trace.rows, query.hide_specials)
    columns, key_feed = rows, key_stream(card.spec, stream).feed
    if key_feed != stream.feed:
        columns = _axis(engine, card, fed.model_input, key_feed, trace.columns, query.hide_specials)
    return AttentionView(
        **known,
        rows=rows,
        columns=columns,
        **_visibility(engine, card, stream, fed.model_input, rows, columns),
        block_kinds=_block_kinds(engine, card, trace, rows, columns),
        terms=_terms(card.spec, trace, rows, columns, off),
        bias=_bias(engine, card, fed.model_input, stream, trace, off),
        alignment=_align_words(card, fed.model_input, trace) if rows is columns else None,
        **_measure_maps(trace, rows, columns),
    )


def _make_block_fields(
    engine: Engine, card: ModelCard, model_input: ModelInput, trace: StreamTrace
) -> dict[str, Any]:
    """Return the fields of a view by blocks, for a text that has no map of all its tokens.

    Raises UserError where the model has no blocks.
    """
    found = {e.kind: e for e in card.spec.extras if e.name in trace.extra}
    if not {"blocks", "block_weights"} <= found.keys():
        raise _too_long(card, len(trace.rows))
    kinds = trace.extra[found["blocks"].name].astype(np.uint8)  # (L, H, N, N)
    weights = trace.extra[found["block_weights"].name]
    size = int(getattr(engine.load_model(card.key).model.config, found["blocks"].size_key))
    axis = _block_axis(model_input, trace.rows, size)
    seen = kinds != BlockKind.NONE
    return {
        "rows": axis,
        "columns": axis,
        "visible": tuple(seen),
        "links": tuple(seen.any(1)),
        "block_kinds": kinds,
        "maps": average_maps(weights),
        "facts": facts(weights, same_text=True, places=axis.fed_rows * size),
    }


def _block_axis(model_input: ModelInput, tokens: tuple[str, ...], size: int) -> TokenAxis:
    """Blocks of `size` tokens, which are named by the positions of these."""
    starts = np.arange(0, len(tokens), size)
    return TokenAxis(
        feed=MAIN_FEED,
        of_text=True,
        labels=tuple(f"{at:,}–{min(at + size, len(tokens)) - 1:,}" for at in starts.tolist()),
        tokens=tuple(" ".join(tokens[at : at + size]) for at in starts.tolist()),
        fed_rows=np.arange(len(starts)),
        places=model_input.origin[starts],
        num_fed=len(starts),
        size=size,
    )


def _visible_in_head(visible: BoolArray, head: int | None) -> BoolArray:
    """What a head sees (R, C) of that, or of (H, R, C) where heads differ; None: what any sees."""
    if visible.ndim == 2:
        return visible
    in_head: BoolArray = np.logical_or.reduce(visible) if head is None else visible[head]
    return in_head


def _too_long(card: ModelCard, length: int) -> UserError:
    """Make the error for a text so long that the model records no attention map of it."""
    from models.inference.taps import MAX_MAP

    return UserError(
        tr(
            "{title} records no attention map of {count:,} tokens.",
            title=card.title,
            count=length,
        ),
        tr(
            "Choose a text of at most {count:,} tokens, or see long texts in the panel Long texts.",
            count=MAX_MAP,
        ),
    )


def says_no_attention(spec: ArchSpec, title: str) -> str:
    """Say that a model has no attention, and what mixes its tokens instead where that is known."""
    without = tr("{title} has no attention.", title=title)
    mixing = next((stream.mixing for stream in spec.streams if stream.mixing), "")
    return f"{without} {tr(mixing)}" if mixing else without


def check_attends(card: ModelCard) -> None:
    """Raises UserError for a model without attention."""
    if any(stream.attends for stream in card.spec.streams if stream.name in card.streams):
        return
    without = says_no_attention(card.spec, card.title)
    if any(stream.mixing for stream in card.spec.streams):
        raise UserError(
            without,
            tr("Look at its states in the panel Layers, or choose another model here."),
        )
    raise UserError(
        without,
        tr(
            "{title} passes what it has read from token to token instead. Look at its states in "
            "the panel Layers, or choose another model here.",
            title=card.spec.title,
        ),
    )


def _visibility(
    engine: Engine,
    card: ModelCard,
    stream: StreamSpec,
    model_input: ModelInput,
    rows: TokenAxis,
    columns: TokenAxis,
) -> dict[str, Any]:
    """Which row may attend to which column in each layer, and which token at which in any head."""
    model, (at, of) = engine.load_model(card.key).model, np.ix_(rows.fed_rows, columns.fed_rows)
    visible: list[BoolArray | None] = []
    links: list[BoolArray | None] = []
    for layer in range(len(model.attention_taps(stream.name))):
        each = stream.visible_by_head(model_input, model.config, layer)
        visible.append(None if each is None else each[..., at, of])
        links.append(None if each is None else _visible_in_head(each, None))
    return {"visible": tuple(visible), "links": tuple(links)}


def _chosen(
    spec: ArchSpec,
    streams: Sequence[StreamSpec],
    traces: Mapping[str, StreamTrace],
    query: AttentionQuery,
) -> StreamSpec:
    """The one of the streams that is shown, as `view` says."""
    name = dict(query.streams).get(spec.name)
    biased = [each for each in streams if _bias_spec(spec, traces[each.name])]
    default = biased[0] if biased and query.with_bias else streams[-1]
    return next((each for each in streams if each.name == name), default)


def _measure_maps(trace: StreamTrace, rows: TokenAxis, columns: TokenAxis) -> dict[str, Any]:
    """The maps that are shown, what each head does, and what hiding tokens did to the rows."""
    attention, same_text = trace.attention, rows is columns
    assert attention is not None
    if rows.num_hidden == columns.num_hidden == 0:
        return {"maps": average_maps(attention), "facts": facts(attention, same_text)}
    visible = leave_out_tokens(attention, rows.hidden, columns.hidden)
    outside = 0.0 if trace.outside is None else float(trace.outside[:, :, rows.fed_rows].mean())
    return {
        "maps": average_maps(visible.attention),
        "facts": facts(visible.attention, same_text, rows.fed_rows),
        "removed": visible.removed - outside,
        "num_empty": visible.num_empty,
    }


def drop_missing_heads(engine: Engine, key: str, ablate: Collection[Head]) -> list[Head]:
    """Drop the heads that the model lacks, which an earlier one of its name may have had."""
    model, num_heads = engine.load_model(key).model, engine.card(key).num_heads
    layers = {stream: len(model.attention_taps(stream)) for stream in model.streams}
    return [
        head for head in ablate if head.layer < layers.get(head.stream, 0) and head.head < num_heads
    ]


# ---- the two sides


def _axis(
    engine: Engine,
    card: ModelCard,
    model_input: ModelInput,
    feed: str,
    tokens: tuple[str, ...],
    hides_specials: bool,
) -> TokenAxis:
    tokenizer, own = engine.tokenizer(card.key), has_own_text(card.spec, feed)
    feed = feed if feed in model_input.feeds else MAIN_FEED
    fed = rows_of(tokenizer, card.spec, model_input, feed, card.title).tokens
    special = np.array([token.special for token in fed])
    hidden = _hideable(tokenizer.vocabulary, model_input.ids_of(feed), special) & hides_specials
    visible = np.flatnonzero(~hidden)
    origin = np.arange(len(fed)) if own else model_input.origin
    return TokenAxis(
        feed=feed,
        of_text=not own,
        labels=tuple(fed[place].text for place in visible),
        tokens=tuple(tokens[place] for place in visible),
        fed_rows=visible,
        places=origin[visible],
        num_fed=len(fed),
    )


def _hideable(vocabulary: Vocabulary, ids: IntArray, special: BoolArray) -> BoolArray:
    """Special tokens (T,) except masks and sentinels; none where there are no other tokens."""
    hidden = special & ~np.isin(ids, vocabulary.sentinel_ids) & (ids != vocabulary.mask_id)
    return np.zeros_like(hidden) if hidden.all() else hidden


# ---- what only some architectures have


def _terms(
    spec: ArchSpec, trace: StreamTrace, rows: TokenAxis, columns: TokenAxis, off: Collection[str]
) -> tuple[ScoreTerm, ...]:
    recorded = [e for e in spec.extras if e.kind == "score_term" and e.name in trace.extra]
    return tuple(
        ScoreTerm(
            extra,
            average_maps(part(trace.extra[extra.name], rows.fed_rows, columns.fed_rows)),
            off=extra.name in off,
        )
        for extra in recorded
    )


def _block_kinds(
    engine: Engine, card: ModelCard, trace: StreamTrace, rows: TokenAxis, columns: TokenAxis
) -> ByteArray | None:
    """What the blocks of two tokens are to each other (L, H, R, C); None without blocks."""
    recorded = [e for e in card.spec.extras if e.kind == "blocks" and e.name in trace.extra]
    if not recorded:
        return None
    size = int(getattr(engine.load_model(card.key).model.config, recorded[0].size_key))
    pairs = trace.extra[recorded[0].name].astype(np.uint8)  # (L, H, N, N)
    kinds: ByteArray = pairs[..., rows.fed_rows[:, None] // size, columns.fed_rows // size]
    return kinds


def _align_words(card: ModelCard, model_input: ModelInput, trace: StreamTrace) -> Alignment | None:
    """Return the word alignment of a pair, or None unless the model is fed both languages."""
    if trace.attention is None or not reads_two_languages(card, model_input):
        return None
    return align_pair(model_input.encoding, trace.attention)


def _bias_spec(spec: ArchSpec, trace: StreamTrace) -> ExtraSpec | None:
    """The bias by distance that a stream has recorded."""
    recorded = [e for e in spec.extras if e.kind == "distance_bias" and e.name in trace.extra]
    return recorded[0] if recorded else None


def _bias(
    engine: Engine,
    card: ModelCard,
    model_input: ModelInput,
    stream: StreamSpec,
    trace: StreamTrace,
    off: Collection[str],
) -> PositionBias | None:
    """The bias by distance, read off a text that is long enough for all of it, or as one may be."""
    extra = _bias_spec(card.spec, trace)
    if extra is None:
        return None
    has_table = not card.spec.default_positions  # of absolute positions, which ends
    length = min(BIAS_LENGTH, card.num_positions) if has_table else BIAS_LENGTH
    long = _resize_feed(model_input, stream.feed, length)
    bias = engine.trace(card.key, long, ("extra",)).streams[stream.name].extra[extra.name]
    return PositionBias(extra, average_by_distance(bias, stream.causal), off=extra.name in off)


def _resize_feed(model_input: ModelInput, feed: str, length: int) -> ModelInput:
    """Ids of the same feed, repeated or cut; for what does not depend on them."""
    if feed != MAIN_FEED:
        return model_input.with_feed(feed, np.resize(model_input.feeds[feed], length))
    return ModelInput(
        encoding=model_input.encoding,
        input_ids=np.resize(model_input.input_ids, length),
        segment=np.zeros(length, dtype=np.int64),
        origin=np.full(length, NO_ORIGIN),
        change=np.full(length, TokenChange.KEPT, dtype=np.int64),
    )
