/** The comparison of implementations as Markdown (`matrix.md`). */

import type { MatrixRow, RunMatrix } from '../../schema/types.js';
import { VERDICTS } from '../html/verdicts.js';
import { markdownSentence, markdownText } from '../markdown-text.js';
import { percent } from '../percent.js';

export function matrixMarkdown({ implementations, clauses }: RunMatrix): string {
  const names = implementations.map(({ name }) => markdownText(name));
  const head = [
    `| clause | ${names.join(' | ')} | says |`,
    `|${' --- |'.repeat(names.length + 2)}`,
  ];
  const table = (shown: readonly MatrixRow[]): string => [...head, ...shown.map(row)].join('\n');
  const different = clauses.filter(({ differs }) => differs);
  const same = clauses.filter(({ differs }) => !differs);
  return `${[
    '## Implementations side by side',
    [
      '| | conformance | coverage |',
      '| --- | --- | --- |',
      ...implementations.map(
        ({ conformance, coverage }, index) =>
          `| ${names[index]} | ${percent(conformance.ratio)} (${conformance.passed} of ${conformance.judged}) | ${percent(coverage.ratio)} (${coverage.judged} of ${coverage.total}) |`,
      ),
    ].join('\n'),
    `### Where they differ: ${different.length} of ${clauses.length} clauses`,
    ...(different.length === 0 ? ['Nowhere.'] : [table(different)]),
    ...(same.length === 0 ? [] : ['### The other clauses', table(same)]),
  ].join('\n\n')}\n`;
}

const row = ({ id, text, verdicts }: MatrixRow): string =>
  `| ${markdownText(id)} | ${verdicts.map((verdict) => (verdict === null ? 'not run' : `${VERDICTS[verdict].mark} ${verdict}`)).join(' | ')} | ${markdownSentence(text)} |`;
