"""Taps: reading and changing a tensor in the forward pass, and leaving nothing behind."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from models.inference.taps import Tap, attach_listeners, record_taps, taps
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle
from tests.models.oracle import SIZES

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])


class Doubler(nn.Module):
    """x -> 2x, with a tap before and after."""

    def __init__(self) -> None:
        super().__init__()
        self.before = Tap()
        self.after = Tap()

    def forward(self, x: Tensor) -> Tensor:
        doubled: Tensor = self.after(2 * self.before(x))
        return doubled


ONE = torch.ones(2)


def test_taps_are_found_by_their_path() -> None:
    model = nn.Sequential(Doubler(), Doubler())
    assert list(taps(model)) == ["0.before", "0.after", "1.before", "1.after"]


def test_a_tap_that_nobody_listens_to_passes_the_tensor_itself() -> None:
    tap = Tap()
    assert tap(ONE) is ONE
    assert not tap.active


def test_of_several_listeners_at_a_tap_each_sees_what_the_one_before_leaves() -> None:
    model, seen = Doubler(), []
    triple = {"before": lambda tensor: 3 * tensor}
    note = {"before": lambda tensor: seen.append(tensor.clone()), "after": torch.zeros_like}
    with attach_listeners(model, triple, note):
        assert torch.equal(model(ONE), torch.zeros(2))
    assert torch.equal(seen[0], 3 * ONE)
    assert not any(tap.active for tap in taps(model).values())


def test_a_tap_has_no_parameters_and_no_state() -> None:
    assert not Doubler().state_dict()


def test_recording_fills_while_the_model_runs() -> None:
    model = Doubler()
    with record_taps(model, ["after", "before"]) as record:
        assert record == {}
        model(ONE)
    assert torch.equal(record["before"], ONE)
    assert torch.equal(record["after"], 2 * ONE)


def test_recorded_tensors_carry_no_gradient() -> None:
    model = Doubler()
    with record_taps(model, ["after"]) as record:
        assert model(ONE.clone().requires_grad_()).requires_grad
    assert not record["after"].requires_grad


def test_a_listener_may_return_another_tensor() -> None:
    model = Doubler()
    with attach_listeners(model, {"before": lambda x: x + 1}):
        assert torch.equal(model(ONE), 4 * ONE)
    assert torch.equal(model(ONE), 2 * ONE)


def test_a_recorder_inside_sees_what_an_intervention_outside_has_changed() -> None:
    model = Doubler()
    with (
        attach_listeners(model, {"before": lambda x: 5 * x}),
        record_taps(model, ["before", "after"]) as record,
    ):
        result = model(ONE)
    assert torch.equal(record["before"], 5 * ONE)
    assert torch.equal(result, 10 * ONE)


def test_two_interventions_act_one_after_the_other() -> None:
    model = Doubler()
    with (
        attach_listeners(model, {"before": lambda x: x + 1}),
        attach_listeners(model, {"before": lambda x: 3 * x}),
    ):
        assert torch.equal(model(ONE), 12 * ONE)


def test_inner_listeners_leave_and_outer_ones_stay() -> None:
    model = Doubler()
    with attach_listeners(model, {"before": lambda x: x + 1}):
        with attach_listeners(model, {"before": lambda x: 3 * x}):
            pass
        assert torch.equal(model(ONE), 4 * ONE)


def test_listeners_leave_when_the_model_fails() -> None:
    model = Doubler()

    def fail(tensor: Tensor) -> None:
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"), attach_listeners(model, {"before": fail}):
        model(ONE)
    assert not any(tap.active for tap in taps(model).values())


def test_an_unknown_path_is_named_and_nothing_is_attached() -> None:
    model = Doubler()
    with pytest.raises(KeyError, match="nowhere"), record_taps(model, ["before", "nowhere"]):
        pass
    assert not any(tap.active for tap in taps(model).values())


@specs
def test_every_declared_tap_exists_one_for_each_layer(spec: ArchSpec) -> None:
    model = oracle.random_model(spec)
    available = taps(model)
    for stream in model.streams:
        attention, hidden = model.attention_taps(stream), model.hidden_taps(stream)
        if hidden:  # cross-attention has no states of its own
            layers = len(attention) if spec.stream(stream).attends else SIZES[0].num_layers
            assert len(hidden) == layers + 1
        assert {*attention, *hidden} <= set(available)
        heads = [path.removesuffix("weights") + "heads" for path in attention]
        assert set(heads) <= set(available)


@specs
def test_the_state_dict_does_not_know_taps(spec: ArchSpec) -> None:
    model = oracle.random_model(spec)
    parameters = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    assert set(model.state_dict()) == parameters
