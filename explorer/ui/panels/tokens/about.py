"""What the Tokens panel says of itself, and where its methods were published."""

from __future__ import annotations

from explorer.ui.panel_base import papers
from models.schema.specs import Paper

COUNTED = (
    "Pieces and words are counted without the special tokens that the tokenizer adds. Words stand "
    "between white space; a character is what a person takes for one, white space left out. "
    "Position ids are rows of the model's position table; a model without one is told distances, "
    "in its attention."
)
COMPARED = (
    "Held out are documents of the text that is named above, from which no vocabulary here was "
    "learned. Unknown is the share of pieces that stand for no text: WordPiece gives up a whole "
    "word, Unigram a run of characters, byte-level BPE nothing. Pieces without special tokens; "
    "bytes are those of the text in UTF-8."
)

EXPLANATION = (
    "A model never sees letters: its tokenizer cuts the text into pieces of a fixed vocabulary, "
    "and each piece is an id. WordPiece takes the longest known piece from left to right, marks a "
    "piece inside a word with ##, and makes the whole word [UNK] if a part of it fits no piece; "
    "byte-level BPE merges bytes in the order in which the merges were learned, so no text is "
    "unknown, but a Korean syllable or an emoji may fall into several pieces; Unigram takes the "
    "cut whose pieces are most probable together. The view Steps shows this for one word, the "
    "view Vocabularies trains new vocabularies and compares how finely they cut. BERT adds three "
    "embeddings at each position, of the piece, of the segment and of the position; RoBERTa has "
    "no segments and position ids that begin behind padding; T5, XLNet and DeBERTa tell attention "
    "how far tokens are apart instead. Special tokens such as [CLS] and [SEP] are fed like words, "
    "so they stand where they are fed: XLNet's come last. The fewer pieces a word costs, the more "
    "text fits into the model's positions."
)

PAPERS = (
    papers.BERT,
    Paper(
        "Wu, Schuster, Chen, Le, et al.",
        "Google's Neural Machine Translation System",
        2016,
        "1609.08144",
    ),
    Paper(
        "Sennrich, Haddow, Birch",
        "Neural Machine Translation of Rare Words with Subword Units",
        2015,
        "1508.07909",
    ),
    papers.GPT2,
    Paper(
        "Kudo",
        "Subword Regularization: Improving Neural Network Translation Models with Multiple "
        "Subword Candidates",
        2018,
        "1804.10959",
    ),
)
