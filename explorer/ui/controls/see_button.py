"""A button that adds the compared models to the chosen ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QPushButton, QWidget

from explorer.core.readable import listed
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.state import Store
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.panels.distillation.figure import Role

ALL_CHOSEN = "All of them are chosen above already."


class SeeButton(QPushButton):
    """Visible while more than the teacher is compared; its tooltip says why it is disabled."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._roles: tuple[Role, ...] = ()
        self.clicked.connect(self._use)
        self.setVisible(False)

    def offer(self, roles: Sequence[Role]) -> None:
        """Offer the models that are compared now."""
        self._roles = tuple(roles)
        models, new = self._store.state.models, self._new
        room = len(models) + len(new) <= MAX_MODELS
        self.setVisible(len(self._roles) > 1)
        self.setEnabled(bool(new) and room)
        self.setText("See in every panel" if new else "Seen in every panel")
        names = listed([role.title for role in new])
        tip = f"Choose {names} as well" if new else ALL_CHOSEN
        surplus = len(models) + len(new) - MAX_MODELS
        full = (
            f"There is no room for {names}: at most {MAX_MODELS} models side by side. "
            f"Remove {surplus} above first."
        )
        set_tip(self, tip if room else full)

    @property
    def _new(self) -> list[Role]:
        """Those that are not chosen already."""
        return [role for role in self._roles if role.key not in self._store.state.models]

    def _use(self) -> None:
        models = *self._store.state.models, *(role.key for role in self._new)
        self._store.update(models=models[:MAX_MODELS])
        self.offer(self._roles)
