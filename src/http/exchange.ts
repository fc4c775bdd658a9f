/**
 * Makes the record of an exchange (a request and its response) for the ledger, the file with all
 * exchanges of a run. The record contains no secrets.
 */

import { cut } from '../schema/cut.js';
import { membersOf } from '../schema/json-value.js';
import { type StoredRecord, type StoredText, withBody } from '../schema/stored-text.js';
import type { ExchangeEvent } from '../schema/types.js';
import type { Answer } from './answer.js';
import { BOUNDARY, type Body, type Piece } from './body.js';
import { boundedJson, jwtPart } from './inspect-json.js';
import type { Lost } from './lost.js';
import type { Redactor } from './redact.js';
import { type Header, methodOf, type Request } from './request.js';

/** Times are in milliseconds. */
export type Exchange = Omit<ExchangeEvent, 'type'>;

/**
 * The maximum length of a stored body in characters. A page of a thousand records is stored
 * completely.
 */
const MAX_STORED = 512 * 1024;
/**
 * This number of characters after the cut is also searched for secrets, because the cut may divide
 * a secret.
 */
const MARGIN = 4 * 1024;
/** A larger response of the token endpoint is not searched for credentials. In bytes. */
const MAX_SEARCHED = 1024 * 1024;
/** Credentials are searched for in this number of nested objects and lists. */
const SEARCHED_LEVELS = 3;
/** Of each object and list, this number of members is searched. */
const SEARCHED_MEMBERS = 100;
/** Members of a token response that may contain a credential. */
const CREDENTIAL = /token(?!_?type)|secret|assertion|jwt|ticket/i;

/**
 * Records a request with its response, or with the reason why there is no response. Secrets in a
 * response of the token endpoint are registered first, so that the record does not contain them.
 */
export function recordExchange(
  redactor: Redactor,
  request: Request,
  outcome: Answer | Lost,
  times: Pick<Exchange, 'id' | 'atMs' | 'waitedMs' | 'durationMs'>,
): Exchange {
  if (request.lane === 'token' && !('kind' in outcome)) learnIssued(redactor, outcome);
  const base = {
    ...times,
    interface: request.interface,
    request: storedRequest(redactor, request),
  };
  if ('kind' in outcome)
    return { ...base, lost: { kind: outcome.kind, message: redactor.text(outcome.message) } };
  const body = storedBody(redactor, outcome);
  const answer = {
    status: outcome.status,
    headers: pairsOf(redactor.headers(outcome.headers)),
    bytes: outcome.size,
    ...issuedIn(redactor, request, outcome),
    ...(body.isCut ? { cut: true as const } : {}),
  };
  return { ...base, answer: withBody(answer, body.text) };
}

function storedBody(
  redactor: Redactor,
  answer: Answer,
): { readonly text: StoredText; readonly isCut: boolean } {
  const isOfShortRecords = (): boolean =>
    answer.content.records.every(({ bytes }) => bytes.length <= MAX_STORED);
  if (answer.isListInUtf8 && isOfShortRecords() && !redactor.mayContain(BOUNDARY))
    return storedList(redactor, answer.content);
  const whole = answer.text;
  // With the mark `…` the redactor also finds a secret that is cut at the end of the margin.
  const searched =
    whole.length > MAX_STORED + MARGIN ? `${cut(whole, MAX_STORED + MARGIN)}…` : whole;
  const text = redactor.text(searched.toWellFormed());
  return { text: { head: cut(text, MAX_STORED).toWellFormed() }, isCut: whole.length > MAX_STORED };
}

/** Redacts a list record by record, because the redactor then processes equal records only once. */
function storedList(
  redactor: Redactor,
  { beginning, records, tail }: Body,
): ReturnType<typeof storedBody> {
  const begun = redactor.text(beginning);
  const stored: StoredRecord[] = [];
  let length = begun.length;
  for (const some of blocksOf(records)) {
    for (const record of redactor.pieces(some)) {
      const separator = stored.length === 0 ? '' : ',';
      length += separator.length + record.length;
      if (length > MAX_STORED) {
        const rest = `${separator}${record.text}`.slice(0, -(length - MAX_STORED));
        return { text: { head: begun, records: stored, tail: rest.toWellFormed() }, isCut: true };
      }
      stored.push(record);
    }
  }
  const end = redactor.text(tail.text);
  const kept = end.slice(0, MAX_STORED - length);
  return { text: { head: begun, records: stored, tail: kept }, isCut: kept.length < end.length };
}

