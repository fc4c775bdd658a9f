/** Learns from a first reading of a recording what is needed to test its exchanges. */

import type { HarEntry } from '../formats/har.js';
import type { Target } from '../settings/index.js';
import { headerOf } from './canonical.js';
import { completedTarget } from './completed-target.js';
import { partsOf, type Usual } from './completeness.js';
import { type CredentialResolver, credentialsOf } from './credentials.js';
import { interfaceOf } from './interface-of.js';
import { UsualSoFar } from './usual.js';

/** What is needed to test a single exchange. */
export interface Knowledge {
  /** Properties of the whole recording, such as the header fields that occur in requests. */
  readonly usual: Usual;
  /** The configured target, with the settings that the recording shows. */
  readonly target: Target;
  readonly credentials: CredentialResolver;
  /** The time of the first exchange, in milliseconds since the epoch. */
  readonly start: number;
}

/**
 * The maximum number of kept exchanges, and of kept exchanges with the same settings and
 * credentials. Most requests show the settings, so a part is enough.
 */
const MAX_KEPT = 20_000;
const MAX_EQUAL = 50;

/** Collects the knowledge from one exchange after another. The memory that it needs is limited. */
export class Learned {
  readonly #configured: Target;
  readonly #usual = new UsualSoFar();
  /**
   * Exchanges that show settings or credentials. Bodies are kept only for the template API, because
   * they may contain tokens and client secrets.
   */
  readonly #informative: HarEntry[] = [];
  readonly #equal = new Map<string, number>();
  #start: number | undefined;

  constructor(configured: Target) {
    this.#configured = configured;
  }

  see(entry: HarEntry): void {
    this.#usual.see(entry);
    if (Number.isFinite(entry.at)) this.#start ??= entry.at;
    const name = interfaceOf(entry.url, this.#configured);
    if (name === undefined || this.#informative.length >= MAX_KEPT) return;
    const key = keyOf(entry, name);
    const count = this.#equal.get(key) ?? 0;
    if (count >= MAX_EQUAL) return;
    this.#equal.set(key, count + 1);
    this.#informative.push(name === 'templates' ? this.#withBody(entry) : withoutBody(entry));
  }

  get knowledge(): Knowledge {
    const usual = this.#usual;
    const target = completedTarget(this.#configured, this.#informative, usual.standIns);
    const credentials = credentialsOf(this.#informative, {
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

/** The key is equal for exchanges that show the same settings and credentials. */
function keyOf({ method, url, headers, body, response }: HarEntry, name: string): string {
  const sent = ['authorization', 'x-ea-auth-token', 'x-destination-id'].map((field) =>
    headerOf(headers, field),
  );
  const token =
    name === 'templates' ? [body, response?.content?.text ?? response?.body?.toString()] : [];
  return JSON.stringify([name, response?.status, method, url.split('?')[0], sent, token]);
}
