import { nearest } from '../../schema/nearest.js';
import { UsageError } from '../../settings/index.js';

/** Collects the mistakes of a profile, so that one attempt shows many. */
export class Finding {
  readonly #mistakes: string[] = [];

  /** Notes a mistake: where (`stages[0].rate`), what is wrong, and what to do. */
  mistake(path: string, problem: string, remedy: string): void {
    this.#mistakes.push(`  ${path}: ${problem}. ${remedy}`);
  }

  unless(right: boolean, path: string, problem: string, remedy: string): void {
    if (!right) this.mistake(path, problem, remedy);
  }

  /** Notes a name that is not known, with the nearest one that is. */
  unknown(path: string, what: string, name: string, known: readonly string[]): void {
    const near = nearest(name, known);
    const remedy =
      near === undefined ? `Known: ${known.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
    this.mistake(path, `unknown ${what} "${name}"`, remedy);
  }

  throwAny(file?: string): void {
    if (this.#mistakes.length === 0) return;
    const named = file === undefined ? '' : ` ${file}`;
    throw new UsageError(`The load profile${named} is invalid:\n${this.#mistakes.join('\n')}`);
  }
}
