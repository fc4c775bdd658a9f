import { nearest } from '../../schema/nearest.js';
import { UsageError } from '../../settings/index.js';

/** Collects the mistakes of a load profile, so that a user sees all of them at once. */
export class Mistakes {
  readonly #mistakes: string[] = [];

  /** `path` is the place in the profile, such as `stages[0].rate`. */
  add(path: string, problem: string, remedy: string): void {
    this.#mistakes.push(`  ${path}: ${problem}. ${remedy}`);
  }

  unless(right: boolean, path: string, problem: string, remedy: string): void {
    if (!right) this.add(path, problem, remedy);
  }

  /**
   * Adds a mistake for an unknown name. The remedy is the most similar known name or, without a
   * similar name, a list of all known names.
   */
  unknown(path: string, what: string, name: string, known: readonly string[]): void {
    const near = nearest(name, known);
    const remedy =
      near === undefined ? `Known: ${known.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
    this.add(path, `unknown ${what} "${name}"`, remedy);
  }

  /** Throws a UsageError if there are mistakes. */
  throwAny(file?: string): void {
    if (this.#mistakes.length === 0) return;
    const inFile = file === undefined ? '' : ` ${file}`;
    throw new UsageError(`The load profile${inFile} is invalid:\n${this.#mistakes.join('\n')}`);
  }
}
