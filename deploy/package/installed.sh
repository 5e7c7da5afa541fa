#!/bin/sh
# Runs after the deb or rpm package is installed or upgraded.
set -e
[ -d /run/systemd/system ] || exit 0
systemd-sysusers uvboard.conf
systemctl daemon-reload
systemctl try-restart uvboard.service
