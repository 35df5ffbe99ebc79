"""SentencePiece's own file (spiece.model, tokenizer.model), read as if it were a tokenizer.json.

Layout: Protocol Buffers, with the numbers of google/sentencepiece: src/sentencepiece_model.proto.
The file has pieces, scores and a character map. It has no places of special tokens, which only the
architecture knows, and lacks those that transformers adds: the mask of DeBERTa, the sentinels of
T5. Several spaces become one, as in the classes of transformers, even if the file says otherwise.
transformers 5 splits a text at ALBERT's punctuation as if it were special tokens; the pieces here
are those of SentencePiece, and of the published tokenizer.json.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from models.schema.specs import SpecialTokenTemplate
from models.tokenization.files import TOKENIZER_FILE, read_bytes
from models.tokenization.language_codes import LAST_ROWS

PIECES, TRAINER, NORMALIZER = 1, 2, 3  # fields of a model
NAME, SCORE, KIND = 1, 2, 3  # fields of a piece
MODEL_KIND, SPACE_IS_SUFFIX = 3, 24  # fields of the trainer's settings
# Fields with the ids of special pieces, and what they are without one.
SPECIAL_IDS = {"bos": (41, 1), "eos": (42, 2), "pad": (43, -1)}
CHARSMAP, DUMMY_PREFIX, MERGE_SPACES, ESCAPE_SPACES = 2, 3, 4, 5  # fields of the normalizer
UNIGRAM, BPE = 1, 2  # kinds of a model
KIND_NAMES = {UNIGRAM: "Unigram", BPE: "BPE", 3: "words", 4: "characters"}
NORMAL, UNKNOWN, CONTROL, TYPED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6  # kinds of a piece
NEGATIVE = 1 << 63  # from here on a number stands for one below zero
VARINT, LENGTH = 0, 2  # wire types: a number; so many bytes
FIXED_BYTES = {1: 8, 5: 4}  # by wire type
ADDED_ROLES = ("mask",)  # a file may lack these
SPLITS_NUMBERS = ("AlbertTokenizer", "XLNetTokenizer")  # "1984," is never a piece of theirs
NUMBER_PENALTY = 100.0  # nats; in their published tokenizer.json
NEVER_A_PIECE = -100.0  # the score of a row that no text becomes
# Models that fairseq trained have rows of its own dictionary in front of the pieces: <unk>, <s> and
# </s> are the first three pieces of their files, and the row of each is here, or after these rows.
FAIRSEQ_ROWS = {"<s>": 0.0, "<pad>": 0.0, "</s>": 0.0, "<unk>": 0.0}
FIRST_ROWS: Mapping[str, tuple[int, Mapping[str, float]]] = {
    "XLMRobertaTokenizer": (3, FAIRSEQ_ROWS),
    "MBartTokenizer": (3, FAIRSEQ_ROWS),
    "MBart50Tokenizer": (3, FAIRSEQ_ROWS),
    "CamembertTokenizer": (
        1,
        {
            "<s>NOTUSED": 0.0,
            "<pad>": 0.0,
            "</s>NOTUSED": 0.0,
            "<unk>": 0.0,
            "<unk>NOTUSED": NEVER_A_PIECE,
        },
    ),
    "PegasusTokenizer": (
        2,
        {
            **dict.fromkeys(("<pad>", "</s>", "<mask_1>", "<mask_2>"), 0.0),
            **{f"<unk_{number}>": NEVER_A_PIECE for number in range(2, 103)},
        },
    ),
}  # the number of pieces that they replace


@dataclass(frozen=True)
class SentencePieces:
    """The V pieces of a model with their scores (log-probabilities), and its character map.

    `opens_words` says that every word begins with ▁, also the first of a text; `spaces_in_front`
    the same without the first of a text. `kinds` has a number for each piece, `special` the pieces
    that begin, end and fill a text, by role.
    """

    pieces: tuple[tuple[str, float], ...]
    unk_id: int
    byte_fallback: bool
    charsmap: bytes
    opens_words: bool
    spaces_in_front: bool = True
    merges_spaces: bool = True
    kinds: tuple[int, ...] = ()
    special: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.pieces)


def read_model(path: Path, kind: int = UNIGRAM) -> SentencePieces:
    """Read a model of a kind. Raises ValueError, with what to do, for any other or broken file."""
    data, name = read_bytes(path), KIND_NAMES[kind]
    try:
        return _parse_pieces(data, kind)
    except (ValueError, struct.error) as error:
        raise ValueError(
            f"{path} is no {name} model of SentencePiece ({error}). Download the file again, or "
            "choose another model."
        ) from error


def is_bpe(path: Path) -> bool:
    """Whether a file says that it is a BPE model; its pieces are not looked at."""
    try:
        settings = [value for number, value in _fields(read_bytes(path)) if number == TRAINER]
        return bool(settings) and dict(_fields(_bytes(settings[-1]))).get(MODEL_KIND) == BPE
    except ValueError:
        return False


def arrange_rows(model: SentencePieces, template: SpecialTokenTemplate) -> SentencePieces:
    """Return the pieces in the rows that the class of a template gives them."""
    if template.published_class not in FIRST_ROWS:
        return model
    num_replaced, first = FIRST_ROWS[template.published_class]
    last = [(name, 0.0) for name in LAST_ROWS.get(template.published_class, ())]
    pieces = (*first.items(), *model.pieces[num_replaced:], *last)
    names = [name for name, _ in pieces]
    unknown = model.pieces[model.unk_id][0]
    return replace(model, pieces=pieces, unk_id=names.index(unknown))


def check_class(model: SentencePieces, template: SpecialTokenTemplate, path: Path) -> None:
    """Raises ValueError if the class of a template would cut differently, or lacks its tokens."""
    if not model.opens_words:
        raise ValueError(
            f"{path} does not put ▁ before every word, as {template.published_class} does. Add the "
            f"{TOKENIZER_FILE} of the same model to its folder, or choose another model."
        )
    needed = {token for role, token in template.roles.items() if role not in ADDED_ROLES}
    if lacking := sorted(needed - model.names):
        raise ValueError(
            f"{path} lacks {', '.join(lacking)}, which {template.published_class} needs. Check "
            "that config.json and weights are of the same model, or add its "
            f"{TOKENIZER_FILE} to the folder."
        )


def as_tokenizer_file(
    model: SentencePieces,
    template: SpecialTokenTemplate,
    normalizing: list[dict[str, Any]],
    cutting: list[dict[str, Any]],
    decoder: dict[str, Any],
) -> dict[str, Any]:
    """Convert a model to the content of tokenizer.json, with the template's special tokens last."""
    penalty = NUMBER_PENALTY if template.published_class in SPLITS_NUMBERS else 0.0
    pieces = [(name, score - penalty * _ends_a_number(name)) for name, score in model.pieces]
    tokens = dict.fromkeys((*template.roles.values(), *template.extra))
    added = [(token, 0.0) for token in tokens if token not in model.names]
    return {
        "normalizer": {"type": "Sequence", "normalizers": normalizing},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": cutting},
        "decoder": decoder,
        "model": {
            "type": "Unigram",
            "unk_id": model.unk_id,
            "vocab": [*pieces, *added],
            "byte_fallback": model.byte_fallback,
        },
    }


