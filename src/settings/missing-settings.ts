/** Names the settings that a check needs and the target lacks. */

import { settings } from './settings.js';
import type { Target } from './target.js';

/** A setting that a check can require, by its place in a target file. */
export type Setting =
  | 'export.baseUrl'
  | 'export.siteId'
  | 'export.channelId'
  | 'export.destination'
  | 'export.otherDestination'
  | 'export.emptyDestination'
  | 'export.fixture'
  | 'templates.baseUrl'
  | 'templates.authUrl'
  | 'templates.client'
  | 'templates.otherClient'
  | 'templates.unsupportedClient'
  | 'platform.baseUrl'
  | 'platform.collections'
  | 'platform.headers'
  | 'handover.baseUrl'
  | 'handover.token'
  | 'handover.from'
  | 'handover.to'
  | 'handover.listing'
  | `interfaces.${string}`;

/** Names the missing settings, such as `export.siteId (EXPORT_SITE_ID)`. */
export const missingSettings = (target: Target, wanted: readonly Setting[]): readonly string[] =>
  wanted.filter((setting) => isEmpty(valueAt(target, setting))).map(nameSetting);

const valueAt = (target: Target, setting: Setting): unknown =>
  setting
    .split('.')
    .reduce((value: unknown, name) => (isObject(value) ? value[name] : undefined), target);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isEmpty = (value: unknown): boolean =>
  value === undefined || (isObject(value) && Object.keys(value).length === 0);

function nameSetting(setting: Setting): string {
  const variables = settings
    .filter(({ path }) => path === setting || path.startsWith(`${setting}.`))
    .map((row) => row.variable);
  return variables.length === 0 ? setting : `${setting} (${variables.join(', ')})`;
}
