/** The placeholders `{{name}}` in requests of a load profile. */

import type { LoadRequestOfProfile } from '../../schema/types.js';
import type { Row } from './feeders.js';

export const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** Every request may use these values of the target. */
export const TARGET_VALUES = [
  ...(['siteId', 'channelId', 'destinationId', 'otherDestinationId'] as const),
  ...(['clientId', 'otherClientId'] as const),
];

/** For a secret setting, such as `EXPORT_OTHER_TOKEN`. The setting may be missing. */
export const isSetting = (name: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(name);

/** A name without a value stays unchanged. */
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
