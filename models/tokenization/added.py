"""Tokens that were added to a vocabulary, from the other files of its folder.

Without a tokenizer.json, tokenizer_config.json names them as `added_tokens_decoder`; before
transformers 4.34 that was added_tokens.json, and special_tokens_map.json said which are special.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tokenizers
from tokenizers import AddedToken

from models.tokenization.files import CONFIG_FILE, read_json_if_there

ADDED_FILE = "added_tokens.json"
SPECIAL_FILE = "special_tokens_map.json"
FLAGS = ("special", "normalized", "lstrip", "rstrip", "single_word")


def add_listed(backend: tokenizers.Tokenizer, folder: Path) -> None:
    """Add the tokens that the vocabulary lacks, with the ids of the files.

    Raises ValueError if an id is not the next one.
    """
    listed = _read_listed_tokens(folder)
    for id, token in sorted(listed.items()):
        known = backend.token_to_id(token.content)
        room = backend.get_vocab_size(with_added_tokens=True)
        if known is None and id != room:
            raise ValueError(
                f"{folder} adds the token {token.content!r} as number {id}, but its vocabulary "
                f"ends at {room - 1}. Download the tokenizer's files from one model."
            )
        if known is None:
            backend.add_tokens([token])


def _read_listed_tokens(folder: Path) -> dict[int, AddedToken]:
    """The tokens by id. Raises ValueError for broken files."""
    decoder = read_json_if_there(folder / CONFIG_FILE).get("added_tokens_decoder")
    try:
        if isinstance(decoder, dict) and decoder:
            return {int(id): _token(entry) for id, entry in decoder.items()}
        special = _contents(read_json_if_there(folder / SPECIAL_FILE))
        return {
            int(id): AddedToken(text, special=text in special, normalized=text not in special)
            for text, id in read_json_if_there(folder / ADDED_FILE).items()
        }
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"The added tokens of {folder} are broken ({error}). "
            "Download the tokenizer's files again."
        ) from error


def _token(entry: Mapping[str, Any]) -> AddedToken:
    flags = {flag: bool(entry[flag]) for flag in FLAGS if flag in entry}
    return AddedToken(entry["content"], **flags)


def _contents(entry: Any) -> set[str]:
    """All texts of tokens in a special_tokens_map.json."""
    if isinstance(entry, str):
        return {entry}
    parts = entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
    return set().union(*map(_contents, parts))
