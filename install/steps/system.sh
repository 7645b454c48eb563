# shellcheck shell=bash
# The system below us: which one it is, its packages, our user, the I2C bus.

needed_packages=(python3 python3-venv python3-numpy i2c-tools avahi-daemon polkitd git ca-certificates)
# Only Raspberry Pi OS has the camera; elsewhere these are left out with a word.
pi_packages=(python3-lgpio python3-picamera2)
needed_space_mb=1200

check_system() {
    step "System" "Use Raspberry Pi OS (64 bit), Bookworm or Trixie; --anyway tries it on another one."
    local codename architecture model free_mb
    codename=$(sed -n 's/^VERSION_CODENAME=//p' "$root/etc/os-release" 2>/dev/null) || codename=unknown
    architecture=$(dpkg --print-architecture 2>/dev/null || uname -m)
    model=$(tr -d '\0' 2>/dev/null <"$root/proc/device-tree/model" || echo "not a Raspberry Pi")
    tell "$codename, $architecture, $model"
    case $codename in
        bookworm | trixie) ;;
        *) odd "This is neither Debian Bookworm nor Trixie but \"$codename\"." ;;
    esac
    [ "$architecture" = arm64 ] || odd "This is no 64 bit Raspberry Pi OS (arm64) but \"$architecture\"."
    have apt-get || fail "There is no apt-get here."
    step_hint="Make room, for instance with: sudo apt-get clean"
    free_mb=$(df -Pm "$root/" | awk 'NR == 2 { print $4 }')
    [ "$free_mb" -ge "$needed_space_mb" ] || fail "Only $free_mb MB are free; $needed_space_mb MB are needed."
}

# Not the system we are made for: stop, unless somebody wants it anyway.
odd() {
    [ "$anyway" = yes ] || fail "$*"
    tell "$* Going on anyway."
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing_packages() {
    local name
    for name in "$@"; do is_installed "$name" || echo "$name"; done
}

install_packages() {
    step "Packages" "Check the network (ping -c 1 debian.org), then: sudo apt-get update, and run this again."
    local missing offered=() name
    mapfile -t missing < <(missing_packages "${needed_packages[@]}" "${pi_packages[@]}")
    if [ ${#missing[@]} -eq 0 ]; then
        tell "all there"
        return
    fi
    tell "looking for ${missing[*]}"
    must apt-get update
    for name in "${missing[@]}"; do
        if is_offered "$name"; then offered+=("$name"); else tell "this system does not offer $name; going on without it"; fi
    done
    [ ${#offered[@]} -gt 0 ] || return 0
    tell "installing ${offered[*]}"
    must env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${offered[@]}"
}

# Only what a Pi alone has may be missing.
is_offered() {
    case " ${pi_packages[*]} " in *" $1 "*) ;; *) return 0 ;; esac
    [ -n "$(apt-cache madison "$1" 2>/dev/null)" ]
}

make_user() {
    step "User" "Look at: getent passwd $user"
    local group groups=()
    if ! getent passwd "$user" >/dev/null; then
        tell "making $user, who owns the games and nothing else"
        must useradd --system --user-group --no-create-home --home-dir "${state_dir#"$root"}" --shell /usr/sbin/nologin "$user"
    fi
    for group in gpio i2c video render; do
        getent group "$group" >/dev/null && groups+=("$group")
    done
    tell "$user belongs to ${groups[*]:-no device group of this system}"
    for group in "${groups[@]}"; do
        in_group "$group" || must usermod -aG "$group" "$user"
    done
}

in_group() {
    case " $(id -nG "$user" 2>/dev/null) " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

# The small display hangs on this bus.
switch_on_i2c() {
    step "I2C" "Switch it on by hand: sudo raspi-config, Interface Options, I2C."
    if ! have raspi-config; then
        tell "no raspi-config here; left as it is"
    elif [ "$(raspi-config nonint get_i2c)" = 0 ]; then
        tell "is on"
    else
        tell "switching it on; the small display needs it"
        must raspi-config nonint do_i2c 0
    fi
}
