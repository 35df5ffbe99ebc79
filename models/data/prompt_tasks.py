"""Tasks for few-shot prompts: what is before the answer, labelled examples, and queries.

Labelled sets of the mini-world with their labels as words, facts, translations of words, and tasks
whose mapping is in the prompt alone (labels permuted, made-up words, made-up labels), so that no
memory of the training text solves them. An own table has an input and an answer in each line.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from models.data.labelled.catalog import WORLD_SETS, open_labelled
from models.data.labelled.statements import world
from models.data.prompt_formats import DEMONSTRATION, PromptExample, PromptFormat
from models.data.tables.encodings import BOM, read_head
from models.data.tables.lines import FileLine, lines
from models.data.tasks import TITLES
from models.data.world.lexicon import LANGUAGES, Language, LexiconEntry
from models.tasks.examples import ChoiceExample, DataError, Example, TextExample

NUM_CHOICES = 4  # where a task has no labels: the answer and others of its kind
MOST_LABELS = 20  # different answers of a table; with more of them they are no choices
NUM_MADE_UP = 60
MADE_UP_LABELS = ("dax", "wug", "fep", "zup")
KINDS = ("animal", "vehicle", "food", "garment", "country", "occupation")
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
HEADER = ("input", "answer")
KOREAN_LABELS = {
    "acceptable": "맞음", "unacceptable": "틀림", "positive": "긍정", "negative": "부정",
    "entailment": "함의", "neutral": "중립", "contradiction": "모순",
    "paraphrase": "같음", "different": "다름",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class PromptTask:
    """Examples to draw, and queries that are no examples.

    With `recalls` the queries are inputs of the examples in the prompt, because nothing else says
    their answer. `only_in_prompt` says that no text but the prompt has the mapping.
    """

    name: str
    title: str
    note: str
    format: PromptFormat
    examples: Sequence[PromptExample]
    queries: Sequence[PromptExample]
    only_in_prompt: bool = False
    recalls: bool = False

    @property
    def has_choices(self) -> bool:
        return all(query.choices for query in self.queries)

    @property
    def chance(self) -> float | None:
        """The accuracy of an answer at random among the choices; None without choices."""
        if not self.has_choices:
            return None
        return sum(1 / len(query.choices) for query in self.queries) / len(self.queries)

    @property
    def majority(self) -> float:
        """The accuracy of the answer that is most frequent among the queries."""
        counts = Counter(query.answer for query in self.queries)
        return max(counts.values()) / len(self.queries)

    def draw(self, count: int, seed: int) -> tuple[PromptExample, ...]:
        """Examples in the order of the prompt; fewer of one seed are the first of more."""
        rng = random.Random(f"examples {self.name} {seed}")
        order = rng.sample(range(len(self.examples)), len(self.examples))
        return tuple(self.examples[place] for place in order[:count])

    def draw_queries(
        self, count: int, seed: int, examples: Sequence[PromptExample]
    ) -> tuple[PromptExample, ...]:
        """Queries in random order; of a task that recalls, those of these examples."""
        pool = (examples or self.examples) if self.recalls else self.queries
        order = random.Random(f"queries {self.name} {seed}").sample(range(len(pool)), len(pool))
        return tuple(pool[place] for place in order[:count])


@dataclass(frozen=True)
class _Source:
    """A task of the mini-world that is not made yet."""

    title: str
    make: Callable[[str, int], PromptTask]


def prompt_tasks() -> dict[str, str]:
    """The titles of the mini-world's tasks by name."""
    return {name: source.title for name, source in _sources().items()}


@lru_cache(maxsize=64)
def open_prompt_task(name: str, seed: int = 1) -> PromptTask:
    """A task by name; the seed draws made-up words and permutations. Raises DataError."""
    sources = _sources()
    if name not in sources:
        raise DataError(f"task {name}", f"there is none. There are {', '.join(sources)}")
    return sources[name].make(name, seed)


@lru_cache(maxsize=1)
def _sources() -> Mapping[str, _Source]:
    sources: dict[str, _Source] = {}
    for language in LANGUAGES:
        sources |= dict(_labelled_sources(language))
        in_words = TITLES[language]
        sources[f"capital:{language}"] = _Source(
            f"Capital of a country ({in_words})", partial(_capitals, language)
        )
        other: Language = "ko" if language == "en" else "en"
        sources[f"words:{language}-{other}"] = _Source(
            f"Words, {in_words} to {TITLES[other]}", partial(_words, language, other)
        )
        sources[f"kinds:{language}"] = _Source(
            f"Kinds of things with made-up labels ({in_words})", partial(_kinds, language)
        )
    sources["made-up"] = _Source("Made-up words with labels", _made_up)
    return sources


