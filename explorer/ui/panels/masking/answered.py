"""The predictions of the models: tokens, replaced tokens, and how two texts are related."""

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
UNKNOWN = "?"  # in place of the true token, where the text itself holds a mask
MAX_GUESS_ROWS = 16  # the others are in the table, and one by one when they are selected
UNSELECTED_BARS = 6  # candidates where no position is selected
MIN_ROWS = 220.0  # pixels for a column of predictions

# ---- what is predicted


def predicted(columns: Sequence[MaskingColumn]) -> Drawing:
    """The best predictions at every position that has a target."""
    texts = Texts(
        "What each model predicts",
        "Softmax over the whole vocabulary at temperature 1. Below the true token: its probability "
        "and, if it is not the most probable token, its rank (#).",
        of_column=_loss_note,
        problem=SEE_ABOVE,
    )
    return section(columns, texts, _predictions, ColourScale(PROBABILITY))


def _loss_note(column: MaskingColumn) -> str:
    """The mean loss over the positions whose true token is known."""
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
        return "from the tokens earlier in the order, on both sides"
    return "from the left only" if example.causal else "from both sides"


def _predictions(column: MaskingColumn) -> Drawing:
    example = column.example
    if not example.whole:
        return TextBlock(COMPUTING)
    if example.card is None or example.card.token_head is None:
        return TextBlock("This model predicts no tokens; it classifies them, see below.")
    if not example.guesses:
        return _nothing_masked(example)
    parts = [_seen_strip(column) if example.causal else _prediction_rows(column)]
    chosen = _chosen_guess(column)
    if chosen is not None:
        parts.append(_candidates(column, chosen))
    return Stack(parts, gap=12)


def _nothing_masked(example: MaskingExample) -> Drawing:
    if example.causal:
        alone = "One token alone has nothing to its left, so nothing is predicted."
        return TextBlock(alone, hint="Write more.")
    if example.answers_apart and example.written_gaps:
        unknown = "The true tokens of these masked positions are unknown."
        return TextBlock(f"{unknown} What the decoder writes is below.")
    hint = "Click a token above to mask it, or let the objective sample."
    return TextBlock("Nothing is masked.", hint=hint)


def _chosen_guess(column: MaskingColumn) -> MaskPrediction | None:
    """The selected position; in a causal model, else the one with the highest loss."""
    example = column.example
    guess = None if column.selected is None else example.guess_of(column.selected)
    if guess is not None or not example.causal:
        return guess
    return min(example.guesses, key=lambda guess: guess.probability or 0.0)


