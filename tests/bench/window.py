"""What `bench` measures of the window: drawing, starting, answering, and staying awake in training.

The window is the real one, with a home folder of its own, in a fresh process for each measurement.
Without a screen it is drawn into memory.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.state.defaults import MAX_MODELS
from tests.bench.result import Measurement

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from explorer.core.jobs.jobs import Event, Work
    from explorer.ui.window.main_window import MainWindow

PATIENCE_S = 300.0  # for an answer, on a machine with other work
GRID_WIDTH = 900  # pixels
NUM_LAYERS = NUM_HEADS = 12
ASK_MS = 1  # between two checks whether the answer is complete
TURN_MS = 4  # between two ticks of the event loop
PERCENTILE = 99
TRAIN_S = 4.0  # of training in each turn, with the window awake and with it asleep
NUM_TURNS = 4
NUM_KEYS, QUICK_KEYS = 20, 6
SETTLE_S = 0.3  # for what follows an answer, such as saving the session

# name, what it says, unit, aim at most or None
LINES: dict[str, tuple[str, str, float | None]] = {
    "window-visible": ("from start to visible", "ms", None),
    "window-first-map": ("from start to the first attention map", "ms", None),
    "window-key-tokens": ("key press to updated tokens", "ms", 20.0),
    "window-key-attention": ("key press to updated attention", "ms", 40.0),
    "window-gap-99": ("99th-percentile gap between event-loop turns in training", "ms", 33.0),
    "window-gap-longest": ("longest gap between event-loop turns in training", "ms", None),
    "window-train-share": ("training speed with a panel open, of that without", "share", None),
    "window-large-picture": (
        "Qwen2.5-0.5B's shape, from its choice to a written text",
        "ms",
        10000.0,
    ),
    "window-large-gap-99": (
        "99th-percentile gap between event-loop turns while it writes",
        "ms",
        33.0,
    ),
    "window-large-gap-longest": ("longest gap while it is opened and writes", "ms", None),
    "window-memory-512": ("peak memory, base size, 512 tokens, all panels", "MB", None),
    "window-memory-random": (
        "peak memory, random panels, views, texts and bundled models",
        "MB",
        1200.0,
    ),
}
TRAIN_SHARE_AIM = 0.85  # at least
USE_S, QUICK_USE_S = 900.0, 120.0  # of random use
GIVE_UP_S = 15.0
TEXTS = (
    "The capital of France is Paris.",
    "서울은 한국의 수도이다.",
    "Anna lives in France. She works in a bakery. In the evening she reads a book.",
    "The gardener planted flowers with a trowel, because the ground was soft.",
    "The cat sees a dog. " * 20,
    "The dog has a house. " * 60,
)
WORDS = ("It", "is", "in", "Europe", "Berlin", "bread", "빵", ".")

Watch = Callable[[bool], Iterator["Measurement"]]


def measurements() -> dict[str, Watch]:
    """The measurements by the beginning of the names of their lines."""
    return {
        "thumbnails-128": partial(thumbnails, 128, 30.0),
        "thumbnails-512": partial(thumbnails, 512, 120.0),
        "window-answers": partial(run_in_process, "answers"),
        "window-training": partial(run_in_process, "training"),
        "window-large": partial(run_in_process, "large"),
        "window-memory-512": partial(run_in_process, "memory"),
        "window-memory-random": partial(run_in_process, "random_use"),
    }


def thumbnails(length: int, target: float, quick: bool) -> Iterator[Measurement]:
    """All heads of a 12 x 12 model, from the attention weights to the painted pixels."""
    import numpy as np
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QImage, QPainter

    from explorer.core.attention.thumbnails import thumbnails as reduced
    from explorer.ui.graphics.maps.head_grid import HeadGrid
    from explorer.ui.style import theme

    _application()
    palette = theme.Theme("light").palette
    shape = (NUM_LAYERS, NUM_HEADS, length, length)
    weights = np.random.default_rng(0).random(shape, dtype=np.float32)
    weights /= weights.sum(-1, keepdims=True)

    def draw() -> float:
        started = time.perf_counter()
        grid = HeadGrid(reduced(weights))
        size = grid.size(GRID_WIDTH)
        image = QImage(size.toSize(), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        grid.paint(painter, QRectF(0, 0, size.width(), size.height()), palette)
        painter.end()
        return time.perf_counter() - started

    draw()
    median = 1000 * statistics.median(draw() for _ in range(3 if quick else 15))
    what = f"{NUM_LAYERS} x {NUM_HEADS} heads drawn as thumbnails, {length} tokens"
    yield Measurement(f"thumbnails-{length}", what, median, None, "ms", None, target)


def run_in_process(kind: str, quick: bool) -> Iterator[Measurement]:
    """One of the measurements below in a process of its own, which prints its results."""
    with tempfile.TemporaryDirectory(prefix="plm-explorer-bench-") as home:
        command = [sys.executable, "-m", "tests.bench.window", kind, str(int(quick))]
        environment = {**os.environ, "PLM_EXPLORER_HOME": home, "BENCH_STARTED": str(time.time())}
        root = Path(__file__).parents[2]
        done = subprocess.run(command, capture_output=True, text=True, cwd=root, env=environment)
    if done.returncode != 0:
        raise RuntimeError(f"the window could not be measured:\n{done.stderr}")
    for name, value in json.loads(done.stdout.splitlines()[-1]).items():
        what, unit, aim = LINES[name]
        if name == "window-train-share":
            yield Measurement(name, what, value, None, unit, value, TRAIN_SHARE_AIM)
        else:
            yield Measurement(name, what, value, None, unit, None, aim)


# In the process of a window -----------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    kind, quick = arguments[0], arguments[1] == "1"
    measured = {
        "answers": answers,
        "training": training,
        "large": large,
        "memory": memory,
        "random_use": random_use,
    }
    results = measured[kind](quick)
    print(json.dumps(results))
    return 0


def answers(quick: bool) -> dict[str, float]:
    """Start, first attention map, and from a changed text to its picture."""
    began = float(os.environ["BENCH_STARTED"])
    with _open("attention") as window:
        visible = time.time() - began
        _settle(window)
        first_map = time.time() - began
        times = {"window-visible": 1000 * visible, "window-first-map": 1000 * first_map}
        for panel in ("tokens", "attention"):
            window.store.update(panel=panel)
            _settle(window)
            _exec(SETTLE_S)
            keys = range(QUICK_KEYS if quick else NUM_KEYS)
            seconds = statistics.median(_type(window, key) for key in keys)
            times[f"window-key-{panel}"] = 1000 * seconds
        return times


def _type(window: MainWindow, key: int) -> float:
    """Change the text, and wait until the new answer is painted."""
    text = "The capital of France is Paris" + "." * (key % 3) + " It is in Europe."[: key + 3]
    started = time.perf_counter()
    window.store.update(text=text)
    _settle(window)
    window.stage.repaint()
    seconds = time.perf_counter() - started
    _exec(SETTLE_S)
    return seconds


def training(quick: bool) -> dict[str, float]:
    """Gaps between turns of the event loop while a model trains, and what the window costs it.

    The training goes on in its thread while the window, a panel open, turns by turns works and
    sleeps; so both speeds are of one run.
    """
    with _open("attention") as window:
        _settle(window)
        return _watch_training(window, 2 if quick else NUM_TURNS)


def _watch_training(window: MainWindow, num_turns: int) -> dict[str, float]:
    from models.training.trainer import TrainingStep
    from tests.bench.models import training_recipe

    steps: list[float] = []
    recipe = training_recipe()

    def work() -> Work:
        from explorer.core.jobs.jobs import Progress
        from models.training.trainer import train

        with tempfile.TemporaryDirectory() as folder:
            for report in train(recipe, Path(folder) / "run", Path(folder) / "cache"):
                if isinstance(report, TrainingStep):
                    steps.append(time.perf_counter())
                    yield Progress("Learning", report.step, report.steps)

    def ignore(event: Event) -> None:
        """Only the time is of interest."""

    task = window.context.jobs.submit("train", "bench", work, ignore, "Learning")
    _until(lambda: len(steps) > 20)
    intervals: list[float] = []
    awake: list[float] = []
    asleep: list[float] = []
    for _ in range(num_turns):
        intervals += _gaps(partial(_exec, TRAIN_S))
        awake.append(_speed(steps, partial(_exec, TRAIN_S)))  # without polling
        asleep.append(_speed(steps, partial(time.sleep, TRAIN_S)))
    window.context.jobs.cancel(task)
    return {
        "window-gap-99": 1000 * _high(intervals),
        "window-gap-longest": 1000 * max(intervals),
        "window-train-share": statistics.median(awake) / statistics.median(asleep),
    }


def _speed(steps: list[float], meanwhile: Callable[[], None]) -> float:
    """Steps of training in a second while something else is done."""
    before, started = len(steps), time.perf_counter()
    meanwhile()
    return (len(steps) - before) / (time.perf_counter() - started)


def large(quick: bool) -> dict[str, float]:
    """The first text that a model of half a billion weights writes, and gaps while it writes more.

    Its tokenizer is that of a small model, so it writes the tokens that this one has no name for.
    """
    from models.runtime.resources import checkpoint_folder
    from tests.bench.large import LARGE, write_large

    with tempfile.TemporaryDirectory() as parent, _open("generation") as window:
        folder = Path(parent) / "large"
        write_large(next(iter(LARGE["presets"])), folder)
        for name in ("tokenizer.json", "tokenizer_config.json"):
            shutil.copy(checkpoint_folder("gpt2-mini") / name, folder)
        _settle(window)
        began = time.perf_counter()
        opened = _gaps(lambda: _choose(window, models=(str(folder),)))
        picture = time.perf_counter() - began
        written: list[float] = []
        for text in TEXTS[: 1 if quick else 3]:
            written += _gaps(partial(_choose, window, text=text))
    return {
        "window-large-picture": 1000 * picture,
        "window-large-gap-99": 1000 * _high(written),
        "window-large-gap-longest": 1000 * max(opened + written),
    }


def _choose(window: MainWindow, **changes: Any) -> None:
    """Change the state, and wait for the answer."""
    window.store.update(**changes)
    _exec(SETTLE_S)
    _settle(window)
    window.stage.repaint()


def _gaps(meanwhile: Callable[[], None]) -> list[float]:
    """Seconds between turns of the event loop while something runs in it."""
    from PySide6.QtCore import Qt, QTimer

    ticks: list[float] = []
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(TURN_MS)
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    timer.start()
    meanwhile()
    timer.stop()
    return [after - before for before, after in pairwise(ticks)]


def _high(intervals: Sequence[float]) -> float:
    return sorted(intervals)[len(intervals) * PERCENTILE // 100]


def memory(quick: bool) -> dict[str, float]:
    """Peak memory after every panel has drawn a model of the base size and 512 tokens."""
    from tests.bench import models

    with tempfile.TemporaryDirectory() as parent:
        folder = models.write_base(Path(parent) / "base")
        with _open("tokens") as window:
            window.store.update(models=(str(folder),), text="the cat sees a dog " * 110)
            for panel in window.catalog.panels:
                window.store.update(panel=panel.spec.name)
                _exec(SETTLE_S)
                _until(lambda: window.current_panel is not None and not window.current_panel.busy)
    return {"window-memory-512": models.peak_now()}


def random_use(quick: bool) -> dict[str, float]:
    """Peak memory after every panel, then some minutes of a person who tries all at random.

    What is done depends on the seed alone, how much of it is done on the machine.
    """
    from tests.bench import models

    with _open("tokens") as window:
        user = _RandomUser(window, random.Random(0))
        for panel in window.catalog.panels:
            window.store.update(panel=panel.spec.name)
            user.wait()
        ends = time.perf_counter() + (QUICK_USE_S if quick else USE_S)
        while time.perf_counter() < ends:
            user.act()
    return {"window-memory-random": models.peak_now()}


class _RandomUser:
    """Does one thing after the other in a window, and waits a while for the answer."""

    def __init__(self, window: MainWindow, rng: random.Random) -> None:
        self._window, self._rng = window, rng
        self._keys = [entry.key for entry in window.context.library.entries()]

    def act(self) -> None:
        """Choose another panel, view, text, seed, selection, or up to four other models."""
        rng, store = self._rng, self._window.store
        panel = self._window.current_panel
        assert panel is not None
        what = rng.choice(("panel", "panel", "models", "text", "view", "selection", "seed"))
        if what == "panel":
            store.update(panel=rng.choice(self._window.catalog.panels).spec.name)
        elif what == "models":
            store.update(models=tuple(rng.sample(self._keys, rng.randint(1, MAX_MODELS))))
        elif what == "text":
            store.update(text=" ".join([rng.choice(TEXTS), *rng.choices(WORDS, k=3)]))
        elif what == "view" and panel.spec.views:
            panel.show_view(rng.choice([*panel.spec.views]))
        elif what == "selection":
            place = {name: rng.randint(0, 3) for name in ("token", "layer", "head")}
            store.select(**place, model="")
        else:
            store.next_seed()
        self.wait()

    def wait(self) -> None:
        """At most so long that a slow answer is given up, as a person does."""
        panel = self._window.current_panel
        assert panel is not None
        ends = time.perf_counter() + GIVE_UP_S
        _exec(SETTLE_S)
        while panel.busy and time.perf_counter() < ends:
            _exec(SETTLE_S)


@contextmanager
def _open(panel: str) -> Iterator[MainWindow]:
    """The window as on a screen, with this panel in front; its threads end with it."""
    app = _application()
    from explorer.app import build_window

    window = build_window(app)
    try:
        window.store.update(panel=panel)
        window.show()
        app.processEvents()
        yield window
    finally:
        window.close()


def _application() -> QApplication:
    from explorer.app import why_no_window

    if why_no_window():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance()
    return application if isinstance(application, QApplication) else QApplication(sys.argv[:1])


def _settle(window: MainWindow) -> None:
    """Wait until the panel in front has its answer."""
    panel = window.current_panel
    assert panel is not None
    _until(lambda: bool(not panel.busy and (panel.drawings() or panel.message)))


def _exec(seconds: float) -> None:
    """Let the event loop run for a while."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


def _until(done: Callable[[], bool]) -> None:
    """Let the event loop run, asleep between events, until something is true.

    Raises TimeoutError.
    """
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    deadline = time.perf_counter() + PATIENCE_S
    loop, timer = QEventLoop(), QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: loop.quit() if done() or time.perf_counter() > deadline else None)
    timer.start(ASK_MS)
    if not done():
        loop.exec()
    if not done():
        raise TimeoutError("the window gave no answer")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
