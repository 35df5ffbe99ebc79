"""Tasks of which a document holds examples: facts, words, sequences, and ones of the document only.

    country, capital, English       France: Paris.        a fact of the mini-world
    English to Korean               bear: 곰.              a translation
    reverse the words               bear red: red bear.   the same for all words
    label                           tovub: kel.           made-up words with random labels

The last sort is different in each document, so that it cannot be done from memory. In every family
some tasks are held out, and no document for training has one: by a hash of their names, or, where
the mapping is drawn, by their words, labels and kinds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from models.data.prompt_formats import PromptExample
from models.data.world.lexicon import LANGUAGES, Language, Lexicon, LexiconEntry, read_toml
from models.data.world.split import SPLITS, Split, stable_fraction
from models.runtime.resources import resource

FILE = ("demonstrations.toml",)
HELD_OUT_SHARE = 1 / 6  # of the tasks of a family, and of the kinds that get labels; one at least
MIN_PAIRS = 7  # examples that a task with a fixed mapping has at least
MAX_WORDS = 2  # of an input or an answer
MIN_KIND = 10  # entries of a kind from which labelled examples are drawn
NUMBERS_OF_KINDS = (2, 3, 4)  # in one document
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeiou"
# The form of made-up words. Those that are held out have a form of their own.
FORMS: Mapping[Split, tuple[str, ...]] = {"train": ("CVC", "CVCVC"), "held_out": ("CVCV",)}
HELD_OUT_LABELS = ("dax", "wug", "fep", "zup")

Pairs = list[tuple[str, str]]
Make = Callable[[random.Random], Iterable[tuple[str, str]]]


@dataclass(frozen=True)
class DemonstratedTask:
    """A task. `make` yields inputs with their answers in random order, as many as there are.

    `only_in_prompt` says that each document has a random mapping of its own. With `recalls` nothing
    but an earlier example with the same input says an answer, so inputs come again; in the others
    all inputs differ.
    """

    name: str
    description: str
    split: Split
    make: Make
    only_in_prompt: bool = False
    recalls: bool = False

    @property
    def family(self) -> str:
        return self.name.partition(":")[0]

    def examples(self, rng: random.Random, count: int) -> tuple[PromptExample, ...]:
        """Examples of one document; fewer where there are no more. Random: all of them.

        Where the mapping is random, its answers are the choices of each example.
        """
        pairs = list(islice(self.make(rng), count))
        choices = tuple(sorted({answer for _, answer in pairs})) if self.only_in_prompt else ()
        return tuple(PromptExample(text, answer, choices) for text, answer in pairs)

    def prompt(
        self, rng: random.Random, count: int
    ) -> tuple[tuple[PromptExample, ...], PromptExample]:
        """Examples of one document, and a query that they and the task allow to answer."""
        *examples, query = self.examples(rng, count + 1)
        if self.recalls and examples:
            query = rng.choice(examples)
        return tuple(examples), query


@lru_cache(maxsize=1)
def demonstrated_tasks() -> tuple[DemonstratedTask, ...]:
    """Every task, those of both splits."""
    fixed = (_facts(), _translations(), _list_judgement_tasks(), _sequences())
    return (*(task for family in fixed for task in _split_family(family)), *_drawn())


def tasks_of_split(split: Split) -> tuple[DemonstratedTask, ...]:
    return tuple(task for task in demonstrated_tasks() if task.split == split)


def words() -> Iterator[str]:
    """The texts that its documents are made of, but for made-up words."""
    for task in demonstrated_tasks():
        yield task.description
    for entry in _lexicon():
        yield from (entry.en, entry.ko)
    for pairs in (*_opposites().values(), *_sentiments().values()):
        for pair in pairs:
            yield from pair
    yield from (*_lexicon().kinds, *NUMBERS)


@dataclass(frozen=True)
class _Fixed:
    """A task whose mapping is always the same, before it is known whether it is held out."""

    name: str
    description: str
    make: Make


def _split_family(family: Sequence[_Fixed]) -> Iterator[DemonstratedTask]:
    """The tasks of a family; those with the lowest hash are held out."""
    held_out = _lowest([task.name for task in family])
    for task in family:
        split: Split = "held_out" if task.name in held_out else "train"
        yield DemonstratedTask(task.name, task.description, split, task.make)


def _lowest(names: Sequence[str]) -> frozenset[str]:
    ranked = sorted(names, key=lambda name: stable_fraction(f"demonstrations {name}"))
    return frozenset(ranked[: max(1, round(len(ranked) * HELD_OUT_SHARE))])


@lru_cache(maxsize=1)
def _lexicon() -> Lexicon:
    return Lexicon.load(resource("world"))


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return read_toml(resource(*FILE))


def _shuffle_pairs(pairs: Sequence[tuple[str, str]], rng: random.Random) -> Pairs:
    return rng.sample(pairs, len(pairs))


# Facts and words of the mini-world ----------------------------------------------------------------


def _facts() -> list[_Fixed]:
    """Every attribute of a kind that has one short value for most of its entries."""
    tasks = []
    for kind in _lexicon().kinds:
        entries = _lexicon().entries_of_kind(kind)
        for attribute in sorted({name for entry in entries for name in entry.attributes}):
            for language in LANGUAGES:
                pairs = _short(_values(entries, attribute, language))
                if len(pairs) >= max(MIN_PAIRS, len(entries) // 2):
                    title = f"{kind}, {attribute}, {_table()['languages'][language]}"
                    name = f"fact:{kind}:{attribute}:{language}"
                    tasks.append(_Fixed(name, _plain(title), partial(_shuffle_pairs, pairs)))
    return tasks


def _values(entries: Iterable[LexiconEntry], attribute: str, language: Language) -> Iterator[Any]:
    for entry in entries:
        values = entry.attributes.get(attribute, ())
        if len(values) == 1:
            yield entry.name(language), values[0].name(language)


def _short(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """Pairs of few words, the first of each input."""
    by_input: dict[str, str] = {}
    for text, answer in pairs:
        if max(len(text.split()), len(answer.split())) <= MAX_WORDS and text != answer:
            by_input.setdefault(text, answer)
    return list(by_input.items())


def _plain(title: str) -> str:
    """A key of the lexicon as words."""
    return title.replace("_", " ")


def _translations() -> list[_Fixed]:
    languages = _table()["languages"]
    tasks = []
    for kind in _lexicon().kinds:
        for one, other in (LANGUAGES, LANGUAGES[::-1]):
            entries = _lexicon().entries_of_kind(kind)
            pairs = _short((entry.name(one), entry.name(other)) for entry in entries)
            if len(pairs) >= MIN_PAIRS:
                title = f"{languages[one]} to {languages[other]}"
                tasks.append(
                    _Fixed(f"word:{kind}:{one}:{other}", title, partial(_shuffle_pairs, pairs))
                )
    return tasks


def _list_judgement_tasks() -> list[_Fixed]:
    """Opposites, sentiment words and the kind of a thing, in both languages where there are."""
    tasks = []
    for language, pairs in _opposites().items():
        title = _table()["languages"][language]
        both = (*pairs, *((answer, text) for text, answer in pairs))
        tasks += [
            _Fixed(
                f"judged:opposite:{language}", f"opposite, {title}", partial(_shuffle_pairs, both)
            ),
            _Fixed(
                f"judged:sentiment:{language}",
                f"sentiment, {title}",
                partial(_shuffle_pairs, _sentiments()[language]),
            ),
        ]
    for number in NUMBERS_OF_KINDS:
        make = partial(_generate_kind_pairs, number)
        tasks.append(_Fixed(f"judged:kind:{number}", "kind of thing", make))
    return tasks


def _generate_kind_pairs(number: int, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Things of several kinds with the names of their kinds."""
    labels = {kind: _plain(kind) for kind in rng.sample(_distinct_kinds(), number)}
    return _generate_labelled_entries(labels, rng)


