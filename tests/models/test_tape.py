"""Tapes: a pass that is run again gives what its modules would have given."""

from __future__ import annotations

import copy
import gc
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from models import forward, replay
from models.catalog import catalog
from models.configs import Size
from models.forward import trace
from models.layers.keeping import Keeper
from models.layers.linear import Linear
from models.records import Corruption, Trace
from models.replay import Tapes
from models.specs import ArchSpec
from models.tape import Tape
from models.taps import listening
from models.threads import CAN_CHANGE
from tests.models import oracle

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
BERT, T5 = (catalog().architectures[name] for name in ("bert", "t5"))
VOCAB, LENGTH = oracle.SIZES[0].vocab_size, 9
NUM_LOOKS = 3  # through the modules, written down, from the tape


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the second pass of a kind be written down."""
    monkeypatch.setattr(replay, "WORTH_WRITING", 2)


def example(spec: ArchSpec, seed: int = 0, length: int = LENGTH) -> Corruption:
    corruption = oracle.random_corruption(VOCAB, length, seed, pair=True)
    if spec.ordered:
        turns = np.random.default_rng(seed).permutation(length) + 1
        corruption = corruption.with_feed("order", turns)
    return oracle.fed(spec, corruption)


def assert_same(found: Trace, expected: Trace) -> None:
    """Bit by bit."""
    assert list(found.streams) == list(expected.streams)
    for name, stream in expected.streams.items():
        ours = found.streams[name]
        for mine, other in ((ours.attention, stream.attention), (ours.hidden, stream.hidden)):
            assert (mine is None) == (other is None)
            if mine is not None:
                np.testing.assert_array_equal(mine, other)
        assert list(ours.extra) == list(stream.extra)
        for key, extra in stream.extra.items():
            np.testing.assert_array_equal(ours.extra[key], extra)
    assert list(found.logits) == list(expected.logits)
    for head, logits in expected.logits.items():
        np.testing.assert_array_equal(found.logits[head], logits)


def look(model: Any, spec: ArchSpec, corruption: Corruption, **options: Any) -> Trace:
    """What the last of several passes gives."""
    return [trace(model, spec, corruption, **options) for _ in range(NUM_LOOKS)][-1]


def by_modules(model: Any, spec: ArchSpec, corruption: Corruption, **options: Any) -> Trace:
    """What a model gives that has the same weights and was never looked at."""
    fresh = spec.model_class(model.config).to(next(model.parameters()).dtype).eval()
    fresh.load_state_dict(model.state_dict())
    return trace(fresh, spec, corruption, **options)


@pytest.fixture
def modules_stop(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Lets a model fail where its modules run."""

    def stop(model: Any) -> None:
        def fail(*_: object) -> None:
            raise AssertionError("the modules ran")

        monkeypatch.setattr(type(model), "__call__", fail)

    return stop


# Passes of a model --------------------------------------------------------------------------------


@specs
def test_a_pass_from_the_tape_equals_one_through_the_modules(
    spec: ArchSpec, modules_stop: Callable[[Any], None]
) -> None:
    """Also for other texts of the same length."""
    model = oracle.random_model(spec)
    texts = [example(spec, seed) for seed in range(3)]
    expected = [by_modules(model, spec, text) for text in texts]
    look(model, spec, texts[0])
    modules_stop(model)
    for text, other in zip(texts, expected, strict=True):
        assert_same(trace(model, spec, text), other)


@specs
@pytest.mark.usefixtures("two_threads")
def test_so_it_does_on_several_threads_at_the_width_of_the_bundled_models(spec: ArchSpec) -> None:
    """Where products are large enough to be shared, and to be added up in another order."""
    size = Size(VOCAB, width=128, num_layers=1, num_heads=4, inner=512, num_positions=32)
    model = oracle.random_model(spec, size)
    for length in (1, 2, 5, 6, 9, 16):
        text = example(spec, length=length)
        expected = by_modules(model, spec, text)
        assert_same(look(model, spec, text), expected)


