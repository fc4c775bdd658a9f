import { createHash } from 'node:crypto';
import { durationAt } from '../http/index.js';
import type { Target } from '../settings/index.js';
import { type Check, earlyOf, leastOf, mostOf, type Suite } from './check.js';
import { LEVELS } from './clause.js';
import type { Finding } from './finding.js';
import { addressesIn } from './hosts.js';
import { notApplicable } from './judge.js';

export interface PlanOptions {
  /** The most requests to send. Default: 145 for a target with a pace of at most 60/min, else no limit. */
  readonly maxRequests?: number | undefined;
  /** Which checks are wanted. Default all. */
  readonly wanted?: (check: Check) => boolean;
  readonly allowDestructive?: boolean;
  /** False asks no generated requests: only what the checks ask themselves. Default true. */
  readonly generate?: boolean;
  /** Requests that checks may spend, by id, as in the run whose recording is judged. Default: as the budget has room. */
  readonly allowances?: ReadonlyMap<string, number> | undefined;
  /** Checks that are planned and asked before all others. Default none. */
  readonly first?: (check: Check) => boolean;
}

export interface PlannedCheck {
  readonly check: Check;
  /** Requests that the check may spend. */
  readonly allowance: number;
}

interface SkippedCheck {
  readonly check: Check;
  readonly finding: Extract<Finding, { kind: 'skipped' }>;
}

/** What will be asked, before anything is sent. */
export interface Plan {
  readonly planned: readonly PlannedCheck[];
  /** Requests that each interface may generate to bring conditions together. */
  readonly generated: ReadonlyMap<string, number>;
  readonly skipped: readonly SkippedCheck[];
  /** Requests expected, what checks share included. */
  readonly requests: number;
  /** Milliseconds that they take at the target's pace. */
  readonly durationMs: number;
  readonly maxRequests: number | undefined;
  /** Digest of what is planned. */
  readonly digest: string;
}

/** The default budget of a target with a pace of at most 60 requests a minute, for all interfaces together. */
export const PACED_BUDGET = 145;

const isSlow = ({ pace }: Target): boolean => pace !== undefined && pace.perMs / pace.requests >= 1000;

/**
 * Chooses checks for a budget: must before should before open, every clause once before any clause twice; what checks
 * ask early comes before that second time, and what is left over goes to those that can use it, in turn.
 */
export function makePlan(suites: readonly Suite[], target: Target, options: PlanOptions = {}): Plan {
  const { wanted = () => true, first = () => false, allowDestructive = false, generate = true } = options;
  const maxRequests = options.maxRequests ?? (isSlow(target) ? PACED_BUDGET : undefined);
  const skipped: SkippedCheck[] = [];
  const chosen: PlannedCheck[] = [];
  const prepared = new Map<string, number>();
  let left = maxRequests ?? Number.POSITIVE_INFINITY;

  let hasBegun = false;
  for (const { check, suite, rank } of inOrder(suites, wanted, first, generate)) {
    if (!hasBegun && rank > FIRST) {
      left -= giveEarly(chosen, left);
      hasBegun = true;
    }
    const unfit = notApplicable(check, target, allowDestructive);
    if (unfit !== undefined) {
      skipped.push({ check, finding: unfit });
      continue;
    }
    const least = leastOf(check.requests);
    const preparation = prepared.has(suite.interface) ? 0 : suite.preparation;
    if (least + preparation > left) {
      skipped.push({ check, finding: beyond(check, least + preparation, left) });
      continue;
    }
    prepared.set(suite.interface, suite.preparation);
    left -= least + preparation;
    chosen.push({ check, allowance: least });
  }
  const all = spread(chosen, left).map(({ check, allowance }) => ({
    check,
    allowance: options.allowances?.get(check.id) ?? allowance,
  }));
  const planned = all.filter(({ check }) => !isGenerated(check));
  const generated = new Map(
    all.flatMap(({ check, allowance }) => (isGenerated(check) ? [[check.interface, allowance]] : [])),
  );
  const shared = [...prepared.values()].reduce((sum, one) => sum + one, 0);
  const requests = shared + all.reduce((sum, { allowance }) => sum + allowance, 0);
  return {
    planned,
    generated,
    skipped: skipped.filter(({ check }) => !isGenerated(check)),
    requests,
    durationMs: longest(all, prepared, target),
    maxRequests,
    digest: digestOf(planned.map(({ check, allowance }) => `${check.id} ${allowance}`)),
  };
}

const beyond = ({ id }: Check, asked: number, left: number): SkippedCheck['finding'] => ({
  kind: 'skipped',
  cause: 'budget',
  reason: `needs ${asked} ${asked === 1 ? 'request' : 'requests'}, ${left === 0 ? 'and the budget is used up' : `${left} are left`}; raise --max-requests or run --check ${id}`,
});

