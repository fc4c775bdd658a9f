/** The command `assay selftest --honest`, which tests generated conforming servers. */

import type { ServerDescription } from '../../reference/index.js';
import { type Accused, BATCH, trialsOfPairs } from '../../selftest/honest.js';
import type { Task } from '../../selftest/tasks.js';
import { judgeAll } from '../../selftest/threads.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { progressOn } from './progress-line.js';

interface HonestOptions {
  /**
   * The number of servers. Without `defect` it is rounded up to whole batches of `BATCH` servers.
   */
  readonly honest: number;
  /**
   * Also tests servers that together have every pair of variants. A variant is another way in which
   * the reference server can conform.
   */
  readonly all?: boolean;
  readonly seed?: number;
  readonly json?: boolean;
  readonly defect?: readonly string[];
}

/** `--honest N`: no check may fail on any of the N servers. */
export async function honestCommand(
  { honest, all = false, seed = 1, json }: HonestOptions,
  io: Io,
): Promise<ExitCode> {
  const begun = io.clock.now();
  const batches = Math.ceil(honest / BATCH);
  const tasks: readonly Task[] = [
    ...Array.from({ length: batches }, (_, at) => ({
      kind: 'honest' as const,
      id: String(seed + at),
    })),
    ...(all
      ? trialsOfPairs().map((_, at) => ({ kind: 'honest-pair' as const, id: String(at) }))
      : []),
  ];
  let done = 0;
  const progress = progressOn(io);
  const taskEnded = (): void => {
    done += 1;
    progress(`${done} of ${tasks.length} batches`);
  };
  const outcomes = await judgeAll(tasks, { all, seed, signal: io.signal, taskEnded });
  progress('');
  const servers = outcomes.reduce((sum, { honest: one }) => sum + (one?.servers ?? 0), 0);
  const accused = outcomes.flatMap(({ honest: one }) => one?.accused ?? []);
  const seconds = Math.round((io.clock.now() - begun) / 100) / 10;
  if (json) io.out(`${JSON.stringify({ seconds, servers, accused }, null, 2)}\n`);
  else
    io.out(
      `${[
        ...accused.flatMap(reproductionOf),
        `${servers} conforming servers (seeds ${seed} to ${seed + batches - 1}${all ? ', and all pairs of variants' : ''}), ${accused.length} with false alarms, in ${seconds} s`,
      ].join('\n')}\n`,
    );
  if (io.signal.aborted) return EXIT.interrupted;
  return accused.length === 0 ? EXIT.holds : EXIT.broken;
}

/**
 * `--honest N --defect IDS`: adds each defect to N servers. A server is counted only if the defect
 * changes one of its responses.
 */
export async function brokenCommand(
  { honest, defect = [], seed = 1, json }: HonestOptions,
  io: Io,
): Promise<ExitCode> {
  const tasks = defect.map((id): Task => ({ kind: 'broken', id: `${id} ${honest}` }));
  const outcomes = await judgeAll(tasks, { all: true, seed, signal: io.signal });
  const shown = outcomes.flatMap(({ broken = [] }) => broken).filter(({ shows }) => shows);
  const missed = shown.filter((server) => !server.caught);
  const caught = shown.length - missed.length;
  if (json) io.out(`${JSON.stringify({ shown: shown.length, missed }, null, 2)}\n`);
  else
    io.out(
      `${[
        ...missed.map(
          ({ defect: id, server }) =>
            `Missed  ${id}\n  assay serve --defect ${id} --honest '${asArgument(server)}'`,
        ),
        `Defects were caught on ${caught} of ${shown.length} servers whose responses changed (${defect.length} defects on ${honest} servers each)`,
      ].join('\n')}\n`,
    );
  if (io.signal.aborted) return EXIT.interrupted;
  return caught / Math.max(1, shown.length) >= MIN_CAUGHT_SHARE ? EXIT.holds : EXIT.broken;
}

/** A defect must be caught on this share of the servers on which it changes a response. */
const MIN_CAUGHT_SHARE = 0.9;

const asArgument = (server: ServerDescription): string =>
  JSON.stringify(server).replaceAll("'", '\\u0027');

const reproductionOf = ({
  words,
  server,
  seed,
  maxRequests,
  leftOut = [],
  interface: name,
}: Accused): readonly string[] => {
  const options = [
    `--seed ${seed}`,
    ...(name === undefined ? [] : [`--interface ${name}`]),
    ...(maxRequests === null ? [] : [`--max-requests ${maxRequests}`]),
  ];
  return [
    ...words.map((word) => `False alarm  ${word}`),
    ...(leftOut.length === 0 ? [] : [`  without the settings ${leftOut.join(', ')}`]),
    `  assay serve --honest '${asArgument(server)}'`,
    `  assay run ${options.join(' ')}`,
  ];
};