@specs
def test_what_is_asked_has_a_tape_of_its_own(spec: ArchSpec) -> None:
    model = oracle.random_model(spec)
    spared = {head.stream for head in spec.heads if head.otherwise}
    first_head = forward.heads_of(model, spec)[:1]
    for _ in range(NUM_LOOKS):
        for length in (LENGTH, LENGTH + 2):
            text = example(spec, length=length)
            plain = Corruption.clean(text.encoding)  # one segment, no further feeds
            for corruption, options in (
                (text, {}),
                (text, {"kinds": ("logits",), "heads": first_head}),
                (text, {"kinds": ("attention", "hidden")}),
                (text, {"without": spared}),
                (plain, {}),
            ):
                found = trace(model, spec, corruption, **options)
                assert_same(found, by_modules(model, spec, corruption, **options))


@specs
def test_a_tape_follows_the_weights(spec: ArchSpec) -> None:
    model, text = oracle.random_model(spec), example(spec)
    before = look(model, spec, text)
    head = next(iter(before.logits))
    for change in (added_to, replaced, moved):
        for parameter in list(model.parameters()):
            change(model, parameter)
        found = look(model, spec, text)
        assert_same(found, by_modules(model, spec, text))
        assert not np.array_equal(found.logits[head], before.logits[head])
        before = found


def added_to(model: nn.Module, parameter: nn.Parameter) -> None:
    with torch.no_grad():
        parameter.add_(0.1 * torch.randn_like(parameter))


def moved(model: nn.Module, parameter: nn.Parameter) -> None:
    parameter.data = parameter.data + 0.1 * torch.randn_like(parameter)


def replaced(model: nn.Module, parameter: nn.Parameter) -> None:
    """In every place that it has, as tied weights have two."""
    other = nn.Parameter(parameter.detach() + 0.1 * torch.randn_like(parameter))
    for part in model.modules():
        for name, own in list(part.named_parameters(recurse=False)):
            if own is parameter:
                setattr(part, name, other)


@specs
@pytest.mark.parametrize("mode", [True, False], ids=["training", "evaluating"])
def test_a_tape_follows_an_optimizer_that_does_not_tell(spec: ArchSpec, mode: bool) -> None:
    """A fused step leaves the versions of the weights as they were."""
    model, text = oracle.random_model(spec), example(spec)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, fused=True)
    batch = forward.collate([text])
    for _ in range(2):
        look(model.eval(), spec, text)
        states = model.train(mode)(batch)
        sum(state.square().mean() for state in states.values()).backward()
        optimizer.step()
    assert_same(look(model.eval(), spec, text), by_modules(model, spec, text))


@specs
def test_a_model_that_changes_its_precision_is_followed(spec: ArchSpec) -> None:
    """Also to and fro: what is freed in between may come to lie where other numbers were."""
    model, text = oracle.random_model(spec), example(spec)
    look(model, spec, text)
    for change in (nn.Module.double, nn.Module.half, nn.Module.float):
        change(model)
        if change is not nn.Module.half:  # in which rows of attention hardly sum to one
            assert_same(look(model, spec, text), by_modules(model, spec, text))
    for parameter in model.parameters():
        parameter.data = torch.empty(0)
    scattered = oracle.random_model(spec, seed=1)
    for parameter, other in zip(model.parameters(), scattered.parameters(), strict=True):
        parameter.data = other.data.clone()
    assert_same(look(model, spec, text), by_modules(model, spec, text))


def test_a_listener_is_heard_although_there_is_a_tape() -> None:
    model, text = oracle.random_model(BERT), example(BERT)
    before = look(model, BERT, text)
    heard: list[Tensor] = []
    with listening(model, {"layers.0.state": heard.append}):
        assert_same(trace(model, BERT, text), before)
    assert len(heard) == 1
    with listening(model, {"layers.0.state": torch.zeros_like}):
        changed = trace(model, BERT, text)
    assert not np.array_equal(changed.logits["mlm"], before.logits["mlm"])
    assert_same(trace(model, BERT, text), before)


