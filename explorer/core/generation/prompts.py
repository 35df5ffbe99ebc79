"""Prompts for models that read a task as text; their objectives declare the tasks.

The words of a task are those that a model trained here has learned. A published checkpoint has
learned other ones; filling a masked position needs no words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from explorer.core.engine.feeding.typed_masks import SENTINEL, has_mask
from explorer.core.localization import mark
from models.schema.specs import TextTask

HANGUL = re.compile("[가-힣]")
# Begins at the first letter of a word only, so that a long word is gone through once.
LAST_WORD = re.compile(r"(?<![^\s.!?])[^\s.!?]+([.!?]+)$")
FIRST_SENTINEL = "<extra_id_0>"
# In addition to the titles of prompts.
AUTOMATIC, AS_TYPED, AS_MESSAGE = mark("Suitable task"), mark("No task"), mark("Message of a chat")


def task_prompt(prompt: TextTask, text: str, pair: str = "") -> str:
    """The words of the task and the user's texts; an example where the texts do not fit."""
    if not prompt.before:
        return add_sentinel(text)
    if not text.strip() or not prompt.fits(text.strip(), pair.strip()):
        return prompt.examples[-1 if HANGUL.search(text) else 0]
    second = f"{prompt.between}{pair}" if prompt.between else ""
    return f"{prompt.before}{text}{second}"


def mask_at_end(prompt: str, mask: str) -> str:
    """The prompt with a masked word after it, or in place of the last word of a full sentence.

    A text that has a mask, in whichever spelling, stays as it is.
    """
    if mask in prompt or has_mask(prompt):
        return prompt
    stem = prompt.rstrip()
    ended = LAST_WORD.search(stem)
    if ended is not None:
        return f"{stem[: ended.start()]}{mask}{ended.group(1)}"
    return f"{stem} {mask}."


def add_sentinel(text: str) -> str:
    """Append a sentinel, or replace the last word of a full sentence and its full stop by one.

    The decoder writes the full stop: after a sentinel a tokenizer would begin a new word with it.
    A text that has a sentinel or a mask stays as it is.
    """
    if SENTINEL.search(text) or has_mask(text):
        return text
    stem = text.rstrip()
    ended = LAST_WORD.search(stem)
    begun = stem[: ended.start()].rstrip() if ended is not None else stem
    return f"{begun or stem} {FIRST_SENTINEL}"


@dataclass(frozen=True)
class TypedPrompt:
    """The typed texts, and the title of the chosen task."""

    text: str
    pair: str = ""
    task: str = AUTOMATIC

    def text_for_model(
        self, own: Collection[TextTask], others: Collection[TextTask] = ()
    ) -> tuple[str, TextTask | None]:
        """The text that a model reads, and the task that it names; None where it names none.

        `own` are the tasks that the model knows, `others` those that any chosen model knows: only
        models that learned a task read its words.
        """
        typed = task_of(self.text, own)
        if typed is not None:
            return self.text, typed
        text = self.text
        if (foreign := task_of(text, others)) is not None:
            text = foreign.strip_prompt(text)
        task = self._task(text, own)
        return (text, None) if task is None else (task_prompt(task, text, self.pair), task)

    def _task(self, text: str, own: Collection[TextTask]) -> TextTask | None:
        """The chosen task, or one of the model's tasks that fits the text."""
        if self.task != AUTOMATIC:
            return next((prompt for prompt in own if prompt.title == self.task), None)
        questions = [one for one in own if one.question and one.fits(text.strip(), "")]
        masks = [one for one in own if not one.before]
        return next(iter(questions + masks), None)


def task_of(text: str, prompts: Iterable[TextTask]) -> TextTask | None:
    """The task that a text names; None where it names none."""
    return next((prompt for prompt in prompts if prompt.matches(text)), None)
