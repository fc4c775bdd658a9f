/** Parsers for the values of command-line options. */

import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../settings/usage-error.js';
import { knownNames } from '../known-name.js';

/** A parser of whole numbers from `least` to `most`, both included. */
export const parseWhole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    if (/^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    // The largest number that a program can hold is named only to somebody who exceeds it.
    const hasLimit = most !== Number.MAX_SAFE_INTEGER || Number(text) > most;
    const to = hasLimit ? ` and at most ${most}` : '';
    throw new InvalidArgumentError(`It must be a whole number of at least ${least}${to}.`);
  };

export const parsePositive = (text: string): number => {
  if (/^\d*\.?\d+$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a number above 0, such as 50.');
};

/** Parses a number from 0 to 1, both included. */
export const parseRatio = (text: string): number => {
  if (/^\d*\.?\d+$/.test(text) && Number(text) <= 1) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0 to 1, such as 0.9.');
};

/** Parses parts that are separated by commas. A repeated option adds to the list. */
export const parseList = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').map((part) => part.trim()),
];

/** A parser of lists whose parts must be known names. It throws a UsageError for another name. */
export const parseNames =
  (option: string, known: readonly string[]) =>
  (text: string, before: readonly string[] = []): readonly string[] => {
    return parseList(text, before).flatMap((name) => knownNames(option, name, known));
  };

/** The value is one part of the list, even if it contains commas. */
export const parseRepeated = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
];

export const parsePort = parseWhole(0, 65_535);

/** A load report is a `.json` file, a ledger an `.ndjson` or `.ndjson.gz` file. */
export const isLoadReport = (file: string): boolean => file.endsWith('.json');

/** Throws a UsageError unless there is exactly one file. */
export function onlyOne(files: readonly string[]): string {
  const [file, ...rest] = files;
  if (file === undefined || rest.length > 0)
    throw new UsageError('Name one ledger or load report.');
  return file;
}