def test_a_head_is_switched_off_although_there_is_a_tape() -> None:
    model, text = oracle.random_model(BERT), example(BERT)
    before = look(model, BERT, text)
    without = look(model, BERT, text, ablate=[("encoder", 0, 1)])
    assert not np.array_equal(without.logits["mlm"], before.logits["mlm"])
    assert_same(trace(model, BERT, text), before)


def test_a_model_that_learns_is_run_through_its_modules() -> None:
    model, text = oracle.random_model(BERT), example(BERT)
    before = look(model, BERT, text)
    assert_same(look(model.train(), BERT, text), before)
    assert model.training


def test_what_a_trace_holds_is_its_own() -> None:
    """The next pass does not write over it."""
    model = oracle.random_model(BERT)
    look(model, BERT, example(BERT))
    first = trace(model, BERT, example(BERT))
    kept = copy.deepcopy(first)
    trace(model, BERT, example(BERT, seed=1))
    assert_same(first, kept)


def test_a_long_text_and_a_large_model_have_no_tapes(
    monkeypatch: pytest.MonkeyPatch, modules_stop: Callable[[Any], None]
) -> None:
    monkeypatch.setattr(forward, "HELD_TOKENS", LENGTH - 1)
    long = oracle.random_model(BERT)
    look(long, BERT, example(BERT))
    monkeypatch.setattr(forward, "HELD_TOKENS", LENGTH)
    monkeypatch.setattr(forward, "TAPED_WEIGHTS", 1)
    large = oracle.random_model(BERT)
    look(large, BERT, example(BERT))
    modules_stop(long)
    for model in (long, large):
        with pytest.raises(AssertionError, match="the modules ran"):
            trace(model, BERT, example(BERT))


def test_a_copy_has_tapes_of_its_own() -> None:
    model, text = oracle.random_model(BERT), example(BERT)
    before = look(model, BERT, text)
    other = copy.deepcopy(model)
    assert not any(part._followers for part in other.modules() if isinstance(part, Keeper))
    with torch.no_grad():
        other.mlm.decoder.bias.add_(1)
    assert not np.array_equal(look(other, BERT, text).logits["mlm"], before.logits["mlm"])
    assert_same(trace(model, BERT, text), before)


def test_a_model_that_is_gone_leaves_at_once() -> None:
    """Its weights may be large, so they do not wait for the collector."""
    model = oracle.random_model(BERT)
    look(model, BERT, example(BERT))
    weight = weakref.ref(model.layers[0].attention.qkv.weight)
    gc.disable()
    try:
        del model
        assert weight() is None
    finally:
        gc.enable()


# What a tape can hold -----------------------------------------------------------------------------


def played(compute: Callable[..., Any], *inputs: Tensor) -> tuple[Any, Any]:
    """What a function returns for inputs, and what its tape does; the tape is of other inputs."""
    with torch.inference_mode():
        others = [torch.flip(tensor, (0,)) for tensor in inputs]
        with Tape(others) as written:
            outputs = compute(*others)
        again = written.again(outputs, products_alone=True)
        assert again is not None
        return compute(*inputs), again(torch.get_num_threads(), *inputs)


ROWS = torch.arange(12.0).view(3, 4)
WEIGHT = torch.arange(8.0).view(2, 4)


