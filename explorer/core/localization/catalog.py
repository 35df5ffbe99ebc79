"""Translations as Qt Linguist saves them, read without Qt so that commands have them too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree

ENGLISH = re.compile(r"[A-Za-z]")
HOLE = re.compile(r"\{([^\W\d]\w*)[^{}]*\}")  # {count}, {share:.1%}


@dataclass(frozen=True)
class TranslationCatalog:
    """Translated texts by their English source."""

    texts: Mapping[str, str]
    library: frozenset[str] = frozenset()  # those of `models`, which come with values filled in

    def message(self, text: str) -> str:
        """The translation of a text whose {names} are already filled in.

        What stands in place of a name may be such a text itself.
        """
        return self._recognise(text)[1]

    def _recognise(self, text: str) -> tuple[int, str]:
        """A translation, and how much of the text it knows; of several it is the one with most."""
        if text in self.texts:
            return len(text), self.texts[text]
        best = 0, text
        for literal, pattern, translation in self._patterns:
            if literal in text and (match := pattern.fullmatch(text)):
                parts = {name: self._part(part) for name, part in match.groupdict().items()}
                unknown = sum(
                    len(ENGLISH.findall(part)) - parts[name][0]
                    for name, part in match.groupdict().items()
                    if " " in part
                )
                known = sum(known for known, _ in parts.values())
                known += len(text) - sum(map(len, match.groupdict().values()))
                if known > best[0] and known >= unknown:  # else most would stay English
                    words = {name: part for name, (_, part) in parts.items()}
                    best = known, translation.format_map(words)
        if not best[0] and ": " in text:  # a place in a file, then what is wrong there
            place, _, reason = text.partition(": ")
            known, reason = self._recognise(reason)
            return known, f"{place}: {reason}"
        return best

    def _part(self, text: str) -> tuple[int, str]:
        """Several words are looked up; one may be a name that somebody gave, or one of ours."""
        return self._recognise(text) if " " in text or text in self.library else (0, text)

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str], str]]:
        """Sources with {names}: their longest literal part, a pattern, and the translation."""
        found = []
        for source in self.library:
            translation = self.texts[source]
            literals = HOLE.split(source)[::2]
            if (
                source != translation
                and len(literals) > 1
                and any(map(str.isalpha, "".join(literals)))
            ):
                plain = HOLE.sub(r"{\1}", translation)
                found.append((max(literals, key=len), _pattern(source), plain))
        return found


def read_catalog(path: Path) -> TranslationCatalog:
    """The finished translations of a .ts file."""
    finished = [message for message in read_messages(path) if message[2]]
    library = frozenset(source for context, source, _ in finished if context.startswith("models"))
    return TranslationCatalog({source: text for _, source, text in finished}, library)


def read_messages(path: Path) -> Iterator[tuple[str, str, str]]:
    """Every message as (context, source, translation); an unfinished one is empty."""
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name", "")
        for each in context.iter("message"):
            translation = each.find("translation")
            done = translation is not None and translation.get("type") is None
            text = translation.text or "" if translation is not None and done else ""
            yield name, each.findtext("source", ""), text


def names_in(text: str) -> set[str]:
    """The {names} of a text."""
    return {match[1] for match in HOLE.finditer(text)}


def _pattern(source: str) -> re.Pattern[str]:
    parts, known = [], set()
    for place, part in enumerate(HOLE.split(source)):
        if place % 2 == 0:
            parts.append(re.escape(part))
        else:
            parts.append(f"(?P={part})" if part in known else f"(?P<{part}>.*?)")
            known.add(part)
    return re.compile("".join(parts), re.DOTALL)
