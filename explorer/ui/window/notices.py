"""Warnings about the text, the chosen models and the program's own files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from explorer.core.state.state import State
from explorer.core.state.texts import CUT, MAX_TEXT
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.style import fonts
from explorer.ui.window.banners import Banners

GLYPHS, MODELS, LENGTH = "glyphs", "models", "length"  # topics of warnings that may cease to hold


class Notices:
    """Checks the state, and adds or withdraws warnings among the banners."""

    def __init__(
        self, context: PanelContext, banners: Banners, choose_model: Callable[[int], object]
    ) -> None:
        """`choose_model` opens the library to replace the model at a place."""
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
            reason = f"{entry.problem} {entry.hint}" if entry else "It is no longer there."
            choose = Action("Choose another", partial(self._choose_model, index))
            title = entry.title if entry else key
            self.warn(f"{title} cannot be used. {reason}".strip(), choose, MODELS)

    def report_broken_panels(self, broken: Mapping[str, str]) -> None:
        for name, reason in broken.items():
            self.warn(f"The panel {name.rpartition('.')[2]} cannot be loaded ({reason}).")

    def report_broken_files(self) -> None:
        """Architectures, objectives, tokenizers and methods; the others work without them."""
        broken = self._context.engine.broken
        lines = []
        for reason in dict.fromkeys(broken.values()):  # other files may import a broken one
            names = ", ".join(name for name, why in broken.items() if why == reason)
            lines.append(f"{names} cannot be loaded ({reason}).")
        if lines:
            self.warn(" ".join(lines))
