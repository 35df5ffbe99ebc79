"""What several panels say in the same words: sizes of files, and texts that were cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.core.localization import KOREAN, language, mark, plural, tr
from explorer.core.localization.korean import format_myriads

if TYPE_CHECKING:
    from explorer.core.engine.cards import ModelCard

TEXT, PROMPT = mark("text"), mark("prompt")  # what was cut off
MILLION = 1e6
COUNT_UNITS = ((1e15, "P"), (1e12, "T"), (1e9, "bn"), (MILLION, "M"))
SUFFIXES = {"M": MILLION, "B": 1e9}  # of counts in papers
STATED = re.compile(r"(\d[\d,]*(?:\.\d+)?)([MB])\b")
# Characters that command a terminal. They are shown as U+FFFD.
CONTROLS = {at: "\ufffd" for at in (*range(32), *range(127, 160)) if chr(at) not in "\t\n\r"}
HALF_PRECISION_BYTES = 3  # a file with fewer bytes than this for each number holds halves


def visible(text: str) -> str:
    """A text without the characters that command a terminal, such as those that clear it."""
    return text.translate(CONTROLS)


def readable_bytes(count: float) -> str:
    """Bytes as a person reads them, in three digits and powers of ten."""
    for limit, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= 0.9995 * limit:
            digits = max(0, 2 - len(str(int(count / limit * 1.0005))) + 1)
            return f"{count / limit:,.{digits}f} {unit}"
    return f"{count:.0f} B"


def readable_count(count: float) -> str:
    """A large number in four digits: 953, 9,000, 23.44 M, 174.6 bn; in Korean 2,344만, 1,746억."""
    if abs(count) < 0.9995 * MILLION:
        return f"{count:,.0f}"
    if language() == KOREAN:
        return format_myriads(count)
    limit, unit = next(one for one in COUNT_UNITS if abs(count) >= 0.9995 * one[0])
    return f"{count / limit:.4g} {unit}"


def stated_count(text: str) -> str:
    """What is stated of a checkpoint, such as "340M in the paper", as it is read here."""
    text = tr(text)
    if language() != KOREAN:
        return text
    return STATED.sub(
        lambda one: format_myriads(float(one[1].replace(",", "")) * SUFFIXES[one[2]]), text
    )


def bits_of_a_number(size_bytes: int, parameters: int) -> int:
    """How wide the numbers of a file of weights are: 16 bits, or 32."""
    return 16 if size_bytes < HALF_PRECISION_BYTES * parameters else 32


def size_on_disk(size_bytes: int, parameters: int | None) -> str:
    """The size of a file of weights with the precision of its numbers, where they are counted."""
    size = readable_bytes(size_bytes)
    if not parameters:
        return size
    return tr("{size}, {bits}-bit", size=size, bits=bits_of_a_number(size_bytes, parameters))


def longest_text(num_positions: int) -> str:
    """How long a text may be, also for a model that has no table of positions."""
    return plural(num_positions, "{count:,} token", "{count:,} tokens")


def model_name(key: str) -> str:
    """A model by its key in a line of progress: that of an own folder is its path."""
    return Path(key).name or key


def cut_off(title: str, num_cut: int, num_positions: int | None, of: str = TEXT) -> str:
    """Say how many tokens of a text the model that `title` names could not take.

    Positions are not mentioned: models with distances only have no table of them.
    """
    text = plural(
        num_cut,
        "{title}: the last token of the {of} was cut off",
        "{title}: the last {count:,} tokens of the {of} were cut off",
        title=title,
        of=tr(of),
    )
    if num_positions is None:
        return f"{text}."
    return tr("{text}; it takes {room:,} at most.", text=text, room=num_positions)


def all_cut_off(cases: Iterable[tuple[str, int, int | None]], of: str = TEXT) -> list[str]:
    """Say for several models in one line how many tokens were cut off, which saves height.

    A case has the arguments of `cut_off`; one without a token cut off is left out.
    """
    cut = [case for case in cases if case[1]]
    if len(cut) < 2:
        return [cut_off(*case, of) for case in cut]
    lost = ", ".join(f"{title} {num_cut:,}" for title, num_cut, _ in cut)
    text = tr("Tokens cut off at the end of the {of}: {lost}", of=tr(of), lost=lost)
    rooms = sorted({room for *_, room in cut if room is not None})
    if not rooms:
        return [f"{text}."]
    limits = join_names([f"{room:,}" for room in rooms])
    return [tr("{text}; they take {limits} at most.", text=text, limits=limits)]


def untrained_guesses(titles: Sequence[str]) -> list[str]:
    """One line about the models whose head for masked tokens was not trained, if there are any."""
    if not titles:
        return []
    return [
        plural(
            len(titles),
            "{titles} was trained to detect replaced tokens, not to predict masked ones: "
            "predictions at masked positions mean nothing.",
            "{titles} were trained to detect replaced tokens, not to predict masked ones: "
            "predictions at masked positions mean nothing.",
            titles=join_names(titles),
        )
    ]


def model_limits(cases: Iterable[tuple[str, ModelCard, int]]) -> list[str]:
    """Lines about texts that were cut off, and heads that were not trained.

    A case is the title of a model, its card, and how many tokens were cut off.
    """
    cases = list(cases)
    untrained = [title for title, card, _ in cases if card.guesses_untrained]
    cut = ((title, num_cut, card.num_positions) for title, card, num_cut in cases)
    return [*all_cut_off(cut), *untrained_guesses(untrained)]


def join_names(names: Sequence[str]) -> str:
    """A; A and B; A, B and C."""
    *others, last = names or [""]
    return tr("{others} and {last}", others=", ".join(others), last=last) if others else last


def nats(value: float) -> str:
    """A logarithm with its unit; one that rounds to nothing has no sign."""
    return f"{round(value, 2) + 0.0:.2f} {tr('nats')}"
