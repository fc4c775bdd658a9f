/** Chooses the checks of a run and distributes the request budget among them. */

import { createHash } from 'node:crypto';
import { durationAt } from '../http/index.js';
import { baseUrlsOf } from '../settings/base-urls.js';
import type { Target } from '../settings/index.js';
import { type Check, GENERATED } from './check.js';
import { LEVELS } from './clause.js';
import { costOf, leastOf, mostOf } from './cost.js';
import { type Skipped, skipped } from './finding.js';
import type { Suite } from './suite.js';
import { notApplicable } from './verdict.js';

export interface PlanOptions {
  /** Default: 145 for a target with a pace of at most 60 requests a minute, otherwise no limit. */
  readonly maxRequests?: number | undefined;
  /** Default: all checks. */
  readonly wanted?: (check: Check) => boolean;
  readonly allowDestructive?: boolean;
  /** If false, no generated requests are planned. The default is true. */
  readonly generate?: boolean;
  /**
   * The number of requests that each check may send, by its id. A caller sets them to repeat the
   * plan of an earlier run. By default they depend on the budget.
   */
  readonly allowances?: ReadonlyMap<string, number> | undefined;
  /** Checks that are planned and run before all others. Default: none. */
  readonly first?: (check: Check) => boolean;
}

export interface PlannedCheck {
  readonly check: Check;
  /** The number of requests that the check may send. */
  readonly allowance: number;
}

export interface Plan {
  readonly planned: readonly PlannedCheck[];
  /** The number of generated requests that the run may send to each interface, by its name. */
  readonly generated: ReadonlyMap<string, number>;
  readonly skipped: readonly { readonly check: Check; readonly finding: Skipped }[];
  /** The expected number of requests, including shared requests. */
  readonly requests: number;
  /** The duration of these requests at the configured pace of the target. */
  readonly durationMs: number;
  readonly maxRequests: number | undefined;
  /** Two plans have the same digest if they have the same checks with the same allowances. */
  readonly digest: string;
}

/**
 * The default of `maxRequests` for a slow target. The budget includes the requests of all
 * interfaces.
 */
export const PACED_BUDGET = 145;

/** The configured pace is at most one request a second. */
const isSlow = ({ pace }: Target): boolean =>
  pace !== undefined && pace.perMs / pace.requests >= 1000;

/**
 * Gives the budget to those requests first that are expected to find the most defects. If a suite
 * has no measured priorities, the level of a clause (must, should, open) decides.
 */
export function makePlan(
  suites: readonly Suite[],
  target: Target,
  options: PlanOptions = {},
): Plan {
  const maxRequests = options.maxRequests ?? (isSlow(target) ? PACED_BUDGET : undefined);
  const skipped: Plan['skipped'][number][] = [];
  const fit = inOrder(suites, options).filter(({ check }) => {
    const unfit = notApplicable(check, target, options.allowDestructive ?? false);
    if (unfit !== undefined) skipped.push({ check, finding: unfit });
    return unfit === undefined;
  });
  const budget = new Budget(maxRequests ?? Number.POSITIVE_INFINITY, target);
  for (const step of fit.flatMap(stepsOf).sort((a, b) => b.finds - a.finds)) budget.spend(step);
  const { prepared, allowances } = budget;
  for (const { check, suite } of fit) {
    const price = leastOf(check.requests) + budget.preparationOf(check, suite);
    if (!allowances.has(check))
      skipped.push({ check, finding: overBudget(check, price, budget.left) });
  }
  const all = fit.flatMap(({ check }) => {
    const allowance = allowances.get(check);
    if (allowance === undefined) return [];
    return [{ check, allowance: options.allowances?.get(check.id) ?? allowance }];
  });
  const planned = all.filter(({ check }) => !isGenerated(check));
  const generated = new Map(
    all.flatMap(({ check, allowance }) =>
      isGenerated(check) ? [[check.interface, allowance]] : [],
    ),
  );
  const shared = [...prepared.values()].reduce((sum, one) => sum + one, 0);
  const requests = shared + all.reduce((sum, { allowance }) => sum + allowance, 0);
  return {
    planned,
    generated,
    skipped: skipped.filter(({ check }) => !isGenerated(check)),
    requests,
    durationMs: durationOfRun(all, prepared, target),
    maxRequests,
    digest: digestOf(planned.map(({ check, allowance }) => `${check.id} ${allowance}`)),
  };
}

