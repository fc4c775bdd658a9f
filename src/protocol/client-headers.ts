/** The header fields that browsers and proxies add to the requests of clients. */

import type { Header } from '../http/request.js';

/**
 * `User-Agent` is left out: every request identifies Assay, and a firewall may require the
 * configured `User-Agent`.
 */
export const BROWSER: readonly Header[] = [
  ['Accept-Language', 'de-DE,de;q=0.9'],
  ['Sec-Fetch-Dest', 'empty'],
  ['Sec-Fetch-Mode', 'cors'],
  ['X-Requested-With', 'XMLHttpRequest'],
];

/**
 * Fields that common clients add to requests, by what a report calls them. The document (the
 * specification) mentions none of them, so they have no effect.
 */
export const CLIENT_FIELDS = {
  'a Referer of another site': [['Referer', 'https://www.example.org/list?page=1']],
  'an Origin of another site': [['Origin', 'https://www.example.org']],
  // The HTTP client of Java offers to switch to HTTP/2 (RFC 7540 section 3.2).
  'an offer of h2c': [
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['Upgrade', 'h2c'],
    ['HTTP2-Settings', 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA'],
  ],
  'an X-Requested-With': [['X-Requested-With', 'XMLHttpRequest']],
  'a cookie': [['Cookie', '_ga=GA1.2.3.4; lang=de']],
  'tracing fields': [
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['tracestate', 'assay=1'],
    ['X-Request-Id', '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'],
  ],
} as const satisfies Readonly<Record<string, readonly Header[]>>;

/** Only a request with a body may have this field (RFC 9110 section 10.1.1). */
export const BODY_FIELDS = {
  'an Expect: 100-continue': [['Expect', '100-continue']],
} as const satisfies Readonly<Record<string, readonly Header[]>>;

export type ClientField = keyof typeof CLIENT_FIELDS;
export const CLIENT_FIELD_NAMES = Object.keys(CLIENT_FIELDS) as readonly ClientField[];

/** The fields of each client, also those that only a request with a body may have. */
export const ALL_CLIENT_FIELDS: readonly (readonly Header[])[] = [
  ...Object.values(CLIENT_FIELDS),
  ...Object.values(BODY_FIELDS),
];

/** The name of the client that adds exactly these fields. */
export const clientOf = (headers: readonly Header[]): ClientField | undefined =>
  CLIENT_FIELD_NAMES.find(
    (name) => JSON.stringify(CLIENT_FIELDS[name]) === JSON.stringify(headers),
  );

/** Whether there are fields, and a common client adds each of them. They have no effect. */
export const areOfClient = (headers: readonly Header[]): boolean =>
  headers.length > 0 &&
  headers.every(([name, value]) =>
    ALL_CLIENT_FIELDS.some((fields) =>
      fields.some(([known, its]) => known.toLowerCase() === name.toLowerCase() && its === value),
    ),
  );

/** The fields that a proxy adds. `baseUrl` is the address that the client requested. */
export const proxyOf = (baseUrl: string): readonly Header[] => [
  ['Via', '1.1 proxy.example'],
  ['X-Forwarded-For', '203.0.113.7'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Host', URL.canParse(baseUrl) ? new URL(baseUrl).host : 'example.com'],
];

const BROWSER_NAMES = new Set(BROWSER.map(([name]) => name.toLowerCase()));
const PROXY_NAMES = new Set(proxyOf('').map(([name]) => name.toLowerCase()));

/**
 * Whether there are fields, and a browser adds all of them. According to the document (the
 * specification) these fields have no effect.
 */
export const areOfBrowser = (headers: readonly Header[]): boolean =>
  headers.length > 0 && headers.every(([name]) => BROWSER_NAMES.has(name.toLowerCase()));

/**
 * Whether there are fields, and a proxy adds all of them. These fields may have an effect, because
 * a target may trust a proxy.
 */
export const areOfProxy = (headers: readonly Header[]): boolean =>
  headers.length > 0 && headers.every(([name]) => PROXY_NAMES.has(name.toLowerCase()));
