"""Prompts for models that read a task as text, by the objective that taught them the task.

The wordings are those of models/data/tasks.py, which a bundled model has learned.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Prompt:
    """What kind of task it is, and a text that asks for it."""

    title: str
    text: str


PROMPTS: Mapping[str, tuple[Prompt, ...]] = {  # by objective
    "text_to_text": (
        Prompt("Into Korean", "translate English to Korean: The capital of France is Paris."),
        Prompt("Into English", "translate Korean to English: 프랑스의 수도는 파리이다."),
        Prompt("A question", "question: What is the capital of France?"),
        Prompt("A question in Korean", "question: 프랑스의 수도는 어디인가?"),
        Prompt("Acceptable or not", "acceptable: The capital France of is Paris."),
        Prompt(
            "How similar",
            "similarity: sentence1: Paris is the capital of France. "
            "sentence2: The capital of France is Paris.",
        ),
    ),
    "span_corruption": (
        Prompt("Gaps", "The capital of <extra_id_0> is Paris. It is in <extra_id_1>."),
    ),
}


def prompts_of(objectives: Collection[str]) -> tuple[Prompt, ...]:
    """What can be asked of a model that was taught by these objectives, in their order."""
    return tuple(prompt for name in objectives for prompt in PROMPTS.get(name, ()))
