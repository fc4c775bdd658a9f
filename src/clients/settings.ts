/** The environment variables of a client under test. */

import type { Given, Host, Scenario } from '../../suites/clients/index.js';
import type { Environment } from '../settings/index.js';
import { settings } from '../settings/settings.js';

/** The variables have the names of the settings of a target. */
export const settingsFor = (
  { task, script }: Scenario,
  given: Given,
  urls: Readonly<Record<Host, string>>,
  platformValue: string,
): Readonly<Record<string, string>> => ({
  EXPORT_BASE_URL: urls.export,
  EXPORT_TOKEN: given.exportToken,
  EXPORT_SITE_ID: String(given.siteId),
  EXPORT_CHANNEL_ID: String(given.channelId),
  EXPORT_DESTINATION_ID: String(given.destinationId),
  AUTH_URL: urls.token,
  ETM_BASE_URL: urls.templates,
  ETM_CLIENT_ID: given.clientId,
  ETM_CLIENT_SECRET: given.clientSecret,
  PLATFORM_BASE_URL: urls.platform,
  PLATFORM_COLLECTIONS: script.walk?.collection ?? 'projects',
  PLATFORM_AUTH_HEADER: 'X-Auth-Token',
  PLATFORM_AUTH_VALUE: platformValue,
  ASSAY_TASK: task,
});

/** Removes the settings of a real target, which a client under test must not use. */
export function withoutTargets(environment: Environment): NodeJS.ProcessEnv {
  const targetVariables = new Set<string>(settings.map(({ variable }) => variable));
  const kept = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !targetVariables.has(name)),
  );
  // A proxy could not reach the scripted servers, because they are on this machine.
  const direct = [environment.NO_PROXY ?? environment.no_proxy, '127.0.0.1']
    .filter(Boolean)
    .join(',');
  return { ...kept, NO_PROXY: direct, no_proxy: direct };
}
