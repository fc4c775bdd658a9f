/** The placeholders `{{name}}` in requests of a load profile. */

import type { LoadRequestOfProfile } from '../../schema/types.js';
import type { Row } from './feeders.js';

export const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** The settings of the target file that every request may use. */
export const TARGET_VALUES = [
  ...(['siteId', 'channelId', 'destinationId', 'otherDestinationId'] as const),
  ...(['clientId', 'otherClientId'] as const),
];

/**
 * Whether a name is that of a secret setting, such as `EXPORT_OTHER_TOKEN`. The setting may be
 * missing.
 */
export const isSetting = (name: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(name);

/** Fills placeholders with the values of a row. A placeholder without a value stays unchanged. */
export const fill = (
  text: string,
  row: Row,
  how: (value: string) => string = (value) => value,
): string =>
  text.replace(PLACEHOLDER, (whole, name: string) =>
    row[name] === undefined ? whole : how(row[name]),
  );

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
