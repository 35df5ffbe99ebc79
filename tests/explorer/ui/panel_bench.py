"""A panel alone on small real models, and a pointer that finds what it is to click."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication

from explorer.core.engine.engine import Engine
from explorer.core.jobs.jobs import Jobs
from explorer.core.library.library import Library
from explorer.core.state.state import State, Store
from explorer.ui.graphics.drawing import Group, Tagged
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.panel_base.panel import Panel
from explorer.ui.style import theme

TEXTS = [
    "the capital of france is paris . it is in europe .",
    "mina has a ball , and tom has nothing .",
    "프랑스의 수도는 파리이다 .",
] * 8
FAMILIES = {
    "bert": ("wordpiece", 200),
    "electra": ("wordpiece", 200),
    "distilbert": ("wordpiece", 200),
    "gpt2": ("byte_bpe", 400),
}
NUM_POSITIONS = 24
STEP = 6  # pixels between two places where the pointer looks
ANSWER_MS = 60_000  # also on a busy machine


def small_models(root: Path) -> Path:
    """One model with random weights for each architecture, in folders named as `bert`."""
    import torch

    from models.checkpoints.checkpoint import save
    from models.schema.configs import Size
    from models.schema.registry import catalog

    found = catalog()
    for number, (name, (family, vocabulary)) in enumerate(FAMILIES.items()):
        torch.manual_seed(number)
        spec = found.architectures[name]
        tokenizer = found.tokenizers[family].train(TEXTS, vocabulary)
        size = Size(
            tokenizer.vocab_size,
            width=16,
            num_layers=2,
            num_heads=4,
            inner=32,
            num_positions=NUM_POSITIONS,
        )
        model = spec.model_class(spec.config_class.from_size(size))
        save(model, spec, root / name, tokenizer, {"title": spec.title})
    return root


@dataclass
class Bench:
    """A panel on the screen and the store that it is a view of."""

    panel: Any
    store: Store
    qtbot: Any

    def settle(self) -> None:
        """Wait for the answer to what was last asked."""
        self.qtbot.waitUntil(lambda: not self.panel.busy, timeout=ANSWER_MS)
        QApplication.processEvents()

    @property
    def canvas(self) -> Any:
        return self.panel.area.canvas

    @property
    def message(self) -> str:
        """What is said in place of the picture; empty where there is one."""
        said: str = self.panel.message
        return said

    def place_of(self, tag: Any, wanted: Any) -> QPoint:
        """A point of the canvas where the drawing with the tag has the wanted hit."""
        canvas = self.canvas
        rect = QRectF(0, 0, canvas.width(), canvas.height())
        for found, drawing, area in tagged_areas(canvas.drawing, rect):
            for y in range(int(area.top()) + 1, int(area.bottom()), STEP):
                for x in range(int(area.left()) + 1, int(area.right()), STEP):
                    if found == tag and drawing.hit(QPointF(x, y), area) == wanted:
                        return QPoint(x, y)
        raise AssertionError(f"{wanted} of {tag} is not on the canvas")

    def click(self, tag: Any, wanted: Any) -> None:
        """Click what is wanted with the left button, and wait for what follows."""
        place = self.place_of(tag, wanted)
        self.qtbot.mouseClick(self.canvas, Qt.MouseButton.LeftButton, pos=place)
        self.settle()

    def change(self, **changes: Any) -> None:
        """Change the state as the controls of the window do."""
        self.store.update(**changes)
        self.settle()


def tagged_areas(drawing: Any, area: QRectF) -> Iterator[tuple[Any, Any, QRectF]]:
    """Every tagged drawing inside a drawing that takes an area: (tag, drawing, its area)."""
    if isinstance(drawing, Tagged):
        yield drawing.tag, drawing.drawing, area
    elif isinstance(drawing, Group):
        for _, part, inside in drawing.place_drawings(area):
            yield from tagged_areas(part, inside)


@contextmanager
def bench(
    panel_class: type[Panel],
    folder: Path,
    qtbot: Any,
    apply_theme: str = "light",
    engine: Engine | None = None,
    **state: Any,
) -> Iterator[Bench]:
    """The panel with its first answer, refreshed at every change as in the window."""
    jobs = JobBridge(Jobs())
    library = Library(bundled=folder)
    store = Store(State(panel=panel_class.spec.name, **state))
    made = theme.Theme(apply_theme)  # type: ignore[arg-type]
    panel = panel_class(PanelContext(store, library, engine or Engine(library), jobs, made))
    qtbot.addWidget(panel)
    panel.resize(900, 700)
    panel.show()

    def on_changed(before: State, after: State) -> None:
        panel.refresh()
        if not panel.busy and before.panel_settings != after.panel_settings:
            panel.show_settings()
        if before.selection != after.selection:
            panel.show_selection(after.selection)

    stop = store.subscribe(on_changed)
    found = Bench(panel, store, qtbot)
    panel.refresh()
    found.settle()
    yield found
    stop()
    panel.cancel()
    jobs.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
