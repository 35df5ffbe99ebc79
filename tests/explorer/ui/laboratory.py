"""A panel among the real engine, lanes and library, and models that are trained in a moment."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from explorer.core.engine.engine import Engine
from explorer.core.jobs.jobs import Jobs
from explorer.core.library.library import Library
from explorer.core.state.state import State, Store
from explorer.core.training.runs import RunPlan, train
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.panel_base.panel import Panel
from explorer.ui.style import theme

SENTENCE = "A gardener plants flowers with a trowel. A baker bakes bread."
TINY: Mapping[str, Any] = {
    "name": "tiny",
    "text": "village:en",
    "data_tokens": 3000,
    "vocab_size": 300,
    "num_layers": 2,
    "width": 16,
    "num_heads": 2,
    "num_positions": 48,
    "steps": 6,
    "batch_size": 64,
    "length": 16,
}


@contextmanager
def laboratory(app: QApplication, folder: Path, **state: Any) -> Iterator[PanelContext]:
    """What a panel works with, the models of a folder opened; its jobs end with it."""
    apply_theme = theme.Theme("light")
    theme.apply(app, apply_theme.palette)
    opened = sorted(folder.iterdir()) if folder.is_dir() else []
    library = Library(opened, bundled=folder / "nothing")
    bridge = JobBridge(Jobs())
    try:
        yield PanelContext(
            store=Store(State(**{"text": SENTENCE, "models": (), **state})),
            library=library,
            engine=Engine(library),
            jobs=bridge,
            theme=apply_theme,
        )
    finally:
        bridge.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def follow(context: PanelContext, panel: Panel) -> None:
    """Tell the panel of every change, as the window does."""

    def on_state(before: State, after: State) -> None:
        panel.refresh()
        if before.selection != after.selection:
            panel.show_selection(after.selection)
        if before.panel_settings != after.panel_settings and not panel.busy:
            panel.show_settings()

    context.store.subscribe(on_state)


def train_bert(folder: Path) -> None:
    """A BERT that has taken a few steps on the village."""
    size = {"width": 16, "num_layers": 2, "num_heads": 2, "inner": 32, "num_positions": 48}
    schedule = {"steps": 4, "batch_size": 64, "length": 16, "long_length": 48, "evaluate_every": 2}
    recipe = {
        "name": folder.name,
        "architecture": "bert",
        "objectives": ["masked"],
        "data": "village:en",
        "data_tokens": 3000,
        "tokenizer": {"family": "wordpiece", "vocab_size": 300},
        "size": size,
        "schedule": {**schedule, "warmup_steps": 1},
    }
    for _ in train(RunPlan(recipe, folder)):
        pass
