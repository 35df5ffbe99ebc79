"""The state is one value; changes are told in order, and edits can be taken back."""

from typing import Any

import pytest

from explorer.core.state.defaults import MAX_SEED
from explorer.core.state.state import Head, Selection, State, Store
from explorer.core.state.texts import MAX_TEXT


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> Store:
    return Store(State(text="a"), clock)


def test_a_listener_sees_the_state_before_and_after(store: Store) -> None:
    seen: list[tuple[str, str]] = []
    store.subscribe(lambda before, after: seen.append((before.text, after.text)))
    store.update(text="b")
    assert seen == [("a", "b")]


def test_a_change_to_the_same_value_is_not_told(store: Store) -> None:
    seen: list[State] = []
    store.subscribe(lambda before, after: seen.append(after))
    store.update(text="a", seed=store.state.seed)
    assert seen == []
    assert not store.can_undo


def test_a_listener_that_unsubscribed_hears_nothing(store: Store) -> None:
    seen: list[State] = []
    unsubscribe = store.subscribe(lambda before, after: seen.append(after))
    unsubscribe()
    unsubscribe()
    store.update(text="b")
    assert seen == []


def test_a_change_made_by_a_listener_is_told_after_the_first(store: Store) -> None:
    seen: list[int] = []

    def answer(before: State, after: State) -> None:
        if after.seed == 7:
            store.update(seed=8)

    store.subscribe(answer)
    store.subscribe(lambda before, after: seen.append(after.seed))
    store.update(seed=7)
    assert seen == [7, 8]


def test_an_unknown_field_is_rejected(store: Store) -> None:
    with pytest.raises(TypeError):
        store.update(sentence="b")


def test_panel_options_are_changed_one_by_one(store: Store) -> None:
    store.update_panel("attention", show="heads")
    store.update_panel("attention", specials=False)
    store.update_panel("tokens", ids=True)
    assert store.state.settings("attention") == {"show": "heads", "specials": False}
    assert store.state.settings("masking") == {}


def test_the_selection_is_changed_in_parts(store: Store) -> None:
    store.select(token=3)
    store.select(layer=1)
    assert store.state.selection == Selection(token=3, layer=1)


def test_text_masks_and_heads_are_undone_and_done_again(store: Store, clock: Clock) -> None:
    store.update(text="b")
    clock.now += 5
    store.update(masks={"bert": {2: True}})
    store.toggle_head("bert", Head("encoder", 0, 1))
    assert store.undo()
    assert store.state.ablated.get("bert", ()) == ()
    assert store.state.masks == {"bert": {2: True}}
    assert store.undo()
    assert store.undo()
    assert store.state.text == "a"
    assert not store.undo()
    assert store.redo()
    assert store.redo()
    assert store.redo()
    assert not store.redo()
    assert store.state.text == "b"
    assert store.state.ablated == {"bert": (Head("encoder", 0, 1),)}


def test_a_new_edit_ends_what_can_be_done_again(store: Store) -> None:
    store.update(text="b")
    store.undo()
    store.update(text="c")
    assert not store.can_redo


def test_what_is_typed_in_one_go_is_undone_in_one_step(store: Store, clock: Clock) -> None:
    for text in ("ab", "abc", "abcd"):
        clock.now += 0.2
        store.update(text=text)
    clock.now += 5
    store.update(text="abcde")
    store.undo()
    assert store.state.text == "abcd"
    store.undo()
    assert store.state.text == "a"


def test_another_text_drops_the_masks_drawn_on_it_and_undo_brings_both_back(store: Store) -> None:
    store.update(masks={"bert": {2: True}})
    store.update(text="b")
    assert store.state.masks == {}
    store.undo()
    assert store.state.text == "a"
    assert store.state.masks == {"bert": {2: True}}


def test_the_theme_is_not_undone(store: Store) -> None:
    store.update(theme="dark", seed=4)
    assert not store.can_undo


def test_models_masks_and_text_are_undone_in_the_order_in_which_they_were_changed(
    store: Store, clock: Clock
) -> None:
    store.update(models=("x", "y"), masks={})
    done = []
    changes: list[dict[str, Any]] = [
        {"text": "ab"},
        {"models": ("y",)},
        {"text": "abc"},
        {"masks": {"y": {1: True}}},
        {"models": ("y", "z")},
        {"models": ("z", "y")},
    ]
    for change in changes:
        done.append(store.state)
        clock.now += 0.1  # models between two letters end what is typed in one go
        store.update(**change)
    last = store.state
    for before in reversed(done):
        assert store.undo()
        assert store.state == before
    while store.redo():
        pass
    assert store.state == last


def test_a_listener_that_fails_does_not_silence_the_store(store: Store) -> None:
    def fail(before: State, after: State) -> None:
        raise RuntimeError("a bug")

    unsubscribe = store.subscribe(fail)
    with pytest.raises(RuntimeError):
        store.update(seed=5)
    unsubscribe()
    seen: list[int] = []
    store.subscribe(lambda before, after: seen.append(after.seed))
    store.update(seed=6)
    assert seen == [6]


def test_another_text_drops_the_token_that_was_selected_in_it_and_keeps_the_head(
    store: Store,
) -> None:
    store.select(token=3, layer=1, head=2)
    store.update(text="b")
    assert store.state.selection == Selection(layer=1, head=2)
    store.select(token=2)
    store.update(seed=7, text="b")
    assert store.state.selection.token == 2, "the text is the same"
    store.update(pair="c")
    assert store.state.selection.token is None
    store.select(token=1)
    store.undo()
    assert store.state.selection.token is None, "undo brings another text too"


def test_a_token_that_is_selected_together_with_its_text_stays(store: Store) -> None:
    store.update(text="b", selection=Selection(token=1))
    assert store.state.selection.token == 1


def test_a_selected_token_names_its_model_and_leaves_with_it(store: Store) -> None:
    store.update(models=("bert-mini", "gpt2-mini", "t5-mini"))
    store.select(token=3, head=1, model="gpt2-mini")
    store.update(models=("t5-mini", "gpt2-mini"))
    assert store.state.selection == Selection(token=3, head=1, model="gpt2-mini")
    store.update(models=("t5-mini",))
    assert store.state.selection == Selection(head=1)
    store.select(token=2, model="elsewhere")
    store.update(models=("bert-mini",))
    assert store.state.selection.token == 2, "a teacher counts it, which is none of the chosen"
    store.select(token=None)
    assert store.state.selection.model == "", "nothing is counted"


def test_a_token_without_a_model_is_one_of_the_first_and_leaves_with_it(store: Store) -> None:
    store.update(models=("bert-mini", "gpt2-mini"), selection=Selection(token=3))
    store.update(models=("bert-mini",))
    assert store.state.selection.token == 3
    store.update(models=("gpt2-mini",))
    assert store.state.selection.token is None


@pytest.mark.parametrize(("seed", "follows"), [(1, 2), (MAX_SEED - 1, MAX_SEED), (MAX_SEED, 0)])
def test_after_the_last_seed_comes_the_first(store: Store, seed: int, follows: int) -> None:
    store.update(seed=seed)
    store.next_seed()
    assert store.state.seed == follows


def test_texts_lose_what_no_file_can_hold_and_what_is_too_long() -> None:
    store = Store(State(text="a\ud800b", pair="\udfff"))
    assert (store.state.text, store.state.pair) == ("a\ufffdb", "\ufffd")
    store.update(text="\ud83d\ude00 \U0001f600" + "x" * MAX_TEXT)
    assert store.state.text.startswith("\ufffd\ufffd \U0001f600x")
    assert len(store.state.text) == MAX_TEXT
