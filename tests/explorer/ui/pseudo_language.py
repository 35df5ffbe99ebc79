"""What the window says in a language of pseudo texts: what is plain English there is not marked.

Every text of the program is translated into full-width letters before anything of the interface is
imported, so this is a process of its own. It prints {text: where} of what is left as JSON:

python -m tests.explorer.ui.pseudo_language [--panels PANEL …] [--models MODEL …]
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any
from xml.etree import ElementTree

from explorer.core import localization
from explorer.core.localization.catalog import TranslationCatalog
from explorer.core.localization.sources import sources
from models.runtime.resources import resource

TEXT = "프랑스의 수도는 파리이다. 파리는 유럽에 있다."  # so that tokens and predictions are Hangul
PAIRS = {"two_sentences": "독일의 수도는 파리이다. 파리는 유럽에 있다."}
MODELS = {  # of the views that the usual models do not have
    ("attention", "terms"): ("deberta-mini",),
    ("attention", "bias"): ("t5-mini",),
    ("attention", "blocks"): ("bigbird-mini",),
    ("masking", ""): ("bert-mini", "xlnet-mini", "electra-mini", "t5-mini"),
    ("generation", "text"): ("bert-mini", "gpt2-mini", "t5-mini"),
    ("compare", "cards"): ("bert-mini", "electra-mini", "t5-mini", "elmo-mini"),
}
FULL_WIDTH = 0xFEE0  # from a letter to its full-width form
KEPT = re.compile(r"\{[^{}]*\}|<[^<>]*>|&\w+;|%\(\w+\)\w|%[sd]")  # filled in, or markup
PLAIN = re.compile(r"[A-Za-z]{3,}")
PATIENCE_S = 300.0
MAX_HITS, MAX_CLICKS = 200, 4  # of a picture: tips that are read, details that are opened
WIDTH = 960.0  # pixels of a picture
MAX_ROWS = 20  # of a list
READ = (  # methods of widgets that give a text
    *("text", "title", "toolTip", "statusTip", "accessibleName", "accessibleDescription"),
    *("placeholderText", "prefix", "suffix", "specialValueText", "windowTitle", "toPlainText"),
)
QT = re.compile("^(Scroll|qt_)")  # names of widgets whose texts Qt translates
Found = Iterator[tuple[str, str]]  # texts, and where they are

# Data. Identifiers have a dot or the like inside: weights, recipes, patterns of the mini-world.
IDENTIFIER = re.compile(r"\S*\w[._:/{}=]+\w\S*|\S*\d\S*|\S*-(?:mini|base|large|small)\S*|\.\S+")
NAMES = """
    AUC BPE BERT CLS CPU CSV English GPT HTML JSON LSTM MLM PAD PDF PLM PNG ROC SEP SVG TLM UMAP
    UNK WordPiece Unigram Byte-level SiFT LoRA Adam AdaGrad KagNet TransE GraphML PCA
    Ctrl Enter Esc Shift Alt Space Explorer gelu swiglu relu tanh softmax uniform arXiv pip install
    Linux Windows macOS python torch numpy tokenizers safetensors float bfloat int
    masked causal permutation replaced wordpiece bert shuffled removed none graph text token cores
    pooler widen narrow output mlm nsp sop qkv norm dense decoder project query key value
    kWh MWh TPU GPU low lower newest widest est dest idest
