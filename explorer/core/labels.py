"""Names of tokens that a person can read, where a byte-level vocabulary writes Ġ and íĶĦ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from models.records import Encoding

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

REPLACEMENT = "\ufffd"  # what decoding writes for a part of a character
PARTS = "¹²³⁴⁵⁶⁷⁸⁹"  # UTF-8 needs up to four bytes for a character


def label(tokenizer: Tokenizer, id: int) -> str:
    """The text of a token with its leading space; a part of a character goes by its name."""
    text = tokenizer.decode([id])
    return text if text and REPLACEMENT not in text else tokenizer.token(id)


def labels(
    tokenizer: Tokenizer, encoding: Encoding, fed: Sequence[str] | None = None
) -> tuple[str, ...]:
    """One label for each token of an encoding (T,).

    Tokens that share one character show that character with the number of the part. `fed` are the
    names of what a model was really given; where they differ from the encoding, they are shown.
    """
    names = encoding.tokens if fed is None else fed
    found: list[str] = []
    part = 0
    for position, name in enumerate(names):
        whole = tokenizer.decode([int(encoding.ids[position])])
        broken = REPLACEMENT in whole and not encoding.special[position]
        part = part + 1 if broken and part and _shares(encoding, position) else int(broken)
        if name != encoding.tokens[position] or encoding.special[position] or not whole:
            found.append(name)
        elif broken:
            found.append(encoding.piece(position) + PARTS[min(part, len(PARTS)) - 1])
        else:
            found.append(whole)
    return tuple(found)


def _shares(encoding: Encoding, position: int) -> bool:
    """Whether a token covers a character of the token before it."""
    return bool(encoding.offsets[position, 0] < encoding.offsets[position - 1, 1])
