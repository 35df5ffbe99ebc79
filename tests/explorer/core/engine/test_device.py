"""The device of the window's models is a choice, and what leaves a model is on the CPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from explorer import app, cli
from explorer.core.engine.device import DEVICE_VARIABLE, check_device
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from models.schema.batch import as_module
from models.schema.records import ModelInput
from tests.models import second_device
from tests.models.second_device import SecondDevice

KEY = "bert-mini"


@pytest.fixture
def without_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)


@pytest.fixture
def with_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)


def test_it_is_the_processor_unless_a_person_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DEVICE_VARIABLE, raising=False)
    engine = Engine(Library())
    assert engine.device == "cpu"
    assert next(as_module(engine.load_model(KEY).model).parameters()).is_cpu


def test_the_variable_and_the_option_name_it(
    with_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEVICE_VARIABLE, "cuda:1")
    assert Engine(Library()).device == "cuda:1"
    assert Engine(Library(), "cuda").device == "cuda:0"
    assert Engine(Library(), "cpu").device == "cpu"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("cuda", "no CUDA device here"),
        ("mps", "no MPS device here"),
        ("cuda:7", "no device cuda:7 here"),
        ("tpu", "tpu is no device. Choose cpu, cuda, mps"),
    ],
)
def test_a_device_that_is_not_here_is_a_sentence_with_what_to_do(
    name: str, problem: str, without_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UserError, match=problem):
        check_device(name)
    monkeypatch.setenv(DEVICE_VARIABLE, name)
    engine = Engine(Library())  # the window opens, and its panels say it
    with pytest.raises(UserError, match=problem) as found:
        engine.load_model(KEY)
    if name != "tpu":
        assert DEVICE_VARIABLE in found.value.hint
    assert engine.tokenizer(KEY).encode("Paris").text == "Paris"


def test_a_trace_of_another_device_is_made_of_arrays() -> None:
    engine = Engine(Library())
    model_input = ModelInput.clean(engine.encode(KEY, "Anna drinks tea."))
    expected = engine.trace(KEY, model_input)
    other = Engine(Library())
    with SecondDevice(), torch.inference_mode():
        second_device.move(as_module(other.load_model(KEY).model))
        found = other.trace(KEY, model_input)
    for name, stream in expected.streams.items():
        for kind in ("attention", "hidden"):
            ours, theirs = getattr(found.streams[name], kind), getattr(stream, kind)
            assert type(ours) is np.ndarray
            np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)
    for head, logits in expected.logits.items():
        assert type(found.logits[head]) is np.ndarray
        np.testing.assert_allclose(found.logits[head], logits, rtol=1e-4, atol=1e-4)


# The command of the window ------------------------------------------------------------------------


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Record the arguments with which the window is opened, instead of opening it."""
    calls: list[dict[str, Any]] = []

    def run(**given: Any) -> int:
        calls.append(given)
        return 0

    monkeypatch.setattr(app, "run", run)
    return calls


@pytest.mark.parametrize(
    ("arguments", "project", "device"),
    [
        ([], None, ""),
        (["mine.plmx"], "mine.plmx", ""),
        (["--device", "cuda"], None, "cuda:0"),
        (["--device=cpu", "mine.plmx"], "mine.plmx", "cpu"),
        (["mine.plmx", "--device", "cuda"], "mine.plmx", "cuda:0"),
    ],
)
def test_the_window_opens_on_the_device_of_its_command(
    arguments: list[str],
    project: str | None,
    device: str,
    with_gpus: None,
    opened: list[dict[str, Any]],
) -> None:
    assert cli.main(arguments) == 0
    assert opened == [{"project": project and Path(project), "device": device}]


def test_the_window_does_not_open_on_a_device_that_is_not_here(
    without_gpus: None, opened: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--device", "cuda"]) == 2
    assert "There is no CUDA device here. Leave --device out" in capsys.readouterr().err
    assert opened == []


def test_the_device_of_a_command_is_written_after_it(
    opened: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--device", "cpu", "systems"]) == 2
    assert "Write it after a command" in capsys.readouterr().err
    assert opened == []
