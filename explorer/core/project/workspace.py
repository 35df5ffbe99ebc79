"""What a person is working on: the window's state, the report, and the file they belong to."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from explorer.core.project.models import ModelReference, rename_models
from explorer.core.report.entries import (
    PICTURE_NAME,
    Report,
    report_from_json,
    report_to_json,
)
from explorer.core.state.session import state_from_json, state_to_json
from explorer.core.state.state import JSON, State
from models.runtime.files import read_text, write_text

UNUSED_S = 30 * 24 * 3600.0  # after so long a picture that no session names is removed


@dataclass(frozen=True)
class Workspace:
    """`path` is the project file, "" where there is none; `missing` are models not located."""

    state: State = field(default_factory=State)
    report: Report = Report()  # noqa: RUF009 - frozen
    path: str = ""
    missing: tuple[ModelReference, ...] = ()

    @property
    def content(self) -> tuple[State, Report]:
        """What a project file holds; the theme belongs to the person."""
        return replace(self.state, theme="system"), self.report

    def to_json(self) -> dict[str, JSON]:
        """For the session; pictures are files beside it, see `store_pictures`."""
        return {
            "state": state_to_json(self.state),
            "report": report_to_json(self.report),
            "path": self.path,
            "missing": [reference.to_json() for reference in self.missing],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, JSON], pictures: Path) -> Self:
        """Raises ValueError, and OSError where a picture is gone."""
        state, report = data.get("state"), data.get("report")
        path, missing = data.get("path"), data.get("missing")
        if not (isinstance(state, Mapping) and isinstance(report, Mapping)):
            raise ValueError("the project of the last session is incomplete")
        if not (isinstance(path, str) and isinstance(missing, list)):
            raise ValueError("the project of the last session is incomplete")
        return cls(
            state_from_json(state),
            report_from_json(report, lambda name: read_text(pictures / name)),
            path,
            tuple(map(ModelReference.from_json, missing)),
        )

    def rename_keys(self, keys: Mapping[str, str]) -> Workspace:
        """Rename models in the state and in that of every figure."""
        figures = tuple(
            replace(one, state=rename_in_state(one.state, keys)) for one in self.report.figures
        )
        missing = tuple(one for one in self.missing if one.token not in keys)
        report = replace(self.report, figures=figures)
        return replace(
            self, state=rename_in_state(self.state, keys), report=report, missing=missing
        )


@dataclass(frozen=True)
class ProjectSession:
    """What survives a restart: the work, that before it, and the files that were used last."""

    present: Workspace = Workspace()
    before: Workspace | None = None
    recent: tuple[str, ...] = ()
    inside: bool = False  # whether models go into the file
    modified: bool = False  # whether the file lacks something

    def to_json(self, pictures: Path) -> dict[str, JSON]:
        """The pictures of the reports are written into a folder. Raises OSError."""
        before = self.before
        for work in (self.present, *([] if before is None else [before])):
            store_pictures(work.report, pictures)
        return {
            "present": self.present.to_json(),
            "before": None if before is None else before.to_json(),
            "recent": list(self.recent),
            "inside": self.inside,
            "modified": self.modified,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, JSON], pictures: Path) -> Self:
        """Raises ValueError, and OSError where a picture is gone."""
        present, before, recent = (data.get(name) for name in ("present", "before", "recent"))
        if not isinstance(present, Mapping):
            raise ValueError("the project of the last session is incomplete")
        return cls(
            Workspace.from_json(present, pictures),
            Workspace.from_json(before, pictures) if isinstance(before, Mapping) else None,
            tuple(map(str, recent)) if isinstance(recent, list) else (),
            data.get("inside") is True,
            data.get("modified") is not False,
        )


def rename_in_state(state: State, keys: Mapping[str, str]) -> State:
    """The state with other keys of models, wherever it has them."""
    return state_from_json(rename_models(state_to_json(state), keys))


def store_pictures(report: Report, folder: Path) -> None:
    """Write the pictures that are not yet in a folder. Raises OSError."""
    for name, svg in report.pictures.items():
        if not (folder / name).exists():
            folder.mkdir(parents=True, exist_ok=True)
            write_text(folder / name, svg)


def sweep_pictures(folder: Path, *reports: Report) -> None:
    """Remove old pictures that these reports do not have. Another window may have younger ones."""
    used = {name for report in reports for name in report.pictures}
    for path in folder.glob("*.svg"):
        old = time.time() - path.stat().st_mtime > UNUSED_S
        if old and PICTURE_NAME.fullmatch(path.name) and path.name not in used:
            path.unlink(missing_ok=True)
