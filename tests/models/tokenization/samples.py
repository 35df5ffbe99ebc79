"""What the tests of tokenizers share: texts, and framings as architectures declare them."""

from functools import cache

from models.schema.specs import FIRST, SECOND, SpecialTokenTemplate
from models.tokenization import Tokenizer, byte_bpe, unigram

CORPUS = (
    "The capital of France is Paris, and the capital of Japan is Tokyo.",
    "A teacher opens the book; the children don't read it, they sing!",
    "In 1998 two students founded a company in California.",
    "프랑스의 수도는 파리이고 일본의 수도는 도쿄이다.",
    "선생님이 책을 펴면 아이들이 노래를 부른다. 날씨가 좋다.",
    "The café by the river opened on Monday, 3 May 2021.",
) * 3

HARD_TEXTS = {
    "english": "The capital of France is Paris, isn't it?",
    "korean": "선생님이 파리에서 책을 읽는다. 수도는?",
    "mixed": "Paris는 프랑스의 capital이다",
    "emoji": "I 👍🏽 the 👩‍👩‍👧‍👦 family 🇰🇷!",
    "combining": "cafe\u0301 n\u0303 a\u0308\u0323 Z\u0351\u0343\u036e",
    "jamo": "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "right to left": "שלום עולם and مرحبا بالعالم",
    "chinese": "東京は日本の首都、北京。",
    "control": "a\x00b\x07c\u200bd\u200ee\ufefff\x7fg\u0085h",
    "white space": "  two\t tabs\n\nlines\u00a0and\u3000wide  ",
    "long word": "x" * 101 + " " + "y" * 100,
    "very long word": "ab" * 5_000,
    "specials": "The [MASK] of [SEP] is [UNK][mask]<|endoftext|> .",
    "digits": "3.14 1,000,000 x² ½ ٣",
    "private use": "\ue000 \U0010ffff \ufffd",
}

OF_BERT = (
    (("cls", 0), (FIRST, 0), ("sep", 0)),
    (("cls", 0), (FIRST, 0), ("sep", 0), (SECOND, 1), ("sep", 1)),
)
BRACKETS = {
    "pad": "[PAD]",
    "cls": "[CLS]",
    "sep": "[SEP]",
    "unk": "[UNK]",
    "mask": "[MASK]",
    "bos": "[CLS]",
    "eos": "[SEP]",
}
OF_ROBERTA = (
    (("cls", 0), (FIRST, 0), ("sep", 0)),
    (("cls", 0), (FIRST, 0), ("sep", 0), ("sep", 0), (SECOND, 1), ("sep", 1)),
)
ANGLES = {
    "bos": "<s>",
    "pad": "<pad>",
    "eos": "</s>",
    "unk": "<unk>",
    "mask": "<mask>",
    "cls": "<s>",
    "sep": "</s>",
}
FRAMINGS = {
    "RobertaTokenizer": SpecialTokenTemplate("RobertaTokenizer", ANGLES, *OF_ROBERTA),
    "DebertaTokenizer": SpecialTokenTemplate("DebertaTokenizer", BRACKETS, *OF_BERT),
    "AlbertTokenizer": SpecialTokenTemplate(
        "AlbertTokenizer",
        {
            "pad": "<pad>",
            "unk": "<unk>",
            "cls": "[CLS]",
            "sep": "[SEP]",
            "mask": "[MASK]",
            "bos": "[CLS]",
            "eos": "[SEP]",
        },
        *OF_BERT,
    ),
    "BigBirdTokenizer": SpecialTokenTemplate(
        "BigBirdTokenizer",
        {
            "pad": "<pad>",
            "eos": "</s>",
            "bos": "<s>",
            "unk": "<unk>",
            "cls": "[CLS]",
            "sep": "[SEP]",
            "mask": "[MASK]",
        },
        *OF_BERT,
    ),
    "DebertaV2Tokenizer": SpecialTokenTemplate("DebertaV2Tokenizer", BRACKETS, *OF_BERT),
    "T5Tokenizer": SpecialTokenTemplate(
        "T5Tokenizer",
        {"pad": "<pad>", "eos": "</s>", "unk": "<unk>"},
        ((FIRST, 0), ("eos", 0)),
        ((FIRST, 0), ("eos", 0), (SECOND, 1), ("eos", 1)),
        tuple(f"<extra_id_{number}>" for number in reversed(range(12))),
    ),
    "XLMRobertaTokenizer": SpecialTokenTemplate("XLMRobertaTokenizer", ANGLES, *OF_ROBERTA),
    "CamembertTokenizer": SpecialTokenTemplate(
        "CamembertTokenizer",
        ANGLES,
        *OF_ROBERTA,
        ("<s>NOTUSED", "</s>NOTUSED", "<unk>NOTUSED"),
    ),
    "XLNetTokenizer": SpecialTokenTemplate(
        "XLNetTokenizer",
        {
            "unk": "<unk>",
            "bos": "<s>",
            "eos": "</s>",
            "cls": "<cls>",
            "sep": "<sep>",
            "pad": "<pad>",
            "mask": "<mask>",
        },
        ((FIRST, 0), ("sep", 0), ("cls", 2)),
        ((FIRST, 0), ("sep", 0), (SECOND, 1), ("sep", 1), ("cls", 2)),
        ("<eod>", "<eop>"),
    ),
}
BYTEWISE = ("RobertaTokenizer", "DebertaTokenizer")


@cache
def framed_as(name: str) -> Tokenizer:
    """A tokenizer with the framing of a published class."""
    family, size = (byte_bpe, 400) if name in BYTEWISE else (unigram, 300)
    return family.train(CORPUS, size, names=["파리", "Paris"], template=FRAMINGS[name])
