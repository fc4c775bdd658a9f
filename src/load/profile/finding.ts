import { UsageError } from '../../settings/index.js';

/** Collects the mistakes of a profile, so that one attempt shows them all. */
export class Finding {
  readonly #mistakes: { readonly path: string; readonly text: string }[] = [];

  /** Notes a mistake: where (`stages[0].rate`), what is wrong, and what to do. */
  mistake(path: string, problem: string, remedy: string): void {
    this.#mistakes.push({ path, text: `${path}: ${problem}. ${remedy}` });
  }

  unless(right: boolean, path: string, problem: string, remedy: string): void {
    if (!right) this.mistake(path, problem, remedy);
  }

  /** Takes over what another found, but for what follows from the mistakes that are known already. */
  add(other: Finding): void {
    const known = this.#mistakes.map(({ path }) => path);
    const follows = (path: string): boolean => known.some((one) => within(one, path) || within(path, one));
    this.#mistakes.push(...other.#mistakes.filter(({ path }) => !follows(path)));
  }

  get any(): boolean {
    return this.#mistakes.length > 0;
  }

  throwAny(file?: string): void {
    if (!this.any) return;
    const head = file === undefined ? 'The load profile is wrong' : `The load profile ${file} is wrong`;
    throw new UsageError(`${head}:\n${this.#mistakes.map(({ text }) => `  ${text}`).join('\n')}`);
  }
}

const within = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
