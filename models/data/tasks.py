"""Tasks of the mini-world as texts with their answers: translate, answer, judge, compare.

    translate English to Korean: The capital of France is Paris.   프랑스의 수도는 파리이다.
    question: What is the capital of France?                        Paris
    acceptable: Paris of capital the is France.                     unacceptable
    similarity: sentence1: … sentence2: …                           3.4

The prefixes are like those of T5 (Raffel et al. 2019, arXiv:1910.10683, appendix D). There is no
end of tasks, and their order depends on split and seed only. The input of a held-out task is never
the input of one for training. Its sentence is of the world's held-out documents, and also held out
by a hash of its text, since "It eats berries." fits many animals. A question is held out by its
wording and its subject; training asks for every fact in another wording.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from models.data.sources import TextSource, WorldSource, is_built_in, open_source
from models.data.textfile import Sentences
from models.data.world.english import article
from models.data.world.korean import add_particle, final_consonant
from models.data.world.lexicon import LANGUAGES, Language, Lexicon, LexiconEntry, Triple
from models.data.world.patterns import Pattern, load_topics
from models.data.world.split import Split, stable_fraction
from models.data.world.world import Sentence, World
from models.runtime.resources import resource

SENTENCE_SHARE = 1 / 10  # of the sentences of a language are for held-out tasks only
QUESTION_SHARE = 1 / 4  # of the wordings of the question for a fact are held out, never all
TASK_PERIOD = 3  # every third text that a vocabulary is learned from is a task
NUM_BEFORE = 300  # sentences before the first task, so that there is enough to compare
MAX_IDLE = 3000  # sentences in a row that yield no task; then there is none
NUM_RECALLED = 8  # earlier sentences about one thing, for comparisons
MAX_SCORE, STEPS_PER_POINT = 5, 5  # scores in steps of 0.2

TITLES: Mapping[Language, str] = {"en": "English", "ko": "Korean"}
PREFIX_WORDS = ("translate", *TITLES.values(), "question", "similarity", "sentence1", "sentence2")
ACCEPTABLE, UNACCEPTABLE = "acceptable", "unacceptable"


@dataclass(frozen=True)
class Task:
    """The input of a model and its target output. `name` is the kind of task."""

    name: str
    source: str
    target: str


@dataclass(frozen=True)
class ParallelSentence:
    """One sentence in every language. A task of the split may read it in those of `readable`."""

    sentences: Mapping[Language, Sentence]
    readable: frozenset[Language]
    opens: bool  # the first of its document, so that it names its subject

    @property
    def triples(self) -> frozenset[Triple]:
        return frozenset(self.sentences["en"].triples)

    def text(self, language: Language) -> str:
        return self.sentences[language].text


@dataclass(frozen=True)
class QuestionWording:
    """A wording about one entry, and the entries that answer it."""

    pattern: Pattern
    role: str
    about: LexiconEntry

    @property
    def key(self) -> str:
        """The key of the held-out split; the same in all languages."""
        return f"{self.pattern.id}|{self.about.key}"

    @property
    def relation(self) -> str:
        """The key that is equal for all wordings of the question for one fact."""
        return f"{self.pattern.id.rpartition('.')[0]}|{self.about.key}"

    def text(self, language: Language) -> str:
        return self.pattern.render(language, {self.role: self.about}, {})

    def answer(self, language: Language) -> str:
        facts = self.pattern.triples({self.role: self.about}, {})
        return join_names([fact.object.name(language) for fact in facts], language)


class TaskSource:
    """Tasks as documents of two sentences, the text that names the task and its answer."""

    def __init__(
        self, world: World, languages: Sequence[Language] = LANGUAGES, of: str = ""
    ) -> None:
        """`of` names the source of the world's documents."""
        self._world = world
        self._languages = tuple(languages)
        self._of = of
        self._kinds = _kinds(self._languages)

    @property
    def name(self) -> str:
        return f"tasks:{self._of}"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of all kinds of tasks."""
        return tuple(self._kinds)

    def tasks(self, split: Split, seed: int, kinds: Iterable[str] | None = None) -> Iterator[Task]:
        """Tasks of the given kinds or of all, in random order.

        Without end, unless a small world yields none of them.
        """
        rng = random.Random(f"tasks {split} {seed}")
        chosen = {name: self._kinds[name] for name in (kinds or self._kinds)}
        names, weights = list(chosen), [weight for weight, _ in chosen.values()]
        material = _Material(questions(self._world, split))
        idle = 0
        for number, sentence in enumerate(_sentences(self._world, split, seed)):
            material.add(sentence)
            if number < NUM_BEFORE:
                continue
            if idle == MAX_IDLE:
                return
            name = rng.choices(names, weights)[0]
            pair = chosen[name][1](material, rng)
            idle = 0 if pair else idle + 1
            if pair is not None:
                yield Task(name, *pair)

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        for task in self.tasks(split, seed):
            yield task.source, task.target

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        return self.documents(split, seed)

    def names(self) -> tuple[str, ...]:
        """The words of prefixes and answers that the world's own sentences lack."""
        return (*PREFIX_WORDS, ACCEPTABLE, UNACCEPTABLE, *all_scores())


