"""Greedy, sampling and beam search against `generate` and the filters of transformers."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel
from transformers.generation.logits_process import (
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from models.arch.gpt2 import TABLE, Gpt2, Gpt2Config
from models.inference.generation import Sampling, best, generate, top_k, top_p
from models.runtime.generators import run_to_end

EOS = 3
PROMPT = [5, 11, 7, 2]
SEEDS = range(6)
WEIGHT_STD = 1.0  # positions weigh as much as tokens, so that texts do not repeat themselves
SHARPNESS = 3.0  # of the logits: random weights of the usual size leave all tokens alike
EOS_BIASES = (0.0, 2.0, 6.0)
CONFIGURATIONS = ((37, 16, 1, 2), (61, 24, 2, 3), (120, 32, 3, 4))  # V, D, layers, heads


def named(eos_id: int | None = EOS, vocab_size: int = 1000) -> Any:
    """A tokenizer, as far as writing needs one."""
    return SimpleNamespace(token=lambda id: f"<{id}>", eos_id=eos_id, vocab_size=vocab_size)


def twins(seed: int, num_positions: int = 64, eos_bias: float = 0.0) -> tuple[Gpt2, Any]:
    """A random model and the reference with the same weights.

    The logit of EOS is raised by `eos_bias`, so that some texts end.
    """
    vocab, width, layers, heads = CONFIGURATIONS[seed % len(CONFIGURATIONS)]
    sizes = {"vocab_size": vocab, "n_embd": width, "n_layer": layers, "n_head": heads}
    torch.manual_seed(seed)
    reference = GPT2LMHeadModel(
        GPT2Config(
            **sizes, n_positions=num_positions, bos_token_id=EOS, eos_token_id=EOS, pad_token_id=0
        )
    ).eval()
    for parameter in reference.parameters():
        if parameter.dim() == 2:
            torch.nn.init.normal_(parameter, std=WEIGHT_STD)
    end = reference.transformer.wte.weight[EOS].detach()
    reference.transformer.ln_f.weight.data.fill_(SHARPNESS / width**0.5)
    reference.transformer.ln_f.bias.data.copy_(eos_bias * end / end.square().sum())
    model = Gpt2(Gpt2Config(**sizes, n_positions=num_positions)).eval()
    carry(model, reference.state_dict())
    return model, reference


def carry(model: Gpt2, theirs: dict[str, torch.Tensor]) -> None:
    ours = model.state_dict()
    for rule in TABLE.rules:
        for layer in range(model.config.n_layer if "{i}" in rule.ours else 1):
            weight = theirs[str(rule.theirs).format(i=layer)]
            ours[rule.ours.format(i=layer)].copy_(weight.T if rule.transpose else weight)


def reference_text(reference: Any, prompt: list[int], **settings: Any) -> list[int]:
    out = reference.generate(
        torch.tensor([prompt]),
        attention_mask=torch.ones(1, len(prompt), dtype=torch.long),
        do_sample=False,
        **settings,
    )
    written: list[int] = out[0, len(prompt) :].tolist()
    return written


def write(
    model: Gpt2, settings: Sampling, prompt: list[int] = PROMPT, eos: int | None = EOS
) -> Any:
    return list(generate(model, named(eos), prompt, settings))


# ---- the same text as the reference


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("eos_bias", EOS_BIASES)
def test_greedy_writes_what_the_reference_writes(seed: int, eos_bias: float) -> None:
    model, reference = twins(seed, eos_bias=eos_bias)
    written = best(write(model, Sampling(max_new_tokens=40)))
    assert written == reference_text(reference, PROMPT, max_new_tokens=40)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("num_beams", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("eos_bias", EOS_BIASES)
def test_beam_search_finds_what_the_reference_finds(
    seed: int, num_beams: int, eos_bias: float
) -> None:
    model, reference = twins(seed, eos_bias=eos_bias)
    steps = write(model, Sampling("beam", max_new_tokens=25, num_beams=num_beams))
    expected = reference_text(reference, PROMPT, max_new_tokens=25, num_beams=num_beams)
    assert best(steps) == expected


@pytest.mark.parametrize(("seed", "eos_bias"), [(2, 2.0), (3, 6.0), (4, 6.0)])
def test_beam_search_ends_when_that_of_the_reference_ends(seed: int, eos_bias: float) -> None:
    model, reference = twins(seed, eos_bias=eos_bias)
    told = reference.generate(
        torch.tensor([PROMPT]),
        attention_mask=torch.ones(1, len(PROMPT), dtype=torch.long),
        do_sample=False,
        max_new_tokens=25,
        num_beams=4,
        return_dict_in_generate=True,
        output_scores=True,
    )
    steps = write(model, Sampling("beam", max_new_tokens=25, num_beams=4))
    assert len(steps) == len(told.scores) < 25


@pytest.mark.parametrize("length_penalty", [-1.0, 0.0, 0.5, 2.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_length_penalty_is_that_of_the_reference(seed: int, length_penalty: float) -> None:
    model, reference = twins(seed, eos_bias=2.0)
    settings = Sampling("beam", 25, num_beams=3, length_penalty=length_penalty)
    expected = reference_text(
        reference, PROMPT, max_new_tokens=25, num_beams=3, length_penalty=length_penalty
    )
    assert best(write(model, settings), length_penalty) == expected


def test_the_compared_texts_are_not_degenerate() -> None:
    texts = [
        best(write(twins(seed, eos_bias=bias)[0], Sampling("beam", 25, num_beams=3)))
        for seed, bias in itertools.product(SEEDS, EOS_BIASES)
    ]
    ended = [text for text in texts if text[-1] == EOS]
    assert 3 <= len(ended) < len(texts), "some texts end early, others do not"
    assert len({len(text) for text in ended}) >= 3, "they end at different places"
    assert np.mean([len(set(text)) / len(text) for text in texts]) > 0.35, "few repetitions"


def test_a_model_without_an_end_token_writes_on() -> None:
    model, reference = twins(1, eos_bias=6.0)
    reference.generation_config.eos_token_id = None
    for settings in (Sampling(max_new_tokens=30), Sampling("beam", 30, num_beams=3)):
        beams = settings.num_beams if settings.method == "beam" else 1
        expected = reference_text(reference, PROMPT, max_new_tokens=30, num_beams=beams)
        assert best(write(model, settings, eos=None)) == expected
        assert len(expected) == 30


# ---- filters


@pytest.mark.parametrize("seed", range(20))
def test_filters_keep_the_tokens_that_the_reference_keeps(seed: int) -> None:
    rng = np.random.default_rng(seed)
    logits = torch.tensor(rng.normal(size=80) * 3)
    temperature, k, p = rng.uniform(0.3, 2), int(rng.integers(1, 90)), float(rng.uniform(0.05, 1))
    expected = TemperatureLogitsWarper(float(temperature))(None, logits[None])
    expected = TopKLogitsWarper(k)(None, expected)
    expected = TopPLogitsWarper(p)(None, expected)[0]
    assert torch.equal(top_p(top_k(logits / temperature, k), p), expected)


def test_the_nucleus_is_the_smallest_set_that_reaches_p() -> None:
    scores = torch.tensor([0.1, 0.5, 0.15, 0.25], dtype=torch.float64).log()
    assert top_p(scores, 0.7).isfinite().tolist() == [False, True, False, True]
    assert top_p(scores, 0.76).isfinite().tolist() == [False, True, True, True]
    assert top_p(scores, 1e-9).isfinite().tolist() == [False, True, False, False]


def test_a_nucleus_that_reaches_p_but_for_rounding_is_that_of_the_reference() -> None:
    scores = torch.tensor([0.5, 0.3, 0.2], dtype=torch.float64).log()
    for p, kept in ((0.79, 2), (0.8, 3), (0.81, 3)):
        assert torch.equal(top_p(scores, p), TopPLogitsWarper(p)(None, scores[None])[0])
        assert int(top_p(scores, p).isfinite().sum()) == kept


def test_ties_with_the_last_kept_token_stay() -> None:
    scores = torch.tensor([1.0, 2.0, 1.0, 0.0])
    assert top_k(scores, 2).isfinite().tolist() == [True, True, True, False]
    assert top_k(scores, 0) is scores
    assert top_k(scores, 99) is scores


def test_a_step_says_what_the_filters_removed() -> None:
    model, _ = twins(2)
    settings = Sampling("sample", 8, temperature=1.3, top_k=9, top_p=0.8, num_candidates=500)
    written = list(PROMPT)
    for step in write(model, settings):
        logits = full_logits(model, written)
        warm = torch.softmax(logits / 1.3, -1)
        plain = torch.softmax(logits, -1)
        kept = [c.id for c in step.candidates if c.filtered > 0]
        assert step.num_kept == len(kept) <= 9
        assert step.removed_mass == pytest.approx(1 - float(warm[kept].sum()), abs=1e-5)
        assert sum(c.filtered for c in step.candidates) == pytest.approx(1)
        for candidate in step.candidates:
            assert candidate.probability == pytest.approx(float(plain[candidate.id]), abs=1e-5)
            share = float(warm[candidate.id] / warm[kept].sum()) if candidate.id in kept else 0
            assert candidate.filtered == pytest.approx(share, abs=1e-5)
        assert step.id in kept
        written.append(step.id)


def full_logits(model: Gpt2, ids: list[int]) -> torch.Tensor:
    """Return the logits of the next token, computed from the start without a cache."""
    with torch.inference_mode():
        hidden = model.step(torch.tensor([ids]), model.new_caches(len(ids)))
        return model.logits("lm", hidden[0, -1])


def test_candidates_are_sorted_named_and_hold_the_drawn_token() -> None:
    model, _ = twins(2)
    settings = Sampling("sample", 30, temperature=3.0, num_candidates=2)
    steps = write(model, settings, eos=None)
    for step in steps:
        masses = [candidate.probability for candidate in step.candidates]
        assert masses == sorted(masses, reverse=True)
        assert step.id in [candidate.id for candidate in step.candidates]
        assert all(candidate.token == f"<{candidate.id}>" for candidate in step.candidates)
    assert {len(step.candidates) for step in steps} == {2, 3}


def test_greedy_filters_nothing() -> None:
    model, _ = twins(0)
    step = write(model, Sampling(max_new_tokens=1, top_k=1, top_p=0.1, temperature=9.0))[0]
    assert (step.removed_mass, step.num_kept, len(step.candidates)) == (0.0, 37, 10)
    assert all(c.probability == c.filtered for c in step.candidates)


# ---- randomness


def test_one_seed_writes_one_text_and_another_seed_another() -> None:
    model, _ = twins(2)
    texts = [best(write(model, Sampling("sample", 20, seed=seed), eos=None)) for seed in (4, 4, 5)]
    assert texts[0] == texts[1] != texts[2]


def test_drawn_tokens_follow_the_probabilities() -> None:
    model, _ = twins(0)
    settings = [Sampling("sample", 1, seed=seed, top_k=4) for seed in range(600)]
    steps = [write(model, setting)[0] for setting in settings]
    expected = {c.id: c.filtered for c in steps[0].candidates if c.filtered > 0}
    counts = {id: sum(step.id == id for step in steps) for id in expected}
    assert sum(counts.values()) == 600
    for id, share in expected.items():
        deviation = (600 * share * (1 - share)) ** 0.5
        assert abs(counts[id] - 600 * share) < 4 * deviation + 1


def test_the_coldest_temperature_is_greedy() -> None:
    model, _ = twins(2)
    greedy = best(write(model, Sampling(max_new_tokens=20)))
    assert best(write(model, Sampling("sample", 20, temperature=1e-300))) == greedy


def test_top_k_of_one_is_greedy() -> None:
    model, _ = twins(1)
    greedy = best(write(model, Sampling(max_new_tokens=20)))
    assert best(write(model, Sampling("sample", 20, top_k=1, temperature=2.0))) == greedy


# ---- stopping and going on


@pytest.mark.parametrize("method", ["greedy", "sample"])
def test_a_text_continued_later_is_the_text_written_at_once(method: Any) -> None:
    model, _ = twins(2)
    whole = best(write(model, Sampling(method, 20, seed=3), eos=None))
    writing = generate(model, named(None), PROMPT, Sampling(method, 20, seed=3))
    first = best(list(itertools.islice(writing, 8)))
    writing.close()
    rest = best(write(model, Sampling(method, 12, seed=3), PROMPT + first, eos=None))
    assert first + rest == whole


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
def test_writing_stops_where_the_positions_are_full(method: Any) -> None:
    model, _ = twins(1, num_positions=10)
    steps = write(model, Sampling(method, 50, num_beams=2), eos=None)
    assert len(best(steps)) == 10 - len(PROMPT)
    assert [step.position for step in steps] == list(range(len(PROMPT), 10))
    assert write(model, Sampling(method, 50, num_beams=2), list(range(10))) == []


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
def test_rows_of_the_table_that_are_no_tokens_are_never_written(method: Any) -> None:
    model, _ = twins(2)
    settings = Sampling(method=method, max_new_tokens=20, temperature=5.0)
    free = run_to_end(generate(model, named(None), PROMPT, settings))
    few = run_to_end(generate(model, named(None, vocab_size=40), PROMPT, settings))
    assert max(free) >= 40 > max(few)


def test_there_is_no_more_room_than_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    model, _ = twins(0, num_positions=12)
    asked: list[int] = []
    begin = model.begin
    monkeypatch.setattr(model, "begin", lambda ids, room: asked.append(room) or begin(ids, room))
    list(generate(model, named(None), PROMPT, Sampling(max_new_tokens=10**12)))
    assert asked == [12]


@pytest.mark.parametrize("method", ["greedy", "sample"])
def test_writing_stops_after_the_end_token(method: Any) -> None:
    model, _ = twins(3, eos_bias=6.0)
    text = best(write(model, Sampling(method, 40, seed=1)))
    assert text.index(EOS) == len(text) - 1 < 39


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
def test_a_generator_returns_what_it_wrote(method: Any) -> None:
    model, _ = twins(2)
    settings = Sampling(method, 12, num_beams=3)
    text = run_to_end(generate(model, named(), PROMPT, settings))
    assert text == best(write(model, settings)) != []


def test_nothing_is_computed_before_a_step_is_asked_for() -> None:
    model, _ = twins(0)
    fed: list[int] = []
    model.begin = lambda *_: fed.append(1)  # type: ignore[method-assign, assignment]
    model.step = lambda *_: fed.append(1)  # type: ignore[method-assign, assignment]
    for method in ("greedy", "sample", "beam"):
        generate(model, named(), PROMPT, Sampling(method))  # type: ignore[arg-type]
    assert fed == []


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
def test_the_time_between_two_steps_is_not_counted(
    method: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, _ = twins(2)
    clock = [0.0]
    monkeypatch.setattr("models.inference.generation.perf_counter", lambda: clock[0])
    found = []
    for step in generate(model, named(None), PROMPT, Sampling(method, 4)):
        found.append(step.seconds)
        clock[0] += 60.0
    assert found == [0.0] * 4


def test_the_consumer_is_not_left_in_inference_mode() -> None:
    model, _ = twins(0)
    for settings in (Sampling(max_new_tokens=3), Sampling("beam", 3, num_beams=2)):
        for _step in generate(model, named(), PROMPT, settings):
            assert not torch.is_inference_mode_enabled()


def test_dropout_is_off_while_writing_and_as_before_between_steps() -> None:
    model, _ = twins(2)
    greedy = best(write(model, Sampling(max_new_tokens=20)))
    model.train()
    model.layers[0].eval()
    before = [part.training for part in model.modules()]
    for _step in (writing := generate(model, named(), PROMPT, Sampling(max_new_tokens=3))):
        assert [part.training for part in model.modules()] == before
    writing.close()
    assert best(write(model, Sampling(max_new_tokens=20))) == greedy


# ---- the tree of a beam search


def test_the_nodes_of_a_step_grow_from_kept_nodes_of_the_step_before() -> None:
    model, _ = twins(1, eos_bias=2.0)
    steps = write(model, Sampling("beam", 15, num_beams=3))
    for before, step in itertools.pairwise(steps):
        assert [node.index for node in step.beams] == list(range(6))
        assert all(before.beams[node.parent].in_beam for node in step.beams)
        assert all(node.score <= before.beams[node.parent].score for node in step.beams)
        assert not any(node.in_beam and node.finished for node in step.beams)
        assert sum(node.in_beam for node in before.beams) == 3
    assert {node.parent for node in steps[0].beams} == {-1}
    assert not any(node.in_beam for node in steps[-1].beams)


def test_the_score_of_a_node_is_the_log_probability_of_its_text() -> None:
    model, _ = twins(2)
    steps = write(model, Sampling("beam", 10, num_beams=4), eos=None)
    text = best(steps)
    logits = [full_logits(model, PROMPT + text[:n]).log_softmax(-1)[text[n]] for n in range(10)]
    scores = [node.score for node in steps[-1].beams if node.finished]
    assert max(scores) == pytest.approx(float(sum(logits)), abs=1e-4)


def test_a_step_of_a_beam_search_is_that_of_its_best_hypothesis() -> None:
    model, _ = twins(1)
    texts = {-1: list(PROMPT)}  # by the index of the hypothesis that a step goes on from
    for step in write(model, Sampling("beam", 12, num_beams=3), eos=None):
        best_node = max(step.beams, key=lambda node: node.score)
        assert (step.id, step.token) == (best_node.id, best_node.token)
        found = full_logits(model, texts[min(texts)]).softmax(-1)
        shown = [candidate.probability for candidate in step.candidates]
        assert shown == pytest.approx(found.topk(len(shown)).values.tolist(), abs=1e-5)
        texts = {node.index: [*texts[node.parent], node.id] for node in step.beams}


def test_a_beam_search_stopped_early_has_a_best_text_so_far() -> None:
    model, _ = twins(2)
    writing = generate(model, named(None), PROMPT, Sampling("beam", 20, num_beams=3))
    steps = list(itertools.islice(writing, 5))
    assert len(best(steps)) == 5
    assert best([]) == []


# ---- errors


@pytest.mark.parametrize(
    ("setting", "names"),
    [
        ({"method": "magic"}, "method"),
        ({"max_new_tokens": 0}, "max_new_tokens"),
        ({"temperature": 0.0}, "temperature"),
        ({"temperature": -1.0}, "temperature"),
        ({"temperature": float("nan")}, "temperature"),
        ({"temperature": float("inf")}, "temperature"),
        ({"top_k": -1}, "top_k"),
        ({"top_p": 0.0}, "top_p"),
        ({"top_p": 1.5}, "top_p"),
        ({"top_p": float("nan")}, "top_p"),
        ({"num_beams": 0}, "num_beams"),
        ({"length_penalty": float("nan")}, "length penalty"),
        ({"length_penalty": 2000.0}, "length penalty"),
        ({"length_penalty": -2000.0}, "length penalty"),
        ({"seed": -1}, "seed"),
        ({"num_candidates": 0}, "num_candidates"),
    ],
)
def test_an_impossible_setting_is_rejected(setting: dict[str, Any], names: str) -> None:
    with pytest.raises(ValueError, match=names):
        Sampling(**setting)


@pytest.mark.parametrize(
    ("prompt", "says"),
    [([], "empty"), ([1] * 65, "positions"), ([99], "vocabulary"), ([-1], "vocabulary")],
)
def test_a_prompt_that_cannot_be_fed_is_rejected_at_once(prompt: list[int], says: str) -> None:
    model, _ = twins(0)
    with pytest.raises(ValueError, match=says):
        generate(model, named(), prompt, Sampling())


def test_an_answer_that_cannot_be_gone_on_with_is_rejected_at_once() -> None:
    model, _ = twins(0)
    for written in ([99], [5, -1]):
        with pytest.raises(ValueError, match="vocabulary"):
            generate(model, named(), PROMPT, Sampling(), written)


def test_more_beams_than_the_vocabulary_feeds_are_rejected() -> None:
    model, _ = twins(0)
    with pytest.raises(ValueError, match="beams"):
        generate(model, named(), PROMPT, Sampling("beam", num_beams=19))
    few = named(vocab_size=10)  # fewer tokens than the table has rows
    with pytest.raises(ValueError, match="6 beams are too many for 10 tokens"):
        generate(model, few, PROMPT, Sampling("beam", num_beams=6))
    settings = Sampling("beam", 2, num_beams=5)
    assert [len(step.beams) for step in generate(model, few, PROMPT, settings)] == [10, 10]


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
def test_broken_weights_are_named(method: Any) -> None:
    model, _ = twins(0)
    model.norm.weight.data[0] = float("nan")
    with pytest.raises(ValueError, match="not finite"):
        next(generate(model, named(), PROMPT, Sampling(method)))
