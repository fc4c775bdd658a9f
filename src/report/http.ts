/** Makes a `.http` file from which the requests of the findings can be sent again. */

import type { ExchangeEvent, Ledger } from '../ledger/index.js';
import type { RunReport } from '../schema/types.js';
import { excerpt } from './visible.js';

/** The names of the variables for the base URLs of the interfaces. */
const BASES: Readonly<Record<string, string>> = {
  export: 'EXPORT_BASE_URL',
  templates: 'ETM_BASE_URL',
  authentication: 'AUTH_URL',
  platform: 'PLATFORM_BASE_URL',
  handover: 'CDE_BASE_URL',
};

/**
 * Makes a `.http` file for the HTTP clients of JetBrains and VS Code. The file defines variables
 * for the base URLs. The user must define the variables for secrets in the client.
 */
export function httpReport({ target, findings, checks }: RunReport, { exchanges }: Ledger): string {
  // One base URL may be the beginning of another, so longer base URLs come first.
  const bases = Object.entries(target.interfaces)
    .flatMap(([name, url]) => (BASES[name] === undefined ? [] : [[BASES[name], url] as const]))
    .sort(([, a], [, b]) => b.length - a.length);
  const requestsByFinding = findings.map(({ clause, lead, title, expected, actual }, index) => {
    const shownExchanges = (checks.find(({ id }) => id === lead)?.exchanges ?? []).flatMap(
      (id) => exchanges.get(id) ?? [],
    );
    const about = [
      `${index + 1}. ${clause} ${title}`,
      ...(expected === null ? [] : [`expected ${expected}`]),
      ...(actual === null ? [] : [`got ${actual}`]),
    ].map(line);
    const notes = about.slice(1).map((text) => `# ${text}\n`);
    return shownExchanges.map(
      (exchange, at) =>
        `### ${about[0]}${at === 0 ? '' : `, request ${at + 1}`}\n${notes.join('')}${requestOf(exchange, bases)}`,
    );
  });
  const secrets = [
    ...new Set(requestsByFinding.flat().flatMap((text) => text.match(/\{\{[A-Z0-9_]+\}\}/g) ?? [])),
  ].filter((name) => !bases.some(([base]) => name === `{{${base}}}`));
  return [
    `# The requests with findings of the target ${line(target.name)}.`,
    ...(secrets.length === 0
      ? []
      : [
          `# Define ${secrets.map((name) => name.slice(2, -2)).join(', ')} as variables of your HTTP client.`,
        ]),
    ...bases.map(([name, url]) => `@${name} = ${url}`),
    '',
    ...requestsByFinding.flat().map((text) => `${text}\n`),
  ].join('\n');
}

function requestOf(
  { request }: ExchangeEvent,
  bases: readonly (readonly [string, string])[],
): string {
  const { method, url, headers, added = [], body } = request;
  const base = bases.find(
    ([, one]) => url.startsWith(one) && /^(?:[/?#]|$)/.test(url.slice(one.length)),
  );
  const address = base === undefined ? url : `{{${base[0]}}}${url.slice(base[1].length)}`;
  return [
    `${method} ${withVariables(address)}`,
    ...[...headers, ...added].map(([name = '', value = '']) => `${name}: ${withVariables(value)}`),
    ...(body === undefined || body === '' ? [] : ['', withVariables(body)]),
    '',
  ].join('\n');
}

/** Secrets are stored as `${NAME}`. In a `.http` file such a variable is written `{{NAME}}`. */
const withVariables = (text: string): string =>
  excerpt(text, MAX_LENGTH).replace(/\$\{([A-Z][A-Z0-9_]*)\}/g, '{{$1}}');

/** The most characters of a URL, a header field or a body. */
const MAX_LENGTH = 16_000;

/** Shortens a text and removes its line breaks, so that it fits into a comment. */
const line = (text: string): string => excerpt(text, 300).replace(/\s+/g, ' ');
