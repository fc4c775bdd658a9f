import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/schema/validate.js';

/** What every room may import. */
const EVERYWHERE = [
  'src/defined.ts',
  'src/in-words.ts',
  'src/memoized.ts',
  'src/percent-decoded.ts',
];

/** What each room may import besides itself and EVERYWHERE, from the bottom up. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/schema': [],
  'src/defined.ts': [],
  'src/in-words.ts': [],
  'src/memoized.ts': [],
  'src/percent-decoded.ts': [],
  'src/random.ts': [],
  'src/page': [],
  'src/formats': ['src/schema', 'src/settings'],
  'src/settings': ['src/schema'],
  'src/ledger': ['src/schema', 'src/settings'],
  'src/http': ['src/schema', 'src/settings'],
  'src/protocol': ['src/schema', 'src/settings', 'src/http'],
  'src/harness': ['src/random.ts', 'src/schema', 'src/settings', 'src/http', 'src/ledger'],
  'src/traffic': [
    'src/schema',
    'src/settings',
    'src/formats',
    'src/http',
    'src/ledger',
    'src/protocol',
    'src/harness',
  ],
  'src/report': ['src/schema', 'src/page', 'src/formats', 'src/ledger'],
  'src/reference': ['src/random.ts', 'src/schema'],
  'src/diagnosis': ['src/schema', 'src/settings', 'src/http', 'src/protocol', 'src/harness'],
  'src/load': [
    'src/random.ts',
    'src/schema',
    'src/page',
    'src/formats',
    'src/settings',
    'src/http',
    'src/ledger',
    'src/protocol',
    'suites/index.ts',
  ],
  'src/openapi': [
    'src/schema',
    'src/protocol',
    'src/harness',
    'suites/export',
    'suites/templates',
    'suites/platform',
    'suites/handover',
  ],
  'src/selftest': [
    'src/random.ts',
    'src/schema',
    'src/settings',
    'src/http',
    'src/ledger',
    'src/harness',
    'src/report',
    'src/reference',
    'src/clients',
    'suites/index.ts',
    'suites/clients',
  ],
  'suites/export': [
    'src/random.ts',
    'src/schema',
    'src/settings',
    'src/http',
    'src/protocol',
    'src/harness',
  ],
  'suites/templates': [
    'src/random.ts',
    'src/schema',
    'src/settings',
    'src/http',
    'src/protocol',
    'src/harness',
  ],
  'suites/platform': [
    'src/random.ts',
    'src/schema',
    'src/settings',
    'src/http',
    'src/protocol',
    'src/harness',
  ],
  'suites/handover': [
    'src/random.ts',
    'src/schema',
    'src/settings',
    'src/http',
    'src/protocol',
    'src/harness',
  ],
  'suites/own': ['src/schema', 'src/settings', 'src/http', 'src/protocol', 'src/harness'],
  'suites/clients': [
    'src/random.ts',
    'src/schema',
    'src/settings',
    'src/http',
    'src/protocol',
    'src/harness',
  ],
};

const sources = ['src', 'suites'].flatMap((folder) =>
  readdirSync(path.join(packageRoot, folder), { recursive: true })
    .map((name) => path.posix.join(folder, String(name).replaceAll(path.sep, '/')))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')),
);

const roomOf = (file: string): string =>
  file.split('/').slice(0, 2).join('/').replace(/\.js$/, '.ts');

it('keeps imports pointing one way: suites to harness to http to target, and the reference server apart', () => {
  const wrong: string[] = [];
  for (const file of sources) {
    const room = roomOf(file);
    const may = allowed[room];
    if (may === undefined) continue;
    const text = readFileSync(path.join(packageRoot, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const other = roomOf(path.posix.normalize(path.posix.join(path.posix.dirname(file), target)));
      if (other !== room && !EVERYWHERE.includes(other) && !may.includes(other))
        wrong.push(`${file} imports ${target}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(sources.length).toBeGreaterThan(50);
});

it('knows a rule for every room that is not a door', () => {
  const doors = new Set([
    'src/cli',
    'src/clients',
    'src/client.ts',
    'src/index.ts',
    'src/vitest.ts',
    'src/vitest',
    'suites/index.ts',
    'suites/load',
  ]);
  const rooms = new Set(sources.map(roomOf));
  expect([...rooms].filter((room) => !(room in allowed) && !doors.has(room))).toEqual([]);
});

/** The files that a file imports, for their values or for their types. */
const importsOf = new Map(
  sources.map((file) => {
    const text = readFileSync(path.join(packageRoot, file), 'utf8');
    const found = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) =>
      path.posix.normalize(path.posix.join(path.posix.dirname(file), name)).replace(/\.js$/, '.ts'),
    );
    return [file, found.filter((name) => sources.includes(name))] as const;
  }),
);

