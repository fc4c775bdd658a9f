/** Recognizes the format of a recording file and returns the function that reads it. */

import { isObject, jsonValue, type Members, membersOf } from '../../schema/json-value.js';
import { encodingOf, readText, UsageError } from '../../settings/index.js';
import { headOf, REMEDY } from './bytes.js';
import { type Batch, entriesOfHar, entriesOfLines, type ReportDamage } from './entries.js';
import { type Examples, examplesOfHoppscotch, examplesOfPostman } from './examples.js';
import { refuseUnsupported } from './refused.js';

export { REMEDY } from './bytes.js';
export type { Batch, ReportDamage } from './entries.js';
export { notAnExchange } from './line.js';

/** Reads a file in batches. Each call reads it from its beginning. */
export type Reader = (reportDamage: ReportDamage) => AsyncIterable<Batch>;

/**
 * Returns a function that reads HAR, NDJSON or a collection of requests in batches. Returns
 * `ledger` for the ledger of a run, and undefined for a file that is read as a whole: a HAR file
 * that Assay wrote, or a file of unknown format. Throws a UsageError if the file cannot be read, or
 * if its format is known and not supported.
 */
export function readerOf(file: string, name: string): Reader | 'ledger' | undefined {
  const head = headOf(file, name);
  const text = new TextDecoder(encodingOf(head)).decode(head);
  const form = formOf(text);
  if (form === 'har') return (reportDamage) => entriesOfHar({ file, name, head }, reportDamage);
  if (form === 'lines') return (reportDamage) => entriesOfLines({ file, name, head }, reportDamage);
  if (form === 'ledger') return 'ledger';
  if (form === 'har of a run') return undefined;
  const examples = EXAMPLES.find(({ signs }) => signs.every((sign) => sign.test(text)))?.examples;
  if (examples !== undefined)
    return (reportDamage) => savedBatch(examples(collectionIn(file, name)), reportDamage);
  // Some unsupported formats are binary, so each byte becomes one character.
  refuseUnsupported(head.toString('latin1'), name);
  return undefined;
}

/** Tools whose collections contain saved responses. `signs` recognize the beginning of a file. */
const EXAMPLES = [
  { signs: [/"_postman_id"|schema\.getpostman\.com/], examples: examplesOfPostman },
  { signs: [/^\s*\[?\s*\{/, /"folders"\s*:/, /"requests"\s*:/], examples: examplesOfHoppscotch },
] as const;

function collectionIn(file: string, name: string): Members {
  const value = jsonValue(readText(file, `The recording ${name}`, REMEDY));
  // Hoppscotch exports several collections as an array.
  if (Array.isArray(value)) return { folders: value };
  if (isObject(value)) return value;
  throw new UsageError(`${name} is not valid JSON: export the collection again.`);
}

async function* savedBatch(
  { entries, unset }: Examples,
  reportDamage: ReportDamage,
): AsyncGenerator<Batch> {
  if (unset > 0)
    reportDamage(`${unset} saved responses have an address with a variable that is not set`);
  // The number of characters is for progress, and a collection is read at once.
  yield { entries, characters: 0 };
}

/** Matches a HAR file that Assay wrote. It contains a run and is read as a whole. */
const OF_ASSAY = /"creator"\s*:\s*\{\s*"name"\s*:\s*"assay"/;

/** A line of NDJSON begins with a member of an exchange. */
const FIRST_MEMBER = /^\s*\{\s*"(?:at|request|response|answer|durationMs)"\s*:/;

/** A ledger begins with its header, which may be longer than the examined beginning of the file. */
const FIRST_OF_LEDGER = /^\s*\{\s*"type"\s*:\s*"header"/;

function formOf(head: string): 'har' | 'lines' | 'ledger' | 'har of a run' | undefined {
  const [first = ''] = head.trimStart().split('\n', 1);
  const line = membersOf(jsonValue(first));
  if (line.type === 'header' || FIRST_OF_LEDGER.test(head)) return 'ledger';
  if (OF_ASSAY.test(head)) return 'har of a run';
  // A line may be longer than the examined beginning, so it cannot always be parsed.
  if (typeof line.request === 'object' || FIRST_MEMBER.test(head)) return 'lines';
  return /"log"\s*:\s*\{/.test(head) ? 'har' : undefined;
}
