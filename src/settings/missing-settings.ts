/** Names the settings that a check needs and the target lacks. */

import { memberAt } from '../schema/json-value.js';
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
  wanted.filter((setting) => isEmpty(memberAt(target, setting.split('.')))).map(nameSetting);

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && Object.keys(Object(value)).length === 0);

function nameSetting(setting: Setting): string {
  const variables = settings
    .filter(({ path }) => path === setting || path.startsWith(`${setting}.`))
    .map((row) => row.variable);
  return variables.length === 0 ? setting : `${setting} (${variables.join(', ')})`;
}
