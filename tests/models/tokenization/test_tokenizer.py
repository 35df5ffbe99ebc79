"""What every tokenizer family does alike: encodings, cutting, words, and the way back."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.schema.records import NO_WORD, Encoding
from models.tokenization import Tokenizer, byte_bpe, open_tokenizer, wordpiece
from models.tokenization.base import share_room

ANY_TEXT = st.text(min_size=1)  # lone surrogates too: a clipboard may hold them


def covered_by(encoding: Encoding) -> list[str]:
    return [encoding.surface(position) for position in range(len(encoding))]


def test_bert_frames_a_text_with_cls_and_sep(cased: Tokenizer) -> None:
    encoding = cased.encode("The capital")
    assert encoding.tokens[0] == "[CLS]"
    assert encoding.tokens[-1] == "[SEP]"
    assert encoding.special.tolist() == [True] + [False] * (len(encoding) - 2) + [True]
    assert encoding.segment.tolist() == [0] * len(encoding)


def test_bert_frames_a_pair_with_two_segments(cased: Tokenizer) -> None:
    encoding = cased.encode("The capital", "of France")
    border = encoding.tokens.index("[SEP]")
    assert encoding.segment.tolist() == [0] * (border + 1) + [1] * (len(encoding) - border - 1)
    assert encoding.pair == "of France"
    assert "".join(covered_by(encoding)) == "Thecapital" + "ofFrance"


def test_gpt2_adds_no_special_token(bytewise: Tokenizer) -> None:
    encoding = bytewise.encode("The capital", " of France")
    assert not encoding.special.any()
    assert "".join(covered_by(encoding)) == "The capital of France"


def test_offsets_slice_back_to_the_text(tokenizer: Tokenizer, hard_text: str) -> None:
    encoding = tokenizer.encode(hard_text)
    for position, (start, end) in enumerate(encoding.offsets):
        assert 0 <= start <= end <= len(hard_text)
        assert (start == end) == bool(encoding.special[position])


def test_cased_pieces_are_the_characters_that_they_cover(cased: Tokenizer) -> None:
    encoding = cased.encode("선생님이 France에서 책을 폈다, 1998!", "The café")
    for position, token in enumerate(encoding.tokens):
        if not encoding.special[position] and not encoding.unknown[position]:
            assert token.removeprefix("##") == encoding.surface(position)


def test_byte_pieces_cover_every_character(bytewise: Tokenizer, hard_text: str) -> None:
    encoding = bytewise.encode(hard_text)
    covered = {place for start, end in encoding.offsets.tolist() for place in range(start, end)}
    written_out = hard_text.find("<|endoftext|>")
    special = set(range(written_out, written_out + 13)) if written_out >= 0 else set()
    assert covered == set(range(len(hard_text))) - special


@given(text=ANY_TEXT)
def test_any_text_gives_a_sound_encoding_or_a_clear_error(
    cased: Tokenizer, uncased: Tokenizer, bytewise: Tokenizer, text: str
) -> None:
    for tokenizer in (cased, uncased, bytewise):
        if not any(tokenizer.encode_ids([text])):
            with pytest.raises(ValueError, match="Write at least one word"):
                tokenizer.encode(text)
            continue
        encoding = tokenizer.encode(text, text, max_length=20)
        assert len(encoding) <= 20
        assert len(encoding.text) == len(text)
        assert encoding.offsets.max() <= len(text)


@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_bytes_come_back_to_the_same_text(bytewise: Tokenizer, text: str) -> None:
    assert bytewise.decode(bytewise.encode(text).ids) == text


def test_half_a_character_becomes_one_replacement_character(tokenizer: Tokenizer) -> None:
    encoding = tokenizer.encode("The \ud83d capital")
    assert encoding.text == "The \ufffd capital"
    assert encoding.surface(len(encoding) - 1 - int(encoding.special[-1])).endswith("l")


def test_a_written_out_mask_is_the_mask_token(cased: Tokenizer, uncased: Tokenizer) -> None:
    for tokenizer in (cased, uncased):
        encoding = tokenizer.encode("The capital of France is [MASK].")
        assert tokenizer.mask_id is not None
        place = encoding.ids.tolist().index(tokenizer.mask_id)
        assert encoding.special[place]
        assert encoding.word[place] == NO_WORD
        assert encoding.surface(place) == ""
        assert encoding.text[encoding.offsets[place, 0] :].startswith("[MASK]")


def test_a_mask_means_nothing_to_gpt2(bytewise: Tokenizer) -> None:
    encoding = bytewise.encode("is [MASK].")
    assert bytewise.mask_id is None
    assert not encoding.special.any()


def test_an_unknown_word_is_marked_and_still_covers_its_characters(cased: Tokenizer) -> None:
    encoding = cased.encode("The 👩‍👩‍👧 sings")
    place = encoding.unknown.tolist().index(True)
    assert encoding.ids[place] == cased.unk_id
    assert not encoding.special[place]
    assert encoding.surface(place) == "👩‍👩‍👧"


def test_a_word_of_more_than_a_hundred_characters_is_unknown(cased: Tokenizer) -> None:
    encoding = cased.encode("a" * 100 + " " + "a" * 101 + " " + "ab" * 5_000)
    assert encoding.unknown.tolist()[-3:] == [True, True, False]
    assert encoding.unknown.sum() == 2


def test_no_byte_is_ever_unknown(bytewise: Tokenizer, hard_text: str) -> None:
    assert bytewise.unk_id is None
    assert not bytewise.encode(hard_text).unknown.any()


def test_words_are_counted_over_both_texts(tokenizer: Tokenizer) -> None:
    encoding = tokenizer.encode("Paris, Tokyo", "California")
    by_word: dict[int, str] = {}
    for position, word in enumerate(encoding.word.tolist()):
        if word != NO_WORD:
            by_word[word] = by_word.get(word, "") + encoding.surface(position).strip()
    assert by_word == {0: "Paris", 1: ",", 2: "Tokyo", 3: "California"}


def test_a_mask_inside_a_word_leaves_no_gap_in_the_count(cased: Tokenizer) -> None:
    encoding = cased.encode("The [MASK] of [MASK][MASK] France")
    words = [word for word in encoding.word.tolist() if word != NO_WORD]
    assert sorted(set(words)) == [0, 1, 2]


def test_what_is_too_long_is_cut_and_counted(tokenizer: Tokenizer) -> None:
    text = "The capital of France is Paris. " * 30
    whole, cut = tokenizer.encode(text), tokenizer.encode(text, max_length=16)
    assert len(cut) == 16
    assert cut.num_cut == len(whole) - 16
    assert whole.num_cut == 0
    assert (cut.special[-1], cut.special[0]) == (whole.special[-1], whole.special[0])


def test_a_pair_is_cut_where_it_is_longer(tokenizer: Tokenizer) -> None:
    short = "Paris"
    len_short = len(tokenizer.encode_ids([short])[0])
    for first, second, segment in [(short, "the book " * 40, 0), ("the book " * 40, short, 1)]:
        encoding = tokenizer.encode(first, second, max_length=24)
        kept = (encoding.segment == segment) & ~encoding.special
        assert len(encoding) == 24
        assert kept.sum() == len_short


@given(*[st.integers(0, 300)] * 3)
def test_room_is_shared_as_if_the_longer_text_lost_one_token_at_a_time(
    first: int, second: int, room: int
) -> None:
    left = [first, second]
    while sum(left) > room:
        left[0 if left[0] >= left[1] else 1] -= 1
    assert share_room(first, second, room) == tuple(left)


def test_a_length_without_room_for_a_token_is_rejected(tokenizer: Tokenizer) -> None:
    needed = len(tokenizer.build(np.array([5])))
    assert len(tokenizer.encode("The capital", max_length=needed)) == needed
    with pytest.raises(ValueError, match=f"at least {needed} is needed"):
        tokenizer.encode("The capital", max_length=needed - 1)


def test_an_empty_text_is_rejected(tokenizer: Tokenizer) -> None:
    with pytest.raises(ValueError, match=r"The text is empty\. Write at least one word\."):
        tokenizer.encode("")
    with pytest.raises(ValueError, match="The second text is empty"):
        tokenizer.encode("Paris", "")


def test_a_text_without_any_piece_is_rejected(cased: Tokenizer, bytewise: Tokenizer) -> None:
    with pytest.raises(ValueError, match="holds nothing that this tokenizer keeps"):
        cased.encode(" \n\x00\u200b")
    assert len(bytewise.encode(" \n")) > 0


def test_a_hundred_thousand_characters_are_cut_into_pieces(tokenizer: Tokenizer) -> None:
    text = "파리 Paris 👍 " * 10_000
    encoding = tokenizer.encode(text, max_length=512)
    assert len(encoding) == 512
    assert encoding.num_cut > 10_000


def test_building_from_ids_gives_the_encoding_of_the_text(tokenizer: Tokenizer) -> None:
    first, second = "The capital of France is Paris.", " 수도는 파리이다."
    one, two = (np.array(ids) for ids in tokenizer.encode_ids([first, second]))
    for built, encoded in [
        (tokenizer.build(one), tokenizer.encode(first)),
        (tokenizer.build(one, two), tokenizer.encode(first, second)),
    ]:
        for name in ("ids", "special", "segment", "unknown", "word"):
            np.testing.assert_array_equal(getattr(built, name), getattr(encoded, name))
        assert built.tokens == encoded.tokens
        assert (built.pair is None) == (encoded.pair is None)


def test_building_leaves_the_given_ids_writeable(tokenizer: Tokenizer) -> None:
    ids = np.array(tokenizer.encode_ids(["The capital"])[0])
    before = ids.copy()
    built = tokenizer.build(ids, ids, labels={"nsp": 1})
    fed = built.ids.copy()
    assert np.array_equal(ids, before)
    ids[0] += 1
    assert np.array_equal(built.ids, fed), "it keeps ids of its own"


def test_building_keeps_the_labels(tokenizer: Tokenizer) -> None:
    ids = np.array([5, 6])
    assert tokenizer.build(ids, ids, labels={"nsp": 1}).labels == {"nsp": 1}
    assert tokenizer.build(ids).labels == {}


def test_many_texts_are_encoded_as_one_by_one(tokenizer: Tokenizer) -> None:
    texts = ["The capital", "", "수도는", "[MASK] <|endoftext|>"]
    one_by_one = [tokenizer.encode_ids([text])[0] for text in texts]
    assert tokenizer.encode_ids(texts) == one_by_one
    assert tokenizer.encode_ids([]) == []
    assert one_by_one[1] == []


def test_names_and_ids_belong_together(tokenizer: Tokenizer) -> None:
    for id in range(tokenizer.vocab_size):
        assert tokenizer.id(tokenizer.token(id)) == id
    assert tokenizer.tokens([1, 2]) == [tokenizer.token(1), tokenizer.token(2)]


@pytest.mark.parametrize("id", [-1, 400, 10**9])
def test_an_id_outside_the_vocabulary_is_rejected(tokenizer: Tokenizer, id: int) -> None:
    with pytest.raises(ValueError, match="There is no token"):
        tokenizer.token(id)
    with pytest.raises(ValueError, match="There is no token"):
        tokenizer.decode([id])


def test_a_name_outside_the_vocabulary_is_rejected(tokenizer: Tokenizer) -> None:
    with pytest.raises(ValueError, match="'nowhere to be found' is not a token"):
        tokenizer.id("nowhere to be found")


def test_objectives_learn_what_continues_a_word(cased: Tokenizer, bytewise: Tokenizer) -> None:
    for tokenizer in (cased, bytewise):
        vocabulary = tokenizer.vocabulary
        assert vocabulary.size == tokenizer.vocab_size == len(vocabulary.continuation)
        assert vocabulary.special_ids.tolist() == sorted(tokenizer.special_ids)
        assert not vocabulary.continuation[vocabulary.special_ids].any()
        assert (vocabulary.mask_id, vocabulary.pad_id) == (tokenizer.mask_id, tokenizer.pad_id)
    assert cased.vocabulary.continuation[cased.id("##a")]
    assert not cased.vocabulary.continuation[cased.id("a")]
    assert bytewise.vocabulary.continuation[bytewise.id("a")]
    for starts in ("Ġ", "Ċ", ","):
        assert not bytewise.vocabulary.continuation[bytewise.id(starts)]


def test_a_piece_after_a_gap_is_written_as_its_family_writes_it(
    cased: Tokenizer, bytewise: Tokenizer, unigram_one: Tokenizer
) -> None:
    for tokenizer, inside, after in [
        (cased, "##의", "의"),
        (cased, "의", "의"),
        (bytewise, "s", "s"),
        (unigram_one, "의", "▁의"),
        (unigram_one, "▁Paris", "▁Paris"),
    ]:
        twin = int(tokenizer.free_standing[tokenizer.id(inside)])
        known = after in tokenizer.model["vocab"] or after in dict(tokenizer.model["vocab"])
        assert tokenizer.token(twin) == (after if known else inside)
    for tokenizer in (cased, bytewise, unigram_one):
        assert set(tokenizer.free_standing[list(tokenizer.special_ids)]) == tokenizer.special_ids


def test_an_ending_of_many_names_is_one_piece_after_a_mask_as_well() -> None:
    """Else "파리입니다" would end in ##입니다 and "[MASK]입니다" in 입 and ##니다."""
    names = ["파리", "서울", "런던", "도쿄", "빈", "로마", "카이로", "하노이", "리마", "오슬로"]
    texts = [f"수도는 {name}입니다." for name in names] + ["유나는 노래한다."] * 20
    tokenizer = wordpiece.train(texts, 200, names=names)
    masked = tokenizer.encode("수도는 [MASK]입니다.").tokens
    assert masked[masked.index("[MASK]") + 1] == "입니다"
    assert "한다" not in tokenizer.model["vocab"]  # it ends no name