/** Divides records into blocks, because records after the cut need not be redacted. */
function* blocksOf(records: readonly Piece[]): Generator<readonly Piece[]> {
  let begin = 0;
  let bytes = 0;
  for (const [at, record] of records.entries()) {
    bytes += record.bytes.length;
    if (bytes < MAX_STORED && at < records.length - 1) continue;
    yield records.slice(begin, at + 1);
    begin = at + 1;
    bytes = 0;
  }
}

/** The request without secrets. Requests that differ only in secrets may become equal. */
export const storedRequest = (redactor: Redactor, request: Request): Exchange['request'] => ({
  method: methodOf(request),
  url: redactor.text(request.url),
  headers: pairsOf(redactor.headers(request.headers ?? [], request)),
  ...(request.added === undefined ? {} : { added: pairsOf(redactor.headers(request.added)) }),
  ...(request.body === undefined ? {} : { body: redactor.text(request.body) }),
});

/** Types of tokens. They are not secret. */
const TOKEN_TYPE = /^(?:bearer|basic|mac|dpop|n_a)$/i;

/**
 * Registers the credentials in a response of the token endpoint. A credential is a text in a member
 * such as `access_token` or `secret`.
 */
function learnIssued(redactor: Redactor, answer: Answer): void {
  const visit = (value: unknown, isCredential: boolean, depth: number): void => {
    if (typeof value === 'string' && isCredential && !TOKEN_TYPE.test(value))
      redactor.registerToken(value);
    if (typeof value !== 'object' || value === null || depth === 0) return;
    for (const [name, member] of Object.entries(value).slice(0, SEARCHED_MEMBERS))
      visit(member, Array.isArray(value) ? isCredential : CREDENTIAL.test(name), depth - 1);
  };
  if (answer.ok && answer.size <= MAX_SEARCHED && !isDocument(answer))
    visit(answer.json, false, SEARCHED_LEVELS);
}

/** Members of a JWT that rules use and that are not secret. */
const PUBLIC_CLAIMS = ['alg', 'typ', 'kid', 'iss', 'iat', 'nbf', 'exp'];

/**
 * Describes the tokens in a response of the token endpoint: the length of each part, or its public
 * members. Rules test these descriptions, because the tokens themselves are not recorded.
 */
function issuedIn(
  redactor: Redactor,
  { lane }: Request,
  { ok, json }: Answer,
): Pick<Answered, 'issued'> {
  const found = new Map<string, string>();
  const visit = (value: unknown, depth: number): void => {
    const name = typeof value === 'string' ? redactor.nameOf(value) : undefined;
    if (typeof value === 'string' && name !== undefined) found.set(name, value);
    if (typeof value !== 'object' || value === null || depth === 0) return;
    for (const member of Object.values(value).slice(0, SEARCHED_MEMBERS)) visit(member, depth - 1);
  };
  if (lane === 'token' && ok) visit(json, SEARCHED_LEVELS);
  return found.size === 0
    ? {}
    : { issued: [...found].map(([name, token]) => ({ name, parts: partsOf(redactor, token) })) };
}

/** A JWT has three parts (RFC 7519). Of any other token no more parts than this are recorded. */
const MOST_PARTS = 10;

const partsOf = (redactor: Redactor, token: string) =>
  token.split('.', MOST_PARTS).map((part) => {
    const members = jwtPart(part);
    if (members === undefined) return part.length;
    const kept = Object.entries(members).filter(([member]) => PUBLIC_CLAIMS.includes(member));
    return { ...membersOf(boundedJson(redactor.text(JSON.stringify(Object.fromEntries(kept))))) };
  });

type Answered = NonNullable<Exchange['answer']>;

/**
 * Whether a response is a public document: OpenID discovery or keys. Its member `token_endpoint` is
 * not a token.
 */
const isDocument = ({ json }: Answer): boolean =>
  typeof json === 'object' &&
  json !== null &&
  ('issuer' in json || 'token_endpoint' in json || 'keys' in json);

const pairsOf = (headers: readonly Header[]): [string, string][] =>
  headers.map(([name, value]) => [name, value]);
