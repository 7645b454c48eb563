# shellcheck shell=bash
# One line for every step; what programs say goes into the log and is shown only if they fail.

dry_run=no anyway=no
log=/dev/null
step_name="Reading the arguments"
step_hint="install/install.sh --help lists what there is."

say() { printf '%s\n' "$*"; }

complain() { printf '%s\n' "$*" >&2; }

wrong() {
    complain "$*"
    complain "install/install.sh --help lists what there is."
    exit 2
}

# Name the step that begins, and how to go on if it fails.
step() {
    step_name=$1
    step_hint=$2
}

# Say what a step does or finds.
tell() { say "$step_name: $*"; }

# End here: the step that was named has failed.
fail() {
    complain "$step_name: failed. $*"
    if [ -s "$log" ]; then
        complain "The last lines of $log:"
        tail -n 12 "$log" | sed 's/^/    /' >&2
    fi
    complain "How to go on: $step_hint"
    exit 1
}

# Run a program that changes something; in a dry run only name it.
run() {
    if [ "$dry_run" = yes ]; then
        say "    would run: $*"
        return 0
    fi
    printf '\n$ %s\n' "$*" >>"$log"
    "$@" >>"$log" 2>&1 </dev/null
}

# Run a program that must succeed.
must() { run "$@" || fail "This did not work: $*"; }

# Write standard input into a file, whole or not at all; true if that changed anything.
put() {
    local target=$1 mode=$2 new
    new=$(mktemp)
    cat >"$new"
    if cmp -s "$new" "$target" && [ "$(stat -c %a "$target")" = "$mode" ]; then
        rm -f "$new"
        return 1
    fi
    if [ "$dry_run" = yes ]; then
        rm -f "$new"
        say "    would write: $target"
        return 0
    fi
    must mkdir -p "$(dirname "$target")"
    must install -m "$mode" "$new" "$target.new"
    must mv "$target.new" "$target"
    rm -f "$new"
}

# Remove files and folders, as far as they are there.
remove() {
    local path
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then must rm -rf --one-file-system "$path"; fi
    done
}

have() { command -v "$1" >/dev/null; }
