"""How a task, examples of it and a query are written as one text.

Brown et al. (2020), arXiv:2005.14165, section 2: zero-shot is the description and the query, few-
shot also examples, each an input with its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

INPUT, ANSWER = "{input}", "{answer}"


@dataclass(frozen=True)
class PromptExample:
    """An input with its answer, and what else could be the answer. Empty choices: anything."""

    input: str
    answer: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class PromptFormat:
    """The templates of a prompt. An example begins as a query does; the answer follows a space.

    `description` is the line before the first example. `neutral` is what an answer follows where
    there is no task: without it the likelihood of an answer says how common its words are (Brown et
    al. 2020, section 2.4). Raises ValueError for templates that do not fit each other.
    """

    query: str = "{input}\nA:"
    example: str = "{input}\nA: {answer}."
    description: str = ""
    separator: str = "\n"
    neutral: str = "A:"

    def __post_init__(self) -> None:
        if self.query.count(INPUT) != 1 or self.example.count(ANSWER) != 1:
            raise ValueError(f"a query needs one {INPUT}, and an example one {ANSWER}")
        if not self.example.startswith(self.query) or self.lead.strip():
            raise ValueError("an example must be a query, white space, and the answer")
        if not (self.lead and self.separator and self.neutral):
            raise ValueError("an answer, a new example and a neutral answer need something before")

    @property
    def lead(self) -> str:
        """White space between a query and its answer, which belongs to the answer's tokens."""
        return self.example[len(self.query) :].partition(ANSWER)[0]

    @property
    def tail(self) -> str:
        """What ends an example; it is not scored."""
        return self.example.partition(ANSWER)[2]

    def query_text(self, text: str) -> str:
        return self.query.replace(INPUT, text)

    def example_text(self, example: PromptExample) -> str:
        return f"{self.query_text(example.input)}{self.lead}{example.answer}{self.tail}"

    def text(self, examples: Sequence[PromptExample], query: str | None = None) -> str:
        """The description, the examples, and the query without its answer, if there is one."""
        parts = [self.description] if self.description else []
        parts += map(self.example_text, examples)
        if query is not None:
            parts.append(self.query_text(query))
        return self.separator.join(parts)


# The format of the documents that contain tasks (models/data/demonstrations): "France: Paris." Each
# line begins with a space, as byte-level BPE has other tokens for a word without one before it.
DEMONSTRATION = PromptFormat("{input}:", "{input}: {answer}.", separator="\n ")
