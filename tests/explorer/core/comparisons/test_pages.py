import json
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer.core.comparisons import pages
from explorer.core.comparisons.pages import (
    BUNDLED,
    NOT_RUN,
    QUICK,
    ComparisonsRequest,
    Gallery,
    answers_to,
    controlled_fields,
    estimate_text,
    field_title,
    fields_that_differ,
    page,
    plan_of,
    stamps,
)
from explorer.core.comparisons.wording import effect_text, localize, own_text, reason_text
from models.comparison.catalog import experiments, find_experiment
from models.comparison.evidence.intervals import Estimate
from models.comparison.spec import Contrast, ExperimentSpec
from models.runtime.generators import run_to_end
from tests.explorer.core.comparisons.made_up import use_bundled_folder, write_made_up

SPEC = find_experiment("masking_rate")


@pytest.fixture(autouse=True)
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of bundled results, empty at first."""
    folder = tmp_path / "bundled"
    use_bundled_folder(monkeypatch, folder)
    return folder


def gallery() -> Gallery:
    found: Any = run_to_end(answers_to(ComparisonsRequest(), None))
    assert isinstance(found, Gallery)
    return found


def card(name: str = SPEC.name) -> pages.Card:
    return next(card for card in gallery().cards if card.spec.name == name)


def test_the_gallery_has_a_card_for_every_comparison() -> None:
    assert {card.spec.name for card in gallery().cards} == set(experiments())


def test_a_card_without_a_result_says_so() -> None:
    assert card().outcome == NOT_RUN
    assert card().verdict == ""


def test_a_card_says_the_difference_with_its_interval_and_the_verdict(bundled: Path) -> None:
    write_made_up(SPEC, bundled / "masking_rate.json", step=-0.1)
    assert "10 points" in card().outcome
    assert card().verdict
    assert card().verdict_text != card().verdict, "a verdict says what it is about"


def test_a_damaged_result_is_named_on_its_card_and_the_others_stay(bundled: Path) -> None:
    bundled.mkdir()
    (bundled / "masking_rate.json").write_text("{", encoding="utf-8")
    assert "masking_rate.json cannot be used" in card().outcome
    assert len(gallery().cards) == len(experiments())


def own_result(change: Callable[[dict[str, Any]], None], folder: Path) -> None:
    """A result among those that a person ran, with something else in it."""
    path = write_made_up(SPEC, folder / "comparisons" / SPEC.name / "whole-01234567/result.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(seconds=10**400),
        lambda data: data["rows"][0].__setitem__(4, 10**400),
        lambda data: data["rows"][0].__setitem__(4, math.nan),
        lambda data: data["rows"][0].__setitem__(4, "0.5"),
        lambda data: data["rows"][0].__setitem__(4, 1e308),
        lambda data: data["rows"][0].__setitem__(0, "another arm"),
        lambda data: data.update(laws={"a": {"floor": [10**400, 0, 0, 1]}}),
        lambda data: data.update(outcomes=[["a", 1, "b", 7]]),
        lambda data: data.update(name="scaling"),
        lambda data: data.update(rows=[]),
        lambda data: data.update(recipes={"a": 5}),
        lambda data: data.update(versions=7),
    ],
)
def test_a_bad_result_that_lies_in_the_folder_of_a_person_is_named_and_the_rest_stays(
    change: Callable[[dict[str, Any]], None], bundled: Path, plm_explorer_home: Path
) -> None:
    write_made_up(SPEC, bundled / f"{SPEC.name}.json")
    own_result(change, plm_explorer_home)
    (card,) = (one for one in gallery().cards if one.spec.name == SPEC.name)
    assert card.measured is not None
    assert card.measured.source == BUNDLED
    (problem,) = page(SPEC).problems
    assert "run the comparison again" in problem


def test_a_result_of_a_project_is_named_wherever_it_is_shown(plm_explorer_home: Path) -> None:
    folder = pages.foreign_folder(SPEC.name) / "quick-01234567-0123456789ab"
    write_made_up(SPEC, folder / "result.json")
    (card,) = (one for one in gallery().cards if one.spec.name == SPEC.name)
    assert card.outcome.startswith("Quick run from a project file, not run here: ")
    shown = page(SPEC)
    assert "not run here" in shown.name_of(shown.measured[0])
    write_made_up(SPEC, pages.runs_folder(SPEC.name) / "whole-01234567/result.json")
    assert [one.is_foreign for one in page(SPEC).measured] == [False, True]


def test_cards_are_found_by_words_and_by_model(bundled: Path) -> None:
    found = gallery()
    assert SPEC.name in {card.spec.name for card in found.find_cards("how MASKED", "")}
    assert found.find_cards("no such words", "") == ()
    for system in found.systems:
        cards = found.find_cards("", system)
        assert cards
        assert all(system in card.spec.systems for card in cards)


def test_a_page_has_the_bundled_result_before_that_of_a_person(bundled: Path) -> None:
    write_made_up(SPEC, bundled / "masking_rate.json")
    plan = plan_of(SPEC.name, quick=True)
    write_made_up(SPEC, plan.folder / "result.json", seeds=2, quick=True)
    found = page(SPEC)
    assert [one.source for one in found.measured] == [BUNDLED, QUICK]
    claim = found.measured[1].evaluation.claims[0]
    assert (claim.verdict, claim.reason) == ("inconclusive", "an interval needs 5 seeds")


def test_a_new_result_changes_the_stamps(bundled: Path) -> None:
    before = stamps([SPEC.name])
    write_made_up(SPEC, bundled / "masking_rate.json")
    assert stamps([SPEC.name]) != before


def test_quick_and_whole_runs_have_folders_of_their_own() -> None:
    folders = {plan_of(SPEC.name, quick=quick).folder for quick in (True, False)}
    assert len(folders) == 2
    assert all(folder.parent.name == SPEC.name for folder in folders)


def test_fields_are_those_that_differ_and_those_held_equal() -> None:
    assert fields_that_differ(SPEC.recipes())[0] == (
        "masked: rate",
        tuple(str(arm.changes["options.masked.rate"]) for arm in SPEC.arms),
    )
    equal = dict(controlled_fields(SPEC.recipes()))
    assert equal["architecture"] == "bert"
    assert "seed" not in equal
    assert "name" not in equal


def test_fields_are_written_in_words() -> None:
    assert field_title("schedule.learning_rate") == "learning rate"
    assert field_title("options.masked.mask_share") == "masked: mask share"


def test_estimates_are_written_with_their_interval() -> None:
    assert estimate_text(Estimate(0.5, 0.4, 0.6, 5), is_share=True) == "50.0 % (40.0 to 60.0)"
    assert estimate_text(Estimate(1.5, None, None, 2), is_share=False, unit="nats") == "1.5 nats"


def test_the_gallery_needs_neither_torch_nor_the_slow_part_of_scipy() -> None:
    code = (
        "import sys; from explorer.core.comparisons.pages import *; "
        "from models.runtime.generators import run_to_end; "
        "run_to_end(answers_to(ComparisonsRequest(), None)); "
        "assert not {'torch', 'scipy.stats'} & set(sys.modules), 'imported'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_card_begins_with_what_could_be_tested(bundled: Path) -> None:
    write_made_up(find_experiment("spans"), bundled / "spans.json")
    shown = card("spans")
    assert shown.measured is not None
    first, *others = shown.measured.evaluation.claims
    assert first.verdict == "not testable here"
    assert shown.claim in others
    assert shown.verdict == "opposite"


def test_a_table_that_one_arm_leaves_empty_is_no_difference_by_itself() -> None:
    rows = dict(fields_that_differ(find_experiment("where_a_fact_is").recipes()))
    assert "options" not in rows
    assert rows["masked: rate"] == ("–", "0.3")


def test_every_page_says_whether_a_text_of_ones_own_can_be_used() -> None:
    for spec in experiments().values():
        text = own_text(localize(spec))
        assert text.startswith(
            "It can be run" if spec.takes_own_text else "It needs the mini-world"
        )
        assert text.endswith(".")
    left_out = own_text(find_experiment("embedding_sharing"))
    assert "So this is left out: Mean of both tasks, Accuracy: is a sentence acceptable" in left_out


def test_a_card_that_is_not_testable_says_what_a_test_would_take(bundled: Path) -> None:
    write_made_up(find_experiment("layer_rates"), bundled / "layer_rates.json")
    shown = card("layer_rates")
    assert shown.verdict == "not testable here"
    assert "still learning" in shown.outcome
    assert shown.verdict_text == "It would take longer training."
    assert "would take" not in shown.outcome


def test_a_page_gives_where_an_arm_is_and_what_a_test_would_take(bundled: Path) -> None:
    spec = find_experiment("sharing")
    write_made_up(spec, bundled / "sharing.json", step=3.0)
    at_floor = next(
        one
        for one in page(spec).measured[0].evaluation.claims
        if "not clearly better" in one.reason
    )
    text = reason_text(at_floor)
    assert "; it is at " in text
    assert "the level to pass is 2.46 nats per token. It would take longer training" in text


@pytest.mark.parametrize(
    ("mean", "said"), [(0.01, "+1 point ["), (-0.01, "-1 point ["), (0.02, "+2 points [")]
)
def test_one_point_is_no_plural(mean: float, said: str) -> None:
    spec = next(
        one for one in experiments().values() for each in one.contrasts if _is_in_points(one, each)
    )
    contrast = next(one for one in spec.contrasts if _is_in_points(spec, one))
    found = Estimate(mean, mean - 0.005, mean + 0.005, 5)
    assert effect_text(spec, contrast, found).startswith(said)


def _is_in_points(spec: ExperimentSpec, contrast: Contrast) -> bool:
    return contrast.is_difference and spec.metric(contrast.first.metric).is_share