@dataclass(frozen=True)
class WithTasks:
    """A source for a vocabulary: documents, and every third a task."""

    source: TextSource
    tasks: TextSource

    @property
    def name(self) -> str:
        return self.source.name

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        return self.once(split, seed)

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        tasks = self.tasks.once(split, seed)
        for number, document in enumerate(self.source.once(split, seed)):
            yield document
            if number % (TASK_PERIOD - 1) == 0:
                yield next(tasks)

    def names(self) -> tuple[str, ...]:
        return (*self.source.names(), *self.tasks.names())


def open_tasks(data: str) -> TaskSource:
    """The tasks about the mini-world of this source. Raises ValueError for a text file."""
    source = open_source(data)
    if not isinstance(source, WorldSource):
        known = is_built_in(data)
        why = "holds examples, not tasks" if known else "is a text file, which has no tasks"
        raise ValueError(f"{data} {why}. Set task_share to 0, or learn from world")
    return TaskSource(source.world, source.languages, source.name)


# What tasks are made of ---------------------------------------------------------------------------


class _Material:
    """The last sentence, earlier ones by their facts, and all questions."""

    def __init__(self, questions: Sequence[QuestionWording]) -> None:
        self.questions = questions
        self._latest: ParallelSentence | None = None
        self._about: dict[tuple[Language, object], deque[ParallelSentence]] = {}

    def add(self, sentence: ParallelSentence) -> None:
        self._latest = sentence
        if sentence.opens and sentence.triples:
            for language in sentence.readable:
                for triples in (
                    sentence.triples,
                    *sorted(parts(sentence.triples)),
                ):  # sets have no order
                    about = self._about.setdefault((language, triples), deque(maxlen=NUM_RECALLED))
                    about.append(sentence)

    def readable(self, language: Language) -> ParallelSentence | None:
        """The last sentence, if a task may read it in this language."""
        sentence = self._latest
        return sentence if sentence is not None and language in sentence.readable else None

    def another(
        self, sentence: ParallelSentence, language: Language, rng: random.Random
    ) -> ParallelSentence | None:
        """A sentence to compare one with: of the same facts, of one part of them, or of any."""
        share = rng.choices(("facts", "part", "any"), (3, 2, 1))[0]
        if share == "facts":
            candidates = self._about[language, sentence.triples]
        elif share == "part":
            candidates = self._about[language, rng.choice(sorted(parts(sentence.triples)))]
        else:
            candidates = rng.choice(
                [about for key, about in self._about.items() if key[0] == language]
            )
        other = rng.choice(list(candidates))
        return None if other.text(language) == sentence.text(language) else other


def _sentences(world: World, split: Split, seed: int) -> Iterator[ParallelSentence]:
    """The sentences that tasks of a split may read.

    For training, none that is held out in any language. Ends where there are none.
    """
    idle = 0
    for documents in world.pairs(split, seed):
        if idle > MAX_IDLE:
            return
        pairs = zip(*(document.sentences for document in documents), strict=True)
        for number, pair in enumerate(pairs):
            by_language = dict(zip(LANGUAGES, pair, strict=True))
            held_out = frozenset(
                code for code in LANGUAGES if _is_held_out_sentence(by_language[code])
            )
            readable = held_out if split == "held_out" else frozenset(() if held_out else LANGUAGES)
            idle = 0 if readable else idle + 1
            if readable:
                yield ParallelSentence(by_language, readable, opens=number == 0)


def _is_held_out_sentence(sentence: Sentence) -> bool:
    return stable_fraction(sentence.text) < SENTENCE_SHARE


