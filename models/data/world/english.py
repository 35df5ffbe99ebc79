"""Choose the English article by sound and join articles and capitals to an inserted word."""

import re

FILTERS = ("a", "the", "cap")

# Words whose first letter and first sound disagree, as prefixes.
_CONSONANT_SOUND = re.compile(
    r"(uni([^nm]|$)|us[aeu]|ut[ei]|ur[aeiou]|uk|uga|uru|eu|ewe|one\b|once\b)", re.I
)
_VOWEL_SOUND = re.compile(r"(hour|honest|honou?r|heir)", re.I)
_LETTERS_READ_WITH_VOWEL = "AEFHILMNORSX"


def article(word: str) -> str:
    """The article for the sound that a word begins with; acronyms are spelled out (an X-ray)."""
    if re.match(r"[A-Z]([A-Z0-9-]|$)", word):
        return "an" if word[0] in _LETTERS_READ_WITH_VOWEL else "a"
    if _VOWEL_SOUND.match(word):
        return "an"
    if _CONSONANT_SOUND.match(word):
        return "a"
    return "an" if word[:1].lower() in tuple("aeiou") else "a"


def apply_filters(word: str, filters: str) -> str:
    """The word with the filters of a slot ("a", "the", "cap", joined by "+"), from left to right.

    Raises ValueError for a filter that does not exist.
    """
    for name in filters.split("+") if filters else ():
        word = _apply(word, name)
    return word


def _apply(word: str, name: str) -> str:
    if name == "a":
        return f"{article(word)} {word}"
    if name == "the":
        return f"the {word}"
    if name == "cap":
        return word[:1].upper() + word[1:]
    raise ValueError(f"no English filter {name!r}; there are {', '.join(FILTERS)}")
