#!/bin/sh
# Runs after the deb or rpm package is installed or upgraded.
set -e
if command -v systemd-sysusers >/dev/null; then
  systemd-sysusers uvboard.conf
fi
# At the first installation the user may read the settings, for commands and the nightly backup. Later the operator decides.
if { [ "$1" = 1 ] || { [ "$1" = configure ] && [ -z "$2" ]; }; } && getent group uvboard >/dev/null; then
  chgrp uvboard /etc/uvboard.env
  chmod 640 /etc/uvboard.env
fi
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
systemctl try-restart uvboard.service
