"""Reading: questions about a passage whose answer is a part of it, or that it does not answer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.entailment import Claim, SubjectPair, draw_scene
from models.data.labelled.statements import Domain, Statement, domains, people_domain
from models.data.world.lexicon import Language, LexiconEntry
from models.tasks.examples import Answer, QuestionExample, Split

PEOPLE_SHARE = 0.7  # of the examples
MIN_RELATIONS = 3  # of subjects that a passage is about
_INFERRED = ("company", "country")  # from its city, by a person who knows where that is


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Groups of three questions about one passage; it does not answer one of them."""
    fixed = [domain for domain in domains(split)[1:] if len(domain.relations) >= MIN_RELATIONS]
    while True:
        chance = rng.random() < PEOPLE_SHARE
        domain = people_domain(split) if chance else rng.choice(fixed)
        scene = draw_scene(domain, rng)
        yield _group(scene, language, rng) if scene else ()


def _group(scene: SubjectPair, language: Language, rng: random.Random) -> Group:
    blocks = [_block(scene, claims, language, rng) for claims in _facts(scene, rng)]
    rng.shuffle(blocks)
    stated = [one for block in blocks for one in block or ()]
    inferred = (scene.domain.kind, scene.single) == _INFERRED
    if inferred or not all(blocks) or _is_stated(stated, scene.second, scene.single):
        return ()
    passage, places = _join_sentences(stated)
    answerable = [
        rng.choice([one for one in places if one[0].triple.subject == subject])
        for subject in (scene.first, scene.second)
    ]
    questions: list[tuple[LexiconEntry, str, Answer | None]] = [(scene.second, scene.single, None)]
    questions += [(one.triple.subject, one.triple.relation, answer) for one, answer in answerable]
    title = " · ".join(entry.name(language) for entry in (scene.first, scene.second))
    examples = [
        _question(scene.domain, subject, relation, answer, passage, title, language, rng)
        for subject, relation, answer in questions
    ]
    return tuple(one for one in examples if one) if all(examples) else ()


def _facts(scene: SubjectPair, rng: random.Random) -> tuple[list[Claim], list[Claim]]:
    """What the passage says of each subject: two or three facts of the one, two of the other.

    The second subject has no `scene.single`: this is what the unanswerable question asks for.
    """
    first, second, single = scene.claims
    domain = scene.domain
    known = domain.relations_of(scene.first, scene.second)
    rest = [one for one in known if one not in (scene.shared, scene.single)]
    more = rng.sample(rest, min(len(rest), 2))
    extra = [Claim(scene.second, more[0], domain.true_owner(more[0], scene.second, rng))]
    third = [Claim(scene.first, one, domain.true_owner(one, scene.first, rng)) for one in more[1:]]
    of_first = [first, single, *third]
    return rng.sample(of_first, len(of_first)), rng.sample([second, *extra], 2)


def _block(
    scene: SubjectPair, claims: Sequence[Claim], language: Language, rng: random.Random
) -> list[Statement] | None:
    """Sentences about one subject: the first names it, the others may refer to it."""
    block: list[Statement] = []
    for claim in claims:
        wordings = scene.domain.wordings.get((claim.relation, claim.subject), ())
        allowed = [wording for wording in wordings if block or not wording.follows]
        if not allowed:
            return None
        wording = rng.choice(allowed)
        block.append(scene.domain.say(wording, claim.subject, claim.owner, language))
    return block


def _is_stated(stated: Sequence[Statement], subject: LexiconEntry, relation: str) -> bool:
    return any((one.triple.subject, one.triple.relation) == (subject, relation) for one in stated)


def _join_sentences(stated: Sequence[Statement]) -> tuple[str, list[tuple[Statement, Answer]]]:
    """The passage, and where it has the value of each sentence."""
    passage, places = "", []
    for one in stated:
        passage += " " if passage else ""
        places.append((one, Answer(one.value.text, len(passage) + one.value.start)))
        passage += one.text
    return passage, places


def _question(
    domain: Domain,
    subject: LexiconEntry,
    relation: str,
    answer: Answer | None,
    passage: str,
    title: str,
    language: Language,
    rng: random.Random,
) -> QuestionExample | None:
    """None where this split has no question for the fact."""
    patterns = domain.questions.get((relation, subject), ())
    if not patterns:
        return None
    pattern = rng.choice(patterns)
    text = pattern.render(language, {pattern.roles[0]: subject}, {})
    answers = (answer,) if answer else ()
    phenomenon = "answerable" if answer else "said of the other subject only"
    return QuestionExample("", text, passage, answers, not answer, title, phenomenon)


SPEC = SetSpec(
    name="reading",
    title="Reading",
    task="question_answering",
    description="Passages about two subjects. A third of the questions ask of one subject what the "
    "passage says of the other only: a plausible answer is there, but it is wrong.",
    draw=draw,
    metric="f1",
)
