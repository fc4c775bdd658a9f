import { clientsSuite } from '../../suites/clients/index.js';
import { suites } from '../../suites/index.js';
import type { Kill } from './matrix.js';

/**
 * The defect matrix as a page: for each clause its checks, and for each check the defects of that
 * clause that it catches. Written by `assay selftest --matrix FILE`.
 */
export function matrixPage(kills: readonly Kill[]): string {
  const parts = [...suites, clientsSuite].flatMap(({ interface: name, clauses, checks }) => [
    `## ${name}`,
    '',
    '| clause | level | checks | defects caught |',
    '| --- | --- | --- | --- |',
    ...Object.entries(clauses).map(([id, { level }]) => {
      const mine = checks
        .filter((check) => check.clauses.includes(id))
        .map((check) => `\`${check.id}\``);
      return `| ${id} | ${level} | ${mine.join('<br>') || '-'} | ${caught(id, kills) || '-'} |`;
    }),
    '',
  ]);
  return [
    '# What each check catches',
    '',
    'Written by `assay selftest --matrix suites/MATRIX.md`: the reference server with one defect at a time, and the checks',
    'of the violated clause that catch it; a client with one defect at a time, and the scenarios that catch it. Clauses of',
    'level open are observed, so that no defect is listed for them.',
    '',
    ...parts,
  ].join('\n');
}

function caught(clause: string, kills: readonly Kill[]): string {
  const mine = kills.filter(({ defect }) => defect.clause === clause);
  const checks = [...new Set(mine.flatMap(({ killers }) => killers))].sort();
  return checks
    .map((check) => {
      const defects = mine
        .filter(({ killers }) => killers.includes(check))
        .map(({ defect }) => defect.id.split('.').slice(1).join('.'));
      return `\`${check}\`: ${defects.join(', ')}`;
    })
    .join('<br>');
}
