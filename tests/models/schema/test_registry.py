"""The catalog: a file in a folder is all that it takes, and one bad file spoils nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from models.schema.registry import DuplicateSpecError, catalog, head_title, model_types, scan
from models.schema.specs import ArchSpec

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])

COPY = """
from dataclasses import replace
from models.arch.bert import SPEC as BERT
SPEC = replace(BERT, name={name!r})
"""

Package = Callable[[dict[str, str]], str]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Writes a package of modules and returns its name."""

    def make(modules: dict[str, str]) -> str:
        folder = tmp_path / "some_architectures"
        folder.mkdir()
        for name, text in {"__init__": "", **modules}.items():
            (folder / f"{name}.py").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        for name in [name for name in sys.modules if name.startswith("some_architectures")]:
            monkeypatch.delitem(sys.modules, name)
        return "some_architectures"

    return make


def test_the_first_four_architectures_are_there_and_nothing_is_broken() -> None:
    assert {"bert", "gpt2", "electra", "distilbert"} <= catalog().architectures.keys()
    assert catalog().broken == {}


def test_a_file_with_a_spec_is_found(package: Package) -> None:
    found, broken = scan(package({"one": COPY.format(name="one"), "helper": "x = 1"}), ArchSpec)
    assert list(found) == ["one"]
    assert broken == {}


def test_a_broken_file_is_named_and_does_not_take_the_others_with_it(package: Package) -> None:
    name = package({"bad": "import not_there", "good": COPY.format(name="good")})
    found, broken = scan(name, ArchSpec)
    assert list(found) == ["good"]
    assert list(broken) == ["some_architectures.bad"]
    assert "not_there" in broken["some_architectures.bad"]


def test_two_specs_of_one_name_are_rejected(package: Package) -> None:
    name = package({"a": COPY.format(name="twin"), "b": COPY.format(name="twin")})
    with pytest.raises(DuplicateSpecError, match="twin"):
        scan(name, ArchSpec)


def test_an_architecture_is_found_by_the_model_type_of_a_config() -> None:
    assert catalog().find_by_model_type("gpt2") is catalog().architectures["gpt2"]
    assert catalog().find_by_model_type("rwkv") is None


@specs
def test_heads_read_streams_that_exist(spec: ArchSpec) -> None:
    assert {head.stream for head in spec.heads} <= {stream.name for stream in spec.streams}


@specs
def test_the_objectives_and_tokenizers_that_it_names_exist(spec: ArchSpec) -> None:
    assert set(spec.objectives) <= catalog().objectives.keys()
    assert set(spec.tokenizers) <= catalog().tokenizers.keys()


@specs
def test_each_objective_trains_a_head_that_the_architecture_has(spec: ArchSpec) -> None:
    heads = {head.name for head in spec.heads}
    assert {catalog().objectives[name].head for name in spec.objectives} & heads


@specs
def test_what_a_card_shows_is_there(spec: ArchSpec) -> None:
    assert spec.summary.endswith((".", "?"))
    assert spec.difference.endswith(".")
    assert str(spec.paper.year) in str(spec.paper)


def test_architectures_are_told_apart_by_name_title_and_model_type() -> None:
    for field in ("name", "title", "model_type"):
        values = [getattr(spec, field) for spec in SPECS]
        assert len(set(values)) == len(values)


def test_specs_are_frozen_values() -> None:
    spec = SPECS[0]
    assert replace(spec) == spec


def test_model_types_are_those_of_the_specs_and_known_without_torch() -> None:
    specs = catalog().architectures.values()
    assert set(model_types()) == {kind for spec in specs for kind in spec.model_types}
    code = "import sys; from models.schema.registry import model_types; model_types()"
    code += "; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_titles_of_heads_are_read_from_the_text_of_the_files() -> None:
    declared = {
        kind: {head.name: head.title for head in spec.heads}
        for spec in catalog().architectures.values()
        for kind in spec.model_types
    }
    for kind, heads in declared.items():
        for name, title in heads.items():
            assert head_title(name, kind) == title
    assert head_title("nsp", "distilbert") == declared["bert"]["nsp"], "from another file"
    assert head_title("new", "bert") == "NEW"
