import type { HarEntry } from '../formats/har.js';
import type { Target } from '../settings/index.js';
import { headerOf } from './canonical.js';
import { partsOf, type Usual } from './completeness.js';
import { type Credentials, credentialsOf } from './credentials.js';
import { interfaceOf } from './interface-of.js';
import { shownTarget } from './shown-target.js';
import { UsualSoFar } from './usual.js';

/** What must be known of a whole recording before one of its exchanges can be tested. */
export interface Knowledge {
  readonly usual: Usual;
  /** The target, with what the recording shows of its settings. */
  readonly target: Target;
  readonly credentials: Credentials;
  /** The first time of the recording. */
  readonly start: number;
}

/** Exchanges that are remembered, and equal ones of them: settings are those of most requests. */
const MOST = 20_000;
const MOST_EQUAL = 50;

/** Learns of a recording, exchange by exchange, in bounded memory. */
export class Learned {
  readonly #configured: Target;
  readonly #usual = new UsualSoFar();
  /** Exchanges that show settings or credentials, without bodies but those with tokens. */
  readonly #telling: HarEntry[] = [];
  readonly #equal = new Map<string, number>();
  #start: number | undefined;

  constructor(configured: Target) {
    this.#configured = configured;
  }

  see(entry: HarEntry): void {
    this.#usual.see(entry);
    if (Number.isFinite(entry.at)) this.#start ??= entry.at;
    const name = interfaceOf(entry.url, this.#configured);
    if (name === undefined || this.#telling.length >= MOST) return;
    const key = keyOf(entry, name);
    const count = this.#equal.get(key) ?? 0;
    if (count >= MOST_EQUAL) return;
    this.#equal.set(key, count + 1);
    this.#telling.push(name === 'templates' ? this.#withBody(entry) : withoutBody(entry));
  }

  get knowledge(): Knowledge {
    const usual = this.#usual;
    const target = shownTarget(this.#configured, this.#telling, usual.standIns);
    const credentials = credentialsOf(this.#telling, {
      configured: this.#configured,
      target,
      standIns: usual.standIns,
    });
    return { usual, target, credentials, start: this.#start ?? 0 };
  }

  #withBody(entry: HarEntry): HarEntry {
    const { response } = entry;
    if (response === undefined) return entry;
    const { status, headers } = response;
    return { ...entry, response: { status, headers, body: partsOf(entry, this.#usual).body } };
  }
}

function withoutBody({ body: _, response, ...entry }: HarEntry): HarEntry {
  return response === undefined
    ? entry
    : { ...entry, response: { status: response.status, headers: [] } };
}

/** Exchanges of one key show the same of settings and credentials. */
function keyOf({ method, url, headers, body, response }: HarEntry, name: string): string {
  const sent = ['authorization', 'x-ea-auth-token', 'x-destination-id'].map((field) =>
    headerOf(headers, field),
  );
  const token =
    name === 'templates' ? [body, response?.content?.text ?? response?.body?.toString()] : [];
  return JSON.stringify([name, response?.status, method, url.split('?')[0], sent, token]);
}
