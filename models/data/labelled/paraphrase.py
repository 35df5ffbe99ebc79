"""Paraphrase: do two texts state the same facts?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.entailment import Claim, SubjectPair, draw_scene, joined_text, state
from models.data.labelled.statements import Domain, Statement, domains, people_domain
from models.data.world.lexicon import Language
from models.tasks.examples import Split, TextExample

PEOPLE_SHARE = 0.6  # of the examples
DIFFERENT, PARAPHRASE = LABELS = ("different", "paraphrase")


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Groups of two: one text with a paraphrase and with a text of the same form that is none."""
    while True:
        fixed = rng.random() >= PEOPLE_SHARE
        domain = rng.choice(domains(split)[1:]) if fixed else people_domain(split)
        scene = draw_scene(domain, rng)
        if scene is None:
            yield ()
        elif rng.random() < 0.5:
            yield _group(domain, [scene.claims[0]], [_other_claim(scene, rng)], language, rng)
        else:
            claims = rng.sample(scene.claims[:2], 2)
            yield _group(domain, claims, _exchange_values(scene, claims, rng), language, rng)


def _other_claim(scene: SubjectPair, rng: random.Random) -> Claim:
    """Another fact of the subject, or the same relation with another subject or value."""
    first, second, other = scene.claims
    if scene.domain.fixed:
        same_relation = Claim(second.subject, first.relation, second.owner, "another subject")
        return rng.choice((same_relation, _name_phenomenon(other, "another relation")))
    return rng.choice(
        (
            Claim(first.subject, first.relation, second.owner, "another value"),
            Claim(second.subject, first.relation, first.owner, "another subject"),
            _name_phenomenon(other, "another relation"),
        )
    )


def _name_phenomenon(claim: Claim, phenomenon: str) -> Claim:
    return Claim(claim.subject, claim.relation, claim.owner, phenomenon)


def _exchange_values(
    scene: SubjectPair, claims: Sequence[Claim], rng: random.Random
) -> list[Claim]:
    """The values exchanged; for facts of the mini-world one of them about another subject."""
    one, other = claims
    if not scene.domain.fixed:
        return [
            Claim(one.subject, one.relation, other.owner, "values exchanged"),
            Claim(other.subject, one.relation, one.owner, "values exchanged"),
        ]
    domain = scene.domain
    known = [entry for entry in domain.subjects if domain.plain(one.relation, entry)]
    third = rng.choice([entry for entry in known if entry not in (one.subject, other.subject)])
    changed = Claim(third, one.relation, third, "another subject")
    return (
        [changed, other]
        if rng.random() < 0.5
        else [_name_phenomenon(one, changed.phenomenon), changed]
    )


def _group(
    domain: Domain,
    claims: Sequence[Claim],
    others: Sequence[Claim],
    language: Language,
    rng: random.Random,
) -> Group:
    first = state_each(domain, claims, language, rng)
    again = first and state_each(domain, claims[::-1], language, rng, first)
    different = first and state_each(domain, others[::-1], language, rng, first)
    if not (first and again and different):
        return ()
    text = joined_text(first)
    phenomenon = "order and words" if len(claims) > 1 else "other words"
    return (
        TextExample("", text, joined_text(again), PARAPHRASE, phenomenon),
        TextExample("", text, joined_text(different), DIFFERENT, others[0].phenomenon),
    )


def state_each(
    domain: Domain,
    claims: Sequence[Claim],
    language: Language,
    rng: random.Random,
    avoid: Sequence[Statement] = (),
) -> tuple[Statement, ...] | None:
    """The claims in this order; None where a wording is missing in this split."""
    stated = [state(domain, claim, language, rng, avoid) for claim in claims]
    return tuple(one for one in stated if one) if all(stated) else None


SPEC = SetSpec(
    name="paraphrase",
    title="Paraphrase",
    task="classification",
    description="Two texts of one or two facts. Each first text has a paraphrase and a text with "
    "other facts in the same form, half of them with the same names in other places.",
    draw=draw,
    symmetric=True,
    labels=LABELS,
    metric="f1",
)
