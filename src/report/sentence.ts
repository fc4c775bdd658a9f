/** States a violation in one sentence: the subject, what it is, and what it must be. */

import { withoutName } from '../ledger/index.js';
import { pathOf, requirementInWords, valueInWords } from '../schema/words.js';
import { withTokensInWords } from './altered-tokens.js';
import { shortFilter } from './short-filter.js';
import { excerpt } from './visible.js';

/** The maximum lengths of the actual and the expected result, and of the name of a request. */
const [ACTUAL_LENGTH, EXPECTED_LENGTH, REQUEST_LENGTH] = [60, 160, 160];
/** The maximum length of the records that came or are missing. */
const RECORDS_LENGTH = 260;

/** The maximum lengths of a response, and of a part, in the sentence of a rule. */
const [RESPONSE_LENGTH, PART_LENGTH] = [120, 320];

/** Makes the sentence of a violation of one kind. Returns undefined for other kinds. */
type Kind = (expected: string, actual: string) => string | undefined;

export interface Violation {
  /** It ends with the name of the request, as in `status 401, for no token`. */
  readonly expected: string;
  readonly actual: string;
  /** The sentence of the rule, if it gives one. */
  readonly sentence?: string | undefined;
}

/**
 * Returns the sentence of the rule. If the rule gives none, makes one from `expected` and `actual`.
 * The sentence ends with the request. Unless `level` (of the clause) is `must`, it says `should`.
 */
export function violationSentence(
  violation: Violation,
  level: 'must' | 'should' | 'open' = 'must',
): string {
  const sentence = sentenceOf(violation);
  return level === 'must' ? sentence : sentence.replace(/(; [^;]*?)\bmust\b/, '$1should');
}

