/**
 * Stores the facts that the checks of a run share. Each fact is learned once, and again if a
 * response was lost or if learning was inconclusive. The name of a fact begins with its interface,
 * such as `export.`.
 */

import { Lost } from '../http/index.js';
import { CheckEnded } from './finding.js';

interface Entry<S> {
  readonly value: Promise<unknown>;
  /** What was sent and used to learn the fact. */
  readonly scope: S;
}

/**
 * The maximum number of attempts to learn a fact. Otherwise an unreachable target would receive
 * endless requests.
 */
const TRIES = 3;

export class Facts<S> {
  readonly #known = new Map<string, Entry<S>>();
  readonly #failures = new Map<string, number>();

  learn(name: string, learn: () => Entry<S>): Entry<S> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const entry = learn();
    this.#known.set(name, entry);
    entry.value.then(
      () => this.#failures.delete(name),
      (error: unknown) => this.#noteFailure(name, error),
    );
    return entry;
  }

  /** Only a fact that was learned can be replaced. */
  replace(name: string, value: unknown): void {
    const known = this.#known.get(name);
    if (known !== undefined) this.#known.set(name, { ...known, value: Promise.resolve(value) });
  }

  #noteFailure(name: string, error: unknown): void {
    const isInconclusive = error instanceof CheckEnded && error.finding.kind === 'inconclusive';
    // A skip or a deviation is a final result, so the fact is not learned again.
    if (!(error instanceof Lost) && !isInconclusive) return;
    const failures = (this.#failures.get(name) ?? 0) + 1;
    this.#failures.set(name, failures);
    if (failures < TRIES) this.#known.delete(name);
  }

  /** Forgets the facts of an interface. */
  forget(interfaceName: string): void {
    for (const name of this.#known.keys())
      if (name.startsWith(`${interfaceName}.`)) this.#known.delete(name);
  }

  /** Failed facts may be learned again, with as many attempts as at first. */
  forgetFailures(): void {
    for (const name of this.#failures.keys()) this.#known.delete(name);
    this.#failures.clear();
  }
}
