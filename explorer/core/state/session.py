"""The saved session: a versioned JSON file. The program starts even if it cannot be read."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, get_args

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.state.defaults import MAX_MODELS, MAX_SEED, START_PANEL
from explorer.core.state.state import JSON, Head, Selection, State, Theme
from models.runtime.files import read_object, shorten_message, write_text
from models.schema.parsing import check_values

VERSION = 1
MAX_SETTINGS = 16  # levels of the settings of a panel; a session holds them below others
THEMES: tuple[str, ...] = get_args(Theme)
T = TypeVar("T")


@dataclass(frozen=True)
class Session:
    """The state, the opened folders, and the layout of the window."""

    state: State = field(default_factory=State)
    opened: tuple[str, ...] = ()
    window: Mapping[str, JSON] = field(default_factory=dict)  # geometry, folded sides …
    architectures: Mapping[str, str] = field(default_factory=dict)  # of opened folders, see Library
    project: Mapping[str, JSON] = field(default_factory=dict)  # see explorer.core.project.workspace
    bases: Mapping[str, str] = field(default_factory=dict)  # of adapters, see Library


def load_session(path: Path) -> tuple[Session, str]:
    """The saved session, or a new one with a message that says why.

    A file that cannot be read is renamed.
    """
    if not path.exists():
        return Session(State(panel=START_PANEL)), ""
    try:
        return _session(read_object(path)), ""
    except (OSError, ValueError) as error:
        renamed = set_aside(path)
        note = tr(" It was renamed to {renamed}.", renamed=renamed) if renamed else ""
        return Session(), tr(
            "The last session could not be read ({error}).{note}",
            error=shorten_message(str(error)),
            note=note,
        )


def save_session(session: Session, path: Path) -> None:
    """Write the session. Raises UserError if that fails."""
    with saving_in(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(_plain(session), ensure_ascii=False, indent=2)
        # A path may hold what UTF-8 cannot; this writes it as JSON does, \udcff.
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
        write_text(path, text + "\n")


@contextmanager
def saving_in(folder: Path) -> Iterator[None]:
    """What the session consists of is written there. Raises UserError if that fails."""
    try:
        yield
    except OSError as error:
        raise UserError(
            tr(
                "The session cannot be saved in {folder} ({error}).",
                folder=folder,
                error=error.strerror,
            ),
            tr("Make room there, or choose another folder with PLM_EXPLORER_HOME."),
        ) from error


def set_aside(path: Path, *, copy: bool = False) -> Path | None:
    """Rename a session that cannot be read, or copy it; returns the new path, None if it fails."""
    broken = path.with_name(f"{path.stem}.broken{path.suffix}")
    try:
        if copy:
            shutil.copyfile(path, broken)
        else:
            os.replace(path, broken)
    except OSError:  # it stays where it is, and is replaced by the next session
        return None
    return broken


def _plain(session: Session) -> dict[str, JSON]:
    return {
        "version": VERSION,
        **state_to_json(session.state),
        "opened": list(session.opened),
        "architectures": dict(session.architectures),
        "window": dict(session.window),
        "project": dict(session.project),
        "bases": dict(session.bases),
    }


def state_to_json(state: State) -> dict[str, JSON]:
    """A state as session and project files have it."""
    return {
        "text": state.text,
        "pair": state.pair,
        "seed": state.seed,
        "models": list(state.models),
        "panel": state.panel,
        "theme": state.theme,
        "token": state.selection.token,
        "layer": state.selection.layer,
        "head": state.selection.head,
        "token_of": state.selection.model,
        "masks": {
            model: {str(position): hidden for position, hidden in drawn.items()}
            for model, drawn in state.masks.items()
        },
        "ablated": {
            model: [list(head) for head in heads] for model, heads in state.ablated.items()
        },
        "panel_settings": {panel: dict(options) for panel, options in state.panel_settings.items()},
    }


def state_from_json(data: Mapping[str, JSON]) -> State:
    """Raises ValueError for anything that `state_to_json` would not have written."""
    get = _Reader(data)
    return State(
        text=get("text", str),
        pair=get("pair", str),
        seed=_seed(get),
        models=tuple(get.list_of("models", str)[:MAX_MODELS]),
        panel=get("panel", str),
        theme=get.one_of("theme", THEMES),
        selection=Selection(
            get.index("token"),
            get.index("layer"),
            get.index("head"),
            get("token_of", str) if "token_of" in data else "",
        ),
        masks={model: _drawn(drawn) for model, drawn in get("masks", dict).items()},
        ablated={model: _heads(heads) for model, heads in get("ablated", dict).items()},
        panel_settings={
            panel: check_values(_expect(panel, options, dict), finite=True, depth=MAX_SETTINGS)
            for panel, options in get("panel_settings", dict).items()
        },
    )


def _session(data: Mapping[str, JSON]) -> Session:
    """Raises ValueError for anything that this version would not have written."""
    version = data.get("version")
    if version != VERSION:
        raise ValueError(f"it has version {version}, this program reads version {VERSION}")
    get = _Reader(data)
    architectures, bases = (
        {folder: _expect(folder, chosen, str) for folder, chosen in get(name, dict).items()}
        if name in data
        else {}
        for name in ("architectures", "bases")
    )
    return Session(
        state=state_from_json(data),
        opened=tuple(get.list_of("opened", str)),
        window=get("window", dict),
        architectures=architectures,
        project=get("project", dict) if "project" in data else {},
        bases=bases,
    )


def _seed(get: _Reader) -> int:
    seed = get("seed", int)
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"its seed is not between 0 and {MAX_SEED:,}")
    return seed


def _drawn(drawn: JSON) -> dict[int, bool]:
    items = _expect("masks", drawn, dict).items()
    return {
        _position("masks", int(position)): _expect("masks", hidden, bool)
        for position, hidden in items
    }


def _heads(heads: JSON) -> tuple[Head, ...]:
    switched_off = []
    for item in _expect("ablated", heads, list):
        if not (isinstance(item, list) and len(item) == 3):
            raise ValueError("ablated holds something that is no head")
        stream, layer, head = item
        switched_off.append(
            Head(_expect("stream", stream, str), _position("layer", layer), _position("head", head))
        )
    return tuple(switched_off)


def _expect(name: str, value: JSON, kind: type[T]) -> T:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{name} has a value of the wrong kind")
    return value


def _position(name: str, value: JSON) -> int:
    number = _expect(name, value, int)
    if not 0 <= number <= MAX_SEED:
        raise ValueError(f"{name} is not between 0 and {MAX_SEED:,}")
    return number


class _Reader:
    """Reads checked values of a dictionary. Raises ValueError."""

    def __init__(self, data: Mapping[str, JSON]) -> None:
        self._data = data

    def __call__(self, name: str, kind: type[T]) -> T:
        return _expect(name, self._value(name), kind)

    def list_of(self, name: str, kind: type[T]) -> list[T]:
        return [_expect(name, item, kind) for item in self(name, list)]

    def one_of(self, name: str, choices: tuple[str, ...]) -> Any:
        value = self(name, str)
        if value not in choices:
            raise ValueError(f"{name} is none of {', '.join(choices)}")
        return value

    def index(self, name: str) -> int | None:
        value = self._value(name)
        return None if value is None else _position(name, value)

    def _value(self, name: str) -> JSON:
        if name not in self._data:
            raise ValueError(f"{name} is missing")
        return self._data[name]
