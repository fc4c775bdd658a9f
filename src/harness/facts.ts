import { Lost } from '../http/index.js';
import { CheckEnded } from './finding.js';

interface Entry<S> {
  readonly value: Promise<unknown>;
  readonly scope: S;
}

/**
 * How often a fact is learned at most where responses are lost, so that an unreachable target is
 * not asked forever.
 */
const TRIES = 3;

/** Facts that checks share. Each is learned once, and again on demand where a response was lost. */
export class Facts<S> {
  readonly #known = new Map<string, Entry<S>>();
  readonly #failures = new Map<string, number>();

  learn(name: string, learn: () => Entry<S>): Entry<S> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const entry = learn();
    this.#known.set(name, entry);
    entry.value.catch((error: unknown) => {
      // A skipped or failed fact is a result, which is not learned again.
      if (
        !(error instanceof Lost) &&
        !(error instanceof CheckEnded && error.finding.kind === 'inconclusive')
      )
        return;
      const failures = (this.#failures.get(name) ?? 0) + 1;
      this.#failures.set(name, failures);
      if (failures < TRIES) this.#known.delete(name);
    });
    return entry;
  }

  /** Forgets what was learned of an interface. */
  forget(interfaceName: string): void {
    for (const name of this.#known.keys())
      if (name.startsWith(`${interfaceName}.`)) this.#known.delete(name);
  }

  /** Allows facts that could not be learned to be tried again, as often as at first. */
  forgetFailures(): void {
    for (const name of this.#failures.keys()) this.#known.delete(name);
    this.#failures.clear();
  }
}
