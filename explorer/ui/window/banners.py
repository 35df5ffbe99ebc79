"""Messages in the window, and the checks of texts, models and files that some of them report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QWidget

from explorer.core.library.adapters import adapted_key
from explorer.core.localization import tr
from explorer.core.state.state import State
from explorer.core.state.texts import CUT, MAX_TEXT
from explorer.ui.controls.layouts import column, discard, icon_button, line, push_button, wrap_label
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.style import fonts
from explorer.ui.style.theme import Theme
from explorer.ui.window.leaving import REMARK_MS, WARNING_MS, leave_after

REMARK = "remark"  # the topic of what is about the current picture; the others are warnings
PROJECT = "project"  # what was opened or saved
GLYPHS, MODELS, LENGTH = "glyphs", "models", "length"  # topics of warnings that may cease to hold
CONDITIONS = (GLYPHS, MODELS)  # which stay as long as they hold; all others leave after a while
MAX_BANNERS = 3
MARGIN = 24  # pixels, to the sides of the stage
WIDTH = 640  # pixels, the widest


class Banner(QFrame):
    """One message, with a button if something can be done."""

    closed = Signal()

    def __init__(self, text: str, action: Action | None, theme: Theme, topic: str) -> None:
        super().__init__()
        self.text = text
        self.topic = topic
        is_remark = topic in (REMARK, PROJECT)
        self.setProperty("banner", "true" if is_remark else "warning")
        layout = line((wrap_label(plain_label(text)), 1), into=self, margins=(12, 6, 6, 6))
        if action is not None:
            layout.addWidget(push_button(action.label, action.run))
        close = icon_button(tr("Close this message"), self.closed, size=12)
        theme.set_icon(close, "close", "muted")
        layout.addWidget(close)
        if topic not in CONDITIONS:
            leave_after(self, REMARK_MS if is_remark else WARNING_MS, self.closed.emit)

    def needed_height(self, width: int) -> int:
        """Pixels for all of its text, also before it was visible."""
        layout = self.layout()
        assert layout is not None
        self.ensurePolished()
        for part in self.findChildren(QWidget):
            part.ensurePolished()
        layout.invalidate()
        layout.activate()
        return layout.totalHeightForWidth(width)


class Banners(QWidget):
    """The messages over the lower end of the panel, which does not move; the newest is on top."""

    def __init__(self, theme: Theme, stage: QWidget) -> None:
        super().__init__(stage)
        self._theme = theme
        self._banners: list[Banner] = []  # the newest first
        self._layout = column(into=self)
        self.setVisible(False)

    @property
    def texts(self) -> list[str]:
        return [banner.text for banner in self._banners]

    def add(self, text: str, action: Action | None = None, topic: str = REMARK) -> None:
        """Show a message, unless the same one is on the screen."""
        if text in self.texts:
            return
        banner = Banner(text, action, self._theme, topic)
        banner.closed.connect(lambda: self._remove(banner))
        self._banners.insert(0, banner)
        self._layout.insertWidget(0, banner)
        for old in self._banners[MAX_BANNERS:]:
            self._remove(old)
        self.setVisible(True)
        self.place()

    def place(self) -> None:
        """At the lower right of the stage, no larger than the messages need."""
        stage = self.parentWidget()
        assert stage is not None
        width = min(WIDTH, stage.width() - 2 * MARGIN)
        gaps = self._layout.spacing() * max(0, len(self._banners) - 1)
        height = gaps + sum(banner.needed_height(width) for banner in self._banners)
        left, top = stage.width() - width - MARGIN, stage.height() - height - MARGIN // 2
        self.setGeometry(left, top, width, height)
        self.raise_()

    def withdraw(self, topic: str) -> None:
        """Remove the messages about a topic, because they no longer hold."""
        for banner in [one for one in self._banners if one.topic == topic]:
            self._remove(banner)

    def event(self, event: QEvent) -> bool:
        """A message that is larger than before, as with a larger font, gets its room."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.place()
        return handled

    def _remove(self, banner: Banner) -> None:
        self._banners.remove(banner)
        self._layout.removeWidget(banner)
        discard(banner)
        self.setVisible(bool(self._banners))
        self.place()


class Notices:
    """Checks the state, and adds or withdraws warnings among the banners."""

    def __init__(
        self,
        context: PanelContext,
        banners: Banners,
        choose_model: Callable[[int], object],
        absent: Callable[[], Mapping[str, tuple[str, Action]]],
    ) -> None:
        """`choose_model` opens the library to replace the model at a place.

        `absent` are the models of an opened project that are not here, by key: what to say of each.
        """
        self._absent = absent
        self._context = context
        self._banners = banners
        self._choose_model = choose_model
        self._missing_glyphs: str | None = None

    def warn(self, text: str, action: Action | None = None, topic: str = "") -> None:
        self._banners.add(text, action, topic)

    def warn_of_cut_text(self) -> None:
        self.warn(CUT, topic=LENGTH)

    def check_text(self, state: State) -> None:
        """Characters without a glyph are reported once, also if the message was closed."""
        if max(len(state.text), len(state.pair)) < MAX_TEXT:
            self._banners.withdraw(LENGTH)
        missing = fonts.missing_glyphs(state.text, state.pair)
        if missing == self._missing_glyphs:
            return
        self._missing_glyphs = missing
        self._banners.withdraw(GLYPHS)
        if missing is not None:
            self.warn(missing, topic=GLYPHS)

    def check_models(self, state: State) -> None:
        """Say why a chosen model cannot be used, and offer another in its place."""
        self._banners.withdraw(MODELS)
        for index, key in enumerate(state.models):
            entry = self._context.entry(key)
            if entry is not None and entry.problem is None:
                continue
            if (token := adapted_key(key)) in (absent := self._absent()):
                self.warn(*absent[token], MODELS)
                continue
            title, reason = key, tr("It is no longer there.")
            if entry is not None:
                title, reason = entry.title, entry.reason
            choose = Action(tr("Choose another"), partial(self._choose_model, index))
            text = tr("{title} cannot be used. {reason}", title=title, reason=reason)
            self.warn(text, choose, MODELS)

    def report_broken_panels(self, broken: Mapping[str, str]) -> None:
        for path, reason in broken.items():
            name = path.rpartition(".")[2]
            self.warn(tr("The panel {name} cannot be loaded ({reason}).", name=name, reason=reason))

    def report_broken_files(self) -> None:
        """Architectures, objectives, tokenizers and methods; the others work without them."""
        broken = self._context.engine.broken
        lines = []
        for reason in dict.fromkeys(broken.values()):  # other files may import a broken one
            names = ", ".join(name for name, why in broken.items() if why == reason)
            lines.append(tr("{names} cannot be loaded ({reason}).", names=names, reason=reason))
        if lines:
            self.warn(" ".join(lines))
