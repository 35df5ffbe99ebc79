"""The language of the interface: what a person reads is English in the code, and translated here.

`tr` marks a text and gives it in the language of this process, which is decided once, when the
first text is asked for. Translations are Qt Linguist files in `resources/languages`.
"""

from __future__ import annotations

import json
import locale
import os
import re
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache

from explorer.core.localization.catalog import TranslationCatalog, read_catalog
from explorer.core.localization.korean import choose_particles
from explorer.core.state.settings import language_file
from models.runtime.files import read_object, write_text
from models.runtime.resources import resource

ENGLISH, KOREAN = "en", "ko"
LANGUAGES = {ENGLISH: "English", KOREAN: "한국어"}  # each in its own words
VARIABLE = "PLM_EXPLORER_LANGUAGE"  # decides before the settings
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts
APPLE_LANGUAGES = ("defaults", "read", "-g", "AppleLanguages")


def tr(text: str, /, **values: object) -> str:
    """A text in the language of the interface, with `values` in place of {names}.

    Without values braces stay as they are. A text without a translation stays English.
    """
    catalog = _catalog()
    if catalog is not None:
        text = catalog.texts.get(text, text)
    if values:
        text = text.format(**values)
    return choose_particles(text) if catalog is not None else text


def plural(count: int, one: str, many: str, /, **values: object) -> str:
    """One of two texts by a number, which is {count} in them."""
    return tr(one if count == 1 else many, count=count, **values)


def mark(text: str, /) -> str:
    """A text that is also a name in the program: `tr` translates it where it is shown."""
    return text


def message(text: str) -> str:
    """A message that `models` has already written in English, such as that of a ValueError."""
    catalog = _catalog()
    return choose_particles(catalog.message(text)) if catalog is not None else text


@lru_cache
def language() -> str:
    """The language of this process: that of the environment, the settings, or the system."""
    for choice in (os.environ.get(VARIABLE, ""), _read_saved_language(), system_language()):
        if choice in LANGUAGES:
            return choice
    return ENGLISH


def system_language() -> str:
    """The two letters of the system's language; empty if it names none.

    The variables come first: a locale that is not generated still says what a person reads.
    Windows and macOS have a language of the interface, which the locale does not tell.
    """
    named = next(filter(None, map(os.environ.get, LOCALE_VARIABLES)), "")
    return (named or _interface_language() or locale.getlocale()[0] or "")[:2].lower()


def _interface_language() -> str:
    """What Windows or macOS shows its own menus in, such as ko_KR; empty elsewhere."""
    if sys.platform == "win32":
        import ctypes

        code = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return locale.windows_locale.get(code, "")
    if sys.platform == "darwin":
        with suppress(OSError, subprocess.SubprocessError):
            found = subprocess.run(APPLE_LANGUAGES, capture_output=True, text=True, timeout=5)
            return first_language(found.stdout)
    return ""


def first_language(listed: str) -> str:
    """The first of a list as `defaults` prints it: ( "ko-KR", en ) gives ko-KR."""
    match = re.search(r"[A-Za-z]{2,3}(?:-\w+)*", listed)
    return match[0] if match else ""


def save_language(name: str) -> None:
    """What the next start uses. Raises OSError if it cannot be written."""
    path = language_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps({"language": name}) + "\n")


def _read_saved_language() -> str:
    try:
        return str(read_object(language_file())["language"])
    except (OSError, ValueError, LookupError):  # it is missing or damaged
        return ""


@lru_cache
def _catalog() -> TranslationCatalog | None:
    """The translations; None in English, which needs none."""
    if language() == ENGLISH:
        return None
    return read_catalog(resource("languages", f"{language()}.ts"))
