import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EngineName } from '../src/load/engine/engines.js';
import { profileFrom } from '../src/load/profile/read.js';
import type { Observed, ObserveOptions } from '../src/load/record/observer.js';
import { runShare } from '../src/load/run/share.js';
import type { FlowData } from '../src/load/scenario/data.js';
import type { Ask } from './load-server.js';

/** The server of the load bench, in its own process. */
export interface Rig {
  readonly origin: string;
  /** Milliseconds, on the clock of the server, at which requests arrived since the last reset. */
  readonly arrivals: () => Promise<number[]>;
  readonly tell: (ask: Ask) => Promise<void>;
  readonly close: () => void;
}

async function startRig(): Promise<Rig> {
  const server: ChildProcess = fork(fileURLToPath(new URL('./load-server.js', import.meta.url)), {
    serialization: 'advanced',
  });
  const heard = async (ask?: Ask): Promise<{ port?: number; arrivals?: number[] }> => {
    if (ask !== undefined) server.send(ask);
    const [message] = await once(server, 'message');
    return message;
  };
  const { port } = await heard();
  return {
    origin: `http://127.0.0.1:${port}`,
    arrivals: async () => (await heard('arrivals')).arrivals ?? [],
    tell: async (ask) => void (await heard(ask)),
    close: () => server.disconnect(),
  };
}

/** Measures with a server of its own. */
export async function withRig<T>(measure: (rig: Rig) => Promise<T>): Promise<T> {
  const rig = await startRig();
  try {
    return await measure(rig);
  } finally {
    rig.close();
  }
}

export const PATHS = ['/products?limit=10', '/products?limit=10&offset=10', '/products?limit=20'];

const pages = (origin: string, headers: Readonly<Record<string, string>>): FlowData => ({
  kind: 'requests',
  requests: PATHS.map((path) => ({
    title: path,
    url: origin + path,
    headers,
    expected: { kind: 'page', format: 'legacy', limit: 100, offset: 0 },
  })),
});

export interface RigOptions {
  readonly engine?: EngineName;
  readonly observe?: ObserveOptions;
  /** Hears each second what outputs would be told. */
  readonly observed?: (observed: Observed) => void;
}

/** What a profile asks of the rig. */
export function shareOf(
  rig: Rig,
  profile: object,
  { engine = 'autocannon', observe }: RigOptions = {},
) {
  const plan = {
    ...profileFrom({ scenarios: [{ flow: 'first-page', format: 'legacy' }], ...profile }, 'bench'),
    engine,
  };
  const flows = plan.scenarios.map(() => pages(rig.origin, {}));
  return { plan, flows, ...(observe === undefined ? {} : { observe }) };
}

/** Runs a profile against the rig with everything that a real run records. */
export const runProfile = (rig: Rig, profile: object, options: RigOptions = {}) =>
  runShare(
    { ...shareOf(rig, profile, options), index: 0, of: 1 },
    { point: (_, observed) => observed && options.observed?.(observed) },
  );