"""


def pseudo(text: str) -> str:
    """The text in full-width letters, except for what is filled in."""
    kept = [match.span() for match in KEPT.finditer(text)]
    inside = {at for start, end in kept for at in range(start, end)}
    return "".join(
        chr(ord(sign) + FULL_WIDTH)
        if at not in inside and sign.isascii() and sign.isalpha()
        else sign
        for at, sign in enumerate(text)
    )


def install() -> None:
    """Make all texts pseudo texts from now on."""
    found = list(sources())
    library = frozenset(text for context, text in found if context.startswith("models"))
    catalog = TranslationCatalog({text: pseudo(text) for _, text in found}, library)
    localization._catalog = lambda: catalog  # type: ignore[assignment]


# ---- data


def data_words() -> frozenset[str]:
    """The words, in small letters, that texts for models, models and papers consist of."""
    from explorer.core.library.published import published_models
    from explorer.core.parameters.sizes import published_sizes
    from explorer.core.parameters.training_cost import published_trainings
    from models.schema.registry import catalog

    specs = catalog()
    known = [NAMES, resource("panels", "papers.toml").read_text(encoding="utf-8")]
    every = (
        *specs.architectures.values(),
        *specs.objectives.values(),
        *specs.methods.values(),
        *specs.compressions.values(),
    )
    for spec in every:
        papers = getattr(spec, "papers", None) or [spec.paper]
        known += [str(paper) for paper in papers]
    known += [f"{spec.title} {spec.name}" for spec in specs.architectures.values()]
    known += [f"{one.title} {one.name}" for one in published_sizes()]
    known += [f"{one.title} {' '.join(one.sources)}" for one in published_trainings()]
    for one in published_models():
        known += [f"{one.title} {one.licence} {one.publisher} {one.objectives_source}"]
        known += [f"{fact.source} {fact.says}" for fact in one.facts if is_name(fact)]
        known += [said.source for said in (*one.facts, *one.remarks)]
    known += [path.read_text(encoding="utf-8") for path in _data_files()]
    return frozenset(map(str.lower, PLAIN.findall(" ".join(known))))


def is_name(fact: Any) -> bool:
    """Whether a fact is an institution, or a score, whose first words are names of a test."""
    return fact.key in ("institution", "score", "second_score")


def _data_files() -> Iterator[Any]:
    yield from resource("world").rglob("*.toml")
    yield from resource("knowledge").glob("*.t*")
    yield from resource("checkpoints").glob("*/tokenizer.json")
    yield resource("demonstrations.toml")


def left(text: str, known: frozenset[str]) -> list[str]:
    """The words of a text that are plain and no data; the first may be the end of one, elided."""
    text = IDENTIFIER.sub(" ", re.sub(r"<[^<>]*>", " ", text))
    words = [word for word in PLAIN.findall(text) if word.lower() not in known]
    is_cut = bool(words) and text.startswith(words[0])
    return words[1:] if is_cut and any(one.endswith(words[0]) for one in known) else words


# ---- widgets


def texts_of_widgets(root: Any) -> Found:
    """Every text of the widgets below one."""
    from PySide6 import QtGui, QtWidgets

    for widget in [root, *root.findChildren(QtWidgets.QWidget)]:
        if QT.match(widget.objectName()):
            continue
        where = f"{type(widget).__name__} {widget.objectName()}".strip()
        for text in _texts_of(widget):
            yield text, where
        if isinstance(widget, QtWidgets.QComboBox | QtWidgets.QTabBar):
            yield from ((text, f"{where} item") for text in _items(widget))
        if isinstance(widget, QtWidgets.QAbstractItemView) and widget.model() is not None:
            yield from ((text, f"{where} cell") for text in _cells(widget.model()))
    for action in root.findChildren(QtGui.QAction):
        yield from ((text, "action") for text in (action.text(), action.toolTip()))


def _texts_of(widget: Any) -> Iterator[str]:
    for name in READ:
        read = getattr(widget, name, None)
        with suppress(TypeError):  # another method of this name, which wants arguments
            if callable(read) and isinstance(text := read(), str):
                yield text


def _items(widget: Any) -> Iterator[str]:
    read = getattr(widget, "itemText", None) or widget.tabText
    tip = getattr(widget, "tabToolTip", None) or (lambda at: str(widget.itemData(at, 3) or ""))
    for index in range(widget.count()):
        yield read(index)
        yield tip(index)


def _cells(model: Any) -> Iterator[str]:
    from PySide6.QtCore import Qt

    rows = range(min(model.rowCount(), MAX_ROWS))
    for column in range(_num_columns(model)):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        yield from (str(model.index(row, column).data() or "") for row in rows)


def _num_columns(model: Any) -> int:
    from PySide6.QtCore import QAbstractListModel, QModelIndex

    return 1 if isinstance(model, QAbstractListModel) else int(model.columnCount(QModelIndex()))


# ---- pictures


def texts_of_drawing(drawing: Any) -> Found:
    """What is read of the places of a drawing."""
    yield drawing.heading(), "heading"
    for hit in islice(hits(drawing), MAX_HITS):
        yield drawing.describe(hit), f"tip of {type(hit).__name__}"
        yield drawing.read_aloud(hit), f"read aloud {type(hit).__name__}"


def hits(drawing: Any) -> Iterator[Any]:
    """All that arrow keys lead to."""
    waiting = [drawing.neighbour(None, 1, 0)]
    known = set(waiting)
    while waiting:
        hit = waiting.pop(0)
        if hit is None:
            continue
        yield hit
        for dx, dy in ((1, 0), (0, 1)):
            found = drawing.neighbour(hit, dx, dy)
            if found not in known:
                known.add(found)
                waiting.append(found)


def painted(drawing: Any, palette: Any) -> bytes:
    """What is on the screen, also what a file leaves out."""
    from PySide6.QtCore import QBuffer, QIODevice, QRectF
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgGenerator

    buffer, generator = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator.setOutputDevice(buffer)
    painter = QPainter(generator)
    drawing.paint(painter, QRectF(0, 0, WIDTH, drawing.size(WIDTH).height()), palette)
    painter.end()
    return bytes(buffer.data().data())


def texts_of_svg(svg: bytes) -> Found:
    """Yield the texts of a picture; characters that XML forbids are no text."""
    from explorer.ui.export.writers import NOT_XML

    svg = NOT_XML.sub("?", svg.decode("utf-8", "replace")).encode()
    for element in ElementTree.fromstring(svg).iter():
        if element.tag.endswith("text"):
            yield "".join(element.itertext()), "figure"


# ---- the window


class Walk:
    """The real window with the bundled models, panel by panel and view by view."""

    def __init__(self, app: Any, window: Any) -> None:
        self.app, self.window = app, window

    def texts(self, panels: Iterable[str], models: tuple[str, ...]) -> Found:
        """All texts with the panels of these names; `models` in place of the usual ones."""
        from explorer.core.state.defaults import models_for
        from explorer.core.state.state import Selection

        for kind in self.window.catalog.panels:
            name, panel = kind.spec.name, None
            if panels and name not in panels:
                continue
            for view in kind.spec.views or ("",):
                chosen = models or MODELS.get((name, view)) or models_for(name)
                self.window.store.update(
                    panel=name, text=TEXT, pair=PAIRS.get(name, ""), models=chosen, theme="light"
                )
                panel = self.window.panel(name)
                if view:
                    panel.show_view(view)
                self.settle(panel)
                yield from self._located(name, view, self._of_panel(panel))
                self.window.store.update(selection=Selection(2, 1, 1, chosen[0]))
                self.settle(panel)
                yield from self._located(name, view, self._of_panel(panel))
                self.window.store.update(selection=Selection())
        yield from self._located("dialogs", "", self._of_dialogs())

    def _located(self, name: str, view: str, found: Found) -> Found:
        yield from ((text, f"{name}:{view} {where}") for text, where in found)

    def _of_panel(self, panel: Any) -> Found:
        """Yield the texts of a panel in its view: widgets, pictures, details, caption."""
        from explorer.ui.export.choices import ExportChoices
        from explorer.ui.export.writers import render
        from explorer.ui.graphics.canvas import Canvas
        from explorer.ui.panel_base.figures import figure_of

        yield panel.message, "message"
        yield from ((note, "note") for note in panel.notes)
        if panel.drawings():
            figure = figure_of(panel, {})
            yield str(figure.caption), "caption"
            yield from texts_of_svg(render(figure, "svg", ExportChoices()))
        for canvas in panel.findChildren(Canvas):
            if canvas.isVisible():
                drawing = canvas.drawing
                yield from texts_of_svg(painted(drawing, self.window.context.theme.palette))
                yield from texts_of_drawing(drawing)
                for hit in list(islice(hits(drawing), MAX_CLICKS)):
                    canvas.clicked.emit(hit)
                    self.settle(panel)
                    yield from texts_of_widgets(self.window.details)
        yield from texts_of_widgets(self.window)

    def _of_dialogs(self) -> Found:
        library = self.window.open_library()
        yield from texts_of_widgets(library)
        library.close()
        report = self.window.open_report()
        yield from texts_of_widgets(report)
        report.close()

    def settle(self, panel: Any) -> None:
        self._until(lambda: not panel.busy and self.window.context.theme.is_settled)
        for _ in range(5):
            self.app.processEvents()

    def _until(self, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError("the window gave no answer")
            self.app.processEvents()
            time.sleep(0.002)


def walk(panels: Iterable[str], models: tuple[str, ...]) -> dict[str, list[str]]:
    """The texts that are plain, and where they are."""
    from PySide6.QtWidgets import QApplication

    from explorer.app import build_window

    app = QApplication(sys.argv[:1])
    window = build_window(app)
    window.resize(1440, 900)
    known, found = data_words(), {}  # type: tuple[frozenset[str], dict[str, list[str]]]
    try:
        window.show()
        window.start()
        for text, where in Walk(app, window).texts(panels, models):
            if left(text, known) and where not in found.setdefault(text, []):
                found[text].append(where)
    finally:
        window.close()
    return found


def few_documents() -> None:
    """Measure students on few texts; imported late, when texts are pseudo texts already."""
    from explorer.core.distillation import students

    students.NUM_DOCUMENTS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--panels", nargs="*", default=())
    parser.add_argument("--models", nargs="*", default=())
    options = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        os.environ["PLM_EXPLORER_HOME"] = home
        install()
        few_documents()
        found = walk(options.panels, tuple(options.models))
    json.dump(found, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
