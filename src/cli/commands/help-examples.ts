/** The examples that `assay COMMAND --help` prints. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  run: [
    'assay run --target assay.target.json --dry-run',
    'assay run --target staging.json --target production.json --out reports/both',
    'assay run --target assay.target.json --rerun failed',
  ],
  doctor: ['assay doctor', 'assay doctor --target staging.json'],
  open: ['assay open', 'assay open reports/staging/2026-01-01T12-00-00-000Z'],
  judge: [
    'assay judge recording.har --target assay.target.json',
    'assay judge reports/staging/2026-01-01T12-00-00-000Z/ledger.ndjson.gz',
    'assay judge recording.har --target assay.target.json --client',
    'assay judge - --target assay.target.json --min-coverage 0.2 < exchanges.ndjson',
  ],
  proxy: [
    'assay proxy --target assay.target.json --listen 8080',
    'assay proxy --target assay.target.json --listen 8080 --out reports/end-to-end --reporter html,har',
  ],
  watch: [
    "assay watch --target assay.target.json --files 'src/**/*.ts'",
    'assay watch --interface export --level must',
  ],
  list: ['assay list clauses', 'assay list defects --json'],
  explain: ['assay explain EXP-FILT-1', 'assay explain export.filter.equal'],
  serve: [
    'assay serve --port 8080',
    'assay serve --json > reference.target.json',
    'assay serve --defect export.filter.equals-trims',
  ],
  selftest: [
    'assay selftest',
    'assay selftest --interface export',
    'assay selftest --defect export.filter.equals-trims',
  ],
  data: ['assay data > products.ndjson'],
  init: ['assay init', 'assay init --from .env', 'assay init --ci github'],
  token: [
    'assay token',
    'assay token --tamper alg-none',
    'assay token --target assay.target.json --client other',
  ],
  client: [
    'assay client -- node client.mjs',
    "assay client --scenario 'clients.token.*' --bail -- ./client",
    'assay client --serve clients.token.reuse',
  ],
  load: [
    'assay load smoke --reference',
    'assay load mine.json --target assay.target.json',
    'assay load mine.json --rate 50 --duration 1min --dry-run',
    'assay load baseline --target assay.target.json --repeat 5 --baseline-target before.target.json',
    'assay load soak --target assay.target.json --live 8080 --output otlp=http://localhost:4318 --output csv=samples.csv --samples 50',
    'assay load --from-har recording.har --target assay.target.json > mine.json',
  ],
  report: [
    'assay report reports/staging/2026-01-01T12-00-00-000Z/ledger.ndjson.gz --reporter html --out public',
    'assay report --from artillery.json --profile mine.json --out reports/fargate',
  ],
  compare: [
    'assay compare reports/staging/2026-01-01T12-00-00-000Z reports/staging/2026-01-02T12-00-00-000Z',
    'assay compare before/load-report.json after/load-report.json --profile suites/load/baseline.json',
    'assay compare before after --html comparison.html',
  ],
  history: [
    'assay history reports',
    'assay history reports/staging reports/production --out public',
  ],
  matrix: [
    'assay matrix reports/staging/2026-01-01T12-00-00-000Z reports/production/2026-01-01T12-00-00-000Z --out public',
  ],
};

export const helpExamples = (name: string): string =>
  `\nExamples:\n${(EXAMPLES[name] ?? []).map((line) => `  ${line}\n`).join('')}`;
