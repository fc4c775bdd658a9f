import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../schema/validate.js';

/** A fault that is known, with what it looks like to the checks. */
export interface KnownFault {
  readonly id: string;
  readonly interface: string;
  /** The clause that it breaks. */
  readonly clause: string;
  /** What is wrong, in a sentence. */
  readonly sentence: string;
  /** Checks that complain of it. */
  readonly noticed: readonly string[];
  /** What the first check of its clause says of it. */
  readonly said: string;
}

/** Characters of `said` that are kept. */
export const SAID = 120;

interface Stored {
  readonly checks: readonly string[];
  readonly faults: readonly (Omit<KnownFault, 'noticed'> & { readonly noticed: readonly number[] })[];
}

/** The dictionary as it is stored: checks are named once. */
export function storeDictionary(faults: readonly KnownFault[]): string {
  const checks = [...new Set(faults.flatMap(({ noticed }) => noticed))].sort();
  const lines = faults.map((fault) =>
    JSON.stringify({ ...fault, noticed: fault.noticed.map((check) => checks.indexOf(check)) }),
  );
  return `{"checks":${JSON.stringify(checks)},\n"faults":[\n${lines.join(',\n')}\n]}\n`;
}

export function readDictionary(text: string): readonly KnownFault[] {
  const { checks, faults }: Stored = JSON.parse(text);
  return faults.map((fault) => ({ ...fault, noticed: fault.noticed.flatMap((index) => checks[index] ?? []) }));
}

let known: readonly KnownFault[] | undefined;

/** The faults of the reference server, as the self-test met them. Read when it is first needed. */
export const dictionary = (): readonly KnownFault[] => {
  known ??= readDictionary(readFileSync(path.join(packageRoot, 'schemas', 'faults.json'), 'utf8'));
  return known;
};
