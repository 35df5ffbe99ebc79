"""An installation adds one name to Python's path and needs no other, whatever lies beside it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STRANGERS = ("models.py", "main.py", "explorer/__init__.py", "resources/__init__.py")
FROM_CHECKOUT = f"""
import sys
from pathlib import Path
files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
mine = [file for file in files if file and Path(file).is_relative_to({str(ROOT)!r})]
assert not [file for file in mine if ".venv" not in file], mine
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked wheel, built without writing into the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    words = ("egg_info", "--egg-base", folder, "build", "--build-base", folder / "build")
    subprocess.run(
        (sys.executable, "setup.py", "-q", *words, "bdist_wheel", "-d", folder),
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (packed,) = folder.glob("*.whl")
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder with modules of the names that the checkout has at its top."""
    for name in STRANGERS:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text('OWNER = "a stranger"\n')
    return tmp_path


def run_python(wheel: Path, folder: Path, *words: str) -> str:
    """Run Python in a folder with the wheel, and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(wheel), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        (sys.executable, *words), cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_installation_has_exactly_one_name(wheel: Path) -> None:
    names = {path.name for path in wheel.iterdir() if path.suffix != ".dist-info"}
    assert names == {"plm_explorer"}
    (listed,) = wheel.glob("*.dist-info/top_level.txt")
    assert listed.read_text().split() == ["plm_explorer"]


def test_it_is_imported_beside_modules_of_the_same_names(wheel: Path, elsewhere: Path) -> None:
    script = (
        "import plm_explorer as plm, models, explorer, main, resources\n"
        "print(models.OWNER, explorer.OWNER, main.OWNER, resources.OWNER, sep=', ')\n"
        "print(plm.tokenize('bert-mini', 'Paris is in France.').tokens)\n"
        "plm.figure('attention', models=['bert-mini'], text='Paris.').save('attention.svg')\n"
    )
    printed = run_python(wheel, elsewhere, "-c", script + FROM_CHECKOUT)
    assert printed.splitlines()[0] == ", ".join(["a stranger"] * 4)
    assert "'Paris'" in printed
    assert "<svg" in (elsewhere / "attention.svg").read_text(encoding="utf-8")


def test_its_commands_find_what_belongs_to_it(wheel: Path, elsewhere: Path) -> None:
    listed = run_python(wheel, elsewhere, "-m", "plm_explorer", "systems")
    here = run_python(ROOT, ROOT, "main.py", "systems")
    assert listed == here
    made = run_python(wheel, elsewhere, "-m", "plm_explorer", "compare", "--list")
    assert "masking_rate" in made
