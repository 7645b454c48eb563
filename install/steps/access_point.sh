# shellcheck shell=bash
# A Wi-Fi of our own for evenings where there is none. It comes last in NetworkManager's order, so a
# network that the Pi knows is always taken first.

connection=table-companion

open_access_point() {
    step "Access point" "Raspberry Pi OS has NetworkManager; look at: systemctl status NetworkManager"
    local name=$1 secret
    have nmcli || fail "There is no nmcli here."
    # A call without a name keeps the name.
    [ -n "$name" ] || name=$(kept NAME)
    [ -n "$name" ] || name="Table companion"
    [ "$(printf %s "$name" | wc -c)" -le 32 ] || fail "The name of a Wi-Fi has 32 letters at most."
    secret=$(kept PASSWORD)
    [ -n "$secret" ] || secret=$(new_password)
    if is_open_as "$name"; then
        tell "\"$name\" is set up"
    else
        tell "setting up \"$name\""
        run nmcli connection delete id "$connection" || true
        add_connection "$name" "$secret"
    fi
    printf 'NAME=%s\nPASSWORD=%s\n' "$name" "$secret" | put "$secret_file" 600 || true
    tell "password $secret (kept in $secret_file)"
    tell "it opens by itself where no known Wi-Fi is in reach; to open it now: sudo nmcli connection up $connection"
    tell "phones that join it find the table at http://$host_name.local:$port or http://10.42.0.1:$port"
    warn_without_country
}

add_connection() {
    must nmcli connection add type wifi con-name "$connection" ifname '*' ssid "$1" \
        connection.autoconnect yes connection.autoconnect-priority -100 \
        802-11-wireless.mode ap 802-11-wireless.band bg \
        802-11-wireless-security.key-mgmt wpa-psk 802-11-wireless-security.proto rsn \
        802-11-wireless-security.pairwise ccmp 802-11-wireless-security.group ccmp \
        802-11-wireless-security.psk "$2" ipv4.method shared ipv6.method disabled
}

is_open_as() { [ "$(nmcli -g 802-11-wireless.ssid connection show id "$connection" 2>/dev/null)" = "$1" ]; }

kept() { if [ -r "$secret_file" ]; then sed -n "s/^$1=//p" "$secret_file"; fi; }

# Twelve letters and digits that nobody mixes up when reading them aloud.
new_password() { LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' </dev/urandom 2>/dev/null | head -c 12 || true; }

# Without a country the radio of a Pi stays silent.
warn_without_country() {
    if have raspi-config && [ -z "$(raspi-config nonint get_wifi_country 2>/dev/null)" ]; then
        tell "no Wi-Fi country is set, so the radio stays silent; for instance: sudo raspi-config nonint do_wifi_country DE"
    fi
}

close_access_point() {
    step "Access point" "Look at: nmcli connection show"
    if have nmcli && nmcli -g connection.id connection show id "$connection" >/dev/null 2>&1; then
        tell "taking it away"
        must nmcli connection delete id "$connection"
    else
        tell "there is none"
    fi
    remove "$secret_file"
}
