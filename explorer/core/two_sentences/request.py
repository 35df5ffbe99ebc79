"""The request of the Two sentences panel, and its work."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.jobs.by_model import answers_by_model
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.state.choices import FormChoice
from explorer.core.two_sentences.differences import (
    AttentionDifferences,
    StateDifferences,
    attention_differences,
    state_differences,
)
from explorer.core.two_sentences.likelihood import Likelihoods, likelihoods
from explorer.core.two_sentences.patching import HIDDEN, PatchMap, PatchQuestion, patch_map
from explorer.core.two_sentences.sides import Side, Sides

LIKELIHOOD, STATES, ATTENTION, PATCHING = "likelihood", "states", "attention", "patching"
VIEWS = (PATCHING, LIKELIHOOD, STATES, ATTENTION)
SENTENCES, MODELS = "sentences", "models"
COSINE, DISTANCE = "cosine", "distance"


@dataclass(frozen=True)
class TwoChoice(FormChoice):
    """The panel's options. `second` is typed; `subject` is what the words were chosen for."""

    mode: str = SENTENCES
    second: str = ""
    measure: str = COSINE
    kind: str = HIDDEN
    predicted: int = -1
    word: str = ""
    against: str = ""
    class_word: str = ""
    class_against: str = ""
    turned: bool = False
    subject: str = ""

    @property
    def question(self) -> PatchQuestion:
        classes = self.class_word, self.class_against
        return PatchQuestion(
            self.kind, self.predicted, self.word, self.against, classes, self.turned
        )

    def clear_words(self) -> TwoChoice:
        """Clear the chosen words and classes, so that the program chooses them."""
        return replace(self, word="", against="", class_word="", class_against="")


@dataclass(frozen=True)
class TwoRequest:
    """What the numbers of one view depend on; `base` is the first model where two are compared."""

    view: str
    keys: tuple[str, ...]
    first: str
    second: str
    base: str = ""
    question: PatchQuestion = field(default_factory=PatchQuestion)

    def sides(self, key: str) -> Sides:
        """What is compared; what is patched comes first."""
        one, other = Side(key, self.first), Side(key, self.second)
        if self.base:
            one, other = Side(self.base, self.first), one
        return Sides(other, one) if self.question.turned else Sides(one, other)


Result = Likelihoods | StateDifferences | AttentionDifferences | PatchMap


@dataclass(frozen=True, eq=False)
class TwoAnswer:
    """All that the picture of one model is drawn from."""

    view: str
    card: ModelCard
    sides: Sides
    names: tuple[str, str]  # of the sides, in a few words
    result: Result


Answers = dict[str, TwoAnswer | UserError]  # by model


def answers_to(request: TwoRequest, engine: Engine) -> Work:
    """Each model as soon as it is ready; the problem of a model is its answer."""
    return answers_by_model(
        request.keys, tr("Comparing"), lambda key: _answer(request, engine, key)
    )


def _answer(
    request: TwoRequest, engine: Engine, key: str
) -> Generator[Progress | Partial, None, TwoAnswer]:
    sides, card = request.sides(key), engine.card(key)
    names = (tr("Sentence 1"), tr("Sentence 2"))
    if request.base:
        names = (engine.card(request.base).title, card.title)
    if request.question.turned:
        names = (names[1], names[0])
    result: Result
    if request.view == PATCHING:
        result = yield from patch_map(engine, sides, request.question)
    elif request.view == STATES:
        result = state_differences(engine, sides)
    elif request.view == ATTENTION:
        result = attention_differences(engine, sides)
    else:
        result = likelihoods(engine, sides)
    return TwoAnswer(request.view, card, sides, names, result)
