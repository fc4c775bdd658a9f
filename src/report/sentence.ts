/** States a violation in one sentence: the subject, what it is, and what it must be. */

import { withoutName } from '../ledger/index.js';
import { withTokensInWords } from './altered-tokens.js';
import { phraseOf } from './phrases.js';
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
 * The sentence of the rule, or else one that is made from `expected` and `actual`. The request is
 * named at the end. `level` is that of the clause.
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
  const others = requestNamedIn(expected);
  // A name without conditions is that of the route alone.
  const route = others?.replace(/^(?=the \w+(?: filtered)? route$)/, 'on ');
  const request =
    window === undefined ? others : [window, ...(route === undefined ? [] : [route])].join(', ');
  const [, about, label] = / (?=\()(\(([a-z ]+)\))(?=$|,| (?:that|to) satisf)/.exec(named) ?? [];
  // The label, such as `(token missing)`, is named with the request.
  const wanted =
    request === undefined || about === undefined ? named : named.replace(` ${about}`, '');
  const received = actual.replace(/ \(and \d+ more responses?\)$/, '');
  const violation =
    given === undefined
      ? generalSentence(wanted, withMessageOnly(received))
      : shortened(given, received);
  if (request === undefined) return violation;
  // Other violations are in the response to any such request, and not because of it.
  const isRefusal = /^(?:status|no products)\b/.test(wanted);
  const reason = label === undefined || !isRefusal ? undefined : REASONS[label];
  const because = reason === undefined ? '' : `, because ${reason}`;
  const labels =
    label === undefined || reason !== undefined || request.includes(label) ? '' : `${label}; `;
  return `${violation}${because} (${labels}request: ${request})`;
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
 * Shortens a response in the sentence of a rule, because it is shown with the finding, and then the
 * two parts of the sentence: what is wrong, and what must be.
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

/** The order and the window of the requested list are named with the request. */
const WINDOW = / \(((?:grouped by|ordered by|limit|offset) [^()]*)\)/;

/** The usual request needs no name. */
function requestNamedIn(expected: string): string | undefined {
  const name = expected.slice(withoutName(expected).length).replace(/^, for /, '');
  return name === '' || name === 'the v2 route'
    ? undefined
    : excerpt(withTokensInWords(name), REQUEST_LENGTH);
}

/** An explanation of the value, as in `"OK", which is no confirmation`, follows the verb. */
function came(received: string): string {
  const [, refused, said] = /^(\d{3}) ("(?:[^"\\]|\\.)*")$/s.exec(received) ?? [];
  if (refused !== undefined) return `status ${refused} with the text ${short(said ?? '')} came`;
  const [, value = received, explanation = ''] = /^(.+?)(, which .+)$/s.exec(received) ?? [];
  return `${short(value.replace(/^(\d+) in all$/, '$1 entities'))} came${short(explanation)}`;
}

/** What the schemas of errors demand, for readers who do not have the files. */
const inPlainWords = (wanted: string): string =>
  wanted
    .replace(/^an error .*error-plain\.schema\.json$/, 'a JSON object with the text "error"')
    .replace(/^an error .*error-no-data\.schema\.json$/, 'a JSON object with the text "message"')
    .replace(/^an error .*error-jsonapi\.schema\.json$/, 'a JSON object with the array "errors"');

const short = (text: string): string => excerpt(text, ACTUAL_LENGTH);

/**
 * Shortens a response with a JSON object to its status and the message in the object. Any other text
 * stays unchanged.
 */
