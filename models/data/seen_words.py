"""The words of the texts that a model was trained on.

For the mini-world all word forms are computed from its patterns, without sampling documents; from a
text file as many words are read as the run prepared tokens. Needs no torch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from models.data.demonstrations.documents import DemonstrationSource
from models.data.long_texts.duplication import DuplicationSource
from models.data.long_texts.recall import RecallSource
from models.data.sources import WorldSource, is_built_in, open_source, parts_of
from models.data.tasks import open_tasks, questions
from models.data.texts.named import written_at
from models.data.world.lexicon import Language
from models.data.world.patterns import PatternSlot
from models.data.world.words import SeenWords, words_in
from models.data.world.world import COMPANIES, World
from models.schema.registry import catalog
from models.schema.roles import TaskLearning
from models.training.recipe import Recipe

_NUM_CACHED = 16
WHOLE_WORLD = "world"


def seen_words(recipes: Sequence[Recipe]) -> SeenWords | None:
    """The words that a model saw in training with these recipes.

    None if a text file is missing.
    """
    try:
        return _union(tuple(sorted({part for recipe in recipes for part in _parts(recipe)})))
    except (OSError, ValueError):
        return None


Part = tuple[str, bool, int, int]  # source, whether tasks, words at most, when a file was written


def _parts(recipe: Recipe) -> Iterator[Part]:
    """The sources of a recipe. Raises OSError for a missing file."""
    for name in filter(None, (recipe.data, recipe.single_data)):
        if not is_built_in(name):
            yield name, False, recipe.data_tokens, written_at(name)
            continue
        for part in parts_of(name):
            if not (WHOLE_WORLD in parts_of(recipe.data) and _is_part_of_world(part)):
                yield part, False, 0, 0
    if recipe.schedule.task_share and not _reads_sentences(recipe):
        yield recipe.data, True, 0, 0


def _is_part_of_world(name: str) -> bool:
    """Whether the whole world has all words of a source."""
    if name == WHOLE_WORLD:
        return False
    source = open_source(name)
    return isinstance(source, WorldSource) and source.region != COMPANIES


def _reads_sentences(recipe: Recipe) -> bool:
    """Whether its tasks consist of sentences of the source, and have no other words."""
    known = catalog().objectives
    roles = (known[name].role(TaskLearning) for name in recipe.objectives if name in known)
    return any(one is not None and one.open is not None for one in roles)


@lru_cache(_NUM_CACHED)
def _union(parts: tuple[Part, ...]) -> SeenWords:
    return SeenWords.of(word for part in parts for word in _words_of(part))


@lru_cache(_NUM_CACHED)
def _words_of(part: Part) -> frozenset[str]:
    """Raises ValueError for a source that cannot be opened."""
    name, tasks, limit, _ = part
    source = open_source(name)
    if isinstance(source, WorldSource):
        world = _words_of_world(source.world, source.languages)
        return frozenset(_words_of_tasks(source) if tasks else world)
    if isinstance(source, RecallSource):
        own = (word for text in source.own_sentences() for word in words_in(text))
        return frozenset((*_words_of_world(source.between, source.languages), *own))
    if isinstance(source, DuplicationSource):
        return frozenset(word for text in source.names() for word in words_in(text))
    if isinstance(source, DemonstrationSource):
        return frozenset(word for text in source.names() for word in words_in(text))
    sentences = (text for document in source.once("train", 0) for text in document)
    words = (word for text in sentences for word in words_in(text))
    return frozenset(islice(words, limit))


def _words_of_world(world: World, languages: Sequence[Language]) -> Iterator[str]:
    for topic in world.topics:
        for pattern in topic.patterns:
            yield from _forms(pattern.pieces, languages)


def _words_of_tasks(source: WorldSource) -> Iterator[str]:
    """The words of prefixes, answers and questions; the sentences of tasks are the world's."""
    yield from words_in(" ".join(open_tasks(source.name).names()))
    patterns = {one.pattern.id: one.pattern for one in questions(source.world, "train")}
    for pattern in patterns.values():
        yield from _forms(pattern.pieces, source.languages)


def _forms(
    pieces: Mapping[Language, Sequence[str | PatternSlot]], languages: Sequence[Language]
) -> Iterator[str]:
    for language in languages:
        for form in _rendered_words(pieces[language]):
            yield from words_in(form)


def _rendered_words(pieces: Sequence[str | PatternSlot]) -> Iterator[str]:
    """All possible words between two blanks of a sentence; a word may span several parts."""
    begun = {""}  # the possible characters after the last blank
    for piece in pieces:
        texts = {piece} if isinstance(piece, str) else set().union(*piece.options.values())
        cut = [text.split(" ") for text in texts]
        yield from (f"{start}{words[0]}" for words in cut if len(words) > 1 for start in begun)
        yield from (word for words in cut for word in words[1:-1])
        begun = {f"{start}{words[0]}" for words in cut if len(words) == 1 for start in begun} | {
            words[-1] for words in cut if len(words) > 1
        }
    yield from begun
