"""Tasks that a text contains by itself."""

from __future__ import annotations

import pytest

from models.data.demonstrations.found import CONTEXT, MAX_SIGN, find_tasks, tasks_in


@pytest.mark.parametrize(
    ("text", "kind", "sign"),
    [
        (
            "He said “I am not a fool” in French and left.",
            "translation",
            "“I am not a fool” in French",
        ),
        ("The Korean word for “boat” is short.", "translation", "Korean word for “boat”"),
        ("A tower (Italian: Torre Gregoriana) stands.", "translation", "Italian: Torre Gregoriana"),
        ("서울(Seoul)은 한국의 수도이다.", "translation", "서울(Seoul)"),
        ("Seoul (서울) is a city.", "translation", "Seoul (서울)"),
        ("“빵”이라는 뜻이다.", "translation", "“빵”이라는 뜻"),
        ("Q: Where is Paris? A: France", "question", "Q: Where is Paris? A: France"),
        ("질문: 서울은 어디에 있나? 답: 한국", "question", "질문: 서울은 어디에 있나? 답: 한국"),
        ("A long story. TL;DR he won.", "summary", "TL;DR"),
        ("요약하면 비가 왔다.", "summary", "요약하면"),
        ("cat: animal. pea: plant. dog: animal.", "examples", "cat: animal. pea: plant. dog:"),
    ],
)
def test_a_task_is_recognised_by_its_sign(text: str, kind: str, sign: str) -> None:
    (found,) = tasks_in(text)
    assert (found.kind, found.sign[: len(sign)]) == (kind, sign)
    assert text.startswith(found.before)


@pytest.mark.parametrize(
    "text",
    [
        "The capital of France is Paris.",
        "She speaks French and German.",
        "cat: animal. dog: animal.",
        "Is it a question? Nobody knows.",
        "",
    ],
)
def test_plain_text_has_no_task(text: str) -> None:
    assert list(tasks_in(text)) == []


def test_a_language_in_a_list_of_examples_is_no_translation() -> None:
    text = "Portugal: Portuguese.\nItaly: Italian.\nItalian: a language.\nKorean: a language."
    assert [one.kind for one in tasks_in(text)] == ["examples"]


def test_what_is_kept_of_a_place_is_short_and_on_one_line() -> None:
    text = "word " * 60 + "\n".join(f"{n}: number" for n in range(100)) + " word" * 60
    for one in tasks_in(text):
        assert len(one.before) <= CONTEXT
        assert len(one.sign) <= MAX_SIGN + 2
        assert "\n" not in one.before + one.sign + one.after


def test_places_are_counted_and_the_first_of_some_documents_are_kept() -> None:
    documents = [("서울(Seoul)이다. 부산(Busan)이다.",), ("Nothing here.",), ("대구(Daegu)이다.",)]
    *_, found = find_tasks(documents, num_places=1)
    assert found.num_documents == 3
    assert found.counts["translation"] == 3
    assert [one.sign for one in found.places["translation"]] == ["서울(Seoul)"]
    assert found.counts["summary"] == 0
    assert found.num_characters == sum(len(text) for (text,) in documents)


def test_a_hostile_text_is_read_in_little_time() -> None:
    """Quotation marks that never close, and questions without answers, end where they are cut."""
    for text in ("“a " * 5000, "Q: " * 5000, "a: b " * 5000, "가(" * 5000, "Korean: " * 5000):
        assert len(list(tasks_in(text))) < 1000
