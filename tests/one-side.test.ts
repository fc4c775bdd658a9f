import { afterEach, expect, it, vi } from 'vitest';
import { trial } from '../src/selftest/trial.js';

/** What a test changes in memory: one value of one side. */
const changed = vi.hoisted(() => ({
  reference: new Map<string, unknown>(),
  judge: new Map<string, unknown>(),
}));

/** The exports of a module, and the members of its tables, with the changed values. */
const withChanges = vi.hoisted(
  () =>
    <T extends object>(exports: T, changes: ReadonlyMap<string, unknown>, prefix = ''): T =>
      new Proxy(exports, {
        get(all, name) {
          const path = `${prefix}${String(name)}`;
          if (changes.has(path)) return changes.get(path);
          const value: unknown = Reflect.get(all, name);
          return typeof value === 'object' && value !== null
            ? withChanges(value, changes, `${path}.`)
            : value;
        },
      }),
);

vi.mock('../src/reference/document.js', async (original) =>
  withChanges(await original<object>(), changed.reference),
);
vi.mock('../src/protocol/export/question.js', async (original) => ({
  ...(await original<object>()),
  get DEFAULT_LIMIT() {
    return changed.judge.get('export.DEFAULT_LIMIT') ?? 100;
  },
}));
vi.mock('../src/protocol/platform/question.js', async (original) => ({
  ...(await original<object>()),
  get DEFAULT_LIMIT() {
    return changed.judge.get('platform.DEFAULT_LIMIT') ?? 50;
  },
}));
vi.mock('../suites/export/model/error-table.js', async (original) => {
  const table = await original<typeof import('../suites/export/model/error-table.js')>();
  return { ...table, documented: withChanges(table.documented, changed.judge) };
});

afterEach(() => {
  changed.reference.clear();
  changed.judge.clear();
});

/** The checks of a clause that fail. */
async function failing(clause: string): Promise<readonly string[]> {
  const verdicts = await trial(
    {},
    { inProcess: true, wanted: ({ clauses }) => clauses.includes(clause), generate: false },
  );
  expect(verdicts.length).toBeGreaterThan(0);
  return verdicts.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []));
}

it.each([
  ['EXP-LIST-5', 'EXPORT_DEFAULT_LIMIT', 'export.DEFAULT_LIMIT', 200],
  ['PLT-PAGE-3', 'PLATFORM_DEFAULT_LIMIT', 'platform.DEFAULT_LIMIT', 60],
  ['EXP-AUTH-1', 'ERROR_TEXTS.tokenMissing', 'token missing.text', 'A token is required'],
  ['EXP-AUTH-2', 'ERROR_TEXTS.tokenMalformed', 'token format.text', 'Malformed token'],
  ['EXP-AUTH-3', 'ERROR_TEXTS.notAuthorized', 'not authorized.text', 'Forbidden token'],
  ['EXP-AUTH-6', 'ERROR_TEXTS.destinationMissing', 'destination missing.text', 'No destination'],
  ['EXP-AUTH-7', 'ERROR_TEXTS.destinationMalformed', 'destination format.text', 'Bad destination'],
  ['EXP-ERR-2', 'ERROR_TEXTS.noData', 'no data.text', 'Nothing exported'],
  ['EXP-ERR-5', 'ERROR_TEXTS.noRoute', 'unknown route.text', 'No route "{path}"'],
])(
  '%s fails if %s of the server or %s of the judge is another',
  async (clause, ofServer, ofJudge, other) => {
    expect(await failing(clause)).toEqual([]);
    changed.reference.set(ofServer, other);
    expect(await failing(clause)).not.toEqual([]);
    changed.reference.clear();
    changed.judge.set(ofJudge, other);
    expect(await failing(clause)).not.toEqual([]);
  },
);
