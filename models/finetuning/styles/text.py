"""T5's way to fine-tune: the task is a text, and its answer is a text that the decoder writes.

Raffel et al. (2019), arXiv:1910.10683, section 2.4 and appendix D; reference:
google-research/text-to-text-transfer-transformer, t5/data/preprocessors.py.

    classification      acceptability sentence: …                       the label as words
    of pairs            entailment sentence1: … sentence2: …            the label as words
    similarity          similarity sentence1: … sentence2: …            3.8, in steps of 0.2
    question            question: … context: …                          the answer
    choice              continuation choice1: … choice2: … context: …   choice2

An answer that is no label is wrong, as in the paper, and one that is no number counts as -1, as in
the reference. For a question without an answer in the passage the decoder writes "unanswerable".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from models.finetuning.batches import InputRow, RowGroup, batches_of_one_length, collate_rows
from models.inference.generation import BROKEN_WEIGHTS, leave_out
from models.objectives.span_corruption import written
from models.schema.batch import CausalModel, LanguageModel, as_module, evaluation_mode
from models.schema.records import ModelInput
from models.schema.specs import ArchSpec
from models.tasks.base import Feature, Prediction, TaskSpec
from models.tasks.examples import (
    ChoiceExample,
    DataError,
    Example,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    TextExample,
)
from models.tokenization import Tokenizer
from models.training.loss import target_losses

SCORE_STEP = 0.2
NO_NUMBER = -1.0
UNANSWERABLE = "unanswerable"
MAX_ANSWER_TOKENS = 40


def check_text_style(spec: ArchSpec, task: TaskSpec) -> None:
    """Raises ValueError where an architecture writes no answers, or a task has none."""
    if not (spec.is_encoder_decoder and spec.generates):
        raise ValueError(f'{spec.title} has no decoder that writes answers; style "text" needs one')
    if task.head == "token":
        raise ValueError('a tag for each word is no text; style "text" cannot learn it')


class WrittenAnswer(NamedTuple):
    """The tokens that a decoder wrote, and their probability."""

    ids: list[int]
    probability: float


@dataclass(frozen=True, eq=False)
class TextToTextPipeline:
    """An encoder-decoder that generates the answer. Each input begins with `prefix`, the task."""

    language_model: LanguageModel
    spec: ArchSpec
    task: TaskSpec
    tokenizer: Tokenizer
    max_length: int
    prefix: str

    @property
    def module(self) -> nn.Module:
        return as_module(self.language_model)

    @property
    def model(self) -> LanguageModel:
        return self.language_model

    def row_groups(self, examples: Sequence[Example], data: LabelledSet) -> list[RowGroup]:
        self.check_labels(data)
        return [
            RowGroup((self._add_target(row, example),))
            for row, example in zip(self.rows(examples, data), examples, strict=True)
        ]

    def rows(self, examples: Sequence[Example], data: LabelledSet) -> list[InputRow]:
        return [self._row(example, index) for index, example in enumerate(examples)]

    def check_labels(self, data: LabelledSet) -> None:
        """Raises ValueError for labels that the tokenizer cannot tell apart."""
        written_as: dict[str, str] = {}
        for label in data.labels:
            text = self._normalize_text(label)
            if written_as.setdefault(text, label) != label:
                raise ValueError(
                    f"the tokenizer writes the labels {written_as[text]!r} and {label!r} alike, "
                    f'as {text!r}; rename one, or choose style "head"'
                )

    def _normalize_text(self, text: str) -> str:
        """A text as the decoder would write it."""
        ids = self.tokenizer.encode_ids([text])[0]
        return self.tokenizer.decode(ids, skip_special=True).strip()

    def _row(self, example: Example, index: int) -> InputRow:
        text = source_text(example, self.prefix)
        encoding = self.tokenizer.encode(text, max_length=self.max_length)
        return InputRow(Feature(index, encoding), ModelInput.clean(encoding))

    def _add_target(self, row: InputRow, example: Example) -> InputRow:
        answer = target_text(example)
        if answer is None:
            raise DataError(example.id, "it has no answer to learn from")
        ids = self.tokenizer.encode_ids([answer])[0][: self.max_length - 1]
        eos = [] if self.tokenizer.eos_id is None else [self.tokenizer.eos_id]
        target = np.array([*ids, *eos], dtype=np.int64)
        vocabulary = self.spec.add_starts(self.tokenizer.vocabulary, self.model.config)
        model_input = written(row.model_input, target, vocabulary)
        return InputRow(
            replace(row.feature, target=answer), self.spec.apply_all_feeds(model_input, self.model)
        )

    def loss(self, groups: Sequence[RowGroup]) -> Tensor:
        rows = [row for group in groups for row in group.rows]
        batch = collate_rows(rows, self.spec, self.tokenizer, targets=True)
        batch = batch.to(next(self.module.parameters()).device)
        (loss,) = target_losses(self.model, self.spec, batch).values()
        return loss.total / loss.count

    def predict(
        self, rows: Sequence[InputRow], examples: Sequence[Example], data: LabelledSet
    ) -> list[Prediction]:
        labels = {self._normalize_text(label): label for label in data.labels}
        lengths = map(len, self.tokenizer.encode_ids(data.labels))
        most = max(lengths, default=MAX_ANSWER_TOKENS) + 1
        answers = self._write_all(rows, most)
        return [
            self._prediction(answer, example, labels)
            for answer, example in zip(answers, examples, strict=True)
        ]

    def _prediction(
        self, written: WrittenAnswer, example: Example, labels: Mapping[str, str]
    ) -> Prediction:
        text = self.tokenizer.decode(written.ids, skip_special=True).strip()
        answer = answer_of(text, example, labels)
        return Prediction(example.id, answer, {str(answer): written.probability}, {"text": text})

    def _write_all(self, rows: Sequence[InputRow], most: int) -> list[WrittenAnswer]:
        """What the decoder writes for each row, at most so many tokens."""
        answers = [WrittenAnswer([], 1.0)] * len(rows)
        device = next(self.module.parameters()).device
        for indices in batches_of_one_length(rows):
            ids = np.stack([rows[index].model_input.input_ids for index in indices])
            written = write_greedily(
                self.model, self.tokenizer, torch.from_numpy(ids).to(device), most
            )
            for index, answer in zip(indices, written, strict=True):
                answers[index] = answer
        return answers


@torch.inference_mode()
def write_greedily(
    model: LanguageModel, tokenizer: Tokenizer, prompts: Tensor, most: int
) -> list[WrittenAnswer]:
    """What a decoder writes for several prompts of one length (B, S), as `generate` does for one.

    Each step writes the most probable token, until the token that ends a text, `most` tokens, or
    the end of the model's positions. Raises ValueError for logits that are not finite.
    """
    assert isinstance(model, CausalModel)
    room = min(most, model.config.num_written_positions - 1)
    steps: list[tuple[list[int], list[float]]] = []
    with evaluation_mode(model):
        caches, first = model.begin(prompts, room)
        fed = prompts.new_tensor(first).expand(len(prompts), -1)  # (B, 1)
        ended = torch.zeros(len(prompts), dtype=torch.bool, device=prompts.device)
        while len(steps) < room and not ended.all():
            hidden = model.step(fed, caches)[:, -1]  # (B, D)
            logits = model.logits(model.next_token_head, hidden)[:, : tokenizer.vocab_size]
            logits = leave_out(logits.float(), model.config.never_written)
            probabilities, ids = logits.softmax(-1).max(-1)  # (B,)
            if not probabilities.isfinite().all():
                raise ValueError(BROKEN_WEIGHTS)
            steps.append((ids.tolist(), probabilities.tolist()))
            ended |= ids == (-1 if tokenizer.eos_id is None else tokenizer.eos_id)
            fed = ids[:, None]
    return [_answer(steps, row, tokenizer.eos_id) for row in range(len(prompts))]


def _answer(
    steps: Sequence[tuple[list[int], list[float]]], row: int, eos_id: int | None
) -> WrittenAnswer:
    """What the steps of a batch wrote in a row, up to its end."""
    ids = [ids[row] for ids, _ in steps]
    length = ids.index(eos_id) + 1 if eos_id in ids else len(ids)
    probability = math.prod(probabilities[row] for _, probabilities in steps[:length])
    return WrittenAnswer(ids[:length], probability)


def task_prefix(data: LabelledSet) -> str:
    """The word that names a task in its input: "world:acceptability:en" is "acceptability"."""
    parts = data.name.split(":")
    return parts[1] if len(parts) > 1 and parts[0] == "world" else Path(data.name).stem


def source_text(example: Example, prefix: str) -> str:
    """What the encoder reads. Raises ValueError for an example with tags."""
    if isinstance(example, TextExample | ScoreExample):
        if not example.pair:
            return f"{prefix} sentence: {example.text}"
        return f"{prefix} sentence1: {example.text} sentence2: {example.pair}"
    if isinstance(example, QuestionExample):
        return f"question: {example.question} context: {example.passage}"
    if isinstance(example, ChoiceExample):
        named = " ".join(f"choice{n}: {text}" for n, text in enumerate(example.choices, 1))
        return f"{prefix} {named} context: {example.context}"
    raise ValueError('a tag for each word is no text; style "text" cannot learn it')


def target_text(example: Example) -> str | None:
    """What the decoder has to write; None where the answer is not known."""
    if isinstance(example, TextExample):
        return example.label
    if isinstance(example, ScoreExample):
        return None if example.score is None else score_text(example.score)
    if isinstance(example, ChoiceExample):
        return None if example.label is None else f"choice{example.label + 1}"
    if isinstance(example, QuestionExample):
        if example.impossible:
            return UNANSWERABLE
        return example.answers[0].text if example.answers else None
    return None


def score_text(score: float) -> str:
    """A score as text, rounded to steps of 0.2: 2.57 is "2.6"."""
    return f"{round(score / SCORE_STEP) * SCORE_STEP:.1f}"


def answer_of(text: str, example: Example, labels: Mapping[str, str]) -> object:
    """The answer that a written text stands for, as the predictions of the task have it."""
    if isinstance(example, ScoreExample):
        try:
            number = float(text)
        except ValueError:
            return NO_NUMBER
        return number if math.isfinite(number) else NO_NUMBER
    if isinstance(example, ChoiceExample):
        number_text = text.removeprefix("choice").strip()
        known = number_text.isdecimal() and 1 <= int(number_text) <= len(example.choices)
        return int(number_text) - 1 if known else -1
    if isinstance(example, QuestionExample):
        return "" if text == UNANSWERABLE else text
    return labels.get(text, text)
