# Completion of luca's command line for fish. luca itself tells what can stand there: commands, options, sentences, the names of the book.
function __luca_complete
    set -l typed (commandline -opc) (commandline -ct)
    set -l candidates (luca complete -- $typed[2..-1] 2>/dev/null)
    if test (count $candidates) -gt 0
        printf '%s\n' $candidates
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c luca -f -a '(__luca_complete)'
