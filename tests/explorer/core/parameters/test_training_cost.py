"""What training costs: stated, counted, and assumed."""

from __future__ import annotations

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.parameters import speed
from explorer.core.parameters.sizes import SizeChoice, inventory, published_sizes
from explorer.core.parameters.speed import measure_speed
from explorer.core.parameters.training_cost import (
    PASSES,
    Assumptions,
    TrainingCost,
    cost_of_run,
    published_costs,
    published_trainings,
)
from models.runtime.generators import run_to_end

BERT = "bert-base-uncased"


@pytest.fixture(scope="module")
def costs() -> dict[str, TrainingCost]:
    return {one.title: one for one in published_costs(Assumptions())}


def test_every_stated_number_has_a_source() -> None:
    for one in published_trainings():
        assert bool(one.operations) == bool(one.operations_source), one.title
        assert bool(one.hours) == bool(one.time_source), one.title
        assert bool(one.kwh or one.kg) == bool(one.energy_source), one.title
        assert bool(one.tokens_by_length) == bool(one.trained_source), one.title
        assert bool(one.hours) == bool(one.devices) == bool(one.device), one.title
    names = {one.name for one in published_sizes()}
    assert {one.preset for one in published_trainings() if one.preset} <= names


def test_operations_are_counted_as_three_passes_over_all_tokens(
    costs: dict[str, TrainingCost],
) -> None:
    """Those of GPT-3 are what its paper states, those of BERT have two lengths of texts."""
    gpt3 = costs["GPT-3 175B"]
    assert gpt3.counted == pytest.approx(gpt3.operations, rel=0.05)
    short, long = (inventory(BERT, n).operations_per_token for n in (128, 512))
    steps = 900_000 * 256 * 128 * short + 100_000 * 256 * 512 * long
    assert costs["BERT base"].counted == pytest.approx(PASSES * steps)


def test_energy_follows_from_the_assumptions_alone() -> None:
    assumed = Assumptions(watts=100, overhead=2.0, intensity=0.5)
    one = next(one for one in published_costs(assumed) if one.title == "DistilBERT")
    assert one.assumed_kwh == pytest.approx(8 * 90 * 100 * 2 / 1000)
    assert one.assumed_kg == pytest.approx(one.assumed_kwh / 2)
    assert one.kwh is None
    assert one.texts is None, "nobody states its operations"


def test_what_was_trained_here_is_counted_over_all_its_runs() -> None:
    engine = Engine(Library())
    run = engine.load_model("bert-mini").run
    tokens = run["tokens"] + sum(one["tokens"] for one in run["before"])
    seconds = run["seconds"] + sum(one["seconds"] for one in run["before"])
    one = cost_of_run(engine, 0, "bert-mini", "bert-mini", Assumptions(own_watts=60))
    assert one is not None
    assert one.hours == pytest.approx(seconds / 3600)
    assert one.assumed_kwh == pytest.approx(seconds / 3600 * 0.06)
    assert one.texts == pytest.approx(PASSES * tokens / 128)


def test_two_sizes_are_measured_with_random_weights() -> None:
    """The one that computes a hundredth of the other is quicker, on any computer."""
    choice = SizeChoice(BERT, num_layers=1, width=64, embedding=-1, inner=64, vocab_size=100)
    base = next(one for one in published_sizes() if one.name == BERT)
    small = choice.dimensions(base)
    large = SizeChoice(BERT, num_layers=2, vocab_size=100)
    sizes = [(base.name, small), (base.name, large.dimensions(base))]
    found = run_to_end(measure_speed(sizes, [10, 10], 128))
    assert found.length == 128
    assert 0 < found.milliseconds[0] < found.milliseconds[1]


def test_what_does_not_fit_or_does_not_exist_is_not_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    base = next(one for one in published_sizes() if one.name == "gpt3-175b")
    with pytest.raises(UserError, match="are free"):
        run_to_end(measure_speed([(base.name, base.dimensions)], [175 * 10**9], 128))
    monkeypatch.setattr(speed, "ROUNDS", 1)
    bert = next(one for one in published_sizes() if one.name == BERT)
    shared = SizeChoice(BERT, sharing="all", width=64, embedding=-1).dimensions(bert)
    with pytest.raises(UserError, match="cannot be measured"):
        run_to_end(measure_speed([(bert.name, shared)], [10], 16))
