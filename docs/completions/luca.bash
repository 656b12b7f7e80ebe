# Completion of luca's command line for bash. luca itself tells what can stand there: commands, options, sentences, the names of the book.
_luca() {
    local IFS=$'\n'
    COMPREPLY=($(luca complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    [ "${#COMPREPLY[@]}" -gt 0 ] || compopt -o default
}
complete -F _luca luca
