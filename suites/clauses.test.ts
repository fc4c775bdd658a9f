import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Clause } from '../src/harness/index.js';
import { DEFECTS } from '../src/reference/index.js';
import { impactOf } from '../src/report/vendor/impact.js';
import { clientsSuite } from './clients/index.js';
import { suites } from './index.js';

it('describes the source and the test of every clause', () => {
  for (const { clauses } of [...suites, clientsSuite]) {
    for (const [id, { level, section = '', judging = '' }] of Object.entries<Clause>(clauses)) {
      expect([id, section !== '', judging.endsWith('.')]).toEqual([id, true, true]);
      if (level === 'open')
        expect([id, /only observed|without valid/i.test(judging)]).toEqual([id, true]);
    }
  }
});

it('has an impact for every clause that a server can violate', () => {
  const all = suites.flatMap(({ clauses }) =>
    Object.entries<Clause>(clauses).flatMap(([id, { level }]) => (level === 'open' ? [] : [id])),
  );
  const without = all.filter((id) => impactOf(id) === undefined);
  expect(without.map((id) => `${id} is missing in src/report/vendor/impact.ts`)).toEqual([]);
});

it('lists every clause of its files in topics.ts', () => {
  const listed = suites.flatMap(({ clauses }) => Object.keys(clauses));
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const written = files
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(?:clients|load)\b/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
      return [...source.matchAll(/^ {2}'([A-Z]+-[A-Z]+-\d+)': \{$/gm)].map(([, id]) => id);
    });
  expect(new Set(written)).toEqual(new Set(listed));
});

it('has a clause for every defect of the reference server', () => {
  const known = new Set([...suites, clientsSuite].flatMap(({ clauses }) => Object.keys(clauses)));
  const untested = DEFECTS.filter(({ clause }) => !known.has(clause));
  expect(untested.map(({ id, clause }) => `${id}: ${clause} is in no topics.ts`)).toEqual([]);
});
