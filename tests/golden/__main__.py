"""Writes every `.out` file anew; the diff is to be read before it is committed."""

from tests.golden import CASES, outcome

for case in CASES:
    text, out = outcome(case), case.with_suffix(".out")
    if not out.exists() or out.read_text(encoding="utf-8") != text:
        out.write_text(text, encoding="utf-8", newline="\n")
        print(f"{out.name} changed")
