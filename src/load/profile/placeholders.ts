/** The placeholders `{{name}}` in requests of a load profile. */

import type { LoadRequestOfProfile } from '../../schema/types.js';
import type { Row } from './feeders.js';

/** Matches a placeholder, such as `{{siteId}}`. */
export const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** The values of the target that every request may use. */
export const TARGET_VALUES = [
  ...(['siteId', 'channelId', 'destinationId', 'otherDestinationId'] as const),
  ...(['clientId', 'otherClientId'] as const),
];

/**
 * Whether a placeholder names a secret setting, such as `EXPORT_OTHER_TOKEN`. The setting may be
 * missing.
 */
export const isSetting = (name: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(name);

/** Replaces the placeholders `{{name}}` in a text. A name without a value stays unchanged. */
export const fill = (
  text: string,
  row: Row,
  how: (value: string) => string = (value) => value,
): string =>
  text.replace(PLACEHOLDER, (whole, name: string) =>
    row[name] === undefined ? whole : how(row[name]),
  );

/** The names of the placeholders in a request. */
export const namesIn = ({
  path,
  query,
  headers,
  body,
}: LoadRequestOfProfile): readonly string[] => [
  ...new Set(
    [...JSON.stringify([path, query, headers, body]).matchAll(PLACEHOLDER)].map(
      ([, name]) => name ?? '',
    ),
  ),
];
