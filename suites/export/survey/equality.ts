/**
 * Learns which differences between texts (letter case, accents, …) the server under test ignores in
 * each column.
 */

import type { Context } from '../../../src/harness/context.js';
import { grouped, memoizedByObject } from '../../../src/memoized.js';
import { type Criterion, type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { totalOf } from '../../../src/protocol/export/product-page.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { freeColumns } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { type Column, cellValue, textsOf } from '../model/oracle/column.js';
import {
  type Equality,
  mayEqual,
  reducedText,
  TRAITS,
  type Trait,
  UNLEARNED,
} from '../model/oracle/equality.js';
import { readPage } from './ask.js';

/** The operators whose equality is learned. */
export type Compared = Extract<Operator, '=' | 'LIKE' | 'ILIKE'>;

/**
 * At most this number of columns is probed in one request, because the whole request line must fit
 * into the 4,094 bytes that gunicorn accepts by default.
 */
const COLUMNS_PER_REQUEST = 3;

type Learned = ReadonlyMap<string, Equality>;

/**
 * `existing` is a text of the column. The criterion `asked` searches for a changed form of it, in
 * which only one trait differs, such as the letter case. It matches `existing` if the column
 * ignores the trait.
 */
interface Probe {
  readonly trait: Trait;
  readonly column: Column;
  readonly existing: string;
  readonly asked: Criterion;
}

/**
 * Learns which traits each column ignores (EXP-FILT-1, EXP-FILT-4). A request joins the probes of
 * several columns by OR, and the returned records show which probes matched.
 */
export async function learnEquality(
  context: Context,
  survey: Survey,
  operator: Compared,
): Promise<Learned> {
  const requests = context.budget.isLimited ? 1 : 2;
  const columns = freeColumns(survey, 'text');
  const learned = new Map<string, Equality>();
  for (let turn = 0; turn < requests; turn += 1) {
    const probes = columns
      .slice(turn * COLUMNS_PER_REQUEST, (turn + 1) * COLUMNS_PER_REQUEST)
      .flatMap((column) => probesOf(column, operator));
    const together = await askTogether(context, survey, probes);
    if (!(await isConfirmed(context, survey, { probes, together }))) return new Map();
    for (const [name, equality] of together) learned.set(name, equality);
  }
  return learned;
}

/**
 * Sends all probes in one filter. The first and the last criterion request existing, unchanged
 * values. With only one such value, only the last criterion does. If one of these values is not
 * found, the server does not understand filters of several criteria, and nothing is learned.
 */
async function askTogether(
  context: Context,
  survey: Survey,
  probes: readonly Probe[],
): Promise<Learned> {
  const used = new Set(probes.map(({ existing }) => existing));
  const [control, first = control] = probes.flatMap(({ column, asked }) =>
    plainTexts(column).flatMap((value) => (used.has(value) ? [] : [{ ...asked, value }])),
  );
  if (control === undefined || first === undefined) return new Map();
  const wanted = probes.map(({ asked }) => asked);
  const criteria = first === control ? [...wanted, control] : [first, ...wanted, control];
  const filter = { groups: [{ mode: 'OR', criteria }] } as const;
  const page = await readPage(context, { filter, limit: survey.pageSize });
  if (page === undefined || totalOf(page) > page.records.length) return new Map();
  const isFound = ({ column, value }: Criterion): boolean =>
    page.records.some((record) => cellValue(record, column) === value);
  // A record that no criterion can select shows that the server ignores the filter.
  const isFiltered = page.records.every((record) =>
    criteria.some((criterion) => mayMatch(criterion, record)),
  );
  if (!isFound(first) || !isFound(control) || !isFiltered) return new Map();
  return equalitiesIn(page.records, criteria, probes);
}

function equalitiesIn(
  records: readonly ProductRecord[],
  criteria: readonly Criterion[],
  probes: readonly Probe[],
): Learned {
  const learned = new Map<string, Equality>();
  for (const [index, probe] of probes.entries()) {
    const { trait, column } = probe;
    const treatment = treatmentIn(records, criteria, probe);
    const known = learned.get(column.name);
    const isTwice = probes.findIndex((one) => one.column === column && one.trait === trait) < index;
    const isContradicted = isTwice && known?.[trait] !== treatment;
    learned.set(column.name, {
      ...(known ?? UNLEARNED),
      [trait]: isContradicted ? 'unknown' : treatment,
    });
  }
  // A column that distinguishes upper and lower case also distinguishes I and i.
  for (const [name, equality] of learned)
    if (equality.case === 'kept') learned.set(name, { ...equality, dots: 'kept' });
  return learned;
}

function treatmentIn(
  records: readonly ProductRecord[],
  criteria: readonly Criterion[],
  { column, existing, asked }: Probe,
): 'kept' | 'folded' | 'unknown' {
  const found = records.filter((record) => cellValue(record, column.name) === existing);
  const others = criteria.filter((criterion) => criterion !== asked);
  // A record counts only if no other criterion can have selected it.
  const isSelected = found.some(
    (record) => !others.some((criterion) => mayMatch(criterion, record)),
  );
  return treatmentFrom(found.length < (column.values.get(existing) ?? 1), isSelected);
}

/**
 * - `kept`: a record with the unchanged text is missing.
 * - `folded`: all of them came, and only this probe can have selected one of them.
 * - `unknown`: all of them came, but other criteria can have selected each of them.
 */
function treatmentFrom(isMissing: boolean, isSelected: boolean): 'kept' | 'folded' | 'unknown' {
  if (isMissing) return 'kept';
  return isSelected ? 'folded' : 'unknown';
}

const mayMatch = ({ column, value }: Criterion, record: ProductRecord): boolean =>
  mayEqual(String(cellValue(record, column) ?? ''), String(value), UNLEARNED);

interface GroupResult {
  readonly probes: readonly Probe[];
  readonly together: Learned;
}

/**
 * Sends one of the probes alone. Returns whether the probe gives the same result as together with
 * the other probes. Returns true if nothing was learned.
 */
async function isConfirmed(
  context: Context,
  survey: Survey,
  { probes, together }: GroupResult,
): Promise<boolean> {
  const treatmentOf = ({ column, trait }: Probe) => together.get(column.name)?.[trait] ?? 'unknown';
  const learned = probes.filter((probe) => treatmentOf(probe) !== 'unknown');
  const probe = learned.find(({ trait }) => trait === 'case') ?? learned[0];
  if (probe === undefined) return true;
  const { column, existing, asked } = probe;
  const page = await readPage(context, { filter: only(asked), limit: survey.pageSize });
  if (page === undefined) return false;
  const isFound = page.records.some((record) => cellValue(record, column.name) === existing);
  return isFound === (treatmentOf(probe) === 'folded');
}

/** Texts of ASCII letters, digits, spaces and hyphens. Texts in fewer records come first. */
const plainTexts = (column: Column): readonly string[] =>
  textsOf(column)
    .filter(
      (text) => /^[A-Za-z0-9][A-Za-z0-9 -]{0,60}[A-Za-z0-9]$/.test(text) && /[A-Za-z]/.test(text),
    )
    .sort((a, b) => (column.values.get(a) ?? 0) - (column.values.get(b) ?? 0));

/**
 * Each function changes a text in one trait only. A text without the trait stays unchanged. The
 * full-width form of an ASCII letter has a code that is higher by 0xfee0. `dots` is the letter case
 * of i, so `case` does not change texts with this letter.
 */
const CHANGES: Readonly<Record<Trait, (text: string) => string>> = {
  case: (text) => (/[iI]/.test(text) ? text : swapCase(text)),
  dots: (text) => (/[iI]/.test(text) ? swapCase(text) : text),
  accents: (text) => text.replace(/[aeou]/, (vowel) => `${vowel}\u0301`.normalize()),
  width: (text) => text.replace(/[A-Za-z]/, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  forms: (text) => (text === text.normalize('NFC') ? text.normalize('NFD') : text.normalize('NFC')),
  blanks: (text) => `${text} `,
};
const hasTrait = (trait: Trait, text: string): boolean => CHANGES[trait](text) !== text;

/** Texts that equal no other text of the column, whatever differences the collation ignores. */
const unambiguousTexts = memoizedByObject((column: Column): ReadonlySet<string> => {
  const alike = grouped(textsOf(column), (text) => reducedText(text, UNLEARNED));
  return new Set([...alike.values()].filter(({ length }) => length === 1).flat());
});

/** Each probe has a different text. Its changed form does not occur in the column. */
function probesOf(column: Column, operator: Compared): readonly Probe[] {
  const texts = textsOf(column);
  const isUnambiguous = (text: string): boolean => unambiguousTexts(column).has(text);
  const used = new Set<string>();
  const plain = plainTexts(column).filter(isUnambiguous);
  const composed = texts.filter(
    (text) => /^[\p{L}\p{M} ]{2,40}$/u.test(text) && isUnambiguous(text) && hasTrait('forms', text),
  );
  const probe = (trait: Trait, fits: (text: string) => boolean = () => true): readonly Probe[] => {
    const existing = (trait === 'forms' ? composed : plain).find(
      (text) => !used.has(text) && fits(text) && hasTrait(trait, text),
    );
    if (existing === undefined) return [];
    used.add(existing);
    return [
      { trait, column, existing, asked: where(column.name, operator, CHANGES[trait](existing)) },
    ];
  };
  if (operator !== 'ILIKE') return TRAITS.flatMap((trait) => probe(trait));
  // ILIKE ignores letter case by definition, and only `dots` is learned for it. A target may
  // convert data and pattern to lower case by the rules of different languages, such as Turkish.
  // Then a pattern with I may match i although a pattern with i does not match I, so both are
  // tested.
  const found = ['I', 'i']
    .filter((letter) => texts.some((text) => text.includes(letter)))
    .map((letter) => {
      const ofThisCase = probe(
        'dots',
        (text) => text.includes(letter) && !text.includes(swapCase(letter)),
      );
      return ofThisCase.length > 0 ? ofThisCase : probe('dots', (text) => text.includes(letter));
    });
  return found.every((probes) => probes.length > 0) ? found.flat() : [];
}
