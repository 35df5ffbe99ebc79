"""One token of one text by numpy, against the model's own `step`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

from models.arch.gpt2 import Gpt2, Gpt2Config
from models.inference import generation, numpy_decoder
from models.inference.generation import Sampling, best, generate
from models.inference.numpy_decoder import OneRowDecoder, one_row_decoder
from models.inference.taps import attach_listeners
from models.schema.batch import DecoderModel

TOLERANCE = 1e-5
SIZES = (  # vocabulary, width, layers, heads, inner, activation, positions
    (37, 16, 1, 1, 40, "gelu_new", 24),
    (61, 24, 2, 3, None, "gelu_new", 40),
    (120, 32, 3, 4, 20, "relu", 33),
    (300, 64, 2, 1, None, "gelu", 64),
    (517, 40, 5, 5, 160, "silu", 48),
)
PROMPT = [5, 11, 7, 2]


def random_model(seed: int) -> Gpt2:
    """Every weight is off its usual start, so that a forgotten bias or gain shows."""
    vocab, width, layers, heads, inner, act, positions = SIZES[seed % len(SIZES)]
    torch.manual_seed(seed)
    config = Gpt2Config(vocab, positions, width, layers, heads, inner, act)
    model = Gpt2(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter), alpha=0.15)
    return model


@torch.inference_mode()
def step_logits(model: Gpt2, ids: list[int], caches: Any) -> Tensor:
    """The logits (V,) after further tokens, by torch."""
    return model.logits("lm", model.step(torch.tensor([ids]), caches)[0, -1])


def one_row(model: Gpt2, caches: Any) -> OneRowDecoder:
    decoder = one_row_decoder(model, caches)
    assert decoder is not None
    return decoder


def assert_close(found: Tensor, expected: Tensor) -> None:
    torch.testing.assert_close(found, expected, rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_its_logits_are_those_of_step_up_to_the_last_position(seed: int, share: float) -> None:
    model = random_model(seed)
    size = model.config.size
    rng = np.random.default_rng(seed)
    ids: list[int] = rng.integers(0, size.vocab_size, size.num_positions).tolist()
    prompt = ids[: max(1, int(share * len(ids)))]
    ours, theirs = model.new_caches(len(ids)), model.new_caches(len(ids) + 5)
    for caches in (ours, theirs):
        step_logits(model, prompt, caches)
    decoder = one_row(model, ours)
    for id in ids[len(prompt) :]:
        assert_close(decoder.logits(id), step_logits(model, [id], theirs))
    assert {cache.length for cache in ours} == {len(ids)}


def test_it_takes_turns_with_step_over_the_same_caches() -> None:
    model = random_model(1)
    ours, theirs = model.new_caches(20), model.new_caches(20)
    for caches in (ours, theirs):
        step_logits(model, PROMPT, caches)
    decoder = one_row(model, ours)
    for turn, id in enumerate([9, 3, 14, 15, 9, 2, 6]):
        found = decoder.logits(id) if turn % 3 else step_logits(model, [id], ours)
        assert_close(found, step_logits(model, [id], theirs))


def test_logits_stay_as_they_are_when_the_next_token_is_read() -> None:
    model = random_model(2)
    caches = model.new_caches(10)
    step_logits(model, PROMPT, caches)
    decoder = one_row(model, caches)
    first = decoder.logits(3)
    kept = first.clone()
    decoder.logits(4)
    assert torch.equal(first, kept)


def test_it_looks_at_the_model_s_own_weights_and_leaves_them_alone() -> None:
    model = random_model(0)
    before = {name: weight.clone() for name, weight in model.state_dict().items()}
    caches = model.new_caches(10)
    step_logits(model, PROMPT, caches)
    decoder = one_row(model, caches)
    old = decoder.logits(1)
    assert all(torch.equal(weight, before[name]) for name, weight in model.state_dict().items())
    with torch.no_grad():
        model.get_parameter("layers.0.feed_forward.narrow.weight").mul_(3)
    assert not torch.allclose(decoder.logits(1), old)


def test_only_32_bit_weights_of_the_cpu_are_read_so() -> None:
    for moved in (random_model(0).double(), random_model(0).to("meta")):
        assert one_row_decoder(moved, moved.new_caches(8)) is None


def test_it_rejects_to_start_without_a_text_or_with_several() -> None:
    model = random_model(0)
    caches = model.new_caches(8)
    with pytest.raises(AssertionError, match="nothing"):
        one_row_decoder(model, caches)
    with torch.inference_mode():
        model.step(torch.tensor([[1, 2], [3, 4]]), caches)
    with pytest.raises(AssertionError, match="several"):
        one_row_decoder(model, caches)


def test_generation_alone_knows_of_it() -> None:
    files = Path(numpy_decoder.__file__).parents[1].rglob("*.py")
    using = [path.name for path in files if "numpy_decoder" in path.read_text("utf-8")]
    assert using == ["generation.py"]


# ---- where writing uses it


class StepOnly(nn.Module):
    """A causal model that goes on by `step` and in no other way."""

    def __init__(self, model: Gpt2) -> None:
        super().__init__()
        self.model, self.config = model, model.config
        self.step, self.logits, self.begin = model.step, model.logits, model.begin
        self.next_token_head = model.next_token_head


def write(model: Any, settings: Sampling) -> list[int]:
    tokenizer: Any = SimpleNamespace(token=str, eos_id=None, vocab_size=1000)
    return best(list(generate(model, tokenizer, PROMPT, settings)))


def count_feeds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tokens each feeding by torch has, as a list that fills."""
    fed: list[int] = []
    feed = generation._Text.feed_all

    def counted(text: Any, ids: list[list[int]]) -> Tensor:
        fed.append(len(ids[0]))
        return feed(text, ids)

    monkeypatch.setattr(generation._Text, "feed_all", counted)
    return fed


