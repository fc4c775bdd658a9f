import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { NOT_IMPLEMENTED, type Scenario, scenarios, tasks } from '../../suites/clients/index.js';
import { launchCommand, runClient, withoutTargets } from '../clients/index.js';
import { Redactor } from '../http/index.js';
import { UsageError } from '../target/index.js';
import { expectKnown } from './choose-checks.js';
import { judgeGate } from './gate.js';
import type { ExitCode, Io } from './io.js';
import { quoted } from './quoted.js';
import { chooseReports, makeReports, type Recording, recordRun, refuseInterrupted, stamp } from './report-files.js';
import { toolVersion } from './version.js';

export interface ClientCommandOptions {
  /** Ids; a trailing `*` matches any ending. Default all. */
  readonly scenario?: readonly string[];
  readonly seed?: number;
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly out?: string;
  readonly reporter?: readonly string[];
  /** Scenarios under way at once. */
  readonly concurrency?: number;
  /** Seconds after which a client is stopped. */
  readonly timeout?: number;
  /** Leaves the client the home folder of its user; else each start finds an empty one. */
  readonly keepHome?: boolean;
}

/** What `assay client --help` adds: what a client finds in its environment and may be asked to do. */
export const clientHelp = `
COMMAND is run once for each scenario. It finds the addresses and credentials in its environment, under the names of the
target settings (EXPORT_BASE_URL, AUTH_URL, ETM_CLIENT_ID …), and what to do in ASSAY_TASK:
${Object.entries(tasks)
  .map(([task, meaning]) => `  ${task.padEnd(38)} ${meaning}`)
  .join('\n')}
A client that does not do a task ends with exit code ${NOT_IMPLEMENTED}, and the scenario is skipped.
`;

/** `assay client -- COMMAND…`: runs a client against scripted servers and judges it. Answers the exit code. */
export async function clientCommand(
  command: readonly string[],
  options: ClientCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const asked = chooseScenarios(options.scenario);
  const chosen = chooseReports(options.reporter, options);
  expectProgram(command[0], io);
  const folder = path.resolve(io.cwd, options.out ?? path.join('reports', 'client', stamp(io.clock.now())));
  let redactor = new Redactor([]);
  refuseInterrupted(folder, io);
  const judgeClient = async ({ record, signal, carried }: Recording): Promise<void> => {
    redactor = await runClient(asked, {
      launch: launchCommand(command, {
        environment: withoutTargets(io.environment),
        cwd: io.cwd,
        keepHome: options.keepHome ?? false,
      }),
      name: nameOf(command),
      command: command.map(quoted).join(' '),
      toolVersion: toolVersion(),
      signal,
      clock: io.clock,
      seed: options.seed ?? 1,
      strict: options.strict ?? false,
      ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
      ...(options.timeout === undefined ? {} : { limitMs: options.timeout * 1000 }),
      record: (event) => {
        record(event);
        if (event.type === 'header') carried();
      },
    });
  };
  return recordRun(folder, { requests: asked.length * 6, durationMs: 10_000 }, io, judgeClient, (events, refusalTold) =>
    makeReports(
      events,
      { ...options, folder, chosen, judge: (report) => judgeGate(report), redactor, refusalTold },
      io,
    ),
  );
}

function chooseScenarios(wanted: readonly string[] | undefined): readonly Scenario[] {
  if (wanted === undefined || wanted.length === 0) return scenarios;
  const ids = scenarios.map(({ id }) => id);
  for (const one of wanted) expectKnown('scenario', one, ids);
  return scenarios.filter(({ id }) =>
    wanted.some((one) =>
      one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id.toLowerCase() === one.toLowerCase(),
    ),
  );
}

/** Throws a UsageError where the command names no program, before anything is written. */
function expectProgram(program: string | undefined, { environment, cwd }: Io): void {
  if (program === undefined || program === '')
    throw new UsageError(
      'Name the client to run: assay client -- COMMAND…, for example assay client -- node client.mjs',
    );
  // Windows finds programs by rules of its own; there the start itself tells.
  if (process.platform === 'win32') return;
  const places = program.includes('/')
    ? [path.resolve(cwd, program)]
    : (environment.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, program));
  if (places.some(isProgram)) return;
  const file = places.find((place) => existsSync(place));
  throw new UsageError(
    `The client "${program}" cannot be started: ${file === undefined ? 'there is no such program' : whyNoProgram(program, file)}.`,
  );
}

const whyNoProgram = (program: string, file: string): string =>
  statSync(file).isDirectory()
    ? 'it is a folder: name a program'
    : `it has no execute permission: chmod +x ${program}, or name what runs it, for example assay client -- node ${program}`;

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** `client.mjs` for `node client.mjs`, `myclient` for `./myclient --fast`. */
const nameOf = ([program = 'client', ...words]: readonly string[]): string =>
  path.basename(words.find((word) => /^[\w@./][\w@./-]*\.\w+$/.test(word)) ?? program);
