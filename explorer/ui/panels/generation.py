"""Generation: the sentence goes on, token by token, with all that was considered on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)

from explorer.core.jobs import Work
from explorer.core.prompts import Prompt, prompts_of, task_of
from explorer.core.readable import cut_off, listed, nats
from explorer.core.state import Selection, State
from explorer.core.writing import Answer, Draft, Refusal, gap_at_end, write
from explorer.ui.caption import Basis
from explorer.ui.drawing import Drawing, number
from explorer.ui.panel import Action, Details, Panel, PanelContext, PanelSpec, Slot
from explorer.ui.table import Table
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.flow import FlowLine
from explorer.ui.widgets.form import indented, snug
from explorer.ui.widgets.generation_figure import Column, GenerationFigure, StepAt
from explorer.ui.widgets.token_strip import visible
from models.beam_paths import best_path
from models.records import BeamNode
from models.specs import Paper

METHODS = {"greedy": "Greedy", "sample": "Sampling", "beam": "Beam search"}
METHOD_TIPS = {
    "greedy": "Always the most probable token; the seed plays no part",
    "sample": "A draw from what temperature, top-k and top-p leave; the seed decides it",
    "beam": "The most probable texts, several kept at a time; the seed plays no part",
}
DEFAULTS: dict[str, Any] = {
    "method": "sample",
    "max_new_tokens": 16,
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 0.9,
    "num_beams": 4,
}
USED = {  # by method
    "greedy": ("max_new_tokens",),
    "sample": ("max_new_tokens", "temperature", "top_k", "top_p"),
    "beam": ("max_new_tokens", "num_beams"),
}
TOLD = {  # in a caption
    "max_new_tokens": "tokens up to",
    "temperature": "temperature",
    "top_k": "top-k",
    "top_p": "top-p",
    "num_beams": "beams",
}
MASK_WRITTEN = "[MASK]"
NO_TASK = "No task"
OWN = "own"  # a person's sentence, and what a task made of it
EXAMPLE = f"An example of the task stands in place of your sentence; “{NO_TASK}” brings it back."
COLUMNS = (
    "model", "step", "kind", "id", "token", "probability", "filtered", "log_probability",
    "chosen", "parent", "fate",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """What is written behind what. `resume` holds the drafts that are to be continued."""

    prompt: str
    keys: tuple[str, ...]
    settings: tuple[tuple[str, Any], ...]
    resume: tuple[tuple[str, Draft], ...] = ()


class GenerationPanel(Panel):
    """One column per model: its text, the candidates of one step, and those of all steps."""

    spec = PanelSpec(
        name="generation",
        title="Generation",
        group="look",
        icon="generation",
        order=4,
        summary="The sentence is the prompt; each model goes on with it or answers it.",
        explanation=(
            "A causal model such as GPT-2 gives every token of its vocabulary a probability to "
            "come next; one is chosen, put behind the text, and the model is asked again. Greedy "
            "takes the most probable one, sampling draws. A temperature below one sharpens the "
            "probabilities, one above flattens them; top-k keeps the k most probable tokens, "
            "top-p the fewest that hold the share p together, and what they remove is shown. Beam "
            "search keeps several texts at a time and prunes the rest, so it finds more probable "
            "texts than greedy search, which are not always better ones. An encoder-decoder such "
            "as T5 does not go on with the prompt: its encoder reads all of it, and its decoder "
            "writes an answer behind its start token, looking at what was read. The words in "
            "front say which task it is; a sentinel such as <extra_id_0> asks for what a gap "
            "hides. Masked models look at both sides of a gap and have not learned to go on with "
            "a text: they fill gaps instead."
        ),
        papers=(
            Paper("Radford et al.", "Language Models are Unsupervised Multitask Learners", 2019),
            Paper(
                "Fan, Lewis, Dauphin", "Hierarchical Neural Story Generation", 2018, "1805.04833"
            ),
            Paper(
                "Holtzman, Buys, Du, Forbes, Choi",
                "The Curious Case of Neural Text Degeneration",
                2019,
                "1904.09751",
            ),
            Paper(
                "Freitag, Al-Onaizan",
                "Beam Search Strategies for Neural Machine Translation",
                2017,
                "1702.01806",
            ),
            Paper(
                "Raffel et al.",
                "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
                2019,
                "1910.10683",
            ),
        ),
        kinds=("logits",),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._answers: dict[str, Answer] = {}
        self._figure: GenerationFigure | None = None
        self._base: Request | None = None  # of the drafts; another one begins anew
        self._resume: tuple[tuple[str, Draft], ...] = ()
        self._step: int | None = None  # that is shown large; None follows the newest
        self._prompts: tuple[Prompt, ...] = ()  # of the tasks that are offered
        self._build_controls()
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.body.addWidget(self._area, 1)
        self.busy_changed.connect(self._on_busy)

    # ---- what it shows

    def request(self, state: State) -> Request | None:
        keys = tuple(slot.key for slot in self.slots())
        if not keys:
            self.say("Choose a model above to let it write.")
            return None
        if not state.text.strip():
            self.say("Type a beginning above, and the models go on with it.")
            return None
        base = Request(state.text, keys, self._settings(state))
        if base != self._base:
            self._base, self._resume, self._step = base, (), None
        elif self._answers:
            self.note(*self._limits())  # the second sentence is none of the request
        return Request(base.prompt, base.keys, base.settings, self._resume)

    def _settings(self, state: State) -> tuple[tuple[str, Any], ...]:
        """Those that the method uses, so that the others do not start it again."""
        method = self._chosen("method")
        used: dict[str, Any] = {name: self._chosen(name) for name in USED[method]}
        if method == "sample":
            used["seed"] = state.seed
        return (("method", method), *used.items())

    def made_with(self) -> list[str]:
        method = self._chosen("method")
        used = (f"{TOLD[name]} {self._chosen(name):g}" for name in USED[method])
        return [", ".join([METHODS[method].lower(), *used])]

    def _chosen(self, name: str) -> Any:
        value = self.option(name, DEFAULTS[name])
        if name == "method":
            return value if value in METHODS else DEFAULTS[name]
        kind = type(DEFAULTS[name])
        return kind(value) if isinstance(value, int | float) else DEFAULTS[name]

    @staticmethod
    def work(request: Request, engine: Any) -> Work:
        return write(
            engine, request.keys, request.prompt, dict(request.settings), dict(request.resume)
        )

    def show_partial(self, value: dict[str, Answer]) -> None:
        """A step was written. What stood there before stays until all models have begun."""
        self.show_result(value)

    def show_result(self, value: dict[str, Answer]) -> None:
        self._answers = value
        self._redraw()

    def show_selection(self, selection: Selection) -> None:
        """Tokens of the sentence are no steps, so the selection says nothing here."""

    def show_settings(self) -> None:
        self._fill_controls()

    def _redraw(self) -> None:
        self._figure = self._make_figure()
        self._area.set_drawing(self._figure)
        self._fill_controls()
        self.note(*self._limits())
        self.show_details(self._make_details())

    def _make_figure(self) -> GenerationFigure:
        columns = [Column(slot.index, slot.title, answer) for slot, answer in self._answered()]
        filters = self._chosen("method") == "sample"
        return GenerationFigure(columns, step=self._step, filters=filters)

    def _answered(self) -> list[tuple[Slot, Answer]]:
        slots = self.slots()
        return [(slot, self._answers[slot.key]) for slot in slots if slot.key in self._answers]

    def _drafts(self) -> list[tuple[Slot, Draft]]:
        return [(slot, answer) for slot, answer in self._answered() if isinstance(answer, Draft)]

    # ---- words

    def _limits(self) -> list[str]:
        lines = [
            cut_off(slot.title, draft.num_cut, draft.card.num_positions, "prompt")
            for slot, draft in self._drafts()
            if draft.num_cut
        ]
        task, own = task_of(self.state.text, self._prompts), self._own()
        if task is not None and own and own not in self.state.text:
            lines.append(EXAMPLE)
        if self.state.pair and not (task is not None and task.between):
            lines.append("The second sentence is not part of the prompt.")
        if MASK_WRITTEN in self.state.text and self._drafts():
            lines.append(f"To a model that writes, {MASK_WRITTEN} is six characters like others.")
        going_on = [draft for _, draft in self._drafts() if not draft.card.answers]
        if self.state.text.endswith(" ") and going_on:
            lines.append(
                "The prompt ends in a space; a byte-level tokenizer would rather put it in front "
                "of the next word."
            )
        return lines

    def _make_details(self) -> Details:
        rows: list[tuple[str, str]] = []
        actions: list[Action] = []
        for slot, draft in self._drafts():
            if not draft.steps:
                continue
            rows += [(f"{slot.letter}  {slot.title}", ""), *self._draft_rows(draft)]
            text = draft.text
            take = text if draft.card.answers else f"{self._prompt()}{text}"
            actions.append(Action(f"Copy what {slot.letter} wrote", partial(_copy, text)))
            actions.append(
                Action(
                    f"Take {slot.letter}'s text as the sentence",
                    partial(self.store.update, text=take),
                )
            )
        return Details("Written", tuple(rows), "", tuple(actions)) if rows else Details()

    def _draft_rows(self, draft: Draft) -> list[tuple[str, str]]:
        rows = [
            ("Text", draft.text.strip() or "–"),
            ("Tokens", str(len(draft.ids))),
            ("Time per token", f"{1000 * draft.seconds / len(draft.steps):.1f} ms"),
        ]
        last = len(draft.steps) - 1
        index = last if self._step is None else min(self._step, last)
        written = draft.steps[index]
        if written.step.beams:
            return [*rows, ("Log-probability", nats(_log_probability(draft)))]
        rows.append((f"Step {index + 1}", visible(written.label)))
        chosen = next(c for c in written.step.candidates if c.id == written.step.id)
        rows.append(("Id", str(chosen.id)))
        rows.append(("Probability", number(chosen.probability)))
        if self._chosen("method") == "sample":
            rows.append(("After the filters", number(chosen.filtered)))
            rows.append(("Removed", f"{written.step.removed_mass:.1%}"))
            rows.append(("Tokens left", f"{written.step.num_kept:,}"))
        return rows

    def _prompt(self) -> str:
        return self._base.prompt if self._base is not None else self.state.text

    # ---- what leaves

    def basis(self) -> Basis:
        """The prompt, and the seed where words are drawn."""
        seed = self.state.seed if self._chosen("method") == "sample" else None
        return Basis(self._prompt(), seed=seed)

    def digest(self, key: str) -> str:
        answer = self._answers.get(key)
        return answer.card.hash if answer is not None and answer.card is not None else ""

    def drawings(self) -> list[Drawing]:
        return [self._make_figure()] if self._answers else []

    def table(self) -> Table:
        rows: list[tuple[Any, ...]] = []
        for slot, answer in self._answered():
            if isinstance(answer, Draft):
                rows += _draft_cells(slot.title, answer)
            else:
                rows += _gap_cells(slot.title, answer)
        return Table(COLUMNS, rows, "Generation")

    # ---- what a person does

    def _on_clicked(self, hit: Any) -> None:
        at = self._figure.pointed(hit) if self._figure is not None else None
        step = at.step if isinstance(at, StepAt) else None
        self._step = None if step == self._step else step
        self._redraw()

    def _on_stop(self) -> None:
        """Keep what is written. Continue takes it up again."""
        self.cancel()
        if not self._answers:
            self.say("Stopped before the first token.", Action("Write", self._on_again))
        else:
            self._redraw()
        self.answered.emit()

    def _on_continue(self) -> None:
        self._resume = tuple((slot.key, draft) for slot, draft in self._drafts())
        self._step = None
        self.refresh(force=True)

    def _on_again(self) -> None:
        self._resume, self._step = (), None
        self.refresh(force=True)

    def _on_task(self, at: int) -> None:
        """The words of the task before the sentence, and none without a task."""
        own = self._own()
        text = self._prompts[at - 1].asking(own, self.state.pair) if at > 0 else own
        self.set_option(OWN, {"sentence": own, "asked": text})
        self.store.update(text=text)

    def _own(self) -> str:
        """The sentence as the person wrote it, whatever a task has made of it."""
        text, kept = self.state.text, self.option(OWN, {})
        if isinstance(kept, dict) and kept.get("asked") == text:
            return str(kept.get("sentence", text))
        task = task_of(text, self._prompts)
        return text if task is None else task.without(text)

    def _on_fill(self) -> None:
        """Over to the Masking panel, with a gap behind the prompt."""
        refusals = [a for _, a in self._answered() if isinstance(a, Refusal) and a.gap_text]
        card = refusals[0].card if refusals else None
        if card is not None and card.mask_token is not None:
            text = gap_at_end(self.state.text, card.mask_token)
            self.store.update(text=text, panel="masking")

    def _on_busy(self, busy: bool) -> None:
        self._fill_buttons()

    # ---- controls

    def _build_controls(self) -> None:
        self._method = QComboBox()
        self._method.setAccessibleName("How the next token is chosen")
        for name, title in METHODS.items():
            self._method.addItem(title, name)
        self._spins: dict[str, QSpinBox | QDoubleSpinBox] = {
            "max_new_tokens": _whole("Tokens", 1, 400, "How many tokens each model writes"),
            "temperature": _real("Temperature", 0.05, 5.0, "Below 1 sharpens, above 1 flattens"),
            "top_k": _whole("Top-k", 0, 10_000, "Only the k most probable tokens; 0 is off"),
            "top_p": _real("Top-p", 0.01, 1.0, "The fewest tokens with this share; 1 is off"),
            "num_beams": _whole("Beams", 1, 12, "How many texts are kept at a time"),
        }
        self._spins["top_k"].setSpecialValueText("Top-k  off")
        self._tasks = QComboBox()
        self._tasks.setAccessibleName("Tasks that a model has learned to answer")
        self._tasks.setToolTip(
            f"Puts the words that name a task before the sentence; “{NO_TASK}” takes them away"
        )
        line = FlowLine()
        line.addWidget(self._tasks)
        line.addWidget(self._method)
        for name, spin in self._spins.items():
            line.addWidget(spin)
            spin.valueChanged.connect(lambda value, n=name: self._on_value(n, value))
        self._add_buttons(line)
        self.body.addLayout(line)
        self.body.addWidget(self._build_offer())
        self._method.activated.connect(
            lambda: self.set_option("method", self._method.currentData())
        )
        self._tasks.activated.connect(self._on_task)
        self._fill_controls()

    def _add_buttons(self, line: FlowLine) -> None:
        self._again = QPushButton("Start over")
        self._again.setProperty("quiet", True)
        self._again.setToolTip("Write again from the prompt")
        self._stop = QPushButton("Stop")
        self._stop.setToolTip("Keep what is written")
        self._continue = QPushButton("Continue")
        self._continue.setToolTip("As many tokens again, behind what is written")
        self._again.clicked.connect(self._on_again)
        self._stop.clicked.connect(self._on_stop)
        self._continue.clicked.connect(self._on_continue)
        for button in (self._again, self._stop, self._continue):
            line.add_right(button)

    def _build_offer(self) -> QWidget:
        """What a model that cannot write can do instead."""
        self._offer = QWidget()
        line = QHBoxLayout(self._offer)
        line.setContentsMargins(0, 0, 0, 0)
        self._offer_text = QLabel()
        self._offer_text.setProperty("muted", True)
        self._fill = QPushButton("Fill a gap in Masking")
        self._fill.clicked.connect(self._on_fill)
        line.addWidget(self._offer_text)
        line.addWidget(self._fill)
        line.addStretch(1)
        return self._offer

    def _on_value(self, name: str, value: float) -> None:
        self.set_option(name, round(value, 2) if isinstance(value, float) else value)

    def _fill_controls(self) -> None:
        method = self._chosen("method")
        with QSignalBlocker(self._method):
            self._method.setCurrentIndex(list(METHODS).index(method))
        self._method.setToolTip(METHOD_TIPS[method])
        for name, spin in self._spins.items():
            with QSignalBlocker(spin):
                spin.setValue(self._chosen(name))
            spin.setVisible(name in USED[method])
        self._fill_tasks()
        self._fill_offer()
        self._fill_buttons()

    def _fill_tasks(self) -> None:
        """What those that answer were taught; the first line stands for the sentence as it is."""
        answering = [draft.card for _, draft in self._drafts() if draft.card.answers]
        every = (prompt for card in answering for prompt in prompts_of(card.spec.objectives))
        prompts = tuple(dict.fromkeys(every))
        if prompts != self._prompts:
            self._prompts = prompts
            self._tasks.clear()
            self._tasks.addItems([NO_TASK, *(prompt.title for prompt in prompts)])
        task = task_of(self.state.text, prompts)
        self._tasks.setCurrentIndex(0 if task is None else prompts.index(task) + 1)
        self._tasks.setVisible(bool(prompts))

    def _fill_offer(self) -> None:
        fillers = [
            slot.title
            for slot, answer in self._answered()
            if isinstance(answer, Refusal) and answer.gap_text
        ]
        self._offer.setVisible(bool(fillers))
        verb = "fills" if len(fillers) == 1 else "fill"
        self._offer_text.setText(f"{listed(fillers)} {verb} gaps instead of going on.")

    def _fill_buttons(self) -> None:
        drafts = [draft for _, draft in self._drafts()]
        self._stop.setVisible(self.busy)
        more = any(draft.can_continue for draft in drafts)
        self._continue.setVisible(more and not self.busy)
        self._again.setVisible(bool(self._resume) and not self.busy)


def _whole(title: str, least: int, most: int, tip: str) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    return _dressed(spin, title, tip)


def _real(title: str, least: float, most: float, tip: str) -> QDoubleSpinBox:
    spin = QDoubleSpinBox()
    spin.setRange(least, most)
    spin.setSingleStep(0.05)
    spin.setDecimals(2)
    return _dressed(spin, title, tip)


def _dressed(spin: Any, title: str, tip: str) -> Any:
    """The name stands in the box itself; typing counts once it is finished."""
    spin.setPrefix(f"{title}  ")
    spin.setAccessibleName(title)
    spin.setToolTip(tip)
    spin.setKeyboardTracking(False)
    return snug(indented(spin))


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _draft_cells(model: str, draft: Draft) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    best = {id(node) for way in _best_ways(draft) for node in way}
    for number_, written in enumerate(draft.steps, 1):
        if written.step.beams:
            rows += [
                (model, number_, "hypothesis", node.id, name, None, None, node.score,
                 id(node) in best, node.parent, _fate(node))
                for name, node in zip(written.beams, written.step.beams, strict=True)
            ]  # fmt: skip
            continue
        rows += [
            (model, number_, "candidate", item.id, name, item.probability, item.filtered, None,
             item.id == written.step.id, None, "kept" if item.filtered > 0 else "removed")
            for name, item in zip(written.candidates, written.step.candidates, strict=True)
        ]  # fmt: skip
    return rows


def _best_ways(draft: Draft) -> Iterator[list[BeamNode]]:
    """The hypotheses that led to what is written, of each search; `continue` starts another."""
    for part in draft.parts:
        steps = [written.step.beams for written in part]
        if path := best_path(steps):
            yield [steps[depth][at] for depth, at in enumerate(path)]


def _log_probability(draft: Draft) -> float:
    """Of what searches wrote, in nats; a hypothesis has the sum up to it, from 0 in each search."""
    return sum(way[-1].score for way in _best_ways(draft))


def _gap_cells(model: str, refusal: Refusal) -> list[tuple[Any, ...]]:
    if refusal.gap is None:
        return []
    return [
        (model, None, "gap", item.id, name, item.probability, None, None, rank == 0, None, "")
        for rank, (name, item) in enumerate(
            zip(refusal.gap_labels, refusal.gap.candidates, strict=True)
        )
    ]


def _fate(node: Any) -> str:
    return "ended" if node.finished else "kept" if node.kept else "pruned"


PANEL = GenerationPanel
