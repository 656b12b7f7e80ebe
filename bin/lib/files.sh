# shellcheck shell=sh
#
# What is installed, by bin/install and in the packages of bin/package. Needs `root`, `program` and `helpers` of build.sh.

# list_files: a line for each file: its mode, where it lies, and its path below the prefix, between tabs.
list_files() {
    for name in luca $helpers; do list_file 755 "${program%/*}/$name" "bin/$name"; done
    list_folder stdlib share/luca/stdlib
    list_folder scripts share/luca/scripts
    # The program carries the manual; these are for reading it elsewhere.
    for page in "$root"/docs/*.md; do list_file 644 "$page" "share/luca/docs/${page##*/}"; done
    list_folder docs/man share/man/man1
    # Each shell has a folder of its own, and a name that it looks for there.
    list_file 644 "$root/docs/completions/luca.bash" share/bash-completion/completions/luca
    list_file 644 "$root/docs/completions/_luca" share/zsh/vendor-completions/_luca
    list_file 644 "$root/docs/completions/luca.fish" share/fish/vendor_completions.d/luca.fish
}

# list_file MODE FILE PATH: nothing where there is no such file.
list_file() {
    [ ! -e "$2" ] || printf '%s\t%s\t%s\n' "$1" "$2" "$3"
}

# list_folder NAME PATH: all that the source folder NAME holds, below PATH.
list_folder() {
    [ -d "$root/$1" ] || return 0
    (cd "$root/$1" && find . -type f ! -name '.*' | sort) | while IFS= read -r file; do
        mode=644
        if [ -x "$root/$1/$file" ]; then mode=755; fi
        list_file "$mode" "$root/$1/$file" "$2/${file#./}"
    done
}

# copy_file MODE FILE TARGET: never leaves half a file, and replaces a program that is running.
copy_file() {
    mkdir -p "$(dirname -- "$3")"
    cp -- "$2" "$3.new"
    chmod "$1" "$3.new"
    mv -f -- "$3.new" "$3"
}

# strip_programs FOLDER: the names of their functions, for debuggers, are half of the size of the programs.
strip_programs() {
    for name in luca $helpers; do strip "$1/$name" 2>/dev/null || true; done
}
