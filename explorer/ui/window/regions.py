"""The parts of the window between which F6 moves the focus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QButtonGroup, QWidget

Stops = Callable[[], Iterable[QWidget]]


class Regions:
    """Groups of widgets with focus; each is entered where it was left, else at its beginning."""

    def __init__(self, groups: Sequence[Stops]) -> None:
        self._groups = tuple(groups)
        self._left: dict[int, QWidget] = {}  # the last stop in each group

    def step(self, by: int) -> None:
        """Focus the next group that is not empty, or with -1 the previous one."""
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
    """What the tab key reaches inside a widget; of exclusive buttons the checked one.

    Uses `findChildren` only. With PySide 6.11.3 a widget becomes the owner of what its methods
    `nextInFocusChain`, `focusProxy` and `group` return, and its deletion deletes that too: the
    window would crash when a panel is opened later.
    """
    groups = [group for group in root.findChildren(QButtonGroup) if group.exclusive()]
    skipped = {button for group in groups for button in group.buttons() if not button.isChecked()}
    for widget in root.findChildren(QWidget):
        if widget not in skipped and _takes_focus(widget):
            yield widget


def _takes_focus(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
    part = isinstance(widget.parentWidget(), QAbstractSpinBox)  # the line of text in a number
    return takes and widget.isVisible() and widget.isEnabled() and not part
