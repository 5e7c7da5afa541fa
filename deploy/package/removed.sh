#!/bin/sh
# Runs before the deb or rpm package is removed ("remove" or 0) or upgraded. Data stays.
set -e
case "$1" in
remove | 0) [ ! -d /run/systemd/system ] || systemctl disable --now uvboard.service ;;
esac
