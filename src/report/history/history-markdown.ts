import type { PastRun, RunHistory, TargetHistory } from '../../schema/types.js';
import { markdownSentence, markdownText } from '../markdown-text.js';
import { percent } from '../percent.js';
import { MARKS, STATE_WORDS } from './states.js';

/** `history.md`: a table of runs and one of causes for each target. */
export const historyMarkdown = ({ targets, interrupted }: RunHistory): string =>
  `${[...targets.map(target), ...leftOut(interrupted)].join('\n\n')}\n`;

const leftOut = (interrupted: number): readonly string[] =>
  interrupted === 0
    ? []
    : [`${interrupted} interrupted ${interrupted === 1 ? 'run is' : 'runs are'} left out.`];

function target({ target: name, runs, causes }: TargetHistory): string {
  return [
    `## ${markdownText(name)}`,
    [
      '| run | conformance | coverage | findings |',
      '| --- | --- | --- | --- |',
      ...runs.map(row),
    ].join('\n'),
    ...(causes.length === 0
      ? ['No finding in any of these runs.']
      : [
          [
            '| clause | runs, oldest first | now | what |',
            '| --- | --- | --- | --- |',
            ...causes
              .filter(({ state }) => state !== 'unjudged')
              .map(
                ({ clause, title, state, verdicts }) =>
                  `| ${markdownText(clause)} | ${verdicts.map((past) => MARKS[past]).join(' ')} | ${STATE_WORDS[state]} | ${markdownSentence(title)} |`,
              ),
          ].join('\n'),
          ...notJudged(causes),
          '✗ failed, ! warning, ≈ accepted by the baseline, ✓ passed, – not judged.',
        ]),
  ].join('\n\n');
}

/** What the last run did not judge, in a line. */
function notJudged(causes: TargetHistory['causes']): readonly string[] {
  const clauses = causes
    .filter(({ state }) => state === 'unjudged')
    .map(({ clause }) => markdownText(clause));
  return clauses.length === 0 ? [] : [`Not judged in the last run: ${clauses.join(', ')}.`];
}

const row = ({ startedAt, interrupted, conformance, coverage, causes }: PastRun): string =>
  `| ${startedAt.slice(0, 16).replace('T', ' ')}${interrupted ? ' (interrupted)' : ''} | ${percent(conformance.ratio)} (${conformance.passed} of ${conformance.judged}) | ${percent(coverage.ratio)} (${coverage.judged} of ${coverage.total}) | ${causes} |`;
