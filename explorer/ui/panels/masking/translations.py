"""A sentence and its translation under each other, and what each says of the other's masks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from explorer.core.languages.translations import GainedToken, TranslationGain
from explorer.core.localization import mark, plural, tr
from explorer.core.masking.example import MaskingExample
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled, number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import COMPUTING, NOTES, MaskingColumn, section
from explorer.ui.panels.masking.inputs import input_chips

TITLE = tr("What the other language adds")
BELOW = (tr("language"), tr("position"))
MAXIMUM = 1.25  # leaves room for both probabilities after a bar of one


def knows_languages(column: MaskingColumn) -> bool:
    """Whether the language of a text is an input of the model."""
    card = column.example.card
    return card is not None and card.spec.language_input is not None


def translation_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """Return the section on translation, for the models that know languages."""
    return section(columns, TITLE, _cell, note=NOTES["translation"], note_of=_mean_note)


def _mean_note(column: MaskingColumn) -> str:
    gain = column.example.gain
    if gain is None or gain.mean is None:
        return ""
    count = len(gain.tokens)
    places = plural(count, "one masked token", "{count} masked tokens")
    falls = mark("By the other sentence, the loss falls by {change} nats ({places}).")
    rises = mark("By the other sentence, the loss rises by {change} nats ({places}).")
    verb = falls if gain.mean >= 0 else rises
    return tr(verb, change=number(abs(gain.mean)), places=places)


def _cell(column: MaskingColumn) -> Drawing:
    example = column.example
    if not example.encoding.pair:
        return _explain_missing_pair(example)
    if example.gain is None:
        one = tr("The model reads both texts as one language, or it has no languages.")
        return TextBlock(one if example.whole else COMPUTING)
    rows = [_sentence(example, example.gain, segment) for segment in (0, 1)]
    return Stack([*rows, _bars(column, example.gain)], gap=10)


def _explain_missing_pair(example: MaskingExample) -> Drawing:
    if example.translation:
        words = tr("Its translation in the mini-world: {sentence}", sentence=example.translation)
        return TextBlock(words, hint=tr("“Add its translation” above makes it the second text."))
    return TextBlock(tr("There is no second text."), hint=tr("Type the translation above."))


def _sentence(example: MaskingExample, gain: TranslationGain, segment: int) -> Drawing:
    assert example.model_input is not None
    chips = [
        replace(chip, below=(gain.languages[row], str(gain.positions[row])))
        for row, chip in enumerate(input_chips(example))
        if example.model_input.segment[row] == segment
    ]
    return token_row(chips, below=BELOW)


def _bars(column: MaskingColumn, gain: TranslationGain) -> Drawing:
    if not gain.tokens:
        return TextBlock(tr("Nothing is masked."), hint=tr("Click a token above to mask it."))
    bars = [_bar(column, token) for token in gain.tokens]
    note = tr("Outlined: without the other sentence.")
    return Titled(Bars(bars, maximum=MAXIMUM), tr("Probability of the true token"), note=note)


def _bar(column: MaskingColumn, token: GainedToken) -> Bar:
    name = visible(column.example.names[token.place])
    alone, together = token.alone.probability or 0.0, token.together.probability or 0.0
    sign = "+" if token.gain >= 0 else "−"
    return Bar(
        name,
        together,
        column.slot,
        f"{number(alone)} → {number(together)}",
        ghost=alone,
        strong=token.place == column.selected_place,
        tip=tr(
            "{name}, position {place}: {sign}{change} nats",
            name=name,
            place=token.place,
            sign=sign,
            change=number(abs(token.gain)),
        ),
    )
