"""The entries of one input of a model as text.

Shapes: T tokens of the main input, R rows of an input.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.engine.labels import label, labels
from explorer.core.errors import UserError
from explorer.core.localization import tr
from models.schema.records import NO_ORIGIN, ModelInput, TokenChange
from models.schema.specs import ORDER_FEED, ArchSpec

if TYPE_CHECKING:
    from models.tokenization import Tokenizer


@dataclass(frozen=True)
class InputToken:
    """One entry as a stream is fed it. `origin` is its place in the sentence, or None."""

    text: str
    change: TokenChange = TokenChange.KEPT
    original: str = ""  # the token of the sentence, where that is another one
    special: bool = False
    unknown: bool = False
    origin: int | None = None
    order: int | None = None  # position in the factorization order, from 1; None: context


@dataclass(frozen=True)
class Rows:
    """The entries of one feed, under the name of the stream that reads them."""

    title: str
    tokens: tuple[InputToken, ...]


def rows_of(
    tokenizer: Tokenizer, spec: ArchSpec, model_input: ModelInput, feed: str, title: str = ""
) -> Rows:
    """The entries of a feed, named after the first stream that reads it unless a title is given.

    Tokens of the sentence have their position in it. Raises UserError for a feed that no objective
    made.
    """
    title = title or next(tr(stream.title) for stream in spec.streams if stream.feed == feed)
    declared, ids = spec.input(feed), model_input.ids_of(feed).tolist()
    if declared.role == "tokens":
        return Rows(title, tuple(_tokens(tokenizer, model_input, ids)))
    if feed not in model_input.feeds:
        raise UserError(
            tr("The {title} has no input under this objective.", title=title.lower()),
            tr("Choose another objective."),
        )
    if declared.role == "decoder_tokens":
        return Rows(title, tuple(_new_token(tokenizer, model_input, id) for id in ids))
    name = declared.label or str
    return Rows(title, tuple(InputToken(name(id)) for id in ids))


def _tokens(
    tokenizer: Tokenizer, model_input: ModelInput, ids: Sequence[int]
) -> Iterator[InputToken]:
    names = labels(tokenizer, model_input.encoding)
    order = model_input.feeds.get(ORDER_FEED)
    for at, id in enumerate(ids):
        place = None if order is None else int(order[at])
        yield _fed(tokenizer, model_input, names, at, id, place)


def _fed(
    tokenizer: Tokenizer,
    model_input: ModelInput,
    names: Sequence[str],
    at: int,
    id: int,
    place: int | None,
) -> InputToken:
    encoding, origin = model_input.encoding, int(model_input.origin[at])
    change = TokenChange(int(model_input.change[at]))
    if origin == NO_ORIGIN:
        special = id in tokenizer.vocabulary.special_ids
        return InputToken(label(tokenizer, id), change, special=special, order=place or None)
    same = id == int(encoding.ids[origin])
    return InputToken(
        text=names[origin] if same else label(tokenizer, id),
        change=change,
        original="" if same else names[origin],
        special=bool(encoding.special[origin]),
        unknown=same and bool(encoding.unknown[origin]),
        origin=origin,
        order=place or None,
    )


def _new_token(tokenizer: Tokenizer, model_input: ModelInput, id: int) -> InputToken:
    """A token of a second text; a sentinel for a span of the first has the change SPAN."""
    sentinels = model_input.input_ids[model_input.change == TokenChange.SPAN]
    return InputToken(
        text=label(tokenizer, id),
        change=TokenChange.SPAN if id in sentinels else TokenChange.KEPT,
        special=id in tokenizer.vocabulary.special_ids,
    )
