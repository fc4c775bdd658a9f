/**
 * Reads a HAR file into memory. A HAR report of Assay contains events of the ledger in `_assay` and
 * `_exchange`. The bodies of responses are only in its HAR entries.
 */

import { type HarEntry, readHar } from '../formats/har.js';
import { notAnExchange } from '../formats/recording/index.js';
import type { HeaderEvent, Ledger } from '../ledger/index.js';
import { jsonValue, membersOf } from '../schema/json-value.js';
import type { ExchangeEvent } from '../schema/types.js';
import { checkSchema } from '../schema/validate.js';
import { UsageError } from '../settings/index.js';

/** The content of a HAR file: a run, if Assay wrote the file, or exchanges of other clients. */
export type TrafficFile =
  | { readonly run: Pick<Ledger, 'header' | 'exchanges' | 'verdicts' | 'torn'> }
  | { readonly exchanges: readonly HarEntry[] };

/** Throws a UsageError that names the file if it is not a HAR file. */
export function readTraffic(text: string, file: string): TrafficFile {
  const har = readHar(jsonValue(text));
  if (har !== undefined) return ownRun(har.own, har.entries) ?? { exchanges: har.entries };
  if (text.trim() === '') throw new UsageError(`${file} contains no exchange.`);
  throw notAnExchange(file, 1);
}

type Members = Readonly<Record<string, unknown>>;

/** undefined for a HAR file of another program. */
function ownRun({ _assay }: Members, entries: readonly HarEntry[]): TrafficFile | undefined {
  const header = checkSchema('ledger', membersOf(_assay).header);
  if (!('value' in header) || header.value.type !== 'header') return undefined;
  const events = entries.flatMap(({ own, response }): ExchangeEvent[] => {
    const event = checkSchema('ledger', own._exchange);
    if (!('value' in event) || event.value.type !== 'exchange') return [];
    const { answer } = event.value;
    // The report leaves the body out of `_exchange`.
    const body = response?.content?.text ?? '';
    return [answer === undefined ? event.value : { ...event.value, answer: { ...answer, body } }];
  });
  return { run: runOf(header.value, events) };
}

const runOf = (header: HeaderEvent, events: readonly ExchangeEvent[]) => ({
  header,
  exchanges: new Map(events.map((event) => [event.id, event])),
  verdicts: [],
});
