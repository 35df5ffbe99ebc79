"""What each model predicts: at masked positions, filled in, of whole tokens, of two texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.core.engine.predicting.detection import THRESHOLD, DetectionResult
from explorer.core.engine.predicting.predictions import MaskPrediction, mean_loss
from explorer.core.localization import mark, plural, tr
from explorer.core.masking.classification import PairPrediction
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.filling import DecodedFilling, FillingComparison, FillingResult
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import (
    COMPUTING,
    NOTES,
    PROBABILITY,
    MaskingColumn,
    TableRole,
    section,
)
from models.schema.records import TokenChange

MAX_TRUTH = 96.0  # pixels
CANDIDATE = Column(least=36, most=110, optional=True)
UNKNOWN = "?"  # in place of the true token, where the text itself holds a mask
MAX_ROWS = 16  # the others are in the table, and one by one when they are selected
UNSELECTED_BARS = 6  # candidates where no position is selected
NUM_IN_TIP = 5  # candidates
MIN_ROWS = 220.0  # pixels for a column of predictions
MIN_VERDICT = 150.0
PAIR_TITLE = tr("How are the two texts related?")


def prediction_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """The best predictions at every position that has a target."""
    return section(
        columns,
        tr("What each model predicts"),
        _cell,
        ColourScale(PROBABILITY),
        note=NOTES["predictions"],
        note_of=_loss_note,
    )


def _loss_note(column: MaskingColumn) -> str:
    """The mean loss over the positions whose true token is known, and what they depend on."""
    example = column.example
    if example.loss is None:
        return ""
    if example.has_output_text:
        context = tr("from the whole text fed and what is written before")
    elif example.order is not None:
        context = tr("from the tokens earlier in the order, on both sides")
    else:
        context = tr("from the left only") if example.causal else tr("from both sides")
    known = sum(guess.probability is not None for guess in example.guesses)
    said = plural(
        known,
        "{loss} nats per token over {count:,} position, predicted {context}",
        "{loss} nats per token over {count:,} positions, predicted {context}",
        loss=number(example.loss),
        context=context,
    )
    reverse = mean_loss(example.reverse)
    if reverse is None:
        return said
    return tr("{said}; {loss} nats from the right only", said=said, loss=number(reverse))


def _cell(column: MaskingColumn) -> Drawing:
    example = column.example
    if not example.whole:
        return TextBlock(COMPUTING)
    if example.card is None or example.card.token_head is None:
        return TextBlock(tr("This model predicts no tokens; it classifies them, see below."))
    if not example.guesses:
        return _no_targets(example)
    chosen = _chosen_prediction(column)
    if example.reverse:
        return _both_directions(column, chosen)
    parts = [
        _row_of_guesses(column, example.guesses, "left", chosen)
        if example.causal
        else _tables(column)
    ]
    if chosen is not None:
        parts.append(_candidates(column, chosen))
    return Stack(parts, gap=12)


def _no_targets(example: MaskingExample) -> Drawing:
    if example.causal:
        alone = tr("One token alone has nothing to its left, so nothing is predicted.")
        return TextBlock(alone, hint=tr("Write more."))
    if example.has_output_text and example.masks_in_text:
        return TextBlock(
            tr(
                "The true tokens of these masked positions are unknown. What the decoder writes "
                "is below."
            )
        )
    hint = tr("Click a token above to mask it, or let the objective sample.")
    return TextBlock(tr("Nothing is masked."), hint=hint)


def _chosen_prediction(column: MaskingColumn) -> MaskPrediction | None:
    """The selected position; in a causal model, else the one with the highest loss."""
    example = column.example
    guess = None if column.selected is None else example.guess_of(column.selected)
    if guess is not None or not example.causal:
        return guess
    return min(example.guesses, key=lambda guess: guess.probability or 0.0)


def _best(guess: MaskPrediction) -> str:
    best = guess.ordered_candidates[:NUM_IN_TIP]
    return ", ".join(f"{visible(one.token)} {number(one.probability)}" for one in best)


# ---- tables of predictions


def _tables(column: MaskingColumn) -> Drawing:
    """A table of predictions, and another without the stream that is optional in the model."""
    example = column.example
    streams = example.card.optional_streams if example.card else None
    if streams is None or not example.without_stream:
        return _table(column, example.guesses, "predictions")
    alone = tr("{stream} alone", stream=tr(streams[1].title))
    both, without = example.guesses, example.without_stream
    versions = [
        (tr(streams[0].title), both, _table(column, both, "predictions")),
        (alone, without, _table(column, without, "without")),
    ]
    return compare_tables(versions)


def compare_tables(versions: Iterable[tuple[str, Sequence[MaskPrediction], Drawing]]) -> Drawing:
    """Tables of the same positions side by side, each with its title and its mean loss."""
    tables = []
    for title, guesses, table in versions:
        loss = mean_loss(guesses)
        note = "" if loss is None else tr("{loss} nats per token", loss=number(loss))
        tables.append(Titled(table, title, note=note))
    return Row(tables, gap=24, min_width=MIN_ROWS)


def _table(column: MaskingColumn, guesses: Sequence[MaskPrediction], role: TableRole) -> Drawing:
    table = predictions_table(guesses[:MAX_ROWS], column.selected_place)
    parts: list[Drawing] = [column.tag_drawing(role, table)]
    if (left := len(guesses) - MAX_ROWS) > 0:
        hint = tr("Select a token above to see its own.")
        parts.append(
            TextBlock(tr("{count:,} more positions are in the table only.", count=left), hint=hint)
        )
    return Stack(parts, gap=4)


def predictions_table(guesses: Sequence[MaskPrediction], selected: int | None) -> TableDrawing:
    """A row for each position, with as many candidates as there is room for."""
    rows = [_table_row(guess) for guess in guesses]
    count = max((len(row.cells) for row in rows), default=2) - 2
    columns = [Column(right=True), Column(most=MAX_TRUTH), *[CANDIDATE] * count]
    return TableDrawing(columns, rows, selected=selected, row_clicks=True)


def truth_score(p: float | None, rank: int | None) -> str:
    """The probability of the truth, with its rank unless it is the first."""
    if p is None or rank is None:
        return ""
    return number(p) + (f" #{rank + 1:,}" if rank else "")


def _table_row(guess: MaskPrediction) -> TableRow:
    """The true token over its probability and rank, then the candidates, as `ordered` has them."""
    truth, true_token = UNKNOWN, ""
    if guess.truth is not None:
        truth = visible(guess.truth)
        true_token = tr("True token: {truth}. Predicted: ", truth=truth)
    below = truth_score(guess.probability, guess.rank)
    own = TableCell(truth, below=below, bold=True, muted=guess.truth is None)
    candidates = (
        TableCell(
            visible(one.token),
            below=number(one.probability),
            muted=one.is_foreign,
            heat=None if one.is_foreign else one.probability,
            correct=one.is_true,
        )
        for one in guess.ordered_candidates
    )
    cells = (TableCell(str(guess.place), small=True, muted=True), own, *candidates)
    tip = tr("Position {place}: ", place=guess.place) + true_token + _best(guess)
    return TableRow(cells, group=guess.place, tip=tip)


# ---- predictions of a causal model


def _both_directions(column: MaskingColumn, chosen: MaskPrediction | None) -> Drawing:
    """The predictions from the left and those from the right, each by itself."""
    parts: list[Drawing] = []
    for side, guesses in (("left", column.example.guesses), ("right", column.example.reverse)):
        row = _row_of_guesses(column, guesses, side, chosen)
        guess = next((one for one in guesses if chosen and one.place == chosen.place), None)
        note = tr("The token least expected from the left.")
        bars = [] if guess is None else [_candidates(column, guess, note)]
        parts.append(
            Titled(
                Stack([row, *bars], gap=12),
                tr("From the left") if side == "left" else tr("From the right"),
            )
        )
    return Stack([*parts, TextBlock(NOTES["never_both"])], gap=16)


def _row_of_guesses(
    column: MaskingColumn,
    guesses: Sequence[MaskPrediction],
    side: str,
    chosen: MaskPrediction | None,
) -> Drawing:
    """Each token that a causal model predicts, over its probability."""
    known = {guess.place: guess for guess in guesses}
    names = enumerate(column.example.names)
    chips = [_causal_chip(name, known.get(at), side) for at, name in names]
    selected = None if chosen is None else chosen.place
    return column.tag_drawing("causal", token_row(chips, below=("p",), selected=selected))


def _causal_chip(name: str, guess: MaskPrediction | None, side: str) -> TokenChip:
    if guess is None or guess.probability is None:
        left = mark("{token}: there is no token to its left")
        right = mark("{token}: there is no token to its right")
        tip = tr(left if side == "left" else right, token=visible(name))
        return TokenChip(name, below=("–",), dimmed=True, tip=tip)
    p = number(guess.probability)
    tip = tr("{token} {p}; most probable: {tokens}", token=visible(name), p=p, tokens=_best(guess))
    return TokenChip(name, heat=guess.probability, below=(p,), tip=tip)


# ---- one position


def _candidates(
    column: MaskingColumn, guess: MaskPrediction, unselected: str = tr("The least expected token.")
) -> Drawing:
    """The most probable tokens at one position as bars, and the true one."""
    example, slot = column.example, column.slot
    selected = guess.place == column.selected_place
    candidates = (
        guess.ordered_candidates if selected else guess.ordered_candidates[:UNSELECTED_BARS]
    )
    without_stream = example.prediction_without_stream(guess.place)
    without = dict(without_stream.candidates) if without_stream else {}
    bars = [
        Bar(
            visible(one.token),
            one.probability,
            slot,
            strong=one.is_true,
            dimmed=one.is_foreign,
            ghost=without.get(one.token),
        )
        for one in candidates
    ]
    name = tr("true token unknown") if guess.truth is None else visible(guess.truth)
    if guess.truth is not None and guess.rank is not None and guess.rank >= len(bars):
        p = guess.probability or 0.0
        bars.append(Bar(name, p, slot, f"{number(p)}, #{guess.rank + 1:,}", strong=True))
    note = "" if selected else unselected
    hint = "" if selected else tr("Select another token to see its own.")
    if without and example.card is not None and (streams := example.card.optional_streams):
        note = tr(
            "The outline is the probability without the {stream}.",
            stream=tr(streams[0].title).lower(),
        )
    return Titled(
        Bars(bars),
        tr("Position {place}: {token}", place=guess.place, token=name),
        note=note,
        hint=hint,
    )


def filling_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """Return the section on masked positions filled in two ways, or written by a decoder."""
    return section(
        columns,
        tr("Masked positions filled together, and one after the other"),
        _filling_cell,
        note=NOTES["filling"],
    )


def _filling_cell(column: MaskingColumn) -> Drawing:
    example = column.example
    if not column.fills:
        if example.reverse:
            return TextBlock(tr("Reads from each side by itself, so it fills no masks."))
        return TextBlock(tr("Reads from the left only: it continues a text, but fills no masks."))
    if example.written is not None:
        return _written(example.written)
    if not example.whole:
        return TextBlock(COMPUTING)
    if example.filled is None:
        return TextBlock(tr("Nothing is masked, so there is nothing to fill."))
    return _both_fillings(column, example.filled)


def _both_fillings(column: MaskingColumn, both: FillingComparison) -> Drawing:
    together = _bars(column, both.independent, in_sequence=False)
    in_turn = _bars(column, both.sequential, in_sequence=True)
    versions = [Titled(together, tr("Together")), Titled(in_turn, tr("One after the other"))]
    parts: list[Drawing] = [Row(versions, min_width=180)]
    if len(both.places) == 1:
        same = tr("With a single masked position both ways are the same.")
        parts.append(TextBlock(same, hint=tr("Mask a second one.")))
    elif not both.agree:
        parts.append(TextBlock(NOTES["disagree"]))
    if both.num_left:
        left = tr(
            "{count:,} more positions stay masked while these are filled.", count=both.num_left
        )
        parts.append(TextBlock(left))
    return Stack(parts, gap=8)


def _bars(column: MaskingColumn, filled: FillingResult, *, in_sequence: bool) -> Drawing:
    bars = [
        Bar(visible(token), p, column.slot, f"{number(p)} ({step}.)" if in_sequence else number(p))
        for token, p, step in zip(filled.tokens, filled.probabilities, filled.step, strict=True)
    ]
    bars.append(Bar(tr("joint"), filled.joint, None, number(filled.joint), strong=True))
    return Stack([*_sentence(filled.sentence), Bars(bars)], gap=6)


def _sentence(text: str) -> list[Drawing]:
    """The whole text with its masks filled, unless it is too long."""
    return [TextBlock(text, muted=False)] if text else []


def _written(written: DecodedFilling) -> Drawing:
    """What a decoder writes: each token over the probability that it had."""
    chips = []
    for token, p, span in zip(written.tokens, written.probabilities, written.masks, strict=True):
        tip = tr("{token}, written with probability {p}", token=visible(token), p=number(p))
        chips.append(TokenChip(token, below=(number(p),), span=span, tip=tip))
    joint = tr(
        "Joint probability {probability}, the product over the tokens written.",
        probability=number(written.joint),
    )
    if not written.ended:
        joint += tr(" It reached the limit of tokens before the end-of-text token.")
    parts = [*_sentence(written.sentence), token_row(chips, below=("p",)), TextBlock(joint)]
    note = tr("The most probable token at each step.")
    return Titled(Stack(parts, gap=8), tr("Greedy decoding"), note=note)


# ---- original or replaced


def detection_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """The tokens that a generator put in, and the discriminator's probability for every token."""
    return section(
        columns,
        tr("Original or replaced?"),
        _detection_cell,
        ColourScale(PROBABILITY),
        note=NOTES["detection"].format(threshold=THRESHOLD),
        note_of=_counts_note,
        problem="",
    )


