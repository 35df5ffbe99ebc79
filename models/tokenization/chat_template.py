"""Chat templates: the messages of a conversation as the text that a model has learned to read.

A template is a program in Jinja's language, in tokenizer_config.json or chat_template.jinja; the
reference is `apply_chat_template` of transformers. It comes with a foreign file, so it runs in
Jinja's sandbox, with few filters, and for a limited number of steps over texts of limited length.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from jinja2 import TemplateError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from models.tokenization.files import CONFIG_FILE, read_json_if_there, read_text

TEMPLATE_FILE = "chat_template.jinja"
ENTRY = "chat_template"
DEFAULT = "default"  # of several templates by name
MOST_CHARS = 100_000  # of a template, and of any text that it makes
MOST_STEPS = 200_000  # lines of the compiled template and of what it calls
FILTERS = frozenset(
    {
        *("abs", "capitalize", "default", "dictsort", "first", "indent", "int", "items", "join"),
        *("last", "length", "list", "lower", "map", "reject", "rejectattr", "replace", "reverse"),
        *("safe", "select", "selectattr", "sort", "string", "title", "trim", "unique", "upper"),
    }
)
# Methods of texts that make long ones of short ones.
WIDENING = frozenset({"center", "expandtabs", "format", "format_map", "ljust", "rjust", "zfill"})


ROLES = ("system", "user", "assistant")
# A role at the beginning of a line, or in a text of one line after a space.
LINE_TURN = re.compile(rf"^[ \t]*({'|'.join(ROLES)}):(?!\S)", re.MULTILINE)
SPACED_TURN = re.compile(rf"(?<!\S)({'|'.join(ROLES)}):(?!\S)")


@dataclass(frozen=True)
class Message:
    """What somebody says in a conversation: one of `ROLES`."""

    role: str
    content: str


def read_turns(text: str) -> tuple[Message, ...]:
    """The turns of a text that begins with a role, as in "user: Hi assistant: Hello user: Why?".

    Each role begins a turn: in a text of several lines at the beginning of a line alone. Any other
    text is what the user says.
    """
    form = LINE_TURN if "\n" in text.strip() else SPACED_TURN
    before, *parts = form.split(text)
    if before.strip() or not parts:
        return (Message("user", text),)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return tuple(Message(role, content.strip()) for role, content in pairs)


def read_messages(data: object) -> tuple[Message, ...]:
    """The messages of a conversation in JSON: a list of objects with a role and a content.

    Raises ValueError.
    """
    if not isinstance(data, Sequence) or isinstance(data, str) or not data:
        raise ValueError('a conversation is a list such as [{"role": "user", "content": "Hi"}]')
    roles = ", ".join(ROLES)
    for number, one in enumerate(data, start=1):
        if not isinstance(one, Mapping) or set(one) != {"role", "content"}:
            raise ValueError(f"message {number} has other entries than a role and a content")
        if one["role"] not in ROLES:
            raise ValueError(f"the role of message {number} is none of {roles}")
        if not isinstance(one["content"], str):
            raise ValueError(f"the content of message {number} is no text")
    return tuple(Message(one["role"], one["content"]) for one in data)


@dataclass(frozen=True)
class ChatTemplate:
    """A template and the names of the special tokens that it may use, such as "bos_token"."""

    source: str
    path: Path
    tokens: Mapping[str, str] = field(default_factory=dict)

    def render(self, messages: Sequence[Message]) -> str:
        """The text of a conversation, up to where the model is to answer.

        Raises ValueError where the template cannot be used, or rejects the messages.
        """
        said = [{"role": one.role, "content": one.content} for one in messages]
        try:
            template = _Sandbox().from_string(self.source)
            with _limited_steps():
                text = template.render(messages=said, add_generation_prompt=True, **self.tokens)
        except SecurityError as error:
            raise ValueError(
                f"the chat template in {self.path} tries what no template may: {error}. Use "
                "another model, or a template without it."
            ) from error
        except _RejectedError as error:
            reason = _first_line(error).rstrip(".")
            raise ValueError(
                f"the chat template in {self.path} rejects these messages: {reason}. Change their "
                "roles or their order."
            ) from error
        except (TemplateError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
            raise ValueError(
                f"the chat template in {self.path} cannot be used ({_first_line(error)}). Type the "
                "prompt itself, or fetch the files again."
            ) from error
        if len(text) > MOST_CHARS:
            raise ValueError(
                f"the chat template in {self.path} makes more than {MOST_CHARS:,} characters. Use "
                "a shorter message."
            )
        return text


def has_chat_template(folder: Path) -> bool:
    """Whether a folder has one, also where it cannot be read."""
    try:
        return read_chat_template(folder) is not None
    except ValueError:
        return True


def read_chat_template(folder: Path) -> ChatTemplate | None:
    """The template of a tokenizer's folder; None where it has none.

    Raises ValueError for a file that cannot be read, and for a template that is too long.
    """
    config = read_json_if_there(folder / CONFIG_FILE)
    path, source = folder / CONFIG_FILE, config.get(ENTRY)
    if (folder / TEMPLATE_FILE).is_file():
        path, source = folder / TEMPLATE_FILE, read_text(folder / TEMPLATE_FILE)
    if isinstance(source, list):
        named = {one.get("name"): one.get("template") for one in source if isinstance(one, dict)}
        source = named.get(DEFAULT)
    if not isinstance(source, str) or not source.strip():
        return None
    if len(source) > MOST_CHARS:
        raise ValueError(
            f"the chat template in {path} has more than {MOST_CHARS:,} characters. Use another "
            "model, or a shorter template."
        )
    return ChatTemplate(source, path, dict(_special_tokens(config)))


def _special_tokens(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The special tokens of tokenizer_config.json; some files have objects in place of texts."""
    for name, token in config.items():
        text = token.get("content") if isinstance(token, dict) else token
        if name.endswith("_token") and isinstance(text, str):
            yield name, text


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja as templates of transformers expect it, without what takes time or memory at will."""

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
        )
        self.filters = {name: call for name, call in self.filters.items() if name in FILTERS} | {
            "tojson": _to_json
        }
        self.globals |= {"raise_exception": _reject, "strftime_now": _now}

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if not all(isinstance(one, int | float) for one in (left, right)) or operator == "**":
            raise SecurityError(f"{operator} of texts, or a power")
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        widens = isinstance(obj, str) and attr in WIDENING
        return not widens and super().is_safe_attribute(obj, attr, value)


def _to_json(value: Any, indent: int | None = None, **options: Any) -> str:
    """JSON as in transformers: not escaped for HTML."""
    if indent is not None and not 0 <= indent <= 8:
        raise SecurityError("a wide indent")
    return json.dumps(value, ensure_ascii=False, indent=indent)


class _RejectedError(TemplateError):
    """The template itself says that it does not take these messages."""


def _reject(message: str) -> NoReturn:
    raise _RejectedError(message)


def _now(form: str) -> str:
    return datetime.now().strftime(form)


@contextmanager
def _limited_steps() -> Iterator[None]:
    """Raise SecurityError in the block after too many lines, or once a text is too long.

    Python calls this function for each line of what runs in this thread.
    """
    left = MOST_STEPS

    def count(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        nonlocal left
        left -= 1
        if left < 0:
            raise SecurityError("it does not come to an end")
        for value in frame.f_locals.values():
            if isinstance(value, str | list | tuple) and len(value) > MOST_CHARS:
                raise SecurityError("it makes texts longer and longer")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)
