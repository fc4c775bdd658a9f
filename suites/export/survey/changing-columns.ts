import type { Answer, ProductRecord, Target } from '../../../src/harness/suite.js';
import { keptFor } from '../oracle/memoized.js';

/**
 * The columns of a run's target whose values change while they are read, such as a stock; who finds another one adds it.
 * Nothing is judged by them: two records are the same whatever they hold there, and no filter or order asks for them.
 */
export const changingColumns = keptFor((_: Target) => new Set<string>());

const ofAnswer = new WeakMap<Answer, ReadonlySet<string>>();
const ofRecord = new WeakMap<ProductRecord, ReadonlySet<string>>();

/** An answer of a target, whose records are read with what is known to change there. */
export function answeredBy(target: Target, answer: Answer): Answer {
  ofAnswer.set(answer, changingColumns(target));
  return answer;
}

/** Records of an answer, each with the columns that are known to change. */
export function withChanging(answer: Answer, records: readonly ProductRecord[]): readonly ProductRecord[] {
  const columns = ofAnswer.get(answer);
  if (columns !== undefined && columns.size > 0) for (const record of records) ofRecord.set(record, columns);
  return records;
}

const NONE: ReadonlySet<string> = new Set();

/** The columns of a record that are known to change. */
export const changingIn = (record: ProductRecord): ReadonlySet<string> => ofRecord.get(record) ?? NONE;
