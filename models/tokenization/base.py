"""Shared by all tokenizer families: text to Encoding and back, and the vocabulary for objectives.

A tokenizer has a family and a template: the family decides how a text is cut into pieces, the
template which special tokens there are and where they are around a text. The `tokenizers` library
cuts. The places of special tokens, truncation and the pieces of a word are handled here, so that
they are the same for all families.

Shapes: T tokens, V vocabulary.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import tokenizers
from tokenizers import AddedToken, NormalizedString, PreTokenizedString
from tokenizers.processors import TemplateProcessing

from models.runtime.files import write_text
from models.schema.records import NO_WORD, BoolArray, Encoding, IntArray
from models.schema.specs import FIRST, SECOND, SpecialTokenTemplate, TemplateSlot
from models.tokenization.composition import extend_to_whole_letters
from models.tokenization.files import CONFIG_FILE, TOKENIZER_FILE
from models.tokenization.growth import check_growth
from models.tokenization.special_tokens import ROLES

GENERIC_CLASS = "PreTrainedTokenizerFast"  # reads any tokenizer.json without changes
HASH_DIGITS = 12
MAX_ROWS_PER_TOKEN = 10  # published vocabularies skip few ids; more means a damaged file

LONE_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which UTF-8 cannot encode
REPLACEMENT = "\ufffd"
SENTINEL = re.compile(r"<extra_id_(\d+)>")


@dataclass(frozen=True)
class TokenizerFamily:
    """The common properties of all tokenizers of one family.

    `template` is the default for architectures that declare none, and `optional_roles` are special
    tokens that a folder may add to it. `continues` says whether a piece continues the word before
    it; `after_mask` gives the spelling of such a piece directly after a special token. Where only
    the last piece of a word is marked, `ends_word` says so, and decides in place of `continues`.
    """

    name: str
    template: SpecialTokenTemplate
    continues: Callable[[str], bool]
    after_mask: Callable[[str], str]
    optional_roles: tuple[str, ...] = ()
    words_by_piece: bool = False  # words follow from pieces: its pre-tokens hold punctuation too
    composes: bool = False  # decomposed characters are composed again in text
    keeps_space: bool = False  # the space before a word is part of its first piece
    ends_word: Callable[[str], bool] | None = None
    word_sign: str = ""  # at the beginning of each word; where it ends none, steps are word by word


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The properties of a tokenizer that objectives need.

    `start_ids` are of the model: what its decoder is fed first, where that is not the padding.
    """

    size: int  # V
    special_ids: IntArray  # sorted
    continuation: BoolArray  # (V,) true where a piece continues the word before it
    mask_id: int | None = None
    pad_id: int | None = None
    eos_id: int | None = None
    sentinel_ids: tuple[int, ...] = ()  # of T5: <extra_id_0> first
    start_ids: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.special_ids.flags.writeable = False
        self.continuation.flags.writeable = False


@dataclass(frozen=True)
class _Pieces:
    """A text cut into T pieces, without special tokens."""

    ids: list[int] = field(default_factory=list)
    offsets: list[tuple[int, int]] = field(default_factory=list)
    words: list[int | None] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.ids)

    def first(self, count: int) -> _Pieces:
        return self.part(0, count)

    def part(self, start: int, end: int) -> _Pieces:
        return _Pieces(self.ids[start:end], self.offsets[start:end], self.words[start:end])


@dataclass(frozen=True, eq=False)
class Window:
    """An input of a model with a part of a long text, which has `total` pieces.

    The pieces `start` to `start + length` of the text are at `position` and after it in `encoding`,
    whose offsets are those of the whole text.
    """

    encoding: Encoding
    start: int
    length: int
    position: int
    total: int

    @property
    def offsets(self) -> IntArray:
        """Characters [start, end) of the long text for each of its pieces here (length, 2)."""
        return self.encoding.offsets[self.position : self.position + self.length]


