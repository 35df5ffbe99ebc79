"""The examples of the documentation run, and its pages lead to pages that exist."""

import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from explorer.commands import docs
from models.checkpoints import checkpoint
from models.comparison.catalog import experiments
from models.data.prepare import prepare
from models.inference.trace import trace
from models.runtime.generators import run_to_end
from models.schema.records import ModelInput, TokenChange
from models.schema.registry import catalog, declared_types
from models.training import trainer
from models.training.recipe import Recipe
from models.training.trainer import TrainingStep
from tests.guides import EXAMPLES, blocks, write_example
from tests.models import tiny

LINK = re.compile(r"\]\(([^)#\s]+)\)")
BLOCK_OF_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"[A-Za-z_]\w+")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
SHOWN_BACKSLASH = re.compile(r"\\[^\\`*_{}\[\]()>#+\-.!]")  # a backslash that Markdown leaves alone
IN_BACKQUOTES = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FOLDERS = ("models", "explorer", "plm_explorer", "tests", "resources", "docs", "packaging")
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./-]*|[\w/-]+\.(?:py|qss)")
NAME = re.compile(r"[A-Za-z_]\w{3,}(?:\.[A-Za-z_]\w+)*")
MAX_WAY_IN = 12_000  # bytes of ARCHITECTURE.md
MADE_BY_THE_READER = {
    f"{package.replace('.', '/')}/{name}.py" for package, name in EXAMPLES.values()
}
DOCS = docs.HAND_WRITTEN
RULES = ("tests/models", "tests/explorer/core", "tests/bench/test_bench.py")
FEWEST_RULES = 100
TEXT = "The teacher opens the book in the garden."


@contextmanager
def added(page: str, folder: Path) -> Iterator[ModuleType]:
    """The example of a page as a file of a package, for the length of a `with` block."""
    package, name = EXAMPLES[page]
    write_example(page, folder)
    caches = catalog, declared_types, experiments
    for cached in caches:
        cached.cache_clear()
    try:
        yield importlib.import_module(f"{package}.{name}")
    finally:
        importlib.import_module(package).__path__.remove(str(folder))
        sys.modules.pop(f"{package}.{name}", None)
        for cached in caches:
            cached.cache_clear()


def test_the_examples_of_the_python_interface_run(
    qapp: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for code in blocks("python.md"):
        exec(code, names)
    for file in ("tokens.csv", "trace.npz", "attention.svg", "attention.csv"):
        assert (tmp_path / file).stat().st_size > 100
    assert "<svg" in names["plm"].figure("tokens", ["bert-mini"], TEXT)._repr_svg_()


def few_steps(recipe: Recipe, folder: Path) -> Recipe:
    """The recipe of a page on a small text, for as many steps as a test has time for."""
    return replace(
        recipe,
        data=str(tiny.write_text(folder)),
        data_tokens=20_000,
        tokenizer=replace(recipe.tokenizer, vocab_size=300),
        schedule=replace(recipe.schedule, steps=12, batch_size=4, warmup_steps=2),
    )


def test_the_example_of_an_architecture_learns_is_saved_and_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)
    with added("add-architecture.md", tmp_path):
        assert catalog().broken == {}
        (written,) = blocks("add-architecture.md", "toml")
        recipe = few_steps(Recipe.from_dict(tomllib.loads(written)), tmp_path / "data")
        prepared = run_to_end(prepare(recipe, tmp_path / "cache"))
        found = list(tiny.reports(recipe, prepared, tmp_path / "run"))
        losses = [report.losses["mlm"] for report in found if isinstance(report, TrainingStep)]
        assert losses[-1] < losses[0]
        loaded = checkpoint.load(tmp_path / "run")
        clean = ModelInput.clean(prepared.tokenizer.encode(TEXT))
        traced = trace(loaded.model, loaded.spec, clean, tokens=prepared.tokenizer.tokens)
    hidden = traced.streams["encoder"].hidden
    assert hidden is not None
    assert hidden.shape == (1 + recipe.size.num_layers, len(clean), recipe.size.width)


def test_the_example_of_an_objective_masks_every_nth_token(tmp_path: Path) -> None:
    with added("add-objective.md", tmp_path):
        assert catalog().broken == {}
        spec = catalog().objectives["every_nth"]
    tokenizer = tiny.ready("bert", tmp_path / "data").tokenizer
    clean = ModelInput.clean(tokenizer.encode(TEXT))
    made = spec.corrupt(clean, np.random.default_rng(1), tokenizer.vocabulary, every=3)
    (masked,) = np.nonzero(made.change == TokenChange.MASKED)
    assert set(np.diff(masked)) == {3}
    assert np.array_equal(made.targets[spec.head].positions, masked)
    assert np.array_equal(made.targets[spec.head].labels, clean.input_ids[masked])
    assert not clean.encoding.special[masked].any()


def test_the_example_of_a_comparison_has_an_arm_for_each_rate(tmp_path: Path) -> None:
    with added("add-comparison.md", tmp_path):
        spec = experiments()["dropout"]
    rates = [spec.recipe(arm.name).size.dropout for arm in spec.arms]  # type: ignore[union-attr]
    assert rates == [0.0, 0.1]


