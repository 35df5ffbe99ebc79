"""The part of the study that is about surprisal: its controls, its figure, and its clicks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from explorer.core.localization import tr
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import State
from explorer.core.surprisal.request import UNITS, SurprisalAnswer, SurprisalChoice
from explorer.ui.panels.sentences import surprisal_view
from explorer.ui.studies.contract import BoxChoices, ControlValue, Situation, Steps, StudyFigure

WORD_CONTROLS = ("whole", "corrected", "unit", "times", "no_times")
NO_TEXT = tr("Type a sentence above, or tick Sentences of this panel.")
TABLES = tr("Tables (*.csv *.tsv *.jsonl);;All files (*)")


def words_in(at: Situation) -> SurprisalChoice:
    return SurprisalChoice.from_json(at.options.get("surprisal", {}))


def change_words(name: str, value: Any, at: Situation) -> State:
    choice = replace(words_in(at), **{name: value})
    return at.with_options(surprisal=choice.to_json(), word=None)


def word_values(answer: Any, at: Situation) -> dict[str, ControlValue]:
    choice = words_in(at)
    values: dict[str, ControlValue] = {
        "whole": choice.whole,
        "corrected": choice.corrected,
        "unit": BoxChoices(UNITS, choice.unit if choice.unit in UNITS else next(iter(UNITS))),
        "times": True,
    }
    if choice.times:
        values["no_times"] = True
    if isinstance(answer, SurprisalAnswer) and choice.whole and len(answer.texts) > 1:
        last = len(answer.texts) - 1
        says = tr("Sentence {step} of {count:,}", step="{step}", count=last)
        values["text"] = Steps(last, text_in(answer, at), says)
    return values


def text_in(answer: SurprisalAnswer, at: Situation) -> int:
    """The text that is drawn: the selected sentence, or the first."""
    chosen = at.options.get("selected", 0)
    there = isinstance(chosen, int) and 0 <= chosen < len(answer.texts)
    return chosen if there else 0


def words_figure(answer: SurprisalAnswer, at: Situation) -> StudyFigure:
    choice, word = words_in(at), at.options.get("word")
    number = text_in(answer, at) if choice.whole else 0
    scene = surprisal_view.SurprisalScene(
        answer,
        {slot.key: slot for slot in at.slots},
        number,
        choice.unit if choice.unit in UNITS else next(iter(UNITS)),
        word if isinstance(word, int) else None,
    )
    hashes = {one.key: one.digest for one in answer.models}
    drawn = (DrawnModel(s.index, s.title, s.key, hashes.get(s.key, "")) for s in at.slots)
    settings = [answer.title] if answer.title else []
    settings += [tr("ends of words treated")] if answer.corrected else []
    return StudyFigure(
        tuple(surprisal_view.drawings(scene)),
        tuple(drawn),
        Basis(answer.texts[number], seed=at.state.seed),
        tuple(settings),
        tuple(surprisal_view.limits(scene)),
        surprisal_view.details(scene),
        make_table=partial(answer.table, scene.unit),
    )
