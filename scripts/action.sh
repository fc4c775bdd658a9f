#!/usr/bin/env bash
# Runs the GitHub Action (action.yml): options from its inputs, summary and outputs for GitHub.
set -uo pipefail

options=(--out "$IN_OUT" --reporter json,html,junit,ctrf,sarif,markdown,badge,github)

# Inputs with a value, with several lines, and with true or false.
value() { local input="IN_$2"; if [[ -n "${!input:-}" ]]; then options+=("--$1" "${!input}"); fi; }
lines() {
  local input="IN_$2" line
  while IFS= read -r line; do if [[ -n "$line" ]]; then options+=("--$1" "$line"); fi; done <<< "${!input:-}"
}
flag() { local input="IN_$2"; if [[ "${!input:-}" == true ]]; then options+=("--$1"); fi; }

lines target TARGET
lines env ENV
value interface INTERFACE
value check CHECK
value exclude EXCLUDE
value clause CLAUSE
value level LEVEL
value seed SEED
value max-requests MAX_REQUESTS
value bail BAIL
value min-coverage MIN_COVERAGE
value baseline BASELINE
flag strict STRICT
flag no-preflight NO_PREFLIGHT
flag insecure INSECURE
flag allow-destructive ALLOW_DESTRUCTIVE
flag reference REFERENCE

echo "cli=$ASSAY_ACTION/dist/src/cli/main.js" >> "$GITHUB_OUTPUT"

said=$(mktemp)
{ node "$ASSAY_ACTION/dist/src/cli/main.js" run "${options[@]}" 2>&1 >&3 | tee "$said" >&2; } 3>&1
code=${PIPESTATUS[0]}

# A run that could not test the target (2: configuration, 3: no verdict) says why in an annotation and in the summary.
if [[ $code -eq 2 || $code -eq 3 ]]; then
  node -e '
    const fs = require("node:fs");
    const isProgress = (line) => /^\d+ of about \d+ requests, /.test(line);
    const lines = fs.readFileSync(process.argv[1], "utf8").split("\n").filter((line) => line.trim() && !isProgress(line));
    const data = lines.join("\n").replace(/[%\r\n]/g, encodeURIComponent);
    console.log(`::error title=Assay::${data}`);
    const quoted = lines.map((line) => `    ${line}`).join("\n");
    fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, `**Assay could not test the target**\n\n${quoted}\n\n`);
  ' "$said"
fi

# Each target has a folder: all summaries, and the lowest of their ratios.
reports=()
for folder in "$IN_OUT" "$IN_OUT"/*/; do
  folder=${folder%/}
  if [[ ! -f "$folder/summary.md" || ! -f "$folder/report.json" ]]; then continue; fi
  cat "$folder/summary.md" >> "$GITHUB_STEP_SUMMARY"
  reports+=("$folder/report.json")
done
if [[ ${#reports[@]} -gt 0 ]]; then
  node -e '
    const reports = process.argv.slice(1).map((file) => JSON.parse(require("node:fs").readFileSync(file, "utf8")));
    for (const name of ["conformance", "coverage"]) {
      const ratios = reports.map((report) => report[name].ratio);
      console.log(`${name}=${ratios.includes(null) ? "" : Math.min(...ratios)}`);
    }
  ' "${reports[@]}" >> "$GITHUB_OUTPUT"
fi
exit $code
