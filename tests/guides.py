"""A plugin of pytest, `-p tests.guides`: the examples of the guides are files of their packages.

They are there before tests are collected, so that every test that is made for each architecture,
objective or comparison is also made for them.
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

DOCS = Path(__file__).parents[1] / "docs"
EXAMPLES = {  # page -> package and module
    "add-architecture.md": ("models.arch", "convolutional"),
    "add-objective.md": ("models.objectives", "every_nth"),
    "add-comparison.md": ("models.experiments", "dropout"),
}
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str = "python") -> list[str]:
    """The examples of code of a page in a language."""
    found = BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    return [code for name, code in found if name == language]


def write_example(page: str, folder: Path) -> None:
    """Write the example of a page as a module, and make the folder a part of its package."""
    package, name = EXAMPLES[page]
    (code,) = blocks(page)
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    importlib.import_module(package).__path__.append(str(folder))


def pytest_configure(config: pytest.Config) -> None:
    """Add all examples to the packages of this process."""
    for page in EXAMPLES:
        folder = TemporaryDirectory(prefix="plm-explorer-guides-")
        config.add_cleanup(folder.cleanup)
        write_example(page, Path(folder.name))