@lru_cache
def _all_questions() -> tuple[QuestionWording, ...]:
    lexicon = Lexicon.load(resource("world"))
    return tuple(
        QuestionWording(pattern, role, entry)
        for topic in load_topics(resource("world", "questions"), lexicon)
        for pattern in topic.patterns
        for role, entries in topic.roles.items()
        for entry in entries
        if entry.id in pattern.usable[role]
    )


def questions(world: World, split: Split) -> tuple[QuestionWording, ...]:
    """The questions of a split about entries of this world."""
    wordings: dict[str, list[QuestionWording]] = {}
    for question in _all_questions():
        if question.about in world.lexicon.entries_of_kind(question.about.kind):
            wordings.setdefault(question.relation, []).append(question)
    return tuple(
        question
        for patterns in wordings.values()
        for question in patterns
        if _is_held_out(question, patterns) == (split == "held_out")
    )


def _is_held_out(question: QuestionWording, wordings: Sequence[QuestionWording]) -> bool:
    """A quarter of the wordings for one fact, but never the last of them."""
    highest = max(wordings, key=lambda one: stable_fraction(one.key))
    return question is not highest and stable_fraction(question.key) < QUESTION_SHARE


def join_names(names: Sequence[str], language: Language) -> str:
    """Names as a list: "A and B", "A와 B"."""
    text = names[0]
    for name in names[1:]:
        text = f"{text} and {name}" if language == "en" else f"{add_particle(text, '과/와')} {name}"
    return text


# The kinds of tasks -------------------------------------------------------------------------------

Made = tuple[str, str] | None  # the text that names the task, and its answer
Make = Callable[[_Material, random.Random], Made]


def _kinds(languages: Sequence[Language]) -> dict[str, tuple[float, Make]]:
    """The weight of each kind, and its function; translation is hardest and most frequent."""
    kinds: dict[str, tuple[float, Make]] = {}
    for one in languages:
        for other in languages:
            if one != other:
                kinds[f"translate_{one}_{other}"] = 2.0, _translate(one, other)
    for one in languages:
        kinds[f"question_{one}"] = 1.5, _question(one)
        kinds[f"acceptable_{one}"] = 1.0, _acceptability(one)
        kinds[f"similarity_{one}"] = 15.0, _similarity(one)  # few sentences can be compared
    return kinds


def _translate(one: Language, other: Language) -> Make:
    def make(material: _Material, rng: random.Random) -> Made:
        sentence = material.readable(one)
        if sentence is None:
            return None
        prefix = f"translate {TITLES[one]} to {TITLES[other]}: "
        return prefix + sentence.text(one), sentence.text(other)

    return make


def _question(language: Language) -> Make:
    def make(material: _Material, rng: random.Random) -> Made:
        question = rng.choice(material.questions)
        return f"question: {question.text(language)}", question.answer(language)

    return make


def _acceptability(language: Language) -> Make:
    """Half of the sentences get an error; a sentence in which none is possible is not used."""

    def make(material: _Material, rng: random.Random) -> Made:
        sentence = material.readable(language)
        if sentence is None:
            return None
        text = sentence.text(language)
        broken = BREAK[language](text, rng)
        if broken is None:
            return None
        if rng.random() < 0.5:
            return f"acceptable: {text}", ACCEPTABLE
        return f"acceptable: {broken}", UNACCEPTABLE

    return make


def _similarity(language: Language) -> Make:
    def make(material: _Material, rng: random.Random) -> Made:
        sentence = material.readable(language)
        if sentence is None or not sentence.opens or not sentence.triples:
            return None
        other = material.another(sentence, language, rng)
        if other is None:
            return None
        both = f"sentence1: {sentence.text(language)} sentence2: {other.text(language)}"
        return f"similarity: {both}", round_score(similarity(sentence.triples, other.triples))

    return make


# Similarity ---------------------------------------------------------------------------------------


def parts(triples: Iterable[Triple]) -> frozenset[str]:
    """The subjects, relations and objects of facts."""
    return frozenset(
        part for fact in triples for part in (fact.subject.key, fact.relation, fact.object.key)
    )


