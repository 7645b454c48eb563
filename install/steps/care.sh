# shellcheck shell=bash
# Looking after what is installed: update, backup, check, and taking it off.

update() {
    step "Update" "Look at: git -C $checkout status"
    local again=("$here/install.sh")
    if [ -e "$checkout/.git" ]; then
        tell "fetching the newest version"
        as_owner git -C "$checkout" pull --ff-only
    else
        tell "$checkout is no git checkout; taking it as it is"
    fi
    if [ -e "$state_dir/games.sqlite" ]; then back_up_to "$state_dir/before-update.backup"; fi
    [ "$dry_run" = no ] || again+=(--dry-run)
    [ "$anyway" = no ] || again+=(--anyway)
    [ -z "$root" ] || again+=(--root "$root")
    # The installer itself may just have become another one.
    exec "${again[@]}"
}

# Do something in the checkout as the person it belongs to.
as_owner() {
    local owner
    owner=$(stat -c %U "$checkout")
    if [ "$owner" = "$(id -un)" ]; then must "$@"; else must runuser -u "$owner" -- "$@"; fi
}

back_up() {
    step "Backup" "Everything is in $state_dir; the disk may be full: df -h"
    local file part=$state_dir/backup.part
    file=$(readlink -m "$1")
    [ -e "$state_dir/games.sqlite" ] || fail "There are no games yet."
    [ ! -e "$file" ] || fail "$file is already there."
    [ -d "$(dirname "$file")" ] || fail "There is no folder $(dirname "$file")."
    back_up_to "$part"
    if [ "$dry_run" = yes ]; then return; fi
    # The user of the service may not write where you may: hand the file over.
    must install -m 600 -o "${SUDO_UID:-$(id -u)}" -g "${SUDO_GID:-$(id -g)}" "$part" "$file.part"
    must mv "$file.part" "$file"
    remove "$part"
    tell "everything is in $file"
}

back_up_to() {
    tell "copying games, settings and what the camera has learned to $1"
    remove "$1"
    must as_companion backup "$1"
}

# Run the installed companion as its user.
as_companion() {
    if [ -z "$root" ]; then
        "$wrapper" "$@"
    else
        COMPANION_STATE=$state_dir COMPANION_SETTINGS=$settings_dir/settings.toml installed_companion "$@"
    fi
}

check_health() {
    ill=no
    if [ "$(current_version)" = none ]; then bad "Application" "not installed" && return 1; fi
    if is_whole "$app/current"; then good "Application" "$(current_version)"; else bad "Application" "$(current_version) is broken; run install.sh again"; fi
    good "Earlier version" "$(previous_version)"
    check_packages
    if getent passwd "$user" >/dev/null; then good "User" "$(id -nG "$user")"; else bad "User" "$user is missing; run install.sh again"; fi
    if [ -e "$settings_dir/settings.toml" ]; then good "Settings" "$settings_dir/settings.toml"; else good "Settings" "none, so the defaults count"; fi
    check_games
    check_unit
    if [ -e "$avahi_conf" ]; then good "Name" "$(avahi_name).local"; else good "Name" "no avahi here"; fi
    if [ -e "$secret_file" ]; then good "Access point" "$(kept NAME)"; else good "Access point" "none"; fi
    [ "$ill" = no ] || return 1
}

good() { say "ok   $1: $2"; }

bad() {
    ill=yes
    say "BAD  $1: $2"
}

check_packages() {
    local missing absent
    mapfile -t missing < <(missing_packages "${needed_packages[@]}")
    mapfile -t absent < <(missing_packages "${pi_packages[@]}")
    if [ ${#missing[@]} -eq 0 ]; then good "Packages" "all there"; else bad "Packages" "${missing[*]} missing; run install.sh again"; fi
    if [ ${#absent[@]} -gt 0 ]; then good "Packages" "no ${absent[*]}, which only a Pi has"; fi
}

check_games() {
    if [ ! -x "$state_dir" ]; then
        good "Games" "closed to you; ask again with sudo"
    elif [ ! -e "$state_dir/games.sqlite" ]; then
        good "Games" "none yet"
    elif as_companion games >/dev/null 2>&1; then
        good "Games" "$(du -sh "$state_dir" | cut -f1) in $state_dir"
    else
        bad "Games" "they cannot be read; look at: companion games"
    fi
}

check_unit() {
    if ! filled "$unit" | cmp -s - "$unit_file"; then
        bad "Service" "the unit is missing or another one; run install.sh again"
    elif ! systemd_runs; then
        good "Service" "systemd is not running here, so it cannot run either"
    elif is_up; then
        good "Service" "running; $(systemctl show -P StatusText "$unit")"
    elif knows serve; then
        bad "Service" "$(systemctl is-active "$unit"); look at: journalctl -u $unit -n 50"
    else
        good "Service" "off; this version has no \`companion serve\` yet"
    fi
}

uninstall() {
    step "Uninstall" "Run this again; what is gone already does no harm."
    if systemd_runs && [ -e "$unit_file" ]; then must systemctl disable --now "$unit"; fi
    tell "taking off the service, the command, the permission and the name"
    remove "$root/etc/systemd/system/multi-user.target.wants/$unit" "$unit_file" "$power_rule" "$wrapper"
    if systemd_runs; then must systemctl daemon-reload; fi
    take_name_away
    close_access_point
    step "Uninstall" "Run this again; what is gone already does no harm."
    tell "taking off $app"
    remove "$app" "$pip_cache"
    if [ "$with_games" = yes ]; then
        tell "taking off games, settings and the user $user"
        remove "$state_dir" "$settings_dir"
        if getent passwd "$user" >/dev/null; then must userdel "$user"; fi
    else
        tell "games stay in $state_dir, settings in $settings_dir, and so does the user $user, who owns them"
    fi
    tell "system packages and I2C stay as they are; done"
}
