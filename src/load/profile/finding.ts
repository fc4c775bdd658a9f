import { UsageError } from '../../target/index.js';

/** Collects the mistakes of a profile, so that one attempt shows them all. */
export class Finding {
  readonly #mistakes: string[] = [];

  /** Notes a mistake: where (`stages[0].rate`), what is wrong, and what to do. */
  mistake(path: string, problem: string, remedy: string): void {
    this.#mistakes.push(`${path}: ${problem}. ${remedy}`);
  }

  unless(right: boolean, path: string, problem: string, remedy: string): void {
    if (!right) this.mistake(path, problem, remedy);
  }

  get any(): boolean {
    return this.#mistakes.length > 0;
  }

  throwAny(file?: string): void {
    if (!this.any) return;
    const head = file === undefined ? 'The load profile is wrong' : `The load profile ${file} is wrong`;
    throw new UsageError(`${head}:\n${this.#mistakes.map((one) => `  ${one}`).join('\n')}`);
  }
}
