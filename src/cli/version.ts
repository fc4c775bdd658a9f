import { packageVersion } from '../schema/package-version.js';

/** From package.json. */
export const toolVersion = (): string => packageVersion();
