"""How a model with its adapter switched off is named: by its key with an ending.

An adapter folder, or a run with the folder that LoRA wrote, is then the model that it changes.
"""

from __future__ import annotations

BASE = "@base"  # the ending of a key


def is_switched_off(key: str) -> bool:
    """Whether a key is that of a model without its adapter."""
    return key.endswith(BASE)


def with_adapter(key: str) -> str:
    """The key of the same model with its adapter."""
    return key.removesuffix(BASE)


def switch_adapter(key: str) -> str:
    """The key with the adapter switched off, or on again."""
    return with_adapter(key) if is_switched_off(key) else key + BASE
