"""What holds for every panel: one failing model takes no other along, neither on the screen nor in
a file, and a click means what was drawn where the pointer is, also while that is being replaced."""

import gc
import itertools
import json
import shutil
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, FunctionType, ModuleType, TracebackType
from typing import Any
from xml.etree import ElementTree

import pytest
import torch
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QWidget

from explorer.core.engine.engine import Engine
from explorer.core.jobs.jobs import Jobs, Progress, Work
from explorer.core.library.library import Library
from explorer.core.state.state import State, Store
from explorer.ui.export.choices import FORMATS, SLIDE, ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.registry import find_panels
from explorer.ui.style import theme
from explorer.ui.window.main_window import MainWindow
from tests.explorer.ui.panel_bench import ANSWER_MS, small_models

TEXT = "the capital of france is paris ."
ZERO_WIDTH = "\u200b"  # bytes to GPT-2, nothing at all to BERT
STEP = 40  # pixels between two places that are pointed at and clicked
PANELS = find_panels().panels
# The failing model, the good one, whether the failing one comes first, its message, and the text.
FAILURES = {
    "a damaged tokenizer": ("blind", "bert", True, "tokenizer.json", TEXT),
    "weights of another size": ("misfit", "gpt2", False, "is not what config.json says", TEXT),
    "nothing that it can read": ("bert", "gpt2", True, "holds nothing", ZERO_WIDTH),
    "nothing, as the second": ("bert", "gpt2", False, "holds nothing", ZERO_WIDTH),
}
WRITTEN_AND_CLICKED = [FAILURES["a damaged tokenizer"], FAILURES["nothing, as the second"]]
TITLES = {"bert": "BERT", "gpt2": "GPT-2"}
# The views that show something of every chosen model, and the failures that are none to them:
# pieces need no weights, weights are counted without a text, a card says what the files say, and
# what BERT cannot read it need not write, as it writes no texts; heads are scored on sentences of
# their own.
FOR_CHOSEN_MODELS = {
    *(("tokens", view) for view in ("pieces", "steps", "vocabularies")),
    *(
        ("attention", view)
        for view in ("map", "lines", "both", "terms", "bias", "positions", "heads")
    ),
    *(("masking", ""), ("generation", "")),
    *(("layers", view) for view in ("lens", "layers", "tokens", "plane", "norms")),
    *(("compare", "objectives"), ("compare", "cards"), ("parameters", "models")),
}
NOT_ASKED = {
    *(("misfit", "tokens", view) for view in ("pieces", "steps", "vocabularies")),
    *((key, *view) for key in ("blind", "bert") for view in [("parameters", "models")]),
    *((key, *view) for key in ("blind", "bert") for view in [("compare", "cards")]),
    ("bert", "generation", ""),
    ("bert", "attention", "heads"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = small_models(tmp_path_factory.mktemp("models"))
    for name in ("blind", "misfit"):
        shutil.copytree(root / "bert", root / name)
        (root / name / "run.json").write_text(json.dumps({"title": name.upper()}), encoding="utf-8")
    (root / "blind" / "tokenizer.json").write_text("{}", encoding="utf-8")
    config = root / "misfit" / "config.json"
    wider = {**json.loads(config.read_text(encoding="utf-8")), "intermediate_size": 48}
    config.write_text(json.dumps(wider), encoding="utf-8")
    return root


@contextmanager
def shown(qtbot: Any, folder: Path, text: str, models: tuple[str, ...]) -> Iterator[MainWindow]:
    """The window with all panels, whose bugs fail the test; students are measured on few texts."""
    library, bridge = Library(bundled=folder), JobBridge(Jobs())
    store = Store(State(text=text, models=models, theme="light"))
    context = PanelContext(store, library, Engine(library), bridge, theme.Theme("light"))
    bugs: list[Any] = []
    bridge.bug_found.connect(bugs.append)
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.show()
    window.start()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("explorer.core.distillation.students.NUM_DOCUMENTS", 4)
            yield window
    finally:
        window.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not bugs


def settle(panel: Panel, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not panel.busy, timeout=ANSWER_MS)
    QApplication.processEvents()


def click_everywhere(panel: Panel, qtbot: Any, part: int = 0, parts: int = 1) -> None:
    """Point at the picture in a grid of places, and click each; or those of one of several parts,
    which are the whole grid together.
    """
    for canvas in [each for each in panel.findChildren(Canvas) if each.isVisible()]:
        for y in range(STEP // 2, min(canvas.height(), 700), STEP):
            for x in range(STEP // 2, canvas.width(), 3 * STEP):
                if (x + y) // STEP % parts != part:
                    continue
                qtbot.mouseMove(canvas, QPoint(x, y))
                qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(x, y))


def words_of(panel: Panel) -> str:
    """All that a figure of the panel says, or what stands in its place."""
    svg = ElementTree.fromstring(render(figure_of(panel, {}), "svg", ExportChoices()))
    return " ".join([*" ".join(svg.itertext()).split(), panel.message, *panel.notes])


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_one_failing_model_is_explained_and_the_other_is_shown(
    qtbot: Any, folder: Path, kind: type[Panel], failure: Any
) -> None:
    failing, good, first, reason, text = failure
    name = kind.spec.name
    with shown(qtbot, folder, text, (failing, good) if first else (good, failing)) as window:
        window.store.update(panel=name)
        panel = window.panel(name)
        for view in kind.spec.views or ("",):
            panel.show_view(view)
            settle(panel, qtbot)
            words = words_of(panel)
            if (name, view) in FOR_CHOSEN_MODELS:
                assert TITLES[good] in words
                assert not panel.message
                assert reason in words or (failing, name, view) in NOT_ASKED
            if failure not in WRITTEN_AND_CLICKED:
                continue
            for file_format in FORMATS:
                assert render(figure_of(panel, {}), file_format, ExportChoices())
            click_everywhere(panel, qtbot, WRITTEN_AND_CLICKED.index(failure), 2)
            panel.leave_enlarged_part()  # where a click let one picture fill the panel
            settle(panel, qtbot)


def nameless(window: MainWindow) -> list[str]:
    """What the keyboard reaches, and a screen reader has no name for."""
    visible = (each for each in window.findChildren(QWidget) if each.isVisible())
    reached = [each for each in visible if each.focusPolicy() != Qt.FocusPolicy.NoFocus]
    reached = [each for each in reached if not isinstance(each.parent(), QAbstractSpinBox)]
    named = {each: QAccessible.queryAccessibleInterface(each) for each in reached}
    return [repr(each) for each, one in named.items() if not one.text(QAccessible.Text.Name)]


def unread(panel: Panel) -> list[tuple[str, Drawing | None]]:
    """Pictures of which a screen reader does not get the name, the role, the cell or the words."""
    left: list[tuple[str, Drawing | None]] = []
    for canvas in [each for each in panel.findChildren(Canvas) if each.isVisible()]:
        canvas.setFocus(Qt.FocusReason.TabFocusReason)
        figure = QAccessible.queryAccessibleInterface(canvas)
        if panel.spec.title not in (name := figure.text(QAccessible.Text.Name)):
            left.append((f"name {name}", canvas.drawing))
        if figure.role() != QAccessible.Role.Graphic:
            left.append((f"role {figure.role()}", canvas.drawing))
        cell = figure.focusChild()
        kind = QAccessible.Text.Description if canvas.current is None else QAccessible.Text.Value
        words = figure.text(kind)
        if canvas.current is not None and (
            cell is None or cell.text(QAccessible.Text.Name) != words
        ):
            left.append(("cell", canvas.drawing))
        if canvas.height() and not words:
            left.append(("words", canvas.drawing))
    return left


def test_every_control_has_a_name_and_every_figure_can_be_read(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        window.activateWindow()
        read = set()
        for name, view in [(p.spec.name, view) for p in PANELS for view in p.spec.views or ("",)]:
            window.store.update(panel=name)
            panel = window.panel(name)
            panel.show_view(view)
            settle(panel, qtbot)
            assert not nameless(window), (name, view)
            assert not unread(panel), (name, view)
            read |= {one.cell.text for one in panel.findChildren(Canvas) if one.hasFocus()}
        assert len(read - {""}) > len(PANELS) / 2


def drawings_in(value: Any) -> dict[int, Drawing]:
    """Every drawing that a value holds, by id; held, so that no later one gets the id."""
    found: dict[int, Drawing] = {}
    seen: dict[int, Any] = {}
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen[id(one)] = one
        if isinstance(one, Drawing):
            found[id(one)] = one
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple | set | frozenset):
            waiting += one
        elif type(one).__module__.startswith("explorer.ui") and hasattr(one, "__dict__"):
            waiting += vars(one).values()
    return found


@contextmanager
def unchangeable(drawings: Collection[int]) -> Iterator[None]:
    """Fails where an attribute of one of these drawings, by id, is set."""

    def reject(self: Drawing, name: str, value: Any) -> None:
        assert id(self) not in drawings, f"{type(self).__name__}.{name} is set while it is painted"
        object.__setattr__(self, name, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Drawing, "__setattr__", reject, raising=False)
        yield


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_a_figure_does_not_change_while_it_is_written(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        window.store.update(panel=kind.spec.name)
        panel = window.panel(kind.spec.name)
        for view in kind.spec.views or ("",):
            panel.show_view(view)
            settle(panel, qtbot)
            figure = figure_of(panel, {})
            built = drawings_in(figure)
            assert len(built) >= len(figure.drawings)
            with unchangeable(built):
                first = render(figure, "png", ExportChoices(dpi=48))
                assert render(figure, "svg", ExportChoices(size=SLIDE, dark=True))
                assert render(figure, "png", ExportChoices(dpi=48)) == first


@contextmanager
def nothing_answered(window: MainWindow, qtbot: Any) -> Iterator[None]:
    """Old pictures stay on the screen: a job holds the lane that would answer."""
    begun, over = threading.Event(), threading.Event()

    def hold() -> Work:
        begun.set()
        over.wait(ANSWER_MS / 1000)
        yield Progress("Holding the lane")

    window.context.jobs.submit("explore", "hold", hold, lambda event: None)
    qtbot.waitUntil(begun.is_set)
    try:
        yield
    finally:
        over.set()


CHANGES: tuple[dict[str, Any], ...] = (
    {"models": ("gpt2",)},
    {"models": ("bert",)},
    {"models": ("electra", "gpt2")},
    {"text": "paris"},
)


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_a_picture_that_is_no_longer_true_can_be_clicked(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    """After the first or the last model is removed or exchanged, or the text is shorter."""
    name, before = kind.spec.name, {"models": ("bert", "gpt2"), "text": TEXT}
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        window.store.update(panel=name)
        panel = window.panel(name)
        for view, part in itertools.product(kind.spec.views or ("",), range(len(CHANGES))):
            change = CHANGES[part]
            window.store.update(**before, masks={})
            panel.show_view(view)
            settle(panel, qtbot)
            with nothing_answered(window, qtbot):
                window.store.update(**change)
                known = set(window.store.state.models)
                selected: set[str] = set()
                stop = window.store.subscribe(
                    lambda _, now, seen=selected: seen.add(now.selection.model)
                )
                click_everywhere(panel, qtbot, part, len(CHANGES))
                stop()
            panel.leave_enlarged_part()  # where a click let one picture fill the panel
            settle(panel, qtbot)
            assert selected <= {"", *known}, (view, change)
            assert "text" not in change or selected <= {""}
            assert "text" not in change or not window.store.state.masks


def redraw(panel: Panel) -> None:
    """All that draws a panel's answer again or reads it: options, a selection, the help, a file."""
    panel.show_settings()
    panel.show_selection(panel.state.selection)
    panel.marks()
    assert render(figure_of(panel, {}), "json", ExportChoices())


REPLACED = (
    ("gpt2",),
    ("bert",),
    ("electra", "gpt2"),
    ("gpt2", "bert"),
)


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_an_old_answer_is_drawn_with_the_models_it_was_computed_for(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    """While models that were exchanged are computed, and after that was cancelled."""
    name, both = kind.spec.name, ("bert", "gpt2")
    with shown(qtbot, folder, TEXT, both) as window:
        window.store.update(panel=name)
        panel = window.panel(name)
        for view, models in itertools.product(kind.spec.views or ("",), REPLACED):
            window.store.update(models=both)
            panel.show_view(view)
            panel.refresh(force=True)
            settle(panel, qtbot)
            computed = panel.figure_models()
            with nothing_answered(window, qtbot):
                window.store.update(models=models)
                redraw(panel)
                if panel.busy and not panel.message:
                    assert panel.figure_models() == computed, (view, models)
                panel.cancel()
                redraw(panel)
                window.store.update_panel(name, colour="loss", search="the")  # of some panels
                redraw(panel)


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_an_answer_keeps_no_model_and_no_frame_of_what_failed(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    with shown(qtbot, folder, TEXT, ("misfit", "bert", "gpt2")) as window:
        name = kind.spec.name
        window.store.update(panel=name)
        panel = window.panel(name)
        for view in kind.spec.views or ("",):
            panel.show_view(view)
            settle(panel, qtbot)
            kept = {type(one).__name__ for one in held_by(panel) if isinstance(one, BURDENS)}
            assert not kept, view


BURDENS = torch.nn.Module, FrameType, TracebackType
# What a panel shares with the whole program, and what leads everywhere.
PROGRAM = Engine, PanelContext, Store, Library, JobBridge, MainWindow, type, ModuleType


def held_by(panel: Panel) -> list[Any]:
    """Everything that a panel keeps alive, by attributes, containers and closures."""
    found: list[Any] = [panel]
    seen = {id(panel)}
    for one in found:
        function = isinstance(one, FunctionType)
        for part in one.__closure__ or () if function else gc.get_referents(one):
            if id(part) not in seen and not isinstance(part, PROGRAM):
                seen.add(id(part))
                found.append(part)
    return found
