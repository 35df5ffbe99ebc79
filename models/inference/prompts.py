"""Few-shot prompts: built of a description, examples and a query; choices scored by likelihood.

    model = PromptModel.of(loaded)
    prefix = model.prefix(task.format, task.draw(8, seed), room)
    (scored,) = model.score(prefix, [query])
    scored.winner("mean")

No weights change: what a model learns of the task is in the text before the query (Brown et al.
2020, arXiv:2005.14165). Keys and values of that text are computed once for all queries.

Shapes: B rows, T tokens, D width, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Literal, get_args

import numpy as np
import torch
from torch import Tensor

from models.checkpoints.checkpoint import LoadedModel
from models.data.prompt_formats import PromptExample, PromptFormat
from models.inference.generation import BROKEN_WEIGHTS
from models.layers.attention import KeyValueCache
from models.schema.batch import CausalModel, as_module, evaluation_mode
from models.schema.records import Encoding
from models.schema.specs import FIRST
from models.tokenization import Tokenizer

ChoiceScore = Literal["sum", "mean", "normalised"]
CHOICE_SCORES: tuple[ChoiceScore, ...] = get_args(ChoiceScore)
EQUAL = 1e-5  # nats; likelihoods that differ less are the same but for rounding
LINE_END = "\n"
MAX_ROWS = 32  # queries that are read at once
MAX_LOGITS = 256  # positions whose logits are computed at once

Ids = tuple[int, ...]
PartKind = Literal["start", "description", "example", "query"]


@dataclass(frozen=True)
class PromptPart:
    """A part of a prompt; `number` counts the examples that were drawn, from 1."""

    kind: PartKind
    text: str
    ids: Ids
    number: int = 0

    @property
    def title(self) -> str:
        return f"{self.kind} {self.number}" if self.number else self.kind


@dataclass(frozen=True)
class PromptPrefix:
    """What all queries of a task have before them; `dropped` are examples without room."""

    parts: tuple[PromptPart, ...]
    dropped: tuple[PromptPart, ...] = ()

    @property
    def ids(self) -> Ids:
        return tuple(id for part in self.parts for id in part.ids)

    @property
    def has_text(self) -> bool:
        return any(part.text for part in self.parts)


@dataclass(frozen=True)
class Prompt:
    """A prompt as a model reads it."""

    prefix: PromptPrefix
    query: PromptPart

    @property
    def parts(self) -> tuple[PromptPart, ...]:
        return (*self.prefix.parts, self.query)

    @property
    def ids(self) -> Ids:
        return (*self.prefix.ids, *self.query.ids)

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True)
class ScoredChoices:
    """Log-likelihoods of the choices of one query in nats, by choice.

    `unconditional` are those after the neutral text of the format alone.
    """

    choices: tuple[str, ...]
    sums: tuple[float, ...]
    lengths: tuple[int, ...]  # tokens
    unconditional: tuple[float, ...]

    def scores(self, kind: ChoiceScore) -> tuple[float, ...]:
        """`sum` of the tokens, `mean` per token, or `normalised`: less the unconditional one."""
        if kind == "sum":
            return self.sums
        if kind == "mean":
            return tuple(s / n for s, n in zip(self.sums, self.lengths, strict=True))
        return tuple(s - u for s, u in zip(self.sums, self.unconditional, strict=True))

    def shares(self, kind: ChoiceScore) -> tuple[float, ...]:
        """The softmax of the scores over the choices."""
        scores = np.array(self.scores(kind))
        shares = np.exp(scores - scores.max())
        return tuple((shares / shares.sum()).tolist())

    def best(self, kind: ChoiceScore) -> tuple[str, ...]:
        """The choices with the highest score; several where they are equally likely."""
        scores = self.scores(kind)
        pairs = zip(self.choices, scores, strict=True)
        return tuple(choice for choice, score in pairs if max(scores) - score < EQUAL)

    def winner(self, kind: ChoiceScore) -> str | None:
        """The choice with the highest score; None where others have the same."""
        best = self.best(kind)
        return best[0] if len(best) == 1 else None


class PrefixReader:
    """Reads a prefix once; queries go on from copies of its keys and values."""

    def __init__(self, model: CausalModel, ids: Sequence[int], room: int) -> None:
        """`room` is the number of further tokens at most."""
        self.model = model
        self.device = next(as_module(model).parameters()).device
        with torch.inference_mode(), evaluation_mode(model):
            prompt = torch.tensor(list(ids), dtype=torch.long, device=self.device)
            self._caches, first = model.begin(prompt, room)
            if first:
                model.step(torch.tensor([first], device=self.device), self._caches)

    def copies(self, count: int) -> list[KeyValueCache]:
        """The keys and values of the prefix in so many rows."""
        return follow(self._caches, [0] * count, self.device)


def follow(
    caches: Sequence[KeyValueCache], rows: Sequence[int], device: torch.device
) -> list[KeyValueCache]:
    """Caches with copies of the given rows; the others stay as they are."""
    copies = [copy(cache) for cache in caches]
    index = torch.tensor(rows, device=device)
    for cache in copies:
        cache.reorder(index)
    return copies


@dataclass(frozen=True, eq=False)
class PromptModel:
    """A model that goes on after a prompt, with its tokenizer."""

    title: str
    model: CausalModel
    tokenizer: Tokenizer
    _unconditional: dict[tuple[str, Ids], float] = field(default_factory=dict)

    @classmethod
    def of(cls, loaded: LoadedModel) -> PromptModel:
        """Raises ValueError for a model that does not continue a text."""
        title, model, tokenizer = loaded.name, loaded.model, loaded.tokenizer
        head = loaded.spec.head_for("next_token", loaded.heads)
        if not loaded.spec.generates or head is None or not isinstance(model, CausalModel):
            raise ValueError(
                f"{title} does not continue a text, and a few-shot prompt is continued. Choose a "
                "causal model"
            )
        if loaded.spec.is_encoder_decoder:
            raise ValueError(
                f"{title} reads a prompt with an encoder and does not continue it. Choose a "
                "causal model"
            )
        if tokenizer is None:
            raise ValueError(f"{title} has no tokenizer. Put its files beside the model")
        return cls(title, model, tokenizer)

    @property
    def num_positions(self) -> int:
        return self.model.config.size.num_positions

    # ---- prompts

    def prefix(
        self, form: PromptFormat, examples: Sequence[PromptExample], room: int
    ) -> PromptPrefix:
        """Description and examples that leave `room` tokens for a query and its answer.

        Examples without room are dropped from the oldest, which is the first, on. Raises
        ValueError where there is no room without any example.
        """
        texts = [form.example_text(example) for example in examples]
        begin = [form.description] if form.description else []
        joined = [f"{form.separator}{text}" for text in texts]
        described = tuple(
            PromptPart("description", text, tuple(ids))
            for text, ids in zip(begin, self.tokenizer.encode_ids(begin), strict=True)
        )
        parts = [
            PromptPart("example", text, tuple(ids), number)
            for number, (text, ids) in enumerate(
                zip(joined, self.tokenizer.encode_ids(joined), strict=True), 1
            )
        ]
        start = self._start(described)
        used = sum(len(part.ids) for part in start) + room
        if used > self.num_positions:
            raise ValueError(
                f"the query and its answer take {used:,} tokens, and {self.title} has "
                f"{self.num_positions:,} positions. Shorten the query, or choose a model with a "
                "longer context"
            )
        count = len(parts)
        while sum(len(part.ids) for part in parts[len(parts) - count :]) + used > (
            self.num_positions
        ):
            count -= 1
        dropped, left = parts[: len(parts) - count], parts[len(parts) - count :]
        if left and not described:  # nothing is before the first one
            text = left[0].text.removeprefix(form.separator)
            ids = tuple(self.tokenizer.encode_ids([text])[0])
            left[0] = PromptPart("example", text, ids, left[0].number)
        return PromptPrefix((*start, *left), tuple(dropped))

    def _start(self, described: tuple[PromptPart, ...]) -> tuple[PromptPart, ...]:
        """The special tokens that the model has before every text, and the description."""
        start = self.start_ids
        return (PromptPart("start", "", start), *described) if start else described

    @property
    def start_ids(self) -> Ids:
        """The special tokens before a text."""
        slots = [what for what, _ in self.tokenizer.template.single]
        roles = self.tokenizer.template.roles
        return tuple(self.tokenizer.id(roles[what]) for what in slots[: slots.index(FIRST)])

    def query_parts(
        self, form: PromptFormat, inputs: Sequence[str], prefix: PromptPrefix
    ) -> list[PromptPart]:
        """The queries after a prefix. Raises ValueError where one has no tokens."""
        before = form.separator if prefix.has_text else ""
        texts = [f"{before}{form.query_text(text)}" for text in inputs]
        encoded = self.tokenizer.encode_ids(texts)
        for text, ids in zip(inputs, encoded, strict=True):
            if not ids:
                raise ValueError(f"the tokenizer of {self.title} has no tokens for {text!r}")
        return [PromptPart("query", *pair) for pair in zip(texts, map(tuple, encoded), strict=True)]

    def answer_ids(self, form: PromptFormat, answers: Sequence[str]) -> list[Ids]:
        """The tokens of answers after a query. Raises ValueError where there are none."""
        encoded = self.tokenizer.encode_ids([f"{form.lead}{answer}" for answer in answers])
        for answer, ids in zip(answers, encoded, strict=True):
            if not ids:
                raise ValueError(f"the tokenizer of {self.title} has no tokens for {answer!r}")
        return [tuple(ids) for ids in encoded]

    def room_for(
        self, form: PromptFormat, queries: Sequence[PromptExample], max_new_tokens: int = 0
    ) -> int:
        """The tokens of the longest query with its longest choice, or with what is written."""
        texts = [f"{form.separator}{form.query_text(query.input)}" for query in queries]
        ids = self.tokenizer.encode_ids(texts)
        known = list(dict.fromkeys(a for q in queries for a in (q.choices or (q.answer,))))
        lengths = dict(zip(known, map(len, self.answer_ids(form, known)), strict=True))
        return max(
            len(one) + max(max_new_tokens, *(lengths[a] for a in q.choices or (q.answer,)))
            for one, q in zip(ids, queries, strict=True)
        )

    # ---- choices

    def score(
        self, form: PromptFormat, prefix: PromptPrefix, queries: Sequence[PromptExample]
    ) -> list[ScoredChoices]:
        """The likelihoods of the choices of each query, in its order. Raises ValueError."""
        known = list(dict.fromkeys(choice for query in queries for choice in query.choices))
        ids = dict(zip(known, self.answer_ids(form, known), strict=True))
        parts = self.query_parts(form, [query.input for query in queries], prefix)
        wanted = [tuple(ids[choice] for choice in query.choices) for query in queries]
        sums = self._log_likelihoods(prefix.ids, [part.ids for part in parts], wanted)
        neutral = self._neutral(form, list(ids.values()))
        return [
            ScoredChoices(
                query.choices,
                tuple(own),
                tuple(len(ids[choice]) for choice in query.choices),
                tuple(neutral[ids[choice]] for choice in query.choices),
            )
            for query, own in zip(queries, sums, strict=True)
        ]

    def _neutral(self, form: PromptFormat, answers: Sequence[Ids]) -> Mapping[Ids, float]:
        """The log-likelihood of each answer after the neutral text; computed once for each."""
        missing = [ids for ids in answers if (form.neutral, ids) not in self._unconditional]
        if missing:
            context = tuple(self.tokenizer.encode_ids([form.neutral])[0])
            (sums,) = self._log_likelihoods(self.start_ids, [context], [tuple(missing)])
            for ids, value in zip(missing, sums, strict=True):
                self._unconditional[form.neutral, ids] = value
        return {ids: self._unconditional[form.neutral, ids] for ids in answers}

    def _log_likelihoods(
        self, prefix: Ids, queries: Sequence[Ids], answers: Sequence[Sequence[Ids]]
    ) -> list[list[float]]:
        """The sum over the tokens of each answer, by query and answer, in nats."""
        longest = max(len(q) + max(map(len, a)) for q, a in zip(queries, answers, strict=True))
        reader = PrefixReader(self.model, prefix, longest)
        by_query: list[list[float]] = [[] for _ in queries]
        with torch.inference_mode(), evaluation_mode(self.model):
            for rows in batches_of_equal_length(queries):
                caches, first = self._read(reader, [queries[row] for row in rows])
                sums = self._score_answers(
                    caches, first, [answers[row] for row in rows], reader.device
                )
                for row, values in zip(rows, sums, strict=True):
                    by_query[row] = values
        if not all(math.isfinite(value) for values in by_query for value in values):
            raise ValueError(BROKEN_WEIGHTS)
        return by_query

    def _read(
        self, reader: PrefixReader, queries: Sequence[Ids]
    ) -> tuple[list[KeyValueCache], Tensor]:
        """Queries of one length after the prefix: caches, and log-probabilities (B, V) after it."""
        caches = reader.copies(len(queries))
        hidden = self.model.step(torch.tensor(queries, device=reader.device), caches)  # (B, T, D)
        return caches, self._logits(hidden[:, -1]).log_softmax(-1)

    def _score_answers(
        self,
        caches: Sequence[KeyValueCache],
        first: Tensor,
        answers: Sequence[Sequence[Ids]],
        device: torch.device,
    ) -> list[list[float]]:
        """Log-likelihoods of the answers of each row, whose first token follows `first` (B, V)."""
        log_likelihoods = [
            [float(first[row, ids[0]]) for ids in own] for row, own in enumerate(answers)
        ]
        longer = [
            (row, place, ids)
            for row, own in enumerate(answers)
            for place, ids in enumerate(own)
            if len(ids) > 1
        ]
        for begin in range(0, len(longer), MAX_ROWS):
            part = longer[begin : begin + MAX_ROWS]
            copies = follow(caches, [row for row, _, _ in part], device)
            values = self._rest([ids for _, _, ids in part], copies, device)
            for (row, place, _), value in zip(part, values, strict=True):
                log_likelihoods[row][place] += value
        return log_likelihoods

    def _rest(
        self, answers: Sequence[Ids], caches: list[KeyValueCache], device: torch.device
    ) -> list[float]:
        """The log-likelihood of all tokens of each answer but the first, which is fed.

        Shorter answers are padded on the right, where no earlier token sees it.
        """
        length = max(map(len, answers)) - 1
        fed = [[*ids[:-1], *[0] * (length - len(ids) + 1)] for ids in answers]
        hidden = self.model.step(torch.tensor(fed, device=device), caches)  # (B, T, D)
        rows = [row for row, ids in enumerate(answers) for _ in ids[1:]]
        places = [place for ids in answers for place in range(len(ids) - 1)]
        states = hidden[rows, places]  # (N, D)
        targets = torch.tensor([id for ids in answers for id in ids[1:]], device=device)
        values = torch.cat(
            [
                self._logits(some).log_softmax(-1).gather(1, ids[:, None])[:, 0]
                for some, ids in zip(
                    torch.split(states, MAX_LOGITS), torch.split(targets, MAX_LOGITS), strict=True
                )
            ]
        )
        ends = [0, *np.cumsum([len(ids) - 1 for ids in answers]).tolist()]
        return [float(values[a:b].sum()) for a, b in pairwise(ends)]

    def _logits(self, hidden: Tensor) -> Tensor:
        """Hidden states (N, D) -> logits (N, V) of the tokens that have a name."""
        logits = self.model.logits(self.model.next_token_head, hidden)
        return logits[..., : self.tokenizer.vocab_size].float()

    # ---- free answers

    def write(
        self,
        form: PromptFormat,
        prefix: PromptPrefix,
        queries: Sequence[PromptExample],
        max_new_tokens: int,
    ) -> list[str]:
        """The most probable token each time, up to the end of a line, of an example, or of text."""
        parts = self.query_parts(form, [query.input for query in queries], prefix)
        longest = max(len(part.ids) for part in parts) + max_new_tokens
        reader = PrefixReader(self.model, prefix.ids, longest)
        ending = _Ending(self.tokenizer, form)
        texts: list[str] = [""] * len(queries)
        with torch.inference_mode(), evaluation_mode(self.model):
            for rows in batches_of_equal_length([part.ids for part in parts]):
                ids = self._write(reader, [parts[row].ids for row in rows], max_new_tokens, ending)
                for row, written in zip(rows, ids, strict=True):
                    texts[row] = ending.text(written)
        return texts

    def end_ids(self, form: PromptFormat) -> list[int]:
        """The tokens that end a free answer."""
        ending = _Ending(self.tokenizer, form)
        return [id for id in range(self.tokenizer.vocab_size) if ending.ends(id)]

    def until_end(self, form: PromptFormat, ids: Sequence[int]) -> str:
        """The answer in what was written after a query, up to its end."""
        return _Ending(self.tokenizer, form).text(ids)

    def _write(
        self, reader: PrefixReader, queries: Sequence[Ids], count: int, ending: _Ending
    ) -> list[list[int]]:
        """Queries of one length; a row that has ended is fed until all have."""
        caches, first = self._read(reader, queries)
        written: list[list[int]] = [[] for _ in queries]
        chosen = first.argmax(-1)  # (B,)
        for place in range(count):
            for row, id in zip(written, chosen.tolist(), strict=True):
                if not (row and ending.ends(row[-1])):
                    row.append(id)
            if place + 1 == count or all(ending.ends(row[-1]) for row in written):
                break
            hidden = self.model.step(chosen[:, None], caches)  # (B, 1, D)
            chosen = self._logits(hidden[:, -1]).argmax(-1)
        return written

    def encoding(self, prompt: Prompt) -> Encoding:
        """The tokens of a prompt, to trace them."""
        length = len(prompt.ids)
        ids = prompt.ids[len(self.start_ids) :]
        built = self.tokenizer.build(np.array(ids, dtype=np.int64))
        return replace(
            built,
            ids=built.ids[:length],
            tokens=built.tokens[:length],
            offsets=built.offsets[:length],
            special=built.special[:length],
            segment=built.segment[:length],
            word=built.word[:length],
            unknown=built.unknown[:length],
        )


class _Ending:
    """The ends of a free answer: a line break, what ends an example, or the end of the text."""

    def __init__(self, tokenizer: Tokenizer, form: PromptFormat) -> None:
        self._tokenizer = tokenizer
        self._stops = tuple(filter(None, (LINE_END, form.tail)))
        self._known: dict[int, bool] = {}

    def ends(self, id: int) -> bool:
        """Whether a token has such an end in it."""
        if id not in self._known:
            text = self._tokenizer.decode([id])
            stops = any(stop in text for stop in self._stops)
            self._known[id] = stops or id == self._tokenizer.eos_id
        return self._known[id]

    def text(self, ids: Sequence[int]) -> str:
        """What was written before the end."""
        eos = self._tokenizer.eos_id
        text = self._tokenizer.decode([id for id in ids if id != eos]).lstrip()
        for stop in self._stops:
            text = text.partition(stop)[0]
        return text.strip()


def as_written(tokenizer: Tokenizer, answer: str) -> str:
    """An answer as the tokenizer writes it, for example in lower case."""
    return tokenizer.decode(tokenizer.encode_ids([f" {answer}"])[0]).strip()


def batches_of_equal_length(rows: Sequence[Ids]) -> Iterator[list[int]]:
    """The indices of rows, in batches of at most MAX_ROWS rows of one length."""
    order = sorted(range(len(rows)), key=lambda row: len(rows[row]))
    for _, group in groupby(order, key=lambda row: len(rows[row])):
        same = list(group)
        for begin in range(0, len(same), MAX_ROWS):
            yield same[begin : begin + MAX_ROWS]
