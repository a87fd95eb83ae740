r"""The scripts for shells, and what passes between them and `flashdeck` at each Tab.

They differ from click's own in four things. The line is handed over as it is written, so that quoted words and those
with `:` and `=` arrive whole. bash is given back only what it takes for the word: it breaks words at `:` and `=`, so of
`deck:gpu::memory` it replaces `memory` alone. No space is put behind what is to be continued (`deck:`, `new-per-day=`).
And whatever goes wrong, nothing is said.
"""

from __future__ import annotations

import os

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, split_arg_string

_CURSOR = "\x1f"

_BASH = """\
%(complete_func)s() {
    local kind value
    COMPREPLY=()
    while IFS=, read -r kind value; do
        case $kind in
            dir) compopt -o dirnames 2>/dev/null ;;
            file) compopt -o default 2>/dev/null ;;
            plain | open)
                [[ $kind == open ]] && compopt -o nospace 2>/dev/null
                [[ ${COMP_WORDS[COMP_CWORD]} == [\\"\\']* ]] || printf -v value %%q "$value"
                COMPREPLY+=("$value")
                ;;
        esac
    done < <(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORD="$2" %(complete_var)s=bash_complete "$1" 2>/dev/null)
}
complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null || complete -F %(complete_func)s %(prog_name)s
"""

_ZSH = """\
#compdef %(prog_name)s
%(complete_func)s() {
    local -a closed open
    local kind value about
    for kind value about in "${(@f)$(COMP_LINE="${(j: :)words[1,CURRENT]}" %(complete_var)s=zsh_complete \
${~words[1]} 2>/dev/null)}"; do
        case $kind in
            (plain) closed+=("$value$about") ;;
            (open) open+=("$value$about") ;;
            (dir) _path_files -/ ;;
            (file) _path_files ;;
        esac
    done
    (( $#closed )) && _describe -V closed closed -U
    (( $#open )) && _describe -V open open -U -S ''
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

_FISH = """\
function %(complete_func)s
    set -l line (commandline -cp | string collect)
    set -l program (commandline -op)[1]
    for item in (env COMP_LINE=$line %(complete_var)s=fish_complete $program 2>/dev/null)
        set -l parts (string split -m 1 , -- $item)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case plain open
                printf '%%s\\n' $parts[2]
        end
    end
end
complete --no-files --keep-order --command %(prog_name)s --arguments '(%(complete_func)s)'
"""


class Shell(ShellComplete):
    """What the three have in common."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is being written, and that one as far as it is."""
        _, *words = split_arg_string(os.environ["COMP_LINE"] + _CURSOR)
        *complete, incomplete = words or [""]
        return complete, incomplete.removesuffix(_CURSOR)

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """As click finds them; what completes the value in `--name=value` is given back with the name."""
        found = super().get_completions(args, incomplete)
        option, equals, _ = incomplete.partition("=")
        if option.startswith("-") and equals:
            for item in found:
                item.value = f"{option}={item.value}"
        return [item for item in found if item.value.isprintable()]

    def complete(self) -> str:
        """The completions, or nothing at all: a shell is no place to tell of errors."""
        try:
            return super().complete()
        except Exception:  # noqa: BLE001 - whatever it is, the command itself will say it better
            return ""


@add_completion_class
class Bash(Shell):
    """bash, which also is to be told where its word begins."""

    name = "bash"
    source_template = _BASH

    def complete(self) -> str:
        """Each value without what stands before the word as bash has it (`COMP_WORD`)."""
        word = "".join(split_arg_string(os.environ.get("COMP_WORD", "")))
        _, incomplete = self.get_completion_args()
        self._before = len(incomplete) - len(word) if incomplete.endswith(word) else 0
        return super().complete()

    def format_completion(self, item: CompletionItem) -> str:
        """`kind,value`."""
        return f"{item.type},{item.value[self._before :]}"


@add_completion_class
class Zsh(Shell):
    """zsh, whose `_describe` parts a value from its description at the first bare colon."""

    name = "zsh"
    source_template = _ZSH

    def format_completion(self, item: CompletionItem) -> str:
        """Three lines: kind, value, and the description behind a colon."""
        value = item.value.replace("\\", "\\\\").replace(":", r"\:")
        return "\n".join((item.type, value, f":{_one_line(item)}" if item.help else ""))


@add_completion_class
class Fish(Shell):
    """fish, which takes a description behind a tab."""

    name = "fish"
    source_template = _FISH

    def format_completion(self, item: CompletionItem) -> str:
        """`kind,value`, and the description behind a tab."""
        return f"{item.type},{item.value}" + (f"\t{_one_line(item)}" if item.help else "")


def _one_line(item: CompletionItem) -> str:
    return "".join(char for char in " ".join((item.help or "").split()) if char.isprintable())


SHELLS = {"bash": Bash, "zsh": Zsh, "fish": Fish}
