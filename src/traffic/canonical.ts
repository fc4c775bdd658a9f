/**
 * Converts recorded requests to the form in which a run would send them. The rules, which are
 * written for requests of a run, can then test their responses.
 */

import type { HarEntry } from '../formats/har.js';
import { type Answer, type Header, ifWhole } from '../http/index.js';
import type { Target } from '../settings/index.js';

const JSON_API = 'application/vnd.api+json';
const PLAIN = 'application/json';

/**
 * Returns the value of a header field. The letter case of its name is ignored. Several values are
 * joined with commas (RFC 9110 section 5.3).
 */
export function headerOf(headers: readonly Header[], name: string): string | undefined {
  const values = headers
    .filter(([field]) => field.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** The header fields that the document (the specification) defines, in its letter case. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  export: ['X-EA-Auth-Token', 'X-Destination-Id'],
  templates: ['Content-Type', 'Authorization'],
  handover: ['Authorization', 'Content-Type'],
};

/**
 * Leaves out headers that programs and browsers add. Names get the letter case of the document,
 * because names sent by HTTP/2 are in lower case. Returns undefined if the Accept of the request
 * leaves open which format the response must have.
 */
export function canonicalHeaders(
  { headers }: HarEntry,
  interfaceName: string,
  { platform }: Target,
  { answer, isAcceptKnown }: Recorded,
): readonly Header[] | undefined {
  const accept =
    interfaceName === 'export'
      ? acceptedOf(headers, answer, isAcceptKnown)
      : plainlyAccepted(headers);
  if (accept === undefined) return undefined;
  const wanted =
    interfaceName === 'platform'
      ? Object.keys(platform?.headers ?? {})
      : (FIELDS[interfaceName] ?? []);
  const fields = wanted.flatMap((field): Header[] => {
    const value = headerOf(headers, field);
    if (value === undefined) return [];
    return [[field, field === 'Content-Type' ? (value.split(';')[0] ?? '').trim() : value]];
  });
  return [...(accept === null ? [] : [['Accept', accept] as const]), ...fields];
}

export interface Recorded {
  readonly answer: Answer;
  /** Whether a request without Accept was really sent without it. */
  readonly isAcceptKnown: boolean;
}

/**
 * The Accept of a request to the export API. The result null means a request without Accept. The
 * result undefined means that it is unknown which format the response must have.
 */
function acceptedOf(
  headers: readonly Header[],
  answer: Answer,
  isAcceptKnown: boolean,
): string | null | undefined {
  const accept = headerOf(headers, 'accept')?.trim();
  if (accept === undefined && isAcceptKnown) return null;
  if (accept === JSON_API || accept === PLAIN) return accept;
  // The format is open with any other Accept (EXP-NEG-8), and without one if the recorder may have
  // left it out. A response in one of the two formats is tested as if it had been requested.
  const type = ifWhole(() => answer.mediaType);
  const value = ifWhole(() => answer.json);
  const isEnvelope =
    typeof value === 'object' && value !== null && ('meta' in value || 'errors' in value);
  const shape = isEnvelope ? JSON_API : PLAIN;
  if (value !== undefined && (type === undefined || type === shape)) return shape;
  // The greeting at the base URL is HTML for any Accept. A run requests it without Accept.
  return type === 'text/html' ? null : undefined;
}

/**
 * Returns the Accept of a request to an interface that returns only JSON, or undefined if the
 * request does not accept JSON.
 */
function plainlyAccepted(headers: readonly Header[]): string | undefined {
  const accept = headerOf(headers, 'accept');
  return accept === undefined || /application\/json|\*\/\*|application\/\*/i.test(accept)
    ? PLAIN
    : undefined;
}

/**
 * Orders the fields of a token request as in the document. A body with any other field stays
 * unchanged.
 */
export function canonicalForm(body: string | undefined): string | undefined {
  const fields = new URLSearchParams(body);
  const names = ['grant_type', 'client_id', 'client_secret'].filter((name) => fields.has(name));
  if (names.length === 0 || names.length !== fields.size) return body;
  return new URLSearchParams(
    names.map((name): [string, string] => [name, fields.get(name) ?? '']),
  ).toString();
}
