"""The middle of the window: the panel, its title, the line that says what is seen, and the help.

The help is short: numbered circles on the picture, and a sentence for each. A click further are the
whole explanation and the papers.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QPushButton,
    QScrollArea,
    QStackedLayout,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from explorer.ui.controls.layouts import Part, column, line
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.controls.unseen_line import UnseenLine
from explorer.ui.panel_base.marks import MarksOverlay, legend
from explorer.ui.panel_base.message_page import COMPUTING
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.style.theme import Theme
from explorer.ui.window.banners import Banners

BUSY_AFTER_MS = 100  # an answer that comes sooner needs no announcement
MARGIN = 24
HELP_WIDTH = 760
HELP_RING = 1  # pixels around it, coloured while it has the focus
HELP_SHARE = 0.4  # of the height at most; a longer text scrolls


class Stage(QWidget):
    """Shows one panel at a time; the others keep what they show."""

    export_requested = Signal()

    def __init__(self, theme: Theme, banners: Banners, unseen: UnseenLine) -> None:
        super().__init__()
        self.setObjectName("stage")
        self.setAutoFillBackground(True)
        self._theme = theme
        self._panel: Panel | None = None
        self._busy_timer = QTimer(self)
        self._busy_timer.setSingleShot(True)
        self._busy_timer.setInterval(BUSY_AFTER_MS)
        self._busy_timer.timeout.connect(self._on_still_busy)
        self._unseen = unseen
        self._build(banners)
        self._apply_theme()
        unseen.changed.connect(self._show_subtitle)
        theme.changed.connect(self._apply_theme)

    @property
    def frame(self) -> tuple[QWidget, ...]:
        """What is around the panel."""
        return self._head, self._notes, self._banners

    @property
    def panel(self) -> Panel | None:
        return self._panel

    def add(self, panel: Panel) -> None:
        self._panels.addWidget(panel)
        panel.busy_changed.connect(lambda busy: self._on_busy(panel, busy))
        panel.progressed.connect(lambda text: self._on_progress(panel, text))
        panel.notes_changed.connect(lambda notes: self._on_notes(panel, notes))
        panel.answered.connect(self._show_marks)

    def show_panel(self, panel: Panel) -> None:
        self._panel = panel
        self._panels.setCurrentWidget(panel)
        self._title.setText(panel.spec.title)
        self._summary.setText(panel.spec.summary)
        self._help.setText(help_text(panel.spec))
        self._more.setChecked(False)
        self._show_marks()
        self._on_notes(panel, panel.notes)
        self._on_busy(panel, panel.busy)
        self._show_subtitle()

    def _show_subtitle(self) -> None:
        """What the panel shows; in its place what to make of it where models do not know words."""
        predicts = self._panel is not None and bool(self._panel.spec.kinds)
        self._subtitle.setCurrentWidget(
            self._unseen if predicts and self._unseen.text else self._summary
        )

    def toggle_help(self) -> None:
        self._help_button.toggle()

    @property
    def help_shown(self) -> bool:
        return self._help_button.isChecked()

    @property
    def sentences(self) -> list[str]:
        """What the numbered circles say, in their order."""
        return self._marks.sentences if self.help_shown else []

    def circles(self) -> list[tuple[int, QRectF]]:
        """The numbers and places of the visible circles."""
        return self._marks.circles() if self.help_shown else []

    def hide_help(self) -> None:
        self._help_button.setChecked(False)

    def stop(self) -> None:
        self._busy_timer.stop()

    def tell_progress(self, text: str) -> None:
        """What is being done in the background; empty when it is done."""
        self._busy.setText(text)

    def _on_busy(self, panel: Panel, busy: bool) -> None:
        if panel is not self._panel:
            return
        if busy:
            self._busy_timer.start()
        else:
            self._busy_timer.stop()
            self._busy.setText("")

    def _on_still_busy(self) -> None:
        if not self._busy.text():
            self._busy.setText(COMPUTING)

    def _on_progress(self, panel: Panel, text: str) -> None:
        if panel is self._panel and text:
            self._busy.setText(text)

    def _on_notes(self, panel: Panel, notes: tuple[str, ...]) -> None:
        if panel is self._panel:
            self._notes.setText("\n".join(notes))
            self._notes.setVisible(bool(notes))

    # ---- building

    def _build(self, banners: Banners) -> None:
        self._panels = QStackedWidget()
        self._notes = plain_label()
        self._notes.setObjectName("panelNotes")
        self._notes.setWordWrap(True)
        self._notes.setContentsMargins(0, 8, 0, 0)  # apart from a picture that is cut off above
        self._notes.setVisible(False)
        self._head = QWidget()
        self._summary = plain_label()
        self._summary.setObjectName("panelSummary")
        self._summary.setWordWrap(True)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._subtitle = QStackedLayout()  # as high as the higher of both, whichever is shown
        self._subtitle.addWidget(self._summary)
        self._subtitle.addWidget(self._unseen)
        title, explained = self._build_title(), self._build_help()
        column(title, self._subtitle, explained, into=self._head, spacing=4)
        self._marks = MarksOverlay(self._theme, self)
        self._marks.changed.connect(self._show_marks)
        middle: tuple[Part, ...] = (self._head, 4, (self._panels, 1), self._notes)
        inner = column(*middle, spacing=4, margins=(MARGIN, 16, MARGIN, 12))
        self._banners = banners  # below, so that what a person looks at stays where it is
        column((inner, 1), banners, into=self, spacing=0)

    def _build_title(self) -> QBoxLayout:
        self._title = plain_label()
        self._title.setObjectName("panelTitle")
        self._busy = plain_label()
        self._busy.setObjectName("busy")
        self._help_button = QPushButton("What am I looking at?")
        self._help_button.setCheckable(True)
        self._help_button.setProperty("quiet", True)
        set_tip(self._help_button, "What the picture means, and the papers behind it (F1)")
        self._help_button.toggled.connect(self._on_help)
        self._export = QToolButton()
        self._export.setText("Export")
        self._export.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._export.setIconSize(QSize(16, 16))
        set_tip(self._export, "Take this figure home: PNG, SVG, PDF, CSV, JSON (Ctrl+E)")
        self._export.clicked.connect(self.export_requested)
        return line(self._title, 8, self._busy, None, self._help_button, self._export)

    def _build_help(self) -> QScrollArea:
        self._legends, self._help = (plain_label(), plain_label()), plain_label()
        self._help.setMaximumWidth(HELP_WIDTH)
        self._help.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (*self._legends, self._help):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.RichText)
        self._more = QPushButton("Read more")
        self._more.setProperty("quiet", True)
        self._more.setCheckable(True)
        self._more.toggled.connect(self._show_marks)
        page = QWidget()
        for label in self._legends:
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        legends = line(*((label, 1) for label in self._legends), spacing=MARGIN)
        parts = legends, line(self._more, None), self._help
        self._help_layout = column(*parts, into=page, margins=(0, 8, 0, 8))
        self._help_area = QScrollArea()
        self._help_area.setObjectName("help")
        self._help_area.setFrameShape(QFrame.Shape.NoFrame)
        self._help_area.setWidgetResizable(True)
        self._help_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._help_area.setWidget(page)
        self._help_area.setAccessibleName("What this panel shows")
        self._help_area.setVisible(False)
        return self._help_area

    def _on_help(self, shown: bool) -> None:
        self._more.setChecked(False)
        self._help_area.setVisible(shown)
        self._show_marks()

    def _show_marks(self) -> None:
        """Number the parts of the picture; without any the whole explanation is shown at once."""
        if not self.help_shown and self._marks.isHidden():
            return
        self._marks.show_panel(self._panel if self.help_shown else None)
        sentences, palette = self._marks.sentences, self._theme.palette
        half = -(-len(sentences) // 2)
        for label, at in zip(self._legends, (0, half), strict=True):
            label.setText(legend(sentences[at : at + half], at + 1, palette))
            label.setVisible(bool(sentences))
        self._more.setVisible(bool(sentences))
        self._more.setText("Read less" if self._more.isChecked() else "Read more")
        self._help.setVisible(self._more.isChecked() or not sentences)
        self._fit_help()

    def _fit_help(self) -> None:
        """As high as the text, or as the window allows."""
        bar = self._help_area.verticalScrollBar().sizeHint().width()
        width = self.width() - 2 * MARGIN - 2 * HELP_RING - bar
        self._help_layout.invalidate()
        whole = self._help_layout.totalHeightForWidth(width) + 2 * HELP_RING
        self._help_area.setFixedHeight(min(whole, int(HELP_SHARE * self.height())))

    def _apply_theme(self) -> None:
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.Window, self._theme.palette.ground)
        self.setPalette(colours)
        self._export.setIcon(self._theme.icon("export"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._marks.setGeometry(self.rect())
        self._fit_help()


def help_text(spec: PanelSpec) -> str:
    """The whole explanation with its papers, as rich text."""
    papers = "".join(f"<br>{_escaped(str(paper))}" for paper in spec.text.papers)
    return f"<p>{_escaped(spec.text.explanation)}</p>" + (f"<p>{papers[4:]}</p>" if papers else "")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
