"""A person chooses a text to learn from: built in, a real one by name, or a file."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog

from explorer.core.training.real_texts import offered_texts
from explorer.core.training.text_titles import title_of
from explorer.ui.controls.text_chooser import TextBox, TextChooser
from models.data.texts import places, registry
from models.data.texts.registry import known_texts


@pytest.fixture
def wikitext(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the form of WikiText-2; no other text is on this machine."""
    entries = {name: replace(entry, places=()) for name, entry in known_texts().items()}
    monkeypatch.setattr(registry, "known_texts", lambda: entries)
    monkeypatch.setattr("explorer.core.training.real_texts.known_texts", lambda: entries)
    monkeypatch.setattr(places, "_find_module", lambda: None)
    monkeypatch.setenv(places.FOLDER_VARIABLE, str(tmp_path / "nothing"))
    folder = tmp_path / "downloads"
    folder.mkdir()
    (folder / "wiki.train.tokens").write_text("A line .", encoding="utf-8")
    return folder


@pytest.fixture
def box(wikitext: Path, qtbot: Any) -> TextBox:
    made = TextBox([("The mini-world", "")])
    qtbot.addWidget(made)
    return made


def items(box: TextBox) -> list[str]:
    return [box.where.itemText(place) for place in range(box.where.count())]


def choose(box: TextBox, title: str) -> None:
    place = next(n for n, text in enumerate(items(box)) if text.startswith(title))
    box.where.setCurrentIndex(place)
    box.where.activated.emit(place)


def test_every_text_is_offered_with_its_size_and_licence(box: TextBox) -> None:
    assert items(box)[0] == "The mini-world"
    assert "WikiText-2 (about 2,090,000 words, CC BY-SA 3.0): choose…" in items(box)
    assert any(one.startswith("World English Bible") for one in items(box))
    assert len(items(box)) == 1 + len(known_texts())
    assert box.hint.isHidden(), "the mini-world needs no words"


def test_training_and_comparisons_offer_the_same_texts(box: TextBox, qtbot: Any) -> None:
    chooser = TextChooser()
    qtbot.addWidget(chooser)
    assert items(chooser.box)[-len(known_texts()) :] == items(box)[1:]


def test_a_text_that_is_not_installed_says_how_to_get_it_and_nothing_changes(
    box: TextBox, qtbot: Any
) -> None:
    with qtbot.assertNotEmitted(box.chosen):
        choose(box, "World English Bible")
    assert "pip install 'plm-explorer[texts]'" in box.hint.text()
    assert not box.hint.isHidden()
    assert box.where.currentText() == "The mini-world"


def test_a_chosen_folder_opens_the_text_by_its_name(
    box: TextBox, wikitext: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(wikitext))
    with qtbot.waitSignal(box.chosen) as signal:
        choose(box, "WikiText-2")
    assert signal.args == [f"wikitext-2:{wikitext}"]
    assert box.where.currentText() == "WikiText-2 (about 2,090,000 words, CC BY-SA 3.0)"
    assert box.where.currentData() == f"wikitext-2:{wikitext}"
    assert title_of(box.value) == "WikiText-2"


@pytest.mark.parametrize("path", ["", "nothing"])
def test_a_wrong_folder_or_none_changes_nothing(
    path: str, box: TextBox, tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = str(tmp_path / path) if path else ""
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: chosen)
    with qtbot.assertNotEmitted(box.chosen):
        choose(box, "WikiText-2")
    assert box.value == ""
    assert "WikiText-2" in box.hint.text() or "no folder" in box.hint.text()


def test_a_file_of_a_person_is_named_beside_the_others(box: TextBox, qtbot: Any) -> None:
    with qtbot.waitSignal(box.chosen):
        box.file.path_chosen.emit("/home/somebody/story.txt")
    assert box.where.currentText() == "story.txt"
    box.show_value("")
    assert box.where.currentText() == "The mini-world"
    assert len(items(box)) == 1 + len(known_texts())


def test_the_chooser_of_trainings_keeps_its_languages_for_the_mini_world_alone(
    box: TextBox, wikitext: Path, qtbot: Any
) -> None:
    chooser = TextChooser()
    qtbot.addWidget(chooser)
    chooser.show_value("world:ko")
    assert chooser.where.currentData() == "world"
    chooser.show_value(f"wikitext-2:{wikitext}")
    assert chooser.language.isHidden()
    with qtbot.waitSignal(chooser.chosen) as signal:
        choose(chooser.box, "The village")
    assert signal.args == ["village"]
    assert not chooser.language.isHidden()


def test_the_offered_texts_know_the_chosen_place(wikitext: Path) -> None:
    by_name = {one.entry.name: one for one in offered_texts(f"wikitext-2:{wikitext}")}
    assert by_name["wikitext-2"].value == f"wikitext-2:{wikitext}"
    assert by_name["wikitext-103"].value == ""
