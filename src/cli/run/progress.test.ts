import { afterEach, expect, it, vi } from 'vitest';
import type { ExchangeEvent, LedgerEvent, VerdictEvent } from '../../ledger/index.js';
import { virtualClock } from '../../selftest/virtual-clock.js';
import type { Io } from '../io.js';
import { startProgress } from './progress.js';

afterEach(() => void vi.useRealTimers());

const verdict = (verdict: VerdictEvent['verdict'], title = 'a title'): LedgerEvent => ({
  type: 'verdict',
  check: 'export.root.status',
  title,
  interface: 'export',
  clauses: ['EXP-ROOT-1'],
  level: 'must',
  verdict,
  requests: 1,
  durationMs: 1,
  exchanges: [],
});

const limited: ExchangeEvent = {
  type: 'exchange',
  id: 1,
  interface: 'export',
  atMs: 0,
  waitedMs: 0,
  durationMs: 1,
  request: { method: 'GET', url: 'http://a.example/', headers: [] },
  answer: { status: 429, headers: [['retry-after', '12']], body: '', bytes: 0 },
};

function shownProgress(
  terminal: Io['terminal'],
  events: readonly LedgerEvent[],
  quiet = false,
  meanwhile: () => void = () => undefined,
): string {
  let err = '';
  const io: Io = {
    environment: {},
    cwd: '.',
    out: () => undefined,
    err: (text) => {
      err += text;
    },
    terminal,
    signal: new AbortController().signal,
    clock: virtualClock(),
  };
  const progress = startProgress(io, { requests: 10, durationMs: 100, quiet });
  for (const event of events) progress.see(event);
  meanwhile();
  progress.end();
  return err;
}

it('prints each failure immediately on a terminal, unless `quiet` is given', () => {
  const events = [verdict('passed'), verdict('failed')];
  const line = '✗ EXP-ROOT-1  a title  export.root.status\n';
  expect(shownProgress({ out: true, err: true, width: 100 }, events)).toContain(line);
  expect(shownProgress({ out: true, err: true, width: 100 }, events, true)).not.toContain('✗');
  expect(shownProgress({ out: false, err: false }, events)).toBe('');
});

it('announces the end of a run without usable responses, once for each such period', () => {
  let err = '';
  const time = { now: 0 };
  const io: Io = {
    environment: {},
    cwd: '.',
    out: () => undefined,
    err: (text) => {
      err += text;
    },
    terminal: { out: false, err: false },
    signal: new AbortController().signal,
    clock: { now: () => time.now, sleep: async () => undefined },
  };
  const progress = startProgress(io, { requests: 10, durationMs: 0, noProgressMs: 100_000 });
  const lost = { kind: 'timeout', message: 'no response in time' };
  const { answer: _, ...request } = limited;
  const seeAt = (now: number, event: LedgerEvent): void => {
    time.now = now;
    progress.see(event);
  };
  seeAt(9_000, { ...request, lost });
  expect(err).toBe('');
  seeAt(10_000, { ...request, lost });
  seeAt(20_000, { ...request, lost });
  const line =
    'The target sent no usable response for 10 s. The run ends after 100 s without one, and can be resumed.\n';
  expect(err).toBe(line);
  seeAt(30_000, { ...request, answer: { status: 200, headers: [], body: '', bytes: 0 } });
  seeAt(40_000, { ...request, lost });
  progress.end();
  expect(err).toBe(`${line}${line}`);
});

it('does not say that a run continues if the required wait is too long', () => {
  const quota: ExchangeEvent = {
    ...limited,
    answer: { status: 429, headers: [['retry-after', '36000']], body: '', bytes: 0 },
  };
  expect(shownProgress({ out: false, err: false }, [quota])).toBe('');
});

it('stays within the width, and escapes control characters', () => {
  const text = shownProgress({ out: true, err: true, width: 30 }, [
    verdict('failed', 'a\u001b[2J\nlong title of many words'),
  ]);
  expect(text).toContain('a\\u001b[2J');
  for (const part of text.split(/\r\u001b\[K|\n/)) expect(part.length).toBeLessThan(30);
});

it('without a terminal, prints the first 429 and a line every 30 seconds', () => {
  expect(shownProgress({ out: false, err: false }, [limited, limited])).toBe(
    'The target limits requests (429, Retry-After: 12): the run continues at the pace that the target allows. Set "pace", such as "60/min", to stay below the limit.\n',
  );
  vi.useFakeTimers();
  const waits = (): void => void vi.advanceTimersByTime(61_000);
  const line = '1 of about 10 requests, 0 checks done, 0 failed\n';
  expect(
    shownProgress({ out: false, err: false }, [limited], true, waits)
      .split('\n')
      .slice(1)
      .join('\n'),
  ).toBe(line + line);
  expect(vi.getTimerCount()).toBe(0);
});
