import { afterEach, expect, it, vi } from 'vitest';
import type { LedgerEvent, VerdictEvent } from '../../ledger/index.js';
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

const limited: LedgerEvent = {
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