function sentenceOf({ expected, actual, sentence: given }: Violation): string {
  const [, window] = WINDOW.exec(withoutName(expected)) ?? [];
  const named = withoutName(expected).replace(WINDOW, '');
  const requestName = requestNamedIn(expected);
  // If a route is the whole name, it is written as `on the legacy route`.
  const route = requestName?.replace(/^(?=the \w+(?: filtered)? route$)/, 'on ');
  const request =
    window === undefined
      ? requestName
      : [window, ...(route === undefined ? [] : [route])].join(', ');
  const [, about, label] = / (?=\()(\(([a-z ]+)\))(?=$|,| (?:that|to) satisf)/.exec(named) ?? [];
  // The label, such as `(token missing)`, is named at the end.
  const wanted = about === undefined ? named : named.replace(` ${about}`, '');
  const received = actual.replace(/ \(and \d+ more responses?\)$/, '');
  const violation =
    given === undefined
      ? generalSentence(wanted, withMessageOnly(received))
      : shortened(given, received);
  // The label explains why a request must be refused. It does not explain other violations, such as
  // a body that does not satisfy its schema.
  const isRefusal = /^(?:status|no products)\b/.test(wanted);
  const reason = label === undefined || !isRefusal ? undefined : REASONS[label];
  const because = reason === undefined ? '' : `, because ${reason}`;
  const isLabelled = label !== undefined && reason === undefined && !request?.includes(label);
  const notes = [
    isLabelled ? label : [],
    request === undefined ? [] : `request: ${request}`,
  ].flat();
  return `${violation}${because}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

function generalSentence(wanted: string, received: string): string {
  const sentence = KINDS.reduce<string | undefined>(
    (found, kind) => found ?? kind(wanted, received),
    undefined,
  );
  return (
    sentence ?? `${came(received)}; expected ${excerpt(inPlainWords(wanted), EXPECTED_LENGTH)}`
  );
}

/**
 * Shortens the sentence of a rule. A response in it is shortened first, because it is also shown
 * with the finding. The parts before and after the semicolon (what is wrong, and what must be)
 * follow.
 */
function shortened(sentence: string, actual: string): string {
  const shown = /^\d{3} [^\s/]+\/\S+ /.test(actual)
    ? excerpt(withMessageOnly(actual), RESPONSE_LENGTH)
    : actual;
  return sentence
    .replace(actual, () => shown)
    .split(/; (?=[^;]*\bmust\b[^;]*$)/)
    .map((part) => excerpt(part.length > PART_LENGTH ? shortFilter(part) : part, PART_LENGTH))
    .join('; ');
}

/** Why a request must get an error, by the label of the error. */
const REASONS: Readonly<Record<string, string>> = {
  'token missing': 'no token is sent in its header field',
  'token format': 'the token is malformed',
  'not authorized': 'the token is not that of the destination',
  'destination missing': 'no destination is sent',
  'destination format': 'the destination is malformed',
  'no data': 'the destination has no data',
  'unknown route': 'there is no such route',
};

/**
 * Matches the order or the window of the requested list. The sentence states this text at its end,
 * with the name of the request.
 */
const WINDOW = / \(((?:grouped by|ordered by|limit|offset) [^()]*)\)/;

/** Returns the name of the request, or undefined for the usual request. */
function requestNamedIn(expected: string): string | undefined {
  const name = expected.slice(withoutName(expected).length).replace(/^, for /, '');
  return name === '' || name === 'the v2 route'
    ? undefined
    : excerpt(withTokensInWords(name), REQUEST_LENGTH);
}

/** Says what came, such as `"abc" came`. */
function came(received: string): string {
  const [, refused, said] = /^(\d{3}) ("(?:[^"\\]|\\.)*")$/s.exec(received) ?? [];
  return refused === undefined
    ? `${short(received)} came`
    : `status ${refused} with the text ${short(said ?? '')} came`;
}

const short = (text: string): string => excerpt(text, ACTUAL_LENGTH);

/** Replaces the names of error schemas by what they require, because readers lack the files. */
const inPlainWords = (wanted: string): string =>
  wanted
    .replace(/^an error .*error-plain\.schema\.json$/, 'a JSON object with the text "error"')
    .replace(/^an error .*error-no-data\.schema\.json$/, 'a JSON object with the text "message"')
    .replace(/^an error .*error-jsonapi\.schema\.json$/, 'a JSON object with the array "errors"');

/**
 * Shortens a response with a JSON object to its status and the message in the object. Any other
 * text stays unchanged.
 */
function withMessageOnly(actual: string): string {
  const [, status, body = ''] = /^(\d\d\d) \S+\/\S+ (\{.*)$/s.exec(actual) ?? [];
  if (/^\{"access_token"/.test(body)) return `${status} with an access token`;
  const [, words] = /"(?:detail|error|message)":\s*"((?:[^"\\]|\\.)+)"/.exec(body) ?? [];
  return words === undefined ? actual : `${status} "${words}"`;
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
  const [, type, value = ''] = /^expected of type (\w+), received (.*)$/s.exec(problem) ?? [];
  if (type !== undefined)
    return `${subject} is ${valueInWords(short(value))}; it must be ${article(type)}`;
  const [, member] = /^expected a member "([^"]+)"/.exec(problem) ?? [];
  if (member !== undefined) return `${subject} has no member "${member}"`;
  const [, exact, other = ''] = /^expected exactly (.+), received (.*)$/s.exec(problem) ?? [];
  if (exact !== undefined)
    return `${subject} is ${valueInWords(short(other))}; it must be exactly ${exact}`;
  const [, rest = '', came] = /^expected (.+), received (.*)$/s.exec(problem) ?? [];
  return came === undefined
    ? undefined
    : `${subject} is ${valueInWords(short(came))}; it ${requirementInWords(rest)}`;
};

const status: Kind = (expected, actual) => {
  const [, wanted, rest = ''] = /^(?:a )?status (\S+)(.*)$/s.exec(expected) ?? [];
  const [, came, text = ''] = /^(\d{3})\b ?(.*)$/s.exec(actual) ?? [];
  if (wanted === undefined || came === undefined) return undefined;
  const isPhrase = /^with an? /.test(text);
  const said =
    text === '' || isPhrase
      ? text && `, ${text}`
      : ` (${short(text.replace(/^\((.*)\)$/s, '$1'))})`;
  const [, error] = /^ with error (".+")$/.exec(rest) ?? [];
  if (came === wanted && error !== undefined)
    return `the error is ${short(text)}; it must be ${error}`;
  return `the status is ${came}${said}; it must be ${excerpt(`${wanted}${rest}`, EXPECTED_LENGTH)}`;
};

/** Records that a filter excludes. */
const others: Kind = (expected, actual) => {
  const [, filter] = /^only the records(?: where (.+))?$/s.exec(expected) ?? [];
  const [, came] = /^also (.+)$/s.exec(actual) ?? [];
  if (came === undefined || !expected.startsWith('only the records')) return undefined;
  const what = filter === undefined ? ' the request' : ` ${shortFilter(filter)}`;
  return `records came that do not match${what}: ${excerpt(came, RECORDS_LENGTH)}`;
};

/** Records that are missing. */
const fewer: Kind = (expected, actual) => {
  const [, count, what = ''] =
    /^((?:at least |at most )?\d+) (records?\b.*)$/s.exec(expected) ?? [];
  const [, came, missing] = /^(\d+)(?:, without (.+))?$/s.exec(actual) ?? [];
  if (count === undefined || came === undefined) return undefined;
  const lost = missing === undefined ? '' : `; missing: ${excerpt(missing, RECORDS_LENGTH)}`;
  const wanted = shortFilter(what).replace(/, as (meta.+) say$/, ' that $1 require');
  // `count` is not a number if it begins with `at least` or `at most`.
  return Number(count) > Number(came)
    ? `only ${came} of the ${count} ${wanted} came${lost}`
    : `${came} records came; ${count} ${wanted} must come${lost}`;
};

/** A header field that is missing or has another value. */
const header: Kind = (expected, actual) => {
  const [, name, rest = ''] =
    /^(Content-Type|WWW-Authenticate|Vary|Cache-Control|Retry-After|Allow)\b:? ?(.*)$/s.exec(
      expected,
    ) ?? [];
  if (name === undefined) return undefined;
  if (/^(?:none|no \S+)$/.test(actual)) {
    const value = rest === '' ? '; the response must have it' : `; it must be ${rest}`;
    return `the header field ${name} is missing${value}`;
  }
  return `the header field ${name} is ${short(actual.replace(`${name}: `, ''))}; it must be ${rest}`;
};

/** A member with its required value: `meta.total 5`, `next 12, the last id of this page`. */
const member: Kind = (expected, actual) => {
  const [, column, type] = /^(\w+) as (an? [a-z]+)$/.exec(expected) ?? [];
  if (column !== undefined)
    return `${column} is ${valueInWords(short(actual))}; it must be ${type}`;
  const [, name, value] =
    /^(meta(?:\.\w+)+|next|prev|current|count|Entities|issuer|expires_in|exp|token_endpoint|jwks_uri|success|title) (?:of (?=about|at ))?(.+)$/s.exec(
      expected,
    ) ?? [];
  if (name === undefined || value === undefined) return undefined;
  if (actual === 'none') return `${name} is missing; it must be ${excerpt(value, EXPECTED_LENGTH)}`;
  return `${name} is ${short(actual)}; it must be ${excerpt(value, EXPECTED_LENGTH)}`;
};

/**
 * Sentences for the forms of `expected`, used if the rule gives no sentence: a body by a schema, a
 * status, records that came although they do not match, missing records, a header field, and a
 * member with its value. The sentence for any other form is `… came; expected …`.
 */
const KINDS: readonly Kind[] = [schema, status, others, fewer, header, member];
