"""Chat templates: what they make of messages, and what no template may do."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from models.tokenization.chat_template import (
    ChatTemplate,
    Message,
    read_chat_template,
    read_messages,
    read_turns,
)

HELLO = (Message("system", "Be short."), Message("user", "Hello  there"))
CHATML = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] "
    "+ '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}"
    "{{ '<|im_start|>assistant\n' }}{% endif %}"
)
# The form of Llama 2's and Mistral's: roles in turn, a macro-free loop with its own index.
TURNS = """{{ bos_token }}
{%- if messages[0]['role'] == 'system' %}
    {%- set system = messages[0]['content'] %}{%- set rest = messages[1:] %}
{%- else %}{%- set rest = messages %}{%- endif %}
{%- for message in rest %}
    {%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}
        {{- raise_exception('roles must alternate') }}
    {%- endif %}
    {%- if loop.first and system is defined %}
        {{- '[INST] ' + system + '\\n\\n' + message['content'] | trim + ' [/INST]' }}
    {%- else %}{{- ' ' + message['content'] + eos_token }}{%- endif %}
    {%- if loop.last %}{% break %}{%- endif %}
{%- endfor %}"""


def template(source: str, **tokens: str) -> ChatTemplate:
    return ChatTemplate(source, Path("tokenizer_config.json"), tokens)


@pytest.mark.parametrize("source", [CHATML, TURNS])
def test_messages_become_the_text_of_the_reference(source: str, tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    tokens = {"bos_token": "<s>", "eos_token": "</s>"}
    reference = transformers.PreTrainedTokenizerFast(
        tokenizer_object=empty_tokenizer(), chat_template=source, **tokens
    )
    said = [{"role": one.role, "content": one.content} for one in HELLO]
    expected = reference.apply_chat_template(said, tokenize=False, add_generation_prompt=True)
    assert template(source, **tokens).render(HELLO) == expected


def empty_tokenizer() -> Any:
    from tokenizers import Tokenizer, models

    return Tokenizer(models.WordLevel({"a": 0, "[UNK]": 1}, unk_token="[UNK]"))


def write_config(folder: Path, **entries: Any) -> Path:
    (folder / "tokenizer_config.json").write_text(json.dumps(entries))
    return folder


def test_a_template_is_found_where_files_have_it(tmp_path: Path) -> None:
    assert read_chat_template(tmp_path) is None
    write_config(tmp_path, chat_template="one", bos_token={"content": "<s>"}, eos_token=None)
    found = read_chat_template(tmp_path)
    assert found is not None
    assert (found.source, found.tokens) == ("one", {"bos_token": "<s>"})
    several = [{"name": "tool_use", "template": "no"}, {"name": "default", "template": "two"}]
    found = read_chat_template(write_config(tmp_path, chat_template=several))
    assert found is not None
    assert found.source == "two"
    (tmp_path / "chat_template.jinja").write_text("three")
    found = read_chat_template(tmp_path)
    assert found is not None
    assert (found.source, found.path.name) == ("three", "chat_template.jinja")


@pytest.mark.parametrize("entry", [None, "", "  ", 7, [], [{"name": "other", "template": "x"}], {}])
def test_what_is_no_template_is_none(entry: object, tmp_path: Path) -> None:
    assert read_chat_template(write_config(tmp_path, chat_template=entry)) is None


def test_a_template_without_end_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="more than 100,000 characters"):
        read_chat_template(write_config(tmp_path, chat_template="x" * 100_001))


HOSTILE = {
    "attributes of Python": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "attributes of functions": "{{ raise_exception.__globals__['sys'] }}",
    "loops in loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}"
    "{% endfor %}",
    "loops of letters": "{% for a in '"
    + "x" * 2000
    + "' %}{% for b in '"
    + "x" * 2000
    + "' %}{% for c in 'xxxxx' %}{% endfor %}{% endfor %}{% endfor %}",
    "a long range": "{% for a in range(1000000000) %}{% endfor %}",
    "doubling": "{% set n = namespace(s='xxxxxxxx') %}{% for i in range(60) %}"
    "{% set t = n.s ~ n.s %}{% set n.s = t %}{% endfor %}{{ n.s | length }}",
    "repeating": "{{ 'x' * 1000000000 }}",
    "powers": "{{ 10 ** 10 ** 10 }}",
    "wide fields": "{{ '%999999999d' % 1 }}",
    "wide texts": "{{ 'x'.center(999999999) }}",
    "wide formats": "{{ '{:999999999}'.format(1) }}",
    "wide filters": "{{ 'x' | center(999999999) }}",
    "files": "{% include '/etc/passwd' %}",
    "recursion": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "changes": "{% set _ = messages.append(1) %}",
    "nonsense": "{% for %}",
    "missing names": "{{ nothing.at.all }}",
    "numbers": "{{ 1 / 0 }}",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_no_template_may_is_one_sentence(source: str) -> None:
    started = time.monotonic()
    with pytest.raises(ValueError, match=r"^the chat template in tokenizer_config.json .*\.$"):
        template(source).render(HELLO)
    assert time.monotonic() - started < 60  # it ends at all, also on a busy machine
    assert sys.gettrace() is None or "count" not in repr(sys.gettrace())


def test_what_it_rejects_itself_is_said_in_its_words() -> None:
    said = r"rejects these messages: roles must alternate\. Change their roles or their order\.$"
    with pytest.raises(ValueError, match=said):
        template(TURNS, bos_token="", eos_token="").render([Message("assistant", "Hi")])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi there", [("user", "Hi there")]),
        ("My user: Bob", [("user", "My user: Bob")]),  # it begins with something else
        ("user:Bob", [("user", "user:Bob")]),
        ("", [("user", "")]),
        ("user: Hi", [("user", "Hi")]),
        (
            " system: Be short.  user: Hi assistant: Hello. user: Why?",
            [("system", "Be short."), ("user", "Hi"), ("assistant", "Hello."), ("user", "Why?")],
        ),
        ("user: the superuser: root", [("user", "the superuser: root")]),
        (
            "user: Write\nuser names: a user: b\n assistant:\tOne.\n\nTwo.\nuser:",
            [("user", "Write\nuser names: a user: b"), ("assistant", "One.\n\nTwo."), ("user", "")],
        ),
    ],
)
def test_a_role_at_the_beginning_makes_a_text_a_conversation(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert [(one.role, one.content) for one in read_turns(text)] == expected


@pytest.mark.parametrize("text", ["user: " * 16_000, "user:" * 20_000, "\n" * 99_999, " " * 99_999])
def test_a_text_of_nothing_but_roles_or_spaces_is_read_at_once(text: str) -> None:
    started = time.monotonic()
    assert read_turns(text)
    assert time.monotonic() - started < 5


def test_several_turns_become_the_text_of_the_reference() -> None:
    transformers = pytest.importorskip("transformers")
    turns = read_turns("system: Be short. user: Hi assistant: Hello user: Why?")
    said = [{"role": one.role, "content": one.content} for one in turns]
    reference = transformers.PreTrainedTokenizerFast(
        tokenizer_object=empty_tokenizer(), chat_template=CHATML
    )
    expected = reference.apply_chat_template(said, tokenize=False, add_generation_prompt=True)
    assert template(CHATML).render(turns) == expected
    assert read_messages(said) == turns


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "is a list"),
        ("user", "is a list"),
        ({"role": "user", "content": "Hi"}, "is a list"),
        (["Hi"], "message 1 has other entries"),
        ([{"role": "user", "content": "Hi", "name": "x"}], "message 1 has other entries"),
        ([{"role": "tool", "content": "Hi"}], "the role of message 1 is none of system"),
        ([{"role": ["user"], "content": "Hi"}], "the role of message 1 is none of system"),
        ([{"role": "user", "content": [1]}], "the content of message 1 is no text"),
    ],
)
def test_messages_of_another_form_are_refused(data: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_messages(data)
