"""Marked parts of a text as tokens around them, such as [HD] and [TL] (arXiv:1905.07129)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from models.tasks.examples import Example, TextExample


def mark_parts(example: Example, markers: Mapping[int, tuple[str, ...]]) -> Example:
    """The example with markers before and after each marked part, and without its second text.

    `markers` are tokens in the order of the parts, by how many parts are marked. An example without
    marks, or with another number of them, stays as it is: then its second text names them.
    """
    if not isinstance(example, TextExample) or len(example.marks) not in markers:
        return example
    text = example.text
    parts = zip(example.marks, markers[len(example.marks)], strict=True)
    for (start, end), marker in sorted(parts, reverse=True):  # so that places before stay
        text = f"{text[:start]}{marker} {text[start:end]} {marker}{text[end:]}"
    return replace(example, text=text, pair="", marks=())
