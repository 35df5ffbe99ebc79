"""Results that took long and are files of the program: they go into a project and come back.

What comes in a project was measured by whoever made it. So it is read before it is written, it is
kept apart from what was run here, and the screen says where it is from.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from explorer.core.comparisons.pages import checked_result, foreign_folder
from explorer.core.localization import message, plural, tr
from explorer.core.state.settings import home
from models.comparison.catalog import experiments
from models.comparison.results import parse_result
from models.comparison.run import RESULT_FILE

COMPARISONS = "comparisons"
RUN_NAME = r"([a-z0-9_]+)/((?:quick|whole)-[0-9a-f]{8})"  # a hash of all that decides its numbers
RESULT_NAME = re.compile(
    rf"results/{COMPARISONS}/{RUN_NAME}/{RESULT_FILE}"
    r"|results/sentences/[0-9a-f]{32}/part-\d{7}\.npz",  # of earlier versions; computed again
    re.ASCII,
)
CONTENT_DIGITS = 12
FOREIGN_RUN = re.compile(rf"((?:quick|whole)-[0-9a-f]{{8}})-[0-9a-f]{{{CONTENT_DIGITS}}}")


@dataclass(frozen=True)
class ForeignResults:
    """The results of a project that can be used, by the files that they become, and the others."""

    files: Mapping[Path, bytes]
    problems: tuple[str, ...] = ()

    @property
    def remarks(self) -> Iterator[str]:
        """What a person should know of them."""
        if self.files:
            yield plural(
                len(self.files),
                "The project has a result of a comparison that was not run here. Comparisons says "
                "so where it is shown.",
                "The project has {count} results of comparisons that were not run here. "
                "Comparisons says so where they are shown.",
            )
        if self.problems:
            yield tr(
                "Results of the project that cannot be used were left out: {problems}.",
                problems="; ".join(self.problems),
            )


def result_files() -> dict[str, Path]:
    """By name in the project: runs of comparisons, and those that came in other projects."""
    foreign = foreign_folder("").glob(f"*/*/{RESULT_FILE}")
    own = (home() / COMPARISONS).glob(f"*/*/{RESULT_FILE}")
    named = {_name(path): path for path in (*sorted(foreign), *sorted(own))}
    return {name: path for name, path in named.items() if RESULT_NAME.fullmatch(name)}


def foreign_results(contents: Mapping[str, bytes]) -> ForeignResults:
    """The results of a project, read and checked; nothing is written."""
    files: dict[Path, bytes] = {}
    problems: list[str] = []
    for name, content in contents.items():
        match = RESULT_NAME.fullmatch(name)
        if match is None or match[1] is None:
            continue
        try:
            _check(match[1], content)
        except ValueError as error:
            problems.append(f"{match[1]} ({message(str(error))})")
            continue
        if (path := _place(match[1], match[2], content)) is not None:
            files[path] = content
    return ForeignResults(files, tuple(problems))


def _check(name: str, content: bytes) -> None:
    """Raises ValueError for a result that the panel could not show."""
    spec = experiments().get(name)
    if spec is None:
        raise ValueError(tr("there is no such comparison here"))
    checked_result(spec, "", parse_result(content.decode("utf-8")))


def _place(name: str, run: str, content: bytes) -> Path | None:
    """Return the path of a foreign result; None if the same was run or imported here before."""
    own = home() / COMPARISONS / name / run / RESULT_FILE
    digest = hashlib.sha256(content).hexdigest()[:CONTENT_DIGITS]
    path = foreign_folder(name) / f"{run}-{digest}" / RESULT_FILE
    same = path.is_file() or (own.is_file() and own.read_bytes() == content)
    return None if same else path


def _name(path: Path) -> str:
    """Return the name of a result inside a project file."""
    name, run = path.parts[-3:-1]
    foreign = FOREIGN_RUN.fullmatch(run)
    return f"results/{COMPARISONS}/{name}/{foreign[1] if foreign else run}/{RESULT_FILE}"
