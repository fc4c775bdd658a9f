import { isUtf8 } from 'node:buffer';
import { type Answer, holdsIf, type RuleTable, type Ruling } from '../../../src/harness/suite.js';
import {
  type Criterion,
  describeCriterion,
  isNegation,
} from '../../../src/protocol/export/filter.js';
import {
  DESTINATION_HEADER,
  isUnknown,
  JSON_API,
  PLAIN,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { withoutRange } from '../model/matching.js';
import {
  carriesToken,
  documented,
  isNamed,
  type Mistake,
  mistakesIn,
  plainText,
} from '../model/mistakes.js';
import { isNull } from '../model/oracle/column.js';
import { foldAscii } from '../model/oracle/equality.js';
import { keptFor } from '../model/oracle/memoized.js';
import { formOfError, saysNothing } from './any-answer.js';
import { besidesOnV2, DESTINATION_RULES, ofOwnData } from './destination-rules.js';

/**
 * What is judged beside the kind of the answer: its headers, values that it repeats, and odd ways
 * to write a request.
 */
export const SIDE_RULES: RuleTable<Exchange, Known | undefined, ClauseId> = {
  'EXP-AUTH-5': (exchange, known) =>
    destinationHeaderIgnored(exchange, known) ?? besidesOnV2(exchange, known),
  ...DESTINATION_RULES,
  'EXP-AUTH-9': otherCase,
  'EXP-AUTH-12': tokenElsewhere,
  'EXP-AUTH-13': ({ question: { token }, answer }) => {
    if (typeof token !== 'string' || token.length < 8 || answer.status < 400) return undefined;
    const parts = [answer.text, ...answer.headers.map(([, value]) => value)];
    return holdsIf(!parts.some((part) => part.includes(token)), 'an error without the token');
  },
  'EXP-ERR-1': (exchange) => (isJsonApi(exchange) ? undefined : formBesideText(exchange)),
  'EXP-ERR-3': (exchange) => (isJsonApi(exchange) ? formBesideText(exchange) : undefined),
  'EXP-ERR-6': (exchange) => {
    const error = documentedError(exchange);
    const { accept = JSON_API } = exchange.question;
    if (error === undefined || error === 'no data' || (accept !== JSON_API && accept !== PLAIN))
      return undefined;
    const { mediaType } = exchange.answer;
    return holdsIf(mediaType === accept, `Content-Type ${accept} (${error})`, mediaType || 'none');
  },
  'EXP-ERR-7': (exchange) =>
    documentedError(exchange) === undefined || exchange.answer.status !== 401
      ? undefined
      : holdsIf(
          exchange.answer.header('www-authenticate') !== undefined,
          'WWW-Authenticate',
          'none',
        ),
  'EXP-NEG-6': ({ question: { accept = JSON_API }, answer, page }) => {
    if (page === undefined || !answer.ok || ![JSON_API, PLAIN, null].includes(accept))
      return undefined;
    const wanted = accept ?? PLAIN;
    const told = `Content-Type ${wanted} for Accept ${accept ?? '(none)'}`;
    return holdsIf(answer.mediaType === wanted, told, answer.mediaType || 'none');
  },
  'EXP-NEG-7': mediaTypeInOtherCase,
  'EXP-NEG-9': ({ question: { accept = JSON_API }, answer, page }) => {
    if (
      page === undefined ||
      !answer.ok ||
      !isCacheable(answer) ||
      (accept !== JSON_API && accept !== PLAIN)
    )
      return undefined;
    const vary = (answer.header('vary') ?? '').toLowerCase();
    return holdsIf(
      /(^|,)\s*(accept|\*)\s*(,|$)/.test(vary),
      'Vary: Accept',
      vary === '' ? 'no Vary' : `Vary: ${vary}`,
    );
  },
  'EXP-NEG-10': ({ answer }) => encodingOf(answer),
  'EXP-LIST-4': types,
  'EXP-FILT-4': caseRespected,
  'EXP-FILT-18': nullsLeftOut,
};

/** The rules of the welcome page; a token is the business of EXP-ROOT-3. */
export const ROOT_RULES: RuleTable<Exchange, Known | undefined, ClauseId> = {
  'EXP-ROOT-1': ({ question, answer }) =>
    question.token === undefined ? holdsIf(answer.status === 200, 'status 200') : undefined,
  'EXP-ROOT-2': ({ question, answer }) => {
    if (question.token !== undefined || answer.status !== 200) return undefined;
    if (answer.mediaType !== 'text/html')
      return { expected: 'media type text/html', actual: answer.mediaType || 'no Content-Type' };
    return holdsIf(answer.text.trim() !== '', 'a greeting', 'an empty body');
  },
};

/** EXP-NEG-10: JSON is in UTF-8, without a byte order mark (RFC 8259 section 8.1). */
function encodingOf(answer: Answer): Ruling {
  if (!/[/+]json$/.test(answer.mediaType) || answer.size === 0) return undefined;
  const { head: first, records, tail } = answer.content;
  const head = first.bytes;
  if (head.subarray(0, BOM.length).equals(BOM))
    return { expected: 'JSON without a byte order mark', actual: 'EF BB BF' };
  const isWide = head.subarray(0, 4).includes(0);
  const type = answer.header('content-type');
  const isText = !isWide && [first, ...records, tail].every(isInUtf8);
  return holdsIf(isText, 'JSON in UTF-8', `other bytes, with Content-Type ${type}`);
}

const BOM = Buffer.from('\ufeff');

/** The same pieces are in many responses. */
const isInUtf8 = keptFor(({ bytes }: Answer['content']['head']): boolean => isUtf8(bytes));

/**
 * The error of the one mistake that a request makes, where it is answered with its documented
 * status.
 */
function documentedError({ question, answer, target }: Exchange): Mistake['error'] | undefined {
  const { headers = [], extra = [] } = question;
  if (headers.length + extra.length > 0) return undefined;
  const [mistake, second] = mistakesIn(target, question) ?? [];
  if (mistake === undefined || second !== undefined) return undefined;
  return answer.status === documented[mistake.error].status ? mistake.error : undefined;
}

/** EXP-ERR-1 and EXP-ERR-3: the form of an error, where its text is wrong as well. */
function formBesideText(exchange: Exchange): Ruling {
  const error = documentedError(exchange);
  const { answer, question } = exchange;
  if (error === undefined || error === 'no data' || !saysNothing(answer, documented[error].text))
    return undefined;
  return formOfError(answer, error, question.accept);
}

const isJsonApi = ({ question: { accept = JSON_API } }: Exchange): boolean => accept === JSON_API;

/** EXP-AUTH-5: the answer is what it would be without the header. */
function destinationHeaderIgnored(exchange: Exchange, known: Known | undefined): Ruling {
  const { question, answer, target, page } = exchange;
  const { route = 'v2', headers = [] } = question;
  if (route !== 'v2' || !headers.some((field) => isNamed(field, DESTINATION_HEADER)))
    return undefined;
  const isRefused = (mistakesIn(target, question)?.length ?? 0) > 0;
  if (isRefused) return holdsIf(!answer.ok, 'a refusal, regardless of X-Destination-Id');
  if (answer.status >= 400 && answer.status < 500)
    return { expected: 'no effect of the header', atMost: 'warning' };
  if (page === undefined) return { expected: 'the same products as without the header' };
  return ofOwnData({ ...exchange, question: { ...question, headers: undefined } }, known);
}

/** EXP-AUTH-9: token and destination under names in another case are accepted. */
function otherCase({ question, target, page }: Exchange): Ruling {
  const { route = 'v2', token, destinationId, headers = [] } = question;
  const sent = headers.find((field) => isNamed(field, TOKEN_HEADER));
  if (token !== null || sent === undefined || sent[1] !== target.destination?.token)
    return undefined;
  const destination = headers.find((field) => isNamed(field, DESTINATION_HEADER));
  if (
    route !== 'v2' &&
    (destinationId !== null || destination?.[1] !== String(target.destination.id))
  )
    return undefined;
  const names = headers.map(([name]) => name).join(' and ');
  if (page === undefined) return { expected: `status 200 with ${names}` };
  // An empty list is given to anybody by a server that knows no question.
  return page.meta === undefined && page.records.length === 0 ? undefined : 'holds';
}

/** EXP-AUTH-12: a token in another place than its header is no token. */
function tokenElsewhere({ question, answer, target }: Exchange): Ruling {
  const { token, headers = [] } = question;
  if (token !== null || !carriesToken(question, target)) return undefined;
  if (headers.some((field) => isNamed(field, TOKEN_HEADER))) return undefined;
  const { status, text } = documented['token missing'];
  const said = plainText(answer);
  if (answer.status !== status) return { expected: `status ${status} "${text}"` };
  // How an error is written is for EXP-ERR-1 to EXP-ERR-4 to say.
  return said === undefined ? undefined : holdsIf(said === text, `"${text}"`, `"${said}"`);
}

/** EXP-NEG-7: a media type in another case gives the format of that type. */
function mediaTypeInOtherCase({ question: { accept }, answer, page }: Exchange): Ruling {
  const type = accept?.toLowerCase();
  if (accept === type || (type !== JSON_API && type !== PLAIN)) return undefined;
  if (page === undefined) return { expected: 'status 200' };
  if (!answer.ok) return undefined;
  const isEnvelope = page.meta !== undefined;
  return holdsIf(
    isEnvelope === (type === JSON_API),
    isEnvelope ? 'a bare array' : 'an envelope of data and meta',
  );
}

/** Whether a cache may keep an answer (RFC 9111 section 3). */
function isCacheable(answer: Answer): boolean {
  if (/no-store/i.test(answer.header('cache-control') ?? '')) return false;
  return ['cache-control', 'expires', 'etag', 'last-modified'].some(
    (name) => answer.header(name) !== undefined,
  );
}

const isText = (value: unknown): boolean => typeof value === 'string';
const TYPES: ReadonlyMap<string, readonly [string, (value: unknown) => boolean]> = new Map([
  ['id', ['an integer', Number.isInteger]],
  ['name', ['a string', isText]],
  ['price', ['a number', (value) => typeof value === 'number']],
  ['color', ['a string', isText]],
  ['category', ['a string', isText]],
]);

/**
 * EXP-LIST-4: commonly present properties have their documented types; a null may be served as
 * empty text.
 */
function types({ page, answer, question: { route = 'v2', groupBy } }: Exchange): Ruling {
  if (
    page === undefined ||
    !answer.ok ||
    groupBy !== undefined ||
    (typeof route === 'object' && isUnknown(route))
  )
    return undefined;
  const rulings = [...TYPES].flatMap(([name, [type, fits]]): readonly Ruling[] => {
    const held = page.records
      .filter((record) => Object.hasOwn(record, name))
      .map((record) => record[name]);
    const wrong = held.find((value) => value !== null && value !== '' && !fits(value));
    return held.length === 0
      ? []
      : [holdsIf(wrong === undefined, `${name} as ${type}`, JSON.stringify(wrong))];
  });
  return rulings.find((ruling) => ruling !== 'holds') ?? rulings[0];
}

/**
 * The criterion of a question that filters by one alone, beside those that keep it inside the key
 * range.
 */
function onlyCriterion(
  question: Exchange['question'],
  known: Known | undefined,
): Criterion | undefined {
  const { filter } = withoutRange(question, known);
  const [criterion, second] = filter?.groups.flatMap(({ criteria }) => criteria) ?? [];
  return second === undefined ? criterion : undefined;
}

/** EXP-FILT-18: no record comes for a negation that is null in its column. */
function nullsLeftOut({ question, page }: Exchange, known: Known | undefined): Ruling {
  const criterion = onlyCriterion(question, known);
  const column = known?.survey.columns.get(criterion?.column ?? '');
  const isJudged =
    criterion !== undefined && isNegation(criterion.operator) && criterion.operator !== 'IS NOT';
  if (page === undefined || !isJudged || column === undefined || column.nulls === 0)
    return undefined;
  const isLetIn = page.records.some((record) => isNull(record, column));
  return holdsIf(
    !isLetIn,
    `records in which ${column.name} is null left out of ${describeCriterion(criterion)}`,
    'them included',
  );
}

/**
 * EXP-FILT-4: no record comes whose text differs from the value in the case of its letters alone.
 */
function caseRespected({ question, page }: Exchange, known: Known | undefined): Ruling {
  const criterion = onlyCriterion(question, known);
  if (page === undefined || criterion === undefined) return undefined;
  const { column, operator, value } = criterion;
  if ((operator !== '=' && operator !== 'LIKE') || typeof value !== 'string') return undefined;
  if (!/[A-Za-z]/.test(value) || /[%_\\[\]]|[^\x20-\x7e]|^\s|\s$/.test(value)) return undefined;
  const folded = foldAscii(value);
  const other = page.records
    .map((record) => record[column])
    .find(
      (held) =>
        typeof held === 'string' &&
        held.length === value.length &&
        held !== value &&
        foldAscii(held) === folded,
    );
  const wanted = `only records for which ${describeCriterion(criterion)}, with the same case`;
  return holdsIf(other === undefined, wanted, `also ${JSON.stringify(other)}`);
}