def _labelled_sources(language: Language) -> Iterator[tuple[str, _Source]]:
    for name, one in WORLD_SETS.items():
        _, short, code = name.split(":")
        if code != language or one.task not in ("classification", "choice"):
            continue
        yield f"{short}:{code}", _Source(one.title, partial(_make_labelled_task, name))
        if one.task == "classification":
            make = partial(_permute_labels, f"{short}:{code}")
            yield f"{short}:{code}:permuted", _Source(f"{one.title}, labels permuted", make)


# The mini-world -----------------------------------------------------------------------------------


def _make_labelled_task(set_name: str, name: str, seed: int) -> PromptTask:
    """Training examples for the prompt, dev examples as queries."""
    data, korean = open_labelled(set_name), set_name.endswith(":ko")
    words = {label: KOREAN_LABELS.get(label, label) if korean else label for label in data.labels}
    choices = tuple(words.values())
    described = f"{', '.join(choices[:-1])} or {choices[-1]}?" if choices else ""
    form = PromptFormat(description=described)
    if not choices:
        form = PromptFormat("{input}", "{input} {answer}")
    pool, queries = (
        [made for one in data.examples(split) if (made := _as_pair(one, words))]
        for split in ("train", "dev")
    )
    return PromptTask(name, data.title, data.notes[0], form, pool, queries)


def _as_pair(example: Example, words: Mapping[str, str]) -> PromptExample | None:
    """An example of a class or of a choice; None without its answer."""
    if isinstance(example, ChoiceExample) and example.label is not None:
        choices = example.choices
        return PromptExample(example.context, choices[example.label], choices)
    if isinstance(example, TextExample) and example.label is not None:
        text = f"{example.text}\n{example.pair}" if example.pair else example.text
        return PromptExample(text, words[example.label], tuple(words.values()))
    return None


def _permute_labels(original: str, name: str, seed: int) -> PromptTask:
    """Each label in place of another one, none in its own."""
    task = open_prompt_task(original, seed)
    labels = list(task.queries[0].choices)
    shift = random.Random(f"permuted {name} {seed}").randrange(1, len(labels))
    instead = dict(zip(labels, labels[shift:] + labels[:shift], strict=True))
    changed = [
        [replace(one, answer=instead[one.answer]) for one in part]
        for part in (task.examples, task.queries)
    ]
    mapping = ", ".join(f"{other} where it was {one}" for one, other in instead.items())
    return replace(
        task,
        name=name,
        title=f"{task.title}, labels permuted",
        note=f"The labels are permuted: {mapping}.",
        examples=changed[0],
        queries=changed[1],
        only_in_prompt=True,
    )


def _capitals(language: Language, name: str, seed: int) -> PromptTask:
    if language == "en":
        form = PromptFormat(
            "The capital of {input} is", "The capital of {input} is {answer}.", neutral="This is"
        )
    else:
        form = PromptFormat("{input}의 수도는", "{input}의 수도는 {answer}이다.", neutral="이것은")
    pairs = [
        (country.name(language), country.attributes["capital"][0].name(language))
        for country in world().lexicon.entries_of_kind("country")
    ]
    note = "Facts that the training text of the bundled models states."
    title = f"Capital of a country ({TITLES[language]})"
    return _split_pairs(name, title, note, form, _add_choices([pairs], seed), seed)


def _words(one: Language, other: Language, name: str, seed: int) -> PromptTask:
    """Names of things; a choice is another thing of the same kind."""
    by_kind = [
        [(entry.name(one), entry.name(other)) for entry in world().lexicon.entries_of_kind(kind)]
        for kind in world().lexicon.kinds
    ]
    pairs = _add_choices([part for part in by_kind if len(part) >= NUM_CHOICES], seed)
    title = f"Words, {TITLES[one]} to {TITLES[other]}"
    note = "Names of things of the mini-world in both languages."
    return _split_pairs(name, title, note, DEMONSTRATION, pairs, seed)


def _kinds(language: Language, name: str, seed: int) -> PromptTask:
    """Words of two kinds, as many of each, which have made-up labels."""
    rng = random.Random(f"kinds {seed}")
    kinds, labels = rng.sample(KINDS, 2), MADE_UP_LABELS[:2]
    entries = [world().lexicon.entries_of_kind(kind) for kind in kinds]
    number = min(map(len, entries))

    def name_of_entry(entry: LexiconEntry) -> str:
        return entry.name(language)

    pairs = [
        PromptExample(name_of_entry(entry), label, labels)
        for part, label in zip(entries, labels, strict=True)
        for entry in rng.sample(part, number)
    ]
    title = f"Kinds of things with made-up labels ({TITLES[language]})"
    note = f"{kinds[0]}: {labels[0]}, {kinds[1]}: {labels[1]}. Only the prompt says so."
    return _split_pairs(name, title, note, DEMONSTRATION, pairs, seed, only_in_prompt=True)


