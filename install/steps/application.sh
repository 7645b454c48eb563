# shellcheck shell=bash
# Versions of the application stand side by side; the link `current` says which one counts.

# What a version consists of. Tests and caches stay in the checkout.
contents=(pyproject.toml README.md LICENSE CHANGELOG.md constraints.txt companion vision hardware web calibration docs install)
junk=(--exclude=__pycache__ --exclude='*.mo' --exclude='*.egg-info')
switched=no older=none

check_checkout() {
    step "Checkout" "Run this from a whole checkout: git clone, then sudo install/install.sh"
    case $checkout/ in "$versions"/*) fail "This is the installed copy." ;; esac
}

install_application() {
    step "Application" "Run this from a whole checkout: git clone, then sudo install/install.sh"
    local numpy name folder
    numpy=$(system_numpy) || numpy=unknown
    [ "$numpy" != unknown ] || [ "$dry_run" = yes ] || fail "The system's Python has no NumPy (python3-numpy)."
    name=$(version_name "$numpy") || fail "$checkout is not whole."
    folder=$versions/$name
    if is_whole "$folder"; then
        tell "$name is built"
    else
        tell "building $name beside what is there"
        remove "$folder"
        copy_checkout "$folder"
        make_environment "$folder" "$numpy"
        try_environment "$folder"
        must touch "$folder/.whole"
    fi
    step "Application" "Look at $app"
    if [ "$(current_version)" = "$name" ]; then
        tell "$name is the one in use"
    else
        remember_version
        switch_to "$name"
    fi
}

# A version is named for what it was made from; the same name means that nothing has to be done.
version_name() {
    local numpy=$1 number
    number=$(sed -n 's/^version = "\(.*\)"/\1/p' "$checkout/pyproject.toml") && [ -n "$number" ] || return 1
    (
        cd "$checkout" || exit 1
        {
            system_python -V
            echo "$numpy"
            tar -c "${junk[@]}" --sort=name --mtime=@0 --owner=0 --group=0 --mode=a+rX,u+w,go-w "${contents[@]}"
        } | sha256sum | sed "s/^\(.\{10\}\).*/$number-\1/"
    )
}

is_whole() { [ -f "$1/.whole" ] && "$1/.venv/bin/python" -c '' 2>/dev/null; }

copy_checkout() {
    local folder=$1
    if [ "$dry_run" = yes ]; then
        say "    would copy: $checkout to $folder"
        return
    fi
    mkdir -p "$folder"
    tar -C "$checkout" -c "${junk[@]}" --owner=0 --group=0 --mode=a+rX,u+w,go-w "${contents[@]}" |
        tar -C "$folder" -x --no-same-owner 2>>"$log" || fail "$checkout could not be copied."
}

current_version() { basename "$(readlink "$app/current" 2>/dev/null || echo none)"; }

previous_version() { basename "$(readlink "$app/previous" 2>/dev/null || echo none)"; }

remember_version() {
    [ "$(current_version)" != none ] || return 0
    older=$(previous_version)
    point previous "$(current_version)"
}

# Undo a switch: the version before is in use again, and the one before that stands behind it.
switch_back() {
    point current "$(previous_version)"
    if [ "$older" = none ]; then remove "$app/previous"; else point previous "$older"; fi
}

switch_to() {
    tell "switching from $(current_version) to $1"
    point current "$1"
    switched=yes
}

# Move a link in one go: there is no moment without it.
point() {
    must ln -sfn "versions/$2" "$app/$1.new"
    must mv -T "$app/$1.new" "$app/$1"
}

# Keep the version in use and the one before.
tidy_versions() {
    local folder
    for folder in "$versions"/*/; do
        case $(basename "$folder") in
            "$(current_version)" | "$(previous_version)" | '*') ;;
            *) remove "${folder%/}" ;;
        esac
    done
}

installed_companion() { "$app/current/.venv/bin/companion" "$@"; }

# Does the version in use know this command?
knows() { installed_companion "$1" --help >/dev/null 2>&1; }
