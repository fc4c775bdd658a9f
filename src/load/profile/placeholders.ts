import type { LoadRequestOfProfile } from '../../schema/types.js';
import type { Row } from './feeders.js';

export const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** What every request may take from the target. */
export const TARGET_VALUES = [
  ...(['siteId', 'channelId', 'destinationId', 'otherDestinationId'] as const),
  ...(['clientId', 'otherClientId'] as const),
];

/**
 * Whether a name is that of a secret setting, such as `EXPORT_OTHER_TOKEN`, whether it is set or
 * not.
 */
export const isSetting = (name: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(name);

/** Text with `{{name}}` replaced; a name without a value stays as it is. */
export const fill = (
  text: string,
  row: Row,
  how: (value: string) => string = (value) => value,
): string =>
  text.replace(PLACEHOLDER, (whole, name: string) =>
    row[name] === undefined ? whole : how(row[name]),
  );

/** The names that a request uses. */
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
