import type { Answer } from '../../src/harness/suite.js';
import { TOKEN_PATH } from '../../src/protocol/templates/token-request.js';

/**
 * The servers of a scenario. Each has a port of its own, so that a request to the wrong one is
 * noticed.
 */
export type Host = 'token' | 'templates' | 'export' | 'platform';

/**
 * One request of the client, with its response. Times are milliseconds since the client was
 * started.
 */
export interface Recorded {
  readonly host: Host;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The value of a header field, or undefined. */
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  readonly atMs: number;
  readonly answeredMs: number;
  readonly answer: Answer;
}

export interface IssuedToken {
  readonly value: string;
  readonly issuedMs: number;
  readonly endsMs: number;
}

/** What the client was given, and what it should have found. */
export interface Given {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly exportToken: string;
  readonly siteId: number;
  readonly channelId: number;
  readonly destinationId: number;
  /** Ids of the records or entities that the servers hold. */
  readonly ids: readonly number[];
  /** The text of the error that the script returns; it cannot be guessed. */
  readonly errorText: string;
}

/** Everything that is known of a client after it has ended. */
export interface Recording {
  readonly given: Given;
  /** In the order of their arrival. */
  readonly requests: readonly Recorded[];
  readonly tokens: readonly IssuedToken[];
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  /** Set where the client was stopped, because it ran too long or sent too many requests. */
  readonly stopped?: 'time' | 'requests';
  readonly stdout: string;
  readonly stderr: string;
  /** Set for recorded traffic: what came before it is not known, nor what the client was given. */
  readonly isPart?: true;
  /** A process of the client that still ran after it, as number and command line. */
  readonly leftover?: string;
}

export const tokenRequests = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(({ host, path }) => host === 'token' && path === TOKEN_PATH);

export const templateCalls = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(({ host }) => host === 'templates');

/** The token of `Authorization: Bearer …`; the scheme's case is free (RFC 9110 section 11.1). */
export const bearerOf = (request: Recorded): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];

/**
 * The ids that the client printed, one on each line. Other lines and smaller numbers are ignored.
 */
export const printedIds = ({ stdout }: Recording): readonly number[] =>
  stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^\d{5,}$/.test(line))
    .map(Number);

/** The greatest number of these requests that were sent at the same time. */
export const mostAtOnce = (calls: readonly Recorded[]): number =>
  Math.max(
    0,
    ...calls.map(
      ({ atMs }) =>
        calls.filter((request) => request.atMs <= atMs && request.answeredMs > atMs).length,
    ),
  );

/** The name of a token in this recording: `token 1` is the one that was issued first. */
export function tokenName({ tokens }: Recording, value: string | undefined): string {
  const index = tokens.findIndex((issued) => issued.value === value);
  return index < 0 ? 'a token from elsewhere' : `token ${index + 1}`;
}

/**
 * Calls that have a header field. Where no call has it, a tool may have removed it from the
 * recording: then none of them can be said to lack it, and none is returned.
 */
export const withField = (field: string, calls: readonly Recorded[]): readonly Recorded[] =>
  calls.some((call) => call.header(field) !== undefined) ? calls : [];
