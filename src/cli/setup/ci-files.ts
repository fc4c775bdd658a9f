/** The CI workflows that `assay init --ci` writes. */

import { toolVersion } from '../version.js';

interface CiFile {
  readonly file: string;
  /** `secrets` names the environment variables with credentials. Default: two examples. */
  readonly text: (secrets?: readonly string[]) => string;
}

/** The keys are the values of `--ci`. */
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
      actions: read # for the history of the night before
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

      # The artifact assay-history contains the last 90 nightly runs. Each nightly run is added to the artifact of the night before.
      - name: History
        if: always() && github.event_name == 'schedule' && hashFiles('assay-report/report.json') != ''
        env:
          ASSAY: \${{ steps.assay.outputs.cli }}
          GH_TOKEN: \${{ github.token }}
        run: |
          last=$(gh api "repos/$GITHUB_REPOSITORY/actions/artifacts?name=assay-history" --jq '[.artifacts[] | select(.expired | not) |
            .workflow_run | select(.head_branch == env.GITHUB_REF_NAME and .head_repository_id == .repository_id) | .id][0] // empty')
          if [ -n "$last" ]; then gh run download "$last" --name assay-history --dir history; fi
          night="history/$(date -u +%Y-%m-%dT%H-%M-%SZ)"
          mkdir -p "$night" && cp assay-report/report.json "$night"
          node "$ASSAY" history history --keep 90 --out history
          cat history/history.md >> "$GITHUB_STEP_SUMMARY"
      - uses: actions/upload-artifact@v4
        if: always() && github.event_name == 'schedule'
        with:
          name: assay-history
          path: history
          if-no-files-found: ignore
          retention-days: 90
`;
}

function gitlabPipeline(secrets: readonly string[] = EXAMPLES): string {
  return `# .gitlab-ci.yml of a repository that implements the interfaces and has Assay ${toolVersion()} among its devDependencies
conformance:
  image: node:22
  timeout: 15 minutes
  # Start your implementation as a service, or before the script.
  # Add the credentials to the project as masked variables: ${secrets.join(', ') || 'none'}.
  script:
    - npm ci
    # Without --no, npx would download any package with this name if Assay is not installed.
    - npx --no -- assay run --target assay.target.json --out assay-report
  artifacts:
    when: always
    paths: [assay-report]
    reports:
      junit: assay-report/junit.xml

# The artifact of this job contains the last 90 nightly runs. Add a nightly schedule in Build > Pipeline schedules.
history:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
      when: always
  needs:
    - conformance
  script:
    - npm ci
    # Downloads the artifact of the night before. On the first night there is none.
    - 'curl --fail --silent --location --header "JOB-TOKEN: $CI_JOB_TOKEN" --output history.zip
      "$CI_API_V4_URL/projects/$CI_PROJECT_ID/jobs/artifacts/$CI_COMMIT_REF_NAME/download?job=history" || true'
    - if [ -s history.zip ]; then unzip -q history.zip; fi
    - night="history/$(date -u +%Y-%m-%dT%H-%M-%SZ)" && mkdir -p "$night" && cp assay-report/report.json "$night"
    - npx --no -- assay history history --keep 90 --out history
  artifacts:
    paths: [history]
    expire_in: 90 days
`;
}
