#!/usr/bin/env bash
# The run of the GitHub Action (action.yml): options from its inputs, the summary and the outputs to where GitHub reads them.
set -uo pipefail

options=(--out "$OUT" --reporter json,html,junit,ctrf,sarif,markdown,badge,github)
[[ -n "$TARGET" ]] && options+=(--target "$TARGET")
[[ -n "$INTERFACE" ]] && options+=(--interface "$INTERFACE")
[[ -n "$BASELINE" ]] && options+=(--baseline "$BASELINE")
[[ -n "$MAX_REQUESTS" ]] && options+=(--max-requests "$MAX_REQUESTS")
[[ -n "${MIN_COVERAGE:-}" ]] && options+=(--min-coverage "$MIN_COVERAGE")
[[ "$STRICT" == true ]] && options+=(--strict)

node "$ASSAY_ACTION/dist/src/cli/main.js" run "${options[@]}"
code=$?

if [[ -f "$OUT/summary.md" ]]; then
  cat "$OUT/summary.md" >> "$GITHUB_STEP_SUMMARY"
  node -e '
    const { conformance, coverage } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    console.log(`conformance=${conformance.ratio ?? ""}\ncoverage=${coverage.ratio ?? ""}`);
  ' "$OUT/report.json" >> "$GITHUB_OUTPUT"
fi
exit $code
