import type { Given, Host, Recorded, Recording, Scenario } from '../../suites/clients/index.js';
import type { Handler } from './call.js';
import { exportServer } from './export-server.js';
import { type Credentials, givenFor } from './given.js';
import type { Launch } from './launch.js';
import { platformServer } from './platform-server.js';
import { startRecorder } from './recorder.js';
import { settingsFor } from './settings.js';
import { templatesServer } from './templates-server.js';
import { Tokens, tokenServer } from './token-server.js';

export interface PlayOptions {
  readonly launch: Launch;
  readonly credentials: Credentials;
  readonly seed: number;
  /** Milliseconds after which the client is stopped. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** The number of the next exchange. */
  readonly number: () => number;
  /** Told of every exchange when its answer goes out. */
  readonly seen: (recorded: Recorded) => void;
  /** Told of every access token before it is sent. */
  readonly learn: (token: string) => void;
}

/** Runs a client through one scenario before servers of its own, and answers all that was seen. */
export async function play(scenario: Scenario, options: PlayOptions): Promise<Recording> {
  const { launch, credentials, seed, limitMs, number, learn } = options;
  const given = givenFor(scenario.id, scenario.script, credentials, seed);
  const tokens = new Tokens(learn);
  const begun = performance.now();
  const now = (): number => performance.now() - begun;
  const stop = new AbortController();
  let stopped: Recording['stopped'];
  const halt = (why: Recording['stopped']): void => {
    stopped ??= why;
    stop.abort();
  };
  const requests: Recorded[] = [];
  let ended = false;
  const record = (recorded: Recorded): void => {
    if (ended) return;
    requests.push(recorded);
    options.seen(recorded);
    if (requests.length >= (scenario.maxRequests ?? 100)) halt('requests');
  };
  const handlers = handlersFor(scenario, given, tokens);
  const started = await Promise.all(
    HOSTS.map(async (host) => ({
      host,
      server: await startRecorder({ host, handle: handlers[host], now, number, record }),
    })),
  );
  const urlOf = (host: Host): string => started.find((one) => one.host === host)?.server.url ?? '';
  const urls = {
    token: urlOf('token'),
    templates: urlOf('templates'),
    export: urlOf('export'),
    platform: urlOf('platform'),
  };
  const timer = setTimeout(() => halt('time'), limitMs);
  try {
    const signal = AbortSignal.any([stop.signal, options.signal]);
    const ending = await launch(settingsFor(scenario, given, urls, credentials.platformValue), signal);
    ended = true;
    const inOrder = requests.sort((a, b) => a.atMs - b.atMs);
    return {
      given,
      requests: inOrder,
      tokens: tokens.issued,
      ...ending,
      ...(stopped === undefined ? {} : { stopped }),
    };
  } finally {
    ended = true;
    clearTimeout(timer);
    await Promise.all(started.map(({ server }) => server.close()));
  }
}

const HOSTS: readonly Host[] = ['token', 'templates', 'export', 'platform'];

const handlersFor = ({ script }: Scenario, given: Given, tokens: Tokens): Readonly<Record<Host, Handler>> => ({
  token: tokenServer(script.tokens ?? {}, given, tokens),
  templates: templatesServer(script.templates ?? {}, tokens),
  export: exportServer(script.products ?? { count: 0 }, given),
  platform: platformServer(script.walk, given),
});
