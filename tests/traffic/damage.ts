import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type HarEntry, harFile } from '../../src/formats/har.js';

interface Field {
  readonly name: string;
  readonly value: string;
}
interface Content {
  readonly size?: number;
  readonly mimeType?: string;
  readonly text?: string | undefined;
  readonly encoding?: string;
}
/** One entry of a HAR file, as far as it is damaged here. */
interface Written {
  readonly request: {
    readonly url: string;
    readonly headers: readonly Field[];
    readonly postData?: { readonly text?: string | undefined };
  };
  readonly response: { readonly headers: readonly Field[]; readonly content: Content };
}
export interface WrittenHar {
  readonly log: { readonly entries: readonly Written[] };
}

/** What recorders put in the place of a value. Each file has one of them. */
const PLACEHOLDERS = [
  '[FILTERED]',
  '[application/json redacted]',
  '<removed>',
  '{{token}}',
  '${TOKEN}',
  '••••••••',
  '********',
  '…',
  'xxxxxxxx',
  'REDACTED',
  'sha256:9f86d081884c7d659a2feaa0c55ad015',
  '__MASKED__',
] as const;

/** Text of a body as other software reads it in the wrong charset. */
const misread = (text: string): string => Buffer.from(text).toString('latin1');

interface How {
  /** The placeholder of the file. */
  readonly value: string;
  /** What is left of a part, from 0 to 1. */
  readonly left: number;
}
type Change = (entry: Written, how: How) => Written;

const ofRequest =
  (change: (request: Written['request'], how: How) => Partial<Written['request']>): Change =>
  (entry, how) => ({ ...entry, request: { ...entry.request, ...change(entry.request, how) } });
const ofPosted = (change: (text: string, how: How) => string | undefined): Change =>
  ofRequest(({ postData }, how) =>
    postData?.text === undefined ? {} : { postData: { text: change(postData.text, how) } },
  );
const ofFields =
  (
    side: 'request' | 'response',
    change: (fields: readonly Field[], how: How) => readonly Field[],
  ): Change =>
  (entry, how) => ({
    ...entry,
    [side]: { ...entry[side], headers: change(entry[side].headers, how) },
  });
const ofContent =
  (change: (text: string, how: How) => Content): Change =>
  (entry, how) => {
    const { content } = entry.response;
    if (content.text === undefined) return entry;
    return {
      ...entry,
      response: { ...entry.response, content: { ...content, ...change(content.text, how) } },
    };
  };

const begin = <T extends { readonly length: number; slice(from: number, to: number): T }>(
  whole: T,
  { left }: How,
): T => whole.slice(0, Math.floor(whole.length * left));
const masked = (fields: readonly Field[], { value }: How): readonly Field[] =>
  fields.map(({ name }) => ({ name, value }));
const none = (): readonly Field[] => [];

/** What recorders do to a part of an exchange, each by a name. */
export const DAMAGES: Readonly<Record<string, Change>> = {
  'request headers absent': ofFields('request', none),
  'request headers cut': ofFields('request', begin),
  // One recorder drops the same fields everywhere: `PER_FILE`.
  'request header fields dropped': ofFields('request', (fields, { left }) =>
    fields.filter(({ name }) => (name.length * 7919) % 100 < left * 100),
  ),
  'request headers masked': ofFields('request', masked),
  'credentials masked': ofFields('request', (fields, { value }) =>
    fields.map((field) => (/auth/i.test(field.name) ? { ...field, value } : field)),
  ),
  'request body absent': ofPosted(() => undefined),
  'request body cut': ofPosted(begin),
  'request body masked': ofPosted((_, { value }) => value),
  'address masked': ofRequest(({ url }, { value }) => ({
    url: url.replace(/\/sites\/[^/]+/, `/sites/${encodeURIComponent(value)}`),
  })),
  'response headers absent': ofFields('response', none),
  'response headers cut': ofFields('response', begin),
  'response headers masked': ofFields('response', masked),
  'response body absent': ofContent(() => ({ text: undefined })),
  'response body emptied': ofContent(() => ({ text: '', size: 0 })),
  'response body cut': ofContent((text, how) => ({ text: begin(text, how) })),
  'response body cut, size unknown': ofContent((text, how) => ({
    text: begin(text, how),
    size: -1,
  })),
  'response body masked': ofContent((_, { value }) => ({ text: value })),
  'response texts masked': ofContent((text, { value }) => ({
    text: text.replace(/:\s*"(?:[^"\\]|\\.)*"/g, () => `:"${value}"`),
  })),
  'response body labelled base64': ofContent(() => ({ encoding: 'base64' })),
  'response body labelled otherwise': ofContent(() => ({ encoding: 'quoted-printable' })),
  'response type relabelled': ofContent(() => ({ mimeType: 'text/plain' })),
  'response body misread': ofContent((text) => ({ text: misread(text) })),
  'response body with lost characters': ofContent((text) => ({
    text: text.replace(/[^ -~\s]/g, '\ufffd'),
  })),
  'response body still gzip': still('gzip', gzipSync),
  'response body still br': still('br', brotliCompressSync),
  'response body still gzip, headers lost': (entry, how) =>
    ofFields('response', none)(still('gzip', gzipSync)(entry, how), how),
};

