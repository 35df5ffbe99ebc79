"""The middle of the window: the panel, its title, the line that says what is seen, and the help.

The help is short: numbered circles on the picture, and a sentence for each. A click further are the
whole explanation and the papers.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QLabel,
    QScrollArea,
    QStackedLayout,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from explorer.core.localization import tr
from explorer.ui.controls.layouts import (
    Part,
    ScrollColumn,
    column,
    create_single_shot_timer,
    icon_button,
    line,
    push_button,
    text_button,
)
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.controls.unseen_line import UnseenLine
from explorer.ui.panel_base.marks import MarksOverlay, legend
from explorer.ui.panel_base.panel import COMPUTING, Panel
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.style.theme import Theme
from explorer.ui.window.banners import Banners

BUSY_AFTER_MS = 100  # an answer that comes sooner needs no announcement
REPORT_TIP = tr("Add to report: this figure, with a note and the state that made it (Ctrl+R)")
PYTHON_TIP = tr("Copy as Python: the lines that make this figure (Ctrl+Shift+C)")
MARGIN = 24
HELP_WIDTH = 760
HELP_RING = 1  # pixels around it, coloured while it has the focus
ALMOST_ALL = 100  # of the width, as a stretch factor beside that of a space
HELP_SHARE = 0.4  # of the height at most; a longer text scrolls


class PanelStack(QWidget):
    """Shows one panel at a time; the others keep what they show."""

    export_requested = Signal()
    python_requested = Signal()
    report_requested = Signal()

    def __init__(self, theme: Theme, unseen: UnseenLine) -> None:
        super().__init__()
        self.setObjectName("stage")
        self.setAutoFillBackground(True)
        self._theme = theme
        self.panel: Panel | None = None  # the visible one
        self._busy_timer = create_single_shot_timer(self, BUSY_AFTER_MS, self._on_still_busy)
        self._unseen = unseen
        self.banners = Banners(theme, self)
        self._build()
        self._apply_theme()
        unseen.changed.connect(self._show_subtitle)
        theme.changed.connect(self._apply_theme)

    @property
    def frame(self) -> tuple[QWidget, ...]:
        """What is around the panel."""
        return self._head, self._notes, self.banners

    def add(self, panel: Panel) -> None:
        self._panels.addWidget(panel)
        for signal in (panel.busy_changed, panel.progressed, panel.notes_changed):
            signal.connect(lambda _: self._follow(panel))
        panel.answered.connect(self._show_marks)

    def show_panel(self, panel: Panel) -> None:
        self.panel = panel
        self._panels.setCurrentWidget(panel)
        self._title.setText(panel.spec.title)
        self._summary.setText(panel.spec.summary)
        self._help.setText(help_text(panel.spec))
        self._more.setChecked(False)
        self._show_marks()
        self._follow(panel)
        self._show_subtitle()

    def _show_subtitle(self) -> None:
        """What the panel shows; in its place what to make of it where models do not know words."""
        predicts = self.panel is not None and bool(self.panel.spec.kinds)
        warned = self._unseen.text and (predicts or self._unseen.is_of_tokenizers)
        self._subtitle.setCurrentWidget(self._unseen if warned else self._summary)

    @property
    def help_shown(self) -> bool:
        return self.help_button.isChecked()

    def stop(self) -> None:
        self._busy_timer.stop()

    def show_progress(self, text: str) -> None:
        """What is being done in the background; empty when it is done.

        It is said once: in place of the picture where there is none, else beside the title.
        """
        waits = self.panel is not None and self.panel.waits
        if self.panel is not None:
            self.panel.show_progress(text)
        self._busy.setText("" if waits else text)
        self._headline.activate()  # now: the thread that loads may hold this one up for seconds

    def _follow(self, panel: Panel) -> None:
        """Show what the visible panel computes, and its notes."""
        if panel is not self.panel:
            return
        self._notes.setText("\n".join(panel.notes))
        self._notes.setVisible(bool(panel.notes))
        if not panel.busy:
            self._busy_timer.stop()
            self.show_progress("")
        elif panel.progress is None:
            self._busy_timer.start()
        elif panel.progress.message:
            self.show_progress(panel.progress.message)

    def _on_still_busy(self) -> None:
        if not self._busy.text():
            self.show_progress(COMPUTING)

    # ---- building

    def _build(self) -> None:
        self._panels = QStackedWidget()
        self._notes = _label("panelNotes")
        self._notes.setContentsMargins(0, 8, 0, 0)  # apart from a picture that is cut off above
        self._notes.setVisible(False)
        self._summary = _label("panelSummary")
        self._summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._subtitle = QStackedLayout()  # as high as the higher of both, whichever is shown
        self._subtitle.addWidget(self._summary)
        self._subtitle.addWidget(self._unseen)
        self._head = QWidget()
        title, explained = self._build_title(), self._build_help()
        self._headline = column(title, self._subtitle, explained, into=self._head, spacing=4)
        self.marks = MarksOverlay(self._theme, self)
        self.marks.changed.connect(self._show_marks)
        middle: tuple[Part, ...] = (self._head, 4, (self._panels, 1), self._notes)
        column(*middle, into=self, spacing=4, margins=(MARGIN, 16, MARGIN, 12))

    def _build_title(self) -> QBoxLayout:
        self._title, self._busy = _label("panelTitle", wraps=False), _label("busy", wraps=False)
        tip = tr("What the picture means, and the papers behind it (F1)")
        self.help_button = push_button(tr("What am I looking at?"), tip=tip, style="quiet")
        self.help_button.setCheckable(True)
        self.help_button.toggled.connect(self._on_help)
        export = text_button(tr("Export"))
        export.setIconSize(QSize(16, 16))
        self._theme.set_icon(export, "export")
        set_tip(export, tr("Take this figure home: PNG, SVG, PDF, CSV, JSON (Ctrl+E)"))
        export.clicked.connect(self.export_requested)
        report = self._icon_button(tr("Add to report"), "report", REPORT_TIP, self.report_requested)
        python = self._icon_button(tr("Copy as Python"), "code", PYTHON_TIP, self.python_requested)
        buttons = self.help_button, export, report, python
        return line(self._title, 8, self._busy, None, *buttons, spacing=4)

    def _icon_button(self, name: str, icon: str, tip: str, run: SignalInstance) -> QToolButton:
        button = icon_button(name, run, size=16)
        self._theme.set_icon(button, icon)
        set_tip(button, tip)
        return button

    def _build_help(self) -> QScrollArea:
        self._legends = _label("legend"), _label("legend")
        self._help = _label("explanation")
        self._help.setMaximumWidth(HELP_WIDTH)
        self._help.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (*self._legends, self._help):
            label.setTextFormat(Qt.TextFormat.RichText)
        self._more = push_button(tr("Read more"), style="quiet")
        self._more.setCheckable(True)
        self._more.toggled.connect(self._show_marks)
        for label in self._legends:
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        page = QWidget()
        legends = line(*((label, 1) for label in self._legends), spacing=MARGIN)
        # In a line, which knows its greatest width: a column would give it the height that it needs
        # where it is as wide as the column, and cut off the rest.
        text = line((self._help, ALMOST_ALL), None)
        parts = legends, line(self._more, None), text
        self._help_layout = column(*parts, into=page, margins=(0, 8, 0, 8))
        self._help_area = ScrollColumn(page)
        self._help_area.setObjectName("help")
        self._help_area.setAccessibleName(tr("What this panel shows"))
        self._help_area.setVisible(False)
        return self._help_area

    def _on_help(self, visible: bool) -> None:
        self._more.setChecked(False)
        self._help_area.setVisible(visible)
        self._show_marks()

    def _show_marks(self) -> None:
        """Number the parts of the picture; without any the whole explanation is shown at once."""
        if not self.help_shown and self.marks.isHidden():
            return
        self.marks.show_panel(self.panel if self.help_shown else None)
        sentences, palette = self.marks.sentences, self._theme.palette
        half = -(-len(sentences) // 2)
        for label, at in zip(self._legends, (0, half), strict=True):
            label.setText(legend(sentences[at : at + half], at + 1, palette))
            label.setVisible(bool(sentences))
        self._more.setVisible(bool(sentences))
        self._more.setText(tr("Read less") if self._more.isChecked() else tr("Read more"))
        self._help.setVisible(self._more.isChecked() or not sentences)
        self._fit_help()

    def _fit_help(self) -> None:
        """Set the height of the help to its text, at most a share of the window."""
        bar = self._help_area.verticalScrollBar().sizeHint().width()
        width = self.width() - 2 * MARGIN - 2 * HELP_RING - bar
        self._help_layout.invalidate()
        whole = self._help_layout.totalHeightForWidth(width) + 2 * HELP_RING
        self._help_area.setFixedHeight(min(whole, int(HELP_SHARE * self.height())))

    def _apply_theme(self) -> None:
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.Window, self._theme.palette.ground)
        self.setPalette(colours)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.marks.setGeometry(self.rect())
        self.banners.place()
        self._fit_help()


def _label(name: str, *, wraps: bool = True) -> QLabel:
    """A label that the style sheet knows by its name."""
    label = plain_label()
    label.setObjectName(name)
    label.setWordWrap(wraps)
    return label


def help_text(spec: PanelSpec) -> str:
    """The whole explanation with its papers, as rich text."""
    papers = "<br>".join(escape(str(paper), quote=False) for paper in spec.text.papers)
    explanation = f"<p>{escape(spec.text.explanation, quote=False)}</p>"
    return f"{explanation}<p>{papers}</p>" if papers else explanation
