"""A warning for texts with words that do not occur in the training text of a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.readable import join_names
from models.data.world.words import Place, SeenWords, words_in

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

# Share of unseen words from which on no prediction means much. No held-out sentence of the
# mini-world has an unseen word; 96 % of the lines of WikiText-2 and 99 % of those of Korean novels
# reach this share.
SHARE = 0.3
MAX_WORDS = 1000  # of a text that are counted, so that a key press stays below a millisecond or two
MAX_CHARACTERS = 20_000
MAX_NAMED = 2  # models; more are counted
MAX_QUOTED = 3  # words


@dataclass(frozen=True)
class UnseenNote:
    """The warning about models that never saw some words of a text, or cannot read them.

    `is_of_tokenizers`: it concerns whatever is shown of the text, not predictions alone. `composes`
    says that the text with composed letters would be read.
    """

    text: str
    short: str  # for a narrow window
    is_of_tokenizers: bool = False
    composes: bool = False


def known_words(engine: Engine, keys: Sequence[str]) -> Work:
    """The words in the training data of each model; None if they are unknown."""
    words: dict[str, SeenWords | None] = {}
    for key in keys:
        yield Progress(tr("Looking up words"))
        try:
            words[key] = engine.seen_words(key)
        except UserError:  # the panel reports it when it computes its answer
            words[key] = None
    return words


def unseen_places(known: Iterable[SeenWords], text: str) -> tuple[Place, ...]:
    """Return the places of a text's words that one of the models never saw."""
    first = first_words(text)
    return tuple(sorted({place for words in known for place in words.unseen_places(first)}))


def unseen_note(known: Mapping[str, SeenWords], text: str, pair: str = "") -> UnseenNote | None:
    """One sentence about the models that never saw words of a text; None if they saw all.

    `known` holds the words of each model's training text by the model's title.
    """
    texts = [first_words(text), first_words(pair)]
    total = sum(len(words_in(one)) for one in texts)
    counts = {title: sum(len(words.unseen(one)) for one in texts) for title, words in known.items()}
    many = {title: count for title, count in counts.items() if total and count / total >= SHARE}
    if not many:
        return _note_of_few([title for title in counts if counts[title]], known, texts)
    count, differ = min(many.values()), len(set(many.values())) > 1
    if differ:
        share = tr("At least {count:,} of {total:,} words", count=count, total=total)
    else:
        share = tr("{count:,} of {total:,} words", count=count, total=total)
    return UnseenNote(
        _sentence(share, _list_titles([*many]), occurs=count == 1, one_model=len(many) == 1),
        tr("{share} unknown: predictions mean little.", share=share),
    )


def _note_of_few(
    titles: Sequence[str], known: Mapping[str, SeenWords], texts: Sequence[str]
) -> UnseenNote | None:
    """The words themselves, with the models that lack one of them."""
    places = [(one, unseen_places([known[title] for title in titles], one)) for one in texts]
    words = [f"“{one[slice(*place)]}”" for one, found in places for place in found]
    if not words:
        return None
    words = [*dict.fromkeys(words)]
    if (more := len(words) - MAX_QUOTED) > 0:
        words = [*words[:MAX_QUOTED], tr("{number:,} more", number=more)]
    quoted = join_names(words)
    return UnseenNote(
        tr(
            "Not in the training text of {names}: {words}. Predictions near such words mean "
            "little.",
            names=_list_titles(titles),
            words=quoted,
        ),
        tr("Unknown: {words}.", words=quoted),
    )


def _list_titles(titles: Sequence[str]) -> str:
    if len(titles) > MAX_NAMED:
        return tr("these {number} models", number=len(titles))
    return join_names(titles)


def _sentence(share: str, names: str, *, occurs: bool, one_model: bool) -> str:
    texts = {
        (True, True): tr(
            "{share} does not occur in the text that {names} was trained on, so its predictions "
            "here mean little.",
            share=share,
            names=names,
        ),
        (False, True): tr(
            "{share} do not occur in the text that {names} was trained on, so its predictions "
            "here mean little.",
            share=share,
            names=names,
        ),
        (True, False): tr(
            "{share} does not occur in the text that {names} were trained on, so their "
            "predictions here mean little.",
            share=share,
            names=names,
        ),
        (False, False): tr(
            "{share} do not occur in the text that {names} were trained on, so their predictions "
            "here mean little.",
            share=share,
            names=names,
        ),
    }
    return texts[occurs, one_model]


def first_words(text: str) -> str:
    """The first words of a text; all of a short one, as it was typed."""
    text = text[:MAX_CHARACTERS]
    parts = text.split(maxsplit=MAX_WORDS)
    return text.removesuffix(parts[MAX_WORDS]) if len(parts) > MAX_WORDS else text
