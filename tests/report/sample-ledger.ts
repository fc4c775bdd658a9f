import type { ClauseEntry, LedgerEvent, VerdictEvent } from '../../src/ledger/index.js';
import { BEGUN } from '../ledger/begun.js';

const CLAUSES: readonly ClauseEntry[] = [
  { id: 'EXP-ROOT-1', level: 'must', interface: 'export', text: '`GET /` answers 200' },
  {
    id: 'EXP-ROOT-2',
    level: 'must',
    interface: 'export',
    text: 'the body of `GET {base_url}/` is a text/html greeting',
  },
  {
    id: 'EXP-LIST-9',
    level: 'should',
    interface: 'export',
    text: 'an empty list has a total of 0',
  },
  { id: 'EXP-SORT-4', level: 'open', interface: 'export', text: 'where null is sorted' },
  { id: 'HND-OK-1', level: 'must', interface: 'handover', text: 'a handover answers 2xx' },
  { id: 'PLT-PAGE-1', level: 'must', interface: 'platform', text: 'a page has a cursor' },
];

interface Sample {
  /** Stands wherever a target's own words may come to stand. */
  readonly words?: string;
  readonly interrupted?: boolean;
  readonly change?: (verdict: VerdictEvent) => VerdictEvent;
}

/** The events of a small run that came to every verdict, made by hand. */
export function sampleEvents({
  words = 'Welcome',
  interrupted = false,
  change = (one) => one,
}: Sample = {}): LedgerEvent[] {
  const base = { requests: 1, durationMs: 12.5, exchanges: [1] };
  const judged: VerdictEvent[] = [
    {
      ...base,
      type: 'verdict',
      check: 'export.root.status',
      title: 'the welcome page answers 200',
      interface: 'export',
      clauses: ['EXP-ROOT-1'],
      level: 'must',
      verdict: 'passed',
      witness: `it answered 200 ${words}`,
    },
    {
      ...base,
      type: 'verdict',
      check: 'export.root.greeting',
      title: 'the welcome page is a text/html greeting',
      interface: 'export',
      clauses: ['EXP-ROOT-2'],
      level: 'must',
      verdict: 'failed',
      reason: `not a greeting: ${words}`,
      expected: 'media type text/html',
      actual: `media type ${words}`,
      sentence: `the media type is ${words}; it must be text/html`,
      curl: `curl -sSi 'http://127.0.0.1:1/export/?q=${words}'`,
      replay: 'run --check export.root.greeting --seed 1',
    },
    {
      ...base,
      type: 'verdict',
      check: 'export.list.empty',
      title: 'an empty list says so',
      interface: 'export',
      clauses: ['EXP-LIST-9'],
      level: 'should',
      verdict: 'warning',
      reason: `total was ${words}`,
    },
    {
      ...base,
      type: 'verdict',
      check: 'export.sort.nulls',
      title: 'where null is sorted',
      interface: 'export',
      clauses: ['EXP-SORT-4'],
      level: 'open',
      verdict: 'observed',
      reason: `as seen: ${words}`,
      table: [{ question: `null ${words}`, answer: words }],
    },
    {
      ...base,
      type: 'verdict',
      check: 'handover.transfer.message',
      title: 'the handover is confirmed',
      interface: 'handover',
      clauses: ['HND-OK-1'],
      level: 'must',
      verdict: 'skipped',
      cause: 'safety',
      reason: 'transfers resources permanently',
      requests: 0,
      exchanges: [],
    },
    {
      ...base,
      type: 'verdict',
      check: 'platform.page.cursor',
      title: 'a page has a cursor',
      interface: 'platform',
      clauses: ['PLT-PAGE-1'],
      level: 'must',
      verdict: 'inconclusive',
      reason: `reset: ${words}`,
      exchanges: [2],
    },
  ];
  return [
    {
      ...BEGUN,
      planned: judged.map(({ check }) => ({ id: check, requests: 1 })),
      target: {
        name: `staging ${words}`,
        origin: 'file',
        interfaces: { export: 'http://127.0.0.1:1/export' },
        configuration: 'c0f',
      },
      clauses: [...CLAUSES],
    },
    { type: 'survey', interface: 'export', dialect: { nullSpelling: words, orderDirection: null } },
    {
      type: 'exchange',
      id: 1,
      interface: 'export',
      atMs: 0,
      waitedMs: 0,
      durationMs: 3,
      request: {
        method: 'GET',
        url: `http://127.0.0.1:1/export/?q=${words}`,
        headers: [['Accept', words]],
      },
      answer: { status: 200, headers: [['Content-Type', words]], body: words, bytes: words.length },
    },
    {
      type: 'exchange',
      id: 2,
      interface: 'platform',
      atMs: 5,
      waitedMs: 0,
      durationMs: 3,
      request: { method: 'GET', url: 'http://127.0.0.1:1/platform', headers: [] },
      lost: { kind: 'reset', message: words },
    },
    ...judged.map(change),
    ...(interrupted
      ? []
      : [
          {
            type: 'footer' as const,
            durationMs: 40,
            sent: 2,
            shared: 3,
            limited: 0,
            interrupted: false,
          },
        ]),
  ];
}
