# shellcheck shell=bash
# What belongs to this table: its settings, its games, and the command to look after them.

write_settings() {
    step "Settings" "Write them by hand: companion init --out ${settings_dir#"$root"}/settings.toml"
    local file=$settings_dir/settings.toml
    must mkdir -p "$settings_dir"
    must chmod 755 "$settings_dir"
    if [ -e "$file" ]; then
        tell "$file stays as it is"
    elif [ "$dry_run" = yes ]; then
        say "    would write: $file"
    elif knows init; then
        tell "writing $file"
        must installed_companion init --out "$file"
        must chmod 644 "$file"
    else
        tell "this version has no settings yet"
    fi
    step "Games" "Look at: ls -ld ${state_dir#"$root"}"
    if [ -d "$state_dir" ]; then tell "they stay in $state_dir"; else tell "they will be kept in $state_dir"; fi
    must mkdir -p "$state_dir"
    must chmod 750 "$state_dir"
    [ -n "$root" ] || must chown "$user:$user" "$state_dir"
}

install_wrapper() {
    step "Command" "Look at: ls -l ${wrapper#"$root"}"
    if filled companion | put "$wrapper" 755; then tell "writing $wrapper"; else tell "$wrapper is in place"; fi
}
