"""What a person set in the Attention panel, as a session keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from explorer.core.state.state import JSON


@dataclass(frozen=True)
class AttentionOptions:
    """The panel's own choices. `view` is "" until one is chosen.

    `streams` are chosen by architecture. `alone` is the model that is shown without the others,
    `head_of` the one in which the head was chosen. `written` is the token of a decoder's own text
    that is selected, as [model, feed, place], and `written_of` the texts that it depends on.
    """

    view: str = ""
    streams: Mapping[str, str] = field(default_factory=dict)
    hide_specials: bool = False
    with_difference: bool = True
    with_order: bool = True
    root_scale: bool = False  # of the colours; else they are linear
    decoder_text: str = ""
    silent: tuple[str, ...] = ()  # terms of the scores that are switched off
    alone: str | None = None
    head_of: str = ""
    written: Sequence[Any] | None = None
    written_of: Sequence[str] = ()

    @classmethod
    def from_settings(cls, kept: Mapping[str, JSON]) -> AttentionOptions:
        """Those of a session; what it does not tell is as at the start."""
        written = kept.get("written")
        token = cast("Mapping[str, Any]", written if isinstance(written, Mapping) else {})
        return cls(
            view=str(kept.get("view", "")),
            streams=dict(kept.get("streams", {})),
            hide_specials=bool(kept.get("hide_specials", False)),
            with_difference=bool(kept.get("difference", True)),
            with_order=bool(kept.get("order", True)),
            root_scale=bool(kept.get("root_scale", False)),
            decoder_text=str(kept.get("decoder_text", "")),
            silent=tuple(kept.get("silent", ())),
            alone=kept.get("alone"),
            head_of=str(kept.get("head_of", "")),
            written=token.get("token"),
            written_of=token.get("of", ()),
        )
