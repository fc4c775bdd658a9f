/** States a violation in one sentence: the subject, what it is, and what it must be. */

import { withoutName } from '../ledger/index.js';
import { excerpt } from './visible.js';

/** The maximum lengths of the actual and the expected result. */
const [ACTUAL_LENGTH, EXPECTED_LENGTH] = [60, 90];

/** Makes the sentence of a violation of one kind. Returns undefined for other kinds. */
type Kind = (expected: string, actual: string) => string | undefined;

export function violationSentence(expected: string, actual: string): string {
  const wanted = withoutName(expected);
  const received = withMessageOnly(actual.replace(/ \(and \d+ more responses?\)$/, ''));
  for (const kind of KINDS) {
    const sentence = kind(wanted, received);
    if (sentence !== undefined) return sentence;
  }
  return `${short(received)} came instead of ${excerpt(wanted, EXPECTED_LENGTH)}`;
}

const short = (text: string): string => excerpt(text, ACTUAL_LENGTH);

/**
 * Shortens an error response with a JSON body to its status and the message in the body. Any other
 * text stays unchanged.
 */
function withMessageOnly(actual: string): string {
  const [, status, body = ''] = /^([45]\d\d) \S*json (\{.*)$/s.exec(actual) ?? [];
  const [, words] = /"(?:detail|error|message)":\s*"((?:[^"\\]|\\.)+)"/.exec(body) ?? [];
  return words === undefined ? actual : `${status} "${words}"`;
}

/** The pointer `/errors/0/status` is written as `errors[0].status`. */
const pathOf = (pointer: string): string =>
  pointer === '(document)'
    ? 'the body'
    : pointer
        .slice(1)
        .split('/')
        .reduce((path, part) => {
          if (/^\d+$/.test(part)) return `${path}[${part}]`;
          return path === '' ? part : `${path}.${part}`;
        }, '');

/** A value with its type, if the type is not plain: a text is in quotes anyway. */
function shownValue(json: string): string {
  if (/^"/.test(json)) return `the text ${short(json)}`;
  return short(json);
}

const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

/** A body that does not satisfy a schema. Only the first problem is stated. */
const schema: Kind = (expected, actual) => {
  const [, about] = /^(.+?) (?:to satisfy|that satisfies) \S+$/.exec(expected) ?? [];
  if (about === undefined) return undefined;
  const [first = ''] = actual.split(/; (?=\/|\(document\))/);
  const [, where = '', problem = ''] = /^(\(document\)|\/[^:]*): (.*)$/s.exec(first) ?? [];
  if (where === '') return undefined;
  const subject = pathOf(where);
  const of = /^an error \((.+)\)$/.exec(about)?.[1];
  const context = of === undefined ? '' : ` (${of})`;
  const [, type, value = ''] = /^expected of type (\w+), received (.*)$/s.exec(problem) ?? [];
  if (type !== undefined)
    return `${subject} is ${shownValue(value)}; it must be ${article(type)}${context}`;
  const [, member] = /^expected a member "([^"]+)"/.exec(problem) ?? [];
  if (member !== undefined) return `${subject} has no member "${member}"${context}`;
  const [, exact, other = ''] = /^expected exactly (.+), received (.*)$/s.exec(problem) ?? [];
  if (exact !== undefined)
    return `${subject} is ${shownValue(other)}; it must be exactly ${exact}${context}`;
  const [, rest = '', came] = /^expected (.+), received (.*)$/s.exec(problem) ?? [];
  return came === undefined
    ? undefined
    : `${subject} is ${shownValue(came)}; it ${rest.replace(/^must NOT have/, 'must not have')}${context}`;
};

const status: Kind = (expected, actual) => {
  const [, wanted, rest = ''] = /^(?:a )?status (\S+)(.*)$/s.exec(expected) ?? [];
  const [, came, text = ''] = /^(\d{3})\b ?(.*)$/s.exec(actual) ?? [];
  if (wanted === undefined || came === undefined) return undefined;
  const said = text === '' ? '' : ` (${short(text)})`;
  return `the status is ${came}${said}; it must be ${excerpt(`${wanted}${rest}`, EXPECTED_LENGTH)}`;
};