def token_offsets(windows: Sequence[Window]) -> IntArray:
    """Characters [start, end) of all pieces of a long text (P, 2), from its windows."""
    offsets = np.zeros((windows[0].total, 2), dtype=np.int64)
    for window in windows:
        offsets[window.start : window.start + window.length] = window.offsets
    return offsets


@dataclass(frozen=True)
class Segmentation:
    """The words and pieces of a text, without special and added tokens, which are not cut.

    `words` are the normalised pre-tokens: lower-cased, with the signs for spaces. They and `pieces`
    (ids) have their characters [start, end) of the text.
    """

    words: tuple[tuple[str, int, int], ...]
    pieces: tuple[tuple[int, int, int], ...]


class Tokenizer:
    """A trained, immutable tokenizer of one family with one template.

    The default `template` is that of the family. `settings` go into tokenizer_config.json with the
    names of the special tokens, and replace the values of the family. Pieces whose id is `num_ids`
    or more exist for the merges only; they are unknown.
    """

    def __init__(
        self,
        backend: tokenizers.Tokenizer,
        family: TokenizerFamily,
        template: SpecialTokenTemplate | None = None,
        settings: Mapping[str, Any] | None = None,
        num_ids: int | None = None,
    ) -> None:
        self._backend = backend
        self._family = family
        self._special_tokens = template or family.template
        self._roles = dict(self._special_tokens.roles)
        self._settings = dict(settings or {})
        self._ids: dict[str, int] = backend.get_vocab(with_added_tokens=True)
        self._num_ids = num_ids
        if num_ids is not None:
            self._ids = {token: id for token, id in self._ids.items() if id < num_ids}
        self._check_roles()
        self._names = _names_by_id(self._ids)
        self._role_ids = {role: self._ids[token] for role, token in self._roles.items()}
        self._is_special = np.zeros(self.vocab_size, dtype=np.bool_)  # (V,) in an Encoding
        self._is_special[[id for id in self.special_ids if id != self.unk_id]] = True
        self._prepare_backend()

    def _check_roles(self) -> None:
        missing = [token for token in self._roles.values() if token not in self._ids]
        if missing:
            raise ValueError(
                f"The {self._family.name} vocabulary has no {', '.join(missing)}. Check that the "
                "vocabulary file belongs to this kind of model."
            )

    def _prepare_backend(self) -> None:
        """Cutting and padding are ours; the post-processor is for other readers of the file."""
        self._backend.no_truncation()
        self._backend.no_padding()
        slots = (*self._special_tokens.single, *self._special_tokens.pair)
        used = {role for role, _ in slots} - {FIRST, SECOND}
        if used:
            self._backend.post_processor = TemplateProcessing(
                single=self._template(self._special_tokens.single),
                pair=self._template(self._special_tokens.pair),
                special_tokens=[(self._roles[role], self._role_ids[role]) for role in sorted(used)],
            )

    def _template(self, slots: tuple[TemplateSlot, ...]) -> list[str]:
        names = {FIRST: "$A", SECOND: "$B", **self._roles}
        return [f"{names[what]}:{segment}" for what, segment in slots]

    # ---- text to tokens

    def encode(
        self,
        text: str,
        pair: str | None = None,
        max_length: int | None = None,
        allow_empty: bool = False,
    ) -> Encoding:
        """The input of a model for a text, or a pair of texts.

        More than `max_length` tokens are cut off at the end, of a pair from the longer text first.
        A special token written out in the text becomes that token. Raises ValueError for a
        `max_length` that is too short for any, and for a text without any token, unless that is
        allowed and the special tokens remain.
        """
        text, pair = _whole_characters(text), None if pair is None else _whole_characters(pair)
        name = "text" if pair is None else "first text"
        first = self._cut_into_pieces(text, name, allow_empty)
        second = None if pair is None else self._cut_into_pieces(pair, "second text", allow_empty)
        kept_first, kept_second = self._fit(first, second, max_length)
        num_cut = _num_pieces(first, second) - _num_pieces(kept_first, kept_second)
        return self._lay_out(text, pair, kept_first, kept_second, num_cut)

    def encode_windows(
        self,
        text: str,
        pair: str | None = None,
        *,
        max_length: int,
        stride: int,
        max_first: int = 0,
    ) -> list[Window]:
        """The inputs of a model for a long text, or for a text before a long one.

        Each window has at most `max_length` tokens, special tokens included, and begins `stride`
        pieces after the one before, or half of its room where that is less. So every piece is in a
        window, and so is every part that has at most half of the room. Of a pair, the first text is
        in all windows; it is cut off after `max_first` pieces, or half of the room. A text may be
        empty. Raises ValueError for a `max_length` that is too short.
        """
        text, pair = _whole_characters(text), None if pair is None else _whole_characters(pair)
        long = self._cut_into_pieces(text if pair is None else pair, "text", allow_empty=True)
        before = _Pieces()
        room = max_length - self.num_special(pair is not None)
        if room < (1 if pair is None else 2):
            raise ValueError(f"A length of {max_length} is too short for this tokenizer.")
        if pair is not None:
            whole = self._cut_into_pieces(text, "first text", allow_empty=True)
            before = whole.first(min(max_first, room // 2))
            room -= len(before)
        step = max(1, min(stride, room // 2))
        starts = range(0, max(0, len(long) - room) + step, step)
        return [self._window(text, pair, before, long, start, room) for start in starts]

    def _window(
        self, text: str, pair: str | None, before: _Pieces, long: _Pieces, start: int, room: int
    ) -> Window:
        pieces = long.part(start, start + room)
        first, second = (pieces, None) if pair is None else (before, pieces)
        slots = [what for what, _ in self._slots(pair is not None)]
        place = slots.index(FIRST if pair is None else SECOND)
        position = place if pair is None else place - 1 + len(before)
        encoding = self._lay_out(text, pair, first, second, num_cut=0)
        return Window(encoding, start, len(pieces), position, len(long))

    def _cut_into_pieces(self, text: str, name: str, allow_empty: bool = False) -> _Pieces:
        if not text and not allow_empty:
            raise ValueError(f"The {name} is empty. Write at least one word.")
        with library_errors(f"The {name} cannot be cut", "Download the tokenizer's files again."):
            cut = self._backend.encode(text, add_special_tokens=False)
        if not cut.ids and not allow_empty:
            raise ValueError(
                f"The {name} holds nothing that this tokenizer keeps. Write at least one word."
            )
        return _Pieces(
            self._known(cut.ids), extend_to_whole_letters(text, cut.offsets), cut.word_ids
        )

    def _known(self, ids: list[int]) -> list[int]:
        limit = self._num_ids
        return ids if limit is None else [id if id < limit else self._unknown_id for id in ids]

    def _fit(
        self, first: _Pieces, second: _Pieces | None, max_length: int | None
    ) -> tuple[_Pieces, _Pieces | None]:
        if max_length is None:
            return first, second
        needed = len(self._slots(second is not None))
        if max_length < needed:
            raise ValueError(f"A length of {max_length} is too short: at least {needed} is needed.")
        room = max_length - self.num_special(second is not None)
        if second is None:
            return first.first(room), None
        if len(first) > len(second):  # an odd position belongs to the longer text
            len_second, len_first = share_room(len(second), len(first), room)
        else:
            len_first, len_second = share_room(len(first), len(second), room)
        return first.first(len_first), second.first(len_second)

    def _slots(self, is_pair: bool) -> tuple[TemplateSlot, ...]:
        return self._special_tokens.pair if is_pair else self._special_tokens.single

    def _lay_out(
        self, text: str, pair: str | None, first: _Pieces, second: _Pieces | None, num_cut: int
    ) -> Encoding:
        """The pieces and the special tokens in the order of the template."""
        ids: list[int] = []
        offsets: list[tuple[int, int]] = []
        words: list[int | None] = []
        segment: list[int] = []
        for what, number in self._slots(second is not None):
            text_pieces = first if what == FIRST else second if what == SECOND else None
            pieces = self._special_piece(what) if text_pieces is None else text_pieces
            ids += pieces.ids
            offsets += pieces.offsets
            words += pieces.words
            segment += [number] * len(pieces)
        if not ids:
            raise ValueError("The text is empty, and this tokenizer adds no special tokens.")
        id_array = np.array(ids, dtype=np.int64)  # (T,)
        special = self._is_special[id_array]  # (T,)
        offset_array = np.array(offsets, dtype=np.int64).reshape(-1, 2)  # (T, 2)
        for place in np.flatnonzero(special).tolist():  # without a space that belongs to a mask
            start, end = offset_array[place]
            offset_array[place] = max(start, end - len(self._names[ids[place]]))
        segments = np.array(segment, dtype=np.int64)
        if self._family.words_by_piece:
            same_word = self._same_word(id_array)  # (T,)
        else:
            same_word = np.array([a == b for a, b in zip(words, [None, *words], strict=False)])
        return Encoding(
            text=text,
            pair=pair,
            ids=id_array,
            tokens=self._tokens(id_array),
            offsets=offset_array,
            special=special,
            segment=segments,
            word=_count_words(same_word, special, segments),
            unknown=id_array == self._unknown_id,
            num_cut=num_cut,
        )

    def _special_piece(self, role: str) -> _Pieces:
        return _Pieces([self._role_ids[role]], [(0, 0)], [None])

    def cut(self, text: str) -> Segmentation:
        """The pieces of a text, and the words from which they were cut."""
        text = _whole_characters(text)
        with library_errors("The text cannot be cut", "Download the tokenizer's files again."):
            encoded = self._backend.encode(text, add_special_tokens=False)
        pieces: list[tuple[int, int, int]] = []
        borders = [0]  # the ends of the text between special tokens
        offsets = extend_to_whole_letters(text, encoded.offsets)
        for id, (start, end) in zip(self._known(encoded.ids), offsets, strict=True):
            if self._is_written_out(id, text[start:end]):
                borders += [start, end]
            else:
                pieces.append((id, start, end))
        borders.append(len(text))
        between = list(zip(borders[::2], borders[1::2], strict=True))
        words = PreTokenizedString(text)
        words.split(lambda _, whole: [whole[start:end] for start, end in between if start < end])
        if self._backend.normalizer is not None:
            words.normalize(self._backend.normalizer.normalize)
        if self._backend.pre_tokenizer is not None:
            self._backend.pre_tokenizer.pre_tokenize(words)
        if self._separates_words:
            words.split(lambda _, whole: _split_before(whole, self._family.word_sign))
        splits = words.get_splits(offset_referential="original", offset_type="char")
        spans = extend_to_whole_letters(text, [span for _, span, _ in splits])
        named = zip((word for word, _, _ in splits), spans, strict=True)
        return Segmentation(tuple((word, *span) for word, span in named if word), tuple(pieces))

    @cached_property
    def _separates_words(self) -> bool:
        """Whether no piece goes on after a word, so that each word is cut as if it were alone."""
        sign = self._family.word_sign
        return bool(sign) and not any(sign in name.lstrip(sign) for name in self._plain_names)

    @property
    def _plain_names(self) -> Iterator[str]:
        """The names of the tokens that are not special."""
        special = self.special_ids
        return (name for id, name in enumerate(self._names) if id not in special)

    def _is_written_out(self, id: int, text: str) -> bool:
        """Whether a special or added token is written out in the text, which is not cut there."""
        return id in self._whole_ids and self._names[id] in (text, text.strip())

    @cached_property
    def _whole_ids(self) -> frozenset[int]:
        """The ids of special tokens, and of others that are found in a text before it is cut."""
        return self.special_ids | self._backend.get_added_tokens_decoder().keys()

    @cached_property
    def model(self) -> dict[str, Any]:
        """The model of tokenizer.json: its kind, the vocabulary, and merges or scores."""
        content: dict[str, Any] = json.loads(self._backend.to_str())
        model: dict[str, Any] = content["model"]
        return model

    def replace_model(self, model: Mapping[str, Any]) -> Tokenizer:
        """Return a tokenizer with another model, given as in tokenizer.json."""
        content = {**json.loads(self._backend.to_str()), "model": model}
        backend = tokenizers.Tokenizer.from_str(json.dumps(content))
        return Tokenizer(backend, self._family, self._special_tokens, self._settings)

    def encode_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of many texts without special tokens; an empty text gives an empty list."""
        whole = [_whole_characters(text) for text in texts]
        with library_errors("A text cannot be cut", "Download the tokenizer's files again."):
            batch = self._backend.encode_batch_fast(whole, add_special_tokens=False)
        return [self._known(cut.ids) for cut in batch]

    def build(
        self,
        first: IntArray,
        second: IntArray | None = None,
        labels: Mapping[str, int] | None = None,
    ) -> Encoding:
        """An encoding from ids (T,) of `encode_ids`, with the special tokens added.

        It is fast, for training examples: `text` and all offsets are empty. Words follow from the
        pieces only.
        """
        is_pair = second is not None
        total = _num_pieces(first, second) + self.num_special(is_pair)
        ids = np.empty(total, dtype=np.int64)  # (T,)
        segment = np.empty(total, dtype=np.int64)  # (T,)
        start = 0
        for what, number in self._slots(is_pair):
            part = first if what == FIRST else second if what == SECOND else None
            end = start + (1 if part is None else len(part))
            ids[start:end] = self._role_ids[what] if part is None else part
            segment[start:end] = number
            start = end
        special = self._is_special[ids]  # (T,)
        return Encoding(
            text="",
            pair=None if second is None else "",
            ids=ids,
            tokens=self._tokens(ids),
            offsets=np.zeros((total, 2), dtype=np.int64),
            special=special,
            segment=segment,
            word=_count_words(self._same_word(ids), special, segment),
            unknown=ids == self._unknown_id,
            labels=labels or {},
        )

    def _same_word(self, ids: IntArray) -> BoolArray:
        """Whether each token (T,) continues the word before it, as far as the pieces show."""
        if self._ends_word is None:
            return self.vocabulary.continuation[ids]
        return ~np.concatenate([[True], self._ends_word[ids[:-1]]])

    @cached_property
    def _ends_word(self) -> BoolArray | None:
        """(V,) true where a word ends; of an unknown piece it is not known, so one ends there."""
        if (ends_word := self._family.ends_word) is None:
            return None
        return np.array([ends_word(n) or id == self.unk_id for id, n in enumerate(self._names)])

    # ---- tokens to text

    def decode(self, ids: Iterable[int], skip_special: bool = False) -> str:
        """The text of ids, special tokens written out unless they are skipped."""
        checked = [self._check_id(int(id)) for id in ids]
        text: str = self._backend.decode(checked, skip_special_tokens=skip_special)
        return unicodedata.normalize("NFC", text) if self._family.composes else text

    def token(self, id: int) -> str:
        """The name of an id. Raises ValueError outside the vocabulary."""
        return self._names[self._check_id(id)]

    def tokens(self, ids: Iterable[int]) -> list[str]:
        return [self.token(int(id)) for id in ids]

    def id(self, token: str) -> int:
        """The id of a token by its exact name. Raises ValueError for an unknown name."""
        if token not in self._ids:
            raise ValueError(f"{token!r} is not a token of this vocabulary.")
        return self._ids[token]

    def _check_id(self, id: int) -> int:
        if not 0 <= id < len(self._names):
            raise ValueError(f"There is no token {id}: ids go from 0 to {len(self._names) - 1}.")
        return id

    def _tokens(self, ids: IntArray) -> tuple[str, ...]:
        return tuple([self._names[id] for id in ids.tolist()])

    # ---- what it is

    @property
    def family(self) -> str:
        """The name of its TokenizerSpec."""
        return self._family.name

    @property
    def template(self) -> SpecialTokenTemplate:
        """Its special tokens, by the names that they have here, and where they are placed."""
        return self._special_tokens

    @property
    def keeps_space(self) -> bool:
        """Whether a word has another first piece after a space than at the start of a text."""
        return self._family.keeps_space

    @property
    def is_byte_level(self) -> bool:
        """Whether pieces of BPE are spelled in bytes, where no mark of a word says otherwise."""
        return not self._family.word_sign

    @property
    def vocab_size(self) -> int:
        """One more than the largest id: the number of rows of an embedding."""
        return len(self._names)

    @property
    def pad_id(self) -> int | None:
        return self._role_ids.get("pad")

    @property
    def unk_id(self) -> int | None:
        return self._role_ids.get("unk")

    @property
    def cls_id(self) -> int | None:
        return self._role_ids.get("cls")

    @property
    def sep_id(self) -> int | None:
        return self._role_ids.get("sep")

    @property
    def mask_id(self) -> int | None:
        return self._role_ids.get("mask")

    @property
    def mask_token(self) -> str | None:
        """The mask token in a text: [MASK], <mask>; None if there is none."""
        return self._roles.get("mask")

    @property
    def bos_id(self) -> int | None:
        return self._role_ids.get("bos")

    @property
    def eos_id(self) -> int | None:
        return self._role_ids.get("eos")

    @property
    def _unknown_id(self) -> int:
        return -1 if self.unk_id is None else self.unk_id

    @cached_property
    def special_ids(self) -> frozenset[int]:
        """The ids of tokens without a text of their own, including the unknown token."""
        added = self._backend.get_added_tokens_decoder()
        marked = {id for id, token in added.items() if token.special}
        return frozenset(marked | set(self._role_ids.values()))

    def num_special(self, is_pair: bool) -> int:
        """The number of special tokens around a text, or a pair of texts."""
        return len(self._slots(is_pair)) - (2 if is_pair else 1)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        continues = self._family.continues
        continuation = np.array([continues(name) for name in self._names], dtype=np.bool_)
        special = np.array(sorted(self.special_ids), dtype=np.int64)
        continuation[special] = False
        return Vocabulary(
            size=self.vocab_size,
            special_ids=special,
            continuation=continuation,
            mask_id=self.mask_id,
            pad_id=self.pad_id,
            eos_id=self.eos_id,
            sentinel_ids=self._sentinel_ids(),
        )

    def _sentinel_ids(self) -> tuple[int, ...]:
        matches = [(SENTINEL.fullmatch(self._names[id]), id) for id in self.special_ids]
        return tuple(id for _, id in sorted((int(match[1]), id) for match, id in matches if match))

    @cached_property
    def free_standing(self) -> IntArray:
        """(V,) for each piece inside a word the piece with the same text after a mask, if any.

        WordPiece has ##이다 inside a word and 이다 after a [MASK], Unigram 이다 and ▁이다. In
        byte-level BPE both are the same piece, since there is no space between them.
        """
        twins = np.arange(self.vocab_size, dtype=np.int64)
        for id in set(range(self.vocab_size)) - self.special_ids:
            twins[id] = self._ids.get(self._family.after_mask(self._names[id]), id)
        return twins

    @cached_property
    def hash(self) -> str:
        """A short digest of all that decides ids: tokenizers with one hash give the same ids."""
        content = json.dumps([self.family, self._roles, self._backend.to_str()], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:HASH_DIGITS]

    # ---- to disk

    def save(self, folder: Path, pads_with_end: bool = False) -> None:
        """Write tokenizer.json and tokenizer_config.json as `transformers` reads them.

        With `pads_with_end` the end of a text is named as padding where there is none.
        """
        folder.mkdir(parents=True, exist_ok=True)
        entries = self._published_config()
        if pads_with_end and "eos" in self._roles:
            entries.setdefault("pad_token", self._roles["eos"])
        config = json.dumps(entries, ensure_ascii=False, indent=2)
        write_text(folder / TOKENIZER_FILE, self._backend.to_str(pretty=True))
        write_text(folder / CONFIG_FILE, config + "\n")

    def _published_config(self) -> dict[str, Any]:
        config: dict[str, Any] = {"tokenizer_class": self._special_tokens.published_class}
        config |= {f"{role}_token": self._roles[role] for role in ROLES if role in self._roles}
        names = set(self._roles.values())
        extra = [self._names[id] for id in sorted(self.special_ids)]
        if extra := [name for name in extra if name not in names]:
            config["extra_special_tokens"] = extra
        if self._special_tokens.inputs:
            config["model_input_names"] = list(self._special_tokens.inputs)
        return config | self._settings


def special_token(token: str, mask: str | None = None) -> AddedToken:
    """A token that is recognised if it is written out in a text.

    If the space in front of a word belongs to the word, the token `mask` includes the space in
    front of it, because the masked word begins with one.
    """
    return AddedToken(token, special=True, normalized=False, lstrip=token == mask)


def mark_special(
    backend: tokenizers.Tokenizer, tokens: Iterable[str], mask: str | None = None
) -> None:
    """Make special tokens of `tokens`, unless they are; `mask` as in `special_token`."""
    known = {token.content for token in backend.get_added_tokens_decoder().values()}
    new = [token for token in dict.fromkeys(tokens) if token not in known]
    backend.add_special_tokens([special_token(token, mask) for token in new])


def parse_backend(content: Mapping[str, Any], path: Path) -> tokenizers.Tokenizer:
    """The backend of a parsed tokenizer.json. Raises ValueError if the library rejects it."""
    with library_errors(f"{path} is broken", "Download the file again."):
        check_growth(content)
        return tokenizers.Tokenizer.from_str(json.dumps(content))


@contextmanager
def library_errors(message: str, hint: str) -> Iterator[None]:
    """Turn errors of the library into ValueError: it raises nothing narrower than Exception.

    Its panics are not even subclasses of Exception.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        raise ValueError(f"{message} ({error}). {hint}") from error


def _split_before(text: NormalizedString, sign: str) -> list[NormalizedString]:
    """The parts of a text that begin with a run of the sign, but for the first."""
    written = str(text.normalized)
    starts = [
        place
        for place, (before, here) in enumerate(pairwise(written), 1)
        if here == sign and before != sign
    ]
    parts = [text[start:end] for start, end in pairwise([0, *starts, len(written)])]
    return [part for part in parts if part is not None]


def _whole_characters(text: str) -> str:
    """Each lone surrogate becomes one replacement character, so that offsets do not change."""
    return text if text.isascii() else LONE_SURROGATE.sub(REPLACEMENT, text)


def _num_pieces(first: Sized, second: Sized | None) -> int:
    return len(first) + (0 if second is None else len(second))


def _names_by_id(ids: Mapping[str, int]) -> list[str]:
    """The tokens in the order of their ids; "" for an id without a token."""
    size = max(ids.values(), default=-1) + 1
    if size > MAX_ROWS_PER_TOKEN * max(1, len(ids)):
        raise ValueError(
            f"The vocabulary has {len(ids)} tokens, but ids up to {size - 1}. Download it again."
        )
    names = [""] * size
    for name, id in ids.items():
        names[id] = name
    return names


def share_room(first: int, second: int, room: int) -> tuple[int, int]:
    """The lengths of two texts after truncation: first the longer one is cut, then both equally.

    An odd position goes to the second text.
    """
    room_first = min(first, max(room // 2, room - second))
    return room_first, min(second, room - room_first)


def _count_words(same_word: BoolArray, special: BoolArray, segment: IntArray) -> IntArray:
    """Number the words (T,) over both texts, NO_WORD for special tokens.

    `same_word` (T,) says that a token continues the word of the token before it; a special token
    and the border between two segments always end a word.
    """
    starts = ~same_word
    starts[:1] = True
    starts[1:] |= special[:-1]
    starts[1:] |= segment[1:] != segment[:-1]
    starts &= ~special
    word = np.cumsum(starts) - 1
    word[special] = NO_WORD
    return word


def end_id(tokenizer: Tokenizer) -> int | None:
    """The token between documents."""
    return tokenizer.eos_id if tokenizer.eos_id is not None else tokenizer.sep_id
