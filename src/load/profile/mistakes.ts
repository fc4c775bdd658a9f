import { nearest } from '../../schema/nearest.js';
import { UsageError } from '../../settings/index.js';

/** Collects the mistakes of a load profile, so that a user sees all of them at once. */
export class Mistakes {
  readonly #mistakes: string[] = [];

  /** `path` is the place in the profile, such as `stages[0].rate`. */
  add(path: string, problem: string, remedy: string): void {
    this.#mistakes.push(`  ${path}: ${problem}. ${remedy}`);
  }

  /** Adds a mistake if `isValid` is false. */
  unless(isValid: boolean, path: string, problem: string, remedy: string): void {
    if (!isValid) this.add(path, problem, remedy);
  }

  /**
   * Adds a mistake for an unknown name. `what` says what is named, such as `scenario`. The remedy
   * is the most similar known name. If no known name is similar, the remedy lists all known names.
   */
  unknown(path: string, what: string, name: string, known: readonly string[]): void {
    const near = nearest(name, known);
    const remedy =
      near === undefined ? `Known: ${known.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
    this.add(path, `unknown ${what} "${name}"`, remedy);
  }

  /** Throws a UsageError that lists all mistakes. Without mistakes it does nothing. */
  throwAny(file?: string): void {
    if (this.#mistakes.length > 0) throw this.asError(file);
  }

  /** A UsageError that lists all mistakes. */
  asError(file?: string): UsageError {
    const inFile = file === undefined ? '' : ` ${file}`;
    return new UsageError(`The load profile${inFile} is invalid:\n${this.#mistakes.join('\n')}`);
  }
}
