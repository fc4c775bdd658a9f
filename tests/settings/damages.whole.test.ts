import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedger } from '../../src/ledger/index.js';
import { type Random, randomFrom } from '../../src/random.js';
import { type Reference, startReference } from '../../src/reference/index.js';
import { isGzip, readMember } from '../../src/settings/gzip-member.js';
import { assay } from '../gate/assay.js';
import { sampleReport } from '../load/sample-report.js';

const below = (next: Random, count: number): number => Math.floor(next() * count);

/** The members of a gzip file, of which a ledger has many. */
function membersOf(bytes: Buffer): readonly Buffer[] {
  const members: Buffer[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const member = readMember(rest);
    if (member === 'incomplete' || 'why' in member) throw new Error('the file is damaged');
    members.push(rest.subarray(0, member.length));
    rest = rest.subarray(member.length);
  }
  return members;
}

/** Ways to damage a file by its bytes. */
const BYTES: Readonly<Record<string, (bytes: Buffer, next: Random) => Buffer>> = {
  'cut off': (bytes, next) => bytes.subarray(0, below(next, bytes.length)),
  'with a changed byte': (bytes, next) => {
    const changed = Buffer.from(bytes);
    const at = below(next, bytes.length);
    changed[at] = (changed[at] ?? 0) ^ (1 + below(next, 255));
    return changed;
  },
  'without a part': (bytes, next) => {
    const [from, to] = [below(next, bytes.length), below(next, bytes.length)].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  'with zeros at its end': (bytes, next) =>
    Buffer.concat([bytes.subarray(0, below(next, bytes.length)), Buffer.alloc(500)]),
};

/** Ways to damage a file with several members. Each member is whole. */
const MEMBERS: Readonly<
  Record<string, (members: readonly Buffer[], next: Random) => readonly Buffer[]>
> = {
  'without a member': (members, next) => members.toSpliced(below(next, members.length), 1),
  'with a doubled member': (members, next) => {
    const at = below(next, members.length);
    return members.toSpliced(at, 0, ...members.slice(at, at + 1));
  },
  'with swapped members': (members, next) => {
    const at = below(next, members.length - 1);
    return [
      ...members.slice(0, at),
      ...members.slice(at + 1, at + 2),
      ...members.slice(at, at + 1),
      ...members.slice(at + 2),
    ];
  },
};

let reference: Reference;
let cwd: string;
let ledger: Buffer;
let whole: string;
beforeAll(async () => {
  reference = await startReference();
  const words = ['run', '--interface', 'platform', '--out', 'out'];
  ({ cwd } = await assay(words, { environment: reference.environment() }));
  ledger = readFileSync(path.join(cwd, 'out/ledger.ndjson.gz'));
  const { code, out } = await assay(['report', 'out/ledger.ndjson.gz', '--json'], { cwd });
  expect(code).toBe(0);
  whole = out;
});
afterAll(() => reference.close());

const SEEDS = Array.from({ length: 30 }, (_, seed) => seed + 1);

describe('a ledger', () => {
  const damages = [
    ...Object.entries(BYTES),
    ...Object.entries(MEMBERS).map(
      ([name, change]) =>
        [
          name,
          (bytes: Buffer, next: Random) => Buffer.concat(change(membersOf(bytes), next)),
        ] as const,
    ),
  ];

  it.each(damages)('%s is never reported as whole', async (name, damage) => {
    const codes = new Set<number>();
    for (const seed of SEEDS) {
      const file = `${name.replaceAll(' ', '-')}-${seed}.ndjson.gz`;
      writeFileSync(path.join(cwd, file), damage(ledger, randomFrom(seed)));
      const { code, out, err } = await assay(['report', file, '--json'], { cwd });
      codes.add(code);
      const context = `${file}: ${err}`;
      expect(code, context).not.toBe(70);
      // Nothing is lost if all events are there, for example in another order.
      if (code === 0) expect(out, context).toBe(whole);
      else if (code === 2) expect(err, context).toContain(file.replace('.ndjson.gz', ''));
      else expect([3, 130], context).toContain(code);
    }
    expect([...codes].some((code) => code !== 0)).toBe(true);
  });

  it.each([
    ['judge', (file: string) => ['judge', file, '--out', `judged-${file}`]],
    ['compare', (file: string) => ['compare', 'out/ledger.ndjson.gz', file]],
    ['matrix', (file: string) => ['matrix', 'out/ledger.ndjson.gz', file]],
    ['run --rerun', (file: string) => ['run', '--rerun', 'skipped', file, '--dry-run']],
    ['run --resume', (file: string) => ['run', '--resume', file, '--dry-run']],
  ] as const)('that is damaged never ends %s with an internal error', async (_, words) => {
    for (const [index, [, damage]] of damages.entries())
      for (const seed of SEEDS.slice(0, 4)) {
        const file = `other-${index}-${seed}.ndjson.gz`;
        const bytes = damage(ledger, randomFrom(seed));
        writeFileSync(path.join(cwd, file), bytes);
        const { code, err } = await assay(words(file), {
          cwd,
          environment: reference.environment(),
        });
        const context = `${words(file).join(' ')}: ${err}`;
        expect(code, context).not.toBe(70);
        const torn = code === 0 ? readLedger(path.join(cwd, file)).torn : undefined;
        if (torn !== undefined) expect(err, context).toContain('is cut off');
      }
  });

  it('is told where it is damaged, and what can be saved', async () => {
    const members = membersOf(ledger);
    const before = Buffer.concat(members.slice(0, Math.floor(members.length / 2)));
    const bytes = Buffer.from(ledger);
    const at = before.length + 30;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(path.join(cwd, 'middle.ndjson.gz'), bytes);
    const { code, err } = await assay(['report', 'middle.ndjson.gz'], { cwd });
    expect(code).toBe(2);
    expect(err).toContain(`is damaged in the part from byte ${before.length} on`);
    expect(err).toMatch(new RegExp(`with \\d+ verdicts: .*head -c ${before.length} `));
    writeFileSync(path.join(cwd, 'saved.ndjson.gz'), before);
    expect((await assay(['report', 'saved.ndjson.gz'], { cwd })).code).toBe(130);
  });

  it('without compression that an earlier run left is removed by a new run', async () => {
    const folder = path.join(cwd, 'out-twice');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'ledger.ndjson'), gunzipSync(ledger));
    const environment = reference.environment();
    const words = ['run', '--check', 'export.root.status', '--out', 'out-twice', '--no-preflight'];
    await assay(words, { cwd, environment });
    const { out } = await assay(['report', 'out-twice/ledger.ndjson', '--json'], { cwd });
    expect(JSON.parse(out).checks).toHaveLength(1);
  });
});

