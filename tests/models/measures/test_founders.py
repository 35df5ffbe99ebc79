"""The probability of a founder's name, at once and one after the other."""

import math
from collections.abc import Sequence
from itertools import islice

import numpy as np
import pytest

from models.data.sources import WorldSource, open_source
from models.inference.mask_filling import MaskedPositions
from models.measures.founders import log_probabilities
from models.schema.records import FloatArray, IntArray
from models.schema.registry import catalog
from models.tokenization import Tokenizer
from models.training.fact_probes import two_founders
from tests.models.measures.conftest import MakeTrained


class Knows(MaskedPositions):
    """Knows both founders: each first name has probability 1/2, and so has each family name;

    after a first name the family name that belongs to it is certain.
    """

    def predict(self, ids: IntArray, places: Sequence[int]) -> FloatArray:
        found = np.zeros((len(places), self.tokenizer.vocab_size), dtype=np.float32)
        names = [[self.tokenizer.encode_ids([f" {word}"])[0][0] for word in name] for name in NAMES]
        for row, place in enumerate(places):
            side = self.positions.index(place)
            first = int(ids[self.positions[0]])
            known = [name for name in names if side == 1 and name[0] == first] or names
            for name in known:
                found[row, name[side]] += 1 / len(known)
        return found


NAMES: list[list[str]] = []


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    source = open_source("facts:en")
    texts = [" ".join(document) for document in islice(source.documents("train", 1), 50)]
    found: Tokenizer = catalog().tokenizers["wordpiece"].train(texts, 5000, names=source.names())
    return found


def test_at_once_names_are_mixed_and_one_after_the_other_they_are_not(
    tokenizer: Tokenizer, make_trained: MakeTrained
) -> None:
    source = open_source("facts:en")
    assert isinstance(source, WorldSource)
    companies = list(two_founders(source.world, tokenizer))
    assert len(companies) == 24
    company = companies[0]
    NAMES[:] = [founder.en.split() for founder in company.attributes["founder"]]
    task = make_trained("bert").task
    encoding = tokenizer.encode(f"[MASK] [MASK] founded {company.en}.")
    masked = Knows(task.model, task.spec, tokenizer, encoding, (1, 2))
    at_once, one_by_one = log_probabilities(masked, company)
    assert at_once == pytest.approx(math.log(1 / 2))
    assert one_by_one == pytest.approx(0.0)
