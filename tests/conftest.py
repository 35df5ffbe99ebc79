"""What every test shares: no screen, no network, no home folder, and nothing left behind."""

import gc
import itertools
import logging
import os
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

# Before anything imports Qt, torch or tokenizers: they read these once. One thread each keeps the
# numbers repeatable and lets several test processes share a machine; subprocesses inherit it.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["GOMP_SPINCOUNT"] = "1000"  # two threads that spin on a shared core take minutes
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["PLM_EXPLORER_LANGUAGE"] = "en"  # tests read what is on the screen

PROJECT_LOGGERS = frozenset({"__main__", "explorer", "main", "models", "plm_explorer"})
GRACE_S = 10.0  # for a thread that was told to end, to end on a busy machine

# Started once per process by a library, and ended with the process.
LIBRARY_THREADS = ("Dask-Offload", "tqdm_monitor", "TMonitor", "execnet", "Dummy-main")


def pytest_configure(config: pytest.Config) -> None:
    """Fixtures wider than one test must not reach the person's own settings either."""
    home = tempfile.TemporaryDirectory(prefix="plm-explorer-tests-")
    os.environ["PLM_EXPLORER_HOME"] = home.name
    config.add_cleanup(home.cleanup)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Keep the tests themselves out of every later garbage collection.

    They are a million objects, all in use until the end: going through them took a quarter of the
    time of the collection of tests, and an eighth of that of running them.
    """
    gc.disable()
    try:
        result = yield
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
        gc.set_threshold(5_000, 10, 10)  # tests make many objects that die soon
    return result


@pytest.fixture(scope="session")
def homes() -> Iterator[Iterator[Path]]:
    """Folders that are not there yet, another for each test."""
    with tempfile.TemporaryDirectory(prefix="plm-explorer-tests-") as folder:
        yield (Path(folder, str(number)) for number in itertools.count())


@pytest.fixture(autouse=True)
def plm_explorer_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for settings, session and the person's own models; the test may create it."""
    home = next(homes)
    monkeypatch.setenv("PLM_EXPLORER_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def no_thread_is_left_behind() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + GRACE_S
    while (left := _new_threads(before)) and time.monotonic() < deadline:
        time.sleep(0.01)
    if left:
        pytest.fail(f"threads still running after the test: {', '.join(left)}", pytrace=False)


def _new_threads(before: set[threading.Thread]) -> list[str]:
    new = [thread for thread in threading.enumerate() if thread not in before]
    names = [f"{thread.name} ({type(thread).__name__})" for thread in new if thread.is_alive()]
    return [name for name in names if not any(known in name for known in LIBRARY_THREADS)]


@pytest.fixture(autouse=True)
def no_timer_is_left_running(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Only for tests that use the window: importing Qt would cost every other test its start."""
    if not {"qtbot", "qapp"} & set(request.fixturenames):
        yield
        return
    from PySide6.QtCore import QTimer

    started: list[Any] = []
    start = QTimer.start

    def start_and_remember(timer: Any, *args: Any) -> None:
        started.append(timer)
        start(timer, *args)

    monkeypatch.setattr(QTimer, "start", start_and_remember)
    yield
    if _active_timers(started):
        gc.collect()  # the owner may be garbage that waits for the collector
    if left := _active_timers(started):
        pytest.fail(f"timers still active after the test: {', '.join(left)}", pytrace=False)


def _active_timers(timers: list[Any]) -> list[str]:
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    alive = [timer for timer in timers if shiboken6.isValid(timer) and timer.isActive()]
    return [
        f"{timer.objectName() or 'unnamed'} of {type(timer.parent()).__name__}, "
        f"every {timer.interval()} ms"
        for timer in alive
    ]


@pytest.fixture(autouse=True)
def no_warning_is_logged(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """A test that provokes a warning on purpose is marked `expects_log_warnings`."""
    yield
    if request.node.get_closest_marker("expects_log_warnings"):
        return
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    left = [f"{record.name}: {record.getMessage()}" for record in records if _is_ours(record)]
    if left:
        pytest.fail("warnings in the log:\n" + "\n".join(left), pytrace=False)


def _is_ours(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING and record.name.split(".")[0] in PROJECT_LOGGERS
