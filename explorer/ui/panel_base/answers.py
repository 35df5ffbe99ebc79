"""A panel with one picture of what each model answers, or of why a model has no answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from explorer.core.errors import UserError
from explorer.core.library.slots import ModelSlot
from explorer.core.state.state import Selection
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack, find_tag_hit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.panel import Panel

SECTION_GAP = 28.0
Answer = TypeVar("Answer")
Column = TypeVar("Column")


class AnswersPanel(Panel):
    """Controls above one picture, in which each model has a column.

    It is drawn again when an answer arrives, and when a selection or an option changes. An answer
    has the `card` of its model; a UserError has none.
    """

    controls: OptionControls

    def __init__(
        self,
        context: PanelContext,
        controls: OptionControls,
        area: CanvasArea | None = None,
        *,
        stays: bool = False,
    ) -> None:
        """Create the panel; with `stays` the controls stay above a message in place of the picture.

        `area` is what the picture is in, if it is no usual one.
        """
        super().__init__(context)
        self._answers: dict[str, Any] = {}  # by model
        self._drawn: list[Drawing] = []
        self.controls = controls
        self._area = area or CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        controls.changed.connect(self._on_options)
        (self.top if stays else self.body).addWidget(controls)
        self.body.addWidget(self._area, 1)

    # ---- what a panel defines, beside `request` and `work`

    def _fits(self, answer: Any) -> bool:
        """Whether an answer is of what is shown now."""
        return bool(answer.view == self.view)

    def _show_controls(self) -> None:
        """Set the controls to the options, and to what the answers offer."""

    def _sections(self) -> list[Drawing]:
        """The picture of the answers, which is also that of a file."""
        return []

    def _limits(self) -> list[str]:
        """Notes below the picture."""
        return []

    def _details(self) -> Details:
        """What the side of the window says of the picture."""
        return Details()

    def _on_options(self, values: dict[str, Any]) -> None:
        """A person sets options."""
        raise AssertionError(f"{type(self).__name__} takes no options")

    def _on_hit(self, tag: Any, hit: Any) -> None:
        """A click on a tagged drawing."""

    def _on_clicked_beside(self) -> None:
        """A click on nothing."""
        self.select(token=None)

    # ---- answers

    @property
    def answers(self) -> list[tuple[ModelSlot, Any]]:
        """The models with an answer that fits, or a UserError, in their order."""
        return [
            (model, answer)
            for model, answer in self.slots_in(self._answers)
            if isinstance(answer, UserError) or self._fits(answer)
        ]

    def show_partial(self, value: Mapping[str, Any]) -> None:
        """What is answered replaces what was there; the others stay until theirs is."""
        self._answers = {**self._answers, **value}
        self._redraw()

    def show_result(self, value: Mapping[str, Any]) -> None:
        self._answers = dict(value)  # drawn with what is selected

    def show_selection(self, selection: Selection) -> None:
        self._redraw()

    def show_settings(self) -> None:
        self._redraw()

    def drawings(self) -> list[Drawing]:
        return self._drawn

    def model_hash(self, key: str) -> str:
        card = getattr(self._answers.get(key), "card", None)
        return "" if card is None else str(card.hash)

    def _redraw(self) -> None:
        """The last picture stays while that of another view is computed."""
        self._show_controls()
        self._drawn = self._sections()
        if self._drawn:
            self._area.set_drawing(Stack(self._drawn, self.spec.title, gap=SECTION_GAP))
            self.note(*self._limits())
        self.show_details(self._details())

    def _on_clicked(self, hit: Any) -> None:
        if hit is None:
            self._on_clicked_beside()
        elif (target := find_tag_hit(hit)) is not None:
            self._on_hit(target.tag, target.hit)
