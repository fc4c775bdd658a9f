/** The placeholders `{{name}}` in requests of a load profile. */

import type { LoadRequestOfProfile } from '../../schema/types.js';
import type { Target } from '../../settings/index.js';
import type { Row } from './feeders.js';

/** Matches `{{name}}`. The first group is the name. */
export const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** The settings of the target file that every request may use. */
export const TARGET_VALUES = [
  'siteId',
  'channelId',
  'destinationId',
  'otherDestinationId',
  'clientId',
  'otherClientId',
] as const;

export type TargetValue = (typeof TARGET_VALUES)[number];

export const isTargetValue = (name: string): name is TargetValue =>
  TARGET_VALUES.some((one) => one === name);

interface NamedSetting {
  /** For messages: the member of the target file and its environment variable. */
  readonly setting: string;
  readonly value: string | number | undefined;
}

export function targetValuesOf({
  export: products,
  templates,
}: Pick<Target, 'export' | 'templates'>): Readonly<Record<TargetValue, NamedSetting>> {
  return {
    siteId: { setting: 'export.siteId (EXPORT_SITE_ID)', value: products?.siteId },
    channelId: { setting: 'export.channelId (EXPORT_CHANNEL_ID)', value: products?.channelId },
    destinationId: {
      setting: 'export.destination (EXPORT_DESTINATION_ID)',
      value: products?.destination?.id,
    },
    otherDestinationId: {
      setting: 'export.otherDestination (EXPORT_OTHER_DESTINATION_ID)',
      value: products?.otherDestination?.id,
    },
    clientId: { setting: 'templates.client (ETM_CLIENT_ID)', value: templates?.client?.id },
    otherClientId: {
      setting: 'templates.otherClient (ETM_OTHER_CLIENT_ID)',
      value: templates?.otherClient?.id,
    },
  };
}

/**
 * Whether a name has the form of an environment variable, such as `EXPORT_OTHER_TOKEN`. Such a name
 * stands for a secret of the target, which the target may lack. `TARGET_VALUES` has the names of
 * settings that are not secret.
 */
export const isSetting = (name: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(name);

/**
 * Fills placeholders with the values of a row. A placeholder without a value stays unchanged. `how`
 * converts a value, for example escapes it. Default: unchanged.
 */
export const fill = (
  text: string,
  row: Row,
  how: (value: string) => string = (value) => value,
): string =>
  text.replace(PLACEHOLDER, (whole, name: string) =>
    row[name] === undefined ? whole : how(row[name]),
  );

/** The names of all placeholders in a request. */
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
