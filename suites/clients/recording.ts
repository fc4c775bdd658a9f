/**
 * The recording of a client under test: its requests with their responses, its output, and how it
 * ended.
 */

import type { Answer } from '../../src/harness/index.js';
import { TOKEN_PATH } from '../../src/protocol/templates/token-request.js';

/**
 * The servers that a client can call. Each has its own port, so that a request to the wrong server
 * is noticed.
 */
export type Host = 'token' | 'templates' | 'export' | 'platform';

/**
 * A request of the client with its response. Times are milliseconds since the client started. In
 * recorded traffic they are milliseconds since the first request.
 */
export interface Recorded {
  readonly host: Host;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
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

/** The credentials and ids that the client was given, and the data that it should find. */
export interface Given {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly exportToken: string;
  readonly siteId: number;
  readonly channelId: number;
  readonly destinationId: number;
  /** Ids of the records or entities that the servers return. */
  readonly ids: readonly number[];
  /** The text of an error that a server returns. It is random, so no client can guess it. */
  readonly errorText: string;
}

export interface Recording {
  readonly given: Given;
  /** The requests are in the order of their arrival. */
  readonly requests: readonly Recorded[];
  readonly tokens: readonly IssuedToken[];
  /** Null if a signal ended the client. */
  readonly code: number | null;
  /** The client was stopped because it ran too long or sent too many requests. */
  readonly stopped?: 'time' | 'requests';
  readonly stdout: string;
  readonly stderr: string;
  /**
   * True means that the requests were recorded during normal work of the client, not in a test.
   * The first requests may be missing, and the settings of the client are unknown.
   */
  readonly isTraffic?: true;
  /** The process id and the command line of a child process that did not end with the client. */
  readonly leftover?: string;
}

export const tokenRequests = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(({ host, path }) => host === 'token' && path === TOKEN_PATH);

export const templateCalls = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(({ host }) => host === 'templates');

/** The letter case of the scheme is ignored (RFC 9110). */
export const bearerOf = (request: Recorded): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];

/**
 * A line counts as an id only if it is a number of at least five digits. All ids of the servers are
 * that long, and other numbers in the output are assumed to be shorter.
 */
export const printedIds = ({ stdout }: Recording): readonly number[] =>
  stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^\d{5,}$/.test(line))
    .map(Number);

/** The maximum number of calls that were in progress at the same time. */
export const mostAtOnce = (calls: readonly Recorded[]): number =>
  Math.max(
    0,
    ...calls.map(
      ({ atMs }) =>
        calls.filter((request) => request.atMs <= atMs && request.answeredMs > atMs).length,
    ),
  );

/** `token 1` is the first token that was issued in this recording. */
export function tokenName({ tokens }: Recording, value: string | undefined): string {
  const index = tokens.findIndex((issued) => issued.value === value);
  return index < 0 ? 'a token from elsewhere' : `token ${index + 1}`;
}

/**
 * Returns all calls if one of them has the header field. Otherwise a recording tool may have
 * removed the field, and the result is empty.
 */
export const withField = (field: string, calls: readonly Recorded[]): readonly Recorded[] =>
  calls.some((call) => call.header(field) !== undefined) ? calls : [];
