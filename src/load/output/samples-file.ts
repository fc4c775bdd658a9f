/** Writes the times and outcomes of single requests of a load run to a CSV or NDJSON file. */

import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { tagsOf } from '../profile/plan.js';
import type { Second } from '../record/observer.js';
import { type Ending, ROW } from '../record/samples.js';
import type { Output } from './output.js';

/**
 * How a file writes samples (single requests). A line consists of these texts, with the time of the
 * request and four durations in milliseconds between them. Lines are joined from texts, because
 * `JSON.stringify` would take several times as long.
 */
interface Format {
  /** The first line of the file. */
  readonly head: string;
  /** The text before the time. */
  readonly start: string;
  /** The text between the time and the first duration. It names the scenario and the request. */
  readonly what: (ending: Ending) => string;
  /** The text before the time to the first byte. */
  readonly firstByte: string;
  /** The text that replaces `firstByte` and the duration if no byte was received. */
  readonly noFirstByte: string;
  readonly service: string;
  readonly response: string;
  readonly end: (ending: Ending, tags: string | undefined) => string;
}

/**
 * A cell of CSV (RFC 4180). A text that a spreadsheet would read as a formula gets an apostrophe.
 */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const FORMATS = {
  ndjson: {
    head: '',
    start: '{"time":"',
    what: ({ scenario, request }) =>
      `Z","scenario":${JSON.stringify(scenario)},"request":${JSON.stringify(request)},"lagMs":`,
    firstByte: ',"firstByteMs":',
    noFirstByte: '',
    service: ',"serviceMs":',
    response: ',"responseMs":',
    end: ({ status, error }, tags) => {
      const known = [
        ['status', status],
        ['error', error && JSON.stringify(error)],
        ['tags', tags],
      ] as const;
      return `${known.map(([name, value]) => (value === undefined ? '' : `,"${name}":${value}`)).join('')}}\n`;
    },
  },
  csv: {
    head: 'time,scenario,request,lagMs,firstByteMs,serviceMs,responseMs,status,error,tags\r\n',
    start: '',
    what: ({ scenario, request }) => `Z,${cell(scenario)},${cell(request)},`,
    firstByte: ',',
    noFirstByte: ',',
    service: ',',
    response: ',',
    end: ({ status, error }, tags) =>
      `,${status ?? ''},${cell(error ?? '')},${cell(tags ?? '')}\r\n`,
  },
} as const satisfies Record<string, Format>;

/** Writes all requests, or at most `samples` random requests of each second. */
export function samplesFile(format: keyof typeof FORMATS, file: string, samples: number): Output {
  mkdirSync(path.dirname(file), { recursive: true });
  const stream = createWriteStream(file);
  // `close` reports errors. Without this listener an error would end the process.
  stream.on('error', () => {});
  stream.write(FORMATS[format].head);
  return {
    // Each sample contains its own durations. The option `durations` is for outputs that need the
    // durations of all requests.
    observes: { samples, durations: false },
    place: file,
    second: (second) => {
      if (second.observed.samples.length > 0) stream.write(linesOf(FORMATS[format], second));
    },
    // Rejects with an error of the file system.
    close: () =>
      new Promise((resolve, reject) => {
        if (stream.errored) reject(stream.errored);
        stream.once('error', reject);
        stream.end(resolve);
      }),
  };
}

const ms = (value: number): number => Math.round(value * 1000) / 1000;

function linesOf(format: Format, { plan, observed, began }: Second): string {
  let lines = '';
  const dates = new Dates(format.start);
  for (const { endings, rows } of observed.samples) {
    const texts = endings.map((one) => {
      const tags = tagsOf(plan.scenarios, one.scenario, one.request);
      return [format.what(one), format.end(one, tags && JSON.stringify(tags))] as const;
    });
    // The six numbers of a row are described at `Samples`.
    for (let row = 0; row < rows.length; row += ROW) {
      const [what, end] = texts[rows[row] ?? 0] ?? ['', ''];
      lines += dates.at(Math.floor(began.getTime() + (rows[row + 1] ?? 0)));
      lines += what + durationsOf(format, rows, row) + end;
    }
  }
  return lines;
}

/** Writes times. The part up to the second is formatted only once for each second. */
class Dates {
  readonly #start: string;
  #second = Number.NaN;
  #date = '';

  constructor(start: string) {
    this.#start = start;
  }

  at(timeMs: number): string {
    const second = Math.floor(timeMs / 1000);
    if (second !== this.#second)
      this.#date = this.#start + new Date(second * 1000).toISOString().slice(0, -4);
    this.#second = second;
    return this.#date + String(timeMs - second * 1000).padStart(3, '0');
  }
}

function durationsOf(
  { firstByte, noFirstByte, service, response }: Format,
  rows: Float64Array,
  row: number,
): string {
  const lagMs = rows[row + 2] ?? 0;
  const firstByteMs = rows[row + 3] ?? Number.NaN;
  const serviceMs = rows[row + 4] ?? 0;
  const responseMs = rows[row + 5] ?? 0;
  const firstByteText = Number.isNaN(firstByteMs) ? noFirstByte : firstByte + ms(firstByteMs);
  return ms(lagMs) + firstByteText + service + ms(serviceMs) + response + ms(responseMs);
}
