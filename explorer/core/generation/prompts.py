"""Prompts for models that read a task as text, by the objective that taught them the task.

The wordings are those of models/data/tasks.py, which a model that was trained here has learned. A
published checkpoint has learned other ones; filling a gap is what span corruption taught both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from explorer.core.masking.mask_positions import holds_gap
from explorer.core.masking.typed_masks import SENTINEL

HANGUL = re.compile("[가-힣]")
QUESTION = re.compile(r"[?？]$|^Name |말하시오\.$")
# Begins at the first letter of a word only, so that a long word is gone through once.
LAST_WORD = re.compile(r"(?<![^\s.!?])[^\s.!?]+([.!?]+)$")
FIRST_GAP = "<extra_id_0>"
QUESTIONS = "question: "
AUTOMATIC, AS_TYPED = "Suitable task", "No task"  # beside the titles of prompts


@dataclass(frozen=True)
class Prompt:
    """A kind of task: the words that name it, and whole texts that ask for it.

    Where it asks about two texts, the second one stands behind the words `between`. `fits` says of
    a person's texts whether they can be asked about. `note` says what the model is asked to do.
    """

    title: str
    before: str
    note: str
    fits: Callable[[str, str], bool] = lambda text, pair: True
    examples: tuple[str, ...] = ()  # the first in English, the last in Korean where there are two
    between: str = ""

    def asking(self, text: str, pair: str = "") -> str:
        """The words of the task and a person's texts; where those do not fit, an example."""
        if not self.before:
            return with_gap(text, FIRST_GAP)
        if not text.strip() or not self.fits(text.strip(), pair.strip()):
            return self.examples[-1 if HANGUL.search(text) else 0]
        behind = f"{self.between}{pair}" if self.between else ""
        return f"{self.before}{text}{behind}"

    def asks(self, text: str) -> bool:
        """Whether a text begins with the words that name this kind of task."""
        return bool(self.before and text.startswith(self.before))

    def without(self, text: str) -> str:
        """The sentence of a text that asks for it, without the words of the task."""
        rest = text.removeprefix(self.before)
        return rest.partition(self.between)[0] if self.between else rest


def gap_at_end(prompt: str, mask: str) -> str:
    """The prompt with a masked word behind it, or in place of the last word of a full sentence.

    A text that has a mask, in whichever spelling, stays as it is.
    """
    if mask in prompt or holds_gap(prompt):
        return prompt
    stem = prompt.rstrip()
    ended = LAST_WORD.search(stem)
    if ended is not None:
        return f"{stem[: ended.start()]}{mask}{ended.group(1)}"
    return f"{stem} {mask}."


def with_gap(text: str, sentinel: str) -> str:
    """The same for a decoder, which writes the full stop itself.

    Behind a sentinel a tokenizer begins a new word, which a full stop there is not.
    """
    if SENTINEL.search(text) or holds_gap(text):
        return text
    stem = text.rstrip()
    ended = LAST_WORD.search(stem)
    begun = stem[: ended.start()].rstrip() if ended is not None else stem
    return f"{begun or stem} {sentinel}"


PROMPTS: Mapping[str, tuple[Prompt, ...]] = {  # by objective
    "text_to_text": (
        Prompt(
            "Into Korean",
            "translate English to Korean: ",
            "to translate the sentence into Korean",
            lambda text, pair: not HANGUL.search(text),
            ("translate English to Korean: The capital of France is Paris.",),
        ),
        Prompt(
            "Into English",
            "translate Korean to English: ",
            "to translate the sentence into English",
            lambda text, pair: bool(HANGUL.search(text)),
            ("translate Korean to English: 프랑스의 수도는 파리이다.",),
        ),
        Prompt(
            "A question",
            QUESTIONS,
            "to answer the question",
            lambda text, pair: bool(QUESTION.search(text)),
            ("question: What is the capital of France?", "question: 프랑스의 수도는 어디인가?"),
        ),
        Prompt(
            "Acceptable or not",
            "acceptable: ",
            "to judge whether the sentence is acceptable",
            examples=("acceptable: The capital France of is Paris.",),
        ),
        Prompt(
            "How similar",
            "similarity: sentence1: ",
            "to score how similar the two sentences are, from 0 to 5",
            lambda text, pair: bool(pair),
            (
                "similarity: sentence1: Paris is the capital of France. "
                "sentence2: The capital of France is Paris.",
            ),
            between=" sentence2: ",
        ),
    ),
    "span_corruption": (Prompt("Fill a gap", "", f"to write what {FIRST_GAP} stands for"),),
}


@dataclass(frozen=True)
class TypedPrompt:
    """What a person typed, and the title of the task that a model shall do with it."""

    text: str
    pair: str = ""
    task: str = AUTOMATIC

    def for_model(
        self, own: Collection[Prompt], others: Collection[Prompt] = ()
    ) -> tuple[str, Prompt | None]:
        """The text that a model reads, and the task that it names; None where it names none.

        `own` are the tasks that the model knows, `others` those that any chosen model knows: the
        words of a task reach only who learned them.
        """
        typed = task_of(self.text, own)
        if typed is not None:
            return self.text, typed
        text = self.text
        if (foreign := task_of(text, others)) is not None:
            text = foreign.without(text)
        task = self._task(text, own)
        return (text, None) if task is None else (task.asking(text, self.pair), task)

    def _task(self, text: str, own: Collection[Prompt]) -> Prompt | None:
        """The chosen one, or of a model that knows tasks one that it can do with the text."""
        if self.task != AUTOMATIC:
            return next((prompt for prompt in own if prompt.title == self.task), None)
        asks = [one for one in own if one.before == QUESTIONS and one.fits(text.strip(), "")]
        gaps = [one for one in own if not one.before]
        return next(iter(asks + gaps), None)


def prompts_of(objectives: Collection[str], trained_here: bool) -> tuple[Prompt, ...]:
    """What can be asked of a model that was taught by these objectives, in their order.

    The words of tasks are those of a model that was trained here; a gap has no words.
    """
    every = (prompt for name in objectives for prompt in PROMPTS.get(name, ()))
    return tuple(prompt for prompt in every if trained_here or not prompt.before)


def task_of(text: str, prompts: Iterable[Prompt]) -> Prompt | None:
    """The kind of task that a text asks for; None where it names none."""
    return next((prompt for prompt in prompts if prompt.asks(text)), None)
