"""Packs the wheel so that an installation adds exactly one name, plm_explorer.

In a checkout `models`, `explorer` and `resources` are folders of its top, and an editable install
leaves them there. Elsewhere their names would be in everybody's way: a folder with a `models.py` of
its own could not import this package, or would import our `models` as its own. So the wheel has
them below `plm_explorer.program`, with the names in their files changed while they are copied.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

ROOTS = ("models", "explorer", "resources")
INSIDE = "plm_explorer.program"
MODULE_NAME = re.compile(rf"(?:{'|'.join(ROOTS)})(?:\.\w+)*")


def move_names(source: str, modules: frozenset[str]) -> str:
    """Put the modules that a file imports or names below `plm_explorer.program`.

    `modules` are the dotted names of all modules that move; a text in the file that is one of them
    is a name too, as for `importlib.import_module`. A bare "models" is a word.

    Raises ValueError for `import models.x`, which would bind another name then.
    """
    lines = [line.encode() for line in source.splitlines(keepends=True)]  # ast counts bytes
    places = []
    for node in ast.walk(ast.parse(source)):
        name, begins = "", 0
        if isinstance(node, ast.ImportFrom) and not node.level:
            name, begins = node.module or "", len("from ")
        elif isinstance(node, ast.Import):
            if any(MODULE_NAME.fullmatch(alias.name) for alias in node.names):
                raise ValueError(f"line {node.lineno}: write 'from … import …' for an own module")
        elif isinstance(node, ast.Constant) and node.value in modules:
            name, begins = node.value if "." in node.value else "", 1  # behind the quotation mark
        if MODULE_NAME.fullmatch(name):
            places.append((node.lineno - 1, node.col_offset + begins, name))
    for line, column, name in sorted(places, reverse=True):
        text = lines[line]
        if not text[column:].startswith(name.encode()):
            raise ValueError(f"line {line + 1}: {name} is not where it was looked for")
        lines[line] = text[:column] + f"{INSIDE}.".encode() + text[column:]
    return b"".join(lines).decode()


class BuildBelowOneName(build_py):
    """Copies the packages, and changes the names of those that moved."""

    def run(self) -> None:
        super().run()
        folder = Path(self.build_lib)
        program = folder / Path(*INSIDE.split("."))
        modules = frozenset(
            ".".join(path.relative_to(program).with_suffix("").parts).removesuffix(".__init__")
            for path in program.rglob("*.py")
        )
        for path in (folder / "plm_explorer").rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            path.write_text(move_names(source, modules), encoding="utf-8")


def packages(roots: tuple[str, ...]) -> list[str]:
    """List the regular packages below some folders of the checkout."""
    return find_packages(include=[pattern for root in roots for pattern in (root, f"{root}.*")])


if "editable_wheel" in sys.argv:
    setup(
        packages=packages((*ROOTS, "plm_explorer")),
        package_dir={"": "."},  # said outright, so that the install is one line in a .pth file
        py_modules=["main"],
    )
elif __name__ == "__main__":
    setup(
        packages=packages(("plm_explorer",)) + [f"{INSIDE}.{name}" for name in packages(ROOTS)],
        package_dir={f"{INSIDE}.{root}": root for root in ROOTS},
        package_data={f"{INSIDE}.resources": ["**/*"]},
        exclude_package_data={f"{INSIDE}.resources": ["**/__pycache__/*"]},
        cmdclass={"build_py": BuildBelowOneName},
    )
