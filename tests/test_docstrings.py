"""Docstrings are sentences or noun phrases of their own, so that each can be read by itself.

A docstring that begins with a preposition, a conjunction or a pronoun without a noun ("As the
other.", "Of each layer.", "Those of a file.") lacks its verb or its noun: it can only be understood
beside the name of the function, or beside the docstring before it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("models", "explorer", "plm_explorer")
HIGHEST_SHARE = 0.005  # of all docstrings of classes and functions; some are idiomatic

FRAGMENT = re.compile(
    r"""
    (?:
        (?:And|So|As|Of|In|To|From|With|Without|Where|Whose|It|They)\s
        | Those\b
        | That\s(?:of|in|with|a|the)\b
        | The\ssame\b
    )
    """,
    re.VERBOSE,
)

Docstring = tuple[str, str]  # place, first line


def docstrings(source: str, name: str) -> Iterator[Docstring]:
    """Yield the docstrings of all classes and functions in a source text."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if text := ast.get_docstring(node):
            yield f"{name}:{node.lineno} {node.name}", text.partition("\n")[0]


def fragments(found: list[Docstring]) -> list[str]:
    """Return the places and first lines of docstrings that are fragments."""
    return [f"{place}: {line}" for place, line in found if FRAGMENT.match(line)]


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_are_no_fragments(package: str) -> None:
    found = [
        one
        for path in sorted((ROOT / package).rglob("*.py"))
        for one in docstrings(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    ]
    assert found, f"{package} has no docstrings"
    places = fragments(found)
    assert len(places) <= HIGHEST_SHARE * len(found), (
        f"{len(places)} of {len(found)} docstrings of {package} are fragments:\n"
        + "\n".join(places)
    )


@pytest.mark.parametrize(
    "text",
    [
        "As the other one.",
        "Of each sentence (B,).",
        "Those of a file.",
        "That of the base.",
        "The same for a span.",
        "Where the rows begin.",
        "Without gradients.",
    ],
)
def test_a_fragment_is_named(text: str) -> None:
    source = f'class Model:\n    async def run(self):\n        """{text}\n\n        More."""\n'
    assert fragments(list(docstrings(source, "a.py"))) == [f"a.py:2 run: {text}"]


@pytest.mark.parametrize(
    "text",
    [
        "Return the loss of each sentence (B,).",
        "Association of a word and an entity.",
        "The cache key of an input.",
        "Inputs of a model.",
        "Tokens with their ids.",
        "Whether a model has been read.",
    ],
)
def test_a_sentence_is_no_fragment(text: str) -> None:
    assert not fragments([("a.py:1 run", text)])
