"""Messages name the command that was used: that of a checkout, or the installed one."""

import subprocess
import sys
from pathlib import Path

import pytest

from explorer import app
from explorer.cli import main
from explorer.core.state.program import program, torchrun

ROOT = Path(__file__).resolve().parents[4]
STARTED = {
    "main.py": ("python main.py", "torchrun --nproc_per_node=2 main.py"),
    "/my plm/main.py": (
        "python '/my plm/main.py'",
        "torchrun --nproc_per_node=2 '/my plm/main.py'",
    ),
    "/venv/bin/plm-explorer": (
        "plm-explorer",
        "torchrun --nproc_per_node=2 --no-python plm-explorer",
    ),
}


@pytest.mark.parametrize("started", STARTED)
def test_a_command_is_named_as_it_was_typed(started: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    assert (program(), torchrun()) == STARTED[started]


@pytest.mark.parametrize("started", STARTED)
def test_help_and_messages_name_it(
    started: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, processes = STARTED[started]
    monkeypatch.setattr(sys, "argv", [started])
    pages = []
    for arguments in (["--help"], ["trace", "--help"], ["train", "--help"]):
        with pytest.raises(SystemExit):
            main(arguments)
        pages.append(" ".join(capsys.readouterr().out.split()))
    assert pages[0].startswith(f"usage: {command} ")
    assert f"{command} COMMAND --help" in pages[0]
    assert f"{command} systems" in pages[1]
    assert f"{processes} train RECIPE.toml" in pages[2]
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert f"`{command} figures`" in app.why_no_window()


def test_a_checkout_names_its_script() -> None:
    done = subprocess.run(
        [sys.executable, "main.py", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("usage: python main.py ")


def test_no_message_names_the_script_by_itself() -> None:
    files = set((ROOT / "explorer").rglob("*.py")) - {
        ROOT / "explorer" / "core" / "state" / "program.py"
    }
    assert not [path for path in files if "main.py" in path.read_text(encoding="utf-8")]
