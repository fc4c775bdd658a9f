import { headersOf, storedBytes } from '../http/index.js';
import type { ExchangeEvent, Ledger } from '../ledger/index.js';
import { withoutBody } from '../schema/stored-text.js';
import type { Entry, RecordedAnswer } from './entry.js';

/** The exchanges of a ledger, in the order in which they began. */
export function entriesOfLedger({
  header,
  exchanges,
}: Pick<Ledger, 'header' | 'exchanges'>): readonly Entry[] {
  const startedMs = Date.parse(header.startedAt);
  return [...exchanges.values()]
    .sort((a, b) => a.atMs - b.atMs || a.id - b.id)
    .map((event) => {
      const { id, interface: name, atMs, durationMs, request, answer, lost } = event;
      const { method, url, headers, body } = request;
      return {
        id,
        interface: name,
        at: startedMs + atMs,
        durationMs,
        method,
        url,
        headers: headersOf(headers),
        body,
        answer: answer && answerOf(answer),
        lost,
        event,
      };
    });
}

function answerOf(answer: NonNullable<ExchangeEvent['answer']>): RecordedAnswer {
  const { status, headers, cut, issued } = withoutBody(answer);
  return {
    status,
    headers: headersOf(headers),
    // All bodies of a ledger may not fit into memory, so a body is encoded only when it is read.
    get body() {
      return cut ? undefined : storedBytes(answer);
    },
    issued,
  };
}
