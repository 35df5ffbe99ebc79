"""The Tokens panel: its study, with the form that trains a vocabulary beside the picture."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.tokens.tokenized import tokenizer_specs
from explorer.core.tokens.vocabularies import (
    Comparison,
    OwnVocabulary,
    remove,
    restore_removed,
    train_vocabulary,
)
from explorer.ui.controls.live_run import LiveRun
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panels.tokens.form import VocabularyForm
from explorer.ui.panels.tokens.study import CHOSEN, STUDY, VOCABULARIES
from explorer.ui.panels.tokens.vocabularies import name_of, shortfall
from explorer.ui.studies.panel import StudyPanel


class TokensPanel(StudyPanel):
    study = STUDY
    form_view = VOCABULARIES

    def make_form(self) -> VocabularyForm:
        self.run = LiveRun(self.context.jobs, "vocabulary", resumable=False)
        self.run.finished.connect(self._on_trained)
        self.form = VocabularyForm(tokenizer_specs(), self.run)
        self.form.train_requested.connect(self._train)
        self.form.restore_requested.connect(self._restore)
        return self.form

    def show_error(self, error: UserError) -> None:
        """A source that cannot be read is reported below the form where it is chosen."""
        if self.view == VOCABULARIES:
            self.form.say(str(error))
            self._show_body()
            self.redraw()
        else:
            super().show_error(error)

    def show_details(self, details: Details) -> None:
        """A vocabulary that was trained here can be removed."""
        rows = self.answer.rows if isinstance(self.answer, Comparison) else ()
        own = next((row.own for row in rows if row.key == self.option(CHOSEN, None)), None)
        if details.title and own is not None:
            remove_it = Action(tr("Remove this vocabulary"), partial(self._remove, own))
            details = replace(details, actions=(remove_it,))
        super().show_details(details)

    def _train(self) -> None:
        """Begin to learn the vocabulary that the form describes."""
        if not self.run.alive:
            choice = self.form.choice
            kind = tokenizer_specs()[choice.family].title
            title = tr("{kind}, at most {choice:,} tokens", kind=kind, choice=choice.size)
            self.run.start(partial(train_vocabulary, choice, self.state.seed), title)

    def _on_trained(self, own: OwnVocabulary) -> None:
        self.form.say(" ".join([tr("{own} is finished.", own=name_of(own)), *shortfall(own)]))
        self.set_option(CHOSEN, own.name)
        self._compare_again()

    def _remove(self, own: OwnVocabulary) -> None:
        """Take one out of the comparison; it can be put back."""
        try:
            remove(own.name)
            self.form.say(tr("{own} was removed.", own=name_of(own)), can_restore=True)
        except UserError as error:
            self.form.say(str(error))
        self._compare_again()

    def _restore(self) -> None:
        try:
            restore_removed()
            self.form.say("")
        except UserError as error:
            self.form.say(str(error), can_restore=True)
        self._compare_again()

    def _compare_again(self) -> None:
        if self.view == VOCABULARIES:
            self.refresh()


PANEL = TokensPanel
