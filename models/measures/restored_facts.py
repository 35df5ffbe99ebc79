"""Where a fact is: states of a sentence about one subject put into that about another.

Causal tracing of Meng et al. (2022), arXiv:2202.05262, section 2, with another subject of the same
kind in place of noise, as Vig et al. (2020), arXiv:2004.12265, exchange words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from models.attribution.methods import ExplainedPrediction
from models.attribution.predicted_token import PredictedToken, predicted_token
from models.comparison.measured import MetricValue
from models.data.sources import WorldSource, open_source
from models.patching.patching import (
    ATTENTION,
    FEED_FORWARD,
    HIDDEN,
    Patch,
    Site,
    patched_scores,
    sites,
    states_at,
)
from models.schema.records import FloatArray
from models.tokenization.base import Tokenizer
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

# Kind and relation of facts whose subject precedes the object, which ends the sentence.
SENTENCES = (
    ("country", "capital", "The capital of {subject} is {object}."),
    ("country", "language", "The language of {subject} is {object}."),
    ("country", "currency", "The currency of {subject} is the {object}."),
    ("company", "product", "{subject} is known for {object}."),
    ("company", "city", "The main office of {subject} is in {object}."),
    ("company", "country", "{subject} is a company from {object}."),
)
SUBJECT, LAST, OTHER = "subject", "last", "other"

Cell = tuple[str, float | None]  # a metric and the layer
Exchange = tuple["StatedFact", "StatedFact"]  # the first is patched with states of the second


@dataclass(frozen=True, eq=False)
class StatedFact:
    """A sentence whose object is predicted; subject and object are one token each."""

    token: PredictedToken
    subject: int  # its position
    object: int  # its id

    @property
    def is_known(self) -> bool:
        """Whether the object is the most probable token."""
        return int(self.token.logits().argmax()) == self.object

    @property
    def positions(self) -> Mapping[str, tuple[int, ...]]:
        """The subject, where the object is predicted, and the other tokens that may be seen."""
        row = self.token.row
        last = row if self.token.head.task == "next_token" else len(self.token.seen) - 1
        others = (at for at in range(last + 1) if at not in (self.subject, row))
        return {SUBJECT: (self.subject,), LAST: (row,), OTHER: tuple(others)}


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`known`, the share of facts whose object is the most probable token; and, over pairs of
    known facts, the share of the difference in log-odds that patched states restore.

    `hidden_…` of the subject, the last token (where the object is predicted) and the others, by
    layer, 0 before the first; `attention_…` and `feed_forward_…`, the outputs of a layer, of the
    first two, and of all layers at once (`…_all`). The option `num_examples` says how many pairs
    are patched at most. Without two known facts of a kind there is `known` alone.
    """
    facts = [stated_facts(trained.task, trained.recipe.data, *one) for one in SENTENCES]
    answers = [[fact.is_known for fact in some] for some in facts]
    yield MetricValue.share("known", [one for some in answers for one in some] or [False])
    known = [[*compress(*one)] for one in zip(facts, answers, strict=True)]
    pairs = exchanges(known, np.random.default_rng(trained.recipe.seed))
    by_cell: dict[Cell, list[float]] = defaultdict(list)
    for pair in pairs[: trained.options["num_examples"]]:
        for cell, share in measure_restoration(*pair).items():
            by_cell[cell].append(share)
    for (metric, layer), shares in by_cell.items():
        yield MetricValue(metric, fmean(shares), layer)


def stated_facts(
    task: TrainingTask, data: str, kind: str, relation: str, sentence: str
) -> list[StatedFact]:
    """The facts of a relation whose subject and object are one token each."""
    source = open_source(data)
    assert isinstance(source, WorldSource)
    facts = []
    for entry in source.world.lexicon.entries_of_kind(kind):
        names = entry.en, entry.attributes[relation][0].en
        ids = [_only_id(task.tokenizer, name) for name in names]
        if None in ids:
            continue
        encoding = task.tokenizer.encode(sentence.format(subject=names[0], object=names[1]))
        places = [np.flatnonzero(encoding.ids == id).tolist() for id in ids]
        if all(map(len, places)):
            subject, position = places[0][0], places[1][-1]
            token = predicted_token(task.model, task.spec, task.tokenizer, encoding, position)
            facts.append(StatedFact(token, subject, int(encoding.ids[position])))
    return facts


def _only_id(tokenizer: Tokenizer, name: str) -> int | None:
    ids = tokenizer.encode_ids([f" {name}"])[0]
    return ids[0] if len(ids) == 1 and ids[0] != tokenizer.unk_id else None


def exchanges(known: Sequence[Sequence[StatedFact]], rng: np.random.Generator) -> list[Exchange]:
    """Every fact with the next one of its relation that has another object, in random order."""
    pairs: list[Exchange] = []
    for facts in known:
        order = [facts[n] for n in rng.permutation(len(facts))]
        for n, fact in enumerate(order):
            later = (*order[n + 1 :], *order[:n])
            other = next((one for one in later if one.object != fact.object), None)
            if other is not None:
                pairs.append((fact, other))
    return [pairs[n] for n in rng.permutation(len(pairs))]


def measure_restoration(base: StatedFact, source: StatedFact) -> dict[Cell, float]:
    """Shares of the difference between both sentences in the log-odds of their objects, when
    states of `source` are put into `base`: 0 is no effect, 1 the prediction of `source`.
    """
    one, other = (fact.token.explain(source.object, base.object) for fact in (base, source))
    cells = _patches(base, one)
    layers = {patch.site for patch in cells.values()}
    scores: FloatArray = np.concatenate(
        list(patched_scores(one, states_at(other, [*layers]), [*cells.values()]))
    )
    start, end = one.both_ends[0], other.both_ends[0]
    return dict(zip(cells, ((scores - start) / (end - start)).tolist(), strict=True))


def _patches(base: StatedFact, explained: ExplainedPrediction) -> dict[Cell, Patch]:
    """Every patch by its metric and layer."""
    stream, places = base.token.head.stream, base.positions
    cells: dict[Cell, Patch] = {}
    for kind in (HIDDEN, ATTENTION, FEED_FORWARD):
        layers = sites(explained, stream, kind)
        for name, at in places.items():
            if kind != HIDDEN and name == OTHER:
                continue
            for n, site in enumerate(layers, 0 if kind == HIDDEN else 1):
                cells[f"{kind}_{name}", float(n)] = Patch(site, at, at)
            if kind != HIDDEN:
                whole: Site = tuple(output for site in layers for output in site)
                cells[f"{kind}_{name}_all", None] = Patch(whole, at, at)
    return cells
