"""The selected token of one sentence under several objectives, in words and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from explorer.core.comparison.comparison import OWN_FEED, ObjectiveTask, TargetPrediction
from explorer.core.comparison.rows import InputToken
from explorer.core.comparison.selection import OneSentence
from explorer.core.localization import tr
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, visible
from explorer.ui.panel_base.details import Details
from models.schema.records import TokenChange


def details_of(sentence: OneSentence, titles: Mapping[str, str]) -> Details:
    """What is selected; `titles` are those of the models by key."""
    chosen = sentence.chosen or sentence.selected_elsewhere
    if chosen is None or (task := sentence.task_of(chosen.tag)) is None:
        return Details()
    fed = task.feed(chosen.tag.feed).tokens[chosen.row]
    title = tr("{token} in {model}", token=visible(fed.text), model=titles[chosen.tag.key])
    place = task.prediction_at(chosen.row) if chosen.tag.feed == OWN_FEED else None
    return Details(title, tuple(_detail_rows(task, fed, place)))


def _detail_rows(
    task: ObjectiveTask, fed: InputToken, place: TargetPrediction | None
) -> Iterator[tuple[str, str]]:
    yield tr("Objective"), tr(task.objective.title)
    yield tr("Head"), tr(task.head.title)
    if fed.change is not TokenChange.KEPT:
        yield tr("Change"), CHANGE_NAMES[fed.change]
    if fed.original:
        yield tr("Original token"), visible(fed.original)
    if place is None:
        yield tr("Must predict"), tr("nothing")
        return
    yield tr("Must predict"), visible(place.truth) if place.truth is not None else tr("unknown")
    if place.probability is not None and place.rank is not None:
        yield tr("Probability of the true token"), number(place.probability)
        yield tr("Rank of the true token"), f"{place.rank + 1:,}"
    if place.loss is not None:
        yield tr("Loss in nats"), number(place.loss)
    for text, probability in place.guesses:
        yield visible(text), number(probability)
