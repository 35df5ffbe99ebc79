"""The request of the Masking panel and its work: masks, then predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import fed, run_predictions

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine


@dataclass(frozen=True)
class MaskingRequest:
    """One question about the text, for these models."""

    keys: tuple[str, ...]
    question: MaskingQuestion


def answers_to(request: MaskingRequest, engine: Engine) -> Work:
    """The examples by key: first what each model is fed, as a part, then with its predictions.

    Raises UserError where every model has a problem; else the problem is in its example.
    """
    examples: dict[str, MaskingExample] = {}
    for key in request.keys:
        yield Progress(tr("Masking tokens"), len(examples), len(request.keys), unit=tr("models"))
        try:
            examples[key] = fed(engine, key, request.question)
        except UserError as error:
            examples[key] = _problem(key, error)
    if all(example.problem for example in examples.values()):
        first = examples[request.keys[0]]
        raise UserError(first.problem, first.hint)
    yield Partial(dict(examples))
    for key in [key for key, example in examples.items() if not example.problem]:
        try:
            for example in run_predictions(engine, examples[key], request.question):
                examples[key] = example
                whole = sum(each.whole for each in examples.values())
                yield Progress(tr("Predicting"), whole, len(examples), unit=tr("models"))
        except UserError as error:
            examples[key] = _problem(key, error)
    return examples


def _problem(key: str, error: UserError) -> MaskingExample:
    return MaskingExample(key, problem=error.message, hint=error.hint)
