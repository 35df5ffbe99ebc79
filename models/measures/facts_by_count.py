"""Which capitals a model names, by how many sentences of its training text state them.

Only capitals are asked for that are one token, of countries that are one token, in English.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from models.comparison.measured import MetricValue
from models.data.cache import TokenCache
from models.data.sources import WorldSource, open_source
from models.inference.mask_filling import mask_logits
from models.schema.records import ModelInput
from models.tokenization.base import Tokenizer
from models.training.fact_probes import WORDINGS

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

EDGES = (0, 1, 2, 3)  # the fewest sentences of each group of capitals
ASKED = tuple(one for one in WORDINGS if one.language == "en" and one.masked == "capital")

Fact = tuple[int, int]  # the tokens of country and capital


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`facts`, the share of capitals that are the most probable token, of all wordings.

    With the option `by_count` once for each group of capitals, whose x is the fewest sentences that
    state one of its facts; without it `unseen` and `seen` are the shares of those that no sentence
    states and of the others.
    """
    task = trained.task
    names = one_token_facts(trained.recipe.data, task.tokenizer)
    counts = sentences_of(trained.prepared.train, names)
    answers = {fact: tuple(_answers(trained, *names[fact], fact[1])) for fact in names}
    if trained.options.get("by_count"):
        for low, high in zip(EDGES, (*EDGES[1:], None), strict=True):
            group = [
                answers[fact]
                for fact in names
                if low <= counts[fact] and (high is None or counts[fact] < high)
            ]
            if group:
                yield _share("facts", group, float(low))
        return
    yield _share("facts", [*answers.values()])
    for name, is_seen in (("unseen", False), ("seen", True)):
        group = [answers[fact] for fact in names if (counts[fact] > 0) == is_seen]
        if group:
            yield _share(name, group)


def _share(metric: str, answers: Sequence[tuple[bool, ...]], x: float | None = None) -> MetricValue:
    """The mean over facts of the share of wordings that are answered rightly."""
    value = fmean(map(fmean, answers))
    return MetricValue(metric, value, x, tuple(chain.from_iterable(answers)))


def one_token_facts(data: str, tokenizer: Tokenizer) -> dict[Fact, tuple[str, str]]:
    """Country and capital by their tokens."""
    source = open_source(data)
    assert isinstance(source, WorldSource)
    facts = {}
    for country in source.world.lexicon.entries_of_kind("country"):
        names = country.en, country.attributes["capital"][0].en
        ids = [tokenizer.encode_ids([name])[0] for name in names]
        if all(len(one) == 1 and one[0] != tokenizer.unk_id for one in ids):
            facts[ids[0][0], ids[1][0]] = names
    return facts


def sentences_of(text: TokenCache, facts: Mapping[Fact, object]) -> Counter[Fact]:
    """How many sentences have both names of each fact."""
    counts: Counter[Fact] = Counter()
    for index in range(text.num_documents):
        for sentence in text.document(index):
            tokens = set(sentence.tolist())
            counts.update(fact for fact in facts if tokens.issuperset(fact))
    return counts


def _answers(trained: TrainedArm, country: str, capital: str, token: int) -> Iterator[bool]:
    """Whether the model fills in the capital, by wording."""
    task = trained.task
    for wording in ASKED:
        before, after, _ = wording.split_at_name(country, capital)
        text = f"{before}{task.tokenizer.mask_token}{after}"
        fed = ModelInput.clean(task.tokenizer.encode(text))
        (at,) = np.flatnonzero(fed.input_ids == task.tokenizer.mask_id).tolist()
        (logits,) = mask_logits(task.model, task.spec, fed, [at])
        yield int(logits.argmax()) == token
