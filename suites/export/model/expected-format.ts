import { describeAnswer } from '../../../src/harness/finding.js';
import { JSON_API } from '../../../src/protocol/export/question.js';
import type { Deviation, NotePart } from './comparison.js';
import type { Known } from './data.js';
import type { Received } from './exchange.js';
import { deviationFrom, SCHEMAS } from './list-schema.js';

const schemaFor = (accept: string | null) =>
  accept === JSON_API ? SCHEMAS.envelope : SCHEMAS.array;

/**
 * Compares a list with the format that Accept requests: envelope or array, and the types of its
 * members. Calls `note` with each compared part.
 */
export function compareFormat(
  { question, answer, page }: Received,
  known: Known | undefined,
  note: NotePart,
): Deviation | undefined {
  const { accept = JSON_API } = question;
  if (page === undefined || !answer.ok) return undefined;
  const isEnvelope = accept === JSON_API;
  const isRight = page.isEnvelope === isEnvelope;
  // An empty array does not show its format.
  const isFormatVisible = page.isEnvelope || page.records.length > 0;
  const isKnownEmpty = known?.survey.total === 0 && known.survey.foreignTraffic === undefined;
  if (isFormatVisible || isEnvelope || isKnownEmpty) {
    note('format');
    if (isRight) note('types');
  }
  if (!isRight) {
    return { part: 'format', ...otherFormat(isEnvelope, describeAnswer(answer)) };
  }
  return deviationFrom(schemaFor(accept), answer, 'types');
}

/** The deviation of a list in the other format. */
export const otherFormat = (isEnvelopeRequired: boolean, actual: string) =>
  isEnvelopeRequired
    ? {
        expected: 'an envelope of data and meta',
        actual,
        sentence: `${actual} came; it must be an object with \`data\` and \`meta\``,
      }
    : {
        expected: 'a bare array',
        actual,
        sentence: `${actual} came; it must be an array without an envelope`,
      };

/**
 * Tests a response with status 200 that could not be read as a list, although its body is JSON.
 */
export function compareUnreadable({ question, answer }: Received): Deviation | undefined {
  const { accept = JSON_API } = question;
  if (answer.status !== 200 || typeof answer.json !== 'object' || answer.json === null)
    return undefined;
  return deviationFrom(schemaFor(accept), answer, 'types');
}
