#!/usr/bin/env bash
# Put the service into the guest by the installer's own steps; what apt and pip bring is there already.
set -euo pipefail
here=/opt/table-companion/current/install
for part in say places system application settings service; do . "$here/steps/$part.sh"; done
name_places

# The environment of the guest takes the place of the one that pip would make.
python=/opt/companion/bin/python
echo "$app/current" >"$("$python" -c 'import site; print(site.getsitepackages()[0])')/table-companion.pth"
printf '#!%s\nfrom companion.app.cli import main\n\nmain()\n' "$python" >/opt/companion/bin/companion
chmod 755 /opt/companion/bin/companion
ln -s /opt/companion "$app/current/.venv"
# As the rules of Raspberry Pi OS have it.
groupadd --system gpio
chgrp gpio /dev/gpiochip* && chmod 660 /dev/gpiochip*

make_user
write_settings
# Only a Raspberry Pi looks for a camera by itself.
sed -i 's|^source = .*|source = "usb:/dev/video0"|' "$settings_dir/settings.toml"
install_wrapper
install_unit
start_service

# What only this guest needs: time, because it is slow, and the revision of a Pi.
mkdir -p "$unit_file.d"
cat >"$unit_file.d/guest.conf" <<'CONF'
[Service]
TimeoutStartSec=240
WatchdogSec=12
TimeoutAbortSec=2
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
CONF
cat >/etc/systemd/system/guest-checks.service <<'CONF'
[Unit]
Description=What is tried once the table runs
After=table-companion.service
[Service]
Type=oneshot
TimeoutStartSec=infinity
ExecStart=sh -c 'sh /tmp/guest/check.sh service; exec sh /tmp/guest/end.sh'
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
CONF
cd /etc/systemd/system
ln -sf ../guest-checks.service multi-user.target.wants/
# Nobody logs in here, and all devices are known.
for unit in getty.target systemd-udev-trigger.service; do ln -sf /dev/null "$unit"; done
