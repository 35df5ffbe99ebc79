"""Traces: what is recorded is what the model computes, and looking changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from models.inference.taps import taps
from models.inference.trace import heads_of, trace
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.records import NO_ORIGIN, IntArray, ModelInput, StreamTrace, TokenChange, Trace
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle
from tests.models.oracle import SIZES

ARCHITECTURES = catalog().architectures
SPECS = list(ARCHITECTURES.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
ATTENDING = [spec for spec in SPECS if any(stream.attends for stream in spec.streams)]
# Where no layer has another's weights.
UNSHARED = [spec for spec in ATTENDING if spec.name != "albert"]
BORROWING = {"emd"}  # streams that run a layer of another one
BERT, GPT2, ELECTRA = (ARCHITECTURES[name] for name in ("bert", "gpt2", "electra"))

VOCAB, LENGTH = SIZES[0].vocab_size, 9
TOLERANCE = 1e-5


@pytest.fixture
def example() -> ModelInput:
    return oracle.random_input(VOCAB, LENGTH, pair=True)


def assert_close(first: Any, second: Any) -> None:
    np.testing.assert_allclose(first, second, rtol=TOLERANCE, atol=TOLERANCE)


# What is recorded ---------------------------------------------------------------------------------


@specs
def test_a_trace_holds_what_passes_the_taps(spec: ArchSpec, example: ModelInput) -> None:
    model = oracle.random_model(spec)
    example = spec.apply_all_feeds(oracle.fed(spec, example), model)
    found = trace(model, spec, example)
    ran = model(collate([example]))  # parts; what has attention alone runs with its part
    assert [name for name in model.streams if name in ran or not model.hidden_taps(name)] == list(
        found.streams
    )
    for name, stream in found.streams.items():
        expected = oracle.run_ours(spec, name, model, collate([example]))
        assert (stream.attention is not None) == spec.stream(name).attends
        if stream.attention is not None:
            assert_close(stream.attention, torch.cat(expected.attention))
        assert (stream.hidden is not None) == bool(expected.hidden)
        if expected.hidden:
            assert_close(stream.hidden, torch.cat(expected.hidden))
        for head, logits in expected.logits.items():
            assert_close(found.logits[head], logits[0])
    assert found.model_input is example
    assert found.seconds > 0


@specs
def test_shapes_and_types_are_those_of_the_records(spec: ArchSpec, example: ModelInput) -> None:
    model = oracle.random_model(spec)
    found = trace(model, spec, oracle.fed(spec, example))
    for head in spec.heads_of(model):
        rows = len(found.streams[head.read(found.streams)].rows)
        shapes = {"token": (rows, VOCAB), "flag": (rows,), "class": (2,)}
        shapes["entity"] = (rows, 2 + len(oracle.ENTITIES))
        assert found.logits[head.name].shape == shapes[head.predicts]
        assert found.logits[head.name].dtype == np.float32
    for name, stream in found.streams.items():
        assert (stream.attention is not None) == spec.stream(name).attends
        if stream.attention is not None:
            assert stream.attention.dtype == np.float32
            assert not stream.attention.flags.writeable
        assert stream.hidden is None or stream.hidden.dtype == np.float32


@specs
@pytest.mark.parametrize("kinds", [(), ("hidden",), ("attention",), ("logits",)], ids=str)
def test_only_what_is_asked_for_is_recorded(
    spec: ArchSpec, kinds: Sequence[str], example: ModelInput
) -> None:
    found = trace(oracle.random_model(spec), spec, example, kinds)
    for name, stream in found.streams.items():
        recorded = "attention" in kinds and spec.stream(name).attends
        assert (stream.attention is not None) == recorded
        assert (stream.hidden is not None) == ("hidden" in kinds)
    assert bool(found.logits) == ("logits" in kinds)


def test_only_the_heads_that_are_asked_for_are_computed(example: ModelInput) -> None:
    model = oracle.random_model(BERT)
    assert list(trace(model, BERT, example, heads=("nsp",)).logits) == ["nsp"]
    assert trace(model, BERT, example, heads=()).logits == {}
    with pytest.raises(ValueError, match="no head lm; this model has mlm, nsp"):
        trace(model, BERT, example, heads=("lm",))


def test_a_model_has_the_heads_of_its_streams() -> None:
    whole = oracle.random_model(ELECTRA)
    alone = ELECTRA.model_class(replace(whole.config, generator=None))
    assert heads_of(whole, ELECTRA) == ("mlm", "rtd")
    assert heads_of(alone, ELECTRA) == ("rtd",)


# The fused path and the open path -----------------------------------------------------------------


@specs
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.num_heads}")
def test_the_fused_path_equals_the_open_path(spec: ArchSpec, size: Size) -> None:
    model = oracle.random_model(spec, size)
    example = oracle.fed(spec, oracle.random_input(size.vocab_size, size.num_positions))
    fused, opened = (
        trace(model, spec, example, kinds)
        for kinds in (("logits", "hidden"), ("logits", "hidden", "attention"))
    )
    for head, logits in fused.logits.items():
        assert_close(logits, opened.logits[head])
    for name, stream in fused.streams.items():
        assert_close(stream.hidden, opened.streams[name].hidden)


@specs
def test_the_paths_are_equal_with_padding_too(spec: ArchSpec, example: ModelInput) -> None:
    model = oracle.random_model(spec)
    short = oracle.random_input(VOCAB, 4)
    batch = collate([oracle.fed(spec, model_input) for model_input in (example, short)])
    assert batch.present is not None
    with torch.no_grad():
        states = model(batch)
    for stream in states.keys() & set(model.streams):  # others run within these
        fused = states[stream]
        opened = oracle.run_ours(spec, stream, model, batch).hidden[-1]
        everything = torch.ones(fused.shape[:2], dtype=torch.bool)
        seen = everything if spec.stream(stream).feed in batch.feeds else batch.present
        assert_close(fused[seen], opened[seen])


@specs
def test_a_model_in_double_precision_is_traced_too(spec: ArchSpec, example: ModelInput) -> None:
    example = oracle.fed(spec, example)
    found = trace(oracle.random_model(spec).double(), spec, example)
    expected = trace(oracle.random_model(spec), spec, example)
    for name, logits in expected.logits.items():
        assert_close(found.logits[name], logits)


@specs
def test_recording_changes_nothing_and_leaves_no_listener(
    spec: ArchSpec, example: ModelInput
) -> None:
    model = oracle.random_model(spec)
    weights = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    before = trace(model, spec, example, ("logits",))
    trace(model, spec, example)
    after = trace(model, spec, example, ("logits",))
    for head, logits in before.logits.items():
        np.testing.assert_array_equal(logits, after.logits[head])
    assert not any(tap.active for tap in taps(model).values())
    assert all(torch.equal(weights[name], tensor) for name, tensor in model.state_dict().items())
    assert all(parameter.grad is None for parameter in model.parameters())


@specs
def test_dropout_is_off_and_the_model_goes_on_training(spec: ArchSpec, example: ModelInput) -> None:
    size = replace(SIZES[0], dropout=0.5)
    model = oracle.random_model(spec, size).train()
    frozen = next(model.children()).eval()  # as a part that does not learn
    modes = [module.training for module in model.modules()]
    first, second = (trace(model, spec, example, ("logits",)) for _ in range(2))
    for head, logits in first.logits.items():
        np.testing.assert_array_equal(logits, second.logits[head])
    assert [module.training for module in model.modules()] == modes
    assert model.training
    assert not frozen.training


# Switching heads off ------------------------------------------------------------------------------


def zero_head_by_weights(model: Any, path: str, heads: list[int]) -> None:
    """Zero the columns of the output projection that read these heads: the slice before it."""
    attention = model.get_submodule(path.removesuffix(".weights"))
    if not hasattr(
        attention, "output"
    ):  # XLNet's taps are the streams', its weights (D, H, K) both's
        whole = model.get_submodule(path.removesuffix(".weights").rpartition(".")[0])
        with torch.no_grad():
            whole.output[:, heads] = 0.0
        return
    usual = attention.output.in_features // attention.num_heads
    width = getattr(attention, "head_width", usual)
    with torch.no_grad():
        for head in heads:
            attention.output.weight[:, head * width : (head + 1) * width] = 0.0


@pytest.mark.parametrize("spec", UNSHARED, ids=[spec.name for spec in UNSHARED])
@pytest.mark.parametrize(
    "kinds", [("logits", "hidden"), ("logits", "hidden", "attention")], ids=str
)
def test_ablating_a_head_equals_zeroing_its_slice_before_the_output_projection(
    spec: ArchSpec, kinds: Sequence[str], example: ModelInput
) -> None:
    example = oracle.fed(spec, example)
    for stream in set(trace(oracle.random_model(spec), spec, example).streams) - BORROWING:
        model = oracle.random_model(spec)
        if len(model.attention_taps(stream)) < 2:
            continue  # half as deep
        untouched = trace(model, spec, example, kinds)
        ablated = trace(model, spec, example, kinds, ablate=[(stream, 1, 0)])
        zero_head_by_weights(model, model.attention_taps(stream)[1], [0])
        expected = trace(model, spec, example, kinds)
        for head, logits in ablated.logits.items():
            assert_close(logits, expected.logits[head])
        part = stream if model.hidden_taps(stream) else "decoder"  # to whose states it adds
        assert_close(ablated.streams[part].hidden, expected.streams[part].hidden)
        hidden, before = ablated.streams[part].hidden, untouched.streams[part].hidden
        assert hidden is not None
        assert before is not None
        assert_close(hidden[:2], before[:2])  # layers below are as they were
        assert np.abs(hidden[2] - before[2]).max() > TOLERANCE


def test_several_heads_of_several_layers_are_switched_off_together(example: ModelInput) -> None:
    model = oracle.random_model(BERT)
    places = [("encoder", 0, 1), ("encoder", 0, 3), ("encoder", 2, 0)]
    ablated = trace(model, BERT, example, ablate=places)
    zero_head_by_weights(model, model.attention_taps("encoder")[0], [1, 3])
    zero_head_by_weights(model, model.attention_taps("encoder")[2], [0])
    assert_close(ablated.logits["mlm"], trace(model, BERT, example).logits["mlm"])


@pytest.mark.parametrize(
    "place",
    [
        ("decoder", 0, 0),
        ("encoder", 3, 0),
        ("encoder", -1, 0),
        ("encoder", 0, 4),
        ("encoder", 0, -1),
    ],
    ids=str,
)
def test_a_head_that_does_not_exist_cannot_be_switched_off(
    place: tuple[str, int, int], example: ModelInput
) -> None:
    model = oracle.random_model(BERT)
    with pytest.raises(ValueError, match="to switch off"):
        trace(model, BERT, example, ablate=[place])
    assert not any(tap.active for tap in taps(model).values())


# What a model is fed, and how it is named ---------------------------------------------------------


def names(ids: IntArray) -> list[str]:
    return [f"new{id_}" for id_ in ids]


def test_rows_and_columns_are_the_tokens_of_the_encoding() -> None:
    found = trace(oracle.random_model(BERT), BERT, oracle.model_input([4, 5, 6]))
    assert found.streams["encoder"].rows == ("t4", "t5", "t6")
    assert found.streams["encoder"].columns == ("t4", "t5", "t6")


def changed_input() -> ModelInput:
    """Token 5 became 9, and an 8 that the text does not have stands at the end."""
    encoding = oracle.model_input([4, 5, 6]).encoding
    return ModelInput(
        encoding=encoding,
        input_ids=np.array([4, 9, 6, 8]),
        segment=np.zeros(4, dtype=np.int64),
        origin=np.array([0, 1, 2, NO_ORIGIN]),
        change=np.array([TokenChange.KEPT, TokenChange.MASKED, TokenChange.KEPT, TokenChange.SPAN]),
    )


def test_tokens_that_are_not_those_of_the_text_are_named_by_the_tokenizer() -> None:
    found = trace(oracle.random_model(BERT), BERT, changed_input(), tokens=names)
    assert found.streams["encoder"].rows == ("t4", "new9", "t6", "new8")


def test_without_a_tokenizer_new_tokens_show_their_numbers() -> None:
    found = trace(oracle.random_model(BERT), BERT, changed_input())
    assert found.streams["encoder"].rows == ("t4", "9", "t6", "8")


def test_each_tower_shows_what_it_is_fed() -> None:
    model = oracle.random_model(ELECTRA)
    example = oracle.model_input([4, 5, 6]).with_feed("replaced_ids", np.array([4, 7, 6]))
    found = trace(model, ELECTRA, example, tokens=names)
    assert found.streams["generator"].rows == ("t4", "t5", "t6")
    assert found.streams["discriminator"].rows == ("t4", "new7", "t6")
    alone = trace(model, ELECTRA, oracle.model_input([4, 7, 6]))
    assert_close(found.logits["rtd"], alone.logits["rtd"])


def test_segments_reach_the_model(example: ModelInput) -> None:
    model = oracle.random_model(BERT)
    flat = replace(example, segment=np.zeros(LENGTH, dtype=np.int64))
    first, second = (trace(model, BERT, item).logits["mlm"] for item in (example, flat))
    assert np.abs(first - second).max() > TOLERANCE


def test_a_decoder_never_looks_ahead(example: ModelInput) -> None:
    attention = trace(oracle.random_model(GPT2), GPT2, example).streams["decoder"].attention
    assert attention is not None
    assert not np.triu(attention, k=1).any()


def test_a_text_longer_than_the_positions_is_rejected() -> None:
    with pytest.raises(ValueError, match="24 positions"):
        trace(oracle.random_model(BERT), BERT, oracle.random_input(VOCAB, 25))


@pytest.mark.parametrize("name", ["bert", "t5"])
def test_a_token_that_the_model_does_not_know_is_rejected(name: str) -> None:
    spec = ARCHITECTURES[name]
    model = oracle.random_model(spec)
    model_input = oracle.random_input(2 * SIZES[0].vocab_size, 20)
    with pytest.raises(ValueError, match="Put the tokenizer beside the model that belongs to it"):
        trace(model, spec, model_input)


def test_weights_that_are_not_numbers_are_rejected(example: ModelInput) -> None:
    model = oracle.random_model(BERT)
    with torch.no_grad():
        model.layers[0].feed_forward.widen.bias.fill_(torch.nan)
    with pytest.raises(ValueError, match="NaN"):
        trace(model, BERT, example)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_logits_that_no_softmax_can_take_are_rejected(example: ModelInput, value: float) -> None:
    logits = np.zeros((LENGTH, VOCAB), dtype=np.float32)
    logits[3, 5] = -np.inf  # a token that cannot come
    assert Trace(example, {}, {"mlm": logits}).logits["mlm"][3, 5] == -np.inf
    broken = logits.copy()
    broken[-1, -1] = value
    with pytest.raises(ValueError, match="the logits of mlm came out as NaN or infinity"):
        Trace(example, {}, {"mlm": broken})


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.5])
def test_attention_whose_rows_do_not_sum_to_one_is_rejected(value: float) -> None:
    weights = np.full((2, 2, 3, 4), 0.25, dtype=np.float32)
    names = tuple("abc"), tuple("wxyz")
    assert StreamTrace(*names, attention=weights).attention is weights
    broken = weights.copy()
    broken[1, 1, 2, 3] = value
    with pytest.raises(ValueError, match="attention"):
        StreamTrace(*names, attention=broken)


def test_a_target_costs_nothing_and_changes_nothing(example: ModelInput) -> None:
    model = oracle.random_model(BERT)
    asked = example.with_targets("mlm", np.array([1]), np.array([2]))
    assert_close(trace(model, BERT, asked).logits["mlm"], trace(model, BERT, example).logits["mlm"])


def test_gradients_do_not_flow_and_are_possible_again_afterwards(example: ModelInput) -> None:
    model = oracle.random_model(BERT)
    trace(model, BERT, example)
    hidden: Tensor = model(Batch(torch.tensor([[1, 2, 3]])))["encoder"]
    hidden.sum().backward()
    assert model.layers[0].attention.qkv.weight.grad is not None


@specs
def test_what_a_look_leaves_after_serves_a_model_that_learns(
    spec: ArchSpec, example: ModelInput
) -> None:
    """Masks and distances are remembered, and must not be tensors of inference mode."""
    model = oracle.random_model(spec)
    example = oracle.fed(spec, example)
    before = trace(model, spec, example)
    states = model.train()(collate([example]))
    sum(state.square().mean() for state in states.values()).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    fresh = oracle.random_model(spec)
    fresh.load_state_dict(model.state_dict())
    found, expected = trace(model, spec, example), trace(fresh, spec, example)
    for head, logits in expected.logits.items():
        np.testing.assert_array_equal(found.logits[head], logits)
        assert not np.array_equal(before.logits[head], logits)
