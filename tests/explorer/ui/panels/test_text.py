"""The prose of every panel is in resources/panels and can be read."""

import pytest

from explorer.core.panel_text import panel_text
from explorer.ui.panel_base.registry import find_panels

PANELS = find_panels().panels
LONGEST_SENTENCE = 40  # words


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.spec.name)
def test_a_panel_explains_itself_in_short_sentences_and_names_papers(panel: type) -> None:
    text = panel.spec.text  # type: ignore[attr-defined]
    assert text.papers
    assert "\n" not in text.explanation
    sentences = text.explanation.split(". ")
    assert max(len(sentence.split()) for sentence in sentences) <= LONGEST_SENTENCE


def test_notes_are_found_by_name_and_a_missing_text_is_an_error() -> None:
    assert "{length}" in panel_text("parameters").notes["cost"]
    with pytest.raises(FileNotFoundError):
        panel_text("no-such-panel")


@pytest.mark.parametrize("name", ["tokens", "parameters", "inside"])
def test_every_view_has_the_sentences_of_its_marks(name: str) -> None:
    (spec,) = (panel.spec for panel in PANELS if panel.spec.name == name)
    assert set(spec.text.marks) == {"tabs", *spec.views}
    assert all(len(sentences) > 1 for view, sentences in spec.text.marks.items() if view != "tabs")