/** A body that is stored as it was compressed on the wire. */
function still(coding: string, compress: (body: Buffer) => Buffer): Change {
  return (entry) => {
    const { headers, content } = entry.response;
    if (content.text === undefined) return entry;
    const bytes = compress(Buffer.from(content.text));
    const sized = headers.map((field) =>
      /^content-length$/i.test(field.name) ? { ...field, value: String(bytes.length) } : field,
    );
    return {
      ...entry,
      response: {
        headers: [...sized, { name: 'Content-Encoding', value: coding }],
        content: { ...content, text: bytes.toString('base64'), encoding: 'base64' },
      },
    };
  };
}

/** Of all exchanges of a file, or of a part of them, because otherwise nothing could show it. */
const PER_FILE = new Set(['request header fields dropped']);
const OF_A_PART = new Set(['request headers cut']);

function shareOf({ kind, exchanges }: Damage): number {
  if (PER_FILE.has(kind)) return 1;
  return OF_A_PART.has(kind) ? Math.min(exchanges, 0.5) : exchanges;
}

/** A damage of a share of the exchanges of a file. */
export interface Damage {
  readonly kind: string;
  readonly value: string;
  /** Of the exchanges, from 0 to 1, and of the part that is left. */
  readonly exchanges: number;
  readonly left: number;
  readonly seed: number;
}

export const damages = (kinds: readonly string[] = Object.keys(DAMAGES)): fc.Arbitrary<Damage> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    value: fc.constantFrom(...PLACEHOLDERS),
    exchanges: fc.constantFrom(0.1, 0.5, 1),
    left: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    seed: fc.nat(1000),
  });

/** What recorders add to the requests of a client. */
const ADDED: readonly (readonly [string, string])[] = [
  ['Host', 'recorded.test'],
  ['Connection', 'keep-alive'],
  ['User-Agent', 'a browser'],
];
const LAST = ['Accept-Encoding', 'gzip, deflate'] as const;

/** A session as a recorder writes it into a HAR file. */
export function asRecorded(session: readonly HarEntry[]): WrittenHar {
  const entries = session.map((one) => ({ ...one, headers: [...ADDED, ...one.headers, LAST] }));
  return JSON.parse(harFile({ name: 'a recorder', version: '1' }, { entries, own: {} }));
}

/** The same file with its damage. */
export function damaged({ log }: WrittenHar, damage: Damage): WrittenHar {
  const { kind, value, left, seed } = damage;
  const change = DAMAGES[kind] ?? ((entry: Written) => entry);
  const entries = log.entries.map((entry, index) => {
    // A number below 1000 that depends on the seed and the place alone.
    const chance = ((index + 1) * 7919 + seed * 104_729) % 1000;
    return chance < shareOf(damage) * 1000 ? change(entry, { value, left }) : entry;
  });
  return { log: { ...log, entries } };
}
