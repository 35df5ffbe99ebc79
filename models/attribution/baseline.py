"""The token that takes the place of one that is left out; without torch, for all who name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.tokenization.base import Tokenizer


def baseline_of(tokenizer: Tokenizer) -> tuple[int, str]:
    """The token that says least: the mask, or what pads, is unknown, or ends a text."""
    known = (tokenizer.mask_id, tokenizer.pad_id, tokenizer.unk_id, tokenizer.eos_id)
    id = next((one for one in known if one is not None), 0)
    return id, tokenizer.token(id)
