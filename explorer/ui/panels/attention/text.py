"""The words about the attention figure: titles, limits, captions, details, ablations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.attention.head_effect import AffectedToken
from explorer.core.attention.heads import mean_of
from explorer.core.attention.inputs import MAX_GENERATED, decoder_feed
from explorer.core.attention.request import AttentionAnswer, AttentionOptions
from explorer.core.attention.view import AttentionView
from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.readable import all_cut_off
from explorer.core.state.state import Selection
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.maps.head_lines import MANY_ROWS
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.attention.scene import AttentionColumn, AttentionScene, View
from explorer.ui.style.colours import SPACINGS

FACTS = (  # of a head: the name, the title, and the unit of what is no share
    ("entropy", tr("Entropy"), tr("nats")),
    ("distance", tr("Mean distance"), tr("tokens")),
    ("back", tr("Back ").rstrip(), ""),  # to earlier tokens, not the button Back
    ("itself", tr("To itself"), ""),
    ("ahead", tr("Ahead"), ""),
)
MAPS = ("map", "both", "terms")  # views that mark the blocks of a pair
SPREAD = tr("How far each term spreads the scores")
NOTES = panel_text("attention").notes


# ---- notes and captions


def limits(columns: Sequence[AttentionColumn], view: View, seed: int) -> list[str]:
    """What the picture leaves out, or changes."""
    models: dict[str, list[str]] = {}  # of which a line is true
    for column in columns:
        notes = column.answer.thumbnails.note, *_nearest(column), *_inputs(column, seed)
        for line in filter(None, notes):
            models.setdefault(line, []).append(column.title)
    lines = [f"{', '.join(titles)}: {line}" for line, titles in models.items()]
    longest = max((len(column.view.rows) for column in columns), default=0)
    if view in ("lines", "both") and longest > MANY_ROWS:
        lines.append(NOTES["strongest_lines"])
    if view in MAPS and any(column.view.blocks for column in columns):
        lines.append(NOTES["blocks"])
    if view == "blocks" and any(column.hops is not None for column in columns):
        lines.append(NOTES["hops"])
    views = [(column.title, column.view) for column in columns]
    texts = ((name, one.encoding.num_cut, one.card.num_positions) for name, one in views)
    decoder = ((name, one.fed.num_cut, one.card.num_positions) for name, one in views)
    cut = [*all_cut_off(texts), *all_cut_off(decoder, tr("decoder's text"))]
    return [*cut, *lines, *_hidden(columns)]


def _nearest(column: AttentionColumn) -> list[str]:
    """Return notes where a model has fewer layers or heads than chosen."""
    maps, (layer, head) = column.view.maps, column.place
    lines = []
    if layer != column.chosen[0]:
        lines.append(tr("It has {count} layers here; this is the last.", count=maps.num_layers))
    if head != column.chosen[1]:
        lines.append(
            plural(
                maps.num_heads,
                "It has one head per layer; this is the last.",
                "It has {count} heads per layer; this is the last.",
            )
        )
    return lines


def _inputs(column: AttentionColumn, seed: int) -> list[str]:
    """What it is fed that is not in the text."""
    view, lines = column.view, []
    if view.fed.order:
        lines.append(NOTES[f"order_{view.fed.order}"].format(seed=seed))
    if view.row_without_visible is not None:
        token = visible(view.rows.labels[view.row_without_visible])
        lines.append(NOTES["first_in_order"].format(token=token))
    if decoder_feed(view.card.spec) is not None and view.encoding.pair is not None:
        lines.append(NOTES["two_texts"])
    length = len(view.model_input)
    if view.num_padded != length:
        lines.append(NOTES["padded"].format(length=length, padded=view.num_padded))
    if view.rows.size > 1:
        lines.append(NOTES["by_blocks"].format(length=length, size=view.rows.size))
    if view.fed.is_generated and not view.rows.of_text:
        lines.append(NOTES["own_output"].format(count=MAX_GENERATED))
    return lines


def _hidden(columns: Sequence[AttentionColumn]) -> list[str]:
    """What hiding special tokens did to the rows that are left."""
    hidden = [column for column in columns if column.view.num_hidden]
    if not hidden:
        return []
    shares = ", ".join(f"{column.model.letter} {column.view.removed:.0%}" for column in hidden)
    lines = [NOTES["hidden"].format(shares=shares)]
    if empty := sum(column.view.num_empty for column in hidden):
        rows = sum(column.view.num_rows for column in hidden)
        lines.append(NOTES["empty"].format(rows=rows, empty=empty))
    return [" ".join(lines)]


def caption_settings(columns: Sequence[AttentionColumn], options: AttentionOptions) -> list[str]:
    """For a caption: what differs from the defaults, and the scale of the maps."""
    lines = [line for column in columns for line in _made_with(column, options)]
    if any(column.view.num_hidden for column in columns):
        lines.append(tr("without special tokens"))
    if columns:
        lines.append(tr("weights on a {scale}", scale=SPACINGS[options.root_scale]))
    return lines


def _made_with(column: AttentionColumn, options: AttentionOptions) -> list[str]:
    """Return the options behind one model's map; layers and heads are counted from one."""
    view, answer, spec = column.view, column.answer, column.view.card.spec
    several = len(view.streams) > 1
    parts: list[str] = []
    if several and options.streams.get(spec.name) == view.stream.name:
        parts.append(tr(view.stream.title).lower())
    for head in answer.off:
        stream = f"{tr(spec.stream(head.stream).title).lower()} " if several else ""
        place = {"layer": head.layer + 1, "head": head.head + 1}
        parts.append(tr("without {stream}layer {layer} head {head}", stream=stream, **place))
    parts += [tr("without {part}", part=tr(title).lower()) for title in answer.ablated_extras]
    if view.fed.variant:
        parts.append(tr(view.fed.variant).lower())
    if view.fed.written and not view.fed.is_generated:
        parts.append(tr("decoder fed “{text}”", text=view.fed.written.strip()))
    if spec.reads_order and not options.with_order:
        parts.append(tr("without an order"))
    return [f"{column.model.letter} {line}" for line in parts]


