"""Comparisons on real texts: registered with the hash of the text, guarded by its count models."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models import bundled_comparisons
from models.comparison import bundled, catalog
from models.comparison.catalog import find_experiment
from models.comparison.evidence import registration
from models.comparison.evidence.guards import failed_guard
from models.comparison.evidence.registration import (
    check_registered,
    is_registered_on,
    register,
    registered_hash,
    registration_file,
    registrations,
)
from models.comparison.results import MeasuredComparison, read_result, write_result
from models.comparison.run import Plan, run
from models.comparison.spec import ExperimentSpec
from models.data.texts import registry
from models.data.texts.identity import TextIdentity
from models.data.texts.named import identity_of
from models.data.texts.registry import known_texts
from models.runtime.generators import run_to_end
from tests.explorer.core.comparisons.made_up import made_up
from tests.models.tiny import in_this_process, little_held_out

SPEC = find_experiment("masking_rate")
TEXT = TextIdentity("wikitext-2", "WikiText-2", "CC BY-SA 3.0", "0" * 64)


@pytest.fixture(autouse=True)
def own_resources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Registrations and results in a folder of the test."""
    for module in (registration, bundled):
        whole = module.resource
        monkeypatch.setattr(module, "resource", _redirected(whole, tmp_path / "resources"))
    (tmp_path / "resources").mkdir()
    return tmp_path / "resources"


def _redirected(whole: Callable[..., Path], folder: Path) -> Callable[..., Path]:
    def resource(*parts: str) -> Path:
        written = parts[:1] in (("registrations",), ("comparisons",))
        return folder.joinpath(*parts) if written else whole(*parts)

    return resource


