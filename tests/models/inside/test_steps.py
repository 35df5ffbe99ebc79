"""The steps are those of the forward pass: every architecture, stream and number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from models.inference.lens import head_of_stream
from models.inference.trace import trace
from models.inside.contributions import contributions, task_contributions
from models.inside.record import record, stages_of_stream, token_path
from models.inside.stages import Call, Stage, Value, mark_unrecorded, rest, stages_of
from models.inside.steps import TokenStage
from models.layers.encoder import ResidualNorm
from models.layers.quantized.layers import install
from models.layers.quantized.weight import Grid, quantize
from models.schema.batch import collate
from models.schema.records import ModelInput, Trace
from models.schema.registry import catalog
from models.schema.specs import ORDER_FEED, ArchSpec, HeadSpec
from models.tasks.base import TaskModel
from tests.models import oracle
from tests.models.oracle import SIZES

SPECS = list(catalog().architectures.values())
ROW, WANTED, AGAINST = 1, 7, 9
TOLERANCE = 2e-5
UNLEARNED_BIAS = {"reformer"}  # the bias of its head has no gradient: it is the remainder


@dataclass(frozen=True, eq=False)
class Case:
    """A tiny random model, what it is fed, and what a trace records of it."""

    spec: ArchSpec
    model: object
    fed: ModelInput
    traced: Trace

    def head(self, stream: str) -> HeadSpec | None:
        head = head_of_stream(self.spec, self.spec.heads_of(self.model), stream)
        return head if head is not None and head.read(self.traced.streams) == stream else None

    @property
    def streams(self) -> list[str]:
        return [name for name in self.traced.streams if self.model.hidden_taps(name)]


@pytest.fixture(scope="module", params=SPECS, ids=[spec.name for spec in SPECS])
def case(request: pytest.FixtureRequest) -> Case:
    spec = request.param
    model = oracle.random_model(spec)
    fed = oracle.fed(spec, oracle.random_input(SIZES[0].vocab_size, 9, pair=True))
    return Case(spec, model, fed, trace(model, spec, fed))


def row_of(case: Case, stream: str) -> int:
    return min(ROW, len(case.traced.streams[stream].rows) - 1)


def test_every_step_reads_what_a_step_before_it_computed(case: Case) -> None:
    for stream in case.streams:
        head = case.head(stream)
        path = token_path(case.model, case.spec, case.fed, stream, row_of(case, stream), head)
        assert [(s.section, s.title) for s in path.steps if s.after_unrecorded] == [], stream
        sections = {step.section for step in path.steps}
        assert not path.steps or sections >= set(range(1, path.num_layers + 1)), stream
        for step in path.steps:
            assert_holds(step)
        if head is not None:
            logits = case.traced.logits[head.name][row_of(case, stream)]
            np.testing.assert_allclose(path.logits, logits, atol=TOLERANCE)


@pytest.mark.parametrize(
    ("norm", "formula"),
    [
        (nn.LayerNorm(4), "n = γ ⊙ (x − μ) / √(σ² + ε) + β"),
        (nn.LayerNorm(4, bias=False), "n = γ ⊙ (x − μ) / √(σ² + ε)"),
        (nn.LayerNorm(4, elementwise_affine=False), "n = (x − μ) / √(σ² + ε)"),
    ],
)
def test_a_norm_is_shown_with_the_scale_and_the_bias_that_it_has(
    norm: nn.Module, formula: str
) -> None:
    x = torch.ones(1, 3, 4)
    (stage,) = stages_of(Call(norm, "norm", 0, ((x,), {}), output=norm(x)))
    assert stage.formula == formula


def test_the_end_of_a_sublayer_has_no_bias_where_its_norm_has_none() -> None:
    norm = ResidualNorm(4, 1e-12, 0.0)
    norm.bias = None
    x = torch.ones(1, 3, 4)
    stages = list(stages_of(Call(norm, "norm", 0, ((x, x), {}), output=norm(x, x))))
    assert stages[-1].formula == "x = γ ⊙ (r − μ) / √(σ² + ε)"


def assert_holds(step: TokenStage) -> None:
    """The relation between the numbers that the formula states."""
    values = [one.values for one in step.operands]
    result, where = step.result.values, f"{step.section} {step.title}"
    if step.relation == "sum":
        expected = sum(values)
    elif step.relation == "scores":
        query, keys = values
        expected = step.factor * (keys @ query[:, :, None])[..., 0]
    elif step.relation == "softmax":
        expected = torch.softmax(torch.from_numpy(values[0]), -1).numpy()
    elif step.relation == "mixture":
        weights, mixed = values
        expected = (weights[:, None] @ mixed)[:, 0]
    else:
        return
    np.testing.assert_allclose(result, expected, atol=TOLERANCE, err_msg=where)


def test_the_weights_of_a_step_are_those_of_a_trace(case: Case) -> None:
    maps = [one.attention for one in case.traced.streams.values() if one.attention is not None]
    known = [layer for stream in maps for layer in stream]
    passed = record(case.model, case.spec, case.fed)
    for name in case.streams:
        stages = stages_of_stream(case.model, passed, name)
        mixed = [s.operands[0].numbers.numpy() for s in stages if s.relation == "mixture"]
        own = case.traced.streams[name].attention
        assert len(mixed) >= (0 if own is None else len(own))
        for one in mixed:
            same = (layer for layer in known if layer.shape == one.shape)
            assert any(np.allclose(layer, one, atol=TOLERANCE) for layer in same), name


def adds(case: Case) -> bool:
    """Whether attention or a recurrent layer adds to a stream."""
    attends = any(stream.attends for stream in case.spec.streams)
    modules = [m for m in case.model.modules() if getattr(m, "adds_to_stream", False)]
    return attends or any(getattr(module, "part", "") == "recurrent" for module in modules)


def test_the_parts_of_a_logit_add_up_to_it(case: Case) -> None:
    heads = [h for h in case.spec.heads_of(case.model) if h.predicts == "token"]
    for head in heads:
        stream = head.read(case.traced.streams)
        row = row_of(case, stream)
        given = (case.model, case.spec, case.fed, head, stream, row, WANTED, AGAINST)
        if not adds(case):
            with pytest.raises(ValueError, match="no attention that adds to one stream"):
                contributions(*given)
            continue
        made_of = contributions(*given)
        logits = case.traced.logits[head.name][row]
        assert made_of.logit == pytest.approx(float(logits[WANTED] - logits[AGAINST]), abs=1e-5)
        kinds = {part.kind for part in made_of.parts}
        attends = any(stream.attends for stream in case.spec.streams)
        assert {"embeddings", *(("head", "feed_forward") if attends else ("recurrent",))} <= kinds
        expected = 0.0
        if case.spec.name in UNLEARNED_BIAS:
            bias = case.model.lm.bias.detach()
            expected = float(bias[WANTED] - bias[AGAINST])
        assert made_of.remainder == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("kind", ["sequence", "choice", "span", "token"])
def test_the_head_of_a_task_has_its_steps_and_its_logits_are_taken_apart(
    case: Case, kind: str
) -> None:
    declared = case.spec.task_heads.get(kind)
    if declared is None:
        return
    outputs = {"choice": 1, "span": 2}.get(kind, 3)
    task = TaskModel(case.model, declared.build(case.model, outputs, **declared.options), kind)
    fed = case.fed
    if declared.prepare is not None:
        fed = declared.prepare(oracle.random_input(SIZES[0].vocab_size, 9), case.model.config)
    with torch.inference_mode():
        logits = task.eval()(
            collate([case.spec.apply_all_feeds(fed, case.model)], with_targets=False)
        )[0]
    stream = task.head.stream if task.head.stream in case.streams else case.streams[-1]
    path = token_path(case.model, case.spec, fed, stream, ROW, task=task)
    np.testing.assert_allclose(path.logits, logits.numpy(), atol=TOLERANCE)
    of_head = [step for step in path.steps if step.section > path.num_layers]
    assert [(s.title, s.formula) for s in path.steps if s.after_unrecorded] == []
    own = path.logits[ROW] if path.logits.ndim > 1 else path.logits
    np.testing.assert_allclose(of_head[-1].result.values, own, atol=TOLERANCE)
    if not adds(case):
        return
    made_of = task_contributions(task, case.spec, fed, ROW, outputs - 1)
    assert made_of.logit == pytest.approx(float(own[-1]), abs=1e-5)
    assert made_of.remainder == pytest.approx(0.0, abs=1e-5)


def test_a_stream_that_reads_an_order_has_its_own_rows() -> None:
    spec = next(spec for spec in SPECS if spec.reads_order)
    model = oracle.random_model(spec)
    plain = oracle.random_input(SIZES[0].vocab_size, 9)
    fed = plain.with_feed(ORDER_FEED, np.array([0, 0, 3, 1, 2, 0, 0, 4, 0]))
    traced = trace(model, spec, fed)
    (head, *_) = spec.heads_of(model)
    stream, row = head.read(traced.streams), 2
    path = token_path(model, spec, fed, stream, row, head)
    assert not any(step.after_unrecorded for step in path.steps)
    for step in path.steps:
        assert_holds(step)
    np.testing.assert_allclose(path.logits, traced.logits[head.name][row], atol=TOLERANCE)
    weights = [step.operands[0].values for step in path.steps if step.relation == "mixture"]
    np.testing.assert_allclose(
        np.stack(weights), traced.streams[stream].attention[:, :, row], atol=TOLERANCE
    )
    made_of = contributions(model, spec, fed, head, stream, row, WANTED, AGAINST)
    assert made_of.remainder == pytest.approx(0.0, abs=1e-5)


def test_a_feed_forward_network_writes_what_the_held_last_norm_makes_of_its_output() -> None:
    spec = catalog().architectures["gpt2"]
    model = oracle.random_model(spec)
    fed = oracle.random_input(SIZES[0].vocab_size, 9)
    last = model.layers[-1]
    kept: list[Tensor] = []
    hooks = [
        last.feed_forward.register_forward_hook(lambda _, given, out: kept.append(out[0, ROW])),
        model.norm.register_forward_pre_hook(lambda _, given: kept.append(given[0][0, ROW])),
    ]
    trace(model, spec, fed)
    for hook in hooks:
        hook.remove()
    written, state = kept
    scale = (state.var(unbiased=False) + model.norm.eps).rsqrt()
    expected = model.norm.weight * (written - written.mean()) * scale @ model.lm.weight[WANTED]
    (head,) = spec.heads_of(model)
    made_of = contributions(model, spec, fed, head, "decoder", ROW, WANTED)
    parts = [part for part in made_of.parts if part.kind == "feed_forward"]
    assert parts[-1].layer == len(model.layers)
    assert parts[-1].value == pytest.approx(float(expected.detach()), abs=1e-5)


class Secretive(nn.Module):
    """Declares a step whose input nothing before it computed."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x: Tensor) -> Tensor:
        return self.last(torch.sin(self.first(x)))

    def stages(self, call: Call) -> Iterator[Stage]:
        yield Stage("Start", "x", (), Value("x", call.input), "lookup")
        yield from rest(call)


