"""The lines of Python that make the figure of a panel again, for notebooks and scripts."""

from __future__ import annotations

from collections.abc import Mapping
from pprint import pformat
from textwrap import indent
from typing import Any

from explorer.core.errors import UserError
from explorer.core.library.adapters import adapted_key
from explorer.core.localization import tr
from explorer.core.report.captions import Basis
from explorer.core.state.defaults import SEED
from explorer.ui.panel_base.panel import Panel

WIDTH = 88  # characters of a line
STEP = "    "
MASKING = "masking"  # the panel whose options others read too


def python_lines(panel: Panel) -> str:
    """A script that draws what the panel shows now, by its request: models, text and options.

    Raises UserError where there is no figure, or one that depends on more than the state.
    """
    if panel.busy or panel.message or not panel.drawings():
        raise UserError(tr("There is no figure to copy yet."))
    if reason := panel.why_no_python():
        raise UserError(reason)
    arguments = _arguments(panel, panel.caption_dependencies())
    keys = dict.fromkeys(map(adapted_key, arguments.get("models", [])))
    library = panel.context.library
    said = {"architecture": library.architectures, "base": library.bases}
    named = {key: {name: by[key] for name, by in said.items() if key in by} for key in keys}
    loads = [
        f"load({key!r}, {', '.join(f'{name}={value!r}' for name, value in chosen.items())})\n"
        for key, chosen in named.items()
        if chosen
    ]
    names = "figure, load" if loads else "figure"
    lines = [f"{STEP}{panel.spec.name!r},", *(_argument(*one) for one in arguments.items())]
    call = "\n".join(["figure(", *lines, ")\n"])
    return "\n".join([f"from plm_explorer import {names}\n", *loads, call])


def _arguments(panel: Panel, basis: Basis) -> dict[str, Any]:
    """What differs from the defaults of `plm_explorer.figure`, as far as the figure depends on it.

    A caption says on what of the state a figure depends, and so does its `caption_dependencies`.
    """
    state, selected = panel.state, basis.selection
    keys = [slot.key for slot in panel.slots()]
    of_text = bool(basis.text)
    other = state.settings(MASKING) if panel.spec.kinds and panel.spec.name != MASKING else {}
    view = panel.view if panel.view in list(panel.spec.views)[1:] else ""
    values: dict[str, Any] = {
        "text": state.text if of_text else None,
        "pair": state.pair if basis.pair else "",
        "view": view,
        "options": _options(panel),
        "settings": {MASKING: dict(other)} if of_text and other else {},
        "seed": None if basis.seed == SEED else basis.seed,
        "token": selected.token,
        "token_of": selected.model,
        "layer": selected.layer,
        "head": selected.head,
        "masks": {k: dict(state.masks[k]) for k in keys if of_text and state.masks.get(k)},
        "ablated": {k: [(*one,) for one in state.ablated[k]] for k in keys if state.ablated.get(k)},
    }
    depends = of_text or panel.spec.needs_models or bool(panel.figure_models())
    models = {"models": keys} if depends else {}
    return models | {k: v for k, v in values.items() if v is not None and v not in ("", {})}


def _options(panel: Panel) -> dict[str, Any]:
    """The settings of the panel without its view and without the defaults of its form."""
    options = {k: v for k, v in panel.state.settings(panel.spec.name).items() if k != "view"}
    form = panel.stored_form
    if form is not None and isinstance(options.get("choice"), Mapping):
        usual = type(form.chosen)().to_json()
        chosen = {k: v for k, v in options["choice"].items() if v != usual.get(k, ...)}
        options = {**options, "choice": chosen}
    return {name: value for name, value in options.items() if value not in (None, "", {})}


def _argument(name: str, value: Any) -> str:
    """An argument on a line of its own, or on several."""
    text = pformat(value, width=WIDTH - len(STEP) - len(name) - 2, sort_dicts=False)
    first, *rest = text.splitlines()
    below = indent("\n".join(rest), STEP + " " * (len(name) + 1))
    return f"{STEP}{name}={first}" + (f"\n{below}," if rest else ",")