function withMessageOnly(actual: string): string {
  const [, status, body = ''] = /^(\d\d\d) \S+\/\S+ (\{.*)$/s.exec(actual) ?? [];
  if (/^\{"access_token"/.test(body)) return `${status} with an access token`;
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
    : `${subject} is ${shownValue(came)}; it ${inWords(rest)}${context}`;
};

/** The words of a JSON Schema validator. */
const inWords = (problem: string): string =>
  problem
    .replace(/^must NOT have fewer than 1 items$/, 'must not be empty')
    .replace(/^must NOT have/, 'must not have')
    .replace(/^must be (array|integer|object)$/, 'must be an $1')
    .replace(/^must be (boolean|number|string)$/, 'must be a $1');

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

/** An answer of the kind that a server gives for its own faults. */
const serverError: Kind = (expected, actual) => {
  const [, status] = /^(5\d\d)\b/.exec(actual) ?? [];
  return status !== undefined && expected === 'a response other than a server error'
    ? `the status is ${status}, a server error; it must be a refusal such as 400, or a success, whatever the request contains`
    : undefined;
};

/** A token that is refused although it is valid. */
const accepted: Kind = (expected, actual) => {
  const [, when, why = ''] = /^(?:a|the) token accepted (.+?)(, because .+)?$/.exec(expected) ?? [];
  return when === undefined
    ? undefined
    : `a token is refused ${when}, with ${short(actual)}; it must be accepted${why}`;
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
  return /^\d/.test(count)
    ? `only ${came} of the ${count} ${wanted} came${lost}`
    : `${came} records came; ${count} ${wanted} must come${lost}`;
};

/** The records of a list that is grouped by a column. */
const groups: Kind = (expected, actual) => {
  const [, count, what = ''] = /^(\d+) (distinct values of .+)$/s.exec(expected) ?? [];
  if (count !== undefined && /^\d+$/.test(actual))
    return `${actual} ${actual === '1' ? 'record' : 'records'} came; one must come for each of the ${count} ${shortFilter(what)}`;
  const [, each] = /^one record for each (.+)$/s.exec(expected) ?? [];
  const [, twice] = /^(.+) in several records$/s.exec(actual) ?? [];
  if (each !== undefined && twice !== undefined)
    return `several records came for the value ${short(twice)}; one must come for each ${shortFilter(each)}`;
  const [, alone, either] =
    /^the records of each criterion (alone) for (.+)$/s.exec(expected) ?? [];
  const [, lacking] = /^nothing for which (.+)$/s.exec(actual) ?? [];
  return alone === undefined || lacking === undefined
    ? undefined
    : `no record with ${lacking} came for ${either}; it must come, as it does for this criterion alone`;
};

/** Products, templates or a page that must not come. */
const forbidden: Kind = (expected, actual) => {
  const [, what, why = ''] = /^no (products|templates?|page)(?=,| |$) ?(.*)$/s.exec(expected) ?? [];
  if (what === undefined) return undefined;
  const [, refusal] = /^([345]\d\d) /.exec(actual) ?? [];
  if (refusal !== undefined)
    return `the response ${refusal} contains ${what === 'page' ? 'a page' : 'templates'}; it must not`;
  if (what === 'page') return `a page came${why === '' ? '' : ` ${why}`}; none must come`;
  if (what === 'template') return `templates ${why} came: ${short(actual)}; none must come`;
  const came = /^\d+ \w+$/.test(actual) ? actual : what;
  return `${came} came; none must come${/^(?:,|$)/.test(why) ? why : ` ${why}`}`;
};

const order: Kind = (expected, actual) => {
  const [, id, before] = /^id (\S+) after (\S+)$/.exec(actual) ?? [];
  if (id !== undefined && expected === 'ids in strictly ascending order')
    return `id ${id} comes after ${before}; the ids must be in strictly ascending order`;
  const [, column] = /^(.+) ascending$/.exec(expected) ?? [];
  if (column !== undefined && actual === 'descending')
    return `the list is in descending order of ${column}; it must be ascending`;
  if (column !== undefined)
    return `the list is not in ascending order of ${column}: ${excerpt(actual, EXPECTED_LENGTH)}`;
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
    const value = rest === '' ? '; the response must have it' : `; it must be ${rest}`;
    return `the header field ${name} is missing${value}`;
  }
  return `the header field ${name} is ${short(actual.replace(`${name}: `, ''))}; it must be ${rest}`;
};

/** The text of an error. */
const text: Kind = (expected, actual) => {
  if (/^".*"$/s.test(expected) && /^".*"$/s.test(actual))
    return `the text of the error is ${short(actual)}; it must be ${expected}`;
  return /^Requested route was not found: /.test(expected)
    ? `the text of the error is \`${short(actual)}\`; it must be \`${expected}\``
    : undefined;
};

/** A member with its required value: `meta.total 5`, `next 12, the last id of this page`. */
const member: Kind = (expected, actual) => {
  const [, column, type] = /^(\w+) as (an? [a-z]+)$/.exec(expected) ?? [];
  if (column !== undefined) return `${column} is ${shownValue(actual)}; it must be ${type}`;
  const [, name, value] =
    /^(meta\.\w+|next|prev|current|count|Entities|issuer|expires_in|exp|token_endpoint|jwks_uri|success|title) (?:of (?=about|at ))?(.+)$/s.exec(
      expected,
    ) ?? [];
  if (name === undefined || value === undefined) return undefined;
  if (actual === 'none') return `${name} is missing; it must be ${excerpt(value, EXPECTED_LENGTH)}`;
  return `${name} is ${short(actual)}; it must be ${excerpt(value, EXPECTED_LENGTH)}`;
};

/** Items that do not satisfy a schema of the user, of which the most frequent deviation is first. */
const own: Kind = (expected, actual) => {
  const [, item] = /^every (.+) to satisfy \S+$/.exec(expected) ?? [];
  const [, path = '', problem = '', count, total, share, example] =
    /^((?:\/[^:]*)?): (.+?) \(\S+\) in (\d+) of (\d+) \(([\d.]+ %)\): (.*?)(?: and \d+ more)?(?:; .*)?$/s.exec(
      actual,
    ) ?? [];
  if (item === undefined || example === undefined) return undefined;
  const subject = path === '' ? item : pathOf(path);
  const often = `in ${count} of ${total} (${share})`;
  const [, name = '', value] =
    /^((?:id|item) [^ ,]+)(?: \((.*?)\)(?:, (?:id|item) .*|$))?/s.exec(example) ?? [];
  return value === undefined
    ? `${subject} is missing ${often}, such as ${name}`
    : `${subject} is ${shownValue(value)} in ${name}; it ${inWords(problem)} (${count} of ${total} are wrong, ${share})`;
};

const mediaType: Kind = (expected, actual) => {
  const [, wanted] = /^media type (.+)$/.exec(expected) ?? [];
  return wanted === undefined
    ? undefined
    : `the media type is ${short(actual.replace(/^media type /, ''))}; it must be ${wanted}`;
};

/** The page to which `next` of another page leads. */
const followingPage: Kind = (expected, actual) => {
  const [, next, last, came, right] =
    /^a page that starts with (entity \S+), which follows (\S+), the last of the page before(?:, whose next is (\S+) instead of (.+))?$/.exec(
      expected,
    ) ?? [];
  const [, starts = actual === 'an empty page' ? 'is empty' : undefined] =
    /^a page that (starts .+)$/.exec(actual) ?? [];
  if (next === undefined || starts === undefined) return undefined;
  const cause = came === undefined ? '' : ` is ${came}; it must be ${right}`;
  const page = `the page after entity ${last} ${starts} instead of ${next}`;
  return cause === ''
    ? `following \`next\`, the page after entity ${last} ${starts}; it must start with ${next}`
    : `\`next\` of the page that ends with entity ${last}${cause} (with it ${page})`;
};

/** The number of records or entities on a page, and the first of them. */
const page: Kind = (expected, actual) => {
  const [, most] = /^a page size of at most (\d+.*)$/.exec(expected) ?? [];
  if (most !== undefined) return `the page has ${actual} items; it must have at most ${most}`;
  const [, first] = /^a page that starts with (.+)$/.exec(expected) ?? [];
  const [, came] = /^a page that starts with (.+)$/.exec(actual) ?? [];
  if (first !== undefined && came !== undefined)
    return `the page starts with ${came}; it must start with ${first}`;
  if (first !== undefined && actual === 'an empty page')
    return `the page is empty; it must start with ${first}`;
  const [, entity] = /^a next that leads to (.+)$/.exec(expected) ?? [];
  if (entity !== undefined) return `next is ${short(actual)}; it must lead to ${entity}`;
  const [, what, begin] = /^(the entities after .+), beginning with (.+)$/.exec(expected) ?? [];
  const [, begun] = /^beginning with (.+)$/.exec(actual) ?? [];
  return begin === undefined || begun === undefined
    ? undefined
    : `the page begins with ${begun}; it must begin with ${begin} (${what})`;
};

/** Three filters with their totals, and a relation of them. */
const TOTALS_LENGTH = 250;

/** What must hold, and then why. */
function relationIn(expected: string): string {
  const [, why, must] = /^(.+), so that (.+)$/s.exec(expected) ?? [];
  return must === undefined ? `required: ${expected}` : `${must}, as ${why}`;
}

/** Numbers of several responses that contradict each other. */
const relation: Kind = (expected, actual) => {
  const matched = /^(\d+) for (.+)$/s.exec(actual);
  if (matched === null || expected.startsWith('meta.')) return undefined;
  const [, count, filter = ''] = matched;
  return /, -?\d+ for /.test(filter)
    ? `the totals contradict each other: ${excerpt(actual, TOTALS_LENGTH)}; ${excerpt(relationIn(expected), TOTALS_LENGTH)}`
    : `${count} records match ${shortFilter(filter)}; ${excerpt(relationIn(expected), EXPECTED_LENGTH)}`;
};

const signature: Kind = (expected, actual) =>
  expected === 'a signature that verifies with the published keys' &&
  actual === 'a signature that none of these keys verifies'
    ? 'the signature of the token verifies with none of the published keys'
    : undefined;

/** Resources of a user, before and after a handover. */
const resources: Kind = (named, actual) => {
  const expected = named
    .replace('handover.from', 'the giving user')
    .replace('the user handover.to', 'the receiving user');
  const [, some, when] =
    /^the (\d+ resources of the giving user) unchanged (.+)$/.exec(expected) ?? [];
  if (some !== undefined)
    return `the ${some} changed ${when}: ${short(actual)}; they must be unchanged`;
  const [, all, user] = /^(all \d+ resources) with (the .+)$/.exec(expected) ?? [];
  const [, missing] = /^without (.+)$/.exec(actual) ?? [];
  return all === undefined || missing === undefined
    ? undefined
    : `${user} did not get ${short(missing)}; it must get ${all} of the giving user`;
};

const KINDS: readonly Kind[] = [
  phraseOf,
  schema,
  status,
  others,
  fewer,
  forbidden,
  order,
  header,
  text,
  own,
  mediaType,
  followingPage,
  page,
  groups,
  serverError,
  accepted,
  relation,
  signature,
  resources,
  member,
];
