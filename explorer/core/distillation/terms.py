"""The terms of the training loss of a student: their titles, and how many layers have their own."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.core.localization import tr
from explorer.core.training.run_log import CurvePoint
from models.schema.specs import DistillationSpec, Option


def short_title(option: Option) -> str:
    """The title of an option without what all weights have in common."""
    before, after = tr("Weight of the {loss}").split("{loss}")
    title = tr(option.title).removeprefix(before).removesuffix(after)
    return title[:1].upper() + title[1:]


def term_title(method: DistillationSpec, term: str) -> str:
    """The title of a term: that of its weight."""
    titles = {option.name: short_title(option) for option in method.options}
    return titles.get(f"weight_{term}", tr(term))


def depth_of(points: Iterable[CurvePoint]) -> int:
    """How many layers of the student have training losses of their own."""
    named = {name for point in points if not point.held_out for name in point.values}
    numbers = (name.partition(".")[2] for name in named)
    return max((int(one) for one in numbers if one.isdigit()), default=0)
