import { clientsSuite } from '../../suites/clients/index.js';
import { suites } from '../../suites/index.js';
import type { DefectResult } from './matrix.js';

/**
 * The page of `assay selftest --matrix FILE`, as Markdown: for each clause its checks, and for each
 * check the defects of that clause that it catches. Sections of clauses without a result stay as
 * they were in the page `before`. Default: there is no earlier page.
 */
export function matrixPage(kills: readonly DefectResult[], before = ''): string {
  const earlier = sectionsOf(before);
  const tested = new Set(kills.map(({ defect }) => defect.clause));
  const parts = [...suites, clientsSuite].flatMap(({ interface: name, clauses, checks }) => [
    `## ${name}`,
    '',
    ...Object.entries(clauses).flatMap(([id, { level }]) => {
      const section = tested.has(id) ? undefined : earlier.get(id);
      if (section !== undefined) return [section, ''];
      const ownChecks = checks.filter((check) => check.clauses.includes(id));
      return [
        `### ${id} (${level})`,
        '',
        ...ownChecks.flatMap((check) => [`- \`${check.id}\``, ...caughtBy(check.id, id, kills)]),
        ...(ownChecks.length === 0 ? ['No check.'] : []),
        '',
      ];
    }),
  ]);
  return [
    '# What each check catches',
    '',
    'Written by `assay selftest --matrix suites/MATRIX.md`. In each run, the reference server or a client has one defect. Below',
    'each check (for clients, each scenario) stand the defects of its clause that it catches.',
    'Clauses of level open have no defects, because they are only observed.',
    '',
    ...parts,
  ].join('\n');
}

/** The sections of a page, by clause. */
const sectionsOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    page.split(/^(?=##)/m).flatMap((section) => {
      const clause = /^### (\S+)/.exec(section)?.[1];
      return clause === undefined ? [] : [[clause, section.trimEnd()] as const];
    }),
  );

function caughtBy(
  check: string,
  clause: string,
  kills: readonly DefectResult[],
): readonly string[] {
  return kills
    .filter(({ defect, killers }) => defect.clause === clause && killers.includes(check))
    .map(({ defect }) => `  - ${defect.id.split('.').slice(1).join('.')}`);
}
