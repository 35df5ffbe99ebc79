"""Random damage to everything that the program reads: it must answer, or reject it in a sentence.

    python -m tests.fuzz.fuzz [--seconds N] [--seed N] [--kind KIND]

Each case is drawn from (seed, kind, number) alone. One that fails is printed with what repeats it:
--seed, --kind and --case.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
from huggingface_hub import HfApi, ModelInfo
from PySide6.QtCore import QLoggingCategory, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from safetensors.torch import load_file, save_file

from explorer.core.comparisons.pages import page
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import corrupt
from explorer.core.errors import UserError
from explorer.core.finetuning.own_tables import examine_table
from explorer.core.hub.remote import describe
from explorer.core.library.library import Library
from explorer.core.project.file import open_project, save_project
from explorer.core.project.workspace import ProjectSession, Workspace
from explorer.core.readable import readable_bytes, visible
from explorer.core.report.entries import Report, ReportFigure
from explorer.core.report.latex import latex_files
from explorer.core.report.pictures import check_svg
from explorer.core.state.choices import FormChoice
from explorer.core.state.session import (
    Session,
    load_session,
    save_session,
    state_from_json,
    state_to_json,
)
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.panels.comparisons.page import figure as comparison_figure
from explorer.ui.panels.comparisons.page import table as comparison_table
from explorer.ui.report.files import thumbnail
from explorer.ui.style.palette import LIGHT
from models.checkpoints.checkpoint import CheckpointError, load
from models.comparison.bundled import bundled_path
from models.comparison.catalog import experiments
from models.data.labelled_sets import open_set
from models.finetuning.recipe import FineTuningRecipe
from models.knowledge.graph import KnowledgeGraph, open_graph
from models.knowledge.names import Entity
from models.runtime.files import MAX_MESSAGE
from models.runtime.generators import run_to_end
from models.runtime.resources import resource
from models.schema.specs import Paper
from models.search.recipe import Budget, SearchRecipe
from models.tasks.examples import (
    DataError,
    LabelledSet,
    QuestionExample,
    TextExample,
    TokenExample,
)
from models.training.recipe import Recipe
from models.training.training_task import check_recipe
from tests.explorer.shapes import shaped_models

Rng = np.random.Generator
ARCHITECTURES = ("bert", "roberta", "albert", "xlnet", "t5")
LONGEST = 2 * MAX_MESSAGE + 200  # of a message: what is wrong, and what to do
ALPHABETS = (
    "abc ABC .,!?",
    "가나다라 프랑스 수도는",
    "\u0000\u0007\u001b\ufffe\ufeff\u200b\u200d\u202e",
    "😀👨‍👩‍👧é́ß",
    "[MASK]<mask><extra_id_0></s>[SEP]▁##Ġ",
    "\ud800\udfff",
    "\n\r\t\u2028\u3000\xa0",
)
DEEP: Any = []
for _ in range(900):  # what Python parses and can hardly copy or write
    DEEP = [DEEP]
HOSTILE: tuple[Any, ...] = (
    *(DEEP, "text", "\u001b[2J", {"inner": {"inner": float("-inf")}}, 2**63, -(10**309)),
    *(None, True, -1, 0, 1, 2**31, 10**400, -0.5, 1e308, float("nan"), float("inf")),
    *("", "x" * 3000, "\u0000", "<img src=x>", "../../etc/passwd", [], {}, [[]] * 50),
)


RESULT = "results/comparisons/direction/quick-0123abcd/result.json"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><clipPath id="c">'
    '<path d="M0 0L9 9"/></clipPath></defs><g clip-path="url(#c)"><text x="1" y="2">A</text></g>'
    '<rect width="2" height="1"/></svg>'
)
QUESTIONS = {
    "question": "Who?",
    "id": "1",
    "answers": [{"text": "Anna", "answer_start": 0}],
    "is_impossible": False,
}
LABELLED = (  # names and contents of files, which are read by both
    ("mine.tsv", "text\tlabel\nred dog\tgood\n파란 고양이\tbad\nold bird\tgood\n"),
    ("mine.csv", 'said;"what; it is"\n"red; dog";1.5\n"blue ""cat""";2\nold;0.5\n'),
    ("train.jsonl", '{"context": "a", "choices": ["b", "c"], "label": 1}\n' * 3),
    ("train.json", json.dumps([{"premise": "a", "hypothesis": "b", "label": "no"}] * 3)),
    (
        "dev-v2.0.json",
        json.dumps(
            {
                "data": [
                    {"title": "t", "paragraphs": [{"context": "Anna sings.", "qas": [QUESTIONS]}]}
                ]
            }
        ),
    ),
    ("names.txt", "Anna B-PER\nsings O\n\nTom B-PER\nsees O\nAnna B-PER\n"),
    ("train.tsv", "gj04\t1\t\tAnna sings.\ngj04\t0\t*\tSings Anna.\n"),
)


