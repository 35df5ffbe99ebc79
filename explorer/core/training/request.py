"""The request of the Training panel before a run, and its work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.training.plans import Choices, choices
from explorer.core.training.runs import LossHistory, history

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine


@dataclass(frozen=True)
class TrainingRequest:
    """The models whose curves are shown until a run begins."""

    keys: tuple[str, ...]


@dataclass(frozen=True)
class TrainingAnswer:
    """What can be trained, and how the models learned."""

    choices: Choices
    histories: Mapping[str, LossHistory]  # by key


def answers_to(request: TrainingRequest, engine: Engine) -> Work:
    """A TrainingAnswer; models without a recorded run are left out of its histories."""
    yield Progress(tr("Listing what can be trained"))
    known = choices(engine)
    histories = {key: history(engine.entry(key).folder) for key in request.keys}
    return TrainingAnswer(known, {key: one for key, one in histories.items() if one and one.points})
