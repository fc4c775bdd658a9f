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

/** `baseUrl` is the address that the client requested. */
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
