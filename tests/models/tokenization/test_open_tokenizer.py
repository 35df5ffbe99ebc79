"""Opening a folder: the family is found out from the files, and errors say what to do."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from models.schema.registry import catalog
from models.tokenization import Tokenizer, open_tokenizer
from models.tokenization.special_tokens import read_template
from tests.models.tokenization.samples import BYTEWISE, FRAMINGS, framed_as

REPOSITORY = Path(__file__).parents[3]
TRAIN_AND_HASH = """
from models.tokenization import byte_bpe, space_bpe, unigram, word_bpe, wordpiece
hangul = [chr(0xAC00 + number) for number in range(211)]
texts = [f"word{i % 97} 낱말{i % 89} {hangul[i % 211]}{hangul[i * 7 % 211]}" for i in range(400)]
for family in (wordpiece, byte_bpe, space_bpe, unigram, word_bpe):
    print(family.train(iter(texts), 500, names=["낱말", "word7"]).hash)
"""


def write(folder: Path, **files: str) -> None:
    """Files by name; a double underscore stands for the dot."""
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content, encoding="utf-8")


def test_every_family_is_in_the_catalog() -> None:
    assert {"byte_bpe", "space_bpe", "unigram", "word_bpe", "wordpiece"} <= set(
        catalog().tokenizers
    )


def test_the_family_may_be_named(tokenizer: Tokenizer, saved: Path) -> None:
    assert open_tokenizer(saved, tokenizer.family).hash == tokenizer.hash
    other = "wordpiece" if tokenizer.family == "byte_bpe" else "byte_bpe"
    with pytest.raises(ValueError, match=f"is none of these: {other}"):
        open_tokenizer(saved, other)


def test_an_unknown_family_is_rejected(saved: Path) -> None:
    with pytest.raises(
        ValueError,
        match=r"family 'runes'\. Known: byte_bpe, space_bpe, unigram, word_bpe, wordpiece",
    ):
        open_tokenizer(saved, "runes")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"There is no folder .*nowhere"):
        open_tokenizer(tmp_path / "nowhere")


def test_a_folder_without_a_tokenizer_says_what_belongs_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"holds no tokenizer\. Put its tokenizer\.json there"):
        open_tokenizer(tmp_path)


@pytest.mark.parametrize(
    "content",
    ["{", "", "[1]", "[" * 100_000, "9" * 5_000],
    ids=["cut off", "empty", "a list", "endless", "a number without end"],
)
@pytest.mark.parametrize("name", ["tokenizer.json", "tokenizer_config.json", "vocab.json"])
def test_broken_json_is_named(tmp_path: Path, name: str, content: str) -> None:
    write(tmp_path, **{name: content}, merges__txt="#version: 0.2\n")
    with pytest.raises(ValueError, match=rf"{name} cannot be used \(.*(JSON|digits)"):
        open_tokenizer(tmp_path)


@pytest.mark.parametrize("name", ["tokenizer.json", "vocab.json", "vocab.txt", "spiece.model"])
def test_a_pointer_of_git_lfs_says_how_to_get_the_file(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("version https://git-lfs.github.com/spec/v1\nsize 12\n")
    with pytest.raises(ValueError, match=rf"{name} is a pointer of git-lfs.* Run git lfs pull"):
        open_tokenizer(tmp_path)


def test_the_mark_that_some_editors_put_first_is_no_part_of_a_file(
    uncased: Tokenizer, tmp_path: Path
) -> None:
    names = "\n".join(uncased.token(id) for id in range(uncased.vocab_size))
    (tmp_path / "vocab.txt").write_text(names, encoding="utf-8-sig")
    config = json.dumps({"do_lower_case": True})
    (tmp_path / "tokenizer_config.json").write_text(config, encoding="utf-8-sig")
    found = open_tokenizer(tmp_path)
    assert found.encode("The Capital").tokens == uncased.encode("The Capital").tokens


def test_a_truncated_tokenizer_is_named(saved: Path) -> None:
    path = saved / "tokenizer.json"
    path.write_text(path.read_text(encoding="utf-8")[:-200], encoding="utf-8")
    with pytest.raises(ValueError, match=r"tokenizer\.json cannot be used"):
        open_tokenizer(saved)


def test_a_tokenizer_that_the_library_rejects_is_named(saved: Path) -> None:
    path = saved / "tokenizer.json"
    content = json.loads(path.read_text("utf-8"))
    content["decoder"] = {"type": "Unheard"}
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match=r"tokenizer\.json is broken"):
        open_tokenizer(saved)


def test_a_bpe_that_marks_pieces_inside_words_is_rejected(
    bytewise: Tokenizer, tmp_path: Path
) -> None:
    bytewise.save(tmp_path)
    content = json.loads((tmp_path / "tokenizer.json").read_text("utf-8"))
    content["model"]["continuing_subword_prefix"] = "##"
    write(tmp_path, tokenizer__json=json.dumps(content))
    with pytest.raises(ValueError, match="marks pieces inside words"):
        open_tokenizer(tmp_path)


def test_what_the_library_cannot_cut_is_said(tmp_path: Path) -> None:
    roles = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]"]
    content = {
        "version": "1.0",
        "added_tokens": [
            {
                "id": 1,
                "content": "[UNK]",
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
        ],
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {name: id for id, name in enumerate(roles[:-1])},
        },
    }
    write(tmp_path, tokenizer__json=json.dumps(content))
    tokenizer = open_tokenizer(tmp_path)
    with pytest.raises(ValueError, match=r"cannot be cut .*Download the tokenizer's files again"):
        tokenizer.encode("zebra")


@pytest.mark.parametrize("single", [[], [{"Sequence": {"id": "B", "type_id": 0}}]])
def test_a_template_that_loses_the_text_is_not_followed(single: list[object]) -> None:
    processor = {"type": "TemplateProcessing", "single": single, "pair": single}
    assert read_template({"post_processor": processor}, {}, (), "AnyTokenizer") is None


def test_a_foreign_kind_is_named(tmp_path: Path) -> None:
    model = {"type": "WordLevel", "vocab": {"<unk>": 0}, "unk_token": "<unk>"}
    write(tmp_path, tokenizer__json=json.dumps({"version": "1.0", "model": model}))
    with pytest.raises(ValueError, match=r"tokenizer.json of kind WordLevel\) is none of these"):
        open_tokenizer(tmp_path)


def test_a_unigram_file_without_an_unknown_token_is_rejected(tmp_path: Path) -> None:
    model = {"type": "Unigram", "unk_id": None, "vocab": [["a", -1.0]]}
    write(tmp_path, tokenizer__json=json.dumps({"version": "1.0", "model": model}))
    with pytest.raises(ValueError, match="names no unknown token"):
        open_tokenizer(tmp_path)


@pytest.mark.parametrize("class_name", sorted(FRAMINGS.keys() - set(BYTEWISE)))
def test_an_older_unigram_file_names_no_type(class_name: str, tmp_path: Path) -> None:
    framed_as(class_name).save(tmp_path)
    content = json.loads((tmp_path / "tokenizer.json").read_text("utf-8"))
    assert content["model"].pop("type") == "Unigram"
    write(tmp_path, tokenizer__json=json.dumps(content))
    assert open_tokenizer(tmp_path).hash == framed_as(class_name).hash


def test_a_bpe_without_bytes_is_foreign(tmp_path: Path) -> None:
    vocabulary = {"a@@": 0, "b": 1}
    write(tmp_path, vocab__json=json.dumps(vocabulary), merges__txt="#version: 0.2\n")
    with pytest.raises(ValueError, match="is none of these"):
        open_tokenizer(tmp_path)


def test_a_vocabulary_without_its_merges_asks_for_them(tmp_path: Path) -> None:
    write(tmp_path, vocab__json=json.dumps({"Ġ": 0}))
    with pytest.raises(ValueError, match=r"needs merges\.txt in the same folder\. Copy it too\."):
        open_tokenizer(tmp_path)


def test_merges_of_another_vocabulary_are_rejected(tmp_path: Path) -> None:
    write(tmp_path, vocab__json=json.dumps({"Ġ": 0}), merges__txt="#version: 0.2\nx y\n")
    with pytest.raises(ValueError, match="do not belong together"):
        open_tokenizer(tmp_path)


def test_a_vocabulary_without_special_tokens_is_rejected(tmp_path: Path) -> None:
    write(tmp_path, vocab__txt="[PAD]\n[UNK]\nthe\n")
    with pytest.raises(ValueError, match=r"vocabulary has no \[CLS\], \[SEP\], \[MASK\]"):
        open_tokenizer(tmp_path)


def test_special_tokens_may_have_other_names(tmp_path: Path) -> None:
    config = {"cls_token": "<c>", "mask_token": {"content": "<m>", "lstrip": False}}
    write(tmp_path, vocab__txt="[PAD]\n[UNK]\n<c>\n[SEP]\n<m>\nthe\n")
    write(tmp_path, tokenizer_config__json=json.dumps(config))
    tokenizer = open_tokenizer(tmp_path)
    assert tokenizer.encode("The <m>").tokens == ("<c>", "the", "<m>", "[SEP]")
    assert tokenizer.special_ids == {0, 1, 2, 3, 4}


def test_an_empty_vocabulary_is_rejected(tmp_path: Path) -> None:
    write(tmp_path, vocab__txt="")
    with pytest.raises(ValueError, match=r"vocab\.txt is empty"):
        open_tokenizer(tmp_path)


def test_a_vocabulary_that_is_not_text_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "vocab.txt").write_bytes(b"[PAD]\n\xff\xfe\n")
    with pytest.raises(ValueError, match="is not UTF-8 text"):
        open_tokenizer(tmp_path)


def test_ids_far_beyond_the_vocabulary_are_rejected(tmp_path: Path) -> None:
    vocabulary = {"Ġ": 4_000_000_000, "<|endoftext|>": 0}
    write(tmp_path, vocab__json=json.dumps(vocabulary), merges__txt="#version: 0.2\n")
    with pytest.raises(ValueError, match="2 tokens, but ids up to 4000000000"):
        open_tokenizer(tmp_path)


def test_a_setting_of_the_wrong_type_is_rejected(tmp_path: Path) -> None:
    write(tmp_path, vocab__txt="[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n")
    write(tmp_path, tokenizer_config__json=json.dumps({"do_lower_case": "yes"}))
    with pytest.raises(
        ValueError, match=r"In tokenizer_config\.json, do_lower_case must be true, false or null"
    ):
        open_tokenizer(tmp_path)


def test_an_end_of_text_that_is_missing_is_added_last(tmp_path: Path) -> None:
    write(tmp_path, vocab__json=json.dumps({"Ġ": 0, "a": 1}), merges__txt="#version: 0.2\n")
    assert open_tokenizer(tmp_path).eos_id == 2


def test_truncation_and_padding_of_a_file_do_not_reach_the_ids(
    tokenizer: Tokenizer, saved: Path
) -> None:
    path = saved / "tokenizer.json"
    content = json.loads(path.read_text("utf-8"))
    content["truncation"] = {
        "direction": "Right",
        "max_length": 2,
        "strategy": "LongestFirst",
        "stride": 0,
    }
    path.write_text(json.dumps(content), encoding="utf-8")
    text = "The capital of France"
    assert open_tokenizer(saved).encode(text).tokens == tokenizer.encode(text).tokens


def test_the_same_texts_give_the_same_ids_in_every_process() -> None:
    """Hash tables are seeded anew in each process; none of that may reach the ids."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", TRAIN_AND_HASH],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
        )
        for _ in range(3)
    ]
    assert len({run.stdout for run in runs}) == 1
    assert len(runs[0].stdout.split()) == 5


@pytest.mark.parametrize(
    "pieces",
    [["▁서울", "▁한국", "은", "의"], ["서", "울", "은"]],
    ids=["of SentencePiece, as KoBERT's", "characters alone"],
)
def test_a_vocabulary_of_another_kind_with_a_class_of_its_own_is_rejected(
    pieces: list[str], tmp_path: Path
) -> None:
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *pieces]
    write(tmp_path, vocab__txt="\n".join(names))
    open_tokenizer(tmp_path)  # nothing says that it is another's
    for known in ("BertTokenizer", "BertTokenizerFast", "PreTrainedTokenizerFast"):
        write(tmp_path, tokenizer_config__json=json.dumps({"tokenizer_class": known}))
        open_tokenizer(tmp_path)
    write(tmp_path, tokenizer_config__json=json.dumps({"tokenizer_class": "KoBertTokenizer"}))
    with pytest.raises(ValueError, match=r"names 'KoBertTokenizer', .* Add the tokenizer\.json of"):
        open_tokenizer(tmp_path)
    write(tmp_path, vocab__txt="\n".join([*names, *(f"##{piece}" for piece in pieces), "##다"]))
    open_tokenizer(tmp_path)
