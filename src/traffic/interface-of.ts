import { interfaceOf as interfaceAt } from '../settings/base-urls.js';
import type { Target } from '../settings/index.js';

/**
 * Returns the interface of a recorded URL. Interfaces that the user defines in the target file are
 * left out, because they have no checks for recordings.
 */
export const interfaceOf = (url: string, target: Target): string | undefined =>
  interfaceAt(url, { ...target, interfaces: {} });