def result_or_none(call: Callable[[], Any]) -> Any:
    """What a call returns; None where it raises an error with a readable message."""
    try:
        return call()
    except (UserError, ValueError, OSError) as error:
        reason = error
    said = str(reason)
    assert said.strip(), "an error without a message"
    assert "pickle" not in said, "advice to load what can run code"
    is_shown = isinstance(reason, UserError | CheckpointError | DataError)
    assert len(said) <= LONGEST or not is_shown, f"a message of {len(said)} characters"
    return None


# Damage -------------------------------------------------------------------------------------------


def damaged_bytes(rng: Rng, data: bytes) -> bytes:
    """Cut off, repeated, overwritten or emptied somewhere."""
    start, end = sorted(rng.integers(len(data) + 1, size=2).tolist())
    noise = rng.bytes(int(rng.integers(1, 20)))
    changed = (
        *(data[:start], data[:end] + data[start:], b"", noise),
        data[:start] + noise + data[end:],
    )
    return changed[int(rng.integers(len(changed)))]


def damaged_value(rng: Rng, value: Any) -> Any:
    """Return the JSON with something else at one place."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = str(rng.choice(sorted(value)))
        if rng.random() < 0.2:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: damaged_value(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = int(rng.integers(len(value)))
        return [*value[:at], damaged_value(rng, value[at]), *value[at + 1 :]]
    return HOSTILE[int(rng.integers(len(HOSTILE)))]


def random_text(rng: Rng) -> str:
    alphabets = [ALPHABETS[int(i)] for i in rng.integers(len(ALPHABETS), size=2)]
    letters = list("".join(alphabets))
    return "".join(rng.choice(letters, size=int(rng.integers(80))).tolist())


def use_home(room: Path) -> Path:
    """A home of its own for a case; returns it."""
    home = room / "home"
    os.environ["PLM_EXPLORER_HOME"] = str(home)
    return home


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, and its folders, which have no bytes."""
    return {str(p): p.read_bytes() if p.is_file() else b"" for p in sorted(folder.rglob("*"))}


def copied(rng: Rng, models: Path, room: Path) -> Path:
    name = ARCHITECTURES[int(rng.integers(len(ARCHITECTURES)))]
    return Path(shutil.copytree(models / name, room / name))


def use(folder: Path) -> None:
    """Use a folder as the window does: list it, open it and look at a sentence."""
    library = Library(bundled=folder.parent, own=folder.parent / "none")
    for entry in library.entries():
        assert len(entry.problem or "") <= LONGEST
    engine = Engine(library)
    result_or_none(lambda: engine.card(folder.name))
    encoding = result_or_none(lambda: engine.encode(folder.name, "the capital of france"))
    if encoding is not None:
        result_or_none(lambda: engine.trace(folder.name, corrupt(engine, folder.name, encoding)))


# The kinds of cases -------------------------------------------------------------------------------


def fuzz_folders(rng: Rng, models: Path, room: Path) -> None:
    """One file of a model is damaged, gone, a folder, or a link to itself."""
    folder = copied(rng, models, room)
    path = sorted(folder.iterdir())[int(rng.integers(len(list(folder.iterdir()))))]
    data, kind = path.read_bytes(), rng.integers(6)
    path.unlink()
    if kind == 0:
        path.mkdir()
    elif kind == 1:
        path.symlink_to(path.name)
    elif kind > 2:
        path.write_bytes(damaged_bytes(rng, data))
    use(folder)


def fuzz_json(rng: Rng, models: Path, room: Path) -> None:
    """One place in one of a model's JSON files says something else."""
    folder = copied(rng, models, room)
    paths = sorted(folder.glob("*.json"))
    path = paths[int(rng.integers(len(paths)))]
    path.write_text(json.dumps(damaged_value(rng, json.loads(path.read_text("utf-8")))), "utf-8")
    use(folder)


