"""A choice of a text to learn from: built in, a real text by name, or a file."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFileDialog

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.training.real_texts import OfferedText, offered_texts
from explorer.core.training.text_titles import title_of
from explorer.ui.controls.form import FieldWidget, choice_box, fill
from explorer.ui.controls.layouts import column, line
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.choosing import TEXTS, OpenFileButton

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
        choices = line((self.where, 1), self.file) if across else column(self.where, self.file)
        column(choices, self.hint, into=self, spacing=6)
        self.setFocusProxy(self.where)
        self.show_value(self.value)

    def show_value(self, value: str) -> None:
        self.value = value
        self._offered = offered_texts(value)
        named = [(one.title, one.value or ABSENT + one.entry.name) for one in self._offered]
        known = [*self._built_in, *named]
        own = [] if value in dict(map(reversed, known)) else [(title_of(value), value)]
        fill(self.where, [*known, *own], value)
        for one in self._offered:
            place = self.where.findData(one.value or ABSENT + one.entry.name)
            self.where.setItemText(place, self._item(one))
        set_tip(self.where, value if own else self._tip)
        chosen = next((one for one in self._offered if one.value == value), None)
        self._say(chosen.described if chosen else "")

    def _item(self, text: OfferedText) -> str:
        described = f"{text.title} ({text.described})" if text.described else text.title
        if text.value:
            return described
        return (
            tr("{text}: choose…", text=described)
            if _asks(text)
            else tr("{text}: not installed", text=described)
        )

    def _say(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

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
            self._choose(text.placed(path))
        except UserError as error:
            self._say(str(error))

    def _choose(self, value: str) -> None:
        self.show_value(value)
        self.chosen.emit(value)


def _asks(text: OfferedText) -> bool:
    return text.needs_folder or text.needs_file
