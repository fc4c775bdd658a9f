import type { Answer, ProductRecord, Target } from '../../../src/harness/suite.js';

/**
 * Columns whose values change while they are read, such as a stock. Nothing is judged by them: two records are the same
 * whatever they hold there, and no filter or order asks for them.
 */
const ofTarget = new WeakMap<Target, Set<string>>();
const ofAnswer = new WeakMap<Answer, ReadonlySet<string>>();
const ofRecord = new WeakMap<ProductRecord, ReadonlySet<string>>();

/** The columns of a run's target that are known to change; who finds another one adds it. */
export function changingColumns(target: Target): Set<string> {
  const columns = ofTarget.get(target) ?? new Set<string>();
  ofTarget.set(target, columns);
  return columns;
}

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
