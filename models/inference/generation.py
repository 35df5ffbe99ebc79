"""Writing with a model, one step at a time: greedy, sampling, beam search.

    for step in generate(model, tokenizer, prompt_ids, Sampling("sample", top_p=0.9)):
        show(step)

A decoder goes on after its prompt; an encoder-decoder reads the prompt and writes an answer.
A caller that stops and goes on from the prompt and the written tokens gets the same text, because
the random number of a step depends on (seed, position) alone.
Reference: `generate` of transformers, which greedy and beam search equal token for token.

Shapes: B hypotheses, T tokens, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal, NamedTuple, get_args

import numpy as np
import torch
from torch import Tensor

from models.inference.beam_paths import best_path
from models.inference.numpy_decoder import OneRowDecoder, one_row_decoder
from models.layers.attention import KeyValueCache
from models.schema.batch import CausalModel, as_module, evaluation_mode
from models.schema.records import BeamNode, Candidate, GenerationStep, IntArray
from models.tokenization import Tokenizer

Method = Literal["greedy", "sample", "beam"]
Writing = Generator[GenerationStep, None, list[int]]  # returns the ids that were written

BROKEN_WEIGHTS = (
    "the model's logits are not finite: its weights are broken. Copy or download the files again."
)
MAX_LENGTH_PENALTY = 50  # 10**6 tokens to its power are still a number
PROMPT = -1  # parent of the hypotheses of the first step


def _check(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


@dataclass(frozen=True)
class Sampling:
    """How to write. Every value must be possible, also one that the method does not use.

    Greedy and beam search look at the model's own probabilities; temperature, top-k and top-p
    belong to sampling. Raises ValueError.
    """

    method: Method = "greedy"
    max_new_tokens: int = 40
    temperature: float = 1.0  # below 1 sharpens, above 1 flattens
    top_k: int = 0  # 0: off
    top_p: float = 1.0  # 1: off
    num_beams: int = 4
    length_penalty: float = 1.0  # a beam's score is its log-probability / length ** penalty
    seed: int = 0
    num_candidates: int = 10  # tokens that each step shows

    def __post_init__(self) -> None:
        methods = get_args(Method)
        known = ", ".join(methods)
        _check(self.method in methods, f"there is no method {self.method!r}; known: {known}")
        for name in ("max_new_tokens", "num_beams", "num_candidates"):
            value = getattr(self, name)
            _check(value >= 1, f"{name} must be at least 1, not {value}")
        for name in ("top_k", "seed"):
            value = getattr(self, name)
            _check(value >= 0, f"{name} must not be negative, but is {value}")
        hot = math.isfinite(self.temperature) and self.temperature > 0
        _check(hot, f"the temperature must be a number above 0, not {self.temperature}")
        _check(0 < self.top_p <= 1, f"top_p must lie above 0 and at most at 1, not {self.top_p}")
        possible = abs(self.length_penalty) <= MAX_LENGTH_PENALTY  # NaN is not
        limits = f"lie between -{MAX_LENGTH_PENALTY} and {MAX_LENGTH_PENALTY}"
        _check(possible, f"the length penalty must {limits}, not {self.length_penalty}")


def generate(
    model: CausalModel,
    tokenizer: Tokenizer,
    prompt_ids: Sequence[int] | IntArray,
    settings: Sampling,
    written: Sequence[int] = (),
) -> Writing:
    """Write on from the prompt (T,): yields each step, returns the ids that were written.

    `written` is what the same prompt was answered with before; the text goes on after it. Ends
    after the end-of-text token, after `max_new_tokens`, and where the model's positions are full;
    a prompt that fills them already yields nothing. In a beam search, a step's `id` ends its best
    hypothesis, and its candidates are those that follow the best one of the step before. Raises
    ValueError at once for a prompt that cannot be fed, and from a step for logits that are not
    finite.
    """
    prompt, before = [int(id) for id in prompt_ids], [int(id) for id in written]
    size = model.config.size
    _check(len(prompt) > 0, "the prompt is empty: there must be a token to go on from")
    fits = len(prompt) <= size.num_positions
    _check(fits, f"{len(prompt)} tokens do not fit into {size.num_positions} positions")
    known = min(prompt + before) >= 0 and max(prompt + before) < size.vocab_size
    _check(
        known,
        f"the prompt has ids outside the model's vocabulary of {size.vocab_size}. "
        "Put the tokenizer beside the model that belongs to it.",
    )
    text = _Text(model, prompt, before, settings.max_new_tokens, tokenizer.vocab_size)
    if settings.method != "beam":
        return _write(text, tokenizer, settings)
    num_tokens = min(size.vocab_size, tokenizer.vocab_size)
    enough = 2 * settings.num_beams <= num_tokens
    _check(enough, f"{settings.num_beams} beams are too many for {num_tokens} tokens")
    return _search(text, tokenizer, settings)


def best(steps: Sequence[GenerationStep], length_penalty: float = 1.0) -> list[int]:
    """The ids that steps have written so far; in a beam search those of the best hypothesis."""
    if not steps or not steps[-1].beams:
        return [step.id for step in steps]
    path = best_path([step.beams for step in steps], length_penalty)
    return [steps[depth].beams[at].id for depth, at in enumerate(path)]


# ---- greedy and sampling


def _write(text: _Text, tokenizer: Tokenizer, settings: Sampling) -> Writing:
    written: list[int] = []
    start = perf_counter()
    for position in text.open():
        logits = text.feed(written[-1:] or text.first)  # (V,)
        choose = _sample if settings.method == "sample" else _greedy
        step = choose(logits, tokenizer, position, settings, start)
        written.append(step.id)
        yield step
        if step.id == tokenizer.eos_id:
            break
        start = perf_counter()
    return written


def _greedy(
    logits: Tensor, tokenizer: Tokenizer, position: int, settings: Sampling, start: float
) -> GenerationStep:
    """Logits (V,) -> the most probable token. Nothing is filtered."""
    candidates = _most_probable(logits, tokenizer, settings.num_candidates)
    chosen = candidates[0]
    seconds = perf_counter() - start
    return GenerationStep(
        position, chosen.id, chosen.token, candidates, num_kept=len(logits), seconds=seconds
    )


def _sample(
    logits: Tensor, tokenizer: Tokenizer, position: int, settings: Sampling, start: float
) -> GenerationStep:
    """Logits (V,) -> a token drawn from what the filters leave; it is always among those shown."""
    candidates = _most_probable(logits, tokenizer, settings.num_candidates)
    warmed = _warm(logits, settings.temperature)
    kept_scores = top_p(top_k(warmed, settings.top_k), settings.top_p)
    filtered = kept_scores.softmax(-1)  # (V,)
    removed = kept_scores.isinf() & warmed.isfinite()
    chosen = _draw(filtered, settings.seed, position)
    if all(candidate.id != chosen for candidate in candidates):
        probability = float(logits.softmax(-1)[chosen])
        candidates += (Candidate(chosen, tokenizer.token(chosen), probability, 0.0),)
    return GenerationStep(
        position=position,
        id=chosen,
        token=tokenizer.token(chosen),
        candidates=tuple(
            Candidate(item.id, item.token, item.probability, float(filtered[item.id]))
            for item in candidates
        ),
        removed_mass=float(warmed.softmax(-1)[removed].sum()),
        num_kept=int(kept_scores.isfinite().sum()),
        seconds=perf_counter() - start,
    )


def _warm(logits: Tensor, temperature: float) -> Tensor:
    """Logits (V,) over temperature, in double precision and with the greatest at 0.

    So the coldest temperature is greedy and overflows nowhere.
    """
    return (logits.double() - logits.max()) / temperature


def top_k(scores: Tensor, k: int) -> Tensor:
    """Scores (V,) with -inf below the k-th (Fan, Lewis, Dauphin 2018, arXiv:1805.04833).

    Ties with the k-th stay. 0 leaves all.
    """
    if not 0 < k < len(scores):
        return scores
    return scores.masked_fill(scores < scores.topk(k).values[-1], -math.inf)


def top_p(scores: Tensor, p: float) -> Tensor:
    """Scores (V,) with -inf outside the nucleus (Holtzman et al. 2019, arXiv:1904.09751).

    The nucleus is the smallest set of most probable tokens with a mass of at least p; one token
    always stays. 1 leaves all. Where a mass is p but for rounding, the rounding decides, as in
    transformers: of 0.5, 0.3 and 0.2 all three stay at 0.8.
    """
    if p >= 1:
        return scores
    ascending, ids = scores.sort()
    tail = ascending.softmax(-1).cumsum(-1) <= 1 - p  # (V,) in ascending order
    tail[-1] = False
    return scores.index_fill(0, ids[tail], -math.inf)


def _draw(probabilities: Tensor, seed: int, position: int) -> int:
    """A token from probabilities (V,); seed and position alone decide the random number."""
    rng = np.random.default_rng((seed, position))
    return int(rng.choice(len(probabilities), p=probabilities.numpy()))


# ---- beam search


class _Growth(NamedTuple):
    """A way to go on: hypothesis `row` followed by `id`."""

    score: float
    row: int
    id: int


def _search(text: _Text, tokenizer: Tokenizer, settings: Sampling) -> Writing:
    """Beam search as transformers does it, with `early_stopping=False`.

    Each step considers twice as many hypotheses as beams, so that enough run on when some end.
    """
    start = perf_counter()
    places = text.open()
    fed, scores, parents = [text.first], [0.0], [PROMPT]  # one entry per running hypothesis
    finished: list[float] = []  # penalised scores, best first
    steps: list[GenerationStep] = []
    for count, position in enumerate(places, 1):
        logits = text.feed_all(fed)  # (B, V)
        growths = _grow(logits, scores, 2 * settings.num_beams)
        full = count == len(places)
        ended = [full or growth.id == tokenizer.eos_id for growth in growths]
        running = [n for n, end in enumerate(ended) if not end][: settings.num_beams]
        ending = [n for n, end in enumerate(ended[: settings.num_beams]) if end]
        discount = count**settings.length_penalty
        finished += [growths[n].score / discount for n in ending]
        finished = sorted(finished, reverse=True)[: settings.num_beams]
        if running and _is_decided(finished, growths[running[0]].score / discount, settings):
            running = []
        nodes = _nodes(growths, parents, running, ending, tokenizer)
        candidates = _most_probable(logits[0], tokenizer, settings.num_candidates)
        seconds = perf_counter() - start
        steps.append(_beam_step(position, nodes, candidates, logits.shape[1], seconds))
        yield steps[-1]
        if not running:
            break
        start = perf_counter()
        text.follow([growths[n].row for n in running], len(fed))
        fed, scores = [[growths[n].id] for n in running], [growths[n].score for n in running]
        parents = running
    return best(steps, settings.length_penalty)


def _beam_step(
    position: int,
    nodes: tuple[BeamNode, ...],
    candidates: tuple[Candidate, ...],
    num_kept: int,
    seconds: float,
) -> GenerationStep:
    top = nodes[0]
    return GenerationStep(
        position, top.id, top.token, candidates, num_kept=num_kept, beams=nodes, seconds=seconds
    )


def _is_decided(finished: list[float], running: float, settings: Sampling) -> bool:
    """Whether no running hypothesis can come among the finished ones, scored at the present length.

    One beam is greedy search, over with its first finished hypothesis.
    """
    if len(finished) < settings.num_beams:
        return False
    return settings.num_beams == 1 or running <= finished[-1]


@torch.inference_mode()
def _grow(logits: Tensor, scores: list[float], num_growths: int) -> list[_Growth]:
    """The most probable ways to go on from all hypotheses: logits (B, V), scores (B,)."""
    sums = logits.log_softmax(-1) + torch.tensor(scores)[:, None]  # (B, V)
    values, places = sums.flatten().topk(num_growths)
    _check_finite(float(values[0]))
    size = logits.shape[1]
    pairs = zip(values.tolist(), places.tolist(), strict=True)
    return [_Growth(value, place // size, place % size) for value, place in pairs]


def _nodes(
    growths: list[_Growth],
    parents: list[int],
    running: list[int],
    ending: list[int],
    tokenizer: Tokenizer,
) -> tuple[BeamNode, ...]:
    return tuple(
        BeamNode(
            index=index,
            parent=parents[growth.row],
            id=growth.id,
            token=tokenizer.token(growth.id),
            score=growth.score,
            in_beam=index in running,
            finished=index in ending,
            at_limit=index in ending and growth.id != tokenizer.eos_id,
        )
        for index, growth in enumerate(growths)
    )


# ---- the model


class _Text:
    """One text that a model writes: `first` by `step`, then each token as fast as can be."""

    def __init__(
        self,
        model: CausalModel,
        prompt: list[int],
        written: list[int],
        max_new: int,
        num_named: int,
    ) -> None:
        self.first: list[int] = []  # what is fed before the first step; known when it is opened
        self._model = model
        self._prompt, self._written, self._max_new = prompt, written, max_new
        self._num_named = num_named  # a published table may have further rows, which are no tokens
        self._caches: list[KeyValueCache] = []
        self._one_row: OneRowDecoder | None = None

    @torch.inference_mode()
    def open(self) -> range:
        """Read the prompt; returns the positions of the tokens that there is room for."""
        with evaluation_mode(self._model):
            prompt = torch.tensor(self._prompt, device=self._device)
            num_positions = self._model.config.num_written_positions
            room = min(len(self._written) + self._max_new, num_positions)
            self._caches, first = self._model.begin(prompt, room)
        self.first = [*first, *self._written]
        end = min(len(self.first) + self._max_new, num_positions)
        return range(len(self.first), end)

    def feed(self, ids: list[int]) -> Tensor:
        """Feed further tokens; returns the logits (V,) of what comes next."""
        if len(ids) == 1 and self._one_row is not None and not self._one_row.is_observed:
            logits = self._one_row.logits(ids[0])[: self._num_named]
            return leave_out(logits, self._model.config.never_written)
        logits = self.feed_all([ids])[0]
        if self._one_row is None:
            self._one_row = one_row_decoder(self._model, self._caches)
        return logits

    @torch.inference_mode()
    def feed_all(self, ids: list[list[int]]) -> Tensor:
        """Feed further tokens (B, T); returns the logits (B, V) of what comes next, on the CPU."""
        with evaluation_mode(self._model):
            hidden = self._model.step(torch.tensor(ids, device=self._device), self._caches)[:, -1]
            logits = self._model.logits(self._model.next_token_head, hidden)[:, : self._num_named]
            return leave_out(logits.float().cpu(), self._model.config.never_written)

    @torch.inference_mode()
    def follow(self, rows: list[int], num_rows: int) -> None:
        """Let the caches hold what the given rows have seen."""
        if rows == list(range(num_rows)):
            return
        for cache in self._caches:
            cache.reorder(torch.tensor(rows, device=self._device))

    @property
    def _device(self) -> torch.device:
        return next(as_module(self._model).parameters()).device


def leave_out(logits: Tensor, never_written: Sequence[int]) -> Tensor:
    """Logits (…, V) with -inf for ids that a model never writes, such as padding."""
    ids = [id for id in never_written if id < logits.shape[-1]]
    if not ids:
        return logits
    return logits.index_fill(-1, torch.tensor(ids, device=logits.device), -math.inf)


def _most_probable(logits: Tensor, tokenizer: Tokenizer, count: int) -> tuple[Candidate, ...]:
    """The most probable tokens after logits (V,), the best first, before any filter."""
    ids = logits.topk(min(count, len(logits))).indices
    probabilities = logits.softmax(-1).take(ids).tolist()
    _check_finite(probabilities[0])
    return tuple(
        [
            Candidate(id, tokenizer.token(id), probability, probability)
            for id, probability in zip(ids.tolist(), probabilities, strict=True)
        ]
    )


def _check_finite(first: float) -> None:
    """One bad logit makes the whole softmax NaN, so its first value is enough to check."""
    _check(math.isfinite(first), BROKEN_WEIGHTS)
