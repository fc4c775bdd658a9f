import { toolVersion } from '../version.js';

/** A workflow that tests `assay.target.json`: its path and its text. */
interface CiFile {
  readonly file: string;
  /**
   * `secrets` are the names of the variables that the workflow passes on. Default: two examples.
   */
  readonly text: (secrets?: readonly string[]) => string;
}

/**
 * The files of `assay init --ci`, by CI system. Versions are pinned, so that results change only
 * with the repository.
 */
export const ciFiles: Readonly<Record<string, CiFile>> = {
  github: { file: '.github/workflows/conformance.yml', text: githubWorkflow },
  gitlab: { file: '.gitlab-ci.yml', text: gitlabPipeline },
};

const EXAMPLES = ['EXPORT_TOKEN', 'ETM_CLIENT_SECRET'];

function githubWorkflow(secrets: readonly string[] = EXAMPLES): string {
  const passed = secrets.map((name) => `          ${name}: \${{ secrets.${name} }}`);
  return `# .github/workflows/conformance.yml of a repository that implements the interfaces
name: Conformance
on:
  push:
  pull_request:
  schedule:
    - cron: '17 4 * * *'
jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
      security-events: write # for the SARIF upload
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22

      # Start your implementation here, loaded with the records of \`assay data\`, for example:
      # - run: docker compose up --detach --wait

      - uses: your-organization/assay@v${toolVersion()} # a tag, not a branch
        id: assay
        with:
          target: assay.target.json
          # baseline: assay.baseline.json
${passed.length === 0 ? '' : `        env:\n${passed.join('\n')}\n`}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: assay-report
          path: assay-report
          if-no-files-found: ignore
      - uses: github/codeql-action/upload-sarif@v3
        if: always() && hashFiles('assay-report/results.sarif') != '' && github.event_name != 'pull_request'
        with:
          sarif_file: assay-report/results.sarif
`;
}

function gitlabPipeline(secrets: readonly string[] = EXAMPLES): string {
  return `# .gitlab-ci.yml of a repository that implements the interfaces and has Assay ${toolVersion()} among its devDependencies
conformance:
  image: node:22
  timeout: 15 minutes
  # Start your implementation as a service, or before the script; credentials are masked variables of the project:
  # ${secrets.join(', ') || 'none'}.
  script:
    - npm ci
    # Without --no, npx would download any package with this name if Assay is not installed.
    - npx --no -- assay run --target assay.target.json --out assay-report
  artifacts:
    when: always
    paths: [assay-report]
    reports:
      junit: assay-report/junit.xml
`;
}
