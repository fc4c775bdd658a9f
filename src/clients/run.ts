import { asCheck, judgeScenario, type Recorded, type Recording, type Scenario } from '../../suites/clients/index.js';
import { type Finding, verdictEvent } from '../harness/index.js';
import { recordExchange } from '../http/exchange.js';
import { type Clock, Redactor, systemClock } from '../http/index.js';
import type { LedgerEvent, VerdictEvent } from '../ledger/index.js';
import { type Credentials, makeCredentials } from './given.js';
import { headerOf } from './header.js';
import type { Launch } from './launch.js';
import { play } from './play.js';

interface ClientRunOptions {
  readonly launch: Launch;
  /** What the client is called in reports. */
  readonly name: string;
  /** How the command line names the client when a scenario is to be run again, e.g. `node client.mjs`. */
  readonly command: string;
  readonly toolVersion: string;
  /** Called with every event of the ledger as it happens. */
  readonly record: (event: LedgerEvent) => void;
  /** Default 1. */
  readonly seed?: number;
  readonly strict?: boolean;
  /** Scenarios under way at once. Default 4. */
  readonly concurrency?: number;
  /** Milliseconds after which a client is stopped. Default 20 s. */
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Default: made up. */
  readonly credentials?: Credentials;
}

/** Puts a client through scenarios; every event goes to `record`. Answers the redactor that knows all its secrets. */
export async function runClient(scenarios: readonly Scenario[], options: ClientRunOptions): Promise<Redactor> {
  const { seed = 1, strict = false, concurrency = 4, limitMs = 20_000, clock = systemClock, record } = options;
  const credentials = options.credentials ?? makeCredentials();
  const redactor = new Redactor(secretsOf(credentials));
  const begun = clock.now();
  // A client that cannot be started at all ends the others too.
  const giveUp = new AbortController();
  const signal = AbortSignal.any([giveUp.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  record(headerOf(scenarios, { ...options, seed, strict, now: begun }));
  let exchanges = 0;
  let limited = 0;
  const number = (): number => ++exchanges;
  const seen = ({ answer, atMs, answeredMs }: Recorded, startedMs: number): void => {
    if (answer.status === 429) limited += 1;
    const times = { id: answer.exchange, atMs: startedMs + atMs, waitedMs: 0, durationMs: answeredMs - atMs };
    record({ type: 'exchange', ...recordExchange(redactor, answer.request, answer, times) });
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let one = scenarios[next++]; one !== undefined && !signal.aborted; one = scenarios[next++]) {
      const startedMs = clock.now() - begun;
      const recording = await play(one, {
        ...options,
        credentials,
        seed,
        limitMs,
        signal,
        number,
        learn: (token) => redactor.issued(token),
        seen: (recorded) => seen(recorded, startedMs),
      }).catch((error: unknown) => {
        giveUp.abort();
        throw error;
      });
      if (signal.aborted) return;
      const tookMs = clock.now() - begun - startedMs;
      record(eventOf(one, recording, tookMs, { redactor, seed, command: options.command }));
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(concurrency, scenarios.length) }, worker));
  record({
    type: 'footer',
    durationMs: Math.round(clock.now() - begun),
    sent: exchanges,
    shared: 0,
    limited,
    interrupted: signal.aborted,
  });
  for (const one of workers) if (one.status === 'rejected') throw one.reason;
  return redactor;
}

const secretsOf = ({ clientSecret, exportToken, platformValue }: Credentials) => [
  { name: 'ETM_CLIENT_SECRET', value: clientSecret },
  { name: 'EXPORT_TOKEN', value: exportToken },
  { name: 'PLATFORM_AUTH_VALUE', value: platformValue },
  { name: 'PLATFORM_AUTH_VALUE_SECRET', value: platformValue.slice(platformValue.indexOf(':') + 1) },
];

interface EventOptions {
  readonly redactor: Redactor;
  readonly seed: number;
  readonly command: string;
}

/** The verdict on one scenario. What a client printed may hold its secrets, and is quoted in reasons. */
function eventOf(scenario: Scenario, recording: Recording, tookMs: number, options: EventOptions): VerdictEvent {
  const { redactor, seed, command } = options;
  const finding: Finding = judgeScenario(scenario, recording);
  const answers = recording.requests.map(({ answer }) => answer);
  const event = verdictEvent(asCheck(scenario), finding, answers, tookMs, {}, seed);
  const texts = (['reason', 'witness', 'expected', 'actual'] as const).flatMap((name) => {
    const text = event[name];
    return text === undefined ? [] : [[name, redactor.text(text.toWellFormed())] as const];
  });
  const again =
    event.replay === undefined ? {} : { replay: `client --scenario ${scenario.id} --seed ${seed} -- ${command}` };
  return { ...event, ...Object.fromEntries(texts), ...again };
}
