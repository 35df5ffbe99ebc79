"""What every comparison of models/experiments must keep to."""

import tomllib

import pytest

from explorer.core.comparisons.tours import tours
from explorer.core.training.plans import TrainingChoice
from explorer.ui.panel_base.registry import find_panels
from models.bundled_models import recipes
from models.comparison.catalog import experiments
from models.comparison.measured import measure_named
from models.comparison.spec import GROUPS, AnyRecipe, ExperimentSpec, find_differing_fields
from models.data.labelled_sets import known_sets
from models.finetuning.recipe import FineTuningRecipe
from models.runtime.resources import resource
from models.schema.registry import catalog
from models.training.training_task import check_recipe

SPECS = tuple(experiments().values())


@pytest.fixture(params=SPECS, ids=lambda spec: spec.name)
def spec(request: pytest.FixtureRequest) -> ExperimentSpec:
    found: ExperimentSpec = request.param
    return found


def test_arms_differ_in_the_declared_fields_only(spec: ExperimentSpec) -> None:
    assert find_differing_fields(spec.recipes().values()) == set(spec.varies)


def test_every_arm_has_its_own_name_title_and_recipe(spec: ExperimentSpec) -> None:
    for names in ([arm.name for arm in spec.arms], [arm.title for arm in spec.arms]):
        assert len(set(names)) == len(names) > 1
    recipes = [repr(spec.recipe(arm.name).to_dict() | {"name": ""}) for arm in spec.arms]
    assert len(set(recipes)) == len(recipes)


def test_every_recipe_can_be_trained(spec: ExperimentSpec) -> None:
    for arm in spec.arms:
        for quick in (False, True):
            recipe = spec.recipe(arm.name, quick=quick)
            if isinstance(recipe, FineTuningRecipe):
                assert recipe.model in recipes()
                assert {recipe.data, *spec.sets.values()} <= {name for name, _, _ in known_sets()}
            else:
                check_recipe(recipe)


def length(recipe: AnyRecipe) -> int:
    return recipe.epochs if isinstance(recipe, FineTuningRecipe) else recipe.schedule.steps


def test_a_quick_run_is_shorter_in_every_arm_that_learns(spec: ExperimentSpec) -> None:
    for arm in spec.arms:
        whole = length(spec.recipe(arm.name))
        assert length(spec.recipe(arm.name, quick=True)) < whole or whole == 1


def test_every_set_of_a_comparison_has_a_metric_of_its_name(spec: ExperimentSpec) -> None:
    sets = spec.sets or spec.measure_options.get("sets", {})
    assert set(sets) <= {metric.name for metric in spec.metrics}


def test_contrasts_name_arms_and_metrics_that_exist(spec: ExperimentSpec) -> None:
    arms, metrics = {arm.name for arm in spec.arms}, {metric.name for metric in spec.metrics}
    for contrast in spec.contrasts:
        for cell in contrast.cells:
            assert cell.arm in arms
            assert cell.metric in metrics
        assert len(set(contrast.cells)) == len(contrast.cells)
        assert contrast.second is not None or not (contrast.is_ratio or contrast.other)
    for floor in spec.floors:
        assert {*floor.arms} <= arms
        assert floor.metric in metrics


def test_claims_are_tested_against_what_papers_found(spec: ExperimentSpec) -> None:
    """A direction belongs to a claim, and each has a size below which nothing is of interest."""
    assert any(claim.contrasts or claim.untestable for claim in spec.claims)
    for claim in spec.claims:
        assert bool(claim.untestable) == bool(claim.would_take), "what a test would take is said"
        for contrast in claim.contrasts:
            assert contrast.paper
            assert spec.smallest(contrast) > 0
            assert "{value}" in contrast.says or not contrast.says
        if claim.contrasts:
            assert claim.contrasts[0].says, "the answer of a claim is a sentence"
    for contrast in spec.measurements:
        assert not contrast.paper
        assert contrast.published is None


def test_a_number_of_a_paper_lies_on_the_side_that_it_found(spec: ExperimentSpec) -> None:
    for contrast in spec.contrasts:
        if contrast.published is not None:
            low, high = contrast.published.range_around(contrast.null)
            assert low <= contrast.published.value <= high
            if contrast.paper != "equal":
                is_more = contrast.published.value > contrast.null
                assert contrast.paper == ("more" if is_more else "less")


def test_trade_offs_name_metrics_of_one_unit_for_costs_and_one_for_qualities(
    spec: ExperimentSpec,
) -> None:
    for tradeoff in spec.tradeoffs:
        assert len({one.title for one in tradeoff.variants}) == len(tradeoff.variants) > 1
        assert len({spec.metric(one.cost).unit for one in tradeoff.variants}) == 1
        assert len({spec.metric(one.quality).is_share for one in tradeoff.variants}) == 1


def test_every_claim_names_a_paper_with_its_number_and_place(spec: ExperimentSpec) -> None:
    papers = tomllib.loads(resource("panels", "papers.toml").read_text(encoding="utf-8"))
    assert spec.claims
    for claim in spec.claims:
        assert claim.paper in papers
        assert claim.text.endswith(".")
        assert claim.numbers
        assert claim.source


def test_the_live_view_names_a_panel_and_models_that_are_there(spec: ExperimentSpec) -> None:
    panels = {panel.spec.name for panel in find_panels().panels}
    assert spec.live.panel in panels
    assert spec.live.models
    assert set(spec.live.models) <= set(recipes())
    assert spec.live.text


def test_the_live_view_opens_a_view_that_the_panel_has(spec: ExperimentSpec) -> None:
    (views,) = (
        panel.spec.views for panel in find_panels().panels if panel.spec.name == spec.live.panel
    )
    assert spec.live.settings.get("view", "") in {"", *views}


@pytest.mark.parametrize(
    ("name", "view"), [("length_cost", "curves"), ("hashing_rounds", "hashing")]
)
def test_costs_by_length_and_hashing_are_seen_live_in_long_texts(name: str, view: str) -> None:
    live = experiments()[name].live
    assert (live.panel, live.settings["view"]) == ("long_texts", view)


def test_memory_by_depth_is_seen_live_and_on_tour_with_a_model_that_has_two_ways() -> None:
    live, first = experiments()["reversible"].live, tours()["reversible"].steps[0]
    assert live.panel == first.set["panel"] == "training"
    assert live.settings["choice"] == first.set["settings"]["choice"]
    choice = TrainingChoice.from_json(live.settings["choice"])
    assert catalog().architectures[choice.architecture].recompute_entry


def test_the_measure_exists_and_a_chart_has_something_across(spec: ExperimentSpec) -> None:
    assert callable(measure_named(spec.measure))
    assert spec.group in GROUPS
    assert spec.along != "x" or spec.x_title
    assert spec.points == 1 or spec.along


def test_the_texts_of_a_page_are_whole_sentences(spec: ExperimentSpec) -> None:
    assert spec.question.endswith("?")
    for text in (spec.regime, spec.limits):
        assert text.endswith(".")


def test_systems_are_titles_of_architectures(spec: ExperimentSpec) -> None:
    assert set(spec.systems) <= {one.title for one in catalog().architectures.values()}


def test_five_seeds_or_more_give_intervals(spec: ExperimentSpec) -> None:
    assert len(set(spec.seeds)) == len(spec.seeds) >= 5
