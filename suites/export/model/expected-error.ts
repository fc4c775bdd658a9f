import { describeAnswer } from '../../../src/harness/finding.js';
import type { Answer } from '../../../src/http/answer.js';
import { isUnknown, JSON_API } from '../../../src/protocol/export/question.js';
import type { Deviation, NotePart } from './comparison.js';
import { documented, type ErrorName } from './error-table.js';
import { namesPath, plainText } from './error-text.js';
import type { Received } from './exchange.js';
import { deviationFrom, SCHEMAS } from './list-schema.js';
import type { Mistake } from './mistakes.js';

/**
 * Compares a response with the error that is documented for the mistake in the request. Returns the
 * first difference, and calls `note` with each compared part.
 */
export function compareError(
  { question, answer, page }: Received,
  { error }: Mistake,
  note: NotePart,
): Deviation | undefined {
  const { route = 'v2', accept = JSON_API } = question;
  const { status, text } = documented[error];
  // An empty list conforms as well (EXP-LIST-9).
  if (error === 'no data' && answer.ok && page?.records.length === 0) return undefined;
  // A server may check the destination before it looks up the path (EXP-ROUTE-8).
  if (isUnknown(route) && question.destinationId === null && answer.status === 401)
    return undefined;
  if (answer.status !== status) {
    const actual = describeAnswer(answer);
    return { part: 'error', expected: `status ${status} (${error})`, actual };
  }
  note('error form');
  const formDeviation = deviationOfForm(answer, error, accept);
  const expectedText = isUnknown(route) ? text.replace('{path}', () => route.path) : `"${text}"`;
  // If the error is not JSON and lacks its text, the text is reported instead of the form.
  if (formDeviation !== undefined && isNotJsonAndLacksText(answer, text))
    return { part: 'error', expected: expectedText, actual: describeAnswer(answer) };
  if (formDeviation !== undefined) return formDeviation;
  note('error');
  return isUnknown(route)
    ? comparePath(answer, route.path, expectedText, note)
    : compareText(answer, error, accept, note);
}

function comparePath(
  answer: Answer,
  path: string,
  expected: string,
  note: NotePart,
): Deviation | undefined {
  note('error path');
  const message = plainText(answer) ?? '';
  if (namesPath(message, path)) return undefined;
  const sentence = `the text of the error is \`${message}\`; it must be \`${expected}\``;
  return { part: 'error path', expected, actual: message, sentence };
}

function compareText(
  answer: Answer,
  error: ErrorName,
  accept: string | null,
  note: NotePart,
): Deviation | undefined {
  const { text } = documented[error];
  const message = plainText(answer) ?? '';
  // In plain format the text is a part of the error itself (EXP-ERR-4).
  if (accept === JSON_API) note('error text');
  if (message !== text) return { part: 'error text', ...otherText(message, text) };
  return accept === JSON_API ? compareErrorObject(answer, error) : undefined;
}

/** The deviation of an error with the text `actual`. */
export const otherText = (actual: string, expected: string) => ({
  expected: `"${expected}"`,
  actual: `"${actual}"`,
  sentence: `the text of the error is "${actual}"; it must be "${expected}"`,
});

interface JsonApiErrors {
  readonly errors: readonly { readonly status: number; readonly title: string }[];
}

function compareErrorObject(answer: Answer, error: ErrorName): Deviation | undefined {
  const { status, title } = documented[error];
  const [first] = (answer.json as JsonApiErrors).errors;
  if (first?.status !== status) {
    return {
      part: 'error status',
      expected: `status ${status} in the error object`,
      actual: String(first?.status),
      sentence: `\`status\` in the error object is ${first?.status}; it must be ${status}, as that of the response`,
    };
  }
  if (first.title === title) return undefined;
  return { part: 'error title', expected: `title "${title}"`, actual: `"${first.title}"` };
}

/** Compares the body with the form of an error: JSON:API, `{error}`, or `{message}` for no data. */
export function deviationOfForm(
  answer: Answer,
  error: ErrorName,
  accept: string | null = JSON_API,
): Deviation | undefined {
  const plain = error === 'no data' ? SCHEMAS.noData : SCHEMAS.plain;
  const schema = accept === JSON_API ? SCHEMAS.jsonApi : plain;
  return deviationFrom(schema, answer, 'error form', `an error (${error})`);
}

/**
 * Returns true if the body is not valid JSON and does not contain the text. If the text has a
 * colon, only the part before it is searched for, because a variable path follows.
 */
export const isNotJsonAndLacksText = (answer: Answer, text: string): boolean =>
  answer.json === undefined && !answer.text.includes(text.split(':')[0] ?? text);