def test_a_layer_that_declares_too_little_is_marked() -> None:
    module = Secretive().eval()
    x = torch.ones(1, 2, 3)
    call = Call(module, "", 0, ((x,), {}))
    first = module.first(x)
    call.children = [
        Call(module.first, "first", 1, ((x,), {}), call, first),
        Call(module.last, "last", 2, ((first.sin(),), {}), call, module.last(first.sin())),
    ]
    with torch.no_grad():
        assert [stage.after_unrecorded for stage in mark_unrecorded(list(module.stages(call)))] == [
            False,
            False,
            True,
        ]


def test_what_no_tap_records_is_said_and_the_rest_is_there() -> None:
    """Scores of tokens that are not of the text."""
    spec = catalog().architectures["big_bird"]
    config = spec.config_class.from_size(SIZES[0], num_global_tokens=2)
    model = spec.model_class(config).eval()
    fed = oracle.random_input(SIZES[0].vocab_size, 9)
    path = token_path(model, spec, fed, "encoder", ROW, spec.heads_of(model)[0])
    assert {step.title for step in path.steps if step.after_unrecorded} == {"Linear layer"}
    assert {step.section for step in path.steps} == set(range(path.num_layers + 2))
    states = trace(model, spec, fed).streams["encoder"].hidden
    last = [step for step in path.steps if step.section == path.num_layers][-1]
    np.testing.assert_allclose(last.result.values, states[-1, ROW], atol=TOLERANCE)


