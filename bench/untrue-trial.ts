import { type Diagnose, judgeIn, openSession, type Session } from '../src/harness/index.js';
import type { Answer } from '../src/http/index.js';
import type { VerdictEvent } from '../src/ledger/index.js';
import { type ProductPage, tryPage } from '../src/protocol/export/product-page.js';
import {
  type Defect,
  openReference,
  products,
  type ReferenceOptions,
} from '../src/reference/index.js';
import { calling, targetOf, trial } from '../src/selftest/trial.js';
import { StillClock } from '../src/selftest/virtual-clock.js';
import { exportSuiteBy } from '../suites/export/index.js';
import type { Known } from '../suites/export/model/data.js';
import { contradictionOf } from '../suites/export/model/page-size.js';
import { rulebook } from '../suites/export/rulebook.js';
import { firstPage } from '../suites/export/survey/ask.js';

/** A failed check that states something wrong about the records of the server. */
export interface Untrue {
  readonly check: string;
  readonly expected: string;
  readonly actual: string;
  /** What is wrong about it. */
  readonly why: string;
}

interface Tried {
  /** The number of failed checks. */
  readonly failed: number;
  /** The number of findings, warnings included. */
  readonly findings: number;
  readonly untrue: readonly Untrue[];
}

interface TrialOptions {
  readonly seed: number;
  /** Default: no limit. */
  readonly maxRequests?: number | undefined;
  /** Looks for causes of failures. Default: no cause is named. */
  readonly diagnose?: Diagnose;
}

/** More records than any page of the defects that make pages short. */
const RECORDS = products(260, 977).map((one) => ({ ...one, id: one.id + 300 }));

/**
 * Runs the checks of the export API on a server with defects, and compares what each failed check
 * states with a server without defects that has the same records: the requests of the failure are
 * sent to it, and its responses are tested with the facts that were learned from the first one. A
 * statement that a right response violates is untrue.
 */
export async function tryFindings(
  defects: readonly Defect[],
  { seed, maxRequests, diagnose }: TrialOptions,
): Promise<Tried> {
  const records = defects.find((one) => one.records !== undefined)?.records?.() ?? RECORDS;
  let known: Known | undefined;
  let answers: readonly Answer[] = [];
  let findings = 0;
  const suite = exportSuiteBy({
    ...rulebook,
    facts: async (context) => {
      known = await rulebook.facts(context);
      return known;
    },
  });
  const verdicts = await trial(
    { records, defects: defects.map(({ id }) => id) },
    {
      recordExchanges: true,
      record: ({ type }) => {
        if (type === 'finding') findings += 1;
      },
      suites: [suite],
      inProcess: true,
      fixture: false,
      seed,
      ...(maxRequests === undefined ? {} : { maxRequests }),
      diagnose: async (inquiry) => {
        answers = inquiry.answers;
        return diagnose?.(inquiry) ?? [];
      },
    },
  );
  const failed = verdicts.filter(({ verdict }) => verdict === 'failed');
  const untrue: Untrue[] = [];
  for (const verdict of failed) {
    const shown = answers.filter(({ exchange }) => verdict.exchanges.includes(exchange));
    const why = await faultOf(verdict, shown, { known, records });
    const { check, expected = '', actual = '' } = verdict;
    if (why !== undefined) untrue.push({ check, expected, actual, why });
  }
  return { failed: failed.length, findings, untrue };
}

type Records = NonNullable<ReferenceOptions['records']>;

/** What a run learned, and what there is to learn. */
interface Learned {
  readonly known: Known | undefined;
  readonly records: Records;
}

/** What is wrong about the statement of a failed check; undefined where it is true. */
async function faultOf(
  verdict: VerdictEvent,
  shown: readonly Answer[],
  { known, records }: Learned,
): Promise<string | undefined> {
  const session = sessionWithoutDefects(records);
  const { context } = session.scope({ name: 'truth', interface: 'export' });
  const right: Answer[] = [];
  for (const { request } of shown) right.push(await context.ask(request));
  const last = right.at(-1);
  const page = last && tryPage(last);
  const named = page && recordsNamedBy(verdict);
  // The records that a finding names decide about it, whatever else the facts are wrong about.
  if (page !== undefined && named !== undefined)
    return wrongRecord(named, page) ?? wrongNumber(verdict, page);
  return (
    (page === undefined ? undefined : wrongNumber(verdict, page)) ??
    accusedBy(verdict, right, session, known) ??
    (await failsAgain(verdict, { known, records }))
  );
}

