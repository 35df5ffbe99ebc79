"""Tokenizers that put the code of a text's language beside it, as mBART's two kinds do.

Liu et al. (2020), arXiv:2001.08210, put it after the end of a text; Tang et al. (2020),
arXiv:2008.00401, before the text. `MBartTokenizer` and `MBart50Tokenizer` of transformers do so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from models.schema.specs import FIRST, SECOND, SpecialTokenTemplate
from models.tokenization.byte_bpe import ANGLE_BRACKETS
from models.tokenization.special_tokens import LANGUAGE, class_name

# fmt: off
CODES = (
    "ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI", "fr_XX", "gu_IN", "hi_IN",
    "it_IT", "ja_XX", "kk_KZ", "ko_KR", "lt_LT", "lv_LV", "my_MM", "ne_NP", "nl_XX", "ro_RO",
    "ru_RU", "si_LK", "tr_TR", "vi_VN", "zh_CN",
)
MORE_CODES = (
    "af_ZA", "az_AZ", "bn_IN", "fa_IR", "he_IL", "hr_HR", "id_ID", "ka_GE", "km_KH", "mk_MK",
    "ml_IN", "mn_MN", "mr_IN", "pl_PL", "ps_AF", "pt_XX", "sv_SE", "sw_KE", "ta_IN", "te_IN",
    "th_TH", "tl_XX", "uk_UA", "ur_PK", "xh_ZA", "gl_ES", "sl_SI",
)
# fmt: on
ENGLISH = "en_XX"  # where tokenizer_config.json names no other as `src_lang`

LANGUAGE_LAST = SpecialTokenTemplate(
    published_class="MBartTokenizer",
    roles={**ANGLE_BRACKETS.roles, LANGUAGE: ENGLISH},
    single=((FIRST, 0), ("eos", 0), (LANGUAGE, 0)),
    pair=((FIRST, 0), (SECOND, 1), ("eos", 1), (LANGUAGE, 1)),
    extra=CODES,
)
LANGUAGE_FIRST = replace(
    LANGUAGE_LAST,
    published_class="MBart50Tokenizer",
    single=((LANGUAGE, 0), (FIRST, 0), ("eos", 0)),
    pair=((LANGUAGE, 0), (FIRST, 0), (SECOND, 1), ("eos", 1)),
    extra=(*CODES, *MORE_CODES),
)
LAST_ROWS = {  # of a vocabulary, after the pieces
    template.published_class: (*template.extra, template.roles["mask"])
    for template in (LANGUAGE_LAST, LANGUAGE_FIRST)
}


def place_language(
    declared: SpecialTokenTemplate | None, content: Mapping[str, Any], config: Mapping[str, Any]
) -> SpecialTokenTemplate | None:
    """The declared template with the language, and its place, that the files of a folder have.

    `src_lang` of tokenizer_config.json names the language, else the post-processor of
    tokenizer.json, which says the place; without it the class does. A template without a language
    stays as it is.
    """
    if declared is None or LANGUAGE not in declared.roles:
        return declared
    codes = {*LANGUAGE_FIRST.extra}
    around = [slot for slot in _slots(content) if slot in codes]
    named = config.get("src_lang")
    language = named if named in codes else next(iter(around), ENGLISH)
    is_first = class_name(config, "") == LANGUAGE_FIRST.published_class
    if around:
        is_first = _slots(content)[0] in codes
    template = LANGUAGE_FIRST if is_first else declared
    return replace(template, roles={**template.roles, LANGUAGE: language})


def _slots(content: Mapping[str, Any]) -> list[str]:
    """The tokens that a tokenizer.json puts around a text, with "" for the text itself."""
    processor = content.get("post_processor")
    single = processor.get("single") if isinstance(processor, dict) else None
    slots = [one for one in single or () if isinstance(one, dict)]
    return [str(slot.get("SpecialToken", {}).get("id", "")) for slot in slots]
