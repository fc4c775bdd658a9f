import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFECTS, VARIANTS } from '../../reference/index.js';
import { expectKnown } from '../choose-checks.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { complains, idleChecks, type Kill, killMatrix } from './matrix.js';
import { matrixPage } from './page.js';
import { trial } from './trial.js';

export interface SelftestOptions {
  readonly defect?: readonly string[];
  readonly interface?: readonly string[];
  readonly all?: boolean;
  readonly seed?: number;
  readonly json?: boolean;
  /** Writes the matrix as a page there. */
  readonly matrix?: string;
}

interface FalseAlarm {
  readonly variant: string;
  readonly check: string;
  readonly reason: string;
}

/** `assay selftest`: every defect must be caught by a check of its clause, every healthy variant by none. */
export async function selftestCommand(options: SelftestOptions, io: Io): Promise<ExitCode> {
  for (const id of options.defect ?? [])
    expectKnown(
      'defect',
      id,
      DEFECTS.map((one) => one.id),
    );
  const partial = options.defect !== undefined || options.interface !== undefined;
  const defects = DEFECTS.filter(
    ({ id, interface: name }) => (options.defect?.includes(id) ?? true) && (options.interface?.includes(name) ?? true),
  );
  const begun = io.clock.now();
  const progress = (text: string): void => io.err(io.terminal.err ? `\r\u001b[K${text}` : '');
  let done = 0;
  const kills = await killMatrix({
    defects,
    all: options.all ?? false,
    seed: options.seed ?? 1,
    signal: io.signal,
    seen: () => progress(`${++done} of ${defects.length} defects`),
  });
  if (options.matrix !== undefined) writeFileSync(path.resolve(io.cwd, options.matrix), matrixPage(kills));
  const alarms = partial ? [] : await falseAlarms(options.seed ?? 1, io, progress);
  progress('');
  const survivors = kills.filter(({ killers }) => killers.length === 0);
  const idle = partial ? [] : idleChecks(kills);
  const seconds = Math.round((io.clock.now() - begun) / 100) / 10;
  if (options.json)
    io.out(
      `${JSON.stringify({ seconds, kills: kills.map(asJson), survivors: survivors.map(({ defect }) => defect.id), falseAlarms: alarms, idle }, null, 2)}\n`,
    );
  else io.out(describe(kills, survivors, alarms, idle, partial, seconds));
  if (io.signal.aborted) return EXIT.interrupted;
  return survivors.length + alarms.length + idle.length === 0 ? EXIT.holds : EXIT.broken;
}

/** The healthy server and its variants, each put to every check. */
async function falseAlarms(seed: number, io: Io, progress: (text: string) => void): Promise<readonly FalseAlarm[]> {
  const found: FalseAlarm[] = [];
  const healthy = [{ id: 'healthy', options: {} }, ...VARIANTS.filter(({ large }) => !large)];
  for (const [index, { id, options }] of healthy.entries()) {
    if (io.signal.aborted) break;
    progress(`${index + 1} of ${healthy.length} healthy servers`);
    const verdicts = await trial(options, {
      seed,
      maxRequests: 250,
      wanted: ({ interface: name }) => concerns(id, name),
    });
    const failed = verdicts.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive');
    const warned = id === 'healthy' ? verdicts.filter((event) => complains(event) && event.verdict === 'warning') : [];
    for (const event of [...failed, ...warned])
      found.push({ variant: id, check: event.check, reason: event.reason ?? '' });
  }
  return found;
}

/** A variant of one interface is put to the checks of that interface alone. */
function concerns(variant: string, name: string): boolean {
  const [topic = ''] = variant.split('.');
  const own = topic === 'tokens' ? 'templates' : topic;
  return !['templates', 'platform', 'handover'].includes(own) || name === own;
}

const asJson = ({ defect, killers, others }: Kill) => ({
  id: defect.id,
  interface: defect.interface,
  clause: defect.clause,
  severity: defect.severity,
  killers,
  others,
});

function describe(
  kills: readonly Kill[],
  survivors: readonly Kill[],
  alarms: readonly FalseAlarm[],
  idle: readonly string[],
  partial: boolean,
  seconds: number,
): string {
  const clauses = [...new Set(kills.map(({ defect }) => defect.clause))];
  const rows = clauses.map((clause) => {
    const of = kills.filter(({ defect }) => defect.clause === clause);
    return `${clause.padEnd(13)} ${of.filter(({ killers }) => killers.length > 0).length} of ${of.length}`;
  });
  const lists = [
    ...survivors.map(
      ({ defect, others }) =>
        `Survivor     ${defect.id} (${defect.clause}): ${defect.sentence}${others.length > 0 ? ` Caught only by ${others.join(', ')}.` : ''}`,
    ),
    ...alarms.map(({ variant, check, reason }) => `False alarm  ${variant}: ${check}: ${reason}`),
    ...idle.map((id) => `Idle check   ${id} catches no defect`),
  ];
  const summary = `${kills.length - survivors.length} of ${kills.length} defects caught by a check of their clause, ${survivors.length} survivors${partial ? '' : `, ${alarms.length} false alarms, ${idle.length} idle checks`}, in ${seconds} s`;
  return `${[...rows, '', ...lists, summary].join('\n')}\n`;
}
