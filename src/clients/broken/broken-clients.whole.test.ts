import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../suites/clients/index.js';
import { clauses } from '../../../suites/clients/topics.js';
import type { VerdictEvent } from '../../ledger/index.js';
import { inProcess } from '../in-process.js';
import { trialOf } from '../trial.js';
import { BROKEN_CLIENTS } from './broken-clients.js';

const describeAll = (verdicts: ReadonlyMap<string, VerdictEvent>): string =>
  [...verdicts.values()].map(({ check, reason }) => `${check}: ${reason}`).join('\n');

describe.concurrent('a broken client is found', () => {
  for (const {
    id,
    clause,
    sentence,
    scenarios: names,
    during = [],
    verdict,
    Client,
  } of BROKEN_CLIENTS)
    it(`${id}: a client that ${sentence} violates ${clause}`, async ({ expect }) => {
      const ids = names.map((name) => `clients.${name}`);
      const verdicts = await trialOf(
        inProcess((world) => new Client(world).run()),
        [...ids, ...during.map((name) => `clients.${name}`)],
      );
      const expected = verdict ?? (clauses[clause].level === 'must' ? 'failed' : 'warning');
      const seen = ids.map(
        (id) => `${id} ${verdicts.get(id)?.verdict} ${verdicts.get(id)?.clauses[0]}`,
      );
      expect(seen, describeAll(verdicts)).toEqual(ids.map((id) => `${id} ${expected} ${clause}`));
    });
});

it('has a broken client for every clause and every scenario', () => {
  const found = new Set(
    BROKEN_CLIENTS.flatMap((client) => client.scenarios.map((name) => `clients.${name}`)),
  );
  expect(scenarios.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
  expect(
    Object.keys(clauses).filter((id) => !BROKEN_CLIENTS.some(({ clause }) => clause === id)),
  ).toEqual([]);
});
