/** Assembles and starts the reference server. */

import { type Behaviour, healthyBehaviour } from './behaviour.js';
import { identityOf, PLATFORM_HEADERS } from './credentials.js';
import { defaultRecords } from './dataset/index.js';
import { defect } from './defects/index.js';
import { DEFAULT_DIALECT } from './dialect.js';
import type { Destination } from './export/destinations.js';
import { exportHandler } from './export/index.js';
import { handoverHandler } from './handover/index.js';
import { PREFIXES, type ReferenceOptions } from './options.js';
import { platformHandler } from './platform/index.js';
import type { ProductRecord } from './table/column.js';
import { type BaseUrls, environmentOf, type ReferenceTarget, targetOf } from './target.js';
import {
  REALM,
  readClaims,
  type TokenWorld,
  templatesHandler,
  tokenHandler,
} from './templates/index.js';
import type { Mount } from './wire/call.js';
import { type CallInProcess, inProcess } from './wire/in-process.js';
import { delayResponses, limitRate, tooManyRequests } from './wire/pace.js';
import { open, stop } from './wire/ports.js';
import type { Handler, ServerHooks } from './wire/server.js';

export interface Reference {
  readonly baseUrls: BaseUrls;
  /** The target file for this server. It includes secrets. */
  readonly target: ReferenceTarget;
  /** The records of the main destination in the order of a response without `orderBy`. */
  readonly records: readonly ProductRecord[];
  /** The number of requests that each interface has received so far. */
  readonly requests: Readonly<Record<Mount, number>>;
  /**
   * The unexpected errors that handlers threw. For each of them the client received 500 without
   * details.
   */
  readonly faults: readonly unknown[];
  /** Returns the environment variables that configure this server as a target. */
  readonly environment: () => Record<string, string>;
  /** Returns the resources that the handover interface stores for a user at this moment. */
  readonly resourcesOf: (user: string) => readonly string[];
  /** Revokes a token. After this call, the template API refuses the token. */
  readonly revoke: (accessToken: string) => void;
  /** Closes every connection and frees the ports. */
  readonly close: () => Promise<void>;
}

/** Starts a reference server that listens on ports of this machine. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const server = assemble(options);
  const { servers, baseUrls } = await open(
    { ...options, prefixes: { ...PREFIXES, ...options.prefixes } },
    server.hooks,
  );
  return {
    ...server.at(baseUrls),
    close: async () => {
      await Promise.all(servers.map(stop));
    },
  };
}

/** Makes a reference server that is called within this process, without a port. */
export function openReference(
  options: ReferenceOptions = {},
  baseUrls: BaseUrls = IN_PROCESS_URLS,
): Reference & { readonly call: CallInProcess } {
  const server = assemble(options);
  const reference = server.at(baseUrls);
  return { ...reference, call: inProcess(server.hooks, baseUrls), close: async () => undefined };
}

/** Nothing connects to these addresses. They only determine the interface of a request. */
const IN_PROCESS_URLS: BaseUrls = Object.fromEntries(
  Object.entries(PREFIXES).map(([mount, prefix]) => [mount, `http://127.0.0.1:9${prefix}`]),
) as Record<Mount, string>;

/** A server without base URLs. `at` sets the base URLs and returns the reference server. */
interface AssembledServer {
  readonly hooks: ServerHooks;
  readonly at: (baseUrls: BaseUrls) => Omit<Reference, 'close'>;
}

function assemble(options: ReferenceOptions): AssembledServer {
  const behaviour = behaviourOf(options);
  const { later } = options;
  const records =
    options.records ?? options.identity?.destinations?.[0]?.records ?? defaultRecords();
  const identity = { ...identityOf(records), ...options.identity };
  const platformHeaders = options.platformHeaders ?? PLATFORM_HEADERS;
  const clock = options.clock ?? Date.now;
  const requests = { export: 0, templates: 0, auth: 0, platform: 0, handover: 0 };
  const faults: unknown[] = [];
  const owned = identity.owners();
  const revoked = new Set<string>();
  // A request that arrives before `at` was called has no handler.
  let route: Handler = () => ({ status: 503, headers: {}, body: '' });
  let openApi: unknown;

  const hooks: ServerHooks = {
    handle: (call) => {
      requests[call.mount] += 1;
      return route(call);
    },
    openApi: () => openApi,
    deliver: behaviour.deliver,
    onFault: (fault) => faults.push(fault),
  };
  const at = (baseUrls: BaseUrls): Omit<Reference, 'close'> => {
    openApi = options.openApi?.(baseUrls);

    const tokens: TokenWorld = {
      issuer: `${baseUrls.auth}${REALM}`,
      clients: identity.clients,
      templates: identity.templates,
      lifetime: options.tokenLifetime ?? 300,
      clock,
      revoked,
    };
    const handlers: Readonly<Record<Mount, Handler>> = {
      export: changingExport(behaviour.export, identity.destinations, later, () => requests.export),
      auth: tokenHandler(behaviour.tokens, tokens),
      templates: templatesHandler(behaviour.templates, tokens),
      platform: platformHandler(behaviour.platform, identity.collections, platformHeaders),
      handover: handoverHandler(behaviour.handover, owned, identity.handoverToken),
    };
    route = behaviour.around(withPace((call) => handlers[call.mount](call), options, clock));

    const access = {
      baseUrls,
      destinations: identity.destinations,
      clients: identity.clients,
      collections: [...identity.collections.keys()],
      platformHeaders,
    };
    return {
      baseUrls,
      target: targetOf(access),
      records,
      requests,
      faults,
      environment: () => environmentOf(access),
      resourcesOf: (user) => owned.get(user.toLowerCase()) ?? [],
      revoke: (accessToken) => {
        const { jti } = readClaims(accessToken);
        if (jti !== undefined) behaviour.tokens.revoke(jti, tokens);
      },
    };
  };
  return { hooks, at };
}

/**
 * Makes the handler of the export API. If `later` is set, `later.records` replace the records of
 * the first destination after `later.from` requests.
 */
function changingExport(
  behaviour: Behaviour['export'],
  destinations: readonly Destination[],
  later: ReferenceOptions['later'],
  requests: () => number,
): Handler {
  const before = exportHandler(behaviour, destinations);
  const [main, ...others] = destinations;
  if (later === undefined || main === undefined) return before;
  const after = exportHandler(behaviour, [{ ...main, records: later.records }, ...others]);
  return (call) => (requests() > later.from ? after : before)(call);
}

function behaviourOf({ dialect, defects = [], behaviour: change }: ReferenceOptions): Behaviour {
  const healthy = healthyBehaviour({ ...DEFAULT_DIALECT, ...dialect });
  const broken = defects.reduce((behaviour, id) => defect(id).apply(behaviour), healthy);
  return change === undefined ? broken : change(broken);
}

function withPace(
  handle: Handler,
  { rateLimit, latencyMs }: ReferenceOptions,
  clock: () => number,
): Handler {
  const delayed = latencyMs === undefined ? handle : delayResponses(handle, latencyMs);
  return rateLimit === undefined ? delayed : limitRate(delayed, rateLimit, clock, tooManyRequests);
}
