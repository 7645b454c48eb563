#!/usr/bin/env bash
# Make a virtual environment in the checkout and install the project into it, once.
#
#   tools/setup.sh VENV CONSTRAINTS EXTRA      e.g.  tools/setup.sh .venv constraints.txt dev
#
# A stamp inside the environment remembers what it was made from. As long as that is unchanged
# this script does nothing, so it is cheap to call before every command.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=$1 constraints=$2 extra=$3
stamp=$venv/.made-from

say() { echo "$*" >&2; }
die() { say "$*"; exit 1; }

fingerprint() {
    # The place counts too: a virtual environment does not survive being moved or copied.
    { pwd; echo "$extra"; cat pyproject.toml "$constraints"; } | cksum
}

find_python() {
    local name
    for name in python3.11 python3.12 python3.13 python3; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    die "Python 3.11 or newer is needed, and none was found (looked for python3.11 to python3.13 and python3)."
}

install_system_packages() {
    command -v apt-get >/dev/null || die "Missing system packages: $* (apt-get is not there; please install them by hand)."
    [ "$(id -u)" -eq 0 ] || die "Missing system packages; please run: sudo apt-get install $*"
    say "Installing system packages: $* ..."
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "$@"; } >/dev/null ||
        die "apt-get could not install: $*"
}

make_venv() {
    local python
    python=$(find_python)
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        install_system_packages "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    fi
    "$python" -m venv --clear "$venv"
}

lives_here() {
    # pip's first line names the interpreter it was installed for.
    [ -x "$venv/bin/python" ] && "$venv/bin/python" -c '' 2>/dev/null &&
        head -n 1 "$venv/bin/pip" 2>/dev/null | grep -qF "$PWD/$venv/"
}

# Two commands started together must not set up the same environment at the same time.
if command -v flock >/dev/null; then
    exec 9<"$0"
    flock 9
fi

wanted=$(fingerprint)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
    exit 0
fi

say "Setting up $venv (once; takes a minute or two) ..."
lives_here || make_venv
rm -f "$stamp"

say "Installing Python packages ..."
"$venv/bin/python" -m pip install -qq --disable-pip-version-check -c "$constraints" -e ".[$extra]"

if ! "$venv/bin/python" -c 'import cv2' 2>/dev/null; then
    install_system_packages libglib2.0-0 libgl1
    "$venv/bin/python" -c 'import cv2' || die "OpenCV is installed but cannot be loaded; the reason stands above."
fi

echo "$wanted" >"$stamp"
say "Ready."
