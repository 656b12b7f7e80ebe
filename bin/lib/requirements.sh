# shellcheck shell=sh
#
# What luca needs from the machine, and how to get it. The scripts beside this folder source it and call
#
#     require_to_build                        a compiler and the libraries that luca is built on
#     require_to_test                         the same, and the server that tests speak with
#     require_programs PACKAGE COMMAND ...    programs, each behind the package that has it
#
# With everything there it looks at a dozen files and starts no process. Otherwise it says which packages it is going
# to install, and installs them with apt-get. Where it may not or cannot, it says what to type and exits with 69.
#
#     LUCA_NO_INSTALL=1       never install, only say what is missing

# More than one script of a run may source this.
[ -n "${EXIT_UNAVAILABLE-}" ] || readonly EXIT_UNAVAILABLE=69

swift_page=https://www.swift.org/install/linux/

say() {
    printf 'luca: %s\n' "$*" >&2
}

require_to_build() {
    missing_packages=
    find_build_packages
    install_missing_packages
    require_swift
}

require_to_test() {
    missing_packages=
    find_build_packages
    need_file postgresql-15 /usr/lib/postgresql/*/bin/initdb
    install_missing_packages
    require_swift
}

require_programs() {
    missing_packages=
    while [ $# -gt 0 ]; do
        need_program "$1" "$2"
        shift 2
    done
    install_missing_packages
}

# ---- what is there ----

find_build_packages() {
    need_program git git
    need_program pkg-config pkg-config
    # Swift links with the C++ library and headers of the system's compiler.
    need_file g++ /usr/include/c++/*/vector
    need_library liblua5.4-dev lua5.4 lua5.4/lua.h
    need_library libreadline-dev readline readline/readline.h
    need_library zlib1g-dev zlib zlib.h
    need_library nettle-dev nettle nettle/sha2.h
    # It is linked from its archive.
    need_library libexpat1-dev expat expat.h
    need_library libsqlite3-dev sqlite3 sqlite3.h
    # The process of a sandboxed script loads it.
    need_library libseccomp-dev libseccomp seccomp.h
    # luca-fetch asks the network by it.
    need_library libcurl4-openssl-dev libcurl curl/curl.h
    # luca-draw draws by them.
    need_library libcairo2-dev cairo cairo/cairo.h
    need_library libpango1.0-dev pangocairo pango-1.0/pango/pangocairo.h
    # The font that pictures and pages are set in.
    need_file fonts-dejavu-core /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
    # Encrypted books are sealed by it; it is loaded when one is met.
    need_file libsodium23 /usr/lib/*/libsodium.so.23
    # Books on a server are reached by it; it is loaded when one is opened.
    need_library libpq-dev libpq postgresql/libpq-fe.h
    # luca-view serves pages by it.
    need_library libmicrohttpd-dev libmicrohttpd microhttpd.h
    # luca-sheet writes files for Excel by it.
    need_library libxlsxwriter-dev xlsxwriter xlsxwriter.h
}

# need_program PACKAGE COMMAND
need_program() {
    command -v "$2" >/dev/null 2>&1 || missing_packages="$missing_packages $1"
}

# need_file PACKAGE CANDIDATE...
need_file() {
    package=$1
    shift
    any_exists "$@" || missing_packages="$missing_packages $package"
}

# need_library PACKAGE PKG_CONFIG_NAME HEADER
need_library() {
    any_exists /usr/include/"$3" /usr/local/include/"$3" &&
        any_exists /usr/lib/*/pkgconfig/"$2".pc /usr/lib/pkgconfig/"$2".pc /usr/lib64/pkgconfig/"$2".pc \
            /usr/local/lib/pkgconfig/"$2".pc /usr/share/pkgconfig/"$2".pc && return
    # In none of the usual places; pkg-config may have been told of others.
    { command -v pkg-config && pkg-config --exists "$2"; } >/dev/null 2>&1 && return
    missing_packages="$missing_packages $1"
}

any_exists() {
    for candidate in "$@"; do
        [ -e "$candidate" ] && return 0
    done
    return 1
}

# ---- Swift ----

