import path from 'node:path';
import { UsageError } from '../../settings/index.js';
import { otlpOutput } from './otlp.js';
import type { Output } from './output.js';
import { prometheusEndpoint } from './prometheus.js';
import { samplesFile } from './samples-file.js';

export { NOTHING, type Output, observesAll } from './output.js';

export interface OutputOptions {
  readonly cwd: string;
  /** The most samples a second in a file; infinity for every one. */
  readonly samples: number;
  readonly version: string;
  /** Name of the target. */
  readonly target: string;
}

type Open = (value: string | undefined, options: OutputOptions) => Output | Promise<Output>;

/** Every kind of output, by the name that `--output` takes. */
const KINDS: Readonly<Record<string, { readonly example: string; readonly open: Open }>> = {
  ndjson: {
    example: 'ndjson=samples.ndjson',
    open: (file, { cwd, samples }) => samplesFile('ndjson', path.resolve(cwd, given('ndjson', file)), samples),
  },
  csv: {
    example: 'csv=samples.csv',
    open: (file, { cwd, samples }) => samplesFile('csv', path.resolve(cwd, given('csv', file)), samples),
  },
  prometheus: { example: 'prometheus=9464', open: (port) => prometheusEndpoint(portOf(given('prometheus', port))) },
  otlp: {
    example: 'otlp=http://localhost:4318',
    open: (url, { version, target }) => otlpOutput(url, version, target),
  },
};

function given(kind: string, value: string | undefined): string {
  if (value !== undefined && value !== '') return value;
  throw new UsageError(`--output ${kind} names no place. Say --output ${KINDS[kind]?.example}.`);
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--output prometheus=${text} is no port. Say --output prometheus=9464.`);
}

/** Opens what `--output` names, `kind=place` each. Throws a UsageError for what is no output, before anything is sent. */
export async function openOutputs(specs: readonly string[], options: OutputOptions): Promise<Output[]> {
  const asked = specs.map((spec) => {
    const [kind = '', ...rest] = spec.split('=');
    const known = KINDS[kind];
    if (known) return { known, value: rest.length === 0 ? undefined : rest.join('=') };
    const all = Object.values(KINDS).map(({ example }) => example);
    throw new UsageError(`--output ${spec} is not known. Known: ${all.join(', ')}.`);
  });
  const opened: Output[] = [];
  try {
    for (const { known, value } of asked) opened.push(await known.open(value, options));
    return opened;
  } catch (error) {
    await Promise.allSettled(opened.map((output) => output.close()));
    throw error;
  }
}
