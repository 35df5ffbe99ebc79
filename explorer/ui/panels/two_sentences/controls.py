"""Above the picture: the view, the second sentence, and what is patched and predicted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.two_sentences.pairs import example_pairs
from explorer.core.two_sentences.patching import KIND_TITLES, PatchMap
from explorer.core.two_sentences.request import (
    ATTENTION,
    COSINE,
    DISTANCE,
    LIKELIHOOD,
    MODELS,
    PATCHING,
    SENTENCES,
    STATES,
    TwoChoice,
)
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import flow
from explorer.ui.controls.layouts import column
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import set_tip

VIEW_TITLES = {  # the panel opens with the one that says which state makes the difference
    PATCHING: tr("Patching"),
    LIKELIHOOD: tr("Likelihood"),
    STATES: tr("Hidden states"),
    ATTENTION: tr("Attention"),
}
MODES = {SENTENCES: tr("Two sentences"), MODELS: tr("Two models")}
MEASURES = {COSINE: tr("1 − cosine"), DISTANCE: tr("Distance by norm")}
KINDS = {name: tr("Patch  {title}", title=title) for name, title in KIND_TITLES.items()}
PAIRS_TITLE = tr("Example pairs")
WIDE, NARROW = 320, 110  # pixels of a field


class TwoControls(OptionControls):
    """Emits options by name; `pair_chosen` has the number of a bundled pair."""

    pair_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__(panel_text("two_sentences").controls)
        self.tabs = ViewTabs(VIEW_TITLES)
        self.mode = self.choice_box("mode", MODES)
        names = {n: tr(pair.title) for n, pair in enumerate(example_pairs())}
        self.pairs = self.choice_box("pairs", {-1: PAIRS_TITLE, **names})
        self.pairs.activated.connect(self._on_pair)
        self.second = self._field("second")
        self.second.setMinimumWidth(WIDE)
        self.measure = self.choice_box("measure", MEASURES)
        self.kind = self.choice_box("kind", KINDS)
        self.turned = self.choice_box("turned")
        self.predicted = self.choice_box("predicted")
        self.classes = [self.choice_box(name) for name in ("class_word", "class_against")]
        self.word, self.against = self._field("word"), self._field("against")
        for word in (self.word, self.against):
            word.setFixedWidth(NARROW)
        options = self.measure, self.kind, self.turned, self.predicted, *self.classes
        sentences = flow(self.mode, self.pairs, self.second)
        column(self.tabs, sentences, flow(*options, self.word, self.against), into=self)

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(self.texts[name]["title"])
        field.setPlaceholderText(self.texts[name]["title"])
        set_tip(field, self.texts[name]["tip"])
        field.textEdited.connect(lambda: field.setModified(True))
        field.editingFinished.connect(lambda: self._on_typed(name, field))
        return field

    def _on_typed(self, name: str, field: QLineEdit) -> None:
        if field.isModified():
            field.setModified(False)
            self.changed.emit({name: field.text().strip()})

    def _on_pair(self) -> None:
        number = self.pairs.currentData()
        self.pairs.setCurrentIndex(0)
        if number >= 0:
            self.pair_chosen.emit(number)

    def show_choice(
        self,
        view: str,
        choice: TwoChoice,
        second: str,
        letters: Sequence[str],
        maps: Sequence[PatchMap],
    ) -> None:
        """The values of the view, and only the options that it has."""
        self.tabs.show_view(view)
        self.mode.show_items(MODES, choice.mode)
        self.measure.show_items(MEASURES, choice.measure)
        self.kind.show_items(KINDS, choice.kind)
        self.turned.show_items(_directions(choice.mode, letters), choice.turned)
        self._show(self.second, second, "")
        for widget in (self.pairs, self.second):
            widget.setVisible(choice.mode == SENTENCES)
        self.measure.setVisible(view == STATES)
        for widget in (self.kind, self.turned):
            widget.setVisible(view == PATCHING)
        self._show_predicted(view == PATCHING, choice, maps)

    def _show_predicted(self, patching: bool, choice: TwoChoice, maps: Sequence[PatchMap]) -> None:
        """Words are typed, classes are a list, and a score has nothing to choose.

        Without an answer the words stay, because another one may have one.
        """
        places = next((one.spans for one in maps if one.spans), ())
        titles = {n: tr("Predict  {one}", one=one.title) for n, one in enumerate(places)}
        self.predicted.show_items({-1: tr("Predict  the usual word"), **titles}, choice.predicted)
        self.predicted.setVisible(patching and (bool(places) or not maps))
        words = next((one.words for one in maps if one.predicts_words), ("", ""))
        has_words = patching and (bool(words[0]) or not maps)
        for field, chosen, usual in zip(
            (self.word, self.against), (choice.word, choice.against), words, strict=True
        ):
            field.setVisible(has_words)
            self._show(field, chosen, usual)
        classes = next((one for one in maps if one.classes), None)
        for n, box in enumerate(self.classes):
            box.setVisible(patching and classes is not None)
            if classes is not None:
                head = (tr("Class"), tr("Against"))[n]
                box.show_items({c: f"{head}  {c}" for c in classes.classes}, classes.words[n])

    def _show(self, field: QLineEdit, text: str, usual: str) -> None:
        """Unless a person is typing in it."""
        if usual:
            field.setPlaceholderText(usual)
        if not field.isModified() and field.text() != text:
            field.setText(text)


def _directions(mode: str, letters: Sequence[str]) -> dict[bool, str]:
    """What is put into what, after "Patch hidden states"."""
    one, other = tr("sentence 1"), tr("sentence 2")
    if mode == MODELS:
        one, other = letters[0] if letters else "A", ", ".join(letters[1:]) or "B"
    return {
        False: tr("of {other} into {one}", other=other, one=one),
        True: tr("of {one} into {other}", one=one, other=other),
    }
