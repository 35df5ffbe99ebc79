"""How each model splits the text: tokens under their characters, steps, and vocabularies."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.readable import all_cut_off
from explorer.core.report.captions import Basis
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.core.tokens.request import TokensAnswer, TokensRequest, VocabularyRequest, answers_to
from explorer.core.tokens.tables import (
    STEP_COLUMNS,
    TOKEN_COLUMNS,
    VOCABULARY_COLUMNS,
    step_rows,
    token_rows,
    vocabulary_rows,
)
from explorer.core.tokens.tokenized import Word, tokenizer_specs
from explorer.core.tokens.vocabularies import (
    Comparison,
    OwnVocabulary,
    VocabularyChoice,
    own_vocabularies,
    remove,
    restore_removed,
    train_vocabulary,
)
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.layouts import line
from explorer.ui.controls.live_run import LiveRun
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, find_tag_hit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.tokens.one_model import ROWS
from explorer.ui.panels.tokens.side_by_side import SideBySide
from explorer.ui.panels.tokens.step_bar import StepBar
from explorer.ui.panels.tokens.steps import total_steps
from explorer.ui.panels.tokens.vocabularies import (
    ComparedVocabularies,
    VocabularyForm,
    name_of,
    shortfall,
)

PIECES, STEPS, VOCABULARIES = VIEWS = ("pieces", "steps", "vocabularies")
VIEW_TITLES = {PIECES: tr("Tokens"), STEPS: tr("Step by step"), VOCABULARIES: tr("Vocabularies")}
CHOICE = "choice"  # the vocabulary to train
CHOSEN = "vocabulary"  # the selected one
NO_TEXT = tr("There is no text to tokenize. Type a sentence above, or choose an example.")


class TokensPanel(Panel):
    """The text once, and below it a row of tokens for each model."""

    spec = panel_spec("tokens", views=VIEW_TITLES, needs_models=False)
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answer = TokensAnswer()
        self._compared = Comparison((), {})
        # What the picture on the screen was made from, which a click is about.
        self._drawn_text, self._drawn_vocabularies = self._text, self._vocabularies
        self._stepped: Word | None = None  # whose steps the bar goes through
        self._live = LiveRun(context.jobs, "vocabulary", resumable=False)
        self._live.finished.connect(self._on_trained)
        self._build()

    # ---- request and answer

    def request(self, state: State) -> TokensRequest | VocabularyRequest | None:
        self._sync_controls()
        keys = self.chosen_keys
        if self.view == VOCABULARIES:
            own, text = own_vocabularies(), self._choice.text
            return VocabularyRequest(state.text, state.pair, keys, own, text, state.seed)
        if keys and state.text.strip():
            return TokensRequest(state.text, state.pair, keys, by_steps=self.view == STEPS)
        if keys:
            self.say(NO_TEXT)
        else:
            self._say_no_models()
        return None

    def show_partial(self, value: TokensAnswer | Comparison) -> None:
        """A present figure stays until the whole one replaces it."""
        known = self._compared.rows if isinstance(value, Comparison) else self._answer.cuts
        if not known:
            self.show_result(value)
            self.show_selection(self.state.selection)

    def show_result(self, value: TokensAnswer | Comparison) -> None:
        if isinstance(value, Comparison):
            self._compared = value
        else:
            self._answer = value
        self.note(*self._limits())

    def show_selection(self, selection: Selection) -> None:
        """Show the word of the selected token, at its last step."""
        word = self._text.word
        if word is not None and word is not self._stepped:
            self._steps.show_steps(total_steps(word))
        self._stepped = word
        self._draw()
        self._show_details()

    def show_settings(self) -> None:
        self._sync_controls()
        self._draw()
        self._show_details()

    def show_error(self, error: UserError) -> None:
        """A source that cannot be read is reported below the form where it is chosen."""
        if self.view != VOCABULARIES:
            super().show_error(error)
            return
        self._form.say(str(error))
        self._show_body()
        self.show_selection(self.state.selection)

    def deselect(self) -> None:
        if self.option(CHOSEN, None) is not None:
            self.set_option(CHOSEN, None)

    # ---- export

    def caption_dependencies(self) -> Basis:
        """The seed draws the held-out text that vocabularies are compared on."""
        state = self.state
        if self.view == VOCABULARIES:
            return Basis(state.text, state.pair, state.seed)
        return Basis.from_texts(state)

    def marks(self) -> list[Mark]:
        controls = {PIECES: self._box_line, STEPS: self._steps, VOCABULARIES: self._form}
        return marks_of_view(self, self.tabs, controls[self.view], self._area.canvas)

    def drawings(self) -> list[Drawing]:
        drawing = self._build_drawing()
        return [] if drawing is None else [drawing]

    def table(self) -> Table:
        if self.view == VOCABULARIES:
            rows = vocabulary_rows(self._vocabularies.titled_rows)
            return Table(VOCABULARY_COLUMNS, rows, self.spec.title)
        cuts, word = self._answer.cuts, self._text.word
        if self.view == STEPS and word is not None:
            return Table(STEP_COLUMNS, step_rows(cuts, word), self.spec.title)
        shared = {cut.key: asdict(cut.shared) for cut in cuts if cut.shared is not None}
        meta = {"shared": shared} if shared else {}
        return Table(TOKEN_COLUMNS, token_rows(cuts), self.spec.title, meta)

    # ---- drawing

    @property
    def _text(self) -> SideBySide:
        """The last answer, of the models that are still chosen."""
        slots = {slot.key: slot for slot in self.slots()}
        models = tuple((slots[cut.key], cut) for cut in self._answer.cuts if cut.key in slots)
        token_of = self.choose_token_model([cut.key for _, cut in models])
        return SideBySide(self._answer, models, self.state.selection.token, token_of)

    @property
    def _vocabularies(self) -> ComparedVocabularies:
        """The compared vocabularies, of the models that are still chosen."""
        return ComparedVocabularies(self._compared.rows, self.slots())

    def _draw(self) -> None:
        drawing = self._build_drawing()
        if drawing is not None or not self.busy:
            self._drawn_text, self._drawn_vocabularies = self._text, self._vocabularies
            self._area.set_drawing(drawing)

    def _build_drawing(self) -> Drawing | None:
        if self.view == VOCABULARIES:
            return self._vocabularies.build_drawing(self.option(CHOSEN, None), self._choice.text)
        text = self._text
        if not self._answer.cuts or text.stale:
            return None
        if self.view == STEPS:
            return text.steps_drawing(self._steps.step)
        return text.tokens_drawing([name for name in ROWS if self._row_is_on(name)])

    def _limits(self) -> tuple[str, ...]:
        """Models without an answer, and those for which the text is too long."""
        compared = self.view == VOCABULARIES
        problems = self._compared.problems if compared else self._answer.problems
        lines = tuple(f"{self.title_of(key)}: {why}" for key, why in problems.items())
        cases = (
            (slot.title, cut.encoding.num_cut, slot.entry.num_positions)
            for slot, cut in self._text.models
        )
        return lines if compared else (*all_cut_off(cases), *lines)

    # ---- selection

    def _on_clicked(self, placed: Any) -> None:
        hit = find_tag_hit(placed)
        if hit is None:
            self.select(token=None)
            self.deselect()
        elif hit.tag == "pieces":
            self._select_token(self._drawn_text.token_at(hit.hit))
        elif hit.tag == "words":
            word = self._drawn_text.answer.words[hit.hit.position]
            self._select_token(self._drawn_text.first_token(word))
        elif hit.tag == "table":
            self.set_option(CHOSEN, self._drawn_vocabularies.key_at(hit.hit.row))

    def _select_token(self, hit: TokenHit | None) -> None:
        if hit is None or hit.row is None:
            self.select(token=None)
        else:
            self.select(token=hit.position, model=self._drawn_text.models[hit.row][1].key)

    @property
    def click_hint(self) -> str:
        what = tr("vocabulary") if self.view == VOCABULARIES else tr("token")
        return tr("Click a {what} to see it here.", what=what)

    def _show_details(self) -> None:
        if self.view == VOCABULARIES:
            key = self.option(CHOSEN, None)
            self.show_details(self._vocabularies.details(key, self.remove_vocabulary))
        else:
            self.show_details(self._text.details())

    # ---- vocabularies

    @property
    def _choice(self) -> VocabularyChoice:
        return VocabularyChoice.from_json(self.option(CHOICE, {}))

    def train_vocabulary(self) -> None:
        """Begin to learn the vocabulary that the form describes."""
        if not self._live.alive:
            choice = self._form.choice
            kind = tokenizer_specs()[choice.family].title
            make = partial(train_vocabulary, choice, self.state.seed)
            self._live.start(
                make, tr("{kind}, at most {choice:,} tokens", kind=kind, choice=choice.size)
            )

    def _on_trained(self, own: OwnVocabulary) -> None:
        self._form.say(" ".join([tr("{own} is finished.", own=name_of(own)), *shortfall(own)]))
        self.set_option(CHOSEN, own.name)
        self._compare_again()

    def remove_vocabulary(self, own: OwnVocabulary) -> None:
        """Take one out of the comparison; it can be put back."""
        try:
            remove(own.name)
            self._form.say(tr("{own} was removed.", own=name_of(own)), can_restore=True)
        except UserError as error:
            self._form.say(str(error))
        self._compare_again()

    def restore_vocabulary(self) -> None:
        try:
            restore_removed()
            self._form.say("")
        except UserError as error:
            self._form.say(str(error), can_restore=True)
        self._compare_again()

    def _compare_again(self) -> None:
        if self.view == VOCABULARIES:
            self.refresh()

    # ---- controls

    def _row_is_on(self, name: str) -> bool:
        return bool(self.option(name, True))

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self._box_line = OptionControls(self.spec.text.controls)
        self._boxes = {name: self._box_line.tick(name) for name in ROWS}
        update = partial(self.store.update_panel, self.spec.name)
        self._box_line.changed.connect(lambda options: update(**options))
        line(*self._boxes.values(), None, into=self._box_line, spacing=16)
        self._steps = StepBar(self.theme)
        self._steps.stepped.connect(lambda step: self._draw())
        self._form = VocabularyForm(tokenizer_specs(), self._live)
        self._form.changed.connect(lambda choice: self.set_option(CHOICE, choice.to_json()))
        self._form.train_requested.connect(self.train_vocabulary)
        self._form.restore_requested.connect(self.restore_vocabulary)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.top.addWidget(self.tabs)
        self.body.addWidget(self._box_line)
        self.body.addWidget(self._steps)
        self.body.addLayout(line(self._form, (self._area, 1), spacing=16), 1)
        self._sync_controls()

    def _sync_controls(self) -> None:
        for name, box in self._boxes.items():
            box.setChecked(self._row_is_on(name))
        if self._form.choice != self._choice:
            self._form.show_choice(self._choice)
        self.tabs.show_view(self.view)
        self._box_line.setVisible(self.view == PIECES)
        self._steps.setVisible(self.view == STEPS)
        self._form.setVisible(self.view == VOCABULARIES)


PANEL = TokensPanel