@lru_cache(maxsize=1)
def _distinct_kinds() -> tuple[str, ...]:
    """Kinds with enough entries, none of which has the name of an entry of another one."""
    names: set[str] = set()
    kinds: list[str] = []
    for kind in _lexicon().kinds:
        own = {entry.en for entry in _lexicon().entries_of_kind(kind)}
        if len(own) >= MIN_KIND and not own & names:
            kinds.append(kind)
            names |= own
    return tuple(kinds)


def _generate_labelled_entries(
    labels: Mapping[str, str], rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Entries of random kinds with the label of their kind, each once. Ends with the first kind."""
    entries = {
        kind: rng.sample(_lexicon().entries_of_kind(kind), len(_lexicon().entries_of_kind(kind)))
        for kind in labels
    }
    while all(entries.values()):
        kind = rng.choice(list(labels))
        yield entries[kind].pop().en, labels[kind]


@lru_cache(maxsize=1)
def _opposites() -> dict[Language, tuple[tuple[str, str], ...]]:
    table = _table()["opposites"]
    return {language: tuple((a, b) for a, b in table[language]) for language in LANGUAGES}


@lru_cache(maxsize=1)
def _sentiments() -> dict[Language, tuple[tuple[str, str], ...]]:
    """The adjectives of the labelled set of opinions that have one label; Korean before nouns."""
    targets = read_toml(resource("labelled", "sentiment.toml"))["target"]
    return {"en": _one_label(targets, 0), "ko": _one_label(targets, -1)}


def _one_label(targets: Iterable[Mapping[str, Any]], form: int) -> tuple[tuple[str, str], ...]:
    """Adjectives in one form with their label."""
    labels: dict[str, set[str]] = {}
    for target in targets:
        for key, label in (("good", "positive"), ("bad", "negative")):
            for row in target[key]:
                labels.setdefault(row[form], set()).add(label)
    return tuple((text, min(label)) for text, label in labels.items() if len(label) == 1)


# Sequences of words -------------------------------------------------------------------------------

NUMBERS = ("one", "two", "three", "four", "five")
# What becomes of a sequence of two to four words, all different.
OPERATIONS: Mapping[str, tuple[str, Callable[[list[str]], Sequence[str]]]] = {
    "copy": ("copy the words", lambda row: row),
    "reverse": ("reverse the words", lambda row: row[::-1]),
    "first": ("the first word", lambda row: row[:1]),
    "second": ("the second word", lambda row: row[1:2]),
    "last": ("the last word", lambda row: row[-1:]),
    "without-first": ("without the first word", lambda row: row[1:]),
    "without-last": ("without the last word", lambda row: row[:-1]),
    "first-twice": ("the first word twice", lambda row: row[:1] * 2),
    "last-twice": ("the last word twice", lambda row: row[-1:] * 2),
    "ends": ("the first and the last word", lambda row: [row[0], row[-1]]),
    "ends-reversed": ("the last and the first word", lambda row: [row[-1], row[0]]),
    "last-first": ("the last word moved to the front", lambda row: [row[-1], *row[:-1]]),
    "first-last": ("the first word moved to the end", lambda row: [*row[1:], row[0]]),
    "count": ("the number of words", lambda row: [NUMBERS[len(row) - 1]]),
}


def _sequences() -> list[_Fixed]:
    """Return one task for each operation on words; examples show the operation."""
    return [
        _Fixed(f"sequence:{name}", title, partial(_generate_operation_pairs, change))
        for name, (title, change) in OPERATIONS.items()
    ]


def _generate_operation_pairs(
    change: Callable[[list[str]], Sequence[str]], rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Yield random rows of words and what the operation makes of them, without end."""
    while True:
        row = rng.sample(_single_words(), rng.randint(2, 4))
        yield " ".join(row), " ".join(change(row))


@lru_cache(maxsize=1)
def _single_words() -> tuple[str, ...]:
    """English names of one word, each once."""
    names = (entry.en for entry in _lexicon() if entry.en.isalpha())
    return tuple(sorted(set(names) - set(NUMBERS)))


# Mappings of one document -------------------------------------------------------------------------


def _drawn() -> Iterator[DemonstratedTask]:
    """Tasks whose mapping is drawn for each document, for both splits.

    What is held out has other made-up words, other labels, other kinds of things, and adjectives of
    the language in which sentiment is held out.
    """
    for split in SPLITS:
        for number in NUMBERS_OF_KINDS:
            makes: dict[str, tuple[Make, bool]] = {
                "made-up": (partial(_made_up, split, number), True),
                "paired": (partial(_generate_random_pairs, split, number + 2), True),
                "kinds": (partial(_made_up_labels, split, number), False),
                "permuted": (partial(_permuted_labels, split, number), False),
            }
            for name, (make, recalls) in makes.items():
                title = f"only-here:{name}:{number}:{split}"
                yield DemonstratedTask(title, "label", split, make, True, recalls)
    splits = {task.name: task.split for task in _split_family(_list_judgement_tasks())}
    for language in LANGUAGES:
        make_signs = partial(_permuted_sentiments, language)
        split = splits[f"judged:sentiment:{language}"]
        yield DemonstratedTask(f"only-here:sentiment:{language}", "label", split, make_signs, True)


def _made_up(split: Split, number: int, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Made-up words, each with one of several made-up labels; every word comes again."""
    labels = _labels(split, number, rng)
    invented = _invent_words(split, rng.randint(number, 2 * number), rng, besides=labels)
    mapping = {text: rng.choice(labels) for text in invented}
    return _repeat_pairs(mapping, rng)


def _made_up_labels(split: Split, number: int, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Things whose kind decides which made-up label they have."""
    kinds = rng.sample(_labelled_kinds(split), number)
    return _generate_labelled_entries(
        dict(zip(kinds, _labels(split, len(kinds), rng), strict=True)), rng
    )


def _permuted_labels(split: Split, number: int, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Things with the name of another kind in place of their own."""
    kinds = rng.sample(_labelled_kinds(split), number)
    shift = rng.randrange(1, len(kinds))
    others = kinds[shift:] + kinds[:shift]
    return _generate_labelled_entries(dict(zip(kinds, map(_plain, others), strict=True)), rng)


def _permuted_sentiments(language: Language, rng: random.Random) -> Pairs:
    """Sentiment words with their labels or with each other's."""
    labels = ("positive", "negative")
    instead = dict(zip(labels, rng.sample(labels, len(labels)), strict=True))
    return [(text, instead[label]) for text, label in _shuffle_pairs(_sentiments()[language], rng)]


def _generate_random_pairs(
    split: Split, number: int, rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Names of one kind paired with names of another at random; every pair comes again."""
    one, other = rng.sample(_labelled_kinds(split), 2)
    texts, answers = (rng.sample(_lexicon().entries_of_kind(kind), number) for kind in (one, other))
    mapping = {text.en: answer.en for text, answer in zip(texts, answers, strict=True)}
    return _repeat_pairs(mapping, rng)


def _repeat_pairs(mapping: Mapping[str, str], rng: random.Random) -> Iterator[tuple[str, str]]:
    """Every pair once in random order, then random ones without end."""
    pairs = list(mapping.items())
    yield from rng.sample(pairs, len(pairs))
    while True:
        yield rng.choice(pairs)


@lru_cache(maxsize=2)
def _labelled_kinds(split: Split) -> tuple[str, ...]:
    """Kinds of things that get labels: those that are held out in no document for training."""
    ranked = sorted(_distinct_kinds(), key=lambda kind: stable_fraction(f"labelled {kind}"))
    count = max(NUMBERS_OF_KINDS[-1], round(len(ranked) * HELD_OUT_SHARE))
    return tuple(ranked[:count] if split == "held_out" else ranked[count:])


def _labels(split: Split, number: int, rng: random.Random) -> tuple[str, ...]:
    if split == "held_out":
        return tuple(rng.sample(HELD_OUT_LABELS, number))
    return _invent_words(split, number, rng)


def _invent_words(
    split: Split, number: int, rng: random.Random, besides: Iterable[str] = ()
) -> tuple[str, ...]:
    """Made-up words of the split, all different, and none of the lexicon."""
    known, made = {*besides, *HELD_OUT_LABELS, *_known_words()}, list[str]()
    letters = {"C": CONSONANTS, "V": VOWELS}
    while len(made) < number:
        form = rng.choice(FORMS[split])
        text = "".join(rng.choice(letters[sort]) for sort in form)
        if text not in known:
            known.add(text)
            made.append(text)
    return tuple(made)


@lru_cache(maxsize=1)
def _known_words() -> frozenset[str]:
    """The English words of the lexicon and of opposites, in lower case."""
    names = [entry.en for entry in _lexicon()]
    names += [text for pair in _opposites()["en"] for text in pair]
    return frozenset(word for name in names for word in name.lower().split())
