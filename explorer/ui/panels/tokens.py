"""How each model cuts the text: pieces under their characters, and what is fed with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from explorer.core.analysis.interlinear import Interlinear, interlinear
from explorer.core.errors import UserError
from explorer.core.jobs import Partial, Progress, Work
from explorer.core.pieces import Cut, cut_text
from explorer.core.state import Selection, State
from explorer.ui.drawing import Drawing, Stack, TextBlock, number
from explorer.ui.panel import Details, Panel, PanelContext, PanelSpec, Slot
from explorer.ui.table import Table
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.facts import FactRow, Facts
from explorer.ui.widgets.piece_rows import PieceHit, PieceRows, Track
from explorer.ui.widgets.tagged import Tagged, tagged
from explorer.ui.widgets.token_strip import TokenChip, visible
from models.specs import Paper

SEGMENTS = "AB"
ROWS = {"ids": "id", "segments": "segment", "positions": "position"}  # option -> name of the row
ROW_TITLES = {"ids": "Ids", "segments": "Segments", "positions": "Positions"}
ANCHOR = "anchor"  # the model whose token is selected

COUNTED = (
    "Pieces and words are counted without the special tokens that the tokenizer adds. Words stand "
    "between white space; a character is what a person takes for one."
)

EXPLANATION = (
    "A model never sees letters: its tokenizer cuts the text into pieces of a fixed vocabulary, "
    "and each piece is an id. WordPiece, BERT's way, marks a piece inside a word with ## and "
    "writes [UNK] where no pieces fit; byte-level BPE, GPT-2's way, merges bytes, so a space "
    "belongs to the word behind it and no text is unknown, but a Korean syllable or an emoji may "
    "fall into several pieces. BERT adds three embeddings at each place: of the piece, of the "
    "segment (first or second text) and of the position; GPT-2 and DistilBERT have no segments. "
    "[CLS] and [SEP] are fed like words, so they are shown like words. The fewer pieces a word "
    "costs, the more text fits into the model's positions."
)

PAPERS = (
    Paper(
        "Devlin, Chang, Lee, Toutanova",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        2018,
        "1810.04805",
    ),
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
    Paper(
        "Radford, Wu, Child, Luan, Amodei, Sutskever",
        "Language Models are Unsupervised Multitask Learners",
        2019,
    ),
)


@dataclass(frozen=True)
class Request:
    text: str
    pair: str
    keys: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Answer:
    """What is known of each model, in the order of the chips; a problem stands for a model."""

    cuts: tuple[Cut, ...] = ()
    problems: dict[str, str] = field(default_factory=dict)  # by key
    layout: Interlinear | None = None


class TokensPanel(Panel):
    """The text once, and below it a row of pieces for each model."""

    spec = PanelSpec(
        name="tokens",
        title="Tokens",
        group="look",
        icon="tokens",
        order=1,
        summary="How each model cuts the text into pieces, and what it is told about each piece.",
        explanation=EXPLANATION,
        papers=PAPERS,
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._answer = Answer()
        self._rows: PieceRows | None = None
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.body.addLayout(self._build_controls())
        self.body.addWidget(self._area, 1)

    # ---- request and answer

    def request(self, state: State) -> Request | None:
        if not state.text.strip():
            self.say("There is no text to cut. Type a sentence above, or choose an example.")
            return None
        return Request(state.text, state.pair, tuple(slot.key for slot in self.slots()))

    @staticmethod
    def work(request: Request, engine: Any) -> Work:
        cuts: list[Cut] = []
        problems: dict[str, str] = {}
        for done, key in enumerate(request.keys):
            yield Progress("Cutting the text", done, len(request.keys), unit="models")
            try:
                cuts.append(cut_text(engine, key, request.text, request.pair))
            except UserError as error:
                problems[key] = str(error)
                continue
            yield Partial(_answer(cuts, problems))
        if not cuts:
            raise UserError(next(iter(problems.values())))
        return _answer(cuts, problems)

    def show_partial(self, value: Answer) -> None:
        if not self._answer.cuts:  # a picture that stands is replaced by a whole one
            self.show_result(value)
            self.show_selection(self.state.selection)

    def show_result(self, value: Answer) -> None:
        self._answer = value
        self.note(*self._limits())

    def show_selection(self, selection: Selection) -> None:
        self._draw()
        self._show_details()

    def show_settings(self) -> None:
        self._sync_controls()
        self._draw()

    # ---- export

    def drawings(self) -> list[Drawing]:
        return [self._picture()] if self._answer.cuts else []

    def table(self) -> Table:
        columns = (
            *("model", "position", "token", "id", "segment", "start", "end"),
            *("piece", "special", "unknown"),
        )
        rows = [
            (cut.key, at, cut.encoding.tokens[at], *_facts_of_token(cut, at))
            for cut in self._answer.cuts
            for at in range(len(cut.encoding))
        ]
        return Table(columns, rows, title=self.spec.title)

    # ---- drawing

    def _draw(self) -> None:
        self._area.set_drawing(self._picture() if self._answer.cuts else None)

    def _picture(self) -> Drawing:
        assert self._answer.layout is not None
        tracks = [self._track(slot, cut) for slot, cut in self._shown()]
        selected = self._selected()
        pieces = PieceRows(
            self._answer.layout, tracks, title="Pieces under the text", selected=selected
        )
        facts = Facts(
            FACTS, [FactRow(slot.index, slot.title, _facts(cut)) for slot, cut in self._shown()]
        )
        return Stack([Tagged(pieces, "pieces"), facts, TextBlock(COUNTED, pixels=11)], gap=20)

    def _shown(self) -> list[tuple[Slot, Cut]]:
        """The models that have an answer, each in its place."""
        by_key = {slot.key: slot for slot in self.slots()}
        cuts = self._answer.cuts
        return [(by_key[cut.key], cut) for cut in cuts if cut.key in by_key]

    def _track(self, slot: Slot, cut: Cut) -> Track:
        shown = [name for name in ROWS if self._row_is_on(name)]
        rows = [name for name in shown if name != "segments" or cut.has_segments]
        encoding = cut.encoding
        chips = tuple(
            TokenChip(
                text=cut.labels[at],
                special=bool(encoding.special[at]),
                unknown=bool(encoding.unknown[at]),
                below=tuple(_below(cut, at, name) for name in rows),
                tip=_tip(cut, at),
            )
            for at in range(len(encoding))
        )
        words = tuple(encoding.word.tolist())
        return Track(slot.index, chips, words, tuple(ROWS[name] for name in rows))

    def _limits(self) -> tuple[str, ...]:
        """What the picture does not show, in words."""
        lines = []
        for slot, cut in self._shown():
            if cut.encoding.num_cut:
                lines.append(
                    f"{slot.title} has {slot.entry.num_positions:,} positions: the last "
                    f"{cut.encoding.num_cut:,} pieces did not fit and were cut off."
                )
        titles = {slot.key: slot.title for slot in self.slots()}
        lines += [f"{titles.get(k, k)}: {why}" for k, why in self._answer.problems.items()]
        return tuple(lines)

    # ---- selection

    def _anchor(self) -> int | None:
        """Which of the shown models the selected token belongs to."""
        keys = [cut.key for _, cut in self._shown()]
        if not keys:
            return None
        chosen = self.option(ANCHOR, keys[0])
        return keys.index(chosen) if chosen in keys else 0

    def _selected(self) -> PieceHit | None:
        anchor, token = self._anchor(), self.state.selection.token
        if anchor is None or token is None:
            return None
        inside = 0 <= token < len(self._shown()[anchor][1].encoding)
        return PieceHit(anchor, token) if inside else None

    def _on_clicked(self, placed: Any) -> None:
        found = tagged(placed)
        piece = self._piece(found.hit) if found else None
        if piece is None or piece.track is None:
            self.select(token=None)
            return
        key = self._shown()[piece.track][1].key
        self.set_option(ANCHOR, key)
        self.select(token=piece.position)

    def _piece(self, hit: PieceHit) -> PieceHit | None:
        """The piece that was meant; a click at the text means its first piece."""
        if hit.track is not None:
            return hit
        assert self._answer.layout is not None
        positions = self._answer.layout.columns[hit.position].positions
        first = next((k for k, own in enumerate(positions) if own), None)
        return None if first is None else PieceHit(first, positions[first][0])

    def _show_details(self) -> None:
        hit = self._selected()
        layout = self._answer.layout
        if hit is None or hit.track is None or layout is None:
            self.show_details(Details())
            return
        slot, cut = self._shown()[hit.track]
        rows = _detail_rows(cut, hit.position)
        shared = layout.counterparts(hit.track, hit.position)
        for (other, its_cut), positions in zip(self._shown(), shared, strict=True):
            if other.key != slot.key:
                rows.append((f"In {other.title}", _pieces_text(its_cut, positions)))
        title = f"{visible(cut.labels[hit.position])} in {slot.title}"
        self.show_details(Details(title, tuple(rows), _in_words(cut, hit.position)))

    # ---- controls

    def _row_is_on(self, name: str) -> bool:
        return bool(self.option(name, True))

    def _build_controls(self) -> QHBoxLayout:
        self._boxes: dict[str, QCheckBox] = {}
        line = QHBoxLayout()
        line.setSpacing(16)
        for name, title in ROW_TITLES.items():
            box = QCheckBox(title)
            box.setChecked(self._row_is_on(name))
            box.toggled.connect(lambda on, name=name: self.set_option(name, on))
            self._boxes[name] = box
            line.addWidget(box)
        line.addStretch(1)
        return line

    def _sync_controls(self) -> None:
        for name, box in self._boxes.items():
            box.setChecked(self._row_is_on(name))


FACTS = (
    "pieces",
    "special tokens",
    "unknown pieces",
    "pieces per word",
    "pieces per character",
    "in the vocabulary",
)


def _facts(cut: Cut) -> tuple[str, ...]:
    counts = cut.counts
    return (
        f"{counts.pieces:,}",
        f"{cut.num_added:,}",
        f"{counts.unknown:,}",
        number(counts.per_word),
        number(counts.per_character),
        f"{cut.vocab_size:,}",
    )


def _answer(cuts: Sequence[Cut], problems: dict[str, str]) -> Answer:
    return Answer(tuple(cuts), dict(problems), interlinear([cut.encoding for cut in cuts]))


def _below(cut: Cut, at: int, row: str) -> str:
    if row == "segments":
        return SEGMENTS[int(cut.encoding.segment[at])]
    return str(at if row == "positions" else int(cut.encoding.ids[at]))


def _kind(cut: Cut, at: int) -> str:
    """What sort of token it is, in a few words."""
    encoding = cut.encoding
    if encoding.special[at]:
        return "special token"
    if encoding.unknown[at]:
        return "unknown: no pieces of the vocabulary fit"
    inside = at > 0 and encoding.word[at] == encoding.word[at - 1]
    return "goes on with a word" if inside else "begins a word"


def _tip(cut: Cut, at: int) -> str:
    piece = visible(cut.encoding.piece(at)) if cut.encoding.piece(at) else ""
    covers = f" over {piece}" if piece and piece != visible(cut.labels[at]) else ""
    return f"{visible(cut.labels[at])}{covers}: id {int(cut.encoding.ids[at])}, {_kind(cut, at)}"


def _detail_rows(cut: Cut, at: int) -> list[tuple[str, str]]:
    encoding = cut.encoding
    rows = [
        ("Token", encoding.tokens[at]),
        ("Id", f"{int(encoding.ids[at])} of {cut.vocab_size:,}"),
        ("Position", str(at)),
        ("Kind", _kind(cut, at)),
    ]
    if cut.has_segments:
        rows.insert(3, ("Segment", SEGMENTS[int(encoding.segment[at])]))
    if encoding.piece(at):
        start, end = encoding.offsets[at].tolist()
        rows += [("Covers", visible(encoding.piece(at))), ("Characters", f"{start} to {end - 1}")]
    return rows


def _in_words(cut: Cut, at: int) -> str:
    """What enters the first layer at this place."""
    added = ["of the id", "of the position"]
    if cut.has_segments:
        added.insert(1, "of the segment")
    together = f"{', '.join(added[:-1])} and {added[-1]}"
    return (
        f"The model is fed the sum of the embeddings {together}. Its tokenizer is {cut.tokenizer}."
    )


def _pieces_text(cut: Cut, positions: Sequence[int]) -> str:
    return "  ".join(visible(cut.labels[at]) for at in positions) or "nothing"


def _facts_of_token(cut: Cut, at: int) -> tuple[Any, ...]:
    encoding = cut.encoding
    start, end = encoding.offsets[at].tolist()
    return (
        int(encoding.ids[at]),
        int(encoding.segment[at]) if cut.has_segments else None,
        start,
        end,
        encoding.piece(at),
        bool(encoding.special[at]),
        bool(encoding.unknown[at]),
    )


PANEL = TokensPanel
