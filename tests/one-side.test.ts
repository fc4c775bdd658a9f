import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { trial as Trial } from '../src/selftest/trial.js';

/** What a test changes in memory: one value of one side. */
const changed = { reference: new Map<string, unknown>(), judge: new Map<string, unknown>() };

/** An object with the changed values, also in the objects that it contains. */
const withChanges = <T extends object>(
  all: T,
  changes: ReadonlyMap<string, unknown>,
  prefix = '',
): T =>
  new Proxy(all, {
    get(_, name) {
      const path = `${prefix}${String(name)}`;
      if (changes.has(path)) return changes.get(path);
      const value: unknown = Reflect.get(all, name);
      return typeof value === 'object' && value !== null
        ? withChanges(value, changes, `${path}.`)
        : value;
    },
  });

const DOCUMENT = '../src/reference/document.js';
const EXPORT = '../src/protocol/export/question.js';
const PLATFORM = '../src/protocol/platform/question.js';
const ERRORS = '../suites/export/model/error-table.js';

let trial: typeof Trial;

// Modules that other tests have imported are imported anew, with the changes.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(DOCUMENT, async (original) => withChanges(await original<object>(), changed.reference));
  for (const [module, name] of [
    [EXPORT, 'export.DEFAULT_LIMIT'],
    [PLATFORM, 'platform.DEFAULT_LIMIT'],
  ] as const)
    vi.doMock(module, async (original) => {
      const constants = await original<{ readonly DEFAULT_LIMIT: number }>();
      return {
        ...constants,
        get DEFAULT_LIMIT() {
          return changed.judge.get(name) ?? constants.DEFAULT_LIMIT;
        },
      };
    });
  vi.doMock(ERRORS, async (original) => {
    const table = await original<typeof import('../suites/export/model/error-table.js')>();
    return { ...table, documented: withChanges(table.documented, changed.judge) };
  });
  ({ trial } = await import('../src/selftest/trial.js'));
});

afterAll(() => {
  for (const module of [DOCUMENT, EXPORT, PLATFORM, ERRORS]) vi.doUnmock(module);
  vi.resetModules();
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
  ['EXP-LIST-5', 'EXPORT_DEFAULT_LIMIT', 'export.DEFAULT_LIMIT', 111],
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