/** A session with a server without defects. */
function sessionWithoutDefects(records: Records): Session {
  const clock = new StillClock();
  const server = openReference({ records, clock: clock.now });
  const transport = calling(server.call, clock, () => 0);
  return openSession(targetOf(server.target, undefined), { clock, transport });
}

/** The records that a finding says are missing from a page, or are on it in addition. */
interface NamedRecords {
  readonly word: string;
  readonly ids: readonly string[];
}

function recordsNamedBy({ actual = '' }: VerdictEvent): NamedRecords | undefined {
  const [, word, list = ''] = /\b(also|without) (id \d+.*)/.exec(actual) ?? [];
  const ids = [...list.matchAll(/\bid (\d+)/g)].flatMap(([, id]) => id ?? []);
  return word === undefined ? undefined : { word, ids };
}

/** A record that is said to be missing, or to be too many, and is not. */
function wrongRecord({ word, ids }: NamedRecords, { records }: ProductPage): string | undefined {
  const right = new Set(records.map((record) => String(record.id)));
  const wrong = ids.find((id) => right.has(id) === (word === 'also'));
  if (wrong === undefined) return undefined;
  return word === 'also' ? `record ${wrong} is right` : `record ${wrong} is not to be there`;
}

/** A number that the finding states and the right response contradicts. */
function wrongNumber({ expected = '' }: VerdictEvent, page: ProductPage): string | undefined {
  const total = /^meta\.total (of at least )?(\d+)/.exec(expected);
  if (total !== null && page.meta !== undefined) {
    const [, atLeast, stated] = total;
    const isRight =
      atLeast === undefined
        ? page.meta.total === Number(stated)
        : page.meta.total >= Number(stated);
    if (!isRight) return `the right meta.total is ${page.meta.total}`;
  }
  const count = /^(at least )?(\d+) records?\b/.exec(expected);
  if (count === null) return undefined;
  const [, atLeast, stated] = count;
  const { length } = page.records;
  const isRight = atLeast === undefined ? length === Number(stated) : length >= Number(stated);
  return isRight ? undefined : `the right number of records is ${length}`;
}

/** Whether the right responses violate the same rule, by the facts of the run. */
function accusedBy(
  { expected = '', clauses }: VerdictEvent,
  right: readonly Answer[],
  { target }: Session,
  known: Known | undefined,
): string | undefined {
  if (known !== undefined && contradictionOf(known)?.expected === expected) return undefined;
  const exchanges = right.flatMap((answer) => rulebook.read(answer, target) ?? []);
  const note = (): void => undefined;
  const alone = exchanges.flatMap((exchange) =>
    rulebook.judge(exchange, known, note).filter((one) => expected.startsWith(one.expected)),
  );
  const together = (rulebook.relate?.(exchanges, known, note) ?? []).filter(({ clause }) =>
    clauses.includes(clause),
  );
  const found = [...alone, ...together].find(({ atMost }) => atMost === undefined);
  return found && `a right response is accused: got ${found.actual}`;
}

/** The only check that computes what it expects from the facts, without a rule. */
const COMPUTING = 'export.filter.algebra';

/** Whether that check fails on the server without defects, with the facts of the run. */
async function failsAgain(
  { check: id, expected }: VerdictEvent,
  { known, records }: Learned,
): Promise<string | undefined> {
  const check = exportSuiteBy(rulebook).checks.find((one) => one.id === id);
  if (id !== COMPUTING || check === undefined || known === undefined) return undefined;
  const session = sessionWithoutDefects(records);
  const { context } = session.scope({ name: 'truth', interface: 'export' });
  // The facts contain pages of the broken server. The page of the server without defects replaces
  // them.
  const page = await firstPage(context);
  const whole = { ...known.whole, pages: [{ request: {}, page }] };
  for (const [name, value] of Object.entries(factsIn({ ...known, whole })))
    session.facts.learn(name, () => ({
      value: Promise.resolve(value),
      scope: session.scope({ name, interface: 'export' }),
    }));
  const { event } = await judgeIn(session, check);
  const isSame = event.verdict === 'failed' && event.expected === expected;
  return isSame ? `it fails on right responses: got ${event.actual}` : undefined;
}

/** The facts by the names under which checks learn them. */
const factsIn = ({ whole, survey, totals, brokenGroups, ...known }: Known) => ({
  'export.data': whole,
  'export.part': survey,
  'export.wrong-totals': totals,
  'export.groups': brokenGroups,
  'export.comparisonRules': known.comparisonRules,
  'export.array-encoding': known.wireEncoding.arrayEncoding,
  'export.null-encoding': known.nullSpelling,
});
