/**
 * Describes a violation without its values, so that the same defect can be recognized in another
 * run.
 */

import type { ExchangeEvent, VerdictEvent } from '../schema/types.js';

/** A symptom depends neither on the data of the target nor on the seed of the run. */
export interface Symptom {
  readonly clause: string;
  /** Expected and actual result without values: `answered 200: expected … records, got …`. */
  readonly symptom: string;
  /** The request without its values: method, path, `Accept`, parameters and operators. */
  readonly conditions: readonly string[];
}

/** The last exchange determines the status and the conditions. */
export function symptomOf(
  { clauses, check, expected, actual, reason, exchanges }: SymptomaticVerdict,
  known: ReadonlyMap<number, ExchangeEvent>,
): Symptom {
  const last = known.get(exchanges.at(-1) ?? -1);
  const status = last?.answer === undefined ? 'no answer' : `answered ${last.answer.status}`;
  const words =
    expected == null
      ? withoutValues(reason ?? '')
      : `expected ${withoutValues(withoutName(expected))}, got ${withoutValues(actual ?? '')}`;
  return {
    clause: clauses[0] ?? check,
    symptom: `${status}: ${words}`,
    conditions: last === undefined ? [] : conditionsOf(last.request),
  };
}

/** A verdict in a ledger, or a check in a report. */
type SymptomaticVerdict = Pick<VerdictEvent, 'clauses' | 'exchanges'> & {
  readonly check: string;
  readonly expected?: string | null | undefined;
  readonly actual?: string | null | undefined;
  readonly reason?: string | null | undefined;
};

/** Later words are often details that differ between runs. */
const KEPT_WORDS = 8;
/** Only this number of characters is read, because a text may quote a long response. */
const READ_CHARACTERS = 300;

/**
 * Keeps the text up to the first comma, bracket, colon or ` for `, and replaces quoted values and
 * numbers by `…`. A status, as in `404 application/json`, is kept.
 */
const withoutValues = (text: string): string =>
  text
    .slice(0, READ_CHARACTERS)
    .split(/, | for | \(|[{[:]/)[0]
    ?.replace(/"(?:[^"\\]|\\.)*"?|`[^`]*`|<[^>]*>/g, '…')
    .replace(/\b([1-5]\d\d)\b(?= [a-z]+\/)/g, 'status $1')
    .replace(/(?<!status )-?\b\d[\d.]*\b/g, '…')
    .split(/\s+/)
    .slice(0, KEPT_WORDS)
    .join(' ') ?? '';

/** Removes the name of the request, which follows the last `, for `. */
export const withoutName = (expected: string): string => {
  const at = expected.lastIndexOf(', for ');
  return at < 0 ? expected : expected.slice(0, at);
};

/**
 * Numbers in the path and values of parameters are left out, because they differ between runs. The
 * parameters for operators and modes keep their values.
 */
function conditionsOf({ method, url, headers }: ExchangeEvent['request']): readonly string[] {
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/(?<=\/)\d+(?=\/|$)/g, '#');
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => {
    const kind = name.replace(/\[\d*\]/g, '[]').replace(/(?:\[\])+$/, '');
    return /operator\]$|mode\]?$/.test(kind) ? `${kind}=${value}` : kind;
  });
  const accept = headers.find(([name]) => name.toLowerCase() === 'accept')?.[1];
  return [
    ...new Set([
      `${method} ${path}`,
      ...(accept === undefined ? [] : [`Accept: ${accept}`]),
      ...parameters,
    ]),
  ].sort();
}

/** Whether one list of conditions contains the other, as if some of its conditions were removed. */
export const oneContainsOther = (a: readonly string[], b: readonly string[]): boolean =>
  a.every((one) => b.includes(one)) || b.every((one) => a.includes(one));