def _counts_note(column: MaskingColumn) -> str:
    detection = column.example.detection
    counts = None if detection is None else detection.counts
    if counts is None:
        return tr(
            "There is no generator in this folder: the discriminator reads the sentence as it is."
        )
    return tr(
        "True positives: {true} of {replaced} replaced tokens. "
        "False positives: {false} of {original} original tokens.",
        true=counts.true_positives,
        replaced=counts.num_replaced,
        false=counts.false_positives,
        original=counts.original,
    )


def _detection_cell(column: MaskingColumn) -> Drawing:
    detection, example = column.example.detection, column.example
    assert detection is not None
    chips = [_detection_chip(example, detection, at) for at in range(len(detection.labels))]
    row = token_row(chips, below=(tr("was"), "p"), selected=column.selected)
    return column.tag_drawing("detection", row)


def _detection_chip(example: MaskingExample, detection: DetectionResult, at: int) -> TokenChip:
    name, was = detection.labels[at], visible(example.names[at])
    probability, truth = float(detection.probability[at]), detection.truth(at)
    change = example.generated_token(at)
    origin = tr("a mask of the text itself") if truth is None else tr("original")
    if change is TokenChange.REPLACED:
        origin = tr("the generator put it in for {was}", was=was)
    elif change is TokenChange.UNCHANGED:
        origin = tr("the generator put in the true token")
    positive = probability >= THRESHOLD
    correct = "right" if truth == positive else "wrong"
    return TokenChip(
        text=name,
        change=change,
        heat=probability,
        below=(was if change is TokenChange.REPLACED else "", number(probability)),
        tip=tr(
            "{name}: {origin}; replaced with probability {probability}",
            name=visible(name),
            origin=origin,
            probability=number(probability),
        ),
        mark="" if truth is None or not (truth or positive) else correct,
    )


# ---- how two texts are related


def pair_section(columns: Sequence[MaskingColumn], pair: str) -> Drawing:
    """The probability of each class, for the texts as written and swapped."""
    if not pair.strip():
        hint = tr("Add a second sentence above, and its relation to the first is predicted here.")
        return Titled(TextBlock("", hint=hint), PAIR_TITLE)
    cells = [_pair_cell(column, verdict) for column in columns for verdict in column.example.pairs]
    return Titled(
        Stack(cells, gap=12) if cells else TextBlock(COMPUTING), PAIR_TITLE, note=NOTES["pairs"]
    )


def _pair_cell(column: MaskingColumn, verdict: PairPrediction) -> Drawing:
    both = []
    for title, values in ((tr("As written"), verdict.as_written), (tr("Swapped"), verdict.swapped)):
        classes = zip(verdict.classes, values, strict=True)
        bars = [Bar(tr(name), p, column.slot, strong=p == max(values)) for name, p in classes]
        both.append(Titled(Bars(bars), title))
    title = f"{column.title}: {tr(verdict.head.title).lower()}"
    return Titled(Row(both, gap=24, min_width=MIN_VERDICT), title, column.slot)