def _made_up(name: str, seed: int) -> PromptTask:
    """Words that do not exist, each with one of four labels, both drawn with the seed."""
    rng = random.Random(f"made-up {seed}")
    known = {entry.en.lower() for entry in world().lexicon} | set(MADE_UP_LABELS)
    invented: list[str] = []
    while len(invented) < NUM_MADE_UP:
        text = "".join(rng.choice(letters) for letters in (CONSONANTS, VOWELS) * 2)
        if text not in known:
            known.add(text)
            invented.append(text)
    pairs = [PromptExample(text, rng.choice(MADE_UP_LABELS), MADE_UP_LABELS) for text in invented]
    note = "The label of a word is drawn at random, and the query is a word of the examples."
    title = "Made-up words with labels"
    return PromptTask(
        name, title, note, DEMONSTRATION, pairs, pairs, only_in_prompt=True, recalls=True
    )


def _add_choices(parts: Sequence[Sequence[tuple[str, str]]], seed: int) -> list[PromptExample]:
    """Pairs with other answers of their part as choices, in random order."""
    by_input: dict[str, PromptExample] = {}
    for part in parts:
        for text, answer in part:
            rng = random.Random(f"choices {text} {answer} {seed}")
            others = sorted({other for _, other in part} - {answer})
            choices = [answer, *rng.sample(others, min(NUM_CHOICES - 1, len(others)))]
            chosen = tuple(rng.sample(choices, len(choices)))
            by_input.setdefault(text, PromptExample(text, answer, chosen))
    return list(by_input.values())


def _split_pairs(
    name: str,
    title: str,
    note: str,
    form: PromptFormat,
    pairs: Sequence[PromptExample],
    seed: int,
    only_in_prompt: bool = False,
) -> PromptTask:
    """Half of the pairs are examples, half queries, also of each label."""
    shuffled = random.Random(f"halves {name} {seed}").sample(pairs, len(pairs))
    counts = Counter(pair.answer for pair in pairs)
    shuffled.sort(key=lambda pair: pair.answer if counts[pair.answer] > 1 else "")
    return PromptTask(name, title, note, form, shuffled[1::2], shuffled[::2], only_in_prompt)


# An own table -------------------------------------------------------------------------------------


def read_prompt_table(path: str | Path, seed: int = 1) -> PromptTask:
    """Lines with an input, a tab and its answer; a first line "input<TAB>answer" is a header.

    Half of the lines are examples, half queries. With few different answers these are the choices.
    Raises DataError with the file and the line.
    """
    path = Path(path)
    read_head(path)
    with path.open("rb") as file:
        rows = [
            _row(path, line)
            for line in lines(file)
            if not line.is_blank and not (line.number == 1 and _fields(path, line) == HEADER)
        ]
    if len(rows) < 2:
        raise DataError(str(path), "has too few lines: an example and a query are needed")
    answers = tuple(sorted({answer for _, answer in rows}))
    choices = answers if 2 <= len(answers) <= MOST_LABELS else ()
    pairs = [PromptExample(text, answer, choices) for text, answer in rows]
    note = f"{len(rows):,} lines of {path.name}, half of them examples."
    return _split_pairs(path.name, path.name, note, PromptFormat(), pairs, seed)


def _row(path: Path, line: FileLine) -> tuple[str, str]:
    fields = _fields(path, line)
    if len(fields) != len(HEADER):
        reason = f"{len(fields)} columns; an input and its answer, with a tab between, are needed"
        raise DataError(f"{path}, line {line.number}", reason)
    if not all(fields):
        empty = HEADER[fields.index("")]
        raise DataError(f"{path}, line {line.number}", f"the {empty} is empty")
    return fields[0], fields[1]


def _fields(path: Path, line: FileLine) -> tuple[str, ...]:
    place = f"{path}, line {line.number}"
    if line.fault:
        raise DataError(place, line.fault)
    try:
        text = line.raw.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(place, "the line is not UTF-8") from error
    return tuple(field.strip() for field in text.rstrip("\r\n").split("\t"))


def open_task(name: str, seed: int = 1) -> PromptTask:
    """A task of the mini-world by its name, or an own table by its path. Raises DataError."""
    return open_prompt_task(name, seed) if name in _sources() else read_prompt_table(name, seed)
