/**
 * The recording of a client under test: its requests with their responses, its output, and how it
 * ended.
 */

import type { Answer } from '../../src/harness/suite.js';
import { TOKEN_PATH } from '../../src/protocol/templates/token-request.js';

/**
 * The servers of a scenario. Each server has its own port, so that a request to the wrong server is
 * noticed.
 */
export type Host = 'token' | 'templates' | 'export' | 'platform';

/**
 * One request of the client, with its response. Times are milliseconds since the client started.
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

/** The credentials and ids that the client received, and the data that it should find. */
export interface Given {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly exportToken: string;
  readonly siteId: number;
  readonly channelId: number;
  readonly destinationId: number;
  /** Ids of the records or entities that the servers return. */
  readonly ids: readonly number[];
  /** The error text that the servers return. It is random, so that a client cannot guess it. */
  readonly errorText: string;
}

/** Everything recorded about a client, after it has ended. */
export interface Recording {
  readonly given: Given;
  /** The requests in the order of their arrival. */
  readonly requests: readonly Recorded[];
  readonly tokens: readonly IssuedToken[];
  /** The exit code; null if a signal ended the client. */
  readonly code: number | null;
  /** Set if the client was stopped because it ran too long or sent too many requests. */
  readonly stopped?: 'time' | 'requests';
  readonly stdout: string;
  readonly stderr: string;
  /**
   * Set for recorded traffic outside of a scenario. The recording may lack the first requests, and
   * the settings of the client are unknown.
   */
  readonly isTraffic?: true;
  /**
   * A process that the client started and that still ran after the client ended, as process id and
   * command line.
   */
  readonly leftover?: string;
}

export const tokenRequests = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(({ host, path }) => host === 'token' && path === TOKEN_PATH);

export const templateCalls = ({ requests }: Recording): readonly Recorded[] =>
  requests.filter(({ host }) => host === 'templates');

/** The token of `Authorization: Bearer …`. The letter case of the scheme is ignored (RFC 9110). */
export const bearerOf = (request: Recorded): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1];

/**
 * The ids that the client printed, one on each line. Lines with other text, and numbers of fewer
 * than five digits, are ignored.
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

/**
 * The name of a token in the reasons of verdicts: `token 1` is the first token that was issued in
 * this recording.
 */
export function tokenName({ tokens }: Recording, value: string | undefined): string {
  const index = tokens.findIndex((issued) => issued.value === value);
  return index < 0 ? 'a token from elsewhere' : `token ${index + 1}`;
}

/**
 * Returns all calls if at least one of them has the header field. Otherwise the result is empty,
 * because a recording tool may have removed the field from every call.
 */
export const withField = (field: string, calls: readonly Recorded[]): readonly Recorded[] =>
  calls.some((call) => call.header(field) !== undefined) ? calls : [];
