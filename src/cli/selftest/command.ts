/** The command `assay selftest`. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientsSuite } from '../../../suites/clients/index.js';
import { suites } from '../../../suites/index.js';
import type { Check } from '../../harness/index.js';
import { count } from '../../report/html/text.js';
import { clientResultsFor, goodClientAlarms } from '../../selftest/client-trials.js';
import { FAULTS } from '../../selftest/faults.js';
import { concerns, type FalseAlarm, HEALTHY } from '../../selftest/healthy.js';
import { type DefectResult, type Fault, idleChecks } from '../../selftest/matrix.js';
import { matrixPage } from '../../selftest/page.js';
import type { Task } from '../../selftest/tasks.js';
import { judgeAll } from '../../selftest/threads.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { knownNames } from '../known-name.js';
import { brokenCommand, honestCommand } from './honest-command.js';
import { progressOn } from './progress-line.js';

export interface SelftestOptions {
  readonly defect?: readonly string[];
  readonly interface?: readonly string[];
  /** Only the checks of these clauses, on the defects that they concern and conforming servers. */
  readonly clause?: readonly string[];
  /** Only these checks, on the defects of their clauses and on conforming servers. */
  readonly check?: readonly string[];
  /**
   * Runs every check on each defect, instead of only the checks of its clause, and does not limit
   * the number of requests to conforming servers.
   */
  readonly all?: boolean;
  /** The number of generated servers, which replace the fixed ones and conform but for `defect`. */
  readonly honest?: number;
  readonly seed?: number;
  /** The number of records on each export server. The suite reads only some of them. */
  readonly records?: number;
  readonly json?: boolean;
  /** Writes the matrix of checks and defects to this file, as a page. */
  readonly matrix?: string;
}

/**
 * Runs the checks on servers and clients with a known defect, and on conforming ones. Every defect
 * must be caught by a check of its clause. A defect that no such check catches is called a
 * survivor, and a check that catches no defect is called idle. No check may fail on a conforming
 * server or client.
 */
export async function selftestCommand(options: SelftestOptions, io: Io): Promise<ExitCode> {
  const { all = false, seed = 1, honest, records } = options;
  if (honest !== undefined)
    return options.defect === undefined
      ? honestCommand({ ...options, honest }, io)
      : brokenCommand(
          { ...options, honest, defect: chooseFaults(options).map(({ id }) => id) },
          io,
        );
  const faults = chooseFaults(options);
  const checks = chosenChecks(options);
  const isPartial = options.defect !== undefined || checks !== undefined;
  const begun = io.clock.now();
  const healthy = options.defect === undefined ? healthyFor(checks) : [];
  const tasks: readonly Task[] = [
    ...faults.filter(isServer).map(({ id }) => ({ kind: 'defect' as const, id })),
    ...healthy.map((id) => ({ kind: 'healthy' as const, id })),
  ];
  let done = 0;
  const progress = progressOn(io);
  // Clients wait in real time, so they are tested first, while the machine is idle.
  const [clientResults, clientAlarms] = await Promise.all([
    clientResultsFor(new Set(faults.map(({ id }) => id))),
    isPartial || records !== undefined ? [] : goodClientAlarms(),
  ]);
  const taskEnded = (): void => {
    done += 1;
    progress(`${done} of ${tasks.length} servers`);
  };
  const outcomes = await judgeAll(tasks, {
    all,
    seed,
    records,
    checks: checks?.map(({ id }) => id),
    signal: io.signal,
    taskEnded,
  });
  progress('');
  const results = [...outcomes.flatMap(({ result }) => result ?? []), ...clientResults];
  const alarms = [...outcomes.flatMap((outcome) => outcome.alarms ?? []), ...clientAlarms];
  if (options.matrix !== undefined) writeMatrix(path.resolve(io.cwd, options.matrix), results);
  const survivors = results.filter(({ killers }) => killers.length === 0);
  const idle = isPartial || records !== undefined ? [] : idleChecks(results);
  const seconds = Math.round((io.clock.now() - begun) / 100) / 10;
  if (options.json) {
    const document = {
      seconds,
      kills: results.map(asJson),
      survivors: survivors.map(({ defect }) => defect.id),
      falseAlarms: alarms,
      idle,
    };
    io.out(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const conforming = healthy.length;
    io.out(describe({ results, survivors, alarms, idle, isPartial, conforming, seconds }));
  }
  if (io.signal.aborted) return EXIT.interrupted;
  return survivors.length + alarms.length + idle.length === 0 ? EXIT.holds : EXIT.broken;
}

/** Writes the page. Sections of clauses that were not tested keep their earlier content. */
function writeMatrix(file: string, results: readonly DefectResult[]): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  writeFileSync(file, matrixPage(results, before));
}