def fuzz_shards(rng: Rng, models: Path, room: Path) -> None:
    """Weights in several files, some twice with other numbers, and an index that decides."""
    folder = copied(rng, models, room)
    right = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    names = [f"model-0000{number}-of-00003.safetensors" for number in (1, 2, 3)]
    holders = {tensor: names[int(rng.integers(3))] for tensor in right}
    for name in names:
        held = {tensor: value for tensor, value in right.items() if holders[tensor] == name}
        twice = [tensor for tensor in right if tensor not in held and rng.random() < 0.2]
        held |= {tensor: right[tensor] + 1 for tensor in twice}
        if held:
            save_file(held, folder / name)
    index: Any = {"weight_map": holders}
    whole = rng.random() < 0.5
    if not whole:
        index = damaged_value(rng, index)
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    loaded = result_or_none(lambda: load(folder))
    assert loaded is not None or not whole, "the index is whole, and the folder is rejected"
    if whole:
        (room / "one").mkdir()
        for path in folder.glob("*.json"):
            shutil.copy(path, room / "one")
        (room / "one" / "model.safetensors.index.json").unlink()
        save_file(right, room / "one" / "model.safetensors")
        for name, weight in load(room / "one").weights.items():
            assert torch.equal(weight, loaded.weights[name]), f"{name} is another's"


def fuzz_texts(rng: Rng, models: Path, room: Path) -> None:
    """Any characters in any order, one text or two."""
    library = Library(bundled=models, own=room)
    engine = Engine(library)
    name = ARCHITECTURES[int(rng.integers(len(ARCHITECTURES)))]
    pair = random_text(rng) if rng.random() < 0.3 else ""
    encoding = result_or_none(lambda: engine.encode(name, random_text(rng), pair))
    if encoding is not None:
        found = result_or_none(lambda: corrupt(engine, name, encoding, seed=int(rng.integers(99))))
        assert found is None or engine.trace(name, found).streams


def fuzz_recipes(rng: Rng, models: Path, room: Path) -> None:
    """A bundled recipe, damaged as a text or at one place."""
    paths = sorted(resource("recipes").glob("*.toml"))
    path = paths[int(rng.integers(len(paths)))]
    if rng.random() < 0.5:
        (room / "x.toml").write_bytes(damaged_bytes(rng, path.read_bytes()))
        recipe = result_or_none(lambda: Recipe.read(room / "x.toml"))
    else:
        plain = damaged_value(rng, Recipe.read(path).to_dict())
        recipe = (
            result_or_none(lambda: Recipe.from_dict(plain)) if isinstance(plain, dict) else None
        )
    if recipe is not None:
        result_or_none(lambda: check_recipe(recipe))
    usual: Any = FineTuningRecipe("bert-mini", "acceptability").to_dict()
    plain = damaged_value(rng, {**usual, "graph": {}, "columns": {"a": 1}})
    if isinstance(plain, dict):
        result_or_none(lambda: FineTuningRecipe.from_dict(plain))
    usual = SearchRecipe(Recipe.read(path), {"size.width": (8, 16)}, Budget(9, 1.0)).to_dict()
    plain = damaged_value(rng, usual)
    if isinstance(plain, dict):
        result_or_none(lambda: SearchRecipe.from_dict(plain))


def fuzz_sessions(rng: Rng, models: Path, room: Path) -> None:
    """A saved session, damaged; whatever it gives can be saved and read again."""
    path = room / "session.json"
    saved = Session(State(text="the capital", models=("bert", "t5")), ("/somewhere",))
    save_session(saved, path)
    if rng.random() < 0.5:
        path.write_bytes(damaged_bytes(rng, path.read_bytes()))
    else:
        data = damaged_value(rng, json.loads(path.read_text("utf-8")))
        path.write_text(json.dumps(data), encoding="utf-8")
    session, message = load_session(path)
    assert len(message) <= LONGEST
    save_session(session, room / "again.json")
    again, _ = load_session(room / "again.json")
    assert repr(again) == repr(session)  # NaN is not equal to itself


def fuzz_labelled(rng: Rng, models: Path, room: Path) -> None:
    """A file of labelled examples, damaged; with bad rows as errors, or skipped."""
    name, text = LABELLED[int(rng.integers(len(LABELLED)))]
    path, encoding = room / name, str(rng.choice(["utf-8", "utf-8-sig", "utf-16", "cp949"]))
    data = (text * int(rng.integers(1, 4))).encode(encoding)
    path.write_bytes(damaged_bytes(rng, data) if rng.random() < 0.8 else data)
    report = result_or_none(lambda: run_to_end(examine_table(path)))
    settings = None if report is None or report.recognized or report.problem else report.settings
    for skip in (False, True):
        opened = result_or_none(
            lambda skip=skip: open_set(path, columns=settings, skip_bad_rows=skip)
        )
        if opened is not None:
            check_labelled(opened)
    assert report is None or len(report.problem) <= LONGEST


