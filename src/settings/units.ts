/** Reads rates and durations. */

/** A rate such as `60/min`, which is 60 requests in each period of `perMs` = 60,000 ms. */
export interface Pace {
  readonly requests: number;
  readonly perMs: number;
}

const UNIT_MS = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 } as const;

/** A timer with a longer time fires at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/**
 * Reads `60/min`, `2.5/s` or `1000/h`. Returns undefined if the text is not a rate, or if the time
 * between two requests is longer than half of the longest timer, about 12 days.
 */
export function parsePace(text: string): Pace | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\/(s|min|h)$/.exec(text) ?? [];
  if (amount === undefined || !isUnit(unit)) return undefined;
  const pace = { requests: Number(amount), perMs: UNIT_MS[unit] };
  return pace.perMs / pace.requests < LONGEST_MS / 2 ? pace : undefined;
}

/** Returns a text such as `60 requests per minute`. */
export const describePace = ({ requests, perMs }: Pace): string =>
  `${requests} ${requests === 1 ? 'request' : 'requests'} per ${UNIT_NAMES[perMs] ?? `${perMs} ms`}`;

const UNIT_NAMES: Readonly<Record<number, string>> = {
  1000: 'second',
  60000: 'minute',
  3600000: 'hour',
};

/**
 * Converts `250ms`, `10s` or `2min` to milliseconds. Returns undefined if the text is not a
 * duration. A duration that is too long for a timer is shortened.
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|min)$/.exec(text) ?? [];
  return amount === undefined || !isUnit(unit)
    ? undefined
    : Math.min(Number(amount) * UNIT_MS[unit], LONGEST_MS);
}

/** Whether this is the pattern of durations in the JSON Schemas. */
export const isDurationPattern = (pattern: unknown): boolean =>
  typeof pattern === 'string' && pattern.includes('(ms|s|min)');

const isUnit = (unit: string | undefined): unit is keyof typeof UNIT_MS =>
  unit !== undefined && unit in UNIT_MS;
