"""A conversation is given to a model on the command line and in Python, in each of its forms."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import plm_explorer as plm
from explorer.cli import EXIT_PROBLEM, main
from models.runtime.resources import resource

TEMPLATE = (
    "{% if messages[-1].role == 'assistant' %}{{ raise_exception('no answer is asked for') }}"
    "{% endif %}{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:"
)
TURNS = "system: Be short. user: Where is Paris? assistant: In France. user: And Rome?"


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    folder = Path(shutil.copytree(resource("checkpoints", "gpt2-mini"), tmp_path / "chat"))
    path = folder / "tokenizer_config.json"
    entries = json.loads(path.read_text()) if path.is_file() else {}
    path.write_text(json.dumps({**entries, "chat_template": TEMPLATE}))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    said = [("system", "Be short."), ("user", "Where is Paris?"), ("assistant", "In France.")]
    messages = [
        {"role": role, "content": content} for role, content in [*said, ("user", "And Rome?")]
    ]
    path = tmp_path / "messages.json"
    path.write_text(json.dumps(messages))
    return path


def generated(chat: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[int]:
    ends = ["--max-new-tokens", "3", "--json"]
    assert main(["generate", "--model", str(chat), *options, *ends]) == 0
    ids: list[int] = json.loads(capsys.readouterr().out)["ids"]
    return ids


def test_turns_in_a_prompt_and_in_a_file_are_one_conversation(
    chat: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    in_file = generated(chat, capsys, "--messages", str(file))
    assert generated(chat, capsys, "--prompt", TURNS, "--message") == in_file
    typed = plm.generate(str(chat), TURNS, message=True, max_new_tokens=3)
    assert typed.prompt.endswith("In France.\nuser: And Rome?\nassistant:")
    listed = plm.generate(str(chat), json.loads(file.read_text()), max_new_tokens=3)
    assert (listed.prompt, list(listed.ids)) == (typed.prompt, in_file)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--prompt", "user: Hi assistant: Hello", "--message"], "no answer is asked for. Change"),
        (["--messages", "nowhere.json"], "nowhere.json"),
        (["--messages", "FILE"], "The role of message 1 is none of system, user, assistant"),
    ],
)
def test_a_conversation_that_cannot_be_answered_is_said(
    options: list[str], reason: str, chat: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('[{"role": "tool", "content": "Hi"}]')
    options = [str(file) if one == "FILE" else one for one in options]
    assert main(["generate", "--model", str(chat), *options]) == EXIT_PROBLEM
    assert reason in capsys.readouterr().err
