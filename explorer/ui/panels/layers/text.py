"""Numbers and words of the Layers panel: table of the export, details, limits, captions."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from explorer.core.layers.request import (
    EXPERTS,
    INITIAL,
    LAYERS,
    LENS,
    NORMS,
    PLANE,
    TOKENS,
    WITH_COSINES,
)
from explorer.core.layers.states import layer_name
from explorer.core.layers.table import COLUMNS, rows_of
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.readable import all_cut_off
from explorer.core.table import Table
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.layers.experts import in_words
from explorer.ui.panels.layers.figure import truth_name
from explorer.ui.panels.layers.scene import LayersColumn, LayersScene

NOTES = panel_text("layers").notes
Rows = list[tuple[str, str]]


def table(scene: LayersScene) -> Table:
    """Every number of the view; cosines between tokens are those of the layer that is drawn."""
    rows = [
        (column.model.key, *row)
        for column in scene.measured_columns
        for row in rows_of(column.answer, scene.layer_in(column))
    ]
    return Table(("model", *COLUMNS[scene.view]), rows, title=tr("Layers"))


# ---- details


def details(scene: LayersScene) -> Details:
    """The selected token in every model, layer by layer; nothing without one."""
    rows: list[tuple[str, str]] = []
    for column in scene.measured_columns:
        if (token := column.token) is not None:
            name = visible(column.labels[token])
            rows.append((f"{column.model.letter}  {column.title}", f"{name} ({token})"))
            rows += DETAILS[scene.view](column, token)
    return Details(tr("The selected token, layer by layer"), tuple(rows)) if rows else Details()


def _lens_details(column: LayersColumn, token: int) -> Rows:
    lens = column.lens
    n = lens.index_of(token)
    if n is None:
        return [(tr("Prediction"), NOTES["not_predicted"])]
    return [(tr("Final answer"), visible(lens.answers[n])), (tr("Token"), truth_name(lens, n))] + [
        (step, f"{number(lens.probability[s, n])} #{lens.rank[s, n] + 1:,}")
        for s, step in enumerate(lens.steps)
    ]


def _layer_details(column: LayersColumn, token: int) -> Rows:
    """How like the state before each is."""
    names = column.layer_names
    cosines = np.diagonal(column.answer.alike[token], 1)
    titles = (tr("{first} to {second}", first=a, second=b) for a, b in pairwise(names))
    return list(zip(titles, map(number, cosines), strict=True))


def _token_details(column: LayersColumn, token: int) -> Rows:
    """The token that is most like it in each layer."""
    rows = []
    for n, name in enumerate(column.layer_names if len(column.labels) > 1 else ()):
        own = column.answer.alike[n, token].copy()
        own[token] = -2.0  # below every cosine
        best = int(own.argmax())
        most_like = f"{visible(column.labels[best])} {number(own[best])}"
        rows.append((tr("{name}, most like it", name=name), most_like))
    return rows


def _plane_details(column: LayersColumn, token: int) -> Rows:
    points = (map(number, plane.points[token]) for plane in column.answer.planes)
    return list(zip(column.layer_names, map(", ".join, points), strict=True))


def _norm_details(column: LayersColumn, token: int) -> Rows:
    norms = map(number, column.answer.norms[:, token])
    return list(zip(column.layer_names, norms, strict=True))


def _expert_details(column: LayersColumn, token: int) -> Rows:
    """The experts that the token passes in each layer, with their shares."""
    experts = column.experts
    layers = enumerate(map(layer_name, experts.layers))
    return [(name, in_words(experts.passed(layer, token))) for layer, name in layers]


def _initial_details(column: LayersColumn, token: int) -> Rows:
    """What each layer adds with scaling, as a share of the stream; a mean of all tokens."""
    found = column.answer.initial
    assert found is not None
    return [(layer_name(at), number(one)) for at, one in enumerate(found.scaled.shares, 1)]


DETAILS = {
    LENS: _lens_details,
    LAYERS: _layer_details,
    TOKENS: _token_details,
    PLANE: _plane_details,
    NORMS: _norm_details,
    INITIAL: _initial_details,
    EXPERTS: _expert_details,
}

# ---- limits and captions


def limits(scene: LayersScene) -> list[str]:
    """What the picture leaves out, or what differs between its models."""
    columns = scene.answered_columns
    texts = (
        (one.title, one.answer.states.encoding.num_cut, one.answer.card.num_positions)
        for one in columns
    )
    lines = all_cut_off(texts)
    lenses = [one for one in columns if one.answer.lens is not None]
    true_of = {
        "alone": [one.title for one in lenses if one.lens.alone],
        "untrained": [one.title for one in lenses if one.answer.card.guesses_untrained],
        "own_text": [one.title for one in columns if one.answer.states.is_generated],
    }
    notes = [f"{', '.join(titles)}: {NOTES[key]}" for key, titles in true_of.items() if titles]
    return [*lines, *notes]


def caption_settings(scene: LayersScene) -> list[str]:
    """For a caption: options that make the figure another."""
    parts = []
    if scene.options.every_token and scene.view == LENS:
        parts.append(tr("all tokens"))
    if scene.options.centred and scene.view in WITH_COSINES:
        parts.append(tr("states less the mean of the tokens"))
    if scene.view in (TOKENS, PLANE) and scene.options.at_input and scene.layer == 0:
        parts.append(tr("input of the first layer"))
    for column in scene.answered_columns:
        states = column.answer.states
        if len(states.streams) > 1:
            parts.append(f"{column.model.letter} {tr(states.stream.title).lower()}")
    return parts
