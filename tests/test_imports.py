"""The house rules of ARCHITECTURE.md: imports go one way, and the window never loads torch."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT_PACKAGES = ("models", "explorer", "plm_explorer")

TORCH = ("torch", "numpy", "tokenizers", "safetensors")
QT = ("PySide6", "shiboken6")
EVERYTHING = (*TORCH, *QT, "models", "explorer", "resources")

# The numbers behind the pictures: pure numpy functions.
PURE = (
    *(f"explorer.core.attention.{name}" for name in ("measures", "heads", "position_bias")),
    "explorer.core.engine.feeding.typed_masks",
    "explorer.core.engine.predicting.probabilities",
    "explorer.core.masking.masks",
    *(f"explorer.core.tokens.{name}" for name in ("interlinear", "word_steps")),
    "explorer.core.engine.groups",
    "explorer.core.comparison.differences",
    "explorer.core.distillation.agreement",
    "explorer.core.generation.beams",
    "explorer.core.layers.similarity",
    "explorer.core.attention.matching",
    "explorer.core.parameters.inventory",
)

# What a module may import besides the standard library and the packages that contain it. The
# longest matching entry rules; what it does not list is forbidden.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "models": (*TORCH, "models", "resources"),
    "models.attribution.checks": (*TORCH, "scipy", "models"),
    "models.comparison.run": (*TORCH, "models", "distributed"),
    "models.data.texts.readers": ("models", "pyarrow"),
    "models.comparison.evidence.intervals": ("numpy", "scipy", "models"),
    "models.comparison.fits": ("numpy", "scipy", "models"),
    "models.long_texts.growth": ("numpy", "scipy", "models"),
    "models.inference.beam_paths": ("models.schema.records",),
    "models.schema.configs": ("models.schema.configs", "models.schema.parsing"),
    "models.schema.parsing": ("models.schema.parsing",),
    "models.sentences.preferences": ("numpy", "scipy", "models"),
    "models.sentences.regression": ("numpy", "scipy", "models"),
    "models.search": (*TORCH, "optuna", "models"),
    "models.search.results": (),
    "models.search.settings": ("models",),
    "models.tasks.metrics": ("numpy", "scipy", "sklearn", "models"),
    "models.knowledge": (*TORCH, "networkx", "models"),
    **dict.fromkeys(
        (f"models.knowledge.{name}" for name in ("graph", "linking", "names", "world_graph")),
        ("numpy", "models"),
    ),
    "models.knowledge.reading": ("numpy", "scipy", "models"),
    "models.knowledge.transe": (*TORCH, "scipy", "models"),
    "models.knowledge.writing": ("networkx", "models"),
    "models.inside.steps": ("models.schema.records",),
    **dict.fromkeys(
        (f"models.inside.diagrams.{name}" for name in ("diagram", "folding", "traits")),
        ("models.inside.diagrams",),
    ),
    "models.inside.stages": ("torch", "models.inside.steps"),
    "models.inside.attention": ("torch", "models.inside.stages"),
    "models.layers": (
        "torch",
        "models.layers",
        "models.inference.taps",
        "models.inside.attention",
        "models.inside.stages",
    ),
    "models.schema.records": ("numpy", "models.schema.records", "models.schema.specs"),
    "models.schema.roles": ("models.schema.configs", "models.schema.records"),
    "models.schema.specs": (
        "numpy",
        "models.schema.configs",
        "models.schema.records",
        "models.schema.roles",
        "models.schema.specs",
    ),
    "models.runtime.devices": ("torch", "psutil"),
    "models.runtime.file_lock": ("filelock",),
    "models.runtime.generators": ("models.runtime.generators",),
    "models.tokenization.chat_template": ("jinja2", "models"),
    "models.tokenization.step_records": ("models.tokenization.step_records",),
    "explorer": EVERYTHING,
    "explorer.core": ("numpy", "models", "explorer.core", "resources"),
    "explorer.core.knowledge.layout": (
        "numpy",
        "networkx",
        "models.schema.records",
        "explorer.core",
    ),
    "explorer.core.knowledge.graphml": (
        "networkx",
        "models.knowledge.writing",
        "models.schema.records",
        "explorer.core",
    ),
    "explorer.core.layers.projection": ("numpy", "sklearn", "models.schema.records"),
    "explorer.core.hub": ("httpx2", "huggingface_hub", "models", "explorer.core"),
    **dict.fromkeys(
        PURE,
        (
            "numpy",
            "models.schema.records",
            "models.tokenization.step_records",
            "explorer.core.localization",
            *PURE,
        ),
    ),
    "explorer.ui": (
        *QT,
        "numpy",
        "explorer.core",
        "explorer.ui",
        *(f"models.comparison.{name}" for name in ("catalog", "results", "spec")),
        *(f"models.comparison.evidence.{name}" for name in ("intervals", "statistics")),
        "models.data.texts.input_formats",
        "models.finetuning.recipe",
        "models.inference.beam_paths",
        *(f"models.inside.diagrams.{name}" for name in ("diagram", "traits")),
        "models.inside.steps",
        "models.schema.position_schemes",
        "models.schema.records",
        "models.search.results",
        "models.runtime.resources",
        "models.schema.specs",
        "models.runtime.generators",
        "models.tokenization.step_records",
        "resources",
    ),
    "main": ("explorer.app", "explorer.cli"),
    "plm_explorer": ("numpy", "PySide6", "models", "explorer", "plm_explorer"),
}


def test_every_import_goes_in_the_allowed_direction() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for path in _project_files()
        for line, target in _imports(path)
        if not _allowed(_module_name(path), target)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("models.inference.trace", "from PySide6.QtCore import QObject"),
        ("models.inference.trace", "import explorer.core.state.state"),
        ("models.layers.attention", "from models.arch import bert"),
        ("models.layers.attention", "from ..arch import bert"),
        ("models.schema.records", "def f():\n    import torch"),
        ("explorer.core.engine.engine", "import explorer.ui.export.writers"),
        ("explorer.core.attention.heads", "import torch"),
        ("explorer.ui.panels.attention.panel", "import torch.nn as nn"),
        ("explorer.ui.panels.attention.panel", "from models import training"),
        (
            "explorer.ui.panels.attention.panel",
            "import importlib\nimportlib.import_module('torch')",
        ),
        ("explorer.app", "import requests"),
    ],
)
def test_a_forbidden_import_is_found_wherever_it_is(module: str, statement: str) -> None:
    targets = [target for _, target in _imports_in(statement, module, is_package=False)]
    assert not all(_allowed(module, target) for target in targets)


SLOW = {"torch", "huggingface_hub", "httpx2", "scipy", "networkx"}


def test_the_window_and_every_panel_load_without_what_is_slow_to_import() -> None:
    panels = sorted((ROOT / "explorer" / "ui" / "panels").rglob("*.py"))
    names = ["explorer.ui.window.main_window", *(_module_name(path) for path in panels)]
    code = (
        "import importlib, sys\n"
        f"for name in {names!r}:\n"
        "    importlib.import_module(name)\n"
        f"    if loaded := {SLOW!r} & sys.modules.keys():\n"
        "        sys.exit(f'{name} loaded {loaded}')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_folder_with_code_is_a_package_that_a_wheel_carries() -> None:
    folders = {path.parent for path in _project_files() if path.parent != ROOT}
    bare = [str(folder.relative_to(ROOT)) for folder in folders if not _is_package(folder)]
    assert not bare, f"without __init__.py: {', '.join(sorted(bare))}"


MOST_FILES = 12  # of one folder, so that it reads as a table of contents
ONE_FILE_EACH = {  # may have more
    "explorer/commands",
    "models/arch",
    "models/data/labelled",
    "models/experiments",
    "models/measures",
    "models/objectives",
    "models/tokenization",
}


def test_no_folder_has_more_files_than_a_person_overlooks() -> None:
    folders = {path.parent for path in _project_files() if path.parent != ROOT}
    names = {str(folder.relative_to(ROOT)): folder for folder in folders}
    full = {
        name
        for name, folder in names.items()
        if len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) > MOST_FILES
    }
    assert full <= ONE_FILE_EACH


def test_two_classes_have_one_name_only_if_they_are_one_thing() -> None:
    """Names with an underscore are those of one file."""
    files: dict[str, list[str]] = {}
    for path in _project_files():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                files.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in files.items() if len(paths) > 1} == {}


def _project_files() -> list[Path]:
    files = [path for package in PROJECT_PACKAGES for path in (ROOT / package).rglob("*.py")]
    return [ROOT / "main.py", *sorted(files)]


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").exists()


def _module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    source = path.read_text(encoding="utf-8")
    return _imports_in(source, _module_name(path), is_package=path.name == "__init__.py")


def _imports_in(source: str, module: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """Line and full name of each module that the source imports, at any depth."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, package)
            yield from ((node.lineno, _target(origin, alias.name)) for alias in node.names)
        elif isinstance(node, ast.Call) and (name := _imported_by_call(node)):
            yield node.lineno, name


def _origin(node: ast.ImportFrom, package: str) -> str:
    """The module after `from`, with the leading dots resolved."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    base = parts[: len(parts) - (node.level - 1)]
    return ".".join([*base, node.module] if node.module else base)


def _target(origin: str, name: str) -> str:
    """A name that is a module itself, as in `from models import arch`, is what gets imported."""
    inside = ROOT.joinpath(*origin.split("."), name)
    is_module = inside.is_dir() or inside.with_suffix(".py").exists()
    return f"{origin}.{name}" if is_module else origin


def _imported_by_call(node: ast.Call) -> str | None:
    """The name in import_module("name") or __import__("name"), if it is written out."""
    function = node.func.attr if isinstance(node.func, ast.Attribute) else None
    function = node.func.id if isinstance(node.func, ast.Name) else function
    if function not in {"import_module", "__import__"} or not node.args:
        return None
    first = node.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def _allowed(module: str, target: str) -> bool:
    if target.split(".")[0] in sys.stdlib_module_names or _is_inside(module, target):
        return True  # a parent package is imported in any case
    rule = max((name for name in MAY_IMPORT if _is_inside(module, name)), key=len)
    return any(_is_inside(target, allowed) for allowed in MAY_IMPORT[rule])


def _is_inside(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
