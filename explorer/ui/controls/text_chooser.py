"""The training text: a part of the mini-world in one language or two, examples, or a real one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QFileDialog

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.training.plans import LANGUAGES, WORLDS, Languages
from explorer.core.training.real_texts import OfferedText, offered_texts
from explorer.core.training.text_titles import (
    ALPHA,
    EXAMPLE_TITLES,
    LANGUAGE_TITLES,
    WORLD_TITLES,
    title_of,
)
from explorer.ui.controls.form import FieldWidget, choice_box, decimal, fill, whole
from explorer.ui.controls.layouts import column, line
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.choosing import TEXTS, OpenFileButton

TIP = tr("The village is a corner of the mini-world with about two hundred words")
SHARE_TIP = tr("Share of English in the text; the rest is Korean")
ALPHA_TIP = tr(
    "Each language is sampled with the probability of its share of the text to the power "
    "of alpha, normalized: 1 keeps the shares, 0 makes them equal. It matters where the "
    "shares differ."
)
LEAST_CHARACTERS = 16  # of the list of texts
LIST_MARGIN = 24  # pixels, of its scroll bar
ABSENT = "absent "  # before the name of a text that is not here, as the value of its entry


class TextBox(FieldWidget):
    """The built-in texts, the real ones with size and licence, and a file.

    Its value names a source. One that is not here asks for its folder, or says how to get it.
    """

    def __init__(
        self, built_in: Sequence[tuple[str, str]], tip: str = "", *, across: bool = False
    ) -> None:
        """`across`: the button is beside the list instead of below it."""
        super().__init__()
        self._built_in, self._tip = tuple(built_in), tip
        self.value = self._built_in[0][1]
        self._offered: list[OfferedText] = []
        self.where = choice_box([])
        self.where.activated.connect(self._on_activated)
        self.file = OpenFileButton(tr("Text to train on"), TEXTS)
        self.file.path_chosen.connect(self._choose)
        self.hint = plain_label()
        self.hint.setWordWrap(True)
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.where.setSizeAdjustPolicy(policy)  # else as wide as the longest title
        self.where.setMinimumContentsLength(LEAST_CHARACTERS)
        choices = line((self.where, 1), self.file) if across else column(self.where, self.file)
        column(choices, self.hint, into=self, spacing=6)
        self.setFocusProxy(self.where)
        self.show_value(self.value)

    def show_value(self, value: str) -> None:
        self.value = value
        self._offered = offered_texts(value)
        named = [(_item(one), one.value or ABSENT + one.entry.name) for one in self._offered]
        known = [*self._built_in, *named]
        own = [] if value in (name for _, name in known) else [(title_of(value), value)]
        fill(self.where, [*known, *own], value)
        view = self.where.view()
        view.setMinimumWidth(view.sizeHintForColumn(0) + LIST_MARGIN)  # whole titles in the list
        set_tip(self.where, value if own else self._tip)
        chosen = next((one for one in self._offered if value and one.value == value), None)
        self._say(chosen.description if chosen else "")

    def _say(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
        self._fit_hint()

    def _fit_hint(self) -> None:
        """Give the hint the height of its lines, which a form of fixed heights does not ask for."""
        self.hint.setFixedHeight(max(0, self.hint.heightForWidth(max(1, self.width()))))

    def _on_activated(self) -> None:
        value = str(self.where.currentData())
        if not value.startswith(ABSENT):
            self._choose(value)
            return
        text = next(one for one in self._offered if one.entry.name == value[len(ABSENT) :])
        self.show_value(self.value)
        self._say(tr("{text} is not here. {how}", text=text.title, how=text.how))
        if _asks(text):
            self._ask(text)

    def _ask(self, text: OfferedText) -> None:
        """Let a person choose where a text is; nothing changes if it is cancelled, or wrong."""
        if text.needs_folder:
            path = QFileDialog.getExistingDirectory(self.window(), text.title)
        else:
            path, _ = QFileDialog.getOpenFileName(self.window(), text.title, "", TEXTS)
        if not path:
            return
        try:
            self._choose(text.place_value(path))
        except UserError as error:
            self._say(str(error))

    def _choose(self, value: str) -> None:
        self.show_value(value)
        self.chosen.emit(value)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_hint()


class TextChooser(FieldWidget):
    """The text, and for the mini-world its language, or how both are sampled.

    Its value names a source.
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = "village"
        worlds = [(WORLD_TITLES[world], world) for world in WORLDS]
        examples = ((title, name) for name, title in EXAMPLE_TITLES.items())
        self.box = TextBox([*worlds, *examples], TIP)
        self.where, self.file = self.box.where, self.box.file
        self.box.chosen.connect(self._on_text)
        self.language = choice_box([(LANGUAGE_TITLES[name], name) for name in LANGUAGES])
        self.language.setAccessibleName(tr("Language of the text"))
        self.language.activated.connect(self._on_activated)
        self.english, self.alpha = whole(1, 99), decimal(0.0, 1.0, 0.1, 2)
        self.english.setSuffix(tr(" %"))
        set_tip(self.english, SHARE_TIP)
        set_tip(self.alpha, ALPHA_TIP)
        self.english.setAccessibleName(tr("Share of English"))
        self.alpha.setAccessibleName(tr("Alpha"))
        self.sampled = plain_label()
        self.english_name, self.alpha_name = plain_label(tr("English")), plain_label(ALPHA)
        for number in (self.english, self.alpha):
            number.valueChanged.connect(self._on_activated)
        share = line(self.english_name, (self.english, 1))
        exponent = line(self.alpha_name, (self.alpha, 1))
        parts = (self.box, self.language, share, exponent, self.sampled)
        column(*parts, into=self, spacing=6)
        self.setFocusProxy(self.box)
        self.show_value(self.text)

    def show_value(self, value: str) -> None:
        self.text = value
        world = value.partition(":")[0]
        is_world = world in WORLDS
        self.box.show_value(world if is_world else value)
        self.language.setVisible(is_world)
        languages = Languages.of(value if is_world else "")
        self.language.setCurrentIndex(max(0, self.language.findData(languages.language)))
        self._show_mix(languages, is_both=is_world and languages.language == "both")

    def _show_mix(self, languages: Languages, is_both: bool) -> None:
        """How both languages are sampled; the exponent where it makes a difference."""
        with QSignalBlocker(self.english), QSignalBlocker(self.alpha):
            self.english.setValue(languages.english_percent)
            self.alpha.setValue(languages.alpha)
        self.english.setVisible(is_both)
        self.english_name.setVisible(is_both)
        for part in (self.alpha, self.alpha_name, self.sampled):
            part.setVisible(is_both and languages.are_unequal)
        self.sampled.setText(
            tr("Sampled: {languages:.0f} % English", languages=languages.sampled_percent)
        )

    def _on_text(self, value: str) -> None:
        languages = Languages(
            self.language.currentData(), self.english.value(), round(self.alpha.value(), 2)
        )
        self.show_value(languages.name(value) if value in WORLDS else value)
        self.chosen.emit(self.text)

    def _on_activated(self) -> None:
        self._on_text(self.box.value)


def _asks(text: OfferedText) -> bool:
    return text.needs_folder or text.needs_file


def _item(text: OfferedText) -> str:
    """A text with size and licence, and for one that is not here that it has to be chosen."""
    described = f"{text.title} ({text.description})" if text.description else text.title
    if text.value:
        return described
    if _asks(text):
        return tr("{text}: choose…", text=described)
    return tr("{text}: not installed", text=described)
