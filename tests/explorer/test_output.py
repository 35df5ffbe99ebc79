"""What a foreign file says is printed, and never commands the terminal."""

import io
import json
import sys

import pytest

from explorer.core.readable import visible
from explorer.terminal.console import VisibleOutput, note, prepare_output, print_json

HOSTILE = "mit\x1b[2J\x1b]0;title\x07\x9b31m\x7f\x00 한국어\n"


def prepared(monkeypatch: pytest.MonkeyPatch) -> tuple[io.StringIO, io.StringIO]:
    """Output and errors of a program that has begun."""
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    prepare_output()
    prepare_output()
    return out, err


def test_nothing_that_is_printed_commands_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = prepared(monkeypatch)
    print(HOSTILE)
    note(HOSTILE)
    sys.stderr.write(HOSTILE)
    for stream in streams:
        written = stream.getvalue()
        assert "mit\ufffd[2J" in written
        assert "한국어\n" in written
        assert not set(written) & set("\x1b\x07\x9b\x7f\x00")


def test_json_keeps_every_character_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    out, _ = prepared(monkeypatch)
    print_json({"text": HOSTILE})
    assert json.loads(out.getvalue()) == {"text": HOSTILE}


def test_a_prepared_stream_is_the_stream_in_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared(monkeypatch)
    assert isinstance(sys.stdout, VisibleOutput)
    assert sys.stdout.isatty() is False
    sys.stdout.flush()
    assert visible("a\tb\r\n") == "a\tb\r\n"