def _prediction_rows(column: MaskingColumn) -> Drawing:
    """The rows of predictions; twice where the model can do without the stream that makes them."""
    example = column.example
    assert example.card is not None
    streams = example.card.optional_streams
    if streams is None or not example.without_stream:
        return _guess_rows(column, example.guesses, "guess")
    with_stream, alone = (stream.title for stream in streams)
    return Row(
        [
            _titled_rows(column, example.guesses, "guess", with_stream),
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
    table = predictions_table(guesses[:MAX_GUESS_ROWS], column.selected_place)
    parts: list[Drawing] = [Tagged(table, MaskingTag(role, column.example.key))]
    if (left := len(guesses) - len(table.rows)) > 0:
        hint = "Select a token above to see its own."
        parts.append(TextBlock(f"{left:,} more positions are in the table only.", hint=hint))
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
    """The true token over its probability, then the candidates, the most probable first."""
    truth = visible(guess.truth) if guess.truth is not None else UNKNOWN
    best = ", ".join(f"{visible(token)} {number(p)}" for token, p in guess.candidates[:5])
    true_token = f"True token: {truth}. Predicted: " if guess.truth is not None else ""
    candidates = (
        Cell(visible(token), below=number(p), heat=p, correct=rank == guess.right)
        for rank, (token, p) in enumerate(guess.candidates)
    )
    own = Cell(truth, below=_truth_note(guess), bold=True, muted=guess.truth is None)
    cells = (Cell(str(guess.place), small=True, muted=True), own, *candidates)
    return TableRow(cells, group=guess.place, tip=f"Position {guess.place}: {true_token}{best}")


def _truth_note(guess: MaskPrediction) -> str:
    """The probability of the true token, and its rank where that is not the first."""
    if guess.probability is None or guess.right is None:
        return ""
    rank = "" if guess.right == 0 else f" #{guess.right + 1:,}"
    return f"{number(guess.probability)}{rank}"


def _seen_strip(column: MaskingColumn) -> Drawing:
    """Each token that a causal model predicts, over its probability."""
    example = column.example
    known = {guess.place: guess for guess in example.guesses}
    chips = [_seen_chip(name, known.get(at)) for at, name in enumerate(example.names)]
    chosen = _chosen_guess(column)
    strip = token_row(chips, below=("p",), selected=chosen.place if chosen else None)
    return Tagged(strip, MaskingTag("seen", example.key))


def _seen_chip(name: str, guess: MaskPrediction | None) -> TokenChip:
    if guess is None or guess.probability is None:
        return TokenChip(
            name, below=("–",), dimmed=True, tip=f"{visible(name)}: there is no token to its left"
        )
    best = ", ".join(f"{visible(token)} {number(p)}" for token, p in guess.candidates[:5])
    tip = f"{visible(name)} {number(guess.probability)}; most probable: {best}"
    return TokenChip(name, heat=guess.probability, below=(number(guess.probability),), tip=tip)


def _candidates(column: MaskingColumn, guess: MaskPrediction) -> Drawing:
    selected = guess.place == column.selected_place
    candidates = guess.candidates if selected else guess.candidates[:UNSELECTED_BARS]
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
        for rank, (token, probability) in enumerate(candidates)
    ]
    if guess.truth is not None and guess.right is not None and guess.right >= len(bars):
        p = guess.probability or 0.0
        rank = f"{number(p)}, #{guess.right + 1:,}"
        bars.append(Bar(visible(guess.truth), p, column.slot, rank, strong=True))
    name = visible(guess.truth) if guess.truth is not None else "true token unknown"
    note = "" if selected else "The least expected token."
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
    """The tokens that a generator put in, and the discriminator's probability for every token."""
    texts = Texts(
        "Original or replaced?",
        "The discriminator's probability that each token was replaced, the sigmoid of its logit; "
        f"from {THRESHOLD} on, the token counts as judged replaced. A tick: a true "
        "positive. A cross: a false positive or a false negative. No mark: a true negative. "
        "Italic: the generator put in another token; outlined: it put in the true token, which "
        "counts as original.",
        of_column=_verdict_note,
    )
    detecting = [column for column in columns if column.example.judged is not None]
    return section(detecting, texts, _judged_strip, ColourScale(PROBABILITY))


def _verdict_note(column: MaskingColumn) -> str:
    judged = column.example.judged
    if judged is None or judged.replaced is None:
        return (
            "There is no generator in this folder: the discriminator reads the sentence as it is."
        )
    counts = detection_counts(judged.replaced[judged.known], judged.probability[judged.known])
    original = counts.false_positives + counts.true_negatives
    return (
        f"True positives: {counts.true_positives} of {counts.replaced} replaced tokens. "
        f"False positives: {counts.false_positives} of {original} original tokens."
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
    truth = {
        Change.REPLACED: f"the generator put it in for {was}",
        Change.UNCHANGED: "the generator put in the true token",
    }
    unchanged = "a mask of the text itself" if judged.truth(at) is None else "original"
    tip = f"{truth.get(change, unchanged)}; replaced with probability {number(probability)}"
    return TokenChip(
        text=judged.labels[at],
        change=change,
        heat=probability,
        below=(was if change is Change.REPLACED else "", number(probability)),
        tip=f"{visible(judged.labels[at])}: {tip}",
        mark=_mark(judged, at),
    )


def _put_in(example: MaskingExample, judged: DetectionResult, at: int) -> Change:
    """What the generator did to a token; unchanged where it predicted the true one."""
    if judged.replaced is None or example.corruption is None:
        return Change.KEPT
    if judged.replaced[at]:
        return Change.REPLACED
    sampled = example.corruption.change[at] != Change.KEPT
    return Change.UNCHANGED if sampled else Change.KEPT


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
    """The probability of each class, for the texts as written and swapped."""
    if not pair.strip():
        hint = "Add a second sentence above, and its relation to the first is predicted here."
        return Titled(TextBlock("", hint=hint), PAIR_TITLE)
    note = (
        "Softmax of the head at [CLS], with nothing masked. Next sentence: does the second text "
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
        Titled(_class_bars(column, verdict, verdict.swapped), "Swapped"),
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
