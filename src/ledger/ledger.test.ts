import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BEGUN } from '../../tests/ledger/begun.js';
import { withBody } from '../schema/stored-text.js';
import type {
  ExchangeEvent,
  FooterEvent,
  HeaderEvent,
  LedgerEvent,
  VerdictEvent,
} from '../schema/types.js';
import { UsageError } from '../settings/index.js';
import {
  foldLedger,
  LEDGER_FILE,
  ledgerIn,
  openLedger,
  readLedger,
  readOutline,
  textOfLedger,
} from './index.js';

const header: HeaderEvent = {
  ...BEGUN,
  planned: [],
  target: { name: 'staging', origin: 'file', configuration: 'c0f', interfaces: {} },
  clauses: [],
};
const verdict = (check: string, witness = 'seen'): VerdictEvent => ({
  type: 'verdict',
  check,
  title: check,
  interface: 'export',
  clauses: ['X-1'],
  level: 'must',
  requests: 1,
  durationMs: 1,
  exchanges: [1],
  verdict: 'passed',
  witness,
});
const intent: LedgerEvent = { type: 'intent', interface: 'handover', name: 'move' };
const survey: LedgerEvent = { type: 'survey', interface: 'export', dialect: { nulls: 'first' } };
const footer: FooterEvent = {
  type: 'footer',
  durationMs: 5,
  sent: 1,
  shared: 0,
  limited: 0,
  interrupted: false,
};

const newFile = (): string =>
  path.join(mkdtempSync(path.join(tmpdir(), 'assay-ledger-')), 'run', LEDGER_FILE);
const contentOf = (file: string): string => textOfLedger(file);
const text = (...events: readonly LedgerEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

const written = (content: string, name = LEDGER_FILE): string => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-ledger-')), name);
  writeFileSync(file, content);
  return file;
};

describe('a ledger that is written', () => {
  it('contains each event at once as a separate line, in a folder that is created', () => {
    const file = newFile();
    const writer = openLedger(file);
    writer.append(header);
    expect(contentOf(`${file}.next`)).toBe(text(header));
    writer.append(intent);
    expect(contentOf(`${file}.next`)).toBe(text(header, intent));
    writer.close();
    expect(contentOf(file)).toBe(text(header, intent));
    expect(existsSync(`${file}.next`)).toBe(false);
  });

  it('replaces the previous ledger only on request', () => {
    const file = newFile();
    const before = openLedger(file);
    before.append(verdict('before'));
    before.close();
    const writer = openLedger(file);
    writer.append(header);
    expect(contentOf(file)).toBe(text(verdict('before')));
    writer.replaceExisting();
    expect(contentOf(file)).toBe(text(header));
    writer.replaceExisting();
    writer.append(verdict('after'));
    writer.close();
    expect(contentOf(file)).toBe(text(header, verdict('after')));
  });

  it('is named in the error if it cannot be written', () => {
    const file = newFile();
    const writer = openLedger(file);
    writer.close();
    expect(() => writer.append(header)).toThrow(expect.objectContaining({ path: file }));
  });
});

describe('a ledger that is read', () => {
  it('counts requests that were sent before the run was killed', () => {
    const sent = (exchange: number): LedgerEvent => ({ type: 'sent', exchange });
    const exchange: ExchangeEvent = {
      type: 'exchange',
      id: 1,
      interface: 'export',
      atMs: 0,
      waitedMs: 0,
      durationMs: 1,
      request: { method: 'GET', url: 'http://a.example/', headers: [] },
    };
    const { unrecorded } = readLedger(written(text(header, sent(1), sent(2), exchange)));
    expect([...(unrecorded ?? [])]).toEqual([2]);
    expect(readLedger(written(text(header, sent(1), exchange))).unrecorded).toBeUndefined();
  });

  it('is read up to its last complete line', () => {
    const { verdicts, footer: end } = readLedger(
      written(text(header, verdict('a')) + text(verdict('b')).slice(0, -1)),
    );
    expect(verdicts).toEqual([verdict('a')]);
    expect(end).toBeUndefined();
  });

  it.each([
    [
      'that does not exist',
      path.join(tmpdir(), 'assay-none', 'ledger.ndjson.gz'),
      /cannot be read\. Name the ledger\.ndjson/,
    ],
    [
      'without a header',
      written(text(verdict('a'))),
      /has no header\. Name the ledger\.ndjson\.gz of a run/,
    ],
    [
      'with a line that is not valid JSON',
      written(`${text(header)}{"type":\n`),
      /line 2 is not a ledger event:\n./,
    ],
    [
      'with a line of an unknown type',
      written(`${text(header)}{"type":"gossip"}\n`),
      /line 2 is not a ledger event:\n./,
    ],
  ])('%s is refused in words', (_, file, message) => {
    expect(() => readLedger(file)).toThrow(UsageError);
    expect(() => readLedger(file)).toThrow(message);
  });
});

