"""Above the picture: the view, the word that is explained, and the one it is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.attribution.request import DELETION, RANDOM, TOKENS, WhyAnswer, WhyChoice
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import flow
from explorer.ui.controls.layouts import column
from explorer.ui.controls.option_controls import OptionControls

VIEW_TITLES = {
    TOKENS: tr("Tokens"),
    DELETION: tr("Deletion and insertion"),
    RANDOM: tr("Shuffled weights"),
}
MAX_WORDS = 12


class WhyControls(OptionControls):
    """Emits `wanted` and `against`: words, empty for those that the program chooses."""

    def __init__(self) -> None:
        super().__init__(panel_text("why").controls)
        self.tabs = ViewTabs(VIEW_TITLES)
        self.wanted = self.choice_box("wanted")
        self.against = self.choice_box("against")
        column(self.tabs, flow(self.wanted, self.against), into=self)

    def show_answers(self, view: str, answers: Sequence[WhyAnswer], choice: WhyChoice) -> None:
        """The most probable words of all models, to choose one."""
        self.tabs.show_view(view)
        candidates = [each for one in answers for each in one.target.listed_candidates]
        candidates.sort(key=lambda each: each[1])
        foreign = {word for (word, _), is_foreign in candidates if is_foreign}
        words = [word for (word, _), _ in candidates]
        first = [one.target.wanted for one in answers if not choice.wanted]
        words = list(dict.fromkeys(filter(None, [choice.wanted, choice.against, *first, *words])))
        titles = {word: word for word in words[:MAX_WORDS]}
        usual = ", ".join(dict.fromkeys(first)) or tr("the word itself")
        explained = {"": tr("Explain  {usual}", usual=usual), **titles}
        self.wanted.show_items(explained, choice.wanted, foreign)
        without = {"": tr("Instead of  no other"), **titles}
        self.against.show_items(without, choice.against, foreign)