/** Those that are asked first; must before should before open; then the n-th check of a clause before the n+1-th of any, the cheapest first. */
function inOrder(
  suites: readonly Suite[],
  wanted: (check: Check) => boolean,
  first: (check: Check) => boolean,
  generate: boolean,
): readonly { check: Check; suite: Suite; rank: number }[] {
  const seen = new Map<string, number>();
  const asked = (suite: Suite): readonly Check[] => {
    const checks = suite.checks.filter(wanted);
    return generate ? withGenerated(suite, checks) : checks;
  };
  const ranked = suites.flatMap((suite) =>
    asked(suite).map((check) => {
      const nth = seen.get(check.clauses[0]) ?? 0;
      seen.set(check.clauses[0], nth + 1);
      const turn = earlyOf(check.requests) > 0 ? 0 : nth;
      return { check, suite, rank: (first(check) ? 0 : FIRST) + LEVELS.indexOf(check.level) * 1000 + turn };
    }),
  );
  return ranked.sort((a, b) => a.rank - b.rank || leastOf(a.check.requests) - leastOf(b.check.requests));
}

const GENERATED = 'generated';
const isGenerated = ({ title }: Check): boolean => title === GENERATED;

/** The generated requests of a suite are planned as one check more, where a clause that they bear on is wanted. */
function withGenerated({ interface: name, rules }: Suite, checks: readonly Check[]): readonly Check[] {
  const bears = checks.some(({ clauses }) => clauses.some((clause) => rules?.generated?.clauses.includes(clause)));
  if (rules?.generated === undefined || !bears) return checks;
  const { needs, generated } = rules;
  const { most, early = 0 } = generated;
  const id = `${name}.${GENERATED}`;
  const run = (): never => {
    throw new Error('generated requests are asked by the run, not by a check');
  };
  return [
    ...checks,
    {
      id,
      title: GENERATED,
      interface: name,
      clauses: [id],
      level: 'must',
      needs,
      requests: { least: 0, most, early },
      run,
    },
  ];
}

/** Gives checks what they ask early, as far as most of what is left goes; answers how many requests that takes. */
function giveEarly(chosen: PlannedCheck[], left: number): number {
  if (left === Number.POSITIVE_INFINITY) return 0;
  const most = Math.floor(left * MOST_OF_THE_REST);
  let given = 0;
  for (const [index, { check, allowance }] of chosen.entries()) {
    const more = Math.min(earlyOf(check.requests), mostOf(check.requests) - allowance, most - given);
    chosen[index] = { check, allowance: allowance + more };
    given += more;
  }
  return given;
}

/** The part of what is left that may be asked early. */
const MOST_OF_THE_REST = 2 / 3;

/**
 * Raises elastic checks towards what they can use, a quarter of the way at a time, while requests are left; those last
 * that asked early.
 */
function spread(chosen: readonly PlannedCheck[], left: number): readonly PlannedCheck[] {
  if (left === Number.POSITIVE_INFINITY)
    return chosen.map(({ check }) => ({ check, allowance: mostOf(check.requests) }));
  const allowances = chosen.map(({ allowance }) => allowance);
  let rest = left;
  const turns = [...chosen.entries()].sort(([, a], [, b]) => Number(isEarly(a)) - Number(isEarly(b)));
  for (let round = 0; round < 4 && rest > 0; round += 1) {
    for (const [index, one] of turns) {
      const { check } = one;
      const now = allowances[index] ?? 0;
      const room = mostOf(check.requests) - now;
      const step = Math.min(room, rest, Math.ceil((mostOf(check.requests) - leastOf(check.requests)) / 4));
      allowances[index] = now + step;
      rest -= step;
    }
  }
  return chosen.map(({ check }, index) => ({ check, allowance: allowances[index] ?? 0 }));
}

const isEarly = ({ check }: PlannedCheck): boolean => earlyOf(check.requests) > 0;

/** The pace is a host's: interfaces that share one wait for each other. */
function longest(planned: readonly PlannedCheck[], prepared: ReadonlyMap<string, number>, target: Target): number {
  const totals = new Map<string, number>();
  const add = (name: string, requests: number): void => {
    const host = hostOf(target, name);
    totals.set(host, (totals.get(host) ?? 0) + requests);
  };
  for (const [name, requests] of prepared) add(name, requests);
  for (const { check, allowance } of planned) add(check.interface, allowance);
  return Math.max(0, ...[...totals.values()].map((requests) => durationAt(target.pace, requests)));
}

/** Where an interface is; token requests are few, and counted with the interface that they are for. */
function hostOf(target: Target, name: string): string {
  const names = name === 'templates' ? [name, 'authentication'] : [name];
  const [address] = names.flatMap((one) => addressesIn(target).filter((where) => where.name === one));
  return address === undefined ? name : new URL(address.address).hostname;
}

/** Beyond the ranks of all checks that are asked first. */
const FIRST = 10_000;

/** A short digest of lines of text, to tell whether two runs asked the same. */
export const digestOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