describe('a body in a ledger', () => {
  const record = (id: number): string => JSON.stringify({ id, name: 'x'.repeat(120) });
  const records = new Map(
    [1, 2, 3].map((id) => [id, { text: record(id), length: record(id).length }] as const),
  );
  const recordOf = (id: number) => records.get(id) ?? { text: '', length: 0 };
  const exchange = (id: number, ids: readonly number[]): ExchangeEvent => ({
    type: 'exchange',
    id,
    interface: 'export',
    atMs: id,
    waitedMs: 0,
    durationMs: 1,
    request: { method: 'GET', url: 'http://host/', headers: [] },
    answer: withBody(
      { status: 200, headers: [], bytes: 1 },
      { head: '[', records: ids.map(recordOf), tail: ']' },
    ),
  });
  const exchanges = [exchange(1, [1, 2]), exchange(2, [2, 3]), exchange(3, [1, 2])];
  const write = (): string => {
    const file = newFile();
    const writer = openLedger(file);
    for (const event of [header, ...exchanges, footer]) writer.append(event);
    writer.close();
    return file;
  };

  it('is stored with each record once, and is complete when it is read', () => {
    const file = write();
    const content = contentOf(file);
    for (const id of [1, 2, 3]) expect(content.split(`\\"id\\":${id},`)).toHaveLength(2);
    const bodies = [...readLedger(file).exchanges.values()].map(({ answer }) => answer?.body);
    expect(bodies).toEqual(exchanges.map(({ answer }) => answer?.body));
    expect(bodies[1]).toBe(`[${record(2)},${record(3)}]`);
  });

  it('is written in batches, and at the latest before the ledger replaces another one', () => {
    const file = newFile();
    const writer = openLedger(file, { inBatches: true });
    for (const event of [header, ...exchanges.slice(0, 2)]) writer.append(event);
    writer.replaceExisting();
    expect(readLedger(file).exchanges.size).toBe(2);
    for (const event of [...exchanges.slice(2), verdict('a')]) writer.append(event);
    expect(readLedger(file).exchanges.size).toBe(3);
    expect(readLedger(file).verdicts).toHaveLength(1);
    writer.close();
  });

  it('is read from a file whose last bytes are missing', () => {
    const file = write();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 30));
    const { exchanges: read, footer: end } = readLedger(file);
    expect(read.size).toBe(3);
    expect(end).toBeUndefined();
  });

  it('is read from an uncompressed ledger, under either name', () => {
    const plain = written(text(header, ...exchanges, footer), 'ledger.ndjson');
    expect(readLedger(plain).exchanges.get(2)?.answer?.body).toBe(`[${record(2)},${record(3)}]`);
    expect(ledgerIn(path.dirname(plain))).toBe(plain);
    const compressed = write();
    expect(readLedger(compressed.replace('.gz', '')).exchanges.size).toBe(3);
    expect(ledgerIn(path.dirname(compressed))).toBe(compressed);
  });

  it('is refused if it names a text that no line contains', () => {
    const [line = ''] = contentOf(write())
      .split('\n')
      .filter((one) => one.startsWith('{"type":"exchange"'));
    expect(() => readLedger(written(`${text(header)}${line}\n`))).toThrow(
      /line 2 names text 1, which no earlier line has/,
    );
  });
});