def similarity(first: Iterable[Triple], second: Iterable[Triple]) -> float:
    """The similarity of two sentences, from 0 to 5.

    Five times the Dice coefficient of the parts of their facts (2 x common / sum of both): the
    same facts in other words give 5; one subject and two relations 1.7; one relation and object
    and two subjects 3.3; nothing in common 0.
    """
    one, two = parts(first), parts(second)
    return MAX_SCORE * 2 * len(one & two) / (len(one) + len(two))


def round_score(score: float) -> str:
    """A score in steps of 0.2, as T5 writes those of STS-B."""
    return f"{round(score * STEPS_PER_POINT) / STEPS_PER_POINT:.1f}"


def all_scores() -> tuple[str, ...]:
    return tuple(round_score(n / STEPS_PER_POINT) for n in range(MAX_SCORE * STEPS_PER_POINT + 1))


# Breaking a sentence ------------------------------------------------------------------------------

# Words that never follow the word that they belong to.
_ARTICLES = ("a", "an")
_BEFORE_ITS_WORD = ("the", *_ARTICLES, *("of", "in", "to", "at", "with", "by", "from", "for", "on"))
# What a particle becomes when the other form is used: 밥을 -> 밥를, 나라를 -> 나라을.
_OTHER_FORM = {"을": "를", "를": "을", "과": "와", "와": "과", "는": "은", "이": "가"}
_AFTER_CONSONANT = frozenset("을과이")
_PARTICLE = re.compile(r"(?<=[가-힣])(으로|로|[을를과와는이])(?=[.,?'’]*$)")


def break_english(text: str, rng: random.Random) -> str | None:
    """The sentence with two words swapped or the wrong article; None if neither is possible."""
    words = text.split(" ")
    choices = [
        *((n, False) for n in swap_places(words)),
        *((n, True) for n in article_places(words)),
    ]
    if not choices:
        return None
    place, is_article = rng.choice(choices)
    return exchange_article(words, place) if is_article else swap_words(words, place)


def swap_places(words: Sequence[str]) -> list[int]:
    """Return the positions of words that belong before the next one, as "of" before "France"."""
    return [
        n
        for n in range(1, len(words) - 1)
        if words[n] in _BEFORE_ITS_WORD and words[n + 1].isalpha() and words[n + 1] != words[n]
    ]


def article_places(words: Sequence[str]) -> list[int]:
    """Return the positions of "a" and "an"."""
    return [n for n in range(len(words) - 1) if words[n].lower() in _ARTICLES]


def swap_words(words: Sequence[str], place: int) -> str:
    """The sentence with a word and the next one swapped."""
    return " ".join([*words[:place], words[place + 1], words[place], *words[place + 2 :]])


def exchange_article(words: Sequence[str], place: int) -> str:
    """The sentence with the article at `place` that does not fit the next word."""
    other = "an" if article(words[place + 1]) == "a" else "a"
    other = other.capitalize() if words[place][0].isupper() else other
    return " ".join([*words[:place], other, *words[place + 1 :]])


def break_korean(text: str, rng: random.Random) -> str | None:
    """The sentence with a particle in the wrong form, or with its verb before the last word."""
    words = text.split(" ")
    broken = [(n, other) for n, word in enumerate(words) if (other := _other_particle(word))]
    turned = move_verb_first(words)
    if not broken and turned is None:
        return None
    if turned is not None and (not broken or rng.random() < 0.5):
        return turned
    place, other = rng.choice(broken)
    words[place] = other
    return " ".join(words)


def move_verb_first(words: Sequence[str]) -> str | None:
    """The sentence with its verb before the word that precedes it; None if this is not possible."""
    if len(words) < 3 or not words[-1].endswith(".") or not words[-2].isalnum():
        return None
    return " ".join([*words[:-2], words[-1][:-1], f"{words[-2]}."])


def _other_particle(word: str) -> str | None:
    """The word with the other form of its particle; None if it ends in no such particle."""
    match = _PARTICLE.search(word)
    if match is None:
        return None
    particle, stem = match.group(), word[: match.start()]
    final = final_consonant(stem)
    if particle in ("으로", "로"):
        fits = (final not in ("", "ㄹ")) == (particle == "으로")
        other = "로" if particle == "으로" else "으로"
    else:
        fits = (final != "") == (particle in _AFTER_CONSONANT)
        other = _OTHER_FORM[particle]
    return stem + other + word[match.end() :] if fits else None


BREAK: Mapping[Language, Callable[[str, random.Random], str | None]] = {
    "en": break_english,
    "ko": break_korean,
}
