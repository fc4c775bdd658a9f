/** Checks values of settings that a JSON Schema cannot check, or cannot reject in clear words. */

import { LONGEST_MS, type Pace, parseDuration, parsePace } from './units.js';
import { UsageError } from './usage-error.js';

const MINUTE_MS = 60_000;

/** No client waits longer for a response. */
const LONGEST_TIMEOUT_MS = 60 * MINUTE_MS;
/** If a check waited longer, a nightly run would not end before the next one. */
const LONGEST_PATIENCE_MS = 24 * 60 * MINUTE_MS;
/** No HTTP client sends more requests per second. */
const HIGHEST_RATE_PER_SECOND = 1_000_000;

/**
 * Reads the time limit of a response in milliseconds. It is a whole number, because the HTTP client
 * accepts no other.
 */
export const timeoutFrom = (text: string, label: string): number =>
  durationWithin(text, label, [1, LONGEST_TIMEOUT_MS]);

/** Reads how long a check may wait, in milliseconds. Zero means that no check waits. */
export const patienceFrom = (text: string, label: string): number =>
  durationWithin(text, label, [0, LONGEST_PATIENCE_MS]);

function durationWithin(
  text: string,
  label: string,
  [least, most]: readonly [least: number, most: number],
): number {
  const ms = Math.round(parseDuration(text) ?? Number.NaN);
  if (ms >= least && ms <= most) return ms;
  throw new UsageError(
    `${label} is ${text}, but must be between ${least} ms and ${most / MINUTE_MS} min. Give a duration such as 10s.`,
  );
}

export function paceFrom(text: string, label: string): Pace {
  const pace = parsePace(text);
  if (pace === undefined)
    // `parsePace` allows half of the longest timer between two requests.
    throw new UsageError(
      `${label} is ${text}, but must be more than zero, and at least one request in ${Math.floor(LONGEST_MS / 2 / MINUTE_MS / 60 / 24)} days. Give a pace such as 60/min.`,
    );
  if ((pace.requests / pace.perMs) * 1000 <= HIGHEST_RATE_PER_SECOND) return pace;
  throw new UsageError(
    `${label} is ${text}, which is faster than ${HIGHEST_RATE_PER_SECOND.toLocaleString('en')} requests per second. Give a pace such as 60/min, or leave it out for no limit.`,
  );
}

/** The characters of a path that need no encoding: those of a segment and `/` (RFC 3986, 3.3). */
const PATH_CHARACTER = /[A-Za-z0-9\-._~!$&'()*+,;=:@/]/;
const PATH_ALLOWED = "letters, digits and -._~!$&'()*+,;=:@, separated by slashes";

/** Returns the path of a collection (a list of the platform API) without slashes at its ends. */
export function collectionFrom(text: string, label: string): string {
  const collection = text.replace(/^\/+|\/+$/g, '');
  const fault = collection === '' ? 'which is empty' : pathFault(collection);
  if (fault === undefined) return collection;
  throw new UsageError(
    `${label} contains ${JSON.stringify(text)}, ${fault}. Give a path below /platform/v2/, such as projects: ${PATH_ALLOWED}.`,
  );
}

/** The path below the base URL that lists the resources of a user, possibly with a query. */
export function listingFrom(text: string, label: string): string {
  const [before = '', ...after] = text.split('{user}');
  const [path = '', ...queries] = `${before}user${after.join('user')}`.split('?');
  // Only the characters of the query are checked, so any allowed character may join its parts.
  const fault =
    after.length === 1
      ? (pathFault(path.replace(/^\//, '')) ?? charactersFault(queries.join('/'), QUERY_CHARACTER))
      : `which contains {user} ${after.length === 0 ? 'nowhere' : `${after.length} times`}`;
  if (fault === undefined) return text;
  throw new UsageError(
    `${label} is ${JSON.stringify(text)}, ${fault}. Give a path below the base URL with {user} once, such as /users/{user}/resources.`,
  );
}

/** A query may also contain question marks, and encoded characters. */
const QUERY_CHARACTER = /[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]/;

/**
 * Returns what is wrong with a path, as the end of a sentence, or undefined. The path is given
 * without its first slash.
 */
function pathFault(path: string): string | undefined {
  const segments = path.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..'))
    return 'which leads to another path, because it contains a segment of dots';
  if (segments.includes('')) return 'which contains an empty segment';
  return charactersFault(path, PATH_CHARACTER);
}

function charactersFault(text: string, allowed: RegExp): string | undefined {
  const wrong = [...text].find((character) => !allowed.test(character));
  return wrong === undefined
    ? undefined
    : `which contains ${JSON.stringify(wrong)}, a character that an address cannot contain as it is`;
}

/** An address to which requests are sent as it is. Unlike a base URL, it may have a query. */
export function endpointFrom(text: string, label: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw new UsageError(
      `${label} must be an address such as https://auth.example.com/token, but is "${text}".`,
    );
  if (url.username === '' && url.password === '' && url.hash === '') return text;
  throw new UsageError(
    `${label} is ${url.origin}${url.pathname} with user info or a fragment. Leave these parts out.`,
  );
}

/** Returns the name if it fits on one line of a report and is not blank. */
export function nameFrom(text: string, label: string): string {
  const control = [...text].find((character) => /\p{Cc}/u.test(character));
  if (control === undefined && text.trim() !== '') return text;
  const fault = control === undefined ? 'which is blank' : 'which contains a control character';
  throw new UsageError(
    `${label} is ${JSON.stringify(text)}, ${fault}. Give a name such as staging.`,
  );
}
