"""Above the table of heads: the sample, how the rows are sorted, and which of them are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal

from explorer.core.attention.survey.kinds import KINDS
from explorer.core.attention.survey.request import (
    ANY,
    BY_ABLATION,
    BY_FUNCTION,
    BY_PLACE,
    NO_FUNCTION,
    HeadsChoice,
)
from explorer.core.attention.survey.sample import FEWEST, MOST
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import whole
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.dialogs.choosing import TEXTS, OpenFileButton
from explorer.ui.panels.attention.heads_view import NONE, SOURCES, HeadsScene

COUNT_STEP, MOST_SEEDS = 16, 9999


class HeadsControls(OptionControls):
    """Emits the fields of a `HeadsChoice` that a person sets."""

    source_chosen = Signal(object)  # a text, or a path

    def __init__(self) -> None:
        super().__init__(panel_text("attention").controls)
        self.boxes = {name: self.choice_box(name) for name in ("sort", "model", "layer", "best")}
        self.source = self.choice_box("source", changed=self.source_chosen)
        self.source_chosen.connect(lambda values: self._on_source(values["source"]))
        self.file = OpenFileButton(tr("Sentences"), TEXTS)
        self.file.path_chosen.connect(self._on_source)
        self.count = self.number("count", whole(FEWEST, MOST, COUNT_STEP))
        self.seed = self.number("seed", whole(0, MOST_SEEDS))
        line = FlowLine(self)
        for widget in (self.source, self.file, self.count, self.seed, *self.boxes.values()):
            line.addWidget(widget)
        self._chosen = HeadsChoice()

    def show_scene(self, scene: HeadsScene) -> None:
        """What is chosen, without a signal."""
        choice = self._chosen = scene.choice
        own = {} if choice.source in SOURCES else {choice.source: Path(choice.source).name}
        self.source.show_items({**SOURCES, **own}, choice.source)
        for number, value in ((self.count, choice.count), (self.seed, choice.seed)):
            with QSignalBlocker(number):
                number.setValue(value)
        layers = max((one.scores.num_layers for one in scene.streams), default=0)
        functions = {kind: tr(title) for kind, title in KINDS.items()}
        items: dict[str, dict[Any, str]] = {
            "sort": {
                BY_PLACE: tr("By layer"),
                BY_FUNCTION: tr("By function"),
                BY_ABLATION: tr("By ablation"),
                **{kind: _sorted_by(title) for kind, title in functions.items()},
            },
            "model": {
                ANY: tr("All models"),
                **{one.key: one.title for one, _ in scene.answered_columns},
            },
            "layer": {
                0: tr("All layers"),
                **{n: tr("Layer {number}", number=n) for n in range(1, layers + 1)},
            },
            "best": {ANY: tr("Any function"), **functions, NO_FUNCTION: tr(NONE)},
        }
        for name, box in self.boxes.items():
            box.show_items(items[name], getattr(choice, name))
        self.boxes["model"].setVisible(len(scene.answered_columns) > 1)

    def _on_source(self, source: str) -> None:
        if source != self._chosen.source:
            self.changed.emit({"source": source})


def _sorted_by(title: str) -> str:
    return tr("By {function}", function=f"{title[0].lower()}{title[1:]}")