def place_name(layer: int | None, head: int | None) -> str:
    """Which map it is, counted from one as everywhere on the screen."""
    if layer is None:
        return (
            tr("Average of all heads")
            if head is None
            else tr("Head {head}, average of the layers", head=head + 1)
        )
    if head is None:
        return tr("Layer {layer}, average of its heads", layer=layer + 1)
    return tr("Layer {layer}, head {head}", layer=layer + 1, head=head + 1)


def short_place(layer: int | None, head: int | None) -> str:
    """Return a short name of a map for little room."""
    if layer is None:
        return tr("Average") if head is None else tr("Head {head}", head=head + 1)
    return tr("Layer {layer}", layer=layer + 1) if head is None else f"L{layer + 1} H{head + 1}"


# ---- words of a pair


def alignment_note(view: AttentionView, layer: int | None, head: int | None) -> str:
    """How well attention links the words of a pair, here and over held-out pairs."""
    words = view.alignment
    if words is None:
        return NOTES["no_alignment"]
    rate, over = words.error_rate(layer, head), words.held_out
    lines = [NOTES["alignment" if words.is_known else "unknown_alignment"]]
    if rate is not None:
        lines.append(tr("Alignment error rate of this pair: {rate:.0%}.", rate=rate))
    if over is not None and (measured := over.rates.get((layer, head))) is not None:
        best, lowest = over.best_layer
        lines.append(
            tr(
                "Over {count} held-out pairs: {measured:.0%}; the best layer, averaged over its "
                "heads, is layer {best} with {lowest:.0%}.",
                count=over.num_pairs,
                measured=measured,
                best=best + 1,
                lowest=lowest,
            )
        )
    return " ".join(line.strip() for line in lines)


# ---- ablations


def ablation_title(answer: AttentionAnswer) -> str:
    """What is switched off, in a few words."""
    parts = [tr(title).lower() for title in answer.ablated_extras]
    if answer.off:
        parts.insert(0, plural(len(answer.off), "{count} head", "{count} heads"))
    return tr("Without {parts}", parts=tr(" and ").join(parts))


