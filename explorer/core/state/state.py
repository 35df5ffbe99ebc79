"""The state of the window as one frozen value: widgets are views of it and change it by name.

The store belongs to one thread (the window's): listeners are called there, in the order in which
they subscribed, one change after the other.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from explorer.core.state import defaults
from explorer.core.state.texts import acceptable

JSON = Any  # what json.dumps writes: None, bool, int, float, str, lists and dictionaries of these
Theme = Literal["system", "light", "dark"]

UNDOABLE = ("text", "pair", "models", "masks", "ablated")
TYPED = frozenset({"text", "pair"})
TYPING_PAUSE_S = 1.0  # what is typed without a longer pause is undone in one step
MAX_UNDO = 200


@dataclass(frozen=True)
class Selection:
    """The selection that all panels share; None means nothing, or the average.

    The token is a position in the input of `model`; "" means the first model.
    """

    token: int | None = None
    layer: int | None = None
    head: int | None = None
    model: str = ""  # the key of the one whose token it is

    def __post_init__(self) -> None:
        if self.token is None:
            object.__setattr__(self, "model", "")


class Head(NamedTuple):
    """The address of one attention head."""

    stream: str
    layer: int
    head: int


@dataclass(frozen=True)
class State:
    """Everything that a panel's request depends on. Mappings are replaced, never changed in place.

    `masks` are set by the user: model -> position -> True for a masked token, False for one that
    must not be masked; a model without any has those of the others (explorer/core/masking).
    `ablated` are the ablated heads, by model. The first of the models is A.
    Texts are cleaned by `explorer.core.state.texts`.
    """

    text: str = defaults.SENTENCE
    pair: str = defaults.PAIR  # "" is none
    seed: int = defaults.SEED
    models: tuple[str, ...] = defaults.default_models()  # keys of the library
    panel: str = defaults.PANEL
    theme: Theme = "system"
    selection: Selection = field(default_factory=Selection)
    masks: Mapping[str, Mapping[int, bool]] = field(default_factory=dict)
    ablated: Mapping[str, tuple[Head, ...]] = field(default_factory=dict)
    panel_settings: Mapping[str, Mapping[str, JSON]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in TYPED:
            object.__setattr__(self, name, acceptable(getattr(self, name)))

    def toggle_head(self, model: str, head: Head) -> State:
        """The state with an attention head of one model ablated, or restored."""
        off = self.ablated.get(model, ())
        after = tuple(one for one in off if one != head) if head in off else (*off, head)
        return replace(self, ablated={**self.ablated, model: after})

    @property
    def next_seed(self) -> int:
        """The seed of another sample: after the last one the first."""
        return (self.seed + 1) % (defaults.MAX_SEED + 1)

    def settings(self, panel: str) -> Mapping[str, JSON]:
        """The options of one panel; empty until it has set one."""
        return self.panel_settings.get(panel, {})

    def settings_with(self, panel: str, **changes: JSON) -> dict[str, Mapping[str, JSON]]:
        """The options of all panels, with changes of those of one."""
        return {**self.panel_settings, panel: {**self.settings(panel), **changes}}


Listener = Callable[[State, State], None]  # (before, after)


@dataclass(frozen=True)
class _Edit:
    """The values of UNDOABLE before an edit, and what was edited."""

    before: Mapping[str, Any]
    names: frozenset[str]


class Store:
    """Holds the state, calls listeners at every change, and undoes edits."""

    def __init__(
        self, state: State | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._state = state or State()
        self._clock = clock
        self._listeners: list[Listener] = []
        self._pending: deque[tuple[State, State]] = deque()
        self._calling = False
        self._undo: deque[_Edit] = deque(maxlen=MAX_UNDO)
        self._redo: list[_Edit] = []
        self._last_edit_at = -TYPING_PAUSE_S

    @property
    def state(self) -> State:
        return self._state

    def update(self, **changes: Any) -> None:
        """Change fields of the state by name.

        A new text removes the masks and the selected token of the old one; a removed model removes
        the selected token if it was counted there. Raises TypeError for an unknown field.
        """
        other_text = {"text", "pair"} & set(changes)
        if other_text and "masks" not in changes and self._differ(changes):
            changes["masks"] = {}
        names = self._differ(changes)
        after = replace(self._state, **changes)
        if names & set(UNDOABLE):
            self._remember(names & set(UNDOABLE))
        self._set(after)

    def restore(self, state: State) -> None:
        """Take a whole state as it was saved, with its selection; one step of undo."""
        names = {name for name in UNDOABLE if getattr(self._state, name) != getattr(state, name)}
        self._last_edit_at = -TYPING_PAUSE_S  # no part of what was typed just before
        if names:
            self._remember(names)
        self._last_edit_at = -TYPING_PAUSE_S
        self._set(state, as_saved=True)

    def next_seed(self) -> None:
        """Sample again."""
        self.update(seed=self._state.next_seed)

    def update_panel(self, panel: str, **changes: JSON) -> None:
        """Change options of one panel."""
        self.update(panel_settings=self._state.settings_with(panel, **changes))

    def select(self, **changes: Any) -> None:
        """Change token (with the model that counts it), layer or head of the selection."""
        self.update(selection=replace(self._state.selection, **changes))

    def toggle_head(self, model: str, head: Head) -> None:
        """Ablate an attention head of one model, or restore it."""
        self.update(ablated=self._state.toggle_head(model, head).ablated)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(before, after)` at every change; returns a function that stops this."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    # ---- undo

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    def undo(self) -> bool:
        """Undo the last edit of texts, models, masks or heads; False if there is none."""
        if not self._undo:
            return False
        edit = self._undo.pop()
        self._redo.append(_Edit(self._undoable(), edit.names))
        self._go_to(edit)
        return True

    def redo(self) -> bool:
        """Redo the last undone edit; False if there is none."""
        if not self._redo:
            return False
        edit = self._redo.pop()
        self._undo.append(_Edit(self._undoable(), edit.names))
        self._go_to(edit)
        return True

    def _go_to(self, edit: _Edit) -> None:
        self._last_edit_at = -TYPING_PAUSE_S  # typing on is a new edit
        self._set(replace(self._state, **edit.before))

    def _remember(self, names: set[str]) -> None:
        now = self._clock()
        edit = _Edit(self._undoable(), frozenset(names & TYPED or names))
        typing = edit.names <= TYPED and now - self._last_edit_at < TYPING_PAUSE_S
        if not (typing and self._undo and self._undo[-1].names == edit.names):
            self._undo.append(edit)
        self._redo.clear()
        self._last_edit_at = now

    def _undoable(self) -> dict[str, Any]:
        return {name: getattr(self._state, name) for name in UNDOABLE}

    # ---- listeners

    def _differ(self, changes: Mapping[str, Any]) -> set[str]:
        return {name for name, value in changes.items() if getattr(self._state, name, ...) != value}

    def _set(self, after: State, *, as_saved: bool = False) -> None:
        """Call the listeners; a change by a listener waits until all got the first one."""
        before = self._state
        other_text = (before.text, before.pair) != (after.text, after.pair)
        if not as_saved and (other_text or _counter_left(before, after)):
            after = _clear_token(after, before.selection)
        self._state = after
        if before == after:
            return
        self._pending.append((before, after))
        if self._calling:
            return
        self._calling = True
        try:
            while self._pending:
                change = self._pending.popleft()
                for listener in tuple(self._listeners):
                    listener(*change)
        finally:
            self._pending.clear()
            self._calling = False


def _counter_left(before: State, after: State) -> bool:
    """Whether the model of the selected token is no longer chosen."""
    if (model := before.selection.model) == "":
        return before.models[:1] != after.models[:1]
    return model in before.models and model not in after.models


def _clear_token(state: State, selected: Selection) -> State:
    """Clear the selected token, unless the selection is new."""
    if state.selection != selected:
        return state
    return replace(state, selection=replace(selected, token=None))
