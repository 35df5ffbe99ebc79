"""A window of the real classes around an engine and models that cost nothing."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from safetensors.numpy import save_file

import explorer
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Jobs, Partial, Progress, Work
from explorer.core.library.library import Library, ModelEntry
from explorer.core.panel_text import PanelText
from explorer.core.state.state import State, Store
from explorer.core.table import Table
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Row, Titled
from explorer.ui.graphics.tokens.chip import TokenChip
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.registry import PanelCatalog
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.style import theme
from explorer.ui.window.main_window import MainWindow
from models.data.world.words import SeenWords
from models.schema.specs import Paper
from models.tokenization import Tokenizer, wordpiece

PROGRAM = str(Path(explorer.__file__).parent)
WINDOWS = ("MainWindow", "ReportWindow", "BugDialog")  # of the program
OTHER_PAPER = Paper("Radford and others", "Another paper", 2019)
PAPER = Paper("Devlin, Chang", "BERT: Pre-training", 2018, "1810.04805")
CONFIGS = {
    "bert-mini": {
        "model_type": "bert",
        "hidden_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 1,
        "intermediate_size": 8,
        "vocab_size": 8,
        "max_position_embeddings": 8,
    },
    "gpt2-mini": {
        "model_type": "gpt2",
        "n_embd": 8,
        "n_layer": 1,
        "n_head": 1,
        "vocab_size": 8,
        "n_positions": 8,
    },
}


class FakeEngine:
    """What the test panels ask of the engine."""

    broken: Mapping[str, str] = MappingProxyType({})

    def preload(self, keys: tuple[str, ...]) -> Work:
        yield Progress("Loading models", 0, len(keys))

    def with_file_snapshot(self, work: Work) -> Work:
        return work

    def card(self, key: str) -> Any:
        return SimpleNamespace(hash="0123456789abcdef")

    def catalog(self) -> Any:
        specs = {"bert": SimpleNamespace(paper=PAPER), "gpt2": SimpleNamespace(paper=OTHER_PAPER)}
        return SimpleNamespace(find_by_model_type=specs.get, architectures=specs)

    def seen_words(self, key: str) -> SeenWords:
        return SeenWords.of(["the", "capital", "of", "france", "is", "paris"])

    def family(self, entry: ModelEntry) -> str:
        return entry.architecture

    def tokenizer(self, key: str) -> Tokenizer:
        return reading_words()


@cache
def reading_words() -> Tokenizer:
    """A tokenizer that knows a few words, and Hangul as syllables alone."""
    return wordpiece.train(["the capital of france is paris 서울은 수도이다"] * 9, 200)


@dataclass(frozen=True)
class WordsRequest:
    text: str
    keys: tuple[str, ...]


class WordsPanel(Panel):
    """Words as tokens; the text "break" breaks it, and "reject" is rejected."""

    spec = PanelSpec(
        name="words",
        title="Words",
        group="look",
        icon="tokens",
        order=1,
        summary="The sentence, cut at its spaces.",
        text=PanelText("Each chip is a word. Words are between spaces. That is all.", ()),
        kinds=("logits",),
    )

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.words: tuple[str, ...] = ()
        self.area = CanvasArea(self.theme)
        self.area.canvas.clicked.connect(self._on_clicked)
        self.body.addWidget(self.area, 1)

    def request(self, state: State) -> WordsRequest | None:
        if not state.text.strip():
            self.say("Type a sentence above.")
            return None
        return WordsRequest(state.text, self.chosen_keys)

    @staticmethod
    def work(request: WordsRequest, engine: Any) -> Work:
        if request.text == "break":
            raise RuntimeError("a bug")
        if request.text == "reject":
            raise UserError("This cannot be shown.", "Write something else.")
        yield Partial(tuple(request.text.split()))
        return tuple(request.text.split())

    def show_partial(self, value: Any) -> None:
        self.show_result(value)

    def show_result(self, value: Any) -> None:
        self.words = value
        self._redraw()

    def show_selection(self, selection: Any) -> None:
        self._redraw()
        if selection.token is not None:
            self.show_details(Details("Word", (("Position", str(selection.token)),)))
        else:
            self.show_details(Details())

    def drawings(self) -> list[Drawing]:
        return [self._drawing()] if self.words else []

    def table(self) -> Table:
        return Table(("position", "word"), list(enumerate(self.words)))

    def _drawing(self) -> Drawing:
        selected = self.state.selection.token
        chips = [TokenChip(word) for word in self.words]
        return Row(
            [Titled(token_row(chips, selected=selected), s.title, s.index) for s in self.slots()]
        )

    def _redraw(self) -> None:
        self.area.set_drawing(self._drawing())

    def _on_clicked(self, placed: Any) -> None:
        self.select(token=None if placed is None else placed.hit.position)


class LettersPanel(WordsPanel):
    spec = PanelSpec(
        name="letters",
        title="Letters",
        group="make",
        icon="no such icon",
        order=1,
        summary="The sentence, letter by letter.",
        text=PanelText("Each chip is a letter. Spaces are letters too. That is all.", ()),
    )

    @staticmethod
    def work(request: WordsRequest, engine: Any) -> Work:
        yield Progress("Cutting", 0, 1)
        return tuple(request.text)


@pytest.fixture
def models_folder(tmp_path: Path) -> Path:
    """Two bundled models without meaning."""
    for name, config in CONFIGS.items():
        folder = tmp_path / "checkpoints" / name
        folder.mkdir(parents=True)
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        save_file({"weight": np.zeros((2, 2), dtype=np.float32)}, folder / "model.safetensors")
        (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    return tmp_path / "checkpoints"


@pytest.fixture
def context(qapp: QApplication, models_folder: Path) -> Iterator[PanelContext]:
    apply_theme = theme.Theme("light")
    theme.apply(qapp, apply_theme.palette)
    bridge = JobBridge(Jobs())
    yield PanelContext(
        store=Store(State(panel="words", theme="light")),
        library=Library(bundled=models_folder),
        engine=FakeEngine(),
        jobs=bridge,
        theme=apply_theme,
    )
    bridge.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def session_path(tmp_path: Path) -> Path:
    return tmp_path / "session.json"


@pytest.fixture
def window(context: PanelContext, session_path: Path, qtbot: Any) -> Iterator[MainWindow]:
    catalog = PanelCatalog((WordsPanel, LettersPanel), {})
    made = MainWindow(context, session_path=session_path, catalog=catalog)
    qtbot.addWidget(made)
    made.show()
    made.start()
    qtbot.waitUntil(lambda: bool(made.panel("words").drawings()))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def no_widget_without_a_parent_is_shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Qt makes a window of it, which flashes until it gets its parent; dialogs and menus are some.

    Tests may show a panel alone; the program may not.
    """
    flashed: list[str] = []

    def watch(name: str) -> None:
        original = getattr(QWidget, name)

        def show(self: QWidget, *visible: bool) -> None:
            if name == "show":  # a signal may bring values, which Qt drops
                visible = ()
            caller = sys._getframe(1).f_code.co_filename
            if all(visible) and self.parentWidget() is None and caller.startswith(PROGRAM):
                flashed.append(f"{type(self).__name__}, by {caller}")
            original(self, *visible)

        monkeypatch.setattr(QWidget, name, show)

    for name in ("setVisible", "show"):
        watch(name)
    yield
    assert not [one for one in flashed if not one.startswith(WINDOWS)]