def test_a_model_with_quantized_weights_has_the_same_steps_and_a_remainder() -> None:
    spec = catalog().architectures["bert"]
    whole, model = oracle.random_model(spec), oracle.random_model(spec)
    names = ("layers.0.attention.qkv", "layers.1.feed_forward.widen", "mlm.dense", "mlm.decoder")
    weights = {f"{name}.weight": model.get_submodule(name).weight for name in names}
    install(model, {name: quantize(one, Grid()) for name, one in weights.items()}, dynamic=True)
    fed = oracle.random_input(SIZES[0].vocab_size, 9)
    (head, *_) = spec.heads_of(model)
    path = token_path(model, spec, fed, "encoder", ROW, head)
    usual = token_path(whole, spec, fed, "encoder", ROW, head)
    assert [step.title for step in path.steps] == [step.title for step in usual.steps]
    assert not any(step.after_unrecorded for step in path.steps)
    made_of = contributions(model, spec, fed, head, "encoder", ROW, WANTED)
    logit = float(path.logits[WANTED])
    exact = made_of.round_to_logit(logit)
    assert sum(part.value for part in exact.parts) == pytest.approx(logit, abs=1e-5)


def test_a_pass_that_was_recorded_leaves_the_model_as_it_was() -> None:
    spec = catalog().architectures["bert"]
    model = oracle.random_model(spec)
    fed = oracle.random_input(SIZES[0].vocab_size, 9)
    (head, *_) = spec.heads_of(model)
    learns = [parameter.requires_grad for parameter in model.parameters()]
    token_path(model, spec, fed, "encoder", ROW, head)
    contributions(model, spec, fed, head, "encoder", ROW, WANTED)
    assert not any(m._forward_hooks or m._forward_pre_hooks for m in model.modules())
    assert not any(getattr(m, "active", False) for m in model.modules())
    assert [parameter.requires_grad for parameter in model.parameters()] == learns
