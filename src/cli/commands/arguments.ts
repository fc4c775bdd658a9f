/** Parsers for the values of command-line options. */

import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../settings/usage-error.js';
import { expectKnown } from '../known-name.js';

/** Makes a parser for a whole number between two limits, both included. */
export const parseWhole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    if (/^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    const to = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`;
    throw new InvalidArgumentError(`It must be a whole number of at least ${least}${to}.`);
  };

/** Parses a number above 0. */
export const parsePositive = (text: string): number => {
  if (/^\d*\.?\d+$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a number above 0, such as 50.');
};

/** Parses a share from 0 to 1. */
export const parseRatio = (text: string): number => {
  if (/^\d*\.?\d+$/.test(text) && Number(text) <= 1) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0 to 1, such as 0.9.');
};

/** Parses a comma-separated list. A repeated option adds to the list. */
export const parseList = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').map((part) => part.trim()),
];

/**
 * Makes a parser for a comma-separated list of known names. Throws a UsageError that names the most
 * similar known name.
 */
export const parseNames =
  (option: string, known: readonly string[]) =>
  (text: string, before: readonly string[] = []): readonly string[] => {
    const names = parseList(text, before);
    for (const name of names) expectKnown(option, name, known);
    return names;
  };

/** Parses an option that may be repeated. Its value is not changed. */
export const parseRepeated = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
];

/** Parses a port; 0 means any free port. */
export const port = parseWhole(0, 65_535);

/** Whether a file is a load report (`.json`) and not a ledger (`.ndjson`). */
export const isLoadReport = (file: string): boolean => file.endsWith('.json');

/** Returns the single file of a command. Throws a UsageError for no file and for several files. */
export function onlyOne(files: readonly string[]): string {
  const [file, ...rest] = files;
  if (file === undefined || rest.length > 0)
    throw new UsageError('Name one ledger or load report.');
  return file;
}
