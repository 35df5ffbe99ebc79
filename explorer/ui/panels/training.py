"""Train a model and watch it learn: choices at the left, curves and answers at the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.card_words import head_title, measured_on, metric_title, metric_value
from explorer.core.defaults import MAX_MODELS
from explorer.core.errors import UserError
from explorer.core.jobs import Cancelled, Done, Event, Failed, Progress, Work
from explorer.core.library import ModelEntry
from explorer.core.plans import Choices, TrainingChoice, choices, trained_heads, training_recipe
from explorer.core.runs import (
    GAP,
    Baselines,
    Begun,
    Finished,
    History,
    Point,
    RunPlan,
    Sample,
    begun,
    history,
    joined,
    resume_plan,
    train,
    unfinished,
)
from explorer.core.state import State
from explorer.ui import papers
from explorer.ui.caption import Basis, Drawn
from explorer.ui.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.live_run import LiveRun
from explorer.ui.panel import Panel
from explorer.ui.panel_context import PanelContext, Slot
from explorer.ui.panel_details import Details
from explorer.ui.panel_spec import PanelSpec
from explorer.ui.table import Table
from explorer.ui.widgets.answers import Answers, asked
from explorer.ui.widgets.canvas import Canvas
from explorer.ui.widgets.curves import Level
from explorer.ui.widgets.form import fill, scrolling
from explorer.ui.widgets.learning_curves import LearningCurves, Line, Plot, named_levels
from explorer.ui.widgets.run_bar import RunBar
from explorer.ui.widgets.training_form import TrainingForm
from models.specs import HeadSpec, Paper

NOTHING_YET = (
    "The curves of a run appear here while it learns. None of the chosen models tells how it "
    "learned."
)
TASKS_TOO = "The training loss is that of tasks and of spans, by turns; held out are spans alone."
DIFFERENT_SCALES = "Losses of different tokenizers or objectives are not on one scale."


@dataclass(frozen=True)
class Request:
    keys: tuple[str, ...]  # of the models whose curves are shown until a run begins


@dataclass(frozen=True)
class Answer:
    choices: Choices
    histories: Mapping[str, History]  # by key


class TrainingPanel(Panel):
    spec = PanelSpec(
        name="training",
        title="Training",
        group="make",
        icon="training",
        order=1,
        needs_models=False,
        summary="A model learns before your eyes; the finished one joins the library.",
        explanation=(
            "A model reads a text over and over, a few examples in each step, and is corrected "
            "where its predictions were wrong. The loss is the negative logarithm of the "
            "probability that it gave the right token, so it falls as the model gets better; the "
            "dashed curve is measured on the examples it is learning from, the solid one on "
            "documents held back from it. The dotted lines are what counting alone reaches on the "
            "same held-out tokens: how often each token occurs (unigram), and an interpolated "
            "5-gram model, which sees up to four tokens to the left. A masked model sees both "
            "sides but learns from 15 of 100 tokens only, a causal one learns from every token "
            "and sees the left side alone. The learning rate rises at first and then falls to "
            "nothing, which is why curves often dip towards the end."
        ),
        papers=(
            papers.BERT,
            Paper(
                "Loshchilov, Hutter", "Decoupled Weight Decay Regularization", 2017, "1711.05101"
            ),
            Paper(
                "Chen, Goodman",
                "An Empirical Study of Smoothing Techniques for Language Modeling",
                1999,
            ),
        ),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._choices: Choices | None = None
        self._histories: Mapping[str, History] = {}
        self._plan: RunPlan | None = None
        self._samples: list[Sample] = []
        self._made = ""  # key of the model that the last run made
        self._learning = False  # as it was last looked at
        self.live = LiveRun(context.jobs, "training")
        self.live.told.connect(self._on_told)
        self.live.changed.connect(self._on_run_changed)
        self.live.finished.connect(self._on_finished)
        self._build()
        self.form.show_choice(TrainingChoice.from_json(self.option("choice", {})))

    # ---- what can be trained, and how the chosen models learned

    def request(self, state: State) -> Request:
        return Request(tuple(slot.key for slot in self.slots()))

    @staticmethod
    def work(request: Request, engine: Any) -> Work:
        yield Progress("Looking at what can be trained")
        known = choices(engine)
        found = {key: history(engine.entry(key).folder) for key in request.keys}
        return Answer(known, {key: one for key, one in found.items() if one and one.points})

    def show_result(self, value: Answer) -> None:
        self._choices, self._histories = value.choices, value.histories
        self._offer()
        self._show_use()
        if self._plan is None:
            self._show_histories()

    def show_settings(self) -> None:
        kept = TrainingChoice.from_json(self.option("choice", {}))
        if kept != self.form.choice:
            self.form.show_choice(kept)

    def _offer(self) -> None:
        """What the library holds now."""
        if self._choices is None:
            return
        entries = self.context.library.entries()
        self.form.offer(self._choices, entries)
        self._show_unfinished(entries)

    def _show_histories(self) -> None:
        """How the chosen models learned, in their colours, until a run begins."""
        slots = [slot for slot in self.slots() if slot.key in self._histories]
        self.curves.show_plots(
            history_plots([(slot, self._histories[slot.key]) for slot in slots]),
            [point for slot in slots for point in _named(slot, self._histories[slot.key])],
        )
        self._show_answers()
        told = joined((slot.title, self._histories[slot.key]) for slot in slots)
        self.note(*([DIFFERENT_SCALES] if len(slots) > 1 else []), *([told] if told else []))

    # ---- a run

    def start(self) -> None:
        """Begin the run that the form describes."""
        if self._choices is None or self.live.alive:
            return
        choice = self.form.choice
        folder = self.context.library.new_run_folder(choice.name)
        recipe = training_recipe(choice, self._choices, folder.name, self.state.seed)
        self._follow(RunPlan(recipe, folder, watch=choice.watch, device=choice.device), None)

    def resume_run(self, folder: Path) -> None:
        """Go on with a run of another day, once its files were read."""
        choice = self.form.choice
        self._unfinished_line.setEnabled(False)
        make = partial(_read_run, folder, choice.watch, choice.device)
        self.run("explore", "unfinished run", make, self._on_run_read)

    def _on_run_read(self, event: Event) -> None:
        if not isinstance(event, Done | Failed | Cancelled):
            return
        self._on_run_changed()
        if isinstance(event, Done) and not self.live.alive:
            self._follow(*event.value)
        elif isinstance(event, Failed) and isinstance(event.error, UserError):
            self.bar.status.setText(str(event.error))

    def _follow(self, plan: RunPlan, before: Begun | None) -> None:
        assert self._choices is not None
        self._plan, self._made = plan, ""
        self._samples = list(before.samples) if before else []
        heads = heads_of(plan.recipe, self._choices)
        levels = before.baselines if before else {}
        name = str(plan.recipe["name"])
        self.curves.show_plots(run_plots(name, heads, levels), before.points if before else [])
        again = partial(train, replace(plan, resume=True))
        self.note(*([TASKS_TOO] if plan.recipe["schedule"].get("task_share") else []))
        self.show_details(Details())  # those of the run before
        self.live.start(partial(train, plan), again, f"Training {name}")
        self._show_answers()
        self._show_use()

    def _on_told(self, value: Any) -> None:
        if isinstance(value, Point):
            self.curves.add(value)
        elif isinstance(value, Baselines):
            self.curves.set_levels(value.values)
        elif isinstance(value, Sample):
            self._samples.append(value)
            self._show_answers()

    def _on_run_changed(self) -> None:
        """A run that goes on is unfinished no more; one that was stopped is so again."""
        self._unfinished_line.setEnabled(not self.live.alive)
        if self._learning != self.live.alive:
            self._learning = self.live.alive
            self._show_unfinished(self.context.library.entries())

    def _on_finished(self, result: Finished) -> None:
        self.context.library_changed()
        self._made = self.context.library.entry(str(result.folder)).key
        self._offer()
        self._show_use()
        self._show_made(result.folder)

    def _show_made(self, folder: Path) -> None:
        entry = self.context.library.entry(str(folder))
        metrics = tuple(
            (metric_title(name, entry.architecture), metric_value(name, v))
            for name, v in entry.metrics.items()
        )
        facts = ("Parameters", f"{entry.parameters or 0:,}"), ("Folder", str(folder))
        rows = (*facts, (f"On held-out {measured_on(entry.window)}", ""), *metrics)
        self.show_details(Details(entry.title, rows))

    def _use(self) -> None:
        """Put the model that was made beside the others."""
        if self._made and self._made not in self.state.models:
            self.store.update(models=(*self.state.models, self._made)[:MAX_MODELS])
        self._show_use()

    def _show_use(self) -> None:
        beside, full = self._made in self.state.models, len(self.state.models) >= MAX_MODELS
        self.use.setVisible(bool(self._made))
        self.use.setEnabled(not beside and not full)
        self.use.setText("Stands beside the others" if beside else "Put it beside the others")
        self.use.setToolTip(
            f"{MAX_MODELS} models stand side by side at most. Remove one first."
            if full and not beside
            else "Choose the new model, to look at it in every panel"
        )

    # ---- what is drawn

    def basis(self) -> Basis:
        """The seed of the run that is made; curves of other days name no seed."""
        return Basis(seed=None if self._plan is None else self._plan.recipe["seed"])

    def drawings(self) -> list[Drawing]:
        found: list[Drawing] = [self.curves.drawing()] if self.curves.grown else []
        return [*found, self._answers()] if self._samples else found

    def drawn(self) -> tuple[Drawn, ...]:
        """The run that is made; before there is one, the chosen models with a curve."""
        if self._plan is not None:
            return (Drawn(None, self._plan.folder.name),)
        return tuple(model for model in super().drawn() if model.key in self._histories)

    def table(self) -> Table:
        return self.curves.table()

    def _answers(self) -> Drawing:
        watch = self._plan.watch if self._plan else ""
        samples = [sample for sample in self._samples if sample.predictions]
        question = asked(samples[-1], GAP) if samples and GAP not in watch else watch
        return Titled(Answers(question, samples), "What it answers, newest first")

    def _show_answers(self) -> None:
        self.answers.setVisible(bool(self._samples) or not self.curves.plots)
        if self._samples:
            self.answers.set_drawing(self._answers())
        elif not self.curves.plots:
            self.answers.set_drawing(Stack([TextBlock(NOTHING_YET)]))

    # ---- building

    def _build(self) -> None:
        self.form = TrainingForm()
        self.form.changed.connect(lambda choice: self.set_option("choice", choice.to_json()))
        self.bar = RunBar(self.live, "Train")
        self.bar.start_requested.connect(self.start)
        self.use = QPushButton()
        self.use.clicked.connect(self._use)
        self.bar.add(self.use)
        self.curves = LearningCurves(self.theme)
        self.answers = Canvas(self.theme)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self.bar)
        right.addWidget(self._build_unfinished())
        right.addWidget(scrolling(self.curves, self.answers), 1)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self.form)
        line.addLayout(right, 1)
        self.body.addLayout(line, 1)
        self._show_use()

    def _build_unfinished(self) -> QWidget:
        self._unfinished_line = QWidget()
        line = QHBoxLayout(self._unfinished_line)
        line.setContentsMargins(0, 0, 0, 0)
        label = QLabel("Unfinished")
        label.setProperty("muted", True)
        self.unfinished = QComboBox()
        self.unfinished.setAccessibleName("Unfinished runs")
        self.unfinished.setMinimumWidth(120)
        self.resume_unfinished = QPushButton("Resume it")
        self.resume_unfinished.clicked.connect(
            lambda: self.resume_run(Path(self.unfinished.currentData()))
        )
        line.addWidget(label)
        line.addWidget(self.unfinished)
        line.addWidget(self.resume_unfinished)
        line.addStretch(1)
        self._unfinished_line.setVisible(False)
        return self._unfinished_line

    def _show_unfinished(self, entries: Sequence[ModelEntry]) -> None:
        """Runs that can go on; one that does is not among them."""
        alive = self._plan.folder if self._plan is not None and self.live.alive else None
        found = [(one.name, str(one)) for one in unfinished(entries) if one != alive]
        fill(self.unfinished, found, self.unfinished.currentData())
        self._unfinished_line.setVisible(bool(found))

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was shown."""
        self._offer()
        super().showEvent(event)


