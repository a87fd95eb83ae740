"""The grammar of expressions: what it has no rule for cannot be said, and nothing is given to Python's `eval`.

    choice     = operation ["if" operation compares operation "else" choice]
    operation  = operands joined by + - * / % **, with Python's precedence
    operand    = ("+" | "-") operation | number | name | function "(" choice ("," choice)* ")" | "(" choice ")"

The length of an expression, its nesting and every value met on the way are bounded: a hostile one is refused, or has a
value, in little time and memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flashdeck.drills.arithmetic import (
    COMPARISONS,
    FUNCTIONS,
    LARGEST,
    OPERATORS,
    TAKES_SEVERAL,
    Call,
    Choice,
    Name,
    Node,
    Number,
    Operation,
    Values,
)

LONGEST = 300
"""The most characters of an expression."""

DEEPEST = 30
"""The most brackets, signs, powers and conditions within each other."""

RESERVED = frozenset({*FUNCTIONS, "if", "else"})
"""Words that cannot name a number."""

NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_TOKEN = re.compile(
    rf"[ \t]*(?:(?P<number>{NUMBER})|(?P<name>[^\W\d]\w*)|(?P<sign>\*\*|[<>=!]=|[-+*/%(),<>])|(?P<end>\Z))"
)
_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "**": 4}
_SIGN_LEVEL = 3
_NAME_IT = "Give a part of it a name on a line of its own."


class ExpressionError(Exception):
    """What is wrong with an expression, the offsets of where, and what to do about it."""

    def __init__(self, message: str, start: int, end: int, fix: str) -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.fix = message, start, end, fix


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression; `names` tells where each name in it stands first."""

    root: Node
    names: Mapping[str, tuple[int, int]]

    def value(self, values: Values) -> float:
        """Its value where each name has one; raises `DomainError` where there is none that is allowed."""
        return self.root.value(values)


def parse(text: str) -> Expression:
    """The expression that `text` is; raises `ExpressionError`."""
    if len(text) > LONGEST:
        raise ExpressionError(f"An expression has at most {LONGEST} characters", 0, len(text), _NAME_IT)
    return _Parser(text).whole()


def number(text: str) -> float:
    """The number that `text`, which matches `NUMBER`, is; raises `ValueError` beyond `LARGEST`."""
    value = float(text)
    if value > LARGEST:
        raise ValueError
    return value


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int

    @property
    def name(self) -> str:
        """How a message calls it."""
        return f"`{self.text}`" if self.text else "the end"


def _tokens(text: str) -> Iterator[_Token]:
    at, kind = 0, ""
    while kind != "end":
        found = _TOKEN.match(text, at)
        if found is None:
            start = at + len(text[at:]) - len(text[at:].lstrip(" \t"))
            allowed = (
                f"numbers, names, + - * / ** % ( ), {', '.join(FUNCTIONS)}, and comparisons in `a if b > c else d`"
            )
            raise ExpressionError(f"`{text[start]}` is no arithmetic", start, start + 1, f"There are {allowed}.")
        at, kind = found.end(), found.lastgroup or "end"
        yield _Token(kind, found[kind], *found.span(kind))


class _Parser:
    """Reads the tokens of one expression from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: Sequence[_Token] = list(_tokens(text))
        self._at = 0
        self._depth = 0
        self._names: dict[str, tuple[int, int]] = {}

    def whole(self) -> Expression:
        root = self._choice()
        if self._token.kind != "end":
            if self._token.text in COMPARISONS:
                raise self._wrong("A comparison stands only in a condition", "Write `a if b > c else d`.")
            if self._token.text == ")":
                raise self._wrong("This bracket closes nothing", "Delete it, or open one before.")
            if self._token.text == ",":
                raise self._wrong("A list holds only numbers", "Write `n = 1, 2, 4`, or a single expression.")
            raise self._wrong(f"An operator is missing before {self._token.name}", "Write `*` where you multiply.")
        return Expression(root, self._names)

    def _choice(self) -> Node:
        then = self._operation(0)
        if not self._takes("if"):
            return then
        left = self._operation(0)
        compare = COMPARISONS.get(self._token.text)
        if compare is None:
            raise self._wrong(f"A condition compares two numbers, and here is {self._token.name}", "Write `a > b`.")
        self._at += 1
        right = self._operation(0)
        self._must_take("else")
        self._enter()
        otherwise = self._choice()
        self._depth -= 1
        return Choice(compare, left, right, then, otherwise)

    def _operation(self, level: int) -> Node:
        """An operand, and what is joined to it by operators that bind at least as tight as `level`."""
        self._enter()
        start = self._token.start
        left = self._operand()
        while (sign := self._token.text) in OPERATORS and _LEVELS[sign] >= level:
            self._at += 1
            right = self._operation(_SIGN_LEVEL if sign == "**" else _LEVELS[sign] + 1)
            left = Operation(OPERATORS[sign], left, right, self._since(start))
        self._depth -= 1
        return left

    def _operand(self) -> Node:
        token = self._token
        self._at += 1
        if token.text in ("+", "-"):
            operand = self._operation(_SIGN_LEVEL)
            return (
                operand
                if token.text == "+"
                else Operation(OPERATORS["-"], Number(0.0), operand, self._since(token.start))
            )
        if token.kind == "number":
            return self._number(token)
        if token.text == "(":
            inner = self._choice()
            self._must_take(")")
            return inner
        if token.text in FUNCTIONS:
            return self._call(token)
        if token.kind == "name" and token.text not in RESERVED:
            if self._token.text == "(":
                fix = f"There are {', '.join(FUNCTIONS)}."
                raise ExpressionError(f"There is no function `{token.text}`", token.start, token.end, fix)
            self._names.setdefault(token.text, (token.start, token.end))
            return Name(token.text)
        self._at -= 1
        raise self._wrong(f"A number or a name is missing before {token.name}", "Write `2 * (n - 1)`, for example.")

    def _number(self, token: _Token) -> Node:
        try:
            return Number(number(token.text))
        except ValueError:
            raise ExpressionError(
                "This number is too large", token.start, token.end, "It may be up to 1e300."
            ) from None

    def _call(self, token: _Token) -> Node:
        self._must_take("(")
        arguments = [self._choice()]
        while self._takes(","):
            arguments.append(self._choice())
        self._must_take(")")
        if (len(arguments) > 1) != (token.text in TAKES_SEVERAL):
            count = "two numbers or more" if token.text in TAKES_SEVERAL else "one number"
            fix = (
                "Take the logarithm to another base b as `log(x) / log(b)`."
                if token.text == "log"
                else "Check the commas."
            )
            raise ExpressionError(f"`{token.text}` takes {count}", token.start, self._tokens[self._at - 1].end, fix)
        return Call(FUNCTIONS[token.text], arguments, self._since(token.start))

    # ------------------------------------------------------------------------------------------ tokens

    @property
    def _token(self) -> _Token:
        return self._tokens[self._at]

    def _takes(self, text: str) -> bool:
        """Whether the next token is `text`; then it is passed."""
        taken = self._token.text == text
        self._at += taken
        return taken

    def _must_take(self, text: str) -> None:
        if not self._takes(text):
            raise self._wrong(f"`{text}` is missing before {self._token.name}", f"Write `{text}` here.")

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._wrong("This expression is nested too deep", _NAME_IT)

    def _since(self, start: int) -> str:
        return self._text[start : self._tokens[self._at - 1].end]

    def _wrong(self, message: str, fix: str) -> ExpressionError:
        token = self._token
        return ExpressionError(message, token.start, max(token.end, token.start + 1), fix)
