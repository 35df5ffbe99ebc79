"""Sentences: many of them in every model, as a list, as points, and by what is alike inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.jobs.jobs import Work
from explorer.core.localization import tr
from explorer.core.pairs.request import (
    PAIRS,
    PairsAnswer,
    PairsRequest,
    answers_to_pairs,
    pairs_request,
)
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.sentences.request import (
    CONTEXTS,
    MAP,
    MEAN,
    NO_ROW,
    SCATTER,
    TABLE,
    TOKEN,
    SentencesAnswer,
    SentencesOptions,
    SentencesRequest,
    answers_to,
    request_of,
)
from explorer.core.sentences.rows import RowFilter
from explorer.core.sentences.source import LANGUAGES, MAX_SENTENCES, WORLD, SourceChoice
from explorer.core.sentences.states import METHODS, UMAP
from explorer.core.sentences.umap_points import INSTALL, is_installed
from explorer.core.state.state import Selection, State
from explorer.core.surprisal.request import (
    SURPRISAL,
    SurprisalAnswer,
    SurprisalRequest,
    answers_to_surprisal,
    surprisal_request,
)
from explorer.ui.graphics.charts.interval_chart import PointHit
from explorer.ui.graphics.charts.word_bars import WordBarHit
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.sentences import figure
from explorer.ui.panels.sentences.listing import head_of
from explorer.ui.panels.sentences.pairs_part import (
    NO_PAIR,
    PAIR_CONTROLS,
    PAIR_FILES,
    change_pairs,
    pair_values,
    pairs_figure,
    pairs_in,
)
from explorer.ui.panels.sentences.words_part import (
    NO_TEXT,
    TABLES,
    WORD_CONTROLS,
    change_words,
    word_values,
    words_figure,
    words_in,
)
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Notice,
    Offer,
    Situation,
    Study,
    StudyFigure,
    Text,
)

VIEW_TITLES = {
    TABLE: tr("Sentences"),
    SCATTER: tr("Loss against loss"),
    MAP: tr("Map of states"),
    CONTEXTS: tr("Similar contexts"),
    PAIRS: tr("Minimal pairs"),
    SURPRISAL: tr("Surprisal"),
}
SOURCE = ("source", "language", "number")  # what belongs to the source
SHOWN = {
    TABLE: ("search", "disagree", "errors", "use"),
    SCATTER: ("first", "second", "colour", "use"),
    MAP: ("subject", "layer", "what", "method", "colour", "use"),
    CONTEXTS: ("subject", "layer", "use"),
}
LAST_LAYER = -1
FILES = (".txt", ".tsv", ".csv", ".json", ".jsonl")
KINDS = tr("Sentences (*.txt *.tsv *.csv *.json *.jsonl);;All files (*)")
WHAT = {MEAN: tr("Point  mean of the tokens"), TOKEN: tr("Point  token at the selected position")}
NOT_SELECTED = {"selected": NO_ROW}


AnyRequest = SentencesRequest | PairsRequest | SurprisalRequest


def work(request: AnyRequest, engine: Engine) -> Work:
    """Answer the request of a view."""
    if isinstance(request, PairsRequest):
        return answers_to_pairs(request, engine)
    if isinstance(request, SurprisalRequest):
        return answers_to_surprisal(request, engine)
    return answers_to(request, engine)


class SentencesStudy(Study):
    """Four views of one set of sentences, one of minimal pairs, and one of words."""

    spec = panel_spec("sentences", views=VIEW_TITLES, kinds=("logits",), opens=FILES)
    controls = (
        (
            Control("pairs"),
            Control("pairs_file", "file", files=PAIR_FILES),
            Control("by_word", "tick"),
            Control("per_token", "tick"),
            Control("first_token", "tick"),
            Control("whole", "tick"),
            Control("source"),
            Control("file", "file", files=KINDS),
            Control("language"),
            Control("number", "number", low=1, high=MAX_SENTENCES, step=100),
            Control("search", "search"),
            Control("disagree", "tick"),
            Control("errors", "tick"),
            *map(Control, ("first", "second", "subject", "layer", "what", "method", "colour")),
            Control("use", "button"),
            Control("corrected", "tick"),
            Control("unit"),
            Control("times", "file", files=TABLES),
            Control("no_times", "button"),
        ),
        (Control("text", "steps"),),
    )
    controls_stay = True
    gap = 24.0
    work = staticmethod(work)

    def request(self, at: Situation) -> AnyRequest | Notice:
        if at.view == PAIRS:
            return pairs_request(at.keys, pairs_in(at))
        if at.view == SURPRISAL:
            choice = words_in(at)
            if not (choice.whole or at.state.text.strip()):
                return Notice(NO_TEXT)
            return surprisal_request(at.keys, at.state.text, source_in(at), choice, at.state.seed)
        return request_of(at.state, at.view, at.keys, at.token_model(at.keys), source_in(at))

    def merge(self, before: Any, part: Any) -> Any:
        """Two views have no picture of their own before their whole answer is there."""
        return before if part.view in (MAP, CONTEXTS) else part

    def figure(self, answer: Any, at: Situation) -> StudyFigure:
        """Nothing for the answer of another view, whose picture stays until there is one."""
        if isinstance(answer, PairsAnswer):
            return pairs_figure(answer, at) if at.view == PAIRS else StudyFigure()
        if isinstance(answer, SurprisalAnswer):
            return words_figure(answer, at) if at.view == SURPRISAL else StudyFigure()
        if answer is None or (scene := scene_in(answer, at)) is None:
            return StudyFigure()
        hashes = {key: one.digest for key, one in answer.table.known.items()}
        drawn = (DrawnModel(s.index, s.title, s.key, hashes.get(s.key, "")) for s in at.slots)
        texts = (at.state.text, at.state.pair) if at.view == CONTEXTS else ("", "")
        layer = at.state.selection.layer if at.view in (MAP, CONTEXTS) else None
        one = scene.selected != NO_ROW
        return StudyFigure(
            tuple(figure.drawings(scene)),
            tuple(drawn),
            Basis(*texts, seed=at.state.seed, selection=Selection(layer=layer)),
            tuple(_settings(answer, at)),
            tuple(figure.limits(scene)),
            _details(scene) if one else Details(),
            (Offer(tr("Use this sentence"), partial(use, scene.selected, answer)),) if one else (),
            make_table=partial(figure.table_of, scene),
        )

    # ---- controls

    def control_values(self, answer: Any, at: Situation) -> dict[str, ControlValue]:
        """The values of the view, and only the options that it has."""
        if at.view == PAIRS:
            return pair_values(at)
        listed = answer if isinstance(answer, SentencesAnswer) else None
        if at.view == SURPRISAL:
            own = self._list_values(listed, at) if words_in(at).whole else {}
            sources = {name: own[name] for name in (*SOURCE, "file") if name in own}
            return {**sources, **word_values(answer, at)}
        return self._list_values(listed, at)

    def _list_values(
        self, answer: SentencesAnswer | None, at: Situation
    ) -> dict[str, ControlValue]:
        source, chosen = source_in(at), filter_in(at)
        sets = {} if answer is None else answer.sources
        known = {WORLD: tr("Sample of the mini-world"), **sets}
        known.setdefault(source.source, Path(source.source).name)
        values: dict[str, ControlValue] = {
            "source": BoxChoices(known, source.source, tip=known[source.source]),
            "file": True,
            "number": source.number,
        }
        if source.source == WORLD:
            values["language"] = BoxChoices(LANGUAGES, source.language)
        values["search"] = Text(chosen.search)
        if answer is not None:
            if answer.table.can_disagree:
                values["disagree"] = chosen.disagree
            if answer.table.has_classified:
                values["errors"] = chosen.errors
            values.update(self._values_of(answer, at))
        shown = (*SOURCE, "file", *SHOWN.get(at.view, ()))
        return {name: values[name] for name in values if name in shown}

    def _values_of(self, answer: SentencesAnswer, at: Situation) -> dict[str, ControlValue]:
        """The models, layers and colours that there are."""
        options, words = SentencesOptions.from_json(at.options), self.spec.text.controls
        titles = {slot.key: f"{slot.letter} {slot.title}" for slot in at.slots}
        able = {key: titles[key] for key, one in answer.table.known.items() if one.has_losses}
        states = answer.map or answer.contexts
        layers = {LAST_LAYER: tr("Last layer")} if states is None else enumerate(states.layer_names)
        colours = {by: tr("Colour  {title}", title=title) for by, title in answer.colours.items()}
        missing = {} if is_installed() else {UMAP: tr("Not installed: {install}", install=INSTALL)}
        values: dict[str, ControlValue] = {
            name: BoxChoices({k: f"{words[name]['title']}  {one}" for k, one in able.items()}, key)
            for name, key in zip(("first", "second"), answer.pair, strict=True)
        }
        return {
            **values,
            "subject": BoxChoices(titles, answer.subject),
            "layer": BoxChoices(dict(layers), LAST_LAYER if states is None else states.layer),
            "what": BoxChoices(WHAT, options.what),
            "method": BoxChoices(METHODS, options.method, disabled=missing),
            "colour": BoxChoices({"": tr("Colour  none"), **colours}, options.colour),
            "use": selected_in(answer, at) != NO_ROW,
        }

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """Another source has other sentences; a layer is shared by all panels."""
        ((name, value), *_) = values.items()
        if name in PAIR_CONTROLS:
            return change_pairs(name, value, at)
        if name in WORD_CONTROLS:
            return change_words(name, value, at)
        if name == "text":
            return at.with_options(selected=value, word=None)
        if name == "layer":
            return at.with_selection(layer=None if value in (LAST_LAYER, 0) else value - 1)
        if name not in (*SOURCE, "file"):
            return at.with_options(**values)
        changed = replace(source_in(at), **{"source" if name == "file" else name: value})
        return at.with_options(choice=changed.to_json(), sort="", search="", **NOT_SELECTED)

    def press(self, name: str, answer: Any, at: Situation) -> State:
        if name == "no_times":
            return change_words("times", "", at)
        if not isinstance(answer, SentencesAnswer):
            return at.state
        return use(selected_in(answer, at), answer, at)

    # ---- selection

    def click(self, hit: TagHit, answer: Any, at: Situation) -> State:
        """The tag of a table has the sentences of its rows."""
        match hit:
            case TagHit(tuple(rows), PointHit(int(row), _)):
                phenomenon, series = rows[row]
                return at.with_options(phenomenon=phenomenon, series=series, pair=NO_PAIR)
            case TagHit(("pairs", tuple(pairs)), TableHit(row, _, _)):
                return at.with_options(pair=pairs[row])
            case TagHit(_, WordBarHit(int(word))):
                return at.with_options(word=word)
            case TagHit(tuple(sentences), TableHit(row, _, _)):
                return at.with_options(selected=sentences[row])
        return at.state

    def click_beside(self, at: Situation) -> State:
        return at.state

    def deselect(self, at: Situation) -> State:
        return at.with_options(**NOT_SELECTED, pair=NO_PAIR, word=None)

    def click_hint(self, at: Situation) -> str:
        if at.view == PAIRS:
            return tr("Click a row of the chart for the pairs that fail, a pair to open it.")
        if at.view == SURPRISAL:
            return tr("Click a word to see its surprisal in each model.")
        return tr("Click a sentence to see all that is known of it.")


def source_in(at: Situation) -> SourceChoice:
    return SourceChoice.from_json(at.options.get("choice", {}))


def filter_in(at: Situation) -> RowFilter:
    return RowFilter.from_json(at.options)


def selected_in(answer: SentencesAnswer, at: Situation) -> int:
    """The selected sentence, from 0; NO_ROW without one."""
    chosen = at.options.get("selected", NO_ROW)
    there = isinstance(chosen, int) and 0 <= chosen < len(answer.table.sentence_set)
    return chosen if there else NO_ROW


def scene_in(answer: SentencesAnswer, at: Situation) -> figure.SentencesScene | None:
    """The answer of the current view, with what is listed."""
    if answer.view != at.view:
        return None
    table, slots = answer.table, {slot.key: slot for slot in at.slots}
    rows = table.rows(filter_in(at)) if at.view == TABLE else np.arange(len(table.sentence_set))
    return figure.SentencesScene(answer, slots, rows, selected_in(answer, at))


def scene_of(answer: Any, at: Situation) -> figure.SentencesScene | None:
    """The sentences of the current view; None where it shows something else."""
    return scene_in(answer, at) if isinstance(answer, SentencesAnswer) else None


def use(sentence: int, answer: SentencesAnswer, at: Situation) -> State:
    """Put a sentence into the window."""
    if sentence == NO_ROW:
        return at.state
    one = answer.table.sentence_set.sentences[sentence]
    return replace(at.state, text=one.text, pair=one.pair)


def _details(scene: figure.SentencesScene) -> Details:
    """All that is known of the selected sentence."""
    row = scene.selected
    columns = [one for one in scene.answer.table.columns if one.text(row)]
    rows = tuple((head_of(one, scene.letters), one.text(row)) for one in columns)
    return Details(tr("Sentence"), rows)


def _settings(answer: SentencesAnswer, at: Situation) -> list[str]:
    found, listed = answer.table.sentence_set, filter_in(at)
    parts = [tr("{answer:,} sentences of {title}", answer=len(found), title=found.title)]
    names = ("search", "disagree", "errors") if at.view == TABLE else ()
    chosen = {name: getattr(listed, name) for name in names}
    parts += [f"{name} {value}".lower() for name, value in chosen.items() if value]
    if answer.subject:
        title = at.titles.get(answer.subject, answer.subject)
        parts.append(tr("states of {answer}", answer=title))
    if answer.map is not None:
        parts.append(METHODS[answer.map.method])
    return parts


STUDY = SentencesStudy()
