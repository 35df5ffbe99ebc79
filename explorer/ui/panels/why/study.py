"""Why: which tokens caused a prediction, by several methods, and how far one may trust each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from explorer.core.attribution.request import (
    DELETION,
    RANDOM,
    TOKENS,
    WhyAnswer,
    WhyChoice,
    WhyRequest,
    answers_to,
    request_of,
)
from explorer.core.localization import tr
from explorer.core.readable import all_cut_off
from explorer.core.report.captions import Basis
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.columns import drop_failures
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.why.figure import sections
from explorer.ui.panels.why.text import caption_settings, details, table
from explorer.ui.studies.contract import (
    AnswersStudy,
    BoxChoices,
    Control,
    Notice,
    Situation,
    StudyFigure,
)

VIEW_TITLES = {
    TOKENS: tr("Tokens"),
    DELETION: tr("Deletion and insertion"),
    RANDOM: tr("Shuffled weights"),
}
NO_TEXT = tr("Type a sentence above to see which of its words cause a prediction.")
MAX_WORDS = 12


class WhyStudy(AnswersStudy):
    """Three views of the causes of one prediction, one column for each model.

    Its controls are `wanted` and `against`: words, empty for those that the program chooses.
    """

    spec = panel_spec("why", views=VIEW_TITLES, kinds=("logits",))
    controls = ((Control("wanted"), Control("against")),)
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> WhyRequest | Notice:
        if not at.state.text.strip():
            return Notice(NO_TEXT)
        keys = at.keys
        return request_of(at.state, at.view, keys, at.token_model(keys), choice_in(at))

    def figure(self, answer: Mapping[str, Any], at: Situation) -> StudyFigure:
        columns = self.columns(answer, at)
        limits = (
            (model.title, one.target.num_cut, one.card.num_positions)
            for model, one in drop_failures(columns)
        )
        return StudyFigure(
            tuple(sections(at.view, columns)),
            at.drawn_models(answer),
            Basis.from_texts(at.state, at.state.seed),
            tuple(caption_settings(columns)),
            tuple(all_cut_off(limits)),
            details(columns),
            make_table=partial(table, at.view, columns),
        )

    def control_values(self, answer: Mapping[str, Any], at: Situation) -> dict[str, BoxChoices]:
        """The most probable words of all models, to choose one."""
        targets = [one.target for _, one in drop_failures(self.columns(answer, at))]
        choice = choice_in(at)
        candidates = [each for one in targets for each in one.listed_candidates]
        candidates.sort(key=lambda each: each[1])
        foreign = {word for (word, _), is_foreign in candidates if is_foreign}
        words = [word for (word, _), _ in candidates]
        first = [one.wanted for one in targets if not choice.wanted]
        words = list(dict.fromkeys(filter(None, [choice.wanted, choice.against, *first, *words])))
        titles = {word: word for word in words[:MAX_WORDS]}
        usual = ", ".join(dict.fromkeys(first)) or tr("the word itself")
        explained = {"": tr("Explain  {usual}", usual=usual), **titles}
        without = {"": tr("Instead of  no other"), **titles}
        return {
            "wanted": BoxChoices(explained, choice.wanted, foreign),
            "against": BoxChoices(without, choice.against, foreign),
        }

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        changed = {**choice_in(at).to_json(), **values, "text": _subject(at.state)}
        return at.with_options(choice=changed)

    def click(self, hit: TagHit, answer: Mapping[str, Any], at: Situation) -> State:
        """The tag is the key of the model whose map was clicked."""
        one = answer.get(str(hit.tag))
        match hit.hit:
            case CellHit(_, column) | AxisHit("column", column) | TokenHit(column):
                place = one.target.place_of(column) if isinstance(one, WhyAnswer) else None
                if place is not None:
                    return at.with_selection(token=place, model=str(hit.tag))
        return at.state

    def deselect(self, at: Situation) -> State:
        return at.with_options(choice={})

    def click_hint(self, at: Situation) -> str:
        return tr("Click a token to explain it instead.")


def choice_in(at: Situation) -> WhyChoice:
    """The words that were chosen for this sentence; none of another one."""
    stored = WhyChoice.from_json(at.options.get("choice", {}))
    return stored if stored.text == _subject(at.state) else WhyChoice()


def _subject(state: State) -> str:
    """What chosen words belong to: the texts, and the selected token."""
    return f"{state.text}\n{state.pair}\n{state.selection.token}"


STUDY = WhyStudy()
