"""Sentences of the mini-world with marked names, for tasks about one entity or about two.

Entities are divided by split, by a hash of their name in the language of the set: no sentence for
training names an entity of dev or test that such a task is about.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Collection, Iterator

from models.data.labelled.statements import PlainSentence, SlotMention, fact_sentences
from models.data.world.lexicon import Language, LexiconEntry
from models.tasks.examples import Marks, Split, TextExample

TENTHS: dict[int, Split] = {0: "dev", 1: "test"}  # of the entities; the others are for training
BETWEEN = "; "  # the marked names, in a second text


def split_of(entity: LexiconEntry, language: Language) -> Split:
    """The split whose examples may be about an entity; the same for entities of one name."""
    name = entity.name(language).casefold()
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return TENTHS.get(int.from_bytes(digest, "big") % 10, "train")


def shuffled_sentences(rng: random.Random) -> Iterator[PlainSentence]:
    """All sentences about one subject in random order."""
    splits: tuple[Split, ...] = ("train", "dev", "test")
    every = [sentence for split in splits for sentence in fact_sentences(split)]
    rng.shuffle(every)
    yield from every


def split_for(
    places: Collection[SlotMention], kinds: Collection[str], language: Language
) -> Split | None:
    """The split of a sentence by its entities of these kinds; None where it names two held out.

    That is where entities of dev and of test meet.
    """
    values = (place.value for place in places if place.value.kind in kinds)
    held_out = {split_of(one, language) for one in values} - {"train"}
    return None if len(held_out) > 1 else next(iter(held_out), "train")


def mark_of(place: SlotMention, language: Language) -> tuple[int, int] | None:
    """The characters of a name in its sentence; None where another form of it is there."""
    name = place.value.name(language)
    at = place.words.lower().find(name.lower())
    start = place.start + at
    return None if at < 0 else (start, start + len(name))


def marked_example(text: str, marks: Marks, label: str) -> TextExample:
    """The sentence with its marked names, which are the second text of a model without markers."""
    names = BETWEEN.join(text[start:end] for start, end in marks)
    return TextExample("", text, names, label, marks=marks)
