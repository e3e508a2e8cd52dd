#!/bin/sh
# Puts Toolshed into a folder of its own, which belongs to root and is never written to again:
#   install-toolshed.sh <folder> <packed>     what build-packages.sh packed, with the versions of its lockfile
#   install-toolshed.sh <folder> <version>    a published version
set -eu

folder=$1
wanted=$2
mkdir -p "$folder"
if [ -d "$wanted" ]; then
  cp "$wanted"/*.tgz "$wanted/package.json" "$folder/"
  set --
else
  set -- "toolshed@$wanted"
fi
npm install --prefix "$folder" --omit=dev --no-audit --no-fund --loglevel=error "$@"
rm -f "$folder"/*.tgz
mkdir -p "$folder/bin"
ln -sf ../node_modules/.bin/toolshed "$folder/bin/toolshed"
