"""Functions are named by a verb and its object, properties by a noun.

A function named by a bare participle ("shown") or by a preposition ("of_layer", "without_heads")
says what its result is like, not what it does: whoever looks for it does not find it. Some of them
are idiomatic: `of` builds an object from something, `to` moves a tensor, `with_feed` copies.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("models", "explorer", "plm_explorer")
HIGHEST_SHARE = 0.01  # of all functions

PREPOSITION = re.compile(
    r"""_*
    (?:above|across|after|along|around|as|at|before|below|beside|besides|between|beyond|by|for|from
    |in|of|on|past|so|than|to|where|whose|with|within|without)
    (?:_|$)
    """,
    re.VERBOSE,
)
USUAL = re.compile(r"_*(?:as|from|on|to)_")  # conversions and handlers: "to_json", "on_click"
PARTICIPLE = re.compile(r"_*[a-z]{2,}(?:ed|ing|own|ept|ent|ought)$")
NOUN_OR_VERB = re.compile(
    r"""_*
    (?:agent|argument|bring|component|content|document|embed|embedding|encoding|event|extent|feed
    |heading|masking|need|padding|parent|pooling|present|ring|seed|segment|setting|speed|spread
    |string|timing|training)$
    """,
    re.VERBOSE,
)


def is_vague(name: str) -> bool:
    """Whether a name says neither what a function does nor what a property is."""
    if PREPOSITION.match(name):
        return not USUAL.match(name)
    return bool(PARTICIPLE.match(name)) and not NOUN_OR_VERB.match(name)


def functions(source: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the name of every function in a source text."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not node.name.startswith("__"):
            yield f"{name}:{node.lineno}", node.name


def test_functions_are_named_by_what_they_do() -> None:
    found = [
        one
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for one in functions(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    ]
    vague = [f"{place} {name}" for place, name in found if is_vague(name)]
    assert len(vague) <= HIGHEST_SHARE * len(found), (
        f"{len(vague)} of {len(found)} functions have such a name:\n" + "\n".join(vague)
    )


@pytest.mark.parametrize("name", ["shown", "_masked", "of_layer", "without_heads", "at", "by_kind"])
def test_a_participle_or_a_preposition_is_vague(name: str) -> None:
    assert [is_vague(one) for _, one in functions(f"def {name}():\n    pass\n", "a.py")] == [True]


@pytest.mark.parametrize(
    "name", ["draw_figure", "mask_word", "to_json", "on_click", "from_file", "padding", "seed"]
)
def test_a_verb_or_a_noun_is_not(name: str) -> None:
    assert not is_vague(name)