def test_saving_and_opening_changes_nothing(tokenizer: Tokenizer, saved: Path) -> None:
    again = open_tokenizer(saved)
    assert again.family == tokenizer.family
    assert again.hash == tokenizer.hash
    assert again.special_ids == tokenizer.special_ids
    assert sorted(path.name for path in saved.iterdir()) == [
        "tokenizer.json",
        "tokenizer_config.json",
    ]


def test_different_tokenizers_have_different_hashes(
    cased: Tokenizer, uncased: Tokenizer, bytewise: Tokenizer
) -> None:
    assert len({cased.hash, uncased.hash, bytewise.hash}) == 3


def test_an_interrupted_save_keeps_the_old_file(
    tokenizer: Tokenizer, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path.name: path.read_bytes() for path in saved.iterdir()}

    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("models.runtime.files.os.replace", fail)
    with pytest.raises(OSError, match="no space left"):
        tokenizer.save(saved)
    assert {path.name: path.read_bytes() for path in saved.iterdir()} == before


def test_training_uncased_keeps_no_capital_letter(uncased: Tokenizer) -> None:
    assert uncased.encode("PARIS café").ids.tolist() == uncased.encode("paris cafe").ids.tolist()
    pieces = [uncased.token(id) for id in set(range(uncased.vocab_size)) - uncased.special_ids]
    assert all(piece == piece.lower() for piece in pieces)


