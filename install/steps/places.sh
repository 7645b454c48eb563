# shellcheck shell=bash
# Where everything lies; all of it below $root, which is empty on the running system.

root=
user=companion
unit=table-companion.service
host_name=companion
port=8000

name_places() {
    app=$root/opt/table-companion
    versions=$app/versions
    settings_dir=$root/etc/table-companion
    state_dir=$root/var/lib/table-companion
    pip_cache=$root/var/cache/table-companion
    wrapper=$root/usr/local/bin/companion
    unit_file=$root/etc/systemd/system/$unit
    power_rule=$root/etc/polkit-1/rules.d/50-table-companion.rules
    avahi_conf=$root/etc/avahi/avahi-daemon.conf
    avahi_service=$root/etc/avahi/services/table-companion.service
    secret_file=$settings_dir/access-point
    log_file=$root/var/log/table-companion-install.log
}

be_root() {
    [ -z "$root" ] && [ "$dry_run" = no ] && [ "$what" != check ] || return 0
    [ "$(id -u)" -eq 0 ] || wrong "This needs the rights of the administrator; please put sudo before it."
}

# Two installers at once would build the same version twice.
be_alone() {
    have flock || return 0
    exec 9<"$here/install.sh"
    flock -n 9 || wrong "Another install.sh is at work; please wait for it."
}

begin_log() {
    [ "$dry_run" = no ] && [ "$what" != check ] || return 0
    mkdir -p "$(dirname "$log_file")"
    log=$log_file
    : >"$log"
}

# Fill in the places of a template.
filled() {
    sed -e "s|@APP@|${app#"$root"}|g" -e "s|@STATE@|${state_dir#"$root"}|g" \
        -e "s|@SETTINGS@|${settings_dir#"$root"}/settings.toml|g" \
        -e "s|@USER@|$user|g" -e "s|@PORT@|$port|g" "$here/files/$1"
}

# A chroot or a container has no systemd at work; units are then put in place and start at the next boot.
systemd_runs() { [ -d "$root/run/systemd/system" ] && have systemctl; }