@pytest.mark.parametrize(
    "compute",
    [
        lambda x: x + 1,
        lambda x: 1 - x @ x.T,
        lambda x: x,  # what comes in goes out
        lambda x: WEIGHT,  # so does what was there
        lambda x: functional.linear(x, WEIGHT),
        lambda x: torch.cat([x, x[1:], x[:, 0][None].expand(2, -1).new_zeros(2, 4)]),
        lambda x: x.clone().mul_(2).add_(x),  # in place
        lambda x: torch.zeros(3, 4).masked_fill_(x > 3, -1.0),
        lambda x: torch.zeros(3, 4).add_(WEIGHT[0]) + x,
        lambda x: ~(x > 3),
        lambda x: x + WEIGHT.flatten()[:4].exp(),  # of which the end alone is computed again
        lambda x: torch.add(x, 1, out=torch.empty(3, 4)),
        lambda x: x.view(len(x), x.shape[1] // 2, -1).transpose(1, 2).reshape(x.shape),
        lambda x: torch.stack(x.unbind(0)[::-1]),
        lambda x: x.max(dim=0).values,
        lambda x: x[torch.arange(2), x[0, :2].long() % 4],
        lambda x: functional.gelu(x, approximate="tanh"),
        lambda x: functional.dropout(x, 0.5, training=False),
        lambda x: torch.where(x > 2, x, torch.full_like(x, 7.0)),
        lambda x: x.T.mT.to(torch.float64).float(),
    ],
)
def test_a_tape_gives_what_the_calls_give(compute: Callable[[Tensor], Tensor]) -> None:
    expected, found = played(compute, ROWS)
    assert torch.equal(found, expected)


def test_outputs_keep_their_shape() -> None:
    expected, found = played(
        lambda x, y: ({"sum": [x + y], ("a", "b"): (x, y)}, ("name",), {}), ROWS, ROWS * 2
    )
    assert list(found[0]) == ["sum", ("a", "b")]
    assert torch.equal(found[0]["sum"][0], expected[0]["sum"][0])
    assert torch.equal(found[0]["a", "b"][1], ROWS * 2)
    assert found[1:] == (("name",), {})


@pytest.mark.parametrize(
    "look_at",
    [
        lambda x: x.sum().item(),
        lambda x: bool(x.sum() > 3),
        lambda x: int(x[0, 1]),
        lambda x: x.tolist(),
        lambda x: x.numpy(),
        lambda x: torch.equal(x, x),
        lambda x: list(range(x[0].long()[1])),
        lambda x: x.clone().__setitem__(0, 1.0),
        lambda x: WEIGHT.exp().add_(x[:2]),  # what was computed once for all is written to
        lambda x: WEIGHT.exp().__iadd__(1),
    ],
)
def test_who_looks_at_numbers_or_writes_to_what_stays_has_no_tape(
    look_at: Callable[[Tensor], object],
) -> None:
    """What is done next may depend on them."""
    with torch.inference_mode(), Tape([ROWS]) as written:
        look_at(ROWS)
        outputs = ROWS + 1
    assert written.again(outputs, products_alone=True) is None


def test_what_has_no_tape_runs_as_before() -> None:
    layer, calls = Linear(4, 2).eval(), []
    tapes = Tapes(layer)

    def through() -> dict[str, Tensor]:
        calls.append(ROWS.sum().item())
        return {"found": layer(ROWS)}

    with torch.inference_mode():
        for _ in range(2 * NUM_LOOKS):
            assert torch.equal(tapes.run("key", [ROWS], through)["found"], layer(ROWS))
    assert len(calls) == 2 * NUM_LOOKS + 1  # once more before it was to be written


def test_a_tape_that_gives_other_numbers_is_not_used() -> None:
    layer, calls = Linear(4, 2).eval(), []
    tapes = Tapes(layer)

    def through() -> Tensor:
        calls.append(1)
        return layer(ROWS) + torch.rand(3, 2)

    with torch.inference_mode():
        for _ in range(2 * NUM_LOOKS):
            tapes.run("key", [ROWS], through)
    assert len(calls) == 2 * NUM_LOOKS + 1


def test_weights_that_do_not_tell_of_changes_have_no_tape() -> None:
    with torch.inference_mode():
        layer = Linear(4, 2).eval()
        tapes = Tapes(layer)
        for _ in range(NUM_LOOKS):
            layer.weight.add_(1)
            found = tapes.run("key", [ROWS], lambda: layer(ROWS) + 0)
            assert torch.equal(found, layer(ROWS))


def count_passes(keys: Sequence[str]) -> int:
    """How many passes of these kinds, one after the other, went through the modules."""
    layer, calls = Linear(4, 2).eval(), []
    tapes = Tapes(layer)

    def through() -> Tensor:
        calls.append(1)
        return layer(ROWS)

    with torch.inference_mode():
        for key in keys:
            assert torch.equal(tapes.run(key, [ROWS], through), layer(ROWS))
    return len(calls)


BEFORE_A_TAPE = 3  # the first, and two when it is written down


def test_the_tape_that_was_written_first_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "NUM_TAPES", 2)
    two = ["a"] * NUM_LOOKS + ["b"] * NUM_LOOKS
    assert count_passes([*two, "a", "b"]) == 2 * BEFORE_A_TAPE
    assert count_passes([*two, "c", "c", "b", "c"]) == 3 * BEFORE_A_TAPE
    assert count_passes([*two, "c", "c", "a"]) == 3 * BEFORE_A_TAPE + 1