class Budget {
  left: number;
  /** The requests that prepare an interface, by its name. */
  readonly prepared = new Map<string, number>();
  readonly allowances = new Map<Check, number>();

  constructor(
    requests: number,
    readonly target: Target,
  ) {
    this.left = requests;
  }

  /**
   * The number of requests that must prepare the interface before the check is run. The number is 0
   * if the check needs no preparation, or if another check has already planned the preparation of
   * the interface.
   */
  preparationOf({ needsFacts }: Check, { interface: name, preparation }: Suite): number {
    return this.prepared.has(name) || needsFacts?.(this.target) === false ? 0 : preparation;
  }

  /**
   * Gives a check the requests of one step (see `stepsOf`). If the budget is too small for the
   * first step, the check receives no request.
   */
  spend({ check, suite, requests }: ReturnType<typeof stepsOf>[number]): void {
    const allowance = this.allowances.get(check);
    if (allowance === undefined && !this.#prepare(check, suite, requests)) return;
    const more = Math.min(requests, this.left);
    this.allowances.set(check, (allowance ?? 0) + more);
    this.left -= more;
  }

  #prepare(check: Check, suite: Suite, requests: number): boolean {
    const preparation = this.preparationOf(check, suite);
    if (requests + preparation > this.left) return false;
    if (preparation > 0) this.prepared.set(suite.interface, preparation);
    this.left -= preparation;
    return true;
  }
}

function overBudget({ id }: Check, needed: number, left: number): Skipped {
  const rest =
    left === 0 ? 'and the budget is used up' : `${left} ${left === 1 ? 'is' : 'are'} left`;
  const requests = needed === 1 ? 'request' : 'requests';
  return skipped(
    'budget',
    `needs ${needed} ${requests}, ${rest}; raise --max-requests or run --check ${id}`,
  );
}

/**
 * Sorts the wanted checks. Checks for which `first` is true come first. The others are sorted by
 * level (must, should, open). Within a level, the first check of every clause comes before the
 * second check of any clause. The last criterion is the least number of requests.
 *
 * `rank` expresses level and position as one number: 1000 for each level below `must`, plus the
 * number of earlier checks of the clause, plus `AFTER_FIRST` unless the check comes first.
 */
function inOrder(
  suites: readonly Suite[],
  { wanted = () => true, first = () => false, generate = true }: PlanOptions,
) {
  const seen = new Map<string, number>();
  const wantedChecks = (suite: Suite): readonly Check[] => {
    const checks = suite.checks.filter(wanted);
    return generate ? withGenerated(suite, checks) : checks;
  };
  const isLast = ({ check, rank }: { readonly check: Check; readonly rank: number }): boolean =>
    isHostile(check) && rank >= AFTER_FIRST;
  const ranked = suites.flatMap((suite) =>
    wantedChecks(suite).map((check) => {
      const nth = seen.get(check.clauses[0]) ?? 0;
      seen.set(check.clauses[0], nth + 1);
      return {
        check,
        suite,
        rank: (first(check) ? 0 : AFTER_FIRST) + LEVELS.indexOf(check.level) * 1000 + nth,
      };
    }),
  );
  // Hostile values may lead a firewall to lock out their sender, so they are sent last.
  return ranked.sort(
    (a, b) =>
      Number(isLast(a)) - Number(isLast(b)) ||
      a.rank - b.rank ||
      leastOf(a.check.requests) - leastOf(b.check.requests),
  );
}

/**
 * A check receives its requests in steps. `finds` is the number of defects that each request of a
 * step is expected to find. It never increases from one step of a check to the next.
 */
