"""Numbers and words of the Layers panel: table of the export, details, limits, captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from explorer.core.layers.request import LAYERS, LENS, NORMS, PLANE, TOKENS
from explorer.core.localization import tr
from explorer.core.readable import all_cut_off
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.layers.figure import truth_name
from explorer.ui.panels.layers.scene import LayersColumn, LayersScene, titles

NOTES = panel_text("layers").notes
TABLE_COLUMNS = {
    LENS: (
        *("model", "layer", "position", "token", "best", "best_probability"),
        *("answer", "probability", "rank", "kl_nats"),
    ),
    LAYERS: ("model", "position", "token", "layer", "other_layer", "cosine"),
    TOKENS: ("model", "layer", "position", "token", "other_position", "other_token", "cosine"),
    PLANE: ("model", "layer", "position", "token", "first", "second", "share_1", "share_2"),
    NORMS: ("model", "layer", "position", "token", "norm"),
}


def table(scene: LayersScene) -> Table:
    """Every number of the view; cosines between tokens are those of the layer that is drawn."""
    rows: list[Sequence[Any]] = []
    for column in scene.measured:
        rows += [(column.model.key, *row) for row in ROWS[scene.view](scene, column)]
    return Table(TABLE_COLUMNS[scene.view], rows, title=tr("Layers"))


def _lens_rows(scene: LayersScene, column: LayersColumn) -> Iterator[tuple[Any, ...]]:
    lens = column.answer.lens
    assert lens is not None
    for s, step in enumerate(lens.steps):
        for n, place in enumerate(lens.places.tolist()):
            yield (
                *(step, place, lens.truths[n], lens.best[s][n], lens.best_probability[s, n]),
                *(lens.answers[n], lens.probability[s, n], lens.rank[s, n] + 1, lens.kl[s, n]),
            )


def _layer_rows(scene: LayersScene, column: LayersColumn) -> Iterator[tuple[Any, ...]]:
    alike, names = column.answer.alike, column.answer.states.layer_names
    assert alike is not None
    for token, label in enumerate(column.labels):
        for one, first in enumerate(names):
            for other, second in enumerate(names):
                yield token, label, first, second, alike[token, one, other]


def _token_rows(scene: LayersScene, column: LayersColumn) -> Iterator[tuple[Any, ...]]:
    alike, layer = column.answer.alike, scene.layer_in(column)
    assert alike is not None
    name = column.answer.states.layer_names[layer]
    for one, first in enumerate(column.labels):
        for other, second in enumerate(column.labels):
            yield name, one, first, other, second, alike[layer, one, other]


def _plane_rows(scene: LayersScene, column: LayersColumn) -> Iterator[tuple[Any, ...]]:
    names = column.answer.states.layer_names
    for name, plane in zip(names, column.answer.planes, strict=True):
        for token, label in enumerate(column.labels):
            yield (name, token, label, *plane.points[token], *plane.shares)


def _norm_rows(scene: LayersScene, column: LayersColumn) -> Iterator[tuple[Any, ...]]:
    norms = column.answer.norms
    assert norms is not None
    for name, values in zip(column.answer.states.layer_names, norms, strict=True):
        for token, label in enumerate(column.labels):
            yield name, token, label, values[token]


ROWS = {
    LENS: _lens_rows,
    LAYERS: _layer_rows,
    TOKENS: _token_rows,
    PLANE: _plane_rows,
    NORMS: _norm_rows,
}

# ---- details


def details(scene: LayersScene) -> Details:
    """The selected token in every model, layer by layer; nothing without one."""
    followed = [one for one in scene.measured if one.token is not None]
    if not followed:
        return Details()
    rows: list[tuple[str, str]] = []
    for column in followed:
        assert column.token is not None
        name = visible(column.labels[column.token])
        rows.append((f"{column.model.letter}  {column.title}", f"{name} ({column.token})"))
        rows += DETAILS[scene.view](scene, column)
    return Details(tr("The selected token, layer by layer"), tuple(rows))


def _lens_details(scene: LayersScene, column: LayersColumn) -> list[tuple[str, str]]:
    lens = column.answer.lens
    assert lens is not None
    n = lens.index_of(column.token)
    if n is None:
        return [(tr("Prediction"), NOTES["not_predicted"])]
    return [(tr("Final answer"), visible(lens.answers[n])), (tr("Token"), truth_name(lens, n))] + [
        (step, f"{number(float(lens.probability[s, n]))} #{int(lens.rank[s, n]) + 1:,}")
        for s, step in enumerate(lens.steps)
    ]


def _layer_details(scene: LayersScene, column: LayersColumn) -> list[tuple[str, str]]:
    """How like the state before each is."""
    alike, names = column.answer.alike, column.answer.states.layer_names
    assert alike is not None
    assert column.token is not None
    own = alike[column.token]
    return [
        (
            tr("{first} to {second}", first=names[n - 1], second=names[n]),
            number(float(own[n - 1, n])),
        )
        for n in range(1, len(names))
    ]


def _token_details(scene: LayersScene, column: LayersColumn) -> list[tuple[str, str]]:
    """The token that is most like it in each layer."""
    alike, names = column.answer.alike, column.answer.states.layer_names
    assert alike is not None
    assert column.token is not None
    rows = []
    for n, name in enumerate(names if len(column.labels) > 1 else ()):
        own = alike[n, column.token].copy()
        own[column.token] = -2.0  # below every cosine
        best = int(own.argmax())
        rows.append(
            (
                tr("{name}, most like it", name=name),
                f"{visible(column.labels[best])} {number(own[best])}",
            )
        )
    return rows


def _plane_details(scene: LayersScene, column: LayersColumn) -> list[tuple[str, str]]:
    names = column.answer.states.layer_names
    assert column.token is not None
    points = (plane.points[column.token].tolist() for plane in column.answer.planes)
    return [(name, f"{number(x)}, {number(y)}") for name, (x, y) in zip(names, points, strict=True)]


def _norm_details(scene: LayersScene, column: LayersColumn) -> list[tuple[str, str]]:
    norms, names = column.answer.norms, column.answer.states.layer_names
    assert norms is not None
    assert column.token is not None
    own = norms[:, column.token].tolist()
    return [(name, number(value)) for name, value in zip(names, own, strict=True)]


DETAILS = {
    LENS: _lens_details,
    LAYERS: _layer_details,
    TOKENS: _token_details,
    PLANE: _plane_details,
    NORMS: _norm_details,
}

# ---- limits and captions


def limits(scene: LayersScene) -> list[str]:
    """What the picture leaves out, or what differs between its models."""
    columns = scene.answered
    texts = (
        (one.title, one.answer.states.encoding.num_cut, one.answer.card.num_positions)
        for one in columns
    )
    lines = all_cut_off(texts)
    lenses = [(one, one.answer.lens) for one in columns if one.answer.lens is not None]
    if alone := [one for one, lens in lenses if lens.alone]:
        lines.append(f"{titles(alone)}: {NOTES['alone']}")
    if untrained := [one for one, _ in lenses if one.answer.card.guesses_untrained]:
        lines.append(f"{titles(untrained)}: {NOTES['untrained']}")
    if own := [one for one in columns if not one.answer.states.of_text]:
        lines.append(f"{titles(own)}: {NOTES['own_text']}")
    return lines


def caption_settings(scene: LayersScene) -> list[str]:
    """For a caption: options that make the figure another."""
    parts = [tr("states less the mean of the tokens")] if scene.options.centred else []
    parts = parts if scene.view in (LAYERS, TOKENS) else []
    if scene.view in (TOKENS, PLANE) and scene.options.at_input and scene.layer == 0:
        parts.append(tr("input of the first layer"))
    for column in scene.answered:
        states = column.answer.states
        if len(states.streams) > 1:
            parts.append(f"{column.model.letter} {tr(states.stream.title).lower()}")
    return parts
