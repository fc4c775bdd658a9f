import { InvalidArgumentError } from 'commander';
import { UsageError } from '../target/index.js';

/** A whole number of at least so many. */
export const whole =
  (least: number) =>
  (text: string): number => {
    if (!/^-?\d+$/.test(text) || Number(text) < least)
      throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
    return Number(text);
  };

/** A list with commas; an option given again adds to it. */
export const listed = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').map((part) => part.trim()),
];

/** `load-report.json` and its like; a ledger ends in `.ndjson`. */
export const isLoadReport = (file: string): boolean => file.endsWith('.json');

export function onlyOne(files: readonly string[]): string {
  const [file, ...rest] = files;
  if (file === undefined || rest.length > 0) throw new UsageError('Name one ledger; only load reports can be merged.');
  return file;
}
