#!/bin/sh
# What the machine or the image needs beside Node: bubblewrap for the sandbox, a library that Node 26 is linked with,
# certificates for HTTPS, and a user without rights whose data folder nobody else can read. Run as root on Debian; a
# second run changes nothing.
set -eu

user=toolshed
uid=10001
data=/var/lib/toolshed

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends bubblewrap ca-certificates libatomic1 util-linux >/dev/null
rm -rf /var/lib/apt/lists/*

if ! getent passwd "$user" >/dev/null; then
  groupadd --gid "$uid" "$user"
  useradd --uid "$uid" --gid "$uid" --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
fi
install -d -m 0700 -o "$user" -g "$user" "$data"
install -d -m 0755 -o root -g root /etc/toolshed
