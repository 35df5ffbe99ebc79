"""The Generation panel: its study, with texts that stop and go on, and curves measured here."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from explorer.core.generation.continuations import Continuation
from explorer.core.generation.few_shot import AccuracyCurves, measure
from explorer.core.generation.request import GenerationRequest
from explorer.core.jobs.progress_text import describe
from explorer.core.localization import tr
from explorer.core.state.state import State
from explorer.ui.controls.live_run import LiveRun, RunPhase
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.panel import MEASURED_HERE
from explorer.ui.panels.generation.study import (
    CURVES,
    PROMPTS,
    STUDY,
    curves_in,
    few_shot_in,
    texts_in,
)
from explorer.ui.studies.contract import ControlValue, Text
from explorer.ui.studies.panel import StudyPanel


class GenerationPanel(StudyPanel):
    study = STUDY

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._base: GenerationRequest | None = None  # of the drafts; another request starts again
        self._resume: tuple[tuple[str, Continuation], ...] = ()
        self._curves: AccuracyCurves | None = None
        self.run = LiveRun(context.jobs, "prompts", resumable=False)
        self.run.changed.connect(self.show_controls)
        self.run.reported.connect(self._on_curves)
        self.run.finished.connect(self._on_curves)
        self.busy_changed.connect(lambda busy: self.show_controls())

    def request(self, state: State) -> Any:
        """As of the study; texts go on after their drafts."""
        found = super().request(state)
        if not isinstance(found, GenerationRequest):
            return found
        if found != self._base:
            self._base, self._resume = found, ()
        return replace(found, resume=self._resume)

    def redraw(self) -> None:
        if self._curves is not None:
            self.answer = {**self.answer, CURVES: self._curves}
        super().redraw()

    def why_no_python(self) -> str:
        """Texts that were continued, and measured curves, are in no state."""
        if self.view == PROMPTS:
            return MEASURED_HERE if curves_in(self.answer, self.situation()) else ""
        return self.spec.text.notes["continued"] if self._resume else ""

    # ---- controls

    def own_values(self) -> dict[str, ControlValue]:
        """Only the buttons that have an effect now, and how far a measurement is."""
        if self.view == PROMPTS:
            words = self._measuring_words()
            shown = {"measuring": Text(words)} if words else {}
            return {"cancel_measure" if self.run.alive else "measure": True, **shown}
        can_continue = any(draft.can_continue for _, draft in self._drafts())
        possible = {"continue": can_continue, "again": bool(self._resume)}
        return {"stop": True} if self.busy else {name: True for name in possible if possible[name]}

    def _measuring_words(self) -> str:
        progress = self.run.progress
        words = {
            RunPhase.WAITING: tr("Waiting …"),
            RunPhase.RUNNING: describe(progress) if progress else "",
            RunPhase.CANCELLED: tr("Cancelled. What was measured stays."),
            RunPhase.FAILED: self.run.problem,
        }
        return words.get(self.run.phase, "")

    def press(self, name: str) -> None:
        match name:
            case "again":
                self._restart(())
            case "continue":
                self._restart(tuple(self._drafts()))
            case "stop":
                self._stop()
            case "measure":
                self._measure()
            case "cancel_measure":
                self.run.cancel()
            case _:
                super().press(name)

    def _drafts(self) -> list[tuple[str, Continuation]]:
        texts = texts_in(self.answer, self.situation())
        return [(slot.key, one) for slot, one in texts if isinstance(one, Continuation)]

    def _restart(self, resume: tuple[tuple[str, Continuation], ...]) -> None:
        """Write after these drafts, or from the prompt."""
        self.deselect()
        self._resume = resume
        self.refresh(force=True)

    def _stop(self) -> None:
        """Stop, and keep the text; Continue resumes it."""
        self.cancel()
        if self._drafts():
            self.redraw()
        else:
            again = Action(tr("Write"), lambda: self._restart(()))
            self.say(tr("Stopped before the first token."), again)
        self.answered.emit()

    def _measure(self) -> None:
        """Measure the chosen models, unless a measurement runs."""
        entries = tuple(slot.entry for slot in self.chosen_slots)
        choice = few_shot_in(self.situation())
        if not self.run.alive and entries:
            title = tr("Accuracy by K, {choice}", choice=choice.title)
            self.run.start(partial(measure, entries, choice, self.state.seed), title)

    def _on_curves(self, curves: AccuracyCurves) -> None:
        self._curves = curves
        if self.view == PROMPTS and not self.message:
            self.redraw()


PANEL = GenerationPanel
