# shellcheck shell=sh
#
# Builds the program when something it is made of has changed. Needs `root`, and requirements.sh beside it.
#
# `program_is_current` starts one `find`. A stamp carries the time at which the last good build began, so that
# an edit made while the compiler ran counts as a change. Folders are compared too: a deleted file changes its folder.

readonly EXIT_BUILD_FAILED=70

program=${root:?}/.build/release/luca
fetcher=$root/.build/release/luca-fetch
stamp=$root/.build/luca-built

program_is_current() {
    [ -x "$program" ] && [ -x "$fetcher" ] && [ -e "$stamp" ] &&
        [ -z "$(find "$root/Package.swift" "$root/Sources" "$root/stdlib" -newer "$stamp" -print -quit)" ]
}

# Two first calls at once: one builds, the other waits and finds the work done.
build_program() {
    mkdir -p "$root/.build"
    exec 9>"$root/.build/luca-lock"
    if command -v flock >/dev/null 2>&1; then
        flock 9
    fi
    if ! program_is_current; then
        # shellcheck source=bin/lib/requirements.sh
        . "$root/bin/lib/requirements.sh"
        require_to_build 9>&-
        touch "$stamp.next"
        compile_program "$root/.build" 9>&-
        mv "$stamp.next" "$stamp"
    fi
    exec 9>&-
}

# compile_program FOLDER [FLAG...]: builds into FOLDER.
# Beside luca there is luca-fetch, which it starts when it first needs the network.
# On a terminal Swift draws its one line of progress; elsewhere nothing is said unless the build fails.
compile_program() {
    folder=$1
    shift
    log=$root/.build/luca-build.log
    [ -e "$folder/release/luca" ] || ! [ -t 2 ] || say "building; the first time takes a few minutes."
    compile_product luca-fetch "$@"
    compile_product luca "$@"
}

# compile_product NAME [FLAG...]: one of the programs, into $folder.
compile_product() {
    product=$1
    shift
    # shellcheck disable=SC2046  # one flag or none
    set -- swift build --configuration release $(static_link) --product "$product" --package-path "$root" --scratch-path "$folder" "$@"
    if [ -t 2 ]; then
        "$@" </dev/null >&2 || build_failed
    else
        "$@" </dev/null >"$log" 2>&1 || {
            grep -E '(error|warning): ' "$log" >&2 || tail -n 20 "$log" >&2
            say "all that the build said is in $log"
            build_failed
        }
    fi
}

# Swift's own libraries in the program: it starts in less than half the time that loading them takes. A toolchain may lack them.
static_link() {
    compiler=$(command -v swift)
    folder_of_libraries=$(dirname -- "$(readlink -f -- "$compiler")")/../lib/swift_static
    [ ! -d "$folder_of_libraries" ] || echo --static-swift-stdlib
}

build_failed() {
    say "the build failed."
    exit "$EXIT_BUILD_FAILED"
}
