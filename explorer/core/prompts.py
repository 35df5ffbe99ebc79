"""Prompts for models that read a task as text, by the objective that taught them the task.

The wordings are those of models/data/tasks.py, which a bundled model has learned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

HANGUL = re.compile("[가-힣]")
QUESTION = re.compile(r"[?？]$|^Name |말하시오\.$")


@dataclass(frozen=True)
class Prompt:
    """A kind of task: the words that name it, and whole texts that ask for it.

    Where it asks about two texts, the second one stands behind the words `between`. `fits` says of
    a person's texts whether they can be asked about.
    """

    title: str
    before: str
    examples: tuple[str, ...]  # the first in English, the last in Korean where there are two
    fits: Callable[[str, str], bool]
    between: str = ""

    def asking(self, text: str, pair: str = "") -> str:
        """The words of the task and a person's texts; where those do not fit, an example."""
        if not text.strip() or not self.fits(text.strip(), pair.strip()):
            return self.examples[-1 if HANGUL.search(text) else 0]
        behind = f"{self.between}{pair}" if self.between else ""
        return f"{self.before}{text}{behind}"

    def asks(self, text: str) -> bool:
        """Whether a text asks for this kind of task."""
        return text in self.examples or bool(self.before and text.startswith(self.before))

    def without(self, text: str) -> str:
        """The sentence of a text that asks for it, without the words of the task."""
        rest = text.removeprefix(self.before)
        return rest.partition(self.between)[0] if self.between else rest


PROMPTS: Mapping[str, tuple[Prompt, ...]] = {  # by objective
    "text_to_text": (
        Prompt(
            "Into Korean",
            "translate English to Korean: ",
            ("translate English to Korean: The capital of France is Paris.",),
            lambda text, pair: not HANGUL.search(text),
        ),
        Prompt(
            "Into English",
            "translate Korean to English: ",
            ("translate Korean to English: 프랑스의 수도는 파리이다.",),
            lambda text, pair: bool(HANGUL.search(text)),
        ),
        Prompt(
            "A question",
            "question: ",
            ("question: What is the capital of France?", "question: 프랑스의 수도는 어디인가?"),
            lambda text, pair: bool(QUESTION.search(text)),
        ),
        Prompt(
            "Acceptable or not",
            "acceptable: ",
            ("acceptable: The capital France of is Paris.",),
            lambda text, pair: True,
        ),
        Prompt(
            "How similar",
            "similarity: sentence1: ",
            (
                "similarity: sentence1: Paris is the capital of France. "
                "sentence2: The capital of France is Paris.",
            ),
            lambda text, pair: bool(pair),
            between=" sentence2: ",
        ),
    ),
    "span_corruption": (
        Prompt(
            "Gaps",
            "",
            # Behind a sentinel a tokenizer begins a new word, which a full stop there is not.
            ("The capital of France is <extra_id_0>", "프랑스의 수도는 <extra_id_0>"),
            lambda text, pair: "<extra_id_0>" in text,
        ),
    ),
}


def prompts_of(objectives: Collection[str]) -> tuple[Prompt, ...]:
    """What can be asked of a model that was taught by these objectives, in their order."""
    return tuple(prompt for name in objectives for prompt in PROMPTS.get(name, ()))


def task_of(text: str, prompts: Iterable[Prompt]) -> Prompt | None:
    """The kind of task that a text asks for; None where it names none."""
    return next((prompt for prompt in prompts if prompt.asks(text)), None)
