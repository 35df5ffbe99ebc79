"""A session that version 0.1 saved opens with every choice that it holds."""

from __future__ import annotations

import json
from pathlib import Path

from explorer.core.attention.request import AttentionOptions
from explorer.core.masking.questions import question
from explorer.core.state.session import load_session
from explorer.core.state.state import Head, Selection
from explorer.ui.panels.generation.controls import GenerationOptions

SAVED = {
    "version": 1,
    "text": "Seoul is the capital of [MASK].",
    "pair": "",
    "seed": 7,
    "models": ["bert-mini", "xlnet-mini"],
    "panel": "masking",
    "theme": "dark",
    "token": 3,
    "layer": 1,
    "head": 2,
    "token_of": "bert-mini",
    "masks": {"bert-mini": {"2": True, "4": False}},
    "ablated": {"bert-mini": [["encoder", 1, 2]]},
    "panel_settings": {
        "attention": {
            "view": "lines",
            "silent": ["c2p"],
            "root_scale": True,
            "alone": "bert-mini",
            "head_of": "bert-mini",
            "streams": {"xlnet": "query"},
        },
        "masking": {
            "rate_percent": 30,
            "whole_word": True,
            "draw": False,
            "order_by_hand": True,
            "order": {"text": "Seoul is the capital of [MASK].", "pair": "", "places": [1, 0]},
            "every_token": True,
        },
        "generation": {"method": "beam", "num_beams": 3, "max_new_tokens": 5},
    },
    "opened": ["/models/one"],
    "architectures": {"/models/one": "bert"},
    "window": {"details": False},
}


def test_a_session_of_an_earlier_version_opens_with_all_choices(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text(json.dumps(SAVED), encoding="utf-8")
    session, message = load_session(path)
    assert message == ""
    state = session.state
    assert (state.text, state.seed, state.panel, state.theme) == (
        "Seoul is the capital of [MASK].",
        7,
        "masking",
        "dark",
    )
    assert state.selection == Selection(3, 1, 2, "bert-mini")
    assert state.masks == {"bert-mini": {2: True, 4: False}}
    assert state.ablated == {"bert-mini": (Head("encoder", 1, 2),)}
    assert session.opened == ("/models/one",)
    assert session.architectures == {"/models/one": "bert"}
    attention = AttentionOptions.from_settings(state.settings("attention"))
    assert (attention.view, attention.root_scale, attention.alone) == (
        "lines",
        True,
        "bert-mini",
    )
    assert (attention.ablate_extras, attention.streams) == (("c2p",), {"xlnet": "query"})
    masking = question(state)
    assert masking.order == (1, 0)
    assert masking.draw is False
    generation = GenerationOptions.from_json(state.settings("generation"))
    assert (generation.method, generation.num_beams, generation.max_new_tokens) == ("beam", 3, 5)
