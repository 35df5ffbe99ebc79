"""A session comes back as it was; a broken file is set aside and never stops the program."""

import json
from pathlib import Path

import pytest

from explorer.core.errors import UserError
from explorer.core.state import settings
from explorer.core.state.session import Session, load_session, save_session
from explorer.core.state.state import Head, Selection, State

FULL = Session(
    state=State(
        text="프랑스의 수도는 [MASK]이다.",
        pair="second",
        seed=3,
        models=("bert-mini", "/some/where"),
        panel="masking",
        theme="dark",
        selection=Selection(token=4, layer=None, head=2, model="/some/where"),
        masks={"bert-mini": {2: True, 5: False}},
        ablated={"bert-mini": (Head("encoder", 1, 3),)},
        panel_settings={"attention": {"specials": False, "view": "lines"}},
    ),
    opened=("/some/where",),
    window={"geometry": "AdnQywAD", "details": False},
    architectures={"/some/where": "bert"},
)


@pytest.fixture
def path() -> Path:
    return settings.session_file()


def test_a_session_comes_back_as_it_was(path: Path) -> None:
    save_session(FULL, path)
    assert load_session(path) == (FULL, "")


def test_without_a_file_the_session_is_fresh_and_says_nothing(path: Path) -> None:
    assert load_session(path) == (Session(State(panel="comparisons")), "")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"version": 1}',
        '{"version": 99}',
        "[" * 100_000,
        "\x00\x01",
    ],
)
def test_a_broken_file_is_set_aside_with_a_message(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(content)
    session, message = load_session(path)
    assert session == Session()
    assert "could not be read" in message
    assert not path.exists()
    assert (path.parent / "session.broken.json").read_text() == content


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("text", 5),
        ("seed", "one"),
        ("seed", True),
        ("seed", -1),
        ("seed", 2**31),
        ("models", "bert"),
        ("models", [1]),
        ("theme", "pink"),
        ("layer", -1),
        ("masks", {"bert": {"x": True}}),
        ("masks", {"bert": [1]}),
        ("ablated", {"bert": [["encoder", 1]]}),
        ("panel_settings", {"attention": 1}),
    ],
)
def test_a_value_of_the_wrong_kind_is_not_taken_over(path: Path, name: str, value: object) -> None:
    save_session(FULL, path)
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, name: value}))
    session, message = load_session(path)
    assert session == Session()
    assert message


def test_a_session_with_the_places_that_models_once_had_is_read(path: Path) -> None:
    save_session(FULL, path)
    data = json.loads(path.read_text(encoding="utf-8")) | {"places": [2, 0]}
    path.write_text(json.dumps(data), encoding="utf-8")
    assert load_session(path) == (FULL, "")


def test_a_file_that_is_not_utf8_is_set_aside(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff\xfe{")
    session, message = load_session(path)
    assert session == Session()
    assert message


def test_a_session_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(UserError) as caught:
        save_session(FULL, blocked / "session.json")
    assert settings.HOME_VARIABLE in caught.value.hint


def test_the_home_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(settings.HOME_VARIABLE, "/a/b")
    assert settings.home() == Path("/a/b")
    monkeypatch.delenv(settings.HOME_VARIABLE)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert settings.home() == Path("/data/plm-explorer")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert settings.home() == Path.home() / ".local" / "share" / "plm-explorer"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("APPDATA", "/roaming")
    assert settings.home() == Path("/roaming/PLM Explorer")
    monkeypatch.setattr("sys.platform", "darwin")
    assert settings.home().parts[-3:] == ("Library", "Application Support", "PLM Explorer")


def test_a_session_with_a_text_and_a_path_that_utf_8_cannot_hold_is_saved(tmp_path: Path) -> None:
    path, odd = tmp_path / "session.json", "/models/caf\udce9"
    window = {"folder": odd}
    save_session(Session(State(text="half \ud83d", pair="\udc00"), (odd,), window), path)
    found, message = load_session(path)
    assert message == ""
    assert (found.state.text, found.state.pair) == ("half \ufffd", "\ufffd")
    assert (found.opened, found.window) == ((odd,), window)