describe('a footer that counts the lines before it', () => {
  const write = (change: (lines: readonly string[]) => readonly string[]): string => {
    const file = newFile();
    const writer = openLedger(file);
    for (const event of [header, verdict('a'), verdict('b'), footer]) writer.append(event);
    writer.close();
    const lines = contentOf(file).split('\n').slice(0, -1);
    return written(`${change(lines).join('\n')}\n`);
  };

  it('is returned without the number', () => {
    expect(readLedger(write((lines) => lines)).footer).toEqual(footer);
  });

  it.each([
    ['lost', (lines: readonly string[]) => lines.toSpliced(1, 1), '1 are lost'],
    [
      'doubled',
      (lines: readonly string[]) => lines.toSpliced(1, 0, ...lines.slice(1, 2)),
      '1 are doubled',
    ],
  ])('shows that a line was %s', (_, change, message) => {
    const file = write(change);
    expect(() => readLedger(file)).toThrow(UsageError);
    expect(() => readLedger(file)).toThrow(message);
    expect(() => readLedger(file)).toThrow('its footer counts 3 lines');
  });

  it('is missing in a ledger that is torn, which is told', () => {
    const torn = written(text(header, verdict('a')) + text(footer).slice(0, 20));
    expect(readLedger(torn).torn).toContain('is cut off');
    expect(readLedger(written(text(header, verdict('a')))).torn).toBeUndefined();
  });
});

it('removes a ledger without compression when a new one takes its place', () => {
  const plain = written(text(header), 'ledger.ndjson');
  const writer = openLedger(path.join(path.dirname(plain), LEDGER_FILE));
  writer.append(header);
  expect(existsSync(plain)).toBe(true);
  writer.close();
  expect(existsSync(plain)).toBe(false);
});

it('reads a ledger in UTF-16, as PowerShell writes it', () => {
  const file = written('', 'ledger.ndjson');
  writeFileSync(file, Buffer.from(`\ufeff${text(header, verdict('a'), footer)}`, 'utf16le'));
  expect(readLedger(file)).toMatchObject({ header, footer });
});

describe('the events of a ledger', () => {
  it('give the final state: the last verdict of each check, and each intent once', () => {
    const ledger = foldLedger([
      header,
      survey,
      verdict('a', 'first'),
      intent,
      intent,
      verdict('a', 'last'),
      verdict('b'),
      footer,
    ]);
    expect(ledger).toEqual({
      header,
      surveys: [survey],
      exchanges: new Map(),
      verdicts: [verdict('a', 'last'), verdict('b')],
      intents: [intent],
      footer,
    });
  });

  it('give findings only if some were recorded', () => {
    const finding = { type: 'finding', lead: 'a' } as LedgerEvent;
    expect(foldLedger([header, finding]).findings).toEqual([finding]);
    expect(foldLedger([header])).not.toHaveProperty('findings');
  });

  it('are distinguished from a file that is not a ledger', () => {
    expect(() => foldLedger([verdict('a')])).toThrow(
      'the ledger has no header. Name the ledger.ndjson.gz of a run.',
    );
    expect(() => foldLedger([], 'here')).toThrow('here has no header');
  });
});

it('reads the header and the footer alone, also of a run that was interrupted', () => {
  const write = (...events: LedgerEvent[]): string => {
    const file = newFile();
    const writer = openLedger(file);
    for (const event of events) writer.append(event);
    writer.close();
    return file;
  };
  const whole = write(header, { type: 'text', number: 1, text: 'a' }, footer);
  expect(readOutline(whole)).toMatchObject({ header, footer });
  const interrupted = readOutline(write(header, { type: 'text', number: 1, text: 'a' }));
  expect([interrupted.header, interrupted.footer]).toEqual([header, undefined]);
  expect(readOutline(write(header)).footer).toBeUndefined();
});