def _read_run(folder: Path, watch: str, device: str) -> Work:
    """How to go on with a run, and what is known of it."""
    yield Progress(f"Reading {folder.name}")
    return resume_plan(folder, watch, device), begun(folder, watch)


def heads_of(recipe: Mapping[str, Any], known: Choices) -> list[HeadSpec]:
    """The heads that a recipe trains, in the order of its objectives."""
    spec = known.architectures[str(recipe["architecture"])]
    trained = [trained_heads(known.objectives[name]) for name in recipe["objectives"]]
    return [head for head in spec.heads if any(head.name in heads for heads in trained)]


def run_plots(run: str, heads: Sequence[HeadSpec], baselines: Mapping[str, float]) -> list[Plot]:
    """For each head its loss and how often it is right."""
    found: list[Plot] = []
    for head in heads:
        levels = named_levels(baselines) if head.predicts == "token" else ()
        loss = (
            Line("training", run, head.name, held_out=False, dashed=True),
            Line("held out", run, f"{head.name}_loss"),
        )
        quality = [Line("accuracy", run, f"{head.name}_accuracy")]
        if head.predicts == "flag":
            quality.append(Line("area under ROC", run, f"{head.name}_auc", dashed=True))
        found.append(Plot(f"{head.title}: loss", loss, levels=levels))
        found.append(Plot(f"{head.title}: accuracy on held-out text", tuple(quality), unit="share"))
    return found


