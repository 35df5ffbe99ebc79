"""Single facts in several wordings, by split: what the labelled sets are made of.

There are two sorts of subjects. Countries, animals, companies … have the facts of the mini-world.
People with given names have facts that are true in one example only ("Anna lives in France."), so
that a label follows from the text and not from knowledge.

No combination (wording, subject) of dev or test is in train. Single facts are divided by subject,
so that all wordings of a fact are in one split. Other sentences of the mini-world follow its own
held-out split, divided in two, so that pretraining has not seen those of dev and test either.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from models.data.sources import loaded_world
from models.data.tasks import questions
from models.data.world.lexicon import LANGUAGES, Language, Lexicon, LexiconEntry, Triple, read_toml
from models.data.world.patterns import Pattern, PatternSlot, Roles, Topic, load_topics
from models.data.world.split import SPLITS as WORLD_SPLITS
from models.data.world.split import SplitRule, stable_fraction
from models.data.world.world import World
from models.runtime.resources import resource
from models.tasks.examples import Answer, Split

HELD_OUT_SHARE = 0.15  # of the subjects of a kind are in dev, and as many in test
NUM_STORIES = 6000  # random sentences of stories in a split, besides all about one subject
FOLLOWS, ASKS = 2, 9  # steps of the sentences about people

# Kinds whose relations below have one true value only, as all relations of people have, so that
# another value contradicts.
FUNCTIONAL = ("country",)
# Relations of which the mini-world states one value for a subject.
RELATIONS: Mapping[str, tuple[str, ...]] = {
    "country": ("capital", "continent", "language", "currency"),
    "company": ("city", "country", "product"),
    "animal": ("habitat", "food"),
    "person": ("profession", "country"),
    "food": ("taste", "country"),
    "occupation": ("tool", "workplace"),
}


@dataclass(frozen=True)
class SentencePattern:
    """A sentence pattern that states one fact. `value` is the choice of the slots that show it."""

    pattern: Pattern
    relation: str
    subject: str  # role
    value: str
    follows: bool  # refers to its subject with a pronoun


@dataclass(frozen=True)
class Statement:
    """A fact in words. `value` is where its object is in the text."""

    text: str
    triple: Triple
    pattern: str
    value: Answer


@dataclass(frozen=True)
class Domain:
    """Subjects of one kind with their relations.

    `owners` are the entries that a value can be taken from: another country, whose capital is
    then stated of this one, or the value itself. `fixed`: the mini-world knows the value.
    """

    kind: str
    fixed: bool
    relations: tuple[str, ...]
    subjects: tuple[LexiconEntry, ...]
    owners: Mapping[str, tuple[LexiconEntry, ...]]
    wordings: Mapping[tuple[str, LexiconEntry], tuple[SentencePattern, ...]]
    questions: Mapping[tuple[str, LexiconEntry], tuple[Pattern, ...]]

    def object(self, relation: str, owner: LexiconEntry) -> LexiconEntry:
        return owner.attributes[relation][0] if self.fixed else owner

    def relations_of(self, *subjects: LexiconEntry) -> tuple[str, ...]:
        """The relations that all these subjects have in some wording."""
        return tuple(
            relation
            for relation in self.relations
            if all((relation, subject) in self.wordings for subject in subjects)
        )

    def plain(self, relation: str, subject: LexiconEntry) -> tuple[SentencePattern, ...]:
        """Wordings that name the subject."""
        wordings = self.wordings.get((relation, subject), ())
        return tuple(wording for wording in wordings if not wording.follows)

    def true_owner(self, relation: str, subject: LexiconEntry, rng: random.Random) -> LexiconEntry:
        """Return the owner of the true value: the subject if the mini-world fixes it, else any."""
        return subject if self.fixed else rng.choice(self.owners[relation])

    def another_owner(
        self,
        relation: str,
        owner: LexiconEntry,
        rng: random.Random,
        among: Sequence[LexiconEntry] = (),
    ) -> LexiconEntry | None:
        """An owner of another value, None if none is found in a few draws."""
        for _ in range(20):
            other = rng.choice(among or self.owners[relation])
            if self.object(relation, other) != self.object(relation, owner):
                return other
        return None

    def say(
        self,
        wording: SentencePattern,
        subject: LexiconEntry,
        owner: LexiconEntry,
        language: Language,
    ) -> Statement:
        """The sentence, with the value of `owner`, which need not be true."""
        target = self.object(wording.relation, owner)
        text, value = "", Answer("", 0)
        for piece in wording.pattern.pieces[language]:
            if isinstance(piece, PatternSlot):
                states_value = piece.choice == wording.value
                words = piece.options[(owner if states_value else subject).id][0]
                if states_value and not value.text:
                    value = _locate_name(words, target.name(language), len(text))
                text += words
            else:
                text += piece
        triple = Triple(subject, wording.relation, target)
        return Statement(text, triple, wording.pattern.id, value)


def _locate_name(words: str, name: str, offset: int) -> Answer:
    """Find a name in the words of a slot, without its article, preposition or particle."""
    start = max(words.lower().find(name.lower()), 0)
    return Answer(words[start : start + len(name)], offset + start)


def world() -> World:
    return loaded_world("world")


@lru_cache
def word_list(*keys: str) -> frozenset[str]:
    """A list of wordings.toml."""
    entry: Any = read_toml(resource("labelled", "wordings.toml"))
    for key in keys:
        entry = entry[key]
    return frozenset(entry.split())


@lru_cache(maxsize=1)
def split_rule() -> SplitRule:
    return SplitRule(world().topics)


def part(topic: Topic, pattern: Pattern, roles: Roles) -> Split | None:
    """The split of a sentence of the mini-world; None if parts of it belong to several."""
    if split_rule().allows(topic, pattern, roles, "train"):
        return "train"
    if not split_rule().allows(topic, pattern, roles, "held_out"):
        return None
    key = split_rule().key(pattern, roles)
    return "dev" if stable_fraction(f"dev {key}") < 0.5 else "test"


def people(split: Split) -> tuple[LexiconEntry, ...]:
    """The given names of a split."""
    return _select_subjects(world().lexicon.entries_of_kind("given_name"), split)


def _select_subjects(entries: Sequence[LexiconEntry], split: Split) -> tuple[LexiconEntry, ...]:
    """The subjects of a kind that belong to a split; the same for every seed."""
    ranked = sorted(entries, key=lambda one: stable_fraction(f"dev {one.key}"))
    count = round(HELD_OUT_SHARE * len(ranked))
    bounds = {"dev": (0, count), "test": (count, 2 * count), "train": (2 * count, len(ranked))}
    first, last = bounds[split]
    return tuple(ranked[first:last])


@lru_cache
def domains(split: Split) -> tuple[Domain, ...]:
    """People first, then the subjects of the mini-world."""
    return (people_domain(split), *(_fixed_domain(kind, split) for kind in RELATIONS))


@lru_cache
def people_domain(split: Split) -> Domain:
    """People with facts that change from example to example."""
    topics = _people_topics(world().lexicon)
    names = people(split)
    wordings = {
        (topic.name, name): tuple(
            SentencePattern(pattern, topic.name, "n", "x", pattern.step == FOLLOWS)
            for pattern in topic.patterns
            if pattern.step != ASKS
        )
        for topic in topics
        for name in names
    }
    questions = {
        (topic.name, name): tuple(p for p in topic.patterns if p.step == ASKS)
        for topic in topics
        for name in names
    }
    owners = {topic.name: topic.roles["x"] for topic in topics}
    relations = tuple(topic.name for topic in topics)
    return Domain("given_name", False, relations, names, owners, wordings, questions)


@lru_cache(maxsize=1)
def _people_topics(lexicon: Lexicon) -> tuple[Topic, ...]:
    return tuple(load_topics(resource("labelled", "people"), lexicon))


def _fixed_domain(kind: str, split: Split) -> Domain:
    relations, entries = RELATIONS[kind], world().lexicon.entries_of_kind(kind)
    owners = {
        relation: tuple(one for one in entries if len(one.attributes.get(relation, ())) == 1)
        for relation in relations
    }
    subjects = _select_subjects(entries, split)
    wordings = {
        (relation, subject): tuple(
            wording
            for wording in _fixed_wordings(kind)
            if wording.relation == relation and wording.pattern.fits({wording.subject: subject})
        )
        for relation in relations
        for subject in subjects
        if subject in owners[relation]
    }
    return Domain(kind, True, relations, subjects, owners, wordings, _questions_by_fact())


@lru_cache
def _fixed_wordings(kind: str) -> tuple[SentencePattern, ...]:
    """The plain and the following wordings of the relations of a kind."""
    wordings = []
    for topic in world().topics:
        if [entries[0].kind for entries in topic.roles.values()] != [kind]:
            continue
        (role,) = topic.roles
        for pattern in topic.patterns:
            paths = [fact.choice for fact in pattern.facts]
            relation = paths[0].removeprefix(f"{role}.") if len(paths) == 1 else ""
            follows = pattern.id in word_list("following")
            if relation in RELATIONS[kind] and (follows or _is_plain(topic, pattern)):
                wordings.append(SentencePattern(pattern, relation, role, paths[0], follows))
    return tuple(wordings)


def _is_plain(topic: Topic, pattern: Pattern) -> bool:
    parts = pattern.id.split(".")
    if word_list("not_plain") & {parts[-1], ".".join(parts[-2:])}:
        return False
    return names_subject(topic, pattern, pattern.roles[0])


def names_subject(topic: Topic, pattern: Pattern, role: str) -> bool:
    """Whether the sentence has the name of its subject, or its plural, in both languages."""
    entry = next(one for one in topic.roles[role] if one.id in pattern.usable[role])
    return all(
        any(
            isinstance(piece, PatternSlot) and _contains_name(piece, role, entry)
            for piece in pieces
        )
        for pieces in pattern.pieces.values()
    )


def _contains_name(slot: PatternSlot, role: str, entry: LexiconEntry) -> bool:
    names = (entry.en, entry.ko, entry.form("plural", "en"))
    words = slot.options[entry.id][0].lower() if slot.choice == role else ""
    return any(name is not None and name.lower() in words for name in names)


@lru_cache(maxsize=1)
def _questions_by_fact() -> dict[tuple[str, LexiconEntry], tuple[Pattern, ...]]:
    """The questions of the mini-world with one answer, by relation and subject."""
    by_fact: dict[tuple[str, LexiconEntry], list[Pattern]] = {}
    for question in (one for split in WORLD_SPLITS for one in questions(world(), split)):
        facts = question.pattern.triples({question.role: question.about}, {})
        if len(facts) == 1:
            by_fact.setdefault((facts[0].relation, question.about), []).append(question.pattern)
    return {key: tuple(patterns) for key, patterns in by_fact.items()}


@dataclass(frozen=True, eq=False)
class PlainSentence:
    """A sentence of the mini-world that names its subject, as it is in one language."""

    topic: Topic
    pattern: Pattern
    roles: Roles
    picks: Mapping[str, int]

    def text(self, language: Language) -> str:
        return self.pattern.render(language, self.roles, self.picks)


@dataclass(frozen=True)
class SlotMention:
    """What a slot shows in a sentence, and where."""

    slot: PatternSlot
    words: str
    start: int
    value: LexiconEntry  # whose name or form it is


def places_of(sentence: PlainSentence, language: Language) -> Iterator[SlotMention]:
    """The filled slots of a sentence, from left to right."""
    start = 0
    for piece in sentence.pattern.pieces[language]:
        if isinstance(piece, str):
            start += len(piece)
            continue
        entry = sentence.roles[piece.role]
        pick = sentence.picks.get(piece.choice, 0)
        words = piece.options[entry.id][pick]
        yield SlotMention(piece, words, start, _values(entry, piece.choice)[pick])
        start += len(words)


def _values(entry: LexiconEntry, choice: str) -> list[LexiconEntry]:
    """Follow a path such as "c.capital" or "co.founder.0" from an entry."""
    entries = [entry]
    for name in choice.split(".")[1:]:
        if name.isdigit():
            entries = entries[int(name) : int(name) + 1]
        else:
            entries = [value for one in entries for value in one.attributes.get(name, ())]
    return entries


def fact_sentences(split: Split) -> tuple[PlainSentence, ...]:
    """All sentences of a split about one subject that name it, each value once."""
    return _fact_sentences()[split]


@lru_cache(maxsize=1)
def _fact_sentences() -> Mapping[Split, tuple[PlainSentence, ...]]:
    """Return the sentences by split; equal words of two patterns are in the smaller split only."""
    by_split: dict[Split | None, list[PlainSentence]] = {}
    for topic in world().topics:
        for pattern in topic.patterns:
            if pattern.facts and len(pattern.roles) == 1:
                for sentence in _versions(topic, pattern):
                    by_split.setdefault(part(topic, pattern, sentence.roles), []).append(sentence)
    disjoint: dict[Split, tuple[PlainSentence, ...]] = {}
    used: set[str] = set()
    order: tuple[Split, ...] = ("test", "dev", "train")
    for split in order:
        texts = {one: {one.text(language) for language in LANGUAGES} for one in by_split[split]}
        disjoint[split] = tuple(one for one in by_split[split] if used.isdisjoint(texts[one]))
        used.update(*texts.values())
    return disjoint


def _versions(topic: Topic, pattern: Pattern) -> Iterable[PlainSentence]:
    (role,) = pattern.roles
    if not names_subject(topic, pattern, role):
        return
    for entry in topic.roles[role]:
        roles = {role: entry}
        if not pattern.fits(roles):
            continue
        counts = pattern.choices(roles)
        for number in range(max(counts.values(), default=1)):
            picks = {choice: number % count for choice, count in counts.items()}
            yield PlainSentence(topic, pattern, roles, picks)


@lru_cache
def story_sentences(split: Split) -> tuple[PlainSentence, ...]:
    """Random sentences of the stories that name a person of the split; always the same ones."""
    rng = random.Random(f"stories {split}")
    names, patterns = people(split), _story_patterns()
    sentences = []
    for topic, pattern in rng.choices(patterns, k=NUM_STORIES):
        roles = draw_roles(topic, pattern.roles, names, rng)
        if pattern.fits(roles):
            sentences.append(PlainSentence(topic, pattern, roles, {}))
    return tuple(sentences)


@lru_cache(maxsize=1)
def _story_patterns() -> tuple[tuple[Topic, Pattern], ...]:
    return tuple(
        (topic, pattern)
        for topic in world().topics
        for pattern in topic.patterns
        if len(pattern.roles) > 1 and names_person(topic, pattern)
    )


def names_person(topic: Topic, pattern: Pattern) -> bool:
    """Whether the sentence of a story has the name of a person, and not a pronoun only."""
    roles = [role for role in pattern.roles if topic.roles[role][0].kind == "given_name"]
    return any(names_subject(topic, pattern, role) for role in roles)


def draw_roles(
    topic: Topic, roles: Sequence[str], names: Sequence[LexiconEntry], rng: random.Random
) -> dict[str, LexiconEntry]:
    """One entry for each role, different ones for roles of one kind; people among `names`."""
    drawn: dict[str, LexiconEntry] = {}
    for role in roles:
        entries = topic.roles[role]
        among = names if entries[0].kind == "given_name" else entries
        entry = rng.choice(among)
        while entry in drawn.values():
            entry = rng.choice(among)
        drawn[role] = entry
    return drawn
