/** Opens the outputs that `--output` names. */

import path from 'node:path';
import { UsageError } from '../../settings/index.js';
import { type OtlpOptions, otlpOutput } from './otlp.js';
import type { Output } from './output.js';
import { prometheusOutput } from './prometheus.js';
import { samplesFile } from './samples-file.js';

export { NOTHING, type Output, observesAll } from './output.js';

export interface OutputOptions extends OtlpOptions {
  readonly cwd: string;
  /**
   * The maximum number of requests that are written to a file for each second. If it is infinite,
   * all requests are written.
   */
  readonly samples: number;
  /** Aborts when the user ends the run. */
  readonly signal?: AbortSignal;
}

type Open = (place: string, options: OutputOptions) => Output | Promise<Output>;

/**
 * The outputs by their names in `--output`, each with an example of its destination (file, port or
 * address).
 */
const KINDS: Readonly<Record<string, { readonly example: string; readonly open: Open }>> = {
  ndjson: {
    example: 'samples.ndjson',
    open: (file, { cwd, samples }) => samplesFile('ndjson', path.resolve(cwd, file), samples),
  },
  csv: {
    example: 'samples.csv',
    open: (file, { cwd, samples }) => samplesFile('csv', path.resolve(cwd, file), samples),
  },
  otlp: { example: 'http://localhost:4318', open: otlpOutput },
  prometheus: { example: '9464', open: prometheusOutput },
};

/**
 * Each of the `specs` is a value of `--output`, such as `csv=samples.csv`. Throws a UsageError if
 * an output is unknown or has no destination. If one output cannot be opened, the others are
 * closed.
 */
export async function openOutputs(
  specs: readonly string[],
  options: OutputOptions,
): Promise<Output[]> {
  const chosen = specs.map((spec) => {
    const [, kind = spec, place = ''] = /^(.*?)=(.*)$/s.exec(spec) ?? [];
    const known = KINDS[kind];
    const examples = Object.entries(KINDS).map(([name, { example }]) => `${name}=${example}`);
    if (!known)
      throw new UsageError(`--output ${spec} is not known. Known: ${examples.join(', ')}.`);
    // An environment variable can name the destination for OpenTelemetry.
    if (place !== '' || kind === 'otlp') return { known, place };
    throw new UsageError(
      `--output ${kind} names no destination. Use --output ${kind}=${known.example}.`,
    );
  });
  const opened: Output[] = [];
  try {
    for (const { known, place } of chosen) opened.push(await known.open(place, options));
    return opened;
  } catch (error) {
    await Promise.allSettled(opened.map((output) => output.close()));
    throw error;
  }
}