def charsmap_steps(model: SentencePieces) -> list[dict[str, Any]]:
    """The character map as a step of a tokenizer.json; no step without a map."""
    if not model.charsmap:
        return []
    written = base64.b64encode(model.charsmap).decode("ascii")
    return [{"type": "Precompiled", "precompiled_charsmap": written}]


def _ends_a_number(name: str) -> bool:
    return len(name) > 1 and name[-1] == "," and name[-2].isdigit()


# Protocol Buffers ---------------------------------------------------------------------------------

_Message = dict[int, int | bytes]  # the last value of each field


def _parse_pieces(data: bytes, kind: int) -> SentencePieces:
    pieces: list[tuple[str, float]] = []
    kinds: list[int] = []
    trainer: _Message = {}
    normalizer: _Message = {}
    for at, value in _fields(data):
        if at == PIECES:
            entry = dict(_fields(_bytes(value)))
            (score,) = struct.unpack("<f", _bytes(entry.get(SCORE, bytes(4))))
            pieces.append((_bytes(entry[NAME]).decode() if NAME in entry else "", score))
            kinds.append(_number(entry.get(KIND, NORMAL)))
        elif at == TRAINER:
            trainer = dict(_fields(_bytes(value)))
        elif at == NORMALIZER:
            normalizer = dict(_fields(_bytes(value)))
    if (found := trainer.get(MODEL_KIND, UNIGRAM)) != kind:
        name = next((title for one, title in KIND_NAMES.items() if one == found), "unknown")
        raise ValueError(f"it is of another kind: {name}")
    if UNKNOWN not in kinds:
        raise ValueError("it has no unknown piece")
    spaces_in_front = not trainer.get(SPACE_IS_SUFFIX, 0) and bool(normalizer.get(ESCAPE_SPACES, 1))
    ids = {role: _read_signed(trainer.get(at, usual)) for role, (at, usual) in SPECIAL_IDS.items()}
    special = {role: pieces[id][0] for role, id in ids.items() if 0 <= id < len(pieces)}
    return SentencePieces(
        tuple(pieces),
        kinds.index(UNKNOWN),
        BYTE in kinds,
        _bytes(normalizer.get(CHARSMAP, b"")),
        opens_words=spaces_in_front and bool(normalizer.get(DUMMY_PREFIX, 1)),
        spaces_in_front=spaces_in_front,
        merges_spaces=bool(normalizer.get(MERGE_SPACES, 1)),
        kinds=tuple(kinds),
        special={role: name for role, name in special.items() if name},
    )


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a message in their order. Raises ValueError if it is cut off."""
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        kind = key & 7
        if key < 8:  # there is no field 0
            raise ValueError("it is damaged")
        if kind == VARINT:
            number, place = _varint(data, place)
            yield key >> 3, number
            continue
        if kind == LENGTH:
            size, place = _varint(data, place)
        elif (size := FIXED_BYTES.get(kind, -1)) < 0:
            raise ValueError("it is damaged")
        if place + size > len(data):
            raise ValueError("it is cut off")
        yield key >> 3, data[place : place + size]
        place += size


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number, seven bits a byte, and the index after it."""
    number = shift = 0
    while place < len(data):
        byte = data[place]
        place += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, place
        shift += 7
    raise ValueError("it is cut off")


def _bytes(value: int | bytes) -> bytes:
    if isinstance(value, int):
        raise ValueError("it is damaged")
    return value


def _read_signed(value: int | bytes) -> int:
    number = _number(value)
    return number - 2 * NEGATIVE if number >= NEGATIVE else number


def _number(value: int | bytes) -> int:
    if isinstance(value, bytes):
        raise ValueError("it is damaged")
    return value
