"""Numbers and words of the Two sentences panel: table of the export, details, captions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from explorer.core.localization import tr
from explorer.core.readable import all_cut_off, nats
from explorer.core.table import Table
from explorer.core.two_sentences.differences import AttentionDifferences, StateDifferences
from explorer.core.two_sentences.likelihood import Likelihoods
from explorer.core.two_sentences.patching import KIND_TITLES, PatchMap, columns_title
from explorer.core.two_sentences.request import ATTENTION, LIKELIHOOD, PATCHING, STATES
from explorer.ui.graphics.drawing import number
from explorer.ui.panel_base.columns import drop_failures
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.two_sentences.figure import Columns

TABLE_COLUMNS = {
    LIKELIHOOD: (
        *("model", "position_1", "token_1", "log_probability_1", "best_1"),
        *("position_2", "token_2", "log_probability_2", "best_2", "kl_nats"),
    ),
    STATES: ("model", "layer", "token_1", "token_2", "one_minus_cosine", "relative_distance"),
    ATTENTION: ("model", "layer", "head", "total_variation", "from", "to", "difference"),
    PATCHING: ("model", "patched", "layer", "token_or_head", "score", "effect"),
}


def table(view: str, columns: Columns) -> Table:
    """Every number of the view."""
    rows_of: dict[str, Callable[[Any], Iterator[tuple[Any, ...]]]] = {
        LIKELIHOOD: _likelihood_rows,
        STATES: _state_rows,
        ATTENTION: _attention_rows,
        PATCHING: _patch_rows,
    }
    rows = [
        (model.key, *row)
        for model, one in drop_failures(columns)
        for row in rows_of[view](one.result)
    ]
    return Table(TABLE_COLUMNS[view], rows, title=tr("Two sentences"))


def _likelihood_rows(result: Likelihoods) -> Iterator[tuple[Any, ...]]:
    sides = (result.first, result.aligned.first), (result.second, result.aligned.second)
    for pair in result.aligned.columns:
        cells: list[Any] = []
        for (score, labels), at in zip(sides, pair, strict=True):
            token = None if at is None else score.tokens.get(at)
            label = "" if at is None else labels[at]
            cells += [at, label, token and token.log, token and token.best]
        yield (*cells, result.kl.get(pair))  # type: ignore[arg-type]


def _state_rows(result: StateDifferences) -> Iterator[tuple[Any, ...]]:
    for layer, name in enumerate(result.names):
        for n, (one, other) in enumerate(result.aligned.pairs):
            labels = result.aligned.first[one], result.aligned.second[other]
            yield name, *labels, float(result.cosine[layer, n]), float(result.distance[layer, n])


def _attention_rows(result: AttentionDifferences) -> Iterator[tuple[Any, ...]]:
    names = result.aligned.names
    for layer, heads in enumerate(result.maps):
        for head, values in enumerate(heads):
            whole = float(result.heads[layer, head])
            for row, of in enumerate(names):
                for column, to in enumerate(names):
                    yield layer + 1, head + 1, whole, of, to, float(values[row, column])


def _patch_rows(result: PatchMap) -> Iterator[tuple[Any, ...]]:
    effects, whole = result.effect(result.scores), result.effect(result.whole)
    for row, layer in enumerate(result.rows):
        for column, name in enumerate(result.columns):
            score, effect = result.scores[row, column], effects[row, column]
            yield result.kind, layer, name, float(score), float(effect)
        everything = columns_title(result.kind)
        yield result.kind, layer, everything, float(result.whole[row]), float(whole[row])


def details(columns: Columns) -> Details:
    """The main numbers of each model."""
    rows: list[tuple[str, str]] = []
    for model, answer in drop_failures(columns):
        rows.append((f"{model.letter}  {model.title}", ""))
        match answer.result:
            case Likelihoods(first=first, second=second):
                rows += [(answer.names[0], nats(first.total))]
                rows += [(answer.names[1], nats(second.total))]
            case PatchMap() as result:
                what = tr("Log-odds") if result.words[1] else result.words[0].capitalize()
                ends = zip(answer.names, result.ends, strict=True)
                rows += [(f"{what}, {name}", number(end)) for name, end in ends if end is not None]
            case StateDifferences(stream=stream) | AttentionDifferences(stream=stream):
                rows += [(tr("Part of the model"), stream)]
    return Details(tr("Two sentences"), tuple(rows)) if rows else Details()


def limits(columns: Columns) -> list[str]:
    """What was cut off."""
    return all_cut_off(
        (model.title, max(answer.result.aligned.num_cut), answer.card.num_positions)
        for model, answer in drop_failures(columns)
    )


def caption_settings(columns: Columns) -> list[str]:
    """For a caption: the second side, and what is patched."""
    parts: list[str] = []
    for model, answer in drop_failures(columns):
        sides = answer.sides
        texts = dict(zip(answer.names, (sides.first.text, sides.second.text), strict=True))
        other = (
            tr("second sentence “{texts}”", texts=texts[answer.names[1]])
            if sides.one_model
            else tr("two models")
        )
        if other not in parts:
            parts.append(other)
        if isinstance(result := answer.result, PatchMap):
            into, of = answer.names
            what = ", ".join(filter(None, result.words))
            parts.append(
                tr(
                    "{model} patches {result} of {of} into {into}: {what}",
                    model=model.letter,
                    result=KIND_TITLES[result.kind],
                    of=of,
                    into=into,
                    what=what,
                )
            )
    return parts
