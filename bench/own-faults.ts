import { defined } from '../src/defined.js';
import { diagnose } from '../src/diagnosis/index.js';
import { defect } from '../src/reference/defects/index.js';
import type { Defect } from '../src/reference/index.js';
import { optionsOf } from '../src/selftest/matrix.js';
import { trial } from '../src/selftest/trial.js';
import { tryFindings, type Untrue } from './untrue-trial.js';

/**
 * Defects of the reference server that restate what was reported of other software: paginators,
 * object mappers, query builders, caches, gateways and token servers. Their comments name reports.
 */
export const OWN_FAULTS = [
  // Pages and totals of joined rows, and limits of a paginator.
  'export.lists.window-of-joined-rows',
  'export.lists.limit-of-joined-rows',
  'export.lists.limit-capped-but-echoed',
  'export.lists.limit-capped-at-100-but-echoed',
  'export.lists.default-page-short',
  'export.lists.joined-rows-served',
  'export.lists.joined-rows-served-under-filters',
  'export.lists.total-of-joined-rows',
  'export.lists.total-of-joined-rows-under-filters',
  'export.lists.total-of-what-is-served',
  'export.modes.total-ignores-filters',
  // Bodies and pages of something else.
  'export.bodies.byte-order-mark',
  'export.bodies.warning-before-the-list',
  'export.bodies.null-numbers-as-nan',
  'export.bodies.length-in-characters',
  'export.bodies.large-lists-cut',
  'export.bodies.json-in-utf-16',
  'export.bodies.json-in-latin1',
  'export.bodies.gzip-serves-another-page',
  'export.bodies.gzip-twice',
  'export.bodies.gzip-with-the-plain-length',
  'export.errors.missing-token-is-a-page',
  'export.errors.malformed-token-is-a-page',
  'export.errors.unknown-route-is-a-page',
  'handover.server-error-without-accept',
  // Header fields of browsers and proxies.
  'export.client.errors-in-the-language-of-the-client',
  'export.client.browsers-get-a-page',
  'export.client.forwarded-host-is-not-found',
  'export.client.forwarded-protocol-redirects',
  'export.client.scripts-get-an-array',
  'export.routes.welcome-is-json-for-json',
  // Values.
  'export.literals.blank-value-drops-its-criterion',
  'export.literals.zero-drops-its-criterion',
  'export.literals.zero-lost-in-lists',
  'export.literals.true-is-a-boolean',
  'export.literals.quotes-doubled',
  'export.legacy.plus-in-a-path-is-a-blank',
  'export.filter.equals-in-32-bits',
  'export.filter.between-from-zero-has-no-lower-bound',
  'export.filter.between-to-zero-has-no-upper-bound',
  'export.filter.in-of-one-takes-its-first-character',
  'export.arrange.stock-sorted-as-text',
  'export.shape.suffix-of-the-destination-in-the-path',
  'export.long-numbers.served-rounded',
  'export.dates.between-takes-whole-days',
  'export.dates.between-ends-at-midnight',
  'export.dates.equals-takes-the-whole-day',
  'export.dates.served-time-is-not-found',
  // Groups of criteria.
  'export.modes.first-operator-last-value',
  'export.modes.every-group-takes-the-last-mode',
  'export.like.equals-folds-case-in-or-groups',
  // Caches, and what is kept from one request to the next.
  'export.interaction.cached-without-accept',
  'export.interaction.cached-without-offset',
  'export.interaction.cached-without-token',
  'export.interaction.cached-without-destination',
  'export.interaction.cached-without-query',
  'export.interaction.cached-by-values-alone',
  'export.interaction.cached-without-order',
  'export.interaction.cached-without-groups',
  'export.interaction.cached-without-mode',
  'export.interaction.cached-in-lower-case',
  'export.interaction.cached-by-255-characters',
  'export.interaction.cached-by-joined-lists',
  'export.interaction.window-of-the-last-request',
  'export.interaction.filters-of-the-last-request',
  'export.interaction.groups-of-the-last-request',
  // Token servers.
  'tokens.form-without-accept',
  'tokens.client-cached-by-the-form',
  'tokens.kept-token-with-its-first-lifetime',
  'tokens.kept-token-with-half-of-what-is-left',
  'token-server.internal-host-named',
  'token-server.token-endpoint-on-an-internal-host',
  'token-server.key-set-on-another-port',
] as const;

/** The requests of a paced run. */
const BUDGET = 145;

interface Noticed {
  readonly id: string;
  readonly whole: Told;
  readonly paced: Told;
}

/** What a run says of a fault. */
interface Told {
  /** The number of findings, warnings included. */
  readonly findings: number;
  readonly untrue: readonly Untrue[];
}

/**
 * `npm run bench faults`: the share of these faults that is noticed, in a whole run and in one of
 * 145 requests; how many findings each has, and those that are untrue. A word chooses faults.
 */
export async function ownFaultsTrial(only = ''): Promise<boolean> {
  const all: Noticed[] = [];
  for (const id of OWN_FAULTS.filter((one) => one.includes(only))) {
    const whole = await toldOf(defect(id));
    const paced = await toldOf(defect(id), BUDGET);
    all.push({ id, whole, paced });
    const untrue = [...whole.untrue, ...paced.untrue];
    if (whole.findings === 1 && paced.findings > 0 && untrue.length === 0) continue;
    console.log(`${id}: ${whole.findings} findings, with ${BUDGET} requests ${paced.findings}`);
    for (const { check, expected, actual, why } of untrue)
      console.log(`  untrue: ${check}: expected ${expected}, got ${actual}: ${why}`);
  }
  const share = (isNoticed: (one: Noticed) => boolean): number =>
    all.filter(isNoticed).length / all.length;
  const noticed = share(({ whole }) => whole.findings > 0);
  const paced = share((one) => one.paced.findings > 0);
  const counts = all.map(({ whole }) => whole.findings).filter((count) => count > 0);
  const median = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0;
  const mean = counts.reduce((sum, one) => sum + one, 0) / counts.length;
  const untrue = all.flatMap((one) => [...one.whole.untrue, ...one.paced.untrue]).length;
  console.log(
    `${all.length} faults: noticed ${percent(noticed)}, with ${BUDGET} requests ${percent(paced)}; findings median ${median}, mean ${mean.toFixed(2)}; ${untrue} untrue`,
  );
  return noticed >= 0.95 && paced >= 0.7 && median === 1 && mean <= 1.5 && untrue === 0;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function toldOf(fault: Defect, maxRequests?: number): Promise<Told> {
  if (fault.interface === 'export') {
    const { findings, untrue } = await tryFindings([fault], {
      seed: 1,
      maxRequests,
      diagnose,
    });
    return { findings, untrue };
  }
  let findings = 0;
  await trial(optionsOf(fault), {
    ...defined({ maxRequests }),
    wanted: (check) => check.interface === fault.interface,
    diagnose,
    recordExchanges: true,
    record: ({ type }) => {
      if (type === 'finding') findings += 1;
    },
  });
  return { findings, untrue: [] };
}
