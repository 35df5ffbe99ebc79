"""Similarity: how much of their facts two texts share, from 0 to 5."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.entailment import Claim, SubjectPair, draw_scene, joined_text
from models.data.labelled.paraphrase import state_each
from models.data.labelled.statements import Domain, Statement, domains, people_domain
from models.data.tasks import round_score, similarity
from models.data.world.lexicon import Language
from models.tasks.examples import ScoreExample, Split

PEOPLE_SHARE = 0.6  # of the examples
NUM_DRAWS = 20  # of a scene with other subjects


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Groups of texts that share everything, much, little and nothing with one text."""
    while True:
        fixed = rng.random() >= PEOPLE_SHARE
        domain = rng.choice(domains(split)[1:]) if fixed else people_domain(split)
        scene = draw_scene(domain, rng)
        other = scene and _choose_unrelated_scene(domain, scene, rng)
        yield _group(domain, scene, other, language, rng) if scene and other else ()


def _choose_unrelated_scene(
    domain: Domain, scene: SubjectPair, rng: random.Random
) -> SubjectPair | None:
    """A scene without the subjects and relations of another; of a domain with two relations only
    the subjects differ."""
    for _ in range(NUM_DRAWS):
        other = draw_scene(domain, rng)
        if other is None or {other.first, other.second} & {scene.first, scene.second}:
            continue
        if len(domain.relations) < 4 or not (
            {other.shared, other.single} & {scene.shared, scene.single}
        ):
            return other
    return None


def _group(
    domain: Domain, scene: SubjectPair, other: SubjectPair, language: Language, rng: random.Random
) -> Group:
    """One text of one or two facts, and texts of one and of two facts that it is compared with."""
    first, second, single = scene.claims
    apart, _, far = other.claims
    both = [first, single]
    text = rng.choice(([first], both))
    stated = state_each(domain, text, language, rng)
    partners: list[list[Claim]] = [
        rng.sample(text, len(text)),
        [first] if len(text) == 2 else rng.choice(([first, second], both)),
        rng.choice(([second], [single])) if len(text) == 1 else [first, apart],
        rng.choice(([second], [second, apart])),
        rng.choice(([apart], [far, apart])),
        rng.choice(([far], [apart, far])),
    ]
    examples = [
        _compare_scene(domain, stated, partner, language, rng) for partner in partners if stated
    ]
    return tuple(one for one in examples if one)


def _compare_scene(
    domain: Domain,
    stated: Sequence[Statement],
    partner: Sequence[Claim],
    language: Language,
    rng: random.Random,
) -> ScoreExample | None:
    other = state_each(domain, partner, language, rng, stated)
    if other is None:
        return None
    score = similarity((one.triple for one in stated), (one.triple for one in other))
    pair = joined_text(other)
    return ScoreExample("", joined_text(stated), pair, float(round_score(score)))


SPEC = SetSpec(
    name="similarity",
    title="Similarity",
    task="regression",
    description="Two texts of one or two facts with a score from 0 to 5: five times the Dice "
    "coefficient of their subjects, relations and values, in steps of 0.2. The same facts in "
    "other words have 5.",
    draw=draw,
    symmetric=True,
)
