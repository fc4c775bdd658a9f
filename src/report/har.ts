import { type HarEntry, harFile } from '../formats/har.js';
import type { ExchangeEvent, Ledger } from '../ledger/index.js';
import { withoutBody } from '../schema/stored-text.js';
import type { RunReport } from '../schema/types.js';

/**
 * The exchanges of a run as a HAR 1.2 file (`run.har`), with secrets replaced by their names.
 * Additional members contain data that HAR does not support, so the run can be tested again from
 * this file.
 */
export function harReport({ tool }: RunReport, { header, exchanges }: Ledger): string {
  const begun = Date.parse(header.startedAt);
  const entries = [...exchanges.values()].map((exchange) => entryOf(exchange, begun));
  return harFile(tool, { entries, own: { _assay: { header } } });
}

function entryOf(exchange: ExchangeEvent, begun: number): HarEntry {
  const { request, answer, atMs, durationMs, lost } = exchange;
  const { method, url, headers, added = [], body } = request;
  const annotation = {
    comment: `${exchange.interface} ${exchange.id}${lost === undefined ? '' : `: ${lost.message}`}`,
  };
  return {
    method,
    url,
    headers: pairs([...headers, ...added]),
    ...(body === undefined ? {} : { body }),
    at: begun + atMs,
    durationMs,
    ...(answer === undefined
      ? {}
      : {
          response: {
            status: answer.status,
            headers: pairs(answer.headers),
            body: Buffer.from(answer.body),
          },
        }),
    own: { ...annotation, _exchange: withEmptyBody(exchange) },
  };
}

/** Removes the body of the response, which is already in another member of the HAR entry. */
function withEmptyBody(exchange: ExchangeEvent): ExchangeEvent {
  const { answer } = exchange;
  return answer === undefined
    ? exchange
    : { ...exchange, answer: { ...withoutBody(answer), body: '' } };
}

const pairs = (headers: readonly (readonly string[])[]): readonly (readonly [string, string])[] =>
  headers.map(([name = '', value = '']) => [name, value] as const);
