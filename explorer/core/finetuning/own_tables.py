"""An own table before it is used: its first rows, which column is what, and what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import as_user_errors
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import mark, message, plural, tr
from explorer.core.readable import readable_bytes
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import JSON

if TYPE_CHECKING:
    from models.data.labelled_sets import FileSet, Preview
    from models.data.tables.columns import Columns

NUM_ROWS = 8  # that are shown
NUM_CHECKED = 1000  # rows, from the first on
MAX_LISTED = 5  # bad rows
MAX_CLASSES = 8  # that are named
TABLE = "table"  # the kind of a file that may have a header
UTF_8 = "utf-8"
KINDS = mark("table"), mark("json lines"), mark("json list"), mark("tagged words")
DELIMITERS = {
    "\t": tr("tabs"),
    ",": tr("commas"),
    ";": tr("semicolons"),
    "|": tr("bars"),
    " ": tr("blanks"),
}


@dataclass(frozen=True)
class ColumnRole:
    """What a column can be. `name` is that of `Columns`."""

    name: str
    title: str
    tip: str
    needed: bool = True


TEXT = ColumnRole("text", tr("Text"), tr("The sentence, or the first of two"))
PAIR = ColumnRole("pair", tr("Second text"), tr("The second of two sentences"), needed=False)
PHENOMENON = ColumnRole(
    "phenomenon", tr("Phenomenon"), tr("What a row tests; errors are listed by it"), False
)
ID = ColumnRole("id", tr("Id"), tr("The name of a row; no two rows have the same"), needed=False)
ROLES: Mapping[str, tuple[ColumnRole, ...]] = {  # by task
    "classification": (
        TEXT,
        PAIR,
        ColumnRole("label", tr("Class"), tr("What the models learn to predict")),
    ),
    "regression": (TEXT, PAIR, ColumnRole("label", tr("Score"), tr("The number to predict"))),
    "choice": (
        ColumnRole("text", tr("Context"), tr("What comes before each choice")),
        ColumnRole(
            "choices", tr("Choices"), tr("Columns of one choice each, or one that holds lists")
        ),
        ColumnRole("label", tr("Right choice"), tr("Its number from 0, its letter, or its text")),
    ),
    "question_answering": (
        ColumnRole("text", tr("Question"), tr("The question")),
        ColumnRole("pair", tr("Passage"), tr("The text that has the answer")),
        ColumnRole("label", tr("Answer"), tr("A part of the passage; empty: there is none")),
        ColumnRole(
            "start",
            tr("Start of the answer"),
            tr("Its first character; else the first place"),
            False,
        ),
    ),
    "token_classification": (
        ColumnRole("text", tr("Words"), tr("A list, or words with blanks between them")),
        ColumnRole("label", tr("Tags"), tr("As many as there are words")),
    ),
}
MORE = (PHENOMENON, ID)


@dataclass(frozen=True)
class TableChoice(FormChoice):
    """Which column is what; empty where a table has none."""

    task: str = "classification"
    header: bool = True
    text: str = ""
    pair: str = ""
    label: str = ""
    choices: tuple[str, ...] = ()
    start: str = ""
    phenomenon: str = ""
    id: str = ""
    multi_label: bool = False
    symmetric: bool = False
    skip_bad_rows: bool = False

    @property
    def roles(self) -> tuple[ColumnRole, ...]:
        """What the columns of this task can be."""
        return (*ROLES[self.task], *MORE)

    @property
    def used(self) -> dict[str, ColumnRole]:
        """What each chosen column is."""
        return {column: role for role in self.roles for column in self._columns_of(role)}

    def _columns_of(self, role: ColumnRole) -> tuple[str, ...]:
        value = getattr(self, role.name)
        names = value if isinstance(value, tuple) else (value,)
        return tuple(name for name in names if name)

    @property
    def problem(self) -> str:
        """Why there can be no such table, in a sentence; empty where nothing is wrong."""
        taken: dict[str, ColumnRole] = {}
        for role in self.roles:
            names = self._columns_of(role)
            if role.needed and not names:
                return tr("Choose the column of: {role}.", role=role.title)
            for name in names:
                if name in taken:
                    return tr(
                        "{first} and {second} are both the column {name!r}. Choose different ones.",
                        first=taken[name].title,
                        second=role.title,
                        name=name,
                    )
                taken[name] = role
        return ""

    def settings(self, preview: Preview) -> dict[str, JSON]:
        """The columns as `models.data.tables.columns.Columns` reads them."""
        options: dict[str, JSON] = {"task": self.task}
        for role in self.roles:
            if names := self._columns_of(role):
                options[role.name] = [*names] if role.name == "choices" else names[0]
        if self.task == "classification" and self.multi_label:
            options["multi_label"] = True
        if self.pair and self.symmetric and self.task in ("classification", "regression"):
            options["symmetric"] = True
        if preview.kind == TABLE:
            options["header"] = self.header
        if preview.encoding != UTF_8:
            options["encoding"] = preview.encoding
        return options

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any], skip_bad_rows: bool) -> TableChoice:
        """What was chosen for a table earlier."""
        return cls.from_json({**settings, "skip_bad_rows": skip_bad_rows})


@dataclass(frozen=True, eq=False)
class TableReport:
    """The first rows of a file, and what becomes of them by a choice of columns.

    `recognized` is the title of its layout where that needs no choice.
    """

    path: Path
    preview: Preview
    choice: TableChoice
    tasks: Mapping[str, str] = field(default_factory=dict)  # titles by name
    recognized: str = ""
    problem: str = ""  # a sentence; empty where the table can be used
    summary: str = ""
    num_bad: int = 0  # of the rows that were read
    bad: tuple[str, ...] = ()  # the first of them

    @property
    def settings(self) -> dict[str, JSON]:
        return self.choice.settings(self.preview)

    @property
    def layout(self) -> str:
        """Size, layout and encoding of the file, in words."""
        kind = tr(self.preview.kind)
        if delimiter := self.preview.delimiter:
            delimiter = DELIMITERS.get(delimiter, delimiter)
            kind = tr("{kind}, {delimiter} between cells", kind=kind, delimiter=delimiter)
        return tr(
            "{size} · {kind} · {encoding} · the first rows:",
            size=readable_bytes(self.preview.size),
            kind=kind,
            encoding=self.preview.encoding,
        )

    @property
    def bad_rows(self) -> str:
        """The rows that cannot be used, in words."""
        if not self.num_bad:
            return ""
        more = " …" if self.num_bad > len(self.bad) else ""
        head = plural(self.num_bad, "{count:,} row is left out:", "{count:,} rows are left out:")
        return "\n".join([head, *self.bad]) + more


def examine_table(
    path: Path, choice: TableChoice | None = None, header: bool | None = None
) -> Work:
    """A TableReport; without a choice it begins with a guess. Raises UserError.

    `header` says whether the first row has names, where that is not to be guessed.
    """
    from models.data.labelled_sets import preview
    from models.tasks.catalog import task

    yield Progress(tr("Reading {name}", name=path.name))
    header = choice.header if choice else header
    stated = None if header is None else {"task": "classification", "text": "1", "header": header}
    with as_user_errors():
        seen = preview(path, NUM_ROWS, stated)
    if seen.title or seen.kind == "tagged words":
        known = tr(seen.title) or tr("words, each with a tag")
        return TableReport(path, seen, TableChoice(), recognized=known)
    titles = {name: task(name).title for name in ROLES}
    report = TableReport(path, seen, choice or guess(seen), titles)
    if report.choice.problem:
        return replace(report, problem=report.choice.problem)
    yield Progress(tr("Checking the first {count:,} rows", count=NUM_CHECKED))
    return _check_rows(report)


def guess(preview: Preview) -> TableChoice:
    """By the names of the columns; where these say nothing, the longest cells are the text."""
    from models.data.tables.columns import guess_columns

    guessed = guess_columns(preview.header, preview.rows)
    if guessed is not None:
        return _choice_of(guessed, preview)
    lengths = [
        sum(len(row[place]) for row in preview.rows if place < len(row))
        for place in range(len(preview.header))
    ]
    longest = max(range(len(lengths)), key=lengths.__getitem__, default=None)
    text = "" if longest is None else preview.header[longest]
    return TableChoice(header=preview.has_header, text=text)


def _choice_of(columns: Columns, preview: Preview) -> TableChoice:
    known = {name: value for name, value in vars(columns).items() if value not in ("", None)}
    return replace(TableChoice.from_json(known), header=preview.has_header)


def _check_rows(report: TableReport) -> TableReport:
    """Read the first rows with the chosen columns; add the summary, bad rows or the problem."""
    from models.data.labelled_sets import open_file
    from models.tasks.examples import DataError

    skips = report.choice.skip_bad_rows
    try:
        data = open_file(
            report.path,
            columns=report.settings,
            skip_bad_rows=skips,
            limit=NUM_CHECKED,
            max_bad=NUM_CHECKED if skips else None,
            split="train",
            need_labels=True,
        )
    except DataError as error:
        return replace(report, problem=_drop_path(str(error), report.path))
    listed = tuple(
        _drop_path(f"{one.place}: {message(one.reason)}", report.path)
        for one in data.skipped[:MAX_LISTED]
    )
    problem = ""
    if report.choice.task == "classification" and len(data.labels) < 2:
        problem = tr(
            "All rows have the same class, so there is nothing to learn. Choose another one."
        )
    return replace(
        report, problem=problem, summary=_summary(data), num_bad=data.num_skipped, bad=listed
    )


def _drop_path(problem: str, path: Path) -> str:
    """Drop the path of the file from a message, since the dialog has it in its title."""
    text = message(problem.removeprefix(f"{path}, ").removeprefix(f"{path}: "))
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."


def _summary(data: FileSet) -> str:
    count = len(data.examples("train"))
    total = count + data.num_skipped
    if count == NUM_CHECKED and data.num_skipped:
        text = tr("{count:,} of the first {total:,} rows can be used.", count=count, total=total)
    elif count == NUM_CHECKED:
        text = tr("The first {total:,} rows can be used.", total=total)
    elif data.num_skipped:
        text = tr("{count:,} of {total:,} rows can be used.", count=count, total=total)
    else:
        text = tr("All {total:,} rows can be used.", total=total)
    if not data.labels:
        return text
    more = " …" if len(data.labels) > MAX_CLASSES else ""
    names = f"{', '.join(data.labels[:MAX_CLASSES])}{more}"
    classes = tr("{count} classes: {names}.", count=len(data.labels), names=names)
    return f"{text} {classes}"