function stepsOf({ check, suite, rank }: ReturnType<typeof inOrder>[number]) {
  const measuredSteps = suite.priorities?.get(check.id) ?? [];
  const least = leastOf(check.requests);
  // A check that may run without requests receives its first step before other checks.
  const [start, ...others] = [
    ...(least === 0 ? [{ requests: 0, finds: Number.POSITIVE_INFINITY }] : []),
    ...measuredSteps,
  ];
  const expected = isHostile(check)
    ? HOSTILE_VALUE
    : (start?.finds ?? valueOfRank(rank - AFTER_FIRST, suite.priorities !== undefined));
  const beyondLeast = Math.max(0, (start?.requests ?? 0) - least);
  const steps = [
    { requests: least, finds: rank < AFTER_FIRST ? Number.POSITIVE_INFINITY : expected },
    ...(beyondLeast === 0 ? [] : [{ requests: beyondLeast, finds: expected }]),
    ...others,
  ];
  const rest = mostOf(check.requests) - steps.reduce((sum, { requests }) => sum + requests, 0);
  for (let left = rest, turn = 0; left > 0; turn += 1) {
    const requests = Math.min(left, Math.ceil(rest / FURTHER_VALUES.length));
    steps.push({ requests, finds: FURTHER_VALUES[turn] ?? 0 });
    left -= requests;
  }
  let lowest = Number.POSITIVE_INFINITY;
  return steps.map(({ requests, finds }) => {
    lowest = Math.min(lowest, finds);
    return { check, suite, requests, finds: lowest };
  });
}

/**
 * The expected number of found defects for a check without a priority. It depends on the level, and
 * on whether the check is the first of its clause. In a suite with measured priorities, a further
 * check of a clause counts as redundant if it has no priority.
 */
function valueOfRank(rank: number, isMeasured: boolean): number {
  const [first, further] = VALUES[LEVELS[Math.floor(rank / 1000)] ?? 'open'];
  const nth = rank % 1000;
  return nth === 0
    ? first
    : (isMeasured ? Math.min(REDUNDANT_VALUE, further) : further) - nth / 10_000;
}

/**
 * The values of the first check of a clause, and of a further check. They are estimates in the unit
 * of the measured priorities (defects for each request), and put the levels in order.
 */
const VALUES = { must: [3, 0.5], should: [0.3, 0.2], open: [0.1, 0.09] } as const;

/** The value of a check that finds only defects that other checks also find. */
const REDUNDANT_VALUE = 0.2;

/** Within a budget, hostile values are planned only after everything else. */
const HOSTILE_VALUE = 0.001;

/**
 * Requests without a measured value are divided into four steps with these values. The values are
 * lower than `VALUES` and decrease, so that each check gets some of its requests before another one
 * gets all.
 */
const FURTHER_VALUES = [0.04, 0.03, 0.02, 0.01];

const isHostile = ({ permission }: Check): boolean => permission === 'hostileValues';

const isGenerated = ({ title }: Check): boolean => title === GENERATED;

/**
 * Adds a stand-in check for the generated requests of the suite, so that they take part in the
 * budget. It is added only if the generated requests test a clause of the given checks.
 */
function withGenerated(
  { interface: name, judge }: Suite,
  checks: readonly Check[],
): readonly Check[] {
  const isWanted = checks.some(({ clauses }) =>
    clauses.some((clause) => judge?.generated?.clauses.includes(clause)),
  );
  if (judge?.generated === undefined || !isWanted) return checks;
  const { needs, generated } = judge;
  const requests = costOf({ least: 0, most: generated.most });
  const id = `${name}.${GENERATED}`;
  const run = () =>
    Promise.reject(new Error('generated requests are sent by the run, not by a check'));
  return [
    ...checks,
    { id, title: GENERATED, interface: name, clauses: [id], level: 'must', needs, requests, run },
  ];
}

/** Interfaces on the same host share its pace. Different hosts are tested at the same time. */
function durationOfRun(
  planned: readonly PlannedCheck[],
  prepared: ReadonlyMap<string, number>,
  target: Target,
): number {
  const totals = new Map<string, number>();
  const each = planned.map(({ check, allowance }) => [check.interface, allowance] as const);
  for (const [name, requests] of [...prepared, ...each]) {
    const host = hostOf(target, name);
    totals.set(host, (totals.get(host) ?? 0) + requests);
  }
  return Math.max(0, ...[...totals.values()].map((requests) => durationAt(target.pace, requests)));
}

/**
 * The host of an interface. The templates interface also requests tokens from the authentication
 * server. These requests are few, so all requests of the interface are assumed to go to one host.
 */
function hostOf(target: Target, name: string): string {
  const first = baseUrlsOf(target).find((baseUrl) => baseUrl.interface === name);
  return first === undefined ? name : new URL(first.address).hostname;
}

/** This number is added to the rank of every check that does not have to run first. */
const AFTER_FIRST = 10_000;

/** A short hash of the lines. Equal hashes mean equal lines. */
export const digestOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
