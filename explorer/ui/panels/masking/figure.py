"""The figure of the Masking panel: its sections from the inputs to the masks of ten epochs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from explorer.ui.graphics.drawing import Drawing, Row
from explorer.ui.panels.masking.column import MaskingColumn
from explorer.ui.panels.masking.entities import entity_section, reads_entities
from explorer.ui.panels.masking.inputs import (
    epoch_section,
    input_section,
    loss_shares,
    visibility_section,
)
from explorer.ui.panels.masking.predictions import (
    detection_section,
    filling_section,
    pair_section,
    prediction_section,
)
from explorer.ui.panels.masking.translations import knows_languages, translation_section

SHARES_GAP, MIN_SHARES = 48.0, 320.0  # pixels, of the shares of tokens beside the pairs


def sections(columns: Sequence[MaskingColumn], pair: str, copies: int) -> list[Drawing]:
    """All sections from top to bottom.

    `pair` is the second text, empty where there is none. Masks sampled in each epoch are compared
    with those of so many fixed `copies`.
    """

    def build_section(
        draw: Callable[[Sequence[MaskingColumn]], Drawing], has: Callable[[MaskingColumn], bool]
    ) -> list[Drawing]:
        """A section of the models that have something in it; none without any."""
        those = list(filter(has, columns))
        return [draw(those)] if those else []

    fills = any(column.fills for column in columns)
    counted = [loss_shares(columns)]
    if any(column.has_pair_heads for column in columns):
        counted.append(pair_section(columns, pair))
    return [
        input_section(columns),
        *build_section(visibility_section, lambda column: column.example.order is not None),
        prediction_section(columns),
        *build_section(translation_section, knows_languages),
        *build_section(entity_section, reads_entities),
        *build_section(detection_section, lambda column: column.example.detection is not None),
        *([filling_section(columns)] if fills else []),
        Row(counted, gap=SHARES_GAP, min_width=MIN_SHARES),
        epoch_section(columns, copies),
    ]
