import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import type { LedgerEvent, VerdictEvent } from '../../src/ledger/index.js';
import { DEFECTS, type Defect, type Reference, startReference } from '../../src/reference/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { settings, targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { openShell, type Shell } from './shell.js';

const clock = virtualClock();

/**
 * Clauses about several responses to one request: their defects show at every third request,
 * between requests at once, or some seconds later, and not by commands in a row. HND-BODY-3 needs a
 * handover before, which no command repeats.
 */
const OF_SEVERAL: readonly string[] = ['EXP-LIST-11', 'TOK-RES-5', 'HND-BODY-3'];

/** The first defect of each clause; of the many of the export interface two in five. */
const SHOWN_AT_ONCE = DEFECTS.filter(({ clause }) => !OF_SEVERAL.includes(clause));
const CHOSEN = [...new Map([...SHOWN_AT_ONCE].reverse().map((one) => [one.clause, one])).values()]
  .reverse()
  .filter((one, turn) => one.interface !== 'export' || turn % 5 < 2);

/** One of each interface, which every `npm test` looks at, and the rest. */
const first = new Map([...CHOSEN].reverse().map((one) => [one.interface, one]));
export const FEW = CHOSEN.filter((one) => first.get(one.interface) === one);
export const REST = CHOSEN.filter((one) => first.get(one.interface) !== one);

/** What changes from one answer to the next, and means nothing. */
const steady = (output: string, origin: string): string =>
  output
    .replaceAll(origin, '<origin>')
    .replace(/^date: .*\r?\n/gim, '')
    .replace(/^content-length: .*\r?\n(?=[\s\S]*\beyJ)/gim, '')
    .replace(/\beyJ[\w-]+\.([\w-]+)\.[\w-]*/g, (_, payload: string) => {
      const { exp, iat } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        exp?: number;
        iat?: number;
      };
      return `<JWT for ${Math.round(((exp ?? 0) - (iat ?? 0)) / 60)} min>`;
    });

async function judge(
  server: Reference,
  wanted: (id: string, clauses: readonly string[]) => boolean,
  replay?: string,
) {
  const verdicts = new Map<string, VerdictEvent>();
  const target = targetFrom({ ...server.target, timeout: '5s' }, 'reference');
  const fixture =
    target.export === undefined
      ? target
      : { ...target, export: { ...target.export, fixture: server.records } };
  await runSuites(suites, fixture, {
    clock,
    allowDestructive: true,
    wanted: ({ id, clauses }) => wanted(id, clauses),
    toolVersion: 'test',
    replay,
    record: (event: LedgerEvent) => {
      if (event.type === 'verdict') verdicts.set(event.check, event);
    },
  });
  return [...verdicts.values()];
}

const SETTINGS: ReadonlySet<string> = new Set(settings.map(({ variable }) => variable));

/**
 * Tests that the commands of a finding show it: what they print of the broken server is not what
 * they print of a healthy one.
 */
export function areShown(defects: readonly Defect[]): void {
  let healthy: Reference;
  let shell: Shell;
  beforeAll(async () => {
    healthy = await startReference({ clock: clock.now, tokenLifetime: 8 });
    shell = await openShell(clock);
  });
  afterAll(async () => {
    shell.close();
    await healthy.close();
  });

  it.each(defects.map(({ id, clause }) => [id, clause]))(
    '%s (%s) is shown by its commands',
    async (id, clause) => {
      const server = await startReference({ clock: clock.now, defects: [id], tokenLifetime: 8 });
      try {
        const found = (await judge(server, (_, clauses) => clauses.includes(clause))).find(
          ({ verdict, commands }) =>
            (verdict === 'failed' || verdict === 'warning') && commands !== undefined,
        );
        const { check = '', commands = [], replay = '' } = found ?? {};
        expect(commands.length).toBeGreaterThan(0);
        const named = commands.flatMap((command) =>
          [...command.matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name ?? ''),
        );
        const unknown = named.filter(
          (name) => !SETTINGS.has(name) && !/^ACCESS_TOKEN_\d+$/.test(name),
        );
        expect(unknown).toEqual([]);
        const [origin, other] = [server, healthy].map(
          ({ baseUrls }) => new URL(baseUrls.export).origin,
        );
        const shown = await shell.paste(commands, server.environment());
        const well = await shell.paste(
          commands.map((one) => one.replaceAll(origin ?? '', other ?? '')),
          healthy.environment(),
        );
        const [a, b] = [steady(shown, origin ?? ''), steady(well, other ?? '')];
        expect(a).not.toEqual(b);
        const path = /--replay (\S+)/.exec(replay)?.[1];
        if (path !== undefined) {
          const again = await judge(server, (one) => one === check, path);
          expect(again.map(({ verdict }) => verdict)).toEqual([found?.verdict]);
        }
      } finally {
        await server.close();
      }
    },
  );
}