def history_plots(known: Sequence[tuple[Slot, History]]) -> list[Plot]:
    """Held-out loss and accuracy of finished models, one curve for each model and head."""
    losses: list[Line] = []
    shares: list[Line] = []
    levels: list[Level] = []
    for slot, found in known:
        for value in _values(found):
            head, _, kind = value.rpartition("_")
            lines = losses if kind == "loss" else shares
            first = all(line.slot != slot.index for line in lines)
            predicted = head_title(head, slot.entry.architecture).lower()
            name = f"{slot.letter} {slot.title}: {predicted}"
            joints = tuple(float(joint.step) for joint in found.joints) if first else ()
            line = Line(name, _run(slot), value, slot=slot.index, dashed=not first, joints=joints)
            lines.append(line)
        if len(known) == 1:  # the lines of several texts and tokenizers would only confuse
            levels += named_levels(found.baselines)
    if not losses:
        return []
    return [
        Plot("Held-out loss of the chosen models", tuple(losses), levels=tuple(levels)),
        Plot("Held-out accuracy of the chosen models", tuple(shares), unit="share"),
    ]


def _values(found: History) -> list[str]:
    """Held-out metrics, losses first; of accuracy and area under ROC the telling one."""
    names = [name for name in found.points[-1].values if name.rpartition("_")[2] != "accuracy"]
    accuracies = [
        name
        for name in found.points[-1].values
        if name.endswith("_accuracy") and name.replace("_accuracy", "_auc") not in names
    ]
    return [*names, *accuracies]


def _run(slot: Slot) -> str:
    """Two chips may be runs of one name."""
    return f"{slot.letter} {slot.key}"


def _named(slot: Slot, found: History) -> list[Point]:
    return [replace(point, run=_run(slot)) for point in found.points]


PANEL = TrainingPanel
