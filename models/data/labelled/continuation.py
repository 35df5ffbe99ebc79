"""Continuation: which of four sentences comes next in a story?

The form is that of SWAG (Zellers et al. 2018, arXiv:1808.05326).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.statements import draw_roles, people, world
from models.data.world.lexicon import Language, LexiconEntry, read_toml
from models.data.world.patterns import Pattern, Roles, Topic, load_topics
from models.runtime.resources import resource
from models.tasks.examples import ChoiceExample, Split


@dataclass(frozen=True)
class StoryEnding:
    """A story and its next sentence, with the roles that are changed in the wrong endings."""

    topic: Topic
    story: tuple[tuple[Pattern, ...], ...]  # alternatives by place
    next: tuple[Pattern, ...]
    exchange: tuple[str, str]
    replace: str

    @property
    def roles(self) -> tuple[str, ...]:
        places = (*self.story, self.next)
        used = {role for patterns in places for pattern in patterns for role in pattern.roles}
        return tuple(role for role in self.topic.roles if role in used)


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Stories about people of the split, each with four endings in random order."""
    names = people(split)
    while True:
        ending = rng.choice(_endings())
        roles = draw_roles(ending.topic, ending.roles, names, rng)
        *story, following = (rng.choice(places) for places in (*ending.story, ending.next))
        versions = _versions(ending, roles, names, rng)
        if not all(pattern.fits(one) for pattern in (*story, following) for one in versions):
            yield ()
            continue
        context = " ".join(pattern.render(language, roles, {}) for pattern in story)
        choices = [following.render(language, one, {}) for one in versions]
        yield _example(context, choices, following.id, rng)


def _example(context: str, choices: list[str], phenomenon: str, rng: random.Random) -> Group:
    """No wrong ending may read like the correct one, as with two countries of one language."""
    if len(set(choices)) < len(choices):
        return ()
    shuffled = rng.sample(choices, len(choices))
    label = shuffled.index(choices[0])
    return (ChoiceExample("", context, tuple(shuffled), label, phenomenon),)


def _versions(
    ending: StoryEnding, roles: Roles, names: tuple[LexiconEntry, ...], rng: random.Random
) -> list[Roles]:
    """The roles of the correct ending, with two exchanged, with one replaced, and with both."""
    one, other = ending.exchange
    exchanged = {**roles, one: roles[other], other: roles[one]}
    entries = ending.topic.roles[ending.replace]
    among = names if entries[0].kind == "given_name" else entries
    new = rng.choice([entry for entry in among if entry not in roles.values()])
    return [roles, exchanged, *({**version, ending.replace: new} for version in (roles, exchanged))]


@lru_cache(maxsize=1)
def _endings() -> tuple[StoryEnding, ...]:
    table = read_toml(resource("labelled", "continuation.toml"))
    own = load_topics(resource("labelled", "stories"), world().lexicon)
    topics = (*world().topics, *own)
    patterns = {pattern.id: (topic, pattern) for topic in topics for pattern in topic.patterns}
    return tuple(_parse_ending(row, patterns) for row in table["ending"])


def _parse_ending(
    row: Mapping[str, Any], patterns: Mapping[str, tuple[Topic, Pattern]]
) -> StoryEnding:
    places = [[patterns[one] for one in ids.split("|")] for ids in (*row["story"], row["next"])]
    *story, following = (tuple(pattern for _, pattern in place) for place in places)
    topic = places[0][0][0]
    first, second = row["exchange"]
    return StoryEnding(topic, tuple(story), following, (first, second), row["replace"])


SPEC = SetSpec(
    name="continuation",
    title="Continuation",
    task="choice",
    description="The beginning of a story and four endings of one form: in the wrong ones people, "
    "rooms or countries are exchanged, or something is there that the story does not have.",
    draw=draw,
)
