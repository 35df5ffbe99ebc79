"""Every English text of the program that a person reads, gathered from its code and its data.

In `explorer` these are the texts given to `tr`, `plural` and `mark`. `models` knows no languages:
its declarations and messages are gathered whole, an f-string as its text with {names}. In the files
of `resources` they are the values that are sentences or titles.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explorer.core.library.published import FACTS, SCORES, PublishedModel, published_models
from models.comparison.catalog import experiments
from models.data.texts.registry import known_texts
from models.runtime.resources import resource

ROOT = Path(__file__).resolve().parents[3]
FUNCTIONS = {"tr": (0,), "mark": (0,), "plural": (1, 2)}  # the places of their texts
UNIT = "unit"  # of a Progress, which is translated where it is shown
# Texts of these are data for models, or are written by commands for developers.
DATA = ("models/data/world", "models/data/labelled", "models/data/demonstrations", "models/bundled")
DESCRIPTION = "description"  # of data, which a person reads
EXPERIMENTS = "models.experiments"
SAMPLES = "english.toml"  # names and purposes of its texts; those of Korean ones are Korean
NAMED_FACTS = ("institution",)  # facts that are names
RESOURCES = (
    *("help.toml", "sizes.toml", "published_sets.toml", "two_sentences.toml"),
    *("panels/*.toml", "tours/*.toml", "statements/*.toml"),
)
NOT_TRANSLATED = ("papers.toml",)
NAMES = (
    *("name", "at", "ids", "set", "icon", "group", "papers", "base", "against", "first", "second"),
    *("id", "comparison", "checkpoints", "source"),  # of a statement
)
DATA_TABLES = ("set", "swaps")
SEVERAL_WORDS = re.compile(r"[a-z)]\W*\s\W*[A-Za-z(]|[A-Za-z],? [a-z]")
WORD = re.compile(r"\b[a-z]{3}")
TITLE = re.compile(r"[A-Z][a-z]+[.:…]?")
NAMED = ("Paper", "PromptFormat")  # classes whose texts are titles of papers and texts for models
# Types as they are written in quotes, and formulas without a word beside functions.
ANNOTATION = re.compile(r"[\w.]+\[.*\]")
FORMULA = re.compile(r"[=←√⊙·]")
FUNCTION = re.compile(r"\w+(?=\()|\[\w+\]")

Source = tuple[str, str]  # the package or file that it comes from, and the text


def sources() -> Iterator[Source]:
    """All texts, each once; one that `models` has as well belongs there, where messages find it."""
    known: set[str] = set()
    for context, text in sorted(_all(), key=lambda one: not one[0].startswith("models")):
        if text not in known and re.search(r"[^\W\d_]", text):
            known.add(text)
            yield context, text


def _all() -> Iterator[Source]:
    for path in sorted((ROOT / "explorer").rglob("*.py")):
        yield from ((_context(path), text) for text in marked_texts(_parse_file(path)))
    for path in sorted((ROOT / "models").rglob("*.py")):
        data = path.relative_to(ROOT).as_posix().startswith(DATA)
        yield from ((_context(path), text) for text in library_texts(_parse_file(path), data))
    yield from ((EXPERIMENTS, title) for title in experiment_titles())
    yield from _examples()
    yield from (("resources.task_cards", text) for text in _task_texts())
    lineage = tomllib.loads(resource("lineage.toml").read_text(encoding="utf-8"))
    yield from (("resources.lineage", one["changed"]) for one in lineage["system"])
    for entry in known_texts().values():
        yield from (("resources.texts", text) for text in (entry.title, entry.licence, entry.get))
    for model in published_models():
        yield from (("resources.published", language) for language in model.languages)
        if is_read(model.stated):
            yield "resources.published", model.stated
        texts = [text for text in texts_of_facts(model) if WORD.search(text) or is_read(text)]
        yield from (("resources.published", text) for text in texts)
        for remark in model.remarks:
            yield from (("resources.published", text) for text in (remark.often, remark.says))
    defaults = tomllib.loads(resource("defaults.toml").read_text(encoding="utf-8"))
    for model in defaults["long_texts"]["untrained"]:
        if is_read(model["title"]):
            yield "resources.defaults", model["title"]
    for pattern in RESOURCES:
        for path in sorted(resource().glob(pattern)):
            if path.name not in NOT_TRANSLATED:
                content = tomllib.loads(path.read_text(encoding="utf-8"))
                yield from ((f"resources.{path.stem}", text) for text in values(content))


def _task_texts() -> Iterator[str]:
    content = tomllib.loads(resource("task_cards.toml").read_text(encoding="utf-8"))
    for task in content["task"]:
        yield from (task[name] for name in ("purpose", "size", "metric", "example", "here"))
    for score in content["score"]:
        texts = (score[name] for name in ("task", "model", "metric"))
        yield from (text for text in texts if WORD.search(text))


def _examples() -> Iterator[Source]:
    content = tomllib.loads(resource("samples", SAMPLES).read_text(encoding="utf-8"))
    for example in content["example"]:
        yield from (("resources.samples", example.get(key, "")) for key in ("name", "shows"))


def texts_of_facts(model: PublishedModel) -> Iterator[str]:
    """What is stated of a published checkpoint; of scores, which are names, what is added."""
    for fact in model.facts:
        if FACTS[fact.key][0] == SCORES:
            yield from fact.says.split(", ")[1:]
        elif fact.key not in NAMED_FACTS:
            yield fact.says


def marked_texts(tree: ast.AST) -> Iterator[str]:
    """The texts given to the functions of this package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for place in FUNCTIONS.get(node.func.id, ()):
                yield from _constant(node.args[place])
        elif isinstance(node, ast.keyword) and node.arg == UNIT:
            yield from _constant(node.value)


