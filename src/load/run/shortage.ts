/** Failures of connections that are due to the machine of the load generator, not to the server. */

/** What the machine lacked, and the remedy, by the code of the error. */
const SHORTAGES: Readonly<Record<string, readonly [lack: string, remedy: string]>> = {
  EMFILE: ['this process had too many open files', 'Raise the limit (ulimit -n)'],
  ENFILE: ['this machine had too many open files', 'Close other programs'],
  EADDRNOTAVAIL: [
    'this machine had no free local port',
    'Keep connections open ("keepAlive": true), or lower the rate',
  ],
  ENOBUFS: ['this machine had no memory for sockets', 'Lower the number of connections'],
  ENOMEM: ['this machine had no free memory', 'Close other programs'],
};

/**
 * Describes the connections that could not be opened because this machine lacked something.
 * `refusals` counts connections by the code of the error.
 */
export const shortagesIn = (refusals: Readonly<Record<string, number>> = {}): string[] =>
  Object.entries(refusals).flatMap(([code, count]) => {
    const [lack, remedy] = SHORTAGES[code] ?? [];
    if (lack === undefined) return [];
    const times = count === 1 ? 'Once' : `${count} times`;
    return [`${times} a connection could not be opened, because ${lack} (${code}). ${remedy}.`];
  });

/**
 * Whether requests failed because this machine lacked something. `failures` counts requests by the
 * reason, which may be the code of an error.
 */
export const hasShortage = (failures: Readonly<Record<string, number>>): boolean =>
  Object.keys(failures).some((code) => code in SHORTAGES);
