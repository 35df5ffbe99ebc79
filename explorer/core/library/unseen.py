"""Says where a sentence has words that the models were not trained on, so that they only guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.core.readable import listed
from models.data.world.words import SeenWords, words_in

# Of the words of a text. No held-out sentence of the mini-world has a new word; 96 % of the lines
# of WikiText-2 and 99 % of those of Korean novels reach this share.
SHARE = 0.3
MAX_WORDS = 1000  # of a text that are counted, so that a key press stays below a millisecond or two
MAX_CHARACTERS = 20_000
MAX_NAMED = 2  # models; more are counted


@dataclass(frozen=True)
class UnseenNote:
    """What is said of models that do not know the words of a text."""

    text: str
    short: str  # for a narrow window


def unseen_note(known: Mapping[str, SeenWords], text: str, pair: str = "") -> UnseenNote | None:
    """One sentence about the models that do not know the words of a text; None where all do.

    `known` holds the words of each model's training text by the model's title.
    """
    texts = [_beginning(text), _beginning(pair)]
    total = sum(len(words_in(one)) for one in texts)
    counts = {title: sum(len(words.unseen(one)) for one in texts) for title, words in known.items()}
    lost = {title: count for title, count in counts.items() if total and count / total >= SHARE}
    if not lost:
        return None
    count, differ = min(lost.values()), len(set(lost.values())) > 1
    names = listed([*lost]) if len(lost) <= MAX_NAMED else f"these {len(lost)} models"
    was, their = ("was", "its") if len(lost) == 1 else ("were", "their")
    share = f"{'At least ' if differ else ''}{count:,} of {total:,} words"
    return UnseenNote(
        f"{share} {'does' if count == 1 else 'do'} not occur in the text that {names} {was} "
        f"trained on: {their} predictions here mean little.",
        f"{share} unknown: predictions mean little.",
    )


def _beginning(text: str) -> str:
    """The first words of a text; all of a short one, as it was typed."""
    text = text[:MAX_CHARACTERS]
    parts = text.split(maxsplit=MAX_WORDS)
    return " ".join(parts[:MAX_WORDS]) if len(parts) > MAX_WORDS else text
