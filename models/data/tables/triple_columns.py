"""The columns of a file of triples, told by its header or by names of ConceptNet's relations."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.knowledge.names import fold_name

ROLES = {
    **dict.fromkeys(("subject", "head"), 0),
    "relation": 1,
    **dict.fromkeys(("object", "tail"), 2),
}
RELATION_FIRST = (1, 0, 2)  # where subject, relation and object are
NUM_LOOKED_AT = 100  # lines
# Those of ConceptNet 5 (Speer et al. 2017, arXiv 1612.03975), and those that Li et al. (2016,
# Commonsense Knowledge Base Completion) have in addition, whose files begin with the relation.
CONCEPTNET = re.compile(
    r"Antonym|AtLocation|CapableOf|Causes|CausesDesire|CreatedBy|DefinedAs|DerivedFrom|Desires|"
    r"DistinctFrom|Entails|EtymologicallyDerivedFrom|EtymologicallyRelatedTo|FormOf|HasA|"
    r"HasContext|HasFirstSubevent|HasLastSubevent|HasPrerequisite|HasProperty|HasSubevent|"
    r"InstanceOf|IsA|LocatedNear|MadeOf|MannerOf|MotivatedByGoal|NotCapableOf|NotDesires|"
    r"NotHasProperty|ObstructedBy|PartOf|ReceivesAction|RelatedTo|SimilarTo|SymbolOf|Synonym|"
    r"UsedFor|DesireOf|HasPainCharacter|HasPainIntensity|InheritsFrom|LocationOfAction|NotHasA|"
    r"NotIsA|NotMadeOf"
)


class TripleRow(NamedTuple):
    """A triple as a line has it; what has a score of 0 or less is not true."""

    subject: str
    relation: str
    object: str
    is_true: bool = True


@dataclass(frozen=True)
class TripleColumns:
    """The columns of subject, relation and object; a fourth column may hold a score."""

    order: tuple[int, int, int] = (0, 1, 2)
    has_header: bool = False

    @classmethod
    def of(cls, lines: Sequence[str]) -> TripleColumns:
        """Detect the columns of a file that begins with these lines."""
        rows = [line.split("\t") for line in lines]
        roles = [ROLES.get(fold_name(name), len(ROLES)) for row in rows[:1] for name in row[:3]]
        if sorted(roles) == [0, 1, 2]:
            return cls((roles.index(0), roles.index(1), roles.index(2)), has_header=True)
        known = [
            (bool(CONCEPTNET.fullmatch(row[0])), bool(CONCEPTNET.fullmatch(row[1])))
            for row in rows
            if len(row) in (3, 4)
        ]
        if known and all(first for first, _ in known) and not all(second for _, second in known):
            return cls(RELATION_FIRST)
        return cls()

    def row(self, columns: Sequence[str]) -> TripleRow | None:
        """The triple of a line; None where there is none."""
        score = _number(columns[3]) if len(columns) == 4 else 1.0
        if len(columns) not in (3, 4) or score is None or not all(map(str.strip, columns)):
            return None
        subject, relation, object_ = (columns[at] for at in self.order)
        return TripleRow(subject, relation, object_, score > 0)


def _number(text: str) -> float | None:
    """A finite number; None of other texts."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
