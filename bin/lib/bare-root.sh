# shellcheck shell=bash
#
# Installs a package of luca into a Debian with nothing else in it, and uses it there. Needs `root`, requirements.sh, and `helpers` of build.sh.
#
#     check_package DEB       0 where it works, or where this machine cannot try it, which is said; else what failed
#
# The bare Debian is of the release that this machine has, from the mirror that this machine uses.

check_package() {
    local deb=$1 folder code=0
    if ! can_make_roots; then
        say "not tried: the package in a bare root. That takes root, debootstrap and a mirror of Debian."
        return 0
    fi
    folder=$(mktemp -d)
    # apt-get in the root reads the package as a user of its own.
    chmod 755 "$folder"
    say "making a bare $release in $folder from $mirror"
    if make_root "$folder" >"$folder.log" 2>&1; then
        use_package "$folder" "$deb" || code=$?
    else
        tail -n 5 "$folder.log" >&2
        say "not tried: the package in a bare root, as none could be made."
    fi
    rm -rf -- "$folder" "$folder.log"
    return "$code"
}

# Sets `mirror` and `release`.
can_make_roots() {
    [ "$(id -u)" -eq 0 ] && (require_programs debootstrap debootstrap) && unshare --mount --pid --fork true 2>/dev/null || return 1
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    # shellcheck disable=SC2016  # these are apt's own
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
        awk -v release="$release" '$2 == release && $3 == "main" { print $1; exit }')
    [ -n "$release" ] && [ -n "$mirror" ]
}

make_root() {
    debootstrap --variant=minbase "$release" "$1" "$mirror"
}

# in_root FOLDER COMMAND...: a process of the root, which sees no other; what it mounts goes with it. Of the environment it has the proxies alone: what names
# files of this machine, such as SSL_CERT_FILE, would name none there.
in_root() {
    local folder=$1 name clean=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root)
    shift
    for name in http_proxy https_proxy no_proxy; do [ -z "${!name-}" ] || clean+=("$name=${!name}"); done
    # shellcheck disable=SC2016  # read by the inner shell
    env -i "${clean[@]}" unshare --mount --pid --fork /bin/sh -c 'folder=$1; shift; mount -t proc proc "$folder/proc" && exec chroot "$folder" "$@"' sh "$folder" "$@"
}

# as_somebody FOLDER COMMAND...: the same for a user of no rights, with a home of their own.
as_somebody() {
    local folder=$1
    shift
    in_root "$folder" /usr/bin/env -i HOME=/var/lib/somebody PATH=/usr/bin:/bin LANG=C.UTF-8 \
        /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups "$@"
}

use_package() {
    local folder=$1 deb=$2
    cp -- "$deb" "$folder/luca.deb"
    in_root "$folder" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends ./luca.deb >"$folder.log" 2>&1 || {
        tail -n 20 "$folder.log" >&2
        say "the package could not be installed into a bare $release"
        return 1
    }
    mkdir -p "$folder/var/lib/somebody"
    chown 1000:1000 "$folder/var/lib/somebody"
    expect_answer 'the demo' 'total.*165,666\.70' "$folder" luca demo --today 2014-12-31 /var/lib/somebody/demo.luca || return 1
    expect_answer 'a script that ships' 'ORCL.*USD.*487\.00' "$folder" \
        luca run --book /var/lib/somebody/demo.luca /usr/share/luca/scripts/dividends_by_year.lua --year 2009 || return 1
    # Without what is only recommended luca did all that; with it the programs start that luca starts.
    # shellcheck disable=SC2046  # a word for each package
    in_root "$folder" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends \
        $(dpkg-deb --field "$deb" Recommends | sed 's/ ([^)]*)//g; s/,//g; s/ | [^ ]*//g') >"$folder.log" 2>&1 || {
        tail -n 20 "$folder.log" >&2
        say "what the package recommends could not be installed into a bare $release"
        return 1
    }
    for name in $helpers; do expect_start "$folder" "$name" || return 1; done
    in_root "$folder" apt-get -q purge -y luca >"$folder.log" 2>&1
    [ ! -e "$folder/usr/bin/luca" ] && [ ! -e "$folder/usr/share/luca" ] || {
        say "the package left something behind when it was removed"
        return 1
    }
    say "a bare $release runs the package: the demo, and scripts"
}

# expect_start FOLDER NAME: the program ends at once, as there is nobody who asks, but not for want of a library.
expect_start() {
    local answer code=0
    answer=$(as_somebody "$@" 2>&1 </dev/null) || code=$?
    [ "$code" -ne 127 ] || {
        printf '%s\n' "$answer" >&2
        say "$2 does not start in a bare $release"
        return 1
    }
}

# expect_answer WHAT PATTERN FOLDER COMMAND...: somebody runs the command, and its output has a line like that.
expect_answer() {
    local what=$1 pattern=$2 answer
    shift 2
    answer=$(as_somebody "$@" 2>&1 </dev/null) && grep -qE "$pattern" <<<"$answer" || {
        printf '%s\n' "$answer" >&2
        say "$what does not run in a bare $release: there is no $pattern"
        return 1
    }
}
