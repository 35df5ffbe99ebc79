"""Files that may be anybody's are parsed in one place each, within limits.

Who parses elsewhere reads what the program has written itself or brings along.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARSERS = {
    *("json.load", "json.loads", "json.JSONDecoder", "tomllib.load", "tomllib.loads"),
    *("np.load", "np.loadtxt", "np.genfromtxt", "np.fromfile", "np.lib.format.open_memmap"),
    *("torch.load", "pickle.load", "pickle.loads", "yaml.load", "marshal.loads", "eval", "exec"),
    *("ElementTree.parse", "ElementTree.fromstring", "zipfile.ZipFile", "tarfile.open"),
}
OWN = {  # what they parse was written a moment before, by the program or a library
    *("models/arch/albert.py", "models/arch/electra.py", "models/arch/rotary_family.py"),
    "models/finetuning/recipe.py",
    *("models/search/recipe.py", "models/training/recipe.py"),
    *("models/tokenization/base.py", "models/tokenization/unigram.py"),
    *("models/tokenization/word_bpe.py", "models/tokenization/wordpiece.py"),
    *("models/tokenization/word_counts.py", "models/comparison/tuning.py"),
}
RESOURCES = {  # what they parse comes with the program
    *("explorer/commands/docs.py", "explorer/core/panel_text.py"),
    *("explorer/core/comparisons/tours.py", "explorer/core/library/published.py"),
    *("explorer/core/comparison/published.py", "explorer/core/comparison/task_cards.py"),
    *("explorer/core/comparisons/statements.py", "explorer/core/comparison/lineage.py"),
    "explorer/core/knowledge/relations.py",
    *("explorer/core/localization/sources.py", "explorer/core/localization/update.py"),
    *("explorer/core/localization/catalog.py", "explorer/core/parameters/sizes.py"),
    "explorer/core/parameters/training_cost.py",
    *("explorer/core/state/defaults.py", "explorer/core/two_sentences/pairs.py"),
    *("explorer/terminal/console.py", "models/data/world/lexicon.py"),
    "models/data/texts/registry.py",
}
READERS = {  # where there are limits
    "models/schema/parsing.py",
    "models/runtime/arrays.py",
    "models/data/tables/json_values.py",
    "explorer/core/project/file.py",
    "explorer/core/report/pictures.py",
    "explorer/core/sentences/parts.py",
}


def calls(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def parsing() -> set[str]:
    """The files of the program that call a parser."""
    files = [path for part in ("models", "explorer") for path in (ROOT / part).rglob("*.py")]
    named = {path.relative_to(ROOT).as_posix(): path for path in files}
    return {name for name, path in named.items() if PARSERS & set(calls(path))}


def test_foreign_files_are_parsed_where_there_are_limits() -> None:
    elsewhere = parsing() - OWN - RESOURCES - READERS
    assert not elsewhere, f"use models/schema/parsing.py or arrays.py in {sorted(elsewhere)}"


def test_no_file_is_excepted_that_parses_nothing() -> None:
    assert parsing() == OWN | RESOURCES | READERS


@pytest.mark.parametrize("call", ["json.loads(x)", "np.load(x)", "torch.load(x)"])
def test_a_new_parser_is_noticed(call: str, tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text(f"import json\n\n{call}\n", encoding="utf-8")
    assert PARSERS & set(calls(tmp_path / "new.py"))
