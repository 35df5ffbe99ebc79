"""What the parts of the Tokens panel are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names

if TYPE_CHECKING:
    from explorer.ui.panels.tokens.panel import TokensPanel


def marks(panel: TokensPanel) -> list[Mark]:
    """Of the visible parts."""
    names = model_names(panel)
    canvas = panel._area.canvas
    found = mark_widget(
        panel.tabs, "The tokens of the text, the steps that lead to them, or vocabularies."
    )
    if panel.view == "vocabularies":
        form = "A vocabulary of your own: choose how it is learned, then train it."
        table = "A row per vocabulary; fewer tokens per word are longer tokens."
        return [*found, *mark_widget(panel._form, form), *mark_sections(canvas, table)]
    if panel.view == "steps":
        steps = "Step through a word: each step merges, splits or drops tokens."
        return [
            *found,
            *mark_widget(panel._steps, steps),
            *mark_sections(canvas, f"{names}: how each tokenizer splits this word."),
        ]
    return [
        *found,
        *mark_widget(panel._box_line, "The numbers to show below each token."),
        *mark_sections(
            canvas,
            f"{names}: a row of tokens each, below the words of the text.",
            "How finely each tokenizer splits: fewer tokens per word are longer tokens.",
        ),
    ]
