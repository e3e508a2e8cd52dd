#!/bin/sh
# From a clean checkout to packed packages: build-packages.sh <folder>
set -eu

npm ci --no-audit --no-fund --loglevel=error
node scripts/build.ts
node scripts/pack.ts "$1"
node scripts/pin-versions.ts "$1"
