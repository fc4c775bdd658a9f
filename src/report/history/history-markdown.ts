import type { PastRun, RunHistory, TargetHistory } from '../../schema/types.js';
import { markdownSentence, markdownText } from '../markdown-text.js';
import { percent } from '../percent.js';
import { MARKS, STATE_WORDS } from './states.js';

/** `history.md`: a table of runs and one of causes for each target. */
export const historyMarkdown = ({ targets }: RunHistory): string => `${targets.map(target).join('\n\n')}\n`;

function target({ target: name, runs, causes }: TargetHistory): string {
  return [
    `## ${markdownText(name)}`,
    ['| run | conformance | coverage | causes |', '| --- | --- | --- | --- |', ...runs.map(row)].join('\n'),
    ...(causes.length === 0
      ? ['No cause in any of these runs.']
      : [
          [
            '| clause | runs, the oldest first | now | what |',
            '| --- | --- | --- | --- |',
            ...causes.map(
              ({ clause, title, state, verdicts }) =>
                `| ${markdownText(clause)} | ${verdicts.map((past) => MARKS[past]).join(' ')} | ${STATE_WORDS[state]} | ${markdownSentence(title)} |`,
            ),
          ].join('\n'),
          '✗ failed, ! warning, ≈ accepted by the baseline, ✓ passed, – not judged.',
        ]),
  ].join('\n\n');
}

const row = ({ startedAt, interrupted, conformance, coverage, causes }: PastRun): string =>
  `| ${startedAt.slice(0, 16).replace('T', ' ')}${interrupted ? ' (interrupted)' : ''} | ${percent(conformance.ratio)} (${conformance.passed} of ${conformance.judged}) | ${percent(coverage.ratio)} (${coverage.judged} of ${coverage.total}) | ${causes} |`;
