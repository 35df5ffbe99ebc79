"""What is explained of a model: a prediction, the tokens that it is made from, and their labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from explorer.core.languages.scripts import scripts_of, sort_foreign_last
from explorer.core.localization import tr
from models.schema.records import NO_ORIGIN

if TYPE_CHECKING:
    from models.attribution.methods import ExplainedPrediction, Module
    from models.schema.records import BoolArray, ModelInput


LOG_PROBABILITY, BOTH_ENDS = tr("log-probability, nats"), tr("log-probability of both ends, nats")
LOG_ODDS = tr("log-odds, nats")
LOG_PROBABILITIES = LOG_PROBABILITY, BOTH_ENDS  # units of scores


@dataclass(frozen=True)
class WordQuestion:
    """Which word is explained, and which other one it is compared with.

    `token` is the selected token in the model `token_of`; without one the first mask, or the last
    word. Empty `wanted` is the word of the sentence, of a mask the most probable token; `against`
    is a word that the model did not choose, empty for none. Of a task, both are names of classes.
    `span` are the characters of the text that are explained, whatever is selected or masked.
    """

    text: str
    pair: str = ""
    token: int | None = None
    token_of: str = ""
    wanted: str = ""
    against: str = ""
    span: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class TargetText:
    """What is shown of a prediction. It is kept with an answer, so it holds no model.

    `labels` are those of what the model reads, in which a mask stands for the word; `places` are
    those of the word in it, and `changed` the tokens that get a share. `candidates` are the
    answers, most probable first. `stream` and `positions` are those that the prediction is read
    from, none of several or all. `fallbacks` say which wish the model could not fulfil.
    """

    labels: tuple[str, ...]  # (T,)
    changed: BoolArray  # (T,)
    model_input: ModelInput  # what the model reads
    places: tuple[int, ...]
    wanted: str
    against: str
    baseline: str
    unit: str
    candidates: tuple[tuple[str, float], ...]
    stream: str
    positions: tuple[int, ...]
    fallbacks: tuple[str, ...] = ()
    num_cut: int = 0  # tokens of the text that did not fit
    is_masked: bool = False  # the word stands in the sentence, and is masked for this prediction
    of_word: bool = True  # of the sentence, so that places of what is read are those of it

    @property
    def listed_candidates(self) -> list[tuple[tuple[str, float], bool]]:
        """Each candidate with whether it is a word in no language of the sentence; these last."""
        encoding = self.model_input.encoding
        texts = (encoding.text, encoding.pair or "") if self.of_word else ()
        return sort_foreign_last(self.candidates, lambda one: one[0], scripts_of(*texts))

    @property
    def has_probability(self) -> bool:
        """Whether the score is the logarithm of a probability."""
        return not self.against and self.unit in LOG_PROBABILITIES

    def place_of(self, at: int) -> int | None:
        """The place in the sentence of a token of what is read; None where it has none."""
        origin = int(self.model_input.origin[at])
        known = self.of_word and origin != NO_ORIGIN
        return origin if known else None


@dataclass(frozen=True, eq=False, kw_only=True)
class AttributionTarget(TargetText):
    """A prediction that can be explained; `remake` explains that of another module of its kind."""

    module: Module
    remake: Callable[[Module], ExplainedPrediction]
    explained: ExplainedPrediction

    @property
    def text(self) -> TargetText:
        """What is shown of it."""
        return TargetText(**{one.name: getattr(self, one.name) for one in fields(TargetText)})
