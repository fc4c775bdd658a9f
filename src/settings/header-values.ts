/** Checks that credentials and headers of the settings can be sent. */

import type { Fields } from './resolved-file.js';
import type { SettingSource } from './setting-source.js';
import type { Target } from './target.js';
import { UsageError } from './usage-error.js';

/**
 * A field value contains no ASCII control characters except the tab, and no characters above U+00FF
 * (RFC 9110 section 5.5).
 */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * The HTTP client sets these fields itself (RFC 9110 sections 7.2, 7.6 and 10.1.1, RFC 9112 section
 * 6).
 */
export const MANAGED_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Throws a UsageError for a header that cannot be sent, and for a credential that no header can
 * contain. Otherwise the target would never receive the credential, and the report would
 * blame the target. The message does not show the value.
 */
export function refuseUnsendable(target: Target, sourceOf: (place: string) => SettingSource): void {
  for (const [place, value] of credentialsOf(target)) {
    const wrong = whyUnsendable(value);
    if (wrong === undefined) continue;
    throw new UsageError(
      `${sourceOf(place).setting} ${wrong}, which no HTTP header can carry. Correct its value.`,
    );
  }
  for (const [place, headers] of headersOf(target)) {
    const name = Object.keys(headers).find((name) => !FIELD_NAME.test(name));
    if (name !== undefined)
      throw new UsageError(
        `${sourceOf(place).setting} names a header ${JSON.stringify(name)}, which is not a valid header name. Correct it.`,
      );
    const managed = Object.keys(headers).find((name) => MANAGED_FIELDS.has(name.toLowerCase()));
    if (managed !== undefined)
      throw new UsageError(
        `${sourceOf(place).setting} names the header ${managed}, which is managed by the HTTP client. Leave it out.`,
      );
  }
}

/** Completes a sentence about the value. Returns undefined if a header can contain the value. */
function whyUnsendable(value: string): string | undefined {
  if (/[\r\n]$/.test(value)) return 'ends with a line break';
  const at = [...value].findIndex((character) => !FIELD_VALUE.test(character));
  if (at >= 0) return `contains ${codePoint(value, at)} as character ${at + 1}`;
  return value === value.trim() ? undefined : 'has leading or trailing whitespace';
}

const codePoint = (value: string, at: number): string =>
  `U+${([...value][at]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function credentialsOf(target: Target): readonly [string, string][] {
  const { export: products, handover } = target;
  const all: [string, string | undefined][] = [
    ['export.destination.token', products?.destination?.token],
    ['export.otherDestination.token', products?.otherDestination?.token],
    ['export.emptyDestination.token', products?.emptyDestination?.token],
    ['handover.token', handover?.token],
    ...headersOf(target).flatMap(([place, headers]) =>
      Object.entries(headers).map(([name, value]): [string, string] => [`${place}.${name}`, value]),
    ),
  ];
  return all.filter((entry): entry is [string, string] => entry[1] !== undefined);
}

function headersOf(target: Target): readonly [string, Fields][] {
  const { headers, export: products, templates, platform, handover, interfaces } = target;
  const all: [string, Fields | undefined][] = [
    ['headers', headers],
    ['export.headers', products?.headers],
    ['templates.headers', templates?.headers],
    ['platform.headers', platform?.headers],
    ['handover.headers', handover?.headers],
    ...Object.entries(interfaces).map(([owner, { headers }]): [string, Fields | undefined] => [
      `interfaces.${owner}.headers`,
      headers,
    ]),
  ];
  return all.flatMap(([place, fields]): [string, Fields][] =>
    fields === undefined ? [] : [[place, fields]],
  );
}
