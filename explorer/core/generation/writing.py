"""What a model that generates writes: after a prompt, or as an answer to a text that it reads."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from models.schema.records import Encoding, GenerationStep, IntArray, ModelInput

if TYPE_CHECKING:
    from models.schema.batch import CausalModel


@dataclass(frozen=True)
class ContinuedText:
    """What a model wrote after a prompt, or as an answer to it."""

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    text: str  # without the prompt
    num_cut: int = 0  # tokens of the prompt that did not fit


def generate(
    engine: Engine, key: str, prompt: str, written: Sequence[int] = (), **settings: Any
) -> Generator[GenerationStep, None, ContinuedText]:
    """Continue a prompt, or answer it, after the ids `written` before; yields each step.

    `settings` are those of models.inference.generation.Sampling: method ("greedy", "sample",
    "beam"), max_new_tokens, temperature, top_k, top_p, num_beams, seed, num_candidates.
    Raises UserError.
    """
    model, tokenizer = _generator(engine, key), engine.tokenizer(key)
    from models.inference.generation import Sampling, generate

    encoding = engine.encode(key, prompt)
    with as_user_errors():
        steps = generate(model, tokenizer, encoding.ids, Sampling(**settings), written=written)
        ids = [*written, *(yield from steps)]
    if engine.card(key).answers:
        text = answer_text(engine, key, ids)
    else:
        before = tokenizer.decode(encoding.ids)
        text = tokenizer.decode([*encoding.ids, *ids]).removeprefix(before)
    return ContinuedText(tuple(ids), tuple(tokenizer.tokens(ids)), text, encoding.num_cut)


def no_room(num_positions: int | None) -> UserError:
    """Make the error for a prompt that leaves no position for the model's answer."""
    return UserError(
        tr(
            "The prompt fills all {num_positions} positions, so there is no room for an answer.",
            num_positions=num_positions,
        ),
        tr("Shorten the prompt."),
    )


def answer(
    engine: Engine, key: str, input_ids: IntArray, max_new_tokens: int
) -> Generator[Progress, None, tuple[GenerationStep, ...]]:
    """What a model writes greedily when it reads these ids (T,).

    Yields after each token. Raises UserError.
    """
    model = _generator(engine, key)
    from models.inference.generation import Sampling, generate

    settings = Sampling(max_new_tokens=max_new_tokens)
    doing, steps = f"{engine.card(key).title} writes", []
    with as_user_errors():
        for step in generate(model, engine.tokenizer(key), input_ids, settings):
            steps.append(step)
            yield Progress(doing, len(steps), max_new_tokens, unit="tokens")
    return tuple(steps)


def continuation(
    engine: Engine, key: str, model_input: ModelInput, limit: int
) -> Generator[Progress, None, tuple[int, ...]]:
    """What a decoder writes by itself, the most probable token each time, without the end.

    At most `limit` tokens; yields after each, and never for the latest, which are cached.
    Raises UserError.
    """
    content = (*engine.version(key), model_input.input_ids.tobytes(), limit)
    if content in engine.generated:
        return engine.generated.get(content, tuple)
    steps = yield from answer(engine, key, model_input.input_ids, limit)
    end = engine.tokenizer(key).eos_id
    ids = tuple(step.id for step in steps if step.id != end)
    return engine.generated.get(content, lambda: ids)


def answer_text(engine: Engine, key: str, ids: Sequence[int]) -> str:
    """An answer without its end, but with sentinels: they say which mask a part belongs to."""
    tokenizer = engine.tokenizer(key)
    without_text = (tokenizer.eos_id, tokenizer.pad_id)
    return tokenizer.decode([id for id in ids if id not in without_text])


def answer_start(engine: Engine, key: str, prompt: Encoding) -> tuple[int, ...]:
    """What the decoder of a model that answers is fed before its first token."""
    card = engine.card(key)
    assert card.generating_head is not None
    feed = card.spec.stream(card.generating_head.stream).feed
    return tuple(engine.apply_all_feeds(key, ModelInput.clean(prompt)).feeds[feed].tolist())


def check_generates(engine: Engine, key: str) -> None:
    """Raises UserError where a model cannot generate text, with what it does instead."""
    card = engine.card(key)
    if card.writes:
        return
    if card.fills:
        raise UserError(
            tr(
                "{card} cannot continue a text: it learned to fill masked positions of a given "
                "text.",
                card=card.title,
            ),
            tr(
                "Let it fill {card} in a sentence, or choose a model that generates text.",
                card=card.mask_token,
            ),
        )
    engine.tokenizer(key)  # without a tokenizer, that is the error
    if card.token_head is not None:
        raise UserError(
            tr(
                "{card} cannot continue a text here: it predicts each next token of a given text, "
                "and cannot go on from its own.",
                card=card.title,
            ),
            tr("Look at its predictions in Masking, or choose a model that generates text."),
        )
    raise UserError(
        tr("{card} cannot generate text.", card=card.title),
        tr("Choose a model that generates text."),
    )


def _generator(engine: Engine, key: str) -> CausalModel:
    """The model where it can generate. Raises UserError."""
    check_generates(engine, key)
    from models.schema.batch import CausalModel

    model = engine.load_model(key).model
    assert isinstance(model, CausalModel)
    return model
