/** The history of runs as Markdown (`history.md`). */

import type { PastRun, RunHistory, TargetHistory } from '../../schema/types.js';
import { markdownSentence, markdownText } from '../markdown-text.js';
import { percent } from '../percent.js';
import { MARKS, STATE_WORDS } from './states.js';

export const historyMarkdown = ({ targets, interrupted }: RunHistory): string =>
  `${[...targets.map(target), ...leftOut(interrupted)].join('\n\n')}\n`;

const leftOut = (interrupted: number): readonly string[] =>
  interrupted === 0
    ? []
    : [`${interrupted} interrupted ${interrupted === 1 ? 'run is' : 'runs are'} left out.`];

function target({ target: name, runs, findings }: TargetHistory): string {
  return [
    `## ${markdownText(name)}`,
    [
      '| run | conformance | coverage | findings |',
      '| --- | --- | --- | --- |',
      ...runs.map(row),
    ].join('\n'),
    ...(findings.length === 0
      ? ['No finding in any of these runs.']
      : [
          [
            '| clause | runs, oldest first | now | finding | checks |',
            '| --- | --- | --- | --- | --- |',
            ...findings
              .filter(({ state }) => state !== 'unjudged')
              .map(
                ({ clause, title, checks, state, verdicts }) =>
                  `| ${markdownText(clause)} | ${verdicts.map((past) => MARKS[past]).join(' ')} | ${STATE_WORDS[state]} | ${markdownSentence(title)} | ${checks.length} |`,
              ),
          ].join('\n'),
          ...untestedSentence(findings),
          '✗ failed, ! warning, ≈ accepted by the baseline, ✓ passed, – not tested.',
        ]),
  ].join('\n\n');
}

/**
 * Lists the findings that the last run did not test (`unjudged`). A finding is named by its first
 * check.
 */
function untestedSentence(findings: TargetHistory['findings']): readonly string[] {
  const checks = findings
    .filter(({ state }) => state === 'unjudged')
    .map(({ checks: [first = ''] }) => markdownText(first));
  return checks.length === 0 ? [] : [`Not tested in the last run: ${checks.join(', ')}.`];
}

const row = ({ startedAt, conformance, coverage, findings }: PastRun): string =>
  `| ${startedAt.slice(0, 16).replace('T', ' ')} | ${percent(conformance.ratio)} (${conformance.passed} of ${conformance.judged}) | ${percent(coverage.ratio)} (${coverage.judged} of ${coverage.total}) | ${findings} |`;
