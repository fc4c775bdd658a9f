import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import type { Sample } from '../record/index.js';
import type { Output, Second } from './output.js';

/** Microseconds are what is measured. */
const round = (ms: number): number => Math.round(ms * 1000) / 1000;

type Line = (sample: Sample) => string;

/** Texts that come again and again, written once. */
function remembered(write: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text) ?? write(text);
    if (known.size < 1000) known.set(text, found);
    return found;
  };
}

/** Times as ISO 8601, with the date written once a second. */
function clock(began: Date): (at: number) => string {
  const begin = began.getTime();
  let second = Number.NaN;
  let prefix = '';
  return (at) => {
    const ms = Math.floor(begin + at);
    const whole = Math.floor(ms / 1000);
    if (whole !== second) {
      second = whole;
      prefix = new Date(whole * 1000).toISOString().slice(0, -4);
    }
    return `${prefix}${String(ms - whole * 1000).padStart(3, '0')}Z`;
  };
}

/** The tags of each scenario as JSON, or nothing. */
const tagsOf = ({ plan }: Second): ReadonlyMap<string, string> =>
  new Map(plan.scenarios.flatMap(({ name, tags }) => (tags ? [[name, JSON.stringify(tags)] as const] : [])));

/** RFC 4180; a cell that a spreadsheet would take for a formula is made text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A sample as a line: the time it was meant for, and durations in milliseconds. Written by hand, for there are many. */
const FORMATS = {
  ndjson: {
    head: '',
    lineOf: (second: Second): Line => {
      const time = clock(second.began);
      const tags = tagsOf(second);
      const text = remembered((one) => JSON.stringify(one));
      return ({ at, scenario, request, lag, firstByte, service, response, status, error }) => {
        const known = tags.get(scenario);
        const first = firstByte === undefined ? '' : `"firstByteMs":${round(firstByte)},`;
        const times = `"lagMs":${round(lag)},${first}"serviceMs":${round(service)},"responseMs":${round(response)}`;
        const end = `${status === undefined ? '' : `,"status":${status}`}${error === undefined ? '' : `,"error":${text(error)}`}`;
        return `{"time":"${time(at)}","scenario":${text(scenario)},"request":${text(request)},${times}${end}${known === undefined ? '' : `,"tags":${known}`}}\n`;
      };
    },
  },
  csv: {
    head: 'time,scenario,request,lagMs,firstByteMs,serviceMs,responseMs,status,error,tags\r\n',
    lineOf: (second: Second): Line => {
      const time = clock(second.began);
      const tags = tagsOf(second);
      const text = remembered(cell);
      return ({ at, scenario, request, lag, firstByte, service, response, status, error }) => {
        const times = `${round(lag)},${firstByte === undefined ? '' : round(firstByte)},${round(service)},${round(response)}`;
        const end = `${status ?? ''},${text(error ?? '')},${text(tags.get(scenario) ?? '')}`;
        return `${time(at)},${text(scenario)},${text(request)},${times},${end}\r\n`;
      };
    },
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
  const { head, lineOf } = FORMATS[format];
  const stream = openFile(file);
  stream.on('error', () => {});
  stream.write(head);
  return {
    observes: { samples, durations: false },
    place: file,
    second: (second) => {
      const { samples: all } = second.observed;
      if (all.length > 0) stream.write(all.map(lineOf(second)).join(''));
    },
    close: () => endFile(stream),
  };
}
