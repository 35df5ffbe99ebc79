"""The real texts that a person can choose by name, and what to do for those that are not here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explorer.core.errors import UserError, as_user_errors, sentence
from explorer.core.localization import message, tr
from models.data.texts.named import files_of
from models.data.texts.places import is_found
from models.data.texts.registry import BETWEEN, TextEntry, known_texts, named_entry

NEEDS_FOLDER = ("lines", "glosses")  # kinds that a chosen folder gives


@dataclass(frozen=True)
class OfferedText:
    """A text of the registry; `value` is how `open_source` names it, "" where it is not here."""

    entry: TextEntry
    value: str

    @property
    def title(self) -> str:
        return message(self.entry.title)

    @property
    def description(self) -> str:
        """Its size and licence, as far as they are known."""
        parts = [tr("about {words:,} words", words=self.entry.words)] if self.entry.words else []
        parts += [message(self.entry.licence)] if self.entry.licence else []
        return ", ".join(parts)

    @property
    def how(self) -> str:
        """What to do for a text that is not here."""
        return sentence(message(self.entry.get))

    @property
    def needs_folder(self) -> bool:
        return self.entry.kind in NEEDS_FOLDER

    @property
    def needs_file(self) -> bool:
        return self.entry.kind == "file"

    def place_value(self, path: str) -> str:
        """The value of the text in a folder or a file. Raises UserError where it is not there."""
        value = f"{self.entry.name}{BETWEEN}{Path(path)}"
        with as_user_errors():
            files_of(value)
        return value


def offered_texts(chosen: str = "") -> list[OfferedText]:
    """Every real text; that of the value `chosen` is where this says."""
    named = named_entry(chosen)
    values = {named[0].name: chosen} if named else {}
    return [
        OfferedText(entry, values.get(name) or (name if is_found(entry) else ""))
        for name, entry in known_texts().items()
    ]


def absolute_value(value: str) -> str:
    """A text as a command names it, with the whole path of its folder or file.

    Raises UserError for a text that is not there.
    """
    named = named_entry(value)
    if named is None:
        if not Path(value).is_file():
            raise UserError(
                tr("There is no file {data}.", data=value),
                tr(
                    "Name a text file in UTF-8, or one of: {names}.", names=", ".join(known_texts())
                ),
            )
        return str(Path(value).absolute())
    entry, place = named
    value = f"{entry.name}{BETWEEN}{Path(place).expanduser().absolute()}" if place else entry.name
    with as_user_errors():
        files_of(value)
    return value
