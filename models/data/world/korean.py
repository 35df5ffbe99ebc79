"""Choose the form of a Korean particle by the final consonant of the word before it."""

import re
import unicodedata
from collections.abc import Iterator

_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
# A Hangul syllable is ((initial * 21) + vowel) * 28 + final in Unicode (chapter 3.12).
_FINALS = (
    "", "ㄱ", "ㄲ", "ㄳ", "ㄴ", "ㄵ", "ㄶ", "ㄷ", "ㄹ", "ㄺ", "ㄻ", "ㄼ", "ㄽ", "ㄾ",
    "ㄿ", "ㅀ", "ㅁ", "ㅂ", "ㅄ", "ㅅ", "ㅆ", "ㅇ", "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ",
)  # fmt: skip
# 영 일 이 삼 사 오 육 칠 팔 구; what ends in 0 is read 영, 십, 백, 천 or 만: never a vowel.
_DIGIT_FINALS = ("ㅇ", "ㄹ", "", "ㅁ", "", "", "ㄱ", "ㄹ", "ㄹ", "")
# 엘, 엠, 엔, 알; the names of all other letters end in a vowel.
_LETTER_FINALS = {"L": "ㄹ", "M": "ㅁ", "N": "ㄴ", "R": "ㄹ"}
# How the end of a Latin word sounds when Korean borrows it: 구글, 애플, 폰, 크롬, 킹, 북, 컵, 챗.
_WORD_FINALS = (
    (re.compile(r"(l|le)$"), "ㄹ"),
    (re.compile(r"ng$"), "ㅇ"),
    (re.compile(r"(n|ne)$"), "ㄴ"),
    (re.compile(r"(m|me)$"), "ㅁ"),
    (re.compile(r"([aeiou]c|[aeiouc]k)$"), "ㄱ"),
    (re.compile(r"[aeiou]p$"), "ㅂ"),
    (re.compile(r"[aeiou]t$"), "ㅅ"),
)

# Particles and forms of the copula that are written at the end of a noun.
_ENDINGS = (
    "은 는 이 가 을 를 의 에 도 만 와 과 로 으로 에서 에게 한테 께 께서 까지 부터 보다 처럼 "
    "나 이나 라고 이라고 다 이다 였다 이었다 입니다 이에요 예요 이고 이며 이라 라는 이라는 "
    "인 에는 에도 에서는"
)
_PARTICLES = tuple(_ENDINGS.split())
_AFTER_VOWEL = ("는", "가", "를", "와", "로", "나", "라고", "다", "였다", "예요", "라는")
_AFTER_CONSONANT = ("은", "이", "을", "과", "으로", "이나", "이라고", "이었다", "이에요", "이라는")
_MIN_STEM = 2  # syllables: one alone is left of too many words


def final_consonant(text: str) -> str:
    """The final consonant with which `text` ends when it is read aloud in Korean, "" for a vowel.

    Digits are read in Sino-Korean, capitals by the names of the letters, other Latin words as loan
    words usually sound. Closing brackets, quotation marks and full stops are not read.
    """
    text = unicodedata.normalize("NFC", text)
    text = re.sub(r"[^\w%]+$", "", text)
    if not text:
        return ""
    last = text[-1]
    if _FIRST_SYLLABLE <= ord(last) <= _LAST_SYLLABLE:
        return _FINALS[(ord(last) - _FIRST_SYLLABLE) % len(_FINALS)]
    if last.isascii() and last.isdigit():
        return _DIGIT_FINALS[int(last)]
    return _latin_final(text)


def _latin_final(text: str) -> str:
    match = re.search(r"[A-Za-z]+$", text)
    if match is None:
        return ""
    word = match.group()
    if word.isupper():
        return _LETTER_FINALS.get(word[-1], "")
    for ending, final in _WORD_FINALS:
        if ending.search(word.lower()):
            return final
    return ""


def add_particle(text: str, particle: str) -> str:
    """`text` followed by the form of `particle` that fits it.

    A particle is written "은/는": the form after a consonant, then the one after a vowel, which may
    be empty ("이/"). As in standard Korean, ㄹ counts as a vowel for 으로/로 and for all that begin
    with it (으로서/로서, 으로부터/로부터). Raises ValueError when `particle` is not two forms.
    """
    forms = particle.split("/")
    if len(forms) != 2 or not forms[0]:
        raise ValueError(f"a Korean particle is two forms such as 은/는, not {particle!r}")
    after_consonant, after_vowel = forms
    final = final_consonant(text)
    closed = final != "" and not (final == "ㄹ" and after_consonant.startswith("으로"))
    return text + (after_consonant if closed else after_vowel)


def iterate_stems(word: str) -> Iterator[str]:
    """A Korean word, and what it is without each particle that it may end in; others yield nothing.

    Endings are compared as letters, so that one is also taken off where it belongs to the stem.
    """
    if not word or not _FIRST_SYLLABLE <= ord(word[-1]) <= _LAST_SYLLABLE:
        return
    yield word
    for particle in _PARTICLES:
        stem = word.removesuffix(particle)
        if stem != word and len(stem) >= _MIN_STEM:
            yield stem


def fitting_stems(word: str) -> Iterator[str]:
    """What a word is without each particle that it ends in and that fits the sound before it.

    The longest stem comes first. A stem may be one syllable, or end in Latin letters or digits.
    """
    if not word or not _FIRST_SYLLABLE <= ord(word[-1]) <= _LAST_SYLLABLE:
        return
    stems = {word.removesuffix(particle): particle for particle in _PARTICLES}
    for stem in sorted(stems, key=len, reverse=True):
        if stem and stem != word and _fits(stem, stems[stem]):
            yield stem


def _fits(stem: str, particle: str) -> bool:
    """Whether a particle has the form for the sound that this stem ends in."""
    closed = final_consonant(stem) != ""
    if particle in _AFTER_VOWEL:
        return not closed or (particle == "로" and final_consonant(stem) == "ㄹ")
    if particle in _AFTER_CONSONANT:
        return closed and not (particle == "으로" and final_consonant(stem) == "ㄹ")
    return True
