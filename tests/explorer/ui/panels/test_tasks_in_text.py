"""The view of Generation with the tasks that a text contains by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.ui.panels.generation.panel import GenerationPanel
from models.runtime.resources import resource
from tests.explorer.ui.panel_bench import Bench, bench


@pytest.fixture
def shown(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr("explorer.core.generation.found.MAX_DOCUMENTS", 200)
    with bench(
        GenerationPanel,
        resource("checkpoints"),
        qtbot,
        text="",
        models=("bert-mini", "gpt3-mini"),
        panel_settings={"generation": {"view": "found"}},
    ) as found:
        yield found


def test_the_training_text_of_a_model_is_looked_at_until_a_text_is_chosen(
    shown: Bench, tmp_path: Path
) -> None:
    rows = shown.panel.table().rows
    assert {row[0] for row in rows} == {"translation", "question", "summary", "examples"}
    assert "bert-mini" in shown.panel.figure.settings[0]
    path = tmp_path / "own.txt"
    paragraphs = (f"House {n}. TL;DR a house.\n\n서울(Seoul) {n}번지이다." for n in range(30))
    path.write_text("\n\n".join(paragraphs), "utf-8")
    shown.panel.controls.made["found_file"].path_chosen.emit(str(path))
    shown.settle()
    assert shown.panel.figure.settings == ("own.txt",)
    found = {row[0]: row for row in shown.panel.table().rows}
    assert found["summary"][4] == "TL;DR"
    assert found["translation"][4] == "서울(Seoul)"
    shown.panel.controls.made["own_text"].click()
    shown.settle()
    assert "bert-mini" in shown.panel.figure.settings[0]


def test_a_file_that_is_no_text_is_said_in_a_sentence(shown: Bench, tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(bytes(range(256)) * 100)
    shown.panel.controls.made["found_file"].path_chosen.emit(str(path))
    shown.settle()
    assert "weights.bin" in shown.panel.message
