import type { Ending, Samples, Second } from '../record/index.js';
import { Bytes } from './bytes.js';

/** How a sample is written: its time, what it is, four durations in milliseconds, and how it ended. */
interface Format {
  readonly head: string;
  readonly beforeTime: string;
  readonly beforeLag: (ending: Ending) => string;
  readonly beforeFirstByte: string;
  readonly beforeService: string;
  /** Where no first byte came. */
  readonly withoutFirstByte: string;
  readonly beforeResponse: string;
  readonly end: (ending: Ending, tags: string | undefined) => string;
}

/** RFC 4180; a cell that a spreadsheet would take for a formula is made text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const FORMATS = {
  ndjson: {
    head: '',
    beforeTime: '{"time":"',
    beforeLag: ({ scenario, request }) =>
      `","scenario":${JSON.stringify(scenario)},"request":${JSON.stringify(request)},"lagMs":`,
    beforeFirstByte: ',"firstByteMs":',
    beforeService: ',"serviceMs":',
    withoutFirstByte: ',"serviceMs":',
    beforeResponse: ',"responseMs":',
    end: ({ status, error }, tags) =>
      `${status === undefined ? '' : `,"status":${status}`}${error === undefined ? '' : `,"error":${JSON.stringify(error)}`}` +
      `${tags === undefined ? '' : `,"tags":${tags}`}}\n`,
  },
  csv: {
    head: 'time,scenario,request,lagMs,firstByteMs,serviceMs,responseMs,status,error,tags\r\n',
    beforeTime: '',
    beforeLag: ({ scenario, request }) => `,${cell(scenario)},${cell(request)},`,
    beforeFirstByte: ',',
    beforeService: ',',
    withoutFirstByte: ',,',
    beforeResponse: ',',
    end: ({ status, error }, tags) => `,${status ?? ''},${cell(error ?? '')},${cell(tags ?? '')}\r\n`,
  },
} as const satisfies Record<string, Format>;

/** Writes the samples of one second after the other as lines. */
export class SampleLines {
  readonly #format: Format;
  readonly #bytes = new Bytes();
  readonly #pieces: Readonly<
    Record<'beforeFirstByte' | 'beforeService' | 'withoutFirstByte' | 'beforeResponse', Buffer>
  >;
  #second = Number.NaN;
  #time = Buffer.alloc(0);

  constructor(format: Format) {
    this.#format = format;
    this.#pieces = {
      beforeFirstByte: Buffer.from(format.beforeFirstByte),
      beforeService: Buffer.from(format.beforeService),
      withoutFirstByte: Buffer.from(format.withoutFirstByte),
      beforeResponse: Buffer.from(format.beforeResponse),
    };
  }

  linesOf({ plan, observed, began }: Second): ReturnType<Bytes['take']> {
    const tags = new Map(plan.scenarios.map((one) => [one.name, one.tags && JSON.stringify(one.tags)]));
    const begin = began.getTime();
    for (const samples of observed.samples) {
      const words = samples.endings.map((ending) => ({
        before: Buffer.from(`Z${this.#format.beforeLag(ending)}`),
        after: Buffer.from(this.#format.end(ending, tags.get(ending.scenario))),
      }));
      for (const [place, ending] of samples.ending.entries()) {
        const word = words[ending];
        if (word) this.#line(samples, place, begin, word);
      }
    }
    return this.#bytes.take();
  }

  #line(samples: Samples, place: number, begin: number, { before, after }: { before: Buffer; after: Buffer }): void {
    const bytes = this.#bytes;
    const { beforeFirstByte, beforeService, withoutFirstByte, beforeResponse } = this.#pieces;
    this.#timeOf(begin + (samples.at[place] ?? 0));
    bytes.put(before);
    bytes.ms(samples.lag[place] ?? 0);
    const firstByte = samples.firstByte[place] ?? Number.NaN;
    if (Number.isNaN(firstByte)) bytes.put(withoutFirstByte);
    else {
      bytes.put(beforeFirstByte);
      bytes.ms(firstByte);
      bytes.put(beforeService);
    }
    bytes.ms(samples.service[place] ?? 0);
    bytes.put(beforeResponse);
    bytes.ms(samples.response[place] ?? 0);
    bytes.put(after);
  }

  /** ISO 8601, with the date written once a second. */
  #timeOf(at: number): void {
    const ms = Math.floor(at);
    const second = Math.floor(ms / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#time = Buffer.from(this.#format.beforeTime + new Date(second * 1000).toISOString().slice(0, -4));
    }
    this.#bytes.put(this.#time);
    this.#bytes.three(ms - second * 1000);
  }
}
