import type { Secret } from '../target/index.js';
import type { Header, Request } from './request.js';

/** Removes secrets before anything is stored: by known value in every encoding, by header name, and by shape. */
export class Redactor {
  readonly #named = new Map<string, string>();
  #pattern: RegExp | undefined;

  constructor(secrets: readonly Secret[]) {
    for (const { name, value } of secrets) this.learn(value, `\${${name}}`);
  }

  /**
   * From now on `value`, however it is encoded, is shown as `shown`. Values under three characters cannot be hidden.
   * What is derived from a secret is met raw or percent-encoded alone.
   */
  learn(value: string, shown: string, derived = false): void {
    for (const form of derived ? [value, percentEncoded(value)] : encodings(value)) {
      if (form.length >= 3 && !this.#named.has(form)) this.#named.set(form, shown);
    }
    this.#pattern = undefined;
  }

  /** How a value that is wholly one secret is shown, or undefined. */
  nameOf(value: string): string | undefined {
    return this.#named.get(value);
  }

  text(text: string): string {
    if (this.#named.size > 0) {
      this.#pattern ??= new RegExp(alternatives([...this.#named.keys()]), 'g');
    }
    const known =
      this.#pattern === undefined ? text : text.replace(this.#pattern, (found) => this.#named.get(found) ?? '…');
    return known.replace(JWT, '<JWT>').replace(CREDENTIAL_FIELD, '$1<removed>');
  }

  /** Headers as they may be stored; `reveal` names sensitive ones whose values were made up by a check. */
  headers(headers: readonly Header[], { reveal = [] }: Pick<Request, 'reveal'> = {}): readonly Header[] {
    const shown = new Set(reveal.map((name) => name.toLowerCase()));
    return headers.map(([name, value]) => {
      const clean = this.text(value);
      const sensitive = SENSITIVE.test(name) && !shown.has(name.toLowerCase());
      return [name, sensitive ? withoutUnnamed(clean) : clean];
    });
  }

  /** The first known secret that still stands in a text, by the name it should have had. */
  leakIn(text: string): string | undefined {
    for (const [form, shown] of this.#named) if (form.length >= 6 && text.includes(form)) return shown;
    return undefined;
  }
}

const SENSITIVE = /^(authorization|proxy-authorization|cookie|set-cookie|x-ea-auth-token|x-auth-token|x-api-key)$/i;
const JWT = /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]*/g;
const CREDENTIAL_FIELD =
  /\b((?:client_secret|access_token|refresh_token|id_token|password)(?:=|"\s*:\s*"))(?!\$|<)[^&"\s]+/g;

/** A sensitive value keeps its scheme and what is named in it, such as `Bearer ${ACCESS_TOKEN}`; the rest goes. */
function withoutUnnamed(value: string): string {
  if (/^(?:[A-Za-z]+ )?(?:\$\{\w+\}|<[^>]*>)$/.test(value)) return value;
  const scheme = /^(Bearer|Basic|Digest) /i.exec(value)?.[0] ?? '';
  return `${scheme}<removed>`;
}

/** Halves of surrogate pairs, which a target may send, have no encoding of their own. */
const percentEncoded = (value: string): string => encodeURIComponent(value.toWellFormed());

/** The forms in which a value may be met: raw, percent- and form-encoded, base64 at each offset, escaped in JSON and XML. */
function encodings(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const percent = percentEncoded(value);
  const strict = percent.replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const xml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const ascii = json.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const forms = [
    value,
    json,
    ascii,
    json.replaceAll('/', '\\/'),
    percent,
    strict,
    xml,
    xml.replaceAll("'", '&apos;'),
    xml.replaceAll("'", '&#39;'),
  ];
  const spaced = [percent, strict].map((one) => one.replaceAll('%20', '+'));
  const lower = [percent, strict].map((one) => one.replace(/%[0-9A-F]{2}/g, (c) => c.toLowerCase()));
  return [...new Set([...forms, ...spaced, ...lower, ...base64Forms(value)])].filter((form) => form !== '');
}

/** Base64 of a longer text that holds the value shows different characters at each of the three byte offsets. */
function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.length < 6) return [bytes.toString('base64'), bytes.toString('base64url')];
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const whole = padded.subarray(offset === 0 ? 0 : 3, padded.length - (padded.length % 3));
    return [whole.toString('base64'), whole.toString('base64url')];
  });
}

/** Longest first, those of one beginning together: the engine then rejects most places in a text at a glance. */
function alternatives(forms: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const form of [...forms].sort((a, b) => b.length - a.length)) {
    const start = form.slice(0, 3);
    groups.set(start, [...(groups.get(start) ?? []), form.slice(3)]);
  }
  return [...groups].map(([start, rests]) => `${literal(start)}(?:${rests.map(literal).join('|')})`).join('|');
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