def check_labelled(data: LabelledSet) -> None:
    """What must hold of every set that opens."""
    for split in data.splits:
        for one in data.examples(split):
            if isinstance(one, TextExample) and one.label is not None:
                assert one.label in data.labels
            elif isinstance(one, TokenExample):
                assert one.tags is None or set(one.tags) <= set(data.labels)
            elif isinstance(one, QuestionExample):
                for answer in one.answers:
                    assert one.passage.startswith(answer.text, answer.start)


def fuzz_projects(rng: Rng, models: Path, room: Path) -> None:
    """A project with a report, a result and a model inside is damaged; a rejected one is undone."""
    home, path = use_home(room), room / "a.plmx"
    folder = Path(shutil.copytree(models / "bert", room / "mine"))
    state = State(text="a", models=(str(folder), "t5"), panel_settings={"why": {"seed": 1.5}})
    shown = ReportFigure("F", "C", SVG, state, "N", (Paper("A", "T", 2018, "1810.04805"),))
    work = Workspace(state, Report("R", (shown,)))
    entries = [*Library(bundled=models, own=room / "none").entries()]
    entries.append(Library([folder], bundled=room, own=room / "none").entry(str(folder)))
    run_to_end(save_project(path, work, entries, {}, inside=bool(rng.random() < 0.5)))
    shutil.rmtree(folder)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members[RESULT] = bundled_path("direction").read_bytes()
    name = str(rng.choice([*members, "project.json", "project.json"]))
    if rng.random() < 0.6 and name.endswith(".json"):
        changed = damaged_value(rng, json.loads(members[name]))
        members[name] = json.dumps(changed).encode()
    else:
        members[name] = damaged_bytes(rng, members[name])
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    if rng.random() < 0.2:
        path.write_bytes(damaged_bytes(rng, path.read_bytes()))
    known = Library(bundled=models, own=room / "none").entries()
    opened = result_or_none(lambda: run_to_end(open_project(path, known)))
    if opened is None:
        assert not home.exists(), f"a rejected project left {sorted(contents(home))}"
        return
    assert not (home / "comparisons").exists(), "a foreign result is among those run here"
    again = room / "again.plmx"
    run_to_end(save_project(again, opened.work, known, {}, inside=False))
    run_to_end(open_project(again, known))
    latex_files(opened.work.report)
    project = ProjectSession(opened.work).to_json(room / "pictures")
    save_session(Session(opened.work.state, project=project), room / "session.json")
    assert load_session(room / "session.json")[1] == "", "its session cannot be read again"


def fuzz_results(rng: Rng, models: Path, room: Path) -> None:
    """A result of a comparison among those run here is damaged; the gallery and its page draw."""
    names = sorted(experiments())
    name = names[int(rng.integers(len(names)))]
    path = use_home(room) / "comparisons" / name / "whole-01234567" / "result.json"
    path.parent.mkdir(parents=True)
    data = bundled_path(name).read_bytes()
    if rng.random() < 0.7:
        data = json.dumps(damaged_value(rng, json.loads(data))).encode()
    else:
        data = damaged_bytes(rng, data)
    path.write_bytes(data)
    application()
    drawn = page(experiments()[name])
    assert len(drawn.measured) + len(drawn.problems) == 2
    draw(comparison_figure(drawn))
    assert comparison_table(drawn).to_json()


@cache
def application() -> object:
    """What Qt draws with; kept until the end. Its remarks on damaged pictures are not printed."""
    QLoggingCategory.setFilterRules("qt.svg*=false")
    return QApplication.instance() or QApplication([])


