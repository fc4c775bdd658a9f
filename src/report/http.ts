import type { ExchangeEvent, Ledger } from '../ledger/index.js';
import type { RunReport } from '../schema/types.js';
import { excerpt } from './visible.js';

const BASES: Readonly<Record<string, string>> = {
  export: 'EXPORT_BASE_URL',
  templates: 'ETM_BASE_URL',
  authentication: 'AUTH_URL',
  platform: 'PLATFORM_BASE_URL',
  handover: 'CDE_BASE_URL',
};

/**
 * The requests of the findings as a `.http` file for the HTTP clients of JetBrains and VS Code.
 * Base URLs are variables of the file, secrets variables of an environment.
 */
export function httpReport({ target, findings, checks }: RunReport, { exchanges }: Ledger): string {
  const bases = Object.entries(target.interfaces)
    .flatMap(([name, url]) => (BASES[name] === undefined ? [] : [[BASES[name], url] as const]))
    .sort(([, a], [, b]) => b.length - a.length);
  const written = findings.map(({ clause, lead, title, expected, actual }, index) => {
    const shown = (checks.find(({ id }) => id === lead)?.exchanges ?? []).flatMap(
      (id) => exchanges.get(id) ?? [],
    );
    const about = [
      `${index + 1}. ${clause} ${title}`,
      ...(expected === null ? [] : [`expected ${expected}`]),
      ...(actual === null ? [] : [`got ${actual}`]),
    ].map(line);
    const notes = about.slice(1).map((text) => `# ${text}\n`);
    return shown.map(
      (exchange, at) =>
        `### ${about[0]}${at === 0 ? '' : `, request ${at + 1}`}\n${notes.join('')}${requestOf(exchange, bases)}`,
    );
  });
  const secrets = [
    ...new Set(written.flat().flatMap((text) => text.match(/\{\{[A-Z0-9_]+\}\}/g) ?? [])),
  ].filter((name) => !bases.some(([base]) => name === `{{${base}}}`));
  return [
    `# The requests of the findings for ${line(target.name)}.`,
    ...(secrets.length === 0
      ? []
      : [
          `# Define ${secrets.map((name) => name.slice(2, -2)).join(', ')} in the environment of your client.`,
        ]),
    ...bases.map(([name, url]) => `@${name} = ${url}`),
    '',
    ...written.flat().map((text) => `${text}\n`),
  ].join('\n');
}

function requestOf(
  { request }: ExchangeEvent,
  bases: readonly (readonly [string, string])[],
): string {
  const { method, url, headers, added = [], body } = request;
  const base = bases.find(([, one]) => url.startsWith(one));
  const address = base === undefined ? url : `{{${base[0]}}}${url.slice(base[1].length)}`;
  return [
    `${method} ${variables(address)}`,
    ...[...headers, ...added].map(([name = '', value = '']) => `${name}: ${variables(value)}`),
    ...(body === undefined || body === '' ? [] : ['', variables(body)]),
    '',
  ].join('\n');
}

/** Names of secrets become variables of this format. */
const variables = (text: string): string =>
  excerpt(text, MAX_LENGTH).replace(/\$\{([A-Z][A-Z0-9_]*)\}/g, '{{$1}}');

/** Of one part of a request. */
const MAX_LENGTH = 16_000;

/** In one comment line. */
const line = (text: string): string => excerpt(text, 300).replace(/\s+/g, ' ');
