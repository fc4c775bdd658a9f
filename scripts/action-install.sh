#!/usr/bin/env bash
# Installs the GitHub Action: with built output, as in a release, no development tools are installed.
set -euo pipefail

if [[ -f dist/src/cli/main.js ]]; then
  npm ci --omit=dev --ignore-scripts
else
  npm ci
fi
