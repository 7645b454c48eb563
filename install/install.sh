#!/usr/bin/env bash
# Put the table companion onto a Raspberry Pi, keep it up to date, and take it off again.
# Running it twice changes nothing. `install.sh --help` lists what it can do.
# shellcheck source-path=SCRIPTDIR
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
checkout=$(dirname "$here")
. "$here/steps/say.sh"
. "$here/steps/places.sh"
. "$here/steps/system.sh"
. "$here/steps/python.sh"
. "$here/steps/application.sh"
. "$here/steps/settings.sh"
. "$here/steps/service.sh"
. "$here/steps/names.sh"
. "$here/steps/access_point.sh"
. "$here/steps/care.sh"

usage() {
    cat <<'TEXT'
sudo install/install.sh [WHAT] [HOW]

What (without any of these: install, or bring what is installed up to this checkout)
  --update              fetch the newest version with git, install it, go back if it does not start
  --back                go back to the version before
  --check               say what is installed and whether it is healthy
  --backup FILE         write games, settings and what was learned into one file
  --access-point [NAME] let the Pi open its own Wi-Fi where it knows no other one
  --no-access-point     take that Wi-Fi away again
  --uninstall           take everything off; games and settings stay
  --uninstall --with-games   take games and settings off too

How
  --anyway              go on although this is not Raspberry Pi OS (Bookworm or Trixie, 64 bit)
  --dry-run             only say what would be done
  --root DIR            work on the system in this folder instead of the running one
TEXT
}

install_all() {
    check_checkout
    check_system
    install_packages
    make_user
    install_application
    write_settings
    install_wrapper
    allow_power_off
    switch_on_i2c
    install_unit
    name_on_network
    start_service
    tidy_versions
    say "Done. While the service runs, phones find the table at http://$host_name.local:$port"
}

read_arguments() {
    what=install with_games=no access_point_name=
    while [ $# -gt 0 ]; do
        case $1 in
            --update | --back | --check | --no-access-point | --uninstall) choose "${1#--}" ;;
            --backup)
                [ $# -ge 2 ] || wrong "--backup needs the name of a file."
                choose backup
                backup_file=$2
                shift
                ;;
            --access-point)
                choose access-point
                case ${2:-} in '' | -*) ;; *) access_point_name=$2 && shift ;; esac
                ;;
            --with-games) with_games=yes ;;
            --anyway) anyway=yes ;;
            --dry-run) dry_run=yes ;;
            --root)
                [ -d "${2:-}" ] || wrong "--root needs a folder that is there."
                root=$(cd "$2" && pwd)
                shift
                ;;
            -h | --help) usage && exit 0 ;;
            *) wrong "Unknown: $1" ;;
        esac
        shift
    done
    [ "$with_games" = no ] || [ "$what" = uninstall ] || wrong "--with-games goes with --uninstall."
}

choose() {
    [ "$what" = install ] || wrong "Only one of --$what and --$1 at a time."
    what=$1
}

read_arguments "$@"
name_places
be_root
be_alone
begin_log
[ "$dry_run" = no ] || say "A dry run: this is what would be done, and nothing is."
case $what in
    install) install_all ;;
    update) update ;;
    back) go_back_by_hand ;;
    check) check_health ;;
    backup) back_up "$backup_file" ;;
    access-point) open_access_point "$access_point_name" ;;
    no-access-point) close_access_point ;;
    uninstall) uninstall ;;
esac
