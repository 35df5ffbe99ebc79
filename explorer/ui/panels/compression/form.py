"""How a model is compressed: the options that a method declares, as a form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QComboBox

from explorer.core.compression.request import Method
from explorer.core.compression.running import CompressionChoice, options_of
from explorer.core.localization import tr
from explorer.core.state.state import JSON
from explorer.ui.controls.form import ChoiceForm, Field, option_field
from explorer.ui.controls.run_fields import NAME
from models.schema.specs import Option

OPTIONS = 1  # the group of the method's own options
GROUPS: dict[str, tuple[Field, ...]] = {
    tr("New model"): (
        NAME,
        Field("method", tr("Method"), QComboBox, tr("How the model is made smaller")),
    ),
    tr("Options"): (),
}


class CompressionForm(ChoiceForm[CompressionChoice]):
    """Shows a CompressionChoice and emits changes."""

    def __init__(self) -> None:
        self._methods: tuple[Method, ...] = ()
        self._base = ""  # the name of the model that is compressed
        self._built: tuple[Option, ...] = ()  # the options that are fields
        super().__init__(CompressionChoice(), GROUPS)

    @property
    def method(self) -> Method | None:
        """The chosen method; the first that fits the base where none is chosen."""
        chosen = [one for one in self._methods if one.spec.name == self._choice.method]
        fitting = [one for one in self._methods if not one.problem]
        return next(iter((*chosen, *fitting, *self._methods)), None)

    @property
    def choice(self) -> CompressionChoice:
        """The chosen values with every option of the method, and a name."""
        method = self.method
        if method is None:
            return self._choice
        known = {one.name: value for one, value in self._options(self._choice).items()}
        name = self._choice.name or f"{self._base}-{method.spec.name}"
        return replace(self._choice, name=name, method=method.spec.name, options=known)

    def _options(self, choice: CompressionChoice) -> dict[Option, JSON]:
        """Return the method's options and those their values bring, with valid values."""
        return {} if self.method is None else options_of(self.method.spec, choice.options)

    def offer(self, base: str, methods: Sequence[Method]) -> None:
        """The methods that there are, for a base of this name."""
        self._base, self._methods = base, tuple(methods)
        titles = [(tr(one.spec.title), one.spec.name) for one in methods]
        self.offer_items("method", titles)
        self.show_choice(self._choice)

    def show_choice(self, choice: CompressionChoice) -> None:
        """Show other values, with fields for the options of the method."""
        self._choice = choice
        options = tuple(self._options(choice))
        if options != self._built:
            self._built = options
            self.remove_fields(OPTIONS)
            self.add_fields([option_field(option, "options") for option in options], OPTIONS)
        super().show_choice(choice)

    def value(self, name: str) -> Any:
        """A name and a method where none is chosen; an option as this method can have it."""
        field, _, entry = name.partition(".")
        value = getattr(self.choice, field)
        return value[entry] if entry else value

    def _replace_field(self, name: str, value: Any) -> CompressionChoice:
        """An option that brings others takes those of its earlier value away."""
        choice = super()._replace_field(name, value)
        before, after = self._options(self._choice), self._options(choice)
        if self.method is None or before.keys() == after.keys():
            return choice
        own = {one.name for one in self.method.spec.options}
        options = {one: stored for one, stored in choice.options.items() if one in own}
        return replace(choice, options=options)
