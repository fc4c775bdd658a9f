import type { ExchangeEvent } from '../../ledger/index.js';
import { type Html, html, nothing } from '../../page/index.js';
import type { ReportedCheck } from '../../schema/types.js';
import { aroundViolation, decodedQuery, prettyJson } from '../readable.js';
import { excerpt } from '../visible.js';
import { text, time } from './text.js';

/**
 * Characters of a URL or body, of a header, and headers that are shown; all of it is in the ledger.
 */
const BODY = 2000;
const HEADER = 200;
const HEADERS = 25;

/** One request and its answer, cut to size. */
export function exchange(
  { id, request, answer, lost, durationMs, atMs }: ExchangeEvent,
  open: boolean,
  startedAt: string,
  told: Pick<ReportedCheck, 'expected' | 'actual'> = { expected: null, actual: null },
): Html {
  const outcome = answer?.status ?? `no response: ${excerpt(lost?.kind ?? 'lost', 40)}`;
  const summary = html`<code>${text(request.method, 20)} ${text(pathOf(request.url), 160)}</code> → ${outcome}`;
  const sent = message(
    `${request.method} ${request.url}`,
    [...request.headers, ...(request.added ?? [])],
    request.body,
  );
  const asked = queryOf(request.url);
  const got =
    answer === undefined
      ? excerpt(`${lost?.kind ?? 'lost'}: ${lost?.message ?? 'no response'}`, HEADER)
      : message(`HTTP ${answer.status}`, answer.headers, answer.body, sizeOf(answer), told);
  return html`<details class="exchange"${open ? ' open' : ''}><summary>${summary} <span class="soft">${when(startedAt, atMs)}, ${time(durationMs)}, exchange ${id}</span></summary>
<h5>Request</h5><pre>${sent}</pre>${asked}<h5>Answer</h5><pre>${got}</pre></details>`;
}

/** When it was sent, as a server's log has it. */
const when = (startedAt: string, atMs: number): string =>
  new Date(Date.parse(startedAt) + atMs).toISOString().slice(0, 19).replace('T', ' ');

type Answer = NonNullable<ExchangeEvent['answer']>;

function message(
  first: string,
  headers: Answer['headers'],
  body = '',
  size = '',
  told: Pick<ReportedCheck, 'expected' | 'actual'> = { expected: null, actual: null },
): string {
  const more = headers.length > HEADERS ? [`… ${headers.length - HEADERS} more headers`] : [];
  const lines = headers
    .slice(0, HEADERS)
    .map(([name, value]) => excerpt(`${name}: ${value}`, HEADER));
  return [
    excerpt(first, BODY),
    ...lines,
    ...more,
    ...(body === '' ? [] : ['', excerpt(aroundViolation(prettyJson(body), told, BODY), BODY + 1)]),
    size,
  ]
    .join('\n')
    .trimEnd();
}

/**
 * A query as people read it: decoded, a parameter a line; nothing where it is as plain as it was
 * sent.
 */
function queryOf(url: string): Html {
  const lines = decodedQuery(url).map((line) => excerpt(line, HEADER));
  if (lines.length === 0) return nothing;
  return html`<h5>Query, decoded</h5><pre>${lines.slice(0, HEADERS).join('\n')}</pre>`;
}

const sizeOf = ({ bytes, body, cut }: Answer): string =>
  cut || body.length > BODY ? `\n[${bytes} bytes in all; the ledger contains more]` : '';

const pathOf = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