def test_hangul_syllables_stay_whole_in_a_cased_tokenizer(cased: Tokenizer) -> None:
    assert all(len(piece) == 1 for piece in covered_by(cased.encode("폈")) if piece)
    assert "".join(covered_by(cased.encode("프랑스의 수도"))) == "프랑스의수도"


def test_the_vocabulary_is_no_larger_than_asked(corpus: tuple[str, ...]) -> None:
    for size in (60, 200, 400):
        assert wordpiece.train(corpus, size).vocab_size <= size
    for size in (257, 300):
        assert byte_bpe.train(corpus, size).vocab_size <= size


def test_names_do_not_push_the_vocabulary_beyond_what_is_asked(corpus: tuple[str, ...]) -> None:
    names = [
        first + second for first in "가나다라마바사아자차" for second in "카타파하거너더러머버"
    ]
    for size in (40, 120, 250):
        found = wordpiece.train(corpus, size, names=names)
        assert found.vocab_size <= size
        assert sum(found.token(id) in names for id in range(found.vocab_size)) <= size // 2
    room = wordpiece.train(corpus, 600, names=names)
    assert all(len(room.encode(name).ids) == 3 for name in names)


def test_training_without_text_or_room_is_rejected(corpus: tuple[str, ...]) -> None:
    for texts, size in [([], 400), ([" \n"], 400), (corpus, 5), (corpus, -1)]:
        with pytest.raises(ValueError, match="No vocabulary can be learned"):
            wordpiece.train(texts, size)
    with pytest.raises(ValueError, match="256 tokens are too few: the bytes alone need 257"):
        byte_bpe.train(corpus, 256)
