"""The first and the family name of a founder, filled at once or one after the other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from models.comparison.measured import MetricValue
from models.data.sources import WorldSource, open_source
from models.data.world.lexicon import LexiconEntry
from models.inference.mask_filling import MaskedPositions, fill_independent, fill_one_by_one
from models.schema.records import FloatArray
from models.tokenization.base import Tokenizer
from models.training.fact_probes import FOUNDED, is_founder, two_founders
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

LEAST = 1e-12  # probability, so that its logarithm is finite


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Over all companies with two founders: `true_at_once` and `true_one_by_one`, the shares of
    names that are those of a founder; `log_at_once` and `log_one_by_one`, the mean logarithm of
    the probability that both names together get, in nats.
    """
    source = open_source(trained.recipe.data)
    assert isinstance(source, WorldSource)
    tokenizer = trained.task.tokenizer
    prompts = [
        (company, masked_name(trained.task, company))
        for company in two_founders(source.world, tokenizer)
    ]
    for name, fill in {"one_by_one": fill_one_by_one, "at_once": fill_independent}.items():
        true = [is_founder(company, fill(masked), tokenizer) for company, masked in prompts]
        yield MetricValue.share(f"true_{name}", true)
    logs = [log_probabilities(masked, company) for company, masked in prompts]
    yield MetricValue("log_at_once", fmean(at_once for at_once, _ in logs))
    yield MetricValue("log_one_by_one", fmean(one_by_one for _, one_by_one in logs))


def masked_name(task: TrainingTask, company: LexiconEntry) -> MaskedPositions:
    """The sentence about a company with the two words of a founder's name masked."""
    tokenizer = task.tokenizer
    encoding = tokenizer.encode(FOUNDED.format(mask=tokenizer.mask_token, company=company.en))
    positions = np.flatnonzero(encoding.ids == tokenizer.mask_id).tolist()
    return MaskedPositions(task.model, task.spec, tokenizer, encoding, positions)


def log_probabilities(masked: MaskedPositions, company: LexiconEntry) -> tuple[float, float]:
    """The logarithm of the probability of all true names: at once, and one after the other.

    At once, the probability of a name is that of its first word times that of its second, both
    predicted from a text in which both are masked. One after the other, the second is predicted
    from a text with the first.
    """
    ids = masked.ids()
    first, second = masked.positions
    singly = masked.predict(ids, (first, second))  # (2, V)
    at_once = one_by_one = 0.0
    for name, family in _names(masked.tokenizer, company):
        ids[first] = name
        after: FloatArray = masked.predict(ids, (second,))[0]
        at_once += float(singly[0, name] * singly[1, family])
        one_by_one += float(singly[0, name] * after[family])
    return math.log(max(at_once, LEAST)), math.log(max(one_by_one, LEAST))


def _names(tokenizer: Tokenizer, company: LexiconEntry) -> list[Sequence[int]]:
    """The two tokens of each founder's name."""
    names = [founder.en.split() for founder in company.attributes["founder"]]
    return [[tokenizer.encode_ids([f" {word}"])[0][0] for word in name] for name in names]
