"""The parts of the window that F6 goes through, so that a key press or two reaches any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

Stops = Callable[[], Sequence[QWidget]]


class Regions:
    """Groups of what takes the focus; each is entered where it was left, else at its beginning."""

    def __init__(self, groups: Sequence[Stops]) -> None:
        self._groups = tuple(groups)
        self._left: dict[int, QWidget] = {}  # the last stop in each group

    def step(self, by: int) -> None:
        """Focus the next group that has anything to focus, or with -1 the one before."""
        focus = QApplication.focusWidget()
        stops = [tuple(group()) for group in self._groups]
        here = next((index for index, group in enumerate(stops) if focus in group), None)
        if here is not None and focus is not None:
            self._left[here] = focus
        start = here if here is not None else (-1 if by > 0 else 0)
        order = [(start + by * further) % len(stops) for further in range(1, len(stops) + 1)]
        index = next((one for one in order if stops[one]), None)
        if index is not None:
            self._entry(index, stops[index]).setFocus(Qt.FocusReason.TabFocusReason)

    def _entry(self, index: int, stops: Sequence[QWidget]) -> QWidget:
        left = self._left.get(index)
        return left if left in stops and left is not None else stops[0]


def tab_stops(root: QWidget) -> Iterator[QWidget]:
    """What the tab key reaches inside a widget, in its order; of exclusive buttons the chosen."""
    found = root.nextInFocusChain()
    while found is not None and found is not root:
        if root.isAncestorOf(found) and _takes_focus(found):
            yield found
        found = found.nextInFocusChain()


def _takes_focus(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
    if isinstance(widget, QAbstractButton) and (group := widget.group()) is not None:
        takes = takes and (not group.exclusive() or widget.isChecked())
    return takes and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
