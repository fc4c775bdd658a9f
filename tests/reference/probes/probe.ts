import { type Reference, startReference } from '../../../src/reference/reference.js';
import { type Asking, asking, type Reply } from '../asking.js';

/** What a probe may use: requests to one server, the server itself, and its clock. */
export interface Bench {
  readonly ask: Asking;
  readonly reference: Reference;
  /** Waits a number of seconds. */
  readonly wait: (seconds: number) => void;
}

/**
 * Something to look at from outside. The same probes in the same order see the same on two healthy
 * servers.
 */
export type Probe = (bench: Bench) => Promise<unknown>;

const FIELDS = ['content-type', 'vary', 'www-authenticate', 'cache-control', 'location'];
const BEGINNING = Date.UTC(2026, 0, 1);

/** What of a reply must not differ between two healthy servers. */
const seen = (reply: unknown, { baseUrls }: Reference): string =>
  JSON.stringify(
    isReply(reply)
      ? [reply.status, ...FIELDS.map((name) => reply.headers.get(name)), reply.text]
      : reply,
  )
    .replaceAll(new URL(baseUrls.export).origin, 'http://server')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'JWT');

const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'headers' in value;

/**
 * What the probes see on a server, one after the other, until a look differs from the one that is
 * expected.
 */
export async function look(
  probes: readonly Probe[],
  defects: readonly string[],
  expected: readonly string[] = [],
): Promise<readonly string[]> {
  let now = BEGINNING;
  const reference = await startReference({ defects, clock: () => now });
  const wait = (seconds: number): void => {
    now += seconds * 1000;
  };
  const looks: string[] = [];
  try {
    for (const [index, probe] of probes.entries()) {
      looks.push(seen(await probe({ ask: asking(reference), reference, wait }), reference));
      if (expected.length > 0 && looks[index] !== expected[index]) break;
    }
  } finally {
    await reference.close();
  }
  return looks;
}
