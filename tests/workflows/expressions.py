"""The expression language of GitHub Actions: `${{ … }}` in workflows, evaluated as the runner does.

Only what the workflows use; anything else is refused, so that no test passes on a misreading.
Source: "Evaluate expressions in workflows and actions" in GitHub's documentation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["ExpressionError", "evaluate", "interpolate", "is_true"]

TOKEN: Final = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<number>-?\d+(?:\.\d+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_-]*)|(?P<mark>&&|\|\||==|!=|[!().,\[\]]))"
)
PLACE: Final = re.compile(r"\$\{\{((?:(?!\}\}).)*)\}\}", re.DOTALL)
STATUS: Final = re.compile(r"\b(success|failure|cancelled|always)\(\)")


class ExpressionError(Exception):
    """An expression that this reader does not know."""


@dataclass
class _Reader:
    """A recursive descent over the tokens of one expression."""

    tokens: list[tuple[str, str]]
    contexts: Mapping[str, Any]
    functions: Mapping[str, Callable[..., Any]]
    at: int = 0

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> tuple[str, str]:
        if self.at >= len(self.tokens) or (wanted and self.peek() != wanted):
            raise ExpressionError(f"expected {wanted or 'more'} at {self.at}")
        self.at += 1
        return self.tokens[self.at - 1]

    def either(self) -> Any:
        value = self.both()
        while self.peek() == "||":
            self.take()
            other = self.both()
            value = value if is_true(value) else other
        return value

    def both(self) -> Any:
        value = self.compared()
        while self.peek() == "&&":
            self.take()
            other = self.compared()
            value = other if is_true(value) else value
        return value

    def compared(self) -> Any:
        value = self.single()
        while self.peek() in {"==", "!="}:
            equal = self.take()[1] == "=="
            value = _same(value, self.single()) is equal
        return value

    def single(self) -> Any:
        if self.peek() == "!":
            self.take()
            return not is_true(self.single())
        if self.peek() == "(":
            self.take()
            value = self.either()
            self.take(")")
            return value
        kind, text = self.take()
        if kind == "text":
            return text[1:-1].replace("''", "'")
        if kind == "number":
            return float(text) if "." in text else int(text)
        if kind != "name":
            raise ExpressionError(f"unexpected {text}")
        return self.named(text)

    def named(self, name: str) -> Any:
        if self.peek() == "(":
            return self.called(name)
        if name in {"true", "false", "null"}:
            return {"true": True, "false": False, "null": None}[name]
        if name not in self.contexts:
            raise ExpressionError(f"no context {name}")
        value = self.contexts[name]
        while self.peek() in {".", "["}:
            if self.take()[1] == ".":
                key = self.take()[1]
            else:
                key = self.either()
                self.take("]")
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def called(self, name: str) -> Any:
        if name not in self.functions:
            raise ExpressionError(f"no function {name}")
        self.take("(")
        given = []
        while self.peek() != ")":
            given.append(self.either())
            if self.peek() == ",":
                self.take()
        self.take(")")
        return self.functions[name](*given)


def _tokens(expression: str) -> list[tuple[str, str]]:
    tokens, at = [], 0
    text = expression.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None or found.lastgroup is None:
            raise ExpressionError(f"cannot read {text[at:]!r}")
        tokens.append((found.lastgroup, found[found.lastgroup]))
        at = found.end()
    return tokens


def _same(left: Any, right: Any) -> bool:
    """Loose equality: text without case, other kinds as numbers."""
    if isinstance(left, str) and isinstance(right, str):
        return left.lower() == right.lower()
    return bool(_number(left) == _number(right))


def _number(value: Any) -> float:
    if value is None or value == "":
        return 0.0
    try:
        return float(value)
    except (TypeError, ValueError):
        return float("nan")


def is_true(value: Any) -> bool:
    """Whether a condition holds: all but false, 0, "" and null."""
    return isinstance(value, Mapping | list) or bool(value)


def shown(value: Any) -> str:
    """A value as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping | list):
        return type(value).__name__
    return str(value)


def _format(text: str, *given: Any) -> str:
    return re.sub(r"\{(\d+)\}", lambda found: shown(given[int(found[1])]), text)


PLAIN: Final[Mapping[str, Callable[..., Any]]] = {
    "format": _format,
    "fromJSON": json.loads,
    "startsWith": lambda text, start: shown(text).lower().startswith(shown(start).lower()),
}


def evaluate(
    expression: str, contexts: Mapping[str, Any], *, failed: bool = False, cancelled: bool = False
) -> Any:
    """The value of an expression.

    Args:
        expression: without its `${{ }}`.
        contexts: name → value: github, inputs, matrix, needs, secrets, steps, vars.
        failed: whether an earlier step or a needed job failed.
        cancelled: whether the run was cancelled.

    """
    functions = {
        **PLAIN,
        "success": lambda: not failed and not cancelled,
        "failure": lambda: failed,
        "cancelled": lambda: cancelled,
        "always": lambda: True,
    }
    reader = _Reader(_tokens(expression), contexts, functions)
    value = reader.either()
    if reader.at != len(reader.tokens):
        raise ExpressionError(f"{expression!r} goes on after its end")
    return value


def holds(condition: object, contexts: Mapping[str, Any], *, failed: bool, cancelled: bool) -> bool:
    """Whether a step's or a job's `if` lets it run; without a status function, all must be well."""
    text = "" if condition is None else shown(condition).strip()
    if text.startswith("${{") and text.endswith("}}"):
        text = text[3:-2].strip()
    if not STATUS.search(text):
        text = f"success() && ({text})" if text else "success()"
    return is_true(evaluate(text, contexts, failed=failed, cancelled=cancelled))


def interpolate(text: Any, contexts: Mapping[str, Any]) -> Any:
    """A value of a workflow with its expressions put in; alone, one keeps its kind."""
    if not isinstance(text, str):
        return text
    alone = PLACE.fullmatch(text.strip())
    if alone:
        return evaluate(alone[1], contexts)
    return PLACE.sub(lambda found: shown(evaluate(found[1], contexts)), text)