def effect_note(answer: AttentionAnswer) -> str:
    """The change of the loss, in one line."""
    if answer.effect is None:
        if answer.measuring:
            return tr("Measuring the change of the loss …")
        return tr("No head here predicts tokens, so there is no loss.")
    before, after = answer.effect.loss_before, answer.effect.loss_after
    sign = "+" if after >= before else "−"
    return tr(
        "Loss {before:.3f} → {after:.3f} nats ({sign}{change:.3f}): {basis}.",
        before=before,
        after=after,
        sign=sign,
        change=abs(after - before),
        basis=answer.effect.basis,
    )


def probabilities(place: AffectedToken) -> str:
    """How probable the truth is before and after."""
    return f"{number(place.before)} → {number(place.after)}"


def best_note(place: AffectedToken) -> str:
    """What is most probable at a place, before and after.

    Empty where that is the truth, whose numbers are there already, and where flags are predicted.
    """
    before, after = place.best_before, place.best_after
    if before is None or after is None:
        return ""
    if (before.probability, after.probability) == (place.before, place.after):
        return ""
    name = "" if after.label == before.label else f"{visible(after.label)} "
    return (
        f"{visible(before.label)} {number(before.probability)} → {name}{number(after.probability)}"
    )


# ---- what is selected


def details(scene: AttentionScene) -> Details:
    """The chosen head and token in each model, and what an ablation costs it."""
    columns, nothing = scene.answered_columns, scene.selection == Selection()
    ablated = [column for column in columns if column.answer.is_ablated]
    if not columns or (nothing and scene.written is None and not ablated):
        return Details()
    rows = [row for column in columns for row in _detail_rows(column)]
    notes = [NOTES["spread"]] if any(column.view.terms for column in columns) else []
    notes.append("\n".join(f"{c.title}: {effect_note(c.answer)}" for c in ablated))
    text = "\n\n".join(filter(None, notes))
    return Details(place_name(*scene.head), tuple(rows), text)


def _detail_rows(column: AttentionColumn) -> list[tuple[str, str]]:
    """The chosen head and token of one model."""
    rows = [(f"{column.model.letter}  {column.title}", "")]
    for name, title, unit in FACTS:
        values = column.view.facts.of(name)
        if values is not None:
            value = mean_of(values, *column.place)
            rows.append((title, f"{number(value)} {unit}" if unit else f"{value:.1%}"))
    affected = [(visible(place.label), probabilities(place)) for place in column.affected_tokens]
    if affected:
        rows += [(tr("Probability before → after"), ""), *affected]
    return [*rows, *_spreads(column), *_token_rows(column)]


def _spreads(column: AttentionColumn) -> list[tuple[str, str]]:
    """How much each term moves the scores, as the note on it says."""
    spreads = []
    for term in column.view.terms:
        values = term.maps.pick(*column.chosen)  # (R, C)
        spreads.append((tr(term.spec.title), number(float(values.std(-1).mean()))))
    return [(SPREAD, ""), *spreads] if spreads else []


def _token_rows(column: AttentionColumn) -> list[tuple[str, str]]:
    view, weights, (row, at) = column.view, column.weights, column.focus
    rows = []
    if row is not None:
        to, token = int(weights[row].argmax()), visible(view.rows.labels[row])
        place = tr("{token} (position\u00a0{place})", token=token, place=view.rows.places[row])
        rows.append((tr("Token"), place))
        rows.append(
            (tr("Attends most to"), _format_weight(view.columns.labels[to], weights[row, to]))
        )
    if at is not None:
        by = int(weights[:, at].argmax())
        if row is None:
            rows.append((tr("Token"), visible(view.columns.labels[at])))
        rows.append(
            (tr("Attended to most by"), _format_weight(view.rows.labels[by], weights[by, at]))
        )
    return rows


def _format_weight(name: str, weight: np.floating) -> str:
    return f"{visible(name)} {number(float(weight))}"


# ---- marks
