import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import type { Sample } from '../record/index.js';
import type { Output, Second } from './output.js';

const round = (ms: number): number => Math.round(ms * 1000) / 1000;

const COLUMNS = [
  'time',
  'scenario',
  'request',
  'lagMs',
  'firstByteMs',
  'serviceMs',
  'responseMs',
  'status',
  'error',
  'tags',
] as const;

/** A sample as it is written: the time it was meant for, in full, and durations in milliseconds. */
function rowOf(sample: Sample, { began, plan }: Second) {
  const { at, scenario, request, lag, firstByte, service, response, status, error } = sample;
  const tags = plan.scenarios.find(({ name }) => name === scenario)?.tags;
  return {
    time: new Date(began.getTime() + at).toISOString(),
    scenario,
    request,
    lagMs: round(lag),
    ...(firstByte === undefined ? {} : { firstByteMs: round(firstByte) }),
    serviceMs: round(service),
    responseMs: round(response),
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** RFC 4180; a cell that a spreadsheet would take for a formula is made text. */
function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const FORMATS = {
  ndjson: { head: '', line: (row: ReturnType<typeof rowOf>): string => `${JSON.stringify(row)}\n` },
  csv: {
    head: `${COLUMNS.join(',')}\r\n`,
    line: (row: ReturnType<typeof rowOf>): string => `${COLUMNS.map((column) => cell(row[column])).join(',')}\r\n`,
  },
} as const;

/** Opens a file for writing, with its folders. */
export function openFile(file: string): WriteStream {
  mkdirSync(path.dirname(file), { recursive: true });
  return createWriteStream(file);
}

/** Ends a file; rejects with what the machine refused. */
export const endFile = (stream: WriteStream): Promise<void> =>
  new Promise((resolve, reject) => {
    if (stream.errored) reject(stream.errored);
    stream.once('error', reject);
    stream.end(resolve);
  });

/** Requests one by one, as NDJSON or CSV: every one, or so many a second chosen at random. */
export function samplesFile(format: keyof typeof FORMATS, file: string, samples: number): Output {
  const { head, line } = FORMATS[format];
  const stream = openFile(file);
  stream.on('error', () => {});
  stream.write(head);
  return {
    observes: { samples, durations: false },
    place: file,
    second: (second) => {
      if (second.observed.samples.length > 0)
        stream.write(second.observed.samples.map((sample) => line(rowOf(sample, second))).join(''));
    },
    close: () => endFile(stream),
  };
}