# Puts Swift 6.2 or newer on the PATH or stops. cron and other short PATHs lack the folders that its installers use.
require_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        for folder in "${SWIFTLY_BIN_DIR:-${HOME:-}/.local/share/swiftly/bin}" /opt/swift/usr/bin /usr/local/swift/usr/bin; do
            if [ -x "$folder/swift" ]; then
                PATH=$folder:$PATH
                export PATH
                break
            fi
        done
    fi
    swift=$(command -v swift 2>/dev/null) || {
        say "luca is built by Swift 6.2 or newer, and there is no 'swift' on the PATH."
        say "Get it from $swift_page and run this again."
        exit "$EXIT_UNAVAILABLE"
    }
    check_swift_version
}

# Asking a compiler for its version takes longer than all other checks together: it is asked once per toolchain.
check_swift_version() {
    checked=${root:?}/.build/luca-swift-version
    # shellcheck disable=SC3013  # every sh that Debian ships knows -nt, and POSIX does since 2024
    [ "$checked" -nt "$swift" ] && [ "$(cat "$checked")" = "$swift" ] && return
    answer=$(swift --version 2>&1) || {
        say "'$swift --version' failed:"
        printf '%s\n' "$answer" >&2
        say "The libraries that Swift itself needs are listed at $swift_page"
        exit "$EXIT_UNAVAILABLE"
    }
    version=${answer#*Swift version }
    version=${version%%[!0-9.]*}
    major=${version%%.*}
    minor=${version#*.}
    minor=${minor%%.*}
    if [ "${major:-0}" -lt 6 ] || { [ "$major" -eq 6 ] && [ "${minor:-0}" -lt 2 ]; }; then
        say "luca is built by Swift 6.2 or newer; $swift is ${version:-of an unknown version}."
        say "Get a newer one from $swift_page and run this again."
        exit "$EXIT_UNAVAILABLE"
    fi
    mkdir -p "$root/.build"
    printf '%s\n' "$swift" >"$checked"
}

# ---- installing ----

install_missing_packages() {
    missing_packages=${missing_packages# }
    [ -n "$missing_packages" ] || return 0
    say "missing: $missing_packages"
    as_root=
    [ "$(id -u)" -eq 0 ] || as_root='sudo -n'
    if may_install && try_to_install; then
        return 0
    fi
    say "Install what is missing and run this again. On Debian and its kin:"
    printf '    %s\n' "${as_root:+sudo }apt-get update && ${as_root:+sudo }apt-get install -y $missing_packages" >&2
    exit "$EXIT_UNAVAILABLE"
}

may_install() {
    if [ "${LUCA_NO_INSTALL:-0}" != 0 ]; then
        say "not installing, because LUCA_NO_INSTALL is set."
    elif ! command -v apt-get >/dev/null 2>&1; then
        say "not installing, because there is no apt-get here."
    elif [ -n "$as_root" ] && ! $as_root true >/dev/null 2>&1; then
        say "not installing, because that needs root, and sudo is missing or would ask for a password."
    else
        return 0
    fi
    return 1
}

# A new machine has no package lists, and old lists name files that are gone: then they are fetched, and once more.
try_to_install() {
    case $missing_packages in *postgresql*) forbid_cluster ;; esac
    # shellcheck disable=SC2086  # one word per package
    set -- install -y --no-install-recommends $missing_packages
    apt_output=
    if any_exists /var/lib/apt/lists/*Packages* && run_apt_get "$@"; then
        return 0
    fi
    apt_output=
    run_apt_get update && run_apt_get "$@" && return 0
    # Errors and warnings of both: without a network it is the update that warns, and the installing that fails.
    printf '%s\n' "$apt_output" | grep -E '^(E|W|Err[:0-9]*):? ' | sort -u >&2
    return 1
}

# Debian would start a server of its own with the package; tests start theirs. Who wants one has `pg_createcluster`.
forbid_cluster() {
    cluster_settings=/etc/postgresql-common/createcluster.d/luca.conf
    [ -e "$cluster_settings" ] || $as_root sh -c "mkdir -p '${cluster_settings%/*}' && echo 'create_main_cluster = false' >'$cluster_settings'"
}

# Says what it runs; waits for another apt-get to finish.
run_apt_get() {
    say "running: ${as_root:+$as_root }apt-get $*"
    apt_code=0
    apt_output=$apt_output$($as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 "$@" </dev/null 2>&1) || apt_code=$?
    apt_output="$apt_output
"
    return "$apt_code"
}
