import { EXIT, type ExitCode, type Io } from '../io.js';
import { type Accused, BATCH, pairsOfVariants } from './honest.js';
import { progressOn } from './progress-line.js';
import type { Task } from './tasks.js';
import { judgeAll } from './threads.js';

interface HonestOptions {
  readonly honest: number;
  readonly all?: boolean;
  readonly seed?: number;
  readonly json?: boolean;
}

/** `assay selftest --honest N`: so many arbitrary servers that conform, none of which may be accused. */
export async function honestCommand({ honest, all = false, seed = 1, json }: HonestOptions, io: Io): Promise<ExitCode> {
  const begun = io.clock.now();
  const batches = Math.ceil(honest / BATCH);
  const tasks: readonly Task[] = [
    ...Array.from({ length: batches }, (_, at) => ({ kind: 'honest' as const, id: String(seed + at) })),
    ...(all ? pairsOfVariants().map((_, at) => ({ kind: 'honest-pair' as const, id: String(at) })) : []),
  ];
  let done = 0;
  const progress = progressOn(io);
  const seen = (): void => progress(`${++done} of ${tasks.length} batches`);
  const outcomes = await judgeAll(tasks, { all, seed, signal: io.signal, seen });
  progress('');
  const servers = outcomes.reduce((sum, { honest: one }) => sum + (one?.servers ?? 0), 0);
  const accused = outcomes.flatMap(({ honest: one }) => one?.accused ?? []);
  const seconds = Math.round((io.clock.now() - begun) / 100) / 10;
  if (json) io.out(`${JSON.stringify({ seconds, servers, accused }, null, 2)}\n`);
  else
    io.out(
      `${[
        ...accused.flatMap(told),
        `${servers} servers that conform (seeds ${seed} to ${seed + batches - 1}${all ? ', and every two variants' : ''}), ${accused.length} accused, in ${seconds} s`,
      ].join('\n')}\n`,
    );
  if (io.signal.aborted) return EXIT.interrupted;
  return accused.length === 0 ? EXIT.holds : EXIT.broken;
}

/** What was said of a server, and the commands that show it. */
const told = ({ words, server, seed, maxRequests }: Accused): readonly string[] => [
  ...words.map((word) => `False alarm  ${word}`),
  `  assay serve --honest '${JSON.stringify(server).replaceAll("'", '\\u0027')}'`,
  `  assay run --seed ${seed}${maxRequests === null ? '' : ` --max-requests ${maxRequests}`}`,
];
