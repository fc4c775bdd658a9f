import type { LoadRequestOfProfile } from '../../schema/types.js';
import type { Row } from './feeders.js';

const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** What every request may take from the target. */
export const TARGET_VALUES = ['siteId', 'channelId', 'destinationId'] as const;

/** Whether a name is that of a secret setting, such as `EXPORT_OTHER_TOKEN`: only the target knows whether it is set. */
export const isSetting = (name: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(name);

/** Text with `{{name}}` replaced; a name without a value stays as it is. */
export const fill = (text: string, row: Row, how: (value: string) => string = (value) => value): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (row[name] === undefined ? whole : how(row[name])));

/** A JSON value with the texts in it filled. */
export function fillJson(value: unknown, row: Row): unknown {
  if (typeof value === 'string') return fill(value, row);
  if (Array.isArray(value)) return value.map((one) => fillJson(one, row));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillJson(one, row)]));
}

/** The names that a request asks for. */
export const namesIn = ({ path, query, headers, body }: LoadRequestOfProfile): readonly string[] => [
  ...new Set([...JSON.stringify([path, query, headers, body]).matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')),
];