def test_only_so_many_kinds_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "NUM_KINDS", 2)
    assert count_passes(["a", "b", "a"]) == 1 + 1 + 2
    assert count_passes(["a", "b", "c", "a"]) == 4  # the first was forgotten, and begins anew


def test_a_pass_that_failed_while_it_was_written_is_written_the_next_time() -> None:
    layer, calls = Linear(4, 2).eval(), []
    tapes = Tapes(layer)

    def through() -> Tensor:
        calls.append(1)
        if len(calls) == BEFORE_A_TAPE:
            raise MemoryError
        return layer(ROWS)

    with torch.inference_mode():
        tapes.run("key", [ROWS], through)
        with pytest.raises(MemoryError):
            tapes.run("key", [ROWS], through)
        for _ in range(NUM_LOOKS):
            assert torch.equal(tapes.run("key", [ROWS], through), layer(ROWS))
    assert len(calls) == BEFORE_A_TAPE + 2


def test_lengths_that_alternate_do_not_write_down_what_layers_keep() -> None:
    """A layer keeps what belongs to one length; a tape has it as it is."""
    model = oracle.random_model(T5)
    short, long = example(T5), example(T5, length=LENGTH + 1)
    for _ in range(NUM_LOOKS):
        trace(model, T5, short)
        trace(model, T5, long)
    tapes = forward._fixed(model, T5).tapes
    assert tapes is not None
    in_turn = {key: count_calls(again) for key, again in tapes._tapes.items()}
    tapes.forget()
    look(model, T5, short)
    look(model, T5, long)
    in_a_row = {key: count_calls(again) for key, again in tapes._tapes.items()}
    assert in_turn == in_a_row
    assert len(in_turn) == 2


def count_calls(again: Any) -> int:
    return len(again.func.__code__.co_code)


# Threads ------------------------------------------------------------------------------------------


@pytest.fixture
def two_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


@pytest.mark.skipif(not CAN_CHANGE, reason="this torch keeps its number of threads")
@pytest.mark.usefixtures("two_threads")
def test_small_work_on_rows_stays_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []
    change = torch.set_num_threads

    def watched(number: int) -> None:
        numbers.append(number)
        change(number)

    monkeypatch.setattr(torch, "set_num_threads", watched)
    wide = torch.ones(1 << 14, 128)

    def compute(x: Tensor) -> Tensor:
        product = functional.linear(torch.softmax(functional.layer_norm(x, (128,)), -1), wide)
        return functional.layer_norm(product, (1 << 14,))

    expected, found = played(compute, torch.randn(4, 128))
    assert torch.equal(found, expected)
    assert numbers == [1, 2]


@pytest.mark.usefixtures("two_threads")
def test_the_number_of_threads_is_what_it_was() -> None:
    model, text = oracle.random_model(BERT), example(BERT)
    look(model, BERT, text)
    assert torch.get_num_threads() == 2


@pytest.mark.usefixtures("two_threads")
def test_the_number_of_threads_comes_back_when_a_pass_fails() -> None:
    layer = Linear(4, 2).eval()
    tapes = Tapes(layer)
    with torch.inference_mode():
        for _ in range(NUM_LOOKS - 1):
            tapes.run("key", [ROWS], lambda: layer(ROWS))
        with pytest.raises(RuntimeError):
            tapes.run("key", [ROWS[:, 1:]], lambda: layer(ROWS))
    assert torch.get_num_threads() == 2
