#!/usr/bin/env bash
# Makes the GitHub Action ready: where the output is prebuilt, as a release has it, nothing of development is installed.
set -euo pipefail

if [[ -f dist/src/cli/main.js ]]; then
  npm ci --omit=dev --ignore-scripts
else
  npm ci
fi
