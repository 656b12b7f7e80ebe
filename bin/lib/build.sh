# shellcheck shell=sh
#
# Builds the program when something it is made of has changed. Needs `root`, and requirements.sh beside it.
#
# `program_is_current` starts one `find`. A stamp carries the time at which the last good build began, so that
# an edit made while the compiler ran counts as a change. Folders are compared too: a deleted file changes its folder.

readonly EXIT_BUILD_FAILED=70

# Package.swift has what runs rarely built for size.
export LUCA_SHIPPED=1
# Where Package.swift finds what is linked into it; `static_link` fills the folder.
export LUCA_ARCHIVES="$root/.build/archives"
# How often the progress of a build is told, in seconds.
readonly PROGRESS_PERIOD=5

# The programs that luca starts when it first needs them, and finds beside itself: for the network, for pictures and paper, for workbooks,
# and for pages in a browser.
helpers='luca-fetch luca-draw luca-sheet luca-view'
program=${root:?}/.build/release/luca
stamp=$root/.build/luca-built

program_is_current() {
    has_all_programs && [ -e "$stamp" ] &&
        [ -z "$(find "$root/Package.swift" "$root/Sources" "$root/stdlib" "$root/docs" -newer "$stamp" -print -quit)" ]
}

# Whether luca is built, and all that it starts.
has_all_programs() {
    for name in luca $helpers; do
        [ -x "${program%/*}/$name" ] || return 1
    done
}

# Two first calls at once: one builds, the other waits and finds the work done.
build_program() {
    # shellcheck source=bin/lib/requirements.sh
    . "$root/bin/lib/requirements.sh"
    mkdir -p "$root/.build"
    exec 9>"$root/.build/luca-lock"
    if command -v flock >/dev/null 2>&1; then
        flock -w "$PROGRESS_PERIOD" 9 2>/dev/null || {
            say "another call is building; waiting until it is done."
            flock 9
        }
    fi
    if ! program_is_current; then
        require_to_build 9>&-
        touch "$stamp.next"
        compile_program "$root/.build" 9>&-
        mv "$stamp.next" "$stamp"
    fi
    exec 9>&-
}

# compile_program FOLDER [FLAG...]: builds into FOLDER.
# On a terminal Swift draws its one line of progress; elsewhere a line is said every few seconds.
# What happens when all is built is told by $afterwards, where the calling script has set that.
compile_program() {
    folder=$1
    shift
    log=$root/.build/luca-build.log
    following=luca${afterwards:+, then $afterwards}
    patience=
    [ -e "$folder/release/luca" ] || patience=' The first time takes some minutes.'
    if [ -t 2 ]; then say "building $(echo "$helpers" | sed 's/ /, /g'), then $following.$patience"; fi
    for helper in $helpers; do
        compile_product "$helper" "$@"
    done
    following=${afterwards-}
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
        : >"$log"
        : >"$log.$product"
        # No child of this shell, which would tell that it was killed.
        teller=$( (exec >/dev/null && tell_progress) & echo $!)
        built=yes
        "$@" </dev/null >"$log" 2>&1 || built=
        rm -f "$log.$product"
        kill "$teller" 2>/dev/null || true
        [ -n "$built" ] || {
            grep -E '(error|warning): ' "$log" >&2 || tail -n 20 "$log" >&2
            say "all that the build said is in $log"
            build_failed
        }
    fi
}

# tell_progress: says every few seconds how far the build of $product is by its log, and at first what comes after it; until it is killed,
# which somebody may have told all programs of this session to ignore, or its own file is gone.
tell_progress() {
    elapsed=0
    # Its sleep goes with it, and would else keep somebody's pipe open; and it goes when the script that started it is gone.
    trap 'kill "$pause" 2>/dev/null; exit' TERM
    while sleep "$PROGRESS_PERIOD" </dev/null >/dev/null 2>&1 & pause=$!; wait "$pause" && [ -e "$log.$product" ] && kill -0 $$ 2>/dev/null; do
        # A build that is done before needs no word.
        if [ "$elapsed" = 0 ]; then say "building $product${following:+, then $following}.$patience"; fi
        elapsed=$((elapsed + PROGRESS_PERIOD))
        # Swift numbers its steps as [12/345], once it has fetched the packages and knows them all.
        step=$(sed -n 's|^\[\([0-9]*\)/\([0-9]*\)\].*|step \1 of \2|p' "$log" | tail -n 1)
        say "building $product: ${step:-preparing}, $elapsed s"
    done
}

# Swift's own libraries in the program: it starts in less than half the time that loading them takes. A toolchain may lack them.
# Nothing loads code that would look for the program's own names, so these are left out: a megabyte less, which need not be read at the start.
# No library lies beside the program either, where the loader would look for each of the system's first, in a dozen places.
static_link() {
    compiler=$(command -v swift)
    folder_of_libraries=$(dirname -- "$(readlink -f -- "$compiler")")/../lib/swift_static
    [ ! -d "$folder_of_libraries" ] || echo --static-swift-stdlib --disable-local-rpath -Xlinker --no-export-dynamic
    gather_archives "$(dirname -- "$(readlink -f -- "$compiler")")/clang"
    # Functions of the same instructions, as generic code has many, are kept once, wherever each function is a section of its own: a megabyte less.
    # Fifty thousand addresses that are put right at the start take 1.4 MB as a list, and 12 KB as the bits that glibc reads since 2.36.
    [ ! -x "$(dirname -- "$(readlink -f -- "$compiler")")/ld.lld" ] || echo -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs
}

# Gathers links to the archives that Package.swift has linked into the program, each of a small library that every start would load else: readline with
# terminfo, Nettle, and what Swift's own libraries need of C++. Where one of them lacks, all are loaded.
# Lua, SQLite and zlib read what strangers wrote, and are the system's, which get its fixes.
gather_archives() {
    found=
    for archive in libstdc++.a libgcc_eh.a libreadline.a libtinfo.a libnettle.a; do
        # It tells a path of what it finds, and of all else the name.
        place=$("$1" -print-file-name="$archive" 2>/dev/null) && [ -e "$place" ] || return 0
        found="$found $place"
    done
    mkdir -p "$LUCA_ARCHIVES"
    # shellcheck disable=SC2086  # one word per archive
    ln -sf $found "$LUCA_ARCHIVES"
}

build_failed() {
    say "the build failed."
    exit "$EXIT_BUILD_FAILED"
}
