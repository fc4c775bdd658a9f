import { interfaceOf as interfaceAt } from '../settings/base-urls.js';
import type { Target } from '../settings/index.js';

/** The interface of a recorded URL. Recordings are not tested for the user's own interfaces. */
export const interfaceOf = (url: string, target: Target): string | undefined =>
  interfaceAt(url, { ...target, interfaces: {} });
