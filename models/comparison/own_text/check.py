"""A text of one's own in place of the mini-world: what it must have, and what is left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from models.comparison.spec import ExperimentSpec
from models.data.prepare import COUNTED_TOKENS
from models.data.sources import TextSource, open_source
from models.data.world.lexicon import Language
from models.data.world.split import Split
from models.training.recipe import Recipe

MIN_TEXTS, MIN_HELD_OUT_TEXTS = 50, 2  # of the longest length that a comparison reads
WORDS_PER_TOKEN = 0.75  # of English; a larger vocabulary has more words for each token
MIN_SENTENCES = 20  # held out, that end with a mark
MIN_DOCUMENTS = 20  # held out, of two sentences or more
MIN_NAMES = 20  # held-out documents with a name of two words
LETTERS_PER_WORD = 6  # with a blank; of texts without blanks
SAMPLE = 200  # documents by which a language is recognised
ENDS = (".", "?", "!")


def own_text_remarks(spec: ExperimentSpec) -> tuple[str, ...]:
    """What is different on a text of one's own, in sentences; () where nothing is to be said."""
    return tuple(_remarks(spec))


def _remarks(spec: ExperimentSpec) -> Iterator[str]:
    left_out = [one.title for one in spec.metrics if one.name in spec.traits.world_metrics]
    if left_out:
        names = ", ".join(left_out)
        yield spec.traits.needs_world
        yield f"So this is left out: {names}."
    if len(spec.own_arms()) < len(spec.arms):
        yield (
            "Arms that differ in their text alone are one: those of Korean stand for a Korean "
            "text, the others for any other text."
        )
    recipes = _recipes(spec)
    for name in dict.fromkeys(name for recipe in recipes for name in recipe.pretrained_models):
        yield (
            f"{name}, from which arms start or learn, knows the mini-world and not this text, and "
            "all arms have its vocabulary."
        )
    if any(floor.baseline for floor in spec.own_floors):
        yield (
            f"What arms must be better than is counted in the first {COUNTED_TOKENS:,} tokens of "
            "this text."
        )
    if spec.limits_own_text:
        tokens = max(recipe.data_tokens for recipe in recipes)
        yield f"It compares under a fixed amount of text: it reads the first {tokens:,} tokens."


def _recipes(spec: ExperimentSpec) -> list[Recipe]:
    return [recipe for arm in spec.arms if isinstance(recipe := spec.recipe(arm.name), Recipe)]


def language_of(data: str) -> Language:
    """Korean where more than half of the letters at the beginning of a text are; else English."""
    documents = islice(open_source(data).once("train", 1), SAMPLE)
    letters = [char for document in documents for text in document for char in text]
    letters = [char for char in letters if char.isalpha()]
    hangul = sum("가" <= char <= "힣" for char in letters)
    return "ko" if 2 * hangul > len(letters) else "en"


def check_own_text(spec: ExperimentSpec, data: str) -> None:
    """Check that a comparison can be made on a text, before anything is written.

    Raises ValueError with the reason, or with the length that is needed, and OSError.
    """
    if spec.why_no_own_text:
        raise ValueError(f"{spec.name} needs the mini-world. {spec.why_no_own_text}")
    source = open_source(data)
    recipes = _recipes(spec)
    lengths = [_longest(spec, one) for one in recipes]
    texts = f"{MIN_TEXTS} texts of {max(lengths)} tokens"
    tokens = MIN_TEXTS * max(lengths)
    if spec.limits_own_text:
        tokens = max(one.data_tokens for one in recipes)
        texts = f"{tokens:,} tokens, an amount that it compares"
    needed = round(WORDS_PER_TOKEN * tokens)
    if (words := _num_words(source, "train", needed)) < needed:
        raise ValueError(
            f"The text is too short for {spec.name}: it has {words:,} words to learn from, and "
            f"about {needed:,} are needed ({texts})."
        )
    needed = round(WORDS_PER_TOKEN * MIN_HELD_OUT_TEXTS * max(lengths))
    if (words := _num_words(source, "held_out", needed)) < needed:
        raise ValueError(
            f"The text is too short for {spec.name}: about a twentieth is held out, which is "
            f"{words:,} words, and about {needed:,} are needed."
        )
    _check_parts(spec, source)


def _check_parts(spec: ExperimentSpec, source: TextSource) -> None:
    """Raises ValueError where there are too few of the parts of a text that a measure reads."""
    held_out = source.once("held_out", 1)
    if spec.traits.reads_sentences:
        ends = (text.rstrip().endswith(ENDS) for document in held_out for text in document)
        if (found := _count(ends, MIN_SENTENCES)) < MIN_SENTENCES:
            raise ValueError(
                f"{spec.name} reads whole sentences: {found} of those that are held out end with "
                f"“.”, “?” or “!”, and {MIN_SENTENCES} are needed. Take a longer text, or one with "
                "such marks."
            )
    if spec.traits.reads_documents:
        longer = (len(document) > 1 for document in held_out)
        if (found := _count(longer, MIN_DOCUMENTS)) < MIN_DOCUMENTS:
            raise ValueError(
                f"{spec.name} predicts sentences after others: {found} paragraphs of those that "
                f"are held out have two, and {MIN_DOCUMENTS} are needed. Take a longer text, or "
                "one whose sentences are not all apart."
            )
    if spec.traits.reads_names:
        names = (_has_name(" ".join(document)) for document in held_out)
        if (found := _count(names, MIN_NAMES)) < MIN_NAMES:
            raise ValueError(
                f"{spec.name} predicts names of two words, such as South Korea: {found} paragraphs "
                f"of those that are held out have one, and {MIN_NAMES} are needed. Take a longer "
                "text, or one with such names."
            )


def _longest(spec: ExperimentSpec, recipe: Recipe) -> int:
    """The most tokens of a text that an arm reads, or is measured on."""
    schedule = recipe.schedule
    reads_long = schedule.long_share or "border" in spec.measure_options
    long = schedule.long_length if reads_long else 0
    return max(schedule.length, long, *spec.measure_options.get("lengths", (0,)))


def _num_words(source: TextSource, split: Split, enough: int) -> int:
    """The words of a split, counted until there are enough."""
    words = 0
    for document in source.once(split, 1):
        for text in document:
            words += max(len(text.split()), len(text) // LETTERS_PER_WORD)
        if words >= enough:
            break
    return words


def _count(found: Iterator[bool], enough: int) -> int:
    return sum(1 for _ in islice(filter(None, found), enough))


def _has_name(text: str) -> bool:
    """Whether two words after another word begin with a capital letter."""
    words = text.split()
    return any(
        before.isalpha()
        and all(one[0].isupper() and one.rstrip(".,;:!?").isalpha() for one in pair)
        for before, *pair in zip(words, words[1:], words[2:], strict=False)
    )
