"""What the tests of tasks share: tokenizers of every template, and small sets."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from models.schema.specs import FIRST, SpecialTokenTemplate
from models.tasks.examples import Example, LabelledSet
from models.tokenization import Tokenizer, byte_bpe
from tests.models.tokenization.samples import CORPUS, FRAMINGS, framed_as

BARE = SpecialTokenTemplate("GPT2Tokenizer", {"eos": "<|endoftext|>"}, ((FIRST, 0),))
TEMPLATES = (*FRAMINGS, "bare")


@cache
def tokenizer_of(name: str) -> Tokenizer:
    """A tokenizer with one of the templates; "bare" has no special tokens around a text."""
    return byte_bpe.train(CORPUS, 400, template=BARE) if name == "bare" else framed_as(name)


def make_set(task: str, examples: Sequence[Example], *labels: str) -> LabelledSet:
    """A set whose training examples are its dev examples too."""
    return LabelledSet("set", "The set", task, {"train": examples, "dev": examples}, labels)


def with_dev(data: LabelledSet, examples: Sequence[Example]) -> LabelledSet:
    return replace(data, splits={**data.splits, "dev": examples})
