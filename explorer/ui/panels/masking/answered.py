"""What the models answer: predictions, verdicts about tokens, and about two texts."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking.example import MaskingExample
from explorer.core.masking.judgements import (
    THRESHOLD,
    DetectionResult,
    PairVerdict,
    detection_counts,
)
from explorer.core.masking.predictions import MaskPrediction, mean_loss
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.table_drawing import Cell, Column, TableDrawing, TableRow
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import (
    COMPUTING,
    PROBABILITY,
    SEE_ABOVE,
    MaskingColumn,
    MaskingTag,
    Role,
    Texts,
    section,
)
from models.schema.records import Change

MAX_TRUTH, MIN_CHIP, MAX_CHIP = 96.0, 36.0, 110.0  # pixels
UNKNOWN = "?"  # in place of the truth, where the text itself holds a mask
MAX_GUESS_ROWS = 16  # the others are in the table, and one by one when they are selected
UNASKED_BARS = 6  # candidates where nobody selected a place
MIN_ROWS = 220.0  # pixels for a column of predictions

# ---- what is predicted


def predicted(columns: Sequence[MaskingColumn]) -> Drawing:
    """The best predictions at every place that is asked for."""
    texts = Texts(
        "What each model predicts",
        "Softmax over the whole vocabulary at temperature 1. Below the truth stands its own "
        "probability and, where it does not come first, its rank (#).",
        of_column=_loss_note,
        problem=SEE_ABOVE,
    )
    return section(columns, texts, _predictions, ColourScale(PROBABILITY))


def _loss_note(column: MaskingColumn) -> str:
    """The mean loss over the places whose truth is known."""
    example = column.example
    if example.loss is None:
        return ""
    known = sum(guess.probability is not None for guess in example.guesses)
    positions = f"{known:,} position" + ("s" if known != 1 else "")
    return f"{number(example.loss)} nats per token over {positions}, predicted {_side(example)}"


def _side(example: MaskingExample) -> str:
    if example.answers_apart:
        return "from the whole text fed and what is written before"
    if example.order is not None:
        return "from what its turn lets it see, on both sides"
    return "from the left only" if example.causal else "from both sides"


def _predictions(column: MaskingColumn) -> Drawing:
    example = column.example
    if not example.whole:
        return TextBlock(COMPUTING)
    if example.card is None or example.card.token_head is None:
        return TextBlock("This model predicts no tokens; it judges them, see below.")
    if not example.guesses:
        return _nothing_hidden(example)
    parts = [_seen_strip(column) if example.causal else _asked_rows(column)]
    chosen = _chosen_guess(column)
    if chosen is not None:
        parts.append(_candidates(column, chosen))
    return Stack(parts, gap=12)


def _nothing_hidden(example: MaskingExample) -> Drawing:
    if example.causal:
        alone = "One token alone has nothing to its left, so nothing is predicted."
        return TextBlock(alone, hint="Write on.")
    if example.answers_apart and example.written_gaps:
        nobody = "Nobody knows what belongs into these gaps."
        return TextBlock(f"{nobody} What the decoder writes stands below.")
    hint = "Click a token above to mask it, or let the objective draw."
    return TextBlock("Nothing is hidden.", hint=hint)


def _chosen_guess(column: MaskingColumn) -> MaskPrediction | None:
    """The place that is selected; in a causal model else the one that surprised it most."""
    example = column.example
    found = None if column.selected is None else example.guess_of(column.selected)
    if found is not None or not example.causal:
        return found
    return min(example.guesses, key=lambda guess: guess.probability or 0.0)


def _asked_rows(column: MaskingColumn) -> Drawing:
    """The rows of predictions; twice where the model can do without the stream that makes them."""
    example = column.example
    assert example.card is not None
    streams = example.card.optional_streams
    if streams is None or not example.without_stream:
        return _guess_rows(column, example.guesses, "guess")
    behind, alone = (stream.title for stream in streams)
    return Row(
        [
            _titled_rows(column, example.guesses, "guess", behind),
            _titled_rows(column, example.without_stream, "spared", f"{alone} alone"),
        ],
        gap=24,
        min_width=MIN_ROWS,
    )


def _titled_rows(
    column: MaskingColumn, guesses: Sequence[MaskPrediction], role: Role, title: str
) -> Drawing:
    loss = mean_loss(guesses)
    note = "" if loss is None else f"{number(loss)} nats per token"
    return Titled(_guess_rows(column, guesses, role), title, note=note)


def _guess_rows(column: MaskingColumn, guesses: Sequence[MaskPrediction], role: Role) -> Drawing:
    drawn = predictions_table(guesses[:MAX_GUESS_ROWS], column.selected_place)
    parts: list[Drawing] = [Tagged(drawn, MaskingTag(role, column.example.key))]
    if (left := len(guesses) - len(drawn.rows)) > 0:
        hint = "Select a token above to see its own."
        parts.append(TextBlock(f"{left:,} more positions are not drawn.", hint=hint))
    return Stack(parts, gap=4)


def predictions_table(guesses: Sequence[MaskPrediction], selected: int | None) -> TableDrawing:
    """A row for each position, with as many candidates as there is room for."""
    rows = [_guess_row(guess) for guess in guesses]
    count = max((len(row.cells) for row in rows), default=2) - 2
    columns = [
        Column(right=True),
        Column(most=MAX_TRUTH),
        *[Column(least=MIN_CHIP, most=MAX_CHIP, optional=True)] * count,
    ]
    return TableDrawing(columns, rows, selected=selected, row_clicks=True)


def _guess_row(guess: MaskPrediction) -> TableRow:
    """The truth over its own probability, then the candidates, the most probable first."""
    truth = visible(guess.truth) if guess.truth is not None else UNKNOWN
    best = ", ".join(f"{visible(token)} {number(p)}" for token, p in guess.candidates[:5])
    stood = f"{truth} stood here. " if guess.truth is not None else ""
    candidates = (
        Cell(visible(token), below=number(p), heat=p, correct=rank == guess.right)
        for rank, (token, p) in enumerate(guess.candidates)
    )
    own = Cell(truth, below=_truth_note(guess), bold=True, muted=guess.truth is None)
    cells = (Cell(str(guess.place), small=True, muted=True), own, *candidates)
    return TableRow(cells, group=guess.place, tip=f"Position {guess.place}: {stood}{best}")


def _truth_note(guess: MaskPrediction) -> str:
    """The probability of the truth, and its rank where that is not the first."""
    if guess.probability is None or guess.right is None:
        return ""
    rank = "" if guess.right == 0 else f" #{guess.right + 1:,}"
    return f"{number(guess.probability)}{rank}"


def _seen_strip(column: MaskingColumn) -> Drawing:
    """Each token of a causal model over the probability that it was given."""
    example = column.example
    known = {guess.place: guess for guess in example.guesses}
    chips = [_seen_chip(name, known.get(at)) for at, name in enumerate(example.names)]
    chosen = _chosen_guess(column)
    strip = token_row(chips, below=("p",), selected=chosen.place if chosen else None)
    return Tagged(strip, MaskingTag("seen", example.key))


def _seen_chip(name: str, guess: MaskPrediction | None) -> TokenChip:
    if guess is None or guess.probability is None:
        return TokenChip(
            name, below=("–",), dimmed=True, tip=f"{visible(name)}: nothing is left of it"
        )
    best = ", ".join(f"{visible(token)} {number(p)}" for token, p in guess.candidates[:5])
    tip = f"{visible(name)} {number(guess.probability)}; most probable were {best}"
    return TokenChip(name, heat=guess.probability, below=(number(guess.probability),), tip=tip)


def _candidates(column: MaskingColumn, guess: MaskPrediction) -> Drawing:
    selected = guess.place == column.selected_place
    shown = guess.candidates if selected else guess.candidates[:UNASKED_BARS]
    without_stream = column.example.prediction_without_stream(guess.place)
    without = dict(without_stream.candidates) if without_stream else {}
    bars = [
        Bar(
            visible(token),
            probability,
            column.slot,
            strong=rank == guess.right,
            ghost=without.get(token),
        )
        for rank, (token, probability) in enumerate(shown)
    ]
    if guess.truth is not None and guess.right is not None and guess.right >= len(bars):
        p = guess.probability or 0.0
        rank = f"{number(p)}, #{guess.right + 1:,}"
        bars.append(Bar(visible(guess.truth), p, column.slot, rank, strong=True))
    name = visible(guess.truth) if guess.truth is not None else "nobody knows"
    note = "" if selected else "Expected least of all."
    hint = "" if selected else "Select another token to see its own."
    if (
        without
        and column.example.card is not None
        and (streams := column.example.card.optional_streams)
    ):
        note = f"The outline is the probability without the {streams[0].title.lower()}."
    return Titled(Bars(bars), f"Position {guess.place}: {name}", note=note, hint=hint)


# ---- original or replaced


def judged(columns: Sequence[MaskingColumn]) -> Drawing:
    """What a generator put in, and what the discriminator says of every token."""
    texts = Texts(
        "Original or replaced?",
        "The discriminator's probability that each token was replaced, the sigmoid of its logit; "
        f"from {THRESHOLD} on, the token counts as judged replaced. A tick: a true "
        "positive. A cross: a false positive or a false negative. No mark: a true negative. "
        "Italic: the generator put in another token; outlined: it put in the true token, which "
        "counts as original.",
        of_column=_verdict_note,
    )
    shown = [column for column in columns if column.example.judged is not None]
    return section(shown, texts, _judged_strip, ColourScale(PROBABILITY))


def _verdict_note(column: MaskingColumn) -> str:
    judged = column.example.judged
    if judged is None or judged.replaced is None:
        return "There is no generator in this folder: the sentence is judged as it stands."
    found = detection_counts(judged.replaced[judged.known], judged.probability[judged.known])
    original = found.false_positives + found.true_negatives
    return (
        f"True positives: {found.true_positives} of {found.replaced} replaced tokens. "
        f"False positives: {found.false_positives} of {original} original tokens."
    )


def _judged_strip(column: MaskingColumn) -> Drawing:
    judged, example = column.example.judged, column.example
    assert judged is not None
    chips = [_judged_chip(example, judged, at) for at in range(len(judged.labels))]
    strip = token_row(chips, below=("was", "p"), selected=column.selected)
    return Tagged(strip, MaskingTag("judged", example.key))


def _judged_chip(example: MaskingExample, judged: DetectionResult, at: int) -> TokenChip:
    probability = float(judged.probability[at])
    change = _put_in(example, judged, at)
    was = visible(example.names[at])
    truth = {Change.REPLACED: f"put in for {was}", Change.UNCHANGED: "put in, and rightly"}
    kept = "as it stands in the text" if judged.truth(at) is None else "original"
    said = f"{truth.get(change, kept)}; replaced with probability {number(probability)}"
    return TokenChip(
        text=judged.labels[at],
        change=change,
        heat=probability,
        below=(was if change is Change.REPLACED else "", number(probability)),
        tip=f"{visible(judged.labels[at])}: {said}",
        mark=_mark(judged, at),
    )


def _put_in(example: MaskingExample, judged: DetectionResult, at: int) -> Change:
    """What the generator did to a token; one that it guessed rightly is unchanged."""
    if judged.replaced is None or example.corruption is None:
        return Change.KEPT
    if judged.replaced[at]:
        return Change.REPLACED
    drawn = example.corruption.change[at] != Change.KEPT
    return Change.UNCHANGED if drawn else Change.KEPT


def _mark(judged: DetectionResult, at: int) -> str:
    replaced, called = judged.truth(at), bool(judged.probability[at] >= THRESHOLD)
    if replaced is None:
        return ""
    if replaced:
        return "right" if called else "wrong"
    return "wrong" if called else ""


# ---- how two texts are related

MIN_VERDICT = 150.0
PAIR_TITLE = "How are the two texts related?"


def pairs(columns: Sequence[MaskingColumn], pair: str) -> Drawing:
    """The probability of each class, with the texts as they are and the other way round."""
    if not pair.strip():
        hint = "Add a second sentence above, and it is judged here."
        return Titled(TextBlock("", hint=hint), PAIR_TITLE)
    note = (
        "Softmax of the head at [CLS], with nothing hidden. Next sentence: does the second text "
        "follow, or is it from elsewhere? Sentence order: are both in order, or swapped?"
    )
    cells = [
        _pair_verdict(column, verdict)
        for column in columns
        if column.judges_pairs and not column.example.problem
        for verdict in column.example.pairs
    ]
    return Titled(Stack(cells, gap=12) if cells else TextBlock(COMPUTING), PAIR_TITLE, note=note)


def _pair_verdict(column: MaskingColumn, verdict: PairVerdict) -> Drawing:
    ways = [
        Titled(_class_bars(column, verdict, verdict.as_written), "As written"),
        Titled(_class_bars(column, verdict, verdict.swapped), "The other way round"),
    ]
    title = f"{column.title}: {verdict.head.title.lower()}"
    return Titled(Row(ways, gap=24, min_width=MIN_VERDICT), title, column.slot)


def _class_bars(
    column: MaskingColumn, verdict: PairVerdict, probabilities: Sequence[float]
) -> Bars:
    best = max(probabilities)
    return Bars(
        [
            Bar(name, p, column.slot, strong=p == best)
            for name, p in zip(verdict.classes, probabilities, strict=True)
        ]
    )
