#!/usr/bin/env bash
# Install for real into fresh Debian systems, twice, play a game there, open the table, and take everything off again.
# Needs root, debootstrap, the network and about 3 GB; takes some minutes for each system.
#
#   sudo install/prove.sh [bookworm] [trixie]      PROVE_DIR=/var/tmp/somewhere keeps the systems there
set -euo pipefail

checkout=$(cd "$(dirname "$0")/.." && pwd)
base=${PROVE_DIR:-/var/tmp/table-companion-proof}

say() { printf '\n== %s\n' "$*"; }
die() { say "FAILED: $*" && exit 1; }

[ "$(id -u)" -eq 0 ] || die "this needs root"
command -v debootstrap >/dev/null || die "please run: sudo apt-get install debootstrap"

# Run something inside, in a bare environment as sudo gives it; mounts and whatever was left running end with it.
inside() {
    # shellcheck disable=SC2016
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        PIP_CERT=/etc/ssl/host-certificates.crt unshare --mount --pid --fork --kill-child sh -c \
        'system=$1 && shift && mount -t proc proc "$system/proc" && exec chroot "$system" "$@"' sh "$system" "$@"
}

# A fresh system; what debootstrap brought is kept for the next time.
fresh_system() {
    local suite=$1 kept=$base/$1.base
    system=$base/$suite
    if [ ! -e "$kept/.whole" ]; then
        rm -rf --one-file-system "$kept"
        debootstrap --variant=minbase --include=ca-certificates "$suite" "$kept" >"$base/$suite.debootstrap.log" ||
            die "debootstrap; see $base/$suite.debootstrap.log"
        touch "$kept/.whole"
    fi
    rm -rf --one-file-system "$system"
    cp -a --reflink=auto "$kept" "$system"
    # No service may start in here: it would use the host's network.
    printf '#!/bin/sh\nexit 101\n' >"$system/usr/sbin/policy-rc.d"
    chmod 755 "$system/usr/sbin/policy-rc.d"
    cp -L /etc/resolv.conf "$system/etc/resolv.conf"
    # A network that vouches for itself with a certificate of its own is trusted in there too.
    cp -L /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/host-certificates.crt"
    mkdir "$system/checkout"
    tar -C "$checkout" -c --exclude=./.git --exclude='./.venv*' --exclude='.*_cache' --exclude=.hypothesis \
        --exclude=__pycache__ . | tar -C "$system/checkout" -x
}

# Everything the installer may touch: names, kinds, rights, owners, times and sizes; apt's own notes do not count.
picture() {
    (cd "$system" && find opt etc usr/local var/lib -xdev -path var/lib/apt -prune -o -printf '%p %y %m %U:%G %T@ %s %l\n' | sort)
}

prove() {
    local suite=$1 began=$SECONDS games
    say "$suite: a fresh system"
    fresh_system "$suite"
    say "$suite: without --anyway it must refuse on a machine that is no Pi"
    if [ "$(dpkg --print-architecture)" != arm64 ]; then
        if inside /checkout/install/install.sh; then die "it went on"; fi
    fi
    say "$suite: a dry run changes nothing"
    picture >"$base/$suite.before"
    inside /checkout/install/install.sh --anyway --dry-run
    picture | diff "$base/$suite.before" - || die "the dry run changed something"
    say "$suite: install"
    inside /checkout/install/install.sh --anyway || die "install"
    picture >"$base/$suite.once"
    say "$suite: install again"
    inside /checkout/install/install.sh --anyway || die "install again"
    picture | diff "$base/$suite.once" - || die "the second run changed something"
    say "$suite: what was installed"
    inside /opt/table-companion/current/.venv/bin/python -c \
        'import sys, numpy, cv2; print(sys.version.split()[0], "numpy", numpy.__version__, numpy.__file__, "cv2", cv2.__version__)'
    inside du -sh /opt/table-companion
    say "$suite: a game, through the command"
    games=$(inside /usr/local/bin/companion simulate --players 2 --version entry --games 1 --seed 1 --json) || die "simulate"
    echo "$games"
    case $games in '{"games":1,'*) ;; *) die "that is no game" ;; esac
    say "$suite: the table itself, as its service starts it"
    inside runuser -u companion -- env COMPANION_STATE=/var/lib/table-companion HOME=/var/lib/table-companion \
        COMPANION_SETTINGS=/etc/table-companion/settings.toml OPENBLAS_NUM_THREADS=1 \
        python3 /checkout/install/prove_serve.py /opt/table-companion/current/.venv/bin/companion || die "serve"
    say "$suite: a backup"
    inside runuser -u companion -- /opt/table-companion/current/.venv/bin/python -c \
        'from pathlib import Path; from companion.session.store import Store; Store.open(Path("/var/lib/table-companion/games.sqlite")).close()'
    inside /checkout/install/install.sh --backup /home/games.backup || die "backup"
    ls -l "$system/home/games.backup" "$system/var/lib/table-companion"
    say "$suite: check"
    inside /checkout/install/install.sh --check || die "check"
    say "$suite: a new version, and back"
    echo >>"$system/checkout/README.md"
    inside /checkout/install/install.sh --anyway --update || die "update"
    inside /checkout/install/install.sh --back || die "back"
    picture | grep ' l ' | grep table-companion
    say "$suite: uninstall keeps games and settings"
    inside /checkout/install/install.sh --uninstall || die "uninstall"
    [ -e "$system/var/lib/table-companion/games.sqlite" ] || die "the games are gone"
    inside /checkout/install/install.sh --uninstall --with-games || die "uninstall with games"
    say "$suite: what is left of us"
    if picture | grep -E 'table-companion|/companion'; then die "something was left"; fi
    if grep -r 'host-name=companion' "$system/etc/avahi"; then die "the name was left"; fi
    say "$suite: proved in $((SECONDS - began)) s"
    rm -rf --one-file-system "$system"
}

mkdir -p "$base"
[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do prove "$suite"; done
say "All proved: $*"
