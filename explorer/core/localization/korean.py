"""Korean particles, whose form depends on the sound before them, and large numbers in 만 and 억."""

from __future__ import annotations

import re

# Written in translations as after a consonant, with the form after a vowel in brackets.
PARTICLES = re.compile(r"(\w)([”’\"')\]]*)(은\(는\)|이\(가\)|을\(를\)|과\(와\)|으로\(로\))")
FIRST, LAST, FINALS = 0xAC00, 0xD7A3, 28  # Hangul syllables, in groups by their final consonant
FINAL_RIEUL = 8
# How the names of digits and Latin letters end when they are read in Korean.
MYRIADS = ((1e12, "조"), (1e8, "억"), (1e4, "만"))
CONSONANTS, RIEUL = "036MNmn", "178LRl"


def choose_particles(text: str) -> str:
    """The form of each particle that fits the character before it.

    "모델을(를)" is "모델을"; after a sign whose reading is unknown both forms stay.
    """
    return PARTICLES.sub(_choose_particle, text) if "(" in text else text


def _choose_particle(match: re.Match[str]) -> str:
    before, marks, both = match.groups()
    after_consonant, after_vowel = both[:-1].split("(")
    if FIRST <= ord(before) <= LAST:
        final = (ord(before) - FIRST) % FINALS
        closed, rieul = final > 0, final == FINAL_RIEUL
    elif before.isascii() and before.isalnum():
        closed, rieul = before in CONSONANTS + RIEUL, before in RIEUL
    else:
        return match[0]
    if after_consonant == "으로" and rieul:  # 서울로
        closed = False
    return before + marks + (after_consonant if closed else after_vowel)


def format_myriads(count: float) -> str:
    """A number of at least ten thousand in four digits: 2,344만, 1,746억, 3.15조."""
    limit, unit = next(one for one in MYRIADS if abs(count) >= 0.99995 * one[0])
    value = float(f"{count / limit:.4g}")
    return f"{value:,.0f}{unit}" if abs(value) >= 1000 else f"{value:g}{unit}"