describe('any other file', () => {
  const har = (): string =>
    JSON.stringify({
      log: {
        creator: { name: 'a recorder' },
        entries: Array.from({ length: 20 }, (_, second) => ({
          startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
          time: 1,
          request: { method: 'GET', url: `${reference.target.export?.baseUrl}/`, headers: [] },
          response: {
            status: 200,
            headers: [{ name: 'Content-Type', value: 'text/html' }],
            content: { text: `Welcome ${second}`, mimeType: 'text/html' },
          },
        })),
      },
    });

  /** Kinds of files, their content, and the command that reads them. */
  const KINDS: Readonly<
    Record<string, readonly [content: () => string, words: (file: string) => readonly string[]]>
  > = {
    'target file': [
      () => JSON.stringify(reference.target),
      (file) => ['run', '--target', file, '--dry-run'],
    ],
    'env file': [
      () => 'PLATFORM_BASE_URL=http://127.0.0.1:9\nPLATFORM_COLLECTIONS=projects\n',
      (file) => ['run', '--env', file, '--dry-run'],
    ],
    baseline: [
      () => '{"accepted": []}',
      (file) => ['run', '--reference', '--baseline', file, '--dry-run'],
    ],
    'baseline to update': [
      () => '{"accepted": []}',
      (file) => ['run', '--reference', '--baseline', file, '--update-baseline', '--dry-run'],
    ],
    profile: [
      () =>
        JSON.stringify({
          model: 'open',
          stages: [{ duration: '1s', rate: 1 }],
          scenarios: [{ flow: 'first-page' }],
        }),
      (file) => ['load', file, '--target', targetWith({}), '--dry-run'],
    ],
    fixture: [
      () => reference.records.map((record) => JSON.stringify(record)).join('\n'),
      (file) => ['run', '--target', targetWith({ fixture: file }), '--dry-run'],
    ],
    'schema of the vendor': [
      () => '{"type": "object"}',
      (file) => ['run', '--target', targetWith({ recordSchema: file }), '--dry-run'],
    ],
    'load report': [
      () => JSON.stringify(sampleReport()),
      (file) => ['report', inFolder(file, 'load-report.json')],
    ],
    'result of Artillery': [
      () => '{"aggregate": {"counters": {}, "firstMetricAt": 1, "lastMetricAt": 2}}',
      (file) => ['report', '--from', file],
    ],
    'recording (HAR)': [
      har,
      (file) => ['judge', file, '--target', targetWith({}), '--out', `judged-${file}`],
    ],
    'recording for a load profile': [
      har,
      (file) => ['load', '--from-har', file, '--target', targetWith({})],
    ],
    'data of a load profile': [
      () => 'id\n1\n2\n3\n',
      (file) => ['load', profileWith(file), '--target', targetWith({}), '--dry-run'],
    ],
    'report.json': [
      () => readFileSync(path.join(cwd, 'out/report.json'), 'utf8'),
      (file) => ['matrix', inFolder(file, 'report.json'), 'out'],
    ],
    'history of a report.json': [
      () => readFileSync(path.join(cwd, 'out/report.json'), 'utf8'),
      (file) => ['history', path.dirname(inFolder(file, 'report.json'))],
    ],
  };

  let made = 0;
  const write = (content: string): string => {
    made += 1;
    writeFileSync(path.join(cwd, `made-${made}.json`), content);
    return `made-${made}.json`;
  };
  const targetWith = (settings: object): string => {
    const { export: products } = reference.target;
    return write(JSON.stringify({ export: { ...products, ...settings } }));
  };
  const profileWith = (file: string): string =>
    write(
      JSON.stringify({
        model: 'open',
        stages: [{ duration: '1s', rate: 1 }],
        data: { rows: { file } },
        scenarios: [{ flow: 'first-page' }],
      }),
    );
  /** Copies a file to a new folder under a name that tells its kind. */
  const inFolder = (file: string, name: string): string => {
    made += 1;
    const folder = path.join(cwd, `folder-${made}`);
    mkdirSync(folder);
    copyFileSync(path.join(cwd, file), path.join(folder, name));
    return path.join(`folder-${made}`, name);
  };

  it.each(Object.entries(KINDS))(
    'compressed, torn or damaged never ends with an internal error, nor as if it was whole: %s',
    async (kind, [content, words]) => {
      const compressed = gzipSync(content());
      const junk = Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('this is not gzip data')]);
      const cases = [
        ...Object.values(BYTES).flatMap((damage) =>
          SEEDS.slice(0, 5).map((seed) => damage(compressed, randomFrom(seed))),
        ),
        junk,
        Buffer.concat([compressed, junk]),
        Buffer.from([0x1f]),
        Buffer.alloc(0),
      ];
      for (const [index, bytes] of cases.entries()) {
        if (bytes.equals(compressed)) continue;
        const file = `file-${kind.replace(/\W+/g, '-')}-${index}`;
        writeFileSync(path.join(cwd, file), bytes);
        const { code, err } = await assay(words(file), { cwd });
        const context = `${words(file).join(' ')}: ${err}`;
        expect([2, 3], context).toContain(code);
        expect(err, context).not.toBe('');
        expect(err, context).not.toContain('Internal error');
      }
    },
  );

  it('is read if it is compressed and whole', async () => {
    for (const [kind, [content, words]] of Object.entries(KINDS)) {
      const bytes = gzipSync(content());
      expect(isGzip(bytes)).toBe(true);
      const file = `whole-${kind.replaceAll(' ', '-')}`;
      writeFileSync(path.join(cwd, file), bytes);
      writeFileSync(path.join(cwd, `${file}-plain`), content());
      const plain = await assay(words(`${file}-plain`), { cwd });
      const { code, err } = await assay(words(file), { cwd });
      expect([kind, code, code === 2], err).toEqual([kind, plain.code, false]);
    }
  });
});
