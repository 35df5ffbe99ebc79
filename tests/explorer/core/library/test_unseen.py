"""What is said of words that the chosen models never saw, and where they are."""

import unicodedata

from explorer.core.library.unseen import unseen_note, unseen_places
from models.data.world.words import SeenWords, words_in

TEXT = "In the harbour the old captain sold nine fish."
KNOWN = SeenWords.of(["in", "the", "old", "sold", "nine", "fish", "captain", "harbour"])
WITHOUT = SeenWords.of(["in", "the", "old", "sold", "nine", "fish"])


def test_the_first_unseen_word_is_already_named() -> None:
    without_one = SeenWords.of(KNOWN.forms - {"captain"})
    note = unseen_note({"BERT": without_one}, TEXT)
    assert note is not None
    assert note.text.startswith("Not in the training text of BERT: “captain”.")
    assert unseen_note({"BERT": KNOWN}, TEXT) is None


def test_words_are_named_in_the_order_of_the_text_with_the_models_that_lack_one() -> None:
    note = unseen_note({"BERT": WITHOUT, "GPT-2": KNOWN}, TEXT)
    assert note is not None
    assert "BERT: “harbour” and “captain”." in note.text
    assert "GPT-2" not in note.text


def test_from_three_in_ten_on_predictions_mean_little() -> None:
    note = unseen_note({"BERT": SeenWords.of(["in", "the", "old"])}, TEXT)
    assert note is not None
    assert "so its predictions here mean little" in note.text


def test_places_are_those_of_the_text_as_it_is_written() -> None:
    text = "[MASK] saw the Captain's harbour."
    places = unseen_places([WITHOUT, KNOWN], text)
    assert [text[slice(*place)] for place in places] == ["saw", "Captain's", "harbour"]


def test_decomposed_words_are_whole_words() -> None:
    text = unicodedata.normalize("NFD", "Café in 서울은")
    assert words_in(text) == ["café", "in", "서울은"]
    (first, last) = unseen_places([WITHOUT], text + " ")
    assert unicodedata.normalize("NFC", text[slice(*first)]) == "Café"
    assert last[1] == len(text)


def test_one_word_of_a_long_text_is_where_it_is() -> None:
    text = "the  old\nfish " * 900 + "captain"
    assert unseen_places([WITHOUT], text) == ()  # beyond the words that are counted
    assert unseen_places([WITHOUT], "captain " + text) == ((0, 7),)
