# shellcheck shell=bash
# How phones find the table: companion.local, by mDNS. The machine's own host name stays as it is.

name_on_network() {
    step "Name" "Look at: ${avahi_conf#"$root"}"
    if filled avahi.service | put "$avahi_service" 644; then tell "announcing the table on port $port"; fi
    if [ ! -e "$avahi_conf" ]; then
        tell "there is no $avahi_conf; phones need the number of this machine"
        return
    fi
    case $(avahi_name) in
        "$host_name") tell "this machine is called $host_name.local" ;;
        '')
            tell "calling this machine $host_name.local, where it was $(uname -n).local"
            with_name "$host_name" | put "$avahi_conf" 644 || true
            restart_avahi
            ;;
        *) tell "somebody has called this machine $(avahi_name).local; that stays" ;;
    esac
}

avahi_name() { sed -n 's/^host-name=//p' "$avahi_conf"; }

# The file with a name of our own, right below the heading it belongs to.
with_name() { sed "s/^\[server\]\$/&\nhost-name=$1/" "$avahi_conf"; }

restart_avahi() {
    if systemd_runs; then must systemctl try-restart avahi-daemon.service; fi
}

take_name_away() {
    remove "$avahi_service"
    [ -e "$avahi_conf" ] && [ "$(avahi_name)" = "$host_name" ] || return 0
    sed "/^host-name=$host_name\$/d" "$avahi_conf" | put "$avahi_conf" 644 || true
    restart_avahi
}
