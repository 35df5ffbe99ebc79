"""Readable labels of tokens, where a byte-level vocabulary writes Ġ and íĶĦ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING

from models.schema.records import Encoding

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

REPLACEMENT = "\ufffd"  # what decoding writes for a part of a character
THIN_SPACE = "\u2009"  # between two bytes
SPACE = "▁"  # of SentencePiece, in front of a word; decoding a piece alone takes it off
PARTS = "¹²³⁴⁵⁶⁷⁸⁹"  # UTF-8 needs up to four bytes for a character


def label(tokenizer: Tokenizer, id: int) -> str:
    """The text of a token alone with its leading space; bytes that are no character as ‹EB 8B›."""
    text, name = _decode_token(tokenizer, id), tokenizer.token(id)
    if REPLACEMENT in text and _is_in_bytes(name):
        return "".join(
            f"‹{run}›" if is_part else run for run, is_part in _split_text_and_bytes(name)
        )
    return text if text and REPLACEMENT not in text else name


def _decode_token(tokenizer: Tokenizer, id: int) -> str:
    """The text of a token alone, with the space that it begins with."""
    text, name = tokenizer.decode([id]), tokenizer.token(id)
    spaced = name.startswith(SPACE) and not text.startswith(SPACE)
    return f" {text.lstrip(' ')}" if spaced else text


def labels(tokenizer: Tokenizer, encoding: Encoding) -> tuple[str, ...]:
    """One label for each token of an encoding (T,).

    Tokens that share one character show that character with the number of the part.
    """
    names: list[str] = []
    part = 0
    for position, name in enumerate(encoding.tokens):
        whole = _decode_token(tokenizer, int(encoding.ids[position]))
        broken = REPLACEMENT in whole and not encoding.special[position]
        part = part + 1 if broken and part and _shares(encoding, position) else int(broken)
        if encoding.special[position] or not whole:
            names.append(name)
        elif broken:
            names.append(encoding.surface(position) + PARTS[min(part, len(PARTS)) - 1])
        else:
            names.append(whole)
    return tuple(names)


def names_at(tokenizer: Tokenizer, encoding: Encoding) -> Callable[[int, int], str]:
    """Labels of tokens by position and id: as in the text where they are there, else alone."""
    in_text, alone = labels(tokenizer, encoding), cache(partial(label, tokenizer))

    def name(place: int, id: int) -> str:
        is_fed = place < len(encoding) and int(encoding.ids[place]) == id
        return in_text[place] if is_fed else alone(id)

    return name


def _shares(encoding: Encoding, position: int) -> bool:
    """Whether a token covers a character of the token before it."""
    return bool(encoding.offsets[position, 0] < encoding.offsets[position - 1, 1])


def spell_token(piece: str) -> str:
    """A token, or a symbol, of byte-level BPE as text; bytes that make no character as numbers."""
    return "".join(run for run, _ in _split_text_and_bytes(piece))


def letters(symbols: Sequence[str]) -> list[tuple[int, int, str]]:
    """The characters that the symbols [start, end) of byte-level BPE write, up to four for each."""
    written: list[tuple[int, int, str]] = []
    start = 0
    for end in range(1, len(symbols) + 1):
        text = spell_token("".join(symbols[start:end]))
        whole = len(text) == 1
        if whole or end - start == 4 or end == len(symbols):
            written.append((start, end, text if whole else ""))
            start = end
    return written


def part_bytes(tokenizer: Tokenizer, id: int) -> str:
    """The bytes of a token that holds a part of a character, as numbers; else nothing."""
    name = tokenizer.token(id)
    broken = any(is_part for _, is_part in _split_text_and_bytes(name))
    if not (broken and _is_in_bytes(name) and REPLACEMENT in _decode_token(tokenizer, id)):
        return ""
    return " ".join(f"{BYTES[symbol]:02X}" for symbol in name)


def _is_in_bytes(name: str) -> bool:
    """Whether each letter of a name can be a byte."""
    return all(symbol in BYTES for symbol in name)


def _split_text_and_bytes(piece: str) -> Iterator[tuple[str, bool]]:
    """Stretches of text, and of bytes that are no text: (what is read, whether it is bytes)."""
    values = bytes(BYTES[symbol] for symbol in piece if symbol in BYTES)
    text = values.decode("utf-8", "surrogateescape")
    for is_part, symbols in groupby(text, _is_byte):
        run = "".join(symbols)
        yield (_format_bytes(run) if is_part else run), is_part


def _is_byte(character: str) -> bool:
    """Whether it is a byte, as in PEP 383."""
    return "\udc80" <= character <= "\udcff"


def _format_bytes(run: str) -> str:
    return THIN_SPACE.join(f"{ord(character) - 0xDC00:02X}" for character in run)


def restore_spaces(piece: str) -> str:
    """A piece of SentencePiece as text."""
    return piece.replace(SPACE, " ")


def _byte_symbols() -> dict[str, int]:
    """How byte-level BPE writes a byte, most as themselves (openai/gpt-2: encoder.py)."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [value for value in range(0x100) if value not in printable]
    written = {chr(value): value for value in printable}
    return written | {chr(0x100 + n): value for n, value in enumerate(others)}


BYTES = _byte_symbols()
