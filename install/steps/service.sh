# shellcheck shell=bash
# The service: its unit, its permission to switch the Pi off, and bringing it up.

up_within_s=60
# A service that is up and falls over at once is not up.
steady_s=3
unit_changed=no

install_unit() {
    step "Service" "Look at: systemd-analyze verify ${unit_file#"$root"}"
    if filled "$unit" | put "$unit_file" 644; then
        tell "writing $unit_file"
        unit_changed=yes
        if systemd_runs; then must systemctl daemon-reload; fi
    else
        tell "$unit_file is in place"
    fi
}

allow_power_off() {
    step "Power off" "Look at: ls -l ${power_rule#"$root"}"
    if filled power-off.rules | put "$power_rule" 644; then
        tell "letting $user switch this machine off"
    else
        tell "$user may switch this machine off"
    fi
}

start_service() {
    step "Start" "Look at: journalctl -u $unit -n 50"
    if [ "$dry_run" = yes ]; then
        say "    would start: $unit"
    elif ! knows serve; then
        tell "this version has no \`companion serve\` yet; the service is in place and stays off"
    elif ! have systemctl; then
        tell "there is no systemd here; the service is in place and stays off"
    else
        systemctl is-enabled --quiet "$unit" 2>/dev/null || must systemctl enable "$unit"
        start_enabled_service
    fi
}

start_enabled_service() {
    if ! systemd_runs; then
        tell "systemd is not running here; the service starts with the machine"
    elif [ "$switched$unit_changed" = nono ] && is_up; then
        tell "$unit is running"
    else
        tell "starting $unit and waiting until it says that it is ready"
        bring_up || go_back
        tell "$unit is running"
    fi
}

is_up() { [ "$(systemctl is-active "$unit")" = active ]; }

# Start the service anew; true once it is up and stays up.
bring_up() {
    local second
    run systemctl reset-failed "$unit" || true
    run systemctl restart --no-block "$unit" || return 1
    for ((second = 0; second < up_within_s; second++)); do
        if is_up; then
            sleep "$steady_s"
            is_up && return 0
        fi
        [ "$(systemctl is-active "$unit")" != failed ] || return 1
        sleep 1
    done
    return 1
}

# The new version does not come up: take the one before, and say so.
go_back() {
    local bad words now=
    bad=$(current_version)
    # What it said itself, without systemd's account of every attempt.
    words=$(journalctl _SYSTEMD_UNIT="$unit" -n 8 -o cat --no-pager 2>&1) || true
    if [ "$switched" = yes ] && [ "$(previous_version)" != none ]; then
        switch_back
        take_unit_of_current
        if bring_up; then now=" $(current_version), which was there before, is running again."; fi
    fi
    printf '\n%s\n' "$words" >>"$log"
    fail "$bad does not come up.$now"
}

# A version runs with the unit it brought along.
take_unit_of_current() {
    here=$app/current/install
    install_unit
    step "Start" "Look at: journalctl -u $unit -n 50"
}

go_back_by_hand() {
    step "Going back" "Look at: ls -l ${app#"$root"}"
    local earlier
    earlier=$(previous_version)
    [ "$earlier" != none ] || fail "No earlier version was kept."
    remember_version
    switch_to "$earlier"
    take_unit_of_current
    start_service
}