def _constant(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def library_texts(tree: ast.AST, only_messages: bool = False) -> Iterator[str]:
    """The sentences and titles of a module, without docstrings.

    `only_messages`: those of its errors and descriptions.
    """
    roots = [node for node in ast.walk(tree) if _is_message(node)] if only_messages else [tree]
    for node, text in literals(*roots):
        if is_read(template(node) if isinstance(node, ast.JoinedStr) else text):
            yield template(node) if isinstance(node, ast.JoinedStr) else text


def _is_message(node: ast.AST) -> bool:
    described = isinstance(node, ast.keyword) and node.arg == DESCRIPTION
    return described or isinstance(node, ast.Raise)


def experiment_titles() -> Iterator[str]:
    """The short texts of all comparisons, which are put together from words; without names."""
    for spec in experiments().values():
        yield from (claim.source for claim in spec.claims)
        variants = (one for tradeoff in spec.tradeoffs for one in tradeoff.variants)
        titles = [
            *(text for one in spec.arms for text in (one.title, one.line)),
            *(text for one in spec.metrics for text in (one.title, one.unit)),
            *(one.title for one in spec.contrasts),
            *(one.title for one in spec.laws),
            *(one.title for one in variants),
        ]
        yield from (
            title for title in titles if title not in spec.systems and re.search("[a-z]{3}", title)
        )


def literals(*roots: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Strings and f-strings below some nodes, without docstrings, parts of f-strings and names."""
    skipped: set[ast.AST] = set()
    for root in roots:
        for node in ast.walk(root):
            if node in skipped:
                continue
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                skipped.add(node.value)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in NAMED:
                skipped.update(ast.walk(node))
            elif isinstance(node, ast.JoinedStr):
                skipped.update(part for part in ast.walk(node) if part is not node)
                yield node, ""
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node, node.value


def template(text: ast.JoinedStr) -> str:
    """An f-string with names in place of its expressions."""
    names: dict[str, str] = {}
    parts = []
    for part in text.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        elif isinstance(part, ast.FormattedValue):
            parts.append("{" + _name_of(part.value, names) + "}")
    return "".join(parts)


def is_read(text: str) -> bool:
    """Whether a text looks like a sentence or a title rather than a name in the program."""
    words = re.sub(r"\{[^{}]*\}", "", text).strip()
    if ANNOTATION.fullmatch(words) or _is_formula(words):
        return False
    return bool(SEVERAL_WORDS.search(words) or TITLE.fullmatch(words))


def _is_formula(text: str) -> bool:
    return bool(FORMULA.search(text)) and not re.search("[a-z]{3}", FUNCTION.sub("", text))


def values(content: Any, name: str = "") -> Iterator[str]:
    """The texts of a TOML file as the program shows them, on one line each."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key not in NAMES or (isinstance(value, dict) and key not in DATA_TABLES):
                yield from values(value, key)
    elif isinstance(content, list):
        for value in content:
            yield from values(value, name)
    elif isinstance(content, str):
        yield content if name == "text" else " ".join(content.split())


def _name_of(expression: ast.expr, names: dict[str, str]) -> str:
    """A name that the source of an expression suggests, another one for each expression."""
    source = ast.unparse(expression)
    if source not in names:
        found = [
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(expression)
            if isinstance(node, ast.Name | ast.Attribute)
        ]
        name = next((one for one in reversed(found) if one not in ("self", "len")), "value")
        while name in names.values():
            name += "_"
        names[source] = name
    return names[source]


def _context(path: Path) -> str:
    """The package of a module, which is how Linguist groups its texts."""
    return ".".join(path.relative_to(ROOT).parent.parts)


def _parse_file(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))
