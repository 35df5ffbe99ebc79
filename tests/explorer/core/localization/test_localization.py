"""Texts in the language of the interface, plural forms, messages and Korean particles."""

import ast
import locale
import os
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.core import localization
from explorer.core.localization import language, plural, save_language, tr
from explorer.core.localization.catalog import TranslationCatalog, read_catalog
from explorer.core.localization.korean import choose_particles
from explorer.core.localization.sources import library_texts, marked_texts, sources
from explorer.core.localization.update import linguist_file
from explorer.core.state.settings import language_file

TEXTS = {
    "Open project…": "프로젝트 열기…",
    "{count} token": "토큰 {count}개",
    "{count} tokens": "토큰 {count}개",
    "{title} is shown": "{title}을(를) 표시합니다",
    "{heads} heads do not divide {width}": "{width}은(는) 헤드 {heads}개로 나뉘지 않습니다",
    "Heads": "헤드",
    "{name} of {other}": "{other}의 {name}",
    "{path}: {problem}, so it is left out": "{path}: {problem}. 그래서 제외했습니다",
}
CATALOG = TranslationCatalog(TEXTS, library=frozenset(TEXTS))


@pytest.fixture
def korean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(localization, "_catalog", lambda: CATALOG)


def test_english_is_as_it_is_written() -> None:
    assert tr("Open project…") == "Open project…"
    assert tr("{one} of {all}", one=1, all=2) == "1 of 2"
    assert tr("{braces} stay without values") == "{braces} stay without values"
    assert plural(1, "{count} token", "{count} tokens") == "1 token"
    assert plural(2, "{count} token", "{count} tokens") == "2 tokens"
    assert localization.message("any message") == "any message"


@pytest.mark.usefixtures("korean")
def test_a_text_is_translated_with_its_values() -> None:
    assert tr("Open project…") == "프로젝트 열기…"
    assert plural(1, "{count} token", "{count} tokens") == "토큰 1개"
    assert tr("{title} is shown", title="모델") == "모델을 표시합니다"
    assert tr("never translated") == "never translated"


@pytest.mark.usefixtures("korean")
def test_a_message_of_the_library_is_recognised_by_its_text() -> None:
    message = "5 heads do not divide 128"
    assert localization.message(message) == "128은 헤드 5개로 나뉘지 않습니다"
    whole = localization.message(f"bert: {message}, so it is left out")
    assert whole == "bert: 128은 헤드 5개로 나뉘지 않습니다. 그래서 제외했습니다"
    assert localization.message("something else") == "something else"


@pytest.mark.usefixtures("korean")
def test_one_word_of_the_library_is_translated_inside_a_message() -> None:
    assert localization.message("Heads of bert") == "bert의 헤드"


@pytest.mark.usefixtures("korean")
def test_a_short_pattern_does_not_garble_a_long_sentence() -> None:
    sentence = "Most layers and many of the words in this sentence are unknown"
    assert localization.message(sentence) == sentence
    path = "/home/somebody/a/folder/with/a/very/long/name"
    assert localization.message(f"Heads of {path}") == f"{path}의 헤드"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("모델을(를)", "모델을"),
        ("그래프을(를)", "그래프를"),
        ("12은(는)", "12는"),
        ("10은(는)", "10은"),
        ("서울으로(로)", "서울로"),
        ("집으로(로)", "집으로"),
        ("“학생”과(와) 교사", "“학생”과 교사"),
        ("BERT이(가)", "BERT가"),
        ("…을(를)", "…을(를)"),
        ("f(x)", "f(x)"),
    ],
)
def test_a_particle_fits_the_sound_before_it(text: str, expected: str) -> None:
    assert choose_particles(text) == expected


def without_locale(monkeypatch: pytest.MonkeyPatch, name: str | None) -> None:
    """No variable names a language; the C library names this one."""
    for variable in localization.LOCALE_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(locale, "getlocale", lambda: (name, None))


@pytest.mark.parametrize("name", ["ko_KR", "Korean_Korea", "ko"])
def test_the_name_of_a_locale_may_be_written_as_windows_does(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    without_locale(monkeypatch, name)
    assert localization.system_language() == "ko"


@pytest.mark.parametrize("variable", localization.LOCALE_VARIABLES)
def test_a_locale_that_is_not_generated_still_names_a_language(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    without_locale(monkeypatch, None)
    monkeypatch.setenv(variable, "ko_KR.UTF-8")
    assert localization.system_language() == "ko"


def test_the_first_language_of_a_mac_counts() -> None:
    assert localization.first_language('(\n    "ko-KR",\n    "en-KR"\n)\n') == "ko-KR"
    assert localization.first_language("(\n    en\n)\n") == "en"
    assert not localization.first_language("")


def test_the_language_is_that_of_the_environment_the_settings_or_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen = language.__wrapped__
    assert chosen() == "en"  # as the tests set it
    monkeypatch.delenv(localization.VARIABLE)
    without_locale(monkeypatch, "ko_KR")
    assert chosen() == "ko"
    save_language("en")
    assert chosen() == "en"
    monkeypatch.setenv(localization.VARIABLE, "ko")
    assert chosen() == "ko"
    monkeypatch.setenv(localization.VARIABLE, "tlh")
    assert chosen() == "en"


def test_a_damaged_setting_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(localization.VARIABLE)
    without_locale(monkeypatch, None)
    save_language("en")
    for damaged in ("", "[]", '{"language": 3}', "\x00"):
        language_file().write_text(damaged, encoding="utf-8")
        assert language.__wrapped__() == "en"


def test_texts_are_gathered_from_calls_and_declarations() -> None:
    tree = ast.parse('tr("a text"); plural(n, "one", "many"); say("no"); mark("a key")')
    assert list(marked_texts(tree)) == ["a text", "one", "many", "a key"]
    library = ast.parse('"""Docstring of it."""\nraise ValueError(f"{len(names)} names of {a.b}")')
    assert list(library_texts(library)) == ["{names} names of {a}"]


def test_the_file_of_linguist_is_read_back(tmp_path: Path) -> None:
    texts = [("explorer", "A < B"), ("models", "none yet")]
    path = tmp_path / "ko.ts"
    path.write_text(linguist_file("ko", texts, {"A < B": "가 < 나"}), encoding="utf-8")
    assert read_catalog(path).texts == {"A < B": "가 < 나"}


def test_the_command_line_speaks_korean() -> None:
    command = [sys.executable, "main.py", "--help"]
    environment = {**os.environ, "PLM_EXPLORER_LANGUAGE": "ko"}
    shown = subprocess.run(command, env=environment, capture_output=True, check=True)
    text = shown.stdout.decode("utf-8")
    assert "언어 모델" in text
    assert "usage:" not in text
    assert "show this help message" not in text
    assert "사용법:" in text


def test_a_wrong_option_is_explained_in_korean() -> None:
    command = [sys.executable, "main.py", "systems", "--nowhere"]
    environment = {**os.environ, "PLM_EXPLORER_LANGUAGE": "ko"}
    shown = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert "알 수 없는 인자: --nowhere" in shown.stderr.decode("utf-8")


def test_every_text_is_gathered_once() -> None:
    texts = [text for _, text in sources()]
    assert len(texts) == len(set(texts)) > 4000
