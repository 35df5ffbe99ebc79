"""Entailment: does a hypothesis follow from a premise of three facts, contradict it, or neither?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.statements import (
    FUNCTIONAL,
    Domain,
    Statement,
    domains,
    people_domain,
)
from models.data.world.lexicon import Language, LexiconEntry
from models.tasks.examples import Split, TextExample

PEOPLE_SHARE = 0.7  # of the examples
ENTAILMENT, NEUTRAL, CONTRADICTION = LABELS = ("entailment", "neutral", "contradiction")


@dataclass(frozen=True)
class Claim:
    """The claim that a relation of `subject` has the value of `owner`.

    `phenomenon` is what makes it true or false.
    """

    subject: LexiconEntry
    relation: str
    owner: LexiconEntry
    phenomenon: str = ""


@dataclass(frozen=True)
class SubjectPair:
    """Two subjects; the first has two relations, the second has one of them.

    Every word of a hypothesis may be in the premise, whatever its label is.
    """

    domain: Domain
    first: LexiconEntry
    second: LexiconEntry
    shared: str
    single: str
    claims: tuple[Claim, Claim, Claim]


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Groups of three hypotheses about one premise, one for each label."""
    fixed = [domain for domain in domains(split) if domain.kind in FUNCTIONAL]
    while True:
        chance = rng.random() < PEOPLE_SHARE
        domain = people_domain(split) if chance else rng.choice(fixed)
        scene = draw_scene(domain, rng)
        premise = scene and state_all(domain, scene.claims, language, rng)
        group = scene and premise and _hypotheses(scene, premise, language, rng)
        yield group or ()


def draw_scene(domain: Domain, rng: random.Random) -> SubjectPair | None:
    """Subjects, relations and values; None if the two share the value or too few relations."""
    first, second = rng.sample(domain.subjects, 2)
    shared = rng.choice(domain.relations_of(first, second))
    rest = [relation for relation in domain.relations_of(first) if relation != shared]
    if not rest:
        return None
    single = rng.choice(rest)
    one = domain.true_owner(shared, first, rng)
    among = (second,) if domain.fixed else ()
    other = domain.another_owner(shared, one, rng, among)
    if other is None:
        return None
    claims = (
        Claim(first, shared, one),
        Claim(second, shared, other),
        Claim(first, single, domain.true_owner(single, first, rng)),
    )
    return SubjectPair(domain, first, second, shared, single, claims)


def state_all(
    domain: Domain, claims: Sequence[Claim], language: Language, rng: random.Random
) -> tuple[Statement, ...] | None:
    """The claims in random order and wordings; None where a wording is missing in this split."""
    stated = [state(domain, claim, language, rng) for claim in rng.sample(claims, len(claims))]
    return tuple(one for one in stated if one) if all(stated) else None


def state(
    domain: Domain,
    claim: Claim,
    language: Language,
    rng: random.Random,
    avoid: Sequence[Statement] = (),
) -> Statement | None:
    """A claim in a wording that `avoid` does not use, also not in this language's words."""
    used = {one.pattern for one in avoid}
    texts = {one.text for one in avoid}
    wordings = domain.plain(claim.relation, claim.subject)
    for wording in rng.sample(wordings, len(wordings)):
        stated = domain.say(wording, claim.subject, claim.owner, language)
        if wording.pattern.id not in used and stated.text not in texts:
            return stated
    return None


def joined_text(statements: Sequence[Statement]) -> str:
    return " ".join(one.text for one in statements)


def _hypotheses(
    scene: SubjectPair, premise: Sequence[Statement], language: Language, rng: random.Random
) -> Group | None:
    hypotheses = []
    choices = (scene.claims, _neutral(scene, rng), _contradict_claims(scene, rng))
    for label, claims in zip(LABELS, choices, strict=True):
        if not claims:
            return None
        claim = rng.choice(claims)
        hypothesis = state(scene.domain, claim, language, rng, premise)
        if hypothesis is None:
            return None
        phenomenon = claim.phenomenon or "other words"
        text = joined_text(premise)
        hypotheses.append(TextExample("", text, hypothesis.text, label, phenomenon))
    return tuple(hypotheses)


def _contradict_claims(scene: SubjectPair, rng: random.Random) -> list[Claim]:
    (first, second, single), domain = scene.claims, scene.domain
    swapped = "value of the other subject"
    claims = [
        Claim(scene.first, scene.shared, second.owner, swapped),
        Claim(scene.second, scene.shared, first.owner, swapped),
    ]
    other = domain.another_owner(scene.single, single.owner, rng)
    if other is not None:
        claims.append(Claim(scene.first, scene.single, other, "another value"))
    return claims


def _neutral(scene: SubjectPair, rng: random.Random) -> list[Claim]:
    """What the premise says of the other subject only, or of none."""
    domain, second = scene.domain, scene.second
    owner = second if domain.fixed else scene.claims[2].owner
    claims = [Claim(second, scene.single, owner, "said of the other subject")]
    known = domain.relations_of(scene.first, second)
    rest = [one for one in known if one not in (scene.shared, scene.single)]
    if rest:
        subject, relation = rng.choice((scene.first, second)), rng.choice(rest)
        claims.append(
            Claim(subject, relation, domain.true_owner(relation, subject, rng), "not mentioned")
        )
    return claims


SPEC = SetSpec(
    name="entailment",
    title="Entailment",
    task="classification",
    description="A premise of three facts and a hypothesis in other words. The same premise has a "
    "hypothesis of each class, with the same words, so that neither the length nor single words "
    "give the class away. Facts of people are invented for each example.",
    draw=draw,
    labels=LABELS,
)
