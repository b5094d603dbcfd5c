"""The rule record. A rule is one module: its docstring is its documentation, ``check`` is the rule.

The docstring has three parts: a first sentence that says *what* must hold, a paragraph that begins with
``Why:`` and one that begins with ``Fix:``. Pages, ``bench rules`` and the hints of findings are made from it.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

    from bench.validation.finding import Severity


@dataclass(frozen=True)
class Rule:
    """One rule.

    Attributes:
        id: as in findings; the module name with hyphens.
        kind: ``form``, ``identity``, ``protocol``, ``arithmetic``, ``learning``, ``physics``, ``statistics``, ``time``,
            ``privacy`` or ``scope``.
        scope: what it sees: ``bytes``, ``submission``, ``directory`` or ``change``.
        severity: of its findings.
        version: grows when a verdict on some file changes.
        what: one sentence.
        why: a paragraph.
        fix: a paragraph: the next step.
        check: the function. Scope ``bytes`` takes bytes, ``submission`` a Context, and yields Problems; ``directory`` takes
            RunDigests, ``change`` a Change, and yields pairs of where (a RunDigest or a path) and Problem.
    """

    id: str
    kind: str
    scope: str
    severity: Severity
    version: int
    what: str
    why: str
    fix: str
    check: Callable[[Any], Iterable[Any]]


def _part(paragraphs: list[str], head: str) -> str:
    return next((text.removeprefix(head).strip() for text in paragraphs if text.startswith(head)), "")


def rule(module: ModuleType, kind: str, scope: str = "submission") -> Rule:
    """The rule that a module holds.

    Args:
        module: with a docstring, ``SEVERITY``, ``VERSION`` and ``check``.
        kind: which question it answers.
        scope: what ``check`` takes.
    """
    paragraphs = [" ".join(part.split()) for part in inspect.cleandoc(module.__doc__ or "").split("\n\n")]
    return Rule(
        id=module.__name__.rpartition(".")[2].replace("_", "-"),
        kind=kind,
        scope=scope,
        severity=module.SEVERITY,
        version=module.VERSION,
        what=paragraphs[0],
        why=_part(paragraphs, "Why:"),
        fix=_part(paragraphs, "Fix:"),
        check=module.check,
    )
