"""The part of the study that is about minimal pairs: its controls, its figure, and its clicks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from explorer.core.localization import tr
from explorer.core.pairs import results
from explorer.core.pairs.request import SOURCES, PairsAnswer, PairsChoice
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import State
from explorer.core.two_sentences.request import ATTENTION, LIKELIHOOD, PATCHING, TwoChoice
from explorer.ui.panels.sentences import pairs_view
from explorer.ui.studies.contract import BoxChoices, ControlValue, Offer, Situation, StudyFigure

PAIR_CONTROLS = ("pairs", "pairs_file", "by_word", "per_token", "first_token")
NO_PAIR = -1
OPENED = {  # views of Two sentences that take a pair
    LIKELIHOOD: tr("Open in Likelihood"),
    PATCHING: tr("Open in Patching"),
    ATTENTION: tr("Open in Attention"),
}
PAIR_FILES = tr("Pairs (*.csv *.tsv *.jsonl *.json *.txt);;All files (*)")


def pairs_in(at: Situation) -> PairsChoice:
    return PairsChoice.from_json(at.options.get("minimal_pairs", {}))


def change_pairs(name: str, value: Any, at: Situation) -> State:
    """Other pairs have other phenomena."""
    field = {"pairs": "source", "pairs_file": "source", "first_token": "first"}.get(name, name)
    choice = replace(pairs_in(at), **{field: value})
    more = {"phenomenon": results.ALL, "pair": NO_PAIR} if field == "source" else {}
    return at.with_options(minimal_pairs=choice.to_json(), **more)


def pair_values(at: Situation) -> dict[str, ControlValue]:
    choice = pairs_in(at)
    known = dict(SOURCES)
    known.setdefault(choice.source, Path(choice.source).name)
    return {
        "pairs": BoxChoices(known, choice.source, tip=choice.source),
        "pairs_file": True,
        "by_word": choice.by_word,
        "per_token": choice.per_token,
        "first_token": choice.first,
    }


def pairs_scene(answer: PairsAnswer, at: Situation) -> results.PairsScene:
    """The pairs with what is chosen among them."""
    options = at.options
    pair = options.get("pair", NO_PAIR)
    return results.PairsScene(
        answer,
        {slot.key: slot for slot in at.slots},
        pairs_in(at).per_token,
        str(options.get("phenomenon", results.ALL)),
        str(options.get("series", "")),
        pair if isinstance(pair, int) else NO_PAIR,
    )


def pairs_figure(answer: PairsAnswer, at: Situation) -> StudyFigure:
    scene, choice = pairs_scene(answer, at), pairs_in(at)
    hashes = {one.key: one.digest for one in answer.series}
    drawn = (DrawnModel(s.index, s.title, s.key, hashes.get(s.key, "")) for s in at.slots)
    settings = [results.title_of_source(answer.pairs.title)]
    settings += [tr("whole words masked")] if choice.by_word else []
    settings += [tr("means per token")] if choice.per_token else []
    settings += [] if choice.first else [tr("without the first token")]
    offers: tuple[Offer, ...] = ()
    if 0 <= scene.selected < len(scene.pairs):
        pair = scene.pairs[scene.selected]
        offers = tuple(
            Offer(title, partial(open_pair, pair.good, pair.bad, view))
            for view, title in OPENED.items()
        )
    return StudyFigure(
        tuple(pairs_view.drawings(scene)),
        tuple(drawn),
        Basis(),
        tuple(settings),
        tuple(results.limits(scene)),
        pairs_view.details(scene),
        offers,
        make_table=partial(results.table_of, scene),
    )


def open_pair(good: str, bad: str, view: str, at: Situation) -> State:
    """Put both halves of a pair into a view of Two sentences."""
    opened = at.in_panel("two_sentences", view=view, choice=TwoChoice(second=bad).to_json())
    return replace(opened, text=good, pair="")