@pytest.mark.parametrize("method", ["greedy", "sample"])
def test_only_the_prompt_goes_through_step(method: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fed = count_feeds(monkeypatch)
    write(random_model(1), Sampling(method, 6))
    assert fed == [len(PROMPT)]


@pytest.mark.parametrize("method", ["greedy", "sample"])
@pytest.mark.parametrize("seed", range(5))
def test_a_model_without_it_writes_the_same_text(method: Any, seed: int) -> None:
    model = random_model(seed)
    without = StepOnly(model)
    assert isinstance(model, DecoderModel)
    assert not isinstance(without, DecoderModel)
    settings = Sampling(method, 16, seed=seed)
    assert write(model, settings) == write(without, settings)


def test_a_forward_hook_sees_every_token_and_changes_what_is_written() -> None:
    model = random_model(3)
    plain = write(model, Sampling(max_new_tokens=12))
    lengths: list[int] = []

    def flip(module: nn.Module, inputs: tuple[Tensor, ...], output: Tensor) -> Tensor:
        lengths.append(output.shape[1])
        return output.flip(-1)

    handle = model.layers[0].register_forward_hook(flip)
    assert write(model, Sampling(max_new_tokens=12)) != plain
    assert lengths == [len(PROMPT)] + 11 * [1]
    handle.remove()
    assert write(model, Sampling(max_new_tokens=12)) == plain


def test_a_parametrized_weight_is_used() -> None:
    model = random_model(3)
    plain = write(model, Sampling(max_new_tokens=12))
    narrow = model.get_submodule("layers.0.feed_forward.narrow")
    parametrize.register_parametrization(narrow, "weight", _Negated())
    assert write(model, Sampling(max_new_tokens=12)) != plain


class _Negated(nn.Module):
    def forward(self, weight: Tensor) -> Tensor:
        return -weight


@pytest.mark.parametrize("first", [0, 3])
def test_a_listener_hears_every_token_read_while_it_listens(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model: Any = random_model(1)
    expected = write(model, Sampling(max_new_tokens=8))
    fed = count_feeds(monkeypatch)
    tokenizer: Any = SimpleNamespace(token=str, eos_id=None, vocab_size=1000)
    writing = generate(model, tokenizer, PROMPT, Sampling(max_new_tokens=8))
    written = [next(writing).id for _ in range(first)]
    heard: list[int] = []
    with attach_listeners(model, {"layers.1.state": lambda state: heard.append(state.shape[1])}):
        written += [next(writing).id for _ in range(2)]
    written += [step.id for step in writing]
    assert written == expected
    assert heard == ([1, 1] if first else [len(PROMPT), 1])
    assert fed == [len(PROMPT)] + [1] * (2 if first else 1)


def test_an_intervention_changes_what_is_written() -> None:
    model = random_model(3)
    plain = write(model, Sampling(max_new_tokens=12))
    with attach_listeners(model, {"layers.0.attention.heads": torch.zeros_like}):
        assert write(model, Sampling(max_new_tokens=12)) != plain
    assert write(model, Sampling(max_new_tokens=12)) == plain
