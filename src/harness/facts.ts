import { Lost } from '../http/index.js';
import { CheckEnded } from './finding.js';

interface Entry<S> {
  readonly value: Promise<unknown>;
  readonly scope: S;
}

/** Times that something is learned anew after it could not be learned: a target that never answers is not asked forever. */
const TRIES = 3;

/** What checks share, each learned once; what could not be learned, as an answer was lost, is learned anew on demand. */
export class Facts<S> {
  readonly #known = new Map<string, Entry<S>>();
  readonly #failures = new Map<string, number>();

  learn(name: string, learn: () => Entry<S>): Entry<S> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const entry = learn();
    this.#known.set(name, entry);
    entry.value.catch((error: unknown) => {
      // That something does not hold is known.
      if (!(error instanceof Lost) && !(error instanceof CheckEnded && error.finding.kind === 'inconclusive')) return;
      const failures = (this.#failures.get(name) ?? 0) + 1;
      this.#failures.set(name, failures);
      if (failures < TRIES) this.#known.delete(name);
    });
    return entry;
  }

  /** What was learned of an interface is learned anew by whoever needs it next. */
  forget(interfaceName: string): void {
    for (const name of this.#known.keys()) if (name.startsWith(`${interfaceName}.`)) this.#known.delete(name);
  }

  /** Facts that could not be learned may be tried anew, as often as at first. */
  forgetFailures(): void {
    for (const name of this.#failures.keys()) this.#known.delete(name);
    this.#failures.clear();
  }
}
