"""What the window shows, as one frozen value: widgets are views of it and change it by name.

The store belongs to one thread (the window's): listeners are called there, in the order in which
they subscribed, and never while another change is being told.
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
    """What is selected in all panels alike; None stands for nothing, or for the average.

    A token is counted as `model` reads the texts; "" is the first model that is shown.
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

    `masks` are drawn by hand: model -> position -> True for a token that is hidden, False for one
    that is left alone; a model without any takes over those of the others (explorer/core/by_hand).
    `ablated` are the heads that are switched off, by model. The first of the models is A.
    Texts are held as `explorer.core.texts` accepts them, wherever they come from.
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

    def settings(self, panel: str) -> Mapping[str, JSON]:
        """The options of one panel; empty until it has set one."""
        return self.panel_settings.get(panel, {})


Listener = Callable[[State, State], None]  # (before, after)


@dataclass(frozen=True)
class _Edit:
    """The values of UNDOABLE before an edit, and what was edited."""

    before: Mapping[str, Any]
    names: frozenset[str]


class Store:
    """Holds the state, tells listeners of every change, and takes edits back."""

    def __init__(
        self, state: State | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._state = state or State()
        self._clock = clock
        self._listeners: list[Listener] = []
        self._untold: deque[tuple[State, State]] = deque()
        self._telling = False
        self._undo: deque[_Edit] = deque(maxlen=MAX_UNDO)
        self._redo: list[_Edit] = []
        self._last_edit_at = -TYPING_PAUSE_S

    @property
    def state(self) -> State:
        return self._state

    def update(self, **changes: Any) -> None:
        """Change fields of the state by name.

        Another text takes the masks drawn on it along, and the token that is selected in it;
        so does, of the token, the model whose token it is.
        Raises TypeError for a field that does not exist.
        """
        other_text = {"text", "pair"} & set(changes)
        if other_text and "masks" not in changes and self._differ(changes):
            changes["masks"] = {}
        names = self._differ(changes)
        after = replace(self._state, **changes)
        if names & set(UNDOABLE):
            self._remember(names & set(UNDOABLE))
        self._set(after)

    def next_seed(self) -> None:
        """Draw anew: the seed that follows, and the first one behind the last."""
        self.update(seed=(self._state.seed + 1) % (defaults.MAX_SEED + 1))

    def update_panel(self, panel: str, **changes: JSON) -> None:
        """Change options of one panel."""
        settings = {**self._state.settings(panel), **changes}
        self.update(panel_settings={**self._state.panel_settings, panel: settings})

    def select(self, **changes: Any) -> None:
        """Change token (with the model that counts it), layer or head of the selection."""
        self.update(selection=replace(self._state.selection, **changes))

    def toggle_head(self, model: str, head: Head) -> None:
        """Switch an attention head of one model off, or on again."""
        off = self._state.ablated.get(model, ())
        after = tuple(h for h in off if h != head) if head in off else (*off, head)
        self.update(ablated={**self._state.ablated, model: after})

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(before, after)` at every change; returns how to stop that."""
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
        """Take back the last edit of texts, models, masks or heads; False where there is none."""
        if not self._undo:
            return False
        edit = self._undo.pop()
        self._redo.append(_Edit(self._undoable(), edit.names))
        self._go_to(edit)
        return True

    def redo(self) -> bool:
        """Do again what was taken back; False where there is nothing."""
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

    # ---- telling

    def _differ(self, changes: Mapping[str, Any]) -> set[str]:
        return {name for name, value in changes.items() if getattr(self._state, name, ...) != value}

    def _set(self, after: State) -> None:
        """Tell of a change; one made by a listener is told when everybody knows of the first."""
        before = self._state
        if (before.text, before.pair) != (after.text, after.pair) or _counter_left(before, after):
            after = _without_token(after, before.selection)
        self._state = after
        if before == after:
            return
        self._untold.append((before, after))
        if self._telling:
            return
        self._telling = True
        try:
            while self._untold:
                change = self._untold.popleft()
                for listener in tuple(self._listeners):
                    listener(*change)
        finally:
            self._untold.clear()
            self._telling = False


def _counter_left(before: State, after: State) -> bool:
    """Whether the model in which the selected token is counted is chosen no more."""
    if (model := before.selection.model) == "":
        return before.models[:1] != after.models[:1]
    return model in before.models and model not in after.models


def _without_token(state: State, selected: Selection) -> State:
    """Without the token that nothing counts any more; one selected anew stays."""
    if state.selection != selected:
        return state
    return replace(state, selection=replace(selected, token=None))
