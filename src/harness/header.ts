/**
 * The first event of a ledger (its header): the target, the clauses, the checks and the settings of
 * a run. Also, what a resumed run takes from the ledger of the interrupted run.
 */

import type { HeaderEvent, Ledger, LedgerEvent, VerdictEvent } from '../ledger/index.js';
import { type BaseUrl, baseUrlsOf } from '../settings/base-urls.js';
import { settingsOf, type Target } from '../settings/index.js';
import { goesThrough } from '../settings/proxy.js';
import { digestOf, type Plan } from './plan.js';
import type { RunOptions } from './run-options.js';
import type { Suite } from './suite.js';

export function headerEvent(
  suites: readonly Suite[],
  target: Target,
  plan: Plan,
  options: RunOptions,
): HeaderEvent {
  const clauses = suites.flatMap((suite) =>
    Object.entries(suite.clauses).map(([id, clause]) => ({
      id,
      ...clause,
      interface: suite.interface,
    })),
  );
  return {
    type: 'header',
    tool: { name: 'assay', version: options.toolVersion },
    document: documentDigest(suites),
    startedAt:
      options.resumed?.header.startedAt ??
      new Date(options.clock?.now() ?? Date.now()).toISOString(),
    seed: options.seed ?? 1,
    strict: options.strict ?? false,
    plan: plan.digest,
    planned: plan.planned.map(({ check, allowance }) => ({ id: check.id, requests: allowance })),
    target: identityOf(target, {
      origin: options.origin,
      used: addressesUsed(target, plan, options),
    }),
    clauses,
    ...(options.accepted === undefined ? {} : { accepted: options.accepted }),
    ...(target.weakSecrets.length === 0 ? {} : { weakSecrets: [...target.weakSecrets] }),
    ...(options.resumedPath === undefined ? {} : { resumes: options.resumedPath }),
    ...(options.minCoverage === undefined ? {} : { minCoverage: options.minCoverage }),
    ...(plan.maxRequests === undefined ? {} : { maxRequests: plan.maxRequests }),
  };
}

/**
 * The digest is equal for two runs with the same clauses. Clauses that Assay makes from the JSON
 * Schemas of the vendor (`OWN-`) do not count.
 */
export const documentDigest = (suites: readonly Suite[]): string =>
  digestOf(
    suites.flatMap((suite) =>
      Object.entries(suite.clauses)
        .filter(([id]) => !id.startsWith('OWN-'))
        .map(([id, { level, text }]) => `${id} ${level} ${text}`),
    ),
  );

type Identity = HeaderEvent['target'];

interface IdentityOptions {
  readonly origin?: Identity['origin'] | undefined;
  /** The addresses to which requests are sent. Default: all addresses of the target. */
  readonly used?: readonly BaseUrl[];
}

/** Returns no address for a run that tests recorded traffic, because it sends no requests. */
function addressesUsed(
  target: Target,
  { planned }: Plan,
  { traffic }: RunOptions,
): readonly BaseUrl[] {
  if (traffic !== undefined) return [];
  const interfaces = new Set(planned.map(({ check }) => check.interface));
  return baseUrlsOf(target).filter(
    (baseUrl) => interfaces.size === 0 || interfaces.has(baseUrl.interface),
  );
}

/**
 * Describes the target. Its `configuration` is a digest of the settings, which is equal for two
 * runs that test the same service in the same way.
 */
export function identityOf(
  target: Target,
  { origin = target.origin, used = baseUrlsOf(target) }: IdentityOptions = {},
): Identity {
  // The digest leaves out settings of the connection, because they do not describe the tested
  // service. Of these settings only `insecure` counts.
  const {
    secrets,
    credentials: __,
    file,
    headers: _,
    connection: { insecure, proxy } = {},
    ...plain
  } = target;
  const hidden = secrets.map(({ value }) => value);
  const configuration = JSON.stringify(
    { ...plain, insecure },
    function (this: unknown, key, value) {
      if (key === 'fixture' && Array.isArray(value)) return value.length;
      // The headers of these interfaces are settings of the connection. Other interfaces use
      // headers for authentication.
      if (
        key === 'headers' &&
        (this === plain.export || this === plain.templates || this === plain.handover)
      )
        return '';
      return typeof value === 'string' && hidden.includes(value) ? '' : value;
    },
  );
  return {
    name: target.name,
    origin,
    ...(file === undefined ? {} : { file }),
    interfaces: Object.fromEntries(baseUrlsOf(target).map(({ name, address }) => [name, address])),
    configuration: digestOf([configuration]),
    settings: settingsOf(target),
    ...(insecure === undefined ? {} : { insecure }),
    ...proxyFor(used, proxy),
  };
}

/**
 * Returns the proxy, and in `direct` the hosts that bypass it. Returns an empty object if no
 * address uses the proxy.
 */
function proxyFor(
  used: readonly BaseUrl[],
  proxy: NonNullable<Target['connection']>['proxy'],
): Pick<Identity, 'proxy' | 'direct'> {
  if (proxy === undefined) return {};
  const through = used.filter(({ address }) => goesThrough(proxy, new URL(address)));
  if (through.length === 0) return {};
  const others = used
    .filter((one) => !through.includes(one))
    .map(({ address }) => new URL(address).host);
  return { proxy: proxy.origin, ...(others.length === 0 ? {} : { direct: [...new Set(others)] }) };
}

/**
 * Whether the check of this verdict is not run again when its run is resumed. Checks that lacked
 * requests (`budget`), a prerequisite or a result (`inconclusive`) are run again.
 */
export const isFinal = ({ verdict, cause }: VerdictEvent): boolean =>
  verdict !== 'inconclusive' && cause !== 'budget' && cause !== 'prerequisite';

/**
 * Copies the events of an interrupted run into the new ledger. Verdicts are copied only if they are
 * final. Returns the number of sent requests, and the ids of the checks with a final verdict.
 */
export function carryOver(resumed: Ledger | undefined, record: (event: LedgerEvent) => void) {
  if (resumed === undefined) return { sent: 0, judged: new Set<string>() };
  const finalVerdicts = resumed.verdicts.filter(isFinal);
  const { surveys, exchanges, unrecorded = [], intents } = resumed;
  for (const event of [...surveys, ...exchanges.values(), ...intents, ...finalVerdicts])
    record(event);
  for (const exchange of unrecorded) record({ type: 'sent', exchange });
  return { sent: sentIn(resumed), judged: new Set(finalVerdicts.map(({ check }) => check)) };
}

/** The number of requests that a run has sent. */
export const sentIn = ({ exchanges, unrecorded }: Ledger): number =>
  exchanges.size + (unrecorded?.size ?? 0);

/** The number of the last exchange of an interrupted run; 0 if there is none. */
export const lastExchange = (resumed: Ledger | undefined): number =>
  [...(resumed?.exchanges.keys() ?? []), ...(resumed?.unrecorded ?? [])].reduce(
    (last, id) => Math.max(last, id),
    0,
  );

/** The number in the name of the last token that was issued, such as `${ACCESS_TOKEN_3}`. */
export function lastToken(resumed: Ledger | undefined): number {
  const names = [...(resumed?.exchanges.values() ?? [])].flatMap(
    ({ answer }) => answer?.issued?.map(({ name }) => name) ?? [],
  );
  return names.reduce((last, name) => Math.max(last, Number(/_(\d+)\}$/.exec(name)?.[1] ?? 0)), 0);
}