/** The folders of the export suite, from the bottom up; the topics stand on all but the last. */
const EXPORT_FOLDERS = ['model', 'wrong-readings', 'questions', 'survey', 'relations'];

it('keeps the imports inside the export suite pointing down', () => {
  const heightOf = (file: string): number => {
    const [, folder = ''] = /^suites\/export\/([^/]+)\//.exec(file) ?? [];
    const height = EXPORT_FOLDERS.indexOf(folder);
    if (height >= 0) return height;
    return folder === 'combinations' ? EXPORT_FOLDERS.length + 1 : EXPORT_FOLDERS.length;
  };
  // What every room of the suite is written with.
  const everywhere = new Set(['suites/export/topic.ts', 'suites/export/places.ts']);
  const files = sources.filter((file) => /^suites\/export\/[^/]+\//.test(file));
  const upwards = files.flatMap((file) =>
    (importsOf.get(file) ?? [])
      .filter((other) => other.startsWith('suites/export/') && !everywhere.has(other))
      .filter((other) => heightOf(other) > heightOf(file))
      .map((other) => `${file} imports ${other}`),
  );
  expect(upwards).toEqual([]);
  expect(files.length).toBeGreaterThan(70);
});

it('has no circle of files in suites, harness and protocol', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
    if (path.includes(file) || done.has(file)) return;
    for (const next of importsOf.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources)
    if (/^(?:suites|src\/harness|src\/protocol)\//.test(file)) visit(file, []);
  expect(circles).toEqual([]);
});

/**
 * The number of files that a file imports, directly and through others. The files that choose questions
 * or send requests are left out: a rule is read without them.
 */
function closureOf(start: string): number {
  const closure = new Set<string>();
  const visit = (file: string): void => {
    if (closure.has(file) || ASKING.test(file)) return;
    closure.add(file);
    for (const next of importsOf.get(file) ?? []) visit(next);
  };
  visit(start);
  return closure.size;
}

const ASKING =
  /^suites\/(?:export\/(?:survey|questions)\/|[a-z]+\/(?:walks|tokens|transfers|renewal)\.ts)/;

/** The number of files of a suite that its list of topics imports. */
const topicsIn = (file: string): number => {
  const lines = readFileSync(path.join(packageRoot, file), 'utf8').match(
    /^import .* from '\.\/.*';$/gm,
  );
  return lines?.length ?? Number.NaN;
};

it('lets a topic of a suite be read without most of the code', () => {
  const ofExport = importsOf
    .get('suites/export/topics.ts')
    ?.filter((file) => file.startsWith('suites/'));
  expect(ofExport).toHaveLength(topicsIn('suites/export/topics.ts'));
  for (const topic of ofExport ?? [])
    expect([topic, closureOf(topic) <= 64]).toEqual([topic, true]);
  expect(closureOf('suites/export/filters/comparisons.ts')).toBeLessThanOrEqual(48);
  const topics = importsOf
    .get('suites/platform/topics.ts')
    ?.filter((file) => file.startsWith('suites/'));
  expect(topics).toHaveLength(topicsIn('suites/platform/topics.ts'));
  for (const topic of topics ?? []) expect([topic, closureOf(topic) <= 33]).toEqual([topic, true]);
});

it('catches what ends a check in the harness alone', () => {
  const caught = /instanceof (?:CheckEnded|Lost|BudgetSpent|TokenRefused)/;
  const suites = sources.filter((file) => file.startsWith('suites/'));
  expect(
    suites.filter((file) => caught.test(readFileSync(path.join(packageRoot, file), 'utf8'))),
  ).toEqual([]);
});
