import { isProgress, PATIENCE, retryAfterMs } from '../../http/index.js';
import type { ExchangeEvent, LedgerEvent, VerdictEvent } from '../../ledger/index.js';
import { count } from '../../report/html/text.js';
import { excerpt } from '../../report/visible.js';
import type { Io } from '../io.js';

/** What is known about the run before it starts. */
export interface Expected {
  readonly requests: number;
  readonly durationMs: number;
  /** If true, failures are not printed during the run. Default false. */
  readonly quiet?: boolean | undefined;
  /** The run ends after this time without a usable response. Default: it never does. */
  readonly noProgressMs?: number;
}

/** The lack of usable responses is reported after this share of `noProgressMs`. */
const SHARE_UNTIL_REPORTED = 0.1;

/** The interval at which a log receives a line even without progress. */
const LOG_INTERVAL_MS = 30_000;
/** The progress line shows the remaining time only of a run that is expected to take longer. */
const MIN_MS_WITH_TIME_LEFT = 2000;
/** A log receives a line for every tenth only of a run that is expected to take longer. */
const MIN_MS_WITH_TENTHS = 10_000;

/** The remaining time is computed from the speed only after this share of the requests. */
const SHARE_UNTIL_SPEED_KNOWN = 0.1;

const CLEAR_LINE = '\r\u001b[K';

/**
 * Shows progress on stderr. A terminal has a progress line, with failures above it. Any other
 * stderr is a log: it receives a line for every tenth of a long run, and one every half minute. The
 * first 429 response is reported with advice.
 */
export function startProgress(
  io: Io,
  { requests, durationMs, quiet = false, noProgressMs = Number.POSITIVE_INFINITY }: Expected,
): { readonly see: (event: LedgerEvent) => void; readonly end: () => void } {
  const begun = io.clock.now();
  const silence = silenceOf(io, noProgressMs);
  let sent = 0;
  let verdicts = 0;
  let failed = 0;
  let lastTenth = -1;
  const line = (): string => {
    const msLeft = msLeftAfter(io.clock.now() - begun);
    const timeLeft =
      durationMs > MIN_MS_WITH_TIME_LEFT && msLeft > 0
        ? `, about ${Math.ceil(msLeft / 1000)} s to go`
        : '';
    return `${sent} of about ${count(Math.max(sent, requests), 'request')}, ${count(verdicts, 'check')} done, ${failed} failed${timeLeft}${silence.words()}`;
  };
  /** At first as planned, later by the speed so far. 0 if the planned time is over. */
  const msLeftAfter = (elapsedMs: number): number => {
    const open = Math.max(0, requests - sent);
    return sent < SHARE_UNTIL_SPEED_KNOWN * requests
      ? Math.max(0, durationMs - elapsedMs)
      : (elapsedMs * open) / Math.max(1, sent);
  };
  const logTimer = io.terminal.err
    ? undefined
    : setInterval(() => io.err(`${line()}\n`), LOG_INTERVAL_MS).unref();
  let isLimitPrinted = false;
  const printFirstLimit = (event: LedgerEvent): void => {
    if (isLimitPrinted || event.type !== 'exchange' || event.answer?.status !== 429) return;
    const words = limitLine(event.answer.headers, io.clock.now());
    if (words === undefined) return;
    isLimitPrinted = true;
    io.err(`${io.terminal.err ? CLEAR_LINE : ''}${words}\n`);
  };
  const rewriteLine = (failure: VerdictEvent | undefined): void => {
    // A wrapped line could not be overwritten, so the line must fit the terminal.
    const room = (io.terminal.width ?? 80) - 1;
    const above = failure && !quiet ? `${failureLine(failure).slice(0, room)}\n` : '';
    io.err(`${CLEAR_LINE}${above}${line().slice(0, room)}`);
  };
  const printEachTenth = (): void => {
    const tenth = Math.floor((10 * sent) / Math.max(1, requests));
    if (durationMs <= MIN_MS_WITH_TENTHS || tenth <= lastTenth) return;
    lastTenth = tenth;
    io.err(`${line()}\n`);
  };
  return {
    see(event) {
      printFirstLimit(event);
      if (event.type === 'exchange') {
        sent += 1;
        silence.see(event);
      }
      if (event.type === 'verdict') verdicts += 1;
      const failure = event.type === 'verdict' && event.verdict === 'failed' ? event : undefined;
      if (failure !== undefined) failed += 1;
      if (io.terminal.err) rewriteLine(failure);
      else printEachTenth();
    },
    end() {
      clearInterval(logTimer);
      if (io.terminal.err) io.err(CLEAR_LINE);
    },
  };
}

/**
 * Reports that no usable response comes, and when the run would end for this reason. Reports it
 * again only after another usable response.
 */
function silenceOf({ clock, err, terminal }: Io, noProgressMs: number) {
  let respondedAt = clock.now();
  let isShown = false;
  const silent = (): string =>
    `no usable response for ${Math.round((clock.now() - respondedAt) / 1000)} s`;
  return {
    words: (): string => (isShown ? `, ${silent()}` : ''),
    see({ answer, lost }: ExchangeEvent): void {
      if (answer !== undefined && isProgress(answer.status)) {
        respondedAt = clock.now();
        isShown = false;
        return;
      }
      const isLong = clock.now() - respondedAt >= noProgressMs * SHARE_UNTIL_REPORTED;
      if (isShown || !isLong || lost?.kind === 'interrupted') return;
      isShown = true;
      const limit = `The run ends after ${Math.round(noProgressMs / 1000)} s without one`;
      const start = terminal.err ? CLEAR_LINE : '';
      err(`${start}The target sent ${silent()}. ${limit}, and can be resumed.\n`);
    },
  };
}

/** Undefined if the requested wait is too long: the run then ends, and its gate says why. */
function limitLine(headers: readonly (readonly string[])[], now: number): string | undefined {
  const field = (wanted: string): string | undefined =>
    headers.find(([name]) => name?.toLowerCase() === wanted)?.[1];
  const after = field('retry-after');
  const waitMs = retryAfterMs(after, now, field('date')) ?? 0;
  if (waitMs > PATIENCE.longestPauseMs) return undefined;
  return `The target limits requests (429${after === undefined ? '' : `, Retry-After: ${excerpt(after, 40)}`}): the run continues at the pace that the target allows. Set "pace", such as "60/min", to stay below the limit.`;
}

const failureLine = ({ clauses, title, check }: VerdictEvent): string =>
  `✗ ${excerpt(`${clauses.join(', ')}  ${title}  ${check}`, 400).replaceAll('\n', ' ')}`;