@pytest.fixture
def named_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A little text in the form of WikiText-2, and its name."""
    entries = {name: replace(entry, words=0) for name, entry in known_texts().items()}
    monkeypatch.setattr(registry, "known_texts", lambda: entries)
    folder = tmp_path / "texts"
    folder.mkdir()
    lines = [f"Line {n} says that a person has {n % 7} cats .\n\n" for n in range(300)]
    (folder / "wiki.train.tokens").write_text("".join(lines), encoding="utf-8")
    (folder / "wiki.valid.tokens").write_text("".join(lines[::9]), encoding="utf-8")
    return f"wikitext-2:{folder}"


def test_the_hash_of_a_registration_has_that_of_the_text() -> None:
    plain, on_text = registered_hash(SPEC), registered_hash(SPEC, TEXT)
    assert len({plain, on_text, registered_hash(SPEC, replace(TEXT, sha256="1" * 64))}) == 3
    other = replace(SPEC, text_changes={"tokenizer.vocab_size": 6000})
    assert registered_hash(other) == plain
    assert registered_hash(other, TEXT) != on_text
    floors = tuple(replace(one, level=one.level + 1) for one in SPEC.floors)
    assert registered_hash(replace(SPEC, floors=floors), TEXT) == on_text, "it is measured there"
    assert registered_hash(replace(SPEC, floors=floors)) != plain


def test_the_recipes_on_a_text_have_the_changes_that_a_comparison_declares() -> None:
    spec = replace(SPEC, text_changes={"tokenizer.vocab_size": 6000, "schedule.steps": 50})
    usual, own = (spec.recipe("rate_15", data=data).to_dict() for data in ("", "wordnet"))
    assert usual["tokenizer"]["vocab_size"] != 6000
    assert (own["tokenizer"]["vocab_size"], own["schedule"]["steps"]) == (6000, 50)
    quick = spec.recipe("rate_15", data="wordnet", quick=True).to_dict()
    assert quick["schedule"]["steps"] == spec.quick_steps


def test_a_registration_on_a_text_is_apart_and_holds_for_its_files_alone() -> None:
    assert not is_registered_on(SPEC, TEXT)
    added = register(SPEC, text=TEXT)
    assert (added.text, added.hash) == (TEXT.sha256, registered_hash(SPEC, TEXT))
    assert registration_file(SPEC.name, TEXT.name).name == "masking_rate.wikitext-2.json"
    assert registrations(SPEC.name) == ()
    assert is_registered_on(SPEC, TEXT)
    assert not is_registered_on(SPEC, replace(TEXT, sha256="1" * 64))
    check_registered(SPEC, TEXT)
    with pytest.raises(ValueError, match="is not what was registered"):
        check_registered(replace(SPEC, seeds=(1, 2, 3)), TEXT)


def test_a_run_on_a_text_is_registered_if_the_comparison_was_on_these_files(
    named_text: str, tmp_path: Path
) -> None:
    plan = Plan(SPEC, tmp_path, tmp_path, data=named_text)
    assert plan.is_exploratory
    register(SPEC, text=identity_of(named_text))
    assert not plan.is_exploratory
    assert replace(plan, quick=True).is_exploratory
    assert replace(plan, data="village").is_exploratory, "another part of the mini-world"
    (Path(named_text.partition(":")[2]) / "wiki.valid.tokens").write_text("Changed .\n\nText .\n")
    assert plan.is_exploratory


def on_text(spec: ExperimentSpec, level: float | None) -> MeasuredComparison:
    levels = {} if level is None else {arm.name: {"5gram": level} for arm in spec.arms}
    return replace(made_up(spec, step=0.0), text=TEXT, baselines=levels)


@pytest.mark.parametrize(
    ("level", "problem"),
    [(5.0, ""), (0.1, "not clearly better than a 5-gram"), (None, "no level of a 5-gram")],
)
def test_a_guard_takes_the_level_of_a_count_model_on_the_text_itself(
    level: float | None, problem: str
) -> None:
    contrast = SPEC.claims[0].contrasts[0]
    found = failed_guard(SPEC, on_text(SPEC, level), contrast, 1.0)
    assert bool(found) == bool(problem)
    assert found is None or problem in found.reason


def small_spec() -> ExperimentSpec:
    small: dict[str, Any] = {
        "schedule.steps": 2,
        "tokenizer.vocab_size": 300,
        "size.num_layers": 1,
        "size.width": 16,
        "size.inner": 16,
    }
    claims = (replace(SPEC.claims[0], contrasts=()),)
    return replace(
        SPEC, arms=SPEC.arms[:2], seeds=(1, 2), claims=claims, measurements=(), text_changes=small
    )


def test_a_registered_run_on_a_text_keeps_numbers_names_and_hashes_only(
    named_text: str, tmp_path: Path, own_resources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    little_held_out(monkeypatch)
    spec = small_spec()
    monkeypatch.setitem(catalog.experiments(), spec.name, spec)
    monkeypatch.setattr(bundled_comparisons, "local_executor", in_this_process)
    with pytest.raises(ValueError, match="is not registered on"):
        bundled_comparisons.build(spec, tmp_path / "runs", 1, named_text)
    register(spec, text=identity_of(named_text))
    path = bundled_comparisons.build(spec, tmp_path / "runs", 1, named_text)
    assert path == own_resources / "comparisons" / "masking_rate.wikitext-2.json"
    result = read_result(path)
    assert result.text == identity_of(named_text)
    assert result.registered == registered_hash(spec, result.text)
    assert {recipe["data"] for recipe in result.recipes.values()} == {"wikitext-2"}
    for arm in spec.arms:
        levels = result.baselines[arm.name]
        assert 0 < levels["5gram"] < levels["unigram"] < math.log(300)
    written = path.read_text(encoding="utf-8")
    assert "cats" not in written
    assert str(tmp_path) not in written


def test_a_text_that_cannot_be_used_is_refused_before_anything_is_written(
    named_text: str, tmp_path: Path
) -> None:
    (Path(named_text.partition(":")[2]) / "wiki.train.tokens").write_bytes(b"a\0b")
    plan = Plan(SPEC, tmp_path / "run", tmp_path / "cache", quick=True, data=named_text)
    with pytest.raises(ValueError, match="binary file"):
        run_to_end(run(plan, in_this_process))
    assert not plan.folder.exists()


def test_count_models_are_added_to_a_bundled_result_without_a_change_of_its_rows(
    tmp_path: Path, own_resources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    little_held_out(monkeypatch)
    spec = replace(small_spec(), base=replace(small_spec().base, data_tokens=3000))
    monkeypatch.setitem(catalog.experiments(), spec.name, spec)
    before = made_up(spec)
    (own_resources / "comparisons").mkdir()
    write_result(before, own_resources / "comparisons" / "masking_rate.json")
    assert bundled_comparisons.add_baselines(spec, tmp_path)
    after = read_result(own_resources / "comparisons" / "masking_rate.json")
    assert after.baselines.keys() == {arm.name for arm in spec.arms}
    assert replace(after, baselines={}) == before
    assert not bundled_comparisons.add_baselines(spec, tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["text"].update(sha256="no hash"),
        lambda data: data["text"].update(name="x" * 1000),
        lambda data: data["text"].pop("licence"),
        lambda data: data.update(text=[1]),
        lambda data: data.update(baselines={"rate_5": {"unigram": "high"}}),
        lambda data: data.update(baselines=3),
    ],
)
def test_a_damaged_text_or_level_in_a_result_is_named(
    change: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    path = tmp_path / "result.json"
    write_result(on_text(SPEC, 2.0), path)
    assert read_result(path) == on_text(SPEC, 2.0)
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ValueError, match="cannot be used"):
        read_result(path)


def test_a_result_of_an_earlier_version_still_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    write_result(made_up(SPEC), path)
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["text"]
    path.write_text(json.dumps({**data, "data": "/home/somebody/story.txt"}), encoding="utf-8")
    assert read_result(path).text == TextIdentity("story.txt", "story.txt", "", "")