def draw(drawing: Drawing) -> None:
    """Paint a drawing as the window does."""
    image = QImage(800, 2000, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    size = drawing.size(800.0)
    drawing.paint(painter, QRectF(0, 0, 800.0, size.height()), LIGHT)
    painter.end()


def fuzz_hub(rng: Rng, models: Path, room: Path) -> None:
    """The hub's description of a model says something else at one place."""
    siblings: Any = [
        {"rfilename": name, "size": 9, "blobId": "b" * 40} for name in ("README.md", "a.bin")
    ]
    siblings[0]["lfs"] = {"sha256": "c" * 64, "size": 9, "pointerSize": 9}
    answer: Any = {"id": "a/b", "sha": "a" * 40, "siblings": siblings, "tags": ["license:mit"]}
    answer |= {"cardData": {"license": ["mit"]}, "safetensors": {"parameters": {}, "total": 5}}
    changed = damaged_value(rng, damaged_value(rng, answer))
    text = json.dumps(changed)

    def api(*_: object, **__: object) -> object:
        return ModelInfo(**json.loads(text))

    with patch.object(HfApi, "model_info", api):
        model = result_or_none(lambda: describe("a/b"))
    if model is not None:
        assert readable_bytes(model.size_bytes + (model.num_parameters or 0))
        assert visible(model.licence) == model.licence


def fuzz_pictures(rng: Rng, models: Path, room: Path) -> None:
    """A picture of a report is damaged; what is accepted is drawn at once."""
    application()
    data = SVG
    for place in range(int(rng.integers(12))):
        used = f'<use href="#g{int(rng.integers(12))}"/>' * int(rng.integers(12))
        data = data.replace("<rect", f'<g id="g{place}">{used}<path/></g><rect', 1)
    if rng.random() < 0.5:
        data = damaged_bytes(rng, data.encode()).decode("utf-8", "replace")
    svg = result_or_none(lambda: check_svg(data))
    if svg is not None:
        began = time.monotonic()
        thumbnail(svg, QSize(100, 100))
        assert time.monotonic() - began < 5, "a small picture is drawn for a long time"


def fuzz_graphs(rng: Rng, models: Path, room: Path) -> None:
    """A file of a saved knowledge graph is damaged."""
    rows = [(0, 0, 1), (1, 0, 2), (2, 1, 0)]
    graph = KnowledgeGraph.of([Entity(i, f"e{i}") for i in range(3)], ("a", "b"), rows)
    graph.save(room / "graph")
    files = sorted((room / "graph").iterdir())
    path = files[int(rng.integers(len(files)))]
    if path.suffix == ".json" and rng.random() < 0.7:
        path.write_text(json.dumps(damaged_value(rng, json.loads(path.read_text("utf-8")))))
    elif rng.random() < 0.2:
        np.save(path, np.array([{}, None]), allow_pickle=True)
    else:
        path.write_bytes(damaged_bytes(rng, path.read_bytes()))
    result_or_none(lambda: open_graph(room / "graph"))


def fuzz_settings(rng: Rng, models: Path, room: Path) -> None:
    """The settings of forms in a session say something else; a form holds what it can show."""
    kinds = sorted(FormChoice.__subclasses__(), key=lambda kind: kind.__qualname__)
    kind = kinds[int(rng.integers(len(kinds)))]
    plain = json.loads(json.dumps(kind().to_json()))
    for name in plain:
        if rng.random() < 0.5:
            plain[name] = HOSTILE[int(rng.integers(len(HOSTILE)))]
    state = State(panel_settings={"why": plain})
    kept = result_or_none(lambda: state_from_json(json.loads(json.dumps(state_to_json(state)))))
    chosen = kind.from_json(plain)
    assert kind.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen
    for value in chosen.to_json().values():
        assert not isinstance(value, int | float) or abs(value) < 1e309
    assert kept is None or kept.settings("why") == plain


Case = Callable[[Rng, Path, Path], None]
KINDS: dict[str, Case] = {
    "folders": fuzz_folders,
    "json": fuzz_json,
    "shards": fuzz_shards,
    "texts": fuzz_texts,
    "recipes": fuzz_recipes,
    "sessions": fuzz_sessions,
    "labelled": fuzz_labelled,
    "projects": fuzz_projects,
    "results": fuzz_results,
    "hub": fuzz_hub,
    "pictures": fuzz_pictures,
    "graphs": fuzz_graphs,
    "settings": fuzz_settings,
}


def run(seed: int, kind: str, number: int, models: Path) -> str:
    """One case; returns what went wrong, and how to see it again, or nothing."""
    rng = np.random.default_rng((seed, list(KINDS).index(kind), number))
    with tempfile.TemporaryDirectory(prefix="plm-fuzz-") as room:
        try:
            KINDS[kind](rng, models, Path(room))
        except Exception:
            again = f"--seed {seed} --kind {kind} --case {number}"
            return f"{traceback.format_exc()}{kind}: {again}"
    return ""


def cases(options: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """Yield cases of every kind in turn, until the time is over; or the named one."""
    kinds = [options.kind] if options.kind else list(KINDS)
    if options.case is not None:
        yield from ((kind, options.case) for kind in kinds)
        return
    end, number = time.monotonic() + options.seconds, 0
    while time.monotonic() < end:
        yield from ((kind, number) for kind in kinds)
        number += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3)))
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--case", type=int)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    torch.set_num_threads(1)  # models this small only wait for another
    with tempfile.TemporaryDirectory(prefix="plm-fuzz-") as root:
        models = shaped_models(Path(root), ARCHITECTURES)
        done, failed = 0, 0
        for kind, number in cases(options):
            problem = run(options.seed, kind, number, models)
            done, failed = done + 1, failed + bool(problem)
            if problem:
                print(problem, flush=True)
    print(f"{done} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
