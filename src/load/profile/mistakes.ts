/** Collects the mistakes of a load profile. */

import { nearest } from '../../schema/nearest.js';
import { UsageError } from '../../settings/index.js';

/** Collects the mistakes of a profile, so that a user sees all of them at once. */
export class Mistakes {
  readonly #mistakes: string[] = [];

  /** Records a mistake: its place (`stages[0].rate`), the problem, and the remedy. */
  add(path: string, problem: string, remedy: string): void {
    this.#mistakes.push(`  ${path}: ${problem}. ${remedy}`);
  }

  /** Records a mistake unless a condition holds. */
  unless(right: boolean, path: string, problem: string, remedy: string): void {
    if (!right) this.add(path, problem, remedy);
  }

  /** Records an unknown name. The remedy is the most similar known name or, without one, a list. */
  unknown(path: string, what: string, name: string, known: readonly string[]): void {
    const near = nearest(name, known);
    const remedy =
      near === undefined ? `Known: ${known.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
    this.add(path, `unknown ${what} "${name}"`, remedy);
  }

  /** Throws a UsageError that lists the mistakes, if there are any. */
  throwAny(file?: string): void {
    if (this.#mistakes.length === 0) return;
    const inFile = file === undefined ? '' : ` ${file}`;
    throw new UsageError(`The load profile${inFile} is invalid:\n${this.#mistakes.join('\n')}`);
  }
}
