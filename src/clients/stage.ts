/** Starts the servers of one scenario (its stage). */

import type {
  Given,
  Host,
  IssuedToken,
  Recorded,
  Scenario,
  TemplatesScript,
} from '../../suites/clients/index.js';
import type { Handler } from './call.js';
import { type CertificateAuthority, trustVariables } from './certificate-authority.js';
import { exportServer } from './export-server.js';
import { givenFor, makeCredentials } from './given.js';
import { platformServer } from './platform-server.js';
import { startRecorder } from './recorder.js';
import { settingsFor } from './settings.js';
import type { Signing } from './signing.js';
import { tokenServer } from './token-server.js';
import { Tokens } from './tokens.js';

// Typed here again instead of imported from src/protocol, so that a wrong path there is noticed.
const TEMPLATES_PATH = '/V1/export-templates';

/** The scripted template API: one list that requires a bearer token. */
function templatesServer(
  { rejects = [], forbids = [], delayMs = 0 }: TemplatesScript,
  tokens: Tokens,
): Handler {
  let calls = 0;
  return (call) => {
    if (call.path !== TEMPLATES_PATH) return { status: 404, body: { error: 'Not Found' }, delayMs };
    calls += 1;
    if (rejects === 'all' || rejects.includes(calls)) tokens.revokeAll();
    const bearer = /^Bearer +(\S+)$/i.exec(call.header('authorization') ?? '')?.[1];
    if (!tokens.accepts(bearer, call.atMs))
      return {
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer' },
        body: { error: 'Unauthorized' },
        delayMs,
      };
    if (forbids.includes(calls)) return { status: 403, body: { error: 'Forbidden' }, delayMs };
    return { status: 200, body: { data: [{ id: 1, name: 'Default' }] }, delayMs };
  };
}

/** A server that redirects every call to another host with 307, which preserves method and body. */
const redirectingServer =
  (elsewhere: () => string): Handler =>
  ({ path }) => ({
    status: 307,
    headers: { Location: `${elsewhere()}${path}` },
    body: { error: 'moved' },
  });

export interface StageOptions {
  readonly seed: number;
  readonly signing: Signing;
  /** The address to listen on. Default 127.0.0.1. */
  readonly bind?: string | undefined;
  /** For HTTPS. Default: HTTP. */
  readonly authority?: CertificateAuthority | undefined;
  /** Returns the number of the next exchange. */
  readonly number: () => number;
  /** Called with every exchange before the response is sent. */
  readonly seen: (recorded: Recorded) => void;
  /** Called with every secret before a client can use it. */
  readonly secret: (value: string, name: string) => void;
  /** Called with every access token before it is sent. */
  readonly learn: (token: string) => void;
}

export interface Stage {
  readonly settings: Readonly<Record<string, string>>;
  readonly given: Given;
  readonly tokens: readonly IssuedToken[];
  /** In the order of arrival. */
  readonly requests: () => readonly Recorded[];
  /** Ends the recording. Requests that arrive later are not recorded. */
  readonly end: () => void;
  readonly close: () => Promise<void>;
}

const HOSTS: readonly Host[] = ['token', 'templates', 'export', 'platform'];

/** Starts the servers on free ports. Times of exchanges count from this call. */
export async function openStage(scenario: Scenario, options: StageOptions): Promise<Stage> {
  const { seed, signing, bind, authority, number, seen, secret, learn } = options;
  const credentials = makeCredentials(scenario);
  secret(credentials.clientSecret, 'ETM_CLIENT_SECRET');
  secret(credentials.exportToken, 'EXPORT_TOKEN');
  secret(credentials.platformValue, 'PLATFORM_AUTH_VALUE');
  // The part after the colon is also hidden where it occurs alone.
  secret(
    credentials.platformValue.slice(credentials.platformValue.indexOf(':') + 1),
    'PLATFORM_AUTH_VALUE_SECRET',
  );
  const given = givenFor(scenario, credentials, seed);
  const tokens = new Tokens(given, signing, learn);
  const begun = performance.now();
  const now = (): number => performance.now() - begun;
  const requests: Recorded[] = [];
  let ended = false;
  const record = (recorded: Recorded): void => {
    if (ended) return;
    requests.push(recorded);
    seen(recorded);
  };
  const urls: Record<Host, string> = { token: '', templates: '', export: '', platform: '' };
  const handlers = handlersFor(scenario, given, tokens, () => urls.export);
  const servers = await Promise.all(
    HOSTS.map(async (host) => {
      const server = await startRecorder({
        host,
        bind,
        authority,
        handle: handlers[host],
        now,
        number,
        record,
      });
      urls[host] = server.url;
      return server;
    }),
  );
  return {
    settings: {
      ...settingsFor(scenario, given, urls, credentials.platformValue),
      ...(authority === undefined ? {} : trustVariables(authority)),
    },
    given,
    tokens: tokens.issued,
    requests: () => [...requests].sort((a, b) => a.atMs - b.atMs),
    end: () => {
      ended = true;
    },
    close: async () => {
      ended = true;
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

function handlersFor(
  { script }: Scenario,
  given: Given,
  tokens: Tokens,
  elsewhere: () => string,
): Readonly<Record<Host, Handler>> {
  const handlers: Readonly<Record<Host, Handler>> = {
    token: tokenServer(script.tokens ?? {}, given, tokens),
    templates: templatesServer(script.templates ?? {}, tokens),
    export: exportServer(script.products ?? { count: 0 }, given),
    platform: platformServer(script.walk, given),
  };
  return script.redirects === undefined
    ? handlers
    : { ...handlers, [script.redirects]: redirectingServer(elsewhere) };
}
