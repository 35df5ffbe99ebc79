"""The special tokens of a tokenizer and their places, read from the files of a folder.

An architecture declares its template. For a folder of unknown architecture it is in the files:
tokenizer_config.json names the special tokens, and the post-processor of tokenizer.json has their
places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from models.schema.specs import FIRST, SECOND, SpecialTokenTemplate, TemplateSlot

ROLES = ("pad", "unk", "cls", "sep", "mask", "bos", "eos")
LANGUAGE = "language"  # the code of a text's language, which few vocabularies have
NAMED_AS = {LANGUAGE: "src_lang"}  # in tokenizer_config.json; others after their role
TEMPLATE_ROLES = ("cls", "sep", "bos", "eos")  # possible around a text, by preference
SPELLINGS = {  # of published vocabularies, for folders that do not name their special tokens
    "pad": ("[PAD]", "<pad>"),
    "unk": ("[UNK]", "<unk>"),
    "cls": ("[CLS]", "<cls>"),
    "sep": ("[SEP]", "<sep>"),
    "mask": ("[MASK]", "<mask>"),
    "bos": ("<s>",),
    "eos": ("</s>",),
}

_Template = list[tuple[str, int]]  # tokens, FIRST or SECOND, each with its segment


def named_roles(config: Mapping[str, Any], roles: Iterable[str] = ROLES) -> dict[str, str]:
    """The special tokens that a tokenizer_config.json names, by role."""
    by_role: dict[str, str] = {}
    for role in roles:
        entry = config.get(NAMED_AS.get(role, f"{role}_token"))
        token = entry.get("content") if isinstance(entry, dict) else entry
        if isinstance(token, str) and token:
            by_role[role] = token
    return by_role


def rename_tokens(
    template: SpecialTokenTemplate, config: Mapping[str, Any], optional: Iterable[str] = ()
) -> SpecialTokenTemplate:
    """The template with the names of its tokens from a tokenizer_config.json.

    `optional` are roles that the template lacks and the folder may add.
    """
    named = named_roles(config, (*template.roles, *optional))
    return replace(template, roles={**template.roles, **named})


def fit_template(
    template: SpecialTokenTemplate | None,
    config: Mapping[str, Any],
    vocabulary: Collection[str],
    optional: Iterable[str] = (),
) -> SpecialTokenTemplate | None:
    """Rename the tokens of an architecture's template; None if one of them is missing."""
    fitted = None if template is None else rename_tokens(template, config, optional)
    return fitted if fitted and set(vocabulary).issuperset(fitted.roles.values()) else None


def read_template(
    content: Mapping[str, Any],
    config: Mapping[str, Any],
    vocabulary: Collection[str],
    published_class: str,
) -> SpecialTokenTemplate | None:
    """The template in a parsed tokenizer.json; None if it puts no tokens around a text.

    Also None if one of these tokens has no known role, or if a text is missing.
    """
    processor = content.get("post_processor")
    if not isinstance(processor, dict) or (templates := _templates(processor)) is None:
        return None
    spelled = spelled_roles(vocabulary)
    roles = {**spelled, **_choose_class_and_separator(templates[0], spelled), **named_roles(config)}
    single, pair = (_slots(template, roles) for template in templates)
    if single is None or pair is None or not _keeps_texts(single, pair):
        return None
    ordered = {role: roles[role] for role in ROLES if role in roles}
    extra = tuple(token for token in _special(content) if token not in ordered.values())
    name = class_name(config, published_class)
    inputs = config.get("model_input_names")
    inputs = tuple(map(str, inputs)) if isinstance(inputs, list) else ()
    return SpecialTokenTemplate(name, ordered, single, _separate_segment(pair), extra, inputs)


def class_name(config: Mapping[str, Any], default: str) -> str:
    """The tokenizer class in a tokenizer_config.json, without the ending "Fast"."""
    name = config.get("tokenizer_class")
    return name.removesuffix("Fast") if isinstance(name, str) and name else default


def _special(content: Mapping[str, Any]) -> list[str]:
    """The special tokens of a tokenizer.json in the order of their ids."""
    added = [token for token in content.get("added_tokens", []) if token.get("special")]
    return [token["content"] for token in sorted(added, key=lambda token: int(token["id"]))]


def spelled_roles(vocabulary: Collection[str]) -> dict[str, str]:
    """The special tokens of a vocabulary that are spelled as in published ones, by role."""
    by_role = {}
    for role, spellings in SPELLINGS.items():
        if token := next((token for token in spellings if token in vocabulary), None):
            by_role[role] = token
    return by_role


def _choose_class_and_separator(template: _Template, roles: Mapping[str, str]) -> dict[str, str]:
    """RoBERTa's beginning and end are its class token and separator, if both exist."""
    tokens = {what for what, _ in template}
    if "cls" in roles or not tokens.issuperset((roles.get("bos"), roles.get("eos"))):
        return {}
    return {"cls": roles["bos"], "sep": roles["eos"]}


def _templates(processor: Mapping[str, Any]) -> tuple[_Template, _Template] | None:
    """The templates of a post-processor for one text and for two."""
    kind = processor.get("type")
    if kind == "Sequence":
        by_step = (_templates(step) for step in processor.get("processors", []))
        return next((templates for templates in by_step if templates is not None), None)
    if kind == "TemplateProcessing":
        return _template(processor["single"]), _template(processor["pair"])
    if kind in ("BertProcessing", "RobertaProcessing"):
        cls, sep = processor["cls"][0], processor["sep"][0]
        between = [(sep, 0)] if kind == "BertProcessing" else [(sep, 0), (sep, 0)]
        opening = [(cls, 0), (FIRST, 0)]
        return [*opening, (sep, 0)], [*opening, *between, (SECOND, 1), (sep, 1)]
    return None


def _template(entries: Iterable[Mapping[str, Any]]) -> _Template:
    texts = {"A": FIRST, "B": SECOND}
    template: _Template = []
    for entry in entries:
        ((kind, slot),) = entry.items()
        name = texts[slot["id"]] if kind == "Sequence" else slot["id"]
        template.append((name, slot["type_id"]))
    return template


def _slots(template: _Template, roles: Mapping[str, str]) -> tuple[TemplateSlot, ...] | None:
    role_of = {roles[role]: role for role in reversed(TEMPLATE_ROLES) if role in roles}
    role_of |= {FIRST: FIRST, SECOND: SECOND}
    if any(what not in role_of for what, _ in template):
        return None
    return tuple((role_of[what], segment) for what, segment in template)


def _keeps_texts(single: tuple[TemplateSlot, ...], pair: tuple[TemplateSlot, ...]) -> bool:
    """Whether each text occurs once."""
    texts = [[what for what, _ in slots if what in (FIRST, SECOND)] for slots in (single, pair)]
    return texts == [[FIRST], [FIRST, SECOND]]


def _separate_segment(pair: tuple[TemplateSlot, ...]) -> tuple[TemplateSlot, ...]:
    """The second text has its own segment, even if the model has only one."""
    start = next(n for n, (what, _) in enumerate(pair) if what == SECOND)
    if pair[start][1] != 0:
        return pair
    return (*pair[:start], *((what, segment or 1) for what, segment in pair[start:]))
