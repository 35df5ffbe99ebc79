"""Generation: each model continues the sentence, with the candidates of each step."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtGui import QGuiApplication

from explorer.core.errors import UserError
from explorer.core.generation.continuations import Answer, Continuation
from explorer.core.generation.few_shot import (
    SCORINGS,
    AccuracyCurves,
    FewShotAnswer,
    FewShotAnswers,
    FewShotChoice,
    FewShotRequest,
)
from explorer.core.generation.prompts import AUTOMATIC, TypedPrompt, mask_at_end
from explorer.core.generation.request import (
    GenerationOptions,
    GenerationRequest,
    answers_to,
    limits,
    mask_fillers,
)
from explorer.core.generation.tables import PROMPT_COLUMNS, TEXT_COLUMNS, prompt_rows, text_rows
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import message, tr
from explorer.core.report.captions import Basis, digest_of
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.panel import MEASURED_HERE, Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.generation import prompts_figure
from explorer.ui.panels.generation.controls import GenerationControls
from explorer.ui.panels.generation.figure import NodeAt, Selected, figure, locate_hit
from explorer.ui.panels.generation.prompts import PromptControls
from explorer.ui.panels.generation.text import RANKED, RANKING, detail_rows, node_rows

TEXT, PROMPTS = VIEWS = ("text", "prompts")
VIEW_TITLES = {TEXT: tr("Text"), PROMPTS: tr("Prompts")}
NOT_THE_SENTENCE = tr("The sentence above is not part of these prompts.")
SECTION_GAP = 24.0
FEW_SHOT = "few_shot"  # the option with the choice of the view Prompts


class GenerationPanel(Panel):
    """Texts with the candidates of each step, and tasks in a few-shot prompt."""

    spec = panel_spec("generation", views=VIEW_TITLES, kinds=("logits",))
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answers: dict[str, Answer] = {}
        self._base: GenerationRequest | None = None  # of the drafts; another request starts again
        self._resume: tuple[tuple[str, Continuation], ...] = ()
        self._selected: Selected = None  # None is the first step
        self._prompt_answers: FewShotAnswers = {}
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.prompts = PromptControls(context.jobs)
        self.prompts.changed.connect(self._on_prompt_options)
        self.prompts.measure.clicked.connect(self._on_measure)
        self.controls = GenerationControls()
        update = partial(self.store.update_panel, self.spec.name)
        self.controls.changed.connect(lambda options: update(**options))
        self.controls.again.clicked.connect(lambda: self._restart(()))
        self.controls.stop.clicked.connect(self._on_stop)
        self.controls.continue_.clicked.connect(self._on_continue)
        self.controls.fill.clicked.connect(self._on_fill)
        self.busy_changed.connect(lambda busy: self._show_buttons())
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.top.addWidget(self.tabs)
        self.top.addWidget(self.prompts)
        self.body.addWidget(self.controls)
        self.body.addWidget(self._area, 1)
        self.show_settings()

    # ---- request and answer

    def request(self, state: State) -> GenerationRequest | FewShotRequest | None:
        self._show_view_controls()
        keys = self.chosen_keys
        if keys and self.view == PROMPTS:
            return FewShotRequest(keys, self.few_shot, state.seed)
        if not keys:
            self.say(tr("Choose a model above to let it write."))
            return None
        if not state.text.strip():
            self.say(tr("Type a prompt above, and the models continue it."))
            return None
        prompt = TypedPrompt(state.text, state.pair, str(self.option("task", AUTOMATIC)))
        base = GenerationRequest(prompt, keys, self.options.settings(state.seed))
        if base != self._base:
            self._base, self._resume, self._selected = base, (), None
        return replace(base, resume=self._resume)

    @property
    def options(self) -> GenerationOptions:
        return GenerationOptions.from_json(self.state.settings(self.spec.name))

    @property
    def few_shot(self) -> FewShotChoice:
        return FewShotChoice.from_json(self.option(FEW_SHOT, {}))

    def caption_settings(self) -> list[str]:
        if self.view == PROMPTS:
            few = self.few_shot
            return [few.title, tr("K up to {few}", few=few.shots), SCORINGS[few.scoring].lower()]
        tasks = {message(draft.task.title).lower() for _, draft in self._drafts() if draft.task}
        named = (tr("task “{title}”", title=title) for title in sorted(tasks))
        return [self.options.describe(), *named]

    def show_partial(self, value: Any) -> None:
        """A new step. The previous texts stay until all models have begun."""
        self.show_result(value)

    def show_result(self, value: Any) -> None:
        if self.view == PROMPTS:
            self._prompt_answers = value
        else:
            self._answers = value
        self._redraw()

    def show_settings(self) -> None:
        """Set the controls to the options, and to what the models can do."""
        self._show_view_controls()
        self.controls.show_options(self.options)
        answering = [draft.card for _, draft in self._drafts() if draft.card.answers]
        prompts = tuple(dict.fromkeys(prompt for card in answering for prompt in card.prompts))
        self.controls.show_tasks(prompts, str(self.option("task", AUTOMATIC)))
        self.controls.show_offer([title for title, _ in mask_fillers(self._titled_answers)])
        self._show_buttons()

    def _show_buttons(self) -> None:
        more = any(draft.can_continue for _, draft in self._drafts())
        self.controls.show_buttons(
            busy=self.busy, can_continue=more, has_continued=bool(self._resume)
        )

    @property
    def _columns(self) -> list[tuple[ModelSlot, Answer]]:
        return self.slots_in(self._answers)

    @property
    def _titled_answers(self) -> list[tuple[str, Answer]]:
        return [(slot.title, answer) for slot, answer in self._columns]

    def _drafts(self) -> list[tuple[ModelSlot, Continuation]]:
        return [
            (slot, answer) for slot, answer in self._columns if isinstance(answer, Continuation)
        ]

    def _show_view_controls(self) -> None:
        """The tabs, and the controls of the view."""
        self.tabs.show_view(self.view)
        self.prompts.setVisible(self.view == PROMPTS)
        self.controls.setVisible(self.view == TEXT)
        if self.view == PROMPTS:
            self.prompts.show_choice(self.few_shot)

    def _redraw(self) -> None:
        self._area.set_drawing(self._picture())
        self.show_settings()
        of_text = limits(self._titled_answers, self.state)
        self.note(*(of_text if self.view == TEXT else (NOT_THE_SENTENCE,)))
        self.show_details(self._make_details())

    @property
    def _prompt_columns(self) -> list[tuple[ModelSlot, FewShotAnswer | UserError]]:
        return self.slots_in(self._prompt_answers)

    @property
    def _curves(self) -> AccuracyCurves | None:
        """Accuracy by K, where it was measured for the present task, score and seed."""
        curves = self.prompts.curves
        fits = curves is not None and curves.is_of(self.few_shot, self.state.seed)
        return curves if fits else None

    def _picture(self) -> Drawing:
        if self.view == PROMPTS:
            parts = prompts_figure.sections(self._prompt_columns, self._curves)
            return Stack(parts, tr("Prompts"), gap=SECTION_GAP)
        return figure(self._columns, self._selected, filters=self.options.samples)

    def _make_details(self) -> Details:
        """The selected hypothesis, else what each model wrote or answered."""
        if self.view == PROMPTS:
            answers = prompts_figure.detail_rows(self._prompt_columns)
            return Details(tr("Answers"), tuple(answers)) if answers else Details()
        selected, filters = self._selected, self.options.samples
        step = selected if isinstance(selected, int) else None
        rows: list[tuple[str, str]] = []
        actions: list[Action] = []
        for slot, draft in self._drafts():
            if isinstance(selected, NodeAt) and selected.slot == slot.index:
                title = tr("Hypothesis of {slot}  {title}", slot=slot.letter, title=slot.title)
                return Details(title, tuple(node_rows(draft, selected)))
            if not draft.steps:
                continue
            rows.append((f"{slot.letter}  {slot.title}", ""))
            rows += detail_rows(draft, step, filters=filters)
            sentence = "".join(part for part, _ in draft.prose)
            copy = partial(QGuiApplication.clipboard().setText, draft.text)
            use = partial(self.store.update, text=sentence)
            actions.append(Action(tr("Copy the text of {slot}", slot=slot.letter), copy))
            actions.append(Action(tr("Use {slot}'s text as the sentence", slot=slot.letter), use))
        text = RANKING if any(name == RANKED for name, _ in rows) else ""
        return (
            Details(tr("Generated text"), tuple(rows), text, tuple(actions)) if rows else Details()
        )

    # ---- export

    def caption_dependencies(self) -> Basis:
        """The prompt, and the seed where tokens are sampled or examples drawn."""
        if self.view == PROMPTS:
            return Basis(seed=self.state.seed)
        text = self._base.prompt.text if self._base is not None else self.state.text
        return Basis(text, seed=self.state.seed if self.options.samples else None)

    def why_no_python(self) -> str:
        """Texts that were continued, a selected step, and measured curves are in no state."""
        if self.view == PROMPTS:
            return MEASURED_HERE if self._curves is not None else ""
        is_further = bool(self._resume) or self._selected is not None
        return self.spec.text.notes["continued"] if is_further else ""

    def model_hash(self, key: str) -> str:
        if self.view == PROMPTS:
            answer = self._prompt_answers.get(key)
            return answer.card.hash if isinstance(answer, FewShotAnswer) else ""
        return digest_of(self._answers.get(key))

    def marks(self) -> list[Mark]:
        controls = self.prompts if self.view == PROMPTS else self.controls
        return marks_of_view(self, self.tabs, controls, self._area.canvas)

    def drawings(self) -> list[Drawing]:
        answers = self._prompt_answers if self.view == PROMPTS else self._answers
        return [self._picture()] if answers else []

    def table(self) -> Table:
        if self.view == PROMPTS:
            measured = self._curves.by_model if self._curves else {}
            answers = [
                (slot.title, a, measured.get(slot.key, ())) for slot, a in self._prompt_columns
            ]
            return Table(PROMPT_COLUMNS, prompt_rows(answers), tr("Prompts"))
        return Table(TEXT_COLUMNS, text_rows(self._titled_answers), tr("Generation"))

    # ---- actions

    def _on_prompt_options(self, values: dict[str, Any]) -> None:
        """A changed option, or new curves where none has changed."""
        if values:
            self.set_option(FEW_SHOT, replace(self.few_shot, **values).to_json())
        elif self.view == PROMPTS and self._prompt_answers and not self.message:
            self._redraw()

    def _on_measure(self) -> None:
        entries = tuple(slot.entry for slot in self.chosen_slots)
        self.prompts.start(entries, self.few_shot, self.state.seed)

    def _on_clicked(self, hit: Any) -> None:
        if self.view == PROMPTS:
            return
        at = locate_hit(hit)
        self._selected = None if at == self._selected else at
        self._redraw()

    def deselect(self) -> None:
        """Back to the first step, and to no hypothesis."""
        if self._answers and self._selected is not None:
            self._selected = None
            self._redraw()

    def _on_stop(self) -> None:
        """Stop, and keep the text; Continue resumes it."""
        self.cancel()
        if not self._answers:
            self.say(
                tr("Stopped before the first token."),
                Action(tr("Write"), lambda: self._restart(())),
            )
        else:
            self._redraw()
        self.answered.emit()

    def _on_continue(self) -> None:
        self._restart(tuple((slot.key, draft) for slot, draft in self._drafts()))

    def _restart(self, resume: tuple[tuple[str, Continuation], ...]) -> None:
        """Write after these drafts, or from the prompt."""
        self._resume, self._selected = resume, None
        self.refresh(force=True)

    def _on_fill(self) -> None:
        """Open the Masking panel with a mask after the prompt."""
        card = next((answer.card for _, answer in mask_fillers(self._titled_answers)), None)
        if card is not None and card.mask_token is not None:
            text = mask_at_end(self.state.text, card.mask_token)
            self.store.update(text=text, panel="masking")


PANEL = GenerationPanel
