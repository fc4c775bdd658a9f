import { expect, it } from 'vitest';
import type { ExchangeEvent, Ledger, LedgerEvent, VerdictEvent } from '../ledger/index.js';
import { carryOver, lastExchange, lastToken } from './header.js';

const verdict = (check: string, more: Partial<VerdictEvent>): LedgerEvent =>
  ({ type: 'verdict', check, clauses: ['X-1'], exchanges: [], ...more }) as VerdictEvent;
const exchange = (id: number): LedgerEvent => ({ type: 'exchange', id }) as LedgerEvent;
const ledgerOf = (more: Partial<Ledger>): Ledger =>
  ({ surveys: [], exchanges: new Map(), intents: [], verdicts: [], ...more }) as Ledger;
const survey: LedgerEvent = { type: 'survey', interface: 'export', dialect: {} };
const intent: LedgerEvent = { type: 'intent', interface: 'export', name: 'move' };

const standing = [
  verdict('passed', { verdict: 'passed' }),
  verdict('failed', { verdict: 'failed' }),
  verdict('warned', { verdict: 'warning' }),
  verdict('observed', { verdict: 'observed' }),
  verdict('no-data', { verdict: 'skipped', cause: 'data' }),
  verdict('not-set', { verdict: 'skipped', cause: 'configuration' }),
];
const open = [
  verdict('open', { verdict: 'inconclusive' }),
  verdict('spent', { verdict: 'skipped', cause: 'budget' }),
  verdict('blocked', { verdict: 'skipped', cause: 'prerequisite' }),
];
const ledger = ledgerOf({
  verdicts: [...open, ...standing] as VerdictEvent[],
  exchanges: new Map([7, 3].map((id) => [id, exchange(id) as ExchangeEvent])),
  surveys: [survey] as Ledger['surveys'],
  intents: [intent] as Ledger['intents'],
});

it('takes over the verdicts of an interrupted run, with the events before them', () => {
  const recorded: LedgerEvent[] = [];
  const { sent, judged } = carryOver(ledger, (event) => recorded.push(event));
  expect(sent).toBe(2);
  expect([...judged]).toEqual(['passed', 'failed', 'warned', 'observed', 'no-data', 'not-set']);
  expect(recorded).toEqual([survey, exchange(7), exchange(3), intent, ...standing]);
});

it('counts requests that were sent although their exchange was not recorded', () => {
  const recorded: LedgerEvent[] = [];
  const killed = { ...ledger, unrecorded: new Set([9]) };
  expect(carryOver(killed, (event) => recorded.push(event)).sent).toBe(3);
  expect(recorded).toContainEqual({ type: 'sent', exchange: 9 });
  expect(lastExchange(killed)).toBe(9);
});

it('takes nothing over from a run that was not interrupted', () => {
  const recorded: LedgerEvent[] = [];
  expect(carryOver(undefined, (event) => recorded.push(event))).toEqual({
    sent: 0,
    judged: new Set(),
  });
  expect(recorded).toEqual([]);
});

it('continues after the highest number of an exchange', () => {
  expect([lastExchange(ledger), lastExchange(ledgerOf({})), lastExchange(undefined)]).toEqual([
    7, 0, 0,
  ]);
});

it('continues after the highest number of an issued token', () => {
  const issuing = (...names: readonly string[]): Partial<ExchangeEvent> => ({
    answer: {
      status: 200,
      headers: [],
      body: '',
      bytes: 0,
      issued: names.map((name) => ({ name, parts: [9] })),
    },
  });
  const exchanges = new Map(
    [issuing('${ACCESS_TOKEN_2}', '${ACCESS_TOKEN_10}'), issuing('${ACCESS_TOKEN_1}'), {}].map(
      (more, id) => [id, { ...(exchange(id) as ExchangeEvent), ...more }],
    ),
  );
  expect(lastToken(ledgerOf({ exchanges }))).toBe(10);
  expect(lastToken(undefined)).toBe(0);
});
