"""What a loaded model can do, so that panels can ask before they draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from models.runtime.files import shorten_message
from models.schema.specs import ArchSpec, HeadSpec, ObjectiveSpec, StreamSpec, TextTask

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel

NUM_NAMED = 3  # of the tensors that a note is about


@dataclass(frozen=True)
class ModelCard:
    """What a loaded model can do; panels ask this before they draw."""

    key: str
    title: str
    spec: ArchSpec
    entry: ModelEntry
    heads: tuple[str, ...]  # those in the files that an objective trained
    streams: tuple[str, ...]
    hash: str  # of the weights, for captions
    num_layers: int
    num_heads: int
    num_positions: int
    mask_token: str | None
    objectives: tuple[str, ...] = ()  # names of those that it was trained with, as far as is known
    trained_here: bool = False  # by this program from the first step on, so that its text is known
    notes: tuple[tuple[str, str], ...] = ()  # what in the files did not fit, and the names of it
    untrained: tuple[str, ...] = ()  # heads in the files that no objective trained
    prompts: tuple[TextTask, ...] = ()  # tasks that it was trained to answer
    chats: bool = False  # it writes, and its tokenizer says how messages are put

    @property
    def head_specs(self) -> tuple[HeadSpec, ...]:
        """Its heads in the order of the architecture."""
        return tuple(head for head in self.spec.heads if head.name in self.heads)

    @property
    def token_head(self) -> HeadSpec | None:
        """The head that predicts tokens, if there is one."""
        return next((head for head in self.head_specs if head.predicts == "token"), None)

    @property
    def reverse_head(self) -> HeadSpec | None:
        """The head that predicts tokens from those after them, beside one that reads forwards."""
        heads = (head for head in self.head_specs if head.task == "next_token")
        backward = (h for h in heads if self.spec.stream(h.stream).direction == "right_to_left")
        return next((head for head in backward if head is not self.token_head), None)

    @property
    def detecting_head(self) -> HeadSpec | None:
        """The head that detects replaced tokens, if there is one."""
        return self.spec.head_for("detect_replacement", self.heads)

    @property
    def entity_head(self) -> HeadSpec | None:
        """The head that predicts which entity a mention names, if there is one."""
        return self.spec.head_for("name_entity", self.heads)

    @property
    def pair_heads(self) -> tuple[HeadSpec, ...]:
        """The heads that say how two texts are related."""
        return tuple(head for head in self.head_specs if head.predicts == "class")

    @property
    def generating_head(self) -> HeadSpec | None:
        """The head that continues a text, or answers it."""
        return self.spec.head_for("next_token", self.heads) if self.spec.generates else None

    @property
    def writes(self) -> bool:
        """Whether it generates text."""
        return self.generating_head is not None

    @property
    def answers(self) -> bool:
        """Whether it writes an answer to a text that an encoder reads, instead of going on."""
        head = self.generating_head
        return head is not None and self._is_in_decoder(head)

    def _is_in_decoder(self, head: HeadSpec) -> bool:
        return self.spec.is_decoder_input(self.spec.stream(head.stream).feed)

    @property
    def predicts_in_decoder(self) -> bool:
        """Whether its token head is on a decoder that has its own text."""
        return self.token_head is not None and self._is_in_decoder(self.token_head)

    @property
    def fills(self) -> bool:
        """Whether it fills masked positions."""
        head = self.spec.head_for("fill_mask", self.heads)
        return self.mask_token is not None and head is not None

    @property
    def guesses_untrained(self) -> bool:
        """Whether its token head was not trained, so that what it predicts is noise."""
        return self.token_head is not None and self.token_head.name in self.untrained

    @property
    def optional_streams(self) -> tuple[StreamSpec, StreamSpec] | None:
        """The stream of the token head that can be left out, and the one that then takes over.

        A stream that reads an order cannot: the other one has seen what it has to predict.
        """
        head = self.token_head
        if head is None or not head.fallback_stream or head.stream not in self.streams:
            return None
        stream = self.spec.stream(head.stream)
        if stream.direction == "by_order":
            return None
        return stream, self.spec.stream(head.fallback_stream)


def prompts_of(objectives: Iterable[ObjectiveSpec], *, trained_here: bool) -> tuple[TextTask, ...]:
    """The tasks that a model was trained to answer by these objectives, in their order.

    The words of tasks are those of a model that was trained here; a mask needs no words.
    """
    prompts = (prompt for spec in objectives for prompt in spec.prompts)
    return tuple(prompt for prompt in prompts if trained_here or not prompt.before)


def notes_of(loaded: LoadedModel) -> tuple[tuple[str, str], ...]:
    """What in the files of a model did not fit, and the names of it."""
    report = loaded.report
    unread = (loaded.unread_class,) if loaded.unread_class else ()
    names_by_note = {
        tr("Opened without the head of"): unread,
        tr("Tensors that the files lack"): report.missing,
        tr("Tensors without a place"): report.unexpected,
        tr("Tensors of the wrong shape"): report.wrong_shape,
        tr("Unknown in config.json"): report.unknown_config_keys,
    }
    return tuple((what, _first_of(names)) for what, names in names_by_note.items() if names)


def _first_of(names: Sequence[str]) -> str:
    more = len(names) - NUM_NAMED
    return shorten_message(", ".join(names[:NUM_NAMED])) + (
        tr(" and {more:,} more", more=more) if more > 0 else ""
    )
