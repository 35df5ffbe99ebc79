"""The window on displays scaled by 100 to 300 %: sharp, whole, and arranged as without scaling.

Qt reads the factor once for a process, so each is a process of its own, which runs this file.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from explorer.commands.look import SIZE

PANELS = ("comparisons", "attention", "parameters")
FACTORS = ("1", "1.5", "2", "3")
PATIENCE_S = 240.0
TURNS = 10  # of the event loop after a picture: a busy machine has not laid all out before


def report(folder: str) -> dict[str, Any]:
    """What the window looks like in this process; its pictures go into a folder."""
    from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

    from explorer.app import build_window
    from explorer.commands.look import _shot
    from explorer.ui.graphics.canvas import Canvas

    app = QApplication(sys.argv[:1])
    window = build_window(app)
    window.resize(*SIZE)
    window.show()
    window.start()
    found: dict[str, Any] = {"cut": [], "soft": [], "places": {}}
    for name in PANELS:
        window.store.update(panel=name, theme="light")
        _shot(app, window, name, "light", Path(folder))
        for _ in range(TURNS):
            app.processEvents()
        ratio = window.devicePixelRatioF()
        texts = [one for kind in (QLabel, QAbstractButton) for one in window.findChildren(kind)]
        for one in texts:
            wraps = isinstance(one, QLabel) and one.wordWrap()
            whole = wraps or one.width() >= one.minimumSizeHint().width()
            if one.isVisible() and one.text() and not whole:
                found["cut"].append(one.text())
        for canvas in window.current_panel.findChildren(Canvas):
            picture = canvas._picture  # a very large one is painted directly
            if canvas.isVisible() and picture is not None:
                sharp = picture.devicePixelRatioF() == ratio
                whole = picture.width() == round(canvas.width() * ratio)
                found["soft"] += [] if sharp and whole else [f"{name}: {picture.size()}"]
            if canvas.isVisible():
                found["places"][name] = canvas.geometry().getRect()
    found["ratio"] = ratio
    window.close()
    return found


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[dict[str, Any], Path]]:
    """By factor: what was found, and the folder of the pictures."""
    made = {}
    for factor in FACTORS:
        folder = tmp_path_factory.mktemp("scaled")
        own = {"QT_SCALE_FACTOR": factor, "PLM_EXPLORER_HOME": str(folder / "home")}
        command = [sys.executable, "-m", "tests.explorer.ui.window.test_scaled_displays", folder]
        done = subprocess.run(
            list(map(str, command)),
            capture_output=True,
            text=True,
            env={**os.environ, **own},
            cwd=Path(__file__).parents[4],
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        made[factor] = json.loads(done.stdout.splitlines()[-1]), folder
    return made


@pytest.mark.parametrize("factor", FACTORS)
def test_a_scaled_window_is_sharp_and_nothing_is_cut(reports: Any, factor: str, qapp: Any) -> None:
    from PySide6.QtGui import QImage

    found, folder = reports[factor]
    assert found["ratio"] == float(factor)
    assert not found["cut"]
    assert not found["soft"]
    assert found["places"].keys() == {*PANELS}
    for name in PANELS:
        assert found["places"][name] == pytest.approx(reports["1"][0]["places"][name], abs=1)
        size = QImage(str(folder / f"{name}-light.png")).size().toTuple()
        assert size == tuple(round(length * float(factor)) for length in SIZE)


def test_a_display_of_twice_the_density_shows_finer_pictures(reports: Any, qapp: Any) -> None:
    """Enlarged pixels would be equal in pairs; lines and letters that are drawn anew are not."""
    import numpy as np
    from PySide6.QtGui import QImage

    for name in PANELS:
        image = QImage(str(reports["2"][1] / f"{name}-light.png"))
        grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
        rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
        pixels = rows[:, : grey.width()].astype(int)
        steps = np.abs(np.diff(pixels, axis=1)) > 8
        assert steps[:, 0::2].sum() > 0.5 * steps[:, 1::2].sum()


if __name__ == "__main__":
    print(json.dumps(report(sys.argv[1])))