/** Records that a filter excludes. */
const others: Kind = (expected, actual) => {
  const [, filter] = /^only the records(?: where (.+))?$/s.exec(expected) ?? [];
  const [, came] = /^also (.+)$/s.exec(actual) ?? [];
  if (came === undefined || !expected.startsWith('only the records')) return undefined;
  const what = filter === undefined ? '' : ` ${short(filter)}`;
  return `records came that do not match${what}: ${excerpt(came, EXPECTED_LENGTH)}`;
};

/** Records that are missing. */
const fewer: Kind = (expected, actual) => {
  const [, count, what = ''] =
    /^((?:at least |at most )?\d+) (records?\b.*)$/s.exec(expected) ?? [];
  const [, came, missing] = /^(\d+)(?:, without (.+))?$/s.exec(actual) ?? [];
  if (count === undefined || came === undefined) return undefined;
  const lost = missing === undefined ? '' : `; missing: ${short(missing)}`;
  return `${came} of ${count} ${short(what)} came${lost}`;
};

/** Products, templates or a page that must not come. */
const forbidden: Kind = (expected, actual) => {
  const [, what, why = ''] = /^no (products|templates?|page)\b ?(.*)$/s.exec(expected) ?? [];
  if (what === undefined) return undefined;
  const came = /^\d+ \w+$/.test(actual) ? actual : what;
  return `${came} came; ${what === 'page' ? 'it' : 'they'} must not${why === '' ? '' : ` ${why}`}`;
};

const order: Kind = (expected, actual) => {
  const [, direction] = / in (ascending order of .+)$/s.exec(expected) ?? [];
  const [, first, second] = /^(id \S+.*?), (id .+) in this order$/s.exec(actual) ?? [];
  if (direction === undefined) return undefined;
  return first === undefined
    ? `the list is not in ${direction}: ${excerpt(actual, EXPECTED_LENGTH)}`
    : `the list is not in ${direction}: ${first} stands before ${second}`;
};

/** A header field that is missing or has another value. */
const header: Kind = (expected, actual) => {
  const [, name, rest = ''] =
    /^(Content-Type|WWW-Authenticate|Vary|Cache-Control|Retry-After|Allow)\b:? ?(.*)$/s.exec(
      expected,
    ) ?? [];
  if (name === undefined) return undefined;
  if (/^(?:none|no \S+)$/.test(actual)) {
    const value = rest === '' ? '' : `; it must be ${rest}`;
    return `the header field ${name} is missing${value}`;
  }
  return `the header field ${name} is ${short(actual.replace(`${name}: `, ''))}; it must be ${rest}`;
};

/** The text of an error. */
const text: Kind = (expected, actual) =>
  /^".*"$/s.test(expected) && /^".*"$/s.test(actual)
    ? `the text of the error is ${short(actual)}; it must be ${expected}`
    : undefined;

/** A member with its required value: `meta.total 5`, `next 12, the last id of this page`. */
const member: Kind = (expected, actual) => {
  const [, name, value] =
    /^(meta\.\w+|next|prev|current|count|issuer|expires_in|exp|token_endpoint|jwks_uri|success|title) (.+)$/s.exec(
      expected,
    ) ?? [];
  if (name === undefined || value === undefined) return undefined;
  if (/^(?:none|null)$/.test(actual)) return `${name} is ${actual}; it must be ${short(value)}`;
  return `${name} is ${short(actual)}; it must be ${excerpt(value, EXPECTED_LENGTH)}`;
};

/** A list, page or message that did not come. */
const absent: Kind = (expected, actual) => {
  const [, what] =
    /^(a (?:list|page|bare array|JSON body|message|refusal)\b.*|an envelope .*)$/s.exec(expected) ??
    [];
  return what === undefined
    ? undefined
    : `${excerpt(what, EXPECTED_LENGTH)} must come; ${short(actual)} came`;
};

const KINDS: readonly Kind[] = [
  schema,
  status,
  others,
  fewer,
  forbidden,
  order,
  header,
  text,
  member,
  absent,
];
