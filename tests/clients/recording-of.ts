import { Answer } from '../../src/http/answer.js';
import type { Recorded, Recording } from '../../suites/clients/recording.js';

const HOSTS = {
  token: 'http://token.test',
  templates: 'http://templates.test',
  export: 'http://export.test',
  platform: 'http://platform.test',
} as const;

export const FORM =
  'grant_type=client_credentials&client_id=client&client_secret=secret-of-the-client';

interface Made {
  readonly host: Recorded['host'];
  /** Path and query. */
  readonly target: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly json?: unknown;
  /** Milliseconds since the client was started. Default 0, and answered at the same time. */
  readonly at?: number;
  readonly answeredAt?: number;
}

/** A request of a client and its response. */
export function recorded(made: Made): Recorded {
  const { host, target, method = 'GET', body = '', status = 200, json = {}, at = 0 } = made;
  const url = `${HOSTS[host]}${target}`;
  const headers = Object.entries(made.headers ?? {});
  const answer = new Answer(
    { interface: host, method, url, headers, body },
    {
      status,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify(json)),
    },
    { exchange: 1 },
  );
  const { pathname, searchParams } = new URL(url);
  return {
    host,
    method,
    path: pathname,
    query: searchParams,
    header: (name) => headers.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1],
    body,
    atMs: at,
    answeredMs: made.answeredAt ?? at,
    answer,
  };
}

type More = Omit<Partial<Made>, 'host'>;

/** A token request by form. */
export const tokenRequest = (more: More = {}): Recorded =>
  recorded({
    host: 'token',
    target: '/realms/External-Applications/protocol/openid-connect/token',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: FORM,
    ...more,
  });

/** A call of the template list with a token. */
export const call = (token: string, more: More = {}): Recorded =>
  recorded({
    host: 'templates',
    target: '/V1/export-templates',
    headers: { Authorization: `Bearer ${token}` },
    ...more,
  });

/**
 * A recording of these requests, with the tokens `one` and `two`, which expire after 10 and 20 s.
 */
export const recordingOf = (
  requests: readonly Recorded[],
  more: Partial<Recording> = {},
): Recording => ({
  given: {
    clientId: 'client',
    clientSecret: 'secret-of-the-client',
    exportToken: 'export-token',
    siteId: 1,
    channelId: 2,
    destinationId: 3,
    ids: [],
    errorText: '',
  },
  requests,
  tokens: [
    { value: 'one', issuedMs: 0, endsMs: 10_000 },
    { value: 'two', issuedMs: 10_000, endsMs: 20_000 },
  ],
  code: 0,
  stdout: '',
  stderr: '',
  ...more,
});
