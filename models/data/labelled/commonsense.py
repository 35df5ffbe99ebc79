"""Commonsense: which of five things answers a question about everyday life?

The form is that of CommonsenseQA (Talmor et al. 2018, arXiv:1811.00937). The answers are in the
knowledge graph (resources/knowledge) and in no text of the mini-world.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.statements import world
from models.data.world.english import apply_filters
from models.data.world.korean import add_particle
from models.data.world.lexicon import Language, read_toml
from models.data.world.split import stable_fraction
from models.knowledge.everyday import Concept, concepts, everyday_facts
from models.runtime.resources import resource
from models.tasks.examples import ChoiceExample, Split

NUM_CHOICES = 5
SHARES: Mapping[Split, float] = {"train": 0.6, "dev": 0.2, "test": 0.2}  # of question concepts


@dataclass(frozen=True, eq=False)
class QuestionKind:
    """A kind of question: relations lead from the concept that it names to its answers.

    `answers` are all true ones by the id of that concept.
    """

    name: str
    wordings: Mapping[Language, tuple[str, ...]]
    answers: Mapping[str, tuple[str, ...]]

    @cached_property
    def pools(self) -> Mapping[Split, Mapping[str, int]]:
        """The answers to the questions of each split, with the number of questions of each.

        Wrong choices are drawn by it: an answer that is right in no question of a split, or in
        many, could else be guessed without reading the question.
        """
        pools: dict[Split, Counter[str]] = {split: Counter() for split in SHARES}
        for subject, answers in self.answers.items():
            pools[split_of(subject)].update(answers)
        return pools


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Questions about the concepts of a split, each with a true answer and four false ones."""
    asked = [
        (question, subject)
        for question in questions()
        for subject in question.answers
        if split_of(subject) == split
    ]
    while True:
        question, subject = rng.choice(asked)
        yield (_example(question, subject, language, rng),)


def split_of(subject: str) -> Split:
    """The split of the questions about a concept; the same for every seed and language."""
    place = stable_fraction(f"commonsense {subject}")
    if place < SHARES["train"]:
        return "train"
    return "dev" if place < SHARES["train"] + SHARES["dev"] else "test"


def _example(
    question: QuestionKind, subject: str, language: Language, rng: random.Random
) -> ChoiceExample:
    true = question.answers[subject]
    choices = [rng.choice(true), *_distractors(question, subject, rng)]
    order = rng.sample(range(NUM_CHOICES), NUM_CHOICES)
    texts = tuple(_known()[choices[place]].name(language) for place in order)
    context = _fill_wording(rng.choice(question.wordings[language]), _known()[subject], language)
    return ChoiceExample("", context, texts, order.index(0), question.name)


def _distractors(question: QuestionKind, subject: str, rng: random.Random) -> list[str]:
    """Four false answers of the same category; those of other splits where there are too few."""
    drawn: list[str] = []
    own = split_of(subject)
    for pool in (question.pools[own], *question.pools.values()):
        weights = dict(pool)
        for one in (*question.answers[subject], subject, *drawn):
            weights.pop(one, None)
        while weights and len(drawn) < NUM_CHOICES - 1:
            (one,) = rng.choices(list(weights), list(weights.values()))
            drawn.append(one)
            del weights[one]
    return drawn


def _fill_wording(wording: str, subject: Concept, language: Language) -> str:
    """A wording with the concept in its slot, such as {s:a+cap} or {s:은/는}."""
    before, _, rest = wording.partition("{s")
    slot, _, after = rest.partition("}")
    filters, name = slot.removeprefix(":"), subject.name(language)
    if language == "ko":
        return before + (add_particle(name, filters) if filters else name) + after
    kept = [one for one in filters.split("+") if one and (one != "a" or name not in _bare())]
    return before + apply_filters(name, "+".join(kept)) + after


@lru_cache(maxsize=1)
def questions() -> tuple[QuestionKind, ...]:
    """The kinds of questions, with the answers that the facts give."""
    rows = read_toml(resource("labelled", "commonsense.toml"))["question"]
    return tuple(
        QuestionKind(
            row["name"],
            {"en": tuple(row["en"]), "ko": tuple(row["ko"])},
            _answers(tuple(row["relations"])),
        )
        for row in rows
    )


def _answers(relations: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """What relations lead to one after the other, by the concept where they begin."""
    tails: dict[str, dict[str, tuple[str, ...]]] = {relation: {} for relation in relations}
    for fact in everyday_facts():
        if fact.relation in tails:
            of_relation = tails[fact.relation]
            of_relation[fact.head] = (*of_relation.get(fact.head, ()), fact.tail)
    reached: dict[str, tuple[str, ...]] = {head: (head,) for head in tails[relations[0]]}
    for relation in relations:
        reached = {
            head: tuple(dict.fromkeys(end for one in ends for end in tails[relation].get(one, ())))
            for head, ends in reached.items()
        }
    return {head: ends for head, ends in reached.items() if ends}


@lru_cache(maxsize=1)
def _known() -> Mapping[str, Concept]:
    return concepts(world().lexicon)


@lru_cache(maxsize=1)
def _bare() -> frozenset[str]:
    return frozenset(read_toml(resource("labelled", "commonsense.toml"))["bare"])


SPEC = SetSpec(
    name="commonsense",
    title="Commonsense",
    task="choice",
    description="A question about everyday life and five answers of one category. The facts are "
    "in the knowledge graph and in no text of the mini-world; dev and test ask about other "
    "concepts than train.",
    draw=draw,
)