/** The checks that the options name; undefined if they name none. */
function chosenChecks({
  interface: names,
  clause: clauses,
  check: ids,
}: SelftestOptions): readonly Check[] | undefined {
  if ((names ?? clauses ?? ids) === undefined) return undefined;
  const all = [...suites, clientsSuite].flatMap((suite) => suite.checks);
  const knownClauses = all.flatMap((check) => check.clauses);
  const knownChecks = all.map((check) => check.id);
  const wantedClauses = clauses?.flatMap((id) => knownNames('clause', id, knownClauses));
  const wantedChecks = ids?.flatMap((id) => knownNames('check', id, knownChecks));
  return all.filter(
    (check) =>
      (names?.includes(check.interface) ?? true) &&
      (wantedClauses?.some((clause) => check.clauses.includes(clause)) ?? true) &&
      (wantedChecks?.includes(check.id) ?? true),
  );
}

/** The conforming servers on which these checks are run. */
function healthyFor(checks: readonly Check[] | undefined): readonly string[] {
  const all = [...HEALTHY.keys()];
  if (checks === undefined) return all;
  const names = new Set(checks.map((check) => check.interface));
  return all.filter((id) => [...names].some((name) => concerns(id, name)));
}

function chooseFaults(options: SelftestOptions): readonly Fault[] {
  const { defect: ids, records } = options;
  const { interface: names = records === undefined ? undefined : ['export'] } = options;
  const isNamed = options.clause !== undefined || options.check !== undefined;
  const clauses = isNamed ? chosenChecks(options)?.flatMap((check) => check.clauses) : undefined;
  const knownFaults = FAULTS.map((fault) => fault.id);
  const knownInterfaces = FAULTS.map((fault) => fault.interface);
  const wantedFaults = ids?.flatMap((id) => knownNames('defect', id, knownFaults));
  const wantedInterfaces = names?.flatMap((name) => knownNames('interface', name, knownInterfaces));
  return FAULTS.filter(
    ({ id, interface: name, clause }) =>
      (wantedFaults?.includes(id) ?? true) &&
      (wantedInterfaces?.includes(name) ?? true) &&
      (clauses?.includes(clause) ?? true),
  );
}

const isServer = ({ interface: name }: Fault): boolean => name !== 'clients';

const asJson = ({ defect, killers, others }: DefectResult) => ({
  id: defect.id,
  interface: defect.interface,
  clause: defect.clause,
  severity: defect.severity,
  killers,
  others,
});

interface Outcome {
  /** Of each defect, caught or not. */
  readonly results: readonly DefectResult[];
  readonly survivors: readonly DefectResult[];
  readonly alarms: readonly FalseAlarm[];
  readonly idle: readonly string[];
  readonly isPartial: boolean;
  /** The number of conforming servers that were tested. */
  readonly conforming: number;
  readonly seconds: number;
}

/** A line for each reason why a check accuses conforming servers. */
function falseAlarmsIn(alarms: Outcome['alarms']): readonly string[] {
  const variants = new Map<string, string[]>();
  for (const { variant, check, reason } of alarms) {
    const words = `${check}: ${reason}`;
    variants.set(words, [...(variants.get(words) ?? []), variant]);
  }
  return [...variants].map(([words, [first = '', ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'other')}`;
    return `False alarm  ${first}${more}: ${words}`;
  });
}

function describe({
  results,
  survivors,
  alarms,
  idle,
  isPartial,
  conforming,
  seconds,
}: Outcome): string {
  const clauses = [...new Set(results.map(({ defect }) => defect.clause))];
  const rows = clauses.map((clause) => {
    const ofClause = results.filter(({ defect }) => defect.clause === clause);
    const caught = ofClause.filter(({ killers }) => killers.length > 0);
    return `${clause.padEnd(13)} ${caught.length} of ${ofClause.length}`;
  });
  const lists = [
    ...survivors.map(
      ({ defect, others }) =>
        `Survivor     ${defect.id} (${defect.clause}): ${defect.sentence}${others.length > 0 ? ` Caught only by ${others.join(', ')}.` : ''}`,
    ),
    ...falseAlarmsIn(alarms),
    ...idle.map((id) => `Idle check   ${id} catches no defect`),
  ];
  const summary = [
    `${results.length - survivors.length} of ${results.length} defects caught by a check of their clause`,
    count(survivors.length, 'survivor'),
    ...(conforming === 0
      ? []
      : [`${count(alarms.length, 'false alarm')} on ${count(conforming, 'conforming server')}`]),
    ...(isPartial ? [] : [count(idle.length, 'idle check')]),
    `in ${seconds} s`,
  ].join(', ');
  return `${[...rows, '', ...lists, summary].join('\n')}\n`;
}
