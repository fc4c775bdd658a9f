import { expect, it } from 'vitest';
import type { LedgerEvent, VerdictEvent } from '../ledger/index.js';
import type { Io } from './io.js';
import { startProgress } from './progress.js';
import { virtualClock } from './selftest/virtual-clock.js';

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

function shown(terminal: Io['terminal'], events: readonly LedgerEvent[], quiet = false): string {
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
  progress.end();
  return err;
}

it('tells failures as they happen, a line each, on a terminal alone and not where it is to be quiet', () => {
  const events = [verdict('passed'), verdict('failed')];
  const line = '✗ EXP-ROOT-1  a title  export.root.status\n';
  expect(shown({ out: true, err: true, width: 100 }, events)).toContain(line);
  expect(shown({ out: true, err: true, width: 100 }, events, true)).not.toContain('✗');
  expect(shown({ out: false, err: false }, events)).toBe('');
});

it('stays within the width, and shows what a terminal would obey', () => {
  const text = shown({ out: true, err: true, width: 30 }, [verdict('failed', 'a\u001b[2J\nlong title of many words')]);
  expect(text).toContain('a\\u001b[2J');
  for (const part of text.split(/\r\u001b\[K|\n/)) expect(part.length).toBeLessThan(30);
});
