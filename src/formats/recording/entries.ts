/**
 * Reads the exchanges of a HAR or NDJSON file in batches, so that large files need little memory.
 */

import { jsonValue, membersOf } from '../../schema/json-value.js';
import { entryOf, type HarEntry } from '../har.js';
import { textOf } from './bytes.js';
import { EntryTexts } from './entry-texts.js';
import { exchangeOf, notAnExchange } from './line.js';

export interface Batch {
  readonly entries: readonly HarEntry[];
  /** Characters since the previous batch. */
  readonly characters: number;
}

interface RecordingFile {
  readonly file: string;
  /** The name of the file in messages. */
  readonly name: string;
  readonly head: Buffer;
}

/**
 * Called if a part of the exchanges cannot be used. `isFile` is true if the file itself is
 * incomplete or damaged. Exchanges before the damage are used.
 */
export type ReportDamage = (why: string, isFile?: boolean) => void;

const DAMAGED = 'the file is cut off or damaged';

/** Reads a HAR file. Entries after invalid JSON are not read, and the damage is reported. */
export async function* entriesOfHar(
  { file, head }: RecordingFile,
  reportDamage: ReportDamage,
): AsyncGenerator<Batch> {
  const texts = new EntryTexts();
  let isDamaged = false;
  let hasInvalid = false;
  const damage = (): void => {
    isDamaged = true;
  };
  for await (const text of textOf(file, head, damage)) {
    const values: readonly unknown[] = hasInvalid ? [] : texts.add(text).map(jsonValue);
    const validValues = values.slice(0, firstInvalid(values));
    hasInvalid ||= validValues.length < values.length;
    const entries = validValues.flatMap((value) => entryOf(membersOf(value)) ?? []);
    yield { entries, characters: text.length };
  }
  if (isDamaged || hasInvalid || !texts.isEnded) reportDamage(DAMAGED, true);
}

function firstInvalid(values: readonly unknown[]): number {
  const at = values.indexOf(undefined);
  return at < 0 ? values.length : at;
}

/**
 * Reads NDJSON. Throws a UsageError for a line that is not an exchange. If valid lines precede
 * it and it is the last line, without a line break, it is reported as damage instead.
 */
export async function* entriesOfLines(
  { file, name, head }: RecordingFile,
  reportDamage: ReportDamage,
): AsyncGenerator<Batch> {
  let number = 0;
  let rest = '';
  let total = 0;
  let isDamaged = false;
  const damage = (): void => {
    isDamaged = true;
  };
  for await (const text of textOf(file, head, damage)) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    const entries = lines.flatMap((line) => {
      number += 1;
      return line.trim() === '' ? [] : entryOfLine(line, number, name);
    });
    total += entries.length;
    yield { entries, characters: text.length };
  }
  const last = exchangeOf(membersOf(jsonValue(rest)));
  const isCut = rest.trim() !== '' && last === undefined;
  if (last !== undefined) yield { entries: [last], characters: 0 };
  if (isDamaged || (isCut && total > 0)) reportDamage(DAMAGED, true);
  else if (isCut) throw notAnExchange(name, number + 1);
}

function entryOfLine(line: string, number: number, name: string): HarEntry {
  const entry = exchangeOf(membersOf(jsonValue(line)));
  if (entry === undefined) throw notAnExchange(name, number);
  return entry;
}
