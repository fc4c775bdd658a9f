/** One exchange in the HTML report. */

import type { ExchangeEvent } from '../../ledger/index.js';
import { memoized } from '../../memoized.js';
import { code, type Html, html, label, nothing } from '../../page/index.js';
import type { ReportedCheck } from '../../schema/types.js';
import { aroundViolation, decodedQuery, prettyJson } from '../readable.js';
import { excerpt } from '../visible.js';
import { text, time } from './text.js';

/** The maximum number of characters of a URL or a body that is shown. The ledger contains more. */
const MAX_BODY = 2000;
/** The maximum number of characters of a header field, query parameter or error that is shown. */
const MAX_HEADER = 200;
/** The maximum number of header fields, and of query parameters, that are shown. */
const MAX_HEADERS = 25;

type Violation = Pick<ReportedCheck, 'expected' | 'actual'>;

const NO_VIOLATION: Violation = { expected: null, actual: null };

export function exchange(
  { id, request, answer, lost, durationMs, atMs }: ExchangeEvent,
  open: boolean,
  startedAt: string,
  violation: Violation = NO_VIOLATION,
): Html {
  const outcome = answer?.status ?? `no response: ${excerpt(lost?.kind ?? 'lost', 40)}`;
  const summary = html`<code>${text(request.method, 20)} ${text(pathOf(request.url), 160)}</code> → ${outcome}`;
  const sent = message({
    first: `${request.method} ${request.url}`,
    headers: [...request.headers, ...(request.added ?? [])],
    body: prettyJson(request.body ?? ''),
  });
  const queryText = queryOf(request.url);
  const got =
    answer === undefined
      ? excerpt(`${lost?.kind ?? 'lost'}: ${lost?.message ?? 'no response'}`, MAX_HEADER)
      : message({
          first: `HTTP ${answer.status}`,
          headers: answer.headers,
          ...readable(answer),
          violation,
        });
  return html`<details class="exchange"${open ? ' open' : ''}><summary>${summary} <span class="soft">${timeOfRequest(startedAt, atMs)}, ${time(durationMs)}, exchange ${id}</span></summary>
${label('Request')}${code(sent)}${queryText}${label('Answer')}${code(got)}</details>`;
}

/** Returns the UTC time of the request in the format of server logs. */
const timeOfRequest = (startedAt: string, atMs: number): string =>
  new Date(Date.parse(startedAt) + atMs).toISOString().slice(0, 19).replace('T', ' ');

type Answer = NonNullable<ExchangeEvent['answer']>;

interface Message {
  readonly first: string;
  readonly headers: Answer['headers'];
  readonly body: string;
  readonly size?: string;
  readonly violation?: Violation;
}

function message({ first, headers, body, size = '', violation = NO_VIOLATION }: Message): string {
  const more =
    headers.length > MAX_HEADERS ? [`… ${headers.length - MAX_HEADERS} more headers`] : [];
  const lines = headers
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => excerpt(`${name}: ${value}`, MAX_HEADER));
  return [
    excerpt(first, MAX_BODY),
    ...lines,
    ...more,
    ...(body === '' ? [] : ['', aroundViolation(body, violation, MAX_BODY)]),
    size,
  ]
    .join('\n')
    .trimEnd();
}

/** Shows each parameter on a line. Returns nothing if decoding does not change the query. */
function queryOf(url: string): Html {
  const lines = decodedQuery(url).map((line) => excerpt(line, MAX_HEADER));
  if (lines.length === 0) return nothing;
  return html`${label('Query, decoded')}${code(lines.slice(0, MAX_HEADERS).join('\n'))}`;
}

/**
 * The body with line breaks, and its size if not the whole body is shown. The last ones are kept,
 * because many checks show the same response, such as the first page.
 */
const readable = memoized((answer: Answer) => {
  const { body, bytes, cut } = answer;
  const isShortened = cut || body.length > MAX_BODY;
  const size = isShortened ? `\n[${bytes} bytes in all; the ledger contains more]` : '';
  return { body: prettyJson(body), size };
}, 16);

const pathOf = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
