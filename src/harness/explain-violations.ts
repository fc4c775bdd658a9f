/**
 * Explains violations by mistakes. Each mistake replaces the rules of some clauses by its own
 * prediction. Two mistakes may change different parts of one response.
 *
 * Evidence is of two kinds. A violation must be explained: of one exchange (`alone`), or of several
 * that only together violate a clause (`related`). A conforming exchange (`kept`) refutes mistakes
 * that predict another response. An exchange that violates one clause is kept for its other
 * clauses, unless it is a part of a `related` violation, because it may be the wrong part.
 */

import { defined } from '../defined.js';
import { explain } from './explain.js';
import type { Complaint, Explained, JudgeOf } from './explain-complaints.js';
import type { Mistake, Mistakes } from './mistake.js';
import {
  byMistake,
  type Explanation,
  type JudgeOfReadings,
  namedOf,
  type Reading,
} from './reading.js';
import type { Exchanged } from './rule.js';

/** One violation of a clause, or an exchange that conforms to all clauses. */
interface Evidence<E> {
  /** For a violation, at least one of them is wrong. A conforming exchange is the only one. */
  readonly exchanges: readonly E[];
  /** Undefined if the exchange conforms, apart from the clauses in `others`. */
  readonly clause: string | undefined;
  /** Clauses that the exchange violates. It does not refute mistakes that break these clauses. */
  readonly others?: ReadonlySet<string>;
}

interface Judging<E, F> {
  readonly judge: JudgeOf<E, F>;
  readonly mistakes: Mistakes<E, F>;
  readonly facts: F;
}

/** Names mistakes that explain complaints. A complaint is explained if all its violations are. */
export function explainViolations<E extends Exchanged<unknown>, F>(
  { judge, mistakes, facts }: Judging<E, F>,
  exchanges: readonly E[],
  complaints: readonly Complaint[],
): readonly Explained[] {
  // The simplest request is explained first. It has the shortest URL.
  const whole = exchanges
    .filter(({ answer }) => answer.isWhole)
    .toSorted((a, b) => a.answer.request.url.length - b.answer.request.url.length);
  const evidence = evidenceIn(whole, complaints, (exchange) => judge(exchange, facts));
  const violated = [...evidence.alone, ...evidence.related];
  const wrong = new Set(violated.flatMap((one) => one.exchanges));
  const all = mistakes.all([...wrong], facts, inOrder(whole));
  const found = explain({
    facts,
    all,
    readings: predictionsOf(all, mistakes, (one) => judge(one, facts).violations.length > 0),
    violated,
    kept: evidence.kept,
  });
  const checks = new Map<Explanation<Evidence<E>>, string[]>();
  for (const complaint of complaints) {
    const own = evidence.of(complaint);
    const isExplained = (one: Evidence<E>): boolean =>
      found.some((explanation) => explanation.exchanges.has(one));
    const reason = found.find((explanation) => own.some((one) => explanation.exchanges.has(one)));
    if (reason !== undefined && own.every(isExplained))
      checks.set(reason, [...(checks.get(reason) ?? []), complaint.check]);
  }
  return [...byMistake(checks)].map(([{ readings, exchanges: explained }, names]) => {
    const shown = new Set([...explained].flatMap((one) => one.exchanges));
    const named = namedOf(readings);
    const common = named.length === 0 ? commonOf([...shown], mistakes) : undefined;
    return {
      checks: names,
      readings: named,
      ...defined({ common }),
      exchanges: shown.size,
    };
  });
}

/** A feature that all these requests share. It is reported if too many mistakes explain them. */
function commonOf<E, F>(wrong: readonly E[], { features }: Mistakes<E, F>): string | undefined {
  const [first = [], ...others] = wrong.map(features);
  return first.find((feature) => others.every((one) => one.includes(feature)));
}

