import pytest

from models.data.world.english import apply_filters, article
from models.data.world.korean import add_particle, final_consonant


@pytest.mark.parametrize(
    ("word", "particle", "expected"),
    [
        ("프랑스", "은/는", "프랑스는"),
        ("한국", "은/는", "한국은"),
        ("파리", "이/가", "파리가"),
        ("빈", "이/가", "빈이"),
        ("망치", "을/를", "망치를"),
        ("모종삽", "을/를", "모종삽을"),
        ("사과", "과/와", "사과와"),
        ("빵", "과/와", "빵과"),
        ("작가", "이었다/였다", "작가였다"),
        ("시인", "이었다/였다", "시인이었다"),
        ("시인", "이/", "시인이"),
        ("작가", "이/", "작가"),
    ],
)
def test_a_particle_follows_the_final_consonant(word: str, particle: str, expected: str) -> None:
    assert add_particle(word, particle) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [("서울", "서울로"), ("부산", "부산으로"), ("제주", "제주로"), ("7", "7로"), ("3", "3으로")],
)
def test_a_final_rieul_takes_the_short_form_of_euro(word: str, expected: str) -> None:
    assert add_particle(word, "으로/로") == expected


def test_a_final_rieul_is_a_consonant_for_every_other_particle() -> None:
    assert add_particle("서울", "을/를") == "서울을"
    assert add_particle("서울", "으로부터/로부터") == "서울로부터"


@pytest.mark.parametrize(
    ("digit", "final"), list(enumerate(["ㅇ", "ㄹ", "", "ㅁ", "", "", "ㄱ", "ㄹ", "ㄹ", ""]))
)
def test_a_number_is_read_in_sino_korean(digit: int, final: str) -> None:
    assert final_consonant(f"20{digit}") == final


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("TV", "TV를"),
        ("FM", "FM을"),
        ("PDF", "PDF를"),
        ("URL", "URL을"),
        ("Google", "Google을"),
        ("iPhone", "iPhone을"),
        ("Facebook", "Facebook을"),
        ("Netflix", "Netflix를"),
        ("Tesla", "Tesla를"),
        ("Microsoft", "Microsoft를"),
    ],
)
def test_latin_letters_and_words_take_the_particle_of_their_korean_sound(
    word: str, expected: str
) -> None:
    assert add_particle(word, "을/를") == expected


def test_closing_marks_are_not_read() -> None:
    assert add_particle("서울(한국)", "은/는") == "서울(한국)은"
    assert add_particle("'바다'", "은/는") == "'바다'는"


def test_decomposed_hangul_is_read_like_composed_hangul() -> None:
    assert final_consonant("\u1112\u1161\u11ab") == "ㄴ"


@pytest.mark.parametrize("particle", ["은", "은/는/이", "/는"])
def test_a_particle_that_is_not_two_forms_is_rejected(particle: str) -> None:
    with pytest.raises(ValueError, match="two forms"):
        add_particle("말", particle)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("owl", "an"),
        ("fox", "a"),
        ("hour", "an"),
        ("uniform", "a"),
        ("umbrella", "an"),
        ("university", "a"),
        ("uncle", "an"),
        ("European", "a"),
        ("X-ray", "an"),
        ("TV", "a"),
        ("ukulele", "a"),
        ("honest person", "an"),
        ("one-way ticket", "a"),
    ],
)
def test_an_article_follows_the_sound(word: str, expected: str) -> None:
    assert article(word) == expected


def test_english_filters_are_applied_from_left_to_right() -> None:
    assert apply_filters("owl", "a+cap") == "An owl"
    assert apply_filters("owl", "the") == "the owl"
    with pytest.raises(ValueError, match="no English filter 'upper'"):
        apply_filters("owl", "upper")
