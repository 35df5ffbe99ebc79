"""Generation: each model continues the sentence, with the candidates of each step."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtGui import QGuiApplication

from explorer.core.generation.drafts import Answer, Draft, RejectedPrompt
from explorer.core.generation.prompts import AUTOMATIC, TypedPrompt, mask_at_end
from explorer.core.generation.request import GenerationRequest, answers_to
from explorer.core.readable import untrained_guesses
from explorer.core.state.state import Selection, State
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.table import Table
from explorer.ui.panel_base.caption import Basis, digest_of
from explorer.ui.panel_base.context import ModelSlot, PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.generation.cells import COLUMNS, cells
from explorer.ui.panels.generation.controls import GenerationControls
from explorer.ui.panels.generation.figure import DraftColumn, GenerationFigure, NodeAt, StepAt
from explorer.ui.panels.generation.options import GenerationOptions
from explorer.ui.panels.generation.text import RANKED, RANKING, detail_rows, limits, node_rows


class GenerationPanel(Panel):
    """One column per model: its text, the candidates of one step, and those of all steps."""

    spec = PanelSpec(
        name="generation",
        title="Generation",
        group="look",
        icon="generation",
        order=4,
        summary="The sentence is the prompt: each model continues it, fills a mask, or answers.",
        text=panel_text("generation"),
        kinds=("logits",),
    )
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answers: dict[str, Answer] = {}
        self._figure: GenerationFigure | None = None
        self._base: GenerationRequest | None = None  # of the drafts; another request starts again
        self._resume: tuple[tuple[str, Draft], ...] = ()
        self._step: int | None = None  # the selected step; None is the first
        self._node: NodeAt | None = None  # the hypothesis in the details
        self.controls = GenerationControls()
        self._connect()
        self.body.addWidget(self.controls)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.body.addWidget(self._area, 1)
        self._fill_controls()

    def _connect(self) -> None:
        self.controls.option_chosen.connect(self.set_option)
        self.controls.again.clicked.connect(self._on_again)
        self.controls.stop.clicked.connect(self._on_stop)
        self.controls.continue_.clicked.connect(self._on_continue)
        self.controls.fill.clicked.connect(self._on_fill)
        self.busy_changed.connect(lambda busy: self._fill_buttons())

    # ---- request and answer

    def request(self, state: State) -> GenerationRequest | None:
        keys = tuple(slot.key for slot in self.slots())
        if not keys:
            self.say("Choose a model above to let it write.")
            return None
        if not state.text.strip():
            self.say("Type a prompt above, and the models continue it.")
            return None
        prompt = TypedPrompt(state.text, state.pair, str(self.option("task", AUTOMATIC)))
        base = GenerationRequest(prompt, keys, self.options.settings(state.seed))
        if base != self._base:
            self._base, self._resume = base, ()
            self._step = self._node = None
        return replace(base, resume=self._resume)

    @property
    def options(self) -> GenerationOptions:
        return GenerationOptions.from_settings(self.state.settings(self.spec.name))

    def made_with(self) -> list[str]:
        tasks = {draft.task.title.lower() for _, draft in self._drafts() if draft.task}
        return [self.options.in_words(), *(f"task “{title}”" for title in sorted(tasks))]

    def show_partial(self, value: dict[str, Answer]) -> None:
        """A new step. The previous texts stay until all models have begun."""
        self.show_result(value)

    def show_result(self, value: dict[str, Answer]) -> None:
        self._answers = value
        self._redraw()

    def show_selection(self, selection: Selection) -> None:
        """Tokens of the sentence are no steps, so the selection has no effect here."""

    def show_settings(self) -> None:
        self._fill_controls()

    def _redraw(self) -> None:
        self._figure = self._make_figure()
        self._area.set_drawing(self._figure)
        self._fill_controls()
        self.note(*self._limits())
        self.show_details(self._make_details())

    def _make_figure(self) -> GenerationFigure:
        columns = [
            DraftColumn(slot.index, slot.title, answer)
            for slot, answer in self.slots_in(self._answers)
        ]
        return GenerationFigure(
            columns, step=self._step, node=self._node, filters=self.options.draws
        )

    def _drafts(self) -> list[tuple[ModelSlot, Draft]]:
        answers = self.slots_in(self._answers)
        return [(slot, answer) for slot, answer in answers if isinstance(answer, Draft)]

    def _mask_fillers(self) -> list[tuple[ModelSlot, RejectedPrompt]]:
        """Models that cannot generate, and fill a mask instead."""
        answers = self.slots_in(self._answers)
        rejected = [(slot, one) for slot, one in answers if isinstance(one, RejectedPrompt)]
        return [(slot, one) for slot, one in rejected if one.mask_text]

    # ---- words

    def _limits(self) -> list[str]:
        filling = [(slot.title, one.card) for slot, one in self._mask_fillers()]
        untrained = [title for title, card in filling if card and card.guesses_untrained]
        return [*limits(self._drafts(), self.state), *untrained_guesses(untrained)]

    def _make_details(self) -> Details:
        """The chosen hypothesis, else what each model wrote."""
        for slot, draft in self._drafts():
            if self._node is not None and self._node.slot == slot.index:
                title = f"Hypothesis of {slot.letter}  {slot.title}"
                return Details(title, tuple(node_rows(draft, self._node)))
        rows: list[tuple[str, str]] = []
        actions: list[Action] = []
        filters = self.options.draws
        for slot, draft in self._drafts():
            if not draft.steps:
                continue
            rows += [
                (f"{slot.letter}  {slot.title}", ""),
                *detail_rows(draft, self._step, filters=filters),
            ]
            text = draft.text
            take = "".join(part for part, _ in draft.prose)
            actions.append(Action(f"Copy the text of {slot.letter}", partial(_copy, text)))
            actions.append(
                Action(
                    f"Use {slot.letter}'s text as the sentence",
                    partial(self.store.update, text=take),
                )
            )
        text = RANKING if any(name == RANKED for name, _ in rows) else ""
        return Details("Generated text", tuple(rows), text, tuple(actions)) if rows else Details()

    def _prompt(self) -> str:
        return self._base.prompt.text if self._base is not None else self.state.text

    # ---- export

    def basis(self) -> Basis:
        """The prompt, and the seed where tokens are sampled."""
        seed = self.state.seed if self.options.draws else None
        return Basis(self._prompt(), seed=seed)

    def digest(self, key: str) -> str:
        return digest_of(self._answers.get(key))

    def marks(self) -> list[Mark]:
        return [
            *mark_widget(
                self.controls,
                "How the next token is chosen: the most probable, sampled, or by a beam.",
            ),
            *mark_sections(
                self._area.canvas,
                f"What {model_names(self)} write next; a click on a token shows its step.",
                "The candidates of that step: outlined before the filters, filled after them.",
                "Every step in a row, with the most probable tokens first.",
            ),
        ]

    def drawings(self) -> list[Drawing]:
        return [self._make_figure()] if self._answers else []

    def table(self) -> Table:
        answers = [(slot.title, answer) for slot, answer in self.slots_in(self._answers)]
        return Table(COLUMNS, cells(answers), "Generation")

    # ---- actions

    def _on_clicked(self, hit: Any) -> None:
        at = self._figure.pointed(hit) if self._figure is not None else None
        step = at.step if isinstance(at, StepAt) else None
        self._step = None if step == self._step else step
        self._node = at if isinstance(at, NodeAt) and at != self._node else None
        self._redraw()

    def deselect(self) -> None:
        """Back to the first step, and to no hypothesis."""
        if self._answers and (self._step, self._node) != (None, None):
            self._step = self._node = None
            self._redraw()

    def _on_stop(self) -> None:
        """Stop, and keep the text; Continue resumes it."""
        self.cancel()
        if not self._answers:
            self.say("Stopped before the first token.", Action("Write", self._on_again))
        else:
            self._redraw()
        self.answered.emit()

    def _on_continue(self) -> None:
        self._resume = tuple((slot.key, draft) for slot, draft in self._drafts())
        self._step = self._node = None
        self.refresh(force=True)

    def _on_again(self) -> None:
        self._resume = ()
        self._step = self._node = None
        self.refresh(force=True)

    def _on_fill(self) -> None:
        """Open the Masking panel with a mask after the prompt."""
        card = next((one.card for _, one in self._mask_fillers()), None)
        if card is not None and card.mask_token is not None:
            text = mask_at_end(self.state.text, card.mask_token)
            self.store.update(text=text, panel="masking")

    # ---- controls

    def _fill_controls(self) -> None:
        self.controls.show_options(self.options)
        answering = [draft.card for _, draft in self._drafts() if draft.card.answers]
        prompts = tuple(dict.fromkeys(prompt for card in answering for prompt in card.prompts))
        self.controls.show_tasks(prompts, str(self.option("task", AUTOMATIC)))
        self.controls.show_offer([slot.title for slot, _ in self._mask_fillers()])
        self._fill_buttons()

    def _fill_buttons(self) -> None:
        more = any(draft.can_continue for _, draft in self._drafts())
        self.controls.show_buttons(
            busy=self.busy, can_continue=more, has_continued=bool(self._resume)
        )


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


PANEL = GenerationPanel
