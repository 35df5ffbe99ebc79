"""Only the file of an architecture knows its name: the rest of the program asks declarations.

A name in a docstring or comment explains something and is allowed; a name in an identifier or in a
text that the program works with is not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.schema.registry import catalog, model_types

ROOT = Path(__file__).parents[1]
PARTS = ("models", "explorer", "plm_explorer")

# Their subject is one architecture, the method that makes a student of one, or what differs.
OWN_FILES = ("models/arch/", "models/distillation/", "models/experiments/")
# What a text is called in it, or where it was published: data, as the title of a paper is.
QUOTING = {"Paper", "Preset"}

# The key of a style of fine-tuning in recipes, and how messages and its title speak of it.
STYLE = re.compile(r'gpt|.*(style "gpt"|as GPT\)).*')

# What tokenizer.json and tokenizer_config.json call their parts, whichever model reads with them.
FORMAT = re.compile(r"[A-Za-z0-9]+(Tokenizer|Normalizer|Processing)")

# What a config.json calls a way to scale rotary positions, whichever model has it; and a program.
WORDS = ("llama3", "llama.cpp (GGUF)")

SPECS = catalog().architectures.values()
NAMES = sorted(  # "deberta-v2" is found by "deberta"
    {name.partition("-")[0] for name in (*catalog().architectures, *model_types())}
    | {spec.title.lower().partition(" ")[0] for spec in SPECS}
    | {"gpt"}
)
WORD = re.compile(rf"(?<![a-z])({'|'.join(NAMES)})(?![a-z])")
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def files(part: str) -> list[Path]:
    found = sorted((ROOT / part).rglob("*.py"))
    return [path for path in found if not str(path.relative_to(ROOT)).startswith(OWN_FILES)]


def named(path: Path) -> Iterator[str]:
    """Every place in the code of a file where an architecture is named."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {id(node) for node in _explanations(tree)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        for word in _words(node):
            if WORD.search(CAMEL.sub("_", word).lower()) and not _is_key(word):
                yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}: {word}"


def _is_key(word: str) -> bool:
    """Whether a file calls something by this word."""
    return bool(word in WORDS or FORMAT.fullmatch(word) or STYLE.fullmatch(word))


def _explanations(tree: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, and what is quoted."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in QUOTING:
            yield from ast.walk(node)


def _words(node: ast.AST) -> Iterator[str]:
    """What a node names: identifiers, modules and texts."""
    for field in ("id", "attr", "arg", "name", "asname", "module", "value"):
        word = getattr(node, field, None)
        if isinstance(word, str):
            yield word


def test_names_are_found_in_identifiers_imports_and_texts_but_not_in_docstrings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(__name__ + ".ROOT", tmp_path)
    path = tmp_path / "some.py"
    path.write_text(
        '"""As in BERT."""\n'
        "from models.arch.xlnet import XLNet\n"
        'if kind == "t5": pass\n'
        "loaded_bert = BertModel\n"
        "from tokenizers.normalizers import BertNormalizer; print('as GPT-2')\n"
        'Paper("A BERT paper")\n'
        "albertina = sberta = 'robertson'  # BERT\n"
    )
    lines = sorted(int(found.split(":")[1]) for found in named(path))
    assert lines == [2, 2, 3, 4, 4, 5]


@pytest.mark.parametrize("part", PARTS)
def test_no_architecture_is_named_outside_its_own_file(part: str) -> None:
    assert [found for path in files(part) for found in named(path)] == []