def test_the_examples_of_the_guides_keep_the_rules_of_all_others() -> None:
    """As for somebody who saved them: every test that is made for each file of their folders."""
    names = " or ".join(f"{name}]" if name == "dropout" else name for _, name in EXAMPLES.values())
    options = ("-q", "-x", "-p", "no:cacheprovider", "-p", "tests.guides", "-k", names)
    command = [sys.executable, "-m", "pytest", *options, *RULES]
    done = subprocess.run(command, cwd=docs.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= FEWEST_RULES


def test_every_system_comparison_and_panel_has_a_page_and_every_link_leads_somewhere(
    tmp_path: Path,
) -> None:
    docs.write_pages(tmp_path)
    folder = tmp_path / "docs"
    pages = {str(path.relative_to(folder)) for path in folder.rglob("*.md")}
    assert {f"systems/{name}.md" for name in catalog().architectures} <= pages
    assert {f"comparisons/{name}.md" for name in experiments()} <= pages
    menu = (tmp_path / "mkdocs.yml").read_text(encoding="utf-8")
    assert not [page for page in pages if f'"{page}"' not in menu]
    drawn = {"png"}  # by the program, after the pages
    for page in pages:
        text = (folder / page).read_text(encoding="utf-8")
        for target in LINK.findall(text):
            local = not target.startswith("http") and target.rpartition(".")[2] not in drawn
            assert not local or ((folder / page).parent / target).is_file(), (page, target)
    bert = (folder / "systems" / "bert.md").read_text(encoding="utf-8")
    assert "109,482,240" in bert
    assert "| Size | Parameters, tied tensors once |\n" in bert, "columns that say nothing"
    rates = (folder / "comparisons" / "masking_rate.md").read_text(encoding="utf-8")
    assert "95 % interval" in rates
    assert "![How much to mask](masking_rate.png)" in rates


def test_no_page_shows_a_backslash_of_its_markup(tmp_path: Path) -> None:
    docs.write_pages(tmp_path)
    pages = {path: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.md")}
    shown = {path.name: SHOWN_BACKSLASH.findall(CODE.sub("", text)) for path, text in pages.items()}
    assert {name: found for name, found in shown.items() if found} == {}


def test_a_table_of_what_differs_grows_downwards() -> None:
    pages = docs.comparison_pages()
    heads = [line for text in pages.values() for line in text.splitlines() if "|---" in line]
    assert max(line.count("---") for line in heads) <= 9


def test_a_text_with_signs_of_html_and_markdown_is_read_as_it_was_written() -> None:
    assert docs.plain("</s> of P(a|b) & *c*") == r"&lt;/s&gt; of P(a&#124;b) &amp; \*c\*"
    assert docs.title_of(f"# {docs.plain('E < H & _x_')}\ntext") == "E < H & _x_"


def in_backquotes(pages: Iterable[Path], pattern: re.Pattern[str]) -> set[str]:
    """Everything of a pattern that pages have in backquotes, examples of code apart."""
    texts = (BLOCK_OF_CODE.sub("", page.read_text(encoding="utf-8")) for page in pages)
    found = (one for text in texts for one in IN_BACKQUOTES.findall(text))
    return {one for one in found if pattern.fullmatch(one)}


def test_every_file_that_the_documentation_names_exists() -> None:
    named = in_backquotes([*DOCS.rglob("*.md"), docs.ROOT / "README.md", docs.WAY_IN], PATH)
    assert len(named) > 100
    missing = {path for path in named if not (docs.ROOT / path).exists()}
    assert missing <= MADE_BY_THE_READER


def test_every_name_that_pages_about_the_code_have_is_in_the_code() -> None:
    pages = [docs.WAY_IN, *DOCS.glob("architecture/*.md"), *DOCS.glob("decisions/*.md")]
    sources = (path for folder in FOLDERS for path in (docs.ROOT / folder).rglob("*.py"))
    known = {word for path in sources for word in WORD.findall(path.read_text(encoding="utf-8"))}
    named = in_backquotes(pages, NAME)
    assert len(named) > 50
    assert {name for name in named if not {*name.split(".")} <= known} == set()


def test_the_way_into_the_code_is_one_page() -> None:
    assert docs.WAY_IN.stat().st_size <= MAX_WAY_IN


def test_decisions_have_numbers_of_their_own_and_are_listed() -> None:
    folder = DOCS / docs.DECISIONS
    names = [Path(page).name for page in docs.decision_pages()[1:]]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    assert LINK.findall((folder / "README.md").read_text(encoding="utf-8")) == names
    for name in names:
        text = (folder / name).read_text(encoding="utf-8")
        assert text.startswith(f"# {int(name[:4])}. "), name
        assert "**Decided.**" in text, name
        assert "**Why.**" in text, name


def test_pages_replace_no_files_of_others(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "mine.md").write_text("mine", encoding="utf-8")
    assert docs.main(["--out", str(tmp_path)]) != 0
    assert [path.name for path in (tmp_path / "docs").iterdir()] == ["mine.md"]


def test_the_citation_names_the_version_of_the_program() -> None:
    project = tomllib.loads((docs.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (docs.ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert "cff-version: 1.2.0" in lines
    assert f"version: {project['version']}" in lines
    assert f"license: {project['license']}" in lines
