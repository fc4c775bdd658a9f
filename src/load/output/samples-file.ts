import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import type { Output } from './output.js';
import { FORMATS, SampleLines } from './sample-lines.js';

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
  const lines = new SampleLines(FORMATS[format]);
  const stream = openFile(file);
  stream.on('error', () => {});
  stream.write(FORMATS[format].head);
  return {
    observes: { samples, durations: false },
    place: file,
    second: (second) => {
      if (second.observed.samples.length === 0) return;
      const { written, release } = lines.linesOf(second);
      stream.write(written, release);
    },
    close: () => endFile(stream),
  };
}