/** Collects the violations of single exchanges, those of several exchanges, and what conforms. */
function evidenceIn<E extends Exchanged<unknown>>(
  exchanges: readonly E[],
  complaints: readonly Complaint[],
  judge: (exchange: E) => ReturnType<JudgeOf<E, unknown>>,
) {
  const alone: Evidence<E>[] = [];
  const related = new Map<Complaint, Evidence<E>>();
  for (const exchange of exchanges) {
    const clauses = new Set(judge(exchange).violations.map(({ clause }) => clause));
    for (const clause of clauses) alone.push({ exchanges: [exchange], clause });
  }
  const ownOf = ({ exchanges: ids, clauses }: Complaint): readonly Evidence<E>[] =>
    alone.filter(
      ({ clause, exchanges: [one] }) =>
        one !== undefined && ids.includes(one.answer.exchange) && clauses.includes(clause ?? ''),
    );
  for (const complaint of complaints) {
    const shown = exchanges.filter(({ answer }) => complaint.exchanges.includes(answer.exchange));
    const [clause] = complaint.clauses;
    if (shown.length > 0 && ownOf(complaint).length === 0)
      related.set(complaint, { exchanges: shown, clause });
  }
  const doubtful = new Set([...related.values()].flatMap((one) => one.exchanges));
  const kept = exchanges.flatMap((exchange) => {
    const { violations, clauses } = judge(exchange);
    const others = new Set(violations.map(({ clause }) => clause));
    const isKept = clauses.some((clause) => !others.has(clause)) && !doubtful.has(exchange);
    return isKept ? [{ exchanges: [exchange], clause: undefined, others }] : [];
  });
  return {
    alone,
    related: [...related.values()],
    kept,
    of(complaint: Complaint): readonly Evidence<E>[] {
      const relation = related.get(complaint);
      return relation === undefined ? ownOf(complaint) : [relation];
    },
  };
}

const inOrder = <E extends Exchanged<unknown>>(exchanges: readonly E[]): readonly E[] =>
  exchanges.toSorted((a, b) => a.answer.exchange - b.answer.exchange);

/** Judges evidence by the predictions of mistakes. */
function predictionsOf<E, F>(
  all: readonly Mistake<E, F>[],
  mistakes: Pick<Mistakes<E, F>, 'features' | 'isRight'>,
  isWrong: (exchange: E) => boolean,
): JudgeOfReadings<Evidence<E>, F> {
  const known = new Map<Reading, Mistake<E, F>>(all.map((mistake) => [mistake, mistake]));
  const predictions = new Map<Reading, Map<E, boolean | undefined>>();
  const predict = (reading: Reading, exchange: E, facts: F): boolean | undefined => {
    const kept = predictions.get(reading) ?? new Map<E, boolean | undefined>();
    predictions.set(reading, kept);
    if (!kept.has(exchange)) kept.set(exchange, known.get(reading)?.predicts(exchange, facts));
    return kept.get(exchange);
  };
  /** Whether the mistake may break the violated clause, or could be refuted by the evidence. */
  const isOf = (reading: Reading, { clause, others }: Evidence<E>): boolean => {
    const breaks = known.get(reading)?.breaks ?? [];
    return clause === undefined ? !breaks.some((one) => others?.has(one)) : breaks.includes(clause);
  };
  /** The exchanges of the evidence for which the mistake predicts a response. */
  const touched = (reading: Reading, evidence: Evidence<E>, facts: F): readonly E[] =>
    isOf(reading, evidence)
      ? evidence.exchanges.filter((exchange) => predict(reading, exchange, facts) !== undefined)
      : [];
  const isPredicted = (reading: Reading, evidence: Evidence<E>, facts: F): boolean =>
    touched(reading, evidence, facts).every((one) => predict(reading, one, facts));
  return {
    isAbout: (reading, evidence) => isOf(reading, evidence),
    touches: (reading, evidence, facts) => touched(reading, evidence, facts).length > 0,
    judge(evidence, facts, readings) {
      const touching = readings.filter((one) => touched(one, evidence, facts).length > 0);
      if (!touching.every((one) => isPredicted(one, evidence, facts))) return 'deviates';
      if (evidence.clause === undefined) return 'conforms';
      // A violation is explained only if a mistake predicts a response that may be the wrong one.
      const isChanged = touching.some((one) =>
        touched(one, evidence, facts).some(
          (exchange) => isWrong(exchange) || !mistakes.isRight?.(exchange, facts),
        ),
      );
      return isChanged ? 'conforms' : 'deviates';
    },
    features: ({ exchanges: [exchange], clause }) => [
      ...(clause === undefined ? [] : [clause]),
      ...(exchange === undefined ? [] : mistakes.features(exchange)),
    ],
    differs: (evidence, facts, readings) =>
      readings.some(
        (one) =>
          touched(one, evidence, facts).length > 0 &&
          (evidence.clause !== undefined || !isPredicted(one, evidence, facts)),
      ),
  };
}
