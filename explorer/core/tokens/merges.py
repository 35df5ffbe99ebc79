"""The request of the view Merge by merge of the Tokens panel, and its work."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr

if TYPE_CHECKING:
    from models.tokenization.merge_learning import LearnedVocabulary, MergeRule

# The words of Sennrich et al. (2016), Algorithm 1, with their counts.
SAMPLE_TEXT = " ".join(
    word
    for word, count in (("low", 5), ("lower", 2), ("newest", 6), ("widest", 3))
    for _ in range(count)
)
MOST_CHARACTERS = 20_000  # of a text that is learned from
MOST_MERGES, USUAL_MERGES = 500, 20
RULES: tuple[MergeRule, ...] = ("bpe", "wordpiece")


@dataclass(frozen=True)
class MergesRequest:
    """The text to learn from, how, and the most merges."""

    text: str
    rule: MergeRule
    count: int


@dataclass(frozen=True, eq=False)
class MergesAnswer:
    """What was learned, and the request that it answers."""

    request: MergesRequest
    vocabulary: LearnedVocabulary

    @property
    def num_merges(self) -> int:
        return len(self.vocabulary.merges)

    def sentence_pieces(self, sentence: str, step: int) -> list[tuple[str, tuple[str, ...]]]:
        """Each word of a sentence with its pieces; without pieces where it is unknown."""
        from models.tokenization.merge_learning import split_words

        words = split_words(sentence[:MOST_CHARACTERS], self.request.rule)
        return [(word, self.vocabulary.cut(word, step)) for word in words]


def merges_work(request: MergesRequest) -> Work:
    """Learn the merges. Raises UserError for a text without words, or one that is too long."""
    from models.tokenization.merge_learning import learn_merges_of, split_words

    yield Progress(tr("Learning the merges"))
    if len(request.text) > MOST_CHARACTERS:
        raise UserError(
            tr("The text has more than {count:,} characters.", count=MOST_CHARACTERS),
            tr("Use a shorter text here; the view Vocabularies learns from long ones."),
        )
    words = Counter(split_words(request.text, request.rule))
    if not words:
        raise UserError(tr("There is no text to learn from."), tr("Type one above the picture."))
    return MergesAnswer(request, learn_merges_of(words, request.rule, request.count))
